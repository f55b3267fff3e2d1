"""A slow, plain scorer of the Hong Kong sheet over the plain reader: rows, points and payments from the page alone."""

from __future__ import annotations

from typing import NamedTuple

from plain_reader import PlainGroup, PlainHand, PlainReading, readings

SEATS = ("east", "south", "west", "north")
WINDS = dict(zip(SEATS, ("1z", "2z", "3z", "4z"), strict=True))
DRAGONS = ("5z", "6z", "7z")
VALUES = {
    "all-sequences": 1,
    "concealed-hand": 1,
    "self-draw": 1,
    "dragon-set": 1,
    "seat-wind": 1,
    "round-wind": 1,
    "mixed-terminals-honors": 1,
    "robbing-the-kong": 1,
    "kong-replacement": 1,
    "last-tile-self-draw": 1,
    "mixed-one-suit": 3,
    "all-triplets": 3,
    "little-dragons": 3,
    "big-dragons": 5,
    "full-flush": 7,
    "all-honors": 10,
    "little-winds": 10,
    "big-winds": 10,
    "four-concealed-triplets": 10,
    "four-kongs": 10,
    "all-terminals": 10,
    "heavenly-hand": 10,
    "earthly-hand": 10,
    "thirteen-orphans": 10,
    "double-kong-replacement": 10,
    "nine-gates": 10,
}
TABLE = {3: 32, 4: 64, 5: 96, 6: 128, 7: 192, 8: 256, 9: 384, 10: 512}


class PlainWin(NamedTuple):
    hand: PlainHand
    seat: str = "south"
    round: str = "east"
    self_draw: bool = False
    discarder: str | None = None
    events: frozenset[str] = frozenset()
    minimum: int = 3
    robbed_pays_all: bool = False


class PlainScore(NamedTuple):
    counts: dict[str, int]
    total: int
    reading: PlainReading

    @property
    def points(self) -> int:
        return min(self.total, 10)


def is_triplet(group: PlainGroup) -> bool:
    return group.kind != "chow"


def is_kong(group: PlainGroup) -> bool:
    return group.kind in ("kong", "added-kong", "concealed-kong")


def concealed_triplets(win: PlainWin, reading: PlainReading) -> int:
    """Triplets held or declared as concealed kongs, but not the one that a discard completes."""
    return sum(
        is_triplet(group)
        and (group.kind == "concealed-kong" or at >= len(win.hand.groups))
        and (win.self_draw or at != reading.completes)
        for at, group in enumerate(reading.groups)
    )


def nine_gates(win: PlainWin) -> bool:
    if win.hand.groups or len({tile[1] for tile in win.hand.all_tiles()}) != 1 or win.hand.all_tiles()[0][1] == "z":
        return False
    gates = [int(digit) for digit in "1112345678999"]
    before = sorted(int(tile[0]) for tile in win.hand.loose)
    if not win.self_draw:
        return before == gates
    finished = sorted(int(tile[0]) for tile in win.hand.all_tiles())
    return any(sorted([*gates, number]) == finished for number in range(1, 10))


def rows(win: PlainWin, reading: PlainReading) -> dict[str, int]:
    tiles = win.hand.all_tiles()
    suits = {tile[1] for tile in tiles if tile[1] != "z"}
    honors = any(tile[1] == "z" for tile in tiles)
    ends = any(tile[1] != "z" and tile[0] in "19" for tile in tiles)
    only_ends = all(tile[0] in "19" for tile in tiles if tile[1] != "z")
    standard = reading.shape == "standard"
    triplets = [group.tiles[0] for group in reading.groups if is_triplet(group)]
    kongs = sum(is_kong(group) for group in reading.groups)
    dragons = sum(tile in DRAGONS for tile in triplets)
    winds = sum(tile in WINDS.values() for tile in triplets)
    held = concealed_triplets(win, reading)
    happened = set(win.events) | ({"kong-replacement"} if "double-kong-replacement" in win.events else set())
    counts = {
        "all-sequences": standard and not triplets,
        "concealed-hand": not win.hand.groups,
        "self-draw": win.self_draw,
        "dragon-set": dragons,
        "seat-wind": WINDS[win.seat] in triplets,
        "round-wind": WINDS[win.round] in triplets,
        "mixed-terminals-honors": standard and only_ends and ends and honors,
        "robbing-the-kong": "robbing-the-kong" in happened,
        "kong-replacement": "kong-replacement" in happened,
        "last-tile-self-draw": "last-tile" in happened and win.self_draw,
        "mixed-one-suit": len(suits) == 1 and honors,
        "all-triplets": len(triplets) == 4,
        "little-dragons": dragons == 2 and reading.pairs[0] in DRAGONS,
        "big-dragons": dragons == 3,
        "full-flush": len(suits) == 1 and not honors,
        "all-honors": not suits,
        "little-winds": winds == 3 and reading.pairs[0] in WINDS.values(),
        "big-winds": winds == 4,
        "four-concealed-triplets": held == 4 and not kongs,
        "four-kongs": kongs == 4,
        "all-terminals": only_ends and not honors,
        "heavenly-hand": "initial-deal" in happened,
        "earthly-hand": "dealers-first-discard" in happened,
        "thirteen-orphans": reading.shape == "thirteen-orphans",
        "double-kong-replacement": "double-kong-replacement" in happened,
        "nine-gates": nine_gates(win),
    }
    return {key: int(count) for key, count in counts.items() if count}


def every_score(win: PlainWin) -> list[PlainScore]:
    """What each reading is worth, in the contract's order."""
    found = []
    for reading in readings(win.hand, ("standard", "thirteen-orphans")):
        counts = rows(win, reading)
        found.append(PlainScore(counts, sum(VALUES[key] * count for key, count in counts.items()), reading))
    return found


def best(win: PlainWin) -> PlainScore:
    """The first of those worth most; a hand that reaches the minimum is always worth more than one that does not."""
    scores = every_score(win)
    most = max(score.total for score in scores)
    return next(score for score in scores if score.total == most)


def payments(win: PlainWin, points: int) -> list[tuple[str, str, int]]:
    """Payer, payee and amount, by payer east to north, the unnamed discarder last."""
    if points < max(win.minimum, 3):
        return []
    value = TABLE[points]
    discarder = win.discarder or ("east" if "dealers-first-discard" in win.events else "discarder")
    if win.self_draw or ("robbing-the-kong" in win.events and not win.robbed_pays_all):
        return [(seat, win.seat, value // 2) for seat in SEATS if seat != win.seat]
    return [(discarder, win.seat, value * 3 // 2 if "robbing-the-kong" in win.events else value)]
