"""Files that are not what a researcher takes them for: said before anything is scored, or an error of their rows."""

import gzip
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sikwu import SikwuError
from sikwu.batch import files
from sikwu.batch.cache import locked
from sikwu.batch.cli import summary_blocks
from sikwu.batch.files import Part, parts_of
from sikwu.batch.runs import Engine, Job, make_job, on_this_machine, run, score_part
from sikwu.batch.summary import NOTHING, Summary
from sikwu.cli import run as command
from sikwu.cli.document import plain
from tests.batch.making import RULES, requests, write

HEADER = "hand,seat,round,win"
ROW = '"[777z] 22z 456789p 12m + 3m",south,east,discard'
LINE = json.dumps({"hand": "[777z] 22z 456789p 12m + 3m", "seat": "south", "round": "east", "win": "discard"})
HERE: Engine = on_this_machine(1, print)


def scored(path: Path, data: str | bytes) -> list[str | None]:
    """The errors of a file's rows."""
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    out = path.with_name("out.jsonl")
    run(make_job(path, out, RULES, {}), HERE, overwrite=True)
    return [json.loads(line).get("error", {}).get("code") for line in out.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("a.csv", b"", "there is no column 'hand'; .* there are no columns"),
        ("a.csv", b"\n\r\n", "there is no column 'hand'"),
        ("a.csv", b"\xef\xbb\xbf", "there is no column 'hand'"),
        ("a.csv", bytes(range(128)) * 9, "there is no column 'hand'"),
        ("a.csv", bytes(range(256)) * 9 + b"\n", "there is no column 'hand'"),
        ("a.csv", b"\xe9\n", r"a\.csv is not UTF-8 at byte 0; expected a header with hand, seat, round and win"),
        ("a.csv", f"{HEADER};x\n{ROW}".replace(",", ";"), "the columns are 'hand;seat;round;win;x'"),
        ("a.csv", ROW, "there is no column 'hand'"),
        ("a.csv", "hand,seat,round\n", r"there is no column 'self_draw'; .* the columns are 'hand', 'seat', 'round'$"),
        ("a.csv", f"{HEADER},seat\n", "there are 2 columns 'seat'"),
        ("a.csv", f"{HEADER}\r{ROW}\r{ROW}\r", "carriage returns alone"),
        ("a.csv", f"{HEADER}\n{ROW}\n{ROW[:9]}", "after byte 20 does not end in 58 bytes; is the file cut short"),
        ("a.csv", gzip.compress(f"{HEADER}\n{ROW}\n".encode()), "is compressed with gzip; unpack it first"),
        ("a.csv.gz", b"", "unpack it first"),
        ("a.csv", f"{HEADER}\n{ROW}\n".encode("utf-16"), "is UTF-16; expected UTF-8"),
        ("a.jsonl", f"{LINE}\n".encode("utf-16"), "is UTF-16; expected UTF-8"),
        ("a.jsonl", gzip.compress(LINE.encode()), "is compressed with gzip"),
        ("a.parquet", b"", "cannot be read: .*0 bytes"),
        ("a.parquet", b"PAR1" + bytes(99), "cannot be read: "),
    ],
)  # fmt: skip
def test_files_that_are_refused(name: str, data: str | bytes, says: str, tmp_path: Path) -> None:
    with pytest.raises(SikwuError, match=says) as raised:
        scored(tmp_path / name, data)
    assert raised.value.code == "bad-request"
    assert sorted(file.name for file in tmp_path.iterdir()) == [name]


def test_the_command_refuses_an_empty_file_with_status_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.csv").touch()
    assert command(["batch", str(tmp_path / "a.csv"), str(tmp_path / "o.csv"), "--rules", RULES]) == 2
    assert "there is no column 'hand'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "data", "errors"),
    [
        ("a.csv", HEADER, []),
        ("a.csv", f"{HEADER}\r\n", []),
        ("a.jsonl", "", []),
        ("a.csv", f"\ufeff{HEADER}\n{ROW}\n", [None]),
        ("a.csv", f"\n\n{HEADER}\n\n{ROW}\n\n{ROW}\n\n", [None, None]),
        ("a.csv", f"{HEADER}\r\n{ROW}\r\n{ROW}\r\n", [None, None]),
        ("a.csv", f'{HEADER},"my\nnote"\n{ROW},"x\ny"\n{ROW},y', [None, None]),
        ("a.csv", f"{HEADER},x,x\n{ROW},1,2\n", [None]),
        ("a.csv", f"{HEADER}\n{ROW[:36]}\n{ROW}", ["bad-request", None]),
        ("a.csv", f"{HEADER}\n{ROW}\n".encode() + b"\xe9\n\xe9,\xe9,\xe9,\xe9\n" + ROW.encode(),
         [None, "bad-request", "bad-request", None]),
        ("a.csv", f"{HEADER},discards,from\n{ROW},NA,NA\n{ROW},3.0,\n{ROW},NaN,null\n{ROW},,west\n{ROW},2.5,west",
         [None, None, None, None, "bad-request"]),
        ("a.csv", f"{HEADER},rules\n{ROW},{RULES}\n{ROW},\n{ROW},taiwan-bible\n{ROW},riichi",
         [None, None, "bad-request", "unknown-rules"]),
        ("a.csv", HEADER + '\n"' + "1m" * 4_000_000 + f'",south,east,discard\n{ROW}', ["bad-notation", None]),
        ("a.jsonl", f"\ufeff{LINE}\r\n{LINE}\r\n", [None, None]),
        ("a.jsonl", f"{LINE}\n{LINE[:40]}", [None, "bad-request"]),
        ("a.jsonl", LINE[:-1] + ', "discards": NaN}\n' + LINE[:-1] + ', "discards": null}', ["bad-request", None]),
    ],
)  # fmt: skip
def test_files_that_are_read(name: str, data: str | bytes, errors: list[str | None], tmp_path: Path) -> None:
    assert scored(tmp_path / name, data) == errors


