"""Random hands and wins, drawn so that interesting ones are common: few suits, many equal and overlapping groups."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from plain_reader import FLOWERS, KINDS, ORPHANS, PlainGroup, PlainHand, groups_from

SEATS = ("east", "south", "west", "north")
ALL_GROUPS = [group for tile in KINDS for group in groups_from(tile)]
SUIT_CHOICES = ("mpsz", "mps", "mp", "mz", "m", "s", "pz", "z")
Draw = Any


def fits(held: list[str], more: tuple[str, ...]) -> bool:
    return all(held.count(tile) + more.count(tile) <= 4 for tile in set(more))


@st.composite
def flower_sets(draw: Draw) -> tuple[str, ...]:
    return tuple(draw(st.lists(st.sampled_from(FLOWERS), unique=True, max_size=8))) if draw(st.booleans()) else ()


@st.composite
def standard_hands(draw: Draw, size: int = 14, declare: bool = True, suits: str | None = None) -> PlainHand:
    """A finished hand of groups and a pair, some groups declared, won by any of its loose tiles."""
    chosen = suits or draw(st.sampled_from(SUIT_CHOICES))
    held: list[str] = []
    groups: list[PlainGroup] = []
    wanted = size // 3
    for nth in range(wanted):
        among = [group for group in ALL_GROUPS if group.tiles[0][1] in chosen and fits(held, group.tiles)]
        if nth and draw(st.integers(0, 2)) == 0:  # near an earlier one, so that several readings are common
            near = [group for group in among if abs(KINDS.index(group.tiles[0]) - KINDS.index(groups[-1].tiles[0])) < 3]
            among = near or among
        group = draw(st.sampled_from(among or [group for group in ALL_GROUPS if fits(held, group.tiles)]))
        groups.append(group)
        held += group.tiles
    pairs = [tile for tile in KINDS if held.count(tile) < 3]
    pair = draw(st.sampled_from([tile for tile in pairs if tile[1] in chosen] or pairs))
    held += [pair, pair]
    loose, declared = [pair, pair], []
    for group in groups:
        ways = ["held", "held", group.kind] if declare else ["held"]
        if declare and group.kind == "pung" and held.count(group.tiles[0]) == 3:
            ways += ["kong", "added-kong", "concealed-kong"]
        way = draw(st.sampled_from(ways))
        if way == "held":
            loose += group.tiles
        else:
            tiles = group.tiles + group.tiles[:1] * (way.endswith("kong"))
            held += tiles[3:]
            declared.append(PlainGroup(way, tiles))
    return finish(draw, loose, declared)


def finish(draw: Draw, loose: list[str], declared: list[PlainGroup]) -> PlainHand:
    """Loose tiles and groups in any order, one loose tile the winning one, flowers if any."""
    loose = draw(st.permutations(loose))
    return PlainHand(tuple(loose[1:]), tuple(draw(st.permutations(declared))), loose[0], draw(flower_sets()))


@st.composite
def pairs_hands(draw: Draw, size: int = 14) -> PlainHand:
    """Seven pairs, or seven pairs and a triplet; four alike now and then."""
    kinds = draw(st.sampled_from([KINDS, KINDS[:9], KINDS[:18], KINDS[27:] + KINDS[:3]]))
    loose = [draw(st.sampled_from(kinds))] * 3 if size == 17 else []
    for _ in range(7):
        tile = draw(st.sampled_from([tile for tile in kinds if loose.count(tile) < 3]))
        loose += [tile, tile]
    return finish(draw, loose, [])


@st.composite
def orphans_hands(draw: Draw, size: int = 14) -> PlainHand:
    loose = [*ORPHANS, draw(st.sampled_from(ORPHANS))]
    declared = []
    if size == 17:
        group = draw(st.sampled_from([group for group in ALL_GROUPS if fits(loose, group.tiles)]))
        if group.kind == "pung" and group.tiles[0] not in ORPHANS and draw(st.booleans()):
            declared.append(PlainGroup("concealed-kong", group.tiles + group.tiles[:1]))
        else:
            loose += group.tiles
    return finish(draw, loose, declared)


@st.composite
def unconnected_hands(draw: Draw) -> PlainHand:
    apart = [(a, b, c) for a in range(1, 4) for b in range(a + 3, 7) for c in range(b + 3, 10)]
    loose = KINDS[27:]
    for suit in "mps":
        loose = [*loose, *(f"{number}{suit}" for number in draw(st.sampled_from(apart)))]
    return finish(draw, [*loose, draw(st.sampled_from(loose))], [])


def finished_hands(size: int = 14) -> st.SearchStrategy[PlainHand]:
    """Hands of every shape, the standard one most of all."""
    common = standard_hands(size)
    concealed = standard_hands(size, declare=False, suits="m")
    others = [pairs_hands(size), orphans_hands(size)] + ([unconnected_hands()] if size == 17 else [])
    return st.one_of(common, common, concealed, *others)


@st.composite
def nearly_finished_hands(draw: Draw, size: int = 14, most: int = 4) -> PlainHand:
    """A finished hand in which some loose tiles were exchanged for others, so that it is often none."""
    hand: PlainHand = draw(finished_hands(size))
    loose = list(hand.loose)
    for at in range(min(draw(st.integers(0, most)), len(loose))):
        rest = loose[:at] + loose[at + 1 :] + hand.all_tiles()[len(hand.in_hand()) :] + [hand.winning or ""]
        loose[at] = draw(st.sampled_from([tile for tile in KINDS if rest.count(tile) < 4]))
    return hand._replace(loose=tuple(loose))
