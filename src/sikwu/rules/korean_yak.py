"""Korean two-point mahjong, the Yak tables: basic rows, which count toward the minimum, and bonus rows, which never do.

Everything that matches is added, but for the rows that say whose place they take.
"""

from __future__ import annotations

from functools import partial

from sikwu.readings.facts import Fact
from sikwu.readings.shapes import SEVEN_PAIRS, STANDARD
from sikwu.rules._korean import FIVE_DOT, FORBIDS, ONE_DOT, PAYS
from sikwu.rules.language import Promise, RuleSet, choice, flag, number, row, takes

OPTIONS = (
    number("minimum", 2, 0, 5, "“secure at least basic 2 score”"),
    choice(
        "named_tiles",
        "replace",
        ("off", "replace", "add"),
        "the 1-dot and 5-dot rows are optional, and the tables do not say whether they add to the plain row",
    ),
    choice(
        "all_flowers", "replace", ("replace", "add"), "the tables do not say whether four flowers still score singly"
    ),
    choice(
        "nine_gates_one_suit",
        "include",
        ("include", "add"),
        "the tables do not say whether nine gates, always one suit, scores pure one-suit too",
    ),
    choice(
        "ready_promise",
        "winning-tile",
        ("off", "winning-tile", "every-wait"),
        "ready promises the minimum on a discard: of the tile that came, or of every tile the hand waited for",
    ),
    number("ante", 0, 0, 100, "many tables add a fixed ante, often 10, to every payment; the tables have none"),
    flag("melded_chows", False, "sequences are claimed only to win, unless the table lets players meld them"),
    choice("suits", "two", ("two", "three"), "the game has two suits; some tables keep bamboo"),
    choice("multiple_winners", "nearest", ("nearest", "all"), "the tables leave several winners on one discard out"),
)


def value_pair(pair: int, seat: int, round_wind: int) -> int:
    """Whether the pair is a dragon, the round wind or the seat wind."""
    return pair > 30 or pair == 26 + seat or pair == 26 + round_wind


BASIC_1, BASIC_2, BASIC_4 = "Basic hands, 1 point", "Basic hands, 2 points", "Basic hands, 4 points"
BASIC_5, BASIC_6, BASIC_8 = "Basic hands, 5 points", "Basic hands, 6 points", "Basic hands, 8 points"
BASIC_12, BASIC_16, BASIC_24 = "Basic hands, 12 points", "Basic hands, 16 points", "Basic hands, 24 points"

basic = partial(row, script="ko")

BASIC = (
    basic("dragon-pung", 1, "삼원패", "Dragon Pung", BASIC_1, lambda dragon_pungs: dragon_pungs, each=True),
    basic("prevalent-wind", 1, "장풍패", "Prevalent Wind", BASIC_1, lambda round_wind_pung: round_wind_pung),
    basic("seat-wind", 1, "자풍패", "Seat Wind", BASIC_1, lambda seat_wind_pung: seat_wind_pung),
    basic("concealed-hand", 1, "문전", "Concealed Hand", BASIC_1, lambda exposed: not exposed, zh="門前"),
    basic("concealed-self-draw", 1, "문전 쯔모", "Win by Self-Draw on a Concealed Hand", BASIC_1, lambda exposed, self_draw: not exposed and self_draw),
    basic("all-simples", 1, "단요", "All Simples", BASIC_1, lambda terminals, honors: not terminals and not honors),
    basic("all-sequences", 1, "평화", "All Sequences", BASIC_1, lambda chows, exposed, self_draw, two_sided_wait, value_pair: chows == 4 and not exposed and not self_draw and two_sided_wait and not value_pair),
    basic("double-wind", 2, "연풍패", "Double Winds", BASIC_2, lambda seat_wind_pung, round_wind_pung, seat, round_wind: seat_wind_pung and round_wind_pung and seat == round_wind, replaces=("prevalent-wind", "seat-wind")),
    basic("mixed-one-suit", 2, "혼일색", "Mixed One-Suit", BASIC_2, lambda suits, honors: suits == 1 and honors),
    basic("all-triplets", 2, "대대화", "All Triplets", BASIC_2, lambda pungs: pungs == 4, zh="對對和"),
    basic("pure-straight", 2, "일기통관", "Pure Straight", BASIC_2, lambda pure_straight: pure_straight),
    basic("seven-pairs", 4, "칠대자", "Seven Pairs", BASIC_4, lambda seven_pairs: seven_pairs, zh="七對子"),
    basic("three-concealed-triplets", 4, "삼암각", "Three Concealed Triplets", BASIC_4, lambda concealed_pungs: concealed_pungs == 3),
    basic("first-turn-ready", 5, "부지 엎어", "Announcing a Ready Hand in the First Turn", BASIC_5, lambda first_turn_ready: first_turn_ready, replaces=("ready",)),
    basic("little-three-dragons", 6, "소삼원", "Little Three Dragons", BASIC_6, lambda dragon_pungs, dragon_pair: dragon_pungs == 2 and dragon_pair, replaces=("dragon-pung",)),
    basic("pure-one-suit", 8, "청일색", "Pure One-Suit", BASIC_8, lambda suits, honors, exposed: suits == 1 and not honors and not exposed),
    basic("big-three-dragons", 8, "대삼원", "Big Three Dragons", BASIC_8, lambda dragon_pungs: dragon_pungs == 3, replaces=("dragon-pung",)),
    basic("four-concealed-triplets", 8, "사암각", "Four Concealed Triplets", BASIC_8, lambda concealed_pungs: concealed_pungs == 4, replaces=("three-concealed-triplets",)),
    basic("all-terminals-honors", 8, "혼노두", "All Terminals and Honors", BASIC_8, lambda simples, terminals: not simples and terminals),
    basic("little-four-winds", 8, "소사희", "Little Four Winds", BASIC_8, lambda wind_pungs, wind_pair: wind_pungs == 3 and wind_pair, replaces=("prevalent-wind", "seat-wind", "double-wind")),
    basic("big-four-winds", 12, "대사희", "Big Four Winds", BASIC_12, lambda wind_pungs: wind_pungs == 4, replaces=("prevalent-wind", "seat-wind", "double-wind")),
    basic("all-honors", 12, "자일색", "All Honors", BASIC_12, lambda suits: suits == 0),
    basic("blessing-of-heaven", 16, "천화", "Blessing of Heaven", BASIC_16, lambda initial_deal, standard: initial_deal and standard),
    basic("blessing-of-earth", 16, "지화", "Blessing of Earth", BASIC_16, lambda first_turn, self_draw, dealer: first_turn and self_draw and not dealer),
    basic("blessing-of-man", 16, "인화", "Blessing of Man", BASIC_16, lambda first_turn, self_draw: first_turn and not self_draw),
    basic("nine-gates", 24, "구련보등", "Nine Gates", BASIC_24, lambda gates_wait: gates_wait, replaces=(takes("pure-one-suit", when=lambda nine_gates_one_suit_include: nine_gates_one_suit_include),)),
)  # fmt: skip

