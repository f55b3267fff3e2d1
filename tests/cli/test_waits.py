"""``sikwu waits``: flags, requests, and the two ways a hand may stand."""

from __future__ import annotations

import json
from typing import Any

from sikwu import dumps, waits

READY = "[111p] [777z] 222z 99p 34p"
FACTS = ("--seat", "south", "--round", "east")


def test_json_is_the_librarys_own(command: Any) -> None:
    asked = {"rules": "hkma-2023", "hand": READY, "seat": "south", "round": "east", "seen": "2p"}
    ran = command("waits", "hkma-2023", READY, *FACTS, "--seen", "2p", "--json")
    assert (ran.status, ran.out) == (0, dumps(waits(asked).to_json()) + "\n")
    again = command("waits", "--request", "-", "--json", stdin=json.dumps(asked))
    assert again.out == ran.out


def test_people_see_a_line_for_each_tile(sikwu: Any) -> None:
    out = sikwu("waits", "hkma-2023", READY, *FACTS, "--seen", "2p").out
    assert "ready" in out.splitlines()[0]
    rows = [line.split() for line in out.splitlines()]
    assert any(row[:1] == ["2p"] and row[2] == "3" and "faan" in row for row in rows), out
    assert any(row[:1] == ["5p"] and row[2] == "4" for row in rows), out


def test_a_hand_that_is_not_ready(sikwu: Any) -> None:
    out = sikwu("waits", "hkma-2023", "[111p] 777z 222z 9p 34p 1m", *FACTS).out
    assert "one tile from ready" in out
    assert "useful tiles" in out
    assert any(line.split()[:1] == ["9p"] for line in out.splitlines())


def test_options_and_events_reach_the_request(sikwu: Any) -> None:
    ran = sikwu("waits", "hkma-2023", READY, *FACTS, "--event", "last-tile", "--option", "minimum=5", "--json")
    assert ran.json["options"]["minimum"] == 5
    assert {wait["self-draw"]["qualifies"] for wait in ran.json["waits"]} == {True}


def test_errors(sikwu: Any) -> None:
    assert sikwu("waits", "hkma-2023", READY + " + 2p", *FACTS, "--json").json["error"]["field"] == "hand"
    assert sikwu("waits", "hkma-2023", READY, "--round", "east", "--json").json["error"]["field"] == "seat"
    ran = sikwu("waits", "hkma-2023", READY, *FACTS, "--request", "x")
    assert (ran.status, ran.out) == (2, "")
