"""Rows of the database to lines of a ledger, and back."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update

from sikwu.errors import SikwuError, shown
from sikwu.session import Circumstances, Json, Line, Table
from sikwu.table import models

OUTSIDE_THE_LEDGER = ("create", "close", "reopen")
"""The changes that undo passes over: they are about the session, not about its deals."""


@dataclass(frozen=True, eq=False)
class Placed:
    """A line, where it stands among the session's lines, and the version whose change wrote its present form.

    ``kept`` is the line, or the row that keeps it: a row is read only when somebody looks at the line, since writing
    one more deal under a thousand others needs hardly any of them.
    """

    place: int
    made: int
    kept: Line | Row[Any]

    @cached_property
    def line(self) -> Line:
        """The line."""
        return self.kept if isinstance(self.kept, Line) else _line_of(self.kept)

    @property
    def kind(self) -> str:
        """The line's kind."""
        return str(self.kept.kind)

    @property
    def is_marked(self) -> bool:
        """Whether the line makes no sense any more."""
        return self.kept.mark is not None

    def __eq__(self, other: object) -> bool:
        if self is other or not isinstance(other, Placed):
            return self is other
        return (self.place, self.made, self.line) == (other.place, other.made, other.line)

    __hash__ = None  # type: ignore[assignment]  # a line holds JSON, which has no hash


def pack(value: Any) -> str | None:
    """A JSON value as the text that is stored; None stays none."""
    return None if value is None else json.dumps(value, separators=(",", ":"))


def unpack(text: str | None) -> Any:
    """The JSON value of a stored text."""
    return None if text is None else json.loads(text)


def fingerprint(*parts: Any) -> str:
    """A digest of what a write asks for, by which a key's second use is recognized as the same write."""
    try:
        text = json.dumps(parts, sort_keys=True, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise SikwuError("bad-request", f"the request is no JSON: {error}", None) from error
    return hashlib.sha256(text.encode()).hexdigest()


def find_session(connection: Connection, handle: str, *, lock: bool = False) -> Row[Any]:
    """The session's row; ``lock`` keeps other writers of the session out until the transaction ends."""
    query = select(models.sessions).where(models.sessions.c.handle == handle)
    # what no name can be is not asked for: databases disagree about what they do with such text
    row = connection.execute(query.with_for_update() if lock else query).first() if handle.isprintable() else None
    if row is None:
        message = "there is no session {name}: `sikwu table list` shows those there are"
        raise SikwuError("unknown-session", message, "name", name=shown(handle))
    return row


def insert_session(connection: Connection, row: Json) -> int:
    """Writes a new session's row; its number in the database."""
    identity = connection.execute(insert(models.sessions).values(row).returning(models.sessions.c.id)).scalar_one()
    return int(identity)


def delete_session(connection: Connection, session: int) -> None:
    """Deletes a session's row, and with it by their foreign keys its changes, lines and links."""
    connection.execute(delete(models.sessions).where(models.sessions.c.id == session))


def table_of(row: Row[Any]) -> Table:
    """What the players agreed on before the first deal."""
    return Table(row.rules, unpack(row.options), tuple(unpack(row.players)), row.first_dealer)


def lines_at(connection: Connection, session: int, version: int) -> list[Placed]:
    """The session's lines as they stood at a version, in order."""
    column = models.lines.c
    rows = connection.execute(
        select(models.lines)
        .where(column.session == session, column.since <= version, (column.until.is_(None)) | (column.until > version))
        .order_by(column.place)
    ).all()
    return [placed(row) for row in rows]


def placed(row: Row[Any]) -> Placed:
    """A row as the line it keeps."""
    return Placed(row.place, row.made, row)


def _line_of(row: Row[Any]) -> Line:
    counters = unpack(row.counters)
    under = Circumstances(row.dealer, row.round, row.streak, counters and tuple(counters))
    return Line(row.kind, unpack(row.request), unpack(row.result), under, row.revision, unpack(row.mark))


def row_of(session: int, since: int, item: Placed) -> Json:
    """A line as a row that begins at version ``since``."""
    line = item.line
    return {
        "session": session,
        "place": item.place,
        "since": since,
        "made": item.made,
        "kind": line.kind,
        "request": pack(line.request),
        "result": pack(line.result),
        "dealer": line.circumstances.dealer,
        "round": line.circumstances.round,
        "streak": line.circumstances.streak,
        "counters": pack(line.circumstances.counters),
        "revision": line.revision,
        "mark": pack(line.mark),
    }


def write_lines(
    connection: Connection, session: int, version: int, old: Sequence[Placed], new: Sequence[Placed]
) -> None:
    """Makes ``new`` the lines of ``version``: ends the forms that are gone or changed, begins those that are new."""
    before = {item.place: item for item in old}
    now = {item.place: item for item in new}
    ended = [place for place, item in before.items() if now.get(place) != item]
    begun = [item for place, item in now.items() if before.get(place) != item]
    end_lines(connection, session, version, ended)
    if begun:
        connection.execute(insert(models.lines), [row_of(session, version, item) for item in begun])


def end_lines(connection: Connection, session: int, version: int, places: Iterable[int]) -> None:
    """Ends the present forms of the lines at these places with ``version``."""
    column = models.lines.c
    wanted = list(places)
    for start in range(0, len(wanted), 500):
        connection.execute(
            update(models.lines)
            .where(column.session == session, column.until.is_(None), column.place.in_(wanted[start : start + 500]))
            .values(until=version)
        )


def make_room(connection: Connection, session: int, lines: Sequence[Placed], place: int) -> list[Placed]:
    """Moves every form from ``place`` on to the next place, past ones too; gives the lines where they stand then.

    No form changes by it: places say no more than which line comes before which.
    """
    column, table = models.lines.c, models.lines
    here = column.session == session
    # in two steps: no place may be taken twice, not even in between
    connection.execute(update(table).where(here, column.place >= place).values(place=-1 - column.place))
    connection.execute(update(table).where(here, column.place < 0).values(place=-column.place))
    return [replace(item, place=item.place + 1) if item.place >= place else item for item in lines]


def places_of_change(connection: Connection, session: int, version: int) -> set[int]:
    """The places of the lines that a change ended or began."""
    column = models.lines.c
    rows = connection.execute(
        select(column.place).where(column.session == session, (column.since == version) | (column.until == version))
    )
    return set(rows.scalars())


def next_place(connection: Connection, session: int) -> int:
    """A place behind every line that the session ever had."""
    last = select(models.lines.c.place).where(models.lines.c.session == session).order_by(models.lines.c.place.desc())
    found = connection.execute(last.limit(1)).scalar()
    return 1 if found is None else found + 1


def change_of_key(connection: Connection, session: int, key: str) -> Row[Any] | None:
    """The change that was written under an idempotency key."""
    column = models.changes.c
    return connection.execute(select(models.changes).where(column.session == session, column.key == key)).first()


def standing_changes(connection: Connection, session: int) -> tuple[list[int], list[int]]:
    """The versions whose changes stand, and those that were undone and can be redone, each with the next one last."""
    column = models.changes.c
    rows = connection.execute(
        select(column.version, column.action)
        .where(column.session == session, column.action.not_in(OUTSIDE_THE_LEDGER))
        .order_by(column.version)
    )
    standing: list[int] = []
    undone: list[int] = []
    for version, action in rows:
        if action == "undo":
            undone.append(standing.pop())
        elif action == "redo":
            standing.append(undone.pop())
        else:
            standing.append(version)
            undone.clear()
    return standing, undone
