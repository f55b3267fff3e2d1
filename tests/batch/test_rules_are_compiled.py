"""The rows in a rule set's file are what columns run: a rule that is edited, or added, changes what they say."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pyarrow as pa
import pytest

from sikwu.batch import Scorer
from sikwu.batch.driver import mark
from sikwu.request import House
from sikwu.rules import load
from sikwu.rules.language import RuleSet

SHEET = """
from sikwu.readings.shapes import STANDARD
from sikwu.rules.language import Payments, RuleSet, number, row

TIMES = 1
ROWS = (
    row("dragons", 2, "三元", "Dragons", "test", lambda dragon_pungs: dragon_pungs * TIMES, each=True),
    row("chows", 1, "順", "Chows", "test", lambda chows: chows >= 2),
)
RULES = RuleSet(
    "tried", revision=1, names={"en": "Tried"}, seed="test", unit="points", tiles=14, shapes=(STANDARD,), rows=ROWS,
    options=(number("minimum", 0, 0, 9, "test"),),
    pays=Payments(discard=lambda points: 3 * points, self_draw=lambda points: points),
)
"""


def _load(file: Path, text: str) -> RuleSet:
    """The sheet, loaded from the file as it now stands."""
    file.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_loader(file.stem, loader=None)
    assert spec is not None
    module: ModuleType = importlib.util.module_from_spec(spec)
    exec(compile(text, str(file), "exec"), module.__dict__)
    return module.__dict__["RULES"]


def _scored(rules: RuleSet) -> tuple[int, int, dict[str, int]]:
    options = rules.fill_options({})
    facts = rules.option_facts(options)
    scorer = Scorer.of(House(rules, options, facts, tuple(facts.values())), print)
    hands = {
        "hand": ["[777z] 22z 456789p 12m + 3m"],
        "seat": ["south"],
        "round": ["east"],
        "win": ["discard"],
        "from": ["west"],
    }
    row = scorer.score_batch(pa.RecordBatch.from_pydict(hands)).to_pylist()[0]
    return row["points"], row["net_south"], {pattern["key"]: pattern["count"] for pattern in row["patterns"]}


def test_an_edited_rule_changes_what_columns_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tried", ModuleType("tried"))  # so that what is compiled is kept on the disk
    file = tmp_path / "tried.py"
    assert _scored(_load(file, SHEET)) == (3, 9, {"dragons": 1, "chows": 1})
    assert _scored(_load(file, SHEET.replace("chows >= 2", "chows >= 4"))) == (2, 6, {"dragons": 1})
    assert _scored(_load(file, SHEET.replace("TIMES = 1", "TIMES = 2"))) == (5, 15, {"dragons": 2, "chows": 1})
    assert _scored(_load(file, SHEET.replace('"dragons", 2', '"dragons", 4'))) == (5, 15, {"dragons": 1, "chows": 1})
    assert _scored(_load(file, SHEET)) == (3, 9, {"dragons": 1, "chows": 1})


def test_a_sheet_that_no_module_holds_is_compiled_anew_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SIKWU_CACHE_DIR", str(tmp_path / "cache"))
    for _ in range(2):
        assert _scored(_load(tmp_path / "nowhere.py", SHEET)) == (3, 9, {"dragons": 1, "chows": 1})
        assert "compiled in" in capsys.readouterr().out


def test_the_mark_changes_with_a_condition_and_with_nothing_else(tmp_path: Path) -> None:
    rules = load("hkma-2023")
    functions = {row.key.replace("-", "_"): row.when for row in rules.rows}
    before = mark("source", functions)
    assert mark("source", dict(reversed(functions.items()))) == before
    assert mark("another source", functions) != before
    assert mark("source", functions | {"self_draw": lambda self_draw: self_draw > 0}) != before
