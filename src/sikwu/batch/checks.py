"""The checks of an encoded hand, compiled, in the contract's order; what an event needs its own table says."""

from __future__ import annotations

from typing import NamedTuple

from sikwu.batch.columns import ALONE, ERROR, UNKNOWN_EVENT, Columns
from sikwu.batch.compiling import compiled
from sikwu.batch.reading import Four
from sikwu.batch.tables import EVENT_BITS, NO_TILE, Ints, Tables
from sikwu.hand import GROUP_KINDS
from sikwu.request import MOST_DISCARDS, MOST_STREAK, House
from sikwu.rules.language import ask
from sikwu.tiles import FIRST_FLOWER, KINDS

_BAD_REQUEST, _BAD_NOTATION, _BAD_GROUP = ERROR["bad-request"], ERROR["bad-notation"], ERROR["bad-group"]
_UNKNOWN_EVENT, _NOT_IN_SET, _COPIES = ERROR["unknown-event"], ERROR["tile-not-in-set"], ERROR["too-many-copies"]
_COUNT = ERROR["tile-count"]
_EIGHT_FLOWERS = EVENT_BITS["eight-flowers"]
_SUIT = (1 << 27) - 1
_HONORS = (1 << 21) - 1
_TWO_SUITS = (1 << 54) - 1
_ONES_2, _TWOS_2, _FOURS_2 = (sum(bit << 3 * digit for digit in range(18)) for bit in (1, 2, 4))
_INDEX = (1 << 21) - 1
_CHOW = GROUP_KINDS.index("chow")
_CONCEALED_KONG = GROUP_KINDS.index("concealed-kong")


class Limits(NamedTuple):
    """What of a house the checks look at: the tiles that are not in its set, the groups that may not be declared, and
    what to make of a hand of flowers alone: an error, or ``ALONE``."""

    tiles: int
    forbidden_kinds: int
    forbidden_first: int
    forbidden_second: int
    forbidden_groups: int
    alone: int


