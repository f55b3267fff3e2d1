"""Links, what each role may do, and what a session is called in a URL."""

from __future__ import annotations

import ipaddress
import re
import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from fastapi import Depends, Path, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from sikwu.server.settings import State, state_of
from sikwu.server.wire import Refused
from sikwu.table.links import digest_of

Role = Literal["read", "write", "host"]
ROLES: tuple[Role, ...] = ("read", "write", "host")
"""From the one who may do least to the one who may do most; each may do what those before it may."""

MAY = {"read": "look", "write": "change the session", "host": "manage the session"}

URL_SAFE = re.compile(r"[A-Za-z0-9_-]+")

SessionId = Annotated[
    str, Path(alias="id", description="The session's id, as `POST /api/v1/sessions` or `join` gave it.")
]

bearer = HTTPBearer(auto_error=False, description="The secret of a link.", scheme_name="link")


def new_id() -> str:
    """128 random bits as 22 characters, for a session.

    >>> len(new_id())
    22
    """
    return secrets.token_urlsafe(16)


def public_id(handle: str) -> str:
    """What a session is called in URLs: its handle, or that in base64 where a URL could not carry it as it is.

    Sessions begun on the command line have their names for handles. Nothing has to be guessed here: the secret opens.

    >>> public_id("OWLmfiMaX9nxYX8wuyaEHQ"), public_id("Friday/1")
    ('OWLmfiMaX9nxYX8wuyaEHQ', '~RnJpZGF5LzE')
    """
    if URL_SAFE.fullmatch(handle):
        return handle
    return "~" + urlsafe_b64encode(handle.encode()).decode().rstrip("=")


@dataclass(frozen=True, slots=True)
class Door:
    """A request that came through a good link: which session it opens, and as what."""

    state: State
    handle: str
    link: str
    role: Role
    label: str | None
    digest: str

    @property
    def id(self) -> str:
        """What the session is called in URLs."""
        return public_id(self.handle)

    def who(self, name: str | None) -> str:
        """Who is writing, for the audit trail: the name they give themselves and the link that they hold."""
        held = self.label or f"{self.role} link {self.link[:4]}"  # enough to tell a session's links apart
        return f"{name} ({held})" if name else held


class Opened:
    """A dependency: the door of a request whose link may do at least what ``role`` may.

    No secret, a wrong one, a revoked one, another session's and an id that names no session all get the same answer.
    """

    def __init__(self, role: Role) -> None:
        self.role = role

    def __call__(
        self,
        request: Request,
        session: SessionId,
        credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)],
    ) -> Door:
        """Judges the request.

        Raises:
            Refused: ``unauthorized`` or ``forbidden``.
        """
        state = state_of(request)
        found = credentials and find(state, credentials.credentials)
        if not found or not secrets.compare_digest(found.id.encode(), session.encode()):
            raise unauthorized()
        if ROLES.index(found.role) < ROLES.index(self.role):
            raise Refused("forbidden", f"this link is for the role {found.role}: it can't {MAY[self.role]}")
        return found


Reader = Annotated[Door, Depends(Opened("read"))]
Writer = Annotated[Door, Depends(Opened("write"))]
Host = Annotated[Door, Depends(Opened("host"))]


def find(state: State, secret: str) -> Door | None:
    """What a secret opens, or None."""
    wanted = digest_of(secret)
    link: dict[str, Any] | None = state.table.find_link(wanted)
    if link is None or link["role"] not in ROLES:
        return None
    return Door(state, link["handle"], link["id"], link["role"], link["label"], wanted)


def unauthorized() -> Refused:
    """The one answer for everybody without a good link."""
    return Refused("unauthorized", "this needs a link that opens the session", headers={"WWW-Authenticate": "Bearer"})


def address_of(request: Request) -> str:
    """Where a request comes from, as far as it can be told apart: an IPv6 network of 64 bits is one place.

    A household is given at least that many IPv6 addresses at once, so counting single ones would count nothing.
    """
    host = request.client.host if request.client else ""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address, 64), strict=False))
    return host
