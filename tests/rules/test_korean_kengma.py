"""The table with the horse race: every row's wins and near misses, every option at every value, ready clashes."""

from __future__ import annotations

from typing import Any

import pytest

from sikwu import SikwuError, settle
from sikwu.rules import load
from sikwu.rules.describe import describe

from .helpers import counts, made, refused, replaced, result

RULES = "korean-kengma"
EDGE_3M = "12m789m55p456p567m + 3m"
HONOR_PAIR = "12m789m44z456p567m + 3m"
NINE_SIDED = "1112345678999m + 5m"
DRAWN: dict[str, Any] = {"win": "self-draw"}
DEALER: dict[str, Any] = {"seat": "east"}

WINS: list[tuple[str, str, dict[str, Any], str]] = [
    ("chows, open, on an edge", "12m55p456p567m[789m] + 3m", {}, "all-chows"),
    ("chows, concealed", EDGE_3M, {}, "all-chows concealed-hand"),
    ("chows, self-drawn", EDGE_3M, DRAWN, "all-chows fully-concealed"),
    ("chows, won on the pair", "123m789m5p456p567m + 5p", {}, "all-chows concealed-hand premium-tile"),
    ("chows and a guest wind", HONOR_PAIR, {}, "concealed-hand"),
    ("three chows", "12m55p555m567p[789m] + 3m", {}, ""),
    ("simples beside chows", "34m55p456p567m[678m] + 2m", {}, "all-chows all-simples"),
    ("simples without chows", "34m55p456p567m[888m] + 2m", {}, "all-simples"),
    ("a terminal spoils simples", "34m55p456p567m[999m] + 2m", {}, ""),
    ("an honor spoils simples", "34m55z456p567m[888m] + 2m", {}, ""),
    ("dragon pungs count one by one", "34m44z456p(5555z)[777+7z] + 2m", {}, "dragon-pung*2"),
    ("a dragon pair is no pung", "34m77z456p567m[888m] + 2m", {}, ""),
    ("the seat wind", "34m77z456p567m[222z] + 2m", {}, "seat-wind"),
    ("the round wind has no row", "34m77z456p567m[111z] + 2m", {}, ""),
    ("the seat wind in its own round counts once", "34m77z456p567m[111z] + 2m", DEALER, "seat-wind"),
    ("concealed with a concealed kong", "34m77z456p567m(8888m) + 2m", {}, "concealed-hand"),
    ("not with an exposed one", "34m77z456p567m[8888m] + 2m", {}, ""),
    ("nor self-drawn", "34m77z456p567m(8888m) + 2m", DRAWN, "fully-concealed"),
    ("an open self-draw", "34m77z456p567m[8888m] + 2m", DRAWN, ""),
    ("flowers one by one", "34m77z456p567m[222z] + 2m 134f", {}, "seat-wind flower*3"),
    ("four flowers", "34m77z456p567m[222z] + 2m 1234f", {}, "seat-wind all-flowers"),
    ("one point, however many likes", "33m99p[222m][555p][888m] + 9p", {}, "premium-tile all-pungs"),
    ("a like in another group", "34m77z456p222m[888p] + 2m", {}, "premium-tile"),
    ("ready", EDGE_3M, {"events": "ready"}, "all-chows concealed-hand ready"),
    ("three pungs", "345m9p[222m][555p][888m] + 9p", {}, "premium-tile"),
    ("one suit and honors, open", "123m456m44z99m[111m] + 9m", {}, "premium-tile half-flush"),
    ("a second suit", "123m456p44z99m[111m] + 9m", {}, "premium-tile"),
    ("a straight, open", "123m56m44p789p[789m] + 4m", {}, "all-chows pure-straight"),
    ("a straight in two suits is none", "123m56m44p678m[789p] + 4m", {}, "all-chows"),
    ("open ready, self-drawn", EDGE_3M, {**DRAWN, "events": "open-ready"}, "all-chows ready fully-concealed open-ready"),
    ("open ready, on a discard", EDGE_3M, {"events": "open-ready"}, "all-chows concealed-hand ready"),
    ("two dragons and a pair", "123m345p7z[555z][666z] + 7z", {}, "dragon-pung*2 premium-tile little-three-dragons"),
    ("two dragons and a wind pair", "123m345p4z[555z][666z] + 4z", {}, "dragon-pung*2 premium-tile"),
    ("the third pung self-drawn", "111m555m678m33p99p + 9p", DRAWN, "premium-tile fully-concealed three-concealed-pungs"),
    ("the third pung by a discard", "111m555m678m33p99p + 9p", {}, "concealed-hand premium-tile"),
    ("seven pairs", "1133m5577p4466z9m + 9m", {}, "concealed-hand premium-tile seven-pairs"),
    ("seven pairs, four alike, self-drawn", "1111m5577p4466z9m + 9m", DRAWN, "premium-tile fully-concealed seven-pairs"),
    ("the last tile", EDGE_3M, {**DRAWN, "events": "last-tile"}, "all-chows fully-concealed last-tile-draw"),
    ("the last discard", EDGE_3M, {"events": "last-tile"}, "all-chows concealed-hand"),
    ("a robbed kong", EDGE_3M, {"events": "robbing-the-kong"}, "all-chows concealed-hand robbing-the-kong"),
    ("a kong's replacement", "34m77z456p567m[8888m] + 2m", {**DRAWN, "events": "kong-replacement"}, "kong-replacement"),
    ("two kongs' replacements", "34m77z456p(8888m)[9999p] + 2m", {**DRAWN, "events": "double-kong-replacement"}, "kong-replacement"),
    ("the last tile, on a kong", "34m77z456p567m[8888m] + 2m", {**DRAWN, "events": "kong-replacement last-tile"}, "last-tile-draw kong-replacement"),
    ("a flower's replacement has no row", EDGE_3M + " 1f", {**DRAWN, "events": "flower-replacement"}, "all-chows flower fully-concealed"),
    ("ready in the first turn", EDGE_3M, {"events": "first-turn-ready"}, "all-chows concealed-hand double-ready"),
    ("and open", EDGE_3M, {**DRAWN, "events": "first-turn-ready open-ready"}, "all-chows fully-concealed open-ready double-ready"),
    ("three winds and a pair", "4z123m[111z][222z][333z] + 4z", {}, "seat-wind premium-tile half-flush little-four-winds"),
    ("the pair is the seat wind", "4z123m[111z][222z][333z] + 4z", {"seat": "north"}, "premium-tile half-flush little-four-winds"),
    ("three winds and a dragon pair", "7z123m[111z][222z][333z] + 7z", {}, "seat-wind premium-tile half-flush"),
    ("one suit, open", "123m456m77m99m[111m] + 9m", {}, "premium-tile full-flush"),
    ("one suit, concealed", "234m567m88m55m(9999m) + 5m", {}, "concealed-hand premium-tile full-flush"),
    ("three dragons", "123m9p[555z][666z][7777z] + 9p", {}, "dragon-pung*3 premium-tile big-three-dragons"),
    ("terminals", "1111999m111199p + 9m", {}, "concealed-hand premium-tile seven-pairs all-terminals"),
    ("terminals and an honor pair", "99m11p[111m][999p][444z] + 9m", {}, "premium-tile all-pungs"),
    ("four concealed, self-drawn", "111m555m333p88p99p + 9p", DRAWN, "premium-tile fully-concealed all-pungs four-concealed-pungs"),
    ("four concealed, the pair by a discard", "111m555m333p8p999p + 8p", {}, "concealed-hand premium-tile all-pungs four-concealed-pungs"),
    ("the fourth by a discard", "111m555m333p88p99p + 9p", {}, "concealed-hand premium-tile all-pungs three-concealed-pungs"),
    ("the last tile is 1p", "123m567m22m234p23p + 1p", {**DRAWN, "events": "last-tile"}, "all-chows fully-concealed moon"),
    ("the last discard is 1p", "123m567m22m234p23p + 1p", {"events": "last-tile"}, "all-chows concealed-hand"),
    ("the last tile is 1m", "567m567p22m234p23m + 1m", {**DRAWN, "events": "last-tile"}, "all-chows fully-concealed last-tile-draw"),
    ("5p on a kong", "123m567m22m46p(9999p) + 5p", {**DRAWN, "events": "kong-replacement"}, "fully-concealed plum-blossom"),
    ("5m on a kong", "123m46m22m567p(9999p) + 5m", {**DRAWN, "events": "kong-replacement"}, "fully-concealed kong-replacement"),
    ("5p on a kong as the last tile", "123m567m22m46p(9999p) + 5p", {**DRAWN, "events": "kong-replacement last-tile"}, "fully-concealed last-tile-draw plum-blossom"),
    ("four winds", "5m[111z][222z][333z][4444z] + 5m", {}, "seat-wind premium-tile all-pungs half-flush big-four-winds"),
    ("honors alone", "55z66z[111z][222z][333z] + 5z", {}, "dragon-pung seat-wind premium-tile all-pungs all-honors"),
    ("all seven honors", "1122334455667z + 7z", {}, "concealed-hand premium-tile seven-pairs all-honors"),
    ("the dealt hand", HONOR_PAIR, {**DEALER, **DRAWN, "events": "initial-deal"}, "fully-concealed heavenly-hand"),
    ("dealt seven pairs", "1133m5577p4466z9m + 9m", {**DEALER, **DRAWN, "events": "initial-deal first-turn"}, "premium-tile fully-concealed seven-pairs heavenly-hand"),
    ("the first draw", HONOR_PAIR, {**DRAWN, "events": "first-turn"}, "fully-concealed earthly-hand"),
    ("a discard in the first turn", HONOR_PAIR, {"events": "first-turn"}, "concealed-hand blessing-of-man"),
    ("a discard to the dealer in the first turn", HONOR_PAIR, {**DEALER, "events": "first-turn"}, "concealed-hand blessing-of-man"),
    ("the dealer's first discard", HONOR_PAIR, {"events": "dealers-first-discard"}, "concealed-hand blessing-of-man"),
    ("the nine-sided wait, by a discard", NINE_SIDED, {}, "concealed-hand premium-tile nine-gates"),
    ("the nine-sided wait, self-drawn", NINE_SIDED, DRAWN, "premium-tile fully-concealed nine-gates"),
    ("the same tiles on another wait", "1112345567899m + 9m", DRAWN, "premium-tile fully-concealed full-flush"),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "facts", "expected"), [win[1:] for win in WINS], ids=[win[0] for win in WINS])
