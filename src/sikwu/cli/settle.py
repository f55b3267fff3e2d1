"""``sikwu settle``: what one deal does to the table."""

from __future__ import annotations

from typing import Annotated

import typer

from sikwu import settle as engine
from sikwu.cli import facts
from sikwu.cli.answers import answer_all, into_wins
from sikwu.cli.requests import read_requests
from sikwu.cli.settle_view import settle_blocks

app = typer.Typer(add_completion=False)


@app.command()
def settle(
    request: Annotated[
        str,
        typer.Option(
            "--request",
            metavar="FILE",
            help="Settlement requests: one object, an array, or one a line; - reads standard input.",
        ),
    ],
    explain: facts.ExplainOption = False,
    lang: facts.LangOption = None,
    json: facts.JsonOption = False,
) -> int:
    """Settle a deal: every win, side payment and the next dealer."""
    return answer_all(
        read_requests(request), engine, settle_blocks, into_wins, as_json=json, lang=lang, explain=explain
    )
