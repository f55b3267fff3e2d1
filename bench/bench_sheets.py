"""How much a sheet costs: the same hands of four groups and a pair, scored one by one under each sheet of 14 tiles.

The Korean sheets are to stay within one and a half times the Hong Kong one; bamboo and melded chows are admitted, so
that every hand is a hand under all three.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from sikwu import ScoreRequest, score
from sikwu.hand import SEATS
from sikwu.tiles import KINDS, codes

HANDS = 2000
SHEETS = {
    "hkma-2023": {},
    "korean-yak": {"suits": "three", "melded_chows": True},
    "korean-kengma": {"suits": "three", "melded_chows": True},
}


def deal(dice: random.Random) -> str:
    """A random hand of four groups, some of them declared, and a pair."""
    while True:
        groups = []
        for _ in range(4):
            first = dice.randrange(KINDS)
            run = first < 27 and first % 9 < 7 and dice.random() < 0.7
            groups.append((first, first + 1, first + 2) if run else (first,) * 3)
        declared = groups[: dice.choice((0, 0, 0, 1, 2, 3))]
        loose = [kind for group in groups[len(declared) :] for kind in group] + [dice.randrange(KINDS)] * 2
        if max(Counter([*loose, *(kind for group in declared for kind in group)]).values()) > 4:
            continue
        winning = loose.pop(dice.randrange(len(loose)))
        melds = "".join(f"[{codes(group)}]" for group in declared)
        return f"{codes(sorted(loose))} {melds} + {codes([winning])}"


def wins(rules: str) -> Iterator[ScoreRequest]:
    dice = random.Random(14)
    for _ in range(HANDS):
        facts = {"seat": dice.choice(SEATS), "round": dice.choice(SEATS), "win": dice.choice(("self-draw", "discard"))}
        yield ScoreRequest.from_json({"rules": rules, "options": SHEETS[rules], "hand": deal(dice), **facts})


@pytest.mark.benchmark(group=f"{HANDS} hands, one by one")
@pytest.mark.parametrize("rules", SHEETS)
def test_single_hands(benchmark: Any, rules: str) -> None:
    requests = list(wins(rules))

    def every() -> int:
        return sum(score(request).points for request in requests)

    assert benchmark(every) > 0
