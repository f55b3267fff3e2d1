"""What errors say in other languages: the same facts, found by the English sentence that the code has."""

from __future__ import annotations

import ast
import pickle
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import sikwu
from sikwu import SikwuError, check, score, waits
from sikwu.errors import Message
from sikwu.table.errors import VersionConflict
from sikwu.words import LANGUAGES, load

SOURCE = Path(sikwu.__file__).parent
OTHER_LANGUAGES = LANGUAGES[1:]
TRANSLATED = {lang: load(lang)["messages"] for lang in LANGUAGES}
WIN: dict[str, Any] = {"rules": "hkma-2023", "seat": "south", "round": "east", "win": "discard", "from": "west"}
# what is wrong with a hand, as the code and as a word of the answer in Chinese and in Korean
WRONG = [
    ("123m55", "bad-notation", "第 7 字", "7번째"),
    ("8z + 1m", "bad-notation", "沒有 8z", "8z라는"),
    ("[124m] + 1m", "bad-group", "124m 不是順子", "124m는 순자도"),
    ("[123m<north]456p789s11z + 1z", "bad-group", "南家只能上東家", "동가의 패로만"),
    ("11111m234p567s22z + 1m", "too-many-copies", "一萬有 6 張", "1만 6장"),
    ("123m + 1p", "tile-count", "應為 14 張", "14장이어야"),
    ("123m456p789s1122z + 3z", "not-a-winning-hand", "有西之前已聽牌", "서 전에는 텐파이"),
]


def holes(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def texts_in_code() -> set[str]:
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in SOURCE.rglob("*.py")]
    nodes = (node for tree in trees for node in ast.walk(tree))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def templates_in_code() -> set[str]:
    """The sentences that are written out where a message is made."""
    places = {"Message": 0, "Need": 0, "_bad": 1, "_bad_group": 1, "Forbidden": 1}
    found = set()
    for path in (*SOURCE.glob("*.py"), *SOURCE.glob("rules/*.py"), *SOURCE.glob("table/*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            # An error's sentence with holes is a message too.
            place = 1 if node.func.id == "SikwuError" and node.keywords else places.get(node.func.id)
            if place is not None and isinstance(text := node.args[place], ast.Constant):
                found.add(text.value)
    return found


@pytest.mark.parametrize("lang", OTHER_LANGUAGES)
def test_every_sentence_of_the_engine_has_its_translation(lang: str) -> None:
    assert len(templates_in_code()) > 60
    assert templates_in_code() <= TRANSLATED[lang].keys()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_translation_is_of_a_sentence_that_is_gone_or_makes_up_a_fact(lang: str) -> None:
    assert TRANSLATED[lang].keys() <= texts_in_code()
    for english, said in TRANSLATED[lang].items():
        assert holes(said) <= holes(english), english


@pytest.mark.parametrize("command", [score, check])
@pytest.mark.parametrize(("hand", "code", "chinese", "korean"), WRONG)
def test_an_error_is_said_in_the_language_of_its_request(
    command: Any, hand: str, code: str, chinese: str, korean: str
) -> None:
    told: dict[str | None, Any] = {}
    for lang in (None, "en", "zh", "ko"):
        try:
            answer = command({**WIN, "hand": hand, "lang": lang})
            told[lang] = answer.to_json()["problem"]
        except SikwuError as error:
            told[lang] = error.to_json()["error"]
    assert {each["code"] for each in told.values()} == {code}
    assert len({each["field"] for each in told.values()}) == 1
    assert chinese in told["zh"]["message"]
    assert korean in told["ko"]["message"]


def test_waits_answers_in_the_language_too() -> None:
    with pytest.raises(SikwuError, match="不連食糊張應為 13 張"):
        waits({"rules": "hkma-2023", "hand": "123m", "seat": "east", "round": "east", "lang": "zh"})


@pytest.mark.parametrize("lang", OTHER_LANGUAGES)
@pytest.mark.parametrize("rules", sikwu.rulesets())
def test_every_reason_of_a_check_is_said_in_the_language(rules: str, lang: str) -> None:
    request = {**WIN, "rules": rules, "hand": "1111m(2222p)[333z<north]", "events": ["last-tile"]}
    english, other = (check({**request, "lang": each}).to_json() for each in ("en", lang))
    for part in ("tiles", "winning", "groups", "events"):
        for ours, theirs in zip(english[part], other[part], strict=True):
            assert ours["possible"] == theirs["possible"]
            assert (ours["why"] is None) == (theirs["why"] is None)
            assert ours["why"] is None or ours["why"] != theirs["why"]


def test_english_for_players_names_things_as_the_screen_does() -> None:
    asked = {**WIN, "hand": "1111m", "win": "discard"}
    plain, spoken = (check({**asked, **more}).to_json() for more in ({}, {"lang": "en"}))
    assert plain["tiles"][0]["why"] == "5 copies of 1m; a set has four"
    assert spoken["tiles"][0]["why"] == "1 of characters: 5 of them; a set has four"
    assert plain["events"][0]["why"] == "kong-replacement needs a self-draw"
    assert spoken["events"][0]["why"] == "“on a kong's replacement tile” needs a self-draw"
    with pytest.raises(SikwuError, match=r"^\[123m<north\]: .* of South .* from East, the seat before it"):
        check({**WIN, "hand": "[123m<north]", "lang": "en"})
    with pytest.raises(SikwuError, match=r"^position 7: expected a suit letter"):
        check({**WIN, "hand": "123m55", "lang": "en"})
    with pytest.raises(SikwuError, match="the house option “Chows may be claimed” admits exposed ones"):
        check({**WIN, "rules": "korean-yak", "hand": "[123m]", "lang": "en"})


def test_a_message_without_words_in_a_language_is_said_in_english() -> None:
    assert Message("the {tile} fell off", {"tile": "1m"}).in_language("zh") == "the 1m fell off"
    error = SikwuError("bad-request", "seat is missing", "seat")
    assert error.in_language("ko").to_json() == error.to_json()


def test_an_error_in_another_language_is_still_of_its_kind() -> None:
    conflict = VersionConflict(3, 5).in_language("zh")
    assert (type(conflict), conflict.expected, conflict.version) == (VersionConflict, 3, 5)
    assert conflict.message.startswith("此枱已是第 5 版")
    assert str(conflict) == conflict.message


def test_an_error_keeps_its_message_when_it_is_pickled() -> None:
    with pytest.raises(SikwuError) as refused:
        score({**WIN, "hand": "[124m] + 1m"})
    copy = pickle.loads(pickle.dumps(refused.value))
    assert copy.to_json() == refused.value.to_json()
    assert copy.in_language("zh").message == refused.value.in_language("zh").message
