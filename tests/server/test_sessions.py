"""Sessions over HTTP: writing, versions, resending, several writers."""

from __future__ import annotations

import re
import threading
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from sikwu.table import open_tables
from sikwu.table.links import digest_of, new_secret

DRAWN: dict[str, Any] = {"wins": []}
WON = {"wins": [{"seat": "north", "hand": "111m222p33s555z66z + 3s", "win": "discard", "from": "east"}]}
EVE = {"out": "Dee", "in": "Eve"}
DECLARED = {"wins": [{"seat": "south", "points": 5, "win": "self-draw"}]}


def totals(view: dict[str, Any]) -> list[int]:
    return list(view["totals"].values())


def test_an_evening(evening: Any) -> None:
    assert evening["read"].get("").json()["role"] == "read"
    recorded = evening.send("POST", "/deals", WON)
    view = recorded.json()
    assert recorded.status_code == 201
    assert recorded.headers["location"].endswith(f"{evening.id}/deals/1")
    assert recorded.headers["etag"] == f'"{view["version"]}"'
    assert view["totals"] == {"Ann": -96, "Bo": 0, "Chi": 0, "Dee": 96}
    assert view["deals"][0] == evening["read"].get("/deals/1").json()

    assert evening.send("POST", "/deals", DECLARED).json()["deals"][1]["result"]["wins"][0]["declared"] is True
    assert len(evening.send("POST", "/undo").json()["deals"]) == 1
    assert len(evening.send("POST", "/redo").json()["deals"]) == 2
    assert totals(evening.send("PUT", "/deals/1", DRAWN).json()) == totals(evening["read"].get("").json())
    assert len(evening.send("DELETE", "/deals/1").json()["deals"]) == 1
    adjusted = evening.send("POST", "/adjustments", {"points": {"Ann": 10, "Bo": -10}, "why": "chips"})
    assert adjusted.status_code == 201, adjusted.text
    replaced = evening.send("POST", "/players", {"out": "Ann", "in": "Eve"})
    assert replaced.json()["totals"]["Eve"] == 0
    closed = evening.send("POST", "/close", role="host")
    assert closed.status_code == 200
    refused = evening.send("POST", "/deals", DRAWN)
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "session-closed")
    assert evening.send("POST", "/reopen", role="host").status_code == 200
    assert sum(totals(evening.send("POST", "/deals", DRAWN).json())) == 0


def test_preview_saves_nothing_and_tells_what_recording_then_does(evening: Any) -> None:
    before = evening["read"].get("").json()
    seen = evening["write"].post("/preview", json=WON).json()
    assert evening["read"].get("").json() == before
    assert seen["totals"] == evening.send("POST", "/deals", WON).json()["totals"]
    again = evening["write"].post("/preview?replaces=1", json=DRAWN).json()
    assert set(again["totals"].values()) == {0}


def test_a_forgotten_deal_is_put_in_before_another(evening: Any) -> None:
    evening.send("POST", "/deals", WON)
    evening.send("POST", "/deals", DECLARED)
    before = evening["read"].get("").json()
    seen = evening["write"].post("/preview?before=2", json=DECLARED).json()
    put = evening.send("POST", "/deals?before=2", DECLARED)
    assert (put.status_code, put.headers["location"].endswith("/deals/2")) == (201, True)
    assert put.json()["deals"][1]["result"] == seen["result"]
    assert len(put.json()["deals"]) == 3
    assert evening.send("POST", "/players?before=2", {"out": "Dee", "in": "Eve"}).json()["players"][3] == "Eve"
    evening.send("POST", "/undo")
    assert evening.send("POST", "/undo").json()["deals"] == before["deals"]
    for path, body in (("/deals?before=3", DRAWN), ("/preview?before=3", DRAWN), ("/players?before=9", EVE)):
        refused = evening.send("POST", path, body)
        assert (refused.status_code, refused.json()["error"]["code"]) == (404, "unknown-deal")


def test_a_line_of_another_kind_is_no_deal(evening: Any) -> None:
    for body in ({"leaves": "Dee", "joins": "Eve"}, {"adjust": {"Ann": 1, "Bo": -1}, "why": "a chip"}):
        refused = evening.send("POST", "/deals", body)
        assert (refused.status_code, refused.json()["error"]["code"]) == (400, "bad-request")


