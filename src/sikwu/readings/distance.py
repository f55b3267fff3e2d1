"""How many tiles a hand lacks, in the nearest of a rule set's shapes."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations

from sikwu.readings.packed import Tiles, loose_counts, unpack
from sikwu.readings.shapes import ORPHANS, Shape
from sikwu.tiles import KINDS, mask

FAR = 99
"""More tiles than any hand lacks: the shape cannot be reached."""


def lacking(tiles: Tiles, shapes: tuple[Shape, ...], size: int) -> int:
    """How many tiles, drawn one at a time with one discarded for each, would finish the hand; 0 if it is finished.

    ``size`` is 14 or 17. The hand may have its winning tile or not; no target asks for a fifth copy of a tile.
    A hand is *ready* when it lacks one tile, so its distance is one less than this.
    """
    return min(_LACKING[shape.number](tiles, size) for shape in shapes)


def nearest(tiles: Tiles, shapes: tuple[Shape, ...], size: int) -> tuple[Shape, ...]:
    """The shapes in which the hand lacks the fewest tiles. One tile more brings no other shape nearer than these."""
    lacks = {shape: _LACKING[shape.number](tiles, size) for shape in shapes}
    return tuple(shape for shape, lack in lacks.items() if lack == min(lacks.values()))


def _standard(tiles: Tiles, size: int) -> int:
    groups = size // 3 - tiles.declared
    lacks = [0] + [FAR] * (2 * groups + 1)  # by twice the groups so far, plus one with the pair
    for place in range(4):
        loose, whole = tiles[place], tiles[place + 4]
        suit = _suit_lacks(loose, whole - loose, place < 3, groups)
        lacks = _together(lacks, suit, groups)
    # what is still missing comes from kinds that the hand has none of; there are always enough of those
    return min(
        lack + 3 * (groups - (place >> 1)) + 2 * (not place & 1) for place, lack in enumerate(lacks) if lack < FAR
    )


def _together(left: list[int], right: tuple[int, ...], groups: int) -> list[int]:
    """The least of each number of groups, with and without a pair, from two parts of a hand."""
    best = [FAR] * (2 * groups + 2)
    for i, first in enumerate(left):
        if first < FAR:
            for j, second in enumerate(right):
                if (i & 1) + (j & 1) < 2 and i + j < len(best):
                    best[i + j] = min(best[i + j], first + second)
    return best


@lru_cache(maxsize=4096)
def _suit_lacks(loose: int, declared: int, chows: bool, groups: int) -> tuple[int, ...]:
    """The tiles that a suit lacks for each number of groups, without a pair (even places) and with one (odd).

    Only groups and pairs that use a tile in hand are looked at; any other lacks all its tiles, wherever it is.
    """
    have, taken = [*unpack(loose), 0, 0], unpack(declared)
    states = {(0, 0, 0): 0}  # chows begun one before, two before, and the place in the answer -> tiles lacking
    for number in range(9 if chows else 7):
        useful = (chows and number < 7 and any(have[number : number + 3]), have[number] > 0)
        states = _next_states(states, have[number], 4 - taken[number], _CHOICES[useful], 2 * groups + 1)
    lacks = [FAR] * (2 * groups + 2)
    for (one, two, place), lack in states.items():
        if not one and not two:
            lacks[place] = min(lacks[place], lack)
    return tuple(lacks)


_CHOICES = {
    (chows, same): [
        (begun, pungs, pair)
        for begun in range(3 if chows else 1)
        for pungs in range(2 if same else 1)
        for pair in range(2 if same else 1)
    ]
    for chows in (False, True)
    for same in (False, True)
}
"""What may begin at a number, by whether a chow and whether a pung or pair there would use a tile in hand. Three equal
chows are three pungs of the same tiles, so two are enough."""


def _next_states(
    states: dict[tuple[int, int, int], int], have: int, most: int, choices: list[tuple[int, int, int]], last: int
) -> dict[tuple[int, int, int], int]:
    found: dict[tuple[int, int, int], int] = {}
    for (one, two, place), lack in states.items():
        for begun, pungs, pair in choices:
            wanted = one + two + begun + 3 * pungs + 2 * pair
            then = place + 2 * (begun + pungs) + pair
            if wanted > most or then > last or (pair and place & 1):
                continue
            key = (begun, one, then)
            cost = lack + (wanted - have if wanted > have else 0)
            if cost < found.get(key, FAR):
                found[key] = cost
    return found


def _pairs(counts: list[int], wanted: int) -> int:
    """How many of the tiles stand in so many pairs, or as one half of one."""
    pairs = min(sum(count // 2 for count in counts), wanted)
    return 2 * pairs + min(wanted - pairs, sum(count & 1 for count in counts))


def _seven_pairs(tiles: Tiles, _size: int) -> int:
    return FAR if tiles.declared else 14 - _pairs(loose_counts(tiles), 7)


def _eight_pairs(tiles: Tiles, _size: int) -> int:
    if tiles.declared:
        return FAR
    counts = loose_counts(tiles)
    return 17 - max(min(counts[kind], 3) + _pairs(counts[:kind] + counts[kind + 1 :], 7) for kind in range(KINDS))


_ONE_EACH = [1 if kind in ORPHANS else 0 for kind in range(KINDS)]
_EXTRA_GROUPS = [(kind,) * 3 for kind in range(KINDS)] + [
    (kind, kind + 1, kind + 2) for kind in range(27) if kind % 9 < 7
]


def _gain(counts: list[int], extra: tuple[int, ...]) -> int:
    """How many more of the tiles are of use when ``extra`` is wanted beside one of each orphan; -1 for a fifth copy."""
    gain = 0
    for kind in set(extra):
        wanted = _ONE_EACH[kind] + extra.count(kind)
        if wanted > 4:
            return -1
        gain += min(counts[kind], wanted) - min(counts[kind], _ONE_EACH[kind])
    return gain


def _thirteen_orphans(tiles: Tiles, size: int) -> int:
    if tiles.exposed or tiles.declared > (size == 17) or tiles.kong_kinds & mask(ORPHANS):
        return FAR
    counts = loose_counts(tiles)
    single = sum(min(counts[kind], 1) for kind in ORPHANS)
    if size == 14 or tiles.declared:
        return 14 - single - max(_gain(counts, (pair,)) for pair in ORPHANS)
    best = 0
    for group in _EXTRA_GROUPS:
        if _gain(counts, group) >= best:  # the pair can add one at most
            best = max(best, *(_gain(counts, (*group, pair)) for pair in ORPHANS))
    return 17 - single - best


_FAR_APART = [numbers for numbers in combinations(range(9), 3) if numbers[1] - numbers[0] > 2 < numbers[2] - numbers[1]]


def _sixteen_unconnected(tiles: Tiles, _size: int) -> int:
    if tiles.declared:
        return FAR
    honors = unpack(tiles.loose_z)[:7]
    held, second = sum(min(count, 1) for count in honors), max(honors) > 1
    for suit in (tiles.loose_m, tiles.loose_p, tiles.loose_s):
        counts = unpack(suit)
        best = [
            (sum(counts[number] > 0 for number in numbers), any(counts[number] > 1 for number in numbers))
            for numbers in _FAR_APART
        ]
        most = max(count for count, _ in best)
        held, second = held + most, second or (most, True) in best
    return 17 - held - second


_LACKING: tuple[Callable[[Tiles, int], int], ...] = (
    _standard,
    _thirteen_orphans,
    _seven_pairs,
    _eight_pairs,
    _sixteen_unconnected,
)
"""By the number of the shape, as ``SHAPES`` has them."""
