"""Bodies in, answers and errors out: the contract's form on HTTP."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from starlette.requests import Request
from starlette.responses import Response

from sikwu.answer import dumps
from sikwu.errors import SikwuError
from sikwu.strict_json import parse_json
from sikwu.words import LANGUAGES

SMALL_BODY = 64 * 1024
ARRAY_BODY = 1024 * 1024
IMPORT_BODY = 16 * 1024 * 1024
BODY_SECONDS = 10.0

JSON_TYPE = "application/json"

STATUS = {
    "bad-request": 400,
    "unauthorized": 401,
    "forbidden": 403,
    "not-found": 404,
    "unknown-deal": 404,
    "unknown-link": 404,
    "unknown-session": 401,
    "method-not-allowed": 405,
    "timeout": 408,
    "key-reused": 409,
    "deal-makes-no-sense": 409,
    "rules-changed": 409,
    "session-exists": 409,
    "nothing-to-undo": 409,
    "nothing-to-redo": 409,
    "session-closed": 409,
    "last-host-link": 409,
    "version-conflict": 412,
    "too-large": 413,
    "unsupported-media-type": 415,
    "version-required": 428,
    "key-required": 428,
    "too-many-requests": 429,
    "fault": 500,
    "busy": 503,
    "database-unavailable": 503,
}
"""The status of an error by its code; a code that is not here is the engine's and says 422."""

Model = TypeVar("Model", bound=BaseModel)


class Refused(SikwuError):
    """An error of the service itself, with the headers that belong to it, and a status if not its code's."""

    def __init__(
        self,
        code: str,
        message: str,
        field: str | None = None,
        headers: Mapping[str, str] | None = None,
        status: int | None = None,
    ) -> None:
        super().__init__(code, message, field)
        self.headers = dict(headers or {})
        self.status = status


def status_of(code: str) -> int:
    """The HTTP status that goes with an error's code.

    >>> status_of("bad-request"), status_of("tile-count"), status_of("version-conflict")
    (400, 422, 412)
    """
    return STATUS.get(code, 422)


def answer(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A JSON answer in the contract's bytes: one value, then a newline."""
    return Response(
        (dumps(value) + "\n").encode(), status, {"Cache-Control": "no-store", **(headers or {})}, media_type=JSON_TYPE
    )


def reader_language(request: Request) -> str | None:
    """The language asked for: that of ``?lang=``, else the first of ``Accept-Language`` that there are words for."""
    accepted = request.headers.get("accept-language", "")[:200].split(",")
    wanted = (part.split(";")[0].strip().lower().split("-")[0] for part in accepted)
    return next((lang for lang in (request.query_params.get("lang"), *wanted) if lang in LANGUAGES), None)


def refusal(error: SikwuError, lang: str | None = None) -> Response:
    """The answer for an error, said in a language if one is asked for."""
    own = error if isinstance(error, Refused) else None
    status = (own and own.status) or status_of(error.code)
    headers = dict(own.headers if own else {})
    if status == 503:
        headers.setdefault("Retry-After", "2")
    return answer((error.in_language(lang) if lang else error).to_json(), status, headers)


def parse_body(raw: bytes) -> Any:
    """A body as a value.

    Raises:
        SikwuError: ``bad-request`` when it is not UTF-8, not JSON without liberties, or holds half a character.

    >>> parse_body(b'{"hand": "123m"}')
    {'hand': '123m'}
    """
    try:
        value = parse_json(raw.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise Refused("bad-request", f"the body is not UTF-8: byte {error.start} begins no character") from None
    if b"\\u" in raw:
        _refuse_half_characters(value)
    return value


def _refuse_half_characters(value: Any) -> None:
    """An escape may name half a surrogate pair, which no answer could repeat."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise Refused("bad-request", "the body holds half a character (an escape from \\ud800 to \\udfff)") from None
    except RecursionError:
        raise Refused("bad-request", "objects and arrays are nested too deeply") from None


async def read_body(request: Request, limit: int) -> bytes:
    """The whole body, at most ``limit`` bytes, within ``BODY_SECONDS``.

    Raises:
        Refused: ``unsupported-media-type``, ``too-large`` or ``timeout``.
    """
    kind, _, parameters = request.headers.get("content-type", "").partition(";")
    charset = parameters.replace(" ", "").replace('"', "").lower()
    if kind.strip().lower() != JSON_TYPE or charset not in ("", "charset=utf-8"):
        raise Refused("unsupported-media-type", f"send the body with Content-Type: {JSON_TYPE}, in UTF-8")
    declared = request.headers.get("content-length", "")
    if declared.isascii() and declared.isdigit() and int(declared[:20]) > limit:
        raise _too_large(limit)
    parts: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                size += len(part)
                if size > limit:
                    raise _too_large(limit)
                parts.append(part)
    except TimeoutError:
        raise Refused("timeout", f"the body took more than {BODY_SECONDS:.0f} s to arrive") from None
    return b"".join(parts)


def _too_large(limit: int) -> Refused:
    # The rest of the body is not read, so the connection can't be used again.
    return Refused("too-large", f"the body may have at most {limit:,} bytes", headers={"Connection": "close"})


async def read_json(request: Request, limit: int = SMALL_BODY) -> Any:
    """The body as a JSON value."""
    return parse_body(await read_body(request, limit))


async def read_object(request: Request, limit: int = SMALL_BODY) -> dict[str, Any]:
    """The body as a JSON object."""
    value = await read_json(request, limit)
    if not isinstance(value, dict):
        raise Refused("bad-request", "a request is a JSON object", "request")
    return value


async def read_model(request: Request, model: type[Model], limit: int = SMALL_BODY) -> Model:
    """The body as one of the service's own requests."""
    return to_model(model, await read_object(request, limit))


def to_model(model: type[Model], value: Mapping[str, Any]) -> Model:
    """A JSON object as ``model``; what doesn't fit is ``bad-request`` with the field and what would be right."""
    try:
        return model.model_validate(value)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        raise bad_field(first["loc"], first["msg"]) from None


def bad_field(place: Iterable[int | str], message: str) -> Refused:
    """``bad-request`` for the field at ``place``.

    >>> bad_field(("stake", "currency"), "Field required").to_json()
    {'error': {'code': 'bad-request', 'message': 'stake.currency: field required', 'field': 'stake.currency'}}
    """
    field = ".".join(str(step) for step in place)[:200]
    said = message[:1].lower() + message[1:]
    return Refused("bad-request", f"{field}: {said}" if field else said, field or None)