def test_a_change_that_leaves_a_later_deal_without_sense_can_be_forced(evening: Any) -> None:
    heavenly = {"seat": "Ann", "hand": "111m222p333s555z6z + 6z", "win": "self-draw", "events": ["initial-deal"]}
    evening.send("POST", "/deals", {"wins": [heavenly]})
    for path in ("/deals?before=1", "/deals?before=1&force=false"):
        refused = evening.send("POST", path, DECLARED)
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "deal-makes-no-sense")
        assert refused.json()["error"]["message"].endswith("?force=true does so")
    assert evening.send("POST", "/deals?before=1&force=true", DECLARED).json()["marked"] == [2]


def test_undo_and_redo_say_what_they_were_about(evening: Any) -> None:
    recorded = evening.send("POST", "/deals", WON)
    assert "change" not in recorded.json()
    key = str(uuid.uuid4())
    undone = evening.send("POST", "/undo", Idempotency_Key=key).json()
    assert undone["change"]["words"] == "undid: deal 1, Dee wins 5 faan from Ann"
    assert undone["change"]["target"]["number"] == 1
    assert evening.send("POST", "/undo", Idempotency_Key=key).json()["change"] == undone["change"]
    redone = evening.send("POST", "/redo?lang=zh").json()["change"]
    assert redone["words"] == "已重做：第 1 局：Dee 食 Ann 5 番"
    trail = evening["read"].get("/audit").json()
    assert [entry["words"] for entry in trail] == [
        "the session began",
        "deal 1, Dee wins 5 faan from Ann",
        "undid: deal 1, Dee wins 5 faan from Ann",
        "did again: deal 1, Dee wins 5 faan from Ann",
    ]
    assert evening["read"].get("/audit?lang=ko").json()[1]["words"] != trail[1]["words"]


@pytest.mark.parametrize(
    ("path", "headers", "words"),
    [
        ("/deals", {"Accept-Language": "fr, zh-HK;q=0.9, ko;q=0.8"}, "北（Dee）家不能取自己的牌"),
        ("/deals", {"Accept-Language": "ko-KR"}, "북(Dee)가는 자기 패를"),
        ("/deals?lang=zh", {"Accept-Language": "ko-KR"}, "北（Dee）家不能取自己的牌"),
        ("/deals", {"Accept-Language": "fr"}, "north (Dee) cannot claim from itself"),
        ("/deals", {}, "north (Dee) cannot claim from itself"),
    ],
)
def test_what_a_session_refuses_is_said_in_the_readers_language(
    evening: Any, path: str, headers: dict[str, str], words: str
) -> None:
    own = {**WON["wins"][0], "hand": "111m222p33s66z[555z<north] + 3s"}
    refused = evening.send("POST", path, {"wins": [own]}, **headers)
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "bad-group")
    assert words in refused.json()["error"]["message"]


def test_a_score_is_asked_in_a_language_by_its_own_field(api: httpx.Client) -> None:
    wrong = {"rules": "hkma-2023", "hand": "11111m + 1m", "seat": "east", "round": "east", "win": "self-draw"}
    told = [
        api.post("/score", json=request, headers={"Accept-Language": "zh-HK"}).json()["error"]["message"]
        for request in (wrong, {**wrong, "lang": "ko"})
    ]
    assert told == ["6 copies of 1m; a set has four", "1만 6장; 한 벌에 네 장"]


def test_a_host_deletes_a_session_for_good(service: Any, evening: Any, open_evening: Callable[..., Any]) -> None:
    other = open_evening(service)
    evening.send("POST", "/deals", WON)
    seen = evening["host"].get("").headers["etag"]
    for role in ("read", "write"):
        assert evening[role].request("DELETE", "", {"If-Match": "*"}).status_code == 403
    unseen = evening["host"].request("DELETE", "")
    assert (unseen.status_code, unseen.json()["error"]["code"]) == (428, "version-required")
    old = evening["host"].request("DELETE", "", {"If-Match": '"1"'})
    assert (old.status_code, old.json()["error"]["code"]) == (412, "version-conflict")
    gone = evening["host"].request("DELETE", "", {"If-Match": seen})
    assert (gone.status_code, gone.content) == (204, b"")
    for role in ("read", "write", "host"):
        answer = evening[role].get("")
        assert (answer.status_code, answer.json()["error"]["code"]) == (401, "unauthorized")
    assert other["read"].get("").status_code == 200


