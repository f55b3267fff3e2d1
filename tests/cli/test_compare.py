"""``sikwu compare``: every rule set of the hand's size, or two settings of one."""

from __future__ import annotations

from typing import Any

from sikwu import rulesets, score
from sikwu.rules import load

HAND = "[111p] [777z] 222z 99p 34p + 2p"
FACTS = ("--seat", "south", "--round", "east", "--discard", "--from", "west")


def test_every_rule_set_that_plays_the_size(sikwu: Any) -> None:
    compared = sikwu("compare", HAND, *FACTS, "--json").json
    assert [result["rules"] for result in compared["results"]] == [key for key in rulesets() if load(key).tiles == 14]
    asked = {"rules": "hkma-2023", "hand": HAND, "seat": "south", "round": "east", "win": "discard", "from": "west"}
    assert compared["results"][0] == score(asked).to_json()


def test_two_settings(sikwu: Any) -> None:
    args = (
        "compare",
        HAND,
        *FACTS,
        "--rules",
        "hkma-2023",
        "--option",
        "minimum=3",
        "--against",
        "minimum=5",
        "--against",
        "robbed_kong_payment=robbed-pays-all",
    )
    compared = sikwu(*args, "--json").json
    first, second = compared["results"]
    assert (first["options"]["minimum"], second["options"]["minimum"]) == (3, 5)
    assert compared["differs"] == ["options"]
    assert all(not row["differs"] for row in compared["rows"])
    out = sikwu(*args).out
    assert "minimum=3" in out
    assert "minimum=5" in out
    assert "nothing differs" in out


def test_a_setting_that_changes_the_outcome_is_marked(sikwu: Any) -> None:
    hand = ("123456789m123p5s + 5s", *FACTS)
    args = ("compare", *hand, "--rules", "hkma-2023", "--against", "minimum=2")
    compared = sikwu(*args, "--json").json
    assert compared["differs"] == ["options", "qualifies"]
    marked = [line for line in sikwu(*args).out.splitlines() if line.lstrip().startswith("≠")]
    assert len(marked) == 1
    assert "below the minimum" in marked[0]


def test_the_rows_of_both_hands_of_a_double_win_add_up(sikwu: Any) -> None:
    args = ("compare", "11223344556688m99m + 9m", *FACTS, "--rules", "taiwan-bible")
    compared = sikwu(*args, "--against", "double_win_concealed=standard-only", "--json").json
    assert [sum(row["points"][nth] or 0 for row in compared["rows"]) for nth in (0, 1)] == [237, 232]
    assert [row["points"] for row in compared["rows"] if row["differs"]] == [[10, 5]]


def test_errors(sikwu: Any) -> None:
    def code(*args: str) -> tuple[int, str]:
        ran = sikwu("compare", *args, "--json")
        return ran.status, ran.json["error"]["code"]

    assert code("123m + 3m", *FACTS) == (2, "tile-count")
    assert code("hello", *FACTS) == (2, "bad-notation")
    assert code(HAND, *FACTS, "--rules", "hkma-2023") == (2, "bad-request")
    assert code(HAND, *FACTS, "--option", "minimum=2") == (2, "bad-request")
    assert code(HAND, *FACTS, "--rules", "nippon", "--against", "minimum=2") == (2, "unknown-rules")
    assert code(HAND, *FACTS, "--rules", "hkma-2023", "--against", "minimum=99") == (2, "bad-option")
    assert code(HAND, *FACTS, "--rules", "hkma-2023", "--option", "maximum=9", "--against", "minimum=1")[0] == 2
    assert sikwu("compare", HAND, "--json").status == 2


def test_an_error_is_said_in_the_language_asked_for(sikwu: Any) -> None:
    for words in (("--lang", "zh"), ("--lang=zh",)):
        assert "124m 不是順子" in sikwu("compare", "[124m] + 1m", *FACTS, *words).err
    assert "no chow" in sikwu("compare", "[124m] + 1m", *FACTS).err


def test_rows_stand_in_the_sheets_order_and_only_what_differs_is_marked(sikwu: Any) -> None:
    hand = ("222m 333m 444p 444s 55z 99m + 9m", "--seat", "south", "--round", "east", "--discard", "--from", "west")
    options = ("--option", "sisters=same-chow", "--against", "sisters=adjacent-pungs")
    compared = sikwu("compare", *hand, "--rules", "taiwan-bible", *options, "--json").json
    keys = [row["key"] for row in compared["rows"]]
    assert keys == [row.key for row in load("taiwan-bible").rows if row.key in keys]
    assert [row["key"] for row in compared["rows"] if row["differs"]] == ["sisters"]
    assert next(row["points"] for row in compared["rows"] if row["key"] == "sisters") == [None, 3]


def test_a_rule_set_that_refuses_the_hand_says_why(sikwu: Any) -> None:
    out = sikwu("compare", "11s 234m 567m 888m 45s + 6s", "--seat", "east", "--round", "east", "--self-draw").out
    assert "without bamboo" in out


def test_seventeen_tiles(sikwu: Any) -> None:
    hand = ("123m 567m 234p 678p 34s 11z + 5s", "--seat", "east", "--round", "east", "--self-draw")
    results = sikwu("compare", *hand, "--json").json["results"]
    assert [result["rules"] for result in results] == ["sixteen-tile", "taiwan-bible"]
