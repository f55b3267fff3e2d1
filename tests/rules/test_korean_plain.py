"""Thousands of random wins, scored by the sheets and by a second, plain reading of the same pages."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from sikwu import score
from sikwu.rules import load

from .plain_korean import ALL, SEAT_WIND, Answer, Group, Tile, Win, answer, place, waited_for

SEATS = tuple(SEAT_WIND)
EVENTS = (
    "kong-replacement",
    "double-kong-replacement",
    "flower-replacement",
    "robbing-the-kong",
    "last-tile",
    "initial-deal",
    "dealers-first-discard",
    "first-turn",
    "ready",
    "first-turn-ready",
    "open-ready",
)


class Dealer:
    """Deals wins that lean toward what the tables pay for: few suits, honors, runs of one suit, pairs, triplets."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)

    def win(self, options: dict[str, object]) -> Win:
        tiles, groups = self._tiles(options)
        seat, round_wind = self.dice.choice(SEATS), self.dice.choice(SEATS)
        named = [tile for tile in tiles if tile in ("1p", "5p")]
        winning = self.dice.choice(named if named and self.dice.random() < 0.3 else tiles)
        tiles.remove(winning)
        flowers = self.dice.choice((0, 0, 1, 2, 4))
        drawn = self.dice.random() < 0.5
        win = Win(tuple(tiles), groups, winning, flowers, seat, round_wind, drawn, frozenset())
        return win._replace(events=self._events(win))

    def _tiles(self, options: dict[str, object]) -> tuple[list[Tile], tuple[Group, ...]]:
        """Fourteen tiles or more that are a hand: what is held with the winning tile, and the declared groups."""
        suits = self.dice.choice(("m", "p", "mp", "mp", "mpz", "mz", "pz", "mpz", "z"))
        if options["suits"] == "three" and self.dice.random() < 0.5:
            suits += "s"
        kinds = [tile for tile in ALL if tile[1] in suits]
        style = self.dice.choice(("groups", "groups", "groups", "ends", "simple", "pairs", "gates"))
        ends = [tile for tile in kinds if tile[1] == "z" or tile[0] in "19"]
        if style == "ends" and len(ends) > 4:  # of fewer kinds there are no four groups and a pair
            kinds = ends
        if style == "simple" and suits != "z":
            kinds = [tile for tile in kinds if tile[1] != "z" and tile[0] in "2345678"]
        if style == "gates" and suits != "z":
            suit = self.dice.choice([suit for suit in suits if suit != "z"])
            return [f"{number}{suit}" for number in (*"1112345678999", self.dice.choice("123456789"))], ()
        if style == "pairs" and len(kinds) >= 7:
            chosen = self.dice.choices(kinds, k=7)
            counts = Counter(chosen)
            if max(counts.values()) <= 2:
                return [tile for tile in chosen for _ in range(2)], ()
        return self._groups(kinds, bool(options["melded_chows"]))

    def _groups(self, kinds: list[Tile], melded_chows: bool) -> tuple[list[Tile], tuple[Group, ...]]:
        runs = self.dice.random()
        while True:
            left = Counter(dict.fromkeys(kinds, 4))
            tiles: list[Tile] = []
            declared: list[Group] = []
            open_hand = self.dice.random() < 0.5
            for _ in range(4):
                first = self.dice.choice(kinds)
                number, suit = int(first[0]), first[1]
                run = (first, f"{number + 1}{suit}", f"{number + 2}{suit}")
                is_run = suit != "z" and self.dice.random() < runs and all(left[tile] for tile in run)
                group = run if is_run else (first,) * 3
                lot = self.dice.random()
                if not is_run and lot < 0.3:
                    group = (first,) * 4
                if any(left[tile] < count for tile, count in Counter(group).items()):
                    break
                left.subtract(group)
                if len(group) == 4:
                    declared.append(Group(group, "exposed" if open_hand and lot < 0.15 else "concealed-kong"))
                elif open_hand and lot > 0.6 and (melded_chows or not is_run):
                    declared.append(Group(group, "exposed"))
                else:
                    tiles += group
            else:
                pairs = [kind for kind in kinds if left[kind] >= 2]
                if pairs:
                    pair = self.dice.choice(pairs)
                    return [*tiles, pair, pair], tuple(declared)

    def _events(self, win: Win) -> frozenset[str]:
        """Some events that can be true of the win together."""
        given: set[str] = set()
        for event in self.dice.sample(EVENTS, self.dice.choice((0, 1, 1, 2, 4))):
            if _possible(win, given | {event}):
                given.add(event)
        return frozenset(given)


