"""The sixteen-tile table, chips = points + 10: row by row, in the words of Chinese official mahjong.

The copy of the table is damaged: several descriptions were pasted from the row above. Each row is read by its own
name and value.
"""

from __future__ import annotations

from sikwu.readings.shapes import EIGHT_PAIRS, STANDARD
from sikwu.rules.language import THE_REST, Payments, RuleSet, choice, number, row, takes

OPTIONS = (
    number("minimum", 0, 0, 30, "“Minimum Scoring Points is 0”"),
    choice(
        "chicken",
        "one-point",
        ("one-point", "one-point-added", "no-points", "off"),
        "the English says “with one scoring point”, the Chinese name 无番和 says none",
    ),
    choice(
        "fully_concealed",
        "replace",
        ("replace", "add", "add-all"),
        "rows 20 and 21 leave self-draw out in words, row 24 does not; the official rules count nothing twice",
    ),
    choice(
        "single_wait",
        "any",
        ("any", "only"),
        "the words ask only that the tile completes the pair; the name usually means the only wait",
    ),
    choice("all_honors_pungs", "include", ("include", "add"), "the table leaves open whether 字一色 contains 碰碰和"),
    choice(
        "little_dragons_parts", "include", ("include", "add"), "the table leaves open whether 小三元 contains 双箭刻"
    ),
    choice(
        "little_winds_parts", "include", ("include", "add"), "the table leaves open whether 小四風會 contains 三風會"
    ),
    choice("full_flush_no_honors", "include", ("include", "add"), "the table leaves open whether 清一色 contains 无字"),
    number("base", 10, 0, 100, "“Unit Chips = Points + 10”"),
    choice("multiple_winners", "all", ("all", "nearest"), "the table leaves several winners on one discard out"),
)

