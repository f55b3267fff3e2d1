"""A score result, drawn for people from its JSON with ``explanation``."""

from __future__ import annotations

from collections import Counter
from typing import Any

from sikwu.cli.document import Block, Column, Line, Table
from sikwu.cli.sheet import Sheet
from sikwu.notation import read_hand
from sikwu.tiles import BY_CODE, CODES, GLYPHS, codes
from sikwu.words import say, times

Json = dict[str, Any]
TEXT_FORM = "\ufe0e"
SEPARATOR = " · "


def score_blocks(request: Json, result: Json, lang: str, everything: bool) -> list[Block]:
    """The whole answer: the win, the hand, the rows, the sum, the payments, the other readings."""
    sheet = Sheet(result["rules"], lang)
    return [
        Line(heading(result, sheet), "title"),
        Line(win_line(request, request["round"], sheet)),
        *win_blocks(request, result, sheet),
        *liable_lines(result, sheet),
        *payment_blocks(result, lang),
        *alternative_blocks(request, result, sheet, everything),
    ]


def heading(result: Json, sheet: Sheet) -> str:
    """The rule set, its revision and the options that differ from their defaults."""
    options = sheet.rule_set.options
    changed = [f"{key}={shown(value)}" for key, value in result["options"].items() if value != options[key].default]
    revision = f"{say(sheet.lang, 'headings', 'revision')} {result['revision']}"
    return SEPARATOR.join([sheet.title(), result["rules"], revision, *changed])


