"""``sikwu settle``: the library's JSON, and the deal as people read it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sikwu import dumps, settle

Json = dict[str, Any]
CASES = Path(__file__).parents[1] / "cases" / "settle-hkma-2023.jsonl"


@pytest.fixture
def deal(win: Json) -> Json:
    facts = {name: win[name] for name in ("hand", "seat", "win", "from")}
    return {"rules": win["rules"], "round": win["round"], "wins": [facts]}


def test_json_is_the_librarys_own(command: Any, deal: Json) -> None:
    ran = command("settle", "--request", "-", "--json", stdin=json.dumps(deal))
    assert (ran.status, ran.out) == (0, dumps(settle(deal).to_json()) + "\n")


def test_lines(command: Any) -> None:
    requests = [json.loads(line)["request"] for line in CASES.read_text("utf-8").splitlines()]
    ran = command("settle", "--request", "-", "--json", stdin="\n".join(map(json.dumps, requests)))
    assert len(ran.out.splitlines()) == len(requests)
    assert ran.status == int('"error"' in ran.out)


def test_people_see_the_win_the_payments_and_who_deals_next(sikwu: Any, request_file: Any, deal: Json) -> None:
    out = sikwu("settle", "--request", request_file(deal)).out
    assert "South wins on West's 2p" in out
    assert "net: East 0 · South +96 · West −96 · North 0" in out
    assert "the deal passes on (the dealer did not win)" in out


def test_a_drawn_deal(sikwu: Any, request_file: Any) -> None:
    ran = sikwu("settle", "--request", request_file({"rules": "hkma-2023", "round": "east", "wins": []}))
    assert ran.status == 0
    assert "drawn deal" in ran.out
    assert "nothing is paid" in ran.out
    assert "the dealer stays (drawn deal), streak 1" in ran.out


def test_a_declared_win(sikwu: Any, request_file: Any, deal: Json) -> None:
    declared = {"seat": "south", "points": 5, "win": "discard", "from": "west"}
    out = sikwu("settle", "--request", request_file(deal | {"wins": [declared]})).out
    assert "5 faan" in out
    assert "net: East 0 · South +96 · West −96 · North 0" in out


def test_a_winner_who_is_passed_over(sikwu: Any, request_file: Any) -> None:
    case = next(
        case for case in map(json.loads, CASES.read_text("utf-8").splitlines()) if case["id"] == "settle-hkma-003"
    )
    out = sikwu("settle", "--request", request_file(case["request"])).out
    assert "passed over" in out


def test_chinese(sikwu: Any, request_file: Any, deal: Json) -> None:
    out = sikwu("settle", "--request", request_file(deal), "--lang", "zh").out
    assert "過莊（閒家食糊）" in out
    names = sikwu("settle", "--request", request_file(deal), "--lang", "zh", "--json").json
    assert names["wins"][0]["patterns"][0]["name"] == "番子"


def test_an_error_is_said_in_the_language_asked_for(sikwu: Any, request_file: Any, deal: Json) -> None:
    wrong = request_file(deal | {"wins": [{"seat": "south", "hand": "[124m] + 1m", "win": "self-draw"}]})
    assert "124m 不是順子" in sikwu("settle", "--request", wrong, "--lang", "zh").err
    assert "124m는 순자도" in sikwu("settle", "--request", wrong, "--lang", "ko", "--json").json["error"]["message"]


def test_a_win_that_does_not_qualify_is_an_error(sikwu: Any, request_file: Any, deal: Json) -> None:
    cheap = {"seat": "south", "hand": "123456789m123p5s + 5s", "win": "discard", "from": "west"}
    ran = sikwu("settle", "--request", request_file(deal | {"wins": [cheap]}), "--json")
    assert (ran.status, ran.json["error"]["code"]) == (2, "win-does-not-qualify")


def test_without_a_request(sikwu: Any) -> None:
    ran = sikwu("settle", "--json")
    assert (ran.status, ran.json["error"]["code"], ran.json["error"]["field"]) == (2, "bad-request", "request")


def test_who_is_liable_is_said_with_the_reason(sikwu: Any, request_file: Any) -> None:
    lines = (CASES.parent / "settle-taiwan-bible.jsonl").read_text("utf-8").splitlines()
    cases = [case for case in map(json.loads, lines) if case["expect"].get("liable") == "south"]
    out = sikwu("settle", "--request", request_file([case["request"] for case in cases])).out
    assert out.count("South is liable (") == len(cases) > 0
    assert "South is liable (Full flush 清一色)" in out
