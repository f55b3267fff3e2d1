"""Puts the parts together into one ASGI application."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Iterable
from importlib.metadata import version
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.types import ASGIApp

from sikwu.errors import SikwuError
from sikwu.server import links_api, pages, scoring_api, sessions_api
from sikwu.server.access import unauthorized
from sikwu.server.components import components
from sikwu.server.headers import HeadLikeGet, SecurityHeaders
from sikwu.server.limits import Tries
from sikwu.server.live import Live
from sikwu.server.openapi import describe
from sikwu.server.settings import Settings, State
from sikwu.server.wire import Refused, answer, bad_field, reader_language, refusal
from sikwu.table import TableService, open_tables

log = logging.getLogger("sikwu.server")
PREFIX = "/api/v1"
SESSIONS = f"{PREFIX}/sessions"


def application() -> ASGIApp:
    """The application of a worker process, with the settings of its environment."""
    settings = Settings.from_environment()
    https = (settings.public_url or "").startswith("https:")
    # Outside everything, the framework's own faults included.
    return SecurityHeaders(HeadLikeGet(build(settings)), https=https)


def build(settings: Settings) -> FastAPI:
    """The application: opens the database and lays out the routes."""
    table = open_tables(settings.database)
    live = Live(lambda handles: _versions(table, handles), lambda digests: _still_open(table, digests))

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        watching = asyncio.create_task(live.watch())
        yield
        watching.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await watching
        table.dispose()

    app = FastAPI(
        lifespan=lifespan,
        openapi_url="/api/v1/openapi.json",
        docs_url=None,  # the framework's pages load scripts from elsewhere
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.sikwu = State(
        settings,
        table,
        live,
        joins=Tries(20, 60, "wrong secrets"),
        creations=Tries(settings.sessions_per_hour, 3600, "new sessions"),
    )
    for api in (scoring_api, links_api, sessions_api):
        app.include_router(api.router, prefix=PREFIX)
    app.router.routes.extend(pages.routes())
    app.add_middleware(GZipMiddleware, minimum_size=4096, compresslevel=4)
    _answer_errors(app)
    _describe(app)
    return app


def _versions(table: TableService, handles: Iterable[str]) -> dict[str, int]:
    found = {}
    for handle in handles:
        try:
            found[handle] = table.version(handle)
        except SikwuError as error:
            if error.code != "unknown-session":  # one that was deleted: its links open nothing, which ends its streams
                raise
    return found


def _still_open(table: TableService, digests: Iterable[str]) -> set[str]:
    return {digest for digest in digests if table.find_link(digest) is not None}


def _describe(app: FastAPI) -> None:
    page: dict[str, Any] = {}

    def openapi() -> dict[str, Any]:
        if not page:
            page.update(describe(app, version("sikwu"), components()))
            scoring_api.show_answers(page)
        return page

    app.openapi = openapi  # type: ignore[method-assign]  # the way that the framework's documentation gives


def _answer_errors(app: FastAPI) -> None:
    """Every error leaves in the contract's form."""

    @app.exception_handler(SikwuError)
    async def _known(request: Request, error: SikwuError) -> Response:
        if error.code in ("busy", "database-unavailable") and not isinstance(error, Refused):
            # Where the database lies is the operator's business.
            log.error("%s: %s", error.code, error.message)
            return refusal(SikwuError(error.code, "the database does not answer just now: try again"))
        if error.code == "unknown-session":
            return refusal(unauthorized())  # deleted between the look at its link and the look at itself
        # A request to score says its language itself, and gets the command's bytes.
        of_session = request.url.path.startswith(SESSIONS)
        return refusal(error, reader_language(request) if of_session else None)

    @app.exception_handler(RequestValidationError)
    async def _bad_parameter(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        return refusal(bad_field(first["loc"][1:], first["msg"]))

    @app.exception_handler(HTTPException)
    async def _framework(request: Request, error: HTTPException) -> Response:
        return refusal(_of_framework(request, error))

    @app.exception_handler(PoolTimeout)
    async def _crowded(request: Request, error: PoolTimeout) -> Response:
        return refusal(Refused("busy", "too many requests wait for the database: try again"))

    @app.exception_handler(Exception)
    async def _fault(request: Request, error: Exception) -> Response:
        return answer(
            {"error": {"code": "fault", "message": "a fault of the service: it has been logged", "field": None}}, 500
        )


def _of_framework(request: Request, error: HTTPException) -> Refused:
    if error.status_code == 404:
        return Refused("not-found", f"there is nothing at {request.url.path[:200]}")
    if error.status_code == 405:
        return Refused(
            "method-not-allowed", f"{request.method} is not answered at {request.url.path[:200]}", headers=error.headers
        )
    return Refused("bad-request", str(error.detail))
