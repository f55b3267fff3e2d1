"""``sikwu batch`` and ``sikwu frequencies``."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from sikwu import dumps
from sikwu.batch.frequencies import MIX, Frequencies, chart, check_chart, count_frequencies, row_keys
from sikwu.batch.progress import shown
from sikwu.batch.runs import Engine, Say, make_job, on_this_machine, run
from sikwu.batch.scorer import to_standard_error
from sikwu.batch.summary import Summary, so_many
from sikwu.cli import facts
from sikwu.cli.document import Block, Column, Line, Table, show
from sikwu.cli.sheet import Sheet
from sikwu.errors import SikwuError
from sikwu.request import house

app = typer.Typer(add_completion=False)

RulesOption = Annotated[str, typer.Option("--rules", metavar="RULES", help="A rule set's key.")]
QuietOption = Annotated[bool, typer.Option("--quiet", help="No progress on standard error.")]
BARS = 20
"""How many steps the histogram of points has at most."""
BAR_WIDTH = 40


def _say(quiet: bool) -> Say:
    return (lambda text: None) if quiet else to_standard_error


@app.command()
def batch(
    source: Annotated[Path, typer.Argument(metavar="IN", help="Hands: .parquet, .csv, .jsonl (score requests).")],
    out: Annotated[Path, typer.Argument(metavar="OUT", help="Results, a row for each hand: .parquet, .csv, .jsonl.")],
    rules: RulesOption,
    option: facts.OptionOption = None,
    in_format: Annotated[
        str | None, typer.Option("--in-format", metavar="FORMAT", help="Instead of IN's ending.")
    ] = None,
    out_format: Annotated[
        str | None, typer.Option("--format", metavar="FORMAT", help="Instead of OUT's ending.")
    ] = None,
    keep: Annotated[
        list[str] | None,
        typer.Option("--keep", metavar="COLUMN", help="A column of IN that OUT has too; may be repeated."),
    ] = None,
    keep_all: Annotated[bool, typer.Option("--keep-all", help="All columns of IN (Parquet and CSV).")] = False,
    engine: Annotated[str, typer.Option("--engine", metavar="local|dask", help="Where to run.")] = "local",
    scheduler: Annotated[
        str | None, typer.Option("--scheduler", metavar="ADDRESS", help="A Dask scheduler; else one is started here.")
    ] = None,
    processes: Annotated[
        int | None, typer.Option("--processes", min=1, metavar="N", help="Worker processes here; else one a processor.")
    ] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace OUT, and parts of another run.")] = False,
    quiet: QuietOption = False,
    json: facts.JsonOption = False,
) -> int:
    """Score a file of hands, on all processors; stopped and started again it goes on where it was.

    sikwu batch hands.parquet results.parquet --rules hkma-2023 --option minimum=1
    """
    options = facts.typed_options(rules, option)
    job = make_job(source, out, rules, options, in_format, out_format, keep or (), keep_all)
    chosen = _engine(engine, scheduler, processes or os.cpu_count() or 1, _say(quiet))
    try:
        with shown(quiet) as progress:
            summary = run(job, chosen, overwrite=overwrite, progress=progress)
    except KeyboardInterrupt:
        to_standard_error("stopped; the same command goes on with the parts that are not done")
        raise
    if json:
        print(dumps(summary.to_json()))
    else:
        show(summary_blocks(summary))
    return 1 if summary.errors else 0


def _engine(name: str, scheduler: str | None, processes: int, say: Say) -> Engine:
    """What runs the parts, as ``--engine`` names it."""
    if name not in ("local", "dask"):
        raise SikwuError("bad-request", f"the engine is {name!r}; expected local or dask", "engine")
    if name == "local":
        if scheduler:
            raise SikwuError("bad-request", "--scheduler is for --engine dask", "scheduler")
        return on_this_machine(processes, say)
    try:
        from sikwu.batch.dask_engine import on_dask
    except ModuleNotFoundError as error:
        hint = f'`--engine dask` needs {error.name}: pip install "sikwu[dask]"'
        raise SikwuError("bad-request", hint, "engine") from error
    return on_dask(scheduler, processes, say)


def summary_blocks(summary: Summary) -> list[Block]:
    """A run's summary for people."""
    told = f"{so_many(summary.rows, 'row')}, {so_many(summary.errors.total(), 'error')}"
    blocks: list[Block] = [Line(told, "title")]
    for heading, counts in (("errors", summary.errors), ("do not qualify", summary.reasons)):
        if counts:
            rows = [[word, f"{count:,}"] for word, count in counts.most_common()]
            blocks.append(Table([Column(heading), Column("rows", number=True)], rows))
    if summary.points:
        blocks.append(_histogram(summary))
    return blocks


