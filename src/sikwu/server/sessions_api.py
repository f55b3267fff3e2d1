"""The routes of a session: looking at it, writing to it, taking it home."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Semaphore
from typing import Annotated, Any, Literal
from urllib.parse import quote, unquote_to_bytes

from fastapi import APIRouter, Depends, Header, Path, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response, StreamingResponse

from sikwu.errors import SikwuError
from sikwu.server import examples
from sikwu.server.access import Door, Host, Reader, Writer
from sikwu.server.openapi import Lang, answers, body, gives, gives_text, ref
from sikwu.server.schemas import Adjustment, Replacement, Resettle
from sikwu.server.wire import Refused, answer, read_model, read_object, reader_language
from sikwu.table import Receipt, SessionView
from sikwu.table.errors import FORCIBLE, forcible

router = APIRouter(prefix="/sessions/{id}", tags=["session"])

KEY = re.compile(r"[A-Za-z0-9._-]{8,80}")
LONGEST_NAME = 60

Json = dict[str, Any]
Number = Annotated[int, Path(alias="number", ge=1, le=1_000_000, description="The deal's number, from 1.")]
Before = Annotated[
    int | None, Query(ge=1, le=1_000_000, description="Put in before this deal, because it was forgotten there.")
]
Force = Annotated[bool, Query(description="Apply it even if a later deal then makes no sense; that deal is marked.")]

READS = ("bad-request", "unauthorized", "busy")
WRITES = (
    *READS,
    "forbidden",
    "key-reused",
    "session-closed",
    "version-conflict",
    "key-required",
    "version-required",
)
BODY = ("timeout", "too-large", "unsupported-media-type")
LATER = ("unknown-deal", *FORCIBLE)
DEAL = ("tile-count", "win-does-not-qualify", "impossible-event", "bad-notation")

VIEW = gives(ref("Session"), about="The session now.", headers={"ETag": "Its version."})
WRITTEN = gives(
    ref("Session"),
    about="The session now.",
    headers={
        "ETag": "Its version.",
        "Idempotent-Replayed": "`true` when the key was known and nothing was written again.",
    },
)
TOLD = gives(
    ref("SessionTold"),
    about="The session now, with what was taken back or done again.",
    headers={"ETag": "Its version.", "Idempotent-Replayed": "As for other writes."},
)
RECORDED = gives(
    ref("Session"),
    201,
    "The session now.",
    {"ETag": "Its version.", "Idempotent-Replayed": "As for other writes.", "Location": "The deal."},
)


def spoken(request: Request, lang: Lang = None) -> str:
    """What people are told is in the language asked for, else in their browser's."""
    return reader_language(request) or "en"


Spoken = Annotated[str, Depends(spoken)]


@dataclass(frozen=True, slots=True)
class Write:
    """The headers of a write."""

    key: str
    expected: int | None
    by: str | None

    def by_way_of(self, door: Door) -> Json:
        """The arguments that every write of the table takes."""
        return {"key": self.key, "expected": self.expected, "by": door.who(self.by)}


IfMatch = Annotated[str | None, Header(description='The version that the writer saw, as `"12"`, or `*`.')]


def write_headers(
    idempotency_key: Annotated[
        str | None, Header(description="Made once for each tap: 8 to 80 of A–Z a–z 0–9 . _ -")
    ] = None,
    if_match: IfMatch = None,
    sikwu_by: Annotated[str | None, Header(description="Who writes, percent-encoded UTF-8.")] = None,
) -> Write:
    """The headers of a write, judged.

    Raises:
        Refused: ``key-required``, ``version-required`` or ``bad-request``.
    """
    if idempotency_key is None:
        raise Refused(
            "key-required", "a write needs the header Idempotency-Key, made once for each tap", "Idempotency-Key"
        )
    if not KEY.fullmatch(idempotency_key):
        raise Refused(
            "bad-request", "Idempotency-Key must be 8 to 80 characters of A–Z a–z 0–9 . _ -", "Idempotency-Key"
        )
    return Write(idempotency_key, seen_version(if_match), name_of(sikwu_by))


def seen_version(if_match: IfMatch = None) -> int | None:
    """The version that the writer saw; None for whatever it is.

    Raises:
        Refused: ``version-required`` or ``bad-request``.
    """
    if if_match is None:
        raise Refused("version-required", 'a write needs the header If-Match: "VERSION", or *', "If-Match")
    return version_of(if_match)


