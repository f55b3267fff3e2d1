"""Requests: the contract's JSON, checked once, as frozen values that can be used again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from sikwu.errors import Message, SikwuError, name_of_field, one_of, shown, type_name
from sikwu.events import EVENTS, with_implied
from sikwu.hand import SEAT_NUMBERS, SEATS, Hand
from sikwu.notation import check_form, parse_tiles, read_hand
from sikwu.readings.facts import WIN_FACTS
from sikwu.readings.packed import Tiles, pack
from sikwu.rules import load
from sikwu.rules.language import OptionValue, RuleSet, ask
from sikwu.tiles import CODES, FIRST_FLOWER

Json: TypeAlias = Mapping[str, Any]
LANGS = ("en", "zh", "ko")
MOST_DISCARDS = 144
MOST_STREAK = 1000


class House(NamedTuple):
    """A rule set with every option set: what a table plays. ``facts`` is what conditions ask of the options."""

    rules: RuleSet
    options: Mapping[str, OptionValue]
    facts: Mapping[str, int]
    fact_values: tuple[int, ...]

    @property
    def minimum(self) -> int:
        """The least that a win must be worth."""
        return self.facts["minimum"]


def house(rules: object, options: object = None) -> House:
    """The house of a rule set's key and given options, or ``unknown-rules``, ``unknown-option``, ``bad-option``.

    Requests with equal options share one house, so that many of them take little room.

    >>> house("hkma-2023", {"minimum": 1}).options["minimum"]
    1
    >>> house("hkma-2023") is house("hkma-2023", {"minimum": 3})
    True
    """
    sheet = load(rules)
    return _house(sheet, tuple(sheet.fill_options(_mapping(options, "options")).values()))


@lru_cache(maxsize=1024)
def _house(sheet: RuleSet, values: tuple[OptionValue, ...]) -> House:
    """The house of checked values, in the order of the options. Each option's values have one type: 1 is not True."""
    filled = MappingProxyType(dict(zip(sheet.options, values, strict=True)))
    facts = sheet.option_facts(filled)
    return House(sheet, filled, facts, tuple(facts.values()))


def _mapping(value: object, field: str) -> Json:
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise SikwuError("bad-request", f"{field} is an object, not {type_name(value)}", field)
    return value


class Fields:
    """The fields of a request object, taken one by one with their types checked; a null field is absent."""

    def __init__(self, data: object, known: tuple[str, ...], where: str = "") -> None:
        if not isinstance(data, Mapping):
            raise SikwuError(
                "bad-request", f"{where or 'a request'} is a JSON object, not {type_name(data)}", where or None
            )
        self.where = f"{where}." if where else ""
        for name in data:
            if name not in known:
                raise SikwuError(
                    "bad-request",
                    f"there is no field {shown(name)}; the fields are {', '.join(known)}",
                    f"{self.where}{name_of_field(name)}",
                )
        self.data = data

    def _missing(self, name: str, expected: str) -> SikwuError:
        return SikwuError("bad-request", f"{name} is missing; expected {expected}", f"{self.where}{name}")

    def _wrong(self, name: str, value: object, expected: str) -> SikwuError:
        return SikwuError("bad-request", f"{name} is {shown(value)}; expected {expected}", f"{self.where}{name}")

    def word(self, name: str, words: tuple[str, ...]) -> str | None:
        """One of the words, or ``None`` where the field is absent."""
        value = self.data.get(name)
        if value is None:
            return None
        if not isinstance(value, str) or value not in words:
            raise self._wrong(name, value, one_of(words))
        return value

    def needed(self, name: str, words: tuple[str, ...]) -> str:
        """One of the words; the field must be there."""
        value = self.word(name, words)
        if value is None:
            raise self._missing(name, one_of(words))
        return value

    def seat(self, name: str) -> int | None:
        """A seat's number."""
        value = self.word(name, SEATS)
        return None if value is None else SEAT_NUMBERS[value]

    def number(self, name: str, most: int) -> int | None:
        """A whole number from 0."""
        value = self.data.get(name)
        if value is None:
            return None
        if type(value) is not int or not 0 <= value <= most:
            raise self._wrong(name, value, f"a whole number from 0 to {most}")
        return value

    def flag(self, name: str) -> bool:
        """True or false; absent is false."""
        value = self.data.get(name)
        if value is None:
            return False
        if not isinstance(value, bool):
            raise self._wrong(name, value, "true or false")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts; absent is empty."""
        value = self.data.get(name)
        if value is None:
            return ()
        if not isinstance(value, list | tuple) or not all(isinstance(entry, str) for entry in value):
            raise self._wrong(name, value, "a list of texts")
        return tuple(value)

    def objects(self, name: str) -> tuple[Any, ...]:
        """A list; absent is empty. Its entries are checked by whoever reads them."""
        value = self.data.get(name)
        if value is None:
            return ()
        if not isinstance(value, list | tuple):
            raise self._wrong(name, value, "a list")
        return tuple(value)

    def hand(self) -> object:
        """The hand's text or object, checked for form only."""
        value = self.data.get("hand")
        if value is None:
            raise self._missing("hand", "a line such as 123m55s + 5s, or the same taken apart")
        try:
            check_form(value)
        except SikwuError as error:
            raise SikwuError(error.code, error.said, f"{self.where}{error.field}") from error
        return value

    def rules(self) -> str:
        """The rule set's key, not yet looked up."""
        value = self.data.get("rules")
        if value is None:
            raise self._missing("rules", "a rule set's key")
        if not isinstance(value, str):
            raise self._wrong("rules", value, "a rule set's key")
        return value

    def options(self) -> Json:
        """The given options, not yet checked."""
        return _mapping(self.data.get("options"), f"{self.where}options")


