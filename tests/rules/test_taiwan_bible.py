"""The Mahjong Bible: every row's wins and near misses, what gives way, every option at every value."""

from __future__ import annotations

from typing import Any

import pytest

from sikwu.rules import load

from .helpers import counts, made, refused, replaced, result, rows

RULES = "taiwan-bible"
DRAWN: dict[str, Any] = {"win": "self-draw"}
DEALER: dict[str, Any] = {"seat": "east"}
DEALT: dict[str, Any] = {"seat": "east", "win": "self-draw", "events": "initial-deal"}
OPEN = "678m345p999p44z67s[234m] + 5s"
OWN = " 26f"
CONCEALED = "234m678m345p999p44z67s + 5s"
MELDED = "4z[234m][678m][345p][567s][999p] + 4z"
CLOSED = "678m345p999p44z57s[234m] + 6s"
NARROW = "678m567s999s2224p[345m] + 3p"
FIVE_PUNGS = "222m666m999p333s777s4z + 4z"
PAIRS = "22m55m99m33p77p44s66s88s + 8s"
UNCONNECTED = "1234567z158m269p369s + 1z"
ORPHANS = "19m19p19s1234567z456p + 1z"
FLUSH = "2245m[345m][678m][999m][123m] + 6m"
BOTH = "112233m445566p77s99s + 9s"

