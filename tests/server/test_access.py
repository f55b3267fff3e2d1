"""Who may do what."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

READING = [
    ("GET", path)
    for path in (
        "",
        "/deals/1",
        "/stats",
        "/transfers",
        "/audit",
        "/verify",
        "/export.json",
        "/export.csv",
        "/export.md",
        "/chart.svg",
        "/chart.png",
    )
]
WRITING = [
    ("POST", "/deals"),
    ("POST", "/preview"),
    ("PUT", "/deals/1"),
    ("POST", "/adjustments"),
    ("POST", "/players"),
    ("POST", "/undo"),
    ("POST", "/redo"),
    ("DELETE", "/deals/1"),
]
MANAGING = [
    ("DELETE", ""),
    ("GET", "/links"),
    ("POST", "/links"),
    ("POST", "/links/none/rotate"),
    ("DELETE", "/links/none"),
    ("POST", "/resettle"),
    ("POST", "/close"),
    ("POST", "/reopen"),
]
BODIES: dict[str, Any] = {
    "/deals": {"wins": []},
    "/deals/1": {"wins": []},
    "/preview": {"wins": []},
    "/adjustments": {"points": {"Ann": 1, "Bo": -1}, "why": "x"},
    "/players": {"out": "Ann", "in": "Eve"},
    "/links": {"role": "read"},
    "/resettle": {"number": None},
}
MATRIX = [
    *((method, path, "read") for method, path in READING),
    *((method, path, "write") for method, path in WRITING),
    *((method, path, "host") for method, path in MANAGING),
]
ROLES = ["read", "write", "host"]


def call(evening: Any, role: str, method: str, path: str) -> httpx.Response:
    body = BODIES.get(path) if method in ("POST", "PUT") else None
    return evening.send(method, path, body, role=role)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(("method", "path", "needs"), MATRIX)
def test_what_each_role_may_do(evening: Any, role: str, method: str, path: str, needs: str) -> None:
    evening.send("POST", "/deals", {"wins": []})
    before = evening["read"].get("").json()
    answer = call(evening, role, method, path)
    if ROLES.index(role) < ROLES.index(needs):
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "forbidden")
        assert evening["read"].get("").json() == before
    else:
        assert answer.status_code not in (401, 403), answer.text


def test_the_matrix_names_every_route_of_a_session(api: httpx.Client) -> None:
    paths = api.get("/openapi.json").json()["paths"]
    mine = "/api/v1/sessions/{id}"
    routes = {
        (
            method.upper(),
            re.sub(r"{\w+}", lambda found: "1" if found[0] == "{number}" else "none", path.removeprefix(mine)),
        )
        for path, operations in paths.items()
        if path.startswith(mine)
        for method in operations
    }
    assert routes - {("GET", "/live")} == {(method, path) for method, path, _ in MATRIX}


@pytest.mark.parametrize(("method", "path", "needs"), MATRIX)
def test_nobody_gets_in_without_a_link(
    api: httpx.Client,
    evening: Any,
    open_evening: Callable[..., Any],
    service: Any,
    method: str,
    path: str,
    needs: str,
) -> None:
    other = open_evening(service)
    url = evening.session + path
    nobody = f"{evening.url}/api/v1/sessions/AAAAAAAAAAAAAAAAAAAAAA{path}"
    secret = evening.links["host"]["secret"]
    tries = [
        api.request(method, url),
        api.request(method, url, headers={"Authorization": "Bearer wrong"}),
        api.request(method, url, headers={"Authorization": f"Basic {secret}"}),
        api.request(method, url, headers={"Authorization": f"Bearer {other.links['host']['secret']}"}),
        api.request(method, url + f"?secret={secret}"),
        api.request(method, nobody, headers={"Authorization": f"Bearer {secret}"}),
    ]
    assert {answer.status_code for answer in tries} == {401}
    assert len({answer.content for answer in tries}) == 1
    assert {answer.headers["www-authenticate"] for answer in tries} == {"Bearer"}


def test_joining_tells_what_a_link_opens(api: httpx.Client, evening: Any) -> None:
    for role in ROLES:
        link = evening.links[role]
        joined = api.post("/join", json={"secret": link["secret"]}).json()
        assert (joined["id"], joined["role"], joined["name"], joined["link"]) == (
            evening.id,
            role,
            "Friday",
            link["id"],
        )
        assert link["path"] == f"/#/join/{link['secret']}"
        assert link["url"] == evening.url + link["path"]
        assert re.fullmatch(r"[\w-]{43}", link["secret"])
    assert re.fullmatch(r"[\w-]{22}", evening.id)


def test_wrong_secrets_run_out(api: httpx.Client, start: Callable[..., Any], open_evening: Callable[..., Any]) -> None:
    own = start("--sessions-per-hour", "2")
    evening = open_evening(own)
    join = f"{own.url}/api/v1/join"
    good = {"secret": evening.links["read"]["secret"]}
    assert [api.post(join, json=good).status_code for _ in range(30)] == [200] * 30
    seen = [api.post(join, json={"secret": str(uuid.uuid4())}) for _ in range(22)]
    assert [answer.status_code for answer in seen[:20]] == [401] * 20
    assert (seen[-1].status_code, seen[-1].json()["error"]["code"]) == (429, "too-many-requests")
    assert int(seen[-1].headers["retry-after"]) >= 1
    # A link that is in use goes on working for those who joined before.
    assert evening["read"].get("").status_code == 200

    open_evening(own)
    wanted = {"name": "x", "rules": "hkma-2023", "players": ["A", "B", "C", "D"]}
    assert api.post(f"{own.url}/api/v1/sessions", json=wanted).status_code == 429


def test_a_revoked_link_opens_nothing_and_the_others_go_on(evening: Any) -> None:
    assert evening["host"].delete(f"/links/{evening.links['write']['id']}").status_code == 204
    assert evening.send("POST", "/deals", {"wins": []}).status_code == 401
    assert evening["write"].get("").status_code == 401
    assert evening["read"].get("").status_code == 200
    listed = {link["role"]: link for link in evening["host"].get("/links").json()}
    assert listed["write"]["revoked"] is not None
    assert listed["read"]["revoked"] is None
    assert evening["host"].post(f"/links/{evening.links['write']['id']}/rotate").status_code == 404


def test_a_rotated_link_has_another_secret(evening: Any) -> None:
    link = evening.links["write"]
    new = evening["host"].post(f"/links/{link['id']}/rotate").json()
    assert (new["id"], new["role"]) == (link["id"], "write")
    assert evening["write"].get("").status_code == 401
    evening.links["new"] = new
    assert evening["new"].get("").json()["role"] == "write"


def test_a_new_link(evening: Any) -> None:
    made = evening["host"].post("/links", json={"role": "write", "label": "Ann's phone"})
    assert made.status_code == 201
    assert made.json()["label"] == "Ann's phone"
    evening.links["ann"] = made.json()
    assert evening.send("POST", "/deals", {"wins": []}, role="ann").status_code == 201
    assert evening["read"].get("/audit").json()[-1]["by"] == "Ann's phone"
    assert evening["host"].post("/links", json={"role": "owner"}).status_code == 400


def test_the_last_host_link_stays(evening: Any) -> None:
    first = evening.links["host"]["id"]
    refused = evening["host"].delete(f"/links/{first}")
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "last-host-link")
    second = evening["host"].post("/links", json={"role": "host"}).json()
    assert evening["host"].delete(f"/links/{first}").status_code == 204
    evening.links["second"] = second
    assert evening["second"].get("/links").status_code == 200


def test_a_host_of_one_session_does_not_reach_another_sessions_links(
    evening: Any, open_evening: Callable[..., Any], service: Any
) -> None:
    other = open_evening(service)
    theirs = other.links["write"]["id"]
    assert evening["host"].delete(f"/links/{theirs}").status_code == 404
    assert evening["host"].post(f"/links/{theirs}/rotate").status_code == 404
    assert other["write"].get("").status_code == 200


def test_no_secret_is_stored_or_shown_again(evening: Any, service: Any) -> None:
    evening.send("POST", "/deals", {"wins": []})
    shown = "".join(evening["host"].get(path).text for path in ("", "/links", "/audit", "/export.json"))
    files = Path(service.database).parent.glob(Path(service.database).name + "*")  # with those not yet written back
    stored = b"".join(file.read_bytes() for file in files)
    for link in evening.links.values():
        assert link["secret"] not in shown
        assert link["secret"].encode() not in stored
    assert evening.id.encode() in stored
