"""What one deal does to the table: every win's payments, side payments, counters, the next deal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from sikwu.errors import SikwuError, shown
from sikwu.events import READY_EVENTS, Win, check_events, with_implied
from sikwu.hand import SEAT_NUMBERS, SEATS
from sikwu.payments import ALL_SEATS, Payment, Terms, in_order, net_json, net_of, win_payments
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
from sikwu.rules.language import Race, RuleSet
from sikwu.scoring import Score, score_liable
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


class DeclaredScore:
    """A declared win as it is paid."""

    def __init__(self, request: DeclaredWin, liable: int | None) -> None:
        self.request = request
        cap = request.house.facts.get("cap")
        self.points = request.points if cap is None else min(request.points, cap)
        self.toward_minimum = request.points
        self.liable = (liable, "given") if liable else None
        self.qualifies = self.toward_minimum >= request.house.minimum
        self.reason = None if self.qualifies else "below-minimum"
        self.settled: bool | None = None
        self.payments = self.paid() if self.qualifies else ()
        self.net = net_of(self.payments)

    def paid(self, winners: frozenset[int] = frozenset()) -> tuple[Payment, ...]:
        """The payments of the win, beside other winners on the same tile if there are any."""
        request = self.request
        known = {**request.house.facts, "points": self.points, "streak": request.streak}
        terms = Terms(
            request.seat,
            request.self_draw,
            request.discarder,
            bool(request.given_events & {"robbing-the-kong", "robbing-a-concealed-kong"}),
            self.liable[0] if self.liable else None,
            1,
            winners,
        )
        return win_payments(request.house.rules, known, terms)

    def row_keys(self) -> frozenset[str]:
        """The rows that were declared."""
        return frozenset(self.request.rows)

    def to_json(self) -> dict[str, Any]:
        """The result in the contract's form."""
        return {
            "declared": True,
            "points": self.points,
            "rows": list(self.request.rows),
            "payments": [payment.to_json() for payment in self.payments],
            "net": net_json(self.net),
            "settled": self.settled,
        }


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
                "bad-request", f"{seat} has {count} counters; expected 1 to {rules.race.counters}", f"counters.{seat}"
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
            raise SikwuError("bad-request", f"{SEATS[seat - 1]} wins twice; a seat wins once", f"wins[{place}].seat")


def _build(win: _Win, sheet: House, round_wind: int, streak: int, place: int) -> ScoreRequest | DeclaredWin:
    if win.points is None:
        with _at(place):
            return build_request(win.form, sheet, round_wind, streak, win.explain, win.lang)
    for key in win.rows:
        if key not in sheet.rules.row_index:
            raise SikwuError("bad-request", f"{sheet.rules.key} has no row {shown(key)}", f"wins[{place}].rows")
    form = win.form
    alone = sheet.rules.eight_flowers is not None
    robs = None if sheet.rules.robs_concealed_kong else False
    known = Win(None, form.seat, form.self_draw, form.discarder, form.discards, None, alone, robs)
    with _at(place):
        check_events(form.events, known)
    given = frozenset(form.events)
    return DeclaredWin(
        sheet, form.seat, form.self_draw, form.discarder, given, form.discards, streak, win.points, win.rows
    )


@contextmanager
def _at(place: int) -> Iterator[None]:
    """Name the win in the field of an error about it."""
    try:
        yield
    except SikwuError as error:
        field = f"wins[{place}].{error.field}" if error.field else f"wins[{place}]"
        raise SikwuError(error.code, error.message, field) from error


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
    with_all = [CODES[kind] for kind, count in enumerate(counts) if count > (4 if kind < FIRST_FLOWER else 1)]
    if with_all:
        raise SikwuError(
            "too-many-copies",
            f"the winners together hold too many of {', '.join(with_all)}, the shared tile counted once",
            "wins",
        )


class Next(NamedTuple):
    """The deal that follows: ``reason`` is dealer-won, drawn, dealer-lost or false-win."""

    dealer_stays: bool
    streak: int
    replay: bool
    reason: str


class Settlement(NamedTuple):
    """What a deal did: results of its wins, all payments, what each seat gains, counters, the next deal."""

    wins: tuple[Score | DeclaredScore, ...]
    payments: tuple[Payment, ...]
    net: tuple[int, int, int, int]
    counters: tuple[int, int, int, int] | None
    next: Next

    def to_json(self) -> dict[str, Any]:
        """The result in the contract's form and order."""
        return {
            "wins": [win.to_json() for win in self.wins],
            "payments": [payment.to_json() for payment in self.payments],
            "net": net_json(self.net),
            "counters": None if self.counters is None else dict(zip(SEATS, self.counters, strict=True)),
            "next": self.next._asdict(),
        }


def settle(request: SettleRequest | Json) -> Settlement:
    """Settle one deal: wins, a drawn deal or a false win, and what is paid beside the hands.

    Raises :class:`SikwuError`; a win that does not qualify is ``win-does-not-qualify``.

    >>> deal = settle({"rules": "hkma-2023", "round": "east", "wins": [
    ...     {"seat": "north", "hand": "111m222p33s555z66z + 3s", "win": "discard", "from": "east"}]})
    >>> deal.net, deal.next.reason
    ((-96, 0, 0, 96), 'dealer-lost')
    """
    if not isinstance(request, SettleRequest):
        request = SettleRequest.from_json(request)
    wins = tuple(
        _score(win, seat, place) for place, (win, seat) in enumerate(zip(request.wins, request.liable, strict=True))
    )
    _check_open_ready(request)
    for win in wins:
        _check_qualifies(win)
    winners = _settled(request)
    for win in wins:
        win.settled = win.request.seat in winners
        if win.settled:
            win.payments = win.paid(winners)
            win.net = net_of(win.payments)
    payments = [payment for win in wins if win.settled for payment in win.payments]
    race_payments, counters = _race(request, wins)
    every = in_order([*payments, *race_payments, *_side_payments(request)])
    net = net_of(every)
    assert net is not None  # a settlement's discarder is always named
    return Settlement(wins, every, net, counters, _next(request, winners))


