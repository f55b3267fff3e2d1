"""Rows that name a rule set or options themselves: they must be those that the whole batch is scored by."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sikwu.batch.columns import ERROR
from sikwu.errors import SikwuError
from sikwu.request import House
from sikwu.rules import load


def check_rules(rules: str, sheet: House) -> None:
    """Raises ``unknown-rules``, or ``bad-request`` for another rule set than the house's."""
    if rules != sheet.rules.key:
        load(rules)
        raise SikwuError("bad-request", f"rules is {rules}; this batch is scored by {sheet.rules.key}", "rules")


def check_options(options: Mapping[str, Any], sheet: House) -> None:
    """Raises ``unknown-option`` or ``bad-option``, or ``bad-request`` for others than the house's."""
    if options and sheet.rules.fill_options(options) != {**sheet.options}:
        raise SikwuError("bad-request", "the options are others than those of this batch", "options")


def error_of(check: Callable[[Any, House], None], value: Any, sheet: House) -> int:
    """The error's number in a column, 0 for none. Null is whatever the house is.

    >>> from sikwu.request import house
    >>> [error_of(check_rules, rules, house("hkma-2023")) for rules in ("hkma-2023", None)]
    [0, 0]
    """
    try:
        if value is not None:
            check(value, sheet)
    except SikwuError as error:
        return ERROR[error.code]
    return 0