WINS: list[tuple[str, str, dict[str, Any], str]] = [
    ("a win", OPEN + OWN, {}, "base own-flower*2"),
    ("the dealer", OPEN + " 15f", DEALER, "base dealer own-flower*2"),
    ("the dealer's streak", OPEN + " 15f", {**DEALER, "streak": 3}, "base dealer dealer-streak*3 own-flower*2"),
    ("another's streak", OPEN + OWN, {"streak": 3}, "base own-flower*2"),
    ("no flowers", CLOSED, {}, "base no-flowers single-wait"),
    ("flowers of others", OPEN + " 134f", {}, "base wrong-flower*3"),
    ("flowers of north", OPEN + " 48f", {"seat": "north"}, "base own-flower*2"),
    ("all eight flowers", OPEN + " 12345678f", {}, "base wrong-flower*6 own-flower*2"),
    ("no honors", "678m345p999p11s67s[234m] + 5s" + OWN, {}, "base own-flower*2 no-honors"),
    ("neither honors nor flowers", "678m345p999p11s67s[234m] + 5s", {}, "base no-honors-no-flowers"),
    ("a guest wind", "678m345p88p67s[234m][333z] + 5s", {}, "base no-flowers honor-pung ranked-pair"),
    ("two winds", "345p88p67s[234m][333z][444z] + 5s", {}, "base no-flowers honor-pung*2 ranked-pair"),
    ("a kong of a wind", "345p678m88p67s[234m][3333z] + 5s", {}, "base no-flowers honor-pung ranked-pair open-kong"),
    ("the seat wind", "678m345p88p67s[234m][222z] + 5s", {}, "base no-flowers honor-pung seat-wind ranked-pair"),
    ("the round wind", "678m345p88p67s[234m][111z] + 5s", {}, "base no-flowers honor-pung round-wind ranked-pair"),
    ("a wind that is both", "678m345p88p67s[234m][111z] + 5s", DEALER, "base dealer no-flowers honor-pung seat-wind round-wind ranked-pair"),
    ("a pair of the wind that is both", "678m345p999p11z67s[234m] + 5s 15f", DEALER, "base dealer own-flower*2"),
    ("a dragon", "678m345p88p67s[234m][666z] + 5s", {}, "base no-flowers dragon-pung ranked-pair"),
    ("two dragons", "345p88p67s[234m][666z][5555z] + 5s", {}, "base no-flowers dragon-pung*2 ranked-pair open-kong"),
    ("a pair of 2", "678m345p999p22s67s[234m] + 5s" + OWN, {}, "base own-flower*2 no-honors ranked-pair"),
    ("a pair of 5", "678m345p999p55m67s[234m] + 5s" + OWN, {}, "base own-flower*2 no-honors ranked-pair"),
    ("a pair of 3", "678m345p999p33s67s[234m] + 5s" + OWN, {}, "base own-flower*2 no-honors"),
    ("a pair of the second wind", "678m345p999p22z67s[234m] + 5s" + OWN, {}, "base own-flower*2"),
    ("a wait for the middle", CLOSED + OWN, {}, "base own-flower*2 single-wait"),
    ("a wait for the edge 7", "678m345p999p44z89s[234m] + 7s" + OWN, {}, "base own-flower*2 single-wait"),
    ("a wait for the edge 3", "678m345p999p44z12s[234m] + 3s" + OWN, {}, "base own-flower*2 single-wait"),
    ("a wait for the pair", "678m345p999p4z567s[234m] + 4z" + OWN, {}, "base own-flower*2 single-wait"),
    ("the 9 of 789 by two sides", "678m345p999p44z78s[234m] + 9s" + OWN, {}, "base own-flower*2"),
    ("the only wait, since all four of the other are held", "567m1112s789p[678m][222s] + 3s" + OWN, {}, "base own-flower*2 no-honors single-wait four-alike"),
    ("the pair of two waits", "678m2345p999p567s[234m] + 2p", {}, "base no-honors-no-flowers ranked-pair false-single-wait"),
    ("the middle of two waits", NARROW, {}, "base no-honors-no-flowers ranked-pair false-single-wait"),
    ("the edge of two waits", "567m1112s789p[678m][222p] + 3s", {}, "base no-honors-no-flowers false-single-wait"),
    ("a pung of two pairs", "678m345p567s99p44z[234m] + 9p" + OWN, {}, "base own-flower*2 pung-wait"),
    ("a chow completed, since the pung is worth more in hand", "222m66p678p345s99s[111p] + 6p" + OWN, {}, "base own-flower*2 no-honors four-alike two-concealed-pungs"),
    ("a claimed kong", "678m345p44z67s[234m][9999p] + 5s" + OWN, {}, "base own-flower*2 open-kong"),
    ("an added kong", "678m345p44z67s[234m][999+9p] + 5s" + OWN, {}, "base own-flower*2 open-kong"),
    ("a concealed kong", "678m345p44z67s[234m](9999p) + 5s" + OWN, {}, "base own-flower*2 concealed-kong"),
    ("two concealed kongs", "678m44z67s[234m](9999p)(3333p) + 5s" + OWN, {}, "base own-flower*2 concealed-kong*2 two-concealed-pungs"),
    ("a robbed kong", OPEN + OWN, {"events": "robbing-the-kong"}, "base own-flower*2 robbing-the-kong"),
    ("self-drawn", OPEN + OWN, DRAWN, "base own-flower*2 self-draw"),
    ("a kong's replacement", "678m345p44z67s[234m][9999p] + 5s" + OWN, {**DRAWN, "events": "kong-replacement"}, "base own-flower*2 open-kong kong-replacement"),
    ("a flower's replacement", OPEN + OWN, {**DRAWN, "events": "flower-replacement"}, "base own-flower*2 self-draw"),
    ("the last tile", OPEN + OWN, {**DRAWN, "events": "last-tile"}, "base own-flower*2 last-tile"),
    ("the last discard", OPEN + OWN, {"events": "last-tile"}, "base own-flower*2"),
    ("the last tile on a kong", "678m345p44z67s[234m][9999p] + 5s" + OWN, {**DRAWN, "events": "last-tile kong-replacement"}, "base own-flower*2 open-kong kong-replacement last-tile"),
    ("concealed", CONCEALED + OWN, {}, "base own-flower*2 concealed-hand"),
    ("concealed with a kong", "234m678m345p44z67s(9999p) + 5s" + OWN, {}, "base own-flower*2 concealed-kong concealed-hand"),
    ("not concealed, with an open kong", "234m678m345p44z67s[9999p] + 5s" + OWN, {}, "base own-flower*2 open-kong"),
    ("concealed and self-drawn", CONCEALED + OWN, DRAWN, "base own-flower*2 concealed-self-draw"),
    ("concealed, the last tile", CONCEALED + OWN, {**DRAWN, "events": "last-tile"}, "base own-flower*2 last-tile concealed-self-draw"),
    ("five exposed groups", MELDED, {}, "base no-flowers melded-hand"),
    ("four and a concealed kong", "4z[234m][678m][345p][567s](9999p) + 4z", {}, "base no-flowers single-wait concealed-kong"),
    ("five exposed groups, self-drawn", MELDED, DRAWN, "base no-flowers half-melded-hand"),
    ("five exposed groups, the last tile", MELDED, {**DRAWN, "events": "last-tile"}, "base no-flowers last-tile half-melded-hand"),
    ("four exposed groups, self-drawn", "999p4z[234m][678m][345p][567s] + 4z", DRAWN, "base no-flowers single-wait self-draw"),
    ("a chow in two suits", "678m234p999p44z67s[234m] + 5s" + OWN, {}, "base own-flower*2 sisters"),
    ("a chow twice in each of two suits", "999s44z34p[234m][234m][234p] + 2p" + OWN, {}, "base own-flower*2 sisters*2 two-identical-chows*2"),
    ("a chow twice in one suit and once in another", "999s678s44z34p[234m][234m] + 2p" + OWN, {}, "base own-flower*2 sisters two-identical-chows"),
    ("a chow in three suits", "234p678m999p44z34s[234m] + 2s" + OWN, {}, "base own-flower*2 three-suit-chows"),
    ("three times in one suit, once in the others", "44z34s[234m][234m][234m][234p] + 2s" + OWN, {}, "base own-flower*2 three-suit-chows all-chows three-identical-chows"),
    ("twice in two suits, once in the third", "44z34s[234m][234m][234p][234p] + 2s" + OWN, {}, "base own-flower*2 sisters three-suit-chows all-chows two-identical-chows*2"),
    ("123 and 789", "789m345p888p44z67s[123m] + 5s" + OWN, {}, "base own-flower*2 old-and-young"),
    ("123 and 789 in two suits each", "123m789m123p444s44z78p + 9p", {}, "base no-flowers concealed-hand sisters*2 old-and-young*2"),
    ("123 and 789 twice in one suit", "555p44z78m[123m][123m][789m] + 9m" + OWN, {}, "base own-flower*2 old-and-young*2 two-identical-chows*2"),
    ("123 and 789 of two suits", "789p345p222p44z67s[123m] + 5s" + OWN, {}, "base own-flower*2"),
    ("123 and 789 beside a straight that used the others", "44z78m[123m][123m][456m][789m] + 9m" + OWN, {}, "base own-flower*2 old-and-young all-chows two-identical-chows*2 open-straight half-flush"),
    ("pungs of 1 and 9", "345p678p44z67s[111m][999m] + 5s" + OWN, {}, "base own-flower*2 old-and-young-pungs"),
    ("pungs of 1 and 9 of two suits", "345p678p44z67s[111m][999p] + 5s" + OWN, {}, "base own-flower*2"),
    ("five chows", "678m345p789p44z67s[234m] + 5s" + OWN, {}, "base own-flower*2 all-chows"),
    ("five chows without honors and flowers", "678m345p789p11s67s[234m] + 5s", {}, "base big-all-chows"),
    ("five chows without honors", "678m345p789p11s67s[234m] + 5s" + OWN, {}, "base own-flower*2 no-honors all-chows"),
    ("two equal chows", "345p345p999p44z67s[234m] + 5s" + OWN, {}, "base own-flower*2 two-identical-chows"),
    ("three equal chows", "234m234m999p44z67s[234m] + 5s" + OWN, {}, "base own-flower*2 three-identical-chows"),
    ("three equal chows and two", "44z34m[678p][678p][234m][234m] + 2m" + OWN, {}, "base own-flower*2 all-chows two-identical-chows three-identical-chows"),
    ("four equal chows", "234m234m44z67s[234m][234m] + 5s" + OWN, {}, "base own-flower*2 all-chows four-identical-chows four-alike*3"),
    ("pungs of a number in two suits", "678m123p44z67s[444m][444p] + 5s" + OWN, {}, "base own-flower*2 brothers"),
    ("of two numbers", "44z67s[444m][444p][777m][7777p] + 5s" + OWN, {}, "base own-flower*2 open-kong brothers*2"),
    ("pungs of two numbers in two suits", "678m123p44z67s[444m][555p] + 5s" + OWN, {}, "base own-flower*2"),
    ("two and the pair", "678m123p44s67s[444m][444p] + 5s" + OWN, {}, "base own-flower*2 no-honors small-brothers"),
    ("two and the pair, and two others", "44s67s[444m][444p][777m][777p] + 5s" + OWN, {}, "base own-flower*2 no-honors brothers small-brothers all-simples"),
    ("pungs of a number in three suits", "678m44z67s[444m][444p][444s] + 5s" + OWN, {}, "base own-flower*2 big-brothers"),
    ("of three and of two", "2z777p[444m][444p][444s][777m] + 2z", {}, "base no-flowers single-wait brothers big-brothers all-pungs"),
    ("all five kinds of tiles", "678m345p44z67s[234m][666z] + 5s" + OWN, {}, "base own-flower*2 dragon-pung five-kinds"),
    ("four of the five kinds", "678m345p55z67s[234m][666z] + 5s" + OWN, {}, "base own-flower*2 dragon-pung"),
    ("two suits", "567m345s11m67s[234m][999s] + 8s" + OWN, {}, "base own-flower*2 no-honors missing-suit"),
    ("two suits and honors", "567m345s44z67s[234m][999s] + 8s" + OWN, {}, "base own-flower*2"),
    ("2 to 8", "678m345p44p67s[234m][888p] + 5s" + OWN, {}, "base own-flower*2 no-honors all-simples"),
    ("four of a tile in a pung and a chow", "678m345p44z67s[444p][123m] + 5s" + OWN, {}, "base own-flower*2 four-alike"),
    ("four of a tile in a kong and two in chows", "345p67s44z[9999p][789m][678m] + 5s" + OWN, {}, "base own-flower*2 open-kong"),
    ("a straight with an exposed chow", "456m789m222p44z67s[123m] + 5s" + OWN, {}, "base own-flower*2 open-straight"),
    ("a straight that a discard completes", "12345678m[222p]567s44z + 9m" + OWN, {}, "base own-flower*2 open-straight"),
    ("a straight self-drawn", "12345678m[222p]567s44z + 9m" + OWN, DRAWN, "base own-flower*2 self-draw concealed-straight"),
    ("a straight held, another group exposed", "123m456m789m44z67s[222p] + 5s" + OWN, {}, "base own-flower*2 concealed-straight"),
    ("a straight of the concealed ones of two", "123m456m789m44z67s[123m] + 5s" + OWN, {}, "base own-flower*2 all-chows two-identical-chows concealed-straight"),
    ("a straight in two suits", "456p789p333s44z67s[123m] + 5s" + OWN, {}, "base own-flower*2"),
    ("a straight in three suits", "456p789s333p44z67m[123m] + 5m" + OWN, {}, "base own-flower*2 open-mixed-straight"),
    ("a straight in three suits, held", "123m456p789s44z67m[333p] + 5m" + OWN, {}, "base own-flower*2 concealed-mixed-straight"),
    ("two in three suits, one of them held", "123m456p789s44z56m[123p] + 4m" + OWN, {}, "base own-flower*2 sisters*2 all-chows open-mixed-straight concealed-mixed-straight"),
    ("a straight and one in three suits", "123m456m789m456p78s44z + 9s" + OWN, {}, "base own-flower*2 concealed-hand sisters*2 all-chows concealed-straight open-mixed-straight"),
    ("eleven discards", OPEN + OWN, {"discards": 11}, "base own-flower*2"),
    ("ten discards", OPEN + OWN, {"discards": 10}, "base own-flower*2 within-ten"),
    ("eight discards", OPEN + OWN, {"discards": 8}, "base own-flower*2 within-ten"),
    ("seven discards", OPEN + OWN, {"discards": 7}, "base own-flower*2 within-seven"),
    ("no discards", OPEN + OWN, {"discards": 0}, "base own-flower*2 within-seven"),
    ("two concealed pungs", "222m99p567s44z[345p][678p] + 9p" + OWN, DRAWN, "base own-flower*2 pung-wait self-draw two-concealed-pungs"),
    ("a pung that a discard completes is open", "222m99p567s44z[345p][678p] + 9p" + OWN, {}, "base own-flower*2 pung-wait"),
    ("three with a concealed kong", "999p555s44z67p[345p](2222m) + 8p" + OWN, {}, "base own-flower*2 concealed-kong three-concealed-pungs"),
    ("four and a chow", "222m666m999p333s44z67s + 5s" + OWN, {}, "base own-flower*2 concealed-hand four-concealed-pungs"),
    ("five, the pair by a discard", FIVE_PUNGS, {}, "base no-flowers single-wait concealed-hand five-concealed-pungs all-pungs"),
    ("five, the last by a discard", "222m666m999p333s77s44z + 7s", {}, "base no-flowers pung-wait concealed-hand four-concealed-pungs all-pungs"),
    ("five, self-drawn", FIVE_PUNGS, DRAWN, "base no-flowers single-wait self-drawn-concealed-pungs"),
    ("five, the last self-drawn", "222m666m999p333s77s44z + 7s", DRAWN, "base no-flowers pung-wait self-drawn-concealed-pungs"),
    ("five with a kong, self-drawn", "222m666m333s777s4z(9999p) + 4z", DRAWN, "base no-flowers single-wait concealed-kong concealed-self-draw five-concealed-pungs all-pungs"),
    ("five pungs, all exposed", "4z[222m][666m][999p][333s][777s] + 4z", {}, "base no-flowers melded-hand all-pungs"),
    ("four winds", "444z99m67s[111z][222z][333z] + 5s", {}, "base no-flowers seat-wind round-wind big-four-winds"),
    ("three winds and the fourth as the pair", "234m44z67s[111z][222z][333z] + 5s", {}, "base no-flowers seat-wind round-wind little-four-winds"),
    ("three winds", "234m99m67s[111z][333z][444z] + 5s", {}, "base no-flowers round-wind big-three-winds"),
    ("two winds and a third as the pair", "234m678p11z67s[333z][444z] + 5s", {}, "base no-flowers little-three-winds"),
    ("three dragons", "234m99m67s[555z][666z][777z] + 5s", {}, "base no-flowers big-three-dragons"),
    ("two dragons and the third as the pair", "234m678p77z67s[555z][666z] + 5s", {}, "base no-flowers little-three-dragons"),
    ("honors alone", "666z7z[111z][222z][333z][555z] + 7z", {}, "base no-flowers seat-wind round-wind single-wait all-pungs big-three-winds little-three-dragons all-honors"),
    ("one suit", FLUSH, {}, "base no-flowers ranked-pair full-flush"),
    ("one suit with five chows", "2245m[345m][678m][567m][123m] + 6m", {}, "base no-flowers ranked-pair all-chows full-flush"),
    ("one suit and a flower", FLUSH + " 1f", {}, "base wrong-flower ranked-pair full-flush"),
    ("one suit and honors", "123m44z67m[345m][678m][999m] + 5m", {}, "base no-flowers half-flush"),
    ("terminals alone", "999p111s9s[111m][999m][111p] + 9s", {}, "base no-flowers single-wait old-and-young-pungs*2 small-brothers big-brothers two-concealed-pungs all-pungs all-terminals"),
    ("terminals and honors", "111s9s[111m][999p][444z][666z] + 9s", {}, "base no-flowers honor-pung dragon-pung single-wait brothers five-kinds all-pungs all-terminals-and-honors"),
    ("a terminal everywhere", "789p11p111s78s[123m][999m] + 9s", {}, "base no-flowers sisters terminals-in-all"),
    ("a terminal everywhere and a flower", "789p11p111s78s[123m][999m] + 9s" + OWN, {}, "base own-flower*2 sisters terminals-in-all"),
    ("a terminal or an honor everywhere", "789p44z111s78s[123m][999m] + 9s", {}, "base no-flowers sisters terminals-or-honors-in-all"),
    ("one group without", "678p11p111s78s[123m][999m] + 9s" + OWN, {}, "base own-flower*2 no-honors"),
    ("the dealt hand", CONCEALED + " 15f", DEALT, "base dealer own-flower*2 self-draw heaven-or-earth"),
    ("the dealer's first discard", CONCEALED + OWN, {"events": "dealers-first-discard"}, "base own-flower*2 heaven-or-earth"),
    ("a win in the first turn", CONCEALED + OWN, {"events": "first-turn"}, "base own-flower*2 concealed-hand"),
    ("pairs, won on the triplet", PAIRS, {}, "base no-honors-no-flowers pung-wait eight-pairs"),
    ("pairs, won on a pair", "22m55m99m33p77p44s888s6s + 6s", DRAWN, "base no-honors-no-flowers single-wait self-draw eight-pairs"),
    ("pairs with a triplet of the seat wind", "11m55m99m33p77p222z44s6s + 6s", {}, "base no-flowers honor-pung seat-wind single-wait eight-pairs"),
    ("pairs with a triplet of a dragon", "11m55m99m33p77p666z44s1s + 1s" + OWN, {}, "base own-flower*2 dragon-pung single-wait eight-pairs"),
    ("pairs with four dragons", "7777z11m55m99m33p666s8s + 8s", {}, "base no-flowers single-wait four-alike eight-pairs"),
    ("pairs of five kinds", "11m55m99m33p444s6s11z55z + 6s", {}, "base no-flowers single-wait five-kinds eight-pairs"),
    ("pairs of two suits of simples", "22m44m66m88m33p55p77p88p + 8p", {}, "base no-honors-no-flowers pung-wait missing-suit all-simples eight-pairs"),
    ("pairs of one suit and honors", "11p33p44p77p88p99p55z33z + 3z 2f", {"round": "west"}, "base own-flower honor-pung round-wind pung-wait half-flush eight-pairs"),
    ("pairs of terminals and honors", "11m99m11p99p11s99s11z77z + 7z", {}, "base no-flowers dragon-pung pung-wait five-kinds all-terminals-and-honors eight-pairs"),
    ("pairs of terminals", "1111m9999m1111p9p999s + 9p", {}, "base no-flowers single-wait four-alike*3 all-terminals eight-pairs"),
    ("pairs of honors", "1111222233334445z + 5z", {}, "base no-flowers honor-pung single-wait four-alike*3 all-honors eight-pairs"),
    ("unconnected", UNCONNECTED, {}, "base no-flowers sixteen-unconnected"),
    ("unconnected, the pair a 5", "1234567z158m269p369s + 5m", {}, "base no-flowers sixteen-unconnected"),
    ("unconnected, self-drawn", UNCONNECTED, DRAWN, "base no-flowers self-draw sixteen-unconnected"),
    ("unconnected on the deal", UNCONNECTED, {**DEALT, "discards": 0}, "base dealer no-flowers self-draw within-seven heaven-or-earth sixteen-unconnected"),
    ("purely unconnected", "1234567z258m147p369s + 5z" + OWN, {}, "base own-flower*2 pure-sixteen-unconnected"),
    ("147 in two suits", "1234567z147m147p369s + 5z" + OWN, {}, "base own-flower*2 sixteen-unconnected"),
    ("orphans and a chow", ORPHANS, {}, "base no-flowers thirteen-orphans"),
    ("orphans, self-drawn", ORPHANS, DRAWN, "base no-flowers self-draw thirteen-orphans"),
    ("orphans and a pung of terminals", "19m19p19s1234567z999s + 1z", {}, "base no-flowers four-alike all-terminals-and-honors thirteen-orphans"),
    ("orphans and a pung of the seat wind", "19m19p19s1234567z222z + 1z", {}, "base no-flowers four-alike all-terminals-and-honors thirteen-orphans"),
    ("orphans and a pung of dragons, completed last", "19m19p19s11234567z77z + 7z", {}, "base no-flowers four-alike all-terminals-and-honors thirteen-orphans"),
    ("orphans and a chow with a terminal", "19m19p19s1234567z123m + 7z", {}, "base no-flowers terminals-or-honors-in-all thirteen-orphans"),
    ("orphans and a concealed kong", "19m19p19s1234567z(5555p) + 1z", {}, "base no-flowers concealed-kong thirteen-orphans"),
    ("orphans and a pung of simples", "19m19p19s1234567z555p + 1z", {}, "base no-flowers thirteen-orphans"),
    ("orphans rob a concealed kong", "19m19p1s11234567z456p + 9s", {"events": "robbing-a-concealed-kong"}, "base no-flowers robbing-the-kong thirteen-orphans"),
    ("eight flowers without a hand", "12345678f", {**DRAWN, "events": "eight-flowers"}, "base eight-flowers"),
    ("the dealer's eight flowers", "12345678f", {**DRAWN, **DEALER, "streak": 2, "events": "eight-flowers"}, "base dealer dealer-streak*2 eight-flowers"),
    ("one point", OPEN, {}, "base big-chicken"),
    ("one point of the dealer's", OPEN, {**DEALER, "streak": 2}, "base dealer dealer-streak*2 big-chicken"),
    ("two points", OPEN, DRAWN, "base small-chicken"),
    ("two points in one row", OPEN + " 2f", {}, "base small-chicken"),
    ("three points", OPEN + " 2f", DRAWN, "base own-flower self-draw"),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "facts", "expected"), [win[1:] for win in WINS], ids=[win[0] for win in WINS])
