"""Columns of hands beside the quickest peers, on the same hands, in one run on one core.

    python bench/batch_speed.py [--hands 100000] [--rounds 20]

Peers are measured where they are installed (`pip install riichienv==0.4.11 PyMahjongGB==1.4.0`): riichienv scores each
hand by Japanese rules and PyMahjongGB by Chinese official rules, from objects made beforehand. Time is the processor
time of this process, the best of several rounds. The last lines run one and two processes at once, by the clock.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np
import pyarrow as pa

from sikwu.batch import Scorer
from sikwu.batch.columns import Columns, hand_of, read_only
from sikwu.batch.random_hands import Mix, random_hands
from sikwu.hand import SEATS, Hand
from sikwu.tiles import CODES

PLAIN = Mix(special=0, kong=0, flower=0, ready=0)
"""Four groups and a pair without kongs, which every peer can score."""
PEER_HANDS = 20_000


def encoded(columns: Columns) -> Any:
    """The columns as a record batch of bytes."""
    width, groups = columns.concealed.shape[1], columns.groups.shape[1]
    names = ("winning", "flowers", "seat", "self_draw", "events", "streak")
    fields = {name: pa.array(getattr(columns, name)) for name in names}
    return pa.RecordBatch.from_pydict(
        {
            "concealed": pa.array([bytes(row) for row in columns.concealed], pa.binary(width)),
            "groups": pa.array([bytes(row) for row in columns.groups], pa.binary(groups)),
            "round": pa.array(columns.round_wind),
            "from": pa.array(columns.discarder),
            "discards": pa.array(columns.discards),
            **fields,
        }
    )


def text(columns: Columns) -> Any:
    """The columns as a record batch of text: the contract's notation and words."""
    rows = range(columns.seat.size)
    return pa.RecordBatch.from_pydict(
        {
            "hand": [str(hand_of(columns, row)) for row in rows],
            "seat": [SEATS[seat - 1] for seat in columns.seat],
            "round": [SEATS[wind - 1] for wind in columns.round_wind],
            "win": ["self-draw" if drawn else "discard" for drawn in columns.self_draw],
            "from": [SEATS[seat - 1] if seat else None for seat in columns.discarder],
        }
    )


def best(run: Callable[[], None], hands: int, rounds: int, clock: Callable[[], float] = time.process_time) -> float:
    """Hands a second, the best of several rounds."""
    times = []
    for _ in range(rounds):
        start = clock()
        run()
        times.append(clock() - start)
    return hands / min(times)


def drain(scorer: Scorer, batch: Any) -> None:
    """Scores a record batch to its end."""
    for _ in scorer.score_batches(iter([batch])):
        pass


def ours(rules: str, hands: int, rounds: int) -> float:
    """Measures one rule set; returns the speed from bytes."""
    scorer = Scorer(rules)
    columns = random_hands(np.random.default_rng(1), hands, scorer.house)
    batch, lines = encoded(columns), text(columns)
    pieces = [
        read_only(Columns(*(column[start : start + 32768] for column in columns))) for start in range(0, hands, 32768)
    ]
    pieces = [piece._replace(claimed=piece.claimed[:0]) for piece in pieces]
    speed = best(lambda: drain(scorer, batch), hands, rounds)
    loop = best(lambda: [scorer.drive(piece) for piece in pieces] and None, hands, rounds)
    print(f"{rules:15} from bytes, Arrow to Arrow {speed:12,.0f} hands/s")
    print(f"{rules:15} the loop alone             {loop:12,.0f} hands/s")
    print(f"{rules:15} from ASCII text            {best(lambda: drain(scorer, lines), hands, rounds):12,.0f} hands/s")
    return speed


