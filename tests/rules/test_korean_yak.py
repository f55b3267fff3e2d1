"""The Yak tables: every row's wins and near misses, every option at every value, the ready promise, the payments."""

from __future__ import annotations

from typing import Any

import pytest

from sikwu import SikwuError, settle
from sikwu.rules import load
from sikwu.rules.describe import describe

from .helpers import counts, made, refused, replaced, result

RULES = "korean-yak"
CLOSED_8P = "123m567m22m234p79p + 8p"
TWO_SIDED = "234m567m88m234p67p + 8p"
SHANPON = "123m567p234p99m77z + 7z"
NINE_SIDED = "1112345678999m + 5m"
DRAWN: dict[str, Any] = {"win": "self-draw"}
DEALER: dict[str, Any] = {"seat": "east"}

WINS: list[tuple[str, str, dict[str, Any], str]] = [
    ("dragon pungs count one by one", "234m567p8p[555z][777z] + 8p", {}, "dragon-pung*2 genshow*2"),
    ("kongs of dragons too", "234m567p8p(5555z)[777+7z] + 8p", {}, "dragon-pung*2 genshow*2"),
    ("a dragon pair is no pung", "34m567p66z[111z][222z] + 2m", {}, "prevalent-wind seat-wind genshow"),
    ("a guest wind is nothing", "234m567p8p[444z][333z] + 8p", {}, "genshow*2"),
    ("one wind that is both", "234m678m99p45p[111z] + 6p", DEALER, "double-wind genshow"),
    ("a kong that is both", "234m678m99p45p[3333z] + 6p", {"seat": "west", "round": "west"}, "double-wind genshow"),
    ("both winds, but two of them", "234m99p45p[222z][111z] + 6p", {}, "prevalent-wind seat-wind genshow"),
    ("neither wind", "234m678m99p45p[111z] + 6p", {"round": "south"}, "genshow"),
    ("a concealed kong keeps the hand concealed", "123m567p44z12p(9999p) + 3p", {}, "concealed-hand genshow"),
    ("an exposed kong does not", "123m567p44z12p[9999p] + 3p", {}, "genshow"),
    ("self-draw beside concealed", "123m567p44z12p(9999p) + 3p", DRAWN, "concealed-hand concealed-self-draw genshow"),
    ("an open self-draw", "123m567p44z12p[9999p] + 3p", DRAWN, "genshow"),
    ("simples, open, beside a flower", "2m345m678p[333p][777m] + 2m 3f", {}, "all-simples genshow*2 flower"),
    ("one terminal spoils simples", "4m123m678p[333p][777m] + 4m", {}, "genshow*2"),
    ("an honor pair spoils simples", "4z345m678p[333p][777m] + 4z", {}, "genshow*2"),
    ("sequences, two-sided, on a discard", "11m345m678m234p67p + 8p", {}, "concealed-hand all-sequences genshow"),
    ("won at the other end", "11m345m678m234p67p + 5p", {}, "concealed-hand all-sequences genshow"),
    ("sequences on an edge", "11m345m678m234p89p + 7p", {}, "concealed-hand genshow"),
    ("sequences on the low edge", "11m345m678m567p12p + 3p", {}, "concealed-hand genshow"),
    ("sequences on a closed wait", "11m345m678m234p68p + 7p", {}, "concealed-hand genshow"),
    ("sequences on the pair", "1m345m678m234p678p + 1m", {}, "concealed-hand genshow*2"),
    ("sequences self-drawn", "11m345m678m234p67p + 8p", DRAWN, "concealed-hand concealed-self-draw genshow"),
    ("sequences with a dragon pair", "77z345m678m234p67p + 8p", {}, "concealed-hand genshow"),
    ("sequences with the round wind", "11z345m678m234p67p + 8p", {}, "concealed-hand genshow"),
    ("sequences with the seat wind", "22z345m678m234p67p + 8p", {}, "concealed-hand genshow"),
    ("sequences with a guest wind", "44z345m678m234p67p + 8p", {}, "concealed-hand all-sequences genshow"),
    ("three sequences and a triplet", "11m345m678m222p67p + 8p", {}, "concealed-hand genshow"),
    ("two-sided is the shape, though every 5p is held", "123m33445555p67p + 8p", {}, "concealed-hand all-sequences genshow"),
    ("two readings, one of them two-sided", "11m345m678m12345p + 3p", {}, "concealed-hand all-sequences genshow*2"),
    ("one suit and honors, open", "123m456m44z99m[111m] + 9m", {}, "mixed-one-suit genshow*3"),
    ("two suits and honors", "123p456m44z99m[111m] + 9m", {}, "genshow*3"),
    ("one suit alone, open", "123m456m77m99m[111m] + 9m", {}, "genshow*3"),
    ("one suit alone, concealed", "234m234m567m88m55m + 5m", {}, "concealed-hand all-simples pure-one-suit genshow*4"),
    ("one suit with a concealed kong", "234m567m88m55m(9999m) + 5m", {}, "concealed-hand pure-one-suit genshow*4"),
    ("four triplets, open", "33m99p[222m][555p][888m] + 9p", {}, "all-triplets genshow*3"),
    ("three triplets", "345m9p[222m][555p][888m] + 9p", {}, "genshow*2"),
    ("a straight", "123456789m222p6z + 6z", {}, "concealed-hand pure-straight genshow*2"),
    ("a straight in two suits is none", "123456m789p222p6z + 6z", {}, "concealed-hand genshow*2"),
    ("seven pairs", "1133m5577p4466z9m + 9m", {}, "concealed-hand seven-pairs genshow*2"),
    ("seven pairs, four alike", "1111m5577p4466z9m + 9m", DRAWN, "concealed-hand concealed-self-draw seven-pairs genshow*2"),
    ("the third triplet self-drawn", "111m555m678m33p99p + 9p", DRAWN, "concealed-hand concealed-self-draw three-concealed-triplets genshow*3"),
    ("the third triplet by a discard", "111m555m678m33p99p + 9p", {}, "concealed-hand genshow*3"),
    ("three concealed beside a melded one", "111m555m3p(9999p)[222z] + 3p", {}, "seat-wind all-triplets three-concealed-triplets genshow*2"),
    ("four concealed, self-drawn", "111m555m333p88p99p + 9p", DRAWN, "concealed-hand concealed-self-draw all-triplets four-concealed-triplets genshow*3"),
    ("the fourth by a discard", "111m555m333p88p99p + 9p", {}, "concealed-hand all-triplets three-concealed-triplets genshow*3"),
    ("four concealed, the pair by a discard", "111m555m333p8p999p + 8p", {}, "concealed-hand all-triplets four-concealed-triplets genshow*2"),
    ("ready in the first turn", CLOSED_8P, {"events": "first-turn-ready"}, "concealed-hand first-turn-ready genshow"),
    ("two dragons and a pair", "123m345p7z[555z][666z] + 7z", {}, "little-three-dragons genshow*2"),
    ("two dragons and a wind pair", "123m345p4z[555z][666z] + 4z", {}, "dragon-pung*2 genshow*2"),
    ("three dragons", "123m9p[555z][666z][7777z] + 9p", {}, "big-three-dragons genshow*2"),
    ("terminals and honors", "99m11p[111m][999p][444z] + 9m", {}, "all-triplets all-terminals-honors genshow*3"),
    ("one simple pair spoils them", "99m22p[111m][999p][444z] + 9m", {}, "all-triplets genshow*3"),
    ("terminals alone", "1111999m111199p + 9m", {}, "concealed-hand seven-pairs all-terminals-honors genshow*4"),
    ("three winds and a pair", "4z123m[111z][222z][333z] + 4z", {}, "mixed-one-suit little-four-winds genshow*2"),
    ("three winds and a pair, one of them both", "4z123m[111z][222z][333z] + 4z", DEALER, "mixed-one-suit little-four-winds genshow*2"),
    ("three winds and a dragon pair", "7z123m[111z][222z][333z] + 7z", {}, "prevalent-wind seat-wind mixed-one-suit genshow*2"),
    ("four winds", "5m[111z][222z][333z][4444z] + 5m", {}, "mixed-one-suit all-triplets big-four-winds genshow*2"),
    ("honors alone", "55z66z[111z][222z][333z] + 5z", {}, "dragon-pung prevalent-wind seat-wind all-triplets all-honors genshow*3"),
    ("all seven honors", "1122334455667z + 7z", {}, "concealed-hand seven-pairs all-honors genshow*2"),
    ("the dealt hand", CLOSED_8P, {**DEALER, **DRAWN, "events": "initial-deal"}, "concealed-hand concealed-self-draw blessing-of-heaven genshow"),
    ("the dealt hand is no blessing of earth", CLOSED_8P, {**DEALER, **DRAWN, "events": "initial-deal first-turn"}, "concealed-hand concealed-self-draw blessing-of-heaven genshow"),
    ("dealt seven pairs", "1133m5577p4466z9m + 9m", {**DEALER, **DRAWN, "events": "initial-deal"}, "concealed-hand concealed-self-draw seven-pairs genshow*2"),
    ("the first draw", CLOSED_8P, {**DRAWN, "events": "first-turn"}, "concealed-hand concealed-self-draw blessing-of-earth genshow"),
    ("a discard in the first turn", CLOSED_8P, {"events": "first-turn"}, "concealed-hand blessing-of-man genshow"),
    ("a discard to the dealer in the first turn", CLOSED_8P, {**DEALER, "events": "first-turn"}, "concealed-hand blessing-of-man genshow"),
    ("the dealer's first discard", CLOSED_8P, {"events": "dealers-first-discard"}, "concealed-hand blessing-of-man genshow"),
    ("the nine-sided wait, by a discard", NINE_SIDED, {}, "concealed-hand nine-gates genshow*2"),
    ("the nine-sided wait, self-drawn", NINE_SIDED, DRAWN, "concealed-hand concealed-self-draw nine-gates genshow*2"),
    ("the same tiles on another wait", "1112345567899m + 9m", {}, "concealed-hand pure-one-suit genshow*3"),
    ("the same tiles on another wait, self-drawn", "1112345567899m + 9m", DRAWN, "concealed-hand concealed-self-draw pure-one-suit genshow*3"),
    ("ready", TWO_SIDED, {"events": "ready"}, "concealed-hand all-simples all-sequences ready genshow"),
    ("every copy of the winning tile", "567p88p67p[888m][777z] + 8p", {}, "dragon-pung genshow*3"),
    ("three flowers", "123m567p44z12p(9999p) + 3p 134f", {}, "concealed-hand genshow flower*3"),
    ("four flowers", "123m567p44z12p(9999p) + 3p 1234f", {}, "concealed-hand genshow all-flowers"),
    ("open ready implies ready", TWO_SIDED, {"events": "open-ready"}, "concealed-hand all-simples all-sequences ready genshow open-ready"),
    ("open ready beside ready in the first turn", TWO_SIDED, {"events": "open-ready first-turn-ready"}, "concealed-hand all-simples all-sequences first-turn-ready genshow open-ready"),
    ("a robbed kong is a discard", TWO_SIDED, {"events": "robbing-the-kong"}, "concealed-hand all-simples all-sequences genshow robbing-the-kong"),
    ("a kong's replacement", "123m567p44z12p(9999p) + 3p", {**DRAWN, "events": "kong-replacement"}, "concealed-hand concealed-self-draw genshow kong-replacement"),
    ("a flower's replacement is a self-draw", "123m567p44z12p(9999p) + 3p 2f", {**DRAWN, "events": "flower-replacement"}, "concealed-hand concealed-self-draw genshow flower"),
    ("the last tile, on a kong's replacement", "123m567p44z12p(9999p) + 3p", {**DRAWN, "events": "kong-replacement last-tile"}, "concealed-hand concealed-self-draw genshow kong-replacement last-tile-draw"),
    ("the last tile, on a flower's replacement", "123m567p44z12p(9999p) + 3p 2f", {**DRAWN, "events": "flower-replacement last-tile"}, "concealed-hand concealed-self-draw genshow flower last-tile-draw"),
    ("the last discard", CLOSED_8P, {"events": "last-tile"}, "concealed-hand genshow last-tile-claim"),
    ("the last tile is 1p", "123m567m22m234p23p + 1p", {**DRAWN, "events": "last-tile"}, "concealed-hand concealed-self-draw genshow last-tile-draw-1-dot"),
    ("the last discard is 1p", "123m567m22m234p23p + 1p", {"events": "last-tile"}, "concealed-hand all-sequences genshow last-tile-claim-1-dot"),
    ("1p before the last tile", "123m567m22m234p23p + 1p", DRAWN, "concealed-hand concealed-self-draw genshow"),
    ("the last tile is 1m", "567m567p22m234p23m + 1m", {**DRAWN, "events": "last-tile"}, "concealed-hand concealed-self-draw genshow last-tile-draw"),
    ("5p on a kong", "123m567m22m46p(9999p) + 5p", {**DRAWN, "events": "kong-replacement"}, "concealed-hand concealed-self-draw genshow kong-replacement-5-dot"),
    ("5p on a kong as the last tile", "123m567m22m46p(9999p) + 5p", {**DRAWN, "events": "kong-replacement last-tile"}, "concealed-hand concealed-self-draw genshow kong-replacement-5-dot last-tile-draw"),
    ("5m on a kong", "123m46m22m567p(9999p) + 5m", {**DRAWN, "events": "kong-replacement"}, "concealed-hand concealed-self-draw genshow kong-replacement"),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "facts", "expected"), [win[1:] for win in WINS], ids=[win[0] for win in WINS])
