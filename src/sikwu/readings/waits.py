"""What a hand waits for: the kinds that would complete it."""

from __future__ import annotations

from collections.abc import Callable

from sikwu.readings.packed import ONES, Tiles, all_counts, loose_counts
from sikwu.readings.shapes import SIXTEEN_UNCONNECTED, THIRTEEN_ORPHANS, Shape
from sikwu.readings.splits import HONOR_SPLITS, SUIT_SPLITS
from sikwu.tiles import KINDS


def with_tile(tiles: Tiles, kind: int, copies: int = 1) -> Tiles:
    """The hand with so many more loose tiles of a kind; fewer, if ``copies`` is negative."""
    suit, number = divmod(kind, 9)
    changed = list(tiles)
    changed[suit] += copies << 3 * number  # loose tiles of the four suits come first in Tiles, then all tiles of each
    changed[suit + 4] += copies << 3 * number
    return Tiles._make(changed)


def before_win(tiles: Tiles) -> Tiles:
    """The hand without its winning tile."""
    return with_tile(tiles, tiles.winning, -1)


def waits(tiles: Tiles, shapes: tuple[Shape, ...]) -> int:
    """A mask of the kinds that would complete the hand (given without a winning tile) in any of the shapes.

    Kinds of which the hand already holds all four, declared groups included, are left out.
    """
    found = 0
    for shape in shapes:
        found |= _WAITS[shape.number](tiles)
    return found & ~_held_four(tiles) if found else 0


def _held_four(tiles: Tiles) -> int:
    if not (tiles.tiles_m | tiles.tiles_p | tiles.tiles_s | tiles.tiles_z) >> 2 & ONES:
        return 0
    held = (_compress(suit >> 2 & ONES) << 9 * place for place, suit in enumerate(tiles[4:8]))
    return sum(held)


def _compress(digits: int) -> int:
    """Octal digits of 0 and 1 as bits."""
    bits = number = 0
    while digits:
        bits |= (digits & 1) << number
        digits >>= 3
        number += 1
    return bits


class _WaitTable(dict[int, tuple[int, int, int, int]]):
    """For packed suits: whether it is complete without a pair, and with one; masks of the numbers that make it so."""

    def __init__(self, splits: dict[int, tuple[tuple[int, int, int], ...]], numbers: int) -> None:
        super().__init__()
        self.splits = splits
        self.numbers = numbers

    def __missing__(self, packed: int) -> tuple[int, int, int, int]:
        entry = [0, 0, 0, 0]
        now = self.splits[packed]
        if now:
            entry[now[0][2] >= 0] = 1
        for number in range(self.numbers):
            if packed >> 3 * number & 7 < 4:
                then = self.splits[packed + (1 << 3 * number)]
                if then:
                    entry[2 + (then[0][2] >= 0)] |= 1 << number
        found = (entry[0], entry[1], entry[2], entry[3])
        if any(found):  # the others are too many to keep and quickly worked out again
            self[packed] = found
        return found


_SUIT_WAITS = _WaitTable(SUIT_SPLITS, 9)
_HONOR_WAITS = _WaitTable(HONOR_SPLITS, 7)


def _standard_waits(tiles: Tiles) -> int:
    """Each suit in turn is the one the tile goes to, while the others are complete with at most one pair among them."""
    suits = (
        _SUIT_WAITS[tiles.loose_m],
        _SUIT_WAITS[tiles.loose_p],
        _SUIT_WAITS[tiles.loose_s],
        _HONOR_WAITS[tiles.loose_z],
    )
    complete = [groups or pair for groups, pair, _, _ in suits]
    done = sum(complete)
    if done < 3:
        return 0
    pairs = sum([pair for _, pair, _, _ in suits])
    found = 0
    for place, (_, pair, to_groups, to_pair) in enumerate(suits):
        if done - complete[place] == 3 and pairs - pair < 2:
            found |= (to_groups if pairs - pair else to_pair) << 9 * place
    return found


def _odd(tiles: Tiles) -> list[int]:
    return [kind for kind, count in enumerate(loose_counts(tiles)) if count & 1]


def _seven_pairs_waits(tiles: Tiles) -> int:
    odd = [] if tiles.declared else _odd(tiles)
    return 1 << odd[0] if len(odd) == 1 else 0


def _eight_pairs_waits(tiles: Tiles) -> int:
    """All pairs wait to make any of them a triplet; two odd kinds wait where one of them becomes even."""
    if tiles.declared or _odd_digits(tiles) > 2:
        return 0
    counts = loose_counts(tiles)
    odd = _odd(tiles)
    if not odd:
        return sum(1 << kind for kind, count in enumerate(counts) if count == 2)
    if len(odd) != 2:
        return 0
    return sum(1 << kind for kind, other in (odd, odd[::-1]) if counts[other] == 3)


def _odd_digits(tiles: Tiles) -> int:
    return sum((suit & ONES).bit_count() for suit in tiles[:4])


def _by_trying(shape: Shape) -> Callable[[Tiles], int]:
    """Waits of a shape that asks for many different kinds: rarely near, so each tile is tried."""

    def tried(tiles: Tiles) -> int:
        honors = (tiles.loose_z | tiles.loose_z >> 1 | tiles.loose_z >> 2) & ONES
        if tiles.exposed or honors.bit_count() < 6:
            return 0
        return _try(tiles, shape)

    return tried


def _try(tiles: Tiles, shape: Shape) -> int:
    counts = all_counts(tiles)
    found = 0
    for kind in range(KINDS):
        if counts[kind] < 4 and shape.readings(with_tile(tiles, kind)._replace(winning=kind)):
            found |= 1 << kind
    return found


_WAITS: tuple[Callable[[Tiles], int], ...] = (
    _standard_waits,
    _by_trying(THIRTEEN_ORPHANS),
    _seven_pairs_waits,
    _eight_pairs_waits,
    _by_trying(SIXTEEN_UNCONNECTED),
)
"""By the number of the shape, as ``SHAPES`` has them."""
