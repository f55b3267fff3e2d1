"""Events: what each needs, implies and excludes, from the contract's words and not from the engine's table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import finished_hands

from sikwu import SikwuError, rulesets, score
from sikwu.events import EVENTS
from sikwu.rules import load

READY = {"ready", "first-turn-ready", "open-ready"}
ROBBING = {"robbing-the-kong", "robbing-a-concealed-kong"}
NAMES = (
    "kong-replacement",
    "double-kong-replacement",
    "flower-replacement",
    *sorted(ROBBING),
    "last-tile",
    "initial-deal",
    "dealers-first-discard",
    "first-turn",
    *sorted(READY),
    "eight-flowers",
)


class Table(NamedTuple):
    """A win, as far as events look at it. The hands win on 3p; ``copies`` of it are in the finished hand."""

    hand: str
    kongs: int
    declared: bool
    exposed: bool
    flower: bool
    copies: int
    seat: str
    self_draw: bool
    discarder: str | None
    discards: int | None


HANDS = [
    # hand, kongs, declared, exposed, flower, copies of the winning tile
    ("123m456m77s123s12p + 3p", 0, False, False, False, 1),
    ("123m456m77s123s12p + 3p 1f", 0, False, False, True, 1),
    ("123m456m33p 123s12p + 3p", 0, False, False, False, 3),
    ("123m456m77s [123s] 12p + 3p 8f", 0, True, True, True, 1),
    ("123m456m77s (1111s) 12p + 3p", 1, True, False, False, 1),
    ("123m456m77s [1111s] 12p + 3p 2f", 1, True, True, True, 1),
    ("123m77s (1111s) (9999s) 12p + 3p", 2, True, False, False, 1),
    ("123m77s [111+1s] (9999s) 12p + 3p 1f", 2, True, True, True, 1),
    ("77s33p [1111s] [9999s] (1111z) + 3p", 3, True, True, False, 3),
]


def tables() -> Iterator[Table]:
    for hand in HANDS:
        for seat in ("east", "south"):
            for discards in (None, 0, 7):
                yield Table(*hand, seat, True, None, discards)
                for discarder in (None, "east", "north"):
                    if discarder != seat:
                        yield Table(*hand, seat, False, discarder, discards)


def possible(given: set[str], table: Table) -> bool:
    """The contract's table and the sentences below it, for a rule set that knows no win by flowers or by robbing a
    concealed kong."""
    events = set(given)
    events |= {"kong-replacement"} if "double-kong-replacement" in given else set()
    events |= {"first-turn"} if "dealers-first-discard" in given else set()
    events |= {"ready"} if given & {"first-turn-ready", "open-ready"} else set()
    first = table.discards in (None, 0)
    east = table.seat == "east"
    holds = {
        "kong-replacement": table.self_draw and table.kongs >= 1,
        "double-kong-replacement": table.self_draw and table.kongs >= 2,
        "flower-replacement": table.self_draw and table.flower,
        "robbing-the-kong": not table.self_draw and table.copies == 1,
        "robbing-a-concealed-kong": False,
        "last-tile": True,
        "initial-deal": table.self_draw and east and not table.declared and first,
        "dealers-first-discard": not table.self_draw
        and not east
        and table.discarder in (None, "east")
        and not table.declared
        and first,
        "first-turn": not table.declared and not (east and table.self_draw and "initial-deal" not in events),
        "ready": not table.exposed,
        "first-turn-ready": not table.exposed,
        "open-ready": not table.exposed,
        "eight-flowers": False,
    }
    if not all(holds[event] for event in events):
        return False
    first_turn = events & {"initial-deal", "first-turn", "dealers-first-discard"}
    if "last-tile" in events and (first_turn or events & ROBBING):
        return False
    if {"kong-replacement", "flower-replacement"} <= events or events >= ROBBING:
        return False
    if events & ROBBING and events & {"first-turn", "dealers-first-discard"}:
        return False
    if not events & READY:
        return True
    if events & {"initial-deal", "dealers-first-discard"}:
        return False
    return not (table.self_draw and "first-turn" in events)


def request(table: Table, events: tuple[str, ...]) -> dict[str, Any]:
    return {
        "rules": "hkma-2023",
        "hand": table.hand,
        "seat": table.seat,
        "round": "east",
        "win": "self-draw" if table.self_draw else "discard",
        "from": table.discarder,
        "discards": table.discards,
        "events": list(events),
    }


def refusal(asked: dict[str, Any]) -> str | None:
    try:
        score(asked)
    except SikwuError as error:
        assert error.code == "impossible-event", error.message
        assert error.field == "events"
        return error.message
    return None


def test_the_events_are_those_of_the_contract() -> None:
    assert set(EVENTS) == set(NAMES)


@pytest.mark.parametrize("table", list(tables()), ids=str)
def test_every_one_two_or_three_events_at_every_table(table: Table) -> None:
    for size in (1, 2, 3):
        for events in combinations(NAMES, size):
            message = refusal(request(table, events))
            assert (message is None) == possible(set(events), table), (events, message)
            if message:
                assert message.split()[0] in events, "a refusal begins with the event it is about"


@pytest.mark.parametrize(
    ("hand", "seat", "win", "events", "message"),
    [
        (0, "south", "self-draw", ["kong-replacement"], "kong-replacement needs a declared kong in the hand"),
        (4, "south", "discard", ["kong-replacement"], "kong-replacement needs a self-draw"),
        (4, "south", "self-draw", ["double-kong-replacement"], "needs two declared kongs in the hand"),
        (0, "south", "self-draw", ["flower-replacement"], "flower-replacement needs a flower"),
        (0, "south", "self-draw", ["robbing-the-kong"], "robbing-the-kong needs a win on a discard"),
        (2, "south", "discard", ["robbing-the-kong"], "the only one of its kind in the finished hand"),
        (0, "south", "discard", ["robbing-a-concealed-kong"], "needs a shape that may rob a concealed kong"),
        (0, "south", "self-draw", ["initial-deal"], "initial-deal needs the seat east"),
        (0, "east", "discard", ["initial-deal"], "initial-deal needs a self-draw"),
        (4, "east", "self-draw", ["initial-deal"], "initial-deal needs a hand without declared groups"),
        (0, "east", "discard", ["dealers-first-discard"], "needs a seat other than east"),
        (4, "south", "discard", ["dealers-first-discard"], "needs a hand without declared groups"),
        (4, "south", "discard", ["first-turn"], "first-turn needs a hand without declared groups"),
        (0, "east", "self-draw", ["first-turn"], "first-turn on east's self-draw is initial-deal; give that event"),
        (5, "south", "discard", ["ready"], "ready needs a hand without exposed groups"),
        (0, "south", "self-draw", ["ready", "first-turn"], "nobody has had a turn to declare it in"),
        (0, "east", "self-draw", ["initial-deal", "ready"], "initial-deal cannot stand beside ready"),
        (0, "south", "self-draw", ["eight-flowers"], "needs a rule set that pays eight flowers without a hand"),
        (0, "south", "discard", ["last-tile", "robbing-the-kong"], "cannot stand beside last-tile"),
        (5, "south", "self-draw", ["kong-replacement", "flower-replacement"], "cannot stand beside flower-replacement"),
    ],
)
def test_refusals_say_what_would_be_right(hand: int, seat: str, win: str, events: list[str], message: str) -> None:
    asked = {"rules": "hkma-2023", "hand": HANDS[hand][0], "seat": seat, "round": "east", "win": win, "events": events}
    assert message in (refusal(asked) or "")


@pytest.mark.parametrize(
    ("discarder", "discards", "message"),
    [
        ("north", None, "needs east as the discarder"),
        ("east", 1, "needs discards to be absent or 0"),
        ("east", 0, None),
        (None, None, None),
    ],
)
def test_the_dealers_first_discard_is_easts_and_the_first(
    discarder: str | None, discards: int | None, message: str | None
) -> None:
    found = refusal(request(Table(*HANDS[0], "south", False, discarder, discards), ("dealers-first-discard",)))
    assert found is None if message is None else message in (found or "")


def test_the_dealers_first_discard_is_paid_by_east_though_unnamed() -> None:
    won = score(request(Table(*HANDS[0], "south", False, None, None), ("dealers-first-discard",))).to_json()
    assert won["payments"] == [{"from": "east", "to": "south", "amount": 512, "for": "hand"}]
    assert won["net"] == {"east": -512, "south": 512, "west": 0, "north": 0}


def test_an_event_twice_is_the_event_once() -> None:
    table = Table(*HANDS[0], "south", False, "north", None)
    once, twice = (score(request(table, events)).to_json() for events in (("ready",), ("ready", "ready")))
    assert once == twice


EVENT_ROWS = {
    "hkma-2023": {
        "robbing-the-kong",
        "kong-replacement",
        "last-tile-self-draw",
        "heavenly-hand",
        "earthly-hand",
        "double-kong-replacement",
    },
    "korean-yak": {
        "first-turn-ready",
        "blessing-of-heaven",
        "blessing-of-earth",
        "blessing-of-man",
        "ready",
        "open-ready",
        "robbing-the-kong",
        "kong-replacement",
        "last-tile-draw",
        "last-tile-claim",
        "last-tile-draw-1-dot",
        "last-tile-claim-1-dot",
        "kong-replacement-5-dot",
    },
    "korean-kengma": {
        "ready",
        "open-ready",
        "last-tile-draw",
        "robbing-the-kong",
        "kong-replacement",
        "double-ready",
        "moon",
        "plum-blossom",
        "heavenly-hand",
        "earthly-hand",
        "blessing-of-man",
    },
    "sixteen-tile": {"heaven-and-earth", "last-tile-draw", "kong-replacement", "robbing-the-kong"},
    "taiwan-bible": {"robbing-the-kong", "kong-replacement", "last-tile", "heaven-or-earth", "eight-flowers"},
}
"""The rows of each sheet that are about an event."""


@pytest.mark.parametrize("rules", rulesets())
@given(data=st.data(), win=st.sampled_from(["self-draw", "discard"]), seat=st.sampled_from(["east", "west"]))
@settings(max_examples=60, deadline=None)
def test_an_event_that_was_not_given_never_scores(rules: str, data: st.DataObject, win: str, seat: str) -> None:
    hand = data.draw(finished_hands(load(rules).tiles))
    options = {"suits": "three"} if rules.startswith("korean") else {}
    options |= {"melded_chows": True} if rules == "korean-yak" else {}
    asked = {"rules": rules, "options": options, "seat": seat, "round": "east", "win": win, "explain": True}
    try:
        result = score({**asked, "hand": hand._replace(flowers=()).text()}).to_json()
    except SikwuError as error:
        assert error.code == "not-a-winning-hand"  # seven pairs where they are no shape
        return
    for one in [result, *result["explanation"]["alternatives"]]:
        assert not EVENT_ROWS[rules] & {row["key"] for row in one["patterns"]}


@pytest.mark.parametrize("rules", rulesets())
def test_the_rows_about_events_are_on_the_sheet(rules: str) -> None:
    assert EVENT_ROWS[rules] <= {row.key for row in load(rules).rows}


ORPHANS_AND_A_CHOW = "19m19p19s1234567z 1z 45p + 6p"


@pytest.mark.parametrize(
    ("hand", "win", "events", "message"),
    [
        (ORPHANS_AND_A_CHOW, "discard", ["robbing-a-concealed-kong"], None),
        (ORPHANS_AND_A_CHOW, "self-draw", ["robbing-a-concealed-kong"], "needs a win on a discard"),
        ("19m19p19s1234567z 1z 66p + 6p", "discard", ["robbing-a-concealed-kong"], "the only one of its kind"),
        ("123456789m123p77s12s + 3s", "discard", ["robbing-a-concealed-kong"], "needs a shape that may rob"),
        (ORPHANS_AND_A_CHOW, "discard", ["robbing-a-concealed-kong", "robbing-the-kong"], "cannot stand beside"),
        (ORPHANS_AND_A_CHOW, "discard", ["robbing-a-concealed-kong", "first-turn"], "cannot stand beside"),
        ("12345678f", "self-draw", ["eight-flowers"], None),
        ("12345678f", "discard", ["eight-flowers"], "needs a self-draw"),
        ("1234567f", "self-draw", ["eight-flowers"], "needs all eight flowers and nothing else in hand"),
        ("12345678f 1m", "self-draw", ["eight-flowers"], "expected + and the winning tile"),
        ("12345678f [111m]", "self-draw", ["eight-flowers"], "expected + and the winning tile"),
        ("123456789m123p77s12s + 3s 12345678f", "self-draw", ["eight-flowers"], "all eight flowers and nothing else"),
        *[
            ("12345678f", "self-draw", ["eight-flowers", other], "cannot stand beside")
            for other in ("last-tile", "flower-replacement", "initial-deal", "first-turn", "ready")
        ],
    ],
)
def test_the_events_of_one_sheet_alone(hand: str, win: str, events: list[str], message: str | None) -> None:
    asked = {"rules": "taiwan-bible", "hand": hand, "seat": "east", "round": "east", "win": win, "events": events}
    if message is None:
        assert score(asked).to_json()["wins"]
        return
    with pytest.raises(SikwuError) as refused:
        score(asked)
    assert message in refused.value.message
