"""Which groups of a reading a fact is about, so that a row can be explained by its tiles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from sikwu.tiles import mask


class ReadGroup(NamedTuple):
    """A group of a reading: its kind, its lowest tile, and whether it counts as concealed after the win."""

    kind: str
    tile: int
    concealed: bool

    @property
    def is_chow(self) -> bool:
        """Whether the group is a sequence."""
        return self.kind == "chow"


Part: TypeAlias = int | Literal["pair"]
"""A place in the reading's groups, or the pair."""
Parts: TypeAlias = list[list[Part]]
"""One list of parts for each time a fact holds."""
Explainer: TypeAlias = Callable[[Sequence[ReadGroup], int, Mapping[str, int]], Parts]
"""From the groups, the pair's kind (-1 if none) and what is known by name (the tiles, the win, the options, and as
``completed`` the place of the group that the winning tile completes, or -1) to the parts that a fact counts."""


def each_group(wanted: Callable[[ReadGroup], bool]) -> Explainer:
    """One part for every group that is wanted."""
    return lambda groups, pair, known: [[place] for place, group in enumerate(groups) if wanted(group)]


def pungs_of(kinds: Iterable[int]) -> Explainer:
    """The pungs and kongs among the kinds."""
    among = mask(tuple(kinds))
    return each_group(lambda group: not group.is_chow and bool(among >> group.tile & 1))


def pung_of_wind(which: str) -> Explainer:
    """The pung or kong of the wind that the win gives under this name: ``"seat"`` or ``"round_wind"``."""
    return lambda groups, pair, known: pungs_of((26 + known[which],))(groups, pair, known)


def pair_of(kinds: Iterable[int]) -> Explainer:
    """The pair, if it is among the kinds."""
    among = mask(tuple(kinds))
    return lambda groups, pair, known: [["pair"]] if pair >= 0 and among >> pair & 1 else []


def straight(groups: Sequence[ReadGroup], pair: int, known: Mapping[str, int]) -> Parts:
    """The first 123, 456 and 789 of one suit."""
    places = {(group.tile, group.is_chow): place for place, group in reversed(list(enumerate(groups)))}
    for first in (0, 9, 18):
        wanted = [(first, True), (first + 3, True), (first + 6, True)]
        if all(chow in places for chow in wanted):
            return [[places[chow] for chow in wanted]]
    return []


def completed_pair(groups: Sequence[ReadGroup], pair: int, known: Mapping[str, int]) -> Parts:
    """The pair, if the winning tile completes it."""
    return [["pair"]] if pair >= 0 and known["completed"] < 0 and known["winning"] == pair else []


def completed_group(groups: Sequence[ReadGroup], pair: int, known: Mapping[str, int]) -> Parts:
    """The group that the winning tile completes."""
    return [[known["completed"]]] if known["completed"] >= 0 else []
