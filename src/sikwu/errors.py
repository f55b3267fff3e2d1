"""The one exception that crosses the library's edge."""

from __future__ import annotations

CODES = (
    "bad-notation",
    "bad-request",
    "unknown-rules",
    "unknown-option",
    "bad-option",
    "unknown-event",
    "tile-not-in-set",
    "too-many-copies",
    "tile-count",
    "bad-group",
    "not-a-winning-hand",
    "impossible-event",
    "win-does-not-qualify",
)
"""The engine's error codes. A room above the engine (the table, the service) may add its own."""


class SikwuError(ValueError):
    """A request that cannot be answered, with the field at fault and what would be right.

    >>> SikwuError("bad-request", "seat is missing", "seat").to_json()
    {'error': {'code': 'bad-request', 'message': 'seat is missing', 'field': 'seat'}}
    """

    def __init__(self, code: str, message: str, field: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.field = None if field is None else _printable(field)

    def to_json(self) -> dict[str, dict[str, str | None]]:
        """The error in the contract's form."""
        return {"error": {"code": self.code, "message": self.message, "field": self.field}}

    def __reduce__(self) -> tuple[type[SikwuError], tuple[str, str, str | None]]:
        return type(self), (self.code, self.message, self.field)


_MOST_SHOWN = 60


def _printable(field: str) -> str:
    """The field's name as UTF-8 can carry it: a request may name a field by half a surrogate pair."""
    return field.encode("utf-8", "backslashreplace").decode()


def type_name(value: object) -> str:
    """What a JSON value is, in words."""
    names = {
        bool: "true or false",
        int: "a number",
        float: "a number",
        str: "a text",
        list: "a list",
        dict: "an object",
    }
    return "null" if value is None else names.get(type(value), type(value).__name__)


def shown(value: object) -> str:
    """A value as an error names it: short, whatever it is. Only texts and numbers are written out.

    >>> shown("3"), shown(True), shown([[3]]), shown(10**30)
    ("'3'", 'True', 'a list', 'a number of more than 20 digits')
    """
    if isinstance(value, str):
        return repr(value if len(value) <= _MOST_SHOWN else value[:_MOST_SHOWN] + "…")
    if isinstance(value, int) and abs(value) >= 10**20:
        return "a number of more than 20 digits"
    return repr(value) if isinstance(value, int | float) else type_name(value)


def name_of_field(name: object) -> str:
    """A field's name as given, cut short; a mapping that did not come from JSON may have any key."""
    return name[:_MOST_SHOWN] if isinstance(name, str) else shown(name)


def one_of(words: tuple[str, ...] | list[str]) -> str:
    """The words as an English choice: ``one_of(("a", "b", "c"))`` is ``"a, b or c"``."""
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last
