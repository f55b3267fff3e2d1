"""What happened in one deal: the contract's settlement request, checked for form, rules, events, notation and tiles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from sikwu.errors import SikwuError, shown
from sikwu.events import Win, check_events
from sikwu.hand import SEAT_NUMBERS, SEATS
from sikwu.request import (
    LANGS,
    MOST_STREAK,
    Fields,
    House,
    Json,
    ScoreRequest,
    WinForm,
    build_request,
    house,
    known_events,
    win_form,
)
from sikwu.rules.language import RuleSet
from sikwu.tiles import CODES, FIRST_FLOWER

SETTLE_FIELDS = (
    "rules",
    "options",
    "round",
    "streak",
    "wins",
    "concealed_kongs",
    "flower_sets",
    "false_win",
    "counters",
)
WIN_FIELDS = ("seat", "hand", "points", "rows", "win", "from", "events", "discards", "liable", "explain", "lang")
NOBODY = 0
"""In place of a liable seat: ``"none"`` was given, so none is worked out."""
MOST_POINTS = 1_000_000
SHARED_EVENTS = frozenset({"last-tile", "robbing-the-kong", "robbing-a-concealed-kong", "dealers-first-discard"})


class DeclaredWin(NamedTuple):
    """A win known only by its worth: points, and the rows that move something else."""

    house: House
    seat: int
    self_draw: bool
    discarder: int | None
    given_events: frozenset[str]
    discards: int | None
    streak: int
    points: int
    rows: tuple[str, ...]


class SettleRequest(NamedTuple):
    """What happened in one deal, checked for form, events, notation and tiles; make it with :meth:`from_json`."""

    house: House
    round_wind: int
    streak: int
    wins: tuple[ScoreRequest | DeclaredWin, ...]
    liable: tuple[int | None, ...]
    concealed_kongs: tuple[tuple[int, bool], ...]
    flower_sets: tuple[tuple[int, str], ...]
    false_win: int | None
    counters: tuple[int, int, int, int] | None

    @classmethod
    def from_json(cls, data: Json) -> SettleRequest:
        """The request of the contract's JSON object, or :class:`SikwuError` with the first check that fails.

        >>> SettleRequest.from_json({"rules": "hkma-2023", "round": "east", "wins": []}).wins
        ()
        """
        return _Reader(data).request()


class _Win(NamedTuple):
    """One entry of ``wins``, checked for form."""

    form: WinForm
    points: int | None
    rows: tuple[str, ...]
    liable: int | None
    explain: bool
    lang: str | None


class _Reader:
    """Reads a settlement request: all forms first, then rules, options, events and hands."""

    def __init__(self, data: Json) -> None:
        self.fields = Fields(data, SETTLE_FIELDS)

    def request(self) -> SettleRequest:
        fields = self.fields
        rules, options = fields.rules(), fields.options()
        round_wind = SEAT_NUMBERS[fields.needed("round", SEATS)]
        streak = fields.number("streak", MOST_STREAK) or 0
        false_win = fields.seat("false_win")
        if fields.data.get("wins") is None and not false_win:
            raise SikwuError("bad-request", "wins is missing; expected a list, empty for a drawn deal", "wins")
        wins = [self._win(entry, place) for place, entry in enumerate(fields.objects("wins"))]
        kongs = [_kong(entry, place) for place, entry in enumerate(fields.objects("concealed_kongs"))]
        sets = [_flower_set(entry, place) for place, entry in enumerate(fields.objects("flower_sets"))]
        if len(set(sets)) < len(sets):
            raise SikwuError("bad-request", "a seat's flower set is named twice; each is paid once", "flower_sets")
        if false_win and wins:
            raise SikwuError("bad-request", "false_win stands without wins", "false_win")
        _check_together(wins)
        counters = _counters(fields.data.get("counters"))
        sheet = house(rules, options)
        for place, win in enumerate(wins):
            known_events(win.form.events, f"wins[{place}].events")
        _check_race(sheet.rules, counters)
        requests = tuple(_build(win, sheet, round_wind, streak, place) for place, win in enumerate(wins))
        _check_copies_together(requests)
        return SettleRequest(
            sheet,
            round_wind,
            streak,
            requests,
            tuple(win.liable for win in wins),
            tuple(kongs),
            tuple(sets),
            false_win,
            counters,
        )

    def _win(self, entry: object, place: int) -> _Win:
        where = f"wins[{place}]"
        fields = Fields(entry, WIN_FIELDS, where)
        points = fields.number("points", MOST_POINTS)
        rows = fields.texts("rows")
        if points is not None and fields.data.get("hand") is not None:
            raise SikwuError("bad-request", "points stand in place of hand; give one of them", f"{where}.points")
        if points is None and rows:
            raise SikwuError("bad-request", "rows are for a win declared by its points", f"{where}.rows")
        form = win_form(fields, with_hand=points is None)
        if not form.self_draw and form.discarder is None:
            raise SikwuError("bad-request", "from is missing; expected the discarder's seat", f"{where}.from")
        liable = fields.word("liable", (*SEATS, "none"))
        seat = None if liable is None else NOBODY if liable == "none" else SEAT_NUMBERS[liable]
        if seat == form.seat:
            raise SikwuError("bad-request", "the winner cannot be liable", f"{where}.liable")
        return _Win(form, points, rows, seat, fields.flag("explain"), fields.word("lang", LANGS))


def _kong(entry: object, place: int) -> tuple[int, bool]:
    fields = Fields(entry, ("seat", "shown"), f"concealed_kongs[{place}]")
    seat = SEAT_NUMBERS[fields.needed("seat", SEATS)]
    if fields.data.get("shown") is None:
        raise SikwuError("bad-request", "shown is missing; expected true or false", f"concealed_kongs[{place}].shown")
    return seat, fields.flag("shown")


def _flower_set(entry: object, place: int) -> tuple[int, str]:
    fields = Fields(entry, ("seat", "set"), f"flower_sets[{place}]")
    return SEAT_NUMBERS[fields.needed("seat", SEATS)], fields.needed("set", ("flowers", "grass"))


def _counters(data: object) -> tuple[int, int, int, int] | None:
    if data is None:
        return None
    fields = Fields(data, SEATS, "counters")
    counters = []
    for seat in SEATS:
        count = fields.number(seat, 99)
        if count is None:
            raise SikwuError("bad-request", f"{seat} is missing; expected how many counters it has", f"counters.{seat}")
        counters.append(count)
    return counters[0], counters[1], counters[2], counters[3]


def _check_race(rules: RuleSet, counters: tuple[int, ...] | None) -> None:
    """Between races every seat has a counter left, and none has more than it began with."""
    if rules.race is None or counters is None:
        return
    for seat, count in zip(SEATS, counters, strict=True):
        if not 1 <= count <= rules.race.counters:
            raise SikwuError(
                "bad-request",
                "{seat} has {count} counters; expected 1 to {most}",
                f"counters.{seat}",
                seat=seat,
                count=count,
                most=rules.race.counters,
            )


def _check_together(wins: Sequence[_Win]) -> None:
    """Several wins are all on one discard, and each seat wins once."""
    if len(wins) < 2:
        return
    first = wins[0].form
    for place, win in enumerate(wins):
        form = win.form
        if form.self_draw:
            raise SikwuError(
                "bad-request", "several wins are all on one discard; this is a self-draw", f"wins[{place}].win"
            )
        for name, same in (
            ("from", form.discarder == first.discarder),
            ("discards", form.discards == first.discards),
            ("events", SHARED_EVENTS.intersection(form.events) == SHARED_EVENTS.intersection(first.events)),
        ):
            if not same:
                raise SikwuError(
                    "bad-request",
                    f"{name} differs from the first win's; several wins are on one discard",
                    f"wins[{place}].{name}",
                )
    seats = [win.form.seat for win in wins]
    for place, seat in enumerate(seats):
        if seat in seats[:place]:
            raise SikwuError(
                "bad-request", "{seat} wins twice; a seat wins once", f"wins[{place}].seat", seat=SEATS[seat - 1]
            )


def _build(win: _Win, sheet: House, round_wind: int, streak: int, place: int) -> ScoreRequest | DeclaredWin:
    if win.points is None:
        with win_at(place):
            return build_request(win.form, sheet, round_wind, streak, win.explain, win.lang)
    for key in win.rows:
        if key not in sheet.rules.row_index:
            raise SikwuError("bad-request", f"{sheet.rules.key} has no row {shown(key)}", f"wins[{place}].rows")
    form = win.form
    alone = sheet.rules.eight_flowers is not None
    robs = None if sheet.rules.robs_concealed_kong else False
    known = Win(None, form.seat, form.self_draw, form.discarder, form.discards, None, alone, robs)
    with win_at(place):
        check_events(form.events, known)
    given = frozenset(form.events)
    return DeclaredWin(
        sheet, form.seat, form.self_draw, form.discarder, given, form.discards, streak, win.points, win.rows
    )


@contextmanager
def win_at(place: int) -> Iterator[None]:
    """Name the win in the field of an error about it."""
    try:
        yield
    except SikwuError as error:
        field = f"wins[{place}].{error.field}" if error.field else f"wins[{place}]"
        raise SikwuError(error.code, error.said, field) from error


def _check_copies_together(requests: Sequence[ScoreRequest | DeclaredWin]) -> None:
    """The hands of several winners share one winning tile and, that counted once, come from one set of tiles."""
    hands = [request.hand for request in requests if isinstance(request, ScoreRequest)]
    if len(hands) < 2:
        return
    winning = hands[0].winning
    for place, hand in enumerate(hands):
        if hand.winning != winning or winning is None:
            raise SikwuError(
                "bad-request", "the winning tile differs; several wins are on one discard", f"wins[{place}].hand"
            )
    assert winning is not None  # or the loop above has refused it
    counts = [sum(copies) for copies in zip(*(hand.counts() for hand in hands), strict=True)]
    counts[winning] -= len(hands) - 1
    too_many = [CODES[kind] for kind, count in enumerate(counts) if count > (4 if kind < FIRST_FLOWER else 1)]
    if too_many:
        raise SikwuError(
            "too-many-copies",
            "the winners together hold too many of {tiles}, the shared tile counted once",
            "wins",
            tiles=", ".join(too_many),
        )
