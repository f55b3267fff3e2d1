"""Real databases: a SQLite file, and PostgreSQL by ``SIKWU_TEST_POSTGRES`` or as a private server started here."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import uuid
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url

from sikwu.table import TableService, open_tables

PLAYERS = ("Ann", "Bo", "Chi", "Dee")


def _programs() -> Path | None:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3].split(".")[0]))
    return found[-1].parent if found else None


def _start(programs: Path, folder: Path) -> tuple[str, list[str]]:
    """Starts a private server; its URL and the command that stops it."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    unprivileged: list[str] = []
    if os.geteuid() == 0:  # the server refuses to run as root
        shutil.chown(folder, "postgres", "postgres")
        unprivileged = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"]
    data, log = folder / "data", folder / "log"

    def call(program: str, *args: str) -> list[str]:
        return [*unprivileged, str(programs / program), *args]

    subprocess.run(
        call("initdb", "-D", str(data), "-A", "trust", "-U", "sikwu", "-E", "UTF8", "--no-sync"),
        check=True,
        capture_output=True,
    )
    settings = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=200"
    subprocess.run(
        call("pg_ctl", "-D", str(data), "-w", "-l", str(log), "-o", settings, "start"),
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    return f"postgresql+psycopg://sikwu@127.0.0.1:{port}/postgres", call(
        "pg_ctl", "-D", str(data), "-m", "immediate", "stop"
    )


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL database."""
    if given := os.environ.get("SIKWU_TEST_POSTGRES"):
        yield given
        return
    programs = _programs()
    if programs is None:
        pytest.skip("no PostgreSQL here: set SIKWU_TEST_POSTGRES or install Debian's package postgresql")
    folder = Path(tempfile.mkdtemp(prefix="sikwu-postgres-"))
    folder.chmod(0o755)
    url, stop = _start(programs, folder)
    yield url
    subprocess.run(stop, check=False, capture_output=True)
    shutil.rmtree(folder, ignore_errors=True)


NewDatabase = Callable[[], str]


@pytest.fixture
def new_postgres(postgres: str) -> Iterator[NewDatabase]:
    """Makes empty databases: schemas of their own in the server's database."""
    made: list[str] = []
    engine = create_engine(make_url(postgres).set(drivername="postgresql+psycopg"), isolation_level="AUTOCOMMIT")

    def make() -> str:
        schema = f"sikwu_{uuid.uuid4().hex}"
        with engine.connect() as connection:
            connection.execute(text(f"CREATE SCHEMA {schema}"))
        made.append(schema)
        url = make_url(postgres).update_query_dict({"options": f"-csearch_path={schema}"})
        return url.render_as_string(hide_password=False)

    yield make
    with engine.connect() as connection:
        for schema in made:
            connection.execute(text(f"DROP SCHEMA {schema} CASCADE"))
    engine.dispose()


@pytest.fixture
def new_sqlite(tmp_path: Path) -> NewDatabase:
    """Makes empty databases: files."""
    return lambda: f"sqlite:///{tmp_path / uuid.uuid4().hex}.sqlite"


@pytest.fixture(params=["sqlite", "postgresql"])
def new_database(request: pytest.FixtureRequest) -> NewDatabase:
    """Makes empty databases of both kinds."""
    made: NewDatabase = request.getfixturevalue("new_sqlite" if request.param == "sqlite" else "new_postgres")
    return made


@pytest.fixture
def url(new_database: NewDatabase) -> str:
    """An empty database of either kind."""
    return new_database()


def clock() -> datetime:
    """An evening's time that stands still."""
    return datetime(2026, 1, 31, 20, 15, tzinfo=UTC)


@pytest.fixture
def tables(url: str) -> Iterator[TableService]:
    """The service on an empty database of either kind."""
    service = open_tables(url, clock=clock)
    yield service
    service.dispose()


@pytest.fixture
def friday(tables: TableService) -> str:
    """A session under the Hong Kong rules."""
    tables.create("Friday", rules="hkma-2023", players=PLAYERS, by="Ann")
    return "Friday"


Won = Callable[..., dict[str, Any]]


@pytest.fixture
def won() -> Won:
    """Makes a deal with one win, by seats or players: 8 faan, 256 by discard; 9 by self-draw, 192 from each."""

    def make(
        seat: str, discarder: str | None = None, hand: str = "[777z] [666z] [555z] 456p 5m + 5m", **more: Any
    ) -> dict[str, Any]:
        how = {"win": "discard", "from": discarder} if discarder else {"win": "self-draw"}
        return {"wins": [{"seat": seat, "hand": hand, **how, **more}]}

    return make


@pytest.fixture
def heavenly(won: Won) -> dict[str, Any]:
    """A win that only the dealer can have had."""
    return won("east", hand="111m 222p 333s 555z 6z + 6z", events=["initial-deal"])