def _histogram(summary: Summary) -> Table:
    """Hands by points, in steps of equal width."""
    least, most = min(summary.points), max(summary.points)
    step = max(1, -(-(most - least + 1) // BARS))
    counts = [0] * ((most - least) // step + 1)
    for points, count in summary.points.items():
        counts[(points - least) // step] += count
    rows = []
    for place, count in enumerate(counts):
        start = least + step * place
        name = str(start) if step == 1 else f"{start}–{start + step - 1}"
        rows.append([name, f"{count:,}", "█" * round(BAR_WIDTH * count / max(counts))])
    return Table([Column("points", number=True), Column("hands", number=True), Column("")], rows)


@app.command()
def frequencies(
    rules: Annotated[list[str], typer.Option("--rules", metavar="RULES", help="A rule set's key; twice to compare.")],
    option: facts.OptionOption = None,
    against: Annotated[
        list[str] | None,
        typer.Option("--against", metavar="KEY=VALUE", help="The same rule set with other options beside it."),
    ] = None,
    hands: Annotated[int, typer.Option("--hands", min=1, metavar="N", help="How many random hands.")] = 1_000_000,
    seed: Annotated[int, typer.Option("--seed", min=0, metavar="S", help="The same seed gives the same hands.")] = 1,
    draw: Annotated[Path | None, typer.Option("--chart", metavar="FILE", help="A bar chart: .svg or .png.")] = None,
    quiet: QuietOption = False,
    json: facts.JsonOption = False,
) -> int:
    """How often each row scores over random winning hands, and what hands are worth.

    sikwu frequencies --rules hkma-2023 --hands 1000000 --chart rows.svg
    """
    if len(rules) > 2 or (len(rules) == 2 and against):
        raise SikwuError("bad-request", "two at a time: two --rules, or one with --against", "rules")
    if draw:
        check_chart(draw)
    houses = [house(key, facts.typed_options(key, option if len(rules) == 1 else None)) for key in rules]
    if len(rules) == 2 and option:
        raise SikwuError(
            "bad-request", "--option belongs to one rule set; with two, both play their defaults", "option"
        )
    if against:
        houses.append(house(rules[0], facts.typed_options(rules[0], against, "--against")))
    counted = [count_frequencies(sheet, hands, seed, _say(quiet)) for sheet in houses]
    if draw:
        chart(counted, draw)
    if json:
        print(dumps([found.to_json() for found in counted]))
    else:
        show(frequency_blocks(counted))
    return 0


def frequency_blocks(counted: Sequence[Frequencies]) -> list[Block]:
    """The table for people: the share of hands that score each row, in percent."""
    blocks: list[Block] = [
        Line(
            f"{found.title}: {so_many(found.summary.hands, 'random hand')}, "
            f"mean {found.mean:.2f} {found.house.rules.unit}, "
            f"{100 * found.under_minimum:.2f} % do not qualify",
            "title",
        )
        for found in counted
    ]
    sheets = [Sheet(found.house.rules.key, "en") for found in counted]
    rows = []
    for key in row_keys(counted):
        name = next(sheet.row(key) for sheet in sheets if key in sheet.rule_set.row_index)
        shares = [f"{100 * found.share(key):.4f} %" if key in found.house.rules.row_index else "—" for found in counted]
        rows.append([key, name, *shares])
    headings = [Column(found.house.rules.key, number=True) for found in counted]
    chances = ", ".join(f"{name} {chance}" for name, chance in MIX._asdict().items())
    return [
        *blocks,
        Line(),
        Table([Column("row"), Column("name"), *headings], rows),
        Line(),
        Line(f"Drawn with: {chances}.", "quiet"),
    ]
