"""Errors: the order in which they are found, and what each says."""

from __future__ import annotations

import pickle
from itertools import combinations
from typing import Any

import pytest

from sikwu import SikwuError, dumps, rulesets, score, settle
from sikwu.errors import CODES

GOOD: dict[str, Any] = {
    "rules": "korean-yak",
    "options": {},
    "hand": "",
    "seat": "south",
    "round": "east",
    "win": "discard",
    "from": "west",
    "events": [],
}
HAND = "123m456m789m11p22p + 1p"
STAGES: dict[str, tuple[str | None, dict[str, Any], str]] = {
    # the stage, in the contract's order: what is added to the hand, what changes in the request, the code
    "form": ("", {"luck": 1}, "bad-request"),
    "rules": ("", {"rules": "house"}, "unknown-rules"),
    "option": ("", {"options": {"luck": 1}}, "unknown-option"),
    "events": ("", {"events": ["luck"]}, "unknown-event"),
    "notation": (" 8z ", {}, "bad-notation"),
    "groups": (" [124m] ", {}, "bad-group"),
    "own group": (" [777z<south] ", {}, "bad-group"),
    "set": (" 1s ", {}, "tile-not-in-set"),
    "copies": (" 33333p ", {}, "too-many-copies"),
    "count": (" 4p ", {}, "tile-count"),
    "shape": (None, {}, "not-a-winning-hand"),  # the hand itself, with another tile
    "impossible": ("", {"events": ["initial-deal"]}, "impossible-event"),
}


def broken(*stages: str) -> dict[str, Any]:
    """A request in which these stages, and with them perhaps later ones, are wrong."""
    hand = HAND.replace("22p", "23z") if "shape" in stages else HAND
    request = dict(GOOD)
    for stage in stages:
        more, change, _ = STAGES[stage]
        hand = (more or "") + hand
        request |= change
    return {**request, "hand": hand}


def refusal(request: Any, command: Any = score) -> SikwuError:
    with pytest.raises(SikwuError) as refused:
        command(request)
    return refused.value


def test_the_request_without_a_fault_is_answered() -> None:
    assert score({**GOOD, "hand": HAND}).to_json()["wins"]


@pytest.mark.parametrize("stage", STAGES)
def test_each_stage_alone(stage: str) -> None:
    assert refusal(broken(stage)).code == STAGES[stage][2]


PAIRS = [pair for pair in combinations(STAGES, 2) if pair != ("events", "impossible")]  # one field says both


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_of_two_faults_the_earlier_is_the_answer(first: str, second: str) -> None:
    assert refusal(broken(first, second)).code == STAGES[first][2]
    assert refusal(broken(second, first)).code == STAGES[first][2]


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_a_settlement_finds_them_in_the_same_order(first: str, second: str) -> None:
    request = broken(first, second)
    win = {name: request.pop(name) for name in ("hand", "seat", "win", "from", "events")}
    error = refusal({**request, "wins": [win]}, settle)
    assert error.code == STAGES[first][2]
    if STAGES[first][2] not in ("bad-request", "unknown-rules", "unknown-option"):
        assert (error.field or "").startswith("wins[0].")


HKMA: dict[str, Any] = {
    "rules": "hkma-2023",
    "hand": "123456789m123p5s + 5s",
    "seat": "south",
    "round": "east",
    "win": "discard",
    "from": "west",
}


