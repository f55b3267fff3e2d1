"""What The Mahjong Bible counts of groups that belong together: its own facts, with the groups they come from.

A hand has five groups, which keeps the counting short: there is room for one straight, for two groups of one number
in two suits twice over, and never for a chow three times in each of two suits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations

from sikwu.readings.facts import Fact
from sikwu.readings.made_of import Explainer, Part, Parts, ReadGroup, pair_of
from sikwu.readings.packed import ONES
from sikwu.tiles import mask

NUMBER_KINDS = mask(range(27))
ONE_KINDS = mask((0, 9, 18))
BELOW_NINE_KINDS = NUMBER_KINDS & ~mask((8, 17, 26))
SIMPLE_KINDS = NUMBER_KINDS & ~mask((0, 8, 9, 17, 18, 26))
FROM_TWO_TO_SIX = 0o777770
"""The digits of packed chows that start at 2 to 6, which have no end."""
RANKED = (1, 4, 7, 10, 13, 16, 19, 22, 25)
RANKED_KINDS = mask(RANKED)

Known = Mapping[str, int]
Groups = Sequence[ReadGroup]


def _chow_places(groups: Groups, known: Known) -> dict[int, list[int]]:
    """The places of the chows by their lowest tile, those held concealed first, since a straight takes these."""
    places: dict[int, list[int]] = {}
    for place, group in enumerate(groups):
        if group.is_chow:
            places.setdefault(group.tile, []).append(place)
    for found in places.values():
        found.sort(key=lambda place: not _held(groups, place, known))
    return places


def _held(groups: Groups, place: int, known: Known) -> bool:
    """Whether a chow counts as concealed for a straight; one that a discard completes does where the house says so."""
    won = place == known["completed"] and known["straight_by_discard_concealed"]
    return groups[place].concealed or bool(won)


def _pung_places(groups: Groups) -> dict[int, int]:
    return {group.tile: place for place, group in enumerate(groups) if not group.is_chow}


# Chows of one number in several suits


def chow_suits(chows_m: int, chows_p: int, chows_s: int) -> int:
    """For each chow, packed, in how many suits it stands."""
    return (
        ((chows_m | chows_m >> 1 | chows_m >> 2) & ONES)
        + ((chows_p | chows_p >> 1 | chows_p >> 2) & ONES)
        + ((chows_s | chows_s >> 1 | chows_s >> 2) & ONES)
    )


def repeated_chow_suits(chows_m: int, chows_p: int, chows_s: int) -> int:
    """For each chow, packed, in how many suits it stands at least twice."""
    return (
        ((chows_m >> 1 | chows_m >> 2) & ONES)
        + ((chows_p >> 1 | chows_p >> 2) & ONES)
        + ((chows_s >> 1 | chows_s >> 2) & ONES)
    )


def same_chows(chow_suits: int, repeated_chow_suits: int) -> int:
    """How often a chow stands in two suits: for each number the second largest of its counts in the three suits."""
    return (chow_suits >> 1 & ONES).bit_count() + (repeated_chow_suits >> 1 & ONES).bit_count()


def three_suit_chows(chow_suits: int) -> int:
    """How many chows stand in all three suits."""
    return (chow_suits & chow_suits >> 1 & ONES).bit_count()


def _by_number(groups: Groups, known: Known, number: int) -> list[list[int]]:
    """The places of the chows of a number in the three suits, the suit with most of them first."""
    places = _chow_places(groups, known)
    return sorted((places.get(9 * suit + number, []) for suit in range(3)), key=len, reverse=True)


def _same_chow_parts(groups: Groups, pair: int, known: Known) -> Parts:
    """Twos of one chow. Those that a set of all three suits leaves over come first: it takes the others' place."""
    left_over: Parts = []
    taken: Parts = []
    for number in range(7):
        most, middle, least = _by_number(groups, known, number)
        for nth in range(len(middle)):
            (taken if nth < len(least) else left_over).append(_in_order(most[nth], middle[nth]))
    return left_over + taken


