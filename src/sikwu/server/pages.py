"""The app's files, as `make app` built them, or a page that says how to build them."""

from __future__ import annotations

import mimetypes
from collections.abc import Awaitable, Callable
from hashlib import sha256
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from sikwu.server.wire import reader_language
from sikwu.words import LANGUAGES

BUILT = Path(__file__).parent / "app"

# The table of types differs from one machine to the next; these must not.
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
}

NOT_BUILT = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>sikwu</title>
<h1>sikwu</h1>
<p>The service is running. The app for the table has not been built into this installation.</p>
<p>In a checkout, with Node 20 or later: <code>make app</code>, then start the service again.</p>
<p>The API works without the app: <a href="/api/v1/openapi.json">/api/v1/openapi.json</a>.</p>
</html>
"""


def routes(built: Path = BUILT) -> list[Route]:
    """One route for each file of the built app, and ``/`` for its page.

    The files are listed once, here: a path that names no built file reaches no file at all.
    """
    page = built / "index.html"
    if not page.is_file():
        return [Route("/", _not_built, methods=["GET", "HEAD"])]
    files = sorted(path for path in built.rglob("*") if path.is_file())
    return [
        Route("/", _page(page, built), methods=["GET", "HEAD"]),
        *(
            Route(f"/{path.relative_to(built).as_posix()}", _file(path, built), methods=["GET", "HEAD"])
            for path in files
        ),
    ]


async def _not_built(request: Request) -> Response:
    return Response(NOT_BUILT, media_type="text/html; charset=utf-8", headers={"Cache-Control": "no-store"})


def _page(page: Path, built: Path) -> Callable[[Request], Awaitable[Response]]:
    """The page, with a hint that fetches its reader's words beside the app that will ask for them."""
    send = _file(page, built)
    words = {lang: file for lang in LANGUAGES for file in (built / "assets").glob(f"{lang}-*.js")}

    async def send_with_words(request: Request) -> Response:
        response = await send(request)
        file = words.get(reader_language(request) or LANGUAGES[0])
        if file is not None:
            response.headers["Link"] = f"</assets/{file.name}>; rel=modulepreload"
            response.headers["Vary"] = "Accept-Language"
        return response

    return send_with_words


def _file(path: Path, built: Path) -> Callable[[Request], Awaitable[Response]]:
    content = path.read_bytes()
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    tag = f'"{sha256(content).hexdigest()[:32]}"'
    # Files under assets/ carry a digest in their names, so a name never means other bytes.
    hashed = path.relative_to(built).parts[0] == "assets"
    headers = {
        "Content-Type": kind,
        "ETag": tag,
        "Cache-Control": "public, max-age=31536000, immutable" if hashed else "no-cache",
    }

    async def send(request: Request) -> Response:
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(content, headers=headers)

    return send