def test_rows(hand: str, facts: dict[str, Any], expected: str) -> None:
    assert made(RULES, hand, **facts) == counts(expected)


def test_every_row_is_won_above() -> None:
    assert {key for win in WINS for key in counts(win[3])} == {row.key for row in load(RULES).rows}


STARRED = {
    "flower",
    "premium-tile",
    "ready",
    "open-ready",
    "last-tile-draw",
    "robbing-the-kong",
    "kong-replacement",
    "all-flowers",
    "moon",
    "plum-blossom",
}
"""The rows that “cannot be used towards having a two point minimum hand”."""
VALUES = {row.key: row.value for row in load(RULES).rows}


@pytest.mark.parametrize(("hand", "facts", "expected"), [win[1:] for win in WINS], ids=[win[0] for win in WINS])
def test_starred_rows_do_not_count_toward_the_minimum(hand: str, facts: dict[str, Any], expected: str) -> None:
    scored = result(RULES, hand, **facts)
    worth = {key: VALUES[key] * count for key, count in counts(expected).items()}
    left_out = STARRED | ({"all-simples"} if "all-chows" in worth else set())
    toward = sum(points for key, points in worth.items() if key not in left_out)
    assert (scored["points"], scored["toward_minimum"]) == (sum(worth.values()), toward)
    assert scored["reason"] == (None if toward >= 2 else "below-minimum")


