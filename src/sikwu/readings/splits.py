"""The ways to split the tiles of one suit into chows, pungs and at most one pair.

The tiles of a suit are *packed*: an integer whose octal digit n-1 says how many there are of number n. A split is
three integers: its chows, packed by their lowest number; its pungs, a mask with bit n-1 for number n; its pair, the
number less one, or -1.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

Split: TypeAlias = tuple[int, int, int]

NO_TILES = ((0, 0, -1),)


class _Table(dict[int, tuple[Split, ...]]):
    """Splits by packed tiles, each worked out when first asked for; a suit has few that split at all."""

    def __init__(self, chows: bool) -> None:
        super().__init__({0: NO_TILES})
        self.chows = chows

    def __missing__(self, packed: int) -> tuple[Split, ...]:
        splits = all_splits(packed, self.chows)
        if splits:
            self[packed] = splits
        return splits


def all_splits(packed: int, chows: bool) -> tuple[Split, ...]:
    """All splits, in the order of their groups: by number, a chow before a pung."""
    digits = [packed >> 3 * i & 7 for i in range(9)]
    pairs = {0: [-1], 2: [i for i in range(9) if digits[i] >= 2]}.get(sum(digits) % 3, [])
    found: list[tuple[list[int], Split]] = []
    for pair in pairs:
        rest = packed - (2 << 3 * pair) if pair >= 0 else packed
        for groups in _groups(rest, 0, chows):
            packed_chows = sum(1 << 3 * (group >> 1) for group in groups if not group & 1)
            pungs = sum(1 << (group >> 1) for group in groups if group & 1)
            found.append((groups, (packed_chows, pungs, pair)))
    return tuple(split for _, split in sorted(found))


def _groups(packed: int, number: int, chows: bool) -> Iterator[list[int]]:
    """Lists of groups, each twice its lowest number, plus one if it is a pung."""
    if number == 9:
        yield []
        return
    count = packed >> 3 * number & 7
    for pungs in (0, 1):
        here = count - 3 * pungs  # what no pung takes must start chows
        if here < 0 or (here and not chows):
            continue
        taken = here * (0o110 << 3 * number)
        if here and (number > 6 or packed >> 3 * number + 3 & 7 < here or packed >> 3 * number + 6 & 7 < here):
            continue
        for rest in _groups(packed - taken, number + 1, chows):
            yield [2 * number] * here + [2 * number + 1] * pungs + rest


SUIT_SPLITS = _Table(chows=True)
HONOR_SPLITS = _Table(chows=False)


def groups_of(split_chows: int, split_pungs: int) -> Iterator[tuple[int, bool]]:
    """The groups of a split in order: the lowest number less one, and whether it is a chow."""
    number = 0
    while split_chows or split_pungs:
        for _ in range(split_chows & 7):
            yield number, True
        if split_pungs & 1:
            yield number, False
        split_chows >>= 3
        split_pungs >>= 1
        number += 1
