"""The rule sets by key, each one file beside this, loaded when it is first asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from sikwu.errors import SikwuError, shown

if TYPE_CHECKING:
    from sikwu.rules.language import RuleSet

KEYS = ("hkma-2023", "korean-yak", "korean-kengma", "sixteen-tile", "taiwan-bible")


@cache
def _load(key: str) -> RuleSet:
    module = import_module(f"sikwu.rules.{key.replace('-', '_')}")
    rules: RuleSet = module.RULES
    return rules


def load(key: object) -> RuleSet:
    """The rule set of a key, or ``unknown-rules``.

    >>> load("hkma-2023").unit
    'faan'
    """
    if not isinstance(key, str) or key not in KEYS:
        raise SikwuError("unknown-rules", f"there is no rule set {shown(key)}; there are {', '.join(KEYS)}", "rules")
    return _load(key)
