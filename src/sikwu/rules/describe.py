"""A rule set as data: its rows, options and sources, for people and programs that ask what is played."""

from __future__ import annotations

from typing import Any

from sikwu.rules.language import THE_REST, Option, Replacement, Row, RuleSet
from sikwu.words import LANGUAGES


def describe(rules: RuleSet) -> dict[str, Any]:
    """The rule set in JSON form.

    >>> from sikwu.rules import load
    >>> sheet = describe(load("hkma-2023"))
    >>> sheet["options"][0]["key"], sheet["rows"][0]["names"]["zh"]
    ('minimum', '平糊')
    """
    return {
        "key": rules.key,
        "revision": rules.revision,
        "names": dict(rules.names),
        "seed": rules.seed,
        "unit": rules.unit,
        "tiles": rules.tiles,
        "shapes": [shape.key for shape in rules.shapes],
        "rows": [_row(rules, row) for row in rules.rows],
        "options": [_option(option) for option in rules.options.values()],
    }


def _row(rules: RuleSet, row: Row) -> dict[str, Any]:
    return {
        "key": row.key,
        "names": {lang: rules.name_of(row, lang) for lang in LANGUAGES},
        "value": row.value,
        "each": row.each,
        "counts": row.counts if isinstance(row.counts, bool) else "conditional",
        "source": row.source,
        "replaces": [_replaced(entry) for entry in row.replaces],
    }


def _replaced(entry: Replacement) -> dict[str, Any]:
    return {
        "key": "the rest" if entry.row == THE_REST else entry.row,
        "of_same": entry.of_same is not None,
        "conditional": entry.when is not None,
    }


def _option(option: Option) -> dict[str, Any]:
    described: dict[str, Any] = {"key": option.key, "type": option.type, "default": option.default}
    if option.type == "choice":
        described["values"] = list(option.values)
    if option.type == "number":
        described.update(least=option.least, most=option.most)
    described["why"] = option.why
    return described
