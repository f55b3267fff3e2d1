"""The built app in a real browser, on a real service. Without the one or the other the tests say so and are skipped."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

# Tests are imported by their path, so the helpers beside them have to be put where imports look.
sys.path.insert(0, str(Path(__file__).parent))

ROOT = Path(__file__).parents[2]
APP = ROOT / "src" / "sikwu" / "server" / "app"
RUNNING = re.compile(r"running on (http://\S+)")
PLAYERS = ["Ann", "Bo", "Chi", "Dee"]
SIZES = {"phone": {"width": 360, "height": 740}, "desktop": {"width": 1280, "height": 900}}
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@dataclass
class Service:
    """A service that runs in a process of its own."""

    process: subprocess.Popen[str]
    url: str
    said: deque[str]

    def post(self, path: str, body: Any, **headers: str) -> httpx.Response:
        return httpx.post(f"{self.url}/api/v1{path}", json=body, headers=headers, timeout=30)

    def new_session(self, **more: Any) -> dict[str, Any]:
        made = self.post("/sessions", {"name": "Friday", "rules": "hkma-2023", "players": PLAYERS, **more})
        assert made.status_code == 201, made.text
        return dict(made.json())


@dataclass
class Phone:
    """A browser context of its own, and everything that it complained about."""

    context: Any
    url: str
    complaints: list[str] = field(default_factory=list)
    tolerated: list[str] = field(default_factory=list)

    def open(self, place: str = "") -> Any:
        """A page at ``#/place``."""
        page = self.context.new_page()
        page.on("console", lambda said: self._complain(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: self._complain(str(error)))
        page.goto(f"{self.url}/#/{place}")
        page.wait_for_selector("main")
        return page

    def tolerate(self, *words: str) -> None:
        """A test that cuts the line or is refused on purpose says which of the browser's complaints it expects."""
        self.tolerated.extend(words)

    def _complain(self, text: str) -> None:
        self.complaints.append(text)

    def unexpected(self) -> list[str]:
        return [text for text in self.complaints if not any(word in text for word in self.tolerated)]


def _chromium() -> str | None:
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    if not (APP / "index.html").exists():
        pytest.skip("the app is not built: `make app` builds it (needs Node 20)")
    database = tmp_path_factory.mktemp("web") / "sessions.sqlite"
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "sikwu",
            "serve",
            "--port",
            "0",
            "--database",
            str(database),
            "--sessions-per-hour",
            "100000",
        ],
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
            threading.Thread(target=lambda: said.extend(process.stderr or ()), daemon=True).start()
            yield Service(process, found[1], said)
            break
    else:
        raise AssertionError("the service ended: " + "".join(said))
    process.terminate()
    process.wait(10)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """One browser for a file of tests: Playwright keeps an event loop running that no other file's tests can bear."""
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    where = _chromium()
    if where is None:
        pytest.skip("there is no Chromium on this machine (Debian: apt-get install chromium)")
    with playwright.sync_playwright() as running:
        opened = running.chromium.launch(executable_path=where, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture
def phone(browser: Any, service: Service) -> Iterator[Callable[..., Phone]]:
    """Makes phones. After the test none of them may have complained of anything that the test did not expect."""
    made: list[Phone] = []

    def make(
        *, language: str = "en", theme: str = "light", size: str = "phone", settings: str = "", workers: str = "block"
    ) -> Phone:
        context = browser.new_context(
            viewport=SIZES[size],
            color_scheme=theme,
            has_touch=size == "phone",
            is_mobile=size == "phone",
            reduced_motion="reduce",
            service_workers=workers,
            locale="en-GB",
        )
        context.set_default_timeout(10_000)
        taste = f'{{"language": "{language}"{settings}}}'
        context.add_init_script(f"localStorage['sikwu:settings'] ??= '{taste}'")
        # Playwright itself warns when it blocks the service worker; the app is right to ask for it.
        made.append(Phone(context, service.url, tolerated=["Service Worker registration blocked"]))
        return made[-1]

    yield make
    unexpected = [text for each in made for text in each.unexpected()]
    for each in made:
        each.context.close()
    assert unexpected == []


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core, to be run in a page."""
    source = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
    if not source.exists():
        pytest.skip("axe-core is not there: `make app` brings it")
    return source.read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where screenshots go: ``SIKWU_PICTURES``, else a folder that goes with the test run."""
    wanted = os.environ.get("SIKWU_PICTURES")
    folder = Path(wanted) if wanted else tmp_path_factory.mktemp("pictures")
    folder.mkdir(parents=True, exist_ok=True)
    return folder
