"""Random hands, drawn so that interesting ones are common: few suits, many equal and overlapping groups.

Each hand comes from one seed, which is quicker by far than a choice at a time and can be shrunk no less usefully.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from hypothesis import strategies as st
from plain_reader import FLOWERS, KINDS, ORPHANS, PlainGroup, PlainHand, groups_from

SEATS = ("east", "south", "west", "north")
ALL_GROUPS = [group for tile in KINDS for group in groups_from(tile)]
SUIT_CHOICES = ("mpsz", "mps", "mp", "mz", "m", "s", "pz", "z")
APART = [(low, middle, high) for low in (1, 2, 3) for middle in range(low + 3, 7) for high in range(middle + 3, 10)]


def fits(held: list[str], more: tuple[str, ...]) -> bool:
    return all(held.count(tile) + more.count(tile) <= 4 for tile in set(more))


def in_suits(groups: list[PlainGroup], suits: str) -> list[PlainGroup]:
    return [group for group in groups if group.tiles[0][1] in suits]


def near(groups: list[PlainGroup], other: PlainGroup) -> list[PlainGroup]:
    at = KINDS.index(other.tiles[0])
    return [group for group in groups if abs(KINDS.index(group.tiles[0]) - at) < 3]


def standard_hand(random: Random, size: int, declare: bool = True, suits: str = "") -> PlainHand:
    """Groups and a pair, some groups declared, won by any of the loose tiles."""
    suits = suits or random.choice(SUIT_CHOICES)
    held: list[str] = []
    groups: list[PlainGroup] = []
    for _ in range(size // 3):
        fitting = [group for group in ALL_GROUPS if fits(held, group.tiles)]
        wanted = in_suits(fitting, suits) or fitting
        if groups and random.random() < 0.4:  # near another one, so that several readings are common
            wanted = near(wanted, groups[-1]) or wanted
        groups.append(random.choice(wanted))
        held += groups[-1].tiles
    pairs = [tile for tile in KINDS if held.count(tile) < 3]
    pair = random.choice([tile for tile in pairs if tile[1] in suits] or pairs)
    held += [pair, pair]
    loose, declared = [pair, pair], []
    often = random.random() if declare else 0
    for group in groups:
        if random.random() >= often:
            loose += group.tiles
            continue
        kinds = [group.kind]
        if group.kind == "pung" and held.count(group.tiles[0]) == 3:
            kinds += ["kong", "added-kong", "concealed-kong"]
        kind = random.choice(kinds)
        tiles = group.tiles + group.tiles[:1] * kind.endswith("kong")
        held += tiles[3:]
        declared.append(PlainGroup(kind, tiles))
    return shuffled(random, loose, declared)


def shuffled(random: Random, loose: list[str], declared: list[PlainGroup]) -> PlainHand:
    """Loose tiles and groups in any order, one loose tile the winning one, flowers now and then."""
    random.shuffle(loose)
    random.shuffle(declared)
    flowers = random.sample(FLOWERS, random.randrange(9)) if random.random() < 0.5 else []
    return PlainHand(tuple(loose[1:]), tuple(declared), loose[0], tuple(flowers))


def pairs_hand(random: Random, size: int) -> PlainHand:
    """Seven pairs, or seven pairs and a triplet; four alike now and then."""
    kinds = random.choice([KINDS, KINDS[:9], KINDS[:18], KINDS[27:] + KINDS[:3]])
    loose = [random.choice(kinds)] * 3 if size == 17 else []
    for _ in range(7):
        tile = random.choice([tile for tile in kinds if loose.count(tile) < 3])
        loose += [tile, tile]
    return shuffled(random, loose, [])


def orphans_hand(random: Random, size: int) -> PlainHand:
    """Thirteen orphans, with seventeen tiles one more group, now and then a concealed kong."""
    loose = [*ORPHANS, random.choice(ORPHANS)]
    declared = []
    if size == 17:
        group = random.choice([group for group in ALL_GROUPS if fits(loose, group.tiles)])
        if group.kind == "pung" and group.tiles[0] not in ORPHANS and random.random() < 0.5:
            declared.append(PlainGroup("concealed-kong", group.tiles + group.tiles[:1]))
        else:
            loose += group.tiles
    return shuffled(random, loose, declared)


def unconnected_hand(random: Random) -> PlainHand:
    """Sixteen tiles far apart and a second copy of one."""
    loose = KINDS[27:] + [f"{number}{suit}" for suit in "mps" for number in random.choice(APART)]
    return shuffled(random, [*loose, random.choice(loose)], [])


def finished_hand(random: Random, size: int) -> PlainHand:
    """A hand of any shape, the standard one most of all."""
    choice = random.random()
    if choice < 0.6:
        return standard_hand(random, size)
    if choice < 0.75:
        return standard_hand(random, size, declare=False, suits="m")
    if choice < 0.85:
        return pairs_hand(random, size)
    return unconnected_hand(random) if choice < 0.9 and size == 17 else orphans_hand(random, size)


def nearly_finished_hand(random: Random, size: int, most: int) -> PlainHand:
    """A finished hand in which up to so many loose tiles were exchanged for others, so that it is often none."""
    hand = finished_hand(random, size)
    loose = list(hand.loose)
    for at in range(min(random.randint(0, most), len(loose))):
        rest = [*hand._replace(loose=tuple(loose[:at] + loose[at + 1 :])).all_tiles()]
        loose[at] = random.choice([tile for tile in KINDS if rest.count(tile) < 4])
    return hand._replace(loose=tuple(loose))


def drawn(make: Callable[[Random], PlainHand]) -> st.SearchStrategy[PlainHand]:
    return st.randoms(use_true_random=True).map(make)


def finished_hands(size: int = 14) -> st.SearchStrategy[PlainHand]:
    return drawn(lambda random: finished_hand(random, size))


def standard_hands(size: int = 14, declare: bool = True, suits: str = "") -> st.SearchStrategy[PlainHand]:
    return drawn(lambda random: standard_hand(random, size, declare, suits))


def pairs_hands(size: int = 14) -> st.SearchStrategy[PlainHand]:
    return drawn(lambda random: pairs_hand(random, size))


def nearly_finished_hands(size: int = 14, most: int = 4) -> st.SearchStrategy[PlainHand]:
    return drawn(lambda random: nearly_finished_hand(random, size, most))
