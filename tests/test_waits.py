"""What a hand waits for, how far it is from ready, and what helps: against trying, and against the definition."""

from __future__ import annotations

from typing import Any

import plain_reader
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_reader import KINDS, PlainHand
from strategies import drawn, finished_hands, nearly_finished_hand, nearly_finished_hands

from sikwu import SikwuError, dumps, rulesets, score, waits
from sikwu.notation import read_hand
from sikwu.readings.distance import lacking
from sikwu.readings.packed import pack
from sikwu.rules import load

OPTIONS: dict[str, dict[str, Any]] = {
    "korean-yak": {"suits": "three", "melded_chows": True},
    "korean-kengma": {"suits": "three"},
}
RULES = rulesets()


def shapes_of(rules: str) -> tuple[str, ...]:
    return tuple(shape.key for shape in load(rules).shapes)


def request_for(rules: str, hand: PlainHand | str, **more: Any) -> dict[str, Any]:
    text = hand if isinstance(hand, str) else hand._replace(winning=None, flowers=()).text()
    facts = {"hand": text, "seat": "south", "round": "east"}
    return {"rules": rules, "options": OPTIONS.get(rules, {}), **facts, **more}


def distance(rules: str, hand: PlainHand) -> int:
    """The distance alone, without what helps."""
    sheet = load(rules)
    return lacking(pack(read_hand(hand.text(), "absent")), sheet.shapes, sheet.tiles) - 1


@pytest.mark.parametrize("rules", RULES)
@given(data=st.data())
@settings(max_examples=200, deadline=None)
def test_waits_are_the_tiles_that_complete_the_hand(rules: str, data: st.DataObject) -> None:
    size = load(rules).tiles
    hand = data.draw(st.one_of(finished_hands(size), nearly_finished_hands(size, most=1)))
    before = hand._replace(winning=None)
    expected = plain_reader.waits(before, shapes_of(rules))
    found = waits(request_for(rules, hand)).to_json()
    assert [wait["tile"] for wait in found["waits"]] == expected
    assert found["ready"] == bool(expected)
    assert (found["distance"] == 0) == bool(expected)
    assert all(wait["left"] == 4 - before.all_tiles().count(wait["tile"]) for wait in found["waits"])


@pytest.mark.parametrize("rules", RULES)
@given(hand=st.data())
@settings(max_examples=60, deadline=None)
def test_a_wait_is_worth_what_the_win_on_it_would_be(rules: str, hand: st.DataObject) -> None:
    finished = hand.draw(finished_hands(load(rules).tiles))
    for wait in waits(request_for(rules, finished)).to_json()["waits"]:
        for way in ("discard", "self-draw"):
            text = finished._replace(winning=wait["tile"], flowers=()).text()
            won = score({**request_for(rules, finished), "hand": text, "win": way}).to_json()
            assert wait[way] == {name: won[name] for name in ("points", "qualifies", "reason")}


def neighbours(hand: PlainHand) -> dict[str, list[PlainHand]]:
    """By the tile drawn, every hand that is left after discarding one, the drawn tile itself among them."""
    held = hand.all_tiles()
    return {
        tile: [hand]
        + [
            hand._replace(loose=(*hand.loose[:at], *hand.loose[at + 1 :], tile))
            for at, given_up in enumerate(hand.loose)
            if given_up != tile and given_up not in hand.loose[:at]
        ]
        for tile in KINDS
        if held.count(tile) < 4
    }


