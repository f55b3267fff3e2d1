"""Any JSON as a request: wrong types everywhere, deep nesting, huge numbers; only documented errors."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sikwu import SikwuError, check, dumps, rulesets, score, settle, waits
from sikwu.errors import CODES
from sikwu.events import EVENTS
from sikwu.rules import load

Json = dict[str, Any]
VALUES = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.sampled_from([10**30, -(10**30), 10**4000, 2**63]),
        st.floats(),
        st.text(max_size=20),
        st.sampled_from(["east", "south", "discard", "self-draw", "hkma-2023", "5s", "123m", "pung", *EVENTS]),
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=8), inner, max_size=4)),
    max_leaves=8,
)
COMMANDS: dict[str, Callable[[Any], Any]] = {"score": score, "settle": settle, "waits": waits, "check": check}

WIN: Json = {"seat": "south", "hand": "[123m]456789m11m33z + 1m", "win": "discard", "from": "west", "events": []}
REQUESTS: dict[str, Json] = {
    "score": {
        "rules": "hkma-2023",
        "options": {"minimum": 0},
        **WIN,
        "round": "east",
        "discards": 3,
        "streak": 1,
        "explain": True,
        "lang": "zh",
    },
    "settle": {
        "rules": "taiwan-bible",
        "options": {"minimum": 0},
        "round": "east",
        "streak": 1,
        "wins": [
            {
                **WIN,
                "hand": {
                    "concealed": "456789m11m33z99p9p",
                    "groups": [{"tiles": "123m", "kind": "chow", "from": "east"}],
                    "winning": "1m",
                    "flowers": "1f",
                },
                "liable": "north",
            },
            {"seat": "north", "points": 5, "rows": ["self-draw"], "win": "discard", "from": "west"},
        ],
        "concealed_kongs": [{"seat": "south", "shown": True}],
        "flower_sets": [{"seat": "south", "set": "grass"}],
        "false_win": None,
        "counters": {"east": 3, "south": 2, "west": 3, "north": 1},
    },
    "waits": {
        "rules": "sixteen-tile",
        "options": {},
        "hand": "1112345678999m123p",
        "seat": "east",
        "round": "east",
        "seen": "5m",
        "events": ["ready"],
    },
    "check": {"rules": "korean-yak", "options": {"suits": "three"}, "hand": "123m", "seat": "east", "events": []},
}


def answered(command: Callable[[Any], Any], request: Any) -> None:
    try:
        result = command(request).to_json()
    except SikwuError as error:
        assert error.code in CODES
        assert len(error.message) < 1000
        result = error.to_json()
    json.loads(dumps(result).encode())


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of every value inside, containers too."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, entry in inside for place in places(entry, (*path, key)))]


def with_value(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """A copy with the value at the path exchanged."""
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = with_value(value[path[0]], path[1:], new)
    return copy


@pytest.mark.parametrize("name", COMMANDS)
def test_the_requests_themselves_are_answered(name: str) -> None:
    assert COMMANDS[name](REQUESTS[name]).to_json()


@pytest.mark.parametrize("name", COMMANDS)
@given(value=VALUES)
@settings(max_examples=200, deadline=None)
def test_any_value_as_a_request(name: str, value: Any) -> None:
    answered(COMMANDS[name], value)


@pytest.mark.parametrize("name", COMMANDS)
@given(data=st.data())
@settings(max_examples=400, deadline=None)
def test_any_value_anywhere_in_a_request(name: str, data: st.DataObject) -> None:
    request: Any = REQUESTS[name]
    for _ in range(data.draw(st.integers(1, 3))):
        request = with_value(request, data.draw(st.sampled_from(places(request))), data.draw(VALUES))
    answered(COMMANDS[name], request)


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("depth", [10, 900, 980, 100_000])
def test_deep_nesting_anywhere(name: str, depth: int) -> None:
    as_list: Any = 1
    as_object: Any = 1
    for _ in range(depth):
        as_list, as_object = [as_list], {"a": as_object}
    for path in places(REQUESTS[name]):
        for deep in (as_list, as_object):
            with pytest.raises(SikwuError) as refused:
                COMMANDS[name](with_value(REQUESTS[name], path, deep))
            assert refused.value.code in ("bad-request", "bad-option", "unknown-option")


@pytest.mark.parametrize("name", COMMANDS)
@given(field=st.text(max_size=30), value=VALUES)
@settings(max_examples=50, deadline=None)
@example(field="\ud800", value=1)
@example(field="x" * 9000, value=None)
def test_any_field_too_many(name: str, field: str, value: Any) -> None:
    answered(COMMANDS[name], {**REQUESTS[name], field: value})


@pytest.mark.parametrize("rules", rulesets())
@given(random=st.randoms(use_true_random=True))
@settings(max_examples=100, deadline=None)
def test_any_options_any_events_any_tiles(rules: str, random: Random) -> None:
    """Requests of the right form whose contents are drawn blindly."""
    tiles = [f"{random.choice('1123456778999')}{random.choice('mpszf')}" for _ in range(random.randint(0, 20))]
    options = {
        key: random.choice([*option.values, option.default, option.least, option.most, 0, 1, True, "on"])
        for key, option in load(rules).options.items()
        if random.random() < 0.3
    }
    request = {
        "rules": rules,
        "options": options,
        "hand": "".join(tiles) + random.choice(["", "+1m", "+5z", "(1111p)+9s", "[123s]+1s"]),
        "seat": random.choice(["east", "north"]),
        "round": "east",
        "win": random.choice(["discard", "self-draw"]),
        "events": random.sample(list(EVENTS), random.randrange(4)),
        "explain": True,
    }
    for command in (score, check):
        answered(command, {name: value for name, value in request.items() if command is score or name != "explain"})
