"""The scoring routes: the contract's bytes, statuses, and bodies that are no requests."""

from __future__ import annotations

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

CASES = Path(__file__).parents[1] / "cases"
WIN = {"rules": "hkma-2023", "hand": "123456789m123p5s + 5s", "seat": "south", "round": "east", "win": "self-draw"}


def command(name: str, requests: list[Any]) -> list[str]:
    """What the command line prints for these requests, a line each."""
    done = subprocess.run(
        [str(Path(sys.executable).with_name("sikwu")), name, "--request", "-", "--json"],
        input="".join(json.dumps(request) + "\n" for request in requests),
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.splitlines(keepends=True)


@pytest.mark.parametrize("file", ["hkma-2023.jsonl", "settle-hkma-2023.jsonl"])
def test_answers_are_byte_for_byte_what_the_command_line_prints(api: httpx.Client, file: str) -> None:
    route = "settle" if file.startswith("settle") else "score"
    requests = [json.loads(line)["request"] for line in (CASES / file).read_text().splitlines()]
    requests = [request | ({"explain": True, "lang": "zh"} if route == "score" else {}) for request in requests]
    printed = command(route, requests)
    assert len(printed) == len(requests) > 5
    for request, line in zip(requests, printed, strict=True):
        answer = api.post(f"/{route}", json=request)
        assert answer.content == line.encode()
        code = json.loads(line).get("error", {}).get("code")
        assert answer.status_code == {None: 200, "bad-request": 400}.get(code, 422)


def test_an_array_is_answered_in_order_with_errors_in_their_place(api: httpx.Client) -> None:
    answer = api.post("/score", json=[WIN, {**WIN, "hand": "0m"}, 7, WIN])
    first, second, third, fourth = answer.json()
    assert answer.status_code == 200
    assert first == fourth == api.post("/score", json=WIN).json()
    assert (second["error"]["code"], third["error"]["code"]) == ("bad-notation", "bad-request")
    assert "".join(command("score", [WIN])).rstrip("\n") in answer.text


def test_waits_and_check_answer_as_the_command_line(api: httpx.Client) -> None:
    request = {"rules": "hkma-2023", "hand": "123456789m123p5s", "seat": "south", "round": "east"}
    assert api.post("/waits", json=request).text == command("waits", [request])[0]
    found = api.post("/check", json={"rules": "hkma-2023", "hand": "123456789m1p"})
    assert found.status_code == 200, found.text
    assert found.headers["content-type"] == "application/json"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 400, "bad-request"),
        (b"{", 400, "bad-request"),
        (b"[", 400, "bad-request"),
        (b"null", 400, "bad-request"),
        (b'"hand"', 400, "bad-request"),
        (b"\xff\xfe", 400, "bad-request"),
        (b'{"rules": NaN}', 400, "bad-request"),
        (b'{"streak": 1e999}', 400, "bad-request"),
        (b'{"streak": ' + b"9" * 5000 + b"}", 400, "bad-request"),
        (b'{"rules": "hkma-2023", "rules": "hkma-2023"}', 400, "bad-request"),
        (b'{"rules": "\\ud800"}', 400, "bad-request"),
        (b"[" * 60_000, 400, "bad-request"),
        (b'{"a":' * 10_000 + b"1" + b"}" * 10_000, 400, "bad-request"),
        (b"{}", 400, "bad-request"),
        (b'{"hand": "' + b" " * 70_000 + b'"}', 413, "too-large"),
        (b" " * 1_100_000, 413, "too-large"),
        (b"[" + b",".join([b"1"] * 1001) + b"]", 413, "too-large"),
    ],
)
@pytest.mark.parametrize("route", ["score", "settle", "waits", "check"])
def test_bad_bodies(api: httpx.Client, route: str, body: bytes, status: int, code: str) -> None:
    answer = api.post(f"/{route}", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == status, answer.text[:300]
    assert answer.json()["error"]["code"] == code
    assert set(answer.json()["error"]) == {"code", "message", "field"}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"rules": "nowhere"}, "unknown-rules"),
        ({"options": {"nothing": 1}}, "unknown-option"),
        ({"options": {"minimum": "3"}}, "bad-option"),
        ({"events": ["winning"]}, "unknown-event"),
        ({"hand": "123m + 4m"}, "tile-count"),
        ({"hand": "m" * 60_000}, "bad-notation"),
        ({"hand": "11111m23456789m2p + 2p"}, "too-many-copies"),
        ({"hand": "[124m]123456m1199p + 1p"}, "bad-group"),
        ({"hand": "1379m1379p1379s1z + 2z"}, "not-a-winning-hand"),
        ({"events": ["robbing-the-kong"]}, "impossible-event"),
    ],
)
def test_what_the_engine_refuses(api: httpx.Client, change: dict[str, Any], code: str) -> None:
    request = {**WIN, **change}
    answer = api.post("/score", json=request)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, code)
    assert answer.text == command("score", [request])[0]


@pytest.mark.parametrize(
    "kind",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/json; charset=latin-1", ""],
)
def test_only_json_is_taken_so_that_no_form_of_a_foreign_page_reaches_it(api: httpx.Client, kind: str) -> None:
    answer = api.post("/score", content=json.dumps(WIN), headers={"Content-Type": kind})
    assert (answer.status_code, answer.json()["error"]["code"]) == (415, "unsupported-media-type")


def test_a_body_without_a_length_is_cut_off_at_the_limit(api: httpx.Client) -> None:
    answer = api.post(
        "/score", content=(b" " * 65_536 for _ in range(64)), headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == 413


def test_rules(api: httpx.Client) -> None:
    listed = api.get("/rules")
    assert "hkma-2023" in {each["key"] for each in listed.json()}
    one = api.get("/rules/hkma-2023")
    assert one.json()["key"] == "hkma-2023"
    assert api.get("/rules/hkma-2023", headers={"If-None-Match": one.headers["etag"]}).status_code == 304
    missing = api.get("/rules/nowhere")
    assert (missing.status_code, missing.json()["error"]["code"]) == (404, "unknown-rules")


def test_events(api: httpx.Client) -> None:
    events = {event["key"]: event for event in api.get("/events").json()}
    assert events["double-kong-replacement"]["implies"] == ["kong-replacement"]


def test_what_is_not_there_is_said_in_the_same_form(api: httpx.Client) -> None:
    nowhere = api.get("/nowhere")
    assert (nowhere.status_code, nowhere.json()["error"]["code"]) == (404, "not-found")
    wrong = api.get("/score")
    assert (wrong.status_code, wrong.json()["error"]["code"], wrong.headers["allow"]) == (
        405,
        "method-not-allowed",
        "POST",
    )


def test_many_arrays_at_once_hold_up_nobody(api: httpx.Client) -> None:
    """Each array is answered or told to come again, and a single request in between is answered."""
    hand = {"rules": "hkma-2023", "hand": "147m258p369s12345z", "seat": "south", "round": "east"}
    with ThreadPoolExecutor(8) as pool:
        arrays = [pool.submit(api.post, "/waits", json=[hand] * 300) for _ in range(7)]
        assert api.post("/score", json=WIN).status_code == 200
        statuses = [sent.result().status_code for sent in arrays]
    assert set(statuses) <= {200, 503}
    assert 200 in statuses
