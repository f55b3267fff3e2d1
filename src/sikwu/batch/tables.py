"""The look-up tables that compiled code reads, made from the engine's own functions and kept on disk.

A suit is looked up by its *index*: its counts as digits of base 5, the first number's the lowest. A table's entry holds
the suit's splits (:mod:`sikwu.readings.splits`) and the numbers it waits for:

    bits  0–26  the chows of its only split, or the place of its first split in ``splits`` when it has several
    bits 27–35  the pungs of its only split
    bits 36–39  one more than the pair's number less one; 0 without a pair
    bits 40–43  how many splits there are
    bits 44–52  numbers that make the suit complete without a pair
    bits 53–61  numbers that make it complete with one
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sikwu import events as events_module
from sikwu import hand as hand_module
from sikwu.batch.cache import cache_folder, use
from sikwu.events import EVENTS, Win, why_impossible, with_implied
from sikwu.hand import GROUP_KINDS, Group, Hand
from sikwu.readings import splits as splits_module
from sikwu.readings.splits import all_splits
from sikwu.tiles import FIRST_FLOWER, KINDS

Ints = NDArray[np.int64]

NO_TILE = 255
"""In place of a tile or a group: nothing."""
MOST_GROUPS = 5
CHOW_BITS, PUNG_SHIFT, PAIR_SHIFT, COUNT_SHIFT, WAIT_SHIFT, PAIR_WAIT_SHIFT = (1 << 27) - 1, 27, 36, 40, 44, 53


class Tables(NamedTuple):
    """Every table. ``tile`` and ``group`` say what one encoded byte adds to a hand (:mod:`sikwu.batch.columns`)."""

    suits: Ints
    honors: Ints
    splits: Ints
    tile: Ints
    group: Ints
    implied: NDArray[np.uint16]
    needs: NDArray[np.uint16]
    clashes: NDArray[np.uint8]


# Suits


def _reachable(numbers: int, chows: bool) -> set[int]:
    """Every packed suit of up to five groups and perhaps a pair."""
    groups = [3 << 3 * i for i in range(numbers)] + [0o111 << 3 * i for i in range(7) if chows]
    fours = sum(4 << 3 * i for i in range(numbers))
    level, found = {0}, {0}
    for _ in range(MOST_GROUPS):
        level = {suit + group for suit in level for group in groups}
        level = {suit for suit in level if not suit & fours or _at_most_four(suit)}
        found |= level
    pairs = [2 << 3 * i for i in range(numbers)]
    return found | {suit + pair for suit in found for pair in pairs if _at_most_four(suit + pair)}


def _at_most_four(suit: int) -> bool:
    return all(suit >> 3 * i & 7 <= 4 for i in range(9))


def _index(suit: int) -> int:
    return sum((suit >> 3 * i & 7) * 5**i for i in range(9))


def _entry(split: tuple[int, int, int]) -> int:
    chows, pungs, pair = split
    return chows | pungs << PUNG_SHIFT | (pair + 1) << PAIR_SHIFT


def _suit_table(numbers: int, chows: bool, several: list[int]) -> Ints:
    """The entries by index; the splits of suits that have several are added to ``several``."""
    table = np.zeros(5**numbers, np.int64)
    for suit in _reachable(numbers, chows):
        splits = all_splits(suit, chows)
        first = _entry(splits[0])
        if len(splits) > 1:
            first = first & ~CHOW_BITS | len(several)
            several += [_entry(split) for split in splits]
        table[_index(suit)] = first | len(splits) << COUNT_SHIFT
    _add_waits(table, numbers)
    return table


def _add_waits(table: Ints, numbers: int) -> None:
    complete = table >> COUNT_SHIFT & 15 > 0
    paired = complete & (table >> PAIR_SHIFT & 15 > 0)
    for number in range(numbers):
        weight = 5**number
        room = np.flatnonzero(np.arange(table.size) // weight % 5 < 4)
        table[room] |= (complete & ~paired)[room + weight].astype(np.int64) << (WAIT_SHIFT + number)
        table[room] |= paired[room + weight].astype(np.int64) << (PAIR_WAIT_SHIFT + number)


# Encoded bytes
#
# A hand is summed up in three integers, so that a tile is three additions:
#   first   octal counts of characters (bits 0–26) and dots (27–53), winds in base 5 (54–63)
#   second  octal counts of bamboo (0–26) and honors (27–47), dragons in base 5 (48–54), tiles (55–59), wrong bytes
#   third   characters, dots and bamboo in base 5, 21 bits each


def _counted(kind: int, copies: int) -> tuple[int, int]:
    """What so many tiles add to the first and the second sum, without what is in base 5."""
    suit, number = divmod(kind, 9)
    packed = copies << 3 * number
    return (packed << 27 * suit, 0) if suit < 2 else (0, packed << 27 * (suit - 2))


def _tile_table() -> Ints:
    table = np.zeros((256, 4), np.int64)
    for byte in range(256):
        if byte < KINDS:
            first, second = _counted(byte, 1)
            suit, number = divmod(byte, 9)
            third = 5**number << 21 * suit if suit < 3 else 0
            if suit == 3 and number < 4:
                first += 5**number << 54
            if suit == 3 and number >= 4:
                second += 5 ** (number - 4) << 48
            table[byte] = [_signed(first), second + (1 << 55), third, 0]
        elif byte != NO_TILE:
            table[byte, 1] = 1 << 60
    return table


def _signed(number: int) -> int:
    return number - (1 << 64) if number >> 63 else number


def group_code(group: Group) -> int:
    """The byte of a declared group: 34 times the place of its kind in ``GROUP_KINDS``, and its lowest tile.

    >>> group_code(Group("chow", 0)), group_code(Group("concealed-kong", 33))
    (0, 169)
    """
    return KINDS * GROUP_KINDS.index(group.kind) + group.tile


def _group_table() -> Ints:
    """Columns: two sums of tiles; chows of characters and dots, of bamboo; masks of pungs, kongs, concealed, added
    kongs; groups (bits 0–3), kongs (4–7) and wrong bytes (8…); the kind's place in ``GROUP_KINDS``."""
    table = np.zeros((256, 16), np.int64)
    for byte in range(256):
        place, tile = divmod(byte, KINDS)
        if byte == NO_TILE:
            table[byte, 9] = len(GROUP_KINDS)
        elif place >= len(GROUP_KINDS) or (place == 0 and (tile >= 27 or tile % 9 > 6)):
            table[byte, 8] = 1 << 8
        else:
            group = Group(GROUP_KINDS[place], tile)
            sums = [_counted(kind, 1) for kind in group.tiles()]
            table[byte, 0], table[byte, 1] = (sum(column) for column in zip(*sums, strict=True))
            chow, second = _counted(tile, 1) if place == 0 else (0, 0)
            table[byte, 2], table[byte, 3] = chow, second
            bit = 1 << tile if place else 0
            table[byte, 4] = bit
            table[byte, 5] = bit * group.is_kong
            table[byte, 6] = bit * (not group.exposed)
            table[byte, 7] = bit * (group.kind == "added-kong")
            table[byte, 8] = 1 + 16 * group.is_kong
            table[byte, 9] = place
    return table