def _three_suit_parts(groups: Groups, pair: int, known: Known) -> Parts:
    sets = (_by_number(groups, known, number) for number in range(7))
    return [_in_order(*chows) for three in sets for chows in zip(*three, strict=False)]


def _in_order(*places: int) -> list[Part]:
    return [*sorted(places)]


# Equal chows


def two_identical_chows(repeated_chow_suits: int) -> int:
    """How many chows the hand has at least twice."""
    return repeated_chow_suits % 7  # the sum of the octal digits


def three_identical_chows(chows_m: int, chows_p: int, chows_s: int, repeated_chow_suits: int) -> int:
    """Whether the hand has a chow at least three times."""
    return (
        repeated_chow_suits > 0
        and (
            ((chows_m & chows_m >> 1) | (chows_p & chows_p >> 1) | (chows_s & chows_s >> 1))
            | (chows_m | chows_p | chows_s) >> 2
        )
        & ONES
        > 0
    )


def four_identical_chows(chows_m: int, chows_p: int, chows_s: int, repeated_chow_suits: int) -> int:
    """Whether the hand has a chow four times."""
    return repeated_chow_suits > 0 and (chows_m | chows_p | chows_s) >> 2 & ONES > 0


def _identical_parts(times: int) -> Explainer:
    """So many equal chows. A chow that is there more often comes last: a dearer row takes its place."""

    def parts(groups: Groups, pair: int, known: Known) -> Parts:
        places = sorted(_chow_places(groups, known).values(), key=len)
        return [_in_order(*found[:times]) for found in places if len(found) >= times]

    return parts


# Straights


def straight_parts(chows_m: int, chows_p: int, chows_s: int) -> int:
    """The parts of straights: for 123, 456 and 789 an octal digit with a bit for each suit; 0 if one is in no suit."""
    any_suit = chows_m | chows_p | chows_s
    if not (any_suit & 7 and any_suit >> 9 & 7 and any_suit >> 18 & 7):
        return 0
    return (
        (chows_m & 7 > 0)
        + (chows_p & 7 > 0) * 2
        + (chows_s & 7 > 0) * 4
        + (chows_m >> 9 & 7 > 0) * 8
        + (chows_p >> 9 & 7 > 0) * 16
        + (chows_s >> 9 & 7 > 0) * 32
        + (chows_m >> 18 & 7 > 0) * 64
        + (chows_p >> 18 & 7 > 0) * 128
        + (chows_s >> 18 & 7 > 0) * 256
    )


