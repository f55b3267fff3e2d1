"""What the loop filled in, as Arrow columns."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from sikwu.batch.columns import ERRORS
from sikwu.batch.driver import BELOW_MINIMUM, BROKEN_PROMISE, Results
from sikwu.hand import SEATS
from sikwu.rules.language import RuleSet

_WORD = pa.dictionary(pa.int8(), pa.string())
PATTERNS = pa.list_(pa.struct([("key", _WORD), ("count", pa.uint16())]))
"""The rows that score, in the sheet's order, and how many times each."""


def result_schema(rules: RuleSet) -> Any:
    """The columns of a result. ``second_patterns`` is there where a rule set pays a hand twice, ``liable`` where it works
    out who is liable."""
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


def _patterns(
    starts: NDArray[np.int32], keys: NDArray[np.int8], counts: NDArray[np.uint16], rules: RuleSet, valid: NDArray[np.bool_]
) -> Any:
    words = pa.DictionaryArray.from_arrays(
        pa.array(keys), pa.array([row.key for row in rules.rows], pa.string())
    )
    entries = pa.StructArray.from_arrays([words, pa.array(counts)], fields=list(PATTERNS.value_type))
    bitmap, nulls = _valid(valid)
    return pa.Array.from_buffers(PATTERNS, valid.size, [bitmap, pa.py_buffer(starts)], nulls, children=[entries])


def _first_hands(r: Results) -> tuple[NDArray[np.bool_], NDArray[np.int32], NDArray[np.int32]]:
    """Which of the listed rows belong to a hand's own patterns, and where each hand's own and second ones start."""
    own = np.zeros(r.starts.size, np.int32)
    np.cumsum(r.second - r.starts[:-1], out=own[1:])
    others = r.starts - own
    marks = np.zeros(int(r.starts[-1]) + 1, np.int32)
    np.add.at(marks, r.starts[:-1], 1)
    np.add.at(marks, r.second, -1)
    return np.cumsum(marks[:-1]) > 0, own, others


def to_arrow(r: Results, rules: RuleSet, liable: NDArray[np.int8] | None = None) -> Any:
    """A record batch of the results; every column but ``error`` is null where there is an error."""
    right = r.error == 0
    size = int(r.starts[-1])
    scored = r.scored[:size]
    keys, counts = (scored & 255).astype(np.int8), (scored >> 8).astype(np.uint16)
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
    if not rules.double_win:
        arrays.append(_patterns(r.starts, keys, counts, rules, right))
    elif np.array_equal(r.second, r.starts[1:]):
        none = np.zeros(right.size, np.bool_)
        arrays += [
            _patterns(r.starts, keys, counts, rules, right),
            _patterns(np.zeros_like(r.starts), keys[:0], counts[:0], rules, none),
        ]
    else:
        first, own, others = _first_hands(r)
        twice = right & (r.second < r.starts[1:])
        arrays += [
            _patterns(own, keys[first], counts[first], rules, right),
            _patterns(others, keys[~first], counts[~first], rules, twice),
        ]
    arrays += [_numbers(r.net[seat], known) for seat in range(4)]
    if rules.liable:
        arrays.append(_words(np.zeros(right.size, np.int8) if liable is None else liable, list(SEATS)))
    arrays.append(_words(r.error.view(np.int8), list(ERRORS[1:])))
    return pa.RecordBatch.from_arrays(arrays, schema=result_schema(rules))
