"""What the compiled loop fills in, and the small functions that it calls beside a rule set's own."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sikwu.batch import reading
from sikwu.batch.compiling import compiled
from sikwu.batch.paying import AMOUNTS
from sikwu.batch.tables import Ints
from sikwu.readings.shapes import CLOSED, EDGE, PAIR, PUNG, SINGLE, TWO_SIDED
from sikwu.rules.language import RuleSet

BELOW_MINIMUM, BROKEN_PROMISE = 1, 2


class Settings(NamedTuple):
    """What of a house the loop looks at beside the options' facts. ``cap`` is huge where there is none; ``promise`` 0
    for none, 1 kept by the winning tile, 2 by every wait; ``double_win`` whether it is paid."""

    minimum: int
    cap: int
    promise: int
    double_win: int


class Results(NamedTuple):
    """What the loop fills in, a row for each hand; ``starts`` has one more. ``scored`` lists the rows that score, one
    after another: a row's place, and 256 times its count; ``second_scored`` those of the other hand of a double win.
    ``net_known`` is 0 where a discarder who was not named pays."""

    points: NDArray[np.int32]
    uncapped: NDArray[np.int32]
    toward: NDArray[np.int32]
    reason: NDArray[np.uint8]
    net: NDArray[np.int32]
    net_known: NDArray[np.uint8]
    error: NDArray[np.uint8]
    starts: NDArray[np.int32]
    second_starts: NDArray[np.int32]
    scored: NDArray[np.uint32]
    second_scored: NDArray[np.uint32]


Room = tuple[NDArray[np.uint32], NDArray[np.uint32]]
"""Where the rows that score are listed, those of second hands apart."""


def room_for(hands: int, rules: RuleSet) -> Room:
    """Room for all the rows that so many hands could score."""
    size = (hands + 2) * len(rules.rows)
    return np.empty(size, np.uint32), np.empty(size if rules.double_win else 0, np.uint32)


def empty_results(hands: int, room: Room) -> Results:
    """Results to be filled for so many hands."""
    points, uncapped, toward = (np.empty(hands, np.int32) for _ in range(3))
    reason, net_known, error = (np.empty(hands, np.uint8) for _ in range(3))
    starts, second_starts = (np.zeros(hands + 1, np.int32) for _ in range(2))
    net = np.empty((4, hands), np.int32)
    return Results(points, uncapped, toward, reason, net, net_known, error, starts, second_starts, *room)


# What the loop calls


@compiled
def unsigned(number: int) -> int:
    """A number that is never negative, so that nothing is asked of it when it is a place in an array."""
    return np.uint64(number)  # type: ignore[return-value]  # to Python it is a number like any other


@compiled
def entries(suits: Ints, honors: Ints, index: reading.Four) -> reading.Four:
    """The suits' entries in the tables."""
    return (
        suits[unsigned(index[0])],
        suits[unsigned(index[1])],
        suits[unsigned(index[2])],
        honors[unsigned(index[3])],
    )


@compiled
def index_with(index: reading.Four, kind: int, copies: int) -> reading.Four:
    """The suits' indexes with so many more of a kind."""
    more = copies * POWERS[kind % 9]
    m = index[0] + (more if kind < 9 else 0)
    p = index[1] + (more if 9 <= kind < 18 else 0)
    s = index[2] + (more if 18 <= kind < 27 else 0)
    return m, p, s, index[3] + (more if kind >= 27 else 0)


POWERS = tuple(5**number for number in range(9))


@compiled
def shapes_of(readings: Ints, found: int) -> int:
    """A mask of the shapes among the readings."""
    shapes = 0
    for place in range(found):
        shapes |= 1 << readings[place, 0]
    return shapes


@compiled
def holds_shapes(readings: Ints, found: int, wanted: int) -> bool:
    """Whether the readings have all the shapes of a mask."""
    return found > 1 and shapes_of(readings, found) & wanted == wanted


@compiled
def only_shapes(readings: Ints, found: int, wanted: int) -> int:
    """Leaves only the readings in the shapes of a mask; returns how many."""
    kept = 0
    for place in range(found):
        if wanted >> readings[place, 0] & 1:
            for column in range(readings.shape[1]):
                readings[kept, column] = readings[place, column]
            kept += 1
    return kept


def _completion_table() -> Ints:
    """By the place of a reading's bit and the winning tile's number, the completion and where its chow begins."""
    table = np.full((6, 9, 2), -100, np.int64)
    for number in range(9):
        table[0, number] = EDGE if number == 2 else TWO_SIDED, -2
        table[1, number] = CLOSED, -1
        table[2, number] = EDGE if number == 6 else TWO_SIDED, 0
        table[3:, number, 0] = PUNG, PAIR, SINGLE
    return table


COMPLETION_TABLE = _completion_table()


@compiled
def completion(by: int, winning: int) -> tuple[int, int]:
    """The completion that a bit of a reading stands for (see :mod:`sikwu.batch.reading`)."""
    place, number = (by - 1).bit_count(), winning % 9
    return COMPLETION_TABLE[place, number, 0], max(winning + COMPLETION_TABLE[place, number, 1], -1)


@compiled
def move(r: Results, at: int, end: int, to: int) -> int:
    """Moves what is listed from ``at`` to the end to the second hands' list; returns where that ends now."""
    for place in range(at, end):
        r.second_scored[to] = r.scored[place]
        to += 1
    return to


@compiled
def refuse(r: Results, i: int) -> None:
    """The results of a row with an error."""
    r.points[i] = r.uncapped[i] = r.toward[i] = 0
    r.reason[i] = r.net_known[i] = 0
    r.net[0, i] = r.net[1, i] = r.net[2, i] = r.net[3, i] = 0


@compiled
def pay(r: Results, i: int, table: Ints, way: int, discard: int, self_draw: int, dealer: int) -> None:
    """What each seat gains."""
    nobody = table[way, 0] * discard + table[way, 1] * self_draw + table[way, 2] * dealer
    r.net_known[i] = nobody == 0
    for seat in range(4):
        at = AMOUNTS * (seat + 1)
        r.net[seat, i] = table[way, at] * discard + table[way, at + 1] * self_draw + table[way, at + 2] * dealer
