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
        self.field = field

    def to_json(self) -> dict[str, dict[str, str | None]]:
        """The error in the contract's form."""
        return {"error": {"code": self.code, "message": self.message, "field": self.field}}

    def __reduce__(self) -> tuple[type[SikwuError], tuple[str, str, str | None]]:
        return type(self), (self.code, self.message, self.field)


def one_of(words: tuple[str, ...] | list[str]) -> str:
    """The words as an English choice: ``one_of(("a", "b", "c"))`` is ``"a, b or c"``."""
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last
