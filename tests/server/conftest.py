"""A real service on the loopback, started as people start it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import time
import uuid
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

RUNNING = re.compile(r"running on (http://\S+)")
HTTP = httpx.Client(timeout=30, verify=False)
"""One client for all: making one reads every certificate of the machine, which nothing here needs."""
PLAYERS = ["Ann", "Bo", "Chi", "Dee"]


@dataclass
class Service:
    """A running process and what it has said."""

    process: subprocess.Popen[str]
    url: str
    database: str
    said: deque[str]

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(10)


class Phone:
    """A phone that holds one link into a session; paths are beneath the session's."""

    def __init__(self, session: str, secret: str) -> None:
        self.session = session
        self.headers = {"Authorization": f"Bearer {secret}"}

    def request(self, method: str, path: str, headers: dict[str, str] | None = None, **more: Any) -> httpx.Response:
        return HTTP.request(method, self.session + path, headers={**self.headers, **(headers or {})}, **more)

    def get(self, path: str = "", **more: Any) -> httpx.Response:
        return self.request("GET", path, **more)

    def post(self, path: str, **more: Any) -> httpx.Response:
        return self.request("POST", path, **more)

    def delete(self, path: str) -> httpx.Response:
        return self.request("DELETE", path)


@dataclass
class Evening:
    """A session on a service, and a phone for each role."""

    url: str
    id: str
    links: dict[str, Any]
    phones: dict[str, Phone] = field(default_factory=dict)

    @property
    def session(self) -> str:
        return f"{self.url}/api/v1/sessions/{self.id}"

    def __getitem__(self, role: str) -> Phone:
        if role not in self.phones:
            self.phones[role] = Phone(self.session, self.links[role]["secret"])
        return self.phones[role]

    def send(self, method: str, path: str, json: Any = None, role: str = "write", **headers: str) -> httpx.Response:
        """A write that takes whatever version there is, with a fresh key, unless told otherwise."""
        sent = {"If-Match": "*", "Idempotency-Key": str(uuid.uuid4())}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        return self[role].request(method, path, json=json, headers=sent)


def start_service(database: str, *more: str) -> Service:
    process = subprocess.Popen(
        [str(Path(sys.executable).with_name("sikwu")), "serve", "--port", "0", "--database", database, *more],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert process.stderr is not None
    said: deque[str] = deque(maxlen=200)
    for line in process.stderr:
        said.append(line)
        if found := RUNNING.search(line):
            # The pipe is read to its end, or a talkative service would stand still.
            threading.Thread(target=lambda: said.extend(process.stderr), daemon=True).start()
            service = Service(process, found[1], database, said)
            _wait_until_it_answers(service)
            return service
    raise AssertionError("the service ended: " + "".join(said))


def _wait_until_it_answers(service: Service) -> None:
    for _ in range(200):
        try:
            HTTP.get(service.url)
        except httpx.TransportError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError("the service does not answer: " + "".join(service.said))


@pytest.fixture(scope="session")
def start(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Service]]:
    """Starts services; all of them end with the tests."""
    started: list[Service] = []

    def start_one(*more: str, database: str | None = None) -> Service:
        where = database or str(tmp_path_factory.mktemp("service") / "sessions.sqlite")
        started.append(start_service(where, *more))
        return started[-1]

    yield start_one
    for service in started:
        service.stop()


@pytest.fixture(scope="session")
def service(start: Callable[..., Service]) -> Service:
    """The one service that most tests share: a session of its own keeps them apart."""
    return start("--sessions-per-hour", "100000")


@pytest.fixture(scope="session")
def api(service: Service) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"{service.url}/api/v1", timeout=30, verify=False) as client:
        yield client


@pytest.fixture(scope="session")
def open_evening() -> Callable[..., Evening]:
    def make(service: Service, **more: Any) -> Evening:
        wanted = {"name": "Friday", "rules": "hkma-2023", "players": PLAYERS, **more}
        made = HTTP.post(f"{service.url}/api/v1/sessions", json=wanted)
        assert made.status_code == 201, made.text
        return Evening(service.url, made.json()["session"]["id"], made.json()["links"])

    return make


@pytest.fixture
def evening(service: Service, open_evening: Callable[..., Evening]) -> Evening:
    return open_evening(service)


@pytest.fixture(scope="session")
def cases() -> Path:
    return Path(__file__).parents[1] / "cases"
