"""A comparison, drawn for people: a column for each rule set or setting, a mark where they differ."""

from __future__ import annotations

from typing import Any

from sikwu.cli.document import Block, Column, Line, Table
from sikwu.cli.score_view import drawn, shown, signed, win_line
from sikwu.cli.sheet import Sheet
from sikwu.hand import SEATS
from sikwu.words import say

Json = dict[str, Any]
NOTHING, DIFFERS = "–", "≠"


def compare_blocks(requests: list[Json], compared: Json, lang: str) -> list[Block]:
    """The win, the table of rows, sums and net points, then what was refused and why."""
    results: list[Json] = compared["results"]
    sheets = [Sheet(result["rules"], lang) for result in results]
    columns = [Column(""), Column(""), *(Column(name, number=True) for name in _titles(results, sheets))]
    rows = [
        _row(_name(row["key"], results, sheets), [NOTHING if each is None else str(each) for each in row["points"]])
        for row in compared["rows"]
    ]
    rows.append(_row(say(lang, "headings", "sum"), [_fact(result, "uncapped") for result in results]))
    rows.append(_row(say(lang, "headings", "points"), [_worth(*pair) for pair in zip(results, sheets, strict=True)]))
    rows += [_row(_net_title(seat, lang), [_net(result, seat) for result in results]) for seat in SEATS]
    blocks: list[Block] = [Line(_win(requests[0], sheets[0]), "title"), Line(compared["hand"], "tiles", 1), Line()]
    blocks.append(Table(columns, rows))
    blocks += _readings(requests, results, sheets) if "reading" in compared["differs"] else []
    refused = [
        Line(f"{sheet.title()}: {result['error']['message']}", "bad", 1)
        for result, sheet in zip(results, sheets, strict=True)
        if "error" in result
    ]
    if refused:
        blocks += [Line(), *refused]
    if not any(row[0] for row in rows):
        blocks += [Line(), Line(say(lang, "sentences", "nothing-differs"), "quiet", 1)]
    return blocks


def _titles(results: list[Json], sheets: list[Sheet]) -> list[str]:
    if len({result["rules"] for result in results}) > 1:
        return [sheet.rules for sheet in sheets]
    settings = [result.get("options", {}) for result in results]
    return [
        ", ".join(
            f"{key}={shown(value)}" for key, value in own.items() if any(value != other.get(key) for other in settings)
        )
        or say(sheet.lang, "headings", "default")
        for own, sheet in zip(settings, sheets, strict=True)
    ]


def _row(name: str, cells: list[str]) -> tuple[str, ...]:
    return (DIFFERS if len(set(cells)) > 1 else "", name, *cells)


def _win(request: Json, sheet: Sheet) -> str:
    return win_line(request, request["round"], sheet) if {"seat", "round", "win"} <= request.keys() else ""


def _name(key: str, results: list[Json], sheets: list[Sheet]) -> str:
    for result, sheet in zip(results, sheets, strict=True):
        rows = [*result.get("patterns", []), *(result.get("second_hand") or {}).get("patterns", [])]
        if any(row["key"] == key for row in rows):
            return sheet.row(key)
    return key


def _fact(result: Json, name: str) -> str:
    return str(result.get(name, NOTHING))


def _worth(result: Json, sheet: Sheet) -> str:
    if "error" in result:
        return NOTHING
    worth = sheet.worth(result["points"])
    return worth if result["qualifies"] else f"{worth} ({say(sheet.lang, 'reasons', result['reason'])})"


def _net_title(seat: str, lang: str) -> str:
    return f"{say(lang, 'headings', 'net')} {say(lang, 'seats', seat)}"


def _net(result: Json, seat: str) -> str:
    net = result.get("net")
    return signed(net[seat]) if net else NOTHING


def _readings(requests: list[Json], results: list[Json], sheets: list[Sheet]) -> list[Block]:
    shown_readings = [
        (title, "  ".join(drawn(request, result["reading"])))
        for request, result, title in zip(requests, results, _titles(results, sheets), strict=True)
        if result.get("reading")
    ]
    if len({tiles for _, tiles in shown_readings}) < 2:
        return []
    return [Line(), Table([Column(""), Column("", style="tiles")], shown_readings)]