def test_rows(hand: str, facts: dict[str, Any], expected: str) -> None:
    assert made(RULES, hand, **facts) == counts(expected)


def test_every_row_is_won_above() -> None:
    assert {key for win in WINS for key in counts(win[3])} == {row.key for row in load(RULES).rows}


BASIC = [row.key for row in load(RULES).rows][:26]
VALUES = {row.key: row.value for row in load(RULES).rows}


@pytest.mark.parametrize(("hand", "facts", "expected"), [win[1:] for win in WINS], ids=[win[0] for win in WINS])
def test_basic_rows_and_only_they_count_toward_the_minimum(hand: str, facts: dict[str, Any], expected: str) -> None:
    worth = {key: VALUES[key] * count for key, count in counts(expected).items()}
    scored = result(RULES, hand, **facts)
    basic = sum(points for key, points in worth.items() if key in BASIC)
    assert scored["toward_minimum"] == basic
    assert scored["points"] == sum(worth.values())
    if "ready" not in facts.get("events", ""):
        assert scored["qualifies"] == (basic >= 2)


TAKES = {
    "double-wind": ["prevalent-wind", "seat-wind"],
    "first-turn-ready": ["ready"],
    "little-three-dragons": ["dragon-pung"],
    "big-three-dragons": ["dragon-pung"],
    "four-concealed-triplets": ["three-concealed-triplets"],
    "little-four-winds": ["prevalent-wind", "seat-wind", "double-wind"],
    "big-four-winds": ["prevalent-wind", "seat-wind", "double-wind"],
    "nine-gates": ["pure-one-suit"],
    "all-flowers": ["flower"],
    "last-tile-draw-1-dot": ["last-tile-draw"],
    "last-tile-claim-1-dot": ["last-tile-claim"],
    "kong-replacement-5-dot": ["kong-replacement"],
}