def test_rows(hand: str, facts: dict[str, Any], expected: str) -> None:
    assert made(RULES, hand, **facts) == counts(expected)


def test_every_row_is_won_above() -> None:
    assert {key for win in WINS for key in counts(win[3])} == {row.key for row in load(RULES).rows}


STRAIGHT = "12345678m[222p]567s44z + 9m" + OWN
FOUR_EQUAL = "234m234m44z67s[234m][234m] + 5s"
ALL_HONORS = "666z7z[111z][222z][333z][555z] + 7z"


@pytest.mark.parametrize(
    ("hand", "facts", "gone"),
    [
        (OPEN + OWN, {}, {}),
        ("678m345p999p11s67s[234m] + 5s", {}, {"no-honors": "no-honors-no-flowers", "no-flowers": "no-honors-no-flowers"}),
        ("678m345p44z67s[234m][9999p] + 5s" + OWN, {**DRAWN, "events": "kong-replacement"}, {"self-draw": "kong-replacement"}),
        (OPEN + OWN, {**DRAWN, "events": "last-tile"}, {"self-draw": "last-tile"}),
        (CONCEALED + OWN, DRAWN, {"self-draw": "concealed-self-draw"}),
        (MELDED, {}, {"single-wait": "melded-hand"}),
        (MELDED, DRAWN, {"single-wait": "half-melded-hand", "self-draw": "half-melded-hand"}),
        ("234p678m999p44z34s[234m] + 2s" + OWN, {}, {"sisters": "three-suit-chows"}),
        ("234m234m999p44z67s[234m] + 5s" + OWN, {}, {"two-identical-chows": "three-identical-chows"}),
        (FOUR_EQUAL + OWN, {}, {"two-identical-chows": "three-identical-chows", "three-identical-chows": "four-identical-chows"}),
        ("678m123p44s67s[444m][444p] + 5s" + OWN, {}, {"brothers": "small-brothers"}),
        ("678m44z67s[444m][444p][444s] + 5s" + OWN, {}, {"brothers": "big-brothers"}),
        (STRAIGHT, DRAWN, {"open-straight": "concealed-straight"}),
        ("123m456p789s44z67m[333p] + 5m" + OWN, {}, {"open-mixed-straight": "concealed-mixed-straight"}),
        (OPEN + OWN, {"discards": 7}, {"within-ten": "within-seven"}),
        ("444z99m67s[111z][222z][333z] + 5s", {}, {"honor-pung": "big-four-winds"}),
        ("234m99m67s[111z][333z][444z] + 5s", {}, {"honor-pung": "big-three-winds"}),
        ("234m678p11z67s[333z][444z] + 5s", {}, {"honor-pung": "little-three-winds"}),
        ("234m99m67s[555z][666z][777z] + 5s", {}, {"dragon-pung": "big-three-dragons"}),
        ("234m678p77z67s[555z][666z] + 5s", {}, {"dragon-pung": "little-three-dragons"}),
        (ALL_HONORS, {}, {"honor-pung": "big-three-winds", "dragon-pung": "little-three-dragons", "terminals-or-honors-in-all": "all-honors"}),
        ("1234567z258m147p369s + 5z" + OWN, {}, {"false-single-wait": "sixteen-unconnected", "five-kinds": "sixteen-unconnected", "sixteen-unconnected": "pure-sixteen-unconnected"}),
        ("19m19p19s11234567z77z + 7z", {}, {"dragon-pung": "thirteen-orphans", "pung-wait": "thirteen-orphans", "five-kinds": "thirteen-orphans", "terminals-or-honors-in-all": "all-terminals-and-honors"}),
        (OPEN, {}, {"no-flowers": "big-chicken"}),
        (OPEN, DRAWN, {"no-flowers": "small-chicken", "self-draw": "small-chicken"}),
    ],
)  # fmt: skip
def test_what_gives_way(hand: str, facts: dict[str, Any], gone: dict[str, str]) -> None:
    assert replaced(RULES, hand, **facts) == gone


