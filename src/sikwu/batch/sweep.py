"""Compares columns with the single path, field by field, on random hands: ``python -m sikwu.batch.sweep``."""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from time import perf_counter
from typing import Any

import numpy as np
import pyarrow as pa

from sikwu.answer import rulesets
from sikwu.batch.columns import Columns, read_only, request_of
from sikwu.batch.random_hands import Mix, Random, claim, random_hands
from sikwu.batch.results import to_arrow
from sikwu.batch.scorer import Scorer
from sikwu.batch.tables import EVENT_BITS, NO_TILE
from sikwu.errors import SikwuError
from sikwu.hand import SEATS
from sikwu.request import house
from sikwu.rules import load
from sikwu.rules.language import OptionValue
from sikwu.scoring import score

ROUND = 5000
"""How many hands are drawn under the same options."""
WILD = Mix(special=0.04, one_suit=0.25, exposed=0.35, kong=0.25, self_draw=0.5, flower=0.35)
"""Many rare rows, since they are what is to be compared."""


def random_options(random: Random, rules: str) -> dict[str, OptionValue]:
    """Every option of a rule set at any of its values; half of them at their defaults."""
    options: dict[str, OptionValue] = {}
    for key, option in load(rules).options.items():
        if random.random() < 0.5:
            continue
        if option.type == "number" and option.least is not None and option.most is not None:
            options[key] = int(random.integers(option.least, option.most + 1))
        elif option.type == "flag":
            options[key] = bool(random.integers(2))
        else:
            options[key] = option.values[random.integers(len(option.values))]
    return options


def wild_hands(random: Random, rows: int, scorer: Scorer) -> Columns:
    """Hands with any events, some of them spoilt: a tile, a group or a flower is changed."""
    columns = random_hands(random, rows, scorer.house, WILD)
    if random.random() < 0.5:
        claim(random, columns)
    events = list(EVENT_BITS.values())
    for _ in range(2):
        some = random.random(rows) < 0.25
        columns.events[some] |= random.choice(events, int(some.sum())).astype(np.uint16)
    columns.discards[random.random(rows) < 0.4] = -1
    columns.discards[random.random(rows) < 0.2] = 0
    columns.discards[random.random(rows) < 0.2] = 6
    columns.streak[:] = np.where(random.random(rows) < 0.7, 0, random.integers(0, 12, rows))
    columns.discarder[random.random(rows) < 0.1] = 0
    spoilt = np.flatnonzero(random.random(rows) < 0.1)
    for row in spoilt.tolist():
        _spoil(random, columns, row)
    alone = np.flatnonzero(random.random(rows) < 0.01)
    columns.concealed[alone], columns.winning[alone], columns.groups[alone] = NO_TILE, NO_TILE, NO_TILE
    columns.claimed[alone] = 0
    columns.flowers[alone] |= random.choice([255, 1], alone.size).astype(np.uint8)
    columns.events[alone] = EVENT_BITS["eight-flowers"]
    return columns


def _spoil(random: Random, columns: Columns, row: int) -> None:
    what = random.integers(5)
    if what == 0:
        columns.concealed[row, random.integers(columns.concealed.shape[1])] = random.integers(34)
    elif what == 1:
        columns.concealed[row, random.integers(columns.concealed.shape[1])] = NO_TILE
    elif what == 2:
        columns.winning[row] = random.integers(34)
    elif what == 3:
        place = random.integers(columns.groups.shape[1])
        columns.groups[row, place], columns.claimed[row, place] = 34 + random.integers(136), 0
    else:
        columns.concealed[row, :8] = random.integers(34)


def single(request: dict[str, Any]) -> dict[str, Any]:
    """What the single path says of a request, in the form of a row of the columns."""
    try:
        result = score(request).to_json()
    except SikwuError as error:
        return {"error": error.code}
    second = result.get("second_hand")
    return {
        "error": None,
        **{name: result[name] for name in ("points", "uncapped", "toward_minimum", "qualifies", "reason")},
        "patterns": [(pattern["key"], pattern["count"]) for pattern in result["patterns"]],
        "second_patterns": [(pattern["key"], pattern["count"]) for pattern in second["patterns"]] if second else None,
        **{f"net_{seat}": result["net"] and result["net"][seat] for seat in SEATS},
        "liable": result["liable"]["seat"] if result.get("liable") else None,
    }


def batch_row(row: dict[str, Any]) -> dict[str, Any]:
    """A row of the columns in the same form."""
    if row["error"]:
        return {"error": row["error"]}
    made: dict[str, Any] = {"second_patterns": None, "liable": None, **row}
    for name in ("patterns", "second_patterns"):
        if made[name] is not None:
            made[name] = [(pattern["key"], pattern["count"]) for pattern in made[name]]
    return made


def differences(rules: str, seed: int, rows: int = ROUND) -> tuple[Counter[str], list[str]]:
    """How many rows came to each answer, and in words the rows that differ. Half of the rounds go through text."""
    random = np.random.default_rng([seed, *rules.encode()])
    options = random_options(random, rules)
    scorer = Scorer(rules, options)
    columns = wild_hands(random, rows, scorer)
    requests = [request_of(columns, row, rules, options) for row in range(rows)]
    if random.random() < 0.5:
        batch = as_text(requests)
        table = pa.Table.from_batches(list(scorer.score_batches(iter(batch.to_batches()))))
    else:
        fixed = read_only(columns)
        results = scorer.drive(fixed)
        table = pa.Table.from_batches([to_arrow(results, scorer.rules, scorer.liable(fixed, results))])
    answers: Counter[str] = Counter()
    wrong: list[str] = []
    for request, row in zip(requests, table.to_pylist(), strict=True):
        expected, found = single(request), batch_row(row)
        answers[str(expected["error"] or expected["reason"] or "qualifies")] += 1
        if expected != found:
            wrong.append(f"{request}\n  single: {expected}\n  batch:  {found}")
    return answers, wrong


def as_text(requests: list[dict[str, Any]]) -> Any:
    """The requests as a table of their fields."""
    names = ("hand", "seat", "round", "win", "from", "events", "discards", "streak")
    return pa.table({name: [request.get(name) for request in requests] for name in names})


def _rounds(hands: int, seed: int, chosen: list[str]) -> Iterator[tuple[str, int]]:
    for nth in range(-(-hands // ROUND)):
        yield chosen[nth % len(chosen)], seed + nth


def _round(what: tuple[str, int]) -> tuple[str, Counter[str], list[str]]:
    return (what[0], *differences(*what))


def main(arguments: list[str] | None = None) -> int:
    """Compares so many hands; the exit status is 1 if any differ."""
    parser = argparse.ArgumentParser(prog="python -m sikwu.batch.sweep", description=__doc__)
    parser.add_argument("--hands", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", action="append", choices=rulesets(), help="may be repeated; all of them otherwise")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args(arguments)
    chosen = given.rules or list(rulesets())
    for rules in chosen:
        Scorer.of(house(rules))  # compiled once, here, and loaded by every process
    start, answers, wrong = perf_counter(), {rules: Counter[str]() for rules in chosen}, 0
    with ProcessPoolExecutor(given.processes) as processes:
        for rules, found, differing in processes.map(_round, _rounds(given.hands, given.seed, chosen)):
            answers[rules] += found
            wrong += len(differing)
            for text in differing[:3]:
                print(f"{rules}: {text}")
    for rules, counted in answers.items():
        print(f"{rules}: {', '.join(f'{number} {answer}' for answer, number in counted.most_common())}")
    total = sum(counted.total() for counted in answers.values())
    print(f"{total} hands compared in {perf_counter() - start:.0f} s: {wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
