"""Hong Kong-style sixteen tiles, “The Mahjong Bible”, 2010: the list of points, row by row.

What matches is added, except where a row takes the place of others. Rows with a star never stand beside each other.
"""

from __future__ import annotations

from sikwu.hand import Group
from sikwu.readings.facts import DRAGON_KINDS, WIND_KINDS
from sikwu.readings.shapes import EIGHT_PAIRS, SIXTEEN_UNCONNECTED, STANDARD, THIRTEEN_ORPHANS
from sikwu.rules._taiwan_families import FACTS
from sikwu.rules.language import (
    THE_REST,
    Liability,
    Liable,
    Payments,
    RuleSet,
    SidePayment,
    choice,
    flag,
    number,
    row,
    takes,
)

OPTIONS = (
    choice(
        "sisters", "same-chow", ("same-chow", "adjacent-pungs"), "the list only names 姊妹; both meanings are in use"
    ),
    choice("false_single_wait", "any-narrow", ("any-narrow", "pair"), "假獨 is the pair alone in some houses"),
    choice("straight_by_discard", "open", ("open", "concealed"), "whether 暗龍 and 暗蟲 may be completed by a discard"),
    choice(
        "kong_replacement",
        "includes-self-draw",
        ("includes-self-draw", "adds"),
        "the name 槓上自摸 says self-draw; some add 自摸 to it",
    ),
    flag("missing_suit_honors", False, "whether a hand with honors may score 缺一門"),
    choice("earth", "first-discard", ("first-discard", "first-turn"), "“First tile played that leads to Mahjong”"),
    choice("chicken", "replace", ("replace", "add"), "“you can only count a total of 1 pt.”"),
    choice("melded_hand_wait", "include", ("include", "add"), "whether 全求人 and 半求人 contain their single wait"),
    choice(
        "double_win_concealed",
        "both",
        ("both", "standard-only"),
        "兩吃 repeats “莊,花,門清”; elsewhere 嚦咕 has “no 門清”",
    ),
    flag("double_win", True, "whether 兩吃 is paid"),
    flag("dealer_pays", True, "whether a losing dealer pays 莊 and 連莊 too"),
    choice("multiple_winners", "all", ("all", "nearest"), "“一炮雙響”"),
    number("minimum", 0, 0, 50, "the list has none; 底 counts toward it"),
)

ONE, TWO, SPECIAL, NOTES = "1-point line", "2-point line", "Special Tiles", "notes"
WAITS = ("single-wait", "false-single-wait", "pung-wait")

