"""Files of hands: Parquet, CSV and JSON Lines by their endings, looked at before they are read, and read in parts."""

from __future__ import annotations

import codecs
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from sikwu.batch.arrow_in import INPUTS, check_schema
from sikwu.batch.csv_in import header_of, names_in, read_csv
from sikwu.batch.keeping import beside, check_kept, kept_fields, take_out
from sikwu.batch.scorer import CHUNK, Scorer
from sikwu.errors import SikwuError
from sikwu.request import House

Format = Literal["parquet", "csv", "jsonl"]
FORMATS: dict[str, Format] = {
    ".parquet": "parquet",
    ".pq": "parquet",
    ".csv": "csv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
}
PART_BYTES = 4 << 20
"""How much of a text file is one part of a run, and is held at a time."""
BLOCK_ROWS = 1 << 17
"""How many rows of a Parquet file are held at a time."""
PARTS_TO_A_LINE = 16
"""How many parts long a line may be at most: 64 megabytes, so that a quote which is never closed is not held whole."""
_NO_TEXT = {
    b"\x1f\x8b": "is compressed with gzip; unpack it first",
    b"\x28\xb5\x2f\xfd": "is compressed with zstd; unpack it first",
    b"BZh91AY": "is compressed with bzip2; unpack it first",
    b"\xfd7zXZ": "is compressed with xz; unpack it first",
    b"PK\x03\x04": "is a zip file or a spreadsheet; export it as CSV",
    b"PAR1\x15": "is a Parquet file; --in-format parquet reads it as one",
    b"ARROW1\x00\x00": "is an Arrow file; expected Parquet, CSV or JSON Lines",
    b"\xff\xfe": "is UTF-16; expected UTF-8",
    b"\xfe\xff": "is UTF-16; expected UTF-8",
}
"""How files begin that are no text, whatever their names say."""
_COMPRESSED = (".gz", ".zst", ".bz2", ".xz", ".zip")


def format_of(path: Path, given: str | None = None) -> Format:
    """The format that a file's ending or the caller names; ``bad-request`` if it is none."""
    named = given or FORMATS.get(path.suffix.lower())
    for found in FORMATS.values():
        if found == named:
            return found
    if path.suffix.lower() in _COMPRESSED and given is None:
        raise SikwuError(
            "bad-request", f"{path.name}: files are read and written as they are; unpack it first", "format"
        )
    endings = ", ".join(FORMATS)
    raise SikwuError("bad-request", f"{path.name}: expected a file that ends in {endings}, or --format", "format")


class Part(NamedTuple):
    """A piece of a file that is scored on its own: bytes of a text file, or row groups of a Parquet file."""

    start: int
    end: int
    rows: int


class Block(NamedTuple):
    """What is held of a part at a time: lines of text (a CSV's with its header), or a record batch."""

    format: Format
    data: Any
    header: bytes = b""


# Before reading


@contextmanager
def _said_of(path: Path) -> Iterator[None]:
    """What Arrow says of a file that it cannot read, as an error of the call."""
    try:
        yield
    except (pa.ArrowException, OSError) as error:
        what = " ".join(str(error).split())
        raise SikwuError("bad-request", f"{path} cannot be read: {what}", "in") from error


def schema_of(path: Path, kind: Format) -> Any:
    """The columns of a file, as its header or footer says; ``None`` for JSON Lines, each of which has its own.

    Raises ``bad-request`` for a file that is not what its name says.
    """
    with _said_of(path):
        if kind == "parquet":
            with pq.ParquetFile(path) as file:
                return file.schema_arrow
        with path.open("rb") as text:
            start = text.read(8)
        for beginning, what in _NO_TEXT.items():
            if start.startswith(beginning):
                raise SikwuError("bad-request", f"{path.name} {what}", "in")
        if kind == "jsonl":
            return None
        return pa.schema([pa.field(name, pa.string()) for name in names_in(header_of(path))])