# Events

EVENT_BITS = {key: 1 << place for place, key in enumerate(EVENTS)}
"""An event's bit in the encoded column ``events``."""
EVERY_EVENT = (1 << len(EVENTS)) - 1
NEEDS_SHAPE = (4, 2, 5, 3, 3, 2, 2, 2, 2, 2)
"""What the events of a win are judged by: seat, self-draw, discarder (0 unknown), discards (unknown, none, some), kongs
(none, one, more), whether groups are declared, exposed, whether there are flowers, whether the winning tile is the only
one of its kind, whether the hand may rob a concealed kong."""


def _keys(bits: int) -> list[str]:
    return [key for key, bit in EVENT_BITS.items() if bits & bit]


def _mask(keys: Iterable[str]) -> int:
    return sum(EVENT_BITS[key] for key in keys)


def _implied() -> NDArray[np.uint16]:
    return np.array([_mask(with_implied(_keys(bits))) for bits in range(EVERY_EVENT + 1)], np.uint16)


def _needs() -> NDArray[np.uint16]:
    """For every way to win, the events that it lacks something for, as ``EVENTS`` says."""
    table = np.zeros(NEEDS_SHAPE, np.uint16)
    for at in np.ndindex(NEEDS_SHAPE):
        seat, self_draw, discarder, discards, kongs, declared, exposed, flowers, only_one, robs = map(int, at)
        hand = Hand((), _groups_like(kongs, declared, exposed), None, (FIRST_FLOWER,) * flowers)
        win = Win(
            hand,
            seat + 1,
            bool(self_draw),
            discarder or None,
            (None, 0, 1)[discards],
            2 - only_one,
            True,
            bool(robs),
        )
        table[at] = _mask(key for key, event in EVENTS.items() if not all(need.holds(win) for need in event.needs))
    return table.reshape(-1)


