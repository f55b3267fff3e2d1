"""What the service was started with, and what its routes share."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from starlette.requests import Request

from sikwu.server.limits import Tries
from sikwu.table import TableService

if TYPE_CHECKING:
    from sikwu.server.live import Live

LOOPBACK = ("127.0.0.1", "::1", "localhost")
DATABASE = "SIKWU_DATABASE"
PUBLIC_URL = "SIKWU_PUBLIC_URL"
LAN_URL = "SIKWU_LAN_URL"
SESSIONS_PER_HOUR = "SIKWU_SESSIONS_PER_HOUR"


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the sessions lie and how people reach the service.

    Attributes:
        database: a URL or a file's path; None is the table's own default.
        public_url: what links begin with, without a slash at the end; None takes it from each request.
        lan_url: where other machines of the house find the service, if they do.
        sessions_per_hour: how many sessions one address may open in an hour.
    """

    database: str | None = None
    public_url: str | None = None
    lan_url: str | None = None
    sessions_per_hour: int = 60

    @classmethod
    def from_environment(cls) -> Settings:
        """The settings of a worker process, which gets them from the process that started it."""
        return cls(
            os.environ.get(DATABASE) or None,
            os.environ.get(PUBLIC_URL) or None,
            os.environ.get(LAN_URL) or None,
            int(os.environ.get(SESSIONS_PER_HOUR) or 60),
        )

    def root(self, request: Request) -> str:
        """What a link begins with.

        Whoever opens the page on the machine itself would else show the others a QR code of their own phones.
        """
        here = request.url.hostname in LOOPBACK
        return self.public_url or (self.lan_url if here else None) or str(request.base_url).rstrip("/")


@dataclass(frozen=True, slots=True)
class State:
    """What the routes of one process share."""

    settings: Settings
    table: TableService
    live: Live
    joins: Tries
    creations: Tries


def state_of(request: Request) -> State:
    """The state of the application that answers this request."""
    return cast("State", request.app.state.sikwu)