def test_the_sheet_says_whose_place_a_row_takes() -> None:
    said = {row["key"]: [gone["key"] for gone in row["replaces"]] for row in describe(load(RULES))["rows"]}
    assert {key: gone for key, gone in said.items() if gone} == TAKES


@pytest.mark.parametrize(
    ("hand", "facts", "gone"),
    [
        ("234m678m99p45p[111z] + 6p", DEALER, {"prevalent-wind": "double-wind", "seat-wind": "double-wind"}),
        (CLOSED_8P, {"events": "first-turn-ready"}, {"ready": "first-turn-ready"}),
        ("123m345p7z[555z][666z] + 7z", {}, {"dragon-pung": "little-three-dragons"}),
        ("123m9p[555z][666z][7777z] + 9p", {}, {"dragon-pung": "big-three-dragons"}),
        (
            "4z123m[111z][222z][333z] + 4z",
            {},
            {"prevalent-wind": "little-four-winds", "seat-wind": "little-four-winds"},
        ),
        (
            "5m[111z][222z][333z][4444z] + 5m",
            {},
            {"prevalent-wind": "big-four-winds", "seat-wind": "big-four-winds"},
        ),
        (NINE_SIDED, {}, {"pure-one-suit": "nine-gates"}),
        ("123m567p44z12p(9999p) + 3p 1234f", {}, {"flower": "all-flowers"}),
        (
            "123m567m22m234p23p + 1p",
            {**DRAWN, "events": "last-tile"},
            {"last-tile-draw": "last-tile-draw-1-dot"},
        ),
        ("123m567m22m234p23p + 1p", {"events": "last-tile"}, {"last-tile-claim": "last-tile-claim-1-dot"}),
        (
            "123m567m22m46p(9999p) + 5p",
            {**DRAWN, "events": "kong-replacement"},
            {"kong-replacement": "kong-replacement-5-dot"},
        ),
        ("111m555m333p8p999p + 8p", {}, {}),
        ("234m567p8p[555z][777z] + 8p", {}, {}),
    ],
)
def test_what_gives_way(hand: str, facts: dict[str, Any], gone: dict[str, str]) -> None:
    assert replaced(RULES, hand, **facts) == gone


