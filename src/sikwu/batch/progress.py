"""How far a run is, on standard error: a bar when a terminal looks, else a line now and then."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from sikwu.batch.runs import Progress
from sikwu.batch.summary import so_many
from sikwu.cli.app import for_a_terminal

EVERY = 5.0
"""Seconds between two lines."""


@contextmanager
def shown(quiet: bool) -> Iterator[Callable[[Progress], None]]:
    """What to call with each progress."""
    if quiet:
        yield lambda progress: None
    elif for_a_terminal(sys.stderr):
        with _bar() as update:
            yield update
    else:
        yield _lines()


def left(progress: Progress, seconds: float) -> float:
    """The seconds that the rest will take, if it goes on like what this run did so far.

    >>> left(Progress(done=6, before=2, parts=10, rows=4000), 8.0)
    8.0
    """
    here = progress.done - progress.before
    return (progress.parts - progress.done) * seconds / here if here else 0.0


def _words(progress: Progress, seconds: float) -> str:
    rate = progress.rows / seconds if seconds else 0.0
    return f"{so_many(progress.rows, 'hand')}, {rate:,.0f} a second, {left(progress, seconds):.0f} s left"


def _lines() -> Callable[[Progress], None]:
    start = monotonic()
    last = [start]

    def update(progress: Progress) -> None:
        now = monotonic()
        if now - last[0] >= EVERY:
            last[0] = now
            print(
                f"{progress.done} of {so_many(progress.parts, 'part')}: {_words(progress, now - start)}",
                file=sys.stderr,
                flush=True,
            )

    return update


@contextmanager
def _bar() -> Iterator[Callable[[Progress], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bar

    with Bar(
        BarColumn(), TextColumn("{task.percentage:>3.0f}%  {task.description}"), console=Console(stderr=True)
    ) as bar:
        start, task = monotonic(), bar.add_task("", total=None)

        def update(progress: Progress) -> None:
            bar.update(
                task, total=progress.parts, completed=progress.done, description=_words(progress, monotonic() - start)
            )

        yield update
