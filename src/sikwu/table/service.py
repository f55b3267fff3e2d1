"""The actions on sessions, each one transaction of the database."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

Json = dict[str, Any]
Chart = Literal["svg", "png"]


@dataclass(frozen=True, slots=True)
class SessionView:
    """A session as it stands at one version."""

    handle: str
    name: str
    version: int
    closed: bool

    def to_json(self) -> Json:
        """What ``sikwu table show --json`` prints.

        ``{"name", "rules", "options", "players", "version", "round", "dealer", "streak", "counters", "totals", …, "deals"}``,
        a deal being ``{"number", "kind", "request", "result", …}``; seats are words, ``dealer`` is a player's name.
        """
        ...

    def deal(self, number: int) -> Json:
        """One deal of ``to_json()["deals"]``. ``unknown-deal``."""
        ...


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a write did. ``replayed``: its key was known, so nothing was written a second time.

    ``number`` is the deal that the write was about (None for undo, redo, close, reopen); ``version`` the one that
    it made; ``view`` the session now.
    """

    version: int
    number: int | None
    replayed: bool
    view: SessionView


class TableService:
    """All sessions of one database.

    ``handle`` is what a session is found by: its name, unless ``create`` was given another (an unguessable one, say).
    Every write takes

    - ``key``: an idempotency key, unique within the session; the same key with the same request is one write and gives
      the receipt again with ``replayed`` true (judged before ``expected`` and before ``session-closed``); with another
      request it is ``key-reused``
    - ``expected``: the version the writer saw; ``VersionConflict`` (code ``version-conflict``) if the session has moved on.
      None writes whatever the version is
    - ``by``: who, for the audit trail

    and may raise ``unknown-session`` and ``session-closed`` besides what it names. Safe to share between threads.
    """

    # -- looking ------------------------------------------------------------------------------------------------------

    def sessions(self) -> list[Json]:
        """``[{"handle", "name", "rules", "players", "version", "deals", "created", "changed", "closed"}]``, newest first."""
        ...

    def view(self, handle: str) -> SessionView:
        """The session now."""
        ...

    def version(self, handle: str) -> int:
        """The session's version alone: one indexed row, cheap enough to poll."""
        ...

    def preview(self, handle: str, request: Mapping[str, Any], *, replaces: int | None = None) -> Json:
        """``{"version", "request", "result", "totals", "next": {"round", "dealer", "streak", "counters"}}``; saves nothing.

        ``replaces`` previews an edit of that deal (``totals`` and ``next`` are then those right after that deal). ``unknown-deal`` and the engine's errors.
        """
        ...

    def history(self, handle: str) -> list[Json]:
        """The audit trail: ``[{"version", "at", "by", "action", "number", "key", "before", "after", …}]``, oldest first."""
        ...

    def stats(self, handle: str) -> Json:
        """Per player: deals, wins, self-draws, deal-ins, average win, biggest hand, rows made; declared wins apart."""
        ...

    def transfers(self, handle: str) -> Json:
        """Who pays whom, with the fewest transfers: ``{"points": [{"from", "to", "amount"}], "money": [...] or null, "currency"}``."""
        ...

    def verify(self, handle: str) -> Json:
        """Settles every deal again and compares: ``{"version", "deals", "sound": bool, "problems": [...], "drift": [...]}``."""
        ...

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

        ``stake`` is ``{"currency": "HKD", "per_point": "0.5", "rounding": "0.1"}`` (decimal strings; rounding optional).
        ``session-exists``, ``unknown-rules``, ``unknown-option``, ``bad-option``, ``bad-request``.
        """
        ...

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
        ...

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
        ...

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
        ...

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

        ``DealMakesNoSense`` (code ``deal-makes-no-sense``) or ``rules-changed`` unless ``force``: then it is applied and that
        deal marked. ``unknown-deal`` and the engine's errors for the request itself.
        """
        ...

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
        ...

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
        ...

    def undo(
        self, handle: str, *, key: str | None = None, expected: int | None = None, by: str | None = None
    ) -> Receipt:
        """Takes back the last change that stands (deal, adjustment, edit, …). ``nothing-to-undo``."""
        ...

    def redo(
        self, handle: str, *, key: str | None = None, expected: int | None = None, by: str | None = None
    ) -> Receipt:
        """Does again what was undone last. ``nothing-to-redo``."""
        ...

    def close(
        self, handle: str, *, key: str | None = None, expected: int | None = None, by: str | None = None
    ) -> Receipt:
        """Ends the session: no more writes until ``reopen``."""
        ...

    def reopen(
        self, handle: str, *, key: str | None = None, expected: int | None = None, by: str | None = None
    ) -> Receipt:
        """Opens a closed session again. ``bad-request`` if it is open."""
        ...

    # -- files --------------------------------------------------------------------------------------------------------

    def export_json(self, handle: str) -> str:
        """The complete session with its audit trail, to be imported again."""
        ...

    def export_csv(self, handle: str) -> str:
        """A line a payment."""
        ...

    def export_markdown(self, handle: str, lang: str = "en") -> str:
        """The sheet of the evening."""
        ...

    def chart(self, handle: str, form: Chart) -> bytes:
        """Running totals as a line chart."""
        ...

    def import_json(self, text: str, *, handle: str | None = None, name: str | None = None) -> SessionView:
        """A session from ``export_json``'s text. ``unknown-schema``, ``damaged-file``, ``session-exists``; then nothing is changed."""
        ...

    def backup(self, path: Path) -> int:
        """All sessions of the database into one file, from one moment; the number of rows."""
        ...

    def restore(self, path: Path) -> int:
        """Everything from a backup's file. ``database-not-empty``, ``unknown-schema``, ``damaged-file``; then nothing is changed."""
        ...

    # -- links (the service makes and judges the secrets; only digests come here) ---------------------------------------

    def add_link(self, handle: str, *, role: str, digest: str, label: str | None = None) -> Json:
        """``{"id", "role", "label", "created", "revoked"}``; a link is found by its digest."""
        ...

    def find_link(self, digest: str) -> Json | None:
        """The link that is not revoked and has this digest, with ``handle`` and ``name`` of its session; None if there is none."""
        ...

    def links(self, handle: str) -> list[Json]:
        """Every link of the session, revoked ones too, oldest first; no digests."""
        ...

    def rotate_link(self, handle: str, link: str, digest: str) -> Json:
        """Gives the link another digest. ``unknown-link`` (also for a revoked one)."""
        ...

    def revoke_link(self, handle: str, link: str) -> Json:
        """Revokes the link. ``unknown-link``; ``last-host-link`` for the last link of role ``host`` that stands."""
        ...

    def dispose(self) -> None:
        """Gives the database's connections back."""
        ...


def open_tables(url: str | None = None, *, clock: Callable[[], datetime] | None = None) -> TableService:
    """Opens the database, migrating it if it is older than this version.

    ``url`` is a file's path, or a ``sqlite:///…`` or ``postgresql://…`` URL; None takes ``SIKWU_DATABASE``, then the
    platform's data folder. ``database-unavailable``, ``database-too-new``.
    """
    ...