TAKES = {
    "open-ready": ["ready"],
    "little-three-dragons": ["dragon-pung"],
    "double-ready": ["ready"],
    "little-four-winds": ["seat-wind"],
    "big-three-dragons": ["dragon-pung"],
    "four-concealed-pungs": ["three-concealed-pungs"],
    "all-flowers": ["flower"],
    "moon": ["last-tile-draw"],
    "plum-blossom": ["kong-replacement"],
    "big-four-winds": ["seat-wind"],
    "nine-gates": ["full-flush"],
}


def test_the_sheet_says_whose_place_a_row_takes() -> None:
    said = {row["key"]: [gone["key"] for gone in row["replaces"]] for row in describe(load(RULES))["rows"]}
    assert {key: gone for key, gone in said.items() if gone} == TAKES


@pytest.mark.parametrize(
    ("hand", "facts", "gone"),
    [
        (EDGE_3M, {"events": "first-turn-ready"}, {"ready": "double-ready"}),
        ("34m77z456p567m[222z] + 2m 1234f", {}, {"flower": "all-flowers"}),
        ("123m567m22m234p23p + 1p", {**DRAWN, "events": "last-tile"}, {"last-tile-draw": "moon"}),
        (
            "123m567m22m46p(9999p) + 5p",
            {**DRAWN, "events": "kong-replacement"},
            {"kong-replacement": "plum-blossom"},
        ),
        (NINE_SIDED, {}, {"full-flush": "nine-gates"}),
        ("123m9p[555z][666z][7777z] + 9p", {}, {}),
        ("5m[111z][222z][333z][4444z] + 5m", {}, {}),
        ("111m555m333p8p999p + 8p", {}, {}),
        (EDGE_3M, {**DRAWN, "events": "open-ready"}, {}),
    ],
)
def test_what_gives_way(hand: str, facts: dict[str, Any], gone: dict[str, str]) -> None:
    assert replaced(RULES, hand, **facts) == gone


