"""``sikwu table export|import|backup|restore|remove``: sessions out, in, and gone."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Annotated, cast

import typer

from sikwu.cli import facts
from sikwu.cli.document import Line
from sikwu.errors import SikwuError
from sikwu.table.arguments import Asked, ExpectOption, about_session, printed, tables_of
from sikwu.table.drawing import session_blocks
from sikwu.table.service import Chart
from sikwu.words import say

app = typer.Typer()
FORMS = ("json", "csv", "md", "svg", "png")


@app.command()
@about_session
def export(
    asked: Asked,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Where to; else standard output.")
    ] = None,
    form: Annotated[
        str | None, typer.Option("--form", metavar="FORM", help="json, csv, md, svg or png; else by the file's name.")
    ] = None,
) -> None:
    """The session as a file: complete (json), a line a payment (csv), a sheet (md), a chart (svg, png)."""
    wanted = form or (output.suffix[1:].lower() if output and output.suffix else "json")
    if wanted not in FORMS:
        raise SikwuError("bad-request", f"--form is one of {', '.join(FORMS)}, not {wanted!r}", "form")
    data = _exported(asked, wanted)
    if output is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        return
    try:
        output.write_bytes(data)
    except OSError as error:
        raise SikwuError("bad-request", f"cannot write {output}: {error.strerror}", "output") from error
    done = {"file": str(output), "form": wanted, "bytes": len(data)}
    printed(done, lambda: [Line(f"{output}: {len(data)} B")], asked.as_json)


def _exported(asked: Asked, form: str) -> bytes:
    match form:
        case "json":
            return asked.tables.export_json(asked.name).encode()
        case "csv":
            return asked.tables.export_csv(asked.name).encode()
        case "md":
            return asked.tables.export_markdown(asked.name, asked.lang).encode()
    return asked.tables.chart(asked.name, cast("Chart", form))


@app.command("import")
def import_(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `export` wrote as json.")],
    name: Annotated[str | None, typer.Option("--name", metavar="NAME", help="Another name for the session.")] = None,
    lang: facts.LangOption = None,
    json: facts.JsonOption = False,
) -> None:
    """Bring in a session from a file; a damaged file changes nothing."""
    try:
        text = file.read_text("utf-8-sig")
    except OSError as error:
        raise SikwuError("bad-request", f"cannot read {file}: {error.strerror}", "file") from error
    except UnicodeDecodeError as error:
        raise SikwuError("damaged-file", f"{file} is not UTF-8 (at byte {error.start})", "file") from error
    view = tables_of(context).import_json(text, name=name)
    printed(view.to_json(), lambda: session_blocks(view, facts.language(lang)), json)


@app.command()
def backup(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to; an old file there is replaced.")],
    json: facts.JsonOption = False,
) -> None:
    """All sessions into one file, from one moment."""
    rows = tables_of(context).backup(file)
    printed({"file": str(file), "rows": rows}, lambda: [Line(f"{file}: {rows} rows")], json)


@app.command()
def restore(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `backup` wrote.")],
    json: facts.JsonOption = False,
) -> None:
    """Everything from a backup, into an empty database: SQLite or PostgreSQL, whichever it came from."""
    rows = tables_of(context).restore(file)
    printed({"file": str(file), "rows": rows}, lambda: [Line(f"{file}: {rows} rows")], json)


@app.command()
@about_session
def remove(
    asked: Asked,
    yes: Annotated[bool, typer.Option("--yes", help="Yes, for good: nothing brings it back but an export.")] = False,
    if_version: ExpectOption = None,
) -> None:
    """Delete a session for good, with its history and its links; `export` it first to keep a copy."""
    if not yes:
        view = asked.tables.view(asked.name)
        copy = f"sikwu table export {shlex.quote(asked.name)} -o FILE.json"
        message = (
            f"{view.name} would be gone for good, with its deals ({len(view.placed)}), its history and its links: "
            f"to keep a copy, first {copy}; then remove it with --yes"
        )
        raise SikwuError("bad-request", message, "yes")
    asked.tables.remove(asked.name, expected=if_version)
    gone = say(asked.lang, "table", "removed", name=asked.name)
    printed({"name": asked.name, "removed": True}, lambda: [Line(gone, "good")], asked.as_json)
