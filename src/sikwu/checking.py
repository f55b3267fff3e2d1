"""What may come next: for every tile, group and event, whether it is possible now and, if not, why."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from sikwu.errors import Message, SikwuError, in_its_language
from sikwu.events import EVENTS, Win, why_impossible
from sikwu.hand import SEAT_NUMBERS, SEATS, Group, Hand, make_hand
from sikwu.notation import read_hand
from sikwu.readings.distance import FAR, lacking
from sikwu.readings.packed import pack
from sikwu.readings.shapes import SHAPES, read
from sikwu.request import (
    LANGS,
    MOST_DISCARDS,
    MOST_STREAK,
    SCORE_FIELDS,
    WIN_WAYS,
    Fields,
    House,
    Json,
    check_copies,
    check_count,
    check_groups,
    check_room,
    check_set,
    house,
    known_events,
)
from sikwu.scoring import not_a_win
from sikwu.tiles import ALL_KINDS, CODES, GLYPHS, KINDS, codes

CHECK_FIELDS = tuple(field for field in SCORE_FIELDS if field != "explain")


class Possible(NamedTuple):
    """Something that may come next: its name in the contract's words, and why it cannot, if it cannot."""

    name: dict[str, str]
    why_not: Message | None

    @property
    def why(self) -> str | None:
        """Why it cannot, things named as requests name them."""
        return None if self.why_not is None else str(self.why_not)

    def to_json(self, lang: str | None = None) -> dict[str, Any]:
        """The entry in JSON form, the reason in a language if one is asked for."""
        why = self.why_not.in_language(lang) if self.why_not and lang else self.why
        return {**self.name, "possible": why is None, "why": why}


class Check(NamedTuple):
    """A hand read back, and what may come next. ``problem`` is what keeps it from being a finished win, if anything.

    ``claims`` says for every declared group from which seats it may have been claimed; a concealed kong from none.
    """

    house: House
    hand: Hand
    problem: SikwuError | None
    tiles: tuple[Possible, ...]
    winning: tuple[Possible, ...]
    groups: tuple[Possible, ...]
    events: tuple[Possible, ...]
    claims: tuple[tuple[Possible, ...], ...]
    lang: str | None

    def to_json(self) -> dict[str, Any]:
        """The result in JSON form: the hand in codes, in Unicode and by its parts, then every list."""
        hand = self.hand
        return {
            "rules": self.house.rules.key,
            "options": dict(self.house.options),
            "hand": str(hand),
            "unicode": _unicode(hand),
            "concealed": codes(hand.concealed),
            "groups_declared": [
                {
                    "tiles": codes(group.tiles()),
                    "kind": group.kind,
                    "from": SEATS[group.claimed_from - 1] if group.claimed_from else None,
                    "claims": [entry.to_json(self.lang) for entry in claims],
                }
                for group, claims in zip(hand.groups, self.claims, strict=True)
            ],
            "winning_tile": None if hand.winning is None else CODES[hand.winning],
            "flowers": codes(hand.flowers),
            "size": hand.size(),
            "full_size": self.house.rules.tiles,
            "finished": self.problem is None,
            "problem": self._problem_json(),
            "tiles": [entry.to_json(self.lang) for entry in self.tiles],
            "winning": [entry.to_json(self.lang) for entry in self.winning],
            "groups": [entry.to_json(self.lang) for entry in self.groups],
            "events": [entry.to_json(self.lang) for entry in self.events],
        }

    def _problem_json(self) -> dict[str, str | None] | None:
        problem = self.problem.in_language(self.lang) if self.problem and self.lang else self.problem
        return problem.to_json()["error"] if problem else None


def _unicode(hand: Hand) -> str:
    """The hand's line with a glyph for every tile."""
    winning = [] if hand.winning is None else [f"+ {_glyph(hand.winning)}"]
    parts = [_glyphs(hand.concealed), *map(_group_in_glyphs, hand.groups), *winning, _glyphs(hand.flowers)]
    return " ".join(filter(None, parts))


def _glyph(kind: int) -> str:
    """A tile's character; the red dragon with the text selector, since fonts colour it."""
    return GLYPHS[kind] + ("\ufe0e" if CODES[kind] == "7z" else "")


def _glyphs(kinds: tuple[int, ...]) -> str:
    return "".join(map(_glyph, kinds))


def _group_in_glyphs(group: Group) -> str:
    tiles = _glyphs(group.tiles())
    if not group.exposed:
        return f"({tiles})"
    if group.kind == "added-kong":
        tiles = f"{_glyphs(group.tiles()[:3])}+{_glyph(group.tile)}"
    return f"[{tiles}<{SEATS[group.claimed_from - 1]}]" if group.claimed_from else f"[{tiles}]"


