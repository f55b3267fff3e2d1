"""``sikwu serve``: starts the service."""

from __future__ import annotations

import os
import socket
from typing import Annotated
from urllib.parse import urlsplit

import typer
import uvicorn

from sikwu.server.pages import BUILT
from sikwu.server.settings import DATABASE, LAN_URL, LOOPBACK, PUBLIC_URL, SESSIONS_PER_HOUR
from sikwu.table import open_tables

app = typer.Typer(add_completion=False)

EVERYWHERE = ("0.0.0.0", "::")
SOMEWHERE_ELSE = ("192.0.2.1", 9)
"""An address for documentation, in nobody's house."""


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


def _lan_url(host: str, port: int) -> str | None:
    """Where phones in the house find the service, if it listens to them and the machine is in a network."""
    if host not in EVERYWHERE or port == 0:
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOMEWHERE_ELSE)  # sends nothing: only asks which address of ours would be used
        except OSError:
            return None
        return f"http://{probe.getsockname()[0]}:{port}"


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
    lan_url = _lan_url(host, port)
    # Worker processes are started afresh and read their settings from here.
    for name, value in (
        (DATABASE, database),
        (PUBLIC_URL, public_url),
        (LAN_URL, lan_url),
        (SESSIONS_PER_HOUR, str(sessions_per_hour)),
    ):
        if value:
            os.environ[name] = value
    if lan_url:
        typer.echo(f"Phones in the house open {lan_url}", err=True)
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
