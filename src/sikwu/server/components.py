"""The schemas of the OpenAPI page. What a request may hold is read from the engine's own tables."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from sikwu.answer import rulesets
from sikwu.deal import MOST_POINTS
from sikwu.events import EVENTS
from sikwu.hand import GROUP_KINDS, SEATS
from sikwu.request import LANGS, MOST_DISCARDS, MOST_STREAK, WIN_WAYS
from sikwu.rules import load
from sikwu.rules.language import Option
from sikwu.server.openapi import ref
from sikwu.server.results import ANSWERS
from sikwu.server.schemas import BODIES

Json = dict[str, Any]
MOST_COUNTERS = 99
Modelled = tuple[type[BaseModel], JsonSchemaMode]


def components() -> dict[str, Json]:
    """Every schema by name."""
    bodies: list[Modelled] = [(model, "validation") for model in BODIES]
    shapes: list[Modelled] = [(model, "serialization") for model in ANSWERS]
    _, found = models_json_schema([*bodies, *shapes], ref_template="#/components/schemas/{model}")
    return {**found["$defs"], **_house(), **_hands(), **_requests()}


def one_of(words: tuple[str, ...] | list[str], about: str = "") -> Json:
    """One of some words."""
    return {"type": "string", "enum": list(words), **({"description": about} if about else {})}


def maybe(schema: Json) -> Json:
    """A field that may be null, which is the same as absent."""
    about = schema.get("description")
    rest = {key: value for key, value in schema.items() if key != "description"}
    return {"anyOf": [rest, {"type": "null"}], **({"description": about} if about else {})}


def closed(required: tuple[str, ...], about: str, **fields: Json) -> Json:
    """An object with these fields and no others."""
    return {
        "type": "object",
        "description": about,
        "properties": fields,
        "required": list(required),
        "additionalProperties": False,
    }


def option_schema(option: Option) -> Json:
    """A house option: its type and range, its default, why it exists."""
    kind: Json = {"type": "boolean"}
    if option.type == "number":
        kind = {"type": "integer", "minimum": option.least, "maximum": option.most}
    elif option.type == "choice":
        kind = one_of([str(value) for value in option.values])
    return {**maybe({**kind, "description": option.why}), "default": option.default}


def _house() -> dict[str, Json]:
    schemas = {
        options_name(key): closed(
            (), f"The options of {key}.", **{option.key: option_schema(option) for option in load(key).options.values()}
        )
        for key in rulesets()
    }
    return {
        **schemas,
        "Options": {
            "anyOf": [ref(name) for name in schemas],
            "description": "By rule set; what is left out has its default.",
        },
        "Rules": one_of(rulesets(), "A rule set's key."),
        "Seat": one_of(SEATS),
        "EventKey": {
            "type": "string",
            "enum": list(EVENTS),
            "description": "The win came …\n"
            + "\n".join(f"- `{key}` {event.meaning}" for key, event in EVENTS.items()),
        },
    }


def options_name(key: str) -> str:
    """What the schema of a rule set's options is called.

    >>> options_name("hkma-2023")
    'OptionsHkma2023'
    """
    return "Options" + "".join(part.capitalize() for part in key.split("-"))


def _hands() -> dict[str, Json]:
    text = {"type": "string"}
    group = closed(
        ("tiles", "kind"),
        "A declared group.",
        tiles=text,
        kind=one_of(GROUP_KINDS),
        **{"from": maybe({**ref("Seat")})},
    )
    apart = closed(
        (),
        "The same taken apart.",
        concealed=maybe(text),
        groups=maybe({"type": "array", "items": group}),
        winning=maybe(text),
        flowers=maybe(text),
    )
    line = {"type": "string", "description": "Notation, as `123m456p 5s [777z] (2222s) + 5s 15f`."}
    return {"Hand": {"anyOf": [line, apart]}}


def _win(seat: Json) -> dict[str, Json]:
    """The fields of a win; ``seat`` is what may stand where a seat does."""
    return {
        "hand": ref("Hand"),
        "seat": seat,
        "win": one_of(WIN_WAYS),
        "from": maybe(seat),
        "events": maybe({"type": "array", "items": ref("EventKey")}),
        "discards": maybe(number(MOST_DISCARDS)),
    }


def number(most: int) -> Json:
    """A whole number from 0."""
    return {"type": "integer", "minimum": 0, "maximum": most}


LANG = {"explain": maybe({"type": "boolean"}), "lang": maybe(one_of(LANGS))}
STREAK = maybe(number(MOST_STREAK))


def _deal(seat: Json) -> dict[str, Json]:
    """The fields of a deal; ``seat`` is what may stand where a seat does."""
    won = closed(
        ("seat", "win"),
        "A win by its hand, or by its points alone.",
        **{**_win(seat), "hand": maybe(ref("Hand"))},
        points=maybe({**number(MOST_POINTS), "description": "In place of `hand`: a declared win."}),
        rows=maybe({"type": "array", "items": {"type": "string"}, "description": "Of a declared win."}),
        liable=maybe({"anyOf": [seat, one_of(("none",))]}),
        **LANG,
    )
    kong = closed(("seat", "shown"), "A concealed kong.", seat=seat, shown={"type": "boolean"})
    flowers = closed(("seat", "set"), "A full set of flowers.", seat=seat, set=one_of(("flowers", "grass")))
    return {
        "wins": maybe({"type": "array", "items": won, "description": "None for a drawn deal."}),
        "concealed_kongs": maybe({"type": "array", "items": kong}),
        "flower_sets": maybe({"type": "array", "items": flowers}),
        "false_win": maybe({**seat, "description": "Who called a false win; stands without wins."}),
    }


def _requests() -> dict[str, Json]:
    house = {"rules": ref("Rules"), "options": maybe(ref("Options"))}
    seat, seat_or_name = ref("Seat"), {"type": "string", "description": "A seat, or a player's name."}
    win = _win(seat)
    counters = closed(
        SEATS, "Each seat's counter, where there is a race.", **dict.fromkeys(SEATS, number(MOST_COUNTERS))
    )
    return {
        "ScoreRequest": closed(
            ("rules", "hand", "seat", "round", "win"),
            "A win to be scored.",
            **house,
            **win,
            round=seat,
            streak=STREAK,
            **LANG,
        ),
        "SettleRequest": closed(
            ("rules", "round"),
            "A deal to be settled.",
            **house,
            round=seat,
            streak=STREAK,
            **_deal(seat),
            counters=maybe(counters),
        ),
        "DealRequest": closed((), "A deal of a session, which knows everything else.", **_deal(seat_or_name)),
        "WaitsRequest": closed(
            ("rules", "hand", "seat", "round"),
            "A hand without its winning tile.",
            **house,
            **{name: win[name] for name in ("hand", "seat", "events", "discards")},
            round=seat,
            streak=STREAK,
            seen=maybe({"type": "string", "description": "Tiles that are known to be gone."}),
            **LANG,
        ),
        "CheckRequest": closed(
            ("rules", "hand"),
            "A hand, finished or not, and what else is known.",
            **house,
            hand=ref("Hand"),
            seat=maybe(seat),
            round=maybe(seat),
            win=maybe(one_of(WIN_WAYS)),
            **{name: win[name] for name in ("from", "events", "discards")},
            streak=STREAK,
            lang=maybe(one_of(LANGS)),
        ),
    }