def test_a_wind_that_is_both_gives_way_to_the_four_winds_row_too() -> None:
    explained = result(RULES, "4z123m[111z][222z][333z] + 4z", **DEALER, explain=True)["explanation"]
    assert {gone["key"] for gone in explained["replaced"]} == {"prevalent-wind", "seat-wind", "double-wind"}


@pytest.mark.parametrize(
    ("hand", "facts", "key", "tiles"),
    [
        ("234m567p8p[555z][777z] + 8p", {}, "dragon-pung", [[0], [1]]),
        ("34m567p66z[111z][222z] + 2m", {}, "prevalent-wind", [[0]]),
        ("34m567p66z[111z][222z] + 2m", {}, "seat-wind", [[1]]),
        ("234m678m99p45p[111z] + 6p", DEALER, "double-wind", [[0]]),
        ("11m345m678m234p67p + 8p", {}, "all-sequences", [[0, 1, 2, 3]]),
        ("123456789m222p6z + 6z", {}, "pure-straight", [[0, 1, 2]]),
        ("33m99p[222m][555p][888m] + 9p", {}, "all-triplets", [[0, 1, 2, 3]]),
        ("111m555m333p88p99p + 9p", {}, "three-concealed-triplets", [[0, 1, 2]]),
        ("123m345p7z[555z][666z] + 7z", {}, "little-three-dragons", [[0, 1, "pair"]]),
        ("123m9p[555z][666z][7777z] + 9p", {}, "big-three-dragons", [[0, 1, 2]]),
        ("4z123m[111z][222z][333z] + 4z", {}, "little-four-winds", [[0, 1, 2, "pair"]]),
        ("5m[111z][222z][333z][4444z] + 5m", {}, "big-four-winds", [[0, 1, 2, 3]]),
        ("1133m5577p4466z9m + 9m", {}, "seven-pairs", []),
        ("234m567p8p[555z][777z] + 8p", {}, "genshow", []),
    ],
)
def test_the_groups_that_made_a_row(hand: str, facts: dict[str, Any], key: str, tiles: list[Any]) -> None:
    explained = result(RULES, hand, **facts, explain=True)["explanation"]
    assert next(pattern["tiles"] for pattern in explained["patterns"] if pattern["key"] == key) == tiles


