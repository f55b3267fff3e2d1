"""The routes that make sessions and links, and that join."""

from __future__ import annotations

import io
from typing import Annotated, Any

import segno
from fastapi import APIRouter, Depends, Path, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from sikwu.server.access import Door, Host, Role, address_of, find, new_id, unauthorized
from sikwu.server.openapi import answers, body, gives, gives_text, ref
from sikwu.server.schemas import Join, NewLink, NewSession, QrText
from sikwu.server.sessions_api import BODY, view_json
from sikwu.server.settings import State, state_of
from sikwu.server.wire import IMPORT_BODY, answer, parse_body, read_body, read_model
from sikwu.table import SessionView
from sikwu.table.links import digest_of, new_secret, path_of

router = APIRouter(tags=["links"])

Json = dict[str, Any]
LinkId = Annotated[str, Path(alias="link", description="The link's id, as the list of links shows it.")]


def make_link(state: State, request: Request, session: str, role: Role, label: str | None = None) -> tuple[Json, Door]:
    """A new link with its secret, as it is shown once, and the door it opens."""
    secret = new_secret()
    wanted = digest_of(secret)
    link = state.table.add_link(session, role=role, digest=wanted, label=label)
    return show_link(state, request, link, secret), Door(state, session, link["id"], role, label, wanted)


def show_link(state: State, request: Request, link: Json, secret: str) -> Json:
    """A link with its secret."""
    path = path_of(secret)
    return {
        "id": link["id"],
        "role": link["role"],
        "label": link["label"],
        "secret": secret,
        "path": path,
        "url": state.settings.root(request) + path,
    }


def opened(state: State, request: Request, view: SessionView) -> Response:
    """The answer that a new session gives: itself and its three links."""
    host, door = make_link(state, request, view.handle, "host")
    write, _ = make_link(state, request, view.handle, "write")
    read, _ = make_link(state, request, view.handle, "read")
    return answer(
        {"session": view_json(door, view), "links": {"host": host, "write": write, "read": read}},
        201,
        {"ETag": f'"{view.version}"', "Location": f"/api/v1/sessions/{door.id}"},
    )


OPENED = gives(
    ref("NewSessionAnswer"),
    201,
    "The session and its links. The secrets are shown only here.",
    {"ETag": "The session's version.", "Location": "The session."},
)


async def new_session_body(request: Request) -> NewSession:
    """The body of a new session."""
    return await read_model(request, NewSession)


@router.post(
    "/sessions",
    status_code=201,
    responses=answers(
        "bad-request", *BODY, "unknown-rules", "unknown-option", "bad-option", "too-many-requests", "busy", ok=OPENED
    ),
    openapi_extra=body(
        ref("NewSession"),
        friday={
            "name": "Friday",
            "rules": "hkma-2023",
            "options": {"minimum": 3},
            "players": ["Ann", "Bo", "Chi", "Dee"],
            "stake": {"currency": "HKD", "per_point": "0.5"},
        },
    ),
)
def new_session(request: Request, wanted: Annotated[NewSession, Depends(new_session_body)]) -> Response:
    """A new session, with a link for each role."""
    state = state_of(request)
    state.creations.check(address_of(request))
    receipt = state.table.create(
        wanted.name,
        rules=wanted.rules,
        players=wanted.players,
        options=wanted.options,
        first_dealer=wanted.first_dealer,
        stake=wanted.stake.model_dump(exclude_none=True) if wanted.stake else None,
        handle=new_id(),
        by="host",
    )
    state.creations.spend(address_of(request))
    return opened(state, request, receipt.view)


async def import_body(request: Request) -> str:
    """The text of an exported session."""
    raw = await read_body(request, IMPORT_BODY)
    await run_in_threadpool(parse_body, raw)  # judged here, so that what is no JSON is told as everywhere
    return raw.decode("utf-8-sig")


