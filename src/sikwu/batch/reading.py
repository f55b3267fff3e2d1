"""The loop over readings and the waits, compiled: the shapes of ``sikwu.readings.shapes`` on packed suits.

A reading is a row of a scratch array: ``Reading``'s integers in their order, then what the winning tile can complete in
it as bits in the contract's order: the chows that begin two before it, one before it and with it, a pung, the pair, an
unpaired tile. ``suits`` and ``entries`` are always four: characters, dots, bamboo, honors; ``entries`` are theirs in
the tables (:mod:`sikwu.batch.tables`).
"""

from __future__ import annotations

from typing import TypeAlias

from sikwu.batch.compiling import compiled
from sikwu.batch.tables import (
    CHOW_BITS,
    COUNT_SHIFT,
    PAIR_SHIFT,
    PAIR_WAIT_SHIFT,
    PUNG_SHIFT,
    WAIT_SHIFT,
    Ints,
)
from sikwu.readings.packed import ONES
from sikwu.readings.shapes import ORPHANS

Four: TypeAlias = tuple[int, int, int, int]

COMPLETIONS = 9
"""The place of the completions in a reading's row."""
MOST_READINGS = 256
BY_PUNG, BY_PAIR, BY_SINGLE = 8, 16, 32
_ORPHANS_SUIT, _ORPHANS_HONORS = 0o100000001, 0o1111111


@compiled
def _keep(
    readings: Ints, found: int, shape: int, chows: Four, held: Four, pungs: int, pair: int, completions: int
) -> None:
    readings[found, 0] = shape
    readings[found, 1] = chows[0]
    readings[found, 2] = chows[1]
    readings[found, 3] = chows[2]
    readings[found, 4] = held[0]
    readings[found, 5] = held[1]
    readings[found, 6] = held[2]
    readings[found, 7] = pungs
    readings[found, 8] = pair
    readings[found, 9] = completions


@compiled
def _completions(chows: int, pungs: int, number: int) -> int:
    """The chows and the pung of a suit that the tile can complete."""
    near = chows << 6 >> 3 * number  # the digits of two before, one before, and the number itself
    return (near & 7 > 0) | (near & 56 > 0) << 1 | (near & 448 > 0) << 2 | (pungs >> number & 1) << 3


@compiled
def read_standard(
    entries: Four, declared: Four, declared_pungs: int, winning: int, splits: Ints, readings: Ints, found: int
) -> int:
    """Adds every split into groups and one pair; returns how many readings there are now."""
    m, p, s, z = entries
    in_m, in_p, in_s, in_z = m >> COUNT_SHIFT & 15, p >> COUNT_SHIFT & 15, s >> COUNT_SHIFT & 15, z >> COUNT_SHIFT & 15
    pairs = (m >> PAIR_SHIFT & 15 > 0) + (p >> PAIR_SHIFT & 15 > 0) + (s >> PAIR_SHIFT & 15 > 0)
    ways = in_m * in_p * in_s * in_z
    if ways == 0 or pairs + (z >> PAIR_SHIFT & 15 > 0) != 1:
        return found
    if ways == 1:
        _keep_split(m, p, s, z, declared, declared_pungs, winning, readings, found)
        return found + 1
    for nth_m in range(in_m):
        split_m = splits[(m & CHOW_BITS) + nth_m] if in_m > 1 else m
        for nth_p in range(in_p):
            split_p = splits[(p & CHOW_BITS) + nth_p] if in_p > 1 else p
            for nth_s in range(in_s):
                split_s = splits[(s & CHOW_BITS) + nth_s] if in_s > 1 else s
                _keep_split(split_m, split_p, split_s, z, declared, declared_pungs, winning, readings, found)
                found += 1
    return found


@compiled
def _keep_split(
    m: int, p: int, s: int, z: int, declared: Four, declared_pungs: int, winning: int, readings: Ints, found: int
) -> None:
    held = (m & CHOW_BITS, p & CHOW_BITS, s & CHOW_BITS, 0)
    chows = (held[0] + declared[0], held[1] + declared[1], held[2] + declared[2], 0)
    pungs = (
        (m >> PUNG_SHIFT & 511)
        | (p >> PUNG_SHIFT & 511) << 9
        | (s >> PUNG_SHIFT & 511) << 18
        | (z >> PUNG_SHIFT & 511) << 27
    )
    # one of the four has a pair, the others a zero there
    in_m, in_p, in_s, in_z = m >> PAIR_SHIFT & 15, p >> PAIR_SHIFT & 15, s >> PAIR_SHIFT & 15, z >> PAIR_SHIFT & 15
    pair = in_m + in_p + in_s + in_z - 1 + 9 * (in_p > 0) + 18 * (in_s > 0) + 27 * (in_z > 0)
    suit = winning // 9
    number = winning - 9 * suit
    here = held[0] if suit == 0 else held[1] if suit == 1 else held[2] if suit == 2 else 0
    completions = _completions(here, pungs >> 9 * suit & 511, number) | (pair == winning) << 4
    _keep(readings, found, 0, chows, held, pungs | declared_pungs, pair, completions)


