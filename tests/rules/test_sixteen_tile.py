"""The sixteen-tile table: every row's wins and near misses, what gives way, every option at every value, the payments."""

from __future__ import annotations

from typing import Any

import pytest

from sikwu import settle, waits
from sikwu.rules import load

from .helpers import counts, made, refused, replaced, result

RULES = "sixteen-tile"
DRAWN: dict[str, Any] = {"win": "self-draw"}
DEALT: dict[str, Any] = {"seat": "east", "win": "self-draw", "events": "initial-deal"}
NOTHING = "567m34789s44z[345m][222p] + 5s"
CONCEALED = "567m34789s44z345m222p + 5s"
ALL_CHOWS = "123m567m234p678p34s11z + 5s"
ALL_HONORS = "333z66z77z[111z][222z][555z] + 7z"
PAIRS = "1133m225588p446699s + 6s"
PAIRS_AND_HONORS = "1133m2255p44499s33z7z + 7z"
ONE_SUIT_PAIRS = "113344557799m222m8m + 8m"
ONE_SUIT = "2224467p[123p][555p][789p] + 8p"
LITTLE_DRAGONS = "77z345m678p34s[555z][666z] + 5s"
LITTLE_WINDS = "44z567p78s[111z][222z][333z] + 9s"
MELDED = "5z[123m][456p][777s][888m][999p] + 5z"

