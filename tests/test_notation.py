"""The one-line notation and the same taken apart: what is read, what is printed, what is refused and how."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_reader import KINDS, PlainGroup, PlainHand
from strategies import SEATS, drawn, finished_hand

from sikwu import Group, Hand, SikwuError, parse_hand
from sikwu.notation import parse_tiles
from sikwu.tiles import CODES, GLYPHS

GLYPH_OF = {
    **{f"{n}m": chr(0x1F006 + n) for n in range(1, 10)},
    **{f"{n}p": chr(0x1F018 + n) for n in range(1, 10)},
    **{f"{n}s": chr(0x1F00F + n) for n in range(1, 10)},
    **{f"{n}z": chr(0x1EFFF + n) for n in range(1, 5)},
    **{"5z": "\U0001f006", "6z": "\U0001f005", "7z": "\U0001f004"},
    **{"1f": "\U0001f022", "2f": "\U0001f023", "3f": "\U0001f025", "4f": "\U0001f024"},
    **{f"{n}f": chr(0x1F021 + n) for n in range(5, 9)},
}
"""Transcribed from the table of tiles a second time."""
NAMES_OF = {
    **{"1z": "東东", "2z": "南", "3z": "西", "4z": "北", "5z": "白", "6z": "發发", "7z": "中"},
    **{"1f": "梅", "2f": "蘭兰", "3f": "菊", "4f": "竹", "5f": "春", "6f": "夏", "7f": "秋", "8f": "冬"},
}
SUIT_NAMES = {"m": "萬万", "p": "筒餅饼", "s": "索條条"}
NUMERALS = "一二三四五六七八九"


def hands() -> st.SearchStrategy[PlainHand]:
    """Hands of both sizes, some groups with the seat they were claimed from."""

    def make(random: Random) -> PlainHand:
        hand = finished_hand(random, random.choice([14, 17]))
        groups = [
            group
            if group.kind == "concealed-kong" or random.random() < 0.5
            else group._replace(claimed_from=random.choice(SEATS))
            for group in hand.groups
        ]
        return hand._replace(groups=tuple(groups))

    return drawn(make)


def spelled(random: Random, tile: str) -> str:
    """The tile as a code, a glyph (with a selector or without) or a Chinese name."""
    ways = [tile, GLYPH_OF[tile], GLYPH_OF[tile] + "\ufe0e", GLYPH_OF[tile] + "\ufe0f"]
    if tile in NAMES_OF:
        ways += NAMES_OF[tile]
    else:
        name = random.choice(SUIT_NAMES[tile[1]])
        ways += [tile[0] + name, NUMERALS[int(tile[0]) - 1] + name]
    return random.choice(ways)


def spelled_group(random: Random, group: PlainGroup) -> str:
    tiles = list(group.tiles)
    seat = f"<{group.claimed_from}" if group.claimed_from else ""
    if group.kind == "chow":
        random.shuffle(tiles)
    written = [spelled(random, tile) for tile in tiles]
    if group.kind == "added-kong":
        written.insert(3, "+")
    gap = random.choice(["", " "])
    opening, closing = "()" if group.kind == "concealed-kong" else "[]"
    return opening + gap.join(written) + seat + closing


def test_glyphs_are_the_tables() -> None:
    assert dict(zip(CODES, GLYPHS, strict=True)) == GLYPH_OF
    assert list(CODES[:34]) == KINDS


@given(hand=hands())
@settings(max_examples=400, deadline=None)
def test_the_canonical_line_parses_back_to_an_equal_hand(hand: PlainHand) -> None:
    parsed = parse_hand(hand.text())
    assert parse_hand(str(parsed)) == parsed
    assert str(parse_hand(str(parsed))) == str(parsed)
    assert [CODES[kind] for kind in parsed.concealed] == sorted(hand.loose, key=KINDS.index)
    assert [(group.kind, tuple(CODES[kind] for kind in group.tiles())) for group in parsed.groups] == [
        (group.kind, group.tiles) for group in hand.groups
    ]
    assert [SEATS[group.claimed_from - 1] if group.claimed_from else None for group in parsed.groups] == [
        group.claimed_from for group in hand.groups
    ]
    assert CODES[parsed.winning or 0] == hand.winning
    assert [CODES[kind] for kind in parsed.flowers] == sorted(hand.flowers)
    assert parsed.size() == hand.size()


@given(hand=hands(), random=st.randoms(use_true_random=True))
@settings(max_examples=400, deadline=None)
def test_any_spelling_and_any_order_is_the_same_hand(hand: PlainHand, random: Random) -> None:
    assert hand.winning
    loose = [spelled(random, tile) for tile in hand.loose]
    flowers = [spelled(random, tile) for tile in hand.flowers]
    groups = [spelled_group(random, group) for group in hand.groups]
    last = f"+{spelled(random, hand.winning)}"
    parts = [*loose, *flowers[::2]]
    random.shuffle(parts)
    for nth, group in enumerate(groups):  # groups keep their order, but stand anywhere
        parts.insert(random.randint(max((parts.index(g) + 1 for g in groups[:nth]), default=0), len(parts)), group)
    if random.random() < 0.5 and groups and parts[-1] == groups[-1]:  # also after the winning tile
        parts.insert(len(parts) - 1, last)
    else:
        parts.append(last)
    text = random.choice(["", " ", "  ", "\t", "\n"]).join([*parts, *flowers[1::2]])
    assert parse_hand(text) == parse_hand(hand.text()), text


@given(hand=hands())
@settings(max_examples=200, deadline=None)
def test_the_hand_taken_apart_is_the_same_hand(hand: PlainHand) -> None:
    groups = [{"tiles": "".join(group.tiles), "kind": group.kind, "from": group.claimed_from} for group in hand.groups]
    apart = {
        "concealed": "".join(hand.loose),
        "groups": groups,
        "winning": hand.winning,
        "flowers": "".join(hand.flowers),
    }
    assert parse_hand(apart) == parse_hand(hand.text())
    assert parse_hand({**apart, "concealed": "".join(hand.loose + hand.flowers), "flowers": None}) == parse_hand(apart)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("123m456p 5s [777z] (2222s) + 5s 15f", "123m456p5s [777z] (2222s) + 5s 15f"),
        ("+5s5s", None),
        ("5s+5s", "5s + 5s"),
        ("321m+5s", "123m + 5s"),
        ("5f1f 5s + 5s", "5s + 5s 15f"),
        ("5s + 5s 51f", "5s + 5s 15f"),
        ("5s + 5s 5f 1f", "5s + 5s 15f"),
        ("5s + 5s [777z]", "5s [777z] + 5s"),
        ("[111+1p] 5s + 5s", "5s [111+1p] + 5s"),
        ("[111p+1p<west]5s+5s", "5s [111+1p<west] + 5s"),
        ("[777z < east ] 5s + 5s", "5s [777z<east] + 5s"),
        ("[3m1m2m]5s+5s", "5s [123m] + 5s"),
        ("[213m<north]5s+5s", "5s [123m<north] + 5s"),
        ("(2 2 2 2 s)5s+5s", "5s (2222s) + 5s"),
        ("🀄🀄🀄五索+🀔", "5s777z + 5s"),
        ("🀄︎🀄️🀄1条+1條", "1s777z + 1s"),
        ("東南西北白發中 一萬 + 1万", "1m1234567z + 1m"),
        ("一二三萬 + 九筒", "123m + 9p"),
        ("1二3萬 + 九餅", "123m + 9p"),
        ("1m + 1m 梅蘭菊竹春夏秋冬", "1m + 1m 12345678f"),
        ("1m + 1m 兰", "1m + 1m 2f"),
        ("1m + 1m 🀤🀥", "1m + 1m 34f"),
        ("東\ufe0f + 1m", "1z + 1m"),
    ],
)
def test_what_is_read_and_printed(text: str, printed: str | None) -> None:
    if printed is None:
        with pytest.raises(SikwuError):
            parse_hand(text)
    else:
        assert str(parse_hand(text)) == printed


REFUSED = [
    # text, code, position, what the message must say
    ("", "bad-notation", 1, "expected + and the winning tile"),
    ("123m", "bad-notation", 5, "expected + and the winning tile"),
    ("12345678f", "bad-notation", 10, "expected + and the winning tile"),
    ("123m +", "bad-notation", 7, "expected the winning tile after +"),
    ("123m + 5s + 5s", "bad-notation", 11, "a second +"),
    ("123m + 5s6s", "bad-notation", 10, "6s follows the winning tile; only flowers and groups may"),
    ("123m + 56s", "bad-notation", 9, "6s follows the winning tile"),
    ("123m + 5f", "bad-notation", 8, "the flower 5f cannot be the winning tile"),
    ("123m + [777z] 5s", "bad-notation", 8, "expected the winning tile after +, found '['"),
    ("0m + 1m", "bad-notation", 1, "there is no tile 0m; m has the numbers 1 to 9"),
    ("108m + 1m", "bad-notation", 2, "there is no tile 0m"),
    ("8z + 1m", "bad-notation", 1, "there is no tile 8z; z has the numbers 1 to 7"),
    ("9f + 1m", "bad-notation", 1, "there is no tile 9f; f has the numbers 1 to 8"),
    ("0萬 + 1m", "bad-notation", 1, "there is no tile 0萬"),
    ("12x + 1m", "bad-notation", 3, "expected a suit letter (m p s z f) after 2, found 'x'"),
    ("12 + 1m", "bad-notation", 4, "expected a suit letter (m p s z f) after 2, found '+'"),
    ("12🀄 + 1m", "bad-notation", 3, "expected a suit letter (m p s z f) after 2"),
    ("1m + 12", "bad-notation", 8, "found the end"),
    ("m + 1m", "bad-notation", 1, "expected a digit before 'm'"),
    ("1mm + 1m", "bad-notation", 3, "expected a digit before 'm'"),
    ("萬 + 1m", "bad-notation", 1, "expected a digit before '萬'"),
    ("一m + 1m", "bad-notation", 2, "expected a Chinese suit name"),
    ("x + 1m", "bad-notation", 1, "expected a tile, a bracket or +, found 'x'"),
    ("1M + 1m", "bad-notation", 2, "expected a suit letter"),
    ("１m + 1m", "bad-notation", 1, "found '１'"),
    ("²m + 1m", "bad-notation", 1, "found '²'"),
    ("🀫 + 1m", "bad-notation", 1, "expected a tile"),
    ("\ufe0f + 1m", "bad-notation", 1, "expected a tile"),
    ("[777z + 5s", "bad-notation", 1, "'[' is never closed; expected ]"),
    ("(777z] + 5s", "bad-notation", 6, "expected a tile or ), found ']'"),
    ("[777z) + 5s", "bad-notation", 6, "expected a tile or ], found ')'"),
    ("[[777z]] + 5s", "bad-notation", 2, "expected a tile or ], found '['"),
    ("777z] + 5s", "bad-notation", 5, "expected a tile, found ']'"),
    ("777z<east + 5s", "bad-notation", 5, "expected a tile, found '<'"),
    ("[<east777z] + 5s", "bad-notation", 2, "expected a tile or ], found '<'"),
    ("[777z<] + 5s", "bad-notation", 7, "expected a seat (east, south, west or north) after <"),
    ("[777z<EAST] + 5s", "bad-notation", 7, "found 'EAST'"),
    ("[777z<1] + 5s", "bad-notation", 7, "expected a seat"),
    ("[777z<east<east] + 5s", "bad-notation", 11, "expected ] after the seat"),
    ("[777z<east 7z] + 5s", "bad-notation", 12, "expected ] after the seat"),
    ("(2222s<east) + 5s", "bad-notation", 7, "expected a tile or ), found '<'"),
    ("(222+2s) + 5s", "bad-notation", 5, "expected a tile or ), found '+'"),
    ("[11+1+1p] + 5s", "bad-notation", 6, "a second + in a bracket"),
    ("[111+p] + 5s", "bad-notation", 6, "expected a digit after +, found 'p'"),
    ("[] + 5s", "bad-group", 1, "an empty bracket is no chow, pung or kong"),
    ("[77z] + 5s", "bad-group", 1, "77z is no chow, pung or kong"),
    ("[124m] + 5s", "bad-group", 1, "124m is no chow, pung or kong"),
    ("[891m] + 5s", "bad-group", 1, "189m is no chow, pung or kong"),
    ("[8m9m1p] + 5s", "bad-group", 1, "89m1p is no chow, pung or kong"),
    ("[11111m] + 5s", "bad-group", 1, "11111m is no chow, pung or kong"),
    ("[1234m] + 5s", "bad-group", 1, "1234m is no chow, pung or kong"),
    ("[1112m] + 5s", "bad-group", 1, "1112m is no chow, pung or kong"),
    ("[123z] + 5s", "bad-group", 1, "123z is a chow of honors; only the suits m p s make chows"),
    ("[567z] + 5s", "bad-group", 1, "567z is a chow of honors"),
    ("[111f] + 5s", "bad-group", 1, "111f holds a flower, which is never part of a group"),
    ("[9s1z2z] + 5s", "bad-group", 1, "no chow, pung or kong"),
    ("(777z) + 5s", "bad-group", 1, "round brackets hold a concealed kong, and 777z is a pung"),
    ("5s (123m) + 5s", "bad-group", 4, "123m is a chow"),
    ("[11+11p] + 5s", "bad-group", 2, "a kong made by adding is three alike, + and the fourth, as in [111+1p]"),
    ("[1111p+] + 5s", "bad-group", 2, "a kong made by adding"),
    ("[+1111p] + 5s", "bad-group", 2, "a kong made by adding"),
    ("[111+2p] + 5s", "bad-group", 1, "1112p is no chow, pung or kong"),
    ("[123+3p] + 5s", "bad-group", 1, "1233p is no chow, pung or kong"),
    # notation is judged before groups, wherever they stand
    ("[12m] [11+1+1m] 5s + 5s", "bad-notation", 12, "a second +"),
    ("[12m] 8z + 5s", "bad-notation", 7, "there is no tile 8z"),
    ("[12m] 5s", "bad-notation", 9, "expected + and the winning tile"),
]


@pytest.mark.parametrize(("text", "code", "at", "words"), REFUSED)
def test_what_is_refused_and_where(text: str, code: str, at: int, words: str) -> None:
    with pytest.raises(SikwuError) as refused:
        parse_hand(text)
    assert (refused.value.code, refused.value.field) == (code, "hand")
    assert f"position {at}: " in refused.value.message
    assert words in refused.value.message


HAND: dict[str, Any] = {"concealed": "123m456p5s", "groups": [{"tiles": "777z", "kind": "pung"}], "winning": "5s"}


@pytest.mark.parametrize(
    ("change", "code", "field", "words"),
    [
        ({"winning": None}, "bad-notation", "hand.winning", 'expected one, as in "winning": "5s"'),
        ({"winning": ""}, "bad-notation", "hand.winning", "no winning tile"),
        ({"winning": "55s"}, "bad-notation", "hand.winning", "2 winning tiles; expected one"),
        ({"winning": "1f"}, "bad-notation", "hand.winning", "the flower 1f cannot be the winning tile"),
        ({"winning": "+5s"}, "bad-notation", "hand.winning", "position 1: expected a tile, found '+'"),
        ({"winning": 5}, "bad-request", "hand.winning", "a text of tiles"),
        ({"concealed": "[123m]"}, "bad-notation", "hand.concealed", "position 1: expected a tile, found '['"),
        ({"concealed": "8z"}, "bad-notation", "hand.concealed", "position 1: there is no tile 8z"),
        ({"concealed": ["1m"]}, "bad-request", "hand.concealed", "a text of tiles"),
        ({"flowers": "1m"}, "bad-notation", "hand.flowers", "1m is no flower; flowers are 1f to 8f"),
        ({"tiles": "1m"}, "bad-request", "hand.tiles", "no field 'tiles'; it has concealed, groups, winning, flowers"),
        ({"groups": {}}, "bad-request", "hand.groups", "a list of groups"),
        ({"groups": ["777z"]}, "bad-request", "hand.groups[0]", "an object with tiles, kind and from"),
        ({"groups": [{"tiles": "777z"}]}, "bad-request", "hand.groups[0].kind", "expected chow, pung, kong"),
        ({"groups": [{"kind": "pung"}]}, "bad-request", "hand.groups[0].tiles", "missing or no text"),
        ({"groups": [{"tiles": "777z", "kind": "set"}]}, "bad-request", "hand.groups[0].kind", "kind is 'set'"),
        (
            {"groups": [{"tiles": "777z", "kind": "pung", "seat": "east"}]},
            "bad-request",
            "hand.groups[0].seat",
            "no field 'seat'",
        ),
        (
            {"groups": [{"tiles": "777z", "kind": "pung", "from": "East"}]},
            "bad-request",
            "hand.groups[0].from",
            "expected east, south, west or north",
        ),
        ({"groups": [{"tiles": "77x", "kind": "pung"}]}, "bad-notation", "hand.groups[0].tiles", "position 3"),
        ({"groups": [{"tiles": "[777z]", "kind": "pung"}]}, "bad-notation", "hand.groups[0].tiles", "position 1"),
        ({"groups": [{"tiles": "777z", "kind": "chow"}]}, "bad-group", "hand.groups[0].kind", "is a pung, not a chow"),
        ({"groups": [{"tiles": "777z", "kind": "kong"}]}, "bad-group", "hand.groups[0].kind", "a pung, not a kong"),
        ({"groups": [{"tiles": "7777z", "kind": "pung"}]}, "bad-group", "hand.groups[0].kind", "a kong, not a pung"),
        ({"groups": [{"tiles": "123z", "kind": "chow"}]}, "bad-group", "hand.groups[0].tiles", "a chow of honors"),
        ({"groups": [{"tiles": "", "kind": "chow"}]}, "bad-group", "hand.groups[0].tiles", "an empty bracket"),
        (
            {"groups": [{"tiles": "7777z", "kind": "concealed-kong", "from": "west"}]},
            "bad-group",
            "hand.groups[0].from",
            "claimed from nobody",
        ),
    ],
)
def test_what_is_refused_of_a_hand_taken_apart(change: Any, code: str, field: str, words: str) -> None:
    with pytest.raises(SikwuError) as refused:
        parse_hand({**HAND, **change})
    assert (refused.value.code, refused.value.field) == (code, field)
    assert words in refused.value.message


@pytest.mark.parametrize("hand", [None, 5, 1.5, True, [], ["123m"], b"123m + 1m"])
def test_a_hand_is_a_text_or_an_object(hand: Any) -> None:
    with pytest.raises(SikwuError) as refused:
        parse_hand(hand)
    assert (refused.value.code, refused.value.field) == ("bad-request", "hand")


def test_a_line_that_is_too_long_is_refused_at_once() -> None:
    with pytest.raises(SikwuError, match="1001 characters; expected at most 1000"):
        parse_hand("1m" * 500 + " ")
    with pytest.raises(SikwuError, match="expected at most 1000"):
        parse_tiles("1m" * 500 + " ", "seen")


def test_groups_keep_the_order_they_were_declared_in() -> None:
    hand = parse_hand("[999p][111p]5s+5s(5555z)")
    assert hand.groups == (Group("pung", 17), Group("pung", 9), Group("concealed-kong", 31))
    assert str(hand) == "5s [999p] [111p] (5555z) + 5s"


def test_hands_are_frozen_values() -> None:
    hand = parse_hand("123m456p5s [777z] (2222s) + 5s 15f")
    assert hash(hand) == hash(parse_hand(str(hand)))
    assert isinstance(hand, Hand)
    with pytest.raises(AttributeError):
        hand.winning = 3  # type: ignore[misc]
