"""How many hands are scored in a second, beside PyPI's `mahjong` (riichi) on the same hands in the same run.

4,000 different winning hands of four groups (five where a rule set plays seventeen tiles) and a pair, half of them with
declared groups, won in every way from every seat; one core, its own time. A round scores all of them; the rate is of
the best round.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import perf_counter_ns, process_time
from typing import Any

import pytest
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig
from mahjong.meld import Meld

from sikwu import ScoreRequest, dumps, rulesets, score
from sikwu.rules import load

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from plain_reader import KINDS, PlainGroup, PlainHand
from strategies import SEATS, standard_hand

HANDS = 4000
pytestmark = pytest.mark.benchmark(timer=process_time)  # other programs on the machine do not count
OPTIONS: dict[str, dict[str, Any]] = {
    "korean-yak": {"suits": "three", "melded_chows": True},
    "korean-kengma": {"suits": "three"},
}


def hands(size: int) -> list[PlainHand]:
    random = Random(2023)
    found: dict[str, PlainHand] = {}
    while len(found) < HANDS:
        declare = len(found) % 2 == 1
        hand = standard_hand(random, size, declare, suits="mpsz")._replace(flowers=())
        if bool(hand.groups) == declare:
            found[hand.text()] = hand
    return list(found.values())


def requests(rules: str) -> list[dict[str, Any]]:
    random = Random(10)
    made = []
    for hand in hands(load(rules).tiles):
        seat, win = random.choice(SEATS), random.choice(["self-draw", "discard"])
        request = {"rules": rules, "options": OPTIONS.get(rules, {}), "hand": hand.text(), "seat": seat, "win": win}
        if win == "discard":
            request["from"] = random.choice([other for other in SEATS if other != seat])
        made.append({**request, "round": random.choice(SEATS)})
    return made


def rate(benchmark: Any, every: Callable[[], object]) -> None:
    benchmark.extra_info["hands"] = HANDS
    benchmark.pedantic(every, rounds=7, warmup_rounds=1)


@pytest.mark.parametrize("rules", rulesets())
def test_prebuilt_requests(benchmark: Any, rules: str) -> None:
    built = [ScoreRequest.from_json(request) for request in requests(rules)]
    rate(benchmark, lambda: [score(request) for request in built])


@pytest.mark.parametrize("rules", rulesets())
def test_prebuilt_requests_to_json(benchmark: Any, rules: str) -> None:
    built = [ScoreRequest.from_json(request) for request in requests(rules)]
    rate(benchmark, lambda: [score(request).to_json() for request in built])


@pytest.mark.parametrize("rules", rulesets())
def test_text_in_to_json_out(benchmark: Any, rules: str) -> None:
    lines = [json.dumps(request) for request in requests(rules)]
    rate(benchmark, lambda: [dumps(score(json.loads(line)).to_json()) for line in lines])


def riichi(hand: PlainHand, request: dict[str, Any]) -> tuple[list[int], int, list[Meld], HandConfig]:
    """The hand in the peer's own form: tiles are numbers to 135, four of each kind in a row."""
    used = dict.fromkeys(KINDS, 0)

    def take(tile: str) -> int:
        used[tile] += 1
        return 4 * KINDS.index(tile) + used[tile] - 1

    melds = [meld(group, [take(tile) for tile in group.tiles]) for group in hand.groups]
    tiles = [take(tile) for tile in hand.loose]
    winning = take(hand.winning or "")
    tiles += [winning, *(tile for each in melds for tile in each.tiles)]
    wind = {seat: 27 + at for at, seat in enumerate(SEATS)}
    config = HandConfig(
        is_tsumo=request["win"] == "self-draw", player_wind=wind[request["seat"]], round_wind=wind[request["round"]]
    )
    return sorted(tiles), winning, melds, config


def meld(group: PlainGroup, tiles: list[int]) -> Meld:
    kinds = {"chow": Meld.CHI, "pung": Meld.PON, "kong": Meld.KAN, "concealed-kong": Meld.KAN}
    return Meld(kinds.get(group.kind, Meld.SHOUMINKAN), tiles, opened=group.kind != "concealed-kong")


def test_the_peer(benchmark: Any) -> None:
    calculator = HandCalculator()
    asked = requests("hkma-2023")
    wins = [riichi(hand, request) for hand, request in zip(hands(14), asked, strict=True)]
    answers = [calculator.estimate_hand_value(tiles, tile, melds, config=config) for tiles, tile, melds, config in wins]
    assert {answer.error for answer in answers} <= {None, HandCalculator.ERR_NO_YAKU}

    def every() -> None:
        for tiles, winning, melds, config in wins:
            calculator.estimate_hand_value(tiles, winning, melds, config=config)

    rate(benchmark, every)


def percentiles(rules: str) -> list[float]:
    """Microseconds that each hand takes, in order: the least of five tries."""
    took = []
    for request in [ScoreRequest.from_json(request) for request in requests(rules)]:
        score(request)
        tries = []
        for _ in range(5):
            start = perf_counter_ns()
            score(request)
            tries.append((perf_counter_ns() - start) / 1000)
        took.append(min(tries))
    return sorted(took)


@pytest.mark.parametrize("rules", rulesets())
def test_the_slowest_hands(benchmark: Any, rules: str) -> None:
    took = benchmark.pedantic(percentiles, (rules,), rounds=1)
    median, slow = took[len(took) // 2], took[len(took) * 99 // 100]
    benchmark.extra_info["said"] = f"median {median:.0f} µs, 99th percentile {slow:.0f} µs"
