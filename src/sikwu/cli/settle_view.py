"""A settlement, drawn for people."""

from __future__ import annotations

from typing import Any

from sikwu.cli.document import Block, Line
from sikwu.cli.score_view import SEPARATOR, heading, liable_lines, net_line, payment_blocks, win_blocks, win_line
from sikwu.cli.sheet import Sheet
from sikwu.words import say

Json = dict[str, Any]


def settle_blocks(request: Json, result: Json, lang: str, everything: bool) -> list[Block]:
    """Every win with its rows, then all payments together, the counters and the next deal."""
    sheet = Sheet(request["rules"], lang)
    scored_here = [scored for scored in result["wins"] if not scored.get("declared")]
    title = heading(scored_here[0], sheet) if scored_here else SEPARATOR.join([sheet.title(), sheet.rules])
    blocks: list[Block] = [Line(title, "title")]
    for number, (win, scored) in enumerate(zip(request.get("wins") or [], result["wins"], strict=True)):
        if number:
            blocks.append(Line())
        blocks += _win(win, scored, request["round"], sheet)
    if not result["wins"]:
        key = "false-win" if request.get("false_win") else "drawn"
        blocks.append(Line(say(lang, "reasons", key)))
    blocks += payment_blocks(result, lang)
    if result["counters"]:
        counters = net_line(result["counters"], lang).split(": ", 1)[1].replace("+", "")
        blocks.append(Line(f"{say(lang, 'headings', 'counters')}: {counters}", "", 1))
    return [*blocks, Line(), Line(next_deal(result["next"], lang))]


def _win(win: Json, scored: Json, round_: str, sheet: Sheet) -> list[Block]:
    blocks: list[Block] = [Line(win_line(win, round_, sheet))]
    if scored.get("declared"):
        rows = ", ".join(map(sheet.row, scored["rows"]))
        blocks.append(Line(SEPARATOR.join(filter(None, [sheet.worth(scored["points"]), rows])), "good", 1))
    else:
        blocks += win_blocks(win, scored, sheet)
    blocks += liable_lines(scored, sheet)
    if not scored["settled"]:
        blocks.append(Line(say(sheet.lang, "sentences", "not-settled"), "bad", 1))
    return blocks


def next_deal(following: Json, lang: str) -> str:
    """Who deals next and why."""
    reason = say(lang, "reasons", following["reason"])
    if following["replay"]:
        return say(lang, "sentences", "deal-replayed", reason=reason)
    if following["dealer_stays"]:
        return say(lang, "sentences", "dealer-stays", reason=reason, streak=following["streak"])
    return say(lang, "sentences", "dealer-passes", reason=reason)
