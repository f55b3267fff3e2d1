"""A change to a session in a few words: which line it was about, who won what from whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, select

from sikwu.session import Json, Line, Table, after, opening
from sikwu.table import models, store
from sikwu.table.sheets import happened
from sikwu.words import say


class Told(NamedTuple):
    """A change and the line it was about, as it stood before and after. ``target`` is what was undone or done again."""

    rules: str
    version: int
    at: str
    by: str | None
    action: str
    number: int | None
    players: tuple[str, ...] = ()
    before: Line | None = None
    after: Line | None = None
    target: Told | None = None

    def words(self, lang: str = "en") -> str:
        """What it did, as people say it: ``deal 7, Mei wins 6 faan from Lan``."""
        if self.target:
            return say(lang, "table", "undid" if self.action == "undo" else "redid", change=self.target.words(lang))
        if self.number is None:
            return say(lang, "table", f"change-{self.action}")
        if self.before == self.after:
            return say(lang, "table", "change-same", number=self.number)
        was, now = (line and briefly(self.players, line, self.rules, lang) for line in (self.before, self.after))
        if was and now and was != now:
            return say(lang, "table", "change-to", number=self.number, was=was, now=now)
        key = {"insert": "change-insert", "delete": "change-delete"}.get(self.action, "change-line")
        return say(lang, "table", key, number=self.number, what=was or now)

    def to_json(self, lang: str = "en") -> Json:
        """``{"version", "at", "by", "action", "words", "number", "target"}``; ``target`` is such an object or null."""
        return {
            "version": self.version,
            "at": self.at,
            "by": self.by,
            "action": self.action,
            "words": self.words(lang),
            "number": self.number,
            "target": self.target and self.target.to_json(lang),
        }


def briefly(players: tuple[str, ...], line: Line, rules: str, lang: str) -> str:
    """A line without its rows; an adjustment with who got and gave what."""
    if line.kind != "adjustment":
        return happened(players, line, rules, lang, with_rows=False)
    moves = ", ".join(f"{player} {points:+d}" for player, points in line.result["net"].items() if points)
    return say(lang, "table", "adjusted-by", moves=moves, why=line.request["why"])


def tell(connection: Connection, row: Row[Any], version: int) -> Told:
    """The change of a session that made ``version``."""
    change, line = models.changes.c, models.lines.c
    here = line.session == row.id
    entry = connection.execute(select(models.changes).where(change.session == row.id, change.version == version)).one()
    if entry.target is not None:
        return told(store.table_of(row), entry, (), (), ())._replace(target=tell(connection, row, entry.target))
    touched = (line.since == version) | (line.until == version)
    forms = connection.execute(select(models.lines).where(here, touched | (line.kind == "replacement"))).all()
    return told(
        store.table_of(row),
        entry,
        [form for form in forms if form.until == version],
        [form for form in forms if form.since == version],
        [form for form in forms if form.kind == "replacement"],
    )


def told(
    table: Table,
    entry: Row[Any],
    ended: Sequence[Row[Any]],
    begun: Sequence[Row[Any]],
    replacements: Sequence[Row[Any]],
) -> Told:
    """A change from its row, the forms of lines that it ended and began, and every form of the replacements."""
    change = Told(table.rules, entry.version, entry.at, entry.by, entry.action, entry.number)
    if entry.number is None or not (ended or begun):
        return change
    place = min(form.place for form in (*ended, *begun))  # the lines that had to be replayed for it all come later
    was, now = (next((form for form in forms if form.place == place), None) for forms in (ended, begun))
    return change._replace(
        players=_sitting(table, replacements, entry.version, place),
        before=was and store.placed(was).line,
        after=now and store.placed(now).line,
    )


def _sitting(table: Table, replacements: Sequence[Row[Any]], version: int, place: int) -> tuple[str, ...]:
    """Who sat where at a place of the ledger as it stood at a version."""
    state = opening(table)
    for form in sorted(replacements, key=lambda form: form.place):
        if form.place < place and form.since <= version and (form.until is None or form.until > version):
            state = after(state, store.placed(form).line)
    return state.players