def _possible(win: Win, events: set[str]) -> bool:
    """Whether the events can be true of the win, as the contract has them."""
    kongs = sum(len(group.tiles) == 4 for group in win.declared)
    exposed = any(group.how == "exposed" for group in win.declared)
    copies = [*win.held, win.winning, *(tile for group in win.declared for tile in group.tiles)].count(win.winning)
    ready = events & {"ready", "first-turn-ready", "open-ready"}
    first = events & {"first-turn", "dealers-first-discard"}
    kong = events & {"kong-replacement", "double-kong-replacement"}
    wrong = [
        "kong-replacement" in events and not (win.drawn and kongs >= 1),
        "double-kong-replacement" in events and not (win.drawn and kongs >= 2),
        "flower-replacement" in events and not (win.drawn and win.flowers),
        "robbing-the-kong" in events and (win.drawn or copies > 1),
        "initial-deal" in events and not (win.drawn and win.seat == "east" and not win.declared),
        "dealers-first-discard" in events and (win.drawn or win.seat == "east" or bool(win.declared)),
        "first-turn" in events and bool(win.declared),
        "first-turn" in events and win.drawn and win.seat == "east" and "initial-deal" not in events,
        bool(ready) and exposed,
        "last-tile" in events and bool(events & {"initial-deal", "robbing-the-kong"} or first),
        bool(kong) and "flower-replacement" in events,
        "robbing-the-kong" in events and bool(first),
        bool(ready) and bool(events & {"initial-deal", "dealers-first-discard"}),
        bool(ready) and "first-turn" in events and win.drawn,
    ]
    return not any(wrong)


def line(win: Win) -> str:
    """The win in the notation."""
    brackets = {"exposed": "[{}]", "concealed-kong": "({})"}
    groups = [brackets[group.how].format("".join(group.tiles)) for group in win.declared]
    flowers = "".join(f"{number}f" for number in range(1, win.flowers + 1))
    return f"{''.join(win.held)} {''.join(groups)} + {win.winning} {flowers}"


def chosen(dice: random.Random, rules: str) -> dict[str, object]:
    """Every option of a rule set that scoring looks at, at some value."""
    options: dict[str, object] = {}
    for key, option in load(rules).options.items():
        if option.type == "choice":
            options[key] = dice.choice(option.values)
        elif option.type == "flag":
            options[key] = dice.random() < 0.5
        elif key == "ante":
            options[key] = dice.choice((0, 10, 100))
        elif key == "minimum":
            options[key] = dice.choice((0, 1, 2, 2, 2, 3, 4, 5))
    return options


def as_answer(result: dict[str, Any]) -> tuple[Any, ...]:
    """What of a result the second reading answers too."""
    reading = result["reading"]
    return (
        {pattern["key"]: pattern["points"] for pattern in result["patterns"]},
        result["points"],
        result["toward_minimum"],
        result["reason"],
        reading["shape"],
        [(_tiles(group["tiles"]), group["concealed"]) for group in reading["groups"]],
        [_tiles(pair)[0] for pair in reading.get("pairs") or [reading["pair"]]],
        reading["completes"],
        reading["waits"],
        result["payments"],
    )


def _tiles(codes: str) -> list[Tile]:
    return [f"{number}{codes[-1]}" for number in codes[:-1]]


def discarder(win: Win) -> str:
    """The next seat, or east where it was the dealer's first discard."""
    return "east" if "dealers-first-discard" in win.events else SEATS[(SEATS.index(win.seat) + 1) % 4]


def expected(found: Answer, win: Win, ante: int) -> tuple[Any, ...]:
    points = sum(found.rows.values())
    amount = (points + ante) * (1 if win.drawn else 2)
    payers = [seat for seat in SEATS if seat != win.seat] if win.drawn else [discarder(win)]
    paid = [{"from": seat, "to": win.seat, "amount": amount, "for": "hand"} for seat in payers]
    return (
        found.rows,
        points,
        found.toward,
        found.reason,
        found.view.shape,
        [
            (list(group.tiles), group.how != "exposed" and not (nth == found.view.completes and not win.drawn))
            for nth, group in enumerate(found.view.groups)
        ],
        list(found.view.pairs),
        "pair" if found.view.completes is None else found.view.completes,
        sorted(waited_for(win), key=place),
        paid if found.reason is None and amount else [],
    )


HANDS = 2000


@pytest.mark.parametrize("rules", ["korean-yak", "korean-kengma"])
def test_the_sheet_and_the_plain_reading_agree(rules: str) -> None:
    dealer = Dealer(20)
    seen: Counter[str] = Counter()
    for _ in range(HANDS):
        options = chosen(dealer.dice, rules)
        win = dealer.win(options)
        request: dict[str, Any] = {
            "rules": rules,
            "options": options,
            "hand": line(win),
            "seat": win.seat,
            "round": win.round,
            "win": "self-draw" if win.drawn else "discard",
            "events": sorted(win.events),
        }
        if not win.drawn:
            request["from"] = discarder(win)
        found = answer(rules, win, options)
        result = score(request).to_json()
        assert as_answer(result) == expected(found, win, int(str(options["ante"]))), request
        seen.update(found.rows)
        seen.update([str(found.reason)])
    # the wins dealt must have met every row and every reason, or agreeing means little
    assert {row.key for row in load(rules).rows} - seen.keys() == set()
    assert seen["below-minimum"] > 50
    assert rules != "korean-yak" or seen["ready-too-cheap"] > 5