ROWS = (
    row("heaven-and-earth", 30, "天地和", "Heaven and earth", "1", lambda initial_deal, dealers_first_discard: initial_deal or dealers_first_discard),
    row("big-four-winds", 30, "四風會", "Big four winds", "2", lambda wind_pungs: wind_pungs == 4),
    row("little-four-winds", 20, "小四風會", "Little four winds", "3", lambda wind_pungs, wind_pair: wind_pungs == 3 and wind_pair,
        replaces=(takes("three-winds", when=lambda little_winds_parts_include: little_winds_parts_include),)),
    row("three-winds", 3, "三風會", "Three winds", "4", lambda wind_pungs: wind_pungs == 3),
    row("two-winds", 2, "二風", "Two winds", "5", lambda wind_pungs: wind_pungs == 2),
    row("one-wind", 1, "風牌", "One wind", "6", lambda wind_pungs: wind_pungs == 1),
    row("big-three-dragons", 20, "大三元", "Big three dragons", "7", lambda dragon_pungs: dragon_pungs == 3),
    row("little-three-dragons", 10, "小三元", "Little three dragons", "8", lambda dragon_pungs, dragon_pair: dragon_pungs == 2 and dragon_pair,
        replaces=(takes("two-dragons", when=lambda little_dragons_parts_include: little_dragons_parts_include),)),
    row("two-dragons", 2, "双箭刻", "Two dragons", "9", lambda dragon_pungs: dragon_pungs == 2),
    row("one-dragon", 1, "箭刻", "One dragon", "10", lambda dragon_pungs: dragon_pungs == 1),
    row("concealed-kong", 2, "暗杠", "Concealed kong", "11", lambda concealed_kongs: concealed_kongs, each=True),
    row("kong", 1, "杠", "Kong", "12", lambda exposed_kongs: exposed_kongs, each=True),
    row("all-honors", 30, "字一色", "All honors", "12 (a second)", lambda suits: suits == 0,
        replaces=(takes("all-pungs", when=lambda all_honors_pungs_include: all_honors_pungs_include),)),
    row("eight-pairs", 20, "八对", "Eight pairs", "13", lambda eight_pairs: eight_pairs,
        replaces=("concealed-hand", "edge-wait", "closed-wait", "single-wait")),
    row("full-flush", 30, "清一色", "Full flush", "14", lambda suits, honors: suits == 1 and not honors,
        replaces=(takes("no-honors", when=lambda full_flush_no_honors_include: full_flush_no_honors_include),
                  takes("no-honors-no-flowers", when=lambda full_flush_no_honors_include: full_flush_no_honors_include))),
    row("half-flush", 10, "混一色", "Half flush", "15", lambda suits, honors: suits == 1 and honors),
    row("pure-straight", 10, "清龙", "Pure straight", "16", lambda pure_straight: pure_straight),
    row("chicken-hand", 10, "无番和", "Chicken hand", "17", last=True,
        when=lambda rest, standard, chicken_off, chicken_no_points: standard and not chicken_off and rest == (not chicken_no_points),
        replaces=(takes(THE_REST, when=lambda chicken_one_point: chicken_one_point),)),
    row("all-pungs", 10, "碰碰和", "All pungs", "18", lambda pungs: pungs == 5),
    row("all-chows", 3, "平和", "All chows", "19", lambda chows: chows == 5),
    row("last-tile-draw", 1, "妙手回春", "Last tile draw", "20", lambda last_tile, self_draw: last_tile and self_draw, replaces=("self-draw",)),
    row("kong-replacement", 1, "杠上开花", "Out with replacement tile", "21", lambda kong_replacement: kong_replacement, replaces=("self-draw",)),
    row("robbing-the-kong", 1, "抢杠和", "Robbing the kong", "22", lambda robbing_the_kong: robbing_the_kong),
    row("melded-hand", 10, "全求人", "Melded hand", "23", lambda exposed, self_draw: exposed == 5 and not self_draw, replaces=("single-wait",)),
    row("fully-concealed", 3, "不求人", "Fully concealed hand", "24", lambda exposed, self_draw: not exposed and self_draw,
        replaces=(takes("concealed-hand", when=lambda fully_concealed_add_all: not fully_concealed_add_all),
                  takes("self-draw", when=lambda fully_concealed_replace: fully_concealed_replace))),
    row("concealed-hand", 1, "门前清", "Concealed hand", "26", lambda exposed: not exposed),
    row("no-honors-no-flowers", 3, "无字无花", "No honors and no flowers", "26 (a second)", lambda honors, flowers: not honors and not flowers, replaces=("no-honors",)),
    row("no-honors", 1, "无字", "No honors", "27", lambda honors: not honors),
    row("edge-wait", 1, "边张", "Edge wait", "28", lambda edge_wait, waits: edge_wait and waits == 1),
    row("closed-wait", 1, "坎张", "Closed wait", "29", lambda closed_wait, waits: closed_wait and waits == 1),
    row("single-wait", 1, "单钓将", "Single wait", "30", lambda completes_pair, waits, single_wait_any: completes_pair and (single_wait_any or waits == 1)),
    row("self-draw", 1, "自摸", "Self-draw", "31", lambda self_draw: self_draw),
    row("flowers", 1, "花牌", "Flower tiles", "32", lambda flowers: flowers, each=True),
    row("eight-flowers", 30, "八花", "Eight flowers", "32 (in brackets)", lambda flowers: flowers == 8, replaces=("flowers",)),
)  # fmt: skip


def _chips(points: int, base: int) -> int:
    return points + base


RULES = RuleSet(
    "sixteen-tile",
    revision=1,
    names={"en": "Sixteen-tile table", "zh": "十六張麻雀"},
    seed="Sixteen-tile scoring table, 32 items, “Unit Chips = Points + 10”",
    unit="points",
    tiles=17,
    shapes=(STANDARD, EIGHT_PAIRS),
    options=OPTIONS,
    rows=ROWS,
    pays=Payments(discard=_chips, self_draw=_chips),
)
