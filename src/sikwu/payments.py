"""Who pays whom for one win."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from sikwu.hand import SEATS
from sikwu.rules.language import SHARES, Payments, ask

ALL_SEATS = (1, 2, 3, 4)
DISCARDER = 0
"""In place of a payer's seat: the discarder, who was not named."""
REASONS = (
    "hand",
    "dealer",
    "kengma",
    "concealed-kong",
    "concealed-kong-not-shown",
    "flowers",
    "grass",
    "false-win",
)


class Payment(NamedTuple):
    """Points that one seat pays another, and what for (one of ``REASONS``)."""

    payer: int
    payee: int
    amount: int
    reason: str

    def to_json(self) -> dict[str, str | int]:
        """The payment in the contract's form."""
        payer = SEATS[self.payer - 1] if self.payer else "discarder"
        return {"from": payer, "to": SEATS[self.payee - 1], "amount": self.amount, "for": self.reason}


class Terms(NamedTuple):
    """What decides who pays for a win beside its points. ``hands``: in how many hands a double win is paid."""

    seat: int
    self_draw: bool
    discarder: int | None
    robbed: bool
    liable: int | None
    hands: int = 1
    winners: frozenset[int] = frozenset()


def in_order(payments: Iterable[Payment]) -> tuple[Payment, ...]:
    """Payments by payer east to north, then by reason, then by payee; the same made one; none of nothing."""
    sums: dict[tuple[int, int, int], int] = {}
    for payer, payee, amount, reason in payments:
        key = (payer or 9, REASONS.index(reason), payee)
        sums[key] = sums.get(key, 0) + amount
    return tuple(
        Payment(payer % 9, payee, amount, REASONS[reason])
        for (payer, reason, payee), amount in sorted(sums.items())
        if amount
    )


def net_of(payments: Iterable[Payment]) -> tuple[int, int, int, int] | None:
    """What each seat gains, east to north; ``None`` when a payer is not named."""
    net = [0, 0, 0, 0]
    for payer, payee, amount, _ in payments:
        if payer == DISCARDER:
            return None
        net[payer - 1] -= amount
        net[payee - 1] += amount
    return net[0], net[1], net[2], net[3]


def net_json(net: tuple[int, int, int, int] | None) -> dict[str, int] | None:
    """A net in the contract's form."""
    return None if net is None else dict(zip(SEATS, net, strict=True))


def win_payments(pays: Payments, known: Mapping[str, int], terms: Terms) -> tuple[Payment, ...]:
    """What a qualifying win is paid; ``known`` has ``points``, ``streak`` and the options' facts."""
    payments = []
    for payer, amount in _shares(pays, known, terms):
        if amount:
            payments.append(Payment(payer, terms.seat, amount, "hand"))
        if payer == 1 and pays.dealer is not None:
            extra = ask(pays.dealer, known) * terms.hands
            if extra:
                payments.append(Payment(payer, terms.seat, extra, "dealer"))
    if terms.liable is not None:
        return in_order([payment._replace(payer=terms.liable) for payment in payments])
    return tuple(payments)


def _shares(pays: Payments, known: Mapping[str, int], terms: Terms) -> list[tuple[int, int]]:
    """Who would pay how much for the hand, liability aside."""
    losers = [seat for seat in ALL_SEATS if seat != terms.seat and seat not in terms.winners]
    if terms.self_draw:
        share = ask(pays.self_draw, known)
        return [(seat, share) for seat in losers]
    discarder = terms.discarder or DISCARDER
    if not (terms.robbed and pays.robbed_kong):
        return [(discarder, ask(pays.discard, known))]
    share = ask(pays.self_draw, known)
    if ask(pays.robbed_kong, known) == SHARES:
        return [(seat, share) for seat in losers]
    return [(discarder, 3 * share)]