WINS: list[tuple[str, str, dict[str, Any], str]] = [
    ("the dealt hand", ALL_CHOWS, DEALT, "heaven-and-earth all-chows fully-concealed"),
    ("a first draw is not dealt", ALL_CHOWS, {**DRAWN, "events": "first-turn"}, "all-chows fully-concealed"),
    ("the dealer's first discard", ALL_CHOWS, {"events": "dealers-first-discard"}, "heaven-and-earth all-chows concealed-hand"),
    ("another's first discard", ALL_CHOWS, {"events": "first-turn"}, "all-chows concealed-hand"),
    ("four winds", "56m99p[111z][222z][333z][444z] + 7m", {}, "big-four-winds"),
    ("three winds and the fourth as the pair", LITTLE_WINDS, {}, "little-four-winds"),
    ("three winds and a dragon pair", "55z567p78s[111z][222z][333z] + 9s", {}, "three-winds"),
    ("two winds and a third as the pair", "33z345m678p34s[222z][444z] + 5s", {}, "two-winds"),
    ("one wind, both seat and round", "55p345m678m34s[222z][678p] + 2s 2f", {"round": "south"}, "one-wind flowers"),
    ("three dragons", "33m456s67s[555z][666z][777z] + 8s", {}, "big-three-dragons"),
    ("two dragons and the third as the pair", LITTLE_DRAGONS, {}, "little-three-dragons"),
    ("two dragons and a wind pair", "11z345m678p34s[555z][666z] + 5s", {}, "two-dragons"),
    ("one dragon and a pair of another", "66z345m678m34s[555z][678p] + 2s 2f", {}, "one-dragon flowers"),
    ("two concealed kongs and an exposed one", "55z123m34p(2222s)(6666m)[9999p] + 2p", {}, "concealed-kong*2 kong"),
    ("an added kong and a claimed one", "789m44z234s67p[111+1p][5555s] + 5p", {}, "kong*2"),
    ("four loose tiles are no kong", "12223456m789p44z[345s] + 2m 56f", {}, "flowers*2"),
    ("honors alone", ALL_HONORS, {}, "three-winds little-three-dragons all-honors"),
    ("honors and a suited pair", "333z99m77z[111z][222z][555z] + 7z", {}, "three-winds two-dragons half-flush all-pungs"),
    ("pairs of honors alone", "1111222233334445z + 5z", {}, "one-wind all-honors eight-pairs"),
    ("pairs, won on the triplet", PAIRS, {}, "eight-pairs no-honors-no-flowers"),
    ("pairs, won on a pair", PAIRS_AND_HONORS, {}, "eight-pairs"),
    ("pairs, self-drawn", PAIRS_AND_HONORS, DRAWN, "eight-pairs fully-concealed"),
    ("pairs, four alike twice two", "22225588m3377p9996s + 6s 4f", {}, "eight-pairs no-honors flowers"),
    ("pairs with a triplet of winds", "1133m2255p4499s333z7z + 7z", {}, "eight-pairs one-wind"),
    ("pairs with a triplet of dragons", "1133m2255p4499s3z777z + 3z", {}, "eight-pairs one-dragon"),
    ("one suit alone", ONE_SUIT, {}, "full-flush"),
    ("one suit alone and a flower", ONE_SUIT + " 4f", {}, "full-flush flowers"),
    ("one suit in pairs", ONE_SUIT_PAIRS + " 6f", DRAWN, "eight-pairs full-flush fully-concealed flowers"),
    ("one suit and honors", "123m44z67m[345m][678m][999m] + 5m", {}, "half-flush"),
    ("two suits and honors", "123m44z67m[345m][678m][999p] + 5m 2f", {}, "chicken-hand"),
    ("a straight", "45678m66z345s[123m][222p] + 9m", {}, "pure-straight"),
    ("no straight: 123 456 678", "45678m66z345s[123m][222p] + 6m", {}, ""),
    ("no straight: three suits", "123m456p77z79s[444m][222p] + 8s 35f", {}, "closed-wait flowers*2"),
    ("read for the straight", "4455667m222p[123m][789m] + 7m", {}, "pure-straight no-honors-no-flowers single-wait"),
    ("one point is a chicken", NOTHING, DRAWN, "chicken-hand"),
    ("one flower is a chicken", NOTHING + " 2f", {}, "chicken-hand"),
    ("two points are none", NOTHING + " 2f", DRAWN, "self-draw flowers"),
    ("no points are none", NOTHING, {}, ""),
    ("five pungs", "44777m99p[111m][555p][888s] + 9p", {}, "all-pungs no-honors-no-flowers"),
    ("four pungs and a chow", "44777m67p[111m][555p][888s] + 8p", {}, "no-honors-no-flowers"),
    ("five chows", "234567s33z12p[345m][678p] + 3p", {}, "all-chows edge-wait"),
    ("four chows and a pung", "234567s33z12p[345m][888p] + 3p 2f", {}, "edge-wait flowers"),
    ("read as chows or as pungs", "111222333m55z78s[456p] + 9s 12f", {}, "all-chows flowers*2"),
    ("the wall's last tile", NOTHING + " 2f", {**DRAWN, "events": "last-tile"}, "last-tile-draw flowers"),
    ("the last discard", NOTHING + " 12f", {"events": "last-tile"}, "flowers*2"),
    ("a kong's replacement", "567m34789s44z[345m](2222p) + 5s", {**DRAWN, "events": "kong-replacement"}, "concealed-kong kong-replacement"),
    ("a flower's replacement", NOTHING + " 6f", {**DRAWN, "events": "flower-replacement"}, "self-draw flowers"),
    ("two kongs' replacement", "567m34s44z(1111z)[222p][3333z] + 5s", {**DRAWN, "events": "double-kong-replacement"}, "two-winds concealed-kong kong kong-replacement"),
    ("a kong's replacement as the last tile", "567m34789s44z[345m][2222p] + 5s", {**DRAWN, "events": "kong-replacement last-tile"}, "kong last-tile-draw kong-replacement"),
    ("a robbed kong", NOTHING + " 2f", {"events": "robbing-the-kong"}, "robbing-the-kong flowers"),
    ("all exposed", MELDED, {}, "melded-hand"),
    ("all exposed but a concealed kong", "5z[123m][456p][777s][888m](9999p) + 5z", {}, "concealed-kong single-wait"),
    ("all exposed, self-drawn", MELDED, DRAWN, "single-wait self-draw"),
    ("concealed and self-drawn", CONCEALED + " 2f", DRAWN, "fully-concealed flowers"),
    ("concealed with a kong, self-drawn", "567m34789s44z345m(2222p) + 5s", DRAWN, "concealed-kong fully-concealed"),
    ("concealed, by a discard", CONCEALED + " 2f", {}, "concealed-hand flowers"),
    ("concealed with a kong, by a discard", "567m34789s44z345m(2222p) + 5s", {}, "concealed-kong concealed-hand"),
    ("an exposed kong", "567m34789s44z345m[2222p] + 5s 2f", {}, "kong flowers"),
    ("neither honors nor flowers", "567m34789s44p[345m][222p] + 5s", {}, "no-honors-no-flowers"),
    ("no honors, a flower", "567m34789s44p[345m][222p] + 5s 2f", {}, "no-honors flowers"),
    ("the edge 3", "345m789m33z12p[678p][222s] + 3p 2f", {}, "edge-wait flowers"),
    ("the edge 7", "345m789m33z89p[678p][222s] + 7p 2f", {}, "edge-wait flowers"),
    ("the 3 of 123, and 4 wins too", "567m1112s789p[678m][222p] + 3s", {}, "no-honors-no-flowers"),
    ("the edge when all four of the other are held", "567m1112s789p[678m][222s] + 3s", {}, "no-honors-no-flowers edge-wait"),
    ("the middle", "345m789m33z24p[678p][222s] + 3p 2f", {}, "closed-wait flowers"),
    ("the middle, and another wins too", "567m3335s789p[678m][222p] + 4s", {}, "no-honors-no-flowers"),
    ("the pair", "567m555s789p2z[678m][222p] + 2z 2f", {}, "single-wait flowers"),
    ("the pair, and another wins too", "567m2345s789p[678m][222p] + 5s", {}, "no-honors-no-flowers single-wait"),
    ("self-drawn", NOTHING + " 12f", DRAWN, "self-draw flowers*2"),
    ("seven flowers", NOTHING + " 1234567f", {}, "flowers*7"),
    ("eight flowers", NOTHING + " 12345678f", {}, "eight-flowers"),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "facts", "expected"), [win[1:] for win in WINS], ids=[win[0] for win in WINS])