def limits(sheet: House) -> Limits:
    """The limits of a house; ``forbidden_first`` and ``_second`` are its missing kinds as octal digits."""
    kinds = groups = 0
    for forbidden in sheet.rules.forbids:
        if ask(forbidden.when, sheet.facts):
            kinds |= forbidden.kinds
            groups |= 1 << GROUP_KINDS.index(forbidden.group) if forbidden.group else 0
    sums = [0, 0]
    for kind in range(KINDS):
        if kinds >> kind & 1:
            sums[kind // 18] |= 7 << 3 * (kind % 18)
    return Limits(
        sheet.rules.tiles,
        kinds,
        sums[0],
        sums[1],
        groups,
        ALONE if sheet.rules.eight_flowers else ERROR["impossible-event"],
    )


class Seen(NamedTuple):
    """What a look at a row gives: the integers of ``Tiles``, and the suits' indexes in the tables."""

    error: int
    loose: Four
    tiles: Four
    chows: Four
    pungs: int
    kongs: int
    concealed_kongs: int
    added_kongs: int
    declared: int
    exposed: int
    indexes: Four


@compiled
def _digits(first: int, second: int) -> int:
    """The sum of all octal digits of the two sums."""
    return (
        (first & _ONES_2).bit_count()
        + (second & _ONES_2).bit_count()
        + 2 * ((first & _TWOS_2).bit_count() + (second & _TWOS_2).bit_count())
        + 4 * ((first & _FOURS_2).bit_count() + (second & _FOURS_2).bit_count())
    )


@compiled
def _over_four(packed: int) -> int:
    return packed & _FOURS_2 & (packed << 1 | packed << 2)


@compiled
def form_error(c: Columns, i: int) -> int:
    """What is wrong with the win's own fields, before the hand is looked at."""
    seat, discarder, discards, streak = c.seat[i], c.discarder[i], c.discards[i], c.streak[i]
    given = c.error[i]
    if (
        given == _BAD_REQUEST
        or seat < 1
        or seat > 4
        or c.round_wind[i] < 1
        or c.round_wind[i] > 4
        or c.self_draw[i] > 1
        or discarder > 4
        or (discarder > 0 and (c.self_draw[i] == 1 or discarder == seat))
        or discards < -1
        or discards > MOST_DISCARDS
        or streak < 0
        or streak > MOST_STREAK
    ):
        return _BAD_REQUEST
    return _UNKNOWN_EVENT if c.events[i] >= UNKNOWN_LIMIT else given


UNKNOWN_LIMIT = 1 << len(EVENT_BITS)
assert UNKNOWN_LIMIT <= UNKNOWN_EVENT


@compiled
def _missing_kind(c: Columns, i: int, kinds: int) -> bool:
    """Whether a kind of the mask is in the hand: one tile after another, for hands too odd for sums."""
    if kinds >> c.winning[i] & 1:
        return True
    for k in range(c.concealed.shape[1]):
        if c.concealed[i, k] < KINDS and kinds >> c.concealed[i, k] & 1:
            return True
    for k in range(c.groups.shape[1]):
        if c.groups[i, k] != NO_TILE:
            tile = c.groups[i, k] % KINDS
            length = 3 if c.groups[i, k] // KINDS == _CHOW else 1
            if kinds >> tile & ((1 << length) - 1):
                return True
    return False


@compiled
def _claimed_wrongly(c: Columns, i: int) -> bool:
    """Whether a group says that it was claimed from a seat that cannot have given it."""
    seat = c.seat[i]
    for k in range(c.claimed.shape[1]):
        claimed, code = c.claimed[i, k], c.groups[i, k]
        if claimed == 0:
            continue
        kind = code // KINDS
        left = (seat + 2) % 4 + 1
        if claimed > 4 or claimed == seat or code == NO_TILE or kind == _CONCEALED_KONG:
            return True
        if kind == _CHOW and claimed != left:
            return True
    return False


@compiled
def look(c: Columns, i: int, table: Ints, group_table: Ints, house: Limits, width: int, groups: int) -> Seen:
    """Sums up a row and checks all but its shape and its events."""
    error = form_error(c, i)
    first, second, third = 0, 0, 0
    for k in range(width):
        tile = c.concealed[i, k]
        first += table[tile, 0]
        second += table[tile, 1]
        third += table[tile, 2]
    winning = c.winning[i]
    first += table[winning, 0]
    second += table[winning, 1]
    third += table[winning, 2]
    all_first, all_second = first & _TWO_SUITS, second & ((1 << 48) - 1)
    chows, chows_s, pungs, kongs, concealed, added, tally, kinds = 0, 0, 0, 0, 0, 0, 0, 0
    some = NO_TILE
    for k in range(groups):
        some &= c.groups[i, k]
    if some != NO_TILE:
        for k in range(groups):
            code = c.groups[i, k]
            all_first += group_table[code, 0]
            all_second += group_table[code, 1]
            chows += group_table[code, 2]
            chows_s += group_table[code, 3]
            pungs |= group_table[code, 4]
            kongs |= group_table[code, 5]
            concealed |= group_table[code, 6]
            added |= group_table[code, 7]
            tally += group_table[code, 8]
            kinds |= 1 << group_table[code, 9]
    declared = tally & 15
    held = second >> 55 & 31
    if error == 0:
        flowers = c.flowers[i]
        if second >> 60:
            error = _BAD_NOTATION
        elif winning == NO_TILE:
            alone = held == 0 and tally == 0 and flowers > 0 and c.events[i] & _EIGHT_FLOWERS
            missing_flowers = flowers & (house.forbidden_kinds >> FIRST_FLOWER)
            error = _BAD_NOTATION if not alone else _NOT_IN_SET if missing_flowers else house.alone
        elif tally >> 8 or kinds & house.forbidden_groups or (c.claimed.shape[0] > 0 and _claimed_wrongly(c, i)):
            error = _BAD_GROUP
        else:
            wrong = _digits(all_first, all_second) != held + 3 * declared + (tally >> 4 & 15)
            missing = (all_first & house.forbidden_first) | (all_second & house.forbidden_second)
            if wrong and house.forbidden_kinds:
                missing = _missing_kind(c, i, house.forbidden_kinds)
            if missing or flowers & (house.forbidden_kinds >> FIRST_FLOWER):
                error = _NOT_IN_SET
            elif wrong or _over_four(all_first) | _over_four(all_second):
                error = _COPIES
            elif held + 3 * declared != house.tiles:
                error = _COUNT
    return Seen(
        error,
        (first & _SUIT, first >> 27 & _SUIT, second & _SUIT, second >> 27 & _HONORS),
        (all_first & _SUIT, all_first >> 27 & _SUIT, all_second & _SUIT, all_second >> 27 & _HONORS),
        (chows & _SUIT, chows >> 27 & _SUIT, chows_s, 0),
        pungs,
        kongs,
        concealed,
        added,
        declared,
        declared - concealed.bit_count(),
        (third & _INDEX, third >> 21 & _INDEX, third >> 42 & _INDEX, (first >> 54 & 1023) + 625 * (second >> 48 & 127)),
    )


@compiled
def events_are_wrong(c: Columns, i: int, seen: Seen, copies: int, robs: bool, tables: Tables) -> bool:
    """Whether the row's events cannot be true of the win, as the tables made of ``EVENTS`` say."""
    events, seat, self_draw = c.events[i], c.seat[i], c.self_draw[i]
    kongs = seen.kongs.bit_count()
    at = (seat - 1) * 2 + self_draw
    at = at * 5 + c.discarder[i]
    at = at * 3 + (0 if c.discards[i] < 0 else 1 if c.discards[i] == 0 else 2)
    at = at * 3 + min(kongs, 2)
    at = at * 2 + (seen.declared > 0)
    at = at * 2 + (seen.exposed > 0)
    at = at * 2 + (c.flowers[i] > 0)
    at = at * 2 + (copies == 1)
    at = at * 2 + robs
    return bool(events & tables.needs[at] or tables.clashes[(events * 2 + self_draw) * 2 + (seat == 1)])


@compiled
def alone_is_wrong(c: Columns, i: int, tables: Tables) -> bool:
    """Whether flowers without a hand are no win."""
    return bool(c.flowers[i] != 255 or tables.clashes[(c.events[i] * 2 + c.self_draw[i]) * 2 + (c.seat[i] == 1)])