def shown(value: Any) -> str:
    """An option's value as it is typed."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def win_line(win: Json, round_: str, sheet: Sheet) -> str:
    """Who won, on what, from whom, in which round."""
    lang = sheet.lang
    facts = {"seat": say(lang, "seats", win["seat"]), "tile": winning_tile(win)}
    if win.get("hand") is None:
        sentence = "wins-declared"
    elif not facts["tile"]:
        sentence = "wins-flowers"
    elif win["win"] == "self-draw":
        sentence = "wins-self-draw"
    elif win.get("from"):
        sentence = "wins-discard"
        facts["discarder"] = say(lang, "seats", win["from"])
    else:
        sentence = "wins-unknown-discard"
    events = [say(lang, "events", event) for event in win.get("events") or []]
    around = say(lang, "sentences", "round-is", seat=say(lang, "seats", round_))
    return SEPARATOR.join([say(lang, "sentences", sentence, **facts), around, *events])


def winning_tile(win: Json) -> str:
    """The code of the winning tile, or nothing where there is none."""
    winning = None if win.get("hand") is None else read_hand(win["hand"], "optional").winning
    return "" if winning is None else CODES[winning]


def win_blocks(win: Json, result: Json, sheet: Sheet) -> list[Block]:
    """The hand, its rows and their sum; both hands of a win that is paid twice."""
    blocks: list[Block] = []
    if result["reading"] is not None:
        blocks += [Line(), *hand_blocks(win, result["reading"], sheet)]
    blocks += [Line(), row_table(result["patterns"], result.get("explanation"), result["reading"], sheet)]
    second = result.get("second_hand")
    if second:
        title = f"{say(sheet.lang, 'headings', 'second-hand')}{SEPARATOR}{sheet.worth(second['points'])}"
        blocks += [Line(), Line(title, "heading"), *hand_blocks(win, second["reading"], sheet)]
        blocks += [Line(), row_table(second["patterns"], None, second["reading"], sheet)]
    blocks += [*replaced_blocks(result, sheet), Line(), *sum_lines(result, sheet)]
    return blocks


def hand_blocks(win: Json, reading: Json, sheet: Sheet) -> list[Block]:
    """The hand as its groups, in codes and in tiles, and what the winning tile did."""
    lang = sheet.lang
    pieces = drawn(win, reading)
    flowers = codes(read_hand(win["hand"], "optional").flowers)
    if flowers:
        pieces.append(flowers)
    lines: list[Block] = [Line("  ".join(pieces), "tiles", 1), Line("  ".join(map(glyphs, pieces)), "", 1)]
    completes, winning = reading["completes"], reading["winning"]
    if completes == "single":
        sentence, group = "completes-single", ""
    elif completes == "pair":
        sentence, group = "completes-pair", reading["pair"] or winning[:-1] * 2 + winning[-1]
    else:
        sentence, group = "completes", reading["groups"][completes]["tiles"]
    parts = [say(lang, "shapes", reading["shape"]), say(lang, "sentences", sentence, tile=winning, group=group)]
    parts.append(say(lang, "sentences", "waited-for", tiles=" ".join(reading["waits"])))
    return [*lines, Line(SEPARATOR.join(parts), "quiet", 1)]


def drawn(win: Json, reading: Json) -> list[str]:
    """The groups as they lie: declared ones in their brackets, then the pair or pairs, then tiles in no group."""
    groups = [bracketed(reading, index) for index in range(len(reading["groups"]))]
    pairs = reading.get("pairs") or ([reading["pair"]] if reading["pair"] else [])
    rest = Counter(all_tiles(win))
    for tiles in [*(group["tiles"] for group in reading["groups"]), *pairs]:
        rest.subtract(spread(tiles))
    loose = codes([BY_CODE[code] for code in sorted(rest.elements(), key=BY_CODE.__getitem__)])
    return [*groups, *pairs, *([loose] if loose else [])]


def bracketed(reading: Json, index: int) -> str:
    """A group in the brackets of the notation: none for a group that was not declared."""
    group = reading["groups"][index]
    if group["kind"] == "concealed-kong":
        return f"({group['tiles']})"
    if group["concealed"] or index == reading["completes"]:
        return str(group["tiles"])
    return f"[{group['tiles']}]"


def all_tiles(win: Json) -> list[str]:
    """The codes of all tiles of the finished hand but its flowers."""
    counts = read_hand(win["hand"], "optional").counts()
    return [code for code, count in zip(CODES, counts, strict=True) for _ in range(count) if not code.endswith("f")]


def spread(tiles: str) -> list[str]:
    """One code a tile.

    >>> spread("123m")
    ['1m', '2m', '3m']
    """
    return [digit + tiles[-1] for digit in tiles[:-1]]


def glyphs(piece: str) -> str:
    """The tiles of a drawn piece as characters."""
    found, digits = "", ""
    for char in piece:
        if char.isdigit():
            digits += char
        elif char.isalpha():
            found += "".join(GLYPHS[BY_CODE[digit + char]] + TEXT_FORM for digit in digits)
            digits = ""
    return found


def row_table(patterns: list[Json], explanation: Json | None, reading: Json | None, sheet: Sheet) -> Table:
    """A line for each row: its name, its points, the tiles it comes from."""
    lang = sheet.lang
    columns = [
        Column(say(lang, "headings", "rows")),
        Column(say(lang, "headings", "points"), number=True),
        Column(say(lang, "headings", "tiles"), style="tiles"),
    ]
    sources = {row["key"]: row["tiles"] for row in explanation["patterns"]} if explanation else {}
    rows = [
        (
            sheet.row(row["key"]) + times(row["count"]),
            str(row["points"]),
            "; ".join(" ".join(named(part, reading) for part in parts) for parts in sources.get(row["key"], [])),
        )
        for row in patterns
    ]
    return Table(columns, rows)


def named(part: int | str, reading: Json | None) -> str:
    """The tiles of a group of the reading, or of its pair."""
    if reading is None:
        return str(part)
    return bracketed(reading, part) if isinstance(part, int) else str(reading[part])


def replaced_blocks(result: Json, sheet: Sheet) -> list[Block]:
    """The rows that held and gave way, and to which rows."""
    replaced = result["explanation"]["replaced"]
    if not replaced:
        return []
    rows = [(sheet.row(row["key"]) + times(row["count"]), _gives_way(row["by"], sheet)) for row in replaced]
    return [Line(), Line(say(sheet.lang, "headings", "gave-way"), "heading"), Table([Column(""), Column("")], rows)]


def _gives_way(by: str, sheet: Sheet) -> str:
    return say(sheet.lang, "sentences", "gives-way-to", rows=sheet.row(by))


def sum_lines(result: Json, sheet: Sheet) -> list[Block]:
    """What the hand is worth, what the cap took, and whether it reaches the minimum."""
    lang = sheet.lang
    parts = [sheet.worth(result["points"])]
    if result["uncapped"] != result["points"]:
        parts = [say(lang, "sentences", "capped", uncapped=result["uncapped"], points=sheet.worth(result["points"]))]
    if result["limit"]:
        parts.append(say(lang, "sentences", "limit-reached"))
    if result["toward_minimum"] != result["uncapped"]:
        facts = {"toward": result["toward_minimum"], "minimum": result["minimum"]}
        parts.append(say(lang, "sentences", "counts-toward", **facts))
    elif result["minimum"]:
        parts.append(say(lang, "sentences", "minimum-is", minimum=result["minimum"]))
    lines: list[Block] = [Line(SEPARATOR.join(parts), "good" if result["qualifies"] else "bad", 1)]
    if not result["qualifies"]:
        if result["reason"] == "below-minimum":
            why = say(lang, "sentences", "below-minimum", minimum=result["minimum"])
        else:
            why = say(lang, "sentences", "not-qualified", reason=say(lang, "reasons", result["reason"]))
        lines.append(Line(why, "bad", 1))
    return lines


def liable_lines(result: Json, sheet: Sheet) -> list[Block]:
    """Who pays for others, and why, if anybody does."""
    liable = result.get("liable")
    if not liable:
        return []
    lang, reason = sheet.lang, liable["reason"]
    why = sheet.row(reason) if reason in sheet.rule_set.row_index else say(lang, "reasons", reason)
    return [Line(say(lang, "sentences", "liable-is", seat=say(lang, "seats", liable["seat"]), reason=why), "", 1)]


def payment_blocks(result: Json, lang: str) -> list[Block]:
    """Who pays whom how much and for what, and what it comes to for each seat."""
    if not result["payments"]:
        return [Line(), Line(say(lang, "sentences", "nothing-paid"), "quiet", 1)]
    columns = [
        Column(say(lang, "headings", "from")),
        Column(say(lang, "headings", "to")),
        Column(say(lang, "headings", "amount"), number=True),
        Column(say(lang, "headings", "for"), style="quiet"),
    ]
    rows = [
        (
            say(lang, "seats", pay["from"]),
            say(lang, "seats", pay["to"]),
            str(pay["amount"]),
            say(lang, "payment", pay["for"]),
        )
        for pay in result["payments"]
    ]
    return [
        Line(),
        Line(say(lang, "headings", "payments"), "heading"),
        Table(columns, rows),
        Line(net_line(result["net"], lang), "", 1),
    ]


def net_line(net: Json | None, lang: str) -> str:
    """What every seat comes out with."""
    if net is None:
        return say(lang, "sentences", "net-unknown")
    seats = SEPARATOR.join(f"{say(lang, 'seats', seat)} {signed(amount)}" for seat, amount in net.items())
    return f"{say(lang, 'headings', 'net')}: {seats}"


def signed(amount: int) -> str:
    """An amount with its sign.

    >>> signed(64), signed(-64), signed(0)
    ('+64', '−64', '0')
    """
    return f"+{amount}" if amount > 0 else f"−{-amount}" if amount < 0 else "0"


def alternative_blocks(win: Json, result: Json, sheet: Sheet, everything: bool) -> list[Block]:
    """How the other readings of the hand would have scored."""
    others = result["explanation"]["alternatives"]
    if not others:
        return []
    lang = sheet.lang
    title = Line(say(lang, "headings", "other-readings"), "heading")
    if everything:
        blocks: list[Block] = [Line(), title]
        for other in others:
            blocks.append(Line("  ".join(drawn(win, other["reading"])), "tiles", 1))
            blocks.append(row_table(other["patterns"], None, other["reading"], sheet)._replace(indent=2))
            blocks += [line._replace(indent=2) for line in sum_lines(other, sheet)]
        return blocks
    rows = [
        (str(other["points"]), "  ".join(drawn(win, other["reading"])), sheet.rows(other["patterns"]))
        for other in others
    ]
    columns = [Column("", number=True), Column("", style="tiles"), Column("", style="quiet")]
    return [Line(), title, Table(columns, rows)]
