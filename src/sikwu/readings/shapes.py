"""The shapes of a finished hand, each with every reading of a hand in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from sikwu.readings.packed import ONES, Tiles, loose_counts
from sikwu.readings.splits import HONOR_SPLITS, SUIT_SPLITS, Split

SINGLE, PAIR, PUNG, CLOSED, EDGE, TWO_SIDED = range(6)
"""What a winning tile completes: an unpaired tile of a shape without groups, a pair, a pung, or a chow by its middle
tile, by the 3 of 123 or the 7 of 789, or by any other end."""

Completion: TypeAlias = tuple[int, int]
"""What the winning tile completes, and the lowest kind of the completed chow (-1 if it is none)."""


class Reading(NamedTuple):
    """One way to see a finished hand. ``chows_*`` are packed by lowest number, ``held_*`` the concealed ones among
    them before the win is looked at; ``pung_kinds`` is a mask, kongs included; ``pair`` a kind, or -1 for none or many.
    """

    shape: int
    chows_m: int
    chows_p: int
    chows_s: int
    held_m: int
    held_p: int
    held_s: int
    pung_kinds: int
    pair: int
    completions: tuple[Completion, ...]


ORPHANS = (0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33)
_ORPHANS_SUIT = 0o100000001
_ORPHANS_HONORS = 0o1111111

_completions: dict[tuple[Split, int], tuple[Completion, ...]] = {}


def _completed(split: Split, suit: int, number: int) -> tuple[Completion, ...]:
    """What the tile can complete in a split of its suit: groups in order, the pair last."""
    key = (split, 9 * suit + number)
    found = _completions.get(key)
    if found is None:
        found = _completions[key] = tuple(_all_completed(split, 9 * suit, number))
    return found


def _all_completed(split: Split, first: int, number: int) -> list[Completion]:
    chows, pungs, pair = split
    found: list[Completion] = []
    if number >= 2 and chows >> 3 * (number - 2) & 7:
        found.append((EDGE if number == 2 else TWO_SIDED, first + number - 2))
    if number >= 1 and chows >> 3 * (number - 1) & 7:
        found.append((CLOSED, first + number - 1))
    if chows >> 3 * number & 7:
        found.append((EDGE if number == 6 else TWO_SIDED, first + number))
    if pungs >> number & 1:
        found.append((PUNG, -1))
    if pair == number:
        found.append((PAIR, -1))
    return found


def _standard(tiles: Tiles) -> list[Reading]:
    """Every split into groups and one pair, in the order of the groups."""
    all_m, all_p = SUIT_SPLITS[tiles.loose_m], SUIT_SPLITS[tiles.loose_p]
    all_s, all_z = SUIT_SPLITS[tiles.loose_s], HONOR_SPLITS[tiles.loose_z]
    if not (all_m and all_p and all_s and all_z):
        return []
    if (all_m[0][2] >= 0) + (all_p[0][2] >= 0) + (all_s[0][2] >= 0) + (all_z[0][2] >= 0) != 1:
        return []
    suit, number = divmod(tiles.winning, 9)
    return [
        Reading(
            0,
            m[0] + tiles.declared_m,
            p[0] + tiles.declared_p,
            s[0] + tiles.declared_s,
            m[0],
            p[0],
            s[0],
            tiles.declared_pung_kinds | m[1] | p[1] << 9 | s[1] << 18 | z[1] << 27,
            m[2] if m[2] >= 0 else p[2] + 9 if p[2] >= 0 else s[2] + 18 if s[2] >= 0 else z[2] + 27,
            _completed((m, p, s, z)[suit], suit, number),
        )
        for m in all_m
        for p in all_p
        for s in all_s
        for z in all_z
    ]


def _of_pairs(shape: int, pungs: int, completes: int) -> Reading:
    return Reading(shape, 0, 0, 0, 0, 0, 0, pungs, -1, ((completes, -1),))


def _odd_kinds(tiles: Tiles) -> int:
    """How many kinds there is an odd number of among the loose tiles."""
    return (
        (tiles.loose_m & ONES).bit_count()
        + (tiles.loose_p & ONES).bit_count()
        + (tiles.loose_s & ONES).bit_count()
        + (tiles.loose_z & ONES).bit_count()
    )


def _seven_pairs(tiles: Tiles) -> list[Reading]:
    """Fourteen concealed tiles in pairs; four alike are two pairs."""
    if tiles.declared or _odd_kinds(tiles):
        return []
    return [_of_pairs(2, 0, PAIR)]


def _eight_pairs(tiles: Tiles) -> list[Reading]:
    """Seven pairs and a triplet, all concealed; four alike are two pairs."""
    if tiles.declared or _odd_kinds(tiles) != 1:
        return []
    triplet = next(kind for kind, count in enumerate(loose_counts(tiles)) if count & 1)
    if loose_counts(tiles)[triplet] != 3:
        return []
    return [_of_pairs(3, 1 << triplet, PUNG if triplet == tiles.winning else PAIR)]


def _distinct(packed: int) -> int:
    """A one in every digit of the packed suit that is not zero."""
    return (packed | packed >> 1 | packed >> 2) & ONES


def _holds_orphans(tiles: Tiles) -> bool:
    """Whether every terminal and honor is among the loose tiles."""
    return (
        _distinct(tiles.loose_z) == _ORPHANS_HONORS
        and _distinct(tiles.loose_m) & _ORPHANS_SUIT == _ORPHANS_SUIT
        and _distinct(tiles.loose_p) & _ORPHANS_SUIT == _ORPHANS_SUIT
        and _distinct(tiles.loose_s) & _ORPHANS_SUIT == _ORPHANS_SUIT
    )


def _thirteen_orphans(tiles: Tiles) -> list[Reading]:
    """Every terminal and honor, a second of one of them, and with seventeen tiles one more group, not exposed."""
    if tiles.exposed or tiles.declared > 1 or not _holds_orphans(tiles):
        return []
    extra = loose_counts(tiles)
    for kind in ORPHANS:
        extra[kind] -= 1
    readings = []
    for pair in ORPHANS:
        if extra[pair]:
            rest = extra.copy()
            rest[pair] -= 1
            readings += _orphans_with(tiles, pair, [kind for kind in range(34) for _ in range(rest[kind])])
    return readings


def _orphans_with(tiles: Tiles, pair: int, rest: list[int]) -> list[Reading]:
    """The reading in which ``rest``, the tiles beside the orphans and their pair, is one group or nothing."""
    chows = [0, 0, 0]
    pungs = tiles.declared_pung_kinds
    completions: list[Completion] = []
    if rest:
        lowest = rest[0]
        if len(rest) != 3 or rest not in ([lowest] * 3, [lowest, lowest + 1, lowest + 2]):
            return []
        split = (1 << 3 * (lowest % 9), 0, -1) if rest[2] > lowest else (0, 1 << lowest % 9, -1)
        if split[0] and (lowest > 26 or lowest // 9 != rest[2] // 9):
            return []
        if split[0]:
            chows[lowest // 9] = split[0]
        pungs |= split[1] << 9 * (lowest // 9)
        if tiles.winning in rest:
            completions += _completed(split, lowest // 9, tiles.winning % 9)
    if tiles.winning == pair:
        completions.append((PAIR, -1))
    elif tiles.winning in ORPHANS:
        completions.append((SINGLE, -1))
    m, p, s = chows
    return [Reading(1, m, p, s, m, p, s, pungs, pair, tuple(completions))]


def unconnected(packed: int) -> bool:
    """Whether the suit has three numbers, no two of which differ by 1 or 2."""
    held = _distinct(packed)
    return held.bit_count() == 3 and not held & (held >> 3 | held >> 6)


def _sixteen_unconnected(tiles: Tiles) -> list[Reading]:
    """All seven honors, three numbers far apart in each suit, and a second copy of one of these sixteen."""
    if tiles.declared or _distinct(tiles.loose_z) != _ORPHANS_HONORS:
        return []
    if not (unconnected(tiles.loose_m) and unconnected(tiles.loose_p) and unconnected(tiles.loose_s)):
        return []
    pair = next(kind for kind, count in enumerate(loose_counts(tiles)) if count == 2)
    return [Reading(4, 0, 0, 0, 0, 0, 0, 0, pair, ((PAIR if pair == tiles.winning else SINGLE, -1),))]


class Shape(NamedTuple):
    """A shape that a rule set may play: its number, its key, and its readings of a hand of the right size."""

    number: int
    key: str
    readings: Callable[[Tiles], list[Reading]]


STANDARD = Shape(0, "standard", _standard)
THIRTEEN_ORPHANS = Shape(1, "thirteen-orphans", _thirteen_orphans)
SEVEN_PAIRS = Shape(2, "seven-pairs", _seven_pairs)
EIGHT_PAIRS = Shape(3, "eight-pairs", _eight_pairs)
SIXTEEN_UNCONNECTED = Shape(4, "sixteen-unconnected", _sixteen_unconnected)
SHAPES = (STANDARD, THIRTEEN_ORPHANS, SEVEN_PAIRS, EIGHT_PAIRS, SIXTEEN_UNCONNECTED)


def read(tiles: Tiles, shapes: tuple[Shape, ...]) -> list[Reading]:
    """Every reading of a finished hand in the shapes, in the contract's order; empty if the hand is none of them."""
    readings: list[Reading] = []
    for shape in shapes:
        readings += shape.readings(tiles)
    return readings