# Options

WORTH_BASIC = (
    ("123m567p44z12p[9999p] + 3p", {}),
    (CLOSED_8P, {}),
    (CLOSED_8P, DRAWN),
    (TWO_SIDED, DRAWN),
    ("33m99p[222z][555z][888m] + 9p", {}),
    ("1133m5577p4466z9m + 9m", {}),
)
"""Wins worth 0 to 5 basic points."""


@pytest.mark.parametrize("minimum", range(6))
@pytest.mark.parametrize("basic", range(6))
def test_minimum(minimum: int, basic: int) -> None:
    hand, facts = WORTH_BASIC[basic]
    scored = result(RULES, hand, **facts, options={"minimum": minimum})
    assert scored["toward_minimum"] == basic
    assert scored["reason"] == (None if basic >= minimum else "below-minimum")
    assert bool(scored["payments"]) == (basic >= minimum)


@pytest.mark.parametrize(
    ("hand", "facts", "plain", "named"),
    [
        ("123m567m22m234p23p + 1p", {**DRAWN, "events": "last-tile"}, "last-tile-draw", "last-tile-draw-1-dot"),
        ("123m567m22m234p23p + 1p", {"events": "last-tile"}, "last-tile-claim", "last-tile-claim-1-dot"),
        (
            "123m567m22m46p(9999p) + 5p",
            {**DRAWN, "events": "kong-replacement"},
            "kong-replacement",
            "kong-replacement-5-dot",
        ),
    ],
)
def test_named_tiles(hand: str, facts: dict[str, Any], plain: str, named: str) -> None:
    both = {plain, named}
    for value, expected in (("off", {plain}), ("replace", {named}), ("add", both)):
        assert made(RULES, hand, **facts, options={"named_tiles": value}).keys() & both == expected