def concealed_straight_parts(
    straight_parts: int,
    held_m: int,
    held_p: int,
    held_s: int,
    completed_chow: int,
    self_draw: int,
    straight_by_discard_open: int,
) -> int:
    """The same of concealed chows; one that a discard completes is open, unless the house says otherwise."""
    if straight_parts == 0:
        return 0
    opened = (completed_chow >= 0) * (1 - self_draw) * straight_by_discard_open << 3 * (completed_chow % 9)
    m = held_m - opened * (completed_chow < 9)
    p = held_p - opened * (completed_chow // 9 == 1)
    s = held_s - opened * (completed_chow // 9 == 2)
    return (
        (m & 7 > 0)
        + (p & 7 > 0) * 2
        + (s & 7 > 0) * 4
        + (m >> 9 & 7 > 0) * 8
        + (p >> 9 & 7 > 0) * 16
        + (s >> 9 & 7 > 0) * 32
        + (m >> 18 & 7 > 0) * 64
        + (p >> 18 & 7 > 0) * 128
        + (s >> 18 & 7 > 0) * 256
    )


def straights(straight_parts: int) -> int:
    """Whether 123, 456 and 789 of one suit are there."""
    return straight_parts & straight_parts >> 3 & straight_parts >> 6 > 0


def concealed_straights(concealed_straight_parts: int) -> int:
    """Whether 123, 456 and 789 of one suit are there, all concealed."""
    return concealed_straight_parts & concealed_straight_parts >> 3 & concealed_straight_parts >> 6 > 0


def mixed_straights(straight_parts: int) -> int:
    """How many different ways there are to find 123, 456 and 789 in three different suits."""
    if straight_parts == 0:
        return 0
    return (
        (straight_parts & 0o421 == 0o421)
        + (straight_parts & 0o412 == 0o412)
        + (straight_parts & 0o241 == 0o241)
        + (straight_parts & 0o214 == 0o214)
        + (straight_parts & 0o142 == 0o142)
        + (straight_parts & 0o124 == 0o124)
    )


def concealed_mixed_straights(concealed_straight_parts: int) -> int:
    """The same of concealed chows."""
    if concealed_straight_parts == 0:
        return 0
    return (
        (concealed_straight_parts & 0o421 == 0o421)
        + (concealed_straight_parts & 0o412 == 0o412)
        + (concealed_straight_parts & 0o241 == 0o241)
        + (concealed_straight_parts & 0o214 == 0o214)
        + (concealed_straight_parts & 0o142 == 0o142)
        + (concealed_straight_parts & 0o124 == 0o124)
    )


def old_and_young(chows_m: int, chows_p: int, chows_s: int, straights: int) -> int:
    """How many twos of 123 and 789 of one suit are left, when a straight of it has taken one of each."""
    any_suit = chows_m | chows_p | chows_s
    if not (any_suit & 7 and any_suit >> 18 & 7):
        return 0
    ends = min(chows_m & 7, chows_m >> 18 & 7) + min(chows_p & 7, chows_p >> 18 & 7)
    return ends + min(chows_s & 7, chows_s >> 18 & 7) - straights


def _straight_parts(suits: tuple[int, int, int], groups: Groups, known: Known) -> list[int]:
    """The places of 123, 456 and 789 in these suits, concealed ones where there are any; empty if one is lacking."""
    places = _chow_places(groups, known)
    found = [places.get(9 * suit + number) for suit, number in zip(suits, (0, 3, 6), strict=True)]
    return [chows[0] for chows in found if chows] if all(found) else []


def _straights_of(suits: Sequence[tuple[int, int, int]], concealed_only: bool) -> Explainer:
    """Straights through these suits. Open ones come first: a concealed one takes the others' place."""

    def parts(groups: Groups, pair: int, known: Known) -> Parts:
        found = [places for each in suits if (places := _straight_parts(each, groups, known))]
        concealed = [places for places in found if all(_held(groups, place, known) for place in places)]
        open_ones = [] if concealed_only else [places for places in found if places not in concealed]
        return [_in_order(*places) for places in open_ones + concealed]

    return parts


_SAME_SUIT = [(suit, suit, suit) for suit in range(3)]
_MIXED_SUITS = [(first, second, third) for first, second, third in permutations(range(3))]


def _old_and_young_parts(groups: Groups, pair: int, known: Known) -> Parts:
    places = _chow_places(groups, known)
    parts: Parts = []
    for suit in range(3):
        taken = 1 if _straight_parts((suit, suit, suit), groups, known) else 0
        ends = (places.get(9 * suit, [])[taken:], places.get(9 * suit + 6, [])[taken:])
        parts += [_in_order(*two) for two in zip(*ends, strict=False)]
    return parts


# Pungs of numbers


def brother_numbers(pung_kinds: int) -> int:
    """A mask of the numbers that there are pungs of in at least two suits."""
    return (
        (pung_kinds & pung_kinds >> 9) | (pung_kinds & pung_kinds >> 18) | (pung_kinds >> 9 & pung_kinds >> 18)
    ) & 511


def brothers(brother_numbers: int) -> int:
    """How many numbers there are pungs of in at least two suits."""
    return brother_numbers.bit_count()


def small_brothers(brother_numbers: int, pair: int) -> int:
    """Whether there are pungs of a number in two suits and the pair is that number in the third."""
    return brother_numbers > 0 and pair >= 0 and pair < 27 and brother_numbers >> pair % 9 & 1 > 0


def big_brothers(brothers: int, pung_kinds: int) -> int:
    """Whether there are pungs of a number in all three suits."""
    return brothers > 0 and pung_kinds & pung_kinds >> 9 & pung_kinds >> 18 & 511 > 0


def old_and_young_pungs(pung_kinds: int) -> int:
    """In how many suits there are pungs of the 1 and of the 9."""
    return (pung_kinds & pung_kinds >> 8 & ONE_KINDS).bit_count()


def adjacent_pungs(pung_kinds: int) -> int:
    """How many twos of pungs have adjacent numbers of one suit; 222 333 444 is two."""
    return (pung_kinds & pung_kinds >> 1 & BELOW_NINE_KINDS).bit_count()


def _brothers(groups: Groups) -> dict[int, list[Part]]:
    """The places of the pungs of each number that has at least two."""
    places: dict[int, list[Part]] = {}
    for kind, place in _pung_places(groups).items():
        if kind < 27:
            places.setdefault(kind % 9, []).append(place)
    return {number: found for number, found in places.items() if len(found) > 1}


def _brother_parts(groups: Groups, pair: int, known: Known) -> Parts:
    """Those that neither a third pung nor the pair makes more of come first: a dearer row takes the others' place."""
    found = _brothers(groups)
    more = {number for number, places in found.items() if len(places) > 2 or _pair_number(pair) == number}
    return [found[number][:2] for number in sorted(found, key=lambda number: number in more)]


def _small_brother_parts(groups: Groups, pair: int, known: Known) -> Parts:
    return [[*places, "pair"] for number, places in _brothers(groups).items() if _pair_number(pair) == number]


def _big_brother_parts(groups: Groups, pair: int, known: Known) -> Parts:
    return [places for places in _brothers(groups).values() if len(places) > 2]


def _pair_number(pair: int) -> int:
    return pair % 9 if 0 <= pair < 27 else -1


def _two_pungs(lower: int, apart: int) -> Explainer:
    """Twos of pungs so many kinds apart, the lower one among a mask of kinds."""

    def parts(groups: Groups, pair: int, known: Known) -> Parts:
        places = _pung_places(groups)
        return [
            _in_order(places[kind], places[kind + apart])
            for kind in sorted(places)
            if lower >> kind & 1 and kind + apart in places
        ]

    return parts


# Of which the house decides what they are


def sisters(same_chows: int, adjacent_pungs: int, sisters_same_chow: int) -> int:
    """The same chow in two suits, or pungs of adjacent numbers in one."""
    return same_chows if sisters_same_chow else adjacent_pungs


def _sister_parts(groups: Groups, pair: int, known: Known) -> Parts:
    explainer = _same_chow_parts if known["sisters_same_chow"] else _two_pungs(BELOW_NINE_KINDS, 1)
    return explainer(groups, pair, known)


# Single tiles and pairs


def ranked_pair(pair: int) -> int:
    """Whether the pair is a 2, a 5 or an 8."""
    return pair >= 0 and RANKED_KINDS >> pair & 1 > 0


def four_alike(tiles_m: int, tiles_p: int, tiles_s: int, tiles_z: int, kong_kinds: int) -> int:
    """How many kinds the hand has all four tiles of, not as a kong."""
    return (
        (tiles_m >> 2 & ONES).bit_count()
        + (tiles_p >> 2 & ONES).bit_count()
        + (tiles_s >> 2 & ONES).bit_count()
        + (tiles_z >> 2 & ONES).bit_count()
        - kong_kinds.bit_count()
    )


def _four_alike_parts(groups: Groups, pair: int, known: Known) -> Parts:
    """For each kind the groups and the pair that hold it; none where it is two of many pairs."""
    suits = (known["tiles_m"], known["tiles_p"], known["tiles_s"], known["tiles_z"])
    fours = [
        kind for kind in range(34) if suits[kind // 9] >> 3 * (kind % 9) & 4 and not known["kong_kinds"] >> kind & 1
    ]
    return [
        [place for place, group in enumerate(groups) if _holds(group, kind)] + (["pair"] if kind == pair else [])
        for kind in fours
    ]


def _holds(group: ReadGroup, kind: int) -> bool:
    return 0 <= kind - group.tile < 3 if group.is_chow else kind == group.tile


def ends_in_all(shape: int, chows_m: int, chows_p: int, chows_s: int, pung_kinds: int, pair: int) -> int:
    """Whether every group and the pair has a terminal or an honor; a hand of pairs is never asked."""
    return (
        shape < 2
        and (chows_m | chows_p | chows_s) & FROM_TWO_TO_SIX == 0
        and pung_kinds & SIMPLE_KINDS == 0
        and SIMPLE_KINDS >> pair & 1 == 0
    )


# The hand and the win


def own_flowers(flower_bits: int, seat: int) -> int:
    """How many flowers and seasons have the number of the winner's seat."""
    return (flower_bits & 0b10001 << seat - 1).bit_count()


def heaven_or_earth(initial_deal: int, dealers_first_discard: int, first_turn: int, earth_first_turn: int) -> int:
    """Whether the win came on the deal, on the dealer's first discard or, where the house says so, in the first turn."""
    return initial_deal or dealers_first_discard or (first_turn and earth_first_turn)


def counts_concealed(
    exposed: int,
    heaven_or_earth: int,
    standard: int,
    eight_pairs: int,
    double_win_hand: int,
    double_win: int,
    double_win_concealed_both: int,
) -> int:
    """Whether a concealed row may score: only beside groups, or beside pairs that are paid as half of a double win."""
    return (
        not exposed
        and not heaven_or_earth
        and (standard or (eight_pairs and double_win_hand and double_win and double_win_concealed_both))
    )


def plain_suits(honors: int, suits: int, simples: int, ends_in_all: int) -> int:
    """Whether there is no honor and none of 清一色, 全腰九 and 清腰, which have no 無字 in any form."""
    return not honors and suits > 1 and simples and not ends_in_all


def pure_sixteen_unconnected(sixteen_unconnected: int, tiles_m: int, tiles_p: int, tiles_s: int) -> int:
    """Whether the suits have 1 4 7, 2 5 8 and 3 6 9, one each."""
    return (
        sixteen_unconnected
        and (tiles_m & 0o770770770 == 0 or tiles_p & 0o770770770 == 0 or tiles_s & 0o770770770 == 0)
        and (tiles_m & 0o707707707 == 0 or tiles_p & 0o707707707 == 0 or tiles_s & 0o707707707 == 0)
        and (tiles_m & 0o077077077 == 0 or tiles_p & 0o077077077 == 0 or tiles_s & 0o077077077 == 0)
    )


FACTS = tuple(
    Fact(function.__name__, function, made_of)
    for function, made_of in (
        (chow_suits, None),
        (repeated_chow_suits, None),
        (same_chows, None),
        (three_suit_chows, _three_suit_parts),
        (two_identical_chows, _identical_parts(2)),
        (three_identical_chows, _identical_parts(3)),
        (four_identical_chows, _identical_parts(4)),
        (straight_parts, None),
        (concealed_straight_parts, None),
        (straights, _straights_of(_SAME_SUIT, concealed_only=False)),
        (concealed_straights, _straights_of(_SAME_SUIT, concealed_only=True)),
        (mixed_straights, _straights_of(_MIXED_SUITS, concealed_only=False)),
        (concealed_mixed_straights, _straights_of(_MIXED_SUITS, concealed_only=True)),
        (old_and_young, _old_and_young_parts),
        (brother_numbers, None),
        (brothers, _brother_parts),
        (small_brothers, _small_brother_parts),
        (big_brothers, _big_brother_parts),
        (old_and_young_pungs, _two_pungs(ONE_KINDS, 8)),
        (adjacent_pungs, None),
        (sisters, _sister_parts),
        (ranked_pair, pair_of(RANKED)),
        (four_alike, _four_alike_parts),
        (ends_in_all, None),
        (own_flowers, None),
        (heaven_or_earth, None),
        (counts_concealed, None),
        (plain_suits, None),
        (pure_sixteen_unconnected, None),
    )
)
"""The facts that only this sheet asks for."""
