"""Words about a rule set: its own names of rows, and those of the word files where its sheet prints none."""

from __future__ import annotations

from typing import Any

from sikwu.rules import load
from sikwu.words import row_name, say, times, worth

Json = dict[str, Any]


class Sheet:
    """The names that one rule set's results are shown with in one language.

    In English a row carries the name that its own sheet prints beside it: Chinese, or Korean for the Korean sets.
    """

    def __init__(self, rules: str, lang: str) -> None:
        self.rules = rules
        self.lang = lang
        self.rule_set = load(rules)
        self._names = {row.key: row.names for row in self.rule_set.rows}
        printed = next(iter(self._names.values()))
        self._beside = "zh" if "zh" in printed else "ko"

    def title(self) -> str:
        """The rule set's own name, or the word files' where it has none in the language."""
        return self.rule_set.names.get(self.lang) or say(self.lang, "sets", self.rules)

    def _name(self, key: str, lang: str) -> str | None:
        return self._names.get(key, {}).get(lang) or row_name(lang, self.rules, key)

    def row(self, key: str) -> str:
        """A row's name; in English with the name that players call out.

        >>> Sheet("hkma-2023", "en").row("self-draw")
        'Self-draw 自摸'
        """
        name = self._name(key, self.lang) or self._name(key, "en") or key
        beside = self._name(key, self._beside) if self.lang == "en" else None
        return f"{name} {beside}" if beside and beside != name else name

    def rows(self, patterns: list[Json]) -> str:
        """Rows with their counts, on one line."""
        return ", ".join(f"{self.row(each['key'])}{times(each['count'])}" for each in patterns)

    def worth(self, points: int) -> str:
        """Points with their unit."""
        return worth(self.lang, self.rule_set.unit, points)
