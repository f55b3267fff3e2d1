"""Columns of the hands beside their results, in every format."""

import csv
import json
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sikwu import SikwuError
from sikwu.batch import files
from sikwu.batch.keeping import TAKEN
from sikwu.batch.results import result_schema
from sikwu.batch.runs import Engine, make_job, on_this_machine, run
from sikwu.cli import run as command
from sikwu.rules import load
from tests.batch.making import RULES, requests, write

HAND = {"hand": "[777z] 22z 456789p 12m + 3m", "seat": "south", "round": "east", "win": "discard"}
HERE: Engine = on_this_machine(1, print)


def kept(source: Path, out: str, *names: str, everything: bool = False) -> Path:
    """Scores a file and keeps columns."""
    made = source.with_name(out)
    run(make_job(source, made, RULES, {}, keep=names, keep_all=everything), HERE)
    return made


def parquet(folder: Path, rows: int = 3, **columns: Any) -> Path:
    path = folder / "hands.parquet"
    pq.write_table(pa.table({name: [value] * rows for name, value in HAND.items()} | columns), path)
    return path


VALUES: dict[str, Any] = {
    "game": [1, None, 3],
    'who, "x"': ["Li", 'said "a,\nb"', None],
    "when": [datetime(2026, 1, 2, 3, 4, 5), None, datetime(2026, 1, 2)],
    "zoned": pa.array([datetime(2026, 1, 2, tzinfo=UTC)] * 3, pa.timestamp("ns", "UTC")),
    "day": [date(2026, 1, 1), None, date(2027, 1, 1)],
    "hour": [time(3)] * 3,
    "took": [timedelta(seconds=5), None, None],
    "share": [1.5, float("inf"), None],
    "half": pa.array([1.5] * 3, pa.float32()),
    "tags": [["a"], [], None],
    "more": [{"a": 1, "b": [None]}, None, {"a": 2, "b": [2.5]}],
    "raw": [b"\x00\xff", None, b""],
    "paid": [Decimal("1.50"), None, Decimal("2.00")],
    "right": [True, None, False],
    "city": pa.array(["x", None, "y"]).dictionary_encode(),
    "long": pa.array(["l"] * 3, pa.large_string()),
    "none": pa.nulls(3),
}


def test_parquet_keeps_types_and_values(tmp_path: Path) -> None:
    source = parquet(tmp_path, hand=[HAND["hand"], "bad", HAND["hand"]], **VALUES)
    before, after = pq.read_table(source), pq.read_table(kept(source, "out.parquet", everything=True))
    assert after.column_names[: len(before.column_names)] == before.column_names
    for name in before.column_names:
        assert after.column(name).type == before.column(name).type
        assert after.column(name).to_pylist() == before.column(name).to_pylist()
    assert after.column("error").to_pylist() == [None, "bad-notation", None]
    assert after.column("points").to_pylist() == [1, None, 1]


def test_every_type_as_json_and_csv(tmp_path: Path) -> None:
    source = parquet(tmp_path, **VALUES)
    first, second, third = (
        json.loads(line) for line in kept(source, "out.jsonl", *VALUES).read_text(encoding="utf-8").splitlines()
    )
    assert {name: first[name] for name in VALUES} == {
        "game": 1, 'who, "x"': "Li", "when": "2026-01-02 03:04:05.000000", "zoned": "2026-01-02 00:00:00.000000000Z",
        "day": "2026-01-01", "hour": "03:00:00.000000", "took": "0:00:05", "share": 1.5, "half": 1.5, "tags": ["a"],
        "more": {"a": 1, "b": [None]}, "raw": "00ff", "paid": "1.50", "right": True, "city": "x", "long": "l",
        "none": None,
    }  # fmt: skip
    assert {name for name in VALUES if second[name] is None} == {
        "game", "when", "day", "took", "share", "more", "raw", "paid", "right", "city", "none",
    }  # fmt: skip
    assert (second['who, "x"'], third["right"], third["raw"], third["points"]) == ('said "a,\nb"', False, "", 1)
    with kept(source, "out.csv", *VALUES).open(encoding="utf-8", newline="") as text:
        rows = list(csv.DictReader(text))
    assert [row["game"] for row in rows] == ["1", "", "3"]
    assert rows[1]['who, "x"'] == 'said "a,\nb"'
    assert [rows[0][name] for name in ("tags", "more", "raw", "paid", "when", "took")] == [
        '["a"]', '{"a": 1, "b": [null]}', "00ff", "1.50", "2026-01-02 03:04:05.000000", "0:00:05",
    ]  # fmt: skip
    assert [row["points"] for row in rows] == ["1"] * 3


@pytest.mark.parametrize("ending", ["parquet", "csv", "jsonl"])
def test_rows_stay_beside_their_own_hands_over_many_parts(
    ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "PART_BYTES", 20_000)
    made = requests(1200)
    source = write(tmp_path / f"hands.{ending}", made, rows=100)
    out = tmp_path / "out.jsonl"
    words = ["--keep", "seat", "--keep", "hand", "--keep", "seat", "--quiet", "--processes", "2"]
    assert command(["batch", str(source), str(out), "--rules", RULES, *words]) == 1
    lines = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [(line["seat"], line["hand"]) for line in lines] == [(request["seat"], request["hand"]) for request in made]
    plain = kept(source, "plain.jsonl").read_text(encoding="utf-8").splitlines()
    assert [{name: line[name] for name in line if name not in ("seat", "hand")} for line in lines] == [
        json.loads(line) for line in plain
    ]