def known_events(events: Iterable[str], field: str = "events") -> frozenset[str]:
    """The events, or ``unknown-event`` naming what exists."""
    for key in events:
        if key not in EVENTS:
            raise SikwuError("unknown-event", f"there is no event {shown(key)}; there are {', '.join(EVENTS)}", field)
    return frozenset(events)


def check_groups(hand: Hand, sheet: House, seat: int | None) -> None:
    """``bad-group`` for a group the rule set does not allow, or one claimed from a seat that cannot have given it."""
    for group in hand.groups:
        for forbidden in sheet.rules.forbids:
            if forbidden.group == group.kind and ask(forbidden.when, sheet.facts):
                raise SikwuError("bad-group", "{group}: {why}", "hand", group=group, why=Message(forbidden.words, {}))
        if group.claimed_from is None or seat is None:
            continue
        if group.claimed_from == seat:
            raise SikwuError(
                "bad-group", "{group}: {seat} cannot claim from itself", "hand", group=group, seat=SEATS[seat - 1]
            )
        left = (seat - 2) % 4 + 1
        if group.kind == "chow" and group.claimed_from != left:
            raise SikwuError(
                "bad-group",
                "{group}: a chow of {seat} can only be claimed from {left_seat}, the seat before it",
                "hand",
                group=group,
                seat=SEATS[seat - 1],
                left_seat=SEATS[left - 1],
            )


def check_set(counts: list[int], sheet: House, field: str = "hand") -> None:
    """``tile-not-in-set`` for a tile that the rule set is played without."""
    for forbidden in sheet.rules.forbids:
        if not forbidden.kinds or not ask(forbidden.when, sheet.facts):
            continue
        for kind, count in enumerate(counts):
            if count and forbidden.kinds >> kind & 1:
                why = Message(forbidden.words, {})
                raise SikwuError("tile-not-in-set", "{tile}: {why}", field, tile=CODES[kind], why=why)


_COPIES = {4: "{count} copies of {tile}; a set has four", 1: "{count} copies of {tile}; a set has one"}


def check_copies(counts: list[int], field: str = "hand") -> None:
    """``too-many-copies`` for a fifth copy of a tile or a second of a flower."""
    for kind, count in enumerate(counts):
        most = 4 if kind < FIRST_FLOWER else 1
        if count > most:
            raise SikwuError("too-many-copies", _COPIES[most], field, count=count, tile=CODES[kind])


_COUNT = {
    True: "{count} tiles; a hand of {rules} has {wanted} with the winning tile (a declared group is three, a kong too)",
    False: "{count} tiles; a hand of {rules} has {wanted} without the winning tile "
    "(a declared group is three, a kong too)",
}


def check_count(hand: Hand, rules: RuleSet, *, finished: bool = True) -> None:
    """``tile-count`` unless the hand, finished or one tile short, has as many tiles as the rule set's hands."""
    size, wanted = hand.size(), rules.tiles - (not finished)
    if size != wanted:
        template = _COUNT[finished]
        raise SikwuError("tile-count", template, "hand", count=size, rules=rules.key, wanted=wanted)


_ROOM = {
    True: "{count} tiles; a hand of {rules} has at most {most} with the winning tile (a kong is three)",
    False: "{count} tiles; a hand of {rules} has at most {most} before the winning tile (a kong is three)",
}


def check_room(hand: Hand, rules: RuleSet) -> None:
    """``tile-count`` if the hand, finished or not, has more tiles than fit beside the winning tile."""
    size, most = hand.size(), rules.tiles - (hand.winning is None)
    if size > most:
        template = _ROOM[hand.winning is not None]
        raise SikwuError("tile-count", template, "hand", count=size, rules=rules.key, most=most)


