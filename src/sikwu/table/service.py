"""The actions on sessions, each one transaction of the database."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from sqlalchemy import func, select

from sikwu.errors import SikwuError
from sikwu.hand import SEATS
from sikwu.session import (
    Json,
    Line,
    adjustment,
    agreed,
    by_seat,
    deal,
    fold,
    line_of,
    replacement,
    replay,
)
from sikwu.table import audit, backups, exports, links, models, sheets, store
from sikwu.table.database import Database
from sikwu.table.errors import VersionConflict
from sikwu.table.stats import stats
from sikwu.table.store import Placed
from sikwu.table.transfers import stake_from, transfers
from sikwu.table.views import SessionView
from sikwu.table.writes import (
    Changed,
    Clock,
    Make,
    Receipt,
    Write,
    Writing,
    as_of,
    begin,
    perform,
    placed_again,
    view_of,
)

Chart = Literal["svg", "png"]


class TableService:
    """All sessions of one database.

    ``handle`` is what a session is found by: its name, unless ``create`` was given another (an unguessable one, say).
    Every write takes

    - ``key``: an idempotency key, unique within the session; the same key with the same request is one write and gives
      the receipt again with ``replayed`` true (judged before ``expected`` and before ``session-closed``); with another
      request it is ``key-reused``
    - ``expected``: the version the writer saw; ``VersionConflict`` (code ``version-conflict``) if the session has
      moved on. None writes whatever the version is
    - ``by``: who, for the audit trail

    and may raise ``unknown-session`` and ``session-closed`` besides what it names. Safe to share between threads.
    """

    def __init__(self, database: Database, clock: Clock) -> None:
        self.database = database
        self._clock = clock

    # -- looking ------------------------------------------------------------------------------------------------------

    def sessions(self) -> list[Json]:
        """All sessions, newest first.

        ``[{"handle", "name", "rules", "players", "version", "deals", "created", "changed", "closed"}]``
        """
        session, change, line = models.sessions.c, models.changes.c, models.lines.c
        with self.database.reading() as connection:
            rows = connection.execute(select(models.sessions).order_by(session.id.desc())).all()
            query = select(change.session, func.min(change.at), func.max(change.at)).group_by(change.session)
            times = {row[0]: row[1:] for row in connection.execute(query)}
            present = select(line.session, func.count()).where(line.until.is_(None)).group_by(line.session)
            counts = {row[0]: row[1] for row in connection.execute(present)}
        return [
            {
                "handle": row.handle,
                "name": row.name,
                "rules": row.rules,
                "players": store.unpack(row.players),
                "version": row.version,
                "deals": counts.get(row.id, 0),
                "created": times[row.id][0],
                "changed": times[row.id][1],
                "closed": row.closed,
            }
            for row in rows
        ]

    def view(self, handle: str) -> SessionView:
        """The session now."""
        with self.database.reading() as connection:
            return view_of(connection, store.find_session(connection, handle))

    def version(self, handle: str) -> int:
        """The session's version alone: one indexed row, cheap enough to poll."""
        with self.database.reading() as connection:
            return int(store.find_session(connection, handle).version)

    def preview(
        self, handle: str, request: Mapping[str, Any], *, replaces: int | None = None, before: int | None = None
    ) -> Json:
        """What a deal would do; saves nothing. ``unknown-deal``, ``bad-request`` and the engine's errors.

        ``{"version", "request", "result", "totals", "next": {"round", "dealer", "streak", "counters"}}``. ``replaces``
        previews an edit of that deal, ``before`` one put in before it: ``totals`` and ``next`` are then those right
        after it.
        """
        if replaces is not None and before is not None:
            raise SikwuError("bad-request", "a deal either replaces another or comes before it, not both", "before")
        view = self.view(handle)
        number = before if replaces is None else replaces
        if number is not None:
            view.check_number(number)
        earlier = view.lines[: None if number is None else number - 1]
        line = line_of(
            view.table,
            view.states[len(earlier)],
            request,
            None if replaces is None else view.lines[replaces - 1].kind,
        )
        state = fold(view.table, [*earlier, line])[-1]
        return {
            "version": view.version,
            "request": line.request,
            "result": line.result,
            "totals": dict(state.totals),
            "next": {
                "round": SEATS[state.round],
                "dealer": state.players[state.dealer],
                "streak": state.streak,
                "counters": by_seat(state.counters, state.dealer),
            },
        }

    def history(self, handle: str, lang: str = "en") -> list[Json]:
        """The audit trail, oldest first.

        ``[{"version", "at", "by", "action", "words", "number", "target", "key", "before", "after"}]``: ``words`` say
        what it did (``deal 7, Mei wins 6 faan from Lan``); ``before`` and ``after`` are the deals that the change ended
        and began; ``target`` the version an undo took back.
        """
        with self.database.reading() as connection:
            return audit.history(connection, store.find_session(connection, handle), lang)

    def stats(self, handle: str) -> Json:
        """Per player: deals, wins, self-draws, deal-ins, average win, biggest hand, rows made; declared wins apart."""
        view = self.view(handle)
        return stats(view.lines, view.states)

    def transfers(self, handle: str) -> Json:
        """Who pays whom, with the fewest transfers.

        ``{"points": [{"from", "to", "amount"}], "money": the same in decimal strings or null, "currency"}``
        """
        view = self.view(handle)
        return transfers(view.state.totals, view.stake)

    def verify(self, handle: str) -> Json:
        """Looks at every row of the session again.

        ``{"version", "deals", "sound", "problems": [...], "marked": [...], "drift": [...]}``: a problem is a line that
        does not hold together; drift is a deal that today's rules would score otherwise.
        """
        with self.database.reading() as connection:
            row = store.find_session(connection, handle)
            return audit.verify(connection, row, view_of(connection, row))

    # -- writing ------------------------------------------------------------------------------------------------------

    def create(
        self,
        name: str,
        *,
        rules: str,
        players: Sequence[str],
        options: Mapping[str, Any] | None = None,
        first_dealer: str | None = None,
        stake: Mapping[str, Any] | None = None,
        handle: str | None = None,
        key: str | None = None,
        by: str | None = None,
    ) -> Receipt:
        """A new session. Players in turn order; the first deals first unless ``first_dealer`` names another.

        ``stake`` is ``{"currency": "HKD", "per_point": "0.5", "rounding": "0.1"}``: decimal strings, rounding optional.
        ``session-exists``, ``unknown-rules``, ``unknown-option``, ``bad-option``, ``bad-request``.
        """
        table = agreed(rules, players, options, first_dealer)
        handle = name if handle is None else handle
        row = exports.session_row(name, handle, table, stake_from(stake))
        asks = {"name": name, "table": table, "stake": stake}
        return begin(self.database, self._clock, handle, row, Write("create", asks, key, None, by))

    def record(
        self,
        handle: str,
        request: Mapping[str, Any],
        *,
        key: str | None = None,
        expected: int | None = None,
        by: str | None = None,
    ) -> Receipt:
        """A deal: a settlement request without ``rules``, ``options``, ``round``, ``streak``, ``counters``.

        Wherever a seat stands, a player's name may stand instead. The engine's errors, ``bad-request``.
        """
        write = Write("record", {"request": request}, key, expected, by)
        return self._append(handle, write, lambda view: deal(view.table, view.sitting, request))

    def insert(
        self,
        handle: str,
        number: int,
        request: Mapping[str, Any],
        *,
        force: bool = False,
        key: str | None = None,
        expected: int | None = None,
        by: str | None = None,
    ) -> Receipt:
        """A forgotten line, put in before deal ``number``; that one and all later ones move down and are replayed.

        The request is a deal's, ``{"adjust": {player: points}, "why"}`` or ``{"leaves", "joins"}``. As ``edit``.
        """

        def make(writing: Writing) -> Changed:
            view = writing.view
            view.check_number(number)
            line = line_of(view.table, view.states[number - 1], request)
            place = view.placed[number - 1].place
            stood = store.make_room(writing.connection, writing.row.id, view.placed, place)
            placed = [*stood[: number - 1], Placed(place, writing.version, line), *stood[number - 1 :]]
            lines = replay(view.table, [item.line for item in placed], number, force=force, moved=1)
            return Changed(placed_again(placed, lines, writing.version), number, stood=stood)

        write = Write("insert", {"number": number, "request": request, "force": force}, key, expected, by)
        return self._write(handle, write, make)

    def adjust(
        self,
        handle: str,
        points: Mapping[str, int],
        why: str,
        *,
        key: str | None = None,
        expected: int | None = None,
        by: str | None = None,
    ) -> Receipt:
        """Moves points by hand, with a reason; the points sum to zero. ``unknown-player``, ``bad-request``."""
        write = Write("adjust", {"points": points, "why": why}, key, expected, by)
        return self._append(handle, write, lambda view: adjustment(view.state, points, why))

    def replace_player(
        self,
        handle: str,
        leaves: str,
        joins: str,
        *,
        key: str | None = None,
        expected: int | None = None,
        by: str | None = None,
    ) -> Receipt:
        """``joins`` sits down where ``leaves`` sat; both keep their own totals. ``unknown-player``, ``bad-request``."""
        write = Write("replace", {"leaves": leaves, "joins": joins}, key, expected, by)
        return self._append(handle, write, lambda view: replacement(view.state, leaves, joins))

    def edit(
        self,
        handle: str,
        number: int,
        request: Mapping[str, Any],
        *,
        force: bool = False,
        key: str | None = None,
        expected: int | None = None,
        by: str | None = None,
    ) -> Receipt:
        """Another request in place of a past deal's; all later deals are replayed.

        An adjustment is edited as ``{"adjust": {player: points}, "why"}``, a replacement as ``{"leaves", "joins"}``.
        ``DealMakesNoSense`` (code ``deal-makes-no-sense``) or ``rules-changed`` unless ``force``: then it is applied
        and that deal marked. ``unknown-deal`` and the engine's errors for the request itself.
        """

        def change(view: SessionView) -> list[Line]:
            line = line_of(view.table, view.states[number - 1], request, view.lines[number - 1].kind)
            lines = [*view.lines[: number - 1], line, *view.lines[number:]]
            return replay(view.table, lines, number, force=force)

        write = Write("edit", {"number": number, "request": request, "force": force}, key, expected, by)
        return self._revise(handle, write, number, change)

    def delete(
        self,
        handle: str,
        number: int,
        *,
        force: bool = False,
        key: str | None = None,
        expected: int | None = None,
        by: str | None = None,
    ) -> Receipt:
        """Takes a past deal out; later deals are replayed and move up by one number. As ``edit``."""

        def make(writing: Writing) -> Changed:
            view = writing.view
            view.check_number(number)
            left = [*view.placed[: number - 1], *view.placed[number:]]
            lines = replay(view.table, [item.line for item in left], number - 1, force=force, moved=-1)
            return Changed(placed_again(left, lines, writing.version), number)

        return self._write(handle, Write("delete", {"number": number, "force": force}, key, expected, by), make)

    def resettle(
        self,
        handle: str,
        number: int | None = None,
        *,
        force: bool = False,
        key: str | None = None,
        expected: int | None = None,
        by: str | None = None,
    ) -> Receipt:
        """Settles a deal (None: all of them) under today's revision of the rules. As ``edit``."""

        def change(view: SessionView) -> list[Line]:
            renewed = range(1, len(view.lines) + 1) if number is None else (number,)
            return replay(view.table, view.lines, renewed[0] - 1 if renewed else 0, renewed=renewed, force=force)

        write = Write("resettle", {"number": number, "force": force}, key, expected, by)
        return self._revise(handle, write, number, change)

    def undo(
        self, handle: str, *, key: str | None = None, expected: int | None = None, by: str | None = None
    ) -> Receipt:
        """Takes back the last change that stands; the receipt's ``change`` says which. ``nothing-to-undo``."""

        def make(writing: Writing) -> Changed:
            standing, _ = store.standing_changes(writing.connection, writing.row.id)
            if not standing:
                raise SikwuError("nothing-to-undo", "there is no change to undo")
            return Changed(as_of(writing, standing[-1], standing[-1] - 1), None, standing[-1])

        return self._write(handle, Write("undo", {}, key, expected, by), make)

    def redo(
        self, handle: str, *, key: str | None = None, expected: int | None = None, by: str | None = None
    ) -> Receipt:
        """Does again what was undone last; the receipt's ``change`` says what it was. ``nothing-to-redo``."""

        def make(writing: Writing) -> Changed:
            _, undone = store.standing_changes(writing.connection, writing.row.id)
            if not undone:
                raise SikwuError("nothing-to-redo", "nothing was undone since the last change")
            return Changed(as_of(writing, undone[-1], undone[-1]), None, undone[-1])

        return self._write(handle, Write("redo", {}, key, expected, by), make)

    def close(
        self, handle: str, *, key: str | None = None, expected: int | None = None, by: str | None = None
    ) -> Receipt:
        """Ends the session: no more writes until ``reopen``."""
        return self._write(handle, Write("close", {}, key, expected, by), _unchanged)

    def reopen(
        self, handle: str, *, key: str | None = None, expected: int | None = None, by: str | None = None
    ) -> Receipt:
        """Opens a closed session again. ``bad-request`` if it is open."""

        def make(writing: Writing) -> Changed:
            if not writing.row.closed:
                raise SikwuError("bad-request", f"{writing.row.name} is not closed", None)
            return _unchanged(writing)

        return self._write(handle, Write("reopen", {}, key, expected, by), make)

    def remove(self, handle: str, *, expected: int | None = None) -> None:
        """Deletes the session for good: its deals, its history, its links. Export it first to keep a copy.

        ``VersionConflict`` if it has moved on from the version ``expected``.
        """
        with self.database.writing() as connection:
            row = store.find_session(connection, handle, lock=True)
            if expected is not None and expected != row.version:
                raise VersionConflict(expected, row.version)
            store.delete_session(connection, row.id)

    # -- files --------------------------------------------------------------------------------------------------------

    def export_json(self, handle: str) -> str:
        """The complete session with its audit trail, to be imported again."""
        with self.database.reading() as connection:
            return exports.export(connection, store.find_session(connection, handle))

    def export_csv(self, handle: str) -> str:
        """A line a payment."""
        return sheets.csv_sheet(self.view(handle))

    def export_markdown(self, handle: str, lang: str = "en") -> str:
        """The sheet of the evening."""
        return sheets.markdown_sheet(self.view(handle), lang)

    def chart(self, handle: str, form: Chart) -> bytes:
        """Running totals as a line chart."""
        from sikwu.table import charts  # matplotlib is slow to load and wanted by nothing else

        return charts.draw(self.view(handle), form)

    def import_json(self, text: str, *, handle: str | None = None, name: str | None = None) -> SessionView:
        """A session from ``export_json``'s text, under its own name or another.

        ``unknown-schema``, ``damaged-file``, ``session-exists``; then nothing is changed.
        """
        return exports.bring_in(self.database, text, handle, name)

    def backup(self, path: Path) -> int:
        """All sessions of the database into one file, from one moment; the number of rows."""
        return backups.backup(self.database, path)

    def restore(self, path: Path) -> int:
        """Everything from a backup's file; the number of rows.

        ``database-not-empty``, ``unknown-schema``, ``damaged-file``; then nothing is changed.
        """
        return backups.restore(self.database, path)

    # -- links (whoever makes a link keeps its secret; only digests come here) --------------------------------------

    def add_link(self, handle: str, *, role: str, digest: str, label: str | None = None) -> Json:
        """``{"id", "role", "label", "created", "revoked"}``; a link is found by its digest."""
        return links.add(self.database, self._clock, handle, role, digest, label)

    def find_link(self, digest: str) -> Json | None:
        """The standing link of this digest, with ``handle`` and ``name`` of its session; None if there is none."""
        return links.find(self.database, digest)

    def links(self, handle: str) -> list[Json]:
        """Every link of the session, revoked ones too, oldest first; no digests."""
        return links.all_of(self.database, handle)

    def rotate_link(self, handle: str, link: str, digest: str) -> Json:
        """Gives the link another digest. ``unknown-link`` (also for a revoked one)."""
        return links.rotate(self.database, handle, link, digest)

    def revoke_link(self, handle: str, link: str) -> Json:
        """Revokes the link. ``unknown-link``; ``last-host-link`` for the last link of role ``host`` that stands."""
        return links.revoke(self.database, self._clock, handle, link)

    def dispose(self) -> None:
        """Gives the database's connections back."""
        self.database.dispose()

    # -- inside -------------------------------------------------------------------------------------------------------

    def _write(self, handle: str, write: Write, make: Make) -> Receipt:
        return perform(self.database, self._clock, handle, write, make)

    def _append(self, handle: str, write: Write, make: Callable[[SessionView], Line]) -> Receipt:
        def appended(writing: Writing) -> Changed:
            place = store.next_place(writing.connection, writing.row.id)
            line = Placed(place, writing.version, make(writing.view))
            return Changed([*writing.view.placed, line], len(writing.view.placed) + 1)

        return self._write(handle, write, appended)

    def _revise(
        self, handle: str, write: Write, number: int | None, change: Callable[[SessionView], list[Line]]
    ) -> Receipt:
        def revised(writing: Writing) -> Changed:
            if number is not None:
                writing.view.check_number(number)
            lines = change(writing.view)
            return Changed(placed_again(list(writing.view.placed), lines, writing.version), number)

        return self._write(handle, write, revised)


def _unchanged(writing: Writing) -> Changed:
    return Changed(list(writing.view.placed))


def open_tables(url: str | Path | None = None, *, clock: Clock | None = None) -> TableService:
    """Opens the database, migrating it if it is older than this version.

    ``url`` is a file's path, or a ``sqlite:///…`` or ``postgresql://…`` URL; None takes ``SIKWU_DATABASE``, then the
    platform's data folder. ``database-unavailable``, ``database-too-new``.
    """
    return TableService(Database(url), clock or (lambda: datetime.now(UTC)))
