"""A hand as the players see it: loose tiles, declared groups, the winning tile, flowers."""

from __future__ import annotations

from typing import NamedTuple

from sikwu.tiles import CODES, FIRST_FLOWER, codes

SEATS = ("east", "south", "west", "north")
"""The seats in turn order. Inside the engine a seat is its number, east 1 … north 4, as is a wind."""
SEAT_NUMBERS: dict[str, int] = {name: number for number, name in enumerate(SEATS, 1)}

GROUP_KINDS = ("chow", "pung", "kong", "added-kong", "concealed-kong")


class Group(NamedTuple):
    """A declared group: its kind, its lowest tile, and the seat number it was claimed from, if known.

    >>> Group("chow", 0).tiles()
    (0, 1, 2)
    """

    kind: str
    tile: int
    claimed_from: int | None = None

    @property
    def is_kong(self) -> bool:
        """Whether the group is a kong of any of the three kinds."""
        return self.kind.endswith("kong")

    @property
    def exposed(self) -> bool:
        """Whether the group lies open; only a concealed kong does not."""
        return self.kind != "concealed-kong"

    def tiles(self) -> tuple[int, ...]:
        """The group's three or four tiles."""
        if self.kind == "chow":
            return self.tile, self.tile + 1, self.tile + 2
        return (self.tile,) * (4 if self.is_kong else 3)

    def __str__(self) -> str:
        text = codes(self.tiles())
        if self.kind == "concealed-kong":
            return f"({text})"
        if self.kind == "added-kong":
            text = f"{text[:3]}+{text[3:]}"
        return f"[{text}<{SEATS[self.claimed_from - 1]}]" if self.claimed_from else f"[{text}]"


class Hand(NamedTuple):
    """Concealed tiles before the win (sorted), declared groups as written, the winning tile, flowers (sorted).

    All tiles are kind numbers. ``str`` gives the canonical line, which parses back to an equal hand.

    >>> str(Hand((0, 1, 2, 22), (Group("pung", 33),), 22, (34, 38)))
    '123m5s [777z] + 5s 15f'
    """

    concealed: tuple[int, ...]
    groups: tuple[Group, ...] = ()
    winning: int | None = None
    flowers: tuple[int, ...] = ()

    def size(self) -> int:
        """Tiles of the hand, a kong counting as three and flowers not at all."""
        return len(self.concealed) + 3 * len(self.groups) + (self.winning is not None)

    def counts(self) -> list[int]:
        """How many tiles of each of the 42 kinds the hand holds in all, the fourth of a kong included."""
        counts = [0] * len(CODES)
        for kind in self.concealed + self.flowers:
            counts[kind] += 1
        for group in self.groups:
            for kind in group.tiles():
                counts[kind] += 1
        if self.winning is not None:
            counts[self.winning] += 1
        return counts

    def __str__(self) -> str:
        parts = [codes(self.concealed), *map(str, self.groups)]
        if self.winning is not None:
            parts.append(f"+ {CODES[self.winning]}")
        parts.append(codes(self.flowers))
        return " ".join(filter(None, parts))


def make_hand(
    loose: list[int] | tuple[int, ...], groups: list[Group] | tuple[Group, ...], winning: int | None = None
) -> Hand:
    """A hand from loose tiles in any order, flowers among them."""
    return Hand(
        tuple(sorted(kind for kind in loose if kind < FIRST_FLOWER)),
        tuple(groups),
        winning,
        tuple(sorted(kind for kind in loose if kind >= FIRST_FLOWER)),
    )