@pytest.mark.parametrize("rules", RULES)
@given(data=st.data())
@settings(max_examples=12, deadline=None)
def test_distance_is_one_more_than_the_best_draw_and_discard_leaves(rules: str, data: st.DataObject) -> None:
    """With waits as the ground (distance 0), this equation on every hand makes the distance right on every hand."""
    hand = data.draw(nearly_finished_hands(load(rules).tiles, most=6))._replace(winning=None, flowers=())
    found = waits(request_for(rules, hand)).to_json()
    after = {tile: min(distance(rules, each) for each in left) for tile, left in neighbours(hand).items()}
    if found["distance"]:
        assert found["distance"] == 1 + min(after.values())
        held = hand.all_tiles()
        useful = sorted(
            ((4 - held.count(tile), tile) for tile, left in after.items() if left < found["distance"]),
            key=lambda help: (-help[0], KINDS.index(help[1])),
        )
        assert found["useful"] == [{"tile": tile, "left": left} for left, tile in useful]
        assert found["waits"] == []
    else:
        assert found["useful"] == []


def least_lacking(hand: PlainHand, groups: int, bound: int) -> int:
    """The fewest tiles that a standard hand lacks, by trying all sets of groups and a pair, but never ``bound``."""
    held = {tile: hand.loose.count(tile) for tile in KINDS}
    declared = [tile for group in hand.groups for tile in group.tiles]
    most = {tile: 4 - declared.count(tile) for tile in KINDS}
    choices = [group.tiles for tile in KINDS for group in plain_reader.groups_from(tile)]

    def lacks(wanted: dict[str, int], tiles: tuple[str, ...]) -> int | None:
        cost = 0
        for tile in tiles:
            wanted[tile] = wanted.get(tile, 0) + 1
            if wanted[tile] > most[tile]:
                return None
            cost += wanted[tile] > held[tile]
        return cost

    def search(first: int, left: int, wanted: dict[str, int], spent: int, bound: int) -> int:
        if not left:
            for tile in KINDS:
                cost = lacks(dict(wanted), (tile, tile))
                if cost is not None:
                    bound = min(bound, spent + cost)
            return bound
        for nth in range(first, len(choices)):
            more = dict(wanted)
            cost = lacks(more, choices[nth])
            if cost is not None and spent + cost < bound:
                bound = search(nth, left - 1, more, spent + cost, bound)
        return bound

    return search(0, groups - len(hand.groups), {}, 0, bound)


