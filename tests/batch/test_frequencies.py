"""Frequencies are those of the hands that are drawn, the same for the same seed."""

import json
from pathlib import Path

import numpy as np
import pytest

from sikwu import rulesets
from sikwu.batch.columns import read_only, request_of
from sikwu.batch.frequencies import count_frequencies
from sikwu.batch.random_hands import Mix, random_hands
from sikwu.cli import run
from sikwu.request import house
from sikwu.scoring import score


@pytest.mark.parametrize("rules", rulesets())
def test_random_hands_are_wins_under_their_house(rules: str) -> None:
    sheet = house(rules)
    columns = read_only(random_hands(np.random.default_rng(4), 300, sheet, Mix(special=0.3, kong=0.3)))
    shapes = set()
    for row in range(300):
        shapes.add(score(request_of(columns, row, rules, {})).to_json()["reading"]["shape"])
    assert shapes >= {shape.key for shape in sheet.rules.shapes}


def test_shares_are_counts_of_the_hands_drawn() -> None:
    found = count_frequencies(house("hkma-2023"), 3000, 7, print)
    columns = read_only(random_hands(np.random.default_rng(7), 3000, house("hkma-2023")))
    scores = [score(request_of(columns, row, "hkma-2023", {})) for row in range(3000)]
    assert found.summary.hands == 3000
    assert found.mean == pytest.approx(sum(one.points for one in scores) / 3000)
    assert found.under_minimum == pytest.approx(sum(not one.qualifies for one in scores) / 3000)
    for row in found.house.rules.rows:
        assert found.share(row.key) == sum(row.key in one.row_keys() for one in scores) / 3000


def test_the_command_prints_two_settings_and_draws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, start in (("rows.svg", b"<?xml"), ("rows.png", b"\x89PNG")):
        chart = tmp_path / name
        command = [
            "frequencies",
            "--rules",
            "hkma-2023",
            "--against",
            "minimum=0",
            "--hands",
            "2000",
            "--chart",
            str(chart),
        ]
        assert run(command) == 0
        printed = capsys.readouterr().out
        assert chart.read_bytes().startswith(start)
        assert "hkma-2023 minimum=0: 2,000 random hands" in printed
        assert "0.00 % do not qualify" in printed
        assert "Concealed hand 門前清" in printed
        assert "Drawn with: special" in printed


def test_the_command_gives_json_of_two_rule_sets(capsys: pytest.CaptureFixture[str]) -> None:
    command = [
        "frequencies",
        "--rules",
        "hkma-2023",
        "--rules",
        "korean-kengma",
        "--hands",
        "1000",
        "--seed",
        "3",
        "--json",
    ]
    assert run(command) == 0
    first = json.loads(capsys.readouterr().out)
    assert run(command) == 0
    assert json.loads(capsys.readouterr().out) == first
    assert [found["rules"] for found in first] == ["hkma-2023", "korean-kengma"]
    assert all(sum(found["points"].values()) == 1000 for found in first)


@pytest.mark.parametrize(
    "wrong",
    [
        ["--rules", "riichi"],
        ["--rules", "hkma-2023", "--rules", "korean-yak", "--rules", "korean-kengma"],
        ["--rules", "hkma-2023", "--rules", "korean-yak", "--against", "minimum=1"],
        ["--rules", "hkma-2023", "--rules", "korean-yak", "--option", "minimum=1"],
        ["--rules", "hkma-2023", "--hands", "10", "--chart", "rows.pdf"],
        ["--rules", "hkma-2023", "--hands", "10", "--chart", "no/rows.svg"],
        ["--rules", "hkma-2023", "--option", "minimum=70"],
    ],
)
def test_what_the_command_refuses(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["frequencies", *wrong, "--json"]) == 2
    assert "error" in json.loads(capsys.readouterr().out)