@pytest.mark.parametrize(
    ("change", "code", "field", "words"),
    [
        ({"rules": None}, "bad-request", "rules", "rules is missing; expected a rule set's key"),
        ({"rules": 3}, "bad-request", "rules", "rules is 3; expected a rule set's key"),
        ({"rules": "hkma"}, "unknown-rules", "rules", "there is no rule set 'hkma'; there are hkma-2023"),
        ({"options": []}, "bad-request", "options", "options is an object, not a list"),
        ({"options": {"caps": 8}}, "unknown-option", "options.caps", "no option 'caps'; it has minimum, cap"),
        ({"options": {"minimum": "3"}}, "bad-option", "options.minimum", "is '3'; expected a whole number from 0 to 5"),
        ({"options": {"minimum": True}}, "bad-option", "options.minimum", "is True; expected a whole number"),
        ({"options": {"minimum": 3.0}}, "bad-option", "options.minimum", "is 3.0; expected a whole number"),
        ({"options": {"minimum": 6}}, "bad-option", "options.minimum", "is 6; expected a whole number from 0 to 5"),
        ({"options": {"minimum": -1}}, "bad-option", "options.minimum", "is -1"),
        ({"options": {"minimum": [3]}}, "bad-option", "options.minimum", "is a list"),
        ({"options": {"cap": 8}}, "bad-option", "options.cap", "cap is 8; expected 10"),
        (
            {"options": {"multiple_winners": "none"}},
            "bad-option",
            "options.multiple_winners",
            "expected all or nearest",
        ),
        ({"options": {"multiple_winners": 1}}, "bad-option", "options.multiple_winners", "is 1"),
        ({"options": {"draw_keeps_deal": 1}}, "bad-option", "options.draw_keeps_deal", "expected true or false"),
        ({"options": {"draw_keeps_deal": "true"}}, "bad-option", "options.draw_keeps_deal", "expected true or false"),
        ({"options": {"false_win_penalty": 1001}}, "bad-option", "options.false_win_penalty", "from 0 to 1000"),
        ({"hand": None}, "bad-request", "hand", "hand is missing"),
        ({"hand": 5}, "bad-request", "hand", "a line of text or an object"),
        ({"hand": ["123m"]}, "bad-request", "hand", "a line of text or an object"),
        ({"seat": None}, "bad-request", "seat", "seat is missing; expected east, south, west or north"),
        ({"seat": "East"}, "bad-request", "seat", "seat is 'East'; expected east, south, west or north"),
        ({"seat": 1}, "bad-request", "seat", "seat is 1"),
        ({"round": None}, "bad-request", "round", "round is missing"),
        ({"round": "up"}, "bad-request", "round", "round is 'up'"),
        ({"win": None}, "bad-request", "win", "win is missing; expected self-draw or discard"),
        ({"win": "tsumo"}, "bad-request", "win", "win is 'tsumo'"),
        ({"from": "south"}, "bad-request", "from", "from is south, the winner's own seat"),
        ({"from": "nobody"}, "bad-request", "from", "from is 'nobody'"),
        ({"win": "self-draw"}, "bad-request", "from", "from is given for a self-draw"),
        ({"events": "last-tile"}, "bad-request", "events", "expected a list of texts"),
        ({"events": [1]}, "bad-request", "events", "expected a list of texts"),
        ({"events": {"last-tile": True}}, "bad-request", "events", "expected a list of texts"),
        ({"events": ["moon"]}, "unknown-event", "events", "there is no event 'moon'; there are kong-replacement"),
        ({"discards": -1}, "bad-request", "discards", "discards is -1; expected a whole number from 0"),
        ({"discards": 7.5}, "bad-request", "discards", "discards is 7.5"),
        ({"discards": "7"}, "bad-request", "discards", "discards is '7'"),
        ({"discards": True}, "bad-request", "discards", "discards is True"),
        ({"streak": -1}, "bad-request", "streak", "streak is -1"),
        ({"streak": False}, "bad-request", "streak", "streak is False"),
        ({"explain": 1}, "bad-request", "explain", "expected true or false"),
        ({"explain": "yes"}, "bad-request", "explain", "expected true or false"),
        ({"lang": "de"}, "bad-request", "lang", "lang is 'de'; expected en, zh or ko"),
        ({"points": 3}, "bad-request", "points", "there is no field 'points'; the fields are rules, options, hand"),
        ({"liable": "west"}, "bad-request", "liable", "there is no field 'liable'"),
        ({"hand": "[123m<west]456789m123p5s + 5s"}, "bad-group", "hand", "only be claimed from east, the seat before"),
        ({"hand": "[123m<south]456789m123p5s + 5s"}, "bad-group", "hand", "south cannot claim from itself"),
        ({"hand": "(1111p)[111+1p<south]77z + 7z"}, "bad-group", "hand", "[111+1p<south]: south cannot claim"),
        ({"hand": "12345678m1111p1p5s + 5s"}, "too-many-copies", "hand", "5 copies of 1p; a set has four"),
        ({"hand": "(1111p)123456789m + 1p"}, "too-many-copies", "hand", "5 copies of 1p"),
        ({"hand": "[111+1p][123p]123456m5s + 5s"}, "too-many-copies", "hand", "5 copies of 1p"),
        ({"hand": "123456789m123p5s + 5s 1f1f"}, "too-many-copies", "hand", "2 copies of 1f; a set has one"),
        (
            {"hand": "123456789m123p + 5s"},
            "tile-count",
            "hand",
            "13 tiles; a hand of hkma-2023 has 14 with the winning",
        ),
        ({"hand": "123456789m123p55s + 5s"}, "tile-count", "hand", "15 tiles"),
        ({"hand": "123456789m(1111p)5s + 5s"}, None, None, ""),
        ({"hand": "123456789m1111p5s + 5s"}, "tile-count", "hand", "15 tiles"),
        ({"hand": "(1111m)(2222m)(3333m)(4444m)(5555m) + 5s"}, "tile-count", "hand", "16 tiles"),
        (
            {"hand": "123456789m123p5s + 6s"},
            "not-a-winning-hand",
            "hand",
            "before the 6s it was ready, for another tile",
        ),
        ({"hand": "123456789m124p5s + 6s"}, "not-a-winning-hand", "hand", "before the 6s it was 1 tile from ready"),
        ({"hand": "123456m135p47s12z + 6s"}, "not-a-winning-hand", "hand", "before the 6s it was 3 tiles from ready"),
        ({"hand": "123456789m123p5s + 6s"}, "not-a-winning-hand", "hand", "(standard, thirteen-orphans)"),
    ],
)
def test_what_an_error_says(change: dict[str, Any], code: str | None, field: str | None, words: str) -> None:
    request = {**HKMA, **change}
    if code is None:
        assert score(request).to_json()["wins"]
        return
    error = refusal(request)
    assert (error.code, error.field) == (code, field)
    assert words in error.message
    assert list(error.to_json()["error"]) == ["code", "message", "field"]