def test_all_flowers() -> None:
    hand = "123m567p44z12p(9999p) + 3p 1234f"
    assert made(RULES, hand, options={"all_flowers": "replace"}) == {
        "concealed-hand": 1,
        "genshow": 1,
        "all-flowers": 1,
    }
    added = {"concealed-hand": 1, "genshow": 1, "flower": 4, "all-flowers": 1}
    assert made(RULES, hand, options={"all_flowers": "add"}) == added


def test_nine_gates_one_suit() -> None:
    included = {"concealed-hand": 1, "nine-gates": 1, "genshow": 2}
    assert made(RULES, NINE_SIDED, options={"nine_gates_one_suit": "include"}) == included
    added = {"concealed-hand": 1, "pure-one-suit": 1, "nine-gates": 1, "genshow": 2}
    assert made(RULES, NINE_SIDED, options={"nine_gates_one_suit": "add"}) == added


@pytest.mark.parametrize("ante", [0, 10, 100])
def test_ante(ante: int) -> None:
    drawn = result(RULES, TWO_SIDED, **DRAWN, options={"ante": ante})
    assert drawn["points"] == 4
    assert drawn["net"] == {"east": -4 - ante, "south": 12 + 3 * ante, "west": -4 - ante, "north": -4 - ante}
    claimed = result(RULES, TWO_SIDED, **{"from": "north"}, options={"ante": ante})
    assert claimed["points"] == 4
    assert claimed["net"] == {"east": 0, "south": 8 + 2 * ante, "west": 0, "north": -8 - 2 * ante}
    assert {payment["for"] for payment in drawn["payments"] + claimed["payments"]} == {"hand"}


def test_a_discarder_who_is_not_named_pays_without_a_net() -> None:
    scored = result(RULES, TWO_SIDED)
    assert scored["payments"] == [{"from": "discarder", "to": "south", "amount": 8, "for": "hand"}]
    assert scored["net"] is None


def test_melded_chows() -> None:
    hand = "99p567p67p[234m][777z] + 8p"
    error = refused(RULES, hand)
    assert error.code == "bad-group"
    assert "[234m]" in error.message
    assert "melded_chows" in error.message
    assert made(RULES, hand, options={"melded_chows": True}) == {"dragon-pung": 1, "genshow": 1}
    open_sequences = "99p567p67p[234m][345m] + 8p"
    assert made(RULES, open_sequences, options={"melded_chows": True}) == {"genshow": 1}


def test_suits() -> None:
    hand = "234m567s88m234p67p + 8p"
    error = refused(RULES, hand)
    assert error.code == "tile-not-in-set"
    assert "5s" in error.message
    assert "suits: three" in error.message
    three = {"concealed-hand": 1, "all-simples": 1, "all-sequences": 1, "genshow": 1}
    assert made(RULES, hand, options={"suits": "three"}) == three


@pytest.mark.parametrize("suits", ["two", "three"])
def test_no_option_admits_seasons(suits: str) -> None:
    error = refused(RULES, TWO_SIDED + " 5f", options={"suits": suits})
    assert error.code == "tile-not-in-set"
    assert "5f" in error.message
    assert "no option" in error.message


def test_a_group_is_looked_at_before_the_set() -> None:
    assert refused(RULES, "99p567p67p[234s][777z] + 8p").code == "bad-group"


@pytest.mark.parametrize("kong", ["(1111m)", "[1111m]", "[111+1m]"])
def test_a_declared_kong_is_no_two_pairs(kong: str) -> None:
    assert refused(RULES, f"7755p44z66z99m{kong} + 9m").code == "not-a-winning-hand"


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("minimum", 6),
        ("minimum", -1),
        ("minimum", "2"),
        ("minimum", True),
        ("ante", 101),
        ("ante", 1.5),
        ("named_tiles", "keep"),
        ("all_flowers", "include"),
        ("nine_gates_one_suit", "replace"),
        ("ready_promise", "all"),
        ("melded_chows", "true"),
        ("suits", 2),
        ("multiple_winners", "none"),
    ],
)
def test_wrong_values(option: str, value: object) -> None:
    error = refused(RULES, TWO_SIDED, options={option: value})
    assert (error.code, error.field) == ("bad-option", f"options.{option}")


