"""The arguments that several commands share, and how they become a request."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any

import typer

from sikwu.errors import SikwuError
from sikwu.hand import SEATS
from sikwu.words import LANGUAGES

Json = dict[str, Any]
_TRUE_OR_FALSE = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def _completing(words: Callable[[], Any]) -> Callable[[str], list[str]]:
    def complete(incomplete: str) -> list[str]:
        return [word for word in words() if word.startswith(incomplete)]

    return complete


def _rule_sets() -> Any:
    from sikwu import rulesets

    return rulesets()


def _events() -> Any:
    from sikwu.events import EVENTS

    return EVENTS


_RULES = _completing(_rule_sets)
_SEATS = _completing(lambda: SEATS)
_LANGUAGES = _completing(lambda: LANGUAGES)
_EVENTS = _completing(_events)

RulesArgument = Annotated[str | None, typer.Argument(metavar="RULES", help="A rule set's key.", autocompletion=_RULES)]
HandArgument = Annotated[
    str | None, typer.Argument(metavar="HAND", help='The hand on one line, such as "[777z] 22z 456789p 12m + 3m".')
]
SeatOption = Annotated[
    str | None, typer.Option("--seat", metavar="SEAT", help="The winner's seat; east deals.", autocompletion=_SEATS)
]
RoundOption = Annotated[
    str | None, typer.Option("--round", metavar="WIND", help="The round wind.", autocompletion=_SEATS)
]
SelfDrawOption = Annotated[bool, typer.Option("--self-draw", help="The winner drew the tile.")]
DiscardOption = Annotated[bool, typer.Option("--discard", help="Another player discarded it, or had a kong robbed.")]
FromOption = Annotated[
    str | None, typer.Option("--from", metavar="SEAT", help="Who discarded it.", autocompletion=_SEATS)
]
EventOption = Annotated[
    list[str] | None,
    typer.Option("--event", metavar="EVENT", help="A fact about the win; may be repeated.", autocompletion=_EVENTS),
]
OptionOption = Annotated[
    list[str] | None, typer.Option("--option", metavar="KEY=VALUE", help="A house option; may be repeated.")
]
DiscardsOption = Annotated[int | None, typer.Option("--discards", metavar="N", help="Tiles in the middle at the win.")]
StreakOption = Annotated[
    int | None, typer.Option("--streak", metavar="N", help="Hands in a row that the dealer has kept the deal.")
]
RequestOption = Annotated[
    str | None,
    typer.Option(
        "--request",
        metavar="FILE",
        help="JSON requests instead: one object, an array, or one a line; - reads standard input.",
    ),
]
ExplainOption = Annotated[
    bool, typer.Option("--explain", help="Show every other reading in full; with --json, add the explanation.")
]
LangOption = Annotated[
    str | None,
    typer.Option("--lang", metavar="LANG", help="Names and headings: en, zh or ko.", autocompletion=_LANGUAGES),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def language(lang: str | None) -> str:
    """The language to print in: English if none is asked for. Raises ``SikwuError`` for one without words."""
    if lang is None:
        return "en"
    if lang not in LANGUAGES:
        raise SikwuError(
            "bad-request", f"there are no words in {lang!r}; --lang is one of {', '.join(LANGUAGES)}", "lang"
        )
    return lang


def given(**facts: Any) -> Json:
    """A request of the facts that were given: what is ``None`` or empty is left out."""
    return {name.rstrip("_"): fact for name, fact in facts.items() if fact is not None and fact != [] and fact != {}}


def how_won(self_draw: bool, discard: bool) -> str | None:
    """The request's ``win``. Raises ``SikwuError`` when both flags are set."""
    if self_draw and discard:
        raise SikwuError("bad-request", "a win is either --self-draw or --discard, not both", "win")
    return "self-draw" if self_draw else "discard" if discard else None


def told_apart(rules: str | None, hand: str | None) -> None:
    """Raises ``SikwuError`` when the one word that was given is no rule set: somebody began with the hand."""
    from sikwu import rulesets

    if rules is not None and hand is None and rules not in rulesets():
        message = f"{rules!r} is no rule set: first the rule set, then the hand, as in {rulesets()[0]} 123m55s"
        raise SikwuError("unknown-rules", message, "rules")


def alone(request: str, **others: Any) -> None:
    """Raises ``SikwuError`` when something else was given beside ``--request``."""
    for name, fact in others.items():
        if fact:
            message = f"--request {request} holds everything; leave out {name.rstrip('_')}, or leave out --request"
            raise SikwuError("bad-request", message, name.rstrip("_"))


def typed_options(rules: str | None, settings: list[str] | None, flag: str = "--option") -> Json:
    """House options from ``key=value`` words, each value in the type that the rule set's option has.

    A value that is no such thing stays text, and an unknown key stays: the rule set itself says what would be right.

    >>> typed_options("hkma-2023", ["minimum=1", "draw_keeps_deal=no", "multiple_winners=nearest"])
    {'minimum': 1, 'draw_keeps_deal': False, 'multiple_winners': 'nearest'}
    """
    types = _option_types(rules) if settings else {}
    options: Json = {}
    for setting in settings or []:
        key, equals, value = setting.partition("=")
        if not (key and equals):
            raise SikwuError("bad-request", f"{flag} {setting!r} should be KEY=VALUE, such as minimum=1", "options")
        if key in options:
            raise SikwuError("bad-request", f"{flag} {key} is given twice; once would be right", "options")
        options[key] = _converted(value, types.get(key))
    return options


def _option_types(rules: str | None) -> dict[str, str]:
    from sikwu import rulesets
    from sikwu.rules import load

    if rules not in rulesets():
        return {}
    return {key: option.type for key, option in load(rules).options.items()}


def _converted(value: str, kind: str | None) -> Any:
    if kind == "flag":
        return _TRUE_OR_FALSE.get(value.lower(), value)
    if kind == "number" and re.fullmatch(r"-?[0-9]{1,9}", value):
        return int(value)
    return value
