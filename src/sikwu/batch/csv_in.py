"""CSV files of hands: their header, and their lines as columns of text."""

from __future__ import annotations

import io
import re
from collections.abc import Collection
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.csv as pcsv

from sikwu.errors import SikwuError

MOST_HEADER = 1 << 20
_QUOTE = b'"'
_QUOTED = re.compile('"[^"]*"')


def header_of(path: Path) -> bytes:
    """The header as it stands in the file, blank lines before it and its line end with it; nothing of an empty file.

    Raises ``bad-request`` for what cannot be one: no UTF-8, no end, lines that end as no others do.
    """
    header = b""
    with path.open("rb") as file:
        while len(header) <= MOST_HEADER and (line := file.readline(MOST_HEADER)):
            header += line
            if header.strip() and header.count(_QUOTE) % 2 == 0:
                break
    if len(header) > MOST_HEADER:
        raise SikwuError(
            "bad-request", f"{path.name}: the first line is longer than a megabyte; expected a header", "in"
        )
    try:
        text = header.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"{path.name} is not UTF-8 at byte {error.start}; expected a header with hand, seat, round and win"
        raise SikwuError("bad-request", message, "in") from error
    if "\r" in _QUOTED.sub("", text).replace("\r\n", ""):
        raise SikwuError(
            "bad-request", f"{path.name}: its lines end in carriage returns alone; expected line feeds", "in"
        )
    return header


def names_in(header: bytes) -> list[str]:
    """The columns' names.

    >>> names_in(b'hand,"my, note",seat\\r\\n'), names_in(b"")
    (['hand', 'my, note', 'seat'], [])
    """
    if not header.decode("utf-8-sig").strip():
        return []
    options = pcsv.ParseOptions(newlines_in_values=True)
    return list(pcsv.read_csv(io.BytesIO(header.rstrip(b"\r\n") + b"\n"), parse_options=options).column_names)


def read_csv(header: bytes, lines: bytes, wanted: Collection[str], kept: Collection[str]) -> Any:
    """The wanted columns of a CSV's lines, all of them text; a line with too many or too few fields is a row of
    nothing.

    Raises ``bad-request`` if one of those ``kept`` is not UTF-8: what is only looked at may be wrong in its row.
    """
    names = names_in(header)
    data = header.rstrip(b"\r\n") + b"\n" + lines
    try:
        data.decode()
    except UnicodeDecodeError as error:
        if kept:
            around = (
                data[data.rfind(b"\n", 0, error.start) + 1 :][:60].decode("utf-8", "backslashreplace").split("\n")[0]
            )
            message = f"not UTF-8 in the line {around!r}; columns can be kept of UTF-8 only"
            raise SikwuError("bad-request", message, "in") from error
        data = data.decode("utf-8", "replace").encode()
    wrong: list[int] = []

    def skip(row: Any) -> str:
        wrong.append(row.number - 2)  # counted from 1, the header first
        return "skip"

    table = pcsv.read_csv(
        io.BytesIO(data),
        read_options=pcsv.ReadOptions(use_threads=False, block_size=len(data) + 1),
        parse_options=pcsv.ParseOptions(newlines_in_values=True, invalid_row_handler=skip),
        convert_options=pcsv.ConvertOptions(
            column_types=dict.fromkeys(names, pa.string()),
            strings_can_be_null=True,
            null_values=[""],
            include_columns=[name for name in names if name in wanted],
        ),
    )
    if wrong:
        places = np.insert(np.arange(table.num_rows), [place - nth for nth, place in enumerate(wrong)], -1)
        table = table.take(pa.array(places, mask=places < 0))
    table = table.combine_chunks()
    return table.to_batches()[0] if table.num_rows else pa.RecordBatch.from_pylist([], schema=table.schema)
