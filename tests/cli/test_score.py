"""``sikwu score``: from the command line, in both forms, in three languages."""

from __future__ import annotations

from typing import Any

import pytest

from sikwu import dumps, score

HAND = "[111p] [777z] 222z 99p 34p + 2p"
FACTS = ("--seat", "south", "--round", "east", "--discard", "--from", "west")


def test_json_is_the_librarys_own(command: Any, win: dict[str, Any]) -> None:
    ran = command("score", "hkma-2023", HAND, *FACTS, "--json")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == dumps(score(win).to_json()) + "\n"


def test_every_flag_reaches_the_request(sikwu: Any) -> None:
    ran = sikwu(
        "score",
        "hkma-2023",
        "(1111p) [777z] 222z 99p 34p + 2p",
        "--seat",
        "south",
        "--round",
        "south",
        "--self-draw",
        "--event",
        "kong-replacement",
        "--event",
        "last-tile",
        "--option",
        "minimum=0",
        "--option",
        "draw_keeps_deal=no",
        "--option",
        "multiple_winners=nearest",
        "--discards",
        "40",
        "--streak",
        "2",
        "--lang",
        "zh",
        "--explain",
        "--json",
    )
    assert ran.status == 0
    asked = {
        "rules": "hkma-2023",
        "hand": "(1111p) [777z] 222z 99p 34p + 2p",
        "seat": "south",
        "round": "south",
        "win": "self-draw",
        "events": ["kong-replacement", "last-tile"],
        "options": {"minimum": 0, "draw_keeps_deal": False, "multiple_winners": "nearest"},
        "discards": 40,
        "streak": 2,
        "lang": "zh",
        "explain": True,
    }
    assert ran.out == dumps(score(asked).to_json()) + "\n"


def test_people_see_hand_rows_sum_and_payments(sikwu: Any) -> None:
    out = sikwu("score", "hkma-2023", HAND, *FACTS).out
    assert "South wins on West's 2p" in out
    assert "[111p]  [777z]  234p  222z  99p" in out
    assert "🀄" in out
    rows = [line.split() for line in out.splitlines()]
    assert ["Dragon", "set", "番子", "1", "[777z]"] in rows
    assert ["West", "South", "96", "win"] in rows or ["West", "South", "96", "hand"] in rows
    assert "net: East 0 · South +96 · West −96 · North 0" in out


@pytest.mark.parametrize(
    ("lang", "words", "foreign"),
    [("zh", ("番子", "混一色", "付", "南家食西家"), "Dragon set"), ("ko", ("삼원패", "혼일색", "지불"), "Dragon set")],
)
def test_languages(sikwu: Any, lang: str, words: tuple[str, ...], foreign: str) -> None:
    out = sikwu("score", "hkma-2023", HAND, *FACTS, "--lang", lang).out
    assert all(word in out for word in words), out
    assert foreign not in out


def test_a_hand_below_the_minimum_is_an_answer(sikwu: Any) -> None:
    facts = ("hkma-2023", "123456789m123p5s + 5s", "--seat", "south", "--round", "east", "--discard", "--from", "east")
    ran = sikwu("score", *facts)
    assert ran.status == 0
    assert "below the minimum of 3" in ran.out
    assert "nothing is paid" in ran.out
    assert sikwu("score", *facts, "--json").json["reason"] == "below-minimum"


def test_a_cap_is_shown(sikwu: Any) -> None:
    ran = sikwu("score", "hkma-2023", "[555z][666z][777z] 11z 99p + 9p", *FACTS)
    assert "capped at 10 faan" in ran.out
    assert "limit" in ran.out


def test_the_other_readings_are_shown(sikwu: Any) -> None:
    brief = sikwu("score", "hkma-2023", "111222333m 99p 23s + 4s", *FACTS).out
    assert "other readings" in brief
    assert "111m  222m  333m" in brief or "123m  123m  123m" in brief
    full = sikwu("score", "hkma-2023", "111222333m 99p 23s + 4s", *FACTS, "--explain").out
    assert full.count("points") > brief.count("points")


