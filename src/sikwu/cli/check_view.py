"""A hand read back, drawn for people."""

from __future__ import annotations

from typing import Any

from sikwu.cli.document import Block, Column, Line, Table
from sikwu.cli.sheet import Sheet
from sikwu.tiles import BY_CODE, codes
from sikwu.words import say

Json = dict[str, Any]
MOST_NAMED = 8
"""How many things with one reason are named before the rest are only counted."""


def check_blocks(request: Json, result: Json, lang: str, everything: bool) -> list[Block]:
    """The hand in codes and tiles, what keeps it from being a win, what may come next and what may not."""
    sheet = Sheet(result["rules"], lang)
    size = say(lang, "sentences", "still-to-come", tiles=result["size"], needed=result["full_size"])
    problem = result["problem"]
    state = Line(problem["message"], "bad", 1) if problem else Line(say(lang, "sentences", "is-a-win"), "good", 1)
    return [
        Line(sheet.title(), "title"),
        Line(result["hand"], "tiles", 1),
        Line(result["unicode"], "", 1),
        Line(size, "quiet", 1),
        state,
        *_possible(result, lang),
        *_impossible(result, lang),
    ]


def _possible(result: Json, lang: str) -> list[Block]:
    rows = [
        (say(lang, "headings", "tile"), _tiles(result["tiles"])),
        (say(lang, "headings", "winning-tile"), _tiles(result["winning"])),
        *((say(lang, "kinds", kind), _groups(result["groups"], kind)) for kind in _kinds(result)),
        (say(lang, "headings", "events"), ", ".join(each["event"] for each in result["events"] if each["possible"])),
    ]
    there = [row for row in rows if row[1]]
    heading = Line(say(lang, "headings", "possible"), "heading")
    return [Line(), heading, Table([Column(""), Column("")], there)] if there else []


def _kinds(result: Json) -> list[str]:
    return list(dict.fromkeys(group["kind"] for group in result["groups"]))


def _tiles(entries: list[Json]) -> str:
    return codes([BY_CODE[each["tile"]] for each in entries if each["possible"]])


def _groups(entries: list[Json], kind: str) -> str:
    possible = [each["tiles"] for each in entries if each["possible"] and each["kind"] == kind]
    if kind == "chow":
        return " ".join(possible)
    return codes([BY_CODE[tiles[0] + tiles[-1]] for tiles in possible])


def _impossible(result: Json, lang: str) -> list[Block]:
    """A line for each reason, in the order in which the reasons come up."""
    named = [
        *((say(lang, "headings", "tile"), each["tile"], each) for each in result["tiles"]),
        *((say(lang, "headings", "winning-tile"), each["tile"], each) for each in result["winning"]),
        *((say(lang, "kinds", each["kind"]), each["tiles"], each) for each in result["groups"]),
        *((say(lang, "headings", "events"), each["event"], each) for each in result["events"]),
    ]
    reasons: dict[str, tuple[dict[str, None], dict[str, None]]] = {}
    for what, name, entry in named:
        if not entry["possible"]:
            whats, names = reasons.setdefault(entry["why"], ({}, {}))
            whats[what] = names[name] = None
    rows = [(" / ".join(whats), _short(list(names)), why) for why, (whats, names) in reasons.items()]
    columns = [Column(""), Column("", style="tiles"), Column("", style="quiet")]
    return [Line(), Line(say(lang, "headings", "impossible"), "heading"), Table(columns, rows)] if rows else []


def _short(names: list[str]) -> str:
    if len(names) <= MOST_NAMED:
        return " ".join(names)
    return f"{' '.join(names[:3])} … {names[-1]} ({len(names)})"
