"""A slow, plain reader of hands, written from the contract without the engine's tables, to hold the engine against.

Tiles are codes ("1m"), hands are lists, and every way to read one is found by trying.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

ORDER = "mpsz"
KINDS = [f"{number}{suit}" for suit in "mps" for number in range(1, 10)] + [f"{number}z" for number in range(1, 8)]
ORPHANS = ["1m", "9m", "1p", "9p", "1s", "9s", "1z", "2z", "3z", "4z", "5z", "6z", "7z"]
FLOWERS = [f"{number}f" for number in range(1, 9)]


class PlainGroup(NamedTuple):
    """``kind`` in the contract's words, the tiles, and the seat claimed from if it is written."""

    kind: str
    tiles: tuple[str, ...]
    claimed_from: str | None = None

    def text(self) -> str:
        digits = "".join(tile[0] for tile in self.tiles)
        suit = self.tiles[0][1]
        if self.kind == "concealed-kong":
            return f"({digits}{suit})"
        if self.kind == "added-kong":
            digits = f"{digits[:3]}+{digits[3:]}"
        return f"[{digits}{suit}<{self.claimed_from}]" if self.claimed_from else f"[{digits}{suit}]"


class PlainHand(NamedTuple):
    loose: tuple[str, ...]
    groups: tuple[PlainGroup, ...] = ()
    winning: str | None = None
    flowers: tuple[str, ...] = ()

    def text(self) -> str:
        winning = [f"+ {self.winning}"] if self.winning else []
        return " ".join(
            ["".join(self.loose), *(group.text() for group in self.groups), *winning, "".join(self.flowers)]
        )

    def in_hand(self) -> list[str]:
        """The concealed tiles with the winning tile, in order."""
        return in_order([*self.loose, *([self.winning] if self.winning else [])])

    def all_tiles(self) -> list[str]:
        return [*self.in_hand(), *(tile for group in self.groups for tile in group.tiles)]

    def size(self) -> int:
        return len(self.in_hand()) + 3 * len(self.groups)


class PlainReading(NamedTuple):
    """``pairs`` has one pair, seven, or none; ``completes`` is as in the contract."""

    shape: str
    groups: tuple[PlainGroup, ...]
    pairs: tuple[str, ...]
    completes: str | int


def place(tile: str) -> tuple[int, int]:
    return ORDER.index(tile[1]), int(tile[0])


def in_order(tiles: list[str]) -> list[str]:
    return sorted(tiles, key=place)


def next_to(tile: str, more: int) -> str | None:
    """The tile so many numbers further in the same suit."""
    number = int(tile[0]) + more
    return f"{number}{tile[1]}" if tile[1] != "z" and number < 10 else None


def without(tiles: list[str], taken: list[str]) -> list[str] | None:
    left = tiles.copy()
    for tile in taken:
        if tile not in left:
            return None
        left.remove(tile)
    return left


def groups_from(tile: str) -> Iterator[PlainGroup]:
    """The groups of which the tile can be the lowest."""
    second, third = next_to(tile, 1), next_to(tile, 2)
    if second and third:
        yield PlainGroup("chow", (tile, second, third))
    yield PlainGroup("pung", (tile, tile, tile))


def only_groups(tiles: list[str]) -> Iterator[list[PlainGroup]]:
    """Every way to take the tiles, given in order, apart into chows and pungs."""
    if not tiles:
        yield []
        return
    for group in groups_from(tiles[0]):
        left = without(tiles, list(group.tiles))
        if left is not None:
            for others in only_groups(left):
                yield [group, *others]


def group_order(group: PlainGroup) -> tuple[int, int, bool]:
    return (*place(group.tiles[0]), group.kind != "chow")


def completed(declared: int, held: list[PlainGroup], pair: str | None, winning: str) -> list[str | int]:
    """What the winning tile can complete: groups in order, equal ones once, the pair last."""
    found: list[str | int] = [
        declared + at for at, group in enumerate(held) if winning in group.tiles and group not in held[:at]
    ]
    return [*found, "pair"] if pair == winning else found