@pytest.mark.parametrize(
    ("hand", "facts", "key", "tiles"),
    [
        (EDGE_3M, {}, "all-chows", [[0, 1, 2, 3]]),
        ("34m44z456p(5555z)[777+7z] + 2m", {}, "dragon-pung", [[0], [1]]),
        ("34m77z456p567m[222z] + 2m", {}, "seat-wind", [[0]]),
        ("33m99p[222m][555p][888m] + 9p", {}, "all-pungs", [[0, 1, 2, 3]]),
        ("123m56m44p789p[789m] + 4m", {}, "pure-straight", [[0, 1, 2]]),
        ("123m345p7z[555z][666z] + 7z", {}, "little-three-dragons", [[0, 1, "pair"]]),
        ("111m555m333p88p99p + 9p", {}, "three-concealed-pungs", [[0, 1, 2]]),
        ("4z123m[111z][222z][333z] + 4z", {}, "little-four-winds", [[0, 1, 2, "pair"]]),
        ("5m[111z][222z][333z][4444z] + 5m", {}, "big-four-winds", [[0, 1, 2, 3]]),
    ],
)
def test_the_groups_that_made_a_row(hand: str, facts: dict[str, Any], key: str, tiles: list[Any]) -> None:
    explained = result(RULES, hand, **facts, explain=True)["explanation"]
    assert next(pattern["tiles"] for pattern in explained["patterns"] if pattern["key"] == key) == tiles


# Options

WORTH = (
    ("123m56m44z678m[789p] + 4m", {}),
    (HONOR_PAIR, {}),
    (HONOR_PAIR, DRAWN),
    (EDGE_3M, DRAWN),
    ("33m99p[222z][555z][888m] + 9p", {}),
    ("1133m5577p4466z9m + 9m", {}),
)
"""Wins with 0 to 5 points that may count toward the minimum."""


