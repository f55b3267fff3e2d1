"""The Hong Kong sheet: the guide's own examples, every row and its near misses, every option, and random wins."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import finished_hand

from sikwu import SikwuError, dumps, score
from sikwu.rules import load
from sikwu.rules.describe import describe

from . import plain_hkma
from .helpers import SEATS, made, refused, result
from .plain_hkma import PlainWin

RULES = "hkma-2023"
ANY = {"minimum": 0}
SIMPLE_EVENTS = ["last-tile", "robbing-the-kong", "kong-replacement", "double-kong-replacement", "flower-replacement"]
FIRST_EVENTS = ["initial-deal", "dealers-first-discard", "first-turn", "ready"]


def random_win(random: Random) -> PlainWin:
    """A win with any facts; what cannot happen is left out by asking the engine."""
    seat, self_draw = random.choice(SEATS), random.random() < 0.5
    discarder = None if self_draw else random.choice([None, *[other for other in SEATS if other != seat]])
    events = frozenset(random.sample(SIMPLE_EVENTS + FIRST_EVENTS, random.choice([0, 0, 1, 1, 2])))
    hand = finished_hand(random, 14)
    while not plain_hkma.readings(hand, ("standard", "thirteen-orphans")):
        hand = finished_hand(random, 14)
    minimum, pays_all = random.randrange(6), random.random() < 0.5
    return PlainWin(hand, seat, random.choice(SEATS), self_draw, discarder, events, minimum, pays_all)


def request(win: PlainWin, **more: Any) -> dict[str, Any]:
    robbed = "robbed-pays-all" if win.robbed_pays_all else "shares"
    return {
        "rules": RULES,
        "options": {"minimum": win.minimum, "robbed_kong_payment": robbed},
        "hand": win.hand.text(),
        "seat": win.seat,
        "round": win.round,
        "win": "self-draw" if win.self_draw else "discard",
        "from": win.discarder,
        "events": sorted(win.events),
        **more,
    }


def answer(win: PlainWin, **more: Any) -> dict[str, Any] | None:
    try:
        return score(request(win, **more)).to_json()
    except SikwuError as error:
        assert error.code == "impossible-event"
        return None


@given(random=st.randoms(use_true_random=True))
@settings(max_examples=2000, deadline=None)
def test_random_wins_score_as_the_page_says(random: Random) -> None:
    win = random_win(random)
    won = answer(win) or answer(win := win._replace(events=frozenset()))
    assert won
    expected = plain_hkma.best(win)
    assert [(row["key"], row["count"]) for row in won["patterns"]] == list(expected.counts.items())
    assert all(row["value"] == plain_hkma.VALUES[row["key"]] for row in won["patterns"])
    assert all(row["points"] == row["value"] * row["count"] for row in won["patterns"])
    assert (won["points"], won["uncapped"], won["toward_minimum"]) == (expected.points, expected.total, expected.total)
    assert won["limit"] == (expected.total >= 10)
    assert won["qualifies"] == (expected.total >= win.minimum)
    assert won["reason"] == (None if won["qualifies"] else "below-minimum")
    assert won["reading"]["shape"] == expected.reading.shape
    assert won["reading"]["completes"] == expected.reading.completes
    assert [group["kind"] for group in won["reading"]["groups"]] == [group.kind for group in expected.reading.groups]
    payments = plain_hkma.payments(win, expected.points) if won["qualifies"] else []
    assert [(pay["from"], pay["to"], pay["amount"]) for pay in won["payments"]] == payments
    assert all(pay["for"] == "hand" for pay in won["payments"])
    if any(payer == "discarder" for payer, _, _ in payments):
        assert won["net"] is None
    else:
        assert won["net"] == {
            seat: sum(amount * ((payee == seat) - (payer == seat)) for payer, payee, amount in payments)
            for seat in SEATS
        }


@given(random=st.randoms(use_true_random=True))
@settings(max_examples=500, deadline=None)
def test_no_reading_beats_the_one_taken_and_the_rest_stand_best_first(random: Random) -> None:
    win = random_win(random)._replace(events=frozenset())
    won = answer(win, explain=True)
    assert won
    scores = sorted(plain_hkma.every_score(win), key=lambda each: (-each.points, -each.total))  # a stable sort
    found = [won, *won["explanation"]["alternatives"]]
    assert [each["uncapped"] for each in found] == [each.total for each in scores[:6]]
    assert [each["reading"]["completes"] for each in found] == [each.reading.completes for each in scores[:6]]
    assert all("explanation" not in each for each in found[1:])


@given(random=st.randoms(use_true_random=True))
@settings(max_examples=500, deadline=None)
def test_explained_tiles_make_the_row(random: Random) -> None:
    win = random_win(random)._replace(events=frozenset())
    won = answer(win, explain=True)
    assert won
    groups = won["reading"]["groups"]
    explained = {row["key"]: row["tiles"] for row in won["explanation"]["patterns"]}
    assert list(explained) == [row["key"] for row in won["patterns"]]
    assert won["explanation"]["replaced"] == []
    for row in won["patterns"]:
        parts, key = explained[row["key"]], row["key"]
        tiles = [groups[at]["tiles"] if at != "pair" else won["reading"]["pair"] for part in parts for at in part]
        if key in ("dragon-set", "seat-wind", "round-wind"):
            assert len(parts) == row["count"]
            wanted = {"dragon-set": "567", "seat-wind": seat_digit(win.seat), "round-wind": seat_digit(win.round)}[key]
            assert all(tile[0] in wanted and tile[-1] == "z" and len(tile) > 3 for tile in tiles)
        elif key in ("all-sequences", "all-triplets", "four-concealed-triplets", "big-winds", "four-kongs"):
            assert parts == [[0, 1, 2, 3]]
        elif key in ("little-dragons", "little-winds"):
            assert len(parts) == 1
            assert parts[0][-1] == "pair"
            assert len(parts[0]) == (3 if key == "little-dragons" else 4)
        elif key == "big-dragons":
            assert len(parts[0]) == 3
            assert all(tile[0] in "567" and tile[-1] == "z" for tile in tiles)
        else:
            assert parts == [], key


def seat_digit(seat: str) -> str:
    return str(SEATS.index(seat) + 1)


@given(random=st.randoms(use_true_random=True))
@settings(max_examples=200, deadline=None)
def test_equal_wins_written_otherwise_give_equal_bytes(random: Random) -> None:
    win = random_win(random)._replace(events=frozenset())
    loose, flowers = list(win.hand.loose), list(win.hand.flowers)
    random.shuffle(loose)
    random.shuffle(flowers)
    other = win._replace(hand=win.hand._replace(loose=tuple(loose), flowers=tuple(flowers)))
    shuffled = list(request(other, explain=True).items())
    random.shuffle(shuffled)
    assert dumps(score(dict(shuffled)).to_json()) == dumps(score(request(win, explain=True)).to_json())


SEED_EXAMPLES = [
    # the guide's "Example tiles", the winning tile last; seat and round are no wind of the hand unless it says so
    ("All sequences", "123456789m123p5s + 5s", {"all-sequences": 1, "concealed-hand": 1}),
    ("Mixed one suit", "123456789m111z5z + 5z", {"concealed-hand": 1, "round-wind": 1, "mixed-one-suit": 1}),
    (
        "All triplets",
        "111m222p333s999m5p + 5p",
        {"concealed-hand": 1, "all-triplets": 1, "four-concealed-triplets": 1},
    ),
    (
        "Mixed terminals and honors",
        "111999m111999p1z + 1z",
        {"concealed-hand": 1, "mixed-terminals-honors": 1, "all-triplets": 1, "four-concealed-triplets": 1},
    ),
    ("Little dragons", "555z666z7z123m789p + 7z", {"concealed-hand": 1, "dragon-set": 2, "little-dragons": 1}),
    ("Big dragons", "555z666z777z123m9p + 9p", {"concealed-hand": 1, "dragon-set": 3, "big-dragons": 1}),
    ("Full flush", "123456789m1235m + 5m", {"all-sequences": 1, "concealed-hand": 1, "full-flush": 1}),
    (
        "Little winds",
        "111z222z333z4z123m + 4z",
        {"concealed-hand": 1, "round-wind": 1, "mixed-one-suit": 1, "little-winds": 1},
    ),
    (
        "Big winds",
        "111z222z333z444z5z + 5z",
        {
            "concealed-hand": 1,
            "seat-wind": 1,
            "round-wind": 1,
            "all-triplets": 1,
            "all-honors": 1,
            "big-winds": 1,
            "four-concealed-triplets": 1,
        },
    ),
    (
        "Four concealed triplets",
        "111m222p333s444m7p + 7p",
        {"concealed-hand": 1, "all-triplets": 1, "four-concealed-triplets": 1},
    ),
    ("Four kongs", "(1111m)(2222p)[3333s][111+1z]5z + 5z", {"round-wind": 1, "all-triplets": 1, "four-kongs": 1}),
    (
        "All terminals",
        "111999m111999p1s + 1s",
        {"concealed-hand": 1, "all-triplets": 1, "four-concealed-triplets": 1, "all-terminals": 1},
    ),
    ("Thirteen orphans", "19m19p19s1234567z + 1m", {"concealed-hand": 1, "thirteen-orphans": 1}),
    ("Nine gates", "1112345678999m + 5m", {"concealed-hand": 1, "full-flush": 1, "nine-gates": 1}),
]


@pytest.mark.parametrize(("name", "hand", "expected"), SEED_EXAMPLES, ids=[row[0] for row in SEED_EXAMPLES])
def test_the_guides_examples(name: str, hand: str, expected: dict[str, int]) -> None:
    seat = "north" if name == "Big winds" else "south"
    if name == "Little winds":
        expected = {"concealed-hand": 1, "seat-wind": 1, **expected}
    assert made(RULES, hand, seat=seat, options=ANY) == expected


ROWS: list[tuple[str, str, dict[str, Any], bool]] = [
    ("all-sequences", "[123m][456m]789m12p11z + 3p", {}, True),
    ("all-sequences", "123456m111222p3s + 3s", {}, False),
    ("all-sequences", "112233m445566m7p + 7p", {}, True),
    ("concealed-hand", "123456m123p22p78s + 9s", {"win": "self-draw"}, True),
    ("concealed-hand", "123456m22p78s(1111p) + 9s", {}, False),
    ("concealed-hand", "123456m22p78s[123p] + 9s", {}, False),
    ("self-draw", "123456m123p22p78s + 9s", {"win": "self-draw"}, True),
    ("self-draw", "123456m123p22p78s + 9s", {"events": "robbing-the-kong"}, False),
    ("dragon-set", "123456m22p78s[5555z] + 9s", {}, True),
    ("dragon-set", "123456m55z78s123p + 9s", {}, False),
    ("seat-wind", "123456m22p78s[222z] + 9s", {}, True),
    ("seat-wind", "123456m22p78s[333z] + 9s", {}, False),
    ("seat-wind", "123456m22z78s123p + 9s", {}, False),
    ("round-wind", "123456m22p78s(1111z) + 9s", {}, True),
    ("round-wind", "123456m22p78s[222z] + 9s", {}, False),
    ("round-wind", "123456m22p78s[222z] + 9s", {"round": "south"}, True),
    ("mixed-terminals-honors", "[111m][999p][111s]99s11z + 1z", {}, True),
    ("mixed-terminals-honors", "[111m][999p][111s]99s22s + 2s", {}, False),
    ("mixed-terminals-honors", "[111m][999p][111s]99s99m + 9m", {}, False),  # no honor
    ("mixed-terminals-honors", "[111z][222z][333z]55z66z + 6z", {}, False),  # no terminal
    ("mixed-terminals-honors", "19m19p19s1234567z + 1m", {}, False),  # not the shape
    ("robbing-the-kong", "123456m123p22p78s + 9s", {"events": "robbing-the-kong"}, True),
    ("robbing-the-kong", "123456m123p22p78s + 9s", {}, False),
    ("kong-replacement", "123456m22p78s(1111p) + 9s", {"win": "self-draw", "events": "kong-replacement"}, True),
    ("kong-replacement", "123456m22p78s(1111p) + 9s", {"win": "self-draw"}, False),
    (
        "kong-replacement",
        "123456m22p78s(1111p) + 9s 1f",
        {"win": "self-draw", "events": "flower-replacement"},
        False,
    ),
    (
        "kong-replacement",
        "123m22p78s(1111p)(9999m) + 9s",
        {"win": "self-draw", "events": "double-kong-replacement"},
        True,
    ),
    ("last-tile-self-draw", "123456m123p22p78s + 9s", {"win": "self-draw", "events": "last-tile"}, True),
    ("last-tile-self-draw", "123456m123p22p78s + 9s", {"events": "last-tile"}, False),
    ("mixed-one-suit", "[123m]456789m11z22z + 2z", {}, True),
    ("mixed-one-suit", "[123m]456789m11m22z + 2z", {}, True),
    ("mixed-one-suit", "[123m]456789m11m22m + 2m", {}, False),
    ("mixed-one-suit", "[123m]456789p11z22z + 2z", {}, False),
    ("mixed-one-suit", "[111z][222z]333z44z55z + 5z", {}, False),
    ("all-triplets", "[111m](2222p)[333s]99m55p + 5p", {}, True),
    ("all-triplets", "[111m](2222p)[123s]99m55p + 5p", {}, False),
    ("little-dragons", "[555z](6666z)77z123m78p + 9p", {}, True),
    ("little-dragons", "[555z](6666z)22z123m78p + 9p", {}, False),
    ("little-dragons", "[555z]66z77z123m789p + 6z", {}, True),
    ("big-dragons", "[555z](6666z)777z12m99p + 3m", {}, True),
    ("big-dragons", "[555z](6666z)77z123m78p + 9p", {}, False),
    ("full-flush", "[123m]456789m11m22m + 2m", {}, True),
    ("full-flush", "[123m]456789m11m22z + 2z", {}, False),
    ("all-honors", "[111z][222z]333z44z55z + 5z", {}, True),
    ("all-honors", "[111z][222z]333z44z11m + 1m", {}, False),
    ("little-winds", "[111z](2222z)333z44z12m + 3m", {}, True),
    ("little-winds", "[111z](2222z)333z55z12m + 3m", {}, False),
    ("big-winds", "[111z](2222z)333z44z11m + 4z", {}, True),
    ("big-winds", "[111z](2222z)333z44z11m + 1m", {}, False),
    ("four-concealed-triplets", "111m222p333s444m7p + 7p", {}, True),
    ("four-concealed-triplets", "111m222p333s44m77p + 4m", {}, False),  # the discard opens the fourth
    ("four-concealed-triplets", "111m222p333s44m77p + 4m", {"win": "self-draw"}, True),
    ("four-concealed-triplets", "111m222p333s(4444m)7p + 7p", {}, False),  # no kong
    ("four-concealed-triplets", "111m222p333s[444m]7p + 7p", {}, False),
    ("four-kongs", "(1111m)(2222p)[3333s][444+4z]5z + 5z", {}, True),
    ("four-kongs", "(1111m)(2222p)[3333s][444z]5z + 5z", {}, False),
    ("all-terminals", "[111m][999m][111p]99p11s + 1s", {}, True),
    ("all-terminals", "[111m][999m][111p]99p11z + 1z", {}, False),
    ("heavenly-hand", "123456m123p22p78s + 9s", {"seat": "east", "win": "self-draw", "events": "initial-deal"}, True),
    ("heavenly-hand", "123456m123p22p78s + 9s", {"seat": "east", "win": "self-draw"}, False),
    ("earthly-hand", "123456m123p22p78s + 9s", {"events": "dealers-first-discard"}, True),
    ("earthly-hand", "123456m123p22p78s + 9s", {"events": "first-turn"}, False),
    ("thirteen-orphans", "19m19p19s1234567z + 1m", {}, True),
    ("thirteen-orphans", "119m19p19s123456z + 7z", {}, True),
    (
        "double-kong-replacement",
        "123m22p78s(1111p)[9999m] + 9s",
        {"win": "self-draw", "events": "double-kong-replacement"},
        True,
    ),
    (
        "double-kong-replacement",
        "123m22p78s(1111p)[9999m] + 9s",
        {"win": "self-draw", "events": "kong-replacement"},
        False,
    ),
    ("nine-gates", "1112345678999p + 1p", {}, True),
    ("nine-gates", "1112345678999p + 9p", {"win": "self-draw"}, True),
    ("nine-gates", "1112234567899p + 9p", {}, False),  # the thirteen before the win were not the gates
    ("nine-gates", "1112234567899p + 9p", {"win": "self-draw"}, True),
    ("nine-gates", "1112345678p[999p] + 5p", {}, False),
    ("nine-gates", "1112345678p(9999p) + 5p", {}, False),
    ("nine-gates", "1122345678999p + 1p", {}, False),
]


@pytest.mark.parametrize(("key", "hand", "facts", "scores"), ROWS)
def test_each_row_and_its_near_misses(key: str, hand: str, facts: dict[str, Any], scores: bool) -> None:
    assert (key in made(RULES, hand, options=ANY, **facts)) == scores


def test_every_row_has_a_hit_and_the_order_is_the_pages() -> None:
    assert [row.key for row in load(RULES).rows] == list(plain_hkma.VALUES)
    assert {row.key: row.value for row in load(RULES).rows} == plain_hkma.VALUES
    assert {key for key, _, _, scores in ROWS if scores} == set(plain_hkma.VALUES)


@pytest.mark.parametrize(
    ("hand", "facts", "points", "uncapped"),
    [
        ("[555z](6666z)77z123m78p + 9p", {}, 5, 5),  # little dragons: 5 in all
        ("[555z](6666z)777z12m99p + 3m", {}, 8, 8),  # big dragons: 8 in all
        ("[111m][999p][111s]99s11z + 1z", {}, 5, 5),  # all triplets beside mixed terminals, and the round wind
        ("[111z][222z]333z44z55z + 5z", {}, 10, 26),  # all honors, little winds, triplets, dragon, two winds
        ("111222333m444p2z + 2z", {}, 10, 14),  # four concealed triplets rather than three chows
        ("111222333m99p23p + 1p", {}, 2, 2),  # three chows rather than three triplets
        ("111222333m44p99p + 9p", {"win": "self-draw"}, 10, 15),
        ("111222333m44p99p + 9p", {}, 4, 4),  # the discard opens the fourth triplet
    ],
)
def test_sums_and_the_cap(hand: str, facts: dict[str, Any], points: int, uncapped: int) -> None:
    won = result(RULES, hand, options=ANY, **facts)
    assert (won["points"], won["uncapped"], won["limit"]) == (points, uncapped, uncapped >= 10)


@pytest.mark.parametrize("minimum", range(6))
def test_every_minimum(minimum: int) -> None:
    for hand, points in [
        ("[111p][789s]456m67p22z + 8p", 0),
        ("123456m11p789s55p + 1p", 1),
        ("123456789m123p5s + 5s", 2),
        ("[123m]456789m11p22z + 1p", 0),
        ("[123m]456789m11m33z + 1m", 3),
        ("123456789m11m33z + 1m", 4),
        ("[555z](6666z)77z123m78p + 9p", 5),
    ]:
        won = result(RULES, hand, options={"minimum": minimum}, **{"from": "west"})
        assert (won["points"], won["minimum"], won["qualifies"]) == (points, minimum, points >= minimum)
        assert (won["reason"] is None) == won["qualifies"]
        paid = {3: 32, 4: 64, 5: 96}.get(points, 0) if won["qualifies"] else 0
        assert won["net"] == {"east": 0, "south": paid, "west": -paid, "north": 0}


@pytest.mark.parametrize(
    ("hand", "facts", "points", "value"),
    [
        ("[123m]456789m11m33z + 1m", {}, 3, 32),
        ("123456789m11m33z + 1m", {}, 4, 64),
        ("[555z](6666z)77z123m78p + 9p", {}, 5, 96),
        ("[222z][555z][666z]11m88p + 8p", {}, 6, 128),
        ("[123m]456789m11m22m + 2m", {}, 7, 192),
        ("[555z](6666z)777z12m99p + 3m", {}, 8, 256),
        ("123456789m11m22m + 2m", {"win": "self-draw"}, 9, 384),
        ("19m19p19s1234567z + 1m", {}, 10, 512),
    ],
)
def test_the_payments_table(hand: str, facts: dict[str, Any], points: int, value: int) -> None:
    drawn = result(RULES, hand, options=ANY, **facts)
    assert drawn["points"] == points
    if facts:
        assert drawn["net"] == {"east": -value // 2, "south": value * 3 // 2, "west": -value // 2, "north": -value // 2}
        assert [payment["amount"] for payment in drawn["payments"]] == [value // 2] * 3
        return
    won = result(RULES, hand, options=ANY, **{"from": "north"})
    assert won["payments"] == [{"from": "north", "to": "south", "amount": value, "for": "hand"}]
    assert drawn["payments"] == [{"from": "discarder", "to": "south", "amount": value, "for": "hand"}]
    assert drawn["net"] is None


ROBBING_HAND = "23456789m22255z + 1m"
"""Concealed hand, seat wind, robbing the kong and mixed one suit: 6 faan, 128."""


@pytest.mark.parametrize(
    ("option", "net"),
    [
        (None, {"east": -64, "south": 192, "west": -64, "north": -64}),
        ("shares", {"east": -64, "south": 192, "west": -64, "north": -64}),
        ("robbed-pays-all", {"east": 0, "south": 192, "west": -192, "north": 0}),
    ],
)
def test_a_robbed_kong(option: str | None, net: dict[str, int]) -> None:
    facts = {"events": "robbing-the-kong", "from": "west"}
    won = result(RULES, ROBBING_HAND, options={"robbed_kong_payment": option}, **facts)
    assert {row["key"]: row["points"] for row in won["patterns"]} == {
        "concealed-hand": 1,
        "seat-wind": 1,
        "robbing-the-kong": 1,
        "mixed-one-suit": 3,
    }
    assert won["net"] == net


def test_a_robbed_kong_whose_maker_is_not_named() -> None:
    shared = result(RULES, ROBBING_HAND, events="robbing-the-kong")
    assert shared["net"] == {"east": -64, "south": 192, "west": -64, "north": -64}
    alone = result(RULES, ROBBING_HAND, events="robbing-the-kong", options={"robbed_kong_payment": "robbed-pays-all"})
    assert (alone["payments"], alone["net"]) == (
        [{"from": "discarder", "to": "south", "amount": 192, "for": "hand"}],
        None,
    )


def test_the_first_of_equal_readings_is_taken() -> None:
    """4m completes the chow 234 or the pair, for the same faan: the group comes before the pair."""
    won = result(RULES, "[777z][111p]2344m345s + 4m", options=ANY)
    assert won["reading"]["completes"] == 2
    assert [group["tiles"] for group in won["reading"]["groups"]] == ["777z", "111p", "234m", "345s"]
    assert [group["concealed"] for group in won["reading"]["groups"]] == [False, False, False, True]


def test_the_fields_of_a_result_and_their_order() -> None:
    won = result(RULES, "[123m]456789m11m33z + 1m", explain=True, lang="zh", **{"from": "west"})
    assert list(won) == [
        "rules",
        "revision",
        "options",
        "wins",
        "qualifies",
        "reason",
        "points",
        "uncapped",
        "minimum",
        "toward_minimum",
        "limit",
        "unit",
        "patterns",
        "reading",
        "payments",
        "net",
        "explanation",
    ]
    assert list(won["options"]) == [
        "minimum",
        "cap",
        "robbed_kong_payment",
        "multiple_winners",
        "draw_keeps_deal",
        "false_win_penalty",
    ]
    assert list(won["patterns"][0]) == ["key", "value", "count", "points", "name"]
    assert won["patterns"][0]["name"] == "混一色"
    assert list(won["reading"]) == ["shape", "groups", "pair", "winning", "completes", "waits"]
    assert list(won["reading"]["groups"][0]) == ["tiles", "kind", "concealed"]
    assert list(won["payments"][0]) == ["from", "to", "amount", "for"]
    assert list(won["net"]) == list(SEATS)
    assert list(won["explanation"]) == ["patterns", "replaced", "alternatives"]
    assert dumps(won).startswith('{"rules": "hkma-2023", "revision": 1, "options": {"minimum": 3, "cap": 10, ')
    assert '"name": "混一色"' in dumps(won)


def test_flowers_score_nothing() -> None:
    hand = "123456789m123p5s + 5s"
    assert made(RULES, hand, options=ANY) == made(RULES, hand + " 12345678f", options=ANY)


def test_seven_pairs_is_no_hand_unless_it_is_four_sequences() -> None:
    assert refused(RULES, "1133557799m113p + 3p").code == "not-a-winning-hand"
    assert made(RULES, "112233m445566p7s + 7s", options=ANY) == {"all-sequences": 1, "concealed-hand": 1}


def test_the_sheet_names_a_source_and_three_names_for_every_row() -> None:
    sheet = describe(load(RULES))
    assert all(row["source"] and row["names"]["en"] and row["names"]["zh"] for row in sheet["rows"])
    assert [option["key"] for option in sheet["options"]] == list(load(RULES).options)
    assert all(option["why"] for option in sheet["options"])
