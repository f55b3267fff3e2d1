"""The horse race: evenings of deals, each settled with the counters that the one before left."""

from __future__ import annotations

import random
from typing import Any

import pytest

from sikwu import SikwuError, settle

SEATS = ("east", "south", "west", "north")
RULES = "korean-kengma"
FULL = dict.fromkeys(SEATS, 3)
CONCEALED = "12m789m44z456p567m + 3m"
OPEN = "234m99p45p[777z][5555z] + 6p"
FULLY = {"points": 2, "rows": ["fully-concealed"]}


def drawn(seat: str, hand: str = CONCEALED, **facts: Any) -> dict[str, Any]:
    return {"seat": seat, "hand": hand, "win": "self-draw", **facts}


def claimed(seat: str, discarder: str, hand: str = "12m789m55p456p567m + 3m", **facts: Any) -> dict[str, Any]:
    return {"seat": seat, "hand": hand, "win": "discard", "from": discarder, **facts}


def deal(counters: dict[str, int] | None, *wins: dict[str, Any], **more: Any) -> dict[str, Any]:
    request = {"rules": RULES, "round": "east", "wins": list(wins), "counters": counters, **more}
    return settle(request).to_json()


def race_of(settled: dict[str, Any]) -> dict[str, int]:
    """Who pays how much for the race."""
    return {payment["from"]: payment["amount"] for payment in settled["payments"] if payment["for"] == "kengma"}


def left(east: int, south: int, west: int, north: int) -> dict[str, int]:
    return {"east": east, "south": south, "west": west, "north": north}


def test_a_whole_race_and_the_next_one() -> None:
    evening: list[tuple[tuple[dict[str, Any], ...], dict[str, int], dict[str, int]]] = [
        # the wins of a deal; the counters after it; what is paid for the race
        ((drawn("south"),), left(3, 2, 3, 3), {}),
        ((claimed("west", "north"),), left(3, 2, 3, 3), {}),
        ((drawn("west"),), left(3, 2, 2, 3), {}),
        ((drawn("east", OPEN),), left(3, 2, 2, 3), {}),
        ((drawn("south", "2222m55m33p88p44z6z + 6z"),), left(3, 1, 2, 3), {}),
        ((), left(3, 1, 2, 3), {}),
        ((claimed("south", "north"),), left(3, 1, 2, 3), {}),
        ((drawn("east"),), left(2, 1, 2, 3), {}),
        # south is first: north, who still has three, pays double
        ((drawn("south"),), FULL, {"east": 2, "west": 2, "north": 4}),
        # the next race begins, whether or not anyone paid double in the last one
        ((drawn("north"),), left(3, 3, 3, 2), {}),
        ((drawn("north"),), left(3, 3, 3, 1), {}),
        ((drawn("south"),), left(3, 2, 3, 1), {}),
        ((drawn("east"),), left(2, 2, 3, 1), {}),
        ((drawn("west"),), left(2, 2, 2, 1), {}),
        ((drawn("north"),), FULL, {"east": 2, "south": 2, "west": 2}),
    ]
    counters = FULL
    totals = dict.fromkeys(SEATS, 0)
    for wins, expected, race in evening:
        settled = deal(counters, *wins)
        assert (settled["counters"], race_of(settled)) == (expected, race)
        assert sum(settled["net"].values()) == 0
        totals = {seat: totals[seat] + settled["net"][seat] for seat in SEATS}
        counters = settled["counters"]
    # by hand: what every deal paid for its hand and its race, seat by seat
    hands = {
        "east": -2 - 2 + 6 - 7 + 6 - 2 - 2 - 2 - 2 + 6 - 2 - 2,
        "south": 6 - 2 - 2 + 21 + 4 - 2 + 6 - 2 - 2 + 6 - 2 - 2 - 2,
        "west": -2 + 4 + 6 - 2 - 7 - 2 - 2 - 2 - 2 - 2 - 2 + 6 - 2,
        "north": -2 - 4 - 2 - 2 - 7 - 4 - 2 - 2 + 6 + 6 - 2 - 2 - 2 + 6,
    }
    races = {"east": -2 - 2, "south": 8 - 2, "west": -2 - 2, "north": -4 + 6}
    assert totals == {seat: hands[seat] + races[seat] for seat in SEATS}


