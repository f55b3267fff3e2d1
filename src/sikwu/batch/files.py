"""Files of hands and of results: Parquet, CSV and JSON Lines by their endings, read and written piece by piece."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.csv as pcsv
import pyarrow.parquet as pq

from sikwu.batch.scorer import Scorer
from sikwu.errors import SikwuError
from sikwu.hand import SEATS

Format = Literal["parquet", "csv", "jsonl"]
FORMATS: dict[str, Format] = {
    ".parquet": "parquet",
    ".pq": "parquet",
    ".csv": "csv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
}
PART_BYTES = 16 << 20
"""How much of a text file is one part of a run."""
BLOCK_ROWS = 1 << 17
"""How many rows of a Parquet file are held at a time."""
_INPUTS = ("hand", "concealed", "winning", "groups", "claimed", "flowers", "seat", "round", "win", "self_draw", "from",
           "events", "discards", "streak")  # fmt: skip


def format_of(path: Path, given: str | None = None) -> Format:
    """The format that a file's ending or the caller names; ``bad-request`` if it is none."""
    named = given or FORMATS.get(path.suffix.lower())
    for found in FORMATS.values():
        if found == named:
            return found
    endings = ", ".join(FORMATS)
    raise SikwuError("bad-request", f"{path.name}: expected a file that ends in {endings}, or --format", "format")


class Part(NamedTuple):
    """A piece of a file that is scored on its own: bytes of a text file, or row groups of a Parquet file."""

    start: int
    end: int
    rows: int


class Block(NamedTuple):
    """What is held of a part at a time: lines of text, or a record batch."""

    format: Format
    data: Any


# Reading


def parts_of(path: Path, kind: Format) -> list[Part]:
    """A file's parts in order. ``rows`` is 0 where it is not known before reading."""
    if kind != "parquet":
        return [Part(start, end, 0) for start, end in _line_ranges(path, kind)]
    try:
        file = pq.ParquetFile(path)
    except pa.ArrowInvalid as error:
        raise SikwuError("bad-request", f"{path} is no Parquet file: {error}", "in") from error
    with file:
        groups = [file.metadata.row_group(place).num_rows for place in range(file.num_row_groups)]
    return [Part(place, place + 1, rows) for place, rows in enumerate(groups) if rows]


def _line_ranges(path: Path, kind: Format) -> Iterator[tuple[int, int]]:
    """Ranges of whole lines. A line end between a CSV's quotes is none: it follows an odd number of quotes."""
    size = path.stat().st_size
    with path.open("rb") as file:
        start = len(file.readline()) if kind == "csv" else 0
        quotes, at = 0, start
        while start < size:
            file.seek(at)
            text = np.frombuffer(file.read(PART_BYTES), np.uint8)
            if not text.size:
                break
            ends = text == ord("\n")
            if kind == "csv":
                odd = (np.cumsum(text == ord('"')) + quotes) % 2
                ends &= odd == 0
                quotes = int(odd[-1])
            last = np.flatnonzero(ends)
            at += text.size
            if last.size and at < size:
                end = at - text.size + int(last[-1]) + 1
                yield start, end
                start = end
    if start < size:
        yield start, size


def blocks_of(path: Path, kind: Format, part: Part) -> Iterator[Block]:
    """What a part holds, little by little."""
    if kind == "parquet":
        with pq.ParquetFile(path, pre_buffer=False) as file:
            wanted = [name for name in file.schema_arrow.names if name in _INPUTS]
            groups = list(range(part.start, part.end))
            for batch in file.iter_batches(BLOCK_ROWS, row_groups=groups, columns=wanted, use_threads=False):
                yield Block(kind, batch)
        return
    with path.open("rb") as file:
        header = file.readline() if kind == "csv" else b""
        file.seek(part.start)
        yield Block(kind, header + file.read(part.end - part.start))


def score_block(block: Block, scorer: Scorer) -> Iterator[Any]:
    """The results of a block, as record batches in order."""
    if block.format == "jsonl":
        for lines in _pieces(block.data):
            yield scorer.score_lines(lines)
        return
    batch = block.data if block.format == "parquet" else _read_csv(block.data)
    yield from scorer.score_batches(iter([batch]))


