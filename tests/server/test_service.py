"""Headers, pages, limits, the command that starts the service."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from starlette.applications import Starlette

from sikwu.server.headers import HEADERS, SecurityHeaders
from sikwu.server.pages import routes

SIKWU = str(Path(sys.executable).with_name("sikwu"))


@pytest.mark.parametrize(
    "path", ["/", "/nowhere", "/api/v1/rules", "/api/v1/score", "/api/v1/sessions/x", "/api/v1/openapi.json"]
)
def test_every_answer_has_the_security_headers(service: Any, path: str) -> None:
    answer = httpx.get(service.url + path)
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert "server" not in answer.headers
    assert "set-cookie" not in answer.headers
    assert "access-control-allow-origin" not in answer.headers
    assert "strict-transport-security" not in answer.headers


def test_a_foreign_page_gets_no_leave(service: Any) -> None:
    answer = httpx.options(
        f"{service.url}/api/v1/score",
        headers={"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "POST"},
    )
    assert answer.status_code == 405
    assert "access-control-allow-origin" not in answer.headers


def test_links_begin_with_the_public_address(start: Callable[..., Any], open_evening: Callable[..., Any]) -> None:
    own = start("--public-url", "https://mahjong.example/")
    evening = open_evening(own)
    assert evening.links["read"]["url"].startswith("https://mahjong.example/#/join/")
    assert httpx.get(own.url).headers["strict-transport-security"] == "max-age=31536000"


def test_a_link_made_on_the_machine_itself_leads_other_phones_to_it(
    start: Callable[..., Any], open_evening: Callable[..., Any]
) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    own = start("--host", "0.0.0.0", "--port", str(port))
    told = [line.split()[-1] for line in own.said if line.startswith("Phones in the house open ")]
    own.url = f"http://127.0.0.1:{port}"
    evening = open_evening(own)
    # A machine in no network at all has no other address to tell.
    assert evening.links["read"]["url"].startswith(f"{told[0] if told else own.url}/#/join/")


def test_a_qr_code(api: httpx.Client) -> None:
    answer = api.post("/qr", json={"text": "https://mahjong.example/#/join/" + "x" * 43})
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "image/svg+xml"
    assert b"<svg" in answer.content
    assert b"script" not in answer.content
    assert api.post("/qr", json={"text": "x" * 513}).status_code == 400
    assert api.post("/qr", json={"text": "麻將 \U0001f004"}).status_code == 200


def asker(built: Path) -> Callable[..., httpx.Response]:
    """Asks the pages of a folder."""
    transport = httpx.ASGITransport(SecurityHeaders(Starlette(routes=routes(built))))

    async def ask(path: str, **headers: str) -> httpx.Response:
        async with httpx.AsyncClient(transport=transport, base_url="http://pages") as client:
            return await client.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})

    return lambda path, **headers: asyncio.run(ask(path, **headers))


def test_the_built_app_is_served_and_nothing_beside_it(tmp_path: Path) -> None:
    built = tmp_path / "app"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text("<!doctype html><title>app</title>")
    (built / "sw.js").write_text("self")
    (built / "manifest.webmanifest").write_text("{}")
    (built / "assets" / "main-abc.js").write_text("export {}")
    (tmp_path / "secret.txt").write_text("secret")
    get = asker(built)

    page = get("/")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["cache-control"] == "no-cache"
    assert get("/", If_None_Match=page.headers["etag"]).status_code == 304
    script = get("/assets/main-abc.js")
    assert script.headers["content-type"] == "text/javascript; charset=utf-8"
    assert "immutable" in script.headers["cache-control"]
    assert get("/sw.js").headers["cache-control"] == "no-cache"
    assert get("/manifest.webmanifest").headers["content-type"] == "application/manifest+json"
    for path in (
        "/secret.txt",
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/assets/../../secret.txt",
        "/assets",
        "/a.htm",
    ):
        assert get(path).status_code == 404


def test_the_page_fetches_its_readers_words_beside_the_app(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>app</title>")
    for lang in ("en", "zh"):
        (tmp_path / "assets" / f"{lang}-Abc_1.js").write_text("export {}")
    get = asker(tmp_path)
    assert get("/", Accept_Language="zh-HK, en;q=0.5").headers["link"] == "</assets/zh-Abc_1.js>; rel=modulepreload"
    assert get("/", Accept_Language="fr").headers["link"] == "</assets/en-Abc_1.js>; rel=modulepreload"
    assert get("/").headers["vary"] == "Accept-Language"
    assert "link" not in get("/", Accept_Language="ko").headers


@pytest.mark.parametrize("path", ["/rules", "/rules/hkma-2023", "/openapi.json", "/rules/house"])
def test_head_is_get_without_the_body(api: httpx.Client, path: str) -> None:
    asked, head = api.get(path), api.head(path)
    assert (head.status_code, head.content) == (asked.status_code, b"")
    for name in ("content-type", "etag", "content-security-policy"):
        assert head.headers.get(name) == asked.headers.get(name)


def test_without_the_app_the_page_says_how_to_build_it(tmp_path: Path) -> None:
    page = asker(tmp_path / "nothing")("/")
    assert page.status_code == 200
    assert "make app" in page.text
    assert "<script" not in page.text


HEAD = (
    b"POST /api/v1/score HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: "
)


def raw(service: Any, sent: bytes, patience: float = 30) -> bytes:
    """What the service answers to these bytes."""
    address = urlsplit(service.url)
    with socket.create_connection((address.hostname, address.port), timeout=patience) as connection:
        connection.sendall(sent)
        answer = b""
        while part := connection.recv(65_536):
            answer += part
    return answer


def test_a_body_that_never_comes_is_given_up(service: Any) -> None:
    answer = raw(service, HEAD + b"100\r\n\r\n{")
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b'"timeout"' in answer


@pytest.mark.parametrize("length", [b"-1", b"9" * 400, b"x", b""])
def test_lengths_that_are_none(service: Any, length: bytes) -> None:
    assert raw(service, HEAD + length + b"\r\n\r\n{}")[:12] in (b"HTTP/1.1 400", b"HTTP/1.1 413")


def test_the_service_stays_up_under_nonsense(service: Any) -> None:
    for sent in (
        b"\x00" * 1000,
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET " + b"/" * 100_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"\r\n" * 50,
    ):
        address = urlsplit(service.url)
        with socket.create_connection((address.hostname, address.port), timeout=5) as connection:
            connection.sendall(sent)
    assert httpx.get(service.url).status_code == 200


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--port", "70000"], "port"),
        (["--public-url", "mahjong.example"], "origin"),
        (["--public-url", "https://mahjong.example/path"], "origin"),
        (["--workers", "0"], "workers"),
    ],
)
def test_the_command_refuses_what_cannot_be(arguments: list[str], says: str) -> None:
    done = subprocess.run([SIKWU, "serve", *arguments], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_a_port_in_use_and_a_database_that_cannot_be_are_said_plainly(service: Any, tmp_path: Path) -> None:
    port = str(urlsplit(service.url).port)
    database = str(tmp_path / "x.sqlite")
    taken = subprocess.run(
        [SIKWU, "serve", "--port", port, "--database", database],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert taken.returncode != 0
    assert "in use" in taken.stderr
    nowhere = subprocess.run(
        [SIKWU, "serve", "--port", "0", "--database", "postgresql://nobody@127.0.0.1:1/none"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert nowhere.returncode == 2
    assert "Traceback" not in nowhere.stderr


def test_several_processes_share_one_evening(start: Callable[..., Any], open_evening: Callable[..., Any]) -> None:
    own = start("--workers", "2")
    evening = open_evening(own)
    for number in range(1, 13):
        # A connection each, so that both processes get some.
        secret = evening.links["write"]["secret"]
        headers = {"Authorization": f"Bearer {secret}", "If-Match": "*", "Idempotency-Key": f"deal-{number:04}"}
        answer = httpx.post(
            f"{own.url}/api/v1/sessions/{evening.id}/deals", json={"wins": []}, headers=headers, timeout=30
        )
        assert answer.status_code == 201, answer.text
        assert len(answer.json()["deals"]) == number