@pytest.mark.parametrize("minimum", range(6))
@pytest.mark.parametrize("toward", range(6))
def test_minimum(minimum: int, toward: int) -> None:
    hand, facts = WORTH[toward]
    scored = result(RULES, hand, **facts, options={"minimum": minimum})
    assert scored["toward_minimum"] == toward
    assert scored["reason"] == (None if toward >= minimum else "below-minimum")
    assert bool(scored["payments"]) == (toward >= minimum and scored["points"] > 0)


def test_simples_beside_chows_do_not_count_but_score() -> None:
    hand = "34m55p456p567m[678m] + 2m"
    for minimum, reason in ((1, None), (2, "below-minimum")):
        scored = result(RULES, hand, options={"minimum": minimum})
        assert (scored["points"], scored["toward_minimum"], scored["reason"]) == (2, 1, reason)


@pytest.mark.parametrize(
    ("hand", "copies"),
    [
        (EDGE_3M, 1),
        ("123m789m5p456p567m + 5p", 3),
        ("3m[222m][555p][888m][999p] + 3m", 2),
        ("33m99p[222m][555p][888m] + 9p", 3),
        (NINE_SIDED.replace("5m", "9m"), 4),
    ],
)
def test_premium(hand: str, copies: int) -> None:
    readings = {"flat": int(copies > 1), "others": copies - 1, "all": copies}
    for value, expected in readings.items():
        assert made(RULES, hand, options={"premium": value}).get("premium-tile", 0) == expected


def test_open_ready() -> None:
    add, replace = ({"open_ready": value} for value in ("add", "replace"))
    events = {**DRAWN, "events": "open-ready"}
    both = counts("all-chows ready fully-concealed open-ready")
    assert made(RULES, EDGE_3M, **events, options=add) == both
    assert made(RULES, EDGE_3M, **events, options=replace) == counts("all-chows fully-concealed open-ready")
    # on a discard only ready scores, and ready in the first turn is never replaced
    assert made(RULES, EDGE_3M, events="open-ready", options=replace) == counts("all-chows concealed-hand ready")
    first = {**DRAWN, "events": "open-ready first-turn-ready"}
    expected = counts("all-chows fully-concealed open-ready double-ready")
    assert made(RULES, EDGE_3M, **first, options=replace) == expected


@pytest.mark.parametrize(
    ("hand", "whole", "parts"),
    [
        ("123m345p7z[555z][666z] + 7z", "premium-tile little-three-dragons", "dragon-pung*2"),
        ("123m9p[555z][666z][7777z] + 9p", "premium-tile big-three-dragons", "dragon-pung*3"),
        ("4z123m[111z][222z][333z] + 4z", "premium-tile half-flush little-four-winds", "seat-wind"),
        ("5m[111z][222z][333z][4444z] + 5m", "premium-tile all-pungs half-flush big-four-winds", "seat-wind"),
    ],
)
def test_dragon_and_wind_parts(hand: str, whole: str, parts: str) -> None:
    assert made(RULES, hand, options={"dragon_and_wind_parts": "add"}) == counts(f"{whole} {parts}")
    assert made(RULES, hand, options={"dragon_and_wind_parts": "include"}) == counts(whole)


def test_parts_of_the_other_kind_are_never_included() -> None:
    # a dragon pung beside the little winds
    hand = "44z77z[111z][222z][333z] + 7z"
    expected = counts("dragon-pung premium-tile all-pungs little-four-winds all-honors")
    assert made(RULES, hand, options={"dragon_and_wind_parts": "include"}) == expected
    # the seat wind beside the little dragons
    hand = "7z123m[222z][555z][666z] + 7z"
    expected = counts("seat-wind premium-tile half-flush little-three-dragons")
    assert made(RULES, hand, options={"dragon_and_wind_parts": "include"}) == expected