def test_a_csv_keeps_its_texts_as_they_stand(tmp_path: Path) -> None:
    source = tmp_path / "hands.csv"
    hand = f'"{HAND["hand"]}",south,east,discard'
    lines = ["hand,seat,round,win,game,note", f"{hand},007,NA", "torn", f'{hand},,"a ""b"", c"', f"{hand},1e3,麻將"]
    source.write_text("\n".join(lines), encoding="utf-8")
    table = pq.read_table(kept(source, "out.parquet", "note", "game")).to_pylist()
    assert [(row["game"], row["note"], row["points"], row["error"]) for row in table] == [
        ("007", "NA", 1, None),
        (None, None, None, "bad-request"),
        (None, 'a "b", c', 1, None),
        ("1e3", "麻將", 1, None),
    ]
    assert list(table[0])[:3] == ["note", "game", "points"]


def test_what_is_kept_of_a_csv_is_utf_8(tmp_path: Path) -> None:
    source = tmp_path / "hands.csv"
    hand = f'"{HAND["hand"]}",south,east,discard'.encode()
    source.write_bytes(b"hand,seat,round,win,note\n" + hand + b",caf\xe9\n\xe9\n" + hand + b",x\n")
    lines = kept(source, "out.jsonl").read_text(encoding="utf-8").splitlines()
    assert ["error" in json.loads(line) for line in lines] == [False, True, False]
    with pytest.raises(SikwuError, match="not UTF-8 in the line"):
        kept(source, "again.jsonl", "note")


def test_lines_keep_fields_of_any_kind(tmp_path: Path) -> None:
    source = tmp_path / "hands.jsonl"
    made = [
        json.dumps({"game": 7, **HAND, "who": "Li 麻將", "more": {"a": [1, 2.5]}}),
        json.dumps({**HAND, "game": "7", "who": None}),
        '{"game": 7, "game": 8}',
        "no JSON",
        "[1]",
        json.dumps({**HAND, "game": True, "other": 1}),
        json.dumps({**HAND, "who": "\ud800"}),
    ]
    source.write_text("\n".join(made), encoding="utf-8")
    names = ("game", "seat", "who", "more")
    lines = [json.loads(line) for line in kept(source, "out.jsonl", *names).read_text(encoding="utf-8").splitlines()]
    assert [line["game"] for line in lines] == [7, "7", None, None, None, True, None]
    assert [line["seat"] for line in lines] == ["south", "south", None, None, None, "south", "south"]
    assert (lines[0]["who"], lines[0]["more"], lines[6]["who"]) == ("Li 麻將", {"a": [1, 2.5]}, "\ud800")
    assert [line.get("error", {}).get("code") for line in lines] == [
        None, None, "bad-request", "bad-request", "bad-request", "bad-request", None,
    ]  # fmt: skip
    table = pq.read_table(kept(source, "out.parquet", *names)).to_pylist()
    assert [row["game"] for row in table] == ["7", "7", None, None, None, "true", None]
    assert (table[0]["who"], table[0]["more"], table[1]["who"]) == ("Li 麻將", '{"a": [1, 2.5]}', None)


def test_what_cannot_be_kept(tmp_path: Path) -> None:
    source = parquet(tmp_path, points=[1, 2, 3], game=[1, 2, 3])
    table = pq.read_table(source)
    twice = tmp_path / "twice.parquet"
    pq.write_table(pa.table([*table.columns, table.column("game")], names=[*table.column_names, "game"]), twice)
    lines = write(tmp_path / "hands.jsonl", requests(2))
    for file, names, everything, says in (
        (source, ["points"], False, "of their own"),
        (source, [], True, "of their own"),
        (source, ["games"], False, "there is no column 'games' to keep; the columns are 'hand', "),
        (twice, ["game"], False, "there are 2 columns 'game'"),
        (lines, ["net"], False, "of their own"),
        (lines, [], True, "name each with --keep"),
    ):
        with pytest.raises(SikwuError, match=says):
            make_job(file, tmp_path / "out.csv", RULES, {}, keep=names, keep_all=everything)


@pytest.mark.parametrize("rules", ["hkma-2023", "taiwan-bible"])
def test_no_column_of_a_result_can_be_kept(rules: str) -> None:
    assert set(result_schema(load(rules)).names) <= set(TAKEN)


def test_another_choice_of_columns_is_another_run(tmp_path: Path) -> None:
    source = parquet(tmp_path, game=[1, 2, 3])

    def stops(job: Any, parts: Any) -> Any:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(make_job(source, tmp_path / "out.csv", RULES, {}), stops)
    with pytest.raises(SikwuError, match="parts of another run"):
        kept(source, "out.csv", "game")
