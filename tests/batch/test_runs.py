"""``sikwu batch``: formats, parts, a run that is killed and goes on, what is refused."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from sikwu import SikwuError, score
from sikwu.batch import files
from sikwu.batch.files import Part, blocks_of, parts_of
from sikwu.batch.progress import shown
from sikwu.batch.runs import Engine, Job, Progress, make_job, on_this_machine, run, score_part
from sikwu.batch.summary import Summary
from sikwu.cli import run as command
from tests.batch.making import RULES, requests, write

HANDS = 2000


@pytest.fixture(scope="module")
def hands() -> list[dict[str, Any]]:
    return requests(HANDS)


def expected(request: dict[str, Any], **options: Any) -> dict[str, Any]:
    """The line of results that a request should come to."""
    try:
        result = score({**request, "options": options}).to_json()
    except SikwuError as error:
        return {"error": {"code": error.code}}
    names = ("points", "uncapped", "toward_minimum", "qualifies", "reason")
    patterns = {pattern["key"]: pattern["count"] for pattern in result["patterns"]}
    return {**{name: result[name] for name in names}, "patterns": patterns, "net": result["net"]}


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("ending", ["parquet", "csv", "jsonl"])
def test_every_format_comes_to_the_same_lines(
    ending: str, hands: list[dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setattr(files, "PART_BYTES", 40_000)  # many parts of a small file
    source = write(tmp_path / f"hands.{ending}", hands)
    assert len(parts_of(source, files.format_of(source))) > 3
    out = tmp_path / "out.jsonl"
    options = ["--option", "minimum=1", "--quiet", "--json", "--processes", "1"]
    assert command(["batch", str(source), str(out), "--rules", RULES, *options]) == 1
    assert lines(out) == [expected(request, minimum=1) for request in hands]
    summary = json.loads(capsys.readouterr().out)
    assert (summary["rows"], summary["errors"]) == (HANDS, {"bad-notation": HANDS // 50})
    assert sum(summary["points"].values()) == HANDS - HANDS // 50
    assert not (tmp_path / "out.jsonl.parts").exists()


def test_results_as_csv_and_parquet_say_what_the_lines_say(hands: list[dict[str, Any]], tmp_path: Path) -> None:
    source = write(tmp_path / "hands.parquet", hands)
    for ending in ("jsonl", "csv", "parquet"):
        command(
            ["batch", str(source), str(tmp_path / f"out.{ending}"), "--rules", RULES, "--quiet", "--processes", "2"]
        )
    wanted = lines(tmp_path / "out.jsonl")
    table = pq.read_table(tmp_path / "out.parquet").to_pylist()
    texts = (tmp_path / "out.csv").read_text(encoding="utf-8").splitlines()
    assert texts[0].split(",")[:2] == ['"points"', '"uncapped"']
    assert len(table) == len(texts) - 1 == len(wanted) == HANDS
    for line, row, text in zip(wanted, table, texts[1:], strict=True):
        if "error" in line:
            assert row["error"] == line["error"]["code"]
            assert text == f',,,,,,,,,,"{row["error"]}"'
            continue
        patterns = {pattern["key"]: pattern["count"] for pattern in row["patterns"]}
        assert (row["points"], row["qualifies"], patterns) == (line["points"], line["qualifies"], line["patterns"])
        assert {seat: row[f"net_{seat}"] for seat in line["net"] or {}} == (line["net"] or {})
        fields = text.split(",")
        assert int(fields[0]) == line["points"]
        assert fields[5] == '"' + " ".join(f"{key}:{count}" for key, count in line["patterns"].items()) + '"'


def test_lines_that_are_no_plain_requests(tmp_path: Path) -> None:
    good = requests(3)[1]
    made = [
        json.dumps(good),
        json.dumps({name: value for name, value in good.items() if name not in ("rules", "options")}),
        json.dumps({**good, "options": {"minimum": 1}}),
        json.dumps({**good, "options": {"minimum": 2}}),
        json.dumps({**good, "options": {"x": 2}}),
        json.dumps({**good, "rules": "taiwan-bible"}),
        json.dumps({**good, "rules": "riichi"}),
        json.dumps({**good, "rules": None, "options": None}),
        json.dumps({**good, "hand": {"concealed": "123456789m12p55z", "winning": "3p"}}),
        json.dumps({**good, "extra": 1}),
        json.dumps({**good, "lang": "fr"}),
        json.dumps({**good, "explain": True, "lang": "ko"}),
        json.dumps({**good, "streak": True}),
        json.dumps({**good, "events": ["tsumo"]}),
        json.dumps(good).replace('"hand"', '"seat": "east", "hand"'),
        json.dumps(good) + json.dumps(good),
        "[1, 2]",
        "{",
        "\ud800".encode("utf-8", "surrogatepass").decode("latin-1"),
        "",
    ]
    source, out = tmp_path / "hands.jsonl", tmp_path / "out.jsonl"
    source.write_bytes("\n".join(made).encode() + b"\n\n" + json.dumps(good).encode() + b"\n" + b'{"hand": "\xff"}')
    command(["batch", str(source), str(out), "--rules", RULES, "--option", "minimum=1", "--quiet"])
    right = expected(good, minimum=1)
    found = [line.get("error", {}).get("code") for line in lines(out)]
    assert found == [
        None, None, None, "bad-request", "unknown-option", "bad-request", "unknown-rules", None, None, "bad-request",
        "bad-request", None, "bad-request", "unknown-event", "bad-request", "bad-request", "bad-request", "bad-request",
        "bad-request", None, "bad-request",
    ]  # fmt: skip
    assert [line for line in lines(out) if line == right] == [right] * 6


def test_a_csv_line_with_too_many_fields_is_an_error_of_its_row(tmp_path: Path) -> None:
    hand = requests(2)[1]
    row = f'"{hand["hand"]}",{hand["seat"]},{hand["round"]},{hand["win"]}'
    source, out = tmp_path / "hands.csv", tmp_path / "out.jsonl"
    source.write_text("\n".join(["hand,seat,round,win", row, f"{row},x", row, "y", row]), encoding="utf-8")
    command(["batch", str(source), str(out), "--rules", RULES, "--quiet"])
    assert ["error" in line for line in lines(out)] == [False, True, False, True, False]


def test_lines_between_quotes_are_not_torn_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = write(tmp_path / "hands.csv", requests(400))
    monkeypatch.setattr(files, "PART_BYTES", 997)
    parts = parts_of(source, "csv")
    assert len(parts) > 20
    assert [part.end for part in parts[:-1]] == [part.start for part in parts[1:]]
    assert parts[-1].end == source.stat().st_size
    for part in parts:
        (block,) = blocks_of(source, "csv", part)
        assert block.data.count(b'"') % 2 == 0


def test_a_killed_run_goes_on_where_it_was(hands: list[dict[str, Any]], tmp_path: Path) -> None:
    source = write(tmp_path / "hands.parquet", hands * 20, rows=100)
    out = tmp_path / "out.jsonl"
    words = ["batch", str(source), str(out), "--rules", RULES, "--quiet", "--processes", "2"]
    process = subprocess.Popen([sys.executable, "-m", "sikwu", *words], start_new_session=True)
    folder = tmp_path / "out.jsonl.parts"
    while len(list(folder.glob("part-*.json"))) < 5 and process.poll() is None:
        time.sleep(0.002)
    os.killpg(process.pid, signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    done = {int(file.stem[5:]) for file in folder.glob("part-??????.json")}
    assert 5 <= len(done) < 400
    assert not out.exists()

    ran: list[int] = []

    def watched(job: Job, parts: list[tuple[int, Part]]) -> Iterator[tuple[int, Summary]]:
        for number, part in parts:
            ran.append(number)
            yield score_part(job, number, part)

    summary = run(make_job(source, out, RULES, {}), watched)
    assert sorted(ran) == sorted(set(range(400)) - done)
    assert summary.rows == HANDS * 20
    assert lines(out) == [expected(request) for request in hands] * 20
    assert not folder.exists()


def test_a_worker_that_dies_is_replaced(hands: list[dict[str, Any]], tmp_path: Path) -> None:
    source = write(tmp_path / "hands.parquet", hands, rows=20)
    out = tmp_path / "out.jsonl"
    killed: list[int] = []

    def kill_one(progress: Progress) -> None:
        if not killed:
            children = subprocess.run(
                ["pgrep", "-P", str(os.getpid()), "-f", "spawn_main"], check=True, capture_output=True, text=True
            )
            killed.append(int(children.stdout.split()[0]))
            os.kill(killed[0], signal.SIGKILL)

    said: list[str] = []
    run(make_job(source, out, RULES, {}), on_this_machine(2, said.append), progress=kill_one)
    assert killed
    assert lines(out) == [expected(request) for request in hands]
    assert any("ended" in text for text in said)


def test_parts_of_another_run_are_refused(tmp_path: Path) -> None:
    source, out = write(tmp_path / "hands.parquet", requests(200), rows=50), tmp_path / "out.jsonl"

    def stops(job: Job, parts: list[tuple[int, Part]]) -> Iterator[tuple[int, Summary]]:
        yield score_part(job, *parts[0])
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(make_job(source, out, RULES, {}), stops)
    other = make_job(source, out, RULES, {"minimum": 1})
    engine: Engine = on_this_machine(1, print)
    with pytest.raises(SikwuError, match="parts of another run"):
        run(other, engine)
    assert run(other, engine, overwrite=True).rows == 200
    with pytest.raises(SikwuError, match="is there already"):
        run(other, engine)
    assert run(other, engine, overwrite=True).rows == 200


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["none.parquet", "out.csv", "--rules", RULES], "there is no file"),
        (["hands.txt", "out.csv", "--rules", RULES], "expected a file that ends in"),
        (["hands.csv", "out.txt", "--rules", RULES], "expected a file that ends in"),
        (["hands.csv", "hands.csv", "--rules", RULES], "written over"),
        (["hands.csv", "no/out.csv", "--rules", RULES], "no folder"),
        (["hands.csv", "out.csv", "--rules", "riichi"], "there is no rule set"),
        (["hands.csv", "out.csv", "--rules", RULES, "--option", "minimum=x"], "expected a whole number"),
        (["hands.csv", "out.csv", "--rules", RULES, "--engine", "spark"], "expected local or dask"),
        (["hands.csv", "out.csv", "--rules", RULES, "--scheduler", "tcp://x"], "is for --engine dask"),
        (["hands.csv", "out.csv", "--rules", RULES, "--in-format", "parquet"], "cannot be read: Parquet magic"),
        (["bad.csv", "out.csv", "--rules", RULES], "there is no column 'hand'"),
    ],
)
def test_what_the_command_refuses(
    words: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "hands.csv", requests(2))
    (tmp_path / "hands.txt").write_text("x")
    (tmp_path / "bad.csv").write_text("tiles\n1m\n")
    assert command(["batch", *words, "--json", "--quiet"]) == 2
    assert says in json.loads(capsys.readouterr().out)["error"]["message"]
    assert not (tmp_path / "out.csv.parts").exists()


def test_progress_and_summary_for_people(
    hands: list[dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sikwu.batch.progress.EVERY", 0.0)
    source = write(tmp_path / "hands.parquet", hands)
    assert command(["batch", str(source), str(tmp_path / "out.csv"), "--rules", RULES, "--processes", "1"]) == 1
    printed = capsys.readouterr()
    assert "4 of 4 parts: 2,000 hands" in printed.err
    assert "s left" in printed.err
    assert "2,000 rows, 40 errors" in printed.out
    assert "below-minimum" in printed.out
    assert "█" in printed.out
    with shown(quiet=True) as update:
        update(Progress(1, 0, 2, 3))
    assert capsys.readouterr() == ("", "")