@compiled
def digit(suits: Four, kind: int) -> int:
    """How many of the kind there are."""
    suit = suits[0] if kind < 9 else suits[1] if kind < 18 else suits[2] if kind < 27 else suits[3]
    return suit >> 3 * (kind % 9) & 7


@compiled
def with_tile(suits: Four, kind: int, copies: int) -> Four:
    """The suits with so many more of a kind; fewer, if ``copies`` is negative."""
    more = copies << 3 * (kind % 9)
    m = suits[0] + (more if kind < 9 else 0)
    p = suits[1] + (more if 9 <= kind < 18 else 0)
    s = suits[2] + (more if 18 <= kind < 27 else 0)
    return m, p, s, suits[3] + (more if kind >= 27 else 0)


@compiled
def _distinct(suit: int) -> int:
    return (suit | suit >> 1 | suit >> 2) & ONES


@compiled
def _lowest(suits: Four) -> int:
    """The lowest kind that the suits hold, or that a mask of octal ones names."""
    kind = 0
    while kind < 34 and digit(suits, kind) == 0:
        kind += 1
    return kind


@compiled
def _odd(suits: Four) -> Four:
    return suits[0] & ONES, suits[1] & ONES, suits[2] & ONES, suits[3] & ONES


@compiled
def _ones(suits: Four) -> int:
    return suits[0].bit_count() + suits[1].bit_count() + suits[2].bit_count() + suits[3].bit_count()


@compiled
def read_seven_pairs(suits: Four, declared: int, readings: Ints, found: int) -> int:
    """Adds the reading as seven pairs, if it is one."""
    if declared or _ones(_odd(suits)):
        return found
    _keep(readings, found, 2, (0, 0, 0, 0), (0, 0, 0, 0), 0, -1, BY_PAIR)
    return found + 1


@compiled
def read_eight_pairs(suits: Four, declared: int, winning: int, readings: Ints, found: int) -> int:
    """Adds the reading as seven pairs and a triplet, if it is one."""
    odd = _odd(suits)
    if declared or _ones(odd) != 1:
        return found
    triplet = _lowest(odd)
    if digit(suits, triplet) != 3:
        return found
    completions = BY_PUNG if triplet == winning else BY_PAIR
    _keep(readings, found, 3, (0, 0, 0, 0), (0, 0, 0, 0), 1 << triplet, -1, completions)
    return found + 1


@compiled
def _holds_orphans(suits: Four) -> bool:
    return (
        _distinct(suits[3]) == _ORPHANS_HONORS
        and _distinct(suits[0]) & _ORPHANS_SUIT == _ORPHANS_SUIT
        and _distinct(suits[1]) & _ORPHANS_SUIT == _ORPHANS_SUIT
        and _distinct(suits[2]) & _ORPHANS_SUIT == _ORPHANS_SUIT
    )


@compiled
def read_thirteen_orphans(
    suits: Four, exposed: int, declared_pungs: int, winning: int, readings: Ints, found: int
) -> int:
    """Adds the readings as thirteen orphans, with a group beside them where there are tiles for one."""
    if exposed or not _holds_orphans(suits):
        return found
    extra = (
        suits[0] - _ORPHANS_SUIT,
        suits[1] - _ORPHANS_SUIT,
        suits[2] - _ORPHANS_SUIT,
        suits[3] - _ORPHANS_HONORS,
    )
    for pair in ORPHANS:
        if digit(extra, pair):
            rest = with_tile(extra, pair, -1)
            found = _read_orphans_with(rest, pair, declared_pungs, winning, readings, found)
    return found


@compiled
def _read_orphans_with(rest: Four, pair: int, declared_pungs: int, winning: int, readings: Ints, found: int) -> int:
    completions = 0
    chows = (0, 0, 0, 0)
    pungs = declared_pungs
    if rest[0] | rest[1] | rest[2] | rest[3]:
        lowest = _lowest(rest)
        suit, number = lowest // 9, lowest % 9
        held = rest[0] if suit == 0 else rest[1] if suit == 1 else rest[2] if suit == 2 else rest[3]
        others = (rest[0] > 0) + (rest[1] > 0) + (rest[2] > 0) + (rest[3] > 0)
        chow, pung = 0, 0
        if held == 3 << 3 * number:
            pung = 1 << number
        elif held == 0o111 << 3 * number and suit < 3:
            chow = 1 << 3 * number
        if others > 1 or not (chow or pung):
            return found
        chows = (chow if suit == 0 else 0, chow if suit == 1 else 0, chow if suit == 2 else 0, 0)
        pungs |= pung << 9 * suit
        if digit(rest, winning):
            completions = _completions(chow, pung, winning % 9)
    if winning == pair:
        completions |= BY_PAIR
    elif winning >= 27 or winning % 9 == 0 or winning % 9 == 8:
        completions |= BY_SINGLE
    _keep(readings, found, 1, chows, chows, pungs, pair, completions)
    return found + 1


