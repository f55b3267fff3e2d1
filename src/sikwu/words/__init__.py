"""What people read, one file a language: headings, sentences, names of rows that a sheet does not print.

The words are in ``en.json``, ``zh.json`` (Hong Kong usage) and ``ko.json``. Under ``messages`` an error's English
sentence, which stands where the error is raised, has its translation. ``unreviewed`` lists the entries that no native
speaker has confirmed yet.
"""

from __future__ import annotations

from functools import cache
from typing import Any

LANGUAGES = ("en", "zh", "ko")
"""The languages there are words for, English first."""


@cache
def load(lang: str) -> dict[str, Any]:
    """All words of one language, as its file has them.

    Raises ``ValueError`` for a language there is no file for.

    >>> load("zh")["seats"]["east"]
    '東'
    """
    import json  # here, since a score without names needs neither, and they take longer to load than the engine's parts
    from pathlib import Path

    if lang not in LANGUAGES:
        raise ValueError(f"no words in {lang!r}; there are {', '.join(LANGUAGES)}")
    words: dict[str, Any] = json.loads((Path(__file__).parent / f"{lang}.json").read_text("utf-8"))
    return words


def say(lang: str, section: str, key: str, **values: object) -> str:
    """The word for ``key`` of a section, ``values`` put in; a key without a word is its own word.

    >>> say("en", "headings", "waits"), say("ko", "sentences", "waited-for", tiles="3m"), say("en", "reasons", "so-new")
    ('waits', '대기: 3m', 'so-new')
    """
    word: str = load(lang)[section].get(key, key)
    return word.format(**values) if values else word


def worth(lang: str, unit: str, points: int) -> str:
    """Points with their unit, which is another word where there is one of it.

    >>> worth("en", "points", 1), worth("en", "points", 2), worth("en", "faan", 1), worth("ko", "points", 1)
    ('1 point', '2 points', '1 faan', '1점')
    """
    return say(lang, "sentences", "worth", points=points, unit=say(lang, "unit" if points == 1 else "units", unit))


def times(count: int) -> str:
    """A count worth showing: nothing for one.

    >>> times(1), times(3)
    ('', ' ×3')
    """
    return f" ×{count}" if count > 1 else ""


def row_name(lang: str, rules: str, key: str) -> str | None:
    """The name of a rule set's row in a language in which its sheet prints none, or ``None``.

    >>> row_name("ko", "hkma-2023", "self-draw"), row_name("ko", "hkma-2023", "no-such-row")
    ('쯔모', None)
    """
    rows: dict[str, dict[str, str]] = load(lang)["rows"]
    return rows.get(rules, {}).get(key)
