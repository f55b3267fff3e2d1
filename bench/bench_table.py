"""A session of 1,000 deals: how long it takes to open and show, to write to, to edit at its beginning."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sikwu.session import Line, Table, after, deal, opening
from sikwu.table import TableService, open_tables
from sikwu.table.store import Placed
from sikwu.table.writes import Changed, Write, perform

PLAYERS = ("Ann", "Bo", "Chi", "Dee")
HAND = "[777z] [666z] [555z] 456p 5m + 5m"
Benchmark = Callable[..., Any]


def thousand_deals(table: Table) -> list[Line]:
    """Wins by tiles from every seat, folded without a database."""
    lines: list[Line] = []
    state = opening(table)
    for number in range(1000):
        winner, other = PLAYERS[number % 4], PLAYERS[(number + 1 + number % 3) % 4]
        how = {"win": "self-draw"} if number % 3 else {"win": "discard", "from": other}
        request = {"wins": [{"seat": winner, "hand": HAND, **how}]}
        lines.append(deal(table, state, request))
        state = after(state, lines[-1])
    return lines


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableService]:
    """A SQLite file with a session of 1,000 deals, written in one go."""
    service = open_tables(tmp_path_factory.mktemp("bench") / "tables.sqlite")
    view = service.create("Long", rules="hkma-2023", players=PLAYERS).view
    lines = thousand_deals(view.table)
    perform(
        service.database,
        service._clock,
        "Long",
        Write("record", {}),
        lambda writing: Changed([Placed(place, 2, line) for place, line in enumerate(lines, 1)]),
    )
    yield service
    service.dispose()


def test_open_and_show(benchmark: Benchmark, tables: TableService) -> None:
    shown = benchmark(lambda: tables.view("Long").to_json())
    assert len(shown["deals"]) == 1000


def test_show_command(benchmark: Benchmark, tables: TableService) -> None:
    command = [str(Path(sys.executable).with_name("sikwu")), "table", "show", "Long", "--json"]
    env = {**os.environ, "SIKWU_DATABASE": str(tables.database.url.database)}
    benchmark.pedantic(lambda: subprocess.run(command, env=env, check=True, capture_output=True), rounds=5)


def test_record_one_more_and_undo_it(benchmark: Benchmark, tables: TableService) -> None:
    def write() -> None:
        tables.record("Long", {"wins": []})
        tables.undo("Long")

    benchmark.pedantic(write, rounds=10, warmup_rounds=1)


def test_edit_the_first_deal_and_undo_it(benchmark: Benchmark, tables: TableService) -> None:
    first = iter(({"wins": []}, {"wins": [{"seat": "Bo", "win": "self-draw", "points": 3}]}) * 10)
    benchmark.pedantic(lambda: tables.edit("Long", 1, next(first)), rounds=5, warmup_rounds=1)


def test_verify_every_deal(benchmark: Benchmark, tables: TableService) -> None:
    assert benchmark.pedantic(lambda: tables.verify("Long"), rounds=3)["sound"]


def test_export_and_import(benchmark: Benchmark, tables: TableService) -> None:
    names = iter(f"Copy {number}" for number in range(100))
    benchmark.pedantic(lambda: tables.import_json(tables.export_json("Long"), name=next(names)), rounds=3)