def test_all_terminals() -> None:
    pure, mixed = "1111999m111199p + 9m", "99m11p[111m][999p][444z] + 9m"
    honors = "55z66z[111z][222z][333z] + 5z"
    strict, wide = ({"all_terminals": value} for value in ("terminals", "terminals-and-honors"))
    assert made(RULES, pure, options=strict)["all-terminals"] == 1
    assert made(RULES, pure, options=wide)["all-terminals"] == 1
    assert "all-terminals" not in made(RULES, mixed, options=strict)
    assert made(RULES, mixed, options=wide) == counts("premium-tile all-pungs all-terminals")
    assert "all-terminals" not in made(RULES, honors, options=wide)


def test_all_flowers() -> None:
    hand = "34m77z456p567m[222z] + 2m 1234f"
    assert made(RULES, hand, options={"all_flowers": "replace"}) == counts("seat-wind all-flowers")
    assert made(RULES, hand, options={"all_flowers": "add"}) == counts("seat-wind flower*4 all-flowers")


@pytest.mark.parametrize(
    ("hand", "events", "plain", "named"),
    [
        ("123m567m22m234p23p + 1p", "last-tile", "last-tile-draw", "moon"),
        ("123m567m22m46p(9999p) + 5p", "kong-replacement", "kong-replacement", "plum-blossom"),
    ],
)
def test_named_tiles(hand: str, events: str, plain: str, named: str) -> None:
    both = {plain, named}
    for value, expected in (("off", {plain}), ("replace", {named}), ("add", both)):
        assert made(RULES, hand, **DRAWN, events=events, options={"named_tiles": value}).keys() & both == expected


def test_nine_gates_one_suit() -> None:
    included, added = counts("concealed-hand premium-tile nine-gates"), {"full-flush": 1}
    assert made(RULES, NINE_SIDED, options={"nine_gates_one_suit": "include"}) == included
    assert made(RULES, NINE_SIDED, options={"nine_gates_one_suit": "add"}) == included | added


@pytest.mark.parametrize("ante", [0, 10, 100])
def test_ante(ante: int) -> None:
    drawn = result(RULES, EDGE_3M, **DRAWN, options={"ante": ante})
    assert drawn["points"] == 3
    assert drawn["net"] == {"east": -3 - ante, "south": 9 + 3 * ante, "west": -3 - ante, "north": -3 - ante}
    claimed = result(RULES, EDGE_3M, **{"from": "west"}, options={"ante": ante})
    assert claimed["points"] == 2
    assert claimed["net"] == {"east": 0, "south": 4 + 2 * ante, "west": -4 - 2 * ante, "north": 0}


def test_melded_chows() -> None:
    hand = "34m77z456p888m[567m] + 2m"
    assert made(RULES, hand, options={"melded_chows": True}) == {}
    error = refused(RULES, hand, options={"melded_chows": False})
    assert error.code == "bad-group"
    assert "[567m]" in error.message
    assert "melded_chows" in error.message


def test_suits() -> None:
    hand = "11s99p[111m][999m][999s] + 1s"
    error = refused(RULES, hand)
    assert error.code == "tile-not-in-set"
    assert "1s" in error.message
    assert "suits: three" in error.message
    expected = counts("premium-tile all-pungs all-terminals")
    assert made(RULES, hand, options={"suits": "three"}) == expected


def test_no_option_admits_seasons() -> None:
    for suits in ("two", "three"):
        error = refused(RULES, EDGE_3M + " 8f", options={"suits": suits})
        assert error.code == "tile-not-in-set"
        assert "8f" in error.message