def standard(hand: PlainHand) -> list[PlainReading]:
    tiles = hand.in_hand()
    splits = set()
    for pair in dict.fromkeys(tiles):
        left = without(tiles, [pair, pair])
        if left is not None:
            splits |= {(tuple(sorted(held, key=group_order)), pair) for held in only_groups(left)}
    in_contract_order = sorted(splits, key=lambda split: [group_order(group) for group in split[0]])
    return [
        PlainReading("standard", (*hand.groups, *held), (pair,), what)
        for held, pair in in_contract_order
        for what in completed(len(hand.groups), list(held), pair, hand.winning or "")
    ]


def thirteen_orphans(hand: PlainHand) -> list[PlainReading]:
    if any(group.kind != "concealed-kong" for group in hand.groups):
        return []
    found = []
    for pair in ORPHANS:
        left = without(hand.in_hand(), [*ORPHANS, pair])
        if left is None or len(left) not in (0, 3):
            continue
        for held in only_groups(left):
            what = completed(len(hand.groups), held, pair, hand.winning or "")
            if hand.winning in ORPHANS and hand.winning != pair:
                what.append("single")
            found += [PlainReading("thirteen-orphans", (*hand.groups, *held), (pair,), each) for each in what]
    return found


def by_twos(tiles: list[str]) -> tuple[str, ...] | None:
    """The pairs, four alike twice; ``None`` if a tile is left over."""
    pairs = tuple(tiles[0::2])
    return pairs if pairs == tuple(tiles[1::2]) else None


def seven_pairs(hand: PlainHand) -> list[PlainReading]:
    pairs = None if hand.groups else by_twos(hand.in_hand())
    return [] if pairs is None else [PlainReading("seven-pairs", (), pairs, "pair")]


def eight_pairs(hand: PlainHand) -> list[PlainReading]:
    found = []
    for tile in dict.fromkeys([] if hand.groups else hand.in_hand()):
        left = without(hand.in_hand(), [tile] * 3)
        pairs = None if left is None else by_twos(left)
        if pairs is not None:
            what = completed(0, [PlainGroup("pung", (tile,) * 3)], None, hand.winning or "")
            if hand.winning in pairs:
                what.append("pair")
            found += [PlainReading("eight-pairs", (PlainGroup("pung", (tile,) * 3),), pairs, each) for each in what]
    return found


def sixteen_unconnected(hand: PlainHand) -> list[PlainReading]:
    tiles, kinds = hand.in_hand(), dict.fromkeys(hand.in_hand())
    if hand.groups or len(tiles) != 17 or len(kinds) != 16:
        return []
    for suit in "mps":
        numbers = [int(tile[0]) for tile in kinds if tile[1] == suit]
        if len(numbers) != 3 or any(0 < high - low < 3 for low in numbers for high in numbers):
            return []
    pair = next(tile for tile in kinds if tiles.count(tile) == 2)
    return [PlainReading("sixteen-unconnected", (), (pair,), "pair" if pair == hand.winning else "single")]


SHAPES = {
    "standard": standard,
    "thirteen-orphans": thirteen_orphans,
    "seven-pairs": seven_pairs,
    "eight-pairs": eight_pairs,
    "sixteen-unconnected": sixteen_unconnected,
}


def readings(hand: PlainHand, shapes: tuple[str, ...]) -> list[PlainReading]:
    """Every way to see a finished hand of the right size, in the contract's order."""
    return [reading for shape in shapes for reading in SHAPES[shape](hand)]


@lru_cache(maxsize=64)
def waits(hand: PlainHand, shapes: tuple[str, ...]) -> list[str]:
    """What the hand waits for, found by trying every tile of which it does not hold four."""
    held = hand.all_tiles()
    return [tile for tile in KINDS if held.count(tile) < 4 and readings(hand._replace(winning=tile), shapes)]
