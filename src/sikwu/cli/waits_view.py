"""Waits, drawn for people."""

from __future__ import annotations

from typing import Any

from sikwu.cli.document import Block, Column, Line, Table
from sikwu.cli.score_view import SEPARATOR, glyphs
from sikwu.cli.sheet import Sheet
from sikwu.notation import read_hand
from sikwu.words import say

Json = dict[str, Any]


def waits_blocks(request: Json, result: Json, lang: str, everything: bool) -> list[Block]:
    """The hand read back, how near it is, and a line for each tile that wins or helps."""
    sheet = Sheet(result["rules"], lang)
    hand = str(read_hand(request["hand"], "optional"))
    blocks: list[Block] = [
        Line(SEPARATOR.join([sheet.title(), nearness(result["distance"], lang)]), "title"),
        Line(hand, "tiles", 1),
        Line(),
    ]
    tile, left = (
        Column(say(lang, "headings", "tile"), style="tiles"),
        Column(say(lang, "headings", "left"), number=True),
    )
    if result["waits"]:
        ways = [Column(say(lang, "headings", way)) for way in ("discard", "self-draw")]
        rows = [
            (drawn(wait["tile"]), str(wait["left"]), *(outcome(wait[way], sheet) for way in ("discard", "self-draw")))
            for wait in result["waits"]
        ]
        blocks.append(Table([tile, left, *ways], rows))
    if result["useful"]:
        useful = [(drawn(each["tile"]), str(each["left"])) for each in result["useful"]]
        blocks += [Line(say(lang, "headings", "useful"), "heading"), Table([tile, left], useful)]
    return blocks


def nearness(distance: int, lang: str) -> str:
    """How far from ready, in words."""
    if distance == 0:
        return say(lang, "sentences", "ready-waits")
    if distance == 1:
        return say(lang, "sentences", "distance-one")
    return say(lang, "sentences", "distance", distance=distance)


def drawn(code: str) -> str:
    """A tile as its code and its character."""
    return f"{code} {glyphs(code)}"


def outcome(won: Json | None, sheet: Sheet) -> str:
    """What the win would be worth, or why it would be none."""
    if won is None:
        return say(sheet.lang, "sentences", "cannot-win")
    worth = sheet.worth(won["points"])
    return worth if won["qualifies"] else f"{worth} ({say(sheet.lang, 'reasons', won['reason'])})"
