"""The facts that row conditions ask for: small integers, each declared once.

A fact is a pure function whose parameter names are other facts or *given* values. Its level follows from what it
asks: of the hand and the win, of one reading, or of what the winning tile completed in it. The same functions run one
by one for a single hand and compiled for columns of hands, so they keep to integers, comparisons and arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from sikwu.events import EVENTS
from sikwu.readings.made_of import (
    Explainer,
    completed_group,
    completed_pair,
    each_group,
    pair_of,
    pung_of_wind,
    pungs_of,
    straight,
)
from sikwu.readings.packed import ONES, Tiles
from sikwu.readings.shapes import CLOSED, EDGE, PAIR, PUNG, TWO_SIDED, Reading
from sikwu.tiles import DRAGONS, WINDS, mask

HAND_LEVEL, READING_LEVEL, WIN_LEVEL = range(3)

WIN_FACTS = ("seat", "round_wind", "self_draw", "discards", "streak", *(event.fact for event in EVENTS.values()))
"""Given with the win: seat and wind numbers (east 1), 0 or 1 for a self-draw and for each event, the discards in the
middle (-1 when unknown), the dealer's streak."""

GIVEN: Mapping[str, int] = {
    **dict.fromkeys(Tiles._fields, HAND_LEVEL),
    **dict.fromkeys(WIN_FACTS, HAND_LEVEL),
    "wait_kinds": HAND_LEVEL,
    "double_win_hand": HAND_LEVEL,
    **dict.fromkeys(Reading._fields[:-1], READING_LEVEL),
    "completes": WIN_LEVEL,
    "completed_chow": WIN_LEVEL,
}
"""What a fact may ask for beside other facts, with its level. ``wait_kinds`` is a mask of the kinds that the hand
waited for, ``double_win_hand`` whether it has both of the shapes that the rule set pays as two hands; ``completes``
and ``completed_chow`` are the two halves of a :data:`sikwu.readings.shapes.Completion`."""

WIND_KINDS = mask(WINDS)
DRAGON_KINDS = mask(DRAGONS)
_ENDS = 0o700000007
_MIDDLES = 0o077777770


class Fact(NamedTuple):
    """A fact's function, and which groups it is about, if any."""

    name: str
    value: Callable[..., int]
    made_of: Explainer | None


FACTS: dict[str, Fact] = {}

_F = TypeVar("_F", bound=Callable[..., Any])


def fact(made_of: Explainer | None = None) -> Callable[[_F], _F]:
    """Register a function as a fact under its own name."""

    def register(function: _F) -> _F:
        FACTS[function.__name__] = Fact(function.__name__, function, made_of)
        return function

    return register


# The hand and the win


@fact()
def dealer(seat: int) -> int:
    """Whether the winner is east."""
    return seat == 1


@fact()
def suits(tiles_m: int, tiles_p: int, tiles_s: int) -> int:
    """How many of the three suits the hand has tiles of."""
    return (tiles_m > 0) + (tiles_p > 0) + (tiles_s > 0)


@fact()
def honors(tiles_z: int) -> int:
    """Whether the hand has a wind or a dragon."""
    return tiles_z > 0


@fact()
def winds(tiles_z: int) -> int:
    """Whether the hand has a wind."""
    return tiles_z & 0o7777 > 0


@fact()
def dragons(tiles_z: int) -> int:
    """Whether the hand has a dragon."""
    return tiles_z > 0o7777


@fact()
def terminals(tiles_m: int, tiles_p: int, tiles_s: int) -> int:
    """Whether the hand has a 1 or a 9."""
    return (tiles_m | tiles_p | tiles_s) & _ENDS > 0


@fact()
def simples(tiles_m: int, tiles_p: int, tiles_s: int) -> int:
    """Whether the hand has a tile from 2 to 8."""
    return (tiles_m | tiles_p | tiles_s) & _MIDDLES > 0


@fact()
def flowers(flower_bits: int) -> int:
    """How many flowers and seasons there are."""
    return flower_bits.bit_count()


@fact(each_group(lambda group: group.kind.endswith("kong")))
def kongs(kong_kinds: int) -> int:
    """How many kongs of any kind are declared."""
    return kong_kinds.bit_count()


@fact(each_group(lambda group: group.kind == "concealed-kong"))
def concealed_kongs(concealed_kong_kinds: int) -> int:
    """How many concealed kongs are declared."""
    return concealed_kong_kinds.bit_count()


@fact(each_group(lambda group: group.kind in ("kong", "added-kong")))
def exposed_kongs(kong_kinds: int, concealed_kong_kinds: int) -> int:
    """How many exposed and added kongs are declared."""
    return (kong_kinds ^ concealed_kong_kinds).bit_count()


@fact()
def winning_copies(winning: int, tiles_m: int, tiles_p: int, tiles_s: int, tiles_z: int) -> int:
    """How many of the winning tile's kind the finished hand has, that tile and declared groups included."""
    suit = tiles_m if winning < 9 else tiles_p if winning < 18 else tiles_s if winning < 27 else tiles_z
    return suit >> 3 * (winning % 9) & 7


