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


def answer_all(
    asked: Requests,
    command: Callable[[Json], Any],
    view: View,
    *,
    as_json: bool,
    lang: str | None,
    explain: bool | None = None,
) -> int:
    """Answers every request and returns the exit status.

    ``explain`` and ``lang`` from the command line stand above what a request says; ``explain`` is ``None`` for requests
    that know neither. People always see the explanation: what they are shown is drawn from it.
    """
    spoken = language(lang)
    extras: Json = {}
    if explain is not None:
        extras |= {"lang": lang} if lang else {}
        extras |= {"explain": True} if explain or not as_json else {}

    def ask(request: Json) -> Any:
        return command(request | extras)

    if as_json:
        return print_json(asked, ask)
    errors = 0
    for number, request in enumerate(asked.items, 1):
        which = say(spoken, "sentences", "request-number", number=number, count=len(asked.items))
        result = answer(request, ask)
        if "error" in result:
            errors += 1
            sys.stdout.flush()
            print(f"sikwu: {f'{which}: ' if len(asked.items) > 1 else ''}{result['error']['message']}", file=sys.stderr)
            continue
        heading: list[Block] = [Line(which, "quiet")] if len(asked.items) > 1 else []
        show([*heading, *view(request, result, lang or request.get("lang") or spoken, bool(explain))])
    return exit_status(len(asked.items), errors)