@pytest.mark.parametrize("kong", ["(1111m)", "[1111m]", "[111+1m]"])
def test_a_declared_kong_is_no_two_pairs(kong: str) -> None:
    assert refused(RULES, f"7755p44z66z99m{kong} + 9m").code == "not-a-winning-hand"


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("minimum", 6),
        ("premium", "none"),
        ("open_ready", "off"),
        ("dragon_and_wind_parts", True),
        ("all_terminals", "honors"),
        ("all_flowers", "off"),
        ("named_tiles", "include"),
        ("nine_gates_one_suit", "off"),
        ("ante", -1),
        ("melded_chows", 1),
        ("suits", "one"),
        ("multiple_winners", "both"),
    ],
)
def test_wrong_values(option: str, value: object) -> None:
    error = refused(RULES, EDGE_3M, options={option: value})
    assert (error.code, error.field) == ("bad-option", f"options.{option}")


def test_this_table_has_no_promise_of_ready() -> None:
    # fully concealed is two points, on a discard concealed is one
    scored = result(RULES, HONOR_PAIR, **DRAWN, events="ready")
    assert scored["qualifies"]
    assert refused(RULES, HONOR_PAIR, options={"ready_promise": "off"}).code == "unknown-option"


# Several winners


def claimed(seat: str, hand: str, *events: str) -> dict[str, Any]:
    return {"seat": seat, "hand": hand, "win": "discard", "from": "south", "events": list(events)}


def deal(*wins: dict[str, Any], **options: Any) -> dict[str, Any]:
    return settle({"rules": RULES, "round": "east", "wins": list(wins), "options": options}).to_json()


WEST, EAST = "12m789m55p456p567m + 3m", "24m11p789p[777z][111z] + 3m"
NORTH = "12m678m66p678p456m + 3m"


def test_multiple_winners() -> None:
    nearest = deal(claimed("east", EAST), claimed("west", WEST), multiple_winners="nearest")
    assert nearest["net"] == {"east": 0, "south": -4, "west": 4, "north": 0}
    assert [win["settled"] for win in nearest["wins"]] == [False, True]
    every = deal(claimed("east", EAST), claimed("west", WEST), multiple_winners="all", ante=10)
    assert every["net"] == {"east": 24, "south": -48, "west": 24, "north": 0}


@pytest.mark.parametrize("ready", ["ready", "first-turn-ready", "open-ready"])
@pytest.mark.parametrize("who_wins", ["nearest", "all"])
def test_nobody_declares_ready_after_an_open_ready(ready: str, who_wins: str) -> None:
    with pytest.raises(SikwuError) as caught:
        deal(claimed("north", NORTH, ready), claimed("west", WEST, "open-ready"), multiple_winners=who_wins)
    assert caught.value.code == "impossible-event"
    assert "open ready" in caught.value.message


@pytest.mark.parametrize("ready", ["ready", "first-turn-ready"])
def test_other_readies_stand_beside_each_other(ready: str) -> None:
    settled = deal(claimed("north", NORTH, ready), claimed("west", WEST, "ready"), multiple_winners="all")
    assert [win["settled"] for win in settled["wins"]] == [True, True]


def test_one_open_ready_beside_a_win_without_ready() -> None:
    settled = deal(claimed("north", NORTH), claimed("west", WEST, "open-ready"), multiple_winners="all")
    assert [win["settled"] for win in settled["wins"]] == [True, True]


def test_the_clash_is_seen_in_declared_wins_too() -> None:
    worth = {"seat": "north", "points": 5, "win": "discard", "from": "south", "events": ["ready"]}
    with pytest.raises(SikwuError) as caught:
        deal(worth, claimed("west", WEST, "open-ready"))
    assert caught.value.code == "impossible-event"


# Names


def test_every_row_has_a_korean_chinese_and_english_name() -> None:
    sheet = load(RULES)
    named = {row.key: {lang: sheet.name_of(row, lang) for lang in ("ko", "zh", "en")} for row in sheet.rows}
    assert named["open-ready"] == {"ko": "불러", "zh": "明聽", "en": "Open Ready (Bulhe)"}
    for lang in ("ko", "zh"):
        assert [key for key, names in named.items() if names[lang] == names["en"]] == []