def test_rows_that_give_way_to_two() -> None:
    explained = result(RULES, FIVE_PUNGS, **DRAWN, explain=True)["explanation"]
    assert [(gone["key"], gone["by"]) for gone in explained["replaced"]] == [
        ("self-draw", "concealed-self-draw"),
        ("concealed-self-draw", "self-drawn-concealed-pungs"),
        ("five-concealed-pungs", "self-drawn-concealed-pungs"),
        ("all-pungs", "self-drawn-concealed-pungs"),
    ]
    explained = result(RULES, "678m345p789p11s67s[234m] + 5s", explain=True)["explanation"]
    assert {gone["key"] for gone in explained["replaced"]} == {
        "no-flowers",
        "no-honors",
        "no-honors-no-flowers",
        "all-chows",
    }
    explained = result(RULES, "234m44z67s[111z][222z][333z] + 5s", explain=True)["explanation"]
    assert {gone["key"] for gone in explained["replaced"]} == {"honor-pung", "big-three-winds"}


def test_what_gave_way_is_counted_in_whole_numbers() -> None:
    hand = "44z34m[678p][678p][234m][234m] + 2m" + OWN
    replaced_counts = [gone["count"] for gone in result(RULES, hand, explain=True)["explanation"]["replaced"]]
    assert [(count, type(count)) for count in replaced_counts] == [(1, int)]


