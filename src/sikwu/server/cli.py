"""``sikwu serve``: starts the service."""

from __future__ import annotations

import os
from typing import Annotated
from urllib.parse import urlsplit

import typer
import uvicorn

from sikwu.server.pages import BUILT
from sikwu.server.settings import DATABASE, PUBLIC_URL, SESSIONS_PER_HOUR
from sikwu.table import open_tables

app = typer.Typer(add_completion=False)

LOOPBACK = ("127.0.0.1", "::1", "localhost")


def _public_url(url: str | None) -> str | None:
    if url is None:
        return None
    parts = urlsplit(url)
    if (
        parts.scheme not in ("http", "https")
        or not parts.netloc
        or parts.path.strip("/")
        or parts.query
        or parts.fragment
    ):
        raise typer.BadParameter(f"{url} must be an origin, as https://mahjong.example")
    return url.rstrip("/")


@app.command()
def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen on; 0.0.0.0 for every phone in the house.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes any free one.")] = 8000,
    database: Annotated[
        str | None, typer.Option(envvar=DATABASE, help="Where sessions lie: a SQLite file or a postgresql:// URL.")
    ] = None,
    public_url: Annotated[
        str | None,
        typer.Option(
            envvar=PUBLIC_URL, callback=_public_url, help="What links begin with, as https://mahjong.example."
        ),
    ] = None,
    sessions_per_hour: Annotated[
        int, typer.Option(min=1, envvar=SESSIONS_PER_HOUR, help="How many sessions one address may open in an hour.")
    ] = 60,
    workers: Annotated[int, typer.Option(min=1, max=64, help="How many processes answer.")] = 1,
    access_log: Annotated[bool, typer.Option(help="A line for every request.")] = False,
) -> None:
    """Starts the service: scoring, sessions and the app, over HTTP."""
    # Said here in plain words, before the server starts, and not by each worker process in a traceback.
    open_tables(database).dispose()
    # Worker processes are started afresh and read their settings from here.
    for name, value in (
        (DATABASE, database),
        (PUBLIC_URL, public_url),
        (SESSIONS_PER_HOUR, str(sessions_per_hour)),
    ):
        if value:
            os.environ[name] = value
    if host in LOOPBACK and not public_url:
        typer.echo("Only this machine can reach the service; --host 0.0.0.0 lets the phones in the house in.", err=True)
    if not (BUILT / "index.html").is_file():
        typer.echo("The app is not built into this installation; the page says how.", err=True)
    uvicorn.run(
        "sikwu.server.service:application",
        factory=True,
        host=host,
        port=port,
        workers=workers,
        access_log=access_log,
        server_header=False,
        timeout_graceful_shutdown=3,
        limit_concurrency=2000,
    )