@router.post(
    "/sessions/import",
    status_code=201,
    responses=answers("bad-request", *BODY, "unknown-schema", "damaged-file", "too-many-requests", "busy", ok=OPENED),
    openapi_extra=body({"type": "object", "description": "What `export.json` gave."}),
)
def import_session(request: Request, text: Annotated[str, Depends(import_body)]) -> Response:
    """A new session from an exported one."""
    state = state_of(request)
    state.creations.check(address_of(request))
    view = state.table.import_json(text, handle=new_id())
    state.creations.spend(address_of(request))
    return opened(state, request, view)


async def join_body(request: Request) -> Join:
    """The body of a joining."""
    return await read_model(request, Join)


@router.post(
    "/join",
    responses=answers("bad-request", *BODY, "unauthorized", "too-many-requests", "busy", ok=gives(ref("Joined"))),
    openapi_extra=body(ref("Join"), link={"secret": "x" * 43}),
)
def join(request: Request, wanted: Annotated[Join, Depends(join_body)]) -> Response:
    """What a link's secret opens."""
    state = state_of(request)
    address = address_of(request)
    state.joins.check(address)
    door = find(state, wanted.secret)
    if door is None:
        state.joins.spend(address)
        raise unauthorized()
    view = state.table.view(door.handle)
    return answer(
        {"id": door.id, "name": view.name, "role": door.role, "link": door.link, "label": door.label},
    )


async def qr_body(request: Request) -> QrText:
    """The body of a QR code."""
    return await read_model(request, QrText)


@router.post(
    "/qr",
    responses=answers("bad-request", *BODY, ok=gives_text("image/svg+xml", "The QR code.")),
    openapi_extra=body(ref("QrText"), link={"text": "https://club.example/#/join/" + "x" * 43}),
)
def qr(wanted: Annotated[QrText, Depends(qr_body)]) -> Response:
    """A QR code. A POST, because the text holds a secret and a URL stands in logs."""
    picture = io.BytesIO()
    segno.make(wanted.text, error="m", micro=False).save(picture, kind="svg", border=4, light="#fff", omitsize=True)
    return Response(picture.getvalue(), media_type="image/svg+xml", headers={"Cache-Control": "no-store"})


MANAGES = ("bad-request", "unauthorized", "forbidden", "busy")


@router.get(
    "/sessions/{id}/links",
    responses=answers(*MANAGES, ok=gives({"type": "array", "items": ref("Link")})),
)
def links(door: Host) -> Response:
    """Every link of the session, revoked ones too; no secrets."""
    return answer(door.state.table.links(door.handle))


async def new_link_body(request: Request) -> NewLink:
    """The body of a new link."""
    return await read_model(request, NewLink)


@router.post(
    "/sessions/{id}/links",
    status_code=201,
    responses=answers(*MANAGES, *BODY, ok=gives(ref("SecretLink"), 201, "The link. Its secret is shown only here.")),
    openapi_extra=body(ref("NewLink"), phone={"role": "write", "label": "Ann's phone"}),
)
def new_link(request: Request, door: Host, wanted: Annotated[NewLink, Depends(new_link_body)]) -> Response:
    """Another link into the session."""
    link, _ = make_link(door.state, request, door.handle, wanted.role, wanted.label)
    return answer(link, 201)


@router.post(
    "/sessions/{id}/links/{link}/rotate",
    responses=answers(*MANAGES, "unknown-link", ok=gives(ref("SecretLink"), about="The link with its new secret.")),
)
def rotate(request: Request, door: Host, link: LinkId) -> Response:
    """A new secret for a link; the old one opens nothing from now on."""
    secret = new_secret()
    changed = door.state.table.rotate_link(door.handle, link, digest_of(secret))
    door.state.live.nudge()
    return answer(show_link(door.state, request, changed, secret))


@router.delete(
    "/sessions/{id}/links/{link}",
    status_code=204,
    responses=answers(
        *MANAGES, "unknown-link", "last-host-link", ok={204: {"description": "It opens nothing any more."}}
    ),
)
def revoke(door: Host, link: LinkId) -> Response:
    """Ends a link."""
    door.state.table.revoke_link(door.handle, link)
    door.state.live.nudge()
    return Response(status_code=204, headers={"Cache-Control": "no-store"})
