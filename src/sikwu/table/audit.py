"""The trail of a session's changes, and whether its ledger holds together."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, Row, select

from sikwu.hand import SEATS
from sikwu.session import Json, Line, by_seat, drift
from sikwu.table import models, store
from sikwu.table.telling import Told, told
from sikwu.table.views import SessionView


def history(connection: Connection, row: Row[Any], lang: str) -> list[Json]:
    """The audit trail, oldest first; ``before`` and ``after`` hold the deals that a change ended and began."""
    table = store.table_of(row)
    change, line = models.changes.c, models.lines.c
    changes = connection.execute(select(models.changes).where(change.session == row.id).order_by(change.version)).all()
    begun: dict[int, list[Row[Any]]] = defaultdict(list)
    ended: dict[int, list[Row[Any]]] = defaultdict(list)
    forms = connection.execute(select(models.lines).where(line.session == row.id).order_by(line.place)).all()
    for form in forms:
        begun[form.since].append(form)
        ended[form.until].append(form)
    replacements = [form for form in forms if form.kind == "replacement"]
    places: list[int] = []
    trail = []
    telling: dict[int, Told] = {}
    for entry in changes:
        change_told = told(table, entry, ended[entry.version], begun[entry.version], replacements)
        telling[entry.version] = change_told._replace(target=telling.get(entry.target))
        before = [_form_json(places, form) for form in ended[entry.version]]
        for form in ended[entry.version]:
            places.remove(form.place)
        for form in begun[entry.version]:
            insort(places, form.place)
        after = [_form_json(places, form) for form in begun[entry.version]]
        trail.append(
            {
                "version": entry.version,
                "at": entry.at,
                "by": entry.by,
                "action": entry.action,
                "words": telling[entry.version].words(lang),
                "number": entry.number,
                "target": entry.target,
                "key": entry.key,
                "before": before,
                "after": after,
            }
        )
    return trail


def _form_json(places: Sequence[int], form: Row[Any]) -> Json:
    line = store.placed(form).line
    return {
        "number": bisect_left(places, form.place) + 1,
        "kind": line.kind,
        "request": line.request,
        "result": line.result,
        "revision": line.revision,
        "mark": line.mark,
    }


def verify(connection: Connection, row: Row[Any], view: SessionView) -> Json:
    """Looks at every row of the session again; see ``TableService.verify``."""
    change, line = models.changes.c, models.lines.c
    changes = connection.execute(select(models.changes).where(change.session == row.id).order_by(change.version)).all()
    forms = connection.execute(
        select(models.lines).where(line.session == row.id).order_by(line.place, line.since)
    ).all()
    problems = [*trail_problems(row.version, changes, forms), *ledger_problems(view)]
    drifted = [
        {
            "number": number,
            "paid": {"revision": line.revision, "net": line.result["net"]},
            "now": now,
            "seats": by_seat(state.players, line.circumstances.dealer),
        }
        for number, (state, line) in enumerate(zip(view.states, view.lines, strict=False), 1)
        if (now := drift(view.table, line))
    ]
    return {
        "version": row.version,
        "deals": len(view.lines),
        "sound": not problems,
        "problems": problems,
        "marked": [number for number, line in enumerate(view.lines, 1) if line.mark],
        "drift": drifted,
    }


def trail_problems(version: int, changes: Sequence[Any], forms: Sequence[Any]) -> Iterable[str]:
    """What is wrong with the rows of changes and of lines; both in order."""
    if [change.version for change in changes] != list(range(1, version + 1)):
        yield f"the changes are not numbered 1 to {version}"
    standing = undone = 0
    for change in changes:
        if change.action == "undo":
            standing, undone = standing - 1, undone + 1
        elif change.action == "redo":
            standing, undone = standing + 1, undone - 1
        elif change.action not in store.OUTSIDE_THE_LEDGER:
            standing, undone = standing + 1, 0
        if standing < 0 or undone < 0:
            yield f"change {change.version} takes back a change that is not there"
            return
    last: dict[int, int | None] = {}
    for form in forms:
        ends = form.until
        if not 1 < form.since <= version or (ends is not None and not form.since < ends <= version):
            yield f"a line at place {form.place} begins at {form.since} and ends at {ends}"
        if form.place in last and (last[form.place] is None or form.since < (last[form.place] or 0)):
            yield f"two forms of the line at place {form.place} stand at version {form.since}"
        if not 1 < form.made <= form.since:
            yield f"a line at place {form.place} was made at {form.made}, after it began"
        last[form.place] = ends


def ledger_problems(view: SessionView) -> Iterable[str]:
    """What is wrong with the lines as they stand now: sums, and whether each was settled in its own place."""
    for number, (state, line) in enumerate(zip(view.states, view.lines, strict=False), 1):
        if line.kind == "deal":
            yield from (f"deal {number}: {problem}" for problem in _deal_problems(line))
            if not line.mark and line.circumstances != state.circumstances:
                yield f"deal {number}: it was settled for another place in the ledger"
        elif sum(line.result.get("net", {}).values()):
            yield f"deal {number}: its points do not sum to zero"
    if sum(view.state.totals.values()):
        yield "the totals do not sum to zero"


def _deal_problems(line: Line) -> Iterable[str]:
    net, paid = line.result["net"], dict.fromkeys(SEATS, 0)
    for payment in line.result["payments"]:
        paid[payment["from"]] -= payment["amount"]
        paid[payment["to"]] += payment["amount"]
    if sum(net.values()):
        yield "its points do not sum to zero"
    if net != paid:
        yield "its payments do not come to its net"
