"""What an unfinished hand waits for and what each wait is worth, or how far it is from ready and what helps."""

from __future__ import annotations

from typing import Any, NamedTuple

from sikwu.errors import SikwuError, in_its_language
from sikwu.hand import SEAT_NUMBERS, SEATS, Hand
from sikwu.notation import read_hand
from sikwu.readings.distance import lacking, nearest
from sikwu.readings.packed import pack
from sikwu.readings.waits import waits as wait_kinds
from sikwu.readings.waits import with_tile
from sikwu.request import (
    LANGS,
    MOST_DISCARDS,
    MOST_STREAK,
    Fields,
    House,
    Json,
    ScoreRequest,
    check_copies,
    check_count,
    check_groups,
    check_set,
    house,
    known_events,
    read_tiles,
    win_facts,
)
from sikwu.scoring import Score, score_liable
from sikwu.tiles import ALL_KINDS, CODES, KINDS, kinds_in

WAITS_FIELDS = (
    "rules",
    "options",
    "hand",
    "seat",
    "round",
    "events",
    "discards",
    "streak",
    "seen",
    "lang",
    "explain",
)


class WaitsRequest(NamedTuple):
    """A hand without its winning tile, checked; make it with :meth:`from_json`. ``seen`` counts tiles by kind."""

    house: House
    hand: Hand
    seat: int
    round_wind: int
    events: frozenset[str]
    discards: int | None
    streak: int
    seen: tuple[int, ...]

    @classmethod
    def from_json(cls, data: Json) -> WaitsRequest:
        """The request of the contract's JSON object, or :class:`SikwuError` with the first check that fails."""
        fields = Fields(data, WAITS_FIELDS)
        text, rules, options = fields.hand(), fields.rules(), fields.options()
        seat = SEAT_NUMBERS[fields.needed("seat", SEATS)]
        round_wind = SEAT_NUMBERS[fields.needed("round", SEATS)]
        events, discards = fields.texts("events"), fields.number("discards", MOST_DISCARDS)
        streak = fields.number("streak", MOST_STREAK) or 0
        fields.word("lang", LANGS)
        fields.flag("explain")
        seen_text = fields.data.get("seen")
        if seen_text is not None and not isinstance(seen_text, str):
            raise SikwuError("bad-request", "seen is a text of tiles", "seen")
        sheet = house(rules, options)
        given = known_events(events)
        hand = read_hand(text, "absent")
        seen = read_tiles(seen_text, "seen")
        check_groups(hand, sheet, seat)
        counts = hand.counts()
        gone = [seen.count(kind) for kind in range(ALL_KINDS)]
        check_set(counts, sheet)
        check_set(gone, sheet, "seen")
        check_copies(counts)
        check_copies([count + more for count, more in zip(counts, gone, strict=True)], "seen")
        check_count(hand, sheet.rules, finished=False)
        return cls(sheet, hand, seat, round_wind, given, discards, streak, tuple(gone))


class Wait(NamedTuple):
    """A kind that completes the hand: how many are left, and the win on it each way (``None``: impossible so)."""

    tile: int
    left: int
    discard: Score | None
    self_draw: Score | None

    def to_json(self) -> dict[str, Any]:
        """The wait in the contract's form."""
        return {
            "tile": CODES[self.tile],
            "left": self.left,
            "discard": _worth(self.discard),
            "self-draw": _worth(self.self_draw),
        }


def _worth(won: Score | None) -> dict[str, Any] | None:
    return None if won is None else {"points": won.points, "qualifies": won.qualifies, "reason": won.reason}


class Waits(NamedTuple):
    """What a hand waits for. ``distance`` is how many tiles it is from ready; ``useful`` are the tiles that help."""

    request: WaitsRequest
    distance: int
    waits: tuple[Wait, ...]
    useful: tuple[tuple[int, int], ...]

    @property
    def ready(self) -> bool:
        """Whether one tile would finish the hand."""
        return self.distance == 0

    def to_json(self) -> dict[str, Any]:
        """The result in the contract's form and order."""
        return {
            "rules": self.request.house.rules.key,
            "options": dict(self.request.house.options),
            "ready": self.ready,
            "distance": self.distance,
            "waits": [wait.to_json() for wait in self.waits],
            "useful": [{"tile": CODES[kind], "left": left} for kind, left in self.useful],
        }


@in_its_language
def waits(request: WaitsRequest | Json) -> Waits:
    """What the hand waits for and what each wait is worth; when it is not ready, the tiles that bring it nearer.

    >>> found = waits({"rules": "hkma-2023", "hand": "1112345678999m", "seat": "south", "round": "east"})
    >>> len(found.waits), found.waits[0].discard.points
    (9, 10)
    """
    if not isinstance(request, WaitsRequest):
        request = WaitsRequest.from_json(request)
    rules = request.house.rules
    tiles = pack(request.hand)
    lacks = lacking(tiles, rules.shapes, rules.tiles)
    counts = request.hand.counts()
    left = [4 - counts[kind] - request.seen[kind] for kind in range(KINDS)]
    if lacks > 1:
        near = nearest(tiles, rules.shapes, rules.tiles)
        helps = [
            (kind, left[kind])
            for kind in range(KINDS)
            if left[kind] and _in_set(request, kind) and lacking(with_tile(tiles, kind), near, rules.tiles) < lacks
        ]
        return Waits(request, lacks - 1, (), tuple(sorted(helps, key=lambda help: (-help[1], help[0]))))
    kinds = [kind for kind in kinds_in(wait_kinds(tiles, rules.shapes)) if _in_set(request, kind)]
    found = tuple(Wait(kind, left[kind], _win(request, kind, False), _win(request, kind, True)) for kind in kinds)
    return Waits(request, 0, found, ())


def _in_set(request: WaitsRequest, kind: int) -> bool:
    counts = [0] * len(CODES)
    counts[kind] = 1
    try:
        check_set(counts, request.house)
    except SikwuError:
        return False
    return True


def _win(request: WaitsRequest, kind: int, self_draw: bool) -> Score | None:
    """The win on a tile in one way, or ``None`` where the events make it impossible."""
    hand = request.hand._replace(winning=kind)
    facts = win_facts(request.seat, request.round_wind, self_draw, request.discards, request.streak, request.events)
    win = ScoreRequest(
        request.house,
        hand,
        request.seat,
        request.round_wind,
        self_draw,
        None,
        request.events,
        request.discards,
        request.streak,
        False,
        None,
        pack(hand),
        facts,
    )
    try:
        return score_liable(win, None)
    except SikwuError as error:
        if error.code != "impossible-event":
            raise
        return None
