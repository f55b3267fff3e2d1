"""What the two Korean sheets share: the tiles that the game is played with, claimed sequences, what a win costs."""

from __future__ import annotations

from sikwu.rules.language import Forbidden, Payments
from sikwu.tiles import BY_CODE, mask

ONE_DOT, FIVE_DOT = BY_CODE["1p"], BY_CODE["5p"]
BAMBOO = mask(range(BY_CODE["1s"], BY_CODE["9s"] + 1))
SEASONS = mask(range(BY_CODE["5f"], BY_CODE["8f"] + 1))

FORBIDS = (
    Forbidden(
        lambda suits_two: suits_two,
        "the game is played without bamboo; the option suits: three admits it",
        kinds=BAMBOO,
    ),
    Forbidden(lambda: 1, "the game has four flowers, 1f to 4f, and no seasons; no option admits them", kinds=SEASONS),
    Forbidden(
        lambda melded_chows: not melded_chows,
        "sequences are claimed only to win; the option melded_chows admits exposed ones",
        group="chow",
    ),
)

PAYS = Payments(
    discard=lambda points, ante: 2 * (points + ante),
    self_draw=lambda points, ante: points + ante,
)
"""A discarder alone pays double; on a self-draw each opponent pays once."""
