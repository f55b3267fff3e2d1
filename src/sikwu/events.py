"""The events of a win as data: what each implies, what must hold for it, which cannot stand together.

Checks, error words, command-line help, the service's schema and the app read this table; nothing else knows an event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from sikwu.errors import Message, SikwuError
from sikwu.hand import Hand


class Win(NamedTuple):
    """What is known of a win when its events are judged; ``None`` is unknown, and unknown forbids nothing.

    ``copies`` counts the winning tile in the finished hand; ``without_hand`` says whether the rule set lets a player
    win with eight flowers alone; ``robs_concealed`` whether the hand may rob a concealed kong.
    """

    hand: Hand | None
    seat: int | None
    self_draw: bool | None
    discarder: int | None
    discards: int | None
    copies: int | None
    without_hand: bool
    robs_concealed: bool | None

    def holds(self, condition: Callable[[Hand], bool]) -> bool:
        """Whether the hand meets the condition; an unknown hand may."""
        return self.hand is None or condition(self.hand)


def _kongs(hand: Hand) -> int:
    return sum(group.is_kong for group in hand.groups)


class Need(NamedTuple):
    """A condition of an event, and how the refusal is worded after "… needs"."""

    words: str
    holds: Callable[[Win], bool]


SELF_DRAW = Need("a self-draw", lambda win: win.self_draw is not False)
DISCARD = Need("a win on a discard", lambda win: win.self_draw is not True)
A_KONG = Need("a declared kong in the hand", lambda win: win.holds(lambda hand: _kongs(hand) >= 1))
TWO_KONGS = Need("two declared kongs in the hand", lambda win: win.holds(lambda hand: _kongs(hand) >= 2))
A_FLOWER = Need("a flower", lambda win: win.holds(lambda hand: bool(hand.flowers)))
NO_SECOND_COPY = Need(
    "the robbed tile to be the only one of its kind in the finished hand", lambda win: win.copies in (None, 1)
)
A_HAND_THAT_ROBS = Need(
    "a shape that may rob a concealed kong under this rule set", lambda win: win.robs_concealed is not False
)
EAST = Need("the seat east", lambda win: win.seat in (None, 1))
NOT_EAST = Need("a seat other than east", lambda win: win.seat != 1)
FROM_EAST = Need("east as the discarder", lambda win: win.discarder in (None, 1))
NOTHING_DECLARED = Need("a hand without declared groups", lambda win: win.holds(lambda hand: not hand.groups))
NOTHING_EXPOSED = Need(
    "a hand without exposed groups", lambda win: win.holds(lambda hand: not any(group.exposed for group in hand.groups))
)
NOTHING_DISCARDED = Need("discards to be absent or 0", lambda win: win.discards in (None, 0))
WINS_WITHOUT_HAND = Need("a rule set that pays eight flowers without a hand", lambda win: win.without_hand)
ONLY_EIGHT_FLOWERS = Need(
    "all eight flowers and nothing else in hand",
    lambda win: win.holds(lambda hand: len(hand.flowers) == 8 and hand.size() == 0),
)


class Event(NamedTuple):
    """A fact about a win. ``meaning`` completes "the win came …"."""

    key: str
    meaning: str
    needs: tuple[Need, ...] = ()
    implies: tuple[str, ...] = ()

    @property
    def fact(self) -> str:
        """The name by which a row's condition asks for the event."""
        return self.key.replace("-", "_")


