"""What may come next: the hand read back, and for every tile, group and event whether it is possible, and why not."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_reader import FLOWERS, KINDS, PlainHand
from strategies import finished_hand

from sikwu import SikwuError, check, dumps, parse_hand, rulesets, score
from sikwu.notation import parse_line
from sikwu.rules import load

Json = dict[str, Any]


def looked_at(hand: str, rules: str = "hkma-2023", **more: Any) -> Json:
    return check({"rules": rules, "hand": hand, **more}).to_json()


def why(found: Json, section: str, **name: str) -> str | None:
    entry = next(entry for entry in found[section] if name.items() <= entry.items())
    assert entry["possible"] == (entry["why"] is None)
    return entry["why"]  # type: ignore[no-any-return]


def part(random: Random, size: int) -> PlainHand:
    """A finished hand, or a part of one."""
    hand = finished_hand(random, size)
    if random.random() < 0.3:
        return hand
    loose = hand.loose[: random.randint(0, len(hand.loose))]
    return hand._replace(loose=loose, winning=random.choice([None, hand.winning]))


@pytest.mark.parametrize("rules", rulesets())
@given(random=st.randoms(use_true_random=True))
@settings(max_examples=25, deadline=None)
def test_what_is_possible_is_what_the_same_hand_with_it_is(rules: str, random: Random) -> None:
    """A tile may come next exactly if the hand with it can be looked at without an error."""
    size = load(rules).tiles
    hand = part(random, size)
    asked: Json = {"rules": rules, "hand": hand.text(), "seat": "south"}
    try:
        found = check(asked).to_json()
    except SikwuError as error:
        assert rules.startswith("korean")
        assert error.code in ("tile-not-in-set", "bad-group")
        return
    assert parse_back(found) == hand_of(hand)
    assert (found["size"], found["full_size"]) == (hand.size(), size)
    for tile in random.sample([*KINDS, *FLOWERS], 3):
        again = {**asked, "hand": hand._replace(loose=(*hand.loose, tile)).text()}
        assert why(found, "tiles", tile=tile) == message(again), tile
    for tile in random.sample(KINDS, 3):
        reason = why(found, "winning", tile=tile)
        if hand.winning:
            assert reason == f"{hand.winning} is the winning tile; a hand has one"
        else:
            assert reason == message({**asked, "hand": hand._replace(winning=tile).text()}), tile
    for entry in random.sample(found["groups"], 6):
        digits, suit = entry["tiles"][:-1], entry["tiles"][-1]
        written = {
            "concealed-kong": f"({digits}{suit})",
            "added-kong": f"[{digits[:3]}+{digits[3:]}{suit}]",
        }.get(entry["kind"], f"[{digits}{suit}]")
        assert entry["why"] == message({**asked, "hand": f"{hand.text()} {written}"}), entry


def hand_of(hand: PlainHand) -> Any:
    return parse_line(hand.text())


def parse_back(found: Json) -> Any:
    """The hand of the codes, which the glyphs must give as well."""
    hand = parse_line(found["hand"])
    assert parse_line(found["unicode"]) == hand
    return hand


def message(asked: Json) -> str | None:
    try:
        check(asked)
    except SikwuError as error:
        return error.message
    return None


def test_the_hand_is_read_back_in_codes_glyphs_and_parts() -> None:
    found = looked_at("[777z<east]🀇 二萬3m (2222s)中 5f1f")
    assert found["hand"] == "123m7z [777z<east] (2222s) 15f"
    assert found["unicode"] == "🀇🀈🀉🀄\ufe0e [🀄\ufe0e🀄\ufe0e🀄\ufe0e<east] (🀑🀑🀑🀑) 🀢🀦"
    assert (found["concealed"], found["flowers"], found["winning_tile"]) == ("123m7z", "15f", None)
    claims = [{"seat": seat, "possible": True, "why": None} for seat in ("east", "south", "west", "north")]
    assert found["groups_declared"] == [
        {"tiles": "777z", "kind": "pung", "from": "east", "claims": claims},
        {"tiles": "2222s", "kind": "concealed-kong", "from": None, "claims": []},
    ]
    assert (found["size"], found["full_size"], found["finished"]) == (10, 14, False)
    assert found["problem"]["code"] == "tile-count"


@pytest.mark.parametrize(
    ("hand", "seat", "givers"),
    [
        ("[123m]", "south", ["east"]),
        ("[123m]", "east", ["north"]),
        ("[777z]", "south", ["east", "west", "north"]),
        ("[7777z]", None, ["east", "south", "west", "north"]),
        ("(7777z)", "south", []),
    ],
)
def test_from_whom_a_group_may_have_been_claimed(hand: str, seat: str | None, givers: list[str]) -> None:
    (group,) = looked_at(hand, seat=seat)["groups_declared"]
    assert [claim["seat"] for claim in group["claims"] if claim["possible"]] == givers
    assert all(claim["why"] for claim in group["claims"] if not claim["possible"])


@pytest.mark.parametrize(
    ("hand", "code", "words"),
    [
        ("123456789m123p5s + 5s", None, ""),
        ("123456789m123p5s + 6s", "not-a-winning-hand", "it was ready, for another tile"),
        ("123456789m123p + 6s", "tile-count", "13 tiles; a hand of hkma-2023 has 14 with the winning tile"),
        ("123456789m123p5s", "tile-count", "13 tiles"),
        ("", "tile-count", "0 tiles"),
    ],
)
def test_what_keeps_a_hand_from_being_finished(hand: str, code: str | None, words: str) -> None:
    found = looked_at(hand)
    assert found["finished"] == (code is None)
    if code is None:
        assert found["problem"] is None
    else:
        assert found["problem"]["code"] == code
        assert words in found["problem"]["message"]


@pytest.mark.parametrize(
    ("hand", "section", "name", "words"),
    [
        ("1111m", "tiles", {"tile": "1m"}, "5 copies of 1m; a set has four"),
        ("1111m", "tiles", {"tile": "2m"}, None),
        ("1f", "tiles", {"tile": "1f"}, "2 copies of 1f; a set has one"),
        (
            "123456789m123p5s",
            "tiles",
            {"tile": "9s"},
            "14 tiles; a hand of hkma-2023 has at most 13 before the winning",
        ),
        ("123456789m123p5s", "tiles", {"tile": "1f"}, None),
        ("123456789m123p5s", "winning", {"tile": "9s"}, None),
        ("123456789m123p5s + 5s", "winning", {"tile": "9s"}, "5s is the winning tile; a hand has one"),
        ("123456789m123p5s", "groups", {"kind": "chow", "tiles": "123m"}, "16 tiles"),
        ("11m", "groups", {"kind": "pung", "tiles": "111m"}, "5 copies of 1m"),
        ("1m", "groups", {"kind": "pung", "tiles": "111m"}, None),
        ("1m", "groups", {"kind": "concealed-kong", "tiles": "1111m"}, "5 copies of 1m"),
        ("[111m]", "events", {"event": "ready"}, "ready needs a hand without exposed groups"),
        ("(1111m)", "events", {"event": "ready"}, None),
        ("(1111m)", "events", {"event": "kong-replacement"}, None),
        ("(1111m)", "events", {"event": "double-kong-replacement"}, "needs two declared kongs"),
        ("1m", "events", {"event": "flower-replacement"}, "needs a flower"),
        ("1m 1f", "events", {"event": "flower-replacement"}, None),
        ("1m", "events", {"event": "eight-flowers"}, "a rule set that pays eight flowers"),
        ("1m", "events", {"event": "robbing-a-concealed-kong"}, "a shape that may rob"),
        ("1m + 1m", "events", {"event": "robbing-the-kong"}, "the only one of its kind"),
    ],
)
def test_why_something_cannot_come_next(hand: str, section: str, name: dict[str, str], words: str | None) -> None:
    reason = why(looked_at(hand), section, **name)
    assert reason is None if words is None else words in (reason or "")


def test_events_look_at_what_is_known_of_the_win() -> None:
    hand = "123m"
    unknown = looked_at(hand)
    assert why(unknown, "events", event="initial-deal") is None
    assert "needs the seat east" in (why(looked_at(hand, seat="west"), "events", event="initial-deal") or "")
    assert "needs a self-draw" in (why(looked_at(hand, win="discard"), "events", event="initial-deal") or "")
    assert "discards to be" in (why(looked_at(hand, discards=3), "events", event="initial-deal") or "")
    last = looked_at(hand, events=["last-tile"])
    assert "beside last-tile" in (why(last, "events", event="initial-deal") or "")
    assert why(last, "events", event="last-tile") is None
    north = looked_at(hand, win="discard", seat="south", **{"from": "north"})
    assert "east as the discarder" in (why(north, "events", event="dealers-first-discard") or "")


@given(random=st.randoms(use_true_random=True), win=st.sampled_from(["self-draw", "discard"]))
@settings(max_examples=100, deadline=None)
def test_an_event_that_check_allows_is_one_that_score_accepts(random: Random, win: str) -> None:
    hand = finished_hand(random, 14)
    asked: Json = {"rules": "hkma-2023", "hand": hand.text(), "seat": random.choice(["east", "west"]), "round": "east"}
    asked["win"] = win
    found = check(asked).to_json()
    if not found["finished"]:
        return
    for entry in found["events"]:
        try:
            score({**asked, "events": [entry["event"]]})
            reason = None
        except SikwuError as error:
            reason = error.message
        assert entry["why"] == reason


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"hand": "8z"}, "bad-notation"),
        ({"hand": "[124m]"}, "bad-group"),
        ({"hand": "[123m<west]", "seat": "south"}, "bad-group"),
        ({"hand": "[123m<west]"}, None),
        ({"hand": "11111m"}, "too-many-copies"),
        ({"hand": "123456789m12345p"}, "tile-count"),
        ({"hand": None}, "bad-request"),
        ({"rules": "x"}, "unknown-rules"),
        ({"options": {"x": 1}}, "unknown-option"),
        ({"events": ["x"]}, "unknown-event"),
        ({"explain": True}, "bad-request"),
        ({"seat": "up"}, "bad-request"),
        ({"rules": "korean-yak", "hand": "1s"}, "tile-not-in-set"),
        ({"rules": "korean-yak", "hand": "[123m]"}, "bad-group"),
        ({"rules": "korean-yak", "hand": "[123m]", "options": {"melded_chows": True}}, None),
    ],
)
def test_a_hand_that_is_already_wrong_is_an_error(change: Json, code: str | None) -> None:
    asked = {"rules": "hkma-2023", "hand": "1m", **change}
    if code is None:
        assert check(asked).to_json()["hand"]
        return
    with pytest.raises(SikwuError) as refused:
        check(asked)
    assert refused.value.code == code


def test_equal_hands_give_equal_bytes() -> None:
    assert dumps(looked_at("321m5s")) == dumps(looked_at("5s 1m2m3m"))
    assert parse_hand("1m+1m") == parse_hand(looked_at("1m+1m")["hand"])


@pytest.mark.parametrize(
    ("hand", "possible"),
    [
        ("", True),
        ("19m1z", True),
        ("19m (2222p)", True),
        ("19m [222p]", False),
        ("(2222m) (3333m)", False),
        ("(7777z)", False),
    ],
)
def test_groups_that_keep_an_unfinished_hand_from_robbing_a_concealed_kong(hand: str, possible: bool) -> None:
    found = check({"rules": "taiwan-bible", "hand": hand}).to_json()
    assert (why(found, "events", event="robbing-a-concealed-kong") is None) == possible
