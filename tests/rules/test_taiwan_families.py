"""The families of The Mahjong Bible, held against a counter that looks at all twos and threes of groups."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, permutations
from typing import Any, NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import finished_hands

from sikwu import ScoreRequest, score

from .helpers import SEATS

RULES = "taiwan-bible"
FAMILIES = (
    "sisters",
    "three-suit-chows",
    "old-and-young",
    "old-and-young-pungs",
    "two-identical-chows",
    "three-identical-chows",
    "four-identical-chows",
    "brothers",
    "small-brothers",
    "big-brothers",
    "open-straight",
    "concealed-straight",
    "open-mixed-straight",
    "concealed-mixed-straight",
    "four-alike",
)


class Group(NamedTuple):
    """A chow or pung of a suit's number, the fourth tile of a kong left out."""

    chow: bool
    suit: str
    number: int
    concealed: bool
    kong: bool


def groups_of(reading: dict[str, Any], opens: bool) -> list[Group]:
    """``opens``: whether the chow that a discard completes is open. It is shown as such either way."""
    return [
        Group(
            group["kind"] == "chow",
            group["tiles"][-1],
            int(group["tiles"][0]),
            group["concealed"] or (not opens and place == reading["completes"]),
            "kong" in group["kind"],
        )
        for place, group in enumerate(reading["groups"])
    ]


def sets_of(groups: list[Group], size: int, belong: Any) -> list[tuple[Group, ...]]:
    """Sets of so many groups that belong together, no group in two of them: as many as can be found at once."""
    candidates = [places for places in combinations(range(len(groups)), size) if belong([groups[at] for at in places])]
    for many in range(len(candidates), 0, -1):
        for chosen in combinations(candidates, many):
            places = [place for each in chosen for place in each]
            if len(set(places)) == len(places):
                return [tuple(groups[at] for at in each) for each in chosen]
    return []


def left_of(groups: list[Group], sets: list[tuple[Group, ...]]) -> list[Group]:
    left = groups.copy()
    for each in sets:
        for group in each:
            left.remove(group)
    return left


def equal(groups: list[Group]) -> bool:
    return len({group[:3] for group in groups}) == 1


def of_one_number(groups: list[Group]) -> bool:
    return len({group.number for group in groups}) == 1 and len({group.suit for group in groups}) == len(groups)


def numbers_in_one_suit(groups: list[Group], numbers: set[int]) -> bool:
    return len({group.suit for group in groups}) == 1 and {group.number for group in groups} == numbers


def counted(scored: dict[str, Any], adjacent: bool, opens: bool) -> Counter[str]:
    """What the page counts of the hand as it was read."""
    reading = scored["reading"]
    if reading["shape"] != "standard":
        return Counter()
    groups = groups_of(reading, opens)
    chows = [group for group in groups if group.chow]
    pungs = [group for group in groups if not group.chow and group.suit != "z"]
    pair = reading["pair"]
    found: Counter[str] = Counter()

    three_suits = sets_of(chows, 3, of_one_number)
    found["three-suit-chows"] = len(three_suits)
    if adjacent:
        found["sisters"] = sum(
            one.suit == two.suit and abs(one.number - two.number) == 1 for one, two in combinations(pungs, 2)
        )
    else:
        found["sisters"] = len(sets_of(left_of(chows, three_suits), 2, of_one_number))

    times = Counter(group[:3] for group in chows)
    for key, many in (("two", 2), ("three", 3), ("four", 4)):
        found[f"{key}-identical-chows"] = sum(count == many for count in times.values())

    pungs_of = Counter(group.number for group in pungs)
    for number, count in pungs_of.items():
        if count == 3:
            found["big-brothers"] += 1
        elif count == 2:
            found["small-brothers" if pair[0] == str(number) and pair[-1] != "z" else "brothers"] += 1
    found["old-and-young-pungs"] = sum(numbers_in_one_suit([*two], {1, 9}) for two in combinations(pungs, 2))

    straights = [three for three in combinations(chows, 3) if numbers_in_one_suit([*three], {1, 4, 7})]
    if straights:
        concealed = any(all(group.concealed for group in three) for three in straights)
        found["concealed-straight" if concealed else "open-straight"] = 1
    dearest = max(straights, key=lambda three: sum(group.concealed for group in three), default=())
    found["old-and-young"] = len(sets_of(left_of(chows, [dearest]), 2, lambda two: numbers_in_one_suit(two, {1, 7})))

    for suits in permutations("mps"):
        ways = [
            [group for group in chows if (group.suit, group.number) == wanted]
            for wanted in zip(suits, (1, 4, 7), strict=True)
        ]
        if all(ways):
            concealed = all(any(group.concealed for group in way) for way in ways)
            found["concealed-mixed-straight" if concealed else "open-mixed-straight"] += 1

    tiles: Counter[str] = Counter()
    for group in groups:
        numbers = range(group.number, group.number + 3) if group.chow else [group.number] * 3
        tiles.update(f"{number}{group.suit}" for number in numbers)
    tiles.update([pair[1:]] * 2)
    found["four-alike"] = sum(count == 4 for count in tiles.values())
    return +found


