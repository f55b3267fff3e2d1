"""The rule sets by key, loaded when first asked for.

Every file beside this is a rule set, but for those that rule sets are written in and those with a leading underscore,
which hold what a sheet is made of. The file ``hkma_2023.py`` has the key ``hkma-2023``; a new file is a new rule set.
"""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from sikwu.errors import SikwuError, shown

if TYPE_CHECKING:
    from sikwu.rules.language import RuleSet

_HERE = __path__[0]
_WORKSHOP = ("language.py", "plan.py", "pasting.py", "describe.py")

KEYS: tuple[str, ...] = tuple(
    sorted(
        file.removesuffix(".py").replace("_", "-")
        for file in os.listdir(_HERE)  # noqa: PTH208 -- importing pathlib takes longer than all else here
        if file.endswith(".py") and not file.startswith("_") and file not in _WORKSHOP
    )
)
"""The keys of the rule sets there are."""


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