def test_a_line_without_end_is_not_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "PART_BYTES", 100)
    for name, begins in (("a.csv", f'{HEADER}\n{ROW}\n"'), ("a.jsonl", f"{LINE}\n")):
        path = tmp_path / name
        path.write_text(begins + "1m" * 10_000, encoding="utf-8")
        with pytest.raises(SikwuError, match=r"does not end in 1,\d\d\d bytes"):
            parts_of(path, files.format_of(path))


def test_parquet_that_lacks_columns_or_rows(tmp_path: Path) -> None:
    path, out = tmp_path / "a.parquet", tmp_path / "out.csv"
    names = HEADER.split(",")
    for table, says in (
        (pa.table({"x": pa.array([], pa.int64())}), "there is no column 'hand'; .* the columns are 'x'"),
        (pa.table({}), "there are no columns"),
        (pa.table({name: pa.array([], pa.date32()) for name in names}), "the column 'seat' is date32"),
        (pa.table({name: pa.array([[]], pa.list_(pa.string())) for name in names}), "the column 'seat' is list"),
    ):
        pq.write_table(table, path)
        with pytest.raises(SikwuError, match=says):
            make_job(path, out, RULES, {})
    for kind in (pa.string(), pa.large_string(), pa.dictionary(pa.int8(), pa.string()), pa.null()):
        pq.write_table(pa.table({name: pa.array([], kind) for name in names}), path)
        assert run(make_job(path, out, RULES, {}), HERE, overwrite=True) == NOTHING


def test_parquet_that_is_damaged_within(tmp_path: Path) -> None:
    path = write(tmp_path / "a.parquet", requests(100))
    whole = path.read_bytes()
    path.write_bytes(whole[:20] + bytes(200) + whole[220:])
    with pytest.raises(SikwuError, match=r"a\.parquet cannot be read: "):
        run(make_job(path, tmp_path / "out.csv", RULES, {}), HERE)
    assert [file.name for file in tmp_path.iterdir()] == ["a.parquet"]


def test_a_disk_that_is_full(tmp_path: Path) -> None:
    """Every write to this device is refused as a full disk refuses it."""
    source, out = write(tmp_path / "a.parquet", requests(400), rows=100), tmp_path / "out.jsonl"

    def two_parts(job: Job, parts: list[tuple[int, Part]]) -> Iterator[tuple[int, Summary]]:
        yield from (score_part(job, number, part) for number, part in parts[:2])
        with Path("/dev/full").open("wb", buffering=0) as full:
            full.write(b"x")

    job = make_job(source, out, RULES, {})
    with pytest.raises(SikwuError, match=r"out\.jsonl cannot be written: No space left on device; the same command"):
        run(job, two_parts)
    assert not out.exists()
    assert len(list(job.folder.glob("part-*.json"))) == 2
    assert run(job, HERE).rows == 400
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a.parquet", "out.jsonl"]


def test_an_interrupted_command_says_how_it_goes_on(tmp_path: Path) -> None:
    source, out = write(tmp_path / "a.parquet", requests(2000) * 40, rows=100), tmp_path / "out.jsonl"
    words = [sys.executable, "-m", "sikwu", "batch", str(source), str(out), "--rules", RULES, "--processes", "2"]
    with subprocess.Popen(words, start_new_session=True, stderr=subprocess.PIPE, text=True) as process:
        while not list(tmp_path.glob("out.jsonl.parts/part-*.json")) and process.poll() is None:
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGINT)
        _, said = process.communicate()
    assert process.returncode == 130
    assert said.splitlines()[-1] == "stopped; the same command goes on with the parts that are not done"
    assert "Traceback" not in said
    assert run(make_job(source, out, RULES, {}), HERE).rows == 80_000


def test_a_second_process_does_not_join_in(tmp_path: Path) -> None:
    source = write(tmp_path / "a.parquet", requests(100))
    job = make_job(source, tmp_path / "out.csv", RULES, {})
    job.folder.mkdir()
    with locked(job.folder / "run.lock"), pytest.raises(SikwuError, match="another process is making"):
        run(job, HERE)
    assert run(job, HERE).rows == 100


def test_results_cannot_take_a_folders_place(tmp_path: Path) -> None:
    source = write(tmp_path / "a.csv", requests(2))
    (tmp_path / "out.csv").mkdir()
    with pytest.raises(SikwuError, match="is a folder; expected a file"):
        make_job(source, tmp_path / "out.csv", RULES, {})


def test_one_is_one_and_more_are_more(tmp_path: Path) -> None:
    for errors, rows, told in ((1, 1, "1 row, 1 error"), (0, 1200, "1,200 rows, 0 errors"), (2, 2, "2 rows, 2 errors")):
        summary = NOTHING.plus(NOTHING)._replace(rows=rows)
        summary.errors["bad-request"] += errors
        assert list(plain(summary_blocks(summary)[0])) == [told]
