"""``sikwu rules``: the list, and a sheet with all its rows, options and sources."""

from __future__ import annotations

from typing import Any

import pytest

from sikwu import rulesets
from sikwu.rules import load


def test_the_list(sikwu: Any) -> None:
    listed = sikwu("rules", "--json").json
    assert [each["key"] for each in listed] == list(rulesets())
    assert all("rows" not in each and each["unit"] and each["tiles"] in (14, 17) for each in listed)
    out = sikwu("rules").out
    assert [line.split()[0] for line in out.splitlines()[1:]] == list(rulesets())


@pytest.mark.parametrize("lang", ["en", "zh", "ko"])
@pytest.mark.parametrize("key", rulesets())
def test_a_sheet(sikwu: Any, key: str, lang: str) -> None:
    rules = load(key)
    told = sikwu("rules", key, "--json").json
    assert [row["key"] for row in told["rows"]] == [row.key for row in rules.rows]
    assert [option["key"] for option in told["options"]] == list(rules.options)
    assert all(row["source"] and row["names"].keys() == {"en", "zh", "ko"} for row in told["rows"])
    assert all(option["why"] for option in told["options"])
    out = sikwu("rules", key, "--lang", lang).out
    for row in told["rows"]:
        line = next(line for line in out.splitlines() if line.endswith(f" {row['key']}"))
        assert row["names"][lang] in line
        assert str(row["value"]) in line.split()
    assert all(f"  {option['key']} " in out for option in told["options"])


def test_chinese_and_english_stand_together(sikwu: Any) -> None:
    assert "All sequences 平糊" in sikwu("rules", "hkma-2023").out
    assert "문전" in sikwu("rules", "korean-yak").out


def test_an_unknown_rule_set(sikwu: Any) -> None:
    ran = sikwu("rules", "nippon", "--json")
    assert (ran.status, ran.json["error"]["code"]) == (2, "unknown-rules")
    assert "hkma-2023" in sikwu("rules", "nippon").err
