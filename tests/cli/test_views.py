"""Every worked case, drawn for people in every language, says what its JSON says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sikwu import rulesets
from sikwu.words import LANGUAGES, load

CASES = Path(__file__).parents[1] / "cases"


def requests_of(name: str) -> list[Any]:
    return [json.loads(line)["request"] for line in (CASES / name).read_text("utf-8").splitlines()]


FILES = [file.name for file in sorted(CASES.glob("*.jsonl"))]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", FILES)
def test_every_case_is_drawn(sikwu: Any, request_file: Any, name: str, lang: str) -> None:
    requests = requests_of(name)
    verb = "settle" if name.startswith("settle-") else "score"
    path = request_file(requests)
    ran, told = (
        sikwu(verb, "--request", path, "--lang", lang, "--explain"),
        sikwu(verb, "--request", path, "--lang", lang, "--json").json,
    )
    sentence = load(lang)["sentences"]["request-number"]
    drawn = [line for line in ran.out.splitlines() if line in numbered(sentence, len(requests))]
    assert len(drawn) == sum("error" not in each for each in told)
    assert ran.err.count("\n") == sum("error" in each for each in told)
    words = ran.out + ran.err
    for each in told:
        if "error" in each:
            assert each["error"]["message"] in words
        for pay in each.get("payments", []):
            assert str(pay["amount"]) in words
    assert "{" not in words, "a sentence lacks one of its facts"


def numbered(sentence: str, count: int) -> set[str]:
    return {sentence.format(number=number, count=count) for number in range(1, count + 1)}


def test_the_languages_have_the_same_words() -> None:
    english = load("en")
    for lang in LANGUAGES:
        words = load(lang)
        for section, entries in english.items():
            if isinstance(entries, dict) and section not in ("rows", "messages"):
                assert words[section].keys() == entries.keys(), (lang, section)
        for entry in words["unreviewed"]:
            section, _, key = entry.partition(".")
            assert key in words[section], (lang, entry)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_row_has_a_name_in_every_language(lang: str) -> None:
    from sikwu.rules import load as rule_set

    for key in rulesets():
        rules = rule_set(key)
        named = load(lang)["rows"].get(key, {})
        missing = [row.key for row in rules.rows if not row.names.get(lang) and row.key not in named]
        assert not missing, (lang, key, missing)
        assert named.keys() <= rules.row_index.keys(), (lang, key)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_key_that_an_answer_may_hold_has_a_word(lang: str) -> None:
    from sikwu.events import EVENTS
    from sikwu.readings.shapes import SHAPES
    from sikwu.rules import load as rule_set

    words = load(lang)
    assert words["events"].keys() == EVENTS.keys()
    assert words["shapes"].keys() >= {shape.key for shape in SHAPES}
    assert words["sets"].keys() >= set(rulesets())
    assert words["units"].keys() >= {rule_set(key).unit for key in rulesets()}
