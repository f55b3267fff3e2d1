"""The worst inputs that were found, with cold caches, in processor time: none may keep a service busy for 50 ms.

Hands come from a search over random ones far from ready; texts are as long as a line may be (1,000 characters),
requests about 10 kB.
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import Any

import pytest

from sikwu import SikwuError, check, parse_hand, rulesets, score, settle, waits
from sikwu.readings import distance
from sikwu.rules import load

pytestmark = pytest.mark.benchmark(timer=process_time)  # other programs on the machine do not count
FACTS = {"seat": "south", "round": "east"}
FAR = {14: "3m7s2m1p5m5m4p7s2m1p3m9s4p", 17: "3p6z5s2z1p8p4p9p4m4m4m5m3m9m5m7m"}
SPARSE = {14: "1369m1369p1369s1z", 17: "1346m1346p1346s1346z"}
DENSE = {14: "1112223334445m", 17: "1112223334445556m"}
SIZES = {rules: load(rules).tiles for rules in rulesets()}
OPTIONS = {rules: {"suits": "three"} if "suits" in load(rules).options else {} for rules in rulesets()}
Benchmark = Callable[..., Any]


def forget() -> None:
    distance._suit_lacks.cache_clear()


def answered(command: Callable[[Any], Any], request: Any) -> None:
    try:
        answer = command(request)
    except SikwuError:
        return
    if hasattr(answer, "to_json"):
        answer.to_json()


def worst(benchmark: Benchmark, command: Callable[[Any], Any], request: Any) -> None:
    answered(command, request)  # the rule set is loaded and its plan made
    benchmark.pedantic(answered, (command, request), setup=forget, rounds=15)


@pytest.mark.parametrize("rules", rulesets())
@pytest.mark.parametrize("hand", ["far", "sparse", "dense"])
def test_waits(benchmark: Benchmark, rules: str, hand: str) -> None:
    text = {"far": FAR, "sparse": SPARSE, "dense": DENSE}[hand][SIZES[rules]]
    worst(benchmark, waits, {"rules": rules, "options": OPTIONS[rules], "hand": text, **FACTS})


@pytest.mark.parametrize("rules", rulesets())
@pytest.mark.parametrize("hand", ["no win", "all readings"])
def test_score(benchmark: Benchmark, rules: str, hand: str) -> None:
    text = SPARSE[SIZES[rules]] + "+5m" if hand == "no win" else DENSE[SIZES[rules]] + "+6m"
    if SIZES[rules] == 14 and hand == "all readings":
        text = DENSE[14] + "+5m"
    request = {"rules": rules, "options": OPTIONS[rules], "hand": text, "win": "self-draw", "explain": True, **FACTS}
    worst(benchmark, score, request)


@pytest.mark.parametrize("rules", rulesets())
def test_check(benchmark: Benchmark, rules: str) -> None:
    worst(benchmark, check, {"rules": rules, "hand": "123m456p789p12m", "seat": "south"})


@pytest.mark.parametrize(
    "text",
    ["[" + "1+" * 499, "1" * 999 + "m", "1m" * 500, "[1111m]" * 142, "[1m<" + "a" * 990, "東" * 999, "🀄︎" * 500],
    ids=["pluses", "digits", "tiles", "groups", "seat", "names", "glyphs"],
)
def test_text(benchmark: Benchmark, text: str) -> None:
    worst(benchmark, parse_hand, text)


def test_many_groups(benchmark: Benchmark) -> None:
    groups = [{"tiles": "1111m", "kind": "kong", "from": "east"}] * 230
    hand = {"concealed": "1m", "winning": "1m", "groups": groups}
    worst(benchmark, score, {"rules": "hkma-2023", "hand": hand, "win": "self-draw", **FACTS})


def test_many_winners(benchmark: Benchmark) -> None:
    win = {"seat": "south", "hand": "19m19p19s1234567z+1m", "win": "discard", "from": "east"}
    worst(benchmark, settle, {"rules": "hkma-2023", "round": "east", "wins": [win] * 130})


def test_three_winners(benchmark: Benchmark) -> None:
    hands = {"south": "1112223334445556m+6m", "west": "123p456p789p123s44z78m+6m", "north": "1112223334445556p5m7m+6m"}
    wins = [
        {"seat": seat, "hand": hand, "win": "discard", "from": "east", "explain": True} for seat, hand in hands.items()
    ]
    worst(benchmark, settle, {"rules": "taiwan-bible", "round": "east", "wins": wins})
