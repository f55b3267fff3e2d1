"""Hands of The Mahjong Bible that combine five rows or more, each worked by hand from the list."""

from __future__ import annotations

from typing import Any

import pytest

from .helpers import counts, result, rows

RULES = "taiwan-bible"

HANDS: list[tuple[str, dict[str, Any], str, int]] = [
    ("123456789m123p78p99p + 9p", {"seat": "east", "streak": 1, "win": "self-draw"}, "base dealer dealer-streak false-single-wait concealed-self-draw sisters*2 old-and-young big-all-chows missing-suit concealed-straight", 75),
    ("111m999m111p999p999s1s + 1s", {"win": "self-draw"}, "base no-flowers single-wait old-and-young-pungs*2 small-brothers big-brothers self-drawn-concealed-pungs all-terminals", 283),
    ("111222333444555z6z + 6z", {"seat": "west", "round": "west"}, "base no-flowers seat-wind round-wind dragon-pung single-wait concealed-hand five-concealed-pungs all-pungs big-four-winds all-honors", 267),
    ("12345678p77z[555z][666z] + 9p 2f", {}, "base own-flower open-straight little-three-dragons half-flush", 87),
    ("12345678p77z[555z][666z] + 9p", {"seat": "east", "streak": 2, "win": "self-draw", "events": "last-tile"}, "base dealer dealer-streak*2 no-flowers last-tile concealed-straight little-three-dragons half-flush", 106),
    ("11m44m77m22p55p88p333s6s + 6s", {"win": "self-draw", "discards": 9}, "base no-honors-no-flowers single-wait self-draw within-ten eight-pairs", 63),
    ("11m99m11p77p33s11z666z9s + 9s", {"seat": "east"}, "base dealer no-flowers dragon-pung single-wait five-kinds eight-pairs", 61),
    ("1234567z147m258p369s + 1z 15f", {"seat": "east", "streak": 3, "win": "self-draw", "events": "last-tile"}, "base dealer dealer-streak*3 own-flower*2 last-tile pure-sixteen-unconnected", 101),
    ("19m19p19s1234567z123s + 7z", {"events": "dealers-first-discard", "discards": 0}, "base no-flowers within-seven terminals-or-honors-in-all heaven-or-earth thirteen-orphans", 246),
    ("19m19p19s1123467z999p + 5z", {"events": "robbing-the-kong"}, "base no-flowers robbing-the-kong four-alike all-terminals-and-honors thirteen-orphans", 157),
    ("123456789m456p78s22s + 9s", {"win": "self-draw"}, "base ranked-pair concealed-self-draw sisters*2 big-all-chows concealed-straight concealed-mixed-straight", 67),
    ("123m456p789s456s78p44z + 9p", {}, "base no-flowers concealed-hand sisters*2 all-chows open-mixed-straight concealed-mixed-straight", 37),
    ("234m234p34s567p88s[678m] + 2s", {}, "base ranked-pair three-suit-chows big-all-chows all-simples", 41),
    ("222s8s[222m][222p][888m][888p] + 8s", {}, "base no-honors-no-flowers ranked-pair single-wait small-brothers big-brothers all-simples all-pungs", 88),
    ("99m33z[111z][222z][555z][666z] + 9m", {"round": "south"}, "base no-flowers seat-wind round-wind dragon-pung*2 pung-wait all-pungs little-three-winds half-flush all-terminals-and-honors", 134),
    ("1112223334565578m + 9m", {"win": "self-draw"}, "base no-flowers ranked-pair concealed-self-draw all-chows three-identical-chows concealed-straight full-flush", 142),
    ("2p[123p][123p][456p][789p][999p] + 2p", {}, "base no-flowers ranked-pair melded-hand two-identical-chows four-alike*2 open-straight full-flush", 132),
    ("5z[1111m][9999m][2222p][888s][333z] + 5z", {"seat": "west", "round": "west", "win": "self-draw", "events": "kong-replacement"}, "base no-flowers honor-pung seat-wind round-wind open-kong*3 kong-replacement half-melded-hand old-and-young-pungs five-kinds all-pungs", 69),
    ("444p777z4s(1111s)(9999s)(4444m) + 4s", {}, "base no-flowers dragon-pung single-wait concealed-kong*3 concealed-hand old-and-young-pungs small-brothers five-concealed-pungs all-pungs", 116),
    ("444p777z4s(1111s)(9999s)(4444m) + 4s", {"win": "self-draw", "events": "kong-replacement"}, "base no-flowers dragon-pung single-wait concealed-kong*3 kong-replacement concealed-self-draw old-and-young-pungs small-brothers five-concealed-pungs all-pungs", 123),
    ("123m789m12p111s99s[789p] + 3p", {}, "base no-flowers single-wait sisters*2 old-and-young*2 terminals-in-all", 64),
    ("123m789m12p777z99s[789p] + 3p", {}, "base no-flowers dragon-pung single-wait sisters*2 old-and-young*2 terminals-or-honors-in-all", 46),
    ("22m44m66m88m33p55p77p88p + 8p", {"seat": "east", "win": "self-draw", "events": "initial-deal", "discards": 0}, "base dealer no-honors-no-flowers pung-wait self-draw missing-suit all-simples within-seven heaven-or-earth eight-pairs", 194),
    ("345p678m234s67s22p[345m] + 8s", {}, "base ranked-pair sisters*2 big-all-chows all-simples", 37),
    ("456s78s22s[111z][777z][123s] + 9s 135f", {"seat": "east", "streak": 4}, "base dealer dealer-streak*4 wrong-flower own-flower*2 honor-pung seat-wind round-wind dragon-pung ranked-pair open-straight half-flush", 65),
    ("33m44m[555z][666z][7777z][222z] + 4m", {}, "base no-flowers honor-pung seat-wind pung-wait open-kong all-pungs big-three-dragons half-flush", 131),
    ("44z78m[111z][222z][333z][555z] + 9m", {"seat": "east", "win": "self-draw"}, "base dealer no-flowers seat-wind round-wind dragon-pung self-draw little-four-winds half-flush terminals-or-honors-in-all", 122),
    ("333m333p777s999s44z56m + 4m", {}, "base no-flowers concealed-hand brothers four-concealed-pungs", 36),
    ("55s34m[234m][234m][234p][789s] + 2m", {}, "base ranked-pair sisters big-all-chows three-identical-chows", 44),
    ("789s99m55s[123s][456s][111m] + 9m", {}, "base no-honors-no-flowers ranked-pair pung-wait old-and-young-pungs missing-suit open-straight", 43),
    ("67p88p999p(4444z)[111z][222z] + 5p", {"seat": "north", "round": "north"}, "base no-flowers seat-wind round-wind ranked-pair concealed-kong two-concealed-pungs big-three-winds half-flush", 86),
    ("345m345p34s678s99s[888p] + 5s", {"seat": "east", "events": "robbing-the-kong"}, "base dealer no-honors-no-flowers robbing-the-kong three-suit-chows", 22),
    ("112233445566m9m[777z] + 9m", {}, "base no-flowers dragon-pung single-wait two-identical-chows*2 half-flush", 50),
    ("1111s2222s44s66z7z888s + 7z", {}, "base no-flowers single-wait four-alike*2 half-flush eight-pairs", 98),
    ("33m55m77m99m22s44s66s88s + 8s 148f", {"seat": "north", "win": "self-draw", "events": "last-tile"}, "base wrong-flower own-flower*2 no-honors pung-wait last-tile missing-suit eight-pairs", 68),
    ("222333444p999m777s5s + 5s", {"win": "self-draw"}, "base no-honors-no-flowers ranked-pair false-single-wait self-drawn-concealed-pungs", 112),
    ("8s[111s][222s][345s][666z][444z] + 8s", {"seat": "north", "win": "self-draw", "events": "last-tile"}, "base no-flowers honor-pung seat-wind dragon-pung ranked-pair last-tile half-melded-hand half-flush", 51),
    ("5p789m888s[222s][123m][456m] + 5p", {"seat": "west", "discards": 6}, "base no-honors-no-flowers ranked-pair single-wait open-straight within-seven", 43),
    ("34s678p678p55m[345s][456m] + 5s", {}, "base ranked-pair big-all-chows two-identical-chows*2 all-simples", 41),
    ("12s123m123p789m11s[789p] + 3s", {}, "base no-flowers false-single-wait sisters three-suit-chows old-and-young*2 all-chows terminals-in-all", 75),
    ("13p55z[4444m][6666s](8888p)[777z] + 2p", {}, "base no-flowers dragon-pung single-wait open-kong*2 concealed-kong", 14),
    ("345m345p78s66z[111z][789s] + 9s", {"seat": "east"}, "base dealer no-flowers honor-pung seat-wind round-wind sisters two-identical-chows five-kinds", 28),
]  # fmt: skip

