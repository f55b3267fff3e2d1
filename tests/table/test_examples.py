"""The recorded evenings in ``examples``: whole, sound, and what today's rules pay."""

from __future__ import annotations

from pathlib import Path

import pytest

from sikwu import rulesets
from sikwu.table import open_tables

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize("rules", rulesets())
def test_an_evening_of_every_rule_set(rules: str, tmp_path: Path) -> None:
    tables = open_tables(tmp_path / "evening.sqlite")
    text = (EXAMPLES / f"{rules}.json").read_text("utf-8")
    view = tables.import_json(text)
    assert tables.export_json(view.handle) == text
    assert tables.export_markdown(view.handle) == (EXAMPLES / f"{rules}.md").read_text("utf-8")
    report = tables.verify(view.handle)
    assert (report["sound"], report["drift"], report["marked"]) == (True, [], [])
    shown = view.to_json()
    assert (shown["rules"], shown["round"], shown["closed"]) == (rules, "east", True)  # the deal came round four times
    kinds = {deal["kind"] for deal in shown["deals"]}
    assert kinds == {"deal", "adjustment", "replacement"}
    assert any(deal["declared"] for deal in shown["deals"])
    assert {change["action"] for change in tables.history(view.handle)} >= {
        "record",
        "undo",
        "edit",
        "replace",
        "adjust",
    }
    tables.dispose()


def test_the_chart_of_the_hong_kong_evening(tmp_path: Path) -> None:
    tables = open_tables(tmp_path / "evening.sqlite")
    view = tables.import_json((EXAMPLES / "hkma-2023.json").read_text("utf-8"))
    drawn = tables.chart(view.handle, "svg").decode()
    for player, total in view.state.totals.items():
        assert f"{player} {total:+d}" in drawn
    tables.dispose()
