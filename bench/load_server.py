"""How fast the service answers: so many scorings a second for so long, with phones listening; loopback only.

    python bench/load_server.py --rate 200 --seconds 60 --listeners 50

Starts a service of its own with a database of its own. Requests leave at their times whatever became of the ones before
(an open loop), so a service that stands still is seen as late answers and not as fewer requests.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

SIKWU = str(Path(sys.executable).with_name("sikwu"))
CASES = Path(__file__).parents[1] / "tests" / "cases"
LONGEST = 300
FASTEST = 2000


@dataclass
class Seen:
    """What happened."""

    milliseconds: list[float] = field(default_factory=list)
    heard: list[float] = field(default_factory=list)
    faults: int = 0


def requests() -> list[bytes]:
    """Real hands: every worked case of every rule set that is a score request."""
    lines = [
        line
        for file in sorted(CASES.glob("*.jsonl"))
        if not file.name.startswith("settle")
        for line in file.read_text().splitlines()
    ]
    return [json.dumps({**json.loads(line)["request"], "explain": True}).encode() for line in lines]


async def send(client: httpx.AsyncClient, body: bytes, due: float, seen: Seen) -> None:
    try:
        answer = await client.post("/api/v1/score", content=body, headers={"Content-Type": "application/json"})
    except httpx.HTTPError:
        seen.faults += 1
        return
    # From when it was due, so that waiting for the service's turn counts.
    seen.milliseconds.append((time.perf_counter() - due) * 1000)
    seen.faults += answer.status_code not in (200, 422)


async def listen(client: httpx.AsyncClient, session: str, secret: str, written: dict[int, float], seen: Seen) -> None:
    headers = {"Authorization": f"Bearer {secret}"}
    async with client.stream("GET", f"/api/v1/sessions/{session}/live", headers=headers, timeout=60) as stream:
        async for line in stream.aiter_lines():
            if line.startswith("id: ") and int(line[4:]) in written:
                seen.heard.append((time.perf_counter() - written[int(line[4:])]) * 1000)


async def write(
    client: httpx.AsyncClient, session: str, secret: str, seconds: float, written: dict[int, float]
) -> None:
    """A deal a second, as no table plays. Nobody else writes, so the version that comes next is known."""
    version = 0
    for number in range(int(seconds)):
        headers = {"Authorization": f"Bearer {secret}", "If-Match": "*", "Idempotency-Key": f"load-{number:05}"}
        written[version + 1] = time.perf_counter()
        answer = await client.post(f"/api/v1/sessions/{session}/deals", json={"wins": []}, headers=headers)
        version = answer.json()["version"]
        await asyncio.sleep(1)


async def load(url: str, rate: float, seconds: float, listeners: int) -> Seen:
    seen, written, bodies = Seen(), {}, requests()
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=64)
    async with httpx.AsyncClient(base_url=url, limits=limits, timeout=30) as client:
        wanted = {"name": "load", "rules": "hkma-2023", "players": ["A", "B", "C", "D"]}
        made = (await client.post("/api/v1/sessions", json=wanted)).json()
        session, secret = made["session"]["id"], made["links"]["write"]["secret"]
        streams = [asyncio.create_task(listen(client, session, secret, written, seen)) for _ in range(listeners)]
        await asyncio.sleep(1)
        writing = asyncio.create_task(write(client, session, secret, seconds, written)) if listeners else None
        begin, sent = time.perf_counter(), []
        for number in range(int(rate * seconds)):
            due = begin + number / rate
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            sent.append(asyncio.create_task(send(client, bodies[number % len(bodies)], due, seen)))
        await asyncio.gather(*sent)
        if writing:
            await writing
        for stream in streams:
            stream.cancel()
        await asyncio.gather(*streams, return_exceptions=True)
    return seen


def at(values: list[float], part: float) -> float:
    """The value below which this part of the values lies."""
    ordered = sorted(values)
    return round(ordered[min(len(ordered) - 1, int(part * len(ordered)))], 1) if ordered else 0.0


def report(seen: Seen, seconds: float) -> dict[str, Any]:
    return {
        "answers": len(seen.milliseconds),
        "a_second": round(len(seen.milliseconds) / seconds, 1),
        "faults": seen.faults,
        "ms": {name: at(seen.milliseconds, part) for name, part in (("p50", 0.5), ("p99", 0.99), ("max", 1.0))},
        "heard": len(seen.heard),
        "heard_ms": {name: at(seen.heard, part) for name, part in (("p50", 0.5), ("p99", 0.99), ("max", 1.0))},
    }


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
            print(json.dumps(report(asyncio.run(load(found[1], rate, seconds, min(given.listeners, 100))), seconds)))
        finally:
            service.terminate()
            service.wait(10)


if __name__ == "__main__":
    main()
