"""The one exception that crosses the library's edge."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import NamedTuple, Self, TypeVar

from sikwu.words import LANGUAGES, load, say

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


_MOST_SHOWN = 60


class Message(NamedTuple):
    """A sentence with holes, and what goes into them; it can be said in every language that there are words for.

    The English template, which names things as requests do, is its own key in the words of each language; English too
    has words of its own where players would not know a key. A hole's name says what it holds:
    ``tile``, ``seat``, ``event`` and ``kind`` (alone, or after another word, as in ``left_seat``) hold keys that have
    names. A value that is itself a message is said in the same language. What players may meet (hands, groups, events,
    the ledger) has words in every language; what only a program can do wrong (a field of the wrong form) has none.

    >>> print(Message("{count} copies of {tile}; a set has four", {"count": 5, "tile": "1m"}))
    5 copies of 1m; a set has four
    """

    template: str
    values: Mapping[str, object]

    def __str__(self) -> str:
        return self.template.format(**self.values) if self.values else self.template

    def in_language(self, lang: str) -> str:
        """The message as players of a language say it, or as it is written where that language has no words for it.

        >>> Message("{count} copies of {tile}; a set has four", {"count": 5, "tile": "1m"}).in_language("zh")
        '一萬有 5 張；一副牌每種四張'
        """
        template = _messages(lang).get(self.template, self.template if lang == WRITTEN_IN else None)
        if template is None or not self.values:
            return template or str(self)
        return template.format(**{hole: _value(hole, value, lang) for hole, value in self.values.items()})


WRITTEN_IN = LANGUAGES[0]
"""The language of the templates: its words are the templates themselves, but for those that players say otherwise."""
_NAMED = {"tile": "tiles", "seat": "seats", "event": "events", "kind": "kinds"}


def _messages(lang: str) -> Mapping[str, str]:
    words: Mapping[str, str] = load(lang)["messages"]
    return words


def _value(hole: str, value: object, lang: str) -> object:
    """What goes into a hole, in a language."""
    if isinstance(value, Message):
        return value.in_language(lang)
    section = _NAMED.get(hole.rpartition("_")[2])
    if section is None or not isinstance(value, str):
        return value
    return say(lang, section, value)


class SikwuError(ValueError):
    """A request that cannot be answered, with the field at fault and what would be right.

    ``values`` go into the message's holes, as in :class:`Message`; ``said`` is the message as it was made.

    >>> SikwuError("bad-request", "{seat} wins twice; a seat wins once", "wins[1].seat", seat="east").to_json()
    {'error': {'code': 'bad-request', 'message': 'east wins twice; a seat wins once', 'field': 'wins[1].seat'}}
    """

    def __init__(self, code: str, message: str | Message, field: str | None = None, **values: object) -> None:
        self.code = code
        self.said = message if isinstance(message, Message) else Message(message, values)
        self.field = None if field is None else _printable(field)
        super().__init__(self.message)

    @property
    def message(self) -> str:
        """The message: in English, unless :meth:`in_language` asked for another."""
        return str(self.said)

    def in_language(self, lang: str) -> Self:
        """The same error with its message in a language; in English where that language has no words for it."""
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.said = Message(self.said.in_language(lang), {})
        other.args = (other.message,)
        return other

    def to_json(self) -> dict[str, dict[str, str | None]]:
        """The error in the contract's form."""
        return {"error": {"code": self.code, "message": self.message, "field": self.field}}

    def __reduce__(self) -> tuple[type[SikwuError], tuple[str, Message, str | None]]:
        return type(self), (self.code, self.said, self.field)


Asked = TypeVar("Asked")
Answer = TypeVar("Answer")


def in_its_language(engine: Callable[[Asked], Answer]) -> Callable[[Asked], Answer]:
    """The engine, its errors said in the ``lang`` of the request that they are about."""

    @wraps(engine)
    def answering(request: Asked) -> Answer:
        try:
            return engine(request)
        except SikwuError as error:
            lang = request.get("lang") if isinstance(request, Mapping) else getattr(request, "lang", None)
            if lang in LANGUAGES:
                raise error.in_language(lang) from error
            raise

    return answering


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
