"""The two Korean tables read a second time, from the printed pages alone, over plain lists of tiles.

Nothing of the product is used here: tiles are two-letter texts, groups are tuples of them, and every way to see a hand
is tried. Slow and simple on purpose, so that a mistake in the product's facts has nowhere to hide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

Tile = str
Tiles = tuple[Tile, ...]
ORDER = "mpsz"
DRAGONS = {"5z", "6z", "7z"}
WINDS = {"1z", "2z", "3z", "4z"}
SEAT_WIND = {"east": "1z", "south": "2z", "west": "3z", "north": "4z"}
ALL = [f"{number}{suit}" for suit in "mps" for number in range(1, 10)] + [f"{number}z" for number in range(1, 8)]


class Group(NamedTuple):
    """Three or four tiles; how they were come by: ``held``, ``exposed`` or ``concealed-kong``."""

    tiles: Tiles
    how: str


class Win(NamedTuple):
    """All that a table knows of a win; ``events`` as they were given."""

    held: Tiles
    declared: tuple[Group, ...]
    winning: Tile
    flowers: int
    seat: str
    round: str
    drawn: bool
    events: frozenset[str]


class View(NamedTuple):
    """One way to see the win: its groups in order, its pairs, and the place of what the winning tile completed."""

    shape: str
    groups: tuple[Group, ...]
    pairs: tuple[Tile, ...]
    completes: int | None


def place(tile: Tile) -> tuple[int, int]:
    return ORDER.index(tile[1]), int(tile[0])


def splits(tiles: list[Tile]) -> Iterator[tuple[Tiles, ...]]:
    """Every way to part the tiles into triplets and sequences."""
    if not tiles:
        yield ()
        return
    first = tiles[0]
    number, suit = int(first[0]), first[1]
    takes = [(first,) * 3]
    if suit != "z":
        takes.append((first, f"{number + 1}{suit}", f"{number + 2}{suit}"))
    for group in takes:
        rest = list(tiles)
        try:
            for tile in group:
                rest.remove(tile)
        except ValueError:
            continue
        for others in splits(rest):
            yield (group, *others)


def views(win: Win) -> list[View]:
    """Every way to see the win, in the order in which equals are chosen from."""
    tiles = sorted([*win.held, win.winning], key=place)
    found: set[View] = set()
    for pair in set(tiles):
        if tiles.count(pair) < 2:
            continue
        rest = list(tiles)
        rest.remove(pair)
        rest.remove(pair)
        for groups in splits(rest):
            held = sorted(groups, key=lambda group: (place(group[0]), group[0] == group[1]))
            found.update(_completed(win, held, pair))
    ordered = sorted(found, key=_order)
    if not win.declared and all(count % 2 == 0 for count in Counter(tiles).values()):
        pairs = tuple(tile for tile in tiles[::2])
        ordered.append(View("seven-pairs", (), pairs, None))
    return ordered


def _completed(win: Win, held: list[Tiles], pair: Tile) -> Iterator[View]:
    groups = (*win.declared, *(Group(tiles, "held") for tiles in held))
    for nth, tiles in enumerate(held):
        if win.winning in tiles and tiles not in held[:nth]:
            yield View("standard", groups, (pair,), len(win.declared) + nth)
    if win.winning == pair:
        yield View("standard", groups, (pair,), None)


def _order(view: View) -> tuple[list[tuple[tuple[int, int], bool]], int]:
    groups = [(place(group.tiles[0]), group.tiles[0] == group.tiles[1]) for group in view.groups if group.how == "held"]
    return groups, 9 if view.completes is None else view.completes


class Seen:
    """What the printed conditions speak of, for one view of a win."""

    def __init__(self, win: Win, view: View) -> None:
        tiles = [*win.held, win.winning, *(tile for group in win.declared for tile in group.tiles)]
        events = set(win.events)
        if events & {"first-turn-ready", "open-ready"}:
            events.add("ready")
        if "double-kong-replacement" in events:
            events.add("kong-replacement")
        if "dealers-first-discard" in events:
            events.add("first-turn")
        self.win, self.view, self.tiles, self.events = win, view, tiles, events
        self.concealed = not any(group.how == "exposed" for group in win.declared)
        self.suits = {tile[1] for tile in tiles} - {"z"}
        self.honors = any(tile[1] == "z" for tile in tiles)
        self.simple = all(tile[1] != "z" and tile[0] in "2345678" for tile in tiles)
        self.no_simple = not any(tile[1] != "z" and tile[0] in "2345678" for tile in tiles)
        self.has_terminal = any(tile[1] != "z" and tile[0] in "19" for tile in tiles)
        self.chows = [group.tiles for group in view.groups if group.tiles[0] != group.tiles[1]]
        self.pungs = [group.tiles[0] for group in view.groups if group.tiles[0] == group.tiles[1]]
        self.pair = view.pairs[0] if view.shape == "standard" else None
        self.dragons = len(set(self.pungs) & DRAGONS)
        self.winds = len(set(self.pungs) & WINDS)
        self.copies = tiles.count(win.winning)

    def concealed_pungs(self) -> int:
        """Triplets and kongs not exposed; one that a discard finished lies open."""
        return sum(
            group.tiles[0] == group.tiles[1]
            and group.how != "exposed"
            and not (nth == self.view.completes and not self.win.drawn)
            for nth, group in enumerate(self.view.groups)
        )

    def straight(self) -> bool:
        return any(
            all((f"{n}{suit}", f"{n + 1}{suit}", f"{n + 2}{suit}") in self.chows for n in (1, 4, 7)) for suit in "mps"
        )

    def two_sided(self) -> bool:
        """Whether the win completes two in a row that a tile at either end would have completed."""
        if self.view.completes is None:
            return False
        group = list(self.view.groups[self.view.completes].tiles)
        if group[0] == group[1]:
            return False
        group.remove(self.win.winning)
        low, high = int(group[0][0]), int(group[1][0])
        return high == low + 1 and low > 1 and high < 9

    def nine_sided(self) -> bool:
        """Whether the thirteen tiles before the win were 1112345678999 of one suit."""
        if self.win.declared or len({tile[1] for tile in self.win.held}) != 1:
            return False
        return "".join(sorted(tile[0] for tile in self.win.held)) == "1112345678999" and self.win.held[0][1] != "z"


def yak_rows(seen: Seen, options: dict[str, object]) -> tuple[dict[str, int], int]:
    """The Yak tables: rows with their points, and the basic points."""
    win, events, drawn = seen.win, seen.events, seen.win.drawn
    seat, round_wind = SEAT_WIND[win.seat], SEAT_WIND[win.round]
    basic: dict[str, int] = {}

    def yak(key: str, points: int, holds: bool) -> None:
        if holds:
            basic[key] = points

    four_winds = seen.winds == 4 or (seen.winds == 3 and seen.pair in WINDS)
    three_dragons = seen.dragons == 3 or (seen.dragons == 2 and seen.pair in DRAGONS)
    both = seat == round_wind
    yak("dragon-pung", seen.dragons, seen.dragons > 0 and not three_dragons)
    yak("prevalent-wind", 1, round_wind in seen.pungs and not both and not four_winds)
    yak("seat-wind", 1, seat in seen.pungs and not both and not four_winds)
    yak("concealed-hand", 1, seen.concealed)
    yak("concealed-self-draw", 1, seen.concealed and drawn)
    yak("all-simples", 1, seen.simple)
    worthless = seen.pair not in DRAGONS | {seat, round_wind}
    four_chows = len(seen.chows) == 4
    yak("all-sequences", 1, four_chows and seen.concealed and not drawn and seen.two_sided() and worthless)
    yak("double-wind", 2, both and seat in seen.pungs and not four_winds)
    yak("mixed-one-suit", 2, len(seen.suits) == 1 and seen.honors)
    yak("all-triplets", 2, len(seen.pungs) == 4)
    yak("pure-straight", 2, seen.straight())
    yak("seven-pairs", 4, seen.view.shape == "seven-pairs")
    yak("three-concealed-triplets", 4, seen.concealed_pungs() == 3)
    yak("first-turn-ready", 5, "first-turn-ready" in events)
    yak("little-three-dragons", 6, seen.dragons == 2 and three_dragons)
    nine = seen.nine_sided()
    one_suit = len(seen.suits) == 1 and not seen.honors and seen.concealed
    yak("pure-one-suit", 8, one_suit and not (nine and options["nine_gates_one_suit"] == "include"))
    yak("big-three-dragons", 8, seen.dragons == 3)
    yak("four-concealed-triplets", 8, seen.concealed_pungs() == 4)
    yak("all-terminals-honors", 8, seen.no_simple and seen.has_terminal)
    yak("little-four-winds", 8, seen.winds == 3 and four_winds)
    yak("big-four-winds", 12, seen.winds == 4)
    yak("all-honors", 12, not seen.suits)
    yak("blessing-of-heaven", 16, "initial-deal" in events and seen.view.shape == "standard")
    yak("blessing-of-earth", 16, "first-turn" in events and drawn and win.seat != "east")
    yak("blessing-of-man", 16, "first-turn" in events and not drawn)
    yak("nine-gates", 24, nine)
    counted = sum(basic.values())

    yak("ready", 1, "ready" in events and "first-turn-ready" not in events)
    yak("genshow", seen.copies, True)
    flowers_too = win.flowers < 4 or options["all_flowers"] == "add"
    yak("flower", win.flowers, win.flowers > 0 and flowers_too)
    yak("open-ready", 2, "open-ready" in events)
    yak("robbing-the-kong", 5, "robbing-the-kong" in events)
    for plain, holds, named, tile in (
        ("kong-replacement", "kong-replacement" in events, "kong-replacement-5-dot", "5p"),
        ("last-tile-draw", "last-tile" in events and drawn, "last-tile-draw-1-dot", "1p"),
        ("last-tile-claim", "last-tile" in events and not drawn, "last-tile-claim-1-dot", "1p"),
    ):
        special = holds and win.winning == tile and options["named_tiles"] != "off"
        yak(plain, 5, holds and not (special and options["named_tiles"] == "replace"))
        yak(named, 8, special)
    yak("all-flowers", 8, win.flowers == 4)
    return basic, counted


def kengma_rows(seen: Seen, options: dict[str, object]) -> tuple[dict[str, int], int]:
    """The payout table with the horse race: rows with their points, and those that may count toward the minimum."""
    win, events, drawn = seen.win, seen.events, seen.win.drawn
    seat = SEAT_WIND[win.seat]
    made: dict[str, int] = {}

    def score(key: str, points: int, holds: bool) -> None:
        if holds:
            made[key] = points

    include = options["dragon_and_wind_parts"] == "include"
    four_winds = seen.winds == 4 or (seen.winds == 3 and seen.pair in WINDS)
    three_dragons = seen.dragons == 3 or (seen.dragons == 2 and seen.pair in DRAGONS)
    score("all-chows", 1, len(seen.chows) == 4 and not seen.honors)
    score("all-simples", 1, seen.simple)
    score("dragon-pung", seen.dragons, seen.dragons > 0 and not (include and three_dragons))
    score("seat-wind", 1, seat in seen.pungs and not (include and four_winds))
    score("concealed-hand", 1, seen.concealed and not drawn)
    score("fully-concealed", 2, seen.concealed and drawn)
    score("all-pungs", 2, len(seen.pungs) == 4)
    score("half-flush", 2, len(seen.suits) == 1 and seen.honors)
    score("pure-straight", 2, seen.straight())
    score("little-three-dragons", 4, seen.dragons == 2 and three_dragons)
    score("three-concealed-pungs", 4, seen.concealed_pungs() == 3)
    score("seven-pairs", 4, seen.view.shape == "seven-pairs")
    score("double-ready", 5, "first-turn-ready" in events)
    score("little-four-winds", 8, seen.winds == 3 and four_winds)
    nine = seen.nine_sided()
    one_suit = len(seen.suits) == 1 and not seen.honors
    score("full-flush", 8, one_suit and not (nine and options["nine_gates_one_suit"] == "include"))
    score("big-three-dragons", 8, seen.dragons == 3)
    pure = options["all_terminals"] == "terminals"
    score("all-terminals", 8, seen.no_simple and seen.has_terminal and not (pure and seen.honors))
    score("four-concealed-pungs", 8, seen.concealed_pungs() == 4)
    score("big-four-winds", 12, seen.winds == 4)
    score("all-honors", 12, not seen.suits)
    score("heavenly-hand", 16, "initial-deal" in events)
    score("earthly-hand", 16, "first-turn" in events and drawn and win.seat != "east")
    score("blessing-of-man", 16, "first-turn" in events and not drawn)
    score("nine-gates", 24, nine)
    counted = sum(points for key, points in made.items() if key != "all-simples" or "all-chows" not in made)

    opened = "open-ready" in events and drawn
    instead = opened and options["open_ready"] == "replace"
    score("ready", 1, "ready" in events and "first-turn-ready" not in events and not instead)
    score("open-ready", 2, opened)
    likes = {"flat": min(seen.copies - 1, 1), "others": seen.copies - 1, "all": seen.copies}[str(options["premium"])]
    score("premium-tile", likes, likes > 0)
    flowers_too = win.flowers < 4 or options["all_flowers"] == "add"
    score("flower", win.flowers, win.flowers > 0 and flowers_too)
    score("all-flowers", 8, win.flowers == 4)
    score("robbing-the-kong", 5, "robbing-the-kong" in events)
    for plain, holds, named, tile in (
        ("kong-replacement", "kong-replacement" in events, "plum-blossom", "5p"),
        ("last-tile-draw", "last-tile" in events and drawn, "moon", "1p"),
    ):
        special = holds and win.winning == tile and options["named_tiles"] != "off"
        score(plain, 5, holds and not (special and options["named_tiles"] == "replace"))
        score(named, 8, special)
    return made, counted


TABLES = {"korean-yak": yak_rows, "korean-kengma": kengma_rows}


class Answer(NamedTuple):
    """The best view, its rows with their points, and why it does not qualify, if it does not."""

    view: View
    rows: dict[str, int]
    toward: int
    reason: str | None


def answer(rules: str, win: Win, options: dict[str, object]) -> Answer:
    """The result that the pages ask for."""
    table, minimum = TABLES[rules], int(str(options["minimum"]))
    rated = [(view, *table(Seen(win, view), options)) for view in views(win)]
    view, rows, toward = max(rated, key=lambda way: (way[2] >= minimum, sum(way[1].values())))
    reason = "below-minimum" if toward < minimum else None
    if reason is None and rules == "korean-yak" and Seen(win, view).events & {"ready"} and not _kept(win, options):
        reason = "ready-too-cheap"
    return Answer(view, rows, toward, reason)


def _kept(win: Win, options: dict[str, object]) -> bool:
    promise = options["ready_promise"]
    waits = {"off": [], "winning-tile": [win.winning], "every-wait": waited_for(win)}[str(promise)]
    ready = win.events & {"ready", "first-turn-ready", "open-ready"}
    for tile in waits:
        plain = win._replace(winning=tile, drawn=False, events=ready)
        basic = max(yak_rows(Seen(plain, view), options)[1] for view in views(plain))
        if basic < int(str(options["minimum"])):
            return False
    return True


def waited_for(win: Win) -> list[Tile]:
    """Every tile that would have completed the hand, those left out of which it held all four."""
    before = [*win.held, *(tile for group in win.declared for tile in group.tiles)]
    return [tile for tile in ALL if before.count(tile) < 4 and views(win._replace(winning=tile))]
