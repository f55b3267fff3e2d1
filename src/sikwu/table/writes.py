"""How a write happens: one transaction that locks the session, judges key and version, and keeps what changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, insert, select, update
from sqlalchemy.exc import IntegrityError

from sikwu.errors import SikwuError
from sikwu.session import Json, Line
from sikwu.table import models, store
from sikwu.table.database import Database
from sikwu.table.errors import VersionConflict
from sikwu.table.store import Placed
from sikwu.table.telling import Told, tell
from sikwu.table.transfers import stake_from
from sikwu.table.views import SessionView

_KEY = re.compile(r"[A-Za-z0-9._:-]{1,80}")
Clock = Callable[[], datetime]


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a write did. ``replayed``: its key was known, so nothing was written a second time.

    ``number`` is the deal that the write was about (None for undo, redo, close, reopen and a resettling of all);
    ``version`` the one that it made; ``view`` the session now; ``change`` says what an undo took
    back or a redo did again; None for other writes.
    """

    version: int
    number: int | None
    replayed: bool
    view: SessionView
    change: Told | None = None

    def to_json(self, lang: str = "en") -> Json:
        """The session without its deals, and the deal that was written: null if none was, or if it is gone by now.

        ``change`` is ``{"version", "at", "by", "action", "words", "number", "target"}`` after an undo or redo, whose
        ``target`` is the change that was taken back or done again; else null.
        """
        written = [number for number, item in enumerate(self.view.placed, 1) if item.made == self.version]
        deal = self.view.deal(written[0]) if written and self.number is not None else None
        change = self.change and self.change.to_json(lang)
        return self.view.head() | {"number": self.number, "replayed": self.replayed, "deal": deal, "change": change}


class Write(NamedTuple):
    """A write before it happens: its name for the audit trail, what it asks for, and the caller's three words."""

    action: str
    asks: Json
    key: str | None = None
    expected: int | None = None
    by: str | None = None

    @property
    def fingerprint(self) -> str:
        """By which the key's second use is recognized as the same write."""
        return store.fingerprint(self.action, self.asks)


class Changed(NamedTuple):
    """What a change makes of a session: its lines, the number of the line it is about, the version it goes back to.

    ``stood`` are the lines before the change if it has moved their places.
    """

    lines: list[Placed]
    number: int | None = None
    target: int | None = None
    stood: Sequence[Placed] | None = None


class Writing(NamedTuple):
    """What a change has before it: the connection, the session's row and view, and the version it will make."""

    connection: Connection
    row: Row[Any]
    view: SessionView
    version: int


Make = Callable[[Writing], Changed]


def perform(database: Database, clock: Clock, handle: str, write: Write, make: Make) -> Receipt:
    """Does a write in one transaction; see ``TableService`` for what ``key``, ``expected`` and ``by`` mean."""
    _check_words(write)
    asked = write.fingerprint
    with database.writing() as connection:
        row = store.find_session(connection, handle, lock=True)
        view = view_of(connection, row)
        if receipt := replayed(connection, row, view, write, asked):
            return receipt
        if row.closed and write.action != "reopen":
            raise SikwuError("session-closed", "{name} is closed: reopen it first", name=row.name)
        if write.expected is not None and write.expected != row.version:
            raise VersionConflict(write.expected, row.version)
        version = row.version + 1
        changed = make(Writing(connection, row, view, version))
        store.write_lines(connection, row.id, version, changed.stood or view.placed, changed.lines)
        connection.execute(
            update(models.sessions)
            .where(models.sessions.c.id == row.id)
            .values(version=version, closed=write.action == "close")
        )
        at = log(connection, clock, row.id, version, write, asked, changed)
        after = replace(
            view,
            version=version,
            closed=write.action == "close",
            placed=tuple(changed.lines),
            made={**view.made, version: (at, write.by)},
        )
        change = None if changed.target is None else tell(connection, row, version)
        return Receipt(version, changed.number, False, after, change)


def begin(database: Database, clock: Clock, handle: str, row: Json, write: Write) -> Receipt:
    """Writes a new session's row and its first change. ``session-exists``."""
    _check_words(write)
    asked = write.fingerprint
    try:
        with database.writing() as connection:
            identity = store.insert_session(connection, row)
            log(connection, clock, identity, 1, write, asked, Changed([]))
            return Receipt(1, None, False, view_of(connection, store.find_session(connection, handle)))
    except IntegrityError as error:
        with database.reading() as connection:
            there = store.find_session(connection, handle)
            if receipt := replayed(connection, there, view_of(connection, there), write, asked):
                return receipt
        raise SikwuError("session-exists", f"there is a session {handle!r} already", "name") from error


def view_of(connection: Connection, row: Row[Any]) -> SessionView:
    """The session of a row as it stands at the row's version."""
    column = models.changes.c
    made = connection.execute(select(column.version, column.at, column.by).where(column.session == row.id))
    return SessionView(
        handle=row.handle,
        name=row.name,
        version=row.version,
        closed=row.closed,
        table=store.table_of(row),
        stake=stake_from(store.unpack(row.stake)),
        placed=tuple(store.lines_at(connection, row.id, row.version)),
        made={version: (at, by) for version, at, by in made},
    )


def replayed(connection: Connection, row: Row[Any], view: SessionView, write: Write, asked: str) -> Receipt | None:
    """The receipt of the write that has this key already; None if the key is new."""
    if write.key is None or (change := store.change_of_key(connection, row.id, write.key)) is None:
        return None
    if change.fingerprint != asked:
        message = f"the key {write.key} was used for another write ({change.action}): each write needs a key of its own"
        raise SikwuError("key-reused", message, "key")
    about = None if change.target is None else tell(connection, row, change.version)
    return Receipt(change.version, change.number, True, view, about)


def log(
    connection: Connection, clock: Clock, session: int, version: int, write: Write, asked: str, changed: Changed
) -> str:
    """Keeps who changed what, and when; gives the time."""
    at = stamp(clock)
    connection.execute(
        insert(models.changes).values(
            session=session,
            version=version,
            at=at,
            by=write.by,
            action=write.action,
            number=changed.number,
            target=changed.target,
            key=write.key,
            fingerprint=asked,
        )
    )
    return at


def stamp(clock: Clock) -> str:
    """The time now, in UTC, as it is kept: ``2026-01-31T20:15:00Z``."""
    return clock().astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def placed_again(old: list[Placed], lines: list[Line], version: int) -> list[Placed]:
    """The replayed lines at their places; what is another line than before was made by ``version``."""
    return [
        item if item.line is line else Placed(item.place, version, line) for item, line in zip(old, lines, strict=True)
    ]


def as_of(writing: Writing, touched: int, wanted: int) -> list[Placed]:
    """The session's lines with those that the change ``touched`` changed as they stood at version ``wanted``."""
    places = store.places_of_change(writing.connection, writing.row.id, touched)
    back = [item for item in store.lines_at(writing.connection, writing.row.id, wanted) if item.place in places]
    lines = [item for item in writing.view.placed if item.place not in places] + back
    return sorted(lines, key=lambda item: item.place)


def _check_words(write: Write) -> None:
    if write.key is not None and not _KEY.fullmatch(write.key):
        raise SikwuError("bad-request", "a key is 1 to 80 of the characters A-Z a-z 0-9 . _ : -", "key")
    if write.by is not None and (not 1 <= len(write.by) <= 60 or not write.by.isprintable()):
        raise SikwuError("bad-request", "by is 1 to 60 printable characters", "by")
