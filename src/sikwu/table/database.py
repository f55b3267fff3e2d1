"""Where the data lies, and how it is opened, migrated and locked: a SQLite file, or PostgreSQL by URL."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from sikwu.errors import SikwuError
from sikwu.table.migrations import HEAD

SECONDS_TO_WAIT = 30
"""How long a writer waits for another before it gives up with ``busy``."""
_MIGRATION_LOCK = 0x51C0_0001
_CONNECTIONS = 40
"""As many as the threads of a server that may ask at once."""
_UNAVAILABLE = (OperationalError, InterfaceError, DatabaseError)
"""Of these classes themselves: what derives from them is a fault of the program."""


class Database:
    """An opened database. ``reading`` and ``writing`` each give a connection inside one transaction."""

    def __init__(self, url: str | Path | None = None) -> None:
        self.url = database_url(url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self.engine = _engine(self.url, self.is_sqlite)
        with self._errors():
            self._migrate()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one moment of the database and changes nothing."""
        options = {} if self.is_sqlite else {"isolation_level": "REPEATABLE READ"}
        with self._begun(options) as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that ends on the disk or leaves nothing behind. On SQLite writers take turns."""
        options = {"sikwu_begin": "BEGIN IMMEDIATE"} if self.is_sqlite else {"isolation_level": "READ COMMITTED"}
        with self._begun(options) as connection:
            yield connection

    @contextmanager
    def _begun(self, options: dict[str, Any]) -> Iterator[Connection]:
        with self._errors(), self.engine.connect().execution_options(**options) as connection, connection.begin():
            yield connection

    def dispose(self) -> None:
        """Closes the pooled connections."""
        self.engine.dispose()

    def _migrate(self) -> None:
        with self.reading() as connection:
            if _form(connection) == HEAD:
                return
        with self.writing() as connection:
            if not self.is_sqlite:
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _MIGRATION_LOCK})
            if _form(connection) != HEAD:
                _upgrade(connection)

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except PoolTimeout as error:
            raise SikwuError("busy", f"too many wait for {self.url.render_as_string()}: try again", None) from error
        except DBAPIError as error:
            where = self.url.render_as_string(hide_password=True)
            if "locked" in str(error.orig) or "lock timeout" in str(error.orig):
                raise SikwuError("busy", f"another writer holds {where}: try again", None) from error
            if error.connection_invalidated or type(error) in _UNAVAILABLE:
                raise SikwuError("database-unavailable", f"{where}: {str(error.orig).strip()}", None) from error
            raise


def database_url(url: str | Path | None = None) -> URL:
    """The database's address: what is given, else ``SIKWU_DATABASE``, else a file in the platform's data folder.

    >>> database_url("postgresql://club@localhost/mahjong").drivername
    'postgresql+psycopg'
    >>> str(database_url("evening.sqlite"))
    'sqlite:///evening.sqlite'
    """
    given = str(url or os.environ.get("SIKWU_DATABASE") or _default_file())
    if "://" not in given:
        return URL.create("sqlite", database=str(Path(given).expanduser()))
    try:
        parsed = make_url(given)
        backend = parsed.get_backend_name()
    except ArgumentError as error:
        raise SikwuError("database-unavailable", f"no database has the address {given!r}", None) from error
    if backend in ("postgresql", "postgres"):
        return parsed.set(drivername="postgresql+psycopg")
    if backend == "sqlite":
        return parsed.set(drivername="sqlite")
    raise SikwuError("database-unavailable", f"{backend} is no database for sessions: use sqlite or postgresql", None)


def _default_file() -> Path:
    from platformdirs import user_data_path  # asked only when nobody names a database

    return user_data_path("sikwu", appauthor=False) / "tables.sqlite"


def _engine(url: URL, is_sqlite: bool) -> Engine:
    if not is_sqlite:
        engine = create_engine(url, pool_pre_ping=True, max_overflow=_CONNECTIONS, connect_args={"connect_timeout": 10})
        event.listen(engine, "connect", _wait_for_locks)
        return engine
    if url.database and url.database != ":memory:":
        _check_folder(Path(url.database))
    waiting = {"timeout": SECONDS_TO_WAIT, "check_same_thread": False}
    engine = create_engine(url, max_overflow=_CONNECTIONS, connect_args=waiting)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _check_folder(file: Path) -> None:
    """Only our own folder is made: one that somebody names and that is not there is a slip of the pen."""
    try:
        if file.parent.is_dir():
            return
        if file == _default_file():
            file.parent.mkdir(parents=True, exist_ok=True)
            return
    except OSError as error:
        raise SikwuError("database-unavailable", f"{file}: {error.strerror}", None) from error
    message = f"{file}: there is no folder {file.parent}: make it first, or name a file in another"
    raise SikwuError("database-unavailable", message, None)


def _prepare_sqlite(connection: Any, _record: object) -> None:
    # Python's driver begins transactions by itself, too late for DDL and without a lock: take that over.
    connection.isolation_level = None
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get("sikwu_begin", "BEGIN"))


def _wait_for_locks(connection: Any, _record: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SET lock_timeout = '{SECONDS_TO_WAIT}s'")
    connection.commit()


def _form(connection: Connection) -> str | None:
    """The form that the database has: None for an empty one."""
    if not inspect(connection).has_table("sikwu_version"):
        return None
    return connection.execute(text("SELECT version_num FROM sikwu_version")).scalar()


def _upgrade(connection: Connection) -> None:
    from alembic import command  # slow to load, and needed once in a database's life
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, HEAD)
    except CommandError as error:
        message = f"the database has a form that this version does not know ({error}): use the newer sikwu"
        raise SikwuError("database-too-new", message, None) from error
