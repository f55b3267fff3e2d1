"""Columns of the hands that stand beside their results: which may, and how they are written in each format."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from sikwu.batch.json_lines import lines_of
from sikwu.errors import SikwuError
from sikwu.hand import SEATS
from sikwu.request import SCORE_FIELDS
from sikwu.strict_json import parse_json

TAKEN = ("points", "uncapped", "toward_minimum", "qualifies", "reason", "patterns", "second_patterns", "second_hand",
         "net", *(f"net_{seat}" for seat in SEATS), "liable", "error")  # fmt: skip
"""What results have of their own, whatever the rule set and the format."""
_JSON = {b"content": b"json"}
"""The mark of a column whose texts are JSON values, as they were in a line."""


def check_kept(names: Sequence[str], there: Sequence[str] | None) -> tuple[str, ...]:
    """The names, each once, if such columns can be kept; ``there`` are the file's, ``None`` where lines may differ.

    Raises ``bad-request`` for one that is not there, or twice, or that results have of their own.
    """
    for name in names:
        if name in TAKEN:
            message = f"the results have {name!r} of their own; to keep this column, give it another name in the file"
        elif there is not None and there.count(name) > 1:
            message = f"there are {there.count(name)} columns {name!r}; one could be kept"
        elif there is not None and name not in there:
            message = f"there is no column {name!r} to keep; the columns are {', '.join(map(repr, there))}"
        else:
            continue
        raise SikwuError("bad-request", message, "keep")
    return tuple(dict.fromkeys(names))


def kept_fields(names: Sequence[str], schema: Any) -> list[Any]:
    """Their fields in the results: of the file's own types, or texts where ``schema`` is ``None``."""
    return [pa.field(name, pa.string() if schema is None else schema.field(name).type) for name in names]


def beside(kept: Any, results: Any) -> Any:
    """A record batch of kept columns and results."""
    fields = [*kept.schema, *results.schema]
    return pa.RecordBatch.from_arrays([*kept.columns, *results.columns], schema=pa.schema(fields))


# JSON Lines


def take_out(data: bytes, names: Sequence[str]) -> tuple[bytes, Any]:
    """Lines without the fields that are kept and are none of a request's, and the columns of them all.

    >>> data, kept = take_out(b'{"game": "a7", "hand": "1z"}', ["game"])
    >>> data, kept.to_pylist()
    (b'{"hand": "1z"}', [{'game': '"a7"'}])
    """
    lines = lines_of(data)
    columns: dict[str, list[str | None]] = {name: [None] * len(lines) for name in names}
    for row, line in enumerate(lines):
        try:
            fields = parse_json(line.decode())
        except (SikwuError, UnicodeDecodeError):
            continue  # what is wrong with it is found where it is scored
        if not isinstance(fields, dict):
            continue
        for name in names:
            value = fields.get(name) if name in SCORE_FIELDS else fields.pop(name, None)
            columns[name][row] = None if value is None else _dumped(value)
        lines[row] = json.dumps(fields).encode()
    schema = pa.schema([pa.field(name, pa.string(), metadata=_JSON) for name in names])
    return b"\n".join(lines), pa.RecordBatch.from_pydict(columns, schema=schema)


def _dumped(value: Any) -> str:
    """A value as JSON; half a surrogate pair, which UTF-8 cannot carry, as its escape."""
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "backslashreplace").decode()


def as_json(column: Any, field: Any) -> list[str]:
    """A kept column's values as JSON: numbers, texts, true and false, null, lists and objects are what they were, bytes
    are hexadecimal digits, and times and all else are texts."""
    if field.metadata == _JSON:
        return [text or "null" for text in column.to_pylist()]
    return [_dumped(_plain(value)) for value in _readable(column).to_pylist()]


def as_column(column: Any, field: Any) -> tuple[Any, Any]:
    """A kept column and its field without the mark of JSON: texts are texts, and all other values stay JSON."""
    if field.metadata == _JSON:
        texts = [json.loads(text) if text and text[0] == '"' else text for text in column.to_pylist()]
        texts = [text and text.encode("utf-8", "backslashreplace").decode() for text in texts]
        return pa.array(texts, pa.string()), pa.field(field.name, pa.string())
    return column, field


def as_text(column: Any) -> Any:
    """A kept column as a CSV can have it: what is nested is JSON, bytes are hexadecimal digits."""
    column = _readable(column)
    kind, types = column.type, pa.types
    if types.is_nested(kind):
        return pa.array(
            [None if value is None else _dumped(_plain(value)) for value in column.to_pylist()], pa.string()
        )
    simple = types.is_integer(kind) or types.is_floating(kind) or types.is_boolean(kind) or types.is_decimal(kind)
    if simple or types.is_string(kind) or types.is_large_string(kind):
        return column
    return pa.array([_plain(value) for value in column.to_pylist()], pa.string())


def _readable(column: Any) -> Any:
    """The column without what stands only for other types; times as texts."""
    if isinstance(column, pa.ExtensionArray):
        column = column.storage
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    timed = pa.types.is_temporal(column.type) and not pa.types.is_duration(column.type)
    return column.cast(pa.string()) if timed else column


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, dict):
        return {str(name): _plain(part) for name, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, list | tuple) else str(value)
