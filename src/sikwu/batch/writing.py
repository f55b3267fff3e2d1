"""Results as files have them: Parquet, CSV or JSON Lines, written piece by piece and joined."""

from __future__ import annotations

import io
import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.csv as pcsv
import pyarrow.parquet as pq

from sikwu.batch.files import Format
from sikwu.batch.keeping import TAKEN, as_column, as_json, as_text
from sikwu.hand import SEATS


def encode(batch: Any, kind: Format) -> bytes:
    """Results as they stand in a part's file: lines of text, or an Arrow stream."""
    if kind == "jsonl":
        return _json_lines(batch)
    batch = _with_kept(batch, as_column)
    sink = io.BytesIO()
    if kind == "csv":
        pcsv.write_csv(flat(batch), sink, pcsv.WriteOptions(include_header=False))
        return sink.getvalue()
    with pa.ipc.new_stream(sink, batch.schema) as stream:
        stream.write_batch(batch)
    return sink.getvalue()


def _with_kept(batch: Any, change: Callable[[Any, Any], tuple[Any, Any]]) -> Any:
    """The batch with its kept columns changed; the results' own are as they are."""
    made = [
        (column, field) if field.name in TAKEN else change(column, field)
        for column, field in zip(batch.columns, batch.schema, strict=True)
    ]
    return pa.RecordBatch.from_arrays([column for column, _ in made], schema=pa.schema([field for _, field in made]))


def flat(batch: Any) -> Any:
    """Results without nested columns, for a CSV: patterns as text, ``seat-wind:1 mixed-one-suit:1``."""
    columns = {}
    for name in batch.schema.names:
        column = batch.column(name)
        if name not in TAKEN:
            column = as_text(column)
        elif pa.types.is_list(column.type):
            column = pa.array(_texts(column, " ", lambda key, count: f"{key}:{count}"), pa.string())
        elif pa.types.is_dictionary(column.type):
            column = column.dictionary_decode()
        columns[name] = column
    return pa.RecordBatch.from_pydict(columns)


def _texts(patterns: Any, between: str, write: Callable[[str, int], str]) -> list[str | None]:
    """Every hand's patterns as text; the same patterns are put into words once."""
    entries = patterns.values
    keys, words = np.asarray(entries.field("key").indices), entries.field("key").dictionary.to_pylist()
    counts, starts = np.asarray(entries.field("count")), np.asarray(patterns.offsets).tolist()
    packed = (keys.astype(np.uint32) | counts.astype(np.uint32) << 8).tobytes()
    valid = np.asarray(patterns.is_valid()).tolist()
    known: dict[bytes, str] = {}
    texts: list[str | None] = []
    for row, good in enumerate(valid):
        listed = packed[4 * starts[row] : 4 * starts[row + 1]]
        text = known.get(listed)
        if text is None:
            numbers = np.frombuffer(listed, np.uint32).tolist()
            text = known[listed] = between.join(write(words[entry & 255], entry >> 8) for entry in numbers)
        texts.append(text if good else None)
    return texts


def _quoted(word: str | None) -> str:
    return "null" if word is None else f'"{word}"'


def _json_lines(batch: Any) -> bytes:
    """A line a hand: the fields that are kept, and what it scored, or its error."""
    starts = _starts(batch)
    patterns = _texts(batch.column("patterns"), ", ", lambda key, count: f'"{key}": {count}')
    names = ("points", "uncapped", "toward_minimum", "qualifies", "reason", *(f"net_{seat}" for seat in SEATS), "error")
    lists = [batch.column(name).to_pylist() for name in names]
    seconds = liable = None
    if "second_patterns" in batch.schema.names:
        seconds = _texts(batch.column("second_patterns"), ", ", lambda key, count: f'"{key}": {count}')
    if "liable" in batch.schema.names:
        liable = batch.column("liable").to_pylist()
    lines = []
    for row, (points, uncapped, toward, qualifies, reason, *net, error) in enumerate(zip(*lists, strict=True)):
        if error:
            lines.append(f'{{{starts[row]}"error": {{"code": "{error}"}}}}\n')
            continue
        paid = ", ".join([f'"{seat}": {amount}' for seat, amount in zip(SEATS, net, strict=True)])
        more = f', "second_hand": {{"patterns": {{{seconds[row]}}}}}' if seconds and seconds[row] is not None else ""
        more += f', "liable": {_quoted(liable[row])}' if liable else ""
        lines.append(
            f'{{{starts[row]}"points": {points}, "uncapped": {uncapped}, "toward_minimum": {toward}, '
            f'"qualifies": {"true" if qualifies else "false"}, "reason": {_quoted(reason)}, '
            f'"patterns": {{{patterns[row]}}}, "net": {"null" if net[0] is None else f"{{{paid}}}"}{more}}}\n'
        )
    return "".join(lines).encode()


def _starts(batch: Any) -> list[str]:
    """How every line begins: the fields that are kept."""
    kept = [
        [f"{json.dumps(field.name, ensure_ascii=False)}: {text}, " for text in as_json(batch.column(place), field)]
        for place, field in enumerate(batch.schema)
        if field.name not in TAKEN
    ]
    return ["".join(parts) for parts in zip(*kept, strict=True)] if kept else [""] * batch.num_rows


def join(files: Sequence[Path], out: Path, kind: Format, schema: Any) -> None:
    """Puts the parts' files together, in order, under another name first, so that ``out`` is never half a file."""
    made = out.with_name(f"{out.name}.joining")
    try:
        if kind == "parquet":
            _join_streams(files, made, schema)
        else:
            with made.open("wb") as sink:
                if kind == "csv":
                    sink.write(_csv_header(schema))
                for file in files:
                    with file.open("rb") as source:
                        shutil.copyfileobj(source, sink, 1 << 20)
        made.replace(out)
    finally:
        made.unlink(missing_ok=True)


def _csv_header(schema: Any) -> bytes:
    names = [name.replace('"', '""') for name in schema.names]
    return (",".join(f'"{name}"' for name in names) + "\n").encode()


def _join_streams(files: Sequence[Path], made: Path, schema: Any) -> None:
    with pq.ParquetWriter(made, schema, compression="zstd") as writer:
        for file in files:
            for batch in _streams(file):
                writer.write_batch(batch, row_group_size=1 << 20)


def _streams(path: Path) -> Iterator[Any]:
    """The record batches of streams that stand one after another in a file."""
    with pa.OSFile(str(path)) as file:
        while file.tell() < file.size():
            with pa.ipc.open_stream(file) as stream:
                yield from stream
