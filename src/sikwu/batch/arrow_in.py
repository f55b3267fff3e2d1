"""Arrow columns of a caller to encoded columns: words to numbers, text to hands, and what cannot be read to errors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from sikwu.batch.columns import ERROR, UNKNOWN_EVENT, Bytes, Columns, empty_columns, put_hand, read_only
from sikwu.batch.houses import check_options, check_rules, error_of
from sikwu.batch.tables import EVENT_BITS, NO_TILE
from sikwu.batch.text import read_lines
from sikwu.errors import SikwuError, shown
from sikwu.hand import SEATS
from sikwu.notation import read_hand
from sikwu.request import WIN_WAYS, Fields, House, build_request, win_form

Batch = Any
"""A ``pyarrow.RecordBatch``."""
_BAD_REQUEST = ERROR["bad-request"]
_WRONG = 255
"""In a column of bytes: a value that is none of those there are."""
INPUTS = ("hand", "concealed", "winning", "groups", "claimed", "flowers", "seat", "round", "win", "self_draw", "from",
          "events", "discards", "streak", "rules", "options")  # fmt: skip
"""The columns that are looked at; others are left alone."""
NO_VALUE = ("", "NA", "NaN", "nan", "null", "NULL")
"""Words for null where a text may be left out, as R, pandas and databases write them."""
_MOST_NAMED = 20


def check_schema(schema: Any, sheet: House) -> None:
    """Raises ``bad-request`` for columns that could not be read whatever stood in them."""
    arrays = [_no_values(field) if field.name in INPUTS else pa.nulls(0) for field in schema]
    columns_of(pa.RecordBatch.from_arrays(arrays, schema.names), sheet, lambda text: None)


def _no_values(field: Any) -> Any:
    return pa.schema([field]).empty_table().column(0).combine_chunks()


def columns_of(batch: Batch, sheet: House, say: Callable[[str], None]) -> Columns:
    """The encoded columns of a record batch.

    Raises ``bad-request`` for a column that is missing or of a type that cannot hold what it should. A wrong value in a
    row is an error of that row.
    """
    encoded = "concealed" in batch.schema.names
    hand = None if encoded else _column(batch, "hand", "hands such as 123m55s + 5s")
    made = empty_columns(batch.num_rows, sheet.rules.tiles, hands=not encoded)
    error = made.error
    seat = _seats(batch, "seat", needed=True)
    columns = made._replace(
        seat=seat,
        round_wind=_seats(batch, "round", needed=True),
        self_draw=_self_draw(batch),
        discarder=_seats(batch, "from"),
        events=_events(batch, error),
        discards=_numbers(batch, "discards", -1, error),
        streak=_numbers(batch, "streak", 0, error),
    )
    columns = _check_houses(batch, columns, sheet)
    if encoded:
        columns = _encoded_hands(batch, columns, sheet)
    else:
        _hands_from_text(hand, columns, sheet, say)
    return read_only(columns)


def _column(batch: Batch, name: str, expected: str) -> Any:
    names = batch.schema.names
    if name not in names:
        there = ", ".join(map(shown, names[:_MOST_NAMED])) + (", …" if len(names) > _MOST_NAMED else "")
        found = f"the columns are {there}" if names else "there are no columns"
        raise SikwuError("bad-request", f"there is no column {name!r}; expected {expected}; {found}", name)
    if names.count(name) > 1:
        raise SikwuError("bad-request", f"there are {names.count(name)} columns {name!r}; one would be right", name)
    column = batch.column(names.index(name))
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    if isinstance(column, pa.ExtensionArray):
        column = column.storage
    return column.cast(pa.string()) if pa.types.is_null(column.type) else column


def _wrong_type(name: str, column: Any, expected: str) -> SikwuError:
    return SikwuError("bad-request", f"the column {name!r} is {column.type}; expected {expected}", name)


def _is_text(column: Any) -> bool:
    types = pa.types
    return bool(types.is_string(column.type) or types.is_large_string(column.type) or types.is_string_view(column.type))


def _places(column: Any, words: Sequence[str]) -> NDArray[np.int64]:
    """The place of every word among those there are; -1 for null, -2 for another."""
    found = pc.index_in(column.cast(pa.string()), value_set=pa.array(words, pa.string()))
    places = np.asarray(found.fill_null(-2), np.int64)
    return np.where(np.asarray(column.is_null()), -1, places)


def _whole(name: str, column: Any, expected: str) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Whole numbers (null is 0, anything else a number that is never right), and where null stands."""
    null = np.asarray(column.is_null())
    if pa.types.is_integer(column.type):
        return np.asarray(column.cast(pa.int64(), safe=False).fill_null(0)), null
    if pa.types.is_floating(column.type):
        values = np.asarray(column.fill_null(0), np.float64)
        null |= np.isnan(values)
        right = np.isfinite(values) & (values == np.floor(values)) & (np.abs(values) < 1 << 31)
        return np.where(null, 0, np.where(right, values, 1 << 40)).astype(np.int64), null
    if _is_text(column):  # a CSV's numbers; whole ones become 3.0 where pandas knew some of them to be missing
        column = column.cast(pa.string())
        null |= np.asarray(pc.is_in(column, value_set=pa.array(NO_VALUE)))
        right = pc.match_substring_regex(column, r"^[0-9]{1,9}(\.0*)?$")
        digits = pc.replace_substring_regex(column, r"\..*", "")
        values = pc.if_else(pc.fill_null(right, False), digits, pa.scalar(str(1 << 40))).cast(pa.int64())
        return np.where(null, 0, np.asarray(values)), null
    raise _wrong_type(name, column, expected)


