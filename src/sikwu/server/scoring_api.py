"""The routes that score: no session, no secret, nothing stored."""

from __future__ import annotations

import asyncio
import time
from codecs import BOM_UTF8 as BOM
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Annotated, Any

from fastapi import APIRouter, Header, Path, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from sikwu import check as check_hand
from sikwu.errors import CODES, SikwuError
from sikwu.events import EVENTS
from sikwu.rules import KEYS, load
from sikwu.rules.describe import describe
from sikwu.scoring import score as score_win
from sikwu.server import examples
from sikwu.server.openapi import Responses, answers, body, each_or_error, error_at, gives, one_or_many, ref
from sikwu.server.wire import ARRAY_BODY, JSON_TYPE, SMALL_BODY, Refused, answer, parse_body, read_body
from sikwu.settlement import settle as settle_deal
from sikwu.waiting import waits as find_waits

MOST_REQUESTS = 1000
ARRAY_SECONDS = 5.0

Engine = Callable[[Mapping[str, Any]], Any]

router = APIRouter(tags=["scoring"])


ONE_ARRAY = asyncio.Semaphore(1)
"""Arrays are worked through one after the other, so that however many come, single requests hardly wait."""


async def _reply(request: Request, engine: Engine, *, slow: bool = False) -> Response:
    raw = await read_body(request, ARRAY_BODY)
    if raw.removeprefix(BOM).lstrip()[:1] == b"[":
        return await _reply_to_array(engine, raw)
    if len(raw) > SMALL_BODY:
        raise Refused("too-large", f"one request may have at most {SMALL_BODY:,} bytes")
    return await run_in_threadpool(_single, engine, raw) if slow else _single(engine, raw)


async def _reply_to_array(engine: Engine, raw: bytes) -> Response:
    try:
        await asyncio.wait_for(ONE_ARRAY.acquire(), ARRAY_SECONDS)
    except TimeoutError:
        raise Refused("busy", "other arrays are being answered: try again", headers={"Retry-After": "5"}) from None
    try:
        return await run_in_threadpool(_each, engine, raw)
    finally:
        ONE_ARRAY.release()


def _single(engine: Engine, raw: bytes) -> Response:
    return answer(_one(engine, parse_body(raw)))


def _one(engine: Engine, value: Any) -> Any:
    if not isinstance(value, dict):
        raise SikwuError("bad-request", "a request is a JSON object", "request")
    return engine(value).to_json()


def _each(engine: Engine, raw: bytes) -> Response:
    values = parse_body(raw)
    if len(values) > MOST_REQUESTS:
        raise Refused(
            "too-large", f"an array may hold at most {MOST_REQUESTS:,} requests, this one holds {len(values):,}"
        )
    until = time.monotonic() + ARRAY_SECONDS
    found: list[Any] = []
    for value in values:
        if time.monotonic() > until:
            raise Refused(
                "busy",
                f"{len(found):,} of {len(values):,} requests took {ARRAY_SECONDS:.0f} s: send smaller arrays",
                headers={"Retry-After": "5"},
            )
        found.append(_one_or_error(engine, value))
    return answer(found)


def _one_or_error(engine: Engine, value: Any) -> Any:
    try:
        return _one(engine, value)
    except SikwuError as error:
        return error.to_json()


OF_WINS = ("not-a-winning-hand", "win-does-not-qualify")
REFUSALS = (
    "timeout",
    "too-large",
    "unsupported-media-type",
    "busy",
    *(code for code in CODES if code not in OF_WINS),
)


def _responses(result: str, *more: str) -> Responses:
    return answers(*REFUSALS, *more, ok=gives(each_or_error(result)))


def _request(schema: str, given: Mapping[str, Any]) -> dict[str, Any]:
    return body(one_or_many(schema, MOST_REQUESTS), **given)