@pytest.mark.parametrize(
    ("hand", "facts", "key", "tiles"),
    [
        ("345p88p67s[234m][333z][444z] + 5s", {}, "honor-pung", [[1], [2]]),
        ("678m345p88p67s[234m][222z] + 5s", {}, "seat-wind", [[1]]),
        ("678m345p88p67s[234m][222z] + 5s", {}, "ranked-pair", [["pair"]]),
        (CLOSED, {}, "single-wait", [[4]]),
        ("678m2345p999p567s[234m] + 2p", {}, "false-single-wait", [["pair"]]),
        ("678m345p567s99p44z[234m] + 9p" + OWN, {}, "pung-wait", [[3]]),
        ("678m44z67s[234m](9999p)(3333p) + 5s" + OWN, {}, "two-concealed-pungs", [[1, 2]]),
        ("44z34s[234m][234m][234p][234p] + 2s" + OWN, {}, "three-suit-chows", [[0, 2, 4]]),
        ("44z34s[234m][234m][234p][234p] + 2s" + OWN, {}, "sisters", [[1, 3]]),
        ("44z78m[123m][123m][456m][789m] + 9m" + OWN, {}, "old-and-young", [[1, 4]]),
        ("44z78m[123m][123m][456m][789m] + 9m" + OWN, {}, "open-straight", [[0, 2, 3]]),
        ("44z34m[678p][678p][234m][234m] + 2m" + OWN, {}, "two-identical-chows", [[0, 1]]),
        ("44z34m[678p][678p][234m][234m] + 2m" + OWN, {}, "three-identical-chows", [[2, 3, 4]]),
        ("44s67s[444m][444p][777m][777p] + 5s" + OWN, {}, "brothers", [[2, 3]]),
        ("44s67s[444m][444p][777m][777p] + 5s" + OWN, {}, "small-brothers", [[0, 1, "pair"]]),
        ("2z777p[444m][444p][444s][777m] + 2z", {}, "brothers", [[3, 4]]),
        ("2z777p[444m][444p][444s][777m] + 2z", {}, "big-brothers", [[0, 1, 2]]),
        ("678m345p44z67s[444p][123m] + 5s" + OWN, {}, "four-alike", [[0, 3]]),
        ("3m678p678s789s[234m][345m] + 3m", {}, "four-alike", [[0, 1, "pair"]]),
        ("123m456m789m44z67s[123m] + 5s" + OWN, {}, "concealed-straight", [[1, 2, 3]]),
        ("123m456p789s44z56m[123p] + 4m" + OWN, {}, "concealed-mixed-straight", [[1, 3, 4]]),
        ("123m456p789s44z56m[123p] + 4m" + OWN, {}, "open-mixed-straight", [[0, 2, 4]]),
        ("1111222233334445z + 5z", {}, "four-alike", [[], [], []]),
        ("19m19p19s1234567z999s + 1z", {}, "four-alike", [[0]]),
        (ALL_HONORS, {}, "little-three-dragons", [[3, 4, "pair"]]),
        (ALL_HONORS, {}, "all-pungs", [[0, 1, 2, 3, 4]]),
        (PAIRS, {}, "eight-pairs", []),
        ("12345678f", {**DRAWN, "events": "eight-flowers"}, "eight-flowers", []),
    ],
)
def test_the_groups_that_made_a_row(hand: str, facts: dict[str, Any], key: str, tiles: list[Any]) -> None:
    explained = result(RULES, hand, **facts, explain=True)["explanation"]
    assert next(pattern["tiles"] for pattern in explained["patterns"] if pattern["key"] == key) == tiles


