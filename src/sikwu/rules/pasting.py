"""The body of a small function as text, to be pasted where its parameters are variables of the same names.

Calling a condition costs more than most conditions themselves: without the calls a result of any sheet takes about a
tenth less time. What cannot be pasted safely (the source is not there or has changed, the function is more than one
expression, it uses more than whole numbers) is called instead: pasting changes nothing but the time.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Mapping
from functools import cache
from itertools import accumulate
from types import CodeType


def body_of(function: Callable[..., int]) -> tuple[str, Mapping[str, int]] | None:
    """The one expression that the function returns, and the constants that it names; ``None`` if it has to be called.

    >>> from sikwu.readings.facts import dragon_pair, edge_wait
    >>> body_of(dragon_pair), body_of(edge_wait)
    (('pair > 30', {}), ('completes == EDGE', {'EDGE': 4}))
    """
    code = getattr(function, "__code__", None)
    if code is None or code.co_freevars or code.co_kwonlyargcount:
        return None
    text = _returned(code)
    if text is None or not _is_body(text, function, code):
        return None
    constants = {name: function.__globals__[name] for name in code.co_names if name in function.__globals__}
    others = [name for name in code.co_names if name not in constants]
    if not all(name.isupper() and type(value) is int for name, value in constants.items()):
        return None  # a name in small letters might mean something else where the text is pasted
    if not all(hasattr(builtins, name) or hasattr(int, name) for name in others):
        return None
    return text, constants


def _returned(code: CodeType) -> str | None:
    """The text of all that the function does, with the brackets around it that belong to it."""
    source, starts = _source(code.co_filename)
    places = [place for place in code.co_positions() if place[0] and place[1] and place[3]]
    if not places or max(last or 0 for _, last, _, _ in places) >= len(starts):
        return None
    start = min(starts[(line or 0) - 1] + (column or 0) for line, _, column, _ in places)
    end = max(starts[(last or 0) - 1] + (column or 0) for _, last, _, column in places)
    unclosed = source.count(b"(", start, end) - source.count(b")", start, end)
    for _ in range(-unclosed):
        start = max(source.rfind(b"(", 0, start), 0)
    for _ in range(unclosed):
        end = max(source.find(b")", end) + 1, end)
    return source[start:end].decode(errors="replace").removeprefix("return").strip()


@cache
def _source(name: str) -> tuple[bytes, list[int]]:
    """A file's text and where each of its lines starts; nothing if the file is not there."""
    import linecache  # here, since most processes score too few hands to come this far

    lines = [line.encode() for line in linecache.getlines(name)]
    return b"".join(lines), [0, *accumulate(map(len, lines))]


def _is_body(text: str, function: Callable[..., int], code: CodeType) -> bool:
    """Whether the text, compiled as the whole of the function, gives the function's own code."""
    asks = ", ".join(code.co_varnames[: code.co_argcount])
    if code.co_name == "<lambda>":
        source = f"lambda {asks}: (\n{text}\n)"
    else:
        source = f"def body({asks}):\n    {function.__doc__!r}\n    return (\n{text}\n)"
    try:
        made = compile(source, code.co_filename, "exec").co_consts[0]
    except SyntaxError:
        return False
    return isinstance(made, CodeType) and _meaning(made) == _meaning(code)


def _meaning(code: CodeType) -> tuple[object, ...]:
    return code.co_code, code.co_consts, code.co_names, code.co_varnames
