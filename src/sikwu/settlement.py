"""What one deal does to the table: every win's payments, side payments, counters, the next deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sikwu.deal import DeclaredWin, SettleRequest, win_at
from sikwu.errors import Message, SikwuError
from sikwu.events import READY_EVENTS, with_implied
from sikwu.hand import SEATS
from sikwu.payments import ALL_SEATS, Payment, Terms, in_order, net_json, net_of, win_payments
from sikwu.request import (
    Json,
    ScoreRequest,
)
from sikwu.rules.language import Race
from sikwu.scoring import Score, score_liable


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
        return win_payments(request.house.rules.pays, known, terms)

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
    with win_at(place):
        return score_liable(win, liable, work_out=liable is None)


def _check_open_ready(request: SettleRequest) -> None:
    """Once someone has declared open ready, nobody else may declare any ready."""
    if not request.house.rules.one_open_ready or len(request.wins) < 2:
        return
    ready = [with_implied(win.given_events).intersection(READY_EVENTS) for win in request.wins]
    opened = [SEATS[win.seat - 1] for win, events in zip(request.wins, ready, strict=True) if "open-ready" in events]
    if opened and sum(map(bool, ready)) > 1:
        message = "{seat} declared open ready, after which nobody else may declare ready"
        raise SikwuError("impossible-event", message, "wins", seat=opened[0])


def _check_qualifies(win: Score | DeclaredScore) -> None:
    if win.reason is not None:
        minimum = win.request.house.minimum
        why = (
            Message(
                "{count} of at least {minimum} that count toward the minimum",
                {"count": win.toward_minimum, "minimum": minimum},
            )
            if win.toward_minimum < minimum
            else Message("on a plain discard it would not have had the minimum of {minimum}", {"minimum": minimum})
        )
        raise SikwuError(
            "win-does-not-qualify",
            "{seat}'s win does not qualify: {reason} ({why})",
            "wins",
            seat=SEATS[win.request.seat - 1],
            reason=win.reason,
            why=why,
        )


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