ROWS = (
    row("base", 5, "底", "Base", NOTES, lambda: 1, apart=True),
    row("dealer", 1, "莊", "Dealer", ONE, lambda dealer: dealer, apart=True),
    row("dealer-streak", 2, "連莊", "Dealer's streak", TWO, lambda dealer, streak: dealer * streak, each=True, apart=True),
    row("no-flowers", 1, "無花", "No flowers", ONE, lambda flowers: not flowers),
    row("wrong-flower", 1, "爛花", "Flower of another seat", ONE, lambda flowers, own_flowers: flowers - own_flowers, each=True),
    row("own-flower", 2, "正花", "Own flower", TWO, lambda own_flowers: own_flowers, each=True),
    row("no-honors", 1, "無字", "No honors", ONE, lambda plain_suits: plain_suits),
    row("no-honors-no-flowers", 5, "無字花", "No honors and no flowers", "無字花", lambda plain_suits, flowers: plain_suits and not flowers,
        replaces=("no-honors", "no-flowers")),
    row("honor-pung", 1, "碰字", "Pung of a wind", ONE, lambda wind_pungs: wind_pungs, each=True),
    row("seat-wind", 1, "正風", "Seat wind", ONE, lambda seat_wind_pung: seat_wind_pung),
    row("round-wind", 1, "正圈", "Round wind", ONE, lambda round_wind_pung: round_wind_pung),
    row("dragon-pung", 2, "中 發 白", "Pung of a dragon", TWO, lambda dragon_pungs: dragon_pungs, each=True),
    row("ranked-pair", 1, "將眼", "Pair of 2, 5 or 8", ONE, lambda ranked_pair: ranked_pair),
    row("single-wait", 2, "獨獨", "Single wait", TWO, lambda waits, completes_pair, closed_wait, edge_wait: waits == 1 and (completes_pair or closed_wait or edge_wait)),
    row("false-single-wait", 1, "假獨", "False single wait", ONE,
        lambda waits, completes_pair, closed_wait, edge_wait, false_single_wait_any_narrow:
            waits > 1 and (completes_pair or (false_single_wait_any_narrow and (closed_wait or edge_wait)))),
    row("pung-wait", 2, "對碰", "Pung wait", TWO, lambda completes_pung: completes_pung),
    row("open-kong", 1, "明槓", "Open kong", ONE, lambda exposed_kongs: exposed_kongs, each=True),
    row("concealed-kong", 2, "暗槓", "Concealed kong", TWO, lambda concealed_kongs: concealed_kongs, each=True),
    row("robbing-the-kong", 1, "搶槓", "Robbing the kong", ONE, lambda robbing_the_kong, robbing_a_concealed_kong: robbing_the_kong or robbing_a_concealed_kong),
    row("self-draw", 1, "自摸", "Self-draw", ONE, lambda self_draw: self_draw),
    row("kong-replacement", 2, "槓上自摸", "Kong replacement", TWO, lambda kong_replacement: kong_replacement,
        replaces=(takes("self-draw", when=lambda kong_replacement_includes_self_draw: kong_replacement_includes_self_draw),)),
    row("last-tile", 5, "海底", "Last tile", "海底", lambda last_tile, self_draw: last_tile and self_draw, replaces=("self-draw",)),
    row("concealed-hand", 5, "門清", "Concealed hand", "門清", lambda counts_concealed, self_draw: counts_concealed and not self_draw),
    row("concealed-self-draw", 10, "門清摸", "Concealed self-draw", "門清摸", lambda counts_concealed, self_draw: counts_concealed and self_draw, replaces=("self-draw",)),
    row("melded-hand", 10, "全求人", "Melded hand", "全求人", lambda exposed, self_draw: exposed == 5 and not self_draw,
        replaces=(takes("single-wait", when=lambda melded_hand_wait_include: melded_hand_wait_include),
                  takes("false-single-wait", when=lambda melded_hand_wait_include: melded_hand_wait_include))),
    row("half-melded-hand", 5, "半求人", "Half melded hand", "半求人", lambda exposed, self_draw: exposed == 5 and self_draw,
        replaces=("self-draw",
                  takes("single-wait", when=lambda melded_hand_wait_include: melded_hand_wait_include),
                  takes("false-single-wait", when=lambda melded_hand_wait_include: melded_hand_wait_include))),
    row("sisters", 3, "姊妹", "Sisters", "姊妹", lambda sisters: sisters, each=True),
    row("three-suit-chows", 10, "三相逢", "Same chow in three suits", "三相逢", lambda three_suit_chows: three_suit_chows, each=True,
        replaces=(takes("sisters", when=lambda sisters_same_chow: sisters_same_chow, of_same=lambda three_suit_chows: three_suit_chows),)),
    row("old-and-young", 5, "老少", "Old and young", "老少", lambda old_and_young: old_and_young, each=True),
    row("old-and-young-pungs", 10, "老少碰", "Old and young pungs", "老少碰", lambda old_and_young_pungs: old_and_young_pungs, each=True),
    row("all-chows", 5, "平胡", "All chows", "平胡", lambda chows: chows == 5),
    row("big-all-chows", 15, "大清平", "Big all chows", "大清平", lambda chows, plain_suits, flowers: chows == 5 and plain_suits and not flowers,
        replaces=("all-chows", "no-honors-no-flowers", "no-honors", "no-flowers")),
    row("two-identical-chows", 5, "一般高", "Two identical chows", "一般高", lambda two_identical_chows: two_identical_chows, each=True),
    row("three-identical-chows", 20, "三般高", "Three identical chows", "三般高", lambda three_identical_chows: three_identical_chows,
        replaces=(takes("two-identical-chows", of_same=lambda three_identical_chows: three_identical_chows),)),
    row("four-identical-chows", 40, "四般高", "Four identical chows", "四般高", lambda four_identical_chows: four_identical_chows,
        replaces=("two-identical-chows", "three-identical-chows")),
    row("brothers", 5, "兄弟", "Brothers", "兄弟", lambda brothers: brothers, each=True),
    row("small-brothers", 15, "小兄弟", "Small brothers", "小兄弟", lambda small_brothers: small_brothers,
        replaces=(takes("brothers", of_same=lambda small_brothers: small_brothers),)),
    row("big-brothers", 20, "大兄弟", "Big brothers", "大兄弟", lambda big_brothers: big_brothers,
        replaces=(takes("brothers", of_same=lambda big_brothers: big_brothers),)),
    row("five-kinds", 10, "五門", "Five kinds", "五門", lambda suits, winds, dragons: suits == 3 and winds and dragons),
    row("missing-suit", 10, "缺一門", "Missing suit", "缺一門", lambda suits, honors, missing_suit_honors: suits == 2 and (missing_suit_honors or not honors)),
    row("all-simples", 10, "斷腰", "All simples", "斷腰", lambda terminals, honors: not terminals and not honors),
    row("four-alike", 10, "四歸", "Four alike", "四歸", lambda four_alike: four_alike, each=True),
    row("open-straight", 10, "明龍", "Open straight", "明龍", lambda straights: straights),
    row("concealed-straight", 20, "暗龍", "Concealed straight", "暗龍", lambda concealed_straights: concealed_straights, replaces=("open-straight",)),
    row("open-mixed-straight", 5, "明蟲", "Open mixed straight", "明蟲", lambda mixed_straights: mixed_straights, each=True),
    row("concealed-mixed-straight", 10, "暗蟲", "Concealed mixed straight", "暗蟲", lambda concealed_mixed_straights: concealed_mixed_straights, each=True,
        replaces=(takes("open-mixed-straight", of_same=lambda concealed_mixed_straights: concealed_mixed_straights),)),
    row("within-ten", 10, "十張內", "Within ten tiles", "十張內", lambda discards: 0 <= discards <= 10),
    row("within-seven", 20, "七張內", "Within seven tiles", "七張內", lambda discards: 0 <= discards <= 7, replaces=("within-ten",)),
    row("two-concealed-pungs", 5, "兩暗崁", "Two concealed pungs", "兩暗崁", lambda concealed_pungs: concealed_pungs == 2),
    row("three-concealed-pungs", 10, "三暗崁", "Three concealed pungs", "三暗崁", lambda concealed_pungs: concealed_pungs == 3),
    row("four-concealed-pungs", 20, "四暗崁", "Four concealed pungs", "四暗崁", lambda concealed_pungs: concealed_pungs == 4),
    row("five-concealed-pungs", 40, "五暗崁", "Five concealed pungs", "五暗崁", lambda concealed_pungs: concealed_pungs == 5),
    row("self-drawn-concealed-pungs", 100, "崁崁", "Self-drawn concealed pungs", "崁崁(自摸)*", lambda concealed_pungs, self_draw, kongs: concealed_pungs == 5 and self_draw and not kongs,
        replaces=("all-pungs", "five-concealed-pungs", "concealed-self-draw", "self-draw")),
    row("all-pungs", 30, "對對", "All pungs", "對對*", lambda pungs: pungs == 5),
    row("big-four-winds", 80, "大四喜", "Big four winds", SPECIAL, lambda wind_pungs: wind_pungs == 4, replaces=("honor-pung", "big-three-winds")),
    row("little-four-winds", 60, "小四喜", "Little four winds", SPECIAL, lambda wind_pungs, wind_pair: wind_pungs == 3 and wind_pair, replaces=("honor-pung", "big-three-winds")),
    row("big-three-winds", 40, "大三風", "Big three winds", SPECIAL, lambda wind_pungs: wind_pungs == 3, replaces=("honor-pung",)),
    row("little-three-winds", 20, "小三風", "Little three winds", SPECIAL, lambda wind_pungs, wind_pair: wind_pungs == 2 and wind_pair, replaces=("honor-pung",)),
    row("big-three-dragons", 60, "大三元", "Big three dragons", SPECIAL, lambda dragon_pungs: dragon_pungs == 3, replaces=("dragon-pung",)),
    row("little-three-dragons", 40, "小三元", "Little three dragons", SPECIAL, lambda dragon_pungs, dragon_pair: dragon_pungs == 2 and dragon_pair, replaces=("dragon-pung",)),
    row("all-honors", 100, "字一色", "All honors", SPECIAL, lambda suits: suits == 0, replaces=("terminals-or-honors-in-all",)),
    row("full-flush", 80, "清一色", "Full flush", SPECIAL, lambda suits, honors: suits == 1 and not honors),
    row("half-flush", 30, "混一色", "Half flush", SPECIAL, lambda suits, honors: suits == 1 and honors),
    row("all-terminals", 120, "全腰九", "All terminals", SPECIAL, lambda simples, honors: not simples and not honors, replaces=("terminals-in-all",)),
    row("all-terminals-and-honors", 40, "全混腰", "All terminals and honors", SPECIAL, lambda simples, terminals, honors: not simples and terminals and honors,
        replaces=("terminals-or-honors-in-all",)),
    row("terminals-in-all", 40, "清腰", "Terminals in all", SPECIAL, lambda ends_in_all, honors: ends_in_all and not honors),
    row("terminals-or-honors-in-all", 20, "混腰", "Terminals or honors in all", SPECIAL, lambda ends_in_all, honors: ends_in_all and honors),
    row("heaven-or-earth", 100, "天地胡", "Heaven or earth", SPECIAL, lambda heaven_or_earth: heaven_or_earth),
    row("eight-pairs", 40, "嚦咕", "Eight pairs", "嚦咕*", lambda eight_pairs: eight_pairs),
    row("sixteen-unconnected", 40, "十六不搭", "Sixteen unconnected", "十六不搭*", lambda sixteen_unconnected: sixteen_unconnected,
        replaces=(*WAITS, "ranked-pair", "five-kinds")),
    row("pure-sixteen-unconnected", 80, "真十六不搭", "Pure sixteen unconnected", "真十六不搭*", lambda pure_sixteen_unconnected: pure_sixteen_unconnected,
        replaces=("sixteen-unconnected",)),
    row("thirteen-orphans", 100, "十三腰", "Thirteen orphans", "十三腰*", lambda thirteen_orphans: thirteen_orphans,
        replaces=(*WAITS, "honor-pung", "seat-wind", "round-wind", "dragon-pung", "five-kinds")),
    row("eight-flowers", 40, "八隻花", "Eight flowers", "八隻花*", lambda eight_flowers: eight_flowers),
    row("small-chicken", 10, "小雞胡", "Small chicken", "小雞胡", lambda standard, rest: standard and rest == 2, last=True,
        replaces=(takes(THE_REST, when=lambda chicken_replace: chicken_replace),)),
    row("big-chicken", 25, "大雞胡", "Big chicken", "大雞胡", lambda standard, rest: standard and rest == 1, last=True,
        replaces=(takes(THE_REST, when=lambda chicken_replace: chicken_replace),)),
)  # fmt: skip


