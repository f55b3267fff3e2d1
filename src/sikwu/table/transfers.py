"""Who pays whom when the evening ends, in points and in money."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import ROUND_FLOOR, Decimal
from typing import Any, NamedTuple

from sikwu.errors import SikwuError
from sikwu.session import Json

_AMOUNT = re.compile(r"[0-9]{1,9}(\.[0-9]{1,6})?", re.ASCII)


class Stake(NamedTuple):
    """What a point is worth. ``rounding`` is the smallest amount that changes hands; None: exact."""

    currency: str
    per_point: Decimal
    rounding: Decimal | None

    def to_json(self) -> Json:
        """The stake as it is asked for: amounts as decimal strings."""
        rounding = None if self.rounding is None else str(self.rounding)
        return {"currency": self.currency, "per_point": str(self.per_point), "rounding": rounding}


def stake_from(value: Mapping[str, Any] | None) -> Stake | None:
    """The stake of ``{"currency", "per_point", "rounding"}``. ``bad-request`` names the field.

    >>> stake_from({"currency": "HKD", "per_point": "0.50"})
    Stake(currency='HKD', per_point=Decimal('0.50'), rounding=None)
    """
    if value is None:
        return None
    if not isinstance(value, Mapping) or not {"currency", "per_point"} <= set(value) <= set(Stake._fields):
        raise SikwuError("bad-request", "a stake is currency, per_point and, if wanted, rounding", "stake")
    currency = value["currency"]
    if not isinstance(currency, str) or not 1 <= len(currency) <= 12 or not currency.isprintable():
        raise SikwuError(
            "bad-request", f"a currency is 1 to 12 printable characters, not {currency!r}", "stake.currency"
        )
    rounding = value.get("rounding")
    return Stake(
        currency,
        _amount(value["per_point"], "stake.per_point"),
        None if rounding is None else _amount(rounding, "stake.rounding"),
    )


def _amount(text: object, field: str) -> Decimal:
    if not isinstance(text, str) or not _AMOUNT.fullmatch(text) or not Decimal(text):
        raise SikwuError("bad-request", f'{field} must be an amount above zero in quotes, like "0.50"', field)
    return Decimal(text)


def in_money(points: Mapping[str, int], stake: Stake) -> dict[str, Decimal]:
    """Points as money. Rounded amounts still sum to zero: what rounding leaves goes to those who lost most by it.

    >>> exact = Stake("HKD", Decimal("0.25"), Decimal("1"))
    >>> {player: str(amount) for player, amount in in_money({"Ann": 7, "Bo": -2, "Chi": -5}, exact).items()}
    {'Ann': '2', 'Bo': '-1', 'Chi': '-1'}
    """
    exact = {player: amount * stake.per_point for player, amount in points.items()}
    unit = stake.rounding
    if unit is None:
        return exact
    units = {player: int((amount / unit).to_integral_value(ROUND_FLOOR)) for player, amount in exact.items()}
    lost = {player: exact[player] - units[player] * unit for player in exact}
    missing = -sum(units.values())
    for player in sorted(exact, key=lambda player: -lost[player])[:missing]:
        units[player] += 1
    return {player: count * unit for player, count in units.items()}


def fewest_transfers(balances: Mapping[str, int]) -> list[tuple[str, str, int]]:
    """The fewest payments ``(from, to, amount)`` after which everybody is even. The balances sum to zero.

    People whose balances sum to zero among themselves need one payment less than they are, so the people are parted
    into as many such circles as possible (over all subsets: up to 12 people).

    >>> fewest_transfers({"Ann": 30, "Bo": -10, "Chi": 5, "Dee": -20, "Eve": -5})
    [('Dee', 'Ann', 20), ('Bo', 'Ann', 10), ('Eve', 'Chi', 5)]
    """
    people = [(name, amount) for name, amount in balances.items() if amount]
    return [payment for circle in _circles(people) for payment in _settle_circle(circle)]


def _circles(people: list[tuple[str, int]]) -> list[list[tuple[str, int]]]:
    """The people in as many circles of sum zero as there can be."""
    size = 1 << len(people)
    sums = [0] * size
    best = [0] * size  # the most circles that can be closed in going from nobody to this set, one person at a time
    last = [0] * size
    for chosen in range(1, size):
        low = chosen & -chosen
        sums[chosen] = sums[chosen ^ low] + people[low.bit_length() - 1][1]
        rest = chosen
        best[chosen] = -1
        while rest:
            bit = rest & -rest
            rest ^= bit
            if best[chosen ^ bit] > best[chosen]:
                best[chosen], last[chosen] = best[chosen ^ bit], bit
        best[chosen] += sums[chosen] == 0
    circles: list[list[tuple[str, int]]] = []
    chosen = size - 1
    while chosen:
        if sums[chosen] == 0:
            circles.append([])
        bit = last[chosen]
        circles[-1].append(people[bit.bit_length() - 1])
        chosen ^= bit
    return circles


def _settle_circle(circle: list[tuple[str, int]]) -> list[tuple[str, str, int]]:
    """One payment less than people: whoever owes most pays whoever is owed most, until nobody is left."""
    left = dict(circle)
    payments = []
    while left:
        payer = min(left, key=lambda name: left[name])
        payee = max(left, key=lambda name: left[name])
        amount = min(-left[payer], left[payee])
        payments.append((payer, payee, amount))
        left[payer] += amount
        left[payee] -= amount
        left = {name: balance for name, balance in left.items() if balance}
    return payments


def transfers(points: Mapping[str, int], stake: Stake | None) -> Json:
    """The fewest transfers in points and, with a stake, in money (decimal strings)."""
    found: Json = {"points": _as_json(fewest_transfers(points)), "money": None, "currency": None}
    if stake is not None:
        money = in_money(points, stake)
        unit = Decimal(1).scaleb(min(int(amount.as_tuple().exponent) for amount in money.values()))
        counted = fewest_transfers({player: int(amount / unit) for player, amount in money.items()})
        found["money"] = [
            {"from": payer, "to": payee, "amount": str(amount * unit)} for payer, payee, amount in counted
        ]
        found["currency"] = stake.currency
    return found


def _as_json(payments: list[tuple[str, str, int]]) -> list[Json]:
    return [{"from": payer, "to": payee, "amount": amount} for payer, payee, amount in payments]
