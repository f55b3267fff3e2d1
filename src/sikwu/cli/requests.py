"""``--request FILE|-``: one object, an array, or JSON Lines; the answers in the same form."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple

from sikwu import dumps
from sikwu.errors import SikwuError
from sikwu.strict_json import parse_json

Json = dict[str, Any]
Form = Literal["object", "array", "lines"]


class Requests(NamedTuple):
    """What was asked, in order, and in what form; a request that is not even JSON stands as its error."""

    form: Form
    items: list[Any]


def _bad(message: str) -> SikwuError:
    return SikwuError("bad-request", message, "request")


def read_requests(source: str) -> Requests:
    """Reads a file, or standard input for ``-``.

    Raises ``SikwuError`` (``bad-request``) for what cannot be read at all; in an array or in JSON Lines a bad request
    stands in its place as the error that it is.
    """
    return parse_requests(_text(source))


def _text(source: str) -> str:
    try:
        data = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise _bad(f"cannot read {source}: {why}") from error
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _bad(f"{'standard input' if source == '-' else source} is not UTF-8 (at byte {error.start})") from error


def parse_requests(text: str) -> Requests:
    r"""The requests in a text.

    >>> parse_requests('[{"a": 1}, 2]')
    Requests(form='array', items=[{'a': 1}, 2])
    >>> parse_requests('{"a": 1}\n{"b": 2}\n')
    Requests(form='lines', items=[{'a': 1}, {'b': 2}])
    """
    if not text.strip():
        raise _bad("there is no request: expected a JSON object, an array of them, or one object a line")
    lines = [line for line in text.splitlines() if line.strip()]
    try:
        value = parse_json(text)
    except SikwuError:
        if len(lines) > 1 and any(line[0] == "{" and _is_object(line) for line in lines):
            return Requests("lines", [_or_error(line) for line in lines])
        raise
    return Requests("array", value) if isinstance(value, list) else Requests("object", [value])


def _is_object(line: str) -> bool:
    return isinstance(_or_error(line), dict)


def _or_error(line: str) -> Any:
    try:
        return parse_json(line)
    except SikwuError as error:
        return error


def answer(request: Any, command: Callable[[Json], Any], lang: str | None = None) -> Json:
    """The JSON of one answer, or of the error that stands in its place, said in a language if one is asked for."""
    try:
        if isinstance(request, SikwuError):
            raise request
        if not isinstance(request, Mapping):
            raise _bad("a request is a JSON object")
        result: Json = command(dict(request)).to_json()
    except SikwuError as error:
        return (error.in_language(lang) if lang else error).to_json()
    return result


def exit_status(answers: int, errors: int) -> int:
    """0 if all were answered, 1 if any was an error, 2 if the only one was."""
    if not errors:
        return 0
    return 2 if answers == 1 else 1


def print_json(requests: Requests, command: Callable[[Json], Any], lang: str | None) -> int:
    """Answers on standard output in the form in which the requests came; returns the exit status."""
    errors = 0
    texts: list[str] = []
    for request in requests.items:
        result = answer(request, command, lang)
        errors += "error" in result
        if requests.form == "array":
            texts.append(dumps(result))
        else:
            print(dumps(result))
    if requests.form == "array":
        print(f"[{', '.join(texts)}]")
    return exit_status(len(requests.items), errors)
