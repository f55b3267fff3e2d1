"""How fast the service answers: so many scorings a second for so long, with phones listening; loopback only.

    python bench/load_server.py --rate 200 --seconds 60 --listeners 50

Starts a service of its own with a database of its own. Requests are due at their times whatever became of the ones
before (an open loop), and a request's time counts from when it was due: a service that stands still is seen as late
answers, not as fewer requests. The client speaks HTTP over plain sockets, so that it costs little itself.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

SIKWU = str(Path(sys.executable).with_name("sikwu"))
CASES = Path(__file__).parents[1] / "tests" / "cases"
CONNECTIONS = 32
LONGEST = 300
FASTEST = 2000
MOST_LISTENERS = 100


@dataclass
class Seen:
    """What happened, in milliseconds; ``statuses`` counts the answers to scorings."""

    answered: list[float] = field(default_factory=list)
    heard: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)


class Connection:
    """One kept-alive connection."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port

    async def open(self) -> Connection:
        self.reader, self.writer = await asyncio.open_connection(self.host, self.port)
        return self

    async def send(self, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, bytes]:
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.host}", f"Content-Length: {len(body)}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        self.writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        length = re.search(r"content-length: (\d+)", head, re.IGNORECASE)
        return int(head[9:12]), await self.reader.readexactly(int(length[1])) if length else b""


def requests() -> list[bytes]:
    """Real hands: every worked case of every rule set that is a score request, with its explanation."""
    lines = [
        line
        for file in sorted(CASES.glob("*.jsonl"))
        if not file.name.startswith("settle")
        for line in file.read_text().splitlines()
    ]
    return [json.dumps({**json.loads(line)["request"], "explain": True}).encode() for line in lines]


async def score(due: asyncio.Queue[tuple[float, bytes]], connection: Connection, seen: Seen) -> None:
    """Sends what is due, one after the other."""
    while True:
        when, body = await due.get()
        status, _ = await connection.send("POST", "/api/v1/score", body, Content_Type="application/json")
        seen.answered.append((time.perf_counter() - when) * 1000)
        seen.statuses[status] += 1
        due.task_done()


async def listen(connection: Connection, session: str, secret: str, written: dict[int, float], seen: Seen) -> None:
    status, _ = await connection.send("GET", f"{session}/live", Authorization=f"Bearer {secret}")
    assert status == 200, status
    async for line in connection.reader:
        version = int(line[4:]) if line.startswith(b"id: ") else 0
        if version in written:
            seen.heard.append((time.perf_counter() - written[version]) * 1000)


async def write(connection: Connection, session: str, secret: str, seconds: float, written: dict[int, float]) -> None:
    """A deal a second, as no table plays. Nobody else writes, so the version that comes next is known."""
    version = 1
    for number in range(int(seconds)):
        headers = {"Authorization": f"Bearer {secret}", "If_Match": "*", "Idempotency_Key": f"load-{number:05}"}
        written[version + 1] = time.perf_counter()
        status, body = await connection.send(
            "POST", f"{session}/deals", b'{"wins": []}', Content_Type="application/json", **headers
        )
        assert status == 201, body
        version += 1
        await asyncio.sleep(1)


async def load(url: str, rate: float, seconds: float, listeners: int) -> Seen:
    seen, written, bodies = Seen(), dict[int, float](), requests()
    address = urlsplit(url)
    host, port = address.hostname or "", address.port or 0
    first = await Connection(host, port).open()
    wanted = {"name": "load", "rules": "hkma-2023", "players": ["A", "B", "C", "D"]}
    _, body = await first.send("POST", "/api/v1/sessions", json.dumps(wanted).encode(), Content_Type="application/json")
    made = json.loads(body)
    session, secret = f"/api/v1/sessions/{made['session']['id']}", made["links"]["write"]["secret"]
    opened = [await Connection(host, port).open() for _ in range(CONNECTIONS + listeners)]
    due: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
    tasks = [asyncio.create_task(score(due, connection, seen)) for connection in opened[:CONNECTIONS]]
    tasks += [asyncio.create_task(listen(each, session, secret, written, seen)) for each in opened[CONNECTIONS:]]
    await asyncio.sleep(1)
    writing = asyncio.create_task(write(first, session, secret, seconds if listeners else 0, written))
    begin = time.perf_counter()
    for number in range(int(rate * seconds)):
        when = begin + number / rate
        await asyncio.sleep(max(0.0, when - time.perf_counter()))
        due.put_nowait((when, bodies[number % len(bodies)]))
    await due.join()
    await writing
    for task in tasks:
        task.cancel()
    ended = await asyncio.gather(*tasks, return_exceptions=True)
    assert all(isinstance(each, asyncio.CancelledError) for each in ended), ended
    return seen


def at(values: list[float], part: float) -> float:
    """The value below which this part of the values lies."""
    ordered = sorted(values)
    return round(ordered[min(len(ordered) - 1, int(part * len(ordered)))], 1) if ordered else 0.0


def spread(values: list[float]) -> dict[str, float]:
    return {name: at(values, part) for name, part in (("p50", 0.5), ("p99", 0.99), ("max", 1.0))}


def main() -> None:
    parser = argparse.ArgumentParser(description="Loads a service of its own on the loopback.")
    parser.add_argument("--rate", type=float, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--listeners", type=int, default=50)
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    rate, seconds = min(given.rate, FASTEST), min(given.seconds, LONGEST)
    with tempfile.TemporaryDirectory() as folder:
        service = subprocess.Popen(
            [SIKWU, "serve", "--port", "0", "--database", f"{folder}/load.sqlite", "--workers", str(given.workers)],
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            assert service.stderr is not None
            found = next(found for line in service.stderr if (found := re.search(r"running on (http://\S+)", line)))
            time.sleep(1)
            seen = asyncio.run(load(found[1], rate, seconds, min(given.listeners, MOST_LISTENERS)))
        finally:
            service.terminate()
            service.wait(10)
    used = os.times()
    result: dict[str, Any] = {
        "answers": len(seen.answered),
        "statuses": dict(sorted(seen.statuses.items())),
        "answered_ms": spread(seen.answered),
        "service_cpu_ms_per_answer": round(used.children_user * 1000 / max(1, len(seen.answered)), 2),
        "heard": len(seen.heard),
        "heard_ms": spread(seen.heard),
        "load_average": os.getloadavg()[0],
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
