"""A finished hand as the integers that readings, waits and facts work on."""

from __future__ import annotations

from typing import NamedTuple

from sikwu.hand import Hand
from sikwu.tiles import FIRST_FLOWER

ONES = 0o111111111
"""One in every digit of a packed suit."""


class Tiles(NamedTuple):
    """A hand in packed form: suits as octal digits (see ``splits``), sets of kinds as masks with one bit each.

    ``loose_*`` are the concealed tiles with the winning tile; ``tiles_*`` all tiles, the fourth of a kong included.
    ``winning`` is the winning kind, ``flower_bits`` a mask of eight bits.
    """

    loose_m: int
    loose_p: int
    loose_s: int
    loose_z: int
    tiles_m: int
    tiles_p: int
    tiles_s: int
    tiles_z: int
    declared_m: int
    declared_p: int
    declared_s: int
    declared_pung_kinds: int
    exposed_pung_kinds: int
    kong_kinds: int
    concealed_kong_kinds: int
    added_kong_kinds: int
    declared: int
    exposed: int
    flower_bits: int
    winning: int


def pack(hand: Hand) -> Tiles:
    """The hand's integers. A hand without a winning tile has ``winning`` -1.

    >>> oct(pack(Hand((0, 0, 1), winning=1)).loose_m)
    '0o22'
    """
    loose = [0, 0, 0, 0]
    for kind in hand.concealed:
        loose[kind // 9] += 1 << 3 * (kind % 9)
    if hand.winning is not None:
        loose[hand.winning // 9] += 1 << 3 * (hand.winning % 9)
    tiles = loose.copy()
    chows = [0, 0, 0]
    pungs = exposed_pung_kinds = kongs = concealed_kong_kinds = added_kong_kinds = 0
    for kind_of_group, tile, _ in hand.groups:
        suit, number = divmod(tile, 9)
        if kind_of_group == "chow":
            chows[suit] += 1 << 3 * number
            tiles[suit] += 0o111 << 3 * number
            continue
        bit = 1 << tile
        pungs |= bit
        if kind_of_group == "pung":
            tiles[suit] += 3 << 3 * number
        else:
            tiles[suit] += 4 << 3 * number
            kongs |= bit
        if kind_of_group == "concealed-kong":
            concealed_kong_kinds |= bit
        else:
            exposed_pung_kinds |= bit
        if kind_of_group == "added-kong":
            added_kong_kinds |= bit
    flowers = 0
    for kind in hand.flowers:
        flowers |= 1 << (kind - FIRST_FLOWER)
    declared = len(hand.groups)
    exposed = declared - concealed_kong_kinds.bit_count()
    winning = -1 if hand.winning is None else hand.winning
    kinds = (pungs, exposed_pung_kinds, kongs, concealed_kong_kinds, added_kong_kinds)
    return Tiles._make((*loose, *tiles, *chows, *kinds, declared, exposed, flowers, winning))


def unpack(packed: int) -> list[int]:
    """The nine counts of a packed suit."""
    return [packed >> 3 * number & 7 for number in range(9)]


def loose_counts(tiles: Tiles) -> list[int]:
    """How many loose tiles of each of the 34 kinds, the winning tile included."""
    suits = (tiles.loose_m, tiles.loose_p, tiles.loose_s, tiles.loose_z)
    return [count for suit in suits for count in unpack(suit)][:34]


def all_counts(tiles: Tiles) -> list[int]:
    """How many tiles of each of the 34 kinds in the whole hand."""
    suits = (tiles.tiles_m, tiles.tiles_p, tiles.tiles_s, tiles.tiles_z)
    return [count for suit in suits for count in unpack(suit)][:34]
