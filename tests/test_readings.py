"""Every reading of a finished hand: against a plain reader that finds them by trying."""

from __future__ import annotations

from typing import Any

import plain_reader
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_reader import PlainGroup, PlainHand, PlainReading
from strategies import finished_hands, nearly_finished_hands, pairs_hands, standard_hands

from sikwu import ScoreRequest, SikwuError, rulesets, score
from sikwu.outcome import reading_json
from sikwu.rules import load
from sikwu.scoring import finished_readings, rate

OPTIONS: dict[str, dict[str, Any]] = {
    "korean-yak": {"suits": "three", "melded_chows": True},
    "korean-kengma": {"suits": "three"},
}
"""What lets a rule set be played with every tile and every group."""
RULES = rulesets()


def shapes_of(rules: str) -> tuple[str, ...]:
    return tuple(shape.key for shape in load(rules).shapes)


def flowers_of(rules: str, hand: PlainHand) -> PlainHand:
    """The hand without the seasons, where a rule set has none."""
    return hand._replace(flowers=tuple(f for f in hand.flowers if f < "5f")) if rules.startswith("korean") else hand


def request_for(rules: str, hand: PlainHand, win: str = "self-draw", **more: Any) -> dict[str, Any]:
    hand = flowers_of(rules, hand)
    facts = {"seat": "south", "round": "east", "win": win, "hand": hand.text(), "explain": True, **more}
    return {"rules": rules, "options": OPTIONS.get(rules, {}), **facts}


def as_json(reading: PlainReading, hand: PlainHand, rules: str, win: str) -> dict[str, Any]:
    """The reading as the contract writes it."""
    groups = [
        {
            "tiles": "".join(tile[0] for tile in group.tiles) + group.tiles[0][1],
            "kind": group.kind,
            "concealed": group.kind == "concealed-kong"
            or (at >= len(hand.groups) and not (win == "discard" and at == reading.completes)),
        }
        for at, group in enumerate(reading.groups)
    ]
    doubled = [f"{tile[0] * 2}{tile[1]}" for tile in reading.pairs]
    several = reading.shape in ("seven-pairs", "eight-pairs")
    return {
        "shape": reading.shape,
        "groups": groups,
        "pair": None if several else doubled[0],
        **({"pairs": doubled} if several else {}),
        "winning": hand.winning,
        "completes": reading.completes,
        "waits": plain_reader.waits(hand._replace(winning=None), shapes_of(rules)),
    }


def engine_readings(request: dict[str, Any]) -> list[dict[str, Any] | None]:
    """All readings and completions that the engine weighs, in its order."""
    built = ScoreRequest.from_json(request)
    return [reading_json(outcome, built) for outcome in rate(built, finished_readings(built))]


@pytest.mark.parametrize("rules", RULES)
@given(data=st.data(), win=st.sampled_from(["self-draw", "discard"]))
@settings(max_examples=500, deadline=None)
def test_all_readings_in_order_none_missed_none_twice(rules: str, data: st.DataObject, win: str) -> None:
    hand = data.draw(finished_hands(load(rules).tiles))
    expected = [as_json(reading, hand, rules, win) for reading in plain_reader.readings(hand, shapes_of(rules))]
    if not expected:
        with pytest.raises(SikwuError, match="complete no shape"):
            score(request_for(rules, hand, win))
        return
    assert engine_readings(request_for(rules, hand, win)) == expected


@pytest.mark.parametrize("rules", RULES)
@given(data=st.data())
@settings(max_examples=300, deadline=None)
def test_a_hand_wins_only_if_the_plain_reader_can_read_it(rules: str, data: st.DataObject) -> None:
    hand = data.draw(nearly_finished_hands(load(rules).tiles, most=2))
    expected = plain_reader.readings(hand, shapes_of(rules))
    if expected:
        assert len(engine_readings(request_for(rules, hand))) == len(expected)
    else:
        with pytest.raises(SikwuError) as refused:
            score(request_for(rules, hand))
        assert refused.value.code == "not-a-winning-hand"


@pytest.mark.parametrize("rules", RULES)
@given(data=st.data())
@settings(max_examples=100, deadline=None)
def test_the_result_and_its_alternatives_are_the_readings(rules: str, data: st.DataObject) -> None:
    size = load(rules).tiles
    hand = data.draw(st.one_of(standard_hands(size, declare=False, suits="m"), pairs_hands(size)))
    expected = [as_json(each, hand, rules, "self-draw") for each in plain_reader.readings(hand, shapes_of(rules))]
    if not expected:
        return
    result = score(request_for(rules, hand)).to_json()
    alternatives = result["explanation"]["alternatives"]
    found = [each["reading"] for each in [result, *alternatives]]
    second = [each["second_hand"]["reading"] for each in [result, *alternatives] if each.get("second_hand")]
    assert all(reading in expected for reading in [*found, *second])
    different = {repr(reading) for reading in [*found, *second]}
    assert len(different) == 1 + bool(second) + len(alternatives), "none stands twice"
    assert len(alternatives) == min(5, len(expected) - 1 - bool(second))


@pytest.mark.parametrize(
    ("rules", "hand", "win", "expected"),
    [
        # one pair of groups seen two ways, the winning tile in either
        ("hkma-2023", "111222333m99p22z + 2z", "discard", [("chow chow chow pung", 3), ("pung pung pung pung", 3)]),
        ("hkma-2023", "[777z]22334m99p345s + 4m", "discard", [("pung chow chow chow", 1)]),
        # the winning tile can complete a chow or the pair
        ("hkma-2023", "[777z][111p]2345m345s + 2m", "discard", [("pung pung chow chow", "pair")]),
        (
            "hkma-2023",
            "[777z][111p]2344m345s + 4m",
            "self-draw",
            [("pung pung chow chow", 2), ("pung pung chow chow", "pair")],
        ),
    ],
)
def test_readings_worked_by_hand(rules: str, hand: str, win: str, expected: list[tuple[str, Any]]) -> None:
    request = {"rules": rules, "hand": hand, "seat": "south", "round": "east", "win": win, "explain": True}
    found = [
        (" ".join(group["kind"] for group in reading["groups"]), reading["completes"])
        for reading in engine_readings(request)
        if reading
    ]
    assert found == expected


def test_the_plain_reader_itself() -> None:
    """Counts that are known: the nine gates wait for nine tiles; 111222333 reads as three chows or three pungs."""
    gates = PlainHand(tuple(f"{number}m" for number in (1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9)))
    assert len(plain_reader.waits(gates, ("standard",))) == 9
    groups = (PlainGroup("chow", ("1p", "2p", "3p")),)
    tiles = ("1m", "1m", "1m", "2m", "2m", "2m", "3m", "3m", "3m", "9s")
    assert len(plain_reader.readings(PlainHand(tiles, groups, "9s"), ("standard",))) == 2
