"""Random winning hands in columns, of a distribution that is stated, not played: how often rows can occur."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sikwu.batch.checks import limits
from sikwu.batch.columns import Columns, empty_columns
from sikwu.batch.tables import EVENT_BITS, NO_TILE
from sikwu.hand import GROUP_KINDS
from sikwu.readings.shapes import EIGHT_PAIRS, ORPHANS, SEVEN_PAIRS, SIXTEEN_UNCONNECTED, STANDARD, THIRTEEN_ORPHANS
from sikwu.request import House
from sikwu.tiles import KINDS

Random = np.random.Generator
Kinds = NDArray[np.int64]


class Mix(NamedTuple):
    """The distribution, as chances from 0 to 1.

    A hand is of a shape other than groups and a pair with the chance ``special`` (the rule set's shapes are equally
    likely). Else its groups are drawn one by one, each a chow with the chance ``chow`` (every chow equally likely)
    or else a triplet (every kind equally likely), and its pair likewise; a hand with a fifth copy of a tile is
    drawn again. With the chance ``one_suit`` only one suit and the honors are drawn from, with ``no_honors`` no
    honors. A group is exposed with the chance ``exposed``; a triplet, exposed or not, is declared as a kong with
    the chance ``kong``. Every loose tile is equally likely to have been the winning one. Seats and round are
    equally likely; a win is a self-draw with the chance ``self_draw``, else the discarder is one of the others;
    every flower is there with the chance ``flower``; the discards are any number from 1 to 80. A hand without
    exposed groups was declared ready with the chance ``ready``.
    """

    special: float = 0.001
    chow: float = 0.65
    one_suit: float = 0.05
    no_honors: float = 0.3
    exposed: float = 0.3
    kong: float = 0.05
    self_draw: float = 0.3
    flower: float = 0.25
    ready: float = 0.3


def random_hands(random: Random, rows: int, sheet: House, mix: Mix = Mix()) -> Columns:  # noqa: B008  # a frozen value
    """So many winning hands for a house, of its tiles only and without groups that it does not allow."""
    columns = empty_columns(rows, sheet.rules.tiles)
    allowed = np.array([kind for kind in range(KINDS) if not limits(sheet).forbidden_kinds >> kind & 1])
    others = [shape for shape in sheet.rules.shapes if shape is not STANDARD]
    special = random.random(rows) < (mix.special if others else 0)
    which = random.integers(0, max(len(others), 1), rows)
    _standard(random, columns, np.flatnonzero(~special), allowed, sheet, mix)
    for place, shape in enumerate(others):
        for row in np.flatnonzero(special & (which == place)):
            _special(random, columns, int(row), shape.number, [int(kind) for kind in allowed])
    _win(random, columns, sheet, mix)
    return columns


# Groups and a pair


def _standard(
    random: Random, columns: Columns, rows: NDArray[np.int64], allowed: Kinds, sheet: House, mix: Mix
) -> None:
    while rows.size:
        chosen = rows
        kinds, chows, pairs = _draw(random, chosen.size, columns.groups.shape[1], allowed, mix)
        tiles = np.concatenate(
            [(kinds[:, :, None] + np.arange(3) * chows[:, :, None]).reshape(len(kinds), 3 * kinds.shape[1]), pairs], 1
        )
        counts = np.zeros((chosen.size, KINDS), np.int64)
        np.add.at(counts, (np.arange(chosen.size)[:, None], tiles), 1)
        right = counts.max(axis=1) <= 4
        counts = counts[right]
        _lay(random, columns, chosen[right], kinds[right], chows[right], tiles[right], counts, sheet, mix)
        rows = chosen[~right]


def _draw(random: Random, rows: int, groups: int, allowed: Kinds, mix: Mix) -> tuple[Kinds, NDArray[np.bool_], Kinds]:
    """The lowest kinds of the groups, whether they are chows, and the two tiles of each pair."""
    suits = sorted({int(kind) // 9 for kind in allowed if kind < 27})
    suit = random.choice(suits, (rows, groups + 1))
    one = random.random(rows) < mix.one_suit
    suit[one] = suit[one, :1]
    start = 9 * suit
    chows = random.random((rows, groups)) < mix.chow
    low = start[:, :groups] + random.integers(0, 7, (rows, groups))
    honors = random.random((rows, groups + 1)) < 7 / len(allowed)
    honors[random.random(rows) < mix.no_honors] = False
    any_kind = np.where(honors, 27 + random.integers(0, 7, honors.shape), start + random.integers(0, 9, honors.shape))
    return np.where(chows, low, any_kind[:, :groups]), chows, np.repeat(any_kind[:, groups:], 2, axis=1)


def _lay(
    random: Random,
    columns: Columns,
    rows: NDArray[np.int64],
    kinds: Kinds,
    chows: NDArray[np.bool_],
    tiles: Kinds,
    counts: Kinds,
    sheet: House,
    mix: Mix,
) -> None:
    """Lays groups open, makes kongs of triplets whose fourth tile is free, and takes the winning tile out."""
    size = kinds.shape
    exposed = random.random(size) < mix.exposed
    forbidden = limits(sheet).forbidden_groups
    if forbidden >> GROUP_KINDS.index("chow") & 1:
        exposed &= ~chows
    free = np.take_along_axis(counts, kinds, 1) == 3
    kongs = ~chows & free & (random.random(size) < mix.kong)
    added = random.random(size) < 0.3
    place = np.where(chows, 0, np.where(~kongs, 1, np.where(~exposed, 4, np.where(added, 3, 2))))
    declared = exposed | kongs
    columns.groups[rows] = np.where(declared, place * KINDS + kinds, NO_TILE)
    columns.claimed[rows] = 0
    loose = np.concatenate([np.repeat(~declared, 3, axis=1), np.ones((len(rows), 2), np.bool_)], 1)
    order = np.where(loose, random.random(loose.shape), 2)
    winning = order.argmin(axis=1)
    at = np.arange(len(rows))
    columns.winning[rows] = tiles[at, winning]
    left = np.where(loose, tiles, NO_TILE)
    keep = np.ones(left.shape, np.bool_)
    keep[at, winning] = False
    columns.concealed[rows] = left[keep].reshape(len(rows), columns.concealed.shape[1])


# Other shapes


def _special(random: Random, columns: Columns, row: int, shape: int, allowed: list[int]) -> None:
    tiles = _TILES_OF[shape](random, columns.concealed.shape[1] + 1, allowed)
    random.shuffle(tiles)
    columns.concealed[row], columns.winning[row] = tiles[1:], tiles[0]


def _pairs(random: Random, tiles: int, allowed: list[int]) -> Any:
    """Pairs, sometimes four alike; with seventeen tiles one of them has a third."""
    while True:
        pairs = np.repeat(random.choice(allowed, 7), 2)
        extra = random.choice(allowed, 3 if tiles == 17 else 0)
        drawn = np.concatenate([pairs, np.repeat(extra[:1], 3)])
        if np.bincount(drawn).max() <= 4 and (tiles == 14 or np.bincount(pairs, minlength=KINDS)[extra[0]] == 0):
            return drawn


def _orphans(random: Random, tiles: int, allowed: list[int]) -> Any:
    while True:
        first = int(random.choice(allowed))
        group = [first, first + 1, first + 2] if first < 27 and first % 9 < 7 and random.random() < 0.5 else [first] * 3
        drawn = np.array([*ORPHANS, random.choice(ORPHANS), *(group if tiles == 17 else [])])
        if np.bincount(drawn).max() <= 4:
            return drawn


_FAR_APART = [(a, b, c) for a in range(3) for b in range(a + 3, 6) for c in range(b + 3, 9)]


def _unconnected(random: Random, tiles: int, allowed: list[int]) -> Any:
    drawn = [27 + kind for kind in range(7)]
    for suit in range(3):
        drawn += [9 * suit + number for number in _FAR_APART[random.integers(len(_FAR_APART))]]
    return np.array([*drawn, random.choice(drawn)])


_TILES_OF = {
    THIRTEEN_ORPHANS.number: _orphans,
    SEVEN_PAIRS.number: _pairs,
    EIGHT_PAIRS.number: _pairs,
    SIXTEEN_UNCONNECTED.number: _unconnected,
}


# The win


def _win(random: Random, columns: Columns, sheet: House, mix: Mix) -> None:
    rows = columns.seat.size
    columns.seat[:] = random.integers(1, 5, rows)
    columns.round_wind[:] = random.integers(1, 5, rows)
    columns.self_draw[:] = random.random(rows) < mix.self_draw
    from_seat = (columns.seat + random.integers(0, 3, rows)) % 4 + 1
    columns.discarder[:] = np.where(columns.self_draw, 0, from_seat)
    flowers = [bit for bit in range(8) if not limits(sheet).forbidden_kinds >> KINDS + bit & 1]
    for bit in flowers:
        columns.flowers[:] |= (random.random(rows) < mix.flower).astype(np.uint8) << bit
    columns.discards[:] = random.integers(1, 81, rows)
    concealed_kong = GROUP_KINDS.index("concealed-kong") * KINDS
    nothing_exposed = (columns.groups >= concealed_kong).all(axis=1)
    ready = nothing_exposed & (random.random(rows) < mix.ready)
    columns.events[ready] = EVENT_BITS["ready"]


def claim(random: Random, columns: Columns) -> None:
    """Says of every exposed group from whom it was claimed: a chow from the left, others from any other seat."""
    seat = columns.seat[:, None].astype(np.int64)
    anyone = (seat + random.integers(0, 3, columns.groups.shape)) % 4 + 1
    left = (seat + 2) % 4 + 1
    claimed = np.where(columns.groups < KINDS, left, anyone)
    exposed = columns.groups < GROUP_KINDS.index("concealed-kong") * KINDS
    columns.claimed[:] = np.where(exposed, claimed, 0)
