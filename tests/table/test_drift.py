"""Deals paid under an older revision of the rules: shown, not changed unless told to.

The older revision is made by writing what it would have paid into the database, as the older program did.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import text

from sikwu import SikwuError
from sikwu.table import TableService

Json = dict[str, Any]
Won = Callable[..., Json]


def paid_before(tables: TableService, number: int, *, amount: int | None = None, revision: int = 0) -> None:
    """Makes a deal look as an older revision paid it: the same, or another amount from the one payer."""
    with tables.database.writing() as connection:
        row = connection.execute(
            text("SELECT id, result FROM sikwu_lines WHERE until IS NULL ORDER BY place LIMIT 1 OFFSET :skip"),
            {"skip": number - 1},
        ).one()
        result = json.loads(row.result)
        if amount is not None:
            payment = result["payments"][0]
            payment["amount"] = amount
            result["net"] = dict.fromkeys(result["net"], 0) | {payment["from"]: -amount, payment["to"]: amount}
        connection.execute(
            text("UPDATE sikwu_lines SET result = :result, revision = :revision WHERE id = :id"),
            {"result": json.dumps(result), "revision": revision, "id": row.id},
        )


@pytest.fixture
def old(tables: TableService, friday: str, won: Won) -> str:
    """Two deals by discard; the first was paid 200 by an older revision, which today is worth 256."""
    tables.record(friday, won("south", "west"))
    tables.record(friday, won("south", "west"))
    paid_before(tables, 1, amount=200)
    return friday


def test_the_session_says_so_and_shows_both(tables: TableService, old: str) -> None:
    shown = tables.view(old).to_json()
    assert shown["drift"] == [1]
    assert shown["totals"] == {"Ann": 0, "Bo": 200, "Chi": 256 - 200, "Dee": -256}
    deal = shown["deals"][0]
    assert (deal["revision"], deal["result"]["net"]["south"]) == (0, 200)
    assert deal["drift"] == {"revision": 1, "net": {"east": 0, "south": 256, "west": -256, "north": 0}}
    report = tables.verify(old)
    assert (report["sound"], [entry["number"] for entry in report["drift"]]) == (True, [1])


def test_a_revision_that_pays_the_same_is_no_drift(tables: TableService, friday: str, won: Won) -> None:
    tables.record(friday, won("south", "west"))
    paid_before(tables, 1)
    assert tables.view(friday).to_json()["drift"] == []


def test_a_deal_that_today_would_be_refused(tables: TableService, friday: str, won: Won) -> None:
    tables.record(friday, won("south", "west"))
    paid_before(tables, 1, amount=8)
    with tables.database.writing() as connection:
        cheap = json.dumps(won("south", "west", hand="[123m] [456p] [789s] 11z 34m + 5m"))
        connection.execute(text("UPDATE sikwu_lines SET request = :request"), {"request": cheap})
    drift = tables.view(friday).to_json()["deals"][0]["drift"]
    assert drift["error"]["code"] == "win-does-not-qualify"


def test_other_writes_leave_it_as_it_was_paid(tables: TableService, old: str, won: Won) -> None:
    tables.record(old, won("south", "west"))
    tables.edit(old, 2, {"wins": []})
    tables.undo(old)
    shown = tables.view(old).to_json()
    assert (shown["deals"][0]["result"]["net"]["south"], shown["drift"]) == (200, [1])


def test_an_edit_that_would_settle_it_again_is_refused_unless_forced(
    tables: TableService, friday: str, won: Won
) -> None:
    tables.record(friday, won("east"))
    tables.record(friday, won("south", "west"))
    paid_before(tables, 2, amount=200)
    before = tables.view(friday).to_json()
    with pytest.raises(SikwuError, match=r"deal 2 .*revision 0.*revision 1") as caught:
        tables.edit(friday, 1, won("south", "west"))
    assert caught.value.code == "rules-changed"
    assert tables.view(friday).to_json() == before
    shown = tables.edit(friday, 1, won("south", "west"), force=True).view.to_json()
    assert (shown["deals"][1]["result"]["net"]["east"], shown["drift"]) == (256, [])


def test_resettling_takes_todays_payments(tables: TableService, old: str) -> None:
    shown = tables.resettle(old, 1).view.to_json()
    assert (shown["deals"][0]["revision"], shown["totals"]["Bo"], shown["drift"]) == (1, 256, [])
    assert tables.undo(old).view.to_json()["drift"] == [1]
    assert tables.resettle(old).view.to_json()["totals"]["Bo"] == 256
    trail = tables.history(old)[-1]
    assert [deal["result"]["net"]["south"] for deal in trail["before"]] == [200]
    assert [deal["result"]["net"]["south"] for deal in trail["after"]] == [256]


def test_an_old_session_survives_export_and_import(tables: TableService, old: str) -> None:
    again = tables.import_json(tables.export_json(old), name="Again").to_json()
    assert again["drift"] == [1]
    assert {**again, "name": old} == tables.view(old).to_json()
