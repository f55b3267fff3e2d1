"""Columns and the single path agree, field by field, on random hands, options, events and mistakes."""

import pytest

from sikwu import rulesets
from sikwu.batch.sweep import differences, main

ROWS = 4000
"""Five rule sets of these make the sample of twenty thousand."""


@pytest.mark.parametrize("rules", rulesets())
@pytest.mark.parametrize("seed", [11, 12])
def test_every_field_of_random_hands_is_equal(rules: str, seed: int) -> None:
    answers, wrong = differences(rules, seed, ROWS // 2)
    assert wrong == []
    assert {"qualifies", "impossible-event", "not-a-winning-hand", "too-many-copies", "tile-count"} <= set(answers)


def test_the_sweep_says_how_many_differ(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--hands", "5000", "--rules", "hkma-2023", "--processes", "1", "--seed", "3"]) == 0
    assert "5000 hands compared" in capsys.readouterr().out