SCORE_FIELDS = (
    "rules",
    "options",
    "hand",
    "seat",
    "round",
    "win",
    "from",
    "events",
    "discards",
    "streak",
    "explain",
    "lang",
)
WIN_WAYS = ("self-draw", "discard")


class ScoreRequest(NamedTuple):
    """A win to be scored, checked up to the count of its tiles; make it with :meth:`from_json`.

    Seats and winds are numbers, east 1 … north 4. ``given_events`` holds no implied ones.
    """

    house: House
    hand: Hand
    seat: int
    round_wind: int
    self_draw: bool
    discarder: int | None
    given_events: frozenset[str]
    discards: int | None
    streak: int
    explain: bool
    lang: str | None
    tiles: Tiles
    win_facts: tuple[int, ...]

    @classmethod
    def from_json(cls, data: Json) -> ScoreRequest:
        """The request of the contract's JSON object, or :class:`SikwuError` with the first check that fails.

        >>> request = ScoreRequest.from_json({"rules": "hkma-2023", "hand": "111m222p333s555z6z + 6z", "seat": "south",
        ...                                   "round": "east", "win": "self-draw"})
        >>> request.seat, request.house.minimum
        (2, 3)
        """
        fields = Fields(data, SCORE_FIELDS)
        form = win_form(fields)
        rules, options = fields.rules(), fields.options()
        round_wind = SEAT_NUMBERS[fields.needed("round", SEATS)]
        streak, explain, lang = fields.number("streak", MOST_STREAK), fields.flag("explain"), fields.word("lang", LANGS)
        return build_request(form, house(rules, options), round_wind, streak or 0, explain, lang)


class WinForm(NamedTuple):
    """A win's own fields, checked for form only."""

    hand: object
    seat: int
    self_draw: bool
    discarder: int | None
    events: tuple[str, ...]
    discards: int | None
    where: str


def win_form(fields: Fields, *, with_hand: bool = True) -> WinForm:
    """The fields that a score request and a settlement's win share; a declared win has no hand."""
    hand = fields.hand() if with_hand else None
    seat = SEAT_NUMBERS[fields.needed("seat", SEATS)]
    self_draw = fields.needed("win", WIN_WAYS) == "self-draw"
    discarder = fields.seat("from")
    if discarder is not None and self_draw:
        raise SikwuError("bad-request", "from is given for a self-draw; nobody discarded", f"{fields.where}from")
    if discarder == seat:
        raise SikwuError(
            "bad-request", "from is {seat}, the winner's own seat", f"{fields.where}from", seat=SEATS[seat - 1]
        )
    events, discards = fields.texts("events"), fields.number("discards", MOST_DISCARDS)
    return WinForm(hand, seat, self_draw, discarder, events, discards, fields.where)


def build_request(
    form: WinForm, sheet: House, round_wind: int, streak: int, explain: bool = False, lang: str | None = None
) -> ScoreRequest:
    """A request from a win's form in a house: event names, notation, groups, set, copies and count are checked."""
    given = known_events(form.events, f"{form.where}events")
    flowers_alone = "eight-flowers" in given
    hand = read_hand(form.hand, "or-flowers" if flowers_alone else "required")
    check_groups(hand, sheet, form.seat)
    counts = hand.counts()
    check_set(counts, sheet)
    check_copies(counts)
    if hand.winning is not None:
        check_count(hand, sheet.rules)
    return ScoreRequest(
        sheet,
        hand,
        form.seat,
        round_wind,
        form.self_draw,
        form.discarder,
        given,
        form.discards,
        streak,
        explain,
        lang,
        pack(hand),
        win_facts(form.seat, round_wind, form.self_draw, form.discards, streak, given),
    )


def win_facts(
    seat: int, round_wind: int, self_draw: bool, discards: int | None, streak: int, events: frozenset[str]
) -> tuple[int, ...]:
    """What conditions may ask of the win, in the order of ``WIN_FACTS``."""
    happened = with_implied(events)
    known = (seat, round_wind, int(self_draw), -1 if discards is None else discards, streak)
    return known + tuple(int(key in happened) for key in EVENTS)


assert len(WIN_FACTS) == 5 + len(EVENTS)  # win_facts gives exactly these


def read_tiles(text: object, field: str) -> list[int]:
    """Loose tiles of a text field, flowers among them; ``bad-request`` if it is no text."""
    if text is None:
        return []
    if not isinstance(text, str):
        raise SikwuError("bad-request", f"{field} is {type_name(text)}; expected a text of tiles", field)
    return parse_tiles(text, field)