def version_of(tag: str) -> int | None:
    """The version that an ``If-Match`` names; None for ``*``.

    >>> version_of('"12"'), version_of('W/"7"'), version_of("*")
    (12, 7, None)
    """
    found = re.fullmatch(r'(?:W/)?"(\d{1,9})"', tag.strip(), re.ASCII)
    if found:
        return int(found[1])
    if tag.strip() == "*":
        return None
    raise Refused("bad-request", 'If-Match must be one version in quotes, as "12", or *', "If-Match")


def name_of(encoded: str | None) -> str | None:
    """The name in a ``Sikwu-By``.

    >>> name_of("%E9%98%BF%E6%98%8E")
    '阿明'
    """
    if not encoded:
        return None
    try:
        name = unquote_to_bytes(encoded).decode().strip()
    except UnicodeError:
        raise Refused("bad-request", "Sikwu-By must be percent-encoded UTF-8", "Sikwu-By") from None
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise Refused("bad-request", f"Sikwu-By must be at most {LONGEST_NAME} printable characters", "Sikwu-By")
    return name or None


Headers = Annotated[Write, Depends(write_headers)]


async def deal_body(request: Request) -> Json:
    """The body of a deal; the table judges what is in it."""
    return await read_object(request)


DealBody = Annotated[Json, Depends(deal_body)]


def view_json(door: Door, view: SessionView) -> Json:
    """The session as the holder of a link sees it."""
    return {"id": door.id, "role": door.role, **view.to_json()}


def tag(version: int) -> dict[str, str]:
    """The header that names a version."""
    return {"ETag": f'"{version}"'}


def written(door: Door, receipt: Receipt, status: int = 200, lang: str = "en") -> Response:
    """The answer to a write: the session now, and after an undo or redo what that was about."""
    headers = tag(receipt.view.version)
    if receipt.replayed:
        headers["Idempotent-Replayed"] = "true"
    else:
        door.state.live.nudge()
    if status == 201 and receipt.number is not None:
        headers["Location"] = f"/api/v1/sessions/{door.id}/deals/{receipt.number}"
    about = {"change": receipt.change.to_json(lang)} if receipt.change else {}
    return answer(view_json(door, receipt.view) | about, status, headers)


# -- looking --------------------------------------------------------------------------------------------------------


@router.get("", responses=answers(*READS, ok={**VIEW, 304: {"description": "Nothing changed."}}))
def show(door: Reader, if_none_match: Annotated[str | None, Header()] = None) -> Response:
    """The session."""
    if if_none_match:
        # An open app asks this far more often than anything changes: the version alone is one row.
        now = tag(door.state.table.version(door.handle))
        if if_none_match.removeprefix("W/") == now["ETag"]:
            return Response(status_code=304, headers={**now, "Cache-Control": "no-store"})
    view = door.state.table.view(door.handle)
    return answer(view_json(door, view), headers=tag(view.version))


@router.get("/deals/{number}", responses=answers(*READS, "unknown-deal", ok=gives(ref("Deal"))))
def deal(door: Reader, number: Number) -> Response:
    """One deal."""
    view = door.state.table.view(door.handle)
    return answer(view.deal(number), headers=tag(view.version))


@router.get("/stats", responses=answers(*READS, ok=gives(ref("Stats"))))
def stats(door: Reader) -> Response:
    """What each player did."""
    return answer(door.state.table.stats(door.handle))


@router.get("/transfers", responses=answers(*READS, ok=gives(ref("Transfers"))))
def transfers(door: Reader) -> Response:
    """Who pays whom at the end, with the fewest transfers."""
    return answer(door.state.table.transfers(door.handle))


@router.get("/audit", responses=answers(*READS, ok=gives({"type": "array", "items": ref("Change")})))
def audit(door: Reader, lang: Spoken) -> Response:
    """Every change: who, when, what in words, before, after."""
    return answer(door.state.table.history(door.handle, lang))


@router.get("/verify", responses=answers(*READS, ok=gives(ref("Verified"))))
def verify(door: Reader) -> Response:
    """Settles every deal again and says where today's rules would pay otherwise; changes nothing."""
    return answer(door.state.table.verify(door.handle))


