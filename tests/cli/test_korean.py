"""A Korean table's wins as a Korean player would say them."""

from __future__ import annotations

import json
from typing import Any


def lines(text: str) -> list[str]:
    """The lines with single spaces."""
    return [" ".join(line.split()) for line in text.splitlines()]


def test_a_win_on_a_discard(sikwu: Any) -> None:
    facts = ("--seat", "east", "--round", "east", "--discard", "--from", "south", "--event", "ready", "--lang", "ko")
    ran = sikwu("score", "korean-yak", "234m567m88m234p67p + 8p 1f", *facts)
    assert ran.status == 0
    said = lines(ran.out)
    assert said[:2] == ["한국 2점 마작 · korean-yak · 개정 1", "동가 화료: 남가가 쏜 8p · 동장 · 엎어"]
    for row in ("문전 1", "단요 1", "평화 1 234m 567m 234p 678p", "엎어 1", "겐쇼 1", "꽃패 1"):
        assert row in said
    assert "6점 · 그중 최소 점수에 드는 점수 3 (최소 2)" in said
    assert "남 동 12 화료" in said


def test_a_ready_that_was_too_cheap(sikwu: Any) -> None:
    facts = ("--seat", "south", "--round", "east", "--self-draw", "--event", "ready", "--lang", "ko")
    ran = sikwu("score", "korean-yak", "123m567m22m234p79p + 8p", *facts)
    assert ran.status == 0
    said = lines(ran.out)
    assert "남가 화료: 쯔모 8p · 동장 · 엎어" in said
    assert "화료 불가: 쏘아로는 최소 점수에 못 미치는 엎어" in said
    assert "지불 없음" in said


def test_the_horse_race(sikwu: Any, request_file: Any) -> None:
    win = {"seat": "south", "hand": "12m789m44z456p567m + 3m", "win": "self-draw"}
    counters = {"east": 3, "south": 1, "west": 2, "north": 3}
    deal = {"rules": "korean-kengma", "round": "east", "wins": [win], "counters": counters}
    ran = sikwu("settle", "--request", request_file(json.dumps(deal)), "--lang", "ko")
    assert ran.status == 0
    said = lines(ran.out)
    for payment in ("동 남 2 화료", "동 남 4 경마", "서 남 2 경마", "북 남 4 경마"):
        assert payment in said
    assert "정산: 동 −6 · 남 +16 · 서 −4 · 북 −6" in said
    assert "경마 말: 동 3 · 남 3 · 서 3 · 북 3" in said


def test_every_korean_row_has_its_korean_name(sikwu: Any) -> None:
    for rules, rows in (("korean-yak", 38), ("korean-kengma", 34)):
        described = json.loads(sikwu("rules", rules, "--json").out)
        names = [row["names"]["ko"] for row in described["rows"]]
        assert len(set(names)) == rows
        assert all("가" <= name[-1] <= "힣" for name in names)