STARTS = (1, 4, 7, 1, 4, 7, 1, 2, 3, 4, 5, 6, 7)


def random_hand(draw: random.Random) -> str:
    """A finished hand whose groups lie near each other: of few numbers, in all suits, some of them declared."""
    number, alike = draw.choice(STARTS), draw.random()
    held: Counter[str] = Counter()
    groups: list[list[str]] = []
    while len(groups) < 5:
        suit = draw.choice("mps")
        first = number if draw.random() < alike else draw.choice(STARTS)
        if draw.random() < 0.7:
            tiles = [f"{first + more}{suit}" for more in range(3)]
        else:
            tiles = [f"{draw.choice((first, first, first + 1, 9))}{suit}"] * 3
        if all(held[tile] + tiles.count(tile) <= 4 for tile in tiles):
            held.update(tiles)
            groups.append(tiles)
    pairs = [f"{number}{suit}" for suit in "mpsz" for number in range(1, 8 if suit == "z" else 10)]
    near = [f"{first}{suit}" for suit in "mps" for first in (number, 1, 9)]
    pair = draw.choice([tile for tile in draw.choice((pairs, near)) if held[tile] < 3] or ["1z"])
    declared = draw.choice((0, 0, 1, 2, 3, 4))
    loose = [tile for tiles in groups[declared:] for tile in tiles] + [pair, pair]
    winning = loose.pop(draw.randrange(len(loose)))
    held[pair] += 2
    brackets = []
    for tiles in groups[:declared]:
        kong = tiles[0] == tiles[1] and held[tiles[0]] == 3 and draw.random() < 0.4
        digits = "".join(tile[0] for tile in tiles) + tiles[0][0] * kong
        form = "({})" if kong and draw.random() < 0.5 else "[{}]"
        brackets.append(form.format(digits + tiles[0][1]))
    return f"{''.join(loose)}{''.join(brackets)} + {winning}"


def concealed_straight(groups: list[Group]) -> bool:
    return straight(groups) and all(group.concealed for group in groups)


def straight(groups: list[Group]) -> bool:
    return len(groups) == 3 and all(group.chow for group in groups) and numbers_in_one_suit(groups, {1, 4, 7})


def mixed_straight(groups: list[Group]) -> bool:
    suits, numbers = {group.suit for group in groups}, {group.number for group in groups}
    return len(suits) == 3 and numbers == {1, 4, 7} and all(group.chow for group in groups)


def concealed_mixed_straight(groups: list[Group]) -> bool:
    return mixed_straight(groups) and all(group.concealed for group in groups)


def pungs_of_one_number(size: int) -> Any:
    return lambda groups: len(groups) == size and not any(group.chow for group in groups) and of_one_number(groups)


def chows_of_one_number(size: int) -> Any:
    return lambda groups: len(groups) == size and all(group.chow for group in groups) and of_one_number(groups)


def equal_chows(size: int) -> Any:
    return lambda groups: len(groups) == size and all(group.chow for group in groups) and equal(groups)