def test_without_from_the_net_is_not_known(sikwu: Any) -> None:
    ran = sikwu("score", "hkma-2023", HAND, "--seat", "south", "--round", "east", "--discard")
    assert "discarder" in ran.out
    assert "the net is not known" in ran.out


def test_options_that_differ_from_their_defaults_head_the_answer(sikwu: Any) -> None:
    first = sikwu("score", "hkma-2023", HAND, *FACTS, "--option", "minimum=1").out.splitlines()[0]
    assert first.endswith("minimum=1")
    assert "cap=" not in first


@pytest.mark.parametrize(
    ("args", "code", "field"),
    [
        (("nippon", HAND, *FACTS), "unknown-rules", "rules"),
        (("hkma-2023", HAND, "--round", "east", "--discard"), "bad-request", "seat"),
        (("hkma-2023", HAND, "--seat", "south", "--discard"), "bad-request", "round"),
        (("hkma-2023", HAND, "--seat", "south", "--round", "east"), "bad-request", "win"),
        (("hkma-2023", HAND, *FACTS, "--self-draw"), "bad-request", "win"),
        (("hkma-2023", "--seat", "south", "--round", "east", "--discard"), "bad-request", "hand"),
        ((), "bad-request", "hand"),
        (("hkma-2023", HAND, "--seat", "up", "--round", "east", "--discard"), "bad-request", "seat"),
        (
            ("hkma-2023", HAND, "--seat", "south", "--round", "east", "--self-draw", "--from", "west"),
            "bad-request",
            "from",
        ),
        (("hkma-2023", HAND, *FACTS, "--option", "minimum"), "bad-request", "options"),
        (("hkma-2023", HAND, *FACTS, "--option", "minimum=1", "--option", "minimum=2"), "bad-request", "options"),
        (("hkma-2023", HAND, *FACTS, "--option", "minimum=three"), "bad-option", "options.minimum"),
        (("hkma-2023", HAND, *FACTS, "--option", "minimum=9"), "bad-option", "options.minimum"),
        (("hkma-2023", HAND, *FACTS, "--option", "maximum=9"), "unknown-option", "options.maximum"),
        (("hkma-2023", HAND, *FACTS, "--event", "earthquake"), "unknown-event", "events"),
        (("hkma-2023", HAND, *FACTS, "--event", "initial-deal"), "impossible-event", "events"),
        (("hkma-2023", HAND, *FACTS, "--discards", "many"), "bad-request", "discards"),
        (("hkma-2023", HAND, *FACTS, "--discards", "-1"), "bad-request", "discards"),
        (("hkma-2023", HAND, *FACTS, "--lang", "fr"), "bad-request", "lang"),
        (("hkma-2023", HAND, *FACTS, "--request", "x.json"), "bad-request", "rules"),
        (("hkma-2023", HAND, *FACTS, "--frm", "west"), "bad-request", "--frm"),
        (("hkma-2023", HAND, "spare", *FACTS), "bad-request", None),
        (("hkma-2023", "0m + 1m", *FACTS), "bad-notation", "hand"),
        (("hkma-2023", "123m", *FACTS), "bad-notation", "hand"),
        (("hkma-2023", "123m + 4m", *FACTS), "tile-count", "hand"),
        (("hkma-2023", "[11111m] 123m 456p 55s 9s + 9s", *FACTS), "bad-group", "hand"),
        (("hkma-2023", "1111m 234p 678s 55z 33z + 1m", *FACTS), "too-many-copies", "hand"),
        (("hkma-2023", "19m19p19s1234567z + 5m", *FACTS), "not-a-winning-hand", "hand"),
    ],
)
def test_errors_in_both_forms(sikwu: Any, args: tuple[str, ...], code: str, field: str | None) -> None:
    ran = sikwu("score", *args, "--json")
    assert ran.status == 2
    assert ran.err == ""
    assert ran.json["error"]["code"] == code, ran.out
    assert str(ran.json["error"]["field"]).split("[")[0] == str(field), ran.out
    said = sikwu("score", *args)
    assert said.status == 2
    assert said.out == ""
    assert said.err == f"sikwu: {ran.json['error']['message']}\n"