@pytest.mark.parametrize("name", ["Friday", "Friday night/2", "週五 麻雀", ".."])
def test_a_session_of_the_command_line_is_joined_from_a_phone(service: Any, api: httpx.Client, name: str) -> None:
    tables = open_tables(service.database)
    name = name if name == ".." else f"{name} {uuid.uuid4().hex[:6]}".replace("Friday ", "Friday")
    tables.create(name, rules="hkma-2023", players=("Ann", "Bo", "Chi", "Dee"))
    secret = new_secret()
    tables.add_link(name, role="host", digest=digest_of(secret))
    joined = api.post("/join", json={"secret": secret}).json()
    assert (joined["name"], joined["role"]) == (name, "host")
    assert re.fullmatch(r"~?[A-Za-z0-9_-]+", joined["id"])
    phone = {"Authorization": f"Bearer {secret}", "If-Match": "*"}
    recorded = api.post(f"/sessions/{joined['id']}/deals", json=WON, headers={**phone, "Idempotency-Key": "12345678"})
    assert (recorded.status_code, recorded.json()["id"]) == (201, joined["id"])
    there = recorded.headers["location"].removeprefix("/api/v1")
    assert api.get(there, headers=phone).json()["number"] == 1
    assert tables.view(name).lines[0].request["wins"][0]["seat"] == "north"
    assert api.delete(f"/sessions/{joined['id']}", headers=phone).status_code == 204
    assert name not in [session["handle"] for session in tables.sessions()]
    tables.dispose()


def test_a_view_has_its_version_and_is_sent_only_when_it_changed(evening: Any) -> None:
    first = evening["read"].get("")
    known = {"If-None-Match": first.headers["etag"]}
    unchanged = evening["read"].get("", headers=known)
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    evening.send("POST", "/deals", DRAWN)
    changed = evening["read"].get("", headers=known)
    assert changed.status_code == 200
    assert changed.headers["etag"] != first.headers["etag"]


def test_a_deal_sent_again_with_its_key_is_one_deal(evening: Any) -> None:
    headers = {"Idempotency-Key": str(uuid.uuid4()), "If-Match": evening["read"].get("").headers["etag"]}
    first = evening["write"].post("/deals", json=WON, headers=headers)
    again = evening["write"].post("/deals", json=WON, headers=headers)
    assert (first.status_code, again.status_code) == (201, 201)
    assert "idempotent-replayed" not in first.headers
    assert again.headers["idempotent-replayed"] == "true"
    assert first.json() == again.json()
    assert again.headers["location"] == first.headers["location"]
    other = evening["write"].post("/deals", json=DRAWN, headers=headers)
    assert (other.status_code, other.json()["error"]["code"]) == (409, "key-reused")
    assert len(evening["read"].get("").json()["deals"]) == 1


@pytest.mark.parametrize("path", ["/undo", "/redo"])
def test_undo_and_redo_sent_again_happen_once(evening: Any, path: str) -> None:
    for _ in range(3):
        evening.send("POST", "/deals", DRAWN)
    if path == "/redo":
        evening.send("POST", "/undo")
        evening.send("POST", "/undo")
    before = len(evening["read"].get("").json()["deals"])
    key = str(uuid.uuid4())
    for _ in range(3):
        assert evening.send("POST", path, Idempotency_Key=key).status_code == 200
    assert abs(len(evening["read"].get("").json()["deals"]) - before) == 1


def test_the_same_deal_sent_by_ten_connections_at_once_is_one_deal(evening: Any) -> None:
    headers = {"Idempotency-Key": str(uuid.uuid4()), "If-Match": "*"}
    evening["write"].get("")
    with ThreadPoolExecutor(10) as pool:
        answers = list(pool.map(lambda _: evening["write"].post("/deals", json=WON, headers=headers), range(10)))
    assert {answer.status_code for answer in answers} == {201}
    assert sum("idempotent-replayed" not in answer.headers for answer in answers) == 1
    assert len(evening["read"].get("").json()["deals"]) == 1


