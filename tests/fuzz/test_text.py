"""Any text up to 10 kB as a hand: a hand or a documented error, nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from sikwu import SikwuError, check, dumps, parse_hand, score, waits
from sikwu.errors import CODES
from sikwu.strict_json import parse_json
from sikwu.tiles import GLYPHS

MARKS = "0123456789mpszf[]()+< \t\n\ufe0e\ufe0f" + "".join(GLYPHS) + "一九萬万筒餅索條東南西北白發中梅蘭菊竹春夏秋冬"
PIECES = ["123m", "[777z]", "(2222s)", "[111+1p]", "[123m<east]", "+ 5s", "15f", "<south", "[", "]", "(", ")", "+", "1"]
TEXTS = st.one_of(
    st.text(max_size=300),
    st.text(alphabet=MARKS, max_size=300),
    st.lists(st.sampled_from(PIECES), max_size=60).map("".join),
    st.builds(
        lambda text, times: (text * times)[:10_000], st.text(MARKS, min_size=1, max_size=20), st.integers(1, 9999)
    ),
)


def answered(command: Callable[[Any], Any], request: Any) -> Any:
    """The answer, or ``None`` for a documented error that can be printed."""
    try:
        return command(request)
    except SikwuError as error:
        assert error.code in CODES
        assert error.message
        json.loads(dumps(error.to_json()).encode())
        return None


@given(text=TEXTS)
@settings(max_examples=1500, deadline=None)
@example(text="[" + "1+" * 4999)
@example(text="[" + "1+" * 4998 + "1m")
@example(text="[1111m]" * 1400)
@example(text="1" * 9999 + "m")
@example(text="1m" * 5000)
@example(text="<" + "a" * 9999)
@example(text="[1m<" + "a" * 9990)
@example(text="+" * 10_000)
@example(text="[" * 10_000)
@example(text="\ud800" * 10)
@example(text="\x00")
def test_any_text_as_a_hand(text: str) -> None:
    hand = answered(parse_hand, text)
    if hand is not None:
        assert parse_hand(str(hand)) == hand
    facts = {"seat": "south", "round": "east"}
    answered(score, {"rules": "hkma-2023", "hand": text, "win": "discard", **facts})
    answered(waits, {"rules": "hkma-2023", "hand": text, **facts})
    answered(waits, {"rules": "hkma-2023", "hand": "1112345678999m", "seen": text, **facts})
    answered(score, {"rules": "hkma-2023", "hand": {"concealed": text, "winning": text}, "win": "discard", **facts})


@given(text=TEXTS)
@settings(max_examples=100, deadline=None)
def test_any_text_looked_at(text: str) -> None:
    found = answered(check, {"rules": "taiwan-bible", "hand": text})
    if found is not None:
        json.loads(dumps(found.to_json()).encode())


@given(text=st.one_of(st.text(max_size=300), st.text(alphabet='{}[]",:0123456789.eE-+ntfalsru\\ \n', max_size=300)))
@settings(max_examples=1000, deadline=None)
@example(text="[" * 10_000)
@example(text='{"a":' * 2_000)
@example(text="1" * 10_000)
@example(text="-" + "9" * 9_999)
@example(text="1e999999")
@example(text="NaN")
@example(text="[Infinity]")
@example(text='{"a":1,"a":2}')
@example(text='"\\ud800"')
@example(text="")
def test_any_text_as_json(text: str) -> None:
    value = answered(parse_json, text)
    answered(score, value)