BELONG: dict[str, Any] = {
    "three-suit-chows": chows_of_one_number(3),
    "old-and-young": lambda groups: all(group.chow for group in groups) and numbers_in_one_suit(groups, {1, 7}),
    "old-and-young-pungs": lambda groups: (
        not any(group.chow for group in groups) and numbers_in_one_suit(groups, {1, 9})
    ),
    "two-identical-chows": equal_chows(2),
    "three-identical-chows": equal_chows(3),
    "four-identical-chows": equal_chows(4),
    "brothers": pungs_of_one_number(2),
    "small-brothers": pungs_of_one_number(2),
    "big-brothers": pungs_of_one_number(3),
    "open-straight": lambda groups: straight(groups) and not concealed_straight(groups),
    "concealed-straight": concealed_straight,
    "open-mixed-straight": lambda groups: mixed_straight(groups) and not concealed_mixed_straight(groups),
    "concealed-mixed-straight": concealed_mixed_straight,
    "honor-pung": lambda groups: groups[0].suit == "z" and groups[0].number < 5,
    "dragon-pung": lambda groups: groups[0].suit == "z" and groups[0].number > 4,
    "open-kong": lambda groups: groups[0].kong and not groups[0].concealed,
    "concealed-kong": lambda groups: groups[0].kong and groups[0].concealed,
}
APART = (
    ("sisters", "three-suit-chows"),
    ("old-and-young", "open-straight"),
    ("old-and-young", "concealed-straight"),
)
"""Rows that share no group: the second takes the first's groups."""


def adjacent_pungs(groups: list[Group]) -> bool:
    apart = abs(groups[0].number - groups[1].number)
    return len({group.suit for group in groups}) == 1 and apart == 1 and not any(group.chow for group in groups)


def check_explained(result: dict[str, Any], adjacent: bool, opens: bool) -> None:
    """Every row is explained by as many sets of groups as it counts, and they are such sets."""
    groups = groups_of(result["reading"], opens)
    counts = {row["key"]: row["count"] for row in result["patterns"]}
    parts = {row["key"]: row["tiles"] for row in result["explanation"]["patterns"]}
    belong = BELONG | {"sisters": adjacent_pungs if adjacent else chows_of_one_number(2)}
    for key in counts.keys() & (belong.keys() | {"four-alike"}):
        assert len(parts[key]) == counts[key], (key, parts[key])
        assert key == "four-alike" or len({tuple(part) for part in parts[key]}) == counts[key], (key, parts[key])
    for key in counts.keys() & belong.keys():
        for part in parts[key]:
            assert belong[key]([groups[place] for place in part if place != "pair"]), (key, part, groups)
            assert ("pair" in part) == (key == "small-brothers")
    for one, other in APART:
        used = {place for part in parts.get(one, []) for place in part}
        assert not used.intersection(place for part in parts.get(other, []) for place in part), (one, other)


def hold_against_the_counter(request: dict[str, Any]) -> Counter[str]:
    """Compare every reading that the result shows; the rows that were found in the best one."""
    options = request.get("options", {})
    adjacent, opens = options.get("sisters") == "adjacent-pungs", options.get("straight_by_discard") != "concealed"
    result = score(ScoreRequest.from_json({"rules": RULES, "round": "east", "explain": True, **request})).to_json()
    for scored in (result, result["second_hand"], *result["explanation"]["alternatives"]):
        if scored is None or scored["reading"]["shape"] != "standard":
            continue
        ours = {row["key"]: row["count"] for row in scored["patterns"] if row["key"] in FAMILIES}
        assert ours == counted(scored, adjacent, opens), request
    if result["reading"]["shape"] == "standard":
        check_explained(result, adjacent, opens)
    return Counter({row["key"]: row["count"] for row in result["patterns"]})


def test_thousands_of_random_hands() -> None:
    draw = random.Random(17)
    seen: Counter[str] = Counter()
    for _ in range(4000):
        options = {}
        if draw.random() < 0.3:
            options = {"sisters": "adjacent-pungs", "straight_by_discard": draw.choice(("open", "concealed"))}
        win = draw.choice(("self-draw", "discard"))
        request = {"hand": random_hand(draw), "seat": draw.choice(SEATS), "win": win, "options": options}
        seen.update(hold_against_the_counter(request).keys())
    for key in FAMILIES:  # or the comparison would say nothing about it
        assert seen[key] >= 5, (key, seen[key])


@given(finished_hands(17), st.sampled_from(("self-draw", "discard")))
@settings(max_examples=200, deadline=None)
def test_hands_of_every_shape(hand: Any, win: str) -> None:
    hold_against_the_counter({"hand": hand.text(), "seat": "south", "win": win})