def test_two_who_write_on_the_same_version(evening: Any) -> None:
    seen = evening["read"].get("").headers["etag"]
    first = evening.send("POST", "/deals", WON, If_Match=seen)
    second = evening.send("POST", "/deals", DRAWN, If_Match=seen)
    assert first.status_code == 201
    assert (second.status_code, second.json()["error"]["code"]) == (412, "version-conflict")
    assert len(evening["read"].get("").json()["deals"]) == 1


def test_many_writers_lose_nothing_and_write_nothing_twice(evening: Any) -> None:
    """Each of six phones records five deals, looking again whenever another was faster."""
    phones, each = 6, 5
    start = threading.Barrier(phones)

    def phone(_: int) -> None:
        start.wait()
        for _ in range(each):
            key = str(uuid.uuid4())
            while True:
                seen = evening["write"].get("").headers["etag"]
                answer = evening.send("POST", "/deals", DECLARED, If_Match=seen, Idempotency_Key=key)
                if answer.status_code == 201:
                    break
                assert answer.status_code == 412, answer.text

    evening["write"].get("")
    with ThreadPoolExecutor(phones) as pool:
        list(pool.map(phone, range(phones)))
    view = evening["read"].get("").json()
    assert [deal["number"] for deal in view["deals"]] == list(range(1, phones * each + 1))
    assert sum(totals(view)) == 0
    assert evening["read"].get("/verify").json()["sound"] is True


@pytest.mark.parametrize(
    ("headers", "status", "code"),
    [
        ({}, 428, "key-required"),
        ({"Idempotency-Key": "12345678"}, 428, "version-required"),
        ({"Idempotency-Key": "short", "If-Match": "*"}, 400, "bad-request"),
        ({"Idempotency-Key": "with space", "If-Match": "*"}, 400, "bad-request"),
        ({"Idempotency-Key": "12345678", "If-Match": "1"}, 400, "bad-request"),
        ({"Idempotency-Key": "12345678", "If-Match": '"x"'}, 400, "bad-request"),
        ({"Idempotency-Key": "12345678", "If-Match": '"1", "2"'}, 400, "bad-request"),
        ({"Idempotency-Key": "12345678", "If-Match": "*", "Sikwu-By": "%ff"}, 400, "bad-request"),
        ({"Idempotency-Key": "12345678", "If-Match": "*", "Sikwu-By": "a" * 61}, 400, "bad-request"),
        ({"Idempotency-Key": "12345678", "If-Match": '"999"'}, 412, "version-conflict"),
    ],
)
def test_the_headers_of_a_write(evening: Any, headers: dict[str, str], status: int, code: str) -> None:
    answer = evening["write"].post("/deals", json=DRAWN, headers=headers)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    assert evening["read"].get("").json()["deals"] == []


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("POST", "/deals", {}, 400, "bad-request"),
        ("POST", "/deals", {"wins": [], "rules": "hkma-2023"}, 400, "bad-request"),
        ("POST", "/deals", {"wins": [{"seat": "south", "points": 1, "win": "self-draw"}]}, 422, "win-does-not-qualify"),
        ("PUT", "/deals/9", DRAWN, 404, "unknown-deal"),
        ("PUT", "/deals/0", DRAWN, 400, "bad-request"),
        ("PUT", "/deals/x", DRAWN, 400, "bad-request"),
        ("DELETE", "/deals/9", None, 404, "unknown-deal"),
        ("POST", "/undo", None, 409, "nothing-to-undo"),
        ("POST", "/redo", None, 409, "nothing-to-redo"),
        ("POST", "/adjustments", {"points": {"Ann": 1}, "why": "x"}, 400, "bad-request"),
        ("POST", "/adjustments", {"points": {"Ann": 0, "Bo": 0}, "why": "x"}, 400, "bad-request"),
        ("POST", "/adjustments", {"points": {"Ann": 1, "Bo": "-1"}, "why": "x"}, 400, "bad-request"),
        ("POST", "/adjustments", {"points": {"Ann": 1, "Zed": -1}, "why": "x"}, 422, "unknown-player"),
        ("POST", "/adjustments", {"points": {"Ann": 1, "Bo": -1}, "why": "  "}, 400, "bad-request"),
        ("POST", "/adjustments", {"points": {"Ann": 1, "Bo": -1}, "why": "a\0b"}, 400, "bad-request"),
        ("POST", "/players", {"out": "Zed", "in": "Eve"}, 422, "unknown-player"),
        ("POST", "/players", {"out": "Ann"}, 400, "bad-request"),
        ("POST", "/players", {"out": "Ann", "in": "Eve", "also": 1}, 400, "bad-request"),
    ],
)
def test_writes_that_are_refused_change_nothing(
    evening: Any, method: str, path: str, body: Any, status: int, code: str
) -> None:
    before = evening["read"].get("").json()
    answer = evening.send(method, path, body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code), answer.text
    assert evening["read"].get("").json() == before


