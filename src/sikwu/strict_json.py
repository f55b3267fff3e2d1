"""JSON as a request may hold it, for the rooms that read text: the command line, the service, the table's files."""

from __future__ import annotations

import json
import math
from typing import Any

from sikwu.errors import SikwuError

MOST_DIGITS = 20
"""No number of a request needs more; Python itself stops at 4,300 digits, with an error of its own."""


def parse_json(text: str, field: str = "request") -> Any:
    """JSON without the liberties that Python takes: no NaN, no key twice, no number beyond what a float holds.

    Raises ``SikwuError`` (``bad-request``) that says where the text stops being JSON.

    >>> parse_json('{"seat": "south"}')
    {'seat': 'south'}
    >>> parse_json('{"seat": "south", "seat": "west"}')
    Traceback (most recent call last):
    sikwu.errors.SikwuError: the field 'seat' is given twice in one object; once would be right
    """

    def bad(message: str) -> SikwuError:
        return SikwuError("bad-request", message, field)

    def unrepeated(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made: dict[str, Any] = {}
        for name, value in pairs:
            if name in made:
                message = f"the field {name[:80]!r} is given twice in one object; once would be right"
                raise SikwuError("bad-request", message, name[:80])
            made[name] = value
        return made

    def no_number(name: str) -> Any:
        raise bad(f"{name} is not JSON; a number has digits")

    def finite(digits: str) -> float:
        number = float(digits)
        if math.isinf(number):
            raise bad(f"the number {digits[:MOST_DIGITS]} is too large")
        return number

    def short(digits: str) -> int:
        if len(digits) > MOST_DIGITS:
            raise bad(f"the number {digits[:MOST_DIGITS]}… has {len(digits)} digits, which is too large")
        return int(digits)

    try:
        return json.loads(
            text, object_pairs_hook=unrepeated, parse_constant=no_number, parse_float=finite, parse_int=short
        )
    except json.JSONDecodeError as error:
        what = f"{error.msg[:1].lower()}{error.msg[1:]}"
        raise bad(f"not JSON: {what} at line {error.lineno}, column {error.colno}") from error
    except RecursionError as error:
        raise bad("objects and arrays are nested too deeply") from error
