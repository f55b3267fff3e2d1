"""A real cluster of worker processes, one of which is killed in the middle."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from dask import config
from distributed import Client, LocalCluster

from sikwu import SikwuError
from sikwu.batch.dask_engine import on_dask
from sikwu.batch.runs import Progress, make_job, on_this_machine, run
from sikwu.cli import run as command
from tests.batch.making import RULES, requests, write


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    with LocalCluster(n_workers=3, threads_per_worker=1, dashboard_address=None) as made:
        yield made


def test_the_result_is_complete_and_equal_though_a_worker_is_killed(cluster: LocalCluster, tmp_path: Path) -> None:
    source = write(tmp_path / "hands.parquet", requests(3000), rows=20)
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    run(make_job(source, here, RULES, {}), on_this_machine(1, print))
    killed: list[int] = []

    def kill_one(progress: Progress) -> None:
        if not killed:
            with Client(cluster) as client:
                killed.extend(client.run(os.getpid).values())
            os.kill(killed[0], signal.SIGKILL)

    summary = run(make_job(source, there, RULES, {}), on_dask(cluster.scheduler_address, 0, print), progress=kill_one)
    assert len(killed) == 3
    assert summary.rows == 3000
    assert there.read_bytes() == here.read_bytes()


def test_the_command_reaches_a_scheduler(cluster: LocalCluster, tmp_path: Path) -> None:
    source = write(tmp_path / "hands.jsonl", requests(100))
    out = tmp_path / "out.parquet"
    words = ["--rules", RULES, "--engine", "dask", "--scheduler", cluster.scheduler_address, "--quiet"]
    assert command(["batch", str(source), str(out), *words, "--keep", "seat"]) == 1
    assert pq.read_table(out).column("seat").to_pylist() == [request["seat"] for request in requests(100)]


@pytest.mark.parametrize("address", ["nonsense", "tcp://nowhere.invalid:8786"])
def test_a_scheduler_that_is_not_there(address: str, tmp_path: Path) -> None:
    source = write(tmp_path / "hands.jsonl", requests(2))
    with (
        pytest.raises(SikwuError, match="no Dask scheduler answers at"),
        config.set({"distributed.comm.timeouts.connect": 1}),
    ):
        run(make_job(source, tmp_path / "out.csv", RULES, {}), on_dask(address, 0, print))
    assert [file.name for file in tmp_path.iterdir()] == ["hands.jsonl"]
