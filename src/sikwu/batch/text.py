"""The contract's notation read from a column of text, compiled.

It reads what the notation's own printing gives and what people type most: ASCII, one letter after the digits of a suit.
Of anything else, mistakes among it, it says that it could not read it, and ``sikwu.notation`` reads that line: so this
is no second description of what is allowed, only a quick way through lines that need no second look.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sikwu import hand as hand_module
from sikwu import tiles as tiles_module
from sikwu.batch import columns as columns_module
from sikwu.batch import compiling as compiling_module
from sikwu.batch import tables as tables_module
from sikwu.batch.columns import Bytes, Columns, empty_columns
from sikwu.batch.compiling import OnDisk, compiled, fingerprint
from sikwu.batch.tables import NO_TILE
from sikwu.hand import GROUP_KINDS
from sikwu.tiles import FIRST_FLOWER, KINDS

_SPACE, _PLUS, _ZERO, _ONE, _NINE, _FROM = (ord(char) for char in " +019<")
_SQUARE, _SQUARE_END, _ROUND, _ROUND_END = (ord(char) for char in "[]()")
_CHOW, _PUNG, _KONG, _ADDED_KONG, _CONCEALED_KONG = (
    GROUP_KINDS.index(kind) * KINDS for kind in ("chow", "pung", "kong", "added-kong", "concealed-kong")
)
_OTHER = 200
MOST_DIGITS = 20
_FIRST_OF = np.full(256, _OTHER, np.uint8)
"""The first kind of a suit letter; ``_OTHER`` for what is none."""
for _letter, _first in zip("mpszf", (0, 9, 18, 27, FIRST_FLOWER), strict=True):
    _FIRST_OF[ord(_letter)] = _first
_SIZE_OF = np.full(256, 9, np.uint8)
_SIZE_OF[ord("z")], _SIZE_OF[ord("f")] = 7, 8
_SEATS = np.full((4, 5), _SPACE, np.uint8)
for _place, _seat in enumerate(("east", "south", "west", "north")):
    _SEATS[_place, : len(_seat)] = list(_seat.encode())
_SEAT_LENGTHS = (4, 5, 4, 5)


@compiled
def _seat_at(text: Bytes, at: int, end: int) -> int:
    """The seat whose name stands there, just before the closing bracket; 0 if none does."""
    for seat in range(4):
        length = _SEAT_LENGTHS[seat]
        if at + length >= end or text[at + length] != _SQUARE_END:
            continue
        same = True
        for k in range(length):
            same &= text[at + k] == _SEATS[seat, k]
        if same:
            return seat + 1
    return 0


@compiled
def _group_of(a: int, b: int, c: int, d: int, size: int, opening: int, added: bool) -> int:
    """The code of a declared group of three or four tiles; -1 if it is none."""
    if size == 4:
        if a != b or b != c or c != d:
            return -1
        return a + (_CONCEALED_KONG if opening == _ROUND else _ADDED_KONG if added else _KONG)
    if size != 3 or opening == _ROUND or added:
        return -1
    low, high = min(a, b, c), max(a, b, c)
    if low == high:
        return low + _PUNG
    if high >= 27 or low // 9 != high // 9 or high - low != 2 or a + b + c != 3 * low + 3:
        return -1
    return low + _CHOW


@compiled
def _read_line(text: Bytes, start: int, end: int, c: Columns, i: int, waiting: Bytes) -> bool:
    """Reads one line into a row; ``False`` if it needs the other reader."""
    width, most_groups = c.concealed.shape[1], c.groups.shape[1]
    tiles, groups, flowers, digits = 0, 0, 0, 0
    opening, size, added, claimed = 0, 0, False, 0
    t0, t1, t2, t3 = 0, 0, 0, 0
    plus, winning = False, -1
    at = start
    while at < end:
        char = text[at]
        at += 1
        if char == _SPACE:
            continue
        if _ONE <= char <= _NINE:
            if digits == waiting.size:
                return False
            waiting[digits] = char - _ZERO
            digits += 1
            continue
        first = int(_FIRST_OF[char])
        if first != _OTHER:
            if digits == 0 or claimed:
                return False
            for k in range(digits):
                number = int(waiting[k])
                if number > _SIZE_OF[char]:
                    return False
                kind = first + number - 1
                if opening:
                    t0, t1, t2, t3 = (kind if size == 0 else t0, kind if size == 1 else t1,
                                      kind if size == 2 else t2, kind if size == 3 else t3)  # fmt: skip
                    size += 1
                    if size > 4 or kind >= FIRST_FLOWER:
                        return False
                elif kind >= FIRST_FLOWER:
                    if flowers >> (kind - FIRST_FLOWER) & 1 or (plus and winning < 0):
                        return False
                    flowers |= 1 << (kind - FIRST_FLOWER)
                elif not plus:
                    if tiles == width:
                        return False
                    c.concealed[i, tiles] = kind
                    tiles += 1
                elif winning < 0:
                    winning = kind
                else:
                    return False
            digits = 0
        elif char == _PLUS:
            if opening:
                if opening == _ROUND or digits != 3 or size or added:
                    return False
                added = True
            elif plus or digits:
                return False
            else:
                plus = True
        elif digits:
            return False
        elif char in (_SQUARE, _ROUND):
            if opening or groups == most_groups:
                return False
            opening, size, added, claimed = int(char), 0, False, 0
        elif char in (_SQUARE_END, _ROUND_END):
            if opening + 2 - (opening == _ROUND) != char:
                return False
            code = _group_of(t0, t1, t2, t3, size, opening, added)
            if code < 0:
                return False
            c.groups[i, groups] = code
            c.claimed[i, groups] = claimed
            groups += 1
            opening = 0
        elif char == _FROM:
            claimed = _seat_at(text, at, end) if opening == _SQUARE and size else 0
            if claimed == 0:
                return False
            at += _SEAT_LENGTHS[claimed - 1]
        else:
            return False
    if digits or opening or winning < 0:
        return False
    for k in range(tiles, width):
        c.concealed[i, k] = NO_TILE
    for k in range(groups, most_groups):
        c.groups[i, k] = NO_TILE
        c.claimed[i, k] = 0
    c.winning[i] = winning
    c.flowers[i] = flowers
    return True


@compiled
def _read_lines(text: Bytes, starts: NDArray[np.int64], c: Columns, waiting: Bytes, unread: Bytes) -> int:
    left = 0
    for i in range(unread.size):
        unread[i] = not _read_line(text, starts[i], starts[i + 1], c, i, waiting)
        left += unread[i]
    return left


ReadLines = Callable[[Bytes, NDArray[np.int64], Columns, Bytes, Bytes], int]
"""From text, where its lines start and end, columns to fill, and scratch, to ``unread``, which is set to 1 where the
other reader is needed; returns how many lines that are."""
_SOURCE = """def read_lines(text, starts, columns, waiting, unread):
    return _read_lines(text, starts, columns, waiting, unread)
