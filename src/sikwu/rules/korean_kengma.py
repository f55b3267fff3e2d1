"""Korean mahjong with the horse race (kengma): the payout table, row by row, and the countdown beside it.

Everything that matches is added, but for the rows that say whose place they take. The table is printed in English;
the Korean and Chinese names are among the words.
"""

from __future__ import annotations

from functools import partial

from sikwu.readings.shapes import SEVEN_PAIRS, STANDARD
from sikwu.rules._korean import FIVE_DOT, FORBIDS, ONE_DOT, PAYS
from sikwu.rules.language import Race, RuleSet, choice, flag, number, row, takes

OPTIONS = (
    number("minimum", 2, 0, 5, "“a two point minimum hand”"),
    choice(
        "premium",
        "flat",
        ("flat", "others", "all"),
        "the winning tile and its likes “add 1 point”: once, for each like, or for each of them and the winning tile",
    ),
    choice(
        "open_ready",
        "add",
        ("add", "replace"),
        "open ready includes having declared ready; the table does not say whether both score",
    ),
    choice(
        "dragon_and_wind_parts",
        "add",
        ("add", "include"),
        "the table does not say whether the little and big rows score their own pungs too",
    ),
    choice(
        "all_terminals",
        "terminals",
        ("terminals", "terminals-and-honors"),
        "with two suits only seven pairs can be all terminals; some tables admit honors",
    ),
    choice(
        "all_flowers", "replace", ("replace", "add"), "the table does not say whether four flowers still score singly"
    ),
    choice(
        "named_tiles",
        "replace",
        ("off", "replace", "add"),
        "the table does not say whether the 1-dot and 5-dot rows add to the plain row; some tables play without them",
    ),
    choice(
        "nine_gates_one_suit",
        "include",
        ("include", "add"),
        "the table does not say whether nine gates, always one suit, scores full flush too",
    ),
    number("ante", 0, 0, 100, "many tables add a fixed ante, often 10, to every payment; this table has none"),
    flag("melded_chows", True, "some tables let sequences be claimed only to win"),
    choice("suits", "two", ("two", "three"), "the game has two suits; some tables keep bamboo"),
    choice("multiple_winners", "nearest", ("nearest", "all"), "the table leaves several winners on one discard out"),
)

OF_CHOWS, OF_PUNGS, OF_SUITS, OF_NUMBERS = "Chow-Based", "Pung-Based", "Suit-Based", "Numbers-Based"
OF_HONORS, OF_TERMINALS, GOING_OUT, SPECIAL = "Terminals/Honors", "Terminals", "Going Out", "Special"
"""The table's last column, “Pattern”."""

starred = partial(row, counts=False)
"""A row that “cannot be used towards having a two point minimum hand”."""