def _seats(batch: Batch, name: str, *, needed: bool = False) -> Bytes:
    """Seats as numbers, 0 where none is given. The column may be left out unless it is needed."""
    if not needed and name not in batch.schema.names:
        return np.zeros(batch.num_rows, np.uint8)
    expected = "seats (east south west north) or their numbers from 1 to 4"
    column = _column(batch, name, expected)
    if column.type == pa.uint8() and column.null_count == 0:
        return _flat(column, np.uint8)
    if _is_text(column):
        places = _places(column, (*SEATS, *NO_VALUE))
        return np.where(places == -2, _WRONG, np.where(places < len(SEATS), places + 1, 0)).astype(np.uint8)
    values, _ = _whole(name, column, expected)
    return np.where((values < 0) | (values > 4), _WRONG, values).astype(np.uint8)


def _self_draw(batch: Batch) -> Bytes:
    """1 for a self-draw, 0 for a discard."""
    if "win" in batch.schema.names:
        column = _column(batch, "win", "self-draw or discard")
        if not _is_text(column):
            raise _wrong_type("win", column, "self-draw or discard, or a column self_draw of true and false")
        places = _places(column, WIN_WAYS)
        return np.where(places < 0, _WRONG, places == WIN_WAYS.index("self-draw")).astype(np.uint8)
    column = _column(batch, "self_draw", "win (self-draw or discard), or self_draw (true or false)")
    if column.type == pa.uint8() and column.null_count == 0:
        return _flat(column, np.uint8)
    if not pa.types.is_boolean(column.type) and not pa.types.is_integer(column.type):
        raise _wrong_type("self_draw", column, "true and false")
    values, null = _whole("self_draw", column.cast(pa.uint8()) if pa.types.is_boolean(column.type) else column, "")
    return np.where(null | (values < 0) | (values > 1), _WRONG, values).astype(np.uint8)


def _numbers(batch: Batch, name: str, absent: int, error: Bytes) -> NDArray[np.int16]:
    if name not in batch.schema.names:
        return np.full(batch.num_rows, absent, np.int16)
    column = _column(batch, name, "whole numbers")
    if column.type == pa.int16() and column.null_count == 0:  # the encoded form, in which -1 is unknown
        return _flat(column, np.int16)
    values, null = _whole(name, column, "whole numbers")
    error[(values < 0) & ~null] = _BAD_REQUEST
    return np.where(null, absent, np.clip(values, -2, (1 << 15) - 1)).astype(np.int16)


