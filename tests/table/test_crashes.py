"""Processes that are killed in the middle of writing, and many that write at once."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable

import pytest

from sikwu.table import open_tables

PLAYERS = ("Ann", "Bo", "Chi", "Dee")

WRITER = """
import sys
from sikwu.table import open_tables
tables = open_tables(sys.argv[1])
for number in range(int(sys.argv[2])):
    points = {"Ann": number + 1, "Bo": -number - 1}
    tables.adjust("Friday", points, f"write {number}", key=f"key-{number}")
    print(number, flush=True)
"""

RACER = """
import sys
from sikwu import SikwuError
from sikwu.table import open_tables
url, who, how = sys.argv[1:]
tables = open_tables(url)
conflicts = 0
for number in range(8):
    while True:
        seen = tables.version("Friday") if how == "by-version" else None
        try:
            for _ in range(2):  # every write is sent twice, as on a bad connection
                tables.record("Friday", {"wins": []}, key=f"{who}-{number}", expected=seen, by=who)
            break
        except SikwuError as error:
            if error.code != "version-conflict":
                raise
            conflicts += 1
print(conflicts)
"""


def start(code: str, *args: str) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-c", code, *args], stdout=subprocess.PIPE, text=True)


@pytest.mark.parametrize("acknowledged", [3, 120])
def test_a_killed_writer_loses_nothing_it_was_told_is_written(url: str, acknowledged: int) -> None:
    tables = open_tables(url)
    tables.create("Friday", rules="hkma-2023", players=PLAYERS)
    writer = start(WRITER, url, "100000")  # never done before it is killed
    assert writer.stdout is not None
    seen = [int(writer.stdout.readline()) for _ in range(acknowledged)]
    writer.send_signal(signal.SIGKILL)
    seen += [int(line) for line in writer.stdout]
    writer.wait()
    again = open_tables(url)
    report = again.verify("Friday")
    assert report["sound"], report["problems"]
    assert report["deals"] in (len(seen), len(seen) + 1)
    assert [line.request["why"] for line in again.view("Friday").lines] == [
        f"write {n}" for n in range(report["deals"])
    ]
    # and the writer may begin again with its own keys: what is there already is not written twice
    finished = start(WRITER, url, "200")
    assert len(finished.communicate()[0].split()) == 200
    assert len(again.view("Friday").lines) == max(200, report["deals"])
    again.dispose()
    tables.dispose()


@pytest.mark.parametrize("how", ["by-version", "in-turn"])
def test_ten_processes_write_to_one_session(url: str, how: str) -> None:
    tables = open_tables(url)
    tables.create("Friday", rules="hkma-2023", players=PLAYERS)
    racers = [start(RACER, url, f"phone-{number}", how) for number in range(10)]
    answers = [racer.communicate()[0] for racer in racers]
    assert all(racer.returncode == 0 for racer in racers)
    conflicts = sum(map(int, answers))
    assert (conflicts > 0) == (how == "by-version")
    trail = tables.history("Friday")
    keys = [change["key"] for change in trail[1:]]
    assert sorted(keys) == sorted(f"phone-{racer}-{number}" for racer in range(10) for number in range(8))
    assert [change["version"] for change in trail] == list(range(1, 82))
    report = tables.verify("Friday")
    assert (report["sound"], report["deals"]) == (True, 80)
    assert tables.view("Friday").state.streak == 80
    tables.dispose()


def test_readers_see_whole_versions_while_others_write(new_database: Callable[[], str]) -> None:
    url = new_database()
    tables = open_tables(url)
    tables.create("Friday", rules="hkma-2023", players=PLAYERS)
    writer = start(WRITER, url, "200")
    deadline = time.monotonic() + 60
    while writer.poll() is None and time.monotonic() < deadline:
        view = tables.view("Friday")
        assert len(view.lines) == view.version - 1
        assert sum(view.state.totals.values()) == 0
    assert writer.communicate()[0].split()[-1:] == ["199"]
    tables.dispose()