ROWS = (
    row("all-chows", 1, None, "All Chows", OF_CHOWS, lambda chows, honors: chows == 4 and not honors),
    row("all-simples", 1, None, "All Simples", OF_NUMBERS, lambda terminals, honors: not terminals and not honors, counts=lambda chows: chows < 4),
    row("dragon-pung", 1, None, "Dragon Pung", OF_HONORS, lambda dragon_pungs: dragon_pungs, each=True),
    row("seat-wind", 1, None, "Seat Wind", OF_HONORS, lambda seat_wind_pung: seat_wind_pung),
    row("concealed-hand", 1, None, "Concealed Hand", GOING_OUT, lambda exposed, self_draw: not exposed and not self_draw),
    starred("flower", 1, None, "Flower Tile", SPECIAL, lambda flowers: flowers, each=True),
    starred("premium-tile", 1, None, "Premium Tile", SPECIAL, lambda winning_copies, premium_flat, premium_others, premium_all: premium_flat * (winning_copies > 1) + premium_others * (winning_copies - 1) + premium_all * winning_copies, each=True),
    starred("ready", 1, None, "Ready (Ephe)", GOING_OUT, lambda ready: ready),
    row("fully-concealed", 2, None, "Fully Concealed Hand", GOING_OUT, lambda exposed, self_draw: not exposed and self_draw),
    row("all-pungs", 2, None, "All Pungs", OF_PUNGS, lambda pungs: pungs == 4),
    row("half-flush", 2, None, "Clear Hand / Half Flush", OF_SUITS, lambda suits, honors: suits == 1 and honors),
    row("pure-straight", 2, None, "Pure Straight", OF_CHOWS, lambda pure_straight: pure_straight),
    starred("open-ready", 2, None, "Open Ready (Bulhe)", GOING_OUT, lambda open_ready, self_draw: open_ready and self_draw, replaces=(takes("ready", when=lambda open_ready_replace: open_ready_replace),)),
    row("little-three-dragons", 4, None, "Little Three Dragons", OF_HONORS, lambda dragon_pungs, dragon_pair: dragon_pungs == 2 and dragon_pair, replaces=(takes("dragon-pung", when=lambda dragon_and_wind_parts_include: dragon_and_wind_parts_include),)),
    row("three-concealed-pungs", 4, None, "Three Concealed Pungs", OF_PUNGS, lambda concealed_pungs: concealed_pungs == 3),
    row("seven-pairs", 4, None, "Seven Pairs", SPECIAL, lambda seven_pairs: seven_pairs),
    starred("last-tile-draw", 5, None, "Last Tile Draw", GOING_OUT, lambda last_tile, self_draw: last_tile and self_draw),
    starred("robbing-the-kong", 5, None, "Robbing the Kong", GOING_OUT, lambda robbing_the_kong: robbing_the_kong),
    starred("kong-replacement", 5, None, "Out with Replacement Tile", GOING_OUT, lambda kong_replacement: kong_replacement),
    row("double-ready", 5, None, "Double Ready", SPECIAL, lambda first_turn_ready: first_turn_ready, replaces=("ready",)),
    row("little-four-winds", 8, None, "Little Four Winds", OF_HONORS, lambda wind_pungs, wind_pair: wind_pungs == 3 and wind_pair, replaces=(takes("seat-wind", when=lambda dragon_and_wind_parts_include: dragon_and_wind_parts_include),)),
    row("full-flush", 8, None, "Pure Hand / Full Flush", OF_SUITS, lambda suits, honors: suits == 1 and not honors),
    row("big-three-dragons", 8, None, "Big Three Dragons", OF_HONORS, lambda dragon_pungs: dragon_pungs == 3, replaces=(takes("dragon-pung", when=lambda dragon_and_wind_parts_include: dragon_and_wind_parts_include),)),
    row("all-terminals", 8, None, "All Terminals", OF_TERMINALS, lambda simples, terminals, honors, all_terminals_terminals_and_honors: not simples and terminals and (not honors or all_terminals_terminals_and_honors)),
    row("four-concealed-pungs", 8, None, "Four Concealed Pungs", OF_PUNGS, lambda concealed_pungs: concealed_pungs == 4, replaces=("three-concealed-pungs",)),
    starred("all-flowers", 8, None, "All Flowers", SPECIAL, lambda flowers: flowers == 4, replaces=(takes("flower", when=lambda all_flowers_replace: all_flowers_replace),)),
    starred("moon", 8, None, "Moon at the Bottom of the Sea", GOING_OUT, lambda last_tile, self_draw, winning, named_tiles_off: last_tile and self_draw and winning == ONE_DOT and not named_tiles_off, replaces=(takes("last-tile-draw", when=lambda named_tiles_replace: named_tiles_replace),)),
    starred("plum-blossom", 8, None, "Plum Blossom on the Roof", GOING_OUT, lambda kong_replacement, winning, named_tiles_off: kong_replacement and winning == FIVE_DOT and not named_tiles_off, replaces=(takes("kong-replacement", when=lambda named_tiles_replace: named_tiles_replace),)),
    row("big-four-winds", 12, None, "Big Four Winds", OF_HONORS, lambda wind_pungs: wind_pungs == 4, replaces=(takes("seat-wind", when=lambda dragon_and_wind_parts_include: dragon_and_wind_parts_include),)),
    row("all-honors", 12, None, "All Honors", OF_HONORS, lambda suits: suits == 0),
    row("heavenly-hand", 16, None, "Heavenly Hand", GOING_OUT, lambda initial_deal: initial_deal),
    row("earthly-hand", 16, None, "Earthly Hand", GOING_OUT, lambda first_turn, self_draw, dealer: first_turn and self_draw and not dealer),
    row("blessing-of-man", 16, None, "Blessing of Man", GOING_OUT, lambda first_turn, self_draw: first_turn and not self_draw),
    row("nine-gates", 24, None, "Nine Gates", SPECIAL, lambda gates_wait: gates_wait, replaces=(takes("full-flush", when=lambda nine_gates_one_suit_include: nine_gates_one_suit_include),)),
)  # fmt: skip

RULES = RuleSet(
    "korean-kengma",
    revision=1,
    names={"en": "Korean mahjong with the horse race"},
    seed="Scoring Table and Payouts in Korean Mahjong",
    unit="points",
    tiles=14,
    shapes=(STANDARD, SEVEN_PAIRS),
    options=OPTIONS,
    rows=ROWS,
    forbids=FORBIDS,
    pays=PAYS,
    one_open_ready=True,
    race=Race("fully-concealed", counters=3, pays=2, pays_with_all=4, reason="kengma"),
)  # fmt: skip
