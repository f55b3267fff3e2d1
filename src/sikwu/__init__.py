"""Scores a mahjong win under the rules people really play, shows why, and says who pays whom.

>>> from sikwu import score
>>> score({"rules": "hkma-2023", "hand": "555z666z77z789m12p + 3p", "seat": "south", "round": "east",
...        "win": "discard", "from": "west"}).to_json()["points"]
6
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sikwu.answer import dumps, rulesets
    from sikwu.checking import Check, check
    from sikwu.deal import SettleRequest
    from sikwu.errors import SikwuError
    from sikwu.hand import Group, Hand
    from sikwu.notation import parse_hand
    from sikwu.request import ScoreRequest
    from sikwu.scoring import Score, score
    from sikwu.settlement import Settlement, settle
    from sikwu.waiting import Waits, WaitsRequest, waits

__version__ = "0.1.0"
_HOMES = {
    "answer": ("dumps", "rulesets"),
    "checking": ("Check", "check"),
    "errors": ("SikwuError",),
    "hand": ("Group", "Hand"),
    "notation": ("parse_hand",),
    "request": ("ScoreRequest",),
    "scoring": ("Score", "score"),
    "deal": ("SettleRequest",),
    "settlement": ("Settlement", "settle"),
    "waiting": ("Waits", "WaitsRequest", "waits"),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    """Load a name's module when it is first asked for, so that importing the package costs nothing."""
    from importlib import import_module

    if name not in _HOME_OF:
        raise AttributeError(f"module 'sikwu' has no attribute {name!r}")
    value = getattr(import_module(f"sikwu.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)


__all__ = [
    "Check",
    "Group",
    "Hand",
    "Score",
    "ScoreRequest",
    "SettleRequest",
    "Settlement",
    "SikwuError",
    "Waits",
    "WaitsRequest",
    "check",
    "dumps",
    "parse_hand",
    "rulesets",
    "score",
    "settle",
    "waits",
]