# The promise of ready

PROMISE = ("off", "winning-tile", "every-wait")


@pytest.mark.parametrize(
    ("hand", "facts", "reasons"),
    [
        # self-drawn two basic points, of which a discard would leave one
        (CLOSED_8P, {**DRAWN, "events": "ready"}, (None, "ready-too-cheap", "ready-too-cheap")),
        (CLOSED_8P, {**DRAWN, "events": "open-ready"}, (None, "ready-too-cheap", "ready-too-cheap")),
        (CLOSED_8P, DRAWN, (None, None, None)),
        # on a discard one basic point is below the minimum, and that is the reason whatever was promised
        (CLOSED_8P, {"events": "ready"}, ("below-minimum",) * 3),
        # the ready events themselves count: five basic points in the first turn
        (CLOSED_8P, {**DRAWN, "events": "first-turn-ready"}, (None, None, None)),
        # a two-sided wait gives all sequences on a discard
        ("11m345m678m234p67p + 8p", {**DRAWN, "events": "ready"}, (None, None, None)),
        # red dragon or 9m: the dragon keeps the promise for itself, not for the 9m
        (SHANPON, {"events": "ready"}, (None, None, "ready-too-cheap")),
        (SHANPON, {**DRAWN, "events": "ready"}, (None, None, "ready-too-cheap")),
        ("123m567p234p99m77z + 9m", {**DRAWN, "events": "ready"}, (None, "ready-too-cheap", "ready-too-cheap")),
        # every wait of this one keeps all simples or all sequences: 5p, 8p
        (TWO_SIDED, {**DRAWN, "events": "ready"}, (None, None, None)),
        # nothing but the ready events is looked at: neither the last tile nor the first turn
        (CLOSED_8P, {"events": "ready first-turn"}, (None, "ready-too-cheap", "ready-too-cheap")),
        (CLOSED_8P, {**DRAWN, "events": "ready last-tile"}, (None, "ready-too-cheap", "ready-too-cheap")),
        # three concealed triplets by self-draw are two on a discard, but seven pairs are seven pairs
        ("111m555m678m33p99p + 9p", {**DRAWN, "events": "ready"}, (None, "ready-too-cheap", "ready-too-cheap")),
        ("1133m5577p4466z9m + 9m", {**DRAWN, "events": "ready"}, (None, None, None)),
    ],
)
def test_ready_promises_the_minimum_on_a_discard(
    hand: str, facts: dict[str, Any], reasons: tuple[str | None, ...]
) -> None:
    for value, reason in zip(PROMISE, reasons, strict=True):
        scored = result(RULES, hand, **facts, options={"ready_promise": value})
        assert scored["reason"] == reason
        assert scored["qualifies"] == (reason is None)
        assert bool(scored["payments"]) == (reason is None)


def test_a_promise_is_about_the_tables_own_minimum() -> None:
    for minimum, reason in ((0, None), (1, None), (2, "ready-too-cheap"), (3, "below-minimum")):
        scored = result(RULES, CLOSED_8P, **DRAWN, events="ready", options={"minimum": minimum})
        assert scored["reason"] == reason


def test_a_promise_looks_for_the_reading_with_the_most_basic_points() -> None:
    # 12345p and 3p: as 345p it is two-sided, and that alone keeps the promise
    facts = {**DRAWN, "events": "ready"}
    assert result(RULES, "11m345m678m12345p + 3p", **facts)["qualifies"]
    assert result(RULES, "77z345m678m12345p + 3p", **facts)["reason"] == "ready-too-cheap"


# Deals


def deal(*wins: dict[str, Any], **more: Any) -> dict[str, Any]:
    return settle({"rules": RULES, "round": "east", "wins": list(wins), **more}).to_json()


def claimed(seat: str, hand: str, **facts: Any) -> dict[str, Any]:
    return {"seat": seat, "hand": hand, "win": "discard", "from": "south", **facts}