STARRED = {
    "self-drawn-concealed-pungs",
    "all-pungs",
    "eight-pairs",
    "sixteen-unconnected",
    "pure-sixteen-unconnected",
    "thirteen-orphans",
    "eight-flowers",
}


@pytest.mark.parametrize(("hand", "facts"), [win[1:3] for win in WINS], ids=[win[0] for win in WINS])
def test_starred_rows_never_stand_beside_each_other(hand: str, facts: dict[str, Any]) -> None:
    assert len(STARRED & made(RULES, hand, **facts).keys()) <= 1


# Figures that the list itself prints


@pytest.mark.parametrize(
    ("hand", "keys", "figure"),
    [
        (FOUR_EQUAL, "four-identical-chows four-alike", 70),
        (FIVE_PUNGS, "five-concealed-pungs all-pungs", 70),
        (FIVE_PUNGS, "five-concealed-pungs all-pungs concealed-hand", 75),
        ("19m19p19s1234567z999s + 1z", "thirteen-orphans all-terminals-and-honors", 140),
        ("19m19p19s1234567z999s + 1z", "thirteen-orphans all-terminals-and-honors four-alike", 150),
        ("678m345p789p11s67s[234m] + 5s", "big-all-chows", 15),
    ],
)
def test_printed_figures(hand: str, keys: str, figure: int) -> None:
    points = {row["key"]: row["points"] for row in result(RULES, hand)["patterns"]}
    assert sum(points[key] for key in keys.split()) == figure