def _score(win: ScoreRequest | DeclaredWin, liable: int | None, place: int) -> Score | DeclaredScore:
    if isinstance(win, DeclaredWin):
        return DeclaredScore(win, liable)
    with _at(place):
        return score_liable(win, liable, work_out=liable is None)


def _check_open_ready(request: SettleRequest) -> None:
    """Once someone has declared open ready, nobody else may declare any ready."""
    if not request.house.rules.one_open_ready or len(request.wins) < 2:
        return
    ready = [with_implied(win.given_events).intersection(READY_EVENTS) for win in request.wins]
    opened = [SEATS[win.seat - 1] for win, events in zip(request.wins, ready, strict=True) if "open-ready" in events]
    if opened and sum(map(bool, ready)) > 1:
        raise SikwuError(
            "impossible-event", f"{opened[0]} declared open ready, after which nobody else may declare ready", "wins"
        )


def _check_qualifies(win: Score | DeclaredScore) -> None:
    if win.reason is not None:
        seat, minimum = SEATS[win.request.seat - 1], win.request.house.minimum
        why = (
            f"{win.toward_minimum} of at least {minimum} that count toward the minimum"
            if win.toward_minimum < minimum
            else f"on a plain discard it would not have had the minimum of {minimum}"
        )
        raise SikwuError("win-does-not-qualify", f"{seat}'s win does not qualify: {win.reason} ({why})", "wins")


def _settled(request: SettleRequest) -> frozenset[int]:
    """The seats whose wins are paid: all, or the first in turn order after the discarder."""
    seats = [win.seat for win in request.wins]
    if len(seats) > 1 and request.house.facts["multiple_winners_nearest"]:
        discarder = request.wins[0].discarder or 1
        seats = [min(seats, key=lambda seat: (seat - discarder) % 4)]
    return frozenset(seats)


def race_step(
    race: Race, counters: tuple[int, int, int, int], winner: int
) -> tuple[tuple[Payment, ...], tuple[int, int, int, int]]:
    """A winner removes a counter; the first without any is paid by all, and everyone starts again.

    >>> race = Race("fully-concealed", 3, 2, 4, "kengma")
    >>> [payment.amount for payment in race_step(race, (3, 2, 1, 1), 3)[0]], race_step(race, (3, 2, 1, 1), 3)[1]
    ([4, 2, 2], (3, 3, 3, 3))
    """
    left = list(counters)
    left[winner - 1] -= 1
    if left[winner - 1]:
        return (), (left[0], left[1], left[2], left[3])
    payments = tuple(
        Payment(seat, winner, race.pays_with_all if counters[seat - 1] == race.counters else race.pays, race.reason)
        for seat in ALL_SEATS
        if seat != winner
    )
    return payments, (race.counters,) * 4


def _race(
    request: SettleRequest, wins: Sequence[Score | DeclaredScore]
) -> tuple[tuple[Payment, ...], tuple[int, int, int, int] | None]:
    race = request.house.rules.race
    if race is None:
        return (), None
    counters = request.counters or (race.counters,) * 4
    for win in wins:
        if win.settled and win.request.self_draw and race.row in win.row_keys():
            return race_step(race, counters, win.request.seat)
    return (), counters


def _side_payments(request: SettleRequest) -> list[Payment]:
    """Concealed kongs, flower sets and a false win."""
    rules = request.house.rules
    payments: list[Payment] = []
    if rules.concealed_kong_payment:
        paid, back = rules.concealed_kong_payment
        for seat, shown in request.concealed_kongs:
            payments += _from_all(seat, paid.amount, paid.reason)
            payments += [] if shown else _to_all(seat, back.amount, back.reason)
    for seat, name in request.flower_sets:
        if name in rules.flower_sets:
            payments += _from_all(seat, rules.flower_sets[name].amount, rules.flower_sets[name].reason)
    if request.false_win:
        payments += _to_all(request.false_win, request.house.facts["false_win_penalty"], "false-win")
    return payments


def _from_all(seat: int, amount: int, reason: str) -> list[Payment]:
    return [Payment(other, seat, amount, reason) for other in ALL_SEATS if other != seat]


def _to_all(seat: int, amount: int, reason: str) -> list[Payment]:
    return [Payment(seat, other, amount, reason) for other in ALL_SEATS if other != seat]


def _next(request: SettleRequest, winners: frozenset[int]) -> Next:
    if request.false_win:
        return Next(True, request.streak, True, "false-win")
    if not winners:
        stays = bool(request.house.facts["draw_keeps_deal"])
        return Next(stays, request.streak + 1 if stays else 0, False, "drawn")
    if 1 in winners:
        return Next(True, request.streak + 1, False, "dealer-won")
    return Next(False, 0, False, "dealer-lost")