@pytest.mark.parametrize("rules", [rules for rules in RULES if rules in ("hkma-2023", "sixteen-tile")])
@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_no_set_of_groups_is_nearer_than_the_distance_says(rules: str, data: st.DataObject) -> None:
    size = load(rules).tiles
    hand = data.draw(drawn(lambda random: nearly_finished_hand(random, size, 2)))._replace(winning=None, flowers=())
    found = distance(rules, hand)
    assert least_lacking(hand, size // 3, bound=found + 1) == found + 1


@pytest.mark.parametrize(
    ("rules", "hand", "expected"),
    [
        ("hkma-2023", "1112345678999m", 0),
        ("hkma-2023", "19m19p19s1234567z", 0),
        ("hkma-2023", "19m19p19s123456z5m", 1),
        ("hkma-2023", "147m258p369s1234z", 7),  # six of thirteen orphans are nearer than groups
        ("hkma-2023", "1111m[222p][333p][444p]", 1),  # waits only for the 1m it holds four times
        ("hkma-2023", "1m(1111p)[222p][333p][444p]", 0),
        ("hkma-2023", "111m1p[222p][333p][444p]", 0),
        ("hkma-2023", "12m(3333m)[222p][555p][777p]", None),
        ("hkma-2023", "1111z[222p][333p][444p]", 1),
    ],
)
def test_distances_worked_by_hand(rules: str, hand: str, expected: int | None) -> None:
    if expected is None:
        with pytest.raises(SikwuError) as refused:
            waits(request_for(rules, hand))
        assert refused.value.code == "tile-count"
    else:
        assert waits(request_for(rules, hand)).distance == expected


def test_a_wait_on_tiles_all_gone_is_still_a_wait() -> None:
    found = waits(request_for("hkma-2023", "123456789m23p55s", seen="1111p44p")).to_json()
    assert [(wait["tile"], wait["left"]) for wait in found["waits"]] == [("1p", 0), ("4p", 2)]


def test_tiles_in_declared_kongs_are_not_waited_for() -> None:
    found = waits(request_for("hkma-2023", "123m23p55s(1111p)[777z]")).to_json()
    assert [wait["tile"] for wait in found["waits"]] == ["4p"]


def test_a_win_that_the_events_forbid_one_way_is_null_there() -> None:
    request = request_for("hkma-2023", "123456m23p55s(1111z)", events=["kong-replacement"])
    wait = waits(request).to_json()["waits"][0]
    assert wait["discard"] is None
    assert wait["self-draw"] == {"points": 3, "qualifies": True, "reason": None}
    robbing = waits({**request, "events": ["robbing-the-kong"]}).to_json()["waits"][0]
    assert robbing["self-draw"] is None
    assert robbing["discard"]["points"] == 2


def test_useful_tiles_are_best_first_and_leave_out_those_that_are_gone() -> None:
    found = waits(request_for("hkma-2023", "123456m22p13s46s1z", seen="2222s55s")).to_json()
    assert found["distance"] == 1
    assert found["useful"][0]["left"] == max(entry["left"] for entry in found["useful"])
    assert "2s" not in [entry["tile"] for entry in found["useful"]]
    assert {"tile": "5s", "left": 2} in found["useful"]


def test_the_order_of_fields_and_equal_bytes() -> None:
    request = request_for("hkma-2023", "1112345678999m")
    found = waits(request).to_json()
    assert list(found) == ["rules", "options", "ready", "distance", "waits", "useful"]
    assert list(found["waits"][0]) == ["tile", "left", "discard", "self-draw"]
    assert dumps(found) == dumps(waits(dict(reversed(request.items()))).to_json())


@pytest.mark.parametrize(
    ("change", "code", "field", "words"),
    [
        ({"hand": "1112345678999m + 5m"}, "bad-notation", "hand", "expected a hand without the winning tile"),
        ({"hand": {"concealed": "1112345678999m", "winning": "5m"}}, "bad-notation", "hand.winning", "without it"),
        ({"hand": "111234567899m"}, "tile-count", "hand", "12 tiles; a hand of hkma-2023 has 13 without"),
        ({"hand": "11112345678999m"}, "tile-count", "hand", "14 tiles"),
        ({"seen": "5"}, "bad-notation", "seen", "position 2"),
        ({"seen": "[555m]"}, "bad-notation", "seen", "position 1"),
        ({"seen": 5}, "bad-request", "seen", "a text of tiles"),
        ({"seen": "99m"}, "too-many-copies", "seen", "5 copies of 9m"),
        ({"seen": "11f"}, "too-many-copies", "seen", "2 copies of 1f"),
        ({"win": "discard"}, "bad-request", "win", "no field 'win'"),
        ({"from": "west"}, "bad-request", "from", "no field 'from'"),
        ({"seat": None}, "bad-request", "seat", "seat is missing"),
        ({"round": None}, "bad-request", "round", "round is missing"),
        ({"events": ["luck"]}, "unknown-event", "events", "there is no event 'luck'"),
    ],
)
def test_errors(change: dict[str, Any], code: str, field: str, words: str) -> None:
    with pytest.raises(SikwuError) as refused:
        waits({**request_for("hkma-2023", "1112345678999m"), **change})
    assert (refused.value.code, refused.value.field) == (code, field)
    assert words in refused.value.message


def test_no_wait_and_no_help_from_tiles_outside_the_set() -> None:
    request = {**request_for("korean-yak", "123m456m789m12p1z2z"), "options": {}}
    assert all(entry["tile"][1] != "s" for entry in waits(request).to_json()["useful"])
    with pytest.raises(SikwuError) as refused:
        waits({**request, "seen": "1s"})
    assert (refused.value.code, refused.value.field) == ("tile-not-in-set", "seen")