@pytest.mark.parametrize(
    ("counters", "race"),
    [
        (left(1, 3, 3, 3), {"south": 4, "west": 4, "north": 4}),
        (left(1, 1, 1, 1), {"south": 2, "west": 2, "north": 2}),
        (left(1, 2, 3, 1), {"south": 2, "west": 4, "north": 2}),
    ],
)
def test_who_pays_double(counters: dict[str, int], race: dict[str, int]) -> None:
    settled = deal(counters, drawn("east"))
    assert race_of(settled) == race
    assert settled["counters"] == FULL
    hand = {seat: -2 - race.get(seat, 0) for seat in SEATS if seat != "east"}
    assert settled["net"] == {"east": -sum(hand.values()), **hand}


def test_left_out_counters_are_three_each() -> None:
    assert deal(None, drawn("west"))["counters"] == left(3, 3, 2, 3)
    assert deal(None)["counters"] == FULL


def test_race_points_carry_no_ante_and_are_no_part_of_the_hand() -> None:
    settled = deal(left(3, 1, 3, 2), drawn("south"), options={"ante": 10})
    assert settled["wins"][0]["points"] == 2
    assert settled["net"] == {"east": -12 - 4, "south": 36 + 10, "west": -12 - 4, "north": -12 - 2}
    of_hand = {payment["from"]: payment["amount"] for payment in settled["payments"] if payment["for"] == "hand"}
    assert of_hand == {"east": 12, "west": 12, "north": 12}


def test_each_seat_pays_its_own_race_points_when_another_is_liable() -> None:
    settled = deal(left(3, 1, 2, 3), drawn("south", liable="north"))
    assert race_of(settled) == {"east": 4, "west": 2, "north": 4}
    assert settled["net"] == {"east": -4, "south": 6 + 10, "west": -2, "north": -6 - 4}


@pytest.mark.parametrize("winner", [claimed("south", "north"), drawn("south", OPEN)])
def test_neither_a_discard_nor_an_open_hand_removes_a_counter(winner: dict[str, Any]) -> None:
    settled = deal(left(3, 1, 3, 3), winner)
    assert (settled["counters"], race_of(settled)) == (left(3, 1, 3, 3), {})


def test_a_false_win_and_a_drawn_deal_leave_the_counters() -> None:
    for more in ({"false_win": "south"}, {}):
        assert deal(left(2, 1, 3, 3), **more)["counters"] == left(2, 1, 3, 3)


def test_a_win_declared_by_its_points_removes_a_counter_with_the_row_only() -> None:
    with_row = {"seat": "south", "win": "self-draw", **FULLY}
    assert deal(FULL, with_row)["counters"] == left(3, 2, 3, 3)
    assert deal(FULL, {**with_row, "rows": []})["counters"] == FULL
    settled = deal(left(3, 1, 3, 3), with_row)
    assert settled["net"] == {"east": -6, "south": 18, "west": -6, "north": -6}
    assert deal(FULL, {**with_row, "win": "discard", "from": "east"})["counters"] == FULL


@pytest.mark.parametrize(
    "counters", [left(3, 0, 3, 3), left(3, 4, 3, 3), {"east": 3}, {**FULL, "dealer": 3}, [3, 3, 3, 3]]
)
def test_counters_that_no_race_leaves(counters: Any) -> None:
    with pytest.raises(SikwuError) as caught:
        deal(counters, drawn("east"))
    assert caught.value.code == "bad-request"
    assert caught.value.field is not None
    assert caught.value.field.startswith("counters")


def test_long_evenings_sum_to_zero_and_race_as_told() -> None:
    dice = random.Random(3)
    counters, told = dict(FULL), dict(FULL)
    races = 0
    for _ in range(400):
        winner = dice.choice(SEATS)
        discarder = dice.choice([seat for seat in SEATS if seat != winner])
        wins = dice.choice(
            [(), (claimed(winner, discarder),), (drawn(winner, OPEN),), (drawn(winner),), (drawn(winner),)]
        )
        settled = deal(counters, *wins)
        assert sum(settled["net"].values()) == 0
        paid: dict[str, int] = {}
        if wins and wins[0]["win"] == "self-draw" and wins[0]["hand"] == CONCEALED:
            told[winner] -= 1
            if told[winner] == 0:
                paid = {seat: 4 if told[seat] == 3 else 2 for seat in SEATS if seat != winner}
                told = dict(FULL)
                races += 1
        assert (race_of(settled), settled["counters"]) == (paid, told)
        counters = settled["counters"]
    assert races > 10
