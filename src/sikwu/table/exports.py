"""A whole session as one file, and back. ``session.schema.json`` beside this file describes it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Row, insert, select
from sqlalchemy.exc import IntegrityError

from sikwu.errors import SikwuError
from sikwu.session import Json, Table, agreed, drift, is_settled_so
from sikwu.table import audit, models, store
from sikwu.table.database import Database
from sikwu.table.transfers import Stake, stake_from
from sikwu.table.views import SessionView
from sikwu.table.writes import view_of

FORMAT = "sikwu-session"
SCHEMA = 1
SCHEMA_FILE = Path(__file__).with_name("session.schema.json")
_CHANGE = ("version", "at", "by", "action", "number", "target", "key", "fingerprint")
_LISTS = ("changes", "deals", "past")


def check_title(title: object, field: str, longest: int) -> None:
    """``bad-request`` unless it can name a session."""
    if (
        not isinstance(title, str)
        or not 1 <= len(title) <= longest
        or title != title.strip()
        or not title.isprintable()
    ):
        raise SikwuError("bad-request", f"{field} is 1 to {longest} printable characters, not {title!r}", field)


def session_row(name: str, handle: str, table: Table, stake: Stake | None) -> Json:
    """A new session's row."""
    check_title(name, "name", 80)
    check_title(handle, "handle", 120)
    return {
        "handle": handle,
        "name": name,
        "rules": table.rules,
        "options": store.pack(table.options),
        "players": store.pack(table.players),
        "first_dealer": table.first_dealer,
        "stake": stake and store.pack(stake.to_json()),
        "version": 1,
        "closed": False,
    }


# -- out --------------------------------------------------------------------------------------------------------------


def export(connection: Connection, row: Row[Any]) -> str:
    """The session's file: what was agreed, every change, every deal as it stands, and every form it had before."""
    view = view_of(connection, row)
    change, line = models.changes.c, models.lines.c
    changes = connection.execute(select(models.changes).where(change.session == row.id).order_by(change.version))
    forms = connection.execute(
        select(models.lines).where(line.session == row.id).order_by(line.place, line.since)
    ).all()
    stands = [form for form in forms if form.until is None]
    document: Json = {
        "format": FORMAT,
        "schema": SCHEMA,
        "session": {
            "name": row.name,
            "rules": row.rules,
            "options": view.table.options,
            "players": list(view.table.players),
            "first_dealer": view.table.players[view.table.first_dealer],
            "stake": store.unpack(row.stake),
            "version": row.version,
            "closed": row.closed,
        },
        "totals": dict(view.state.totals),
        "changes": [{field: getattr(entry, field) for field in _CHANGE} for entry in changes],
        "deals": [{"number": number} | _form_json(form) for number, form in enumerate(stands, 1)],
        "past": [_form_json(form) for form in forms if form.until is not None],
    }
    return _written(document | {"digest": _digest(document)})


def _form_json(form: Row[Any]) -> Json:
    line = store.placed(form).line
    under = line.circumstances
    return {
        "kind": line.kind,
        "request": line.request,
        "result": line.result,
        "dealer": under.dealer,
        "round": under.round,
        "streak": under.streak,
        "counters": under.counters and list(under.counters),
        "revision": line.revision,
        "mark": line.mark,
        "place": form.place,
        "made": form.made,
        "since": form.since,
        "until": form.until,
    }


def _digest(document: Json) -> str:
    text = json.dumps(document, sort_keys=True, separators=(",", ":"))
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def _written(document: Json) -> str:
    """The document, a line for every field and every entry of its lists, so that two can be compared by line."""
    fields = []
    for name, value in document.items():
        if name in _LISTS and value:
            entries = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in value)
            fields.append(f'"{name}": [\n{entries}\n]')
        else:
            fields.append(f'"{name}": {json.dumps(value, ensure_ascii=False)}')
    return "{\n" + ",\n".join(fields) + "\n}\n"


# -- in ---------------------------------------------------------------------------------------------------------------


def bring_in(database: Database, text: str, handle: str | None, name: str | None) -> SessionView:
    """Writes the session of a file, whole or not at all."""
    document = _read(text)
    session = document["session"]
    title = session["name"] if name is None else name
    where = title if handle is None else handle
    table = agreed(session["rules"], session["players"], session["options"], session["first_dealer"])
    row = session_row(title, where, table, stake_from(session["stake"]))
    row |= {"version": session["version"], "closed": session["closed"]}
    try:
        with database.writing() as connection:
            identity = store.insert_session(connection, row)
            changes = [{"session": identity, **change} for change in document["changes"]]
            connection.execute(insert(models.changes), changes)
            if forms := [_row_of(identity, form) for form in (*document["deals"], *document["past"])]:
                connection.execute(insert(models.lines), forms)
            return _sound(connection, store.find_session(connection, where), document["totals"])
    except IntegrityError as error:
        if "handle" in str(error.orig):
            raise SikwuError("session-exists", f"there is a session {where!r} already", "name") from error
        raise _damaged(f"two of its rows are the same ({error.orig})") from error


def _read(text: str) -> Json:
    try:
        document = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise _damaged(f"it is no JSON ({error})") from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise SikwuError("unknown-schema", "the file is no session: its format should be sikwu-session", "format")
    if document.get("schema") != SCHEMA or isinstance(document["schema"], bool):
        message = f"the file has schema {document.get('schema')!r}; this version of sikwu reads schema {SCHEMA}"
        raise SikwuError("unknown-schema", message, "schema")
    if problem := _misfit(document):
        raise _damaged(problem)
    digest = document.pop("digest")
    if digest != _digest(document):
        raise _damaged("its digest does not fit what it holds")
    return document


def _no_constant(word: str) -> None:
    raise ValueError(f"{word} is no JSON number")


@cache
def _checker() -> Callable[[Json], object]:
    import fastjsonschema  # wanted for files only

    check: Callable[[Json], object] = fastjsonschema.compile(json.loads(SCHEMA_FILE.read_text("utf-8")))
    return check


def _misfit(document: Json) -> str | None:
    """Where the document first departs from the schema; None if it fits."""
    import fastjsonschema

    try:
        _checker()(document)
    except fastjsonschema.JsonSchemaValueException as error:
        return str(error.message)[:200]
    return None


def _row_of(session: int, form: Json) -> Json:
    packed = {field: store.pack(form[field]) for field in ("request", "result", "counters", "mark")}
    plain = ("kind", "dealer", "round", "streak", "revision", "place", "made", "since", "until")
    return {"session": session, **{field: form[field] for field in plain}, **packed}


def _sound(connection: Connection, row: Row[Any], totals: Json) -> SessionView:
    """The session that was brought in, if it holds together and its deals come to the totals that the file names."""
    view = view_of(connection, row)
    report = audit.verify(connection, row, view)
    if report["problems"]:
        raise _damaged(report["problems"][0])
    if dict(view.state.totals) != totals:
        raise _damaged("its deals do not come to its totals")
    for number, line in enumerate(view.lines, 1):
        if not line.mark and not drift(view.table, line) and not is_settled_so(view.table, line):
            raise _damaged(f"deal {number} does not have the result that its request has")
    return view


def _damaged(problem: str) -> SikwuError:
    return SikwuError("damaged-file", f"the file is damaged: {problem}", None)