_READY = (NOTHING_EXPOSED,)
EVENTS: dict[str, Event] = {
    event.key: event
    for event in (
        Event("kong-replacement", "on the tile drawn to replace a kong", (SELF_DRAW, A_KONG)),
        Event(
            "double-kong-replacement",
            "on the replacement of the second of two kongs in a row",
            (SELF_DRAW, TWO_KONGS),
            ("kong-replacement",),
        ),
        Event("flower-replacement", "on the tile drawn to replace a flower", (SELF_DRAW, A_FLOWER)),
        Event(
            "robbing-the-kong",
            "on the tile that another player added to an exposed pung",
            (DISCARD, NO_SECOND_COPY),
        ),
        Event(
            "robbing-a-concealed-kong",
            "on a tile of another player's concealed kong",
            (DISCARD, NO_SECOND_COPY, A_HAND_THAT_ROBS),
        ),
        Event("last-tile", "on the wall's last tile, or on the discard that ends the hand"),
        Event(
            "initial-deal",
            "with the dealt tiles, before any discard",
            (SELF_DRAW, EAST, NOTHING_DECLARED, NOTHING_DISCARDED),
        ),
        Event(
            "dealers-first-discard",
            "on the dealer's first discard",
            (DISCARD, NOT_EAST, FROM_EAST, NOTHING_DECLARED, NOTHING_DISCARDED),
            ("first-turn",),
        ),
        Event(
            "first-turn",
            "in the first go-around, before anyone's second turn, any claim and any kong",
            (NOTHING_DECLARED,),
        ),
        Event("ready", "after declaring ready", _READY),
        Event("first-turn-ready", "after declaring ready in the first turn", _READY, ("ready",)),
        Event("open-ready", "after declaring ready with the waits shown", _READY, ("ready",)),
        Event(
            "eight-flowers",
            "by holding all eight flowers, without a complete hand",
            (WINS_WITHOUT_HAND, ONLY_EIGHT_FLOWERS, SELF_DRAW),
        ),
    )
}

READY_EVENTS = ("ready", "first-turn-ready", "open-ready")

EXCLUDES: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (
        ("last-tile",),
        ("initial-deal", "first-turn", "dealers-first-discard", "robbing-the-kong", "robbing-a-concealed-kong"),
    ),
    (("kong-replacement",), ("flower-replacement",)),
    (("robbing-the-kong",), ("robbing-a-concealed-kong",)),
    (("robbing-the-kong", "robbing-a-concealed-kong"), ("first-turn", "dealers-first-discard")),
    (READY_EVENTS, ("initial-deal", "dealers-first-discard")),
    (("eight-flowers",), tuple(key for key in EVENTS if key != "eight-flowers")),
)
"""No event of the left side stands beside one of the right."""


def with_implied(events: Iterable[str]) -> frozenset[str]:
    """The events with all that they imply.

    >>> sorted(with_implied(["double-kong-replacement"]))
    ['double-kong-replacement', 'kong-replacement']
    """
    given = frozenset(events)
    return given.union(*(EVENTS[key].implies for key in given))


def why_impossible(key: str, others: Iterable[str], win: Win) -> Message | None:
    """Why the event cannot be true of this win beside the others, in words; ``None`` if it can."""
    for need in EVENTS[key].needs:
        if not need.holds(win):
            return Message("{event} needs {need}", {"event": key, "need": Message(need.words, {})})
    mine = with_implied([key])
    theirs = with_implied(others)
    for left, right in EXCLUDES:
        for ours, other in ((left, right), (right, left)):
            clash = theirs.intersection(other)
            if mine.intersection(ours) and clash:
                return Message("{event} cannot stand beside {other_event}", {"event": key, "other_event": min(clash)})
    return _why_not_first_turn(mine, mine | theirs, win)


def _why_not_first_turn(mine: frozenset[str], together: frozenset[str], win: Win) -> Message | None:
    """The two contradictions of a first-turn win that hang on how it was won."""
    if "first-turn" not in together or win.self_draw is not True:
        return None
    if "first-turn" in mine and win.seat == 1 and "initial-deal" not in together:
        return Message(
            "{event} on east's self-draw is {other_event}; give that event",
            {"event": "first-turn", "other_event": "initial-deal"},
        )
    ready = together.intersection(READY_EVENTS)
    if ready and ("first-turn" in mine or mine & ready):
        return Message(
            "{event} cannot stand beside {other_event} on a self-draw: nobody has had a turn to declare it in",
            {"event": min(ready), "other_event": "first-turn"},
        )
    return None


def check_events(events: Iterable[str], win: Win) -> None:
    """Raise ``impossible-event`` for the first event, in the table's order, that cannot be true of the win."""
    given = set(events)
    for key in EVENTS:
        if key in given:
            reason = why_impossible(key, given - {key}, win)
            if reason:
                raise SikwuError("impossible-event", reason, "events")