@in_its_language
def check(request: Json) -> Check:
    """Read a hand back, finished or not, and say what may come next under a rule set.

    ``seat``, ``win``, ``from``, ``events`` and ``discards`` are used where they are given; of ``round`` and ``streak``
    only the form is looked at. Reasons come in ``lang``. Raises :class:`SikwuError` when the hand as it stands is
    already wrong.

    >>> found = check({"rules": "hkma-2023", "hand": "1111m[777z]"})
    >>> found.tiles[0].why, found.tiles[1].why
    ('5 copies of 1m; a set has four', None)
    """
    fields = Fields(request, CHECK_FIELDS)
    text, rules, options = fields.hand(), fields.rules(), fields.options()
    seat, discarder = fields.seat("seat"), fields.seat("from")
    fields.seat("round")
    way = fields.word("win", WIN_WAYS)
    events, discards = fields.texts("events"), fields.number("discards", MOST_DISCARDS)
    fields.number("streak", MOST_STREAK)
    lang = fields.word("lang", LANGS)
    sheet = house(rules, options)
    given = known_events(events)
    hand = read_hand(text, "optional")
    _check_now(hand, sheet, seat)
    self_draw = None if way is None else way == "self-draw"
    win = Win(
        hand,
        seat,
        self_draw,
        discarder,
        discards,
        None if hand.winning is None else hand.counts()[hand.winning],
        sheet.rules.eight_flowers is not None,
        _robs(hand, sheet),
    )
    return Check(
        sheet,
        hand,
        _problem(hand, sheet),
        tuple(_tile(hand, sheet, seat, kind) for kind in range(ALL_KINDS)),
        tuple(_winning(hand, sheet, seat, kind) for kind in range(KINDS)),
        tuple(_groups(hand, sheet, seat)),
        tuple(Possible({"event": key}, why_impossible(key, given - {key}, win)) for key in EVENTS),
        tuple(_claims(group, sheet, seat) for group in hand.groups),
        lang,
    )


def _check_now(hand: Hand, sheet: House, seat: int | None) -> None:
    """The contract's checks for a hand that may still grow."""
    check_groups(hand, sheet, seat)
    counts = hand.counts()
    check_set(counts, sheet)
    check_copies(counts)
    check_room(hand, sheet.rules)


def _why(step: Callable[[], None]) -> Message | None:
    """What the error says that a check raises, if it does."""
    try:
        step()
    except SikwuError as error:
        return error.said
    return None


def _problem(hand: Hand, sheet: House) -> SikwuError | None:
    try:
        check_count(hand, sheet.rules)
        if hand.winning is None or not read(pack(hand), sheet.rules.shapes):
            raise not_a_win(pack(hand), sheet.rules)
    except SikwuError as error:
        return error
    return None


def _robs(hand: Hand, sheet: House) -> bool | None:
    """Whether the hand may rob a concealed kong; unknown while it is unfinished and its groups do not forbid it."""
    shapes = sheet.rules.robs_concealed_kong
    if not shapes:
        return False
    if hand.winning is None or hand.size() < sheet.rules.tiles:
        return None if lacking(pack(hand), shapes, sheet.rules.tiles) < FAR else False
    return any(SHAPES[reading.shape] in shapes for reading in read(pack(hand), sheet.rules.shapes))


def _tile(hand: Hand, sheet: House, seat: int | None, kind: int) -> Possible:
    more = make_hand((*hand.concealed, *hand.flowers, kind), hand.groups, hand.winning)
    return Possible({"tile": CODES[kind]}, _why(partial(_check_now, more, sheet, seat)))


def _winning(hand: Hand, sheet: House, seat: int | None, kind: int) -> Possible:
    name = {"tile": CODES[kind]}
    if hand.winning is not None:
        return Possible(name, Message("{tile} is the winning tile; a hand has one", {"tile": CODES[hand.winning]}))
    more = hand._replace(winning=kind)
    return Possible(name, _why(partial(_check_now, more, sheet, seat)))


def _groups(hand: Hand, sheet: House, seat: int | None) -> list[Possible]:
    chows = [Group("chow", kind) for kind in range(27) if kind % 9 < 7]
    same = [Group(name, kind) for name in ("pung", "kong", "added-kong", "concealed-kong") for kind in range(KINDS)]
    found = []
    for group in chows + same:
        name = {"kind": group.kind, "tiles": codes(group.tiles())}
        more = hand._replace(groups=(*hand.groups, group))
        found.append(Possible(name, _why(partial(_check_now, more, sheet, seat))))
    return found


def _claims(group: Group, sheet: House, seat: int | None) -> tuple[Possible, ...]:
    """From which seats the group may have been claimed."""
    if not group.exposed:
        return ()
    return tuple(
        Possible({"seat": SEATS[giver - 1]}, _why(partial(check_groups, _alone(group, giver), sheet, seat)))
        for giver in SEAT_NUMBERS.values()
    )


def _alone(group: Group, giver: int) -> Hand:
    return make_hand((), (group._replace(claimed_from=giver),), None)
