"""All sessions of a database in one file, and back: from SQLite or PostgreSQL, to either.

The file is JSON Lines: a head, a line for every row, and a last line with the number of rows and a digest of all
before it.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, insert, select

from sikwu.errors import SikwuError
from sikwu.session import Json
from sikwu.table import exports, models, store
from sikwu.table.database import Database
from sikwu.table.migrations import HEAD

FORMAT = "sikwu-backup"
_TABLES: dict[str, Table] = {
    "session": models.sessions,
    "change": models.changes,
    "line": models.lines,
    "link": models.links,
}


def backup(database: Database, path: Path) -> int:
    """Writes every row, as they were at one moment, and the file's name last: a broken backup leaves no file behind."""
    try:
        with (
            database.reading() as connection,
            tempfile.NamedTemporaryFile(
                "w", encoding="utf-8", dir=path.absolute().parent, prefix=path.name, delete=False
            ) as file,
        ):
            try:
                rows = _write(file, connection)
                file.flush()
                os.fsync(file.fileno())
                Path(file.name).replace(path)
            except BaseException:
                Path(file.name).unlink(missing_ok=True)
                raise
    except OSError as error:
        raise SikwuError("bad-request", f"{path}: {error.strerror}", "file") from error
    return rows


def _write(file: Any, connection: Connection) -> int:
    digest, count = hashlib.sha256(), 0

    def line(record: Json) -> None:
        text = json.dumps(record, ensure_ascii=False) + "\n"
        digest.update(text.encode())
        file.write(text)

    line({"format": FORMAT, "form": HEAD})
    for name, table in _TABLES.items():
        order = table.primary_key.columns
        for row in connection.execute(select(table).order_by(*order)):
            line({name: dict(row._mapping)})
            count += 1
    file.write(json.dumps({"rows": count, "digest": f"sha256:{digest.hexdigest()}"}) + "\n")
    return count


def restore(database: Database, path: Path) -> int:
    """Reads the whole file, then writes every row in one transaction."""
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise SikwuError("bad-request", f"{path}: {error.strerror}", "file") from error
    except UnicodeDecodeError as error:
        raise _damaged("it is no UTF-8 text") from error
    records = list(_records(text))
    with database.writing() as connection:
        if connection.execute(select(models.sessions.c.id).limit(1)).first() is not None:
            message = f"{database.url.render_as_string()} holds sessions: restore into a new database"
            raise SikwuError("database-not-empty", message, None)
        _fill(connection, records)
    return len(records)


def _records(text: str) -> Iterator[tuple[str, Json]]:
    """The rows of a backup, after its head and its last line were found right."""
    body, _, tail = text.rstrip("\n").rpartition("\n")
    lines = body.split("\n") if body else []
    try:
        head, end = json.loads(lines[0] if lines else "null"), json.loads(tail)
        records = [json.loads(line) for line in lines[1:]]
    except (ValueError, RecursionError) as error:
        if f'"format": "{exports.FORMAT}"' in text[:100]:
            raise SikwuError(
                "unknown-schema", "the file is one session, not a backup: `import` brings it in", None
            ) from error
        raise _damaged(f"it is no JSON Lines ({error})") from error
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise SikwuError("unknown-schema", "the file is no backup of sikwu", None)
    if head.get("form") != HEAD:
        message = f"the backup has form {head.get('form')!r}; this version of sikwu reads {HEAD!r}"
        raise SikwuError("unknown-schema", message, None)
    digest = hashlib.sha256(f"{body}\n".encode()).hexdigest()
    if end != {"rows": len(records), "digest": f"sha256:{digest}"}:
        raise _damaged("its last line does not fit what it holds: part of it is missing or was changed")
    for record in records:
        yield from record.items()


def _fill(connection: Connection, records: list[tuple[str, Json]]) -> None:
    identities: dict[int, int] = {}
    rows: dict[str, list[Json]] = {name: [] for name in _TABLES}
    for name, row in records:
        if name == "session":
            old = row.pop("id")
            identities[old] = store.insert_session(connection, row)
        else:
            if name == "line":
                del row["id"]
            rows[name].append(row | {"session": identities[row["session"]]})
    for name, table in _TABLES.items():
        if rows[name]:
            connection.execute(insert(table), rows[name])


def _damaged(problem: str) -> SikwuError:
    return SikwuError("damaged-file", f"the backup is damaged: {problem}", None)
