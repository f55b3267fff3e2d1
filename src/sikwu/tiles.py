"""Tile kinds: their numbers, codes, glyphs and names.

A kind is a small integer: characters 0–8, dots 9–17, bamboo 18–26, winds 27–30, dragons 31–33 (white, green,
red), flowers 34–37 and seasons 38–41. Within a suit the number on the tile is ``kind % 9 + 1``.
"""

from __future__ import annotations

KINDS = 34
"""How many kinds there are four tiles of; the flowers follow them."""
FIRST_FLOWER = 34
ALL_KINDS = 42
WINDS = (27, 28, 29, 30)
DRAGONS = (31, 32, 33)

CODES: tuple[str, ...] = tuple(
    f"{number}{letter}"
    for letter, size in (("m", 9), ("p", 9), ("s", 9), ("z", 7), ("f", 8))
    for number in range(1, size + 1)
)
"""The code of every kind, ``CODES[0] == "1m"``."""
BY_CODE: dict[str, int] = {code: kind for kind, code in enumerate(CODES)}

_GLYPHS = (
    [0x1F007 + i for i in range(9)]
    + [0x1F019 + i for i in range(9)]
    + [0x1F010 + i for i in range(9)]
    + [0x1F000, 0x1F001, 0x1F002, 0x1F003]
    + [0x1F006, 0x1F005, 0x1F004]  # Unicode orders the dragons red, green, white
    + [0x1F022, 0x1F023, 0x1F025, 0x1F024]  # and puts the bamboo flower before the chrysanthemum
    + [0x1F026 + i for i in range(4)]
)
GLYPHS: tuple[str, ...] = tuple(map(chr, _GLYPHS))
"""The Unicode character of every kind, without a variation selector."""
BY_GLYPH: dict[str, int] = {glyph: kind for kind, glyph in enumerate(GLYPHS)}

NUMERALS: dict[str, int] = {numeral: number for number, numeral in enumerate("一二三四五六七八九", 1)}
SUIT_NAMES: dict[str, int] = {"萬": 0, "万": 0, "筒": 1, "餅": 1, "饼": 1, "索": 2, "條": 2, "条": 2}
NAMES: dict[str, int] = {
    "東": 27,
    "东": 27,
    "南": 28,
    "西": 29,
    "北": 30,
    "白": 31,
    "發": 32,
    "发": 32,
    "中": 33,
    "梅": 34,
    "蘭": 35,
    "兰": 35,
    "菊": 36,
    "竹": 37,
    "春": 38,
    "夏": 39,
    "秋": 40,
    "冬": 41,
}
"""Chinese names of the tiles that have no number."""


def codes(kinds: list[int] | tuple[int, ...]) -> str:
    """Tiles as digits and suit letters, in the order given: ``codes((0, 1, 9))`` is ``"12m1p"``."""
    text = ""
    for i, kind in enumerate(kinds):
        code = CODES[kind]
        if i + 1 < len(kinds) and CODES[kinds[i + 1]][1] == code[1]:
            code = code[0]
        text += code
    return text


def mask(kinds: list[int] | tuple[int, ...] | range) -> int:
    """A set of kinds as an integer with one bit for each."""
    bits = 0
    for kind in kinds:
        bits |= 1 << kind
    return bits


def kinds_in(bits: int) -> list[int]:
    """The kinds of a mask, in order: the inverse of :func:`mask`."""
    kinds = []
    while bits:
        lowest = bits & -bits
        kinds.append(lowest.bit_length() - 1)
        bits ^= lowest
    return kinds
