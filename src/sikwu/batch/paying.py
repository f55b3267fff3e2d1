"""Who pays whom, as a table made by ``sikwu.payments``: the same for every rule set, its amounts left open.

What a seat gains is a sum of three amounts that a rule set's payments name: what a discarder pays, what each pays on a
self-draw, what a dealer pays more. The table holds how many times each.
"""

from __future__ import annotations

from itertools import product

import numpy as np

from sikwu.batch.tables import Ints
from sikwu.payments import Terms, win_payments
from sikwu.rules.language import ROBBED_PAYS_ALL, SHARES, Payments

SHAPE = (4, 2, 5, 3, 2, 5)
"""Seat, self-draw, discarder (0 unknown), robbed kong (none, ``SHARES``, ``ROBBED_PAYS_ALL``), hands less one, liable
seat (0 nobody)."""
AMOUNTS = 3
GAINERS = 5
"""The discarder who was not named, then the seats."""


def _conditions(amount: int, robbed: int) -> Payments:
    paid = [0] * AMOUNTS
    paid[amount] = 1
    return Payments(lambda: paid[0], lambda: paid[1], (lambda: robbed) if robbed else None, lambda: paid[2])


def pay_table() -> Ints:
    """How many times each amount every seat gains, by how a win was won (``SHAPE``, flat): gainer by gainer.

    >>> won = np.ravel_multi_index((1, 0, 3, 0, 0, 0), SHAPE)  # south, on west's discard
    >>> pay_table()[won].reshape(GAINERS, AMOUNTS).tolist()
    [[0, 0, 0], [0, 0, 0], [1, 0, 0], [-1, 0, 0], [0, 0, 0]]
    """
    table = np.zeros((*SHAPE, GAINERS, AMOUNTS), np.int64)
    for robbed, amount in product((0, SHARES, ROBBED_PAYS_ALL), range(AMOUNTS)):
        pays = _conditions(amount, robbed)
        for seat, self_draw, discarder, hands, liable in product(range(4), range(2), range(5), range(2), range(5)):
            terms = Terms(seat + 1, bool(self_draw), discarder or None, robbed > 0, liable or None, hands + 1)
            for payment in win_payments(pays, {}, terms):
                gains = table[seat, self_draw, discarder, robbed, hands, liable]
                gains[payment.payer, amount] -= payment.amount
                gains[payment.payee, amount] += payment.amount
    return table.reshape(-1, GAINERS * AMOUNTS)
