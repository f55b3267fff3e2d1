"""Who pays whom: against every way to do it, and money that never goes missing."""

from __future__ import annotations

from decimal import Decimal
from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from sikwu.table.transfers import Stake, fewest_transfers, in_money, transfers


def balances(most: int, players: int) -> st.SearchStrategy[dict[str, int]]:
    """Balances of up to so many players, which sum to zero."""
    amounts = st.lists(st.integers(-most, most), min_size=3, max_size=players - 1)
    return amounts.map(lambda some: {f"P{i}": amount for i, amount in enumerate([*some, -sum(some)])})


def fewest_by_trying(amounts: list[int]) -> int:
    """The fewest payments: people less the most groups that sum to zero, over every order of the people."""
    owing = [amount for amount in amounts if amount]
    best = 0
    for order in permutations(owing):
        groups = running = 0
        for amount in order:
            running += amount
            groups += running == 0
        best = max(best, groups)
    return len(owing) - best


@settings(deadline=None)
@given(balances(4, 6))
def test_nobody_could_do_it_with_fewer(owed: dict[str, int]) -> None:
    payments = fewest_transfers(owed)
    assert len(payments) == fewest_by_trying(list(owed.values()))


@settings(deadline=None)
@given(balances(10**9, 12))
def test_afterwards_everybody_is_even(owed: dict[str, int]) -> None:
    left = dict(owed)
    for payer, payee, amount in fewest_transfers(owed):
        assert amount > 0
        left[payer] += amount
        left[payee] -= amount
    assert set(left.values()) == {0}


@settings(deadline=None)
@given(
    balances(10**6, 12),
    st.decimals("0.001", "100", places=3),
    st.one_of(
        st.none(), st.sampled_from([Decimal("0.01"), Decimal("0.5"), Decimal("1"), Decimal("7"), Decimal("100")])
    ),
)
def test_money_sums_to_zero_and_is_never_a_unit_off(
    points: dict[str, int], per_point: Decimal, rounding: Decimal | None
) -> None:
    stake = Stake("HKD", per_point, rounding)
    money = in_money(points, stake)
    assert sum(money.values()) == 0
    for player, amount in money.items():
        assert abs(amount - points[player] * per_point) < (rounding or Decimal("1e-9"))
        assert rounding is None or amount % rounding == 0
    moved = transfers(points, stake)["money"]
    for player, amount in money.items():
        got = sum(Decimal(move["amount"]) for move in moved if move["to"] == player)
        gave = sum(Decimal(move["amount"]) for move in moved if move["from"] == player)
        assert got - gave == amount
