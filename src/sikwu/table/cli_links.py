"""``sikwu table link|links|unlink``: ways into a session for the phones around the table."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Annotated
from urllib.parse import urlsplit

import typer

from sikwu.cli.document import Block, Column, Line, Table
from sikwu.errors import SikwuError
from sikwu.table.arguments import Asked, about_session, printed
from sikwu.table.links import digest_of, new_secret, path_of
from sikwu.words import say

app = typer.Typer()


@app.command()
@about_session
def link(
    asked: Asked,
    role: Annotated[
        str, typer.Option("--role", metavar="ROLE", help="read (look), write (record, correct) or host (all of it).")
    ] = "write",
    label: Annotated[str | None, typer.Option("--label", metavar="TEXT", help="Whose phone it is for, say.")] = None,
    url: Annotated[
        str | None,
        typer.Option(
            "--url", metavar="URL", envvar="SIKWU_PUBLIC_URL", help="Where `sikwu serve` is reached, as it says itself."
        ),
    ] = None,
    qr: Annotated[bool, typer.Option("--qr", help="Show a QR code to point a phone at; needs --url.")] = False,
) -> None:
    """Make a link into the session for whoever opens it in the app. It is shown only now.

    sikwu table link Friday --url http://192.168.1.20:8000 --qr
    """
    start = _origin(url)
    picture = _pictures(start) if qr else None
    secret = new_secret()
    made = asked.tables.add_link(asked.name, role=role, digest=digest_of(secret), label=label)
    whole = None if start is None else start + path_of(secret)
    shown = {name: made[name] for name in ("id", "role", "label")}
    shown |= {"secret": secret, "path": path_of(secret), "url": whole}

    def blocks() -> list[Block]:
        if whole is None:
            return [Line(path_of(secret), "title"), Line(say(asked.lang, "table", "link-path"), "quiet")]
        code = [Line(row) for row in picture(whole)] if picture else []
        return [Line(whole, "title"), *code, Line(say(asked.lang, "table", "link-once"), "quiet")]

    printed(shown, blocks, asked.as_json)


def _origin(url: str | None) -> str | None:
    if url is None:
        return None
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/") or parts.query:
        raise SikwuError(
            "bad-request", f"--url is where the service is reached, as http://192.168.1.20:8000, not {url!r}", "url"
        )
    return url.rstrip("/")


def _pictures(start: str | None) -> Callable[[str], list[str]]:
    """Draws QR codes in half blocks, a line of the terminal for two of their own."""
    if start is None:
        raise SikwuError("bad-request", "--qr needs --url: where `sikwu serve` is reached", "url")
    try:
        import segno
    except ModuleNotFoundError as error:
        raise SikwuError(
            "bad-request", "--qr needs what the service needs: pip install 'sikwu[server]'", "qr"
        ) from error

    def draw(text: str) -> list[str]:
        drawn = io.StringIO()
        segno.make(text, error="m", micro=False).terminal(drawn, compact=True, border=2)
        return drawn.getvalue().splitlines()

    return draw


@app.command()
@about_session
def links(asked: Asked) -> None:
    """Every link of the session, revoked ones too; never their secrets."""
    found = asked.tables.links(asked.name)

    def blocks() -> list[Block]:
        if not found:
            return [Line(say(asked.lang, "table", "no-links"))]
        columns = [Column("") for _ in range(5)]
        revoked = say(asked.lang, "table", "revoked")
        rows = [
            [one["id"], one["role"], one["label"] or "", one["created"], revoked if one["revoked"] else ""]
            for one in found
        ]
        return [Table(columns, rows, indent=0)]

    printed(found, blocks, asked.as_json)


@app.command()
@about_session
def unlink(
    asked: Asked, link: Annotated[str, typer.Argument(metavar="LINK", help="The link's id, as `links` prints it.")]
) -> None:
    """Revoke a link: it opens nothing any more."""
    gone = asked.tables.revoke_link(asked.name, link)
    words = say(asked.lang, "table", "revoked")
    printed(gone, lambda: [Line(f"{gone['id']}: {words}", "good")], asked.as_json)