def test_rows(hand: str, facts: dict[str, Any], expected: str) -> None:
    assert made(RULES, hand, **facts) == counts(expected)


def test_every_row_is_won_above() -> None:
    assert {key for win in WINS for key in counts(win[3])} == {row.key for row in load(RULES).rows}


@pytest.mark.parametrize(
    ("hand", "facts", "gone"),
    [
        (LITTLE_WINDS, {}, {"three-winds": "little-four-winds"}),
        (LITTLE_DRAGONS, {}, {"two-dragons": "little-three-dragons"}),
        (ALL_HONORS, {}, {"two-dragons": "little-three-dragons", "all-pungs": "all-honors"}),
        (PAIRS_AND_HONORS, {}, {"concealed-hand": "eight-pairs", "single-wait": "eight-pairs"}),
        (ONE_SUIT, {}, {"no-honors": "full-flush", "no-honors-no-flowers": "full-flush"}),
        (ONE_SUIT + " 4f", {}, {"no-honors": "full-flush"}),
        (NOTHING, DRAWN, {"self-draw": "chicken-hand"}),
        (NOTHING + " 2f", {**DRAWN, "events": "last-tile"}, {"self-draw": "last-tile-draw"}),
        ("567m34789s44z[345m](2222p) + 5s", {**DRAWN, "events": "kong-replacement"}, {"self-draw": "kong-replacement"}),
        (MELDED, {}, {"single-wait": "melded-hand"}),
        (ALL_CHOWS, DRAWN, {"self-draw": "fully-concealed", "concealed-hand": "fully-concealed"}),
        ("567m34789s44p[345m][222p] + 5s", {}, {"no-honors": "no-honors-no-flowers"}),
        (NOTHING + " 12345678f", {}, {"flowers": "eight-flowers"}),
        ("333z99m77z[111z][222z][555z] + 7z", {}, {}),
        (MELDED, DRAWN, {}),
    ],
)
def test_what_gives_way(hand: str, facts: dict[str, Any], gone: dict[str, str]) -> None:
    assert replaced(RULES, hand, **facts) == gone