BONUS_1, BONUS_2 = "Bonus hands, 1 point", "Bonus hands, 2 points"
BONUS_5, BONUS_8 = "Bonus hands, 5 points", "Bonus hands, 8 points"

bonus = partial(row, script="ko", counts=False)

BONUS = (
    bonus("ready", 1, "엎어", "Announcing a Ready Hand (Lizhi)", BONUS_1, lambda ready: ready),
    bonus("genshow", 1, "겐쇼", "Genshow (Korean-Style Dora)", BONUS_1, lambda winning_copies: winning_copies, each=True),
    bonus("flower", 1, "꽃패", "Flower Tiles", BONUS_1, lambda flowers: flowers, each=True),
    bonus("open-ready", 2, "불러", "Open Lizhi", BONUS_2, lambda open_ready: open_ready),
    bonus("robbing-the-kong", 5, "창깡", "Robbing the Kong", BONUS_5, lambda robbing_the_kong: robbing_the_kong),
    bonus("kong-replacement", 5, "깡올라", "Win on Kong", BONUS_5, lambda kong_replacement: kong_replacement),
    bonus("last-tile-draw", 5, "라스트 올라", "Last Tile Draw", BONUS_5, lambda last_tile, self_draw: last_tile and self_draw),
    bonus("last-tile-claim", 5, "라스트 쏘아", "Last Tile Claim", BONUS_5, lambda last_tile, self_draw: last_tile and not self_draw),
    bonus("all-flowers", 8, "화만관", "All Flowers", BONUS_8, lambda flowers: flowers == 4, replaces=(takes("flower", when=lambda all_flowers_replace: all_flowers_replace),)),
    bonus("last-tile-draw-1-dot", 8, "라스트 1통 올라", "Last Tile Draw of the 1 of Dots", BONUS_8, lambda last_tile, self_draw, winning, named_tiles_off: last_tile and self_draw and winning == ONE_DOT and not named_tiles_off, replaces=(takes("last-tile-draw", when=lambda named_tiles_replace: named_tiles_replace),)),
    bonus("last-tile-claim-1-dot", 8, "라스트 1통 쏘아", "Last Tile Claim of the 1 of Dots", BONUS_8, lambda last_tile, self_draw, winning, named_tiles_off: last_tile and not self_draw and winning == ONE_DOT and not named_tiles_off, replaces=(takes("last-tile-claim", when=lambda named_tiles_replace: named_tiles_replace),)),
    bonus("kong-replacement-5-dot", 8, "5통 깡올라", "Win on Kong of the 5 of Dots", BONUS_8, lambda kong_replacement, winning, named_tiles_off: kong_replacement and winning == FIVE_DOT and not named_tiles_off, replaces=(takes("kong-replacement", when=lambda named_tiles_replace: named_tiles_replace),)),
)  # fmt: skip

RULES = RuleSet(
    "korean-yak",
    revision=1,
    names={"en": "Korean two-point mahjong (Yak tables)"},
    seed="Korean Mahjong Scoring Tables: basic hands (Yak) and bonus hands",
    unit="points",
    tiles=14,
    shapes=(STANDARD, SEVEN_PAIRS),
    options=OPTIONS,
    rows=BASIC + BONUS,
    facts=(Fact("value_pair", value_pair, None),),
    forbids=FORBIDS,
    pays=PAYS,
    promise=Promise(
        "ready",
        "ready-too-cheap",
        kept_by_winning_tile=lambda ready_promise_winning_tile: ready_promise_winning_tile,
        kept_by_every_wait=lambda ready_promise_every_wait: ready_promise_every_wait,
    ),
)  # fmt: skip