"""


_readers: list[ReadLines] = []


def load_reader(say: Callable[[str], None]) -> ReadLines:
    """The reader, its machine code loaded or made now, in which case ``say`` is told."""
    modules = (columns_module, compiling_module, tables_module, hand_module, tiles_module)
    mark = fingerprint([Path(__file__), *(Path(str(module.__file__)) for module in modules)])
    on_disk = OnDisk("read_lines", _SOURCE, mark, {"_read_lines": _read_lines})
    nothing = np.zeros(1, np.uint8), np.zeros(1, np.int64)
    for array in nothing:
        array.flags.writeable = False
    columns, scratch = empty_columns(0, 14), np.zeros(0, np.uint8)
    return on_disk.first_call(say, "the reader of hands", 3, *nothing, columns, scratch, scratch)


def read_lines(text: Bytes, starts: NDArray[np.int64], columns: Columns, say: Callable[[str], None]) -> Bytes:
    """Reads lines into rows; 1 for each that the notation's own reader must read."""
    for array in (text, starts):
        array.flags.writeable = False
    unread = np.zeros(columns.seat.size, np.uint8)
    if not _readers:
        _readers.append(load_reader(say))
    _readers[0](text, starts, columns, np.empty(MOST_DIGITS, np.uint8), unread)
    return unread