# Options

SISTERS_P = "678m234p999p44z67s[234m] + 5s" + OWN
ADJACENT = "678m44z67s[222p][333p][444p] + 5s" + OWN
MIXED = "123m456p78s44z666m[222p] + 9s" + OWN


@pytest.mark.parametrize(
    ("option", "value", "hand", "facts", "expected"),
    [
        ("sisters", "same-chow", SISTERS_P, {}, "base own-flower*2 sisters"),
        ("sisters", "adjacent-pungs", SISTERS_P, {}, "base own-flower*2"),
        ("sisters", "same-chow", ADJACENT, {}, "base own-flower*2"),
        ("sisters", "adjacent-pungs", ADJACENT, {}, "base own-flower*2 sisters*2"),
        ("sisters", "adjacent-pungs", "678m44z67s[999p][111s][222s] + 5s" + OWN, {}, "base own-flower*2 sisters"),
        ("sisters", "adjacent-pungs", "234p678m999p44z34s[234m] + 2s" + OWN, {}, "base own-flower*2 three-suit-chows"),
        ("false_single_wait", "any-narrow", NARROW, {}, "base no-honors-no-flowers ranked-pair false-single-wait"),
        ("false_single_wait", "pair", NARROW, {}, "base no-honors-no-flowers ranked-pair"),
        ("false_single_wait", "pair", "678m2345p999p567s[234m] + 2p", {}, "base no-honors-no-flowers ranked-pair false-single-wait"),
        ("false_single_wait", "pair", "567m1112s789p[678m][222p] + 3s", {}, "base no-honors-no-flowers"),
        ("straight_by_discard", "open", STRAIGHT, {}, "base own-flower*2 open-straight"),
        ("straight_by_discard", "concealed", STRAIGHT, {}, "base own-flower*2 concealed-straight"),
        ("straight_by_discard", "open", MIXED, {}, "base own-flower*2 open-mixed-straight"),
        ("straight_by_discard", "concealed", MIXED, {}, "base own-flower*2 concealed-mixed-straight"),
        ("straight_by_discard", "concealed", "456m789m222p44z67s[123m] + 5s" + OWN, {}, "base own-flower*2 open-straight"),
        ("straight_by_discard", "concealed", "222m99p567s44z[345p][678p] + 9p" + OWN, {}, "base own-flower*2 pung-wait"),
        ("kong_replacement", "includes-self-draw", "678m345p44z67s[234m][9999p] + 5s" + OWN, {**DRAWN, "events": "kong-replacement"}, "base own-flower*2 open-kong kong-replacement"),
        ("kong_replacement", "adds", "678m345p44z67s[234m][9999p] + 5s" + OWN, {**DRAWN, "events": "kong-replacement"}, "base own-flower*2 open-kong self-draw kong-replacement"),
        ("kong_replacement", "adds", "234m678m345p44z67s(9999p) + 5s" + OWN, {**DRAWN, "events": "kong-replacement"}, "base own-flower*2 concealed-kong kong-replacement concealed-self-draw"),
        ("missing_suit_honors", False, "567m345s44z67s[234m][999s] + 8s" + OWN, {}, "base own-flower*2"),
        ("missing_suit_honors", True, "567m345s44z67s[234m][999s] + 8s" + OWN, {}, "base own-flower*2 missing-suit"),
        ("missing_suit_honors", True, "123m44z67m[345m][678m][999m] + 5m", {}, "base no-flowers half-flush"),
        ("earth", "first-discard", CONCEALED + OWN, {**DRAWN, "events": "first-turn"}, "base own-flower*2 concealed-self-draw"),
        ("earth", "first-turn", CONCEALED + OWN, {**DRAWN, "events": "first-turn"}, "base own-flower*2 self-draw heaven-or-earth"),
        ("earth", "first-turn", CONCEALED + OWN, {"events": "first-turn"}, "base own-flower*2 heaven-or-earth"),
        ("earth", "first-turn", CONCEALED + OWN, {}, "base own-flower*2 concealed-hand"),
        ("chicken", "replace", OPEN, {}, "base big-chicken"),
        ("chicken", "add", OPEN, {}, "base no-flowers big-chicken"),
        ("chicken", "add", OPEN, DRAWN, "base no-flowers self-draw small-chicken"),
        ("melded_hand_wait", "include", MELDED, {}, "base no-flowers melded-hand"),
        ("melded_hand_wait", "add", MELDED, {}, "base no-flowers single-wait melded-hand"),
        ("melded_hand_wait", "include", MELDED, DRAWN, "base no-flowers half-melded-hand"),
        ("melded_hand_wait", "add", MELDED, DRAWN, "base no-flowers single-wait half-melded-hand"),
    ],
)  # fmt: skip
def test_options_that_change_rows(option: str, value: object, hand: str, facts: dict[str, Any], expected: str) -> None:
    assert made(RULES, hand, **facts, options={option: value}) == counts(expected)


