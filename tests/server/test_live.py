"""Live updates: everybody who listens hears of every change, whoever made it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterable
from typing import Any

import httpx
import pytest

from sikwu.errors import SikwuError
from sikwu.server.live import Live
from sikwu.table import open_tables

PATIENCE = 20


class Stream:
    """One phone's stream, read as it comes."""

    def __init__(self, evening: Any, role: str = "read", **headers: str) -> None:
        secret = evening.links[role]["secret"]
        self.url = f"{evening.url}/api/v1/sessions/{evening.id}/live"
        self.headers = {"Authorization": f"Bearer {secret}", **headers}

    async def __aenter__(self) -> Stream:
        self.client = httpx.AsyncClient(timeout=PATIENCE, verify=False)
        self.response = await self.client.send(
            self.client.build_request("GET", self.url, headers=self.headers), stream=True
        )
        assert self.response.status_code == 200
        assert self.response.headers["content-type"].startswith("text/event-stream")
        self.events = self._events()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.response.aclose()
        await self.client.aclose()

    async def _events(self) -> AsyncIterator[tuple[str, dict[str, Any]]]:
        event = ""
        async for line in self.response.aiter_lines():
            if line.startswith("event: "):
                event = line.removeprefix("event: ")
            elif line.startswith("data: "):
                yield event, json.loads(line.removeprefix("data: "))

    async def next(self) -> tuple[str, dict[str, Any]]:
        return await asyncio.wait_for(anext(self.events), PATIENCE)

    async def until(self, version: int) -> int:
        """Reads until this version is said; how many events that took."""
        count = 0
        while True:
            event, data = await self.next()
            count += 1
            assert event == "version"
            if data["version"] == version:
                return count


def test_fifty_phones_hear_of_every_change(evening: Any) -> None:
    async def run() -> None:
        first = evening["read"].get("").json()["version"]
        async with All([Stream(evening) for _ in range(50)]) as streams:
            assert await asyncio.gather(*(stream.until(first) for stream in streams)) == [1] * 50
            for _ in range(3):
                sent = await asyncio.to_thread(evening.send, "POST", "/deals", {"wins": []})
                version = sent.json()["version"]
                assert await asyncio.gather(*(stream.until(version) for stream in streams)) == [1] * 50

    asyncio.run(run())


class All:
    """Many streams opened together and closed together."""

    def __init__(self, streams: list[Stream]) -> None:
        self.streams = streams

    async def __aenter__(self) -> list[Stream]:
        return list(await asyncio.gather(*(stream.__aenter__() for stream in self.streams)))

    async def __aexit__(self, *_: object) -> None:
        await asyncio.gather(*(stream.__aexit__() for stream in self.streams))


def test_a_write_of_another_process_is_heard(evening: Any, service: Any) -> None:
    async def run() -> None:
        async with Stream(evening) as stream:
            await stream.next()
            table = open_tables(service.database)
            receipt = await asyncio.to_thread(table.record, evening.id, {"wins": []})
            table.dispose()
            assert await stream.next() == ("version", {"version": receipt.version})

    asyncio.run(run())


def test_a_reader_who_comes_back_hears_only_what_is_new(evening: Any) -> None:
    version = evening["read"].get("").json()["version"]

    async def run() -> None:
        async with Stream(evening, Last_Event_ID="0") as behind:
            assert await behind.next() == ("version", {"version": version})
        async with Stream(evening, **{"Last-Event-ID": str(version)}) as even:
            sent = await asyncio.to_thread(evening.send, "POST", "/deals", {"wins": []})
            assert await even.next() == ("version", {"version": sent.json()["version"]})

    asyncio.run(run())


@pytest.mark.parametrize("how", ["revoke", "rotate"])
def test_a_link_that_ends_ends_its_streams_and_no_others(evening: Any, how: str) -> None:
    async def run() -> None:
        async with Stream(evening, "write") as ends, Stream(evening, "read") as stays:
            await asyncio.gather(ends.next(), stays.next())
            link = f"/links/{evening.links['write']['id']}"
            if how == "revoke":
                await asyncio.to_thread(evening["host"].delete, link)
            else:
                await asyncio.to_thread(evening["host"].post, link + "/rotate")
            assert await ends.next() == ("revoked", {})
            with pytest.raises(StopAsyncIteration):
                await ends.next()
            sent = await asyncio.to_thread(evening.send, "POST", "/deals", {"wins": []}, role="host")
            assert await stays.next() == ("version", {"version": sent.json()["version"]})

    asyncio.run(run())


def test_a_session_that_is_deleted_ends_its_streams_and_no_others(
    evening: Any, service: Any, open_evening: Callable[..., Any]
) -> None:
    other = open_evening(service)

    async def run() -> None:
        async with Stream(evening) as ends, Stream(other) as stays:
            await asyncio.gather(ends.next(), stays.next())
            gone = await asyncio.to_thread(evening["host"].request, "DELETE", "", {"If-Match": "*"})
            assert gone.status_code == 204
            assert await ends.next() == ("revoked", {})
            sent = await asyncio.to_thread(other.send, "POST", "/deals", {"wins": []})
            assert await stays.next() == ("version", {"version": sent.json()["version"]})

    asyncio.run(run())


def test_a_session_has_room_for_so_many(evening: Any) -> None:
    async def run() -> None:
        async with All([Stream(evening) for _ in range(100)]) as streams:
            await asyncio.gather(*(stream.next() for stream in streams))
            answer = await asyncio.to_thread(evening["read"].get, "/live")
            assert (answer.status_code, answer.json()["error"]["code"]) == (429, "too-many-requests")
        # Those who left make room again.
        for _ in range(100):
            try:
                async with Stream(evening) as late:
                    assert (await late.next())[0] == "version"
                    return
            except AssertionError:
                await asyncio.sleep(0.05)
        raise AssertionError("no room again")

    asyncio.run(run())


def test_the_service_ends_while_phones_listen(start: Callable[..., Any], open_evening: Callable[..., Any]) -> None:
    own = start()
    evening = open_evening(own)

    async def run() -> None:
        async with Stream(evening) as stream:
            await stream.next()
            own.process.terminate()
            assert await asyncio.to_thread(own.process.wait, PATIENCE) in (0, -15)

    asyncio.run(run())


def test_a_quiet_stream_shows_that_it_lives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sikwu.server.live.HEARTBEAT", 0.01)
    updates = Live(lambda handles: {}, set)

    async def run() -> list[bytes]:
        stream = updates.stream(updates.join("evening", "digest", 3), knows="3")
        return [await anext(stream) for _ in range(3)]

    assert asyncio.run(run()) == [b"retry: 2000\n\n", b": still here\n\n", b": still here\n\n"]


def test_a_database_that_is_away_for_a_moment_ends_no_stream() -> None:
    answers = iter([SikwuError("database-unavailable", "away"), {"evening": 4}])

    def versions(handles: Iterable[str]) -> dict[str, int]:
        found = next(answers)
        if isinstance(found, SikwuError):
            raise found
        return found

    updates = Live(versions, set)

    async def run() -> list[bytes]:
        watching = asyncio.create_task(updates.watch())
        stream = updates.stream(updates.join("evening", "digest", 3), knows="3")
        said = [await asyncio.wait_for(anext(stream), PATIENCE) for _ in range(2)]
        watching.cancel()
        return said

    assert asyncio.run(run())[1] == b'id: 4\nevent: version\ndata: {"version": 4}\n\n'