def test_an_error_names_the_field_as_the_body_does(evening: Any) -> None:
    unknown = evening.send("POST", "/adjustments", {"points": {"Ann": 1, "Zed": -1}, "why": "x"})
    seated = evening.send("POST", "/players", {"out": "Ann", "in": "Bo"})
    assert (unknown.json()["error"]["field"], seated.json()["error"]["field"]) == ("points", "in")


def test_the_audit_trail_says_who(evening: Any) -> None:
    evening.send("POST", "/deals", DRAWN, Sikwu_By="%E9%98%BF%E6%98%8E")
    newest = evening["read"].get("/audit").json()[-1]
    assert newest["by"].startswith("阿明 (write link ")


def test_taking_an_evening_home_and_back(api: httpx.Client, evening: Any) -> None:
    evening.send("POST", "/deals", WON)
    evening.send("POST", "/deals", DECLARED)
    document = evening["read"].get("/export.json")
    assert document.headers["content-disposition"] == "attachment; filename*=UTF-8''Friday.json"
    back = api.post("/sessions/import", content=document.content, headers={"Content-Type": "application/json"})
    assert back.status_code == 201, back.text
    session = back.json()["session"]
    assert session["id"] != evening.id
    original = evening["read"].get("").json()
    assert session["deals"] == original["deals"]
    assert session["totals"] == original["totals"]

    damaged = document.text.replace('"Ann"', '"Bob"', 1)
    refused = api.post("/sessions/import", content=damaged, headers={"Content-Type": "application/json"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "damaged-file")


@pytest.mark.parametrize(
    ("path", "kind", "starts"),
    [
        ("/export.csv", "text/csv", b""),
        ("/export.md", "text/markdown", b"#"),
        ("/chart.svg", "image/svg+xml", b"<?xml"),
        ("/chart.png", "image/png", b"\x89PNG"),
        ("/stats", "application/json", b"{"),
        ("/transfers", "application/json", b"{"),
    ],
)
def test_other_forms(evening: Any, path: str, kind: str, starts: bytes) -> None:
    evening.send("POST", "/deals", WON)
    answer = evening["read"].get(path)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith(kind)
    assert answer.content.startswith(starts)
    assert len(answer.content) > 50


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"name": ""}, "bad-request"),
        ({"name": "x" * 81}, "bad-request"),
        ({"players": ["Ann", "Bo", "Chi"]}, "bad-request"),
        ({"players": ["Ann", "Ann", "Chi", "Dee"]}, "bad-request"),
        ({"rules": "nowhere"}, "unknown-rules"),
        ({"options": {"minimum": 99}}, "bad-option"),
        ({"options": {"nothing": 1}}, "unknown-option"),
        ({"first_dealer": "Zed"}, "bad-request"),
        ({"stake": {"currency": "HKD", "per_point": "-1"}}, "bad-request"),
        ({"stake": {"currency": "HKD"}}, "bad-request"),
        ({"handle": "mine"}, "bad-request"),
    ],
)
def test_sessions_that_cannot_be(api: httpx.Client, change: dict[str, Any], code: str) -> None:
    wanted = {"name": "x", "rules": "hkma-2023", "players": ["Ann", "Bo", "Chi", "Dee"], **change}
    answer = api.post("/sessions", json=wanted)
    assert answer.json()["error"]["code"] == code
    assert answer.status_code in (400, 422)


def test_two_sessions_may_have_the_same_name(service: Any, open_evening: Callable[..., Any]) -> None:
    first, second = open_evening(service, name="Same"), open_evening(service, name="Same")
    first.send("POST", "/deals", DRAWN)
    assert second["read"].get("").json()["deals"] == []