@pytest.mark.parametrize("minimum", range(51))
def test_minimum(minimum: int) -> None:
    for hand, facts, points in (
        (OPEN, DRAWN, 15),
        (OPEN, {}, 30),
        ("12345678f", {**DRAWN, "events": "eight-flowers"}, 45),
        (BOTH, {}, 84),
    ):
        scored = result(RULES, hand, **facts, options={"minimum": minimum})
        assert (scored["points"], scored["toward_minimum"]) == (points, points)
        assert scored["reason"] == (None if points >= minimum else "below-minimum")


# A hand paid twice


@pytest.mark.parametrize(
    ("options", "facts", "pairs", "groups"),
    [
        ({}, {}, "pung-wait concealed-hand", "pung-wait concealed-hand"),
        ({"double_win_concealed": "both"}, DRAWN, "pung-wait concealed-self-draw", "pung-wait concealed-self-draw"),
        ({"double_win_concealed": "standard-only"}, {}, "pung-wait", "pung-wait concealed-hand"),
        ({"double_win_concealed": "standard-only"}, DRAWN, "pung-wait self-draw", "pung-wait concealed-self-draw"),
        ({}, {"events": "dealers-first-discard"}, "pung-wait heaven-or-earth", "pung-wait heaven-or-earth"),
        ({}, {"discards": 9}, "pung-wait concealed-hand within-ten", "pung-wait concealed-hand within-ten"),
        ({}, {"seat": "east", "streak": 2}, "dealer dealer-streak*2 pung-wait concealed-hand", "dealer dealer-streak*2 pung-wait concealed-hand"),
    ],
)  # fmt: skip
def test_a_double_win(options: dict[str, Any], facts: dict[str, Any], pairs: str, groups: str) -> None:
    scored = result(RULES, BOTH, **facts, options=options)
    assert scored["reading"]["shape"] == "eight-pairs"
    assert rows(scored) == counts("base no-honors-no-flowers eight-pairs " + pairs)
    other = scored["second_hand"]
    assert other["reading"]["shape"] == "standard"
    assert rows(other) == counts("base no-honors-no-flowers two-identical-chows*2 " + groups)
    assert other["points"] == sum(row["points"] for row in other["patterns"])
    assert scored["points"] == other["points"] + sum(row["points"] for row in scored["patterns"])
    assert scored["reading"]["waits"] == other["reading"]["waits"] == ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "9s"]


def test_a_double_win_repeats_the_flowers() -> None:
    scored = result(RULES, BOTH + " 26f")
    assert rows(scored)["own-flower"] == rows(scored["second_hand"])["own-flower"] == 2


def test_the_dearer_hand_of_a_double_win_is_the_result() -> None:
    scored = result(RULES, "111122223333m1199s + 1s")
    assert (scored["reading"]["shape"], scored["second_hand"]["points"], scored["points"]) == ("standard", 97, 230)


def test_double_win_turned_off() -> None:
    scored = result(RULES, BOTH, options={"double_win": False})
    assert rows(scored) == counts("base no-honors-no-flowers pung-wait eight-pairs")
    assert scored["second_hand"] is None
    dearer = result(RULES, "111122223333m1199s + 1s", options={"double_win": False})
    assert (dearer["reading"]["shape"], dearer["points"]) == ("standard", 133)


def test_other_readings_of_a_double_win_are_paid_twice_too() -> None:
    scored = result(RULES, "111122223333m1199s + 1s", explain=True)
    other = scored["explanation"]["alternatives"][0]
    assert [group["tiles"] for group in other["reading"]["groups"]] == ["123m", "111m", "222m", "333m", "111s"]
    assert other["second_hand"]["reading"]["shape"] == "eight-pairs"
    assert (other["points"], other["second_hand"]["points"]) == (169, 97)


def test_a_hand_of_one_shape_has_no_second() -> None:
    assert result(RULES, PAIRS)["second_hand"] is None
    assert result(RULES, OPEN)["second_hand"] is None


# Errors


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"hand": "12345678f", **DRAWN}, "bad-notation"),
        ({"hand": "1234567f", **DRAWN, "events": "eight-flowers"}, "impossible-event"),
        ({"hand": "12345678f", "events": "eight-flowers"}, "impossible-event"),
        ({"hand": "12345678f", **DRAWN, "events": "eight-flowers last-tile"}, "impossible-event"),
        ({"hand": OPEN + " 12345678f", **DRAWN, "events": "eight-flowers"}, "impossible-event"),
        ({"events": "robbing-a-concealed-kong"}, "impossible-event"),
        ({"hand": PAIRS, "events": "robbing-a-concealed-kong"}, "impossible-event"),
        ({"hand": ORPHANS, **DRAWN, "events": "robbing-a-concealed-kong"}, "impossible-event"),
        ({"hand": ORPHANS, "events": "robbing-a-concealed-kong"}, "impossible-event"),
        ({"hand": "1234567z138m258p369s + 5z"}, "not-a-winning-hand"),
        ({"hand": "19m19p18s1234567z456p + 7z"}, "not-a-winning-hand"),
        ({"hand": "19m19p19s1234567z[555p] + 1z"}, "not-a-winning-hand"),
        ({"hand": "22m55m99m33p77p44s66s88s + 1z"}, "not-a-winning-hand"),
        ({"hand": "678m345p999p44z67s + 5s"}, "tile-count"),
        ({"options": {"minimum": 51}}, "bad-option"),
        ({"options": {"sisters": "both"}}, "bad-option"),
        ({"options": {"double_win": "yes"}}, "bad-option"),
        ({"options": {"base": 5}}, "unknown-option"),
    ],
)
def test_errors(facts: dict[str, Any], code: str) -> None:
    assert refused(RULES, **{"hand": OPEN, **facts}).code == code