@pytest.mark.parametrize("request_", [None, 3, "hkma-2023", [], [HKMA], True])
def test_a_request_is_an_object(request_: Any) -> None:
    assert refusal(request_).code == refusal(request_, settle).code == "bad-request"


def test_a_null_field_is_absent() -> None:
    nulls = dict.fromkeys(("options", "events", "discards", "streak", "explain", "lang"))
    assert score({**HKMA, **nulls}).to_json() == score(HKMA).to_json()
    assert score({**HKMA, "options": {"minimum": None}}).to_json() == score(HKMA).to_json()


def test_unknown_rules_name_what_exists() -> None:
    message = refusal({**HKMA, "rules": "hkma-2022"}).message
    assert all(key in message for key in rulesets())


def test_whatever_is_named_wrongly_is_printed_shortly_and_as_utf8() -> None:
    changes: tuple[dict[Any, Any], ...] = (
        {"rules": "x" * 9000},
        {"\ud800": 1},
        {"rules": "\ud800"},
        {"options": {"\ud800": 1}},
        {"options": {"minimum": "\ud800"}},
        {"hand": {"\ud800": 1}},
        {"hand": "\ud800"},
        {"events": ["\ud800"]},
        {"x" * 9000: 1},
        {"options": {"minimum": 10**5000}},
        {"discards": 10**5000},
        {10**5000: 1},
        {None: 1},
        {("a",): 1},
    )
    for change in changes:
        error = refusal({**HKMA, **change})
        assert len(error.message) < 600
        dumps(error.to_json()).encode()


def test_errors_survive_another_process() -> None:
    error = refusal({**HKMA, "seat": "up"})
    again = pickle.loads(pickle.dumps(error))
    assert again.to_json() == error.to_json()
    assert isinstance(again, ValueError)
    assert error.code in CODES
