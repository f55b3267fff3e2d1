"""Hong Kong, HKMA 2023: the table of the companion's guide, row by row.

Everything that matches is listed and added; nothing excludes anything; scoring stops at ten faan.
"""

from __future__ import annotations

from sikwu.readings.shapes import STANDARD, THIRTEEN_ORPHANS
from sikwu.rules.language import ROBBED_PAYS_ALL, SHARES, Payments, RuleSet, choice, number, row

OPTIONS = (
    number("minimum", 3, 0, 5, "“Set the table minimum from 0 through 5 faan”"),
    number("cap", 10, 10, 10, "“scoring stops at 10 faan”"),
    choice(
        "robbed_kong_payment",
        "shares",
        ("shares", "robbed-pays-all"),
        "the guide pays self-draw shares; many tables let the robbed player pay all three",
    ),
    choice("multiple_winners", "all", ("all", "nearest"), "the guide leaves several winners on one discard out"),
)

ONE, THREE, FIVE, SEVEN, LIMIT = "One faan", "Three faan", "Five faan", "Seven faan", "Ten faan limit patterns"

ROWS = (
    row("all-sequences", 1, "平糊", "All sequences", ONE, lambda chows: chows == 4),
    row("concealed-hand", 1, "門前清", "Concealed hand", ONE, lambda declared: declared == 0),
    row("self-draw", 1, "自摸", "Self-draw", ONE, lambda self_draw: self_draw),
    row("dragon-set", 1, "番子", "Dragon set", ONE, lambda dragon_pungs: dragon_pungs, each=True),
    row("seat-wind", 1, "門風", "Seat wind", ONE, lambda seat_wind_pung: seat_wind_pung),
    row("round-wind", 1, "圈風", "Round wind", ONE, lambda round_wind_pung: round_wind_pung),
    row("mixed-terminals-honors", 1, "花么", "Mixed terminals and honors", ONE, lambda standard, simples, terminals, honors: standard and not simples and terminals and honors),
    row("robbing-the-kong", 1, "搶槓", "Robbing a kong", ONE, lambda robbing_the_kong: robbing_the_kong),
    row("kong-replacement", 1, "槓上自摸", "Kong replacement self-draw", ONE, lambda kong_replacement: kong_replacement),
    row("last-tile-self-draw", 1, "海底撈月", "Last tile self-draw", ONE, lambda last_tile, self_draw: last_tile and self_draw),
    row("mixed-one-suit", 3, "混一色", "Mixed one suit", THREE, lambda suits, honors: suits == 1 and honors),
    row("all-triplets", 3, "對對糊", "All triplets", THREE, lambda pungs: pungs == 4),
    row("little-dragons", 3, "小三元", "Little dragons", THREE, lambda dragon_pungs, dragon_pair: dragon_pungs == 2 and dragon_pair),
    row("big-dragons", 5, "大三元", "Big dragons", FIVE, lambda dragon_pungs: dragon_pungs == 3),
    row("full-flush", 7, "清一色", "Full flush", SEVEN, lambda suits, honors: suits == 1 and not honors),
    row("all-honors", 10, "字一色", "All honors", LIMIT, lambda suits: suits == 0),
    row("little-winds", 10, "小四喜", "Little winds", LIMIT, lambda wind_pungs, wind_pair: wind_pungs == 3 and wind_pair),
    row("big-winds", 10, "大四喜", "Big winds", LIMIT, lambda wind_pungs: wind_pungs == 4),
    row("four-concealed-triplets", 10, "坎坎胡", "Four concealed triplets", LIMIT, lambda concealed_pungs, kongs: concealed_pungs == 4 and kongs == 0),
    row("four-kongs", 10, "十八羅漢", "Four kongs", LIMIT, lambda kongs: kongs == 4),
    row("all-terminals", 10, "清么", "All terminals", LIMIT, lambda simples, honors: not simples and not honors),
    row("heavenly-hand", 10, "天糊", "Heavenly hand", LIMIT, lambda initial_deal: initial_deal),
    row("earthly-hand", 10, "地糊", "Earthly hand", LIMIT, lambda dealers_first_discard: dealers_first_discard),
    row("thirteen-orphans", 10, "十三么", "Thirteen orphans", LIMIT, lambda thirteen_orphans: thirteen_orphans),
    row("double-kong-replacement", 10, "槓上槓", "Two kong replacement draws", LIMIT, lambda double_kong_replacement: double_kong_replacement),
    row("nine-gates", 10, "九子連環", "Nine gates", LIMIT, lambda gates, gates_wait, self_draw: gates and (self_draw or gates_wait)),
)  # fmt: skip

TABLE = (0, 0, 0, 32, 64, 96, 128, 192, 256, 384, 512)
"""What a discarder pays, by faan; each payer of a self-draw pays half."""

RULES = RuleSet(
    "hkma-2023",
    revision=1,
    names={"en": "Hong Kong, HKMA 2023", "zh": "香港麻雀（HKMA 2023）"},
    seed="Hong Kong, HKMA 2023 scoring (companion's guide, rulebook revision 2023-05-17)",
    unit="faan",
    tiles=14,
    shapes=(STANDARD, THIRTEEN_ORPHANS),
    options=OPTIONS,
    rows=ROWS,
    pays=Payments(
        discard=lambda points: TABLE[points],
        self_draw=lambda points: TABLE[points] // 2,
        robbed_kong=lambda robbed_kong_payment_shares: SHARES if robbed_kong_payment_shares else ROBBED_PAYS_ALL,
    ),
)
