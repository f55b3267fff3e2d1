"""What the loop filled in, as Arrow columns."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from sikwu.batch.columns import ERRORS
from sikwu.batch.loop import BELOW_MINIMUM, BROKEN_PROMISE, Results
from sikwu.hand import SEATS
from sikwu.rules.language import RuleSet

_WORD = pa.dictionary(pa.int8(), pa.string())
PATTERNS = pa.list_(pa.struct([("key", _WORD), ("count", pa.uint16())]))
"""The rows that score, in the sheet's order, and how many times each."""


def result_schema(rules: RuleSet) -> Any:
    """The columns of a result. ``second_patterns`` is there where a rule set pays a hand twice, ``liable`` where it
    works out who is liable."""
    fields = [
        ("points", pa.int32()),
        ("uncapped", pa.int32()),
        ("toward_minimum", pa.int32()),
        ("qualifies", pa.bool_()),
        ("reason", _WORD),
        ("patterns", PATTERNS),
    ]
    if rules.double_win:
        fields.append(("second_patterns", PATTERNS))
    fields += [(f"net_{seat}", pa.int32()) for seat in SEATS]
    if rules.liable:
        fields.append(("liable", _WORD))
    return pa.schema([*fields, ("error", _WORD)])


def _valid(where: NDArray[np.bool_]) -> tuple[Any, int]:
    """A validity bitmap and how many nulls it has."""
    nulls = int(where.size - np.count_nonzero(where))
    return (None if nulls == 0 else pa.py_buffer(np.packbits(where, bitorder="little")), nulls)


def _numbers(values: NDArray[Any], where: NDArray[np.bool_]) -> Any:
    bitmap, nulls = _valid(where)
    return pa.Array.from_buffers(pa.int32(), values.size, [bitmap, pa.py_buffer(values)], nulls)


def _words(numbers: NDArray[np.int8], words: list[str]) -> Any:
    """Words by their number, from 1; 0 is null."""
    bitmap, nulls = _valid(numbers > 0)
    indices = pa.Array.from_buffers(pa.int8(), numbers.size, [bitmap, pa.py_buffer(numbers - np.int8(1))], nulls)
    return pa.DictionaryArray.from_arrays(indices, pa.array(words, pa.string()))


def _patterns(starts: NDArray[np.int32], scored: NDArray[np.uint32], rules: RuleSet, valid: NDArray[np.bool_]) -> Any:
    listed = scored[: int(starts[-1])]
    words = pa.DictionaryArray.from_arrays(
        pa.array((listed & 255).astype(np.int8)), pa.array([row.key for row in rules.rows], pa.string())
    )
    counts = pa.array((listed >> 8).astype(np.uint16))
    entries = pa.StructArray.from_arrays([words, counts], fields=list(PATTERNS.value_type))
    bitmap, nulls = _valid(valid)
    return pa.Array.from_buffers(PATTERNS, valid.size, [bitmap, pa.py_buffer(starts)], nulls, children=[entries])


def to_arrow(r: Results, rules: RuleSet, liable: NDArray[np.int8] | None = None) -> Any:
    """A record batch of the results; every column but ``error`` is null where there is an error."""
    right = r.error == 0
    known = right & (r.net_known > 0)
    reasons = ["below-minimum"] + ([rules.promise.reason] if rules.promise else [])
    assert reasons.index("below-minimum") + 1 == BELOW_MINIMUM < BROKEN_PROMISE
    bitmap, nulls = _valid(right)
    qualifies = pa.py_buffer(np.packbits(r.reason == 0, bitorder="little"))
    arrays = [
        _numbers(r.points, right),
        _numbers(r.uncapped, right),
        _numbers(r.toward, right),
        pa.Array.from_buffers(pa.bool_(), right.size, [bitmap, qualifies], nulls),
        _words(r.reason.view(np.int8), reasons),
    ]
    arrays.append(_patterns(r.starts, r.scored, rules, right))
    if rules.double_win:
        twice = r.second_starts[1:] > r.second_starts[:-1]
        arrays.append(_patterns(r.second_starts, r.second_scored, rules, twice))
    arrays += [_numbers(r.net[seat], known) for seat in range(4)]
    if rules.liable:
        arrays.append(_words(np.zeros(right.size, np.int8) if liable is None else liable, list(SEATS)))
    arrays.append(_words(r.error.view(np.int8), list(ERRORS[1:])))
    return pa.RecordBatch.from_arrays(arrays, schema=result_schema(rules))
