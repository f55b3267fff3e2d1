"""Opening databases: addresses, migrations, what is refused."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text

import sikwu.table
from sikwu import SikwuError
from sikwu.table import open_tables
from sikwu.table.database import Database, database_url
from sikwu.table.migrations import HEAD
from sikwu.table.models import metadata


def test_the_newest_form_is_the_last_migration() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(sikwu.table.__file__).with_name("migrations")))
    assert ScriptDirectory.from_config(config).get_heads() == [HEAD]


def test_migrating_makes_the_tables_of_the_models(url: str) -> None:
    database = Database(url)
    with database.reading() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": "sikwu_version"})
        assert compare_metadata(context, metadata) == []
    database.dispose()


def test_opening_again_changes_nothing_and_loads_no_migration(url: str) -> None:
    open_tables(url).dispose()
    code = f"import sys; from sikwu.table import open_tables; open_tables({url!r}); print('alembic' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_a_newer_database_is_refused(url: str) -> None:
    database = Database(url)
    with database.writing() as connection:
        connection.execute(text("UPDATE sikwu_version SET version_num = '9999'"))
    database.dispose()
    with pytest.raises(SikwuError) as caught:
        open_tables(url)
    assert caught.value.code == "database-too-new"


def test_many_open_a_new_database_at_once(url: str) -> None:
    code = f"from sikwu.table import open_tables; print(open_tables({url!r}).sessions())"
    opening = [subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) for _ in range(6)]
    assert [process.communicate()[0] for process in opening] == [b"[]\n"] * 6


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not a database, whatever it may be called" * 100)
    with pytest.raises(SikwuError) as caught:
        open_tables(path)
    assert caught.value.code == "database-unavailable"
    with pytest.raises(SikwuError):
        open_tables(tmp_path)
    with pytest.raises(SikwuError):
        open_tables(path / "below" / "a-file")


def test_a_server_that_does_not_answer() -> None:
    with pytest.raises(SikwuError) as caught:
        open_tables("postgresql://nobody:secret@127.0.0.1:1/none")
    assert caught.value.code == "database-unavailable"
    assert "secret" not in caught.value.message


@pytest.mark.parametrize("address", ["mysql://localhost/x", "nonsense://", "://"])
def test_addresses_of_no_database(address: str) -> None:
    with pytest.raises(SikwuError) as caught:
        database_url(address)
    assert caught.value.code == "database-unavailable"


def test_where_the_data_lies(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("SIKWU_DATABASE", raising=False)
    if os.name == "posix" and sys.platform != "darwin":
        assert database_url().database == str(tmp_path / "sikwu" / "tables.sqlite")
    monkeypatch.setenv("SIKWU_DATABASE", str(tmp_path / "mine.sqlite"))
    open_tables().dispose()
    assert (tmp_path / "mine.sqlite").exists()


def test_only_our_own_folder_is_made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for address in (tmp_path / "typo" / "evening.sqlite", f"sqlite:///{tmp_path}/typo/deeper/evening.sqlite"):
        with pytest.raises(SikwuError, match=r"there is no folder .*typo.*make it first") as caught:
            open_tables(address)
        assert caught.value.code == "database-unavailable"
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_, **__: tmp_path / "data" / "sikwu")
    monkeypatch.delenv("SIKWU_DATABASE", raising=False)
    open_tables().dispose()
    assert (tmp_path / "data" / "sikwu" / "tables.sqlite").exists()


def test_sqlite_keeps_what_was_acknowledged(new_sqlite: Callable[[], str]) -> None:
    database = Database(new_sqlite())
    with database.reading() as connection:
        pragmas = {
            name: connection.execute(text(f"PRAGMA {name}")).scalar() for name in ("journal_mode", "synchronous")
        }
    assert pragmas == {"journal_mode": "wal", "synchronous": 2}
    database.dispose()


def test_a_writer_that_waits_too_long_is_told_so(
    new_sqlite: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sikwu.table.database.SECONDS_TO_WAIT", 0.1)
    tables = open_tables(new_sqlite())
    holder = sqlite3.connect(str(tables.database.url.database), isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    with pytest.raises(SikwuError) as caught:
        tables.create("Friday", rules="hkma-2023", players=("Ann", "Bo", "Chi", "Dee"))
    assert caught.value.code == "busy"
    holder.execute("ROLLBACK")
    tables.create("Friday", rules="hkma-2023", players=("Ann", "Bo", "Chi", "Dee"))
    tables.dispose()
