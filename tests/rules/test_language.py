"""The words of a rule set: a sheet that contradicts itself is refused when it is made or first planned."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sikwu.readings.shapes import EIGHT_PAIRS, STANDARD
from sikwu.request import house
from sikwu.rules.language import THE_REST, Liability, Payments, Row, RuleSet, choice, number, row, takes
from sikwu.rules.plan import is_one_fact, plan

OPTIONS = (number("minimum", 0, 0, 5, "a table's choice"), choice("multiple_winners", "all", ("all", "nearest"), "-"))


def sheet(*rows: Row, **more: Any) -> RuleSet:
    return RuleSet(
        "trial",
        revision=1,
        names={"en": "Trial"},
        seed="a sheet made up for this test",
        unit="points",
        tiles=17,
        shapes=(STANDARD, EIGHT_PAIRS),
        rows=rows,
        options=OPTIONS,
        pays=Payments(discard=lambda points: points, self_draw=lambda points: points),
        **more,
    )


def line(key: str, when: Callable[..., int] = lambda chows: chows, **more: Any) -> Row:
    return row(key, 1, "-", "-", "-", when, **more)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ((line("a"), line("a")), "two rows have one key"),
        ((line("a", replaces=("b",)),), "a replaces b, which is no row"),
        ((line("a", replaces=(THE_REST,)),), "rows judged last, and only they, replace all the rest"),
        ((line("a", last=True, replaces=("b",)), line("b")), "rows judged last, and only they"),
        (
            (line("a", last=True, replaces=(takes(THE_REST, of_same=lambda chows: chows),)),),
            "rows judged last, and only they",
        ),
    ],
)
def test_a_sheet_that_contradicts_itself(rows: tuple[Row, ...], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        sheet(*rows)


def test_liability_for_a_row_that_there_is_not() -> None:
    with pytest.raises(ValueError, match="b makes somebody liable, but is no row"):
        sheet(line("a"), liable=Liability(("a", "b"), lambda rows, groups: None))


@pytest.mark.parametrize(
    "rows",
    [
        (line("a", lambda moon: moon),),
        (line("a"), line("b", replaces=(takes("a", when=lambda moon: moon),))),
        (line("a", counts=lambda moon: moon),),
    ],
)
def test_a_condition_that_asks_for_what_there_is_not(rows: tuple[Row, ...]) -> None:
    with pytest.raises(ValueError, match="moon, which is no fact and no option"):
        plan(sheet(*rows))


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (lambda chows: chows, True),
        (lambda chows: not chows, False),
        (lambda chows, pungs: chows, False),
        (lambda: 1, False),
    ],
)
def test_a_condition_that_is_one_fact_needs_no_call(condition: Callable[..., int], expected: bool) -> None:
    assert is_one_fact(condition) == expected


def test_houses_are_shared_and_cannot_be_changed() -> None:
    one = house("taiwan-bible", {"chicken": "add"})
    assert one is house("taiwan-bible", {"chicken": "add", "minimum": 0})
    assert one is not house("taiwan-bible")
    with pytest.raises(TypeError):
        one.options["chicken"] = "replace"  # type: ignore[index]
