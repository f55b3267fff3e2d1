"""What the routes say of themselves on the OpenAPI page, and the page itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from fastapi import FastAPI, Query
from fastapi.openapi.utils import get_openapi

from sikwu.server.wire import JSON_TYPE, status_of

Json = dict[str, Any]
Responses = dict[int | str, Json]
Lang = Annotated[Literal["en", "zh", "ko"] | None, Query(description="The language of names.")]

ERROR: Json = {"$ref": "#/components/schemas/Error"}

ABOUT = """Scores a mahjong win under the rules people really play, shows why, and says who pays whom; and keeps an
evening's ledger on several phones. Errors have one form everywhere: `{"error": {"code", "message", "field"}}`."""


def ref(name: str) -> Json:
    """A reference to a schema of the page.

    >>> ref("Score")
    {'$ref': '#/components/schemas/Score'}
    """
    return {"$ref": f"#/components/schemas/{name}"}


def one_or_many(name: str, most: int) -> Json:
    """One ``name``, or an array of them. What stands in an array is answered in its place, so nothing is refused."""
    return {"anyOf": [ref(name), {"type": "array", "items": {"description": f"A {name}."}, "maxItems": most}]}


def each_or_error(name: str) -> Json:
    """One answer, or an array in which an error may stand in an answer's place."""
    return {"anyOf": [ref(name), {"type": "array", "items": {"anyOf": [ref(name), ERROR]}}]}


def body(schema: Json, **examples: Any) -> Json:
    """The ``openapi_extra`` of a route that takes a JSON body."""
    return {
        "requestBody": {
            "required": True,
            "content": {
                JSON_TYPE: {
                    "schema": schema,
                    "examples": {name: {"value": value} for name, value in examples.items()},
                }
            },
        }
    }


def answers(*codes: str, ok: Responses | None = None) -> Responses:
    """The ``responses`` of a route: what it answers when all is well, and one entry for the status of each error code.

    >>> sorted(answers("bad-request", "unauthorized", "tile-count"))
    [400, 401, 422]
    """
    by_status: dict[int, list[str]] = {}
    for code in codes:
        by_status.setdefault(status_of(code), []).append(code)
    found = dict(ok or {})
    for status, here in sorted(by_status.items()):
        found |= error_at(status, *here)
    return found


def error_at(status: int, *codes: str) -> Responses:
    """The entry of an error's status."""
    entry: Json = {
        "description": "Error: " + ", ".join(f"`{code}`" for code in codes),
        "content": {JSON_TYPE: {"schema": ERROR}},
    }
    if headers := ERROR_HEADERS.get(status):
        entry["headers"] = headers
    return {status: entry}


def gives(
    schema: Json, status: int = 200, about: str = "The answer.", headers: Mapping[str, str] | None = None
) -> Responses:
    """A JSON answer that is no error, for ``answers(ok=…)``."""
    entry: Json = {"description": about, "content": {JSON_TYPE: {"schema": schema}}}
    if headers:
        entry["headers"] = {name: header(what) for name, what in headers.items()}
    return {status: entry}


def gives_text(kind: str, about: str) -> Responses:
    """An answer that is no JSON."""
    return {200: {"description": about, "content": {kind: {"schema": {"type": "string"}}}}}


def header(about: str) -> Json:
    """A header of an answer."""
    return {"description": about, "schema": {"type": "string"}}


ERROR_HEADERS: dict[int, Json] = {
    401: {"WWW-Authenticate": header("`Bearer`")},
    429: {"Retry-After": header("Seconds to wait.")},
    503: {"Retry-After": header("Seconds to wait.")},
}


def describe(app: FastAPI, version: str, components: Mapping[str, Json]) -> Json:
    """The OpenAPI page of ``app`` with ``components`` beside what the routes declare."""
    page: Json = get_openapi(
        title="sikwu", version=version, summary="Mahjong scoring", description=ABOUT, routes=app.routes
    )
    for operations in page["paths"].values():
        for operation in operations.values():
            _drop_foreign_error(operation["responses"])
    schemas = page.setdefault("components", {}).setdefault("schemas", {})
    for foreign in ("HTTPValidationError", "ValidationError"):
        schemas.pop(foreign, None)
    schemas.update(components)
    page["components"]["schemas"] = dict(sorted(schemas.items()))
    return page


def _drop_foreign_error(responses: Json) -> None:
    """Takes out the framework's own 422, which is answered as ``bad-request`` in the contract's form."""
    content = responses.get("422", {}).get("content", {})
    if content.get(JSON_TYPE, {}).get("schema") == ref("HTTPValidationError"):
        del responses["422"]
