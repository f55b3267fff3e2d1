"""Conditions pasted in rate the same as conditions called, and what cannot be pasted is called."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sikwu import ScoreRequest, rulesets
from sikwu.readings.waits import before_win, waits
from sikwu.rules import load
from sikwu.rules.pasting import body_of
from sikwu.rules.plan import MANY_HANDS, plan, rater, written
from sikwu.scoring import finished_readings

KINDS = [f"{number}{suit}" for suit in "mpsz" for number in range(1, 8 if suit == "z" else 10)]
LARGEST = 4
WORDS = ("a", "b")
limit = 4


def random_hand(draw: Random, size: int) -> str:
    """Chows and pungs of one or two suits, and a pair."""
    while True:
        suits = draw.choice(("m", "mz", "mp", "mps", "mpsz"))
        tiles: list[str] = []
        for _ in range(size // 3):
            kind = draw.choice([kind for kind in KINDS if kind[1] in suits])
            chow = kind[1] != "z" and int(kind[0]) < 8 and draw.random() < 0.6
            tiles += [f"{int(kind[0]) + more}{kind[1]}" for more in range(3)] if chow else [kind] * 3
        tiles += [draw.choice(KINDS)] * 2
        if all(tiles.count(tile) <= 4 for tile in tiles):
            draw.shuffle(tiles)
            return f"{''.join(tiles[1:])} + {tiles[0]}"


def requests(rules: str, many: int) -> list[ScoreRequest]:
    draw = Random(7)
    seats = ("east", "south", "west", "north")
    return [
        ScoreRequest.from_json(
            {
                "rules": rules,
                "options": {"suits": "three"} if "suits" in load(rules).options else {},
                "hand": random_hand(draw, load(rules).tiles),
                "seat": draw.choice(seats),
                "round": draw.choice(seats),
                "win": draw.choice(("self-draw", "discard")),
                "discards": draw.choice((None, 5, 9)),
            }
        )
        for _ in range(many)
    ]


@pytest.mark.parametrize("explain", [False, True])
@pytest.mark.parametrize("rules", rulesets())
def test_pasted_and_called_conditions_rate_alike(rules: str, explain: bool) -> None:
    sheet = load(rules)
    called, pasted = written(sheet, explain, pasted=False), written(sheet, explain, pasted=True)
    shared = rater(sheet, explain)
    for request in requests(rules, 2 * MANY_HANDS):
        wait_kinds = waits(before_win(request.tiles), sheet.shapes)
        given = (request.tiles, request.win_facts, request.house.fact_values, wait_kinds, finished_readings(request))
        assert called(*given) == pasted(*given) == shared(*given)


@pytest.mark.parametrize("rules", rulesets())
def test_every_condition_that_asks_for_something_can_be_pasted(rules: str) -> None:
    sheet = load(rules)
    steps = [row.step for row in plan(sheet).rows]
    assert [sheet.rows[at].key for at, step in enumerate(steps) if step.asks and not body_of(step.function)] == []


def two_steps(chows: int) -> int:
    more = chows + 1
    return more * 2


def one_step(chows: int, pungs: int) -> int:
    """Brackets over several lines."""
    return (
        chows == LARGEST  # four of them
        and pungs == 0
    )


def test_what_is_pasted() -> None:
    text, constants = body_of(one_step) or ("", {})
    assert eval(text, {**constants, "chows": 4, "pungs": 0}) is True
    assert constants == {"LARGEST": 4}
    assert body_of(lambda chows, pungs: (chows or pungs) and max(chows, (1 + pungs))) == (
        "(chows or pungs) and max(chows, (1 + pungs))",
        {},
    )


CONDITIONS: list[Callable[..., Any]] = [
    two_steps,
    lambda chows: chows == limit,
    lambda chows: WORDS[chows],
    lambda chows: chows == unknown,  # type: ignore[name-defined]  # noqa: F821
    lambda *, chows: chows,
    eval("lambda chows: chows == 4"),
    len,
]


@pytest.mark.parametrize("condition", CONDITIONS)
def test_what_is_called_instead(condition: Callable[..., Any]) -> None:
    assert body_of(condition) is None


def test_a_function_with_a_cell_is_called() -> None:
    most = len(WORDS)
    assert body_of(lambda chows: chows == most) is None


@pytest.mark.parametrize("later", ["", "def condition(chows: int) -> int:\n    return chows == 5\n", "(((" * 9])
def test_a_file_that_changed_since_is_not_believed(tmp_path: Path, later: str) -> None:
    file = tmp_path / "sheet.py"
    now = "def condition(chows: int) -> int:\n    return chows == 4\n"
    made: dict[str, Any] = {}
    exec(compile(now, str(file), "exec"), made)
    file.write_text(later)
    assert body_of(made["condition"]) is None