def peers(rounds: int) -> dict[str, float]:
    """Measures what is installed of the peers, and our own speed on the very same hands."""
    scorer = Scorer("hkma-2023")
    columns = random_hands(np.random.default_rng(2), PEER_HANDS, scorer.house, PLAIN)
    hands = [hand_of(columns, row) for row in range(PEER_HANDS)]
    seats = [(int(seat) - 1, int(wind) - 1) for seat, wind in zip(columns.seat, columns.round_wind, strict=True)]
    batch = encoded(columns)
    speeds = {"sikwu, the same hands": best(lambda: drain(scorer, batch), PEER_HANDS, 5 * rounds)}
    for name, prepare in (("riichienv", riichienv_calls), ("PyMahjongGB", mahjong_gb_calls)):
        try:
            calls = prepare(hands, seats, columns)
        except ImportError:
            print(f"{name} is not installed")
            continue
        speeds[name] = best(lambda calls=calls: [call() for call in calls] and None, PEER_HANDS, rounds)
    for name, speed in speeds.items():
        print(f"{name:42} {speed:12,.0f} hands/s")
    return speeds


def riichienv_calls(hands: list[Hand], seats: list[tuple[int, int]], columns: Columns) -> list[Callable[[], object]]:
    """A call for each hand; its four copies of a kind are four numbers."""
    import riichienv

    calls = []
    for hand, (seat, wind), drawn in zip(hands, seats, columns.self_draw, strict=True):
        used = [0] * 34

        def number(kind: int, used: list[int] = used) -> int:
            used[kind] += 1
            return 4 * kind + used[kind] - 1

        kinds = {"chow": riichienv.MeldType.Chi, "pung": riichienv.MeldType.Pon}
        melds = [riichienv.Meld(kinds[group.kind], [number(k) for k in group.tiles()], True) for group in hand.groups]
        tiles = [number(kind) for kind in hand.concealed]
        winning = number(hand.winning or 0)
        evaluator = riichienv.HandEvaluator([*tiles, winning], melds)
        conditions = riichienv.Conditions(tsumo=bool(drawn), player_wind=seat, round_wind=wind)
        calls.append(lambda e=evaluator, w=winning, c=conditions: e.calc(w, [], c))
    return calls


def mahjong_gb_calls(hands: list[Hand], seats: list[tuple[int, int]], columns: Columns) -> list[Callable[[], object]]:
    """A call for each hand; characters, dots, bamboo, winds and dragons are W B T F J there."""
    from MahjongGB import MahjongFanCalculator

    names = [f"{'WTB'['mps'.index(code[1])]}{code[0]}" for code in CODES[:27]]
    names += ["F1", "F2", "F3", "F4", "J3", "J2", "J1"]
    calls = []
    for hand, (seat, wind), drawn in zip(hands, seats, columns.self_draw, strict=True):
        pack = tuple(
            ("CHI", names[group.tile + 1], 1) if group.kind == "chow" else ("PENG", names[group.tile], 1)
            for group in hand.groups
        )
        loose = tuple(names[kind] for kind in hand.concealed)
        facts = (pack, loose, names[hand.winning or 0], 0, bool(drawn), False, False, False, seat, wind)
        calls.append(lambda facts=facts: MahjongFanCalculator(*facts))
    return calls


def _clocked(hands: int) -> float:
    scorer = Scorer("hkma-2023")
    batch = encoded(random_hands(np.random.default_rng(3), hands, scorer.house))
    drain(scorer, batch)
    start = time.time()
    for _ in range(20):
        drain(scorer, batch)
    return time.time() - start


def cores(hands: int) -> None:
    """Two processes at once beside one."""
    for processes in (1, 2):
        with ProcessPoolExecutor(processes) as pool:
            seconds = max(pool.map(_clocked, [hands] * processes))
        speed = 20 * hands * processes / seconds
        print(f"{processes} process{'es' * (processes > 1):2} by the clock               {speed:12,.0f} hands/s")


def main() -> None:
    """Measures everything and prints it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--rules", action="append")
    given = parser.parse_args()
    for rules in given.rules or ("hkma-2023", "korean-yak", "korean-kengma", "sixteen-tile", "taiwan-bible"):
        ours(rules, given.hands, given.rounds)
    speeds = peers(given.rounds)
    for name in ("riichienv", "PyMahjongGB"):
        if name in speeds:
            print(f"{speeds['sikwu, the same hands'] / speeds[name]:.0f} times {name}")
    cores(given.hands)


if __name__ == "__main__":
    main()
