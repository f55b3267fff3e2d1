"""What every answer shares: the contract's byte form, and the list of rule sets."""

from __future__ import annotations

import json

from sikwu.rules import KEYS


def dumps(answer: object) -> str:
    """The answer as the contract's JSON: UTF-8 without escapes, ``", "`` and ``": "`` between, no newline at the end.

    >>> dumps({"name": "平糊", "points": 1})
    '{"name": "平糊", "points": 1}'
    """
    return json.dumps(answer, ensure_ascii=False, allow_nan=False)


def rulesets() -> tuple[str, ...]:
    """The keys of the rule sets there are.

    >>> "hkma-2023" in rulesets()
    True
    """
    return KEYS