def _groups_like(kongs: int, declared: int, exposed: int) -> tuple[Group, ...]:
    """Groups of which so many are kongs, and some exposed if so; kongs are concealed, another group is exposed."""
    groups = [Group("concealed-kong", kind) for kind in range(kongs)]
    if exposed:
        groups.append(Group("pung", 9))
    elif declared and not groups:
        groups.append(Group("concealed-kong", 0))
    return tuple(groups)


def _clashes() -> NDArray[np.uint8]:
    """By events, self-draw and whether east won: whether the events can never stand together, whatever the hand."""
    table = np.zeros((EVERY_EVENT + 1, 2, 2), np.uint8)
    for self_draw in (0, 1):
        for east in (0, 1):
            win = Win(None, 1 if east else 2, bool(self_draw), None, None, None, True, None)
            for bits in range(EVERY_EVENT + 1):
                keys = _keys(bits)
                table[bits, self_draw, east] = any(
                    why_impossible(key, [k for k in keys if k != key], win) for key in keys
                )
    return table.reshape(-1)


# On disk


def _build() -> dict[str, NDArray[Any]]:
    several: list[int] = []
    suits = _suit_table(9, True, several)
    honors = _suit_table(7, False, several)
    return {
        "suits": suits,
        "honors": honors,
        "splits": np.array(several, np.int64),
        "tile": _tile_table(),
        "group": _group_table(),
        "implied": _implied(),
        "needs": _needs(),
        "clashes": _clashes(),
    }


def _sources() -> str:
    modules = (splits_module, events_module, hand_module)
    files = [Path(__file__), *(Path(str(module.__file__)) for module in modules)]
    return sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()[:16]


def load_tables(say: Callable[[str], None] = lambda text: None) -> Tables:
    """The tables, from the cache folder or made now (about five seconds), in which case ``say`` is told so."""
    folder = cache_folder() / f"tables-{_sources()}"
    use(folder)
    if not folder.is_dir():
        say("making the tables of suits and events, once after an install: about 5 seconds")
        _keep(_build(), folder)
    arrays = {name: np.load(folder / f"{name}.npy") for name in Tables._fields}
    for array in arrays.values():
        array.flags.writeable = False
    return Tables(**arrays)


def _keep(arrays: dict[str, NDArray[Any]], folder: Path) -> None:
    """Writes the tables under another name first, so that no process ever sees half of them."""
    made = folder.with_name(f"{folder.name}.{os.getpid()}")
    made.mkdir(parents=True, exist_ok=True)
    for name, array in arrays.items():
        np.save(made / f"{name}.npy", array)
    try:
        made.rename(folder)
    except OSError:  # another process was faster; its tables are the same
        for file in made.iterdir():
            file.unlink()
        made.rmdir()