@pytest.mark.parametrize(
    ("hand", "facts", "key", "tiles"),
    [
        (LITTLE_WINDS, {}, "little-four-winds", [[0, 1, 2, "pair"]]),
        (LITTLE_DRAGONS, {}, "little-three-dragons", [[0, 1, "pair"]]),
        ("33m456s67s[555z][666z][777z] + 8s", {}, "big-three-dragons", [[0, 1, 2]]),
        ("55z123m34p(2222s)(6666m)[9999p] + 2p", {}, "concealed-kong", [[0], [1]]),
        ("55z123m34p(2222s)(6666m)[9999p] + 2p", {}, "kong", [[2]]),
        ("45678m66z345s[123m][222p] + 9m", {}, "pure-straight", [[0, 2, 3]]),
        ("44777m99p[111m][555p][888s] + 9p", {}, "all-pungs", [[0, 1, 2, 3, 4]]),
        ("234567s33z12p[345m][678p] + 3p", {}, "all-chows", [[0, 1, 2, 3, 4]]),
        ("234567s33z12p[345m][678p] + 3p", {}, "edge-wait", [[2]]),
        ("345m789m33z24p[678p][222s] + 3p 2f", {}, "closed-wait", [[4]]),
        ("567m2345s789p[678m][222p] + 5s", {}, "single-wait", [["pair"]]),
        ("1133m2255p4499s333z7z + 7z", {}, "one-wind", [[0]]),
        (PAIRS, {}, "eight-pairs", []),
        (NOTHING + " 12f", {}, "flowers", []),
    ],
)
def test_the_groups_that_made_a_row(hand: str, facts: dict[str, Any], key: str, tiles: list[Any]) -> None:
    explained = result(RULES, hand, **facts, explain=True)["explanation"]
    assert next(pattern["tiles"] for pattern in explained["patterns"] if pattern["key"] == key) == tiles


@pytest.mark.parametrize(
    ("option", "value", "hand", "facts", "expected"),
    [
        ("chicken", "one-point", NOTHING, DRAWN, "chicken-hand"),
        ("chicken", "one-point", NOTHING, {}, ""),
        ("chicken", "one-point-added", NOTHING, DRAWN, "self-draw chicken-hand"),
        ("chicken", "one-point-added", NOTHING, {}, ""),
        ("chicken", "no-points", NOTHING, DRAWN, "self-draw"),
        ("chicken", "no-points", NOTHING, {}, "chicken-hand"),
        ("chicken", "off", NOTHING, DRAWN, "self-draw"),
        ("chicken", "off", NOTHING, {}, ""),
        ("fully_concealed", "replace", ALL_CHOWS, DRAWN, "all-chows fully-concealed"),
        ("fully_concealed", "add", ALL_CHOWS, DRAWN, "all-chows fully-concealed self-draw"),
        ("fully_concealed", "add-all", ALL_CHOWS, DRAWN, "all-chows fully-concealed concealed-hand self-draw"),
        ("fully_concealed", "add-all", ALL_CHOWS, {}, "all-chows concealed-hand"),
        ("fully_concealed", "replace", PAIRS_AND_HONORS, DRAWN, "eight-pairs fully-concealed"),
        ("fully_concealed", "add", PAIRS_AND_HONORS, DRAWN, "eight-pairs fully-concealed self-draw"),
        ("fully_concealed", "add-all", PAIRS_AND_HONORS, DRAWN, "eight-pairs fully-concealed self-draw"),
        ("fully_concealed", "add", ALL_CHOWS + " 2f", {**DRAWN, "events": "last-tile"}, "all-chows fully-concealed last-tile-draw flowers"),
        ("single_wait", "any", "567m2345s789p[678m][222p] + 5s", {}, "no-honors-no-flowers single-wait"),
        ("single_wait", "only", "567m2345s789p[678m][222p] + 5s", {}, "no-honors-no-flowers"),
        ("single_wait", "only", "567m555s789p2z[678m][222p] + 2z 2f", {}, "single-wait flowers"),
        ("all_honors_pungs", "include", ALL_HONORS, {}, "three-winds little-three-dragons all-honors"),
        ("all_honors_pungs", "add", ALL_HONORS, {}, "three-winds little-three-dragons all-honors all-pungs"),
        ("little_dragons_parts", "include", LITTLE_DRAGONS, {}, "little-three-dragons"),
        ("little_dragons_parts", "add", LITTLE_DRAGONS, {}, "little-three-dragons two-dragons"),
        ("little_winds_parts", "include", LITTLE_WINDS, {}, "little-four-winds"),
        ("little_winds_parts", "add", LITTLE_WINDS, {}, "little-four-winds three-winds"),
        ("full_flush_no_honors", "include", ONE_SUIT, {}, "full-flush"),
        ("full_flush_no_honors", "add", ONE_SUIT, {}, "full-flush no-honors-no-flowers"),
        ("full_flush_no_honors", "include", ONE_SUIT + " 4f", {}, "full-flush flowers"),
        ("full_flush_no_honors", "add", ONE_SUIT + " 4f", {}, "full-flush no-honors flowers"),
    ],
)  # fmt: skip
def test_options_that_change_rows(option: str, value: str, hand: str, facts: dict[str, Any], expected: str) -> None:
    assert made(RULES, hand, **facts, options={option: value}) == counts(expected)