@router.post(
    "/score",
    responses=_responses("Score", "not-a-winning-hand"),
    openapi_extra=_request("ScoreRequest", examples.SCORES),
)
async def score(request: Request) -> Response:
    """Scores a win: its rows, how the hand was read, who pays whom."""
    return await _reply(request, score_win)


@router.post(
    "/settle",
    responses=_responses("Settlement", "not-a-winning-hand", "win-does-not-qualify"),
    openapi_extra=_request("SettleRequest", examples.SETTLEMENTS),
)
async def settle(request: Request) -> Response:
    """What one deal does to the table: payments, counters, who deals next."""
    return await _reply(request, settle_deal)


@router.post("/waits", responses=_responses("Waits"), openapi_extra=_request("WaitsRequest", examples.WAITS))
async def waits(request: Request) -> Response:
    """What a hand waits for, and what each wait would be worth."""
    return await _reply(request, find_waits, slow=True)


@router.post("/check", responses=_responses("Check"), openapi_extra=_request("CheckRequest", examples.CHECKS))
async def check(request: Request) -> Response:
    """Reads a hand, finished or not, and says what may come next and why not what may not."""
    return await _reply(request, check_hand, slow=True)


def _kept(request: Request, value: Any) -> Response:
    """An answer that changes only with the package, and is sent again only then."""
    found = answer(value)
    tag = f'"{sha256(bytes(found.body)).hexdigest()[:32]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match", "").removeprefix("W/") == tag:
        return Response(status_code=304, headers=headers)
    found.headers.update(headers)
    return found


IfNoneMatch = Annotated[str | None, Header(description="The `ETag` of an answer that you have.")]
UNCHANGED: Responses = {304: {"description": "Nothing changed."}}


def _listed(schema: str) -> Responses:
    return {**gives({"type": "array", "items": ref(schema)}, headers={"ETag": "Its digest."}), **UNCHANGED}


@router.get("/rules", responses=answers(ok=_listed("RuleSetShort")))
def rule_sets(request: Request, if_none_match: IfNoneMatch = None) -> Response:
    """The rule sets."""
    return _kept(request, [_short(describe(load(key))) for key in KEYS])


def _short(described: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in described.items() if name not in ("rows", "options")}


@router.get(
    "/rules/{key}",
    responses=answers("bad-request", ok={**gives(ref("RuleSet"), headers={"ETag": "Its digest."}), **UNCHANGED})
    | error_at(404, "unknown-rules"),
)
def rule_set(
    request: Request,
    key: Annotated[str, Path(description="The rule set's key.")],
    if_none_match: IfNoneMatch = None,
) -> Response:
    """One rule set: its rows, options, shapes and sources."""
    if key not in KEYS:
        raise Refused(
            "unknown-rules", f"there is no rule set {key[:60]}; there are {', '.join(KEYS)}", "rules", status=404
        )
    return _kept(request, describe(load(key)))


@router.get("/events", responses=answers(ok=_listed("Event")))
def events(request: Request, if_none_match: IfNoneMatch = None) -> Response:
    """The events: what each means, needs and implies."""
    return _kept(
        request,
        [
            {
                "key": event.key,
                "meaning": event.meaning,
                "needs": [need.words for need in event.needs],
                "implies": list(event.implies),
            }
            for event in EVENTS.values()
        ],
    )


def show_answers(page: dict[str, Any]) -> None:
    """Puts beside every example of a request on the OpenAPI page what the engine answers to it."""
    for path, engine in (
        ("score", score_win),
        ("settle", settle_deal),
        ("waits", find_waits),
        ("check", check_hand),
    ):
        operation = page["paths"][f"/api/v1/{path}"]["post"]
        asked = operation["requestBody"]["content"][JSON_TYPE]["examples"]
        operation["responses"]["200"]["content"][JSON_TYPE]["examples"] = {
            name: {"value": _example(engine, example["value"])} for name, example in asked.items()
        }


def _example(engine: Engine, value: Any) -> Any:
    if isinstance(value, list):
        return [_one_or_error(engine, each) for each in value]
    return _one(engine, value)
