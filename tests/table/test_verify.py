"""A ledger that was tampered with says so."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import text

from sikwu.table import TableService

Won = Callable[..., dict[str, Any]]

TAMPERED = {
    "UPDATE sikwu_sessions SET version = 9": "not numbered 1 to 9",
    "DELETE FROM sikwu_changes WHERE version = 2": "not numbered",
    "UPDATE sikwu_changes SET action = 'undo' WHERE version = 2": "takes back a change that is not there",
    "UPDATE sikwu_changes SET action = 'redo' WHERE version = 3": "takes back a change that is not there",
    "UPDATE sikwu_lines SET since = 9 WHERE place = 1": "begins at 9",
    "UPDATE sikwu_lines SET until = 1 WHERE place = 2": "ends at 1",
    "UPDATE sikwu_lines SET made = 9 WHERE place = 2": "made at 9",
    "UPDATE sikwu_lines SET dealer = 3 WHERE place = 2": "settled for another place",
    "UPDATE sikwu_lines SET streak = 5 WHERE place = 2": "settled for another place",
    "DELETE FROM sikwu_lines WHERE place = 1": "settled for another place",
    "UPDATE sikwu_lines SET result = replace(result, 'amount\":256', 'amount\":255') WHERE place = 1": "do not come to",
    "UPDATE sikwu_lines SET result = replace(result, '\"Ann\":5', '\"Ann\":6') WHERE place = 3": "do not sum to zero",
}


@pytest.mark.parametrize("statement", TAMPERED)
def test_what_was_tampered_with_is_named(tables: TableService, friday: str, won: Won, statement: str) -> None:
    tables.record(friday, won("Bo", "Chi"))
    tables.record(friday, won("Bo", "Chi"))
    tables.adjust(friday, {"Ann": 5, "Bo": -5}, "why")
    assert tables.verify(friday)["problems"] == []
    with tables.database.writing() as connection:
        connection.execute(text(statement.replace(":", "\\:")))
    report = tables.verify(friday)
    assert not report["sound"]
    assert TAMPERED[statement] in json.dumps(report["problems"])


def test_two_forms_of_one_line(tables: TableService, friday: str) -> None:
    tables.record(friday, {"wins": []})
    tables.edit(friday, 1, {"wins": [], "false_win": "Ann"})
    with tables.database.writing() as connection:
        connection.execute(text("UPDATE sikwu_lines SET until = NULL"))
    assert "two forms" in json.dumps(tables.verify(friday)["problems"])
