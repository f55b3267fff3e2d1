"""A rule set's sheet, drawn for people."""

from __future__ import annotations

from typing import Any

from sikwu.cli.document import Block, Column, Line, Table
from sikwu.cli.score_view import SEPARATOR, shown
from sikwu.cli.sheet import Sheet
from sikwu.words import say

Json = dict[str, Any]


def list_blocks(described: list[Json], lang: str) -> list[Block]:
    """A line for each rule set."""
    headings = ("key", "name", "tiles", "unit", "minimum")
    columns = [Column(say(lang, "headings", name), number=name in ("tiles", "minimum")) for name in headings]
    rows = []
    for one in described:
        unit = say(lang, "units", one["unit"])
        minimum = next(str(option["default"]) for option in one["options"] if option["key"] == "minimum")
        rows.append((one["key"], Sheet(one["key"], lang).title(), str(one["tiles"]), unit, minimum))
    return [Table(columns, rows, indent=0)]


def sheet_blocks(described: Json, lang: str) -> list[Block]:
    """The rows in the sheet's order with what each takes the place of, then the options, then where it is from."""
    sheet = Sheet(described["key"], lang)
    shapes = ", ".join(say(lang, "shapes", shape) for shape in described["shapes"])
    about = f"{described['tiles']} {say(lang, 'headings', 'tiles')}{SEPARATOR}{shapes}"
    revision = f"{say(lang, 'headings', 'revision')} {described['revision']}"
    return [
        Line(SEPARATOR.join([sheet.title(), described["key"], revision]), "title"),
        Line(about, "", 1),
        Line(f"{say(lang, 'headings', 'source')}: {described['seed']}", "quiet", 1),
        Line(),
        _rows(described, sheet),
        Line(),
        Line(say(lang, "headings", "options"), "heading"),
        _options(described, lang),
    ]


def _rows(described: Json, sheet: Sheet) -> Table:
    lang = sheet.lang
    each = say(lang, "headings", "each")
    columns = [
        Column(say(lang, "headings", "rows")),
        Column(say(lang, "units", described["unit"]), number=True),
        Column(""),
        Column(say(lang, "headings", "takes-place-of")),
        Column(say(lang, "headings", "source"), style="quiet"),
        Column(say(lang, "headings", "key"), style="quiet"),
    ]
    rows = [
        (
            sheet.row(row["key"]),
            str(row["value"]),
            each if row["each"] else "",
            ", ".join(_replaced(entry["key"], sheet) for entry in row["replaces"]),
            row["source"],
            row["key"],
        )
        for row in described["rows"]
    ]
    return Table(columns, rows)


def _replaced(key: str, sheet: Sheet) -> str:
    return say(sheet.lang, "headings", "the-rest") if key == "the rest" else sheet.row(key)


def _options(described: Json, lang: str) -> Table:
    columns = [
        Column(say(lang, "headings", "option")),
        Column(say(lang, "headings", "default")),
        Column(say(lang, "headings", "values")),
        Column(say(lang, "headings", "why"), style="quiet"),
    ]
    rows = [
        (option["key"], shown(option["default"]), _values(option), option["why"]) for option in described["options"]
    ]
    return Table(columns, rows)


def _values(option: Json) -> str:
    if option["type"] == "number":
        least, most = option["least"], option["most"]
        return str(least) if least == most else f"{least}…{most}"
    return ", ".join(option.get("values", ["true", "false"]))
