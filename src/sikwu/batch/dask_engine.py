"""Past one machine: parts scored by the workers of a Dask cluster.

The hands are read here and sent to the workers, and their results come back, so workers need no file of ours: only
``sikwu[batch]`` of the same version.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from typing import Any

from distributed import Client, LocalCluster

import sikwu
from sikwu.batch.files import Block, Format, Part, blocks_of, score_block
from sikwu.batch.runs import Engine, Job, Say, finish
from sikwu.batch.scorer import scorer_of
from sikwu.batch.summary import NOTHING, Summary, so_many, summary_of
from sikwu.batch.writing import encode
from sikwu.errors import SikwuError

IN_FLIGHT = 3
"""Blocks on their way, for every thread of the cluster."""
RETRIES = 5
"""How often a block is given to another worker when one dies with it."""


def score_remotely(
    version: str, block: Block, rules: str, options: Mapping[str, Any], kind: Format, keep: tuple[str, ...]
) -> tuple[bytes, Summary]:
    """What a worker does: the encoded results of a block, and their summary."""
    if version != sikwu.__version__:
        raise SikwuError("bad-request", f"a worker has sikwu {sikwu.__version__}; expected {version}, as here")
    scorer, pieces, total = scorer_of(rules, options), [], NOTHING
    for batch in score_block(block, scorer, keep):
        pieces.append(encode(batch, kind))
        total = total.plus(summary_of(batch))
    return b"".join(pieces), total


def on_dask(scheduler: str | None, processes: int, say: Say) -> Engine:
    """An engine on the cluster of a scheduler, or on a cluster of this machine's processes where none is named."""

    def engine(job: Job, parts: list[tuple[int, Part]]) -> Iterator[tuple[int, Summary]]:
        if not parts:
            return
        with ExitStack() as stack:
            if scheduler is None:
                scorer_of(job.rules, job.options).warm_up()
                cluster = stack.enter_context(
                    LocalCluster(n_workers=processes, threads_per_worker=1, dashboard_address=None)
                )
                client = stack.enter_context(Client(cluster))
            else:
                client = stack.enter_context(_client(scheduler))
            say(f"Dask: {so_many(len(client.scheduler_info()['workers']), 'worker')} at {client.scheduler.address}")
            yield from _through(client, job, parts)

    return engine


def _client(scheduler: str) -> Client:
    """A client of a cluster that is there already."""
    try:
        return Client(scheduler)
    except (OSError, ValueError) as error:
        message = f"no Dask scheduler answers at {scheduler!r}; expected an address such as tcp://10.0.0.5:8786"
        raise SikwuError("bad-request", message, "scheduler") from error


def _through(client: Client, job: Job, parts: list[tuple[int, Part]]) -> Iterator[tuple[int, Summary]]:
    """Sends blocks in order and writes their results in order, a bounded number at a time."""
    waiting: deque[tuple[int, Any, bool]] = deque()
    totals: dict[int, Summary] = {}

    def write_next() -> tuple[int, Summary] | None:
        number, future, last = waiting.popleft()
        data, summary = future.result()
        made = job.results_of(number).with_suffix(f".{os.getpid()}.new")
        with made.open("ab" if number in totals else "wb") as sink:
            sink.write(data)
        totals[number] = totals.get(number, NOTHING).plus(summary)
        if not last:
            return None
        made.replace(job.results_of(number))
        finish(job, number, totals[number])
        return number, totals[number]

    for number, part in parts:
        for block, last in _with_last(blocks_of(job.source, job.source_format, part, job.keep)):
            while len(waiting) >= IN_FLIGHT * max(1, sum(client.nthreads().values())):
                if done := write_next():
                    yield done
            future = client.submit(
                score_remotely,
                sikwu.__version__,
                block,
                job.rules,
                dict(job.options),
                job.out_format,
                job.keep,
                pure=False,
                retries=RETRIES,
            )
            waiting.append((number, future, last))
    while waiting:
        if done := write_next():
            yield done


def _with_last(blocks: Iterator[Block]) -> Iterator[tuple[Block, bool]]:
    """Each block, and whether it is the last of its part."""
    held = next(blocks)
    for block in blocks:
        yield held, False
        held = block
    yield held, True