@compiled
def _far_apart(suit: int) -> bool:
    held = _distinct(suit)
    return held.bit_count() == 3 and held & (held >> 3 | held >> 6) == 0


@compiled
def read_sixteen_unconnected(suits: Four, declared: int, winning: int, readings: Ints, found: int) -> int:
    """Adds the reading as sixteen unconnected tiles, if it is one."""
    if declared or _distinct(suits[3]) != _ORPHANS_HONORS:
        return found
    if not (_far_apart(suits[0]) and _far_apart(suits[1]) and _far_apart(suits[2])):
        return found
    pair = _lowest((suits[0] >> 1 & ONES, suits[1] >> 1 & ONES, suits[2] >> 1 & ONES, suits[3] >> 1 & ONES))
    completions = BY_PAIR if pair == winning else BY_SINGLE
    _keep(readings, found, 4, (0, 0, 0, 0), (0, 0, 0, 0), 0, pair, completions)
    return found + 1


# Waits


@compiled
def standard_waits(entries: Four) -> int:
    """The kinds that complete the suits as groups and one pair."""
    m, p, s, z = _pairs_in(entries[0]), _pairs_in(entries[1]), _pairs_in(entries[2]), _pairs_in(entries[3])
    return (
        _suit_waits(entries[0], p + s + z)
        | _suit_waits(entries[1], m + s + z) << 9
        | _suit_waits(entries[2], m + p + z) << 18
        | _suit_waits(entries[3], m + p + s) << 27
    )


@compiled
def _pairs_in(entry: int) -> int:
    """0 or 1 for a complete suit, and far too many for another."""
    return (entry >> PAIR_SHIFT & 15 > 0) if entry >> COUNT_SHIFT & 15 else 9


@compiled
def _suit_waits(entry: int, pairs: int) -> int:
    return entry >> PAIR_WAIT_SHIFT & 511 if pairs == 0 else entry >> WAIT_SHIFT & 511 if pairs == 1 else 0


@compiled
def seven_pairs_waits(suits: Four, declared: int) -> int:
    """The kind of which there is an odd number, if it is only one."""
    odd = _odd(suits)
    return 0 if declared or _ones(odd) != 1 else 1 << _lowest(odd)


@compiled
def eight_pairs_waits(suits: Four, declared: int) -> int:
    """All pairs wait to make any of them a triplet; two odd kinds wait where one of them becomes even."""
    odd = _odd(suits)
    held = _ones(odd)
    if declared or held not in (0, 2):
        return 0
    if held == 0:
        return _kinds(suits[0] >> 1 & ONES, suits[1] >> 1 & ONES, suits[2] >> 1 & ONES, suits[3] >> 1 & ONES)
    one = _lowest(odd)
    other = _lowest(with_tile(odd, one, -1))
    return (1 << one) * (digit(suits, other) == 3) | (1 << other) * (digit(suits, one) == 3)


@compiled
def thirteen_orphans_waits(suits: Four, exposed: int, readings: Ints) -> int:
    """Each kind is tried, where the honors are near enough."""
    if exposed or _distinct(suits[3]).bit_count() < 6:
        return 0
    waits = 0
    for kind in range(34):
        if digit(suits, kind) < 4 and read_thirteen_orphans(with_tile(suits, kind, 1), 0, 0, kind, readings, 0):
            waits |= 1 << kind
    return waits


@compiled
def sixteen_unconnected_waits(suits: Four, declared: int, readings: Ints) -> int:
    """Each kind is tried, where the honors are near enough."""
    if declared or _distinct(suits[3]).bit_count() < 6:
        return 0
    waits = 0
    for kind in range(34):
        if digit(suits, kind) < 4 and read_sixteen_unconnected(with_tile(suits, kind, 1), 0, kind, readings, 0):
            waits |= 1 << kind
    return waits


@compiled
def _kinds(m: int, p: int, s: int, z: int) -> int:
    """Octal ones as a mask of kinds."""
    kinds = 0
    for number in range(9):
        place = 3 * number
        kinds |= (m >> place & 1) << number
        kinds |= (p >> place & 1) << (number + 9)
        kinds |= (s >> place & 1) << (number + 18)
        kinds |= (z >> place & 1) << (number + 27)
    return kinds


@compiled
def without_held_four(waits: int, suits: Four) -> int:
    """The waits but for kinds of which the whole hand, ``suits``, holds all four."""
    m, p, s, z = suits[0] >> 2 & ONES, suits[1] >> 2 & ONES, suits[2] >> 2 & ONES, suits[3] >> 2 & ONES
    if m | p | s | z:
        return waits & ~_kinds(m, p, s, z)
    return waits