@router.get(
    "/live",
    responses=answers(*READS, "too-many-requests", ok=gives_text("text/event-stream", "Versions, as they are made.")),
)
async def live(
    door: Reader,
    last_event_id: Annotated[
        str | None, Header(description="The version that a reader who comes back saw last.")
    ] = None,
) -> Response:
    """Live updates as server-sent events: `version`, `revoked`. Never ends by itself."""
    version = await run_in_threadpool(door.state.table.version, door.handle)
    listener = door.state.live.join(door.handle, door.digest, version)
    return StreamingResponse(
        door.state.live.stream(listener, last_event_id),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


# -- taking home ----------------------------------------------------------------------------------------------------


def download(door: Door, content: str | bytes, kind: str, suffix: str) -> Response:
    """A file to keep, named after the session."""
    name = quote(f"{door.state.table.view(door.handle).name}.{suffix}", safe="")
    return Response(
        content,
        media_type=kind,
        headers={"Cache-Control": "no-store", "Content-Disposition": f"attachment; filename*=UTF-8''{name}"},
    )


@router.get("/export.json", responses=answers(*READS, ok=gives({"type": "object"})))
def export_json(door: Reader) -> Response:
    """The complete session, to be imported again."""
    return download(door, door.state.table.export_json(door.handle), "application/json", "json")


@router.get("/export.csv", responses=answers(*READS, ok=gives_text("text/csv", "A line a payment.")))
def export_csv(door: Reader) -> Response:
    """A line a payment."""
    return download(door, door.state.table.export_csv(door.handle), "text/csv", "csv")


@router.get("/export.md", responses=answers(*READS, ok=gives_text("text/markdown", "The sheet.")))
def export_markdown(door: Reader, lang: Spoken) -> Response:
    """The sheet of the evening."""
    return download(door, door.state.table.export_markdown(door.handle, lang), "text/markdown", "md")


CHARTS = Semaphore()
"""What draws charts keeps its settings in one place for all threads, so charts are drawn one after the other."""
CHART_SECONDS = 10.0


def draw(door: Door, form: Literal["svg", "png"]) -> bytes:
    """A chart, when its turn comes.

    Raises:
        Refused: ``busy`` when it does not come within ``CHART_SECONDS``.
    """
    if not CHARTS.acquire(timeout=CHART_SECONDS):
        raise Refused("busy", "many charts are being drawn: try again")
    try:
        return door.state.table.chart(door.handle, form)
    finally:
        CHARTS.release()


@router.get("/chart.svg", responses=answers(*READS, ok=gives_text("image/svg+xml", "Running totals.")))
def chart_svg(door: Reader) -> Response:
    """Running totals as a picture."""
    return download(door, draw(door, "svg"), "image/svg+xml", "svg")


@router.get("/chart.png", responses=answers(*READS, ok=gives_text("image/png", "Running totals.")))
def chart_png(door: Reader) -> Response:
    """Running totals as a picture."""
    return download(door, draw(door, "png"), "image/png", "png")


# -- writing --------------------------------------------------------------------------------------------------------


@router.post(
    "/deals",
    status_code=201,
    responses=answers(*WRITES, *BODY, *DEAL, *LATER, ok=RECORDED),
    openapi_extra=body(ref("DealRequest"), **examples.DEALS),
)
def record(door: Writer, write: Headers, request: DealBody, before: Before = None, force: Force = False) -> Response:
    """Records a deal, at the end or before another; what comes after it is replayed."""
    if before is None:
        return written(door, door.state.table.record(door.handle, request, **write.by_way_of(door)), 201)
    return written(door, inserted(door, write, request, before, force), 201)


def inserted(door: Door, write: Write, request: Json, before: int, force: bool) -> Receipt:
    """A forgotten line, put in before another."""
    with forcible("?force=true"):
        return door.state.table.insert(door.handle, before, request, force=force, **write.by_way_of(door))


@router.post(
    "/preview",
    responses=answers(*READS, "forbidden", "unknown-deal", "session-closed", *BODY, *DEAL, ok=gives(ref("Preview"))),
    openapi_extra=body(ref("DealRequest"), **examples.DEALS),
)
def preview(
    door: Writer,
    request: DealBody,
    replaces: Annotated[int | None, Query(ge=1, le=1_000_000, description="The deal that it would replace.")] = None,
    before: Before = None,
) -> Response:
    """What a deal would do; saves nothing."""
    return answer(door.state.table.preview(door.handle, request, replaces=replaces, before=before))


@router.put(
    "/deals/{number}",
    responses=answers(*WRITES, *LATER, *BODY, *DEAL, ok=WRITTEN),
    openapi_extra=body(ref("DealRequest"), **examples.DEALS),
)
def edit(door: Writer, write: Headers, number: Number, request: DealBody, force: Force = False) -> Response:
    """Puts another request in a past deal's place and replays what came after."""
    with forcible("?force=true"):
        receipt = door.state.table.edit(door.handle, number, request, force=force, **write.by_way_of(door))
    return written(door, receipt)


@router.delete(
    "/deals/{number}",
    responses=answers(*WRITES, *LATER, ok=WRITTEN),
)
def delete(door: Writer, write: Headers, number: Number, force: Force = False) -> Response:
    """Takes a past deal out and replays what came after."""
    with forcible("?force=true"):
        receipt = door.state.table.delete(door.handle, number, force=force, **write.by_way_of(door))
    return written(door, receipt)


@router.post("/undo", responses=answers(*WRITES, "nothing-to-undo", ok=TOLD))
def undo(door: Writer, write: Headers, lang: Spoken) -> Response:
    """Takes back the last change, and says what it was."""
    receipt = door.state.table.undo(door.handle, **write.by_way_of(door))
    return written(door, receipt, lang=lang)


@router.post("/redo", responses=answers(*WRITES, "nothing-to-redo", ok=TOLD))
def redo(door: Writer, write: Headers, lang: Spoken) -> Response:
    """Does again what was undone last, and says what it was."""
    receipt = door.state.table.redo(door.handle, **write.by_way_of(door))
    return written(door, receipt, lang=lang)


@contextmanager
def renamed(**fields: str) -> Iterator[None]:
    """Errors about a field that the table calls otherwise than the body does."""
    try:
        yield
    except SikwuError as error:
        if error.field not in fields:
            raise
        raise SikwuError(error.code, error.message, fields[error.field]) from error


async def adjustment_body(request: Request) -> Adjustment:
    """The body of an adjustment."""
    return await read_model(request, Adjustment)


@router.post(
    "/adjustments",
    status_code=201,
    responses=answers(*WRITES, *BODY, "unknown-player", ok=RECORDED),
    openapi_extra=body(ref("Adjustment"), chips={"points": {"Ann": 10, "Bo": -10}, "why": "Bo lent Ann ten"}),
)
def adjust(door: Writer, write: Headers, wanted: Annotated[Adjustment, Depends(adjustment_body)]) -> Response:
    """Moves points by hand, with a reason."""
    with renamed(adjust="points"):
        receipt = door.state.table.adjust(door.handle, wanted.points, wanted.why, **write.by_way_of(door))
    return written(door, receipt, 201)


async def replacement_body(request: Request) -> Replacement:
    """The body of a replacement."""
    return await read_model(request, Replacement)


@router.post(
    "/players",
    responses=answers(*WRITES, *BODY, *LATER, "unknown-player", ok=WRITTEN),
    openapi_extra=body(ref("Replacement"), fifth={"out": "Ann", "in": "Eve"}),
)
def replace_player(
    door: Writer,
    write: Headers,
    wanted: Annotated[Replacement, Depends(replacement_body)],
    before: Before = None,
    force: Force = False,
) -> Response:
    """Somebody else sits down in a player's place; both keep their own totals."""
    with renamed(leaves="out", joins="in"):
        if before is None:
            receipt = door.state.table.replace_player(door.handle, wanted.leaves, wanted.joins, **write.by_way_of(door))
        else:
            request = {"leaves": wanted.leaves, "joins": wanted.joins}
            receipt = inserted(door, write, request, before, force)
    return written(door, receipt)


async def resettle_body(request: Request) -> Resettle:
    """The body of a resettlement."""
    return await read_model(request, Resettle)


@router.post(
    "/resettle",
    responses=answers(*WRITES, *BODY, "unknown-deal", "deal-makes-no-sense", ok=WRITTEN),
    openapi_extra=body(ref("Resettle"), one={"number": 3}, all={"number": None}),
)
def resettle(
    door: Host, write: Headers, wanted: Annotated[Resettle, Depends(resettle_body)], force: Force = False
) -> Response:
    """Settles a deal, or all of them, under today's revision of the rules."""
    with forcible("?force=true"):
        receipt = door.state.table.resettle(door.handle, wanted.number, force=force, **write.by_way_of(door))
    return written(door, receipt)


@router.post("/close", responses=answers(*WRITES, ok=WRITTEN))
def close(door: Host, write: Headers) -> Response:
    """Ends the session: nobody writes until it is opened again."""
    return written(door, door.state.table.close(door.handle, **write.by_way_of(door)))


@router.post("/reopen", responses=answers(*WRITES, ok=WRITTEN))
def reopen(door: Host, write: Headers) -> Response:
    """Opens a closed session again."""
    return written(door, door.state.table.reopen(door.handle, **write.by_way_of(door)))


@router.delete(
    "",
    status_code=204,
    responses=answers(
        *READS, "forbidden", "version-conflict", "version-required", ok={204: {"description": "It is gone for good."}}
    ),
)
def remove(door: Host, expected: Annotated[int | None, Depends(seen_version)]) -> Response:
    """Deletes the session for good, with its history and its links. Take it home first: `export.json`."""
    door.state.table.remove(door.handle, expected=expected)
    door.state.live.nudge()
    return Response(status_code=204, headers={"Cache-Control": "no-store"})
