"""A batch of hands as columns of small numbers, which compiled code reads; ``docs/batch.md`` describes each."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from sikwu.batch.tables import EVENT_BITS, NO_TILE, group_code
from sikwu.errors import CODES
from sikwu.hand import GROUP_KINDS, SEATS, Group, Hand
from sikwu.tiles import FIRST_FLOWER, KINDS

Bytes = NDArray[np.uint8]

ERRORS = ("", *CODES, "alone")
"""Errors by their number in a column; the last is no error: a win by flowers alone, which the single path scores."""
ERROR = {code: number for number, code in enumerate(ERRORS)}
ALONE = ERROR["alone"]
UNKNOWN_EVENT = 1 << 15
"""A bit of the column ``events``: an event was named that does not exist."""


class Columns(NamedTuple):
    """Encoded hands, a row each. ``error`` is what was wrong with a row before it came here, 0 for nothing.

    ``claimed`` has no rows when no group says from whom it was claimed.
    """

    concealed: Bytes
    winning: Bytes
    groups: Bytes
    claimed: Bytes
    flowers: Bytes
    seat: Bytes
    round_wind: Bytes
    self_draw: Bytes
    discarder: Bytes
    events: NDArray[np.uint16]
    discards: NDArray[np.int16]
    streak: NDArray[np.int16]
    error: Bytes


def empty_columns(rows: int, tiles: int, *, hands: bool = True) -> Columns:
    """Columns to be filled: ``tiles`` is the size of a hand, 14 or 17. No tiles, no groups, nothing known of the win;
    without ``hands`` their columns have no rows."""
    groups, held = tiles // 3, rows if hands else 0
    seat, round_wind, self_draw, discarder, error, flowers = (np.zeros(rows, np.uint8) for _ in range(6))
    return Columns(
        concealed=np.full((held, tiles - 1), NO_TILE, np.uint8),
        winning=np.full(rows, NO_TILE, np.uint8),
        groups=np.full((held, groups), NO_TILE, np.uint8),
        claimed=np.zeros((held, groups), np.uint8),
        flowers=flowers,
        seat=seat,
        round_wind=round_wind,
        self_draw=self_draw,
        discarder=discarder,
        events=np.zeros(rows, np.uint16),
        discards=np.full(rows, -1, np.int16),
        streak=np.zeros(rows, np.int16),
        error=error,
    )


def put_hand(columns: Columns, row: int, hand: Hand) -> bool:
    """Writes a hand into a row; ``False`` if it has more tiles, groups or like flowers than a row can hold."""
    if len(hand.concealed) > columns.concealed.shape[1] or len(hand.groups) > columns.groups.shape[1]:
        return False
    if len(set(hand.flowers)) < len(hand.flowers):
        return False
    columns.concealed[row] = NO_TILE
    columns.concealed[row, : len(hand.concealed)] = hand.concealed
    columns.winning[row] = NO_TILE if hand.winning is None else hand.winning
    columns.groups[row] = NO_TILE
    columns.groups[row, : len(hand.groups)] = [group_code(group) for group in hand.groups]
    columns.claimed[row] = 0
    columns.claimed[row, : len(hand.groups)] = [group.claimed_from or 0 for group in hand.groups]
    columns.flowers[row] = sum(1 << (kind - FIRST_FLOWER) for kind in hand.flowers)
    return True


def hand_of(columns: Columns, row: int) -> Hand:
    """The hand of a row, which must hold nothing but known bytes."""
    return Hand(
        tuple(sorted(int(kind) for kind in columns.concealed[row] if kind != NO_TILE)),
        groups_of(columns, row),
        None if columns.winning[row] == NO_TILE else int(columns.winning[row]),
        tuple(FIRST_FLOWER + place for place in range(8) if columns.flowers[row] >> place & 1),
    )


def groups_of(columns: Columns, row: int) -> tuple[Group, ...]:
    """The declared groups of a row."""
    codes = columns.groups[row].tolist()
    claimed = columns.claimed[row].tolist() if len(columns.claimed) else [0] * len(codes)
    return tuple([_group(code, seat) for code, seat in zip(codes, claimed, strict=True) if code != NO_TILE])


@cache
def _group(code: int, claimed_from: int) -> Group:
    place, tile = divmod(code, KINDS)
    return Group(GROUP_KINDS[place], tile, claimed_from or None)


def read_only(columns: Columns) -> Columns:
    """The same columns in the one form that compiled code is made for: in one piece each, not to be written to."""
    return Columns(*[_read_only(cast("NDArray[Any]", array)) for array in columns])


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    view = np.ascontiguousarray(array).view()
    view.flags.writeable = False
    return view


def request_of(columns: Columns, row: int, rules: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """The score request of a row that holds nothing but known bytes, in the contract's form."""
    discarder, discards, streak = int(columns.discarder[row]), int(columns.discards[row]), int(columns.streak[row])
    request: dict[str, Any] = {
        "rules": rules,
        "options": dict(options),
        "hand": str(hand_of(columns, row)),
        "seat": SEATS[columns.seat[row] - 1],
        "round": SEATS[columns.round_wind[row] - 1],
        "win": "self-draw" if columns.self_draw[row] else "discard",
        "events": [key for key, bit in EVENT_BITS.items() if columns.events[row] & bit],
    }
    if discarder:
        request["from"] = SEATS[discarder - 1]
    if discards >= 0:
        request["discards"] = discards
    if streak:
        request["streak"] = streak
    return request
