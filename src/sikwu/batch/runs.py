"""A file of hands scored part by part, so that a run that was stopped goes on where it was.

Beside the file to be made stands a folder, ``OUT.parts``: what is being run (``run.json``), and for every part its
results and then its summary. A part is done when its summary is there. At the end the parts are joined in order.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import sikwu
from sikwu.batch.files import Format, Part, blocks_of, encode, format_of, join, parts_of, score_block
from sikwu.batch.results import result_schema
from sikwu.batch.scorer import Scorer, scorer_of
from sikwu.batch.summary import NOTHING, Summary, summary_of
from sikwu.errors import SikwuError
from sikwu.request import house

Say = Callable[[str], None]
MOST_DEATHS = 3
"""How often workers that die are replaced before a run gives up; a bad hand is no reason to die."""


class Job(NamedTuple):
    """What is to be run. ``options`` are those given, not filled in."""

    source: Path
    source_format: Format
    out: Path
    out_format: Format
    rules: str
    options: Mapping[str, Any]

    @property
    def folder(self) -> Path:
        """Where the parts are."""
        return self.out.with_name(f"{self.out.name}.parts")

    def results_of(self, number: int) -> Path:
        """A part's results."""
        return self.folder / f"part-{number:06}"

    def summary_of(self, number: int) -> Path:
        """A part's summary, which is written last."""
        return self.folder / f"part-{number:06}.json"


class Progress(NamedTuple):
    """How far a run is: parts done of all, those that were done before it began among them, and hands of this run."""

    done: int
    before: int
    parts: int
    rows: int


Engine = Callable[[Job, list[tuple[int, Part]]], Iterator[tuple[int, Summary]]]
"""Runs parts and gives each, when its results are on the disk, with its summary."""


def make_job(
    source: Path,
    out: Path,
    rules: str,
    options: Mapping[str, Any],
    source_format: str | None = None,
    out_format: str | None = None,
) -> Job:
    """A job, checked: the file is there, the formats are known, the house is right."""
    house(rules, options)
    if not source.is_file():
        raise SikwuError("bad-request", f"there is no file {source}", "in")
    if source.resolve() == out.resolve():
        raise SikwuError("bad-request", "the results would be written over the hands; expected another file", "out")
    if not out.parent.is_dir():
        raise SikwuError("bad-request", f"there is no folder {out.parent}", "out")
    return Job(
        source.resolve(), format_of(source, source_format), out.resolve(), format_of(out, out_format), rules, options
    )


def run(
    job: Job, engine: Engine, *, overwrite: bool = False, progress: Callable[[Progress], None] | None = None
) -> Summary:
    """Runs a job to its end. Raises ``bad-request`` for a folder of parts that belongs to another run, or a file that
    is there already, unless it may be overwritten."""
    parts = parts_of(job.source, job.source_format)
    _open(job, parts, overwrite)
    done = {number: found for number in range(len(parts)) if (found := _finished(job, number))}
    before = len(done)
    rows = 0
    try:
        for number, summary in engine(job, [(number, part) for number, part in enumerate(parts) if number not in done]):
            done[number] = summary
            rows += summary.rows
            if progress:
                progress(Progress(len(done), before, len(parts), rows))
    except SikwuError:
        if not done:  # the file itself is wrong; nothing is to be gone on with
            shutil.rmtree(job.folder)
        raise
    schema = result_schema(house(job.rules, job.options).rules)
    join([job.results_of(number) for number in range(len(parts))], job.out, job.out_format, schema)
    shutil.rmtree(job.folder)
    total = NOTHING
    for summary in done.values():
        total = total.plus(summary)
    return total


def _open(job: Job, parts: list[Part], overwrite: bool) -> None:
    """Makes the folder of parts, or takes up the one that is there if it is this very run's."""
    state = job.source.stat()
    sheet = house(job.rules, job.options)
    asked = {
        "source": str(job.source),
        "bytes": state.st_size,
        "changed": state.st_mtime_ns,
        "formats": [job.source_format, job.out_format],
        "rules": job.rules,
        "revision": sheet.rules.revision,
        "options": dict(sheet.options),
        "version": sikwu.__version__,
        "parts": [list(part) for part in parts],
    }
    note = job.folder / "run.json"
    if note.is_file():
        if json.loads(note.read_text(encoding="utf-8")) == asked:
            return
        if not overwrite:
            raise SikwuError(
                "bad-request",
                f"{job.folder} holds parts of another run (another file, rule set or option); "
                "run that again to its end, or start anew with --overwrite",
                "out",
            )
    elif job.out.exists() and not overwrite:
        raise SikwuError("bad-request", f"{job.out} is there already; --overwrite replaces it", "out")
    shutil.rmtree(job.folder, ignore_errors=True)
    job.folder.mkdir()
    write(note, json.dumps(asked).encode())


def write(path: Path, data: bytes) -> None:
    """Writes a file under another name first, so that it is never there in half."""
    made = path.with_name(f"{path.name}.{os.getpid()}.new")
    made.write_bytes(data)
    made.replace(path)


def _finished(job: Job, number: int) -> Summary | None:
    file = job.summary_of(number)
    return Summary.from_json(json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else None


def finish(job: Job, number: int, summary: Summary) -> None:
    """Marks a part as done."""
    write(job.summary_of(number), json.dumps(summary.to_json()).encode())


# All processors of this machine


def score_part(job: Job, number: int, part: Part) -> tuple[int, Summary]:
    """Scores a part and leaves its results and its summary in the folder."""
    scorer, total = scorer_of(job.rules, job.options), NOTHING
    made = job.results_of(number).with_suffix(f".{os.getpid()}.new")
    with made.open("wb") as sink:
        for block in blocks_of(job.source, job.source_format, part):
            for batch in score_block(block, scorer):
                sink.write(encode(batch, job.out_format))
                total = total.plus(summary_of(batch))
    made.replace(job.results_of(number))
    finish(job, number, total)
    return number, total


def on_this_machine(processes: int, say: Say) -> Engine:
    """An engine of so many processes."""

    def engine(job: Job, parts: list[tuple[int, Part]]) -> Iterator[tuple[int, Summary]]:
        Scorer(job.rules, job.options, say=say).warm_up()  # compiled once, here, and loaded by every process
        if processes == 1 or len(parts) < 2:  # nothing to share out
            yield from (score_part(job, number, part) for number, part in parts)
            return
        left = dict(parts)
        deaths = 0
        while left:
            try:
                for number, summary in _in_processes(job, list(left.items()), processes):
                    del left[number]
                    yield number, summary
            except BrokenProcessPool:
                deaths += 1
                if deaths > MOST_DEATHS:
                    raise
                say("a worker process was ended; its parts are run again")

    return engine


def _in_processes(job: Job, parts: list[tuple[int, Part]], processes: int) -> Iterator[tuple[int, Summary]]:
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        waiting: set[Future[tuple[int, Summary]]] = set()
        for number, part in parts:
            waiting.add(pool.submit(score_part, job, number, part))
            if len(waiting) >= 2 * processes:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