@fact()
def one_suit_tiles(tiles_m: int, tiles_p: int, tiles_s: int, tiles_z: int) -> int:
    """The packed tiles of the one suit that makes up the whole hand, or 0."""
    return (tiles_m | tiles_p | tiles_s) * ((tiles_m > 0) + (tiles_p > 0) + (tiles_s > 0) == 1 and tiles_z == 0)


@fact()
def gates(one_suit_tiles: int, declared: int) -> int:
    """Whether the hand, nothing declared, is 1112345678999 of one suit and one more tile of it."""
    # every digit's excess over 311111113 is zero but for one: the hand has fourteen tiles, so one is exactly left over
    over = one_suit_tiles - 0o311111113
    return declared == 0 and over > 0 and over & (over - 1) == 0 and over & ONES == over


@fact()
def gates_wait(gates: int, one_suit_tiles: int, winning: int) -> int:
    """Whether the thirteen tiles before the win were exactly 1112345678999, which wait for all nine numbers."""
    return gates > 0 and one_suit_tiles - (1 << 3 * (winning % 9)) == 0o311111113


@fact()
def waits(wait_kinds: int) -> int:
    """How many kinds the hand waited for, those of which it held all four left out."""
    return wait_kinds.bit_count()


# One reading


@fact()
def standard(shape: int) -> int:
    """Whether the hand is read as groups and one pair."""
    return shape == 0


@fact()
def thirteen_orphans(shape: int) -> int:
    """Whether the hand is read as thirteen orphans."""
    return shape == 1


@fact()
def seven_pairs(shape: int) -> int:
    """Whether the hand is read as seven pairs."""
    return shape == 2


@fact()
def eight_pairs(shape: int) -> int:
    """Whether the hand is read as seven pairs and a triplet."""
    return shape == 3


@fact()
def sixteen_unconnected(shape: int) -> int:
    """Whether the hand is read as sixteen unconnected tiles and a pair of one of them."""
    return shape == 4


@fact(each_group(lambda group: group.is_chow))
def chows(chows_m: int, chows_p: int, chows_s: int) -> int:
    """How many chows there are, exposed and concealed."""
    return (chows_m + chows_p + chows_s) % 7  # 8 leaves 1 when divided by 7, so this sums octal digits (up to 6)


@fact(pungs_of(range(34)))
def pungs(pung_kinds: int) -> int:
    """How many pungs there are, kongs included."""
    return pung_kinds.bit_count()


@fact(pungs_of(DRAGONS))
def dragon_pungs(pung_kinds: int) -> int:
    """How many pungs or kongs of dragons there are."""
    return (pung_kinds & DRAGON_KINDS).bit_count()


@fact(pungs_of(WINDS))
def wind_pungs(pung_kinds: int) -> int:
    """How many pungs or kongs of winds there are."""
    return (pung_kinds & WIND_KINDS).bit_count()


@fact(pung_of_wind("seat"))
def seat_wind_pung(pung_kinds: int, seat: int) -> int:
    """Whether there is a pung or kong of the winner's wind."""
    return pung_kinds >> (26 + seat) & 1


@fact(pung_of_wind("round_wind"))
def round_wind_pung(pung_kinds: int, round_wind: int) -> int:
    """Whether there is a pung or kong of the round's wind."""
    return pung_kinds >> (26 + round_wind) & 1


@fact(pair_of(DRAGONS))
def dragon_pair(pair: int) -> int:
    """Whether the pair is a dragon."""
    return pair > 30


@fact(pair_of(WINDS))
def wind_pair(pair: int) -> int:
    """Whether the pair is a wind."""
    return pair > 26 and pair < 31


@fact(straight)
def pure_straight(chows_m: int, chows_p: int, chows_s: int) -> int:
    """Whether 123, 456 and 789 of one suit are there."""
    return (
        (chows_m & 7 > 0 and chows_m & 0o7000 > 0 and chows_m & 0o7000000 > 0)
        or (chows_p & 7 > 0 and chows_p & 0o7000 > 0 and chows_p & 0o7000000 > 0)
        or (chows_s & 7 > 0 and chows_s & 0o7000 > 0 and chows_s & 0o7000000 > 0)
    )


# What the winning tile completed


@fact(completed_pair)
def completes_pair(completes: int) -> int:
    """Whether the winning tile completes a pair."""
    return completes == PAIR


@fact(completed_group)
def completes_pung(completes: int) -> int:
    """Whether the winning tile completes a pung."""
    return completes == PUNG


@fact(completed_group)
def closed_wait(completes: int) -> int:
    """Whether the winning tile is the middle of the chow it completes."""
    return completes == CLOSED


@fact(completed_group)
def edge_wait(completes: int) -> int:
    """Whether the winning tile is the 3 of the 123 or the 7 of the 789 it completes."""
    return completes == EDGE


@fact(completed_group)
def two_sided_wait(completes: int) -> int:
    """Whether the winning tile completes a chow at one of two possible ends."""
    return completes == TWO_SIDED


@fact(each_group(lambda group: not group.is_chow and group.concealed))
def concealed_pungs(pung_kinds: int, exposed_pung_kinds: int, self_draw: int, completes: int) -> int:
    """How many concealed pungs and kongs there are; one that a discard completes is exposed."""
    return (pung_kinds & ~exposed_pung_kinds).bit_count() - (completes == PUNG and not self_draw)