def _pieces(data: bytes) -> Iterator[bytes]:
    """Whole lines, about four megabytes at a time."""
    start, size = 0, 4 << 20
    while start < len(data):
        end = data.find(b"\n", start + size) + 1 or len(data)
        yield data[start:end]
        start = end


def _read_csv(data: bytes) -> Any:
    """A CSV's lines as text columns; a line with too many or too few fields is a row of nothing."""
    header = pcsv.read_csv(io.BytesIO(data.split(b"\n", 1)[0] + b"\n")).column_names
    wrong: list[int] = []

    def skip(row: Any) -> str:
        wrong.append(row.number - 2)  # counted from 1, the header first
        return "skip"

    table = pcsv.read_csv(
        io.BytesIO(data),
        read_options=pcsv.ReadOptions(use_threads=False, block_size=len(data) + 1),
        parse_options=pcsv.ParseOptions(newlines_in_values=True, invalid_row_handler=skip),
        convert_options=pcsv.ConvertOptions(
            column_types=dict.fromkeys(header, pa.string()),
            strings_can_be_null=True,
            null_values=[""],
            include_columns=[name for name in header if name in _INPUTS],
            check_utf8=False,
        ),
    )
    if wrong:
        places = np.insert(np.arange(table.num_rows), [place - nth for nth, place in enumerate(wrong)], -1)
        table = table.take(pa.array(places, mask=places < 0))
    table = table.combine_chunks()
    return table.to_batches()[0] if table.num_rows else pa.RecordBatch.from_pylist([], schema=table.schema)


# Writing


def encode(batch: Any, kind: Format) -> bytes:
    """Results as they stand in a part's file: lines of text, or an Arrow stream."""
    if kind == "jsonl":
        return _json_lines(batch)
    if kind == "csv":
        sink = io.BytesIO()
        pcsv.write_csv(flat(batch), sink, pcsv.WriteOptions(include_header=False))
        return sink.getvalue()
    sink = io.BytesIO()
    with pa.ipc.new_stream(sink, batch.schema) as stream:
        stream.write_batch(batch)
    return sink.getvalue()


def flat(batch: Any) -> Any:
    """Results without nested columns, for a CSV: patterns as text, ``seat-wind:1 mixed-one-suit:1``."""
    columns = {}
    for name in batch.schema.names:
        column = batch.column(name)
        if pa.types.is_list(column.type):
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
    """A line a hand: what it scored, or its error."""
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
            lines.append(f'{{"error": {{"code": "{error}"}}}}\n')
            continue
        paid = ", ".join([f'"{seat}": {amount}' for seat, amount in zip(SEATS, net, strict=True)])
        more = f', "second_hand": {{"patterns": {{{seconds[row]}}}}}' if seconds and seconds[row] is not None else ""
        more += f', "liable": {_quoted(liable[row])}' if liable else ""
        lines.append(
            f'{{"points": {points}, "uncapped": {uncapped}, "toward_minimum": {toward}, '
            f'"qualifies": {"true" if qualifies else "false"}, "reason": {_quoted(reason)}, '
            f'"patterns": {{{patterns[row]}}}, "net": {"null" if net[0] is None else f"{{{paid}}}"}{more}}}\n'
        )
    return "".join(lines).encode()


def join(files: Sequence[Path], out: Path, kind: Format, schema: Any) -> None:
    """Puts the parts' files together, in order, under another name first, so that ``out`` is never half a file."""
    made = out.with_name(f"{out.name}.joining")
    if kind == "parquet":
        with pq.ParquetWriter(made, schema, compression="zstd") as writer:
            for file in files:
                for batch in _streams(file):
                    writer.write_batch(batch, row_group_size=1 << 20)
    else:
        with made.open("wb") as sink:
            if kind == "csv":
                names = flat(pa.RecordBatch.from_pylist([], schema=schema)).schema.names
                sink.write((",".join(f'"{name}"' for name in names) + "\n").encode())
            for file in files:
                with file.open("rb") as source:
                    while piece := source.read(1 << 20):
                        sink.write(piece)
    made.replace(out)


def _streams(path: Path) -> Iterator[Any]:
    """The record batches of streams that stand one after another in a file."""
    with pa.OSFile(str(path)) as file:
        while file.tell() < file.size():
            with pa.ipc.open_stream(file) as stream:
                yield from stream