def _events(batch: Batch, error: Bytes) -> NDArray[np.uint16]:
    """Events as bits; a list of names, names in one text apart by spaces, commas or semicolons, or the bits."""
    if "events" not in batch.schema.names:
        return np.zeros(batch.num_rows, np.uint16)
    column = _column(batch, "events", "lists of events")
    kind = column.type
    if kind == pa.uint16() and column.null_count == 0:
        return _flat(column, np.uint16)
    if pa.types.is_integer(kind):
        values, _ = _whole("events", column, "bits")
        return np.where((values < 0) | (values >= UNKNOWN_EVENT), UNKNOWN_EVENT, values).astype(np.uint16)
    if _is_text(column):
        coded = column.cast(pa.string()).fill_null("").dictionary_encode()
        bits = [_bits_of(text.replace(",", " ").replace(";", " ").split()) for text in coded.dictionary.to_pylist()]
        found: NDArray[np.uint16] = np.array([*bits, 0], np.uint16)[np.asarray(coded.indices)]
        return found
    if pa.types.is_list(kind) or pa.types.is_large_list(kind):
        return _listed_events(column, error)
    raise _wrong_type("events", column, "lists of events, a text of them, or their bits")


def _bits_of(keys: Sequence[str]) -> int:
    bits = 0
    if len(keys) == 1 and keys[0] in NO_VALUE:
        return bits
    for key in keys:
        bits |= EVENT_BITS.get(key, UNKNOWN_EVENT)
    return bits


def _listed_events(column: Any, error: Bytes) -> NDArray[np.uint16]:
    found = np.zeros(len(column), np.uint16)
    names = column.flatten()
    if pa.types.is_null(names.type):
        return found
    if pa.types.is_dictionary(names.type):
        names = names.dictionary_decode()
    if not _is_text(names):
        raise _wrong_type("events", column, "lists of events")
    parents = np.asarray(pc.list_parent_indices(column))
    places = _places(names, tuple(EVENT_BITS))
    error[parents[places == -1]] = _BAD_REQUEST
    bits = np.where(places < 0, UNKNOWN_EVENT, 1 << np.maximum(places, 0)).astype(np.uint16)
    np.bitwise_or.at(found, parents, bits)
    return found


def _check_houses(batch: Batch, columns: Columns, sheet: House) -> Columns:
    """A row that names another rule set than the house's, or other options, is an error of its row, which comes before
    one of its events."""
    found = np.zeros(batch.num_rows, np.uint8)
    if "rules" in batch.schema.names:
        column = _column(batch, "rules", "keys of rule sets")
        if not _is_text(column):
            raise _wrong_type("rules", column, "keys of rule sets")
        coded = column.cast(pa.string()).fill_null(sheet.rules.key).dictionary_encode()
        errors = [error_of(check_rules, key, sheet) for key in coded.dictionary.to_pylist()]
        found = np.array([*errors, 0], np.uint8)[np.asarray(coded.indices)]
    if "options" in batch.schema.names:
        column = _column(batch, "options", "options")
        if pa.types.is_struct(column.type):  # in text they could be anybody's
            for row in np.flatnonzero((found == 0) & np.asarray(column.is_valid())).tolist():
                found[row] = error_of(check_options, _without_nulls(column[row].as_py()), sheet)
    found[columns.error > 0] = 0
    columns.error[found > 0] = found[found > 0]
    return columns._replace(events=np.where(found > 0, 0, columns.events).astype(np.uint16)) if found.any() else columns


# Hands in bytes


def _flat(column: Any, kind: type) -> NDArray[Any]:
    """The values of a column of fixed width without nulls, not copied."""
    width = np.dtype(kind).itemsize
    return (
        np.frombuffer(column.buffers()[1], kind, len(column), column.offset * width)
        if len(column)
        else np.zeros(0, kind)
    )


def _encoded_hands(batch: Batch, columns: Columns, sheet: House) -> Columns:
    error, names = columns.error, batch.schema.names
    width, most = sheet.rules.tiles - 1, sheet.rules.tiles // 3
    concealed = _rows_of_bytes(batch, "concealed", width, NO_TILE, error)
    winning = _bytes(batch, "winning", NO_TILE, error)
    if "groups" in names:
        groups = _rows_of_bytes(batch, "groups", most, NO_TILE, error)
    else:
        groups = np.full((batch.num_rows, most), NO_TILE, np.uint8)
    claimed = _rows_of_bytes(batch, "claimed", most, 0, error) if "claimed" in names else columns.claimed
    flowers = _bytes(batch, "flowers", 0, error) if "flowers" in names else columns.flowers
    return columns._replace(concealed=concealed, winning=winning, groups=groups, claimed=claimed, flowers=flowers)


def _bytes(batch: Batch, name: str, absent: int, error: Bytes) -> Bytes:
    column = _column(batch, name, "bytes")
    if column.type == pa.uint8() and column.null_count == 0:
        return _flat(column, np.uint8)
    values, null = _whole(name, column, "bytes")
    error[(values < 0) | (values > NO_TILE)] = _BAD_REQUEST
    return np.where(null, absent, np.clip(values, 0, NO_TILE)).astype(np.uint8)


