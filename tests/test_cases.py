"""Every worked case: what a hand is worth and what a deal does, worked by hand from the rule sets' pages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sikwu import SikwuError, dumps, score, settle

Json = dict[str, Any]
FOLDER = Path(__file__).parent / "cases"


def cases(settlements: bool) -> list[Any]:
    files = [file for file in sorted(FOLDER.glob("*.jsonl")) if file.name.startswith("settle-") == settlements]
    read = [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines()]
    return [pytest.param(case, id=case["id"]) for case in read]


def answer(command: Any, request: Json) -> Json:
    try:
        result = command(request)
    except SikwuError as error:
        return error.to_json()
    return dict(result.to_json())


def counted(patterns: list[Json]) -> dict[str, int]:
    return {row["key"]: row["count"] for row in patterns}


def both_hands(result: Json) -> list[Json]:
    """Shape, points and rows of the two hands of a win that is paid twice."""
    first, second = result, result["second_hand"]
    hands = [
        {"shape": hand["reading"]["shape"], "points": points, "patterns": counted(hand["patterns"])}
        for hand, points in ((first, sum(row["points"] for row in first["patterns"])), (second, second["points"]))
    ]
    return sorted(hands, key=lambda hand: str(hand["shape"]))


def liable_seat(result: Json) -> str | None:
    """The seat that a score result names, or the first one that a win of a settlement does."""
    named = [each["liable"]["seat"] for each in [result, *result.get("wins", [])] if each.get("liable")]
    return named[0] if named else None


def seen(result: Json, expected: Json) -> Json:
    """What the answer says about everything that the case names, in the case's own form."""
    found: Json = {}
    for name, value in expected.items():
        if name == "patterns":
            found[name] = counted(result["patterns"])
        elif name == "hands":
            found[name] = both_hands(result)
        elif name == "error":
            found[name] = result.get("error", {}).get("code")
        elif name == "liable":
            found[name] = liable_seat(result)
        elif name == "next":
            found[name] = {field: result["next"][field] for field in value}
        else:
            found[name] = result[name]
    return found


def wanted(expected: Json) -> Json:
    if "hands" not in expected:
        return expected
    return expected | {"hands": sorted(expected["hands"], key=lambda hand: str(hand["shape"]))}


@pytest.mark.parametrize("case", cases(settlements=False))
def test_a_worked_hand(case: Json) -> None:
    result = answer(score, case["request"])
    assert seen(result, case["expect"]) == wanted(case["expect"]), case["why"]


@pytest.mark.parametrize("case", cases(settlements=True))
def test_a_worked_deal(case: Json) -> None:
    result = answer(settle, case["request"])
    assert seen(result, case["expect"]) == wanted(case["expect"]), case["why"]


@pytest.mark.parametrize("case", cases(settlements=False))
def test_equal_requests_give_equal_bytes_and_points_move_without_being_made(case: Json) -> None:
    first, second = answer(score, case["request"]), answer(score, json.loads(json.dumps(case["request"])))
    assert dumps(first) == dumps(second)
    if first.get("net"):
        assert sum(first["net"].values()) == 0
