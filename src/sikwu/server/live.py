"""Live updates: tells every listening phone that its session has a new version.

The database is all that the processes share, so it is what is watched: as long as anybody listens, one task asks it
every ``EVERY`` seconds for the versions of the sessions that are listened to. A write in this process nudges the task,
so that phones here hear at once; phones on another process, and writes from the command line, are at most ``EVERY``
late. A listener holds no queue: it wakes, looks at the newest version, and says it. So a slow phone costs nothing and
misses nothing that matters.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from dataclasses import dataclass, field

from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool

from sikwu.errors import SikwuError
from sikwu.server.wire import Refused

log = logging.getLogger("sikwu.server")

EVERY = 1.0
HEARTBEAT = 15.0
RETRY_MILLISECONDS = 2000
MOST_LISTENERS = 100
"""On one session in one process."""


@dataclass(eq=False, slots=True)
class Listener:
    """One phone's stream."""

    session: str
    digest: str
    version: int
    revoked: bool = False
    wake: asyncio.Event = field(default_factory=asyncio.Event)


class Live:
    """The listeners of this process and the task that watches the database for them.

    Args:
        versions: the present version of each of some sessions, by session.
        still_open: those of some secrets' digests that still open a link.
    """

    def __init__(
        self,
        versions: Callable[[Iterable[str]], Mapping[str, int]],
        still_open: Callable[[Iterable[str]], set[str]],
    ) -> None:
        self._versions = versions
        self._still_open = still_open
        self._listeners: set[Listener] = set()
        self._nudge = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    def nudge(self) -> None:
        """Says, from any thread, that something was written."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._nudge.set)

    async def watch(self) -> None:
        """Watches until it is cancelled."""
        self._loop = asyncio.get_running_loop()
        while True:
            with contextlib.suppress(TimeoutError):
                # With nobody listening there is nothing to look for: sleep until somebody comes or writes.
                await asyncio.wait_for(self._nudge.wait(), EVERY if self._listeners else None)
            self._nudge.clear()
            if self._listeners:
                try:
                    await self._look()
                except (SikwuError, SQLAlchemyError):
                    # A database that is away for a moment: the streams stay open, and the next look comes soon.
                    log.exception("could not ask the database for new versions")

    async def _look(self) -> None:
        listeners = list(self._listeners)
        versions, open_digests = await run_in_threadpool(self._ask, listeners)
        for listener in listeners:
            version = versions.get(listener.session, listener.version)
            listener.revoked = listener.digest not in open_digests
            if listener.revoked or version != listener.version:
                listener.version = version
                listener.wake.set()

    def _ask(self, listeners: list[Listener]) -> tuple[Mapping[str, int], set[str]]:
        return (
            self._versions({listener.session for listener in listeners}),
            self._still_open({listener.digest for listener in listeners}),
        )

    def join(self, session: str, digest: str, version: int) -> Listener:
        """A new listener, who knows ``version``.

        Raises:
            Refused: ``too-many-requests`` when the session has ``MOST_LISTENERS``.
        """
        if Counter(listener.session for listener in self._listeners)[session] >= MOST_LISTENERS:
            raise Refused(
                "too-many-requests",
                f"{MOST_LISTENERS} listeners are on this session already",
                headers={"Retry-After": "30"},
            )
        return Listener(session, digest, version)

    async def stream(self, listener: Listener, knows: str | None) -> AsyncIterator[bytes]:
        """The bytes of one listener's stream.

        Args:
            knows: the ``Last-Event-ID`` of a reader that comes back.
        """
        # Here and not in `join`: a stream that is never read is never ended either.
        self._listeners.add(listener)
        self._nudge.set()
        try:
            yield b"retry: %d\n\n" % RETRY_MILLISECONDS
            said = int(knows) if knows is not None and knows.isdecimal() and len(knows) < 18 else None
            while not listener.revoked:
                if listener.version != said:
                    said = listener.version
                    yield b'id: %d\nevent: version\ndata: {"version": %d}\n\n' % (said, said)
                try:
                    await asyncio.wait_for(listener.wake.wait(), HEARTBEAT)
                except TimeoutError:
                    yield b": still here\n\n"
                listener.wake.clear()
            yield b"event: revoked\ndata: {}\n\n"
        finally:
            self._listeners.discard(listener)