def liable(rows: frozenset[str], groups: tuple[Group, ...]) -> Liable | None:
    """Who pays a self-draw alone: whoever gave the pung that finished the dragons or winds, or the fifth group of a suit.

    >>> liable(frozenset({"full-flush"}), (*[Group("chow", 0, 4)] * 4, Group("kong", 8, 2)))
    (2, 'full-flush')
    """
    for key, kinds, needed in (("big-three-dragons", DRAGON_KINDS, 3), ("big-four-winds", WIND_KINDS, 4)):
        shown = [group for group in groups if group.exposed and kinds >> group.tile & 1]
        if key in rows and len(shown) == needed and shown[-1].kind != "kong" and shown[-1].claimed_from:
            return shown[-1].claimed_from, key
    fifth = groups[-1] if len(groups) == 5 and all(group.exposed for group in groups) else None
    if "full-flush" in rows and fifth and fifth.claimed_from:
        return fifth.claimed_from, "full-flush"
    return None


RULES = RuleSet(
    "taiwan-bible",
    revision=1,
    names={"en": "Hong Kong-style sixteen-tile, The Mahjong Bible", "zh": "台灣牌（麻雀聖經）"},
    seed="The Mahjong Bible, Taiwan Mahjong Points, updated Nov. 30, 2010",
    unit="points",
    tiles=17,
    shapes=(STANDARD, EIGHT_PAIRS, SIXTEEN_UNCONNECTED, THIRTEEN_ORPHANS),
    options=OPTIONS,
    rows=ROWS,
    facts=FACTS,
    pays=Payments(
        discard=lambda points: points,
        self_draw=lambda points: points,
        dealer=lambda streak, dealer_pays: (1 + 2 * streak) * dealer_pays,
    ),
    robs_concealed_kong=(THIRTEEN_ORPHANS,),
    eight_flowers="eight-flowers",
    double_win=(STANDARD, EIGHT_PAIRS),
    liable=Liability(("big-three-dragons", "big-four-winds", "full-flush"), liable),
    concealed_kong_payment=(SidePayment(5, "concealed-kong"), SidePayment(10, "concealed-kong-not-shown")),
    flower_sets={"flowers": SidePayment(5, "flowers"), "grass": SidePayment(3, "grass")},
    false_win_penalty=50,
)