def test_the_dearest_reading_depends_on_the_chicken() -> None:
    hand = "111222333m55z78s[456p] + 9s 5f"
    assert made(RULES, hand) == {"chicken-hand": 1}
    assert made(RULES, hand, options={"chicken": "off"}) == {"all-chows": 1, "flowers": 1}


@pytest.mark.parametrize("minimum", range(31))
def test_minimum(minimum: int) -> None:
    for hand, facts, points in (
        (NOTHING, {}, 0),
        (NOTHING + " 12f", {}, 2),
        (NOTHING, DRAWN, 10),
        (PAIRS, {}, 23),
        (NOTHING + " 12345678f", {}, 30),
    ):
        scored = result(RULES, hand, **facts, options={"minimum": minimum})
        assert (scored["points"], scored["toward_minimum"]) == (points, points)
        assert scored["reason"] == (None if points >= minimum else "below-minimum")
        assert bool(scored["payments"]) == (points >= minimum)


@pytest.mark.parametrize("base", [0, 1, 10, 100])
def test_base(base: int) -> None:
    drawn = result(RULES, PAIRS_AND_HONORS, **DRAWN, options={"base": base})
    assert drawn["net"] == dict.fromkeys(("east", "west", "north"), -(23 + base)) | {"south": 3 * (23 + base)}
    shot = result(RULES, NOTHING, **{"from": "north"}, options={"base": base})
    assert shot["net"] == {"east": 0, "south": base, "west": 0, "north": -base}


def test_a_robbed_kong_is_paid_by_its_maker() -> None:
    scored = result(RULES, NOTHING + " 2f", events="robbing-the-kong", **{"from": "west"})
    assert scored["payments"] == [{"from": "west", "to": "south", "amount": 12, "for": "hand"}]


def test_a_discarder_without_a_name() -> None:
    scored = result(RULES, NOTHING)
    assert scored["net"] is None
    assert scored["payments"] == [{"from": "discarder", "to": "south", "amount": 10, "for": "hand"}]


EAST = {"seat": "east", "hand": "345m789m33z34p[678p][222s] + 2p", "win": "discard", "from": "north"}
WEST = {"seat": "west", "hand": "2p[999s][444s][111m][999p][222m] + 2p", "win": "discard", "from": "north"}


def settled(*wins: dict[str, Any], **more: Any) -> dict[str, Any]:
    return settle({"rules": RULES, "round": "east", "wins": list(wins), **more}).to_json()