TWICE: list[tuple[str, dict[str, Any], str, str, int]] = [
    ("112233778899s555z4z + 4z 1f", {"seat": "east", "streak": 1}, "base dealer dealer-streak own-flower dragon-pung single-wait concealed-hand old-and-young*2 two-identical-chows*2 half-flush terminals-or-honors-in-all", "base dealer dealer-streak own-flower dragon-pung single-wait concealed-hand half-flush eight-pairs", 178),
    ("223344m223344p666s8s + 8s", {"win": "self-draw"}, "base no-honors-no-flowers false-single-wait concealed-self-draw all-simples eight-pairs", "base no-honors-no-flowers ranked-pair false-single-wait concealed-self-draw sisters*2 two-identical-chows*2 all-simples", 119),
    ("112233445566p77s99s + 9s", {"events": "last-tile", "discards": 10}, "base no-honors-no-flowers pung-wait concealed-hand within-ten eight-pairs missing-suit", "base no-honors-no-flowers pung-wait concealed-hand within-ten two-identical-chows*2 missing-suit", 124),
]  # fmt: skip


def test_there_are_at_least_forty() -> None:
    assert len(HANDS) >= 40
    assert all(len(counts(rows)) >= 5 for _, _, rows, _ in HANDS)


@pytest.mark.parametrize(("hand", "facts", "expected", "points"), HANDS, ids=[hand[0] for hand in HANDS])
def test_a_hand(hand: str, facts: dict[str, Any], expected: str, points: int) -> None:
    scored = result(RULES, hand, **facts)
    assert (rows(scored), scored["points"]) == (counts(expected), points)


@pytest.mark.parametrize(("hand", "facts", "first", "second", "points"), TWICE, ids=[hand[0] for hand in TWICE])
def test_a_hand_paid_twice(hand: str, facts: dict[str, Any], first: str, second: str, points: int) -> None:
    scored = result(RULES, hand, **facts)
    assert (rows(scored), rows(scored["second_hand"])) == (counts(first), counts(second))
    assert scored["points"] == points