def _rows_of_bytes(batch: Batch, name: str, width: int, absent: int, error: Bytes) -> Bytes:
    """So many bytes for every row, from fixed or other binary or from lists of bytes; shorter rows are filled up."""
    column = _column(batch, name, f"{width} bytes a row")
    kind, types = column.type, pa.types
    if types.is_fixed_size_binary(kind) and kind.byte_width == width and column.null_count == 0:
        data = np.frombuffer(column.buffers()[1], np.uint8, len(column) * width, column.offset * width)
        return data.reshape(-1, width)
    if types.is_fixed_size_list(kind) or types.is_list(kind) or types.is_large_list(kind):
        if not types.is_integer(kind.value_type):
            raise _wrong_type(name, column, f"{width} bytes a row")
        rows = [bytes(row) if _are_bytes(row) else None for row in column.to_pylist()]
    elif (
        types.is_binary(kind)
        or types.is_large_binary(kind)
        or types.is_binary_view(kind)
        or types.is_fixed_size_binary(kind)
    ):
        rows = column.to_pylist()
    else:
        raise _wrong_type(name, column, f"{width} bytes a row")
    made = np.full((len(rows), width), absent, np.uint8)
    for place, given in enumerate(rows):
        row = b"" if given is None else given.rstrip(bytes([absent]))
        if len(row) > width:
            error[place] = ERROR["tile-count"]
        else:
            made[place, : len(row)] = list(row)
    return made


def _are_bytes(row: Any) -> bool:
    return row is not None and all(number is not None and 0 <= number <= NO_TILE for number in row)


# Hands in text


def _hands_from_text(column: Any, columns: Columns, sheet: House, say: Callable[[str], None]) -> None:
    if pa.types.is_struct(column.type):
        _read_one_by_one(range(len(column)), lambda place: _without_nulls(column[place].as_py()), columns, sheet)
        return
    if not _is_text(column):
        raise _wrong_type("hand", column, "text")
    if not len(column):  # so that nothing is compiled for it
        return
    column = column.cast(pa.large_string())
    _, starts, text = column.buffers()
    offsets = np.frombuffer(starts, np.int64, len(column) + 1, column.offset * 8)
    data = np.frombuffer(text, np.uint8) if text is not None and text.size else np.zeros(1, np.uint8)
    unread = read_lines(data, offsets, columns, say)
    null = np.asarray(column.is_null())
    columns.error[null] = _BAD_REQUEST
    left = np.flatnonzero(unread & ~null)
    _read_one_by_one(left.tolist(), lambda place: column[place].as_py(), columns, sheet)


def _without_nulls(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    kept = {name: part for name, part in value.items() if part is not None}
    if "groups" in kept:
        kept["groups"] = [_without_nulls(group) for group in kept["groups"]]
    return kept


def _read_one_by_one(places: Sequence[int], hand_at: Callable[[int], Any], columns: Columns, sheet: House) -> None:
    """Lines that the quick reader left, read by the notation's own: their hands, or what is wrong with them.

    A row that is an error already stays that whatever its hand is.
    """
    alone = EVENT_BITS["eight-flowers"]
    for place in places:
        if columns.error[place]:
            continue
        try:
            written = hand_at(place)
            hand = read_hand(written, "or-flowers" if columns.events[place] & alone else "required")
            if not put_hand(columns, place, hand):
                columns.error[place] = _too_much(written, columns, place, sheet)
        except SikwuError as error:
            columns.error[place] = ERROR[error.code]
        except UnicodeError:
            columns.error[place] = ERROR["bad-notation"]


def _too_much(written: Any, columns: Columns, place: int, sheet: House) -> int:
    """What is wrong with a hand that holds more than a row can."""
    seat = int(columns.seat[place])
    if not 1 <= seat <= 4:
        return _BAD_REQUEST
    form = win_form(Fields({"hand": written, "seat": SEATS[seat - 1], "win": "self-draw"}, ("hand", "seat", "win")))
    try:
        build_request(form, sheet, 1, 0)
    except SikwuError as error:
        return ERROR[error.code]
    raise AssertionError(f"a hand that no row can hold was found right: {written!r}")
