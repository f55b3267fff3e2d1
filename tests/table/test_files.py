"""Sessions as files: out and in again, damaged ones refused, backups between databases."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from sikwu import SikwuError
from sikwu.table import TableService, exports, open_tables

Json = dict[str, Any]
Won = Callable[..., Json]
PLAYERS = ("Ann", "Bo", "陳太", "김")
STAKE = {"currency": "HK$", "per_point": "0.25", "rounding": "0.5"}


@pytest.fixture
def evening(tables: TableService, won: Won, heavenly: Json) -> str:
    """A session with a line of every kind, a past edit, something undone, a marked deal and a declared win."""
    name = "Friday | 星期五"
    tables.create(name, rules="hkma-2023", players=PLAYERS, first_dealer="Bo", stake=STAKE, by="Ann")
    tables.record(name, won("陳太", "김"), key="tap-1", by="Bo")
    tables.record(name, {"wins": []})
    tables.edit(name, 1, {"wins": []})
    tables.record(name, heavenly)
    tables.edit(name, 1, won("Ann", "김"), force=True)
    tables.adjust(name, {"Ann": 10, "김": -10}, '=HYPERLINK("x") | <b>')
    tables.replace_player(name, "김", "Eve")
    tables.record(name, {"wins": [{"seat": "Eve", "win": "self-draw", "points": 4, "rows": ["self-draw"]}]})
    tables.record(name, {"wins": [], "false_win": "Ann"})
    tables.undo(name)
    return name


def test_export_then_import_is_the_same_session(tables: TableService, evening: str) -> None:
    text = tables.export_json(evening)
    view = tables.import_json(text, name="Again")
    assert {**view.to_json(), "name": evening} == tables.view(evening).to_json()
    assert tables.history("Again") == tables.history(evening)
    again = tables.export_json("Again")
    assert [line for line in again.split("\n") if '"Again"' not in line][:-3] == [
        line for line in text.split("\n") if '"session"' not in line
    ][:-3]
    tables.redo("Again")
    assert tables.view("Again").to_json()["deals"][-1]["request"]["false_win"] == "south"
    assert tables.record("Again", {"wins": []}, key="tap-2").number == 8


def test_import_into_another_database(tables: TableService, evening: str, new_sqlite: Callable[[], str]) -> None:
    text = tables.export_json(evening)
    other = open_tables(new_sqlite())
    other.import_json(text)
    assert other.export_json(evening) == text
    other.dispose()


def test_the_file_is_what_its_schema_says(tables: TableService, evening: str) -> None:
    schema = json.loads(exports.SCHEMA_FILE.read_text("utf-8"))
    jsonschema.Draft7Validator.check_schema(schema)
    document = json.loads(tables.export_json(evening))
    jsonschema.Draft7Validator(schema).validate(document)
    assert {form["kind"] for form in document["deals"]} == {"deal", "adjustment", "replacement"}
    assert document["past"]


def damages(document: Json) -> Iterator[tuple[str, Json]]:
    """Ways to spoil a file; each keeps the digest right, as a clever editor would."""

    def changed(change: Callable[[Json], object]) -> Json:
        spoiled = json.loads(json.dumps(document))
        change(spoiled)
        digest = spoiled.pop("digest")
        return {**spoiled, "digest": exports._digest(spoiled) if digest == document["digest"] else digest}

    yield "a total", changed(lambda d: d["totals"].update(Ann=d["totals"]["Ann"] + 1))
    yield "a name", changed(lambda d: d["totals"].update(Zoe=0))
    yield "a payment", changed(lambda d: d["deals"][0]["result"]["payments"][0].update(amount=1))
    yield "a net", changed(lambda d: d["deals"][0]["result"]["net"].update(east=5, south=-5))
    yield "points", changed(lambda d: d["deals"][0]["result"]["wins"][0].update(points=9))
    yield "a hand", changed(lambda d: d["deals"][0]["request"]["wins"][0].update(hand="123m + 4m"))
    yield "a seat", changed(lambda d: d["deals"][0]["request"]["wins"][0].update(seat="Ann"))
    yield "no win", changed(lambda d: d["deals"][0]["request"].update(wins=[]))
    yield "a dealer", changed(lambda d: d["deals"][0].update(dealer=2))
    yield "a place", changed(lambda d: d["deals"][0].update(place=2))
    yield "a since", changed(lambda d: d["deals"][0].update(since=99))
    yield "a made", changed(lambda d: d["deals"][0].update(made=1))
    yield "an until", changed(lambda d: d["past"][0].update(until=None))
    yield "a missing change", changed(lambda d: d["changes"].pop())
    yield "an undo too many", changed(lambda d: d["changes"][1].update(action="undo"))
    yield "an unknown action", changed(lambda d: d["changes"][1].update(action="steal"))
    yield "two keys", changed(lambda d: [change.update(key="k") for change in d["changes"]])
    yield "a version", changed(lambda d: d["session"].update(version=99))
    yield "an unknown field", changed(lambda d: d.update(more=1))
    yield "a missing field", changed(lambda d: d.pop("past"))
    yield "an adjustment", changed(lambda d: d["deals"][2]["result"]["net"].update(Ann=11))
    yield "a player", changed(lambda d: d["session"].update(players=["Ann", "Ann", "Bo", "Chi"]))
    yield "a digest", changed(lambda d: d.update(digest="sha256:" + "0" * 64))
    yield "rules", changed(lambda d: d["session"].update(rules="riichi"))
    yield "an option", changed(lambda d: d["session"]["options"].update(minimum=99))
    yield "a stake", changed(lambda d: d["session"]["stake"].update(per_point="lots"))


def test_damaged_files_are_refused_and_change_nothing(tables: TableService, evening: str) -> None:
    document = json.loads(tables.export_json(evening))
    before = tables.sessions()
    for what, spoiled in damages(document):
        with pytest.raises(SikwuError) as caught:
            tables.import_json(json.dumps(spoiled), name=f"A session with {what} changed")
        assert caught.value.code in ("damaged-file", "bad-request", "unknown-rules", "bad-option"), what
    assert tables.sessions() == before


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "damaged-file"),
        ("{", "damaged-file"),
        ("[" * 100_000, "damaged-file"),
        ("null", "unknown-schema"),
        ('{"format": "other"}', "unknown-schema"),
        ('{"format": "sikwu-session", "schema": 2}', "unknown-schema"),
        ('{"format": "sikwu-session", "schema": true}', "unknown-schema"),
        ('{"format": "sikwu-session", "schema": 1}', "damaged-file"),
        ('{"format": "sikwu-session", "schema": NaN}', "damaged-file"),
    ],
)
def test_files_that_are_no_sessions(tables: TableService, text: str, code: str) -> None:
    with pytest.raises(SikwuError) as caught:
        tables.import_json(text)
    assert caught.value.code == code
    assert tables.sessions() == []


def test_a_cut_file_is_refused(tables: TableService, evening: str) -> None:
    text = tables.export_json(evening)
    for length in (len(text) - 3, len(text) // 2, 1):
        with pytest.raises(SikwuError, match="damaged"):
            tables.import_json(text[:length], name="Again")


def test_import_does_not_overwrite(tables: TableService, evening: str) -> None:
    with pytest.raises(SikwuError) as caught:
        tables.import_json(tables.export_json(evening))
    assert caught.value.code == "session-exists"


def test_csv_has_a_line_for_every_payment(tables: TableService, evening: str) -> None:
    rows = list(csv.DictReader(io.StringIO(tables.export_csv(evening))))
    totals = dict.fromkeys(tables.view(evening).to_json()["totals"], 0)
    for row in rows:
        totals[row["from"]] -= int(row["amount"])
        totals[row["to"]] += int(row["amount"])
        assert row["currency"] == "HK$"
    assert totals == tables.view(evening).to_json()["totals"]
    assert [row["why"] for row in rows if row["kind"] == "adjustment"] == ['\'=HYPERLINK("x") | <b>']
    assert {row["marked"] for row in rows} == {"yes", "no"}


@pytest.mark.parametrize("lang", ["en", "zh", "ko"])
def test_the_sheet_is_markdown(tables: TableService, evening: str, lang: str) -> None:
    sheet = tables.export_markdown(evening, lang)
    lines = sheet.split("\n")
    assert lines[0] == "# Friday \\| 星期五"
    ledger = [line for line in lines if line.startswith("| ")]
    assert len({line.replace("\\|", "").count("|") for line in ledger[: 2 + 7]}) == 1
    assert "<b>" not in sheet
    total = next(line for line in ledger if "**" in line)
    for points in tables.view(evening).to_json()["totals"].values():
        assert f"**{points:+d}**" in total


def test_charts_are_pictures_and_the_same_each_time(tables: TableService, evening: str) -> None:
    svg, png = tables.chart(evening, "svg"), tables.chart(evening, "png")
    assert svg.startswith(b"<?xml")
    assert "陳太" in svg.decode()
    assert png.startswith(b"\x89PNG\r\n")
    assert (svg, png) == (tables.chart(evening, "svg"), tables.chart(evening, "png"))


def test_a_chart_of_nothing_yet(tables: TableService, friday: str) -> None:
    assert tables.chart(friday, "png").startswith(b"\x89PNG\r\n")
    assert tables.export_csv(friday).count("\n") == 1
    assert "nothing is paid" in tables.export_markdown(friday)


def test_backup_and_restore_into_either_database(
    tables: TableService,
    evening: str,
    new_sqlite: Callable[[], str],
    new_postgres: Callable[[], str],
    tmp_path: Path,
) -> None:
    tables.create("Saturday", rules="hkma-2023", players=PLAYERS)
    tables.add_link(evening, role="host", digest="h" * 64)
    file = tmp_path / "all.jsonl"
    rows = tables.backup(file)
    for make in (new_sqlite, new_postgres):
        other = open_tables(make())
        assert other.restore(file) == rows
        assert other.export_json(evening) == tables.export_json(evening)
        assert other.sessions() == tables.sessions()
        assert other.find_link("h" * 64) == tables.find_link("h" * 64)
        other.record("Saturday", {"wins": []})
        other.create("Sunday", rules="hkma-2023", players=PLAYERS)
        with pytest.raises(SikwuError) as caught:
            other.restore(file)
        assert caught.value.code == "database-not-empty"
        other.dispose()
    assert [path.name for path in tmp_path.glob("all*")] == ["all.jsonl"]


def test_damaged_backups_are_refused(
    tables: TableService, evening: str, new_sqlite: Callable[[], str], tmp_path: Path
) -> None:
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    tables.backup(good)
    text = good.read_text("utf-8")
    lines = text.split("\n")
    other = open_tables(new_sqlite())
    for spoiled, code in (
        (text[:-10], "damaged-file"),
        ("\n".join([*lines[:2], *lines[3:]]), "damaged-file"),
        (text.replace("Friday", "Monday", 1), "damaged-file"),
        (text.replace('"form": "0001"', '"form": "0009"'), "unknown-schema"),
        ("", "damaged-file"),
        ("{}\n{}\n", "unknown-schema"),
        ('{"a":' * 100_000, "damaged-file"),
        (tables.export_json(evening), "unknown-schema"),
        ("\n", "damaged-file"),
    ):
        bad.write_text(spoiled, "utf-8")
        with pytest.raises(SikwuError) as caught:
            other.restore(bad)
        assert caught.value.code == code
    bad.write_bytes(b"\xff\xfe")
    for path in (bad, tmp_path / "missing", tmp_path):
        with pytest.raises(SikwuError):
            other.restore(path)
    with pytest.raises(SikwuError):
        tables.backup(tmp_path / "no" / "such" / "folder")
    assert other.sessions() == []
    other.dispose()
