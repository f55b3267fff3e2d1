"""``sikwu check``: the hand read back, and what may come next with the reasons why not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sikwu import check, dumps


def test_json_is_the_librarys_own(command: Any) -> None:
    asked = {"rules": "hkma-2023", "hand": "1111m34p[777z<east]", "seat": "south", "events": ["last-tile"]}
    flags = ("--seat", "south", "--event", "last-tile")
    ran = command("check", "hkma-2023", "1111m 34p [777z<east]", *flags, "--json")
    assert (ran.status, ran.out) == (0, dumps(check(asked).to_json()) + "\n")
    assert command("check", "--request", "-", "--json", stdin=json.dumps(asked)).out == ran.out


@pytest.mark.parametrize("asked", ["score", "check", "waits"])
def test_who_begins_with_the_hand_is_told_what_comes_first(sikwu: Any, asked: str) -> None:
    ran = sikwu(asked, "[777z] 123m")
    assert (ran.status, ran.out) == (2, "")
    assert "'[777z] 123m' is no rule set: first the rule set, then the hand" in ran.err


def test_an_unfinished_hand(sikwu: Any) -> None:
    out = sikwu("check", "hkma-2023", "一萬 一萬 一萬 一萬 🀛🀜 [中中中]", "--seat", "south").out
    assert "1111m34p [777z]" in out
    assert "🀇🀇🀇🀇🀛🀜" in out
    assert "9 of 14 tiles" in out
    possible, impossible = out.split("not possible")
    assert "234m 345m" in possible
    assert "123m" not in possible
    assert any("chow" in line and "123m" in line and "5 copies of 1m" in line for line in impossible.splitlines())
    assert "initial-deal" in impossible


def test_a_finished_hand(sikwu: Any) -> None:
    out = sikwu("check", "hkma-2023", "[111p] [777z] 222z 99p 34p + 2p").out
    assert "a finished hand" in out
    ready = sikwu("check", "hkma-2023", "123456789m123p5s + 6s").out
    assert "complete no shape" in ready


def test_the_rule_set_counts(sikwu: Any) -> None:
    chow = next(
        each for each in sikwu("check", "korean-yak", "11m", "--json").json["groups"] if each["tiles"] == "123m"
    )
    assert not chow["possible"]
    allowed = sikwu("check", "korean-yak", "11m", "--option", "melded_chows=true", "--json").json["groups"]
    assert next(each for each in allowed if each["tiles"] == "123m")["possible"]


def test_languages(sikwu: Any) -> None:
    assert "暗槓" in sikwu("check", "hkma-2023", "11m", "--lang", "zh").out
    assert "암깡" in sikwu("check", "hkma-2023", "11m", "--lang", "ko").out


def test_errors(sikwu: Any) -> None:
    def error(*args: str) -> tuple[str, str]:
        told = sikwu("check", *args, "--json").json["error"]
        return told["code"], told["field"]

    assert error("hkma-2023") == ("bad-request", "hand")
    assert error("hkma-2023", "11111m") == ("too-many-copies", "hand")
    assert error("hkma-2023", "0m") == ("bad-notation", "hand")
    assert error("nippon", "11m") == ("unknown-rules", "rules")
    assert error("hkma-2023", "11m", "--seat", "up") == ("bad-request", "seat")


def test_reasons_and_errors_come_in_the_language_asked_for(sikwu: Any) -> None:
    assert "一萬有 5 張" in sikwu("check", "hkma-2023", "1111m", "--lang", "zh").out
    assert "1만 5장" in sikwu("check", "hkma-2023", "11111m", "--lang", "ko").err
    assert "應為 13 張" in sikwu("waits", "hkma-2023", "123m", "--seat", "east", "--round", "east", "--lang", "zh").err
    told = sikwu("check", "hkma-2023", "1111m", "--lang", "zh", "--json").json
    assert told["tiles"][0]["why"] == "一萬有 5 張；一副牌每種四張"
