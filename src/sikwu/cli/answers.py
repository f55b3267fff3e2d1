"""Answering requests as JSON or, for people, as a document."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from sikwu.cli.document import Block, Line, show
from sikwu.cli.facts import language
from sikwu.cli.requests import Requests, answer, exit_status, print_json
from sikwu.words import say

Json = dict[str, Any]
View = Callable[[Json, Json, str, bool], list[Block]]
"""Draws an answer from the request, the result, the language, and whether everything is to be shown."""
Dress = Callable[[Json, Json], Json]
"""Puts ``explain`` and ``lang`` where a request of this kind has them."""


def into_request(request: Json, extras: Json) -> Json:
    """Beside the request's other fields."""
    return request | extras


def into_wins(request: Json, extras: Json) -> Json:
    """Into every win of a settlement request that has a hand."""
    wins = request.get("wins")
    if not isinstance(wins, list):
        return request
    return request | {"wins": [win | extras if isinstance(win, dict) and "hand" in win else win for win in wins]}


def language_alone(request: Json, extras: Json) -> Json:
    """Beside the request's other fields, without ``explain``: there is nothing to explain."""
    return request | {name: value for name, value in extras.items() if name == "lang"}


def answer_all(
    asked: Requests,
    command: Callable[[Json], Any],
    view: View,
    dress: Dress,
    *,
    as_json: bool,
    lang: str | None,
    explain: bool = False,
) -> int:
    """Answers every request and returns the exit status.

    ``explain`` and ``lang`` from the command line stand above what a request says. People always see the explanation:
    what they are shown is drawn from it.
    """
    spoken = language(lang)
    extras: Json = {"lang": lang} if lang else {}
    if explain or not as_json:
        extras["explain"] = True

    def ask(request: Json) -> Any:
        return command(dress(request, extras))

    if as_json:
        return print_json(asked, ask, lang)
    errors = 0
    for number, request in enumerate(asked.items, 1):
        which = say(spoken, "sentences", "request-number", number=number, count=len(asked.items))
        result = answer(request, ask, lang)
        if "error" in result:
            errors += 1
            sys.stdout.flush()
            print(f"sikwu: {f'{which}: ' if len(asked.items) > 1 else ''}{result['error']['message']}", file=sys.stderr)
            continue
        heading: list[Block] = [Line(which, "quiet")] if len(asked.items) > 1 else []
        show([*heading, *view(request, result, lang or request.get("lang") or spoken, explain)])
    return exit_status(len(asked.items), errors)
