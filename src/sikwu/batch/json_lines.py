"""JSON Lines of score requests: read as columns when every line is a plain request, else line by line."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import Any

import pyarrow as pa
import pyarrow.json as pj

from sikwu.batch.arrow_in import columns_of
from sikwu.batch.columns import ERROR, Columns, empty_columns, put_hand, read_only
from sikwu.batch.houses import check_options, check_rules
from sikwu.batch.tables import EVENT_BITS
from sikwu.errors import SikwuError
from sikwu.hand import SEAT_NUMBERS, SEATS
from sikwu.notation import read_hand
from sikwu.request import (
    LANGS,
    MOST_STREAK,
    SCORE_FIELDS,
    Fields,
    House,
    build_request,
    known_events,
    win_form,
)
from sikwu.strict_json import parse_json

_SCHEMA = pa.schema(
    [(name, pa.string()) for name in ("rules", "hand", "seat", "round", "win", "from", "lang")]
    + [("events", pa.list_(pa.string())), ("discards", pa.int64()), ("streak", pa.int64()), ("explain", pa.bool_())]
)
_PLAIN = re.compile(rb"\s*\{[^{}]*\}\s*")
"""A line that can hold one object only, with no other inside it."""


def lines_of(data: bytes) -> list[bytes]:
    """The lines that hold something.

    >>> lines_of(b'{"a": 1}\\n\\n{"b": 2}')
    [b'{"a": 1}', b'{"b": 2}']
    """
    return [line for line in data.split(b"\n") if line.strip()]


def columns_of_lines(data: bytes, sheet: House, say: Callable[[str], None]) -> Columns:
    """The encoded columns of requests, one a line. A line that is no request is an error of its row, and so is one
    whose ``rules`` or ``options`` are others than the house's."""
    lines = lines_of(data)
    table = _plain_table(data, lines)
    if table is not None and _of_house(table, sheet):
        return columns_of(table, sheet, say)
    columns = empty_columns(len(lines), sheet.rules.tiles)
    for row, line in enumerate(lines):
        try:
            _put(columns, row, line, sheet)
        except SikwuError as error:
            columns.error[row] = ERROR[error.code]
    return read_only(columns)


def _plain_table(data: bytes, lines: list[bytes]) -> Any:
    """The lines as a record batch; ``None`` where any of them needs a closer look."""
    if not lines or not all(map(_PLAIN.fullmatch, lines)):
        return None
    try:
        data.decode()
        table = pj.read_json(
            io.BytesIO(data),
            read_options=pj.ReadOptions(use_threads=False, block_size=len(data) + 1),
            parse_options=pj.ParseOptions(explicit_schema=_SCHEMA, unexpected_field_behavior="error"),
        )
    except (pa.ArrowInvalid, UnicodeDecodeError):
        return None
    if table.num_rows != len(lines):
        return None
    return table.combine_chunks().to_batches()[0]


def _of_house(batch: Any, sheet: House) -> bool:
    """Whether all lines name the house's rule set, or none, and a language that there is."""
    rules, langs = (batch.column(name).unique().to_pylist() for name in ("rules", "lang"))
    return set(rules) <= {None, sheet.rules.key} and set(langs) <= {None, *LANGS}


def _put(columns: Columns, row: int, line: bytes, sheet: House) -> None:
    """Writes one request into a row, its checks in the engine's order."""
    fields = _fields(line, sheet)
    form = win_form(fields)
    rules, options = fields.rules(), fields.options()
    round_wind = SEAT_NUMBERS[fields.needed("round", SEATS)]
    streak = fields.number("streak", MOST_STREAK) or 0
    fields.flag("explain")
    fields.word("lang", LANGS)
    columns.seat[row], columns.round_wind[row], columns.streak[row] = form.seat, round_wind, streak
    columns.self_draw[row], columns.discarder[row] = form.self_draw, form.discarder or 0
    columns.discards[row] = -1 if form.discards is None else form.discards
    check_rules(rules, sheet)
    check_options(options, sheet)
    for key in known_events(form.events):
        columns.events[row] |= EVENT_BITS[key]
    hand = read_hand(form.hand, "or-flowers" if "eight-flowers" in form.events else "required")
    if not put_hand(columns, row, hand):
        build_request(form, sheet, round_wind, streak)
        raise AssertionError(f"a hand that no row can hold was found right: {hand}")


def _fields(line: bytes, sheet: House) -> Fields:
    """The fields of a line; ``rules`` that are left out are the house's."""
    try:
        data = parse_json(line.decode())
    except UnicodeDecodeError as error:
        raise SikwuError("bad-request", f"not UTF-8 at byte {error.start}") from error
    if isinstance(data, dict) and data.get("rules") is None:
        data["rules"] = sheet.rules.key
    return Fields(data, SCORE_FIELDS)
