"""A file of hands scored part by part, so that a run that was stopped goes on where it was.

Beside the file to be made stands a folder, ``OUT.parts``: what is being run (``run.json``), and for every part its
results and then its summary. A part is done when its summary is there. At the end the parts are joined in order.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa

import sikwu
from sikwu.batch.cache import locked
from sikwu.batch.files import Format, Part, blocks_of, check_file, format_of, parts_of, schema_of, score_block
from sikwu.batch.keeping import kept_fields
from sikwu.batch.results import result_schema
from sikwu.batch.scorer import Scorer, scorer_of
from sikwu.batch.summary import NOTHING, Summary, summary_of
from sikwu.batch.writing import encode, join
from sikwu.errors import SikwuError
from sikwu.request import house

Say = Callable[[str], None]
MOST_DEATHS = 3
"""How often workers that die are replaced before a run gives up; a bad hand is no reason to die."""


class Job(NamedTuple):
    """What is to be run. ``options`` are those given, not filled in; ``keep`` the columns that go into the results."""

    source: Path
    source_format: Format
    out: Path
    out_format: Format
    rules: str
    options: Mapping[str, Any]
    keep: tuple[str, ...] = ()

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
    keep: Sequence[str] = (),
    keep_all: bool = False,
) -> Job:
    """A job, checked: the file is there and has the columns, the formats are known, the house is right."""
    sheet = house(rules, options)
    if not source.is_file():
        raise SikwuError("bad-request", f"there is no file {source}", "in")
    if source.resolve() == out.resolve():
        raise SikwuError("bad-request", "the results would be written over the hands; expected another file", "out")
    if not out.parent.is_dir():
        raise SikwuError("bad-request", f"there is no folder {out.parent}", "out")
    if out.is_dir():
        raise SikwuError("bad-request", f"{out} is a folder; expected a file", "out")
    read, written = format_of(source, source_format), format_of(out, out_format)
    kept = check_file(source, read, sheet, keep, keep_all)
    return Job(source.resolve(), read, out.resolve(), written, rules, options, kept)


def run(
    job: Job, engine: Engine, *, overwrite: bool = False, progress: Callable[[Progress], None] | None = None
) -> Summary:
    """Runs a job to its end.

    Raises ``bad-request`` for a folder of parts that belongs to another run or that another process is at, for a file
    that is there already, unless it may be overwritten, and for a disk that takes no more: then the parts that are done
    stay, and the same call goes on with the others.
    """
    parts = parts_of(job.source, job.source_format)
    with _writing(job), ExitStack() as stack:
        _open(job, parts, overwrite, stack)
        done = {number: found for number in range(len(parts)) if (found := _finished(job, number))}
        try:
            _score(job, parts, done, engine, progress)
        except (SikwuError, OSError):
            if not done:  # nothing is to be gone on with
                shutil.rmtree(job.folder)
            raise
        results = [job.results_of(number) for number in range(len(parts))]
        kept = kept_fields(job.keep, schema_of(job.source, job.source_format))
        schema = pa.schema([*kept, *result_schema(house(job.rules, job.options).rules)])
        join(results, job.out, job.out_format, schema)
        shutil.rmtree(job.folder)
    total = NOTHING
    for summary in done.values():
        total = total.plus(summary)
    return total


def _score(
    job: Job,
    parts: list[Part],
    done: dict[int, Summary],
    engine: Engine,
    progress: Callable[[Progress], None] | None,
) -> None:
    """Scores the parts that are not among those done, and adds each to them."""
    before, rows = len(done), 0
    for number, summary in engine(job, [(number, part) for number, part in enumerate(parts) if number not in done]):
        done[number] = summary
        rows += summary.rows
        if progress:
            progress(Progress(len(done), before, len(parts), rows))


@contextmanager
def _writing(job: Job) -> Iterator[None]:
    """A disk that is full, or a folder that takes no file, as an error of the call."""
    try:
        yield
    except OSError as error:
        message = f"{job.out} cannot be written: {error.strerror or error}; the same command goes on from what is done"
        raise SikwuError("bad-request", message, "out") from error


def _open(job: Job, parts: list[Part], overwrite: bool, stack: ExitStack) -> None:
    """Makes the folder of parts, or takes up the one that is there if it is this very run's; holds it until the end."""
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
        "keep": list(job.keep),
        "parts": [list(part) for part in parts],
    }
    note = job.folder / "run.json"
    if job.out.exists() and not note.is_file() and not overwrite:
        raise SikwuError("bad-request", f"{job.out} is there already; --overwrite replaces it", "out")
    job.folder.mkdir(exist_ok=True)
    hold = job.folder / "run.lock"
    if not stack.enter_context(locked(hold, wait=False)):
        raise SikwuError("bad-request", f"another process is making {job.out}; wait until it has ended", "out")
    if note.is_file():
        if json.loads(note.read_text(encoding="utf-8")) == asked:
            return
        if not overwrite:
            raise SikwuError(
                "bad-request",
                f"{job.folder} holds parts of another run (another file, rule set, option or --keep); "
                "run that again to its end, or start anew with --overwrite",
                "out",
            )
    for file in job.folder.iterdir():
        if file != hold:
            file.unlink()
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
    try:
        with made.open("wb") as sink:
            for block in blocks_of(job.source, job.source_format, part, job.keep):
                for batch in score_block(block, scorer, job.keep):
                    sink.write(encode(batch, job.out_format))
                    total = total.plus(summary_of(batch))
        made.replace(job.results_of(number))
    finally:
        made.unlink(missing_ok=True)
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
                    message = f"worker processes were ended {deaths} times; is there memory for {processes}?"
                    raise SikwuError("bad-request", message, "processes") from None
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