def check_file(path: Path, kind: Format, sheet: House, keep: Sequence[str], everything: bool) -> tuple[str, ...]:
    """Looks at a file's columns before anything is scored; returns the names of those that are to be kept.

    Raises ``bad-request`` for a file that is not what its name says, and for columns that are missing, twice there or
    of a wrong type, or that cannot be kept.
    """
    schema = schema_of(path, kind)
    if schema is None:
        if everything:
            raise SikwuError(
                "bad-request", "lines of JSON may differ in their fields; name each with --keep", "keep_all"
            )
        return check_kept(keep, None)
    check_schema(schema, sheet)
    return check_kept(schema.names if everything else keep, schema.names)


# Reading


def parts_of(path: Path, kind: Format) -> list[Part]:
    """A file's parts in order. ``rows`` is 0 where it is not known before reading."""
    with _said_of(path):
        if kind != "parquet":
            return [Part(start, end, 0) for start, end in _line_ranges(path, kind)]
        with pq.ParquetFile(path) as file:
            groups = [file.metadata.row_group(place).num_rows for place in range(file.num_row_groups)]
    return [Part(place, place + 1, rows) for place, rows in enumerate(groups) if rows]


def _line_ranges(path: Path, kind: Format) -> Iterator[tuple[int, int]]:
    """Ranges of whole lines. A line end between a CSV's quotes is none: it follows an odd number of quotes."""
    size = path.stat().st_size
    start = len(header_of(path)) if kind == "csv" else _mark_of(path)
    quotes, at = 0, start
    with path.open("rb") as file:
        file.seek(at)
        while piece := file.read(PART_BYTES):
            text = np.frombuffer(piece, np.uint8)
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
            elif at - start > PARTS_TO_A_LINE * PART_BYTES:
                raise _no_end(path, start, at - start, kind)
    if quotes:
        raise _no_end(path, start, size - start, kind)
    if start < size:
        yield start, size


def _no_end(path: Path, start: int, length: int, kind: Format) -> SikwuError:
    what = "a line or a quote" if kind == "csv" else "a line"
    message = (
        f"{path.name}: {what} that begins after byte {start:,} does not end in {length:,} bytes; is the file cut short?"
    )
    return SikwuError("bad-request", message, "in")


def _mark_of(path: Path) -> int:
    """The length of the mark that some editors put before UTF-8."""
    with path.open("rb") as file:
        return len(codecs.BOM_UTF8) if file.read(3) == codecs.BOM_UTF8 else 0


def blocks_of(path: Path, kind: Format, part: Part, keep: Sequence[str] = ()) -> Iterator[Block]:
    """What a part holds, little by little."""
    with _said_of(path):
        if kind == "parquet":
            with pq.ParquetFile(path, pre_buffer=False) as file:
                wanted = [name for name in file.schema_arrow.names if name in INPUTS or name in keep]
                groups = list(range(part.start, part.end))
                for batch in file.iter_batches(BLOCK_ROWS, row_groups=groups, columns=wanted, use_threads=False):
                    yield Block(kind, batch)
            return
        header = header_of(path) if kind == "csv" else b""
        with path.open("rb") as text:
            text.seek(part.start)
            data = text.read(part.end - part.start)
    yield Block(kind, data, header)


def score_block(block: Block, scorer: Scorer, keep: Sequence[str] = ()) -> Iterator[Any]:
    """The results of a block, as record batches in order, the columns that are kept before them."""
    if block.format == "jsonl":
        if keep:
            requests, kept = take_out(block.data, keep)
            yield beside(kept, scorer.score_lines(requests))
        else:
            yield scorer.score_lines(block.data)
        return
    batch = block.data if block.format == "parquet" else read_csv(block.header, block.data, {*INPUTS, *keep}, keep)
    fields = kept_fields(keep, batch.schema)
    for start in range(0, batch.num_rows, CHUNK):
        piece = batch.slice(start, CHUNK)
        results = scorer.score_batch(piece)
        if keep:
            columns = [piece.column(name) for name in keep]
            results = beside(pa.RecordBatch.from_arrays(columns, schema=pa.schema(fields)), results)
        yield results