@pytest.mark.parametrize(
    ("value", "net"),
    [
        ("all", {"east": 10, "south": 0, "west": 33, "north": -43}),
        ("nearest", {"east": 10, "south": 0, "west": 0, "north": -10}),
    ],
)
def test_multiple_winners(value: str, net: dict[str, int]) -> None:
    deal = settled(WEST, EAST, options={"multiple_winners": value})
    assert deal["net"] == net
    assert deal["next"] == {"dealer_stays": True, "streak": 1, "replay": False, "reason": "dealer-won"}
    assert [win["settled"] for win in deal["wins"]] == [value == "all", True]


@pytest.mark.parametrize(("value", "stays", "streak"), [(True, True, 3), (False, False, 0)])
def test_draw_keeps_deal(value: bool, stays: bool, streak: int) -> None:
    deal = settled(options={"draw_keeps_deal": value}, streak=2)
    assert deal["next"] == {"dealer_stays": stays, "streak": streak, "replay": False, "reason": "drawn"}


@pytest.mark.parametrize("penalty", [0, 7, 1000])
def test_false_win_penalty(penalty: int) -> None:
    deal = settled(options={"false_win_penalty": penalty}, false_win="south", streak=2)
    assert deal["net"] == {"east": penalty, "south": -3 * penalty, "west": penalty, "north": penalty}
    assert deal["next"] == {"dealer_stays": True, "streak": 2, "replay": True, "reason": "false-win"}


def test_this_table_pays_nothing_beside_the_hand() -> None:
    deal = settled(concealed_kongs=[{"seat": "east", "shown": False}], flower_sets=[{"seat": "west", "set": "flowers"}])
    assert deal["payments"] == []


def test_nobody_is_liable_unless_named() -> None:
    claimed = "33m67s456s[555z<west][666z<west][777z<west] + 8s"
    win = {"seat": "south", "hand": claimed, "win": "self-draw"}
    assert settled(win)["net"] == {"east": -31, "south": 93, "west": -31, "north": -31}
    named = settled({**win, "liable": "west"})
    assert named["wins"][0]["liable"] == {"seat": "west", "reason": "given"}
    assert named["net"] == {"east": 0, "south": 93, "west": -93, "north": 0}


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"events": "eight-flowers", **DRAWN, "hand": "12345678f"}, "impossible-event"),
        ({"events": "robbing-a-concealed-kong"}, "impossible-event"),
        ({"hand": "567m34789s44z[345m][222p]1z + 5s"}, "tile-count"),
        ({"hand": "567m3789s44z[345m][222p] + 5s"}, "tile-count"),
        ({"hand": "567m35789s44z[345m][222p] + 5s"}, "not-a-winning-hand"),
        ({"hand": "22m55m99m33p77p44s6s[888s] + 6s"}, "not-a-winning-hand"),
        ({"options": {"chicken": "two-points"}}, "bad-option"),
        ({"options": {"minimum": 31}}, "bad-option"),
        ({"options": {"base": "10"}}, "bad-option"),
        ({"options": {"little_winds_parts": True}}, "bad-option"),
        ({"options": {"cap": 10}}, "unknown-option"),
    ],
)
def test_errors(facts: dict[str, Any], code: str) -> None:
    assert refused(RULES, **{"hand": NOTHING, **facts}).code == code


def test_waits_of_seventeen_tiles() -> None:
    pairs = waits({"rules": RULES, "hand": "1133m225588p446699s", "seat": "south", "round": "east"}).to_json()
    assert [wait["tile"] for wait in pairs["waits"]] == ["1m", "3m", "2p", "5p", "8p", "4s", "6s", "9s"]
    assert {wait["left"] for wait in pairs["waits"]} == {2}
    far = waits({"rules": RULES, "hand": "1147m2258p369s1234z1z", "seat": "south", "round": "east"}).to_json()
    assert (far["ready"], far["waits"]) == (False, [])