EAST_WINS = claimed("east", "234m678m99p45p[111z] + 6p")
NORTH_WINS = claimed("north", "123m99m57p[777z][444z] + 6p")


def test_multiple_winners() -> None:
    # after south come west, north, east; both hands are worth 3
    nearest = deal(EAST_WINS, NORTH_WINS, options={"multiple_winners": "nearest"})
    assert nearest["net"] == {"east": 0, "south": -6, "west": 0, "north": 6}
    assert [win["settled"] for win in nearest["wins"]] == [False, True]
    assert nearest["next"] == {"dealer_stays": False, "streak": 0, "replay": False, "reason": "dealer-lost"}
    every = deal(EAST_WINS, NORTH_WINS, options={"multiple_winners": "all"})
    assert every["net"] == {"east": 6, "south": -12, "west": 0, "north": 6}
    assert every["next"] == {"dealer_stays": True, "streak": 1, "replay": False, "reason": "dealer-won"}


def test_there_is_no_race() -> None:
    drawn = {"seat": "south", "hand": TWO_SIDED, "win": "self-draw"}
    settled = deal(drawn, counters={"east": 3, "south": 1, "west": 3, "north": 3})
    assert settled["counters"] is None
    assert {payment["for"] for payment in settled["payments"]} == {"hand"}


def test_a_ready_that_was_too_cheap_is_a_false_win() -> None:
    cheap = {"seat": "south", "hand": CLOSED_8P, "win": "self-draw", "events": ["ready"]}
    with pytest.raises(SikwuError) as caught:
        deal(cheap)
    assert caught.value.code == "win-does-not-qualify"
    assert "south" in caught.value.message
    assert "ready-too-cheap (on a plain discard it would not have had the minimum of 2)" in caught.value.message


def test_a_win_below_the_minimum_is_told_what_counted() -> None:
    # four points, of which one may count
    with pytest.raises(SikwuError) as caught:
        deal(claimed("west", "123m567p44z12p(9999p) + 3p 13f"))
    assert "below-minimum (1 of at least 2 that count toward the minimum)" in caught.value.message


@pytest.mark.parametrize("stays", [True, False])
def test_draw_keeps_deal(stays: bool) -> None:
    after = deal(streak=2, options={"draw_keeps_deal": stays})["next"]
    expected = {"dealer_stays": stays, "streak": 3 if stays else 0, "replay": False, "reason": "drawn"}
    assert after == expected


@pytest.mark.parametrize("penalty", [0, 7, 1000])
def test_false_win_penalty(penalty: int) -> None:
    settled = deal(false_win="west", streak=1, options={"false_win_penalty": penalty})
    assert settled["net"] == {"east": penalty, "south": penalty, "west": -3 * penalty, "north": penalty}
    assert settled["next"] == {"dealer_stays": True, "streak": 1, "replay": True, "reason": "false-win"}


def test_the_default_false_win_costs_nothing() -> None:
    assert deal(false_win="west")["payments"] == []


def test_a_robbed_kong_is_paid_by_its_maker() -> None:
    settled = deal(claimed("west", TWO_SIDED, events=["robbing-the-kong"]))
    # 1 + 1 + 1 basic, genshow 1, robbing 5
    assert settled["net"] == {"east": 0, "south": -18, "west": 18, "north": 0}


def test_two_open_readies_may_win_together_here() -> None:
    # these tables say nothing against a second ready
    first = claimed("west", "234m567m88m234p67p + 8p", events=["open-ready"])
    second = claimed("north", "345m678m55m345p67p + 8p", events=["ready"])
    assert [win["settled"] for win in deal(first, second, options={"multiple_winners": "all"})["wins"]] == [True, True]


# Names


def test_every_row_has_a_korean_chinese_and_english_name() -> None:
    sheet = load(RULES)
    named = {row.key: {lang: sheet.name_of(row, lang) for lang in ("ko", "zh", "en")} for row in sheet.rows}
    assert named["genshow"]["ko"] == "겐쇼"
    assert named["concealed-hand"] == {"ko": "문전", "zh": "門前", "en": "Concealed Hand"}
    for lang in ("ko", "zh"):
        foreign = [key for key, names in named.items() if names[lang] == names["en"]]
        assert foreign == []
