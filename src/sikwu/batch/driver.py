"""The loop over columns of hands, written for a rule set from its plan and compiled.

The conditions, facts, replacements and payments that it calls are the rule set's own functions, compiled one by one; only
the loop around them is written here. It and its machine code are kept in the cache folder.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sikwu import events as events_module
from sikwu import payments as payments_module
from sikwu.batch import checks, reading
from sikwu.batch.columns import ALONE, ERROR, Columns, empty_columns, read_only
from sikwu.batch.compiling import OnDisk, compiled, fingerprint
from sikwu.batch.paying import AMOUNTS, SHAPE, pay_table
from sikwu.batch.tables import EVENT_BITS, Ints, Tables, load_tables
from sikwu.events import EVENTS, READY_EVENTS
from sikwu.readings import packed as packed_module
from sikwu.readings import shapes as shapes_module
from sikwu.readings.facts import HAND_LEVEL, READING_LEVEL, WIN_LEVEL
from sikwu.readings.shapes import CLOSED, EDGE, PAIR, PUNG, SINGLE, TWO_SIDED, Reading
from sikwu.rules import language as language_module
from sikwu.rules.language import Condition, RuleSet, ask, asked_by
from sikwu.rules.plan import Plan, PlannedReplacement, PlannedRow, Step, asked_facts, plan

BELOW_MINIMUM, BROKEN_PROMISE = 1, 2


class Settings(NamedTuple):
    """What of a house the loop looks at beside the options' facts. ``cap`` is huge where there is none; ``promise`` 0
    for none, 1 kept by the winning tile, 2 by every wait; ``double_win`` whether it is paid."""

    minimum: int
    cap: int
    promise: int
    double_win: int


class Results(NamedTuple):
    """What the loop fills in, a row for each hand; ``starts`` has one more. ``scored`` lists the rows that score, one after
    another: a row's place, and 256 times its count; ``second_scored`` those of the other hand of a double win.
    ``net_known`` is 0 where a discarder who was not named pays."""

    points: NDArray[np.int32]
    uncapped: NDArray[np.int32]
    toward: NDArray[np.int32]
    reason: NDArray[np.uint8]
    net: NDArray[np.int32]
    net_known: NDArray[np.uint8]
    error: NDArray[np.uint8]
    starts: NDArray[np.int32]
    second_starts: NDArray[np.int32]
    scored: NDArray[np.uint32]
    second_scored: NDArray[np.uint32]


Room = tuple[NDArray[np.uint32], NDArray[np.uint32]]
"""Where the rows that score are listed, those of second hands apart."""


def room_for(hands: int, rules: RuleSet) -> Room:
    """Room for all the rows that so many hands could score."""
    size = (hands + 2) * len(rules.rows)
    return np.empty(size, np.uint32), np.empty(size if rules.double_win else 0, np.uint32)


def empty_results(hands: int, room: Room) -> Results:
    """Results to be filled for so many hands."""
    return Results(
        *(np.empty(hands, np.int32) for _ in range(3)),
        np.empty(hands, np.uint8),
        np.empty((4, hands), np.int32),
        np.empty(hands, np.uint8),
        np.empty(hands, np.uint8),
        np.zeros(hands + 1, np.int32),
        np.zeros(hands + 1, np.int32),
        *room,
    )


Drive = Callable[[Columns, Tables, Ints, checks.Limits, Ints, Settings, Results, Ints], None]
"""From the columns, the tables, the payments' table, the limits, the options' facts and the settings to the results; the
last is scratch for readings."""

_TILES = {
    **{f"loose_{suit}": f"_seen.loose[{place}]" for place, suit in enumerate("mpsz")},
    **{f"tiles_{suit}": f"_seen.tiles[{place}]" for place, suit in enumerate("mpsz")},
    **{f"declared_{suit}": f"_seen.chows[{place}]" for place, suit in enumerate("mps")},
    "declared_pung_kinds": "_seen.pungs",
    "exposed_pung_kinds": "_seen.pungs & ~_seen.concealed_kongs",
    "kong_kinds": "_seen.kongs",
    "concealed_kong_kinds": "_seen.concealed_kongs",
    "added_kong_kinds": "_seen.added_kongs",
    "declared": "_seen.declared",
    "exposed": "_seen.exposed",
    "flower_bits": "int(_c.flowers[_i])",
    "winning": "_winning",
}
"""Where the integers of ``Tiles`` are found."""
_WIN = {
    "seat": "int(_c.seat[_i])",
    "round_wind": "int(_c.round_wind[_i])",
    "self_draw": "_self_draw",
    "discards": "_discards",
    "streak": "int(_c.streak[_i])",
    **{event.fact: f"(_happened >> {place} & 1)" for place, event in enumerate(EVENTS.values())},
    "wait_kinds": "_wait_kinds",
    "double_win_hand": "int(_double)",
}
_MADE_OF_TILES = {*(f"{part}_{suit}" for part in ("loose", "tiles") for suit in "mpsz"), "winning"}
"""The integers of ``Tiles`` that differ from one wait to another."""
_READ = ("read_standard(_entries, _seen.chows, _seen.pungs, _winning, _t.splits, _readings, _found)",
         "read_thirteen_orphans(_loose, _seen.exposed, _seen.pungs, _winning, _readings, _found)",
         "read_seven_pairs(_loose, _seen.declared, _readings, _found)",
         "read_eight_pairs(_loose, _seen.declared, _winning, _readings, _found)",
         "read_sixteen_unconnected(_loose, _seen.declared, _winning, _readings, _found)")  # fmt: skip
"""By the number of the shape, as ``SHAPES`` has them."""
_WAITS = ("standard_waits(_entries_before)",
          "thirteen_orphans_waits(_before, _seen.exposed, _readings)",
          "seven_pairs_waits(_before, _seen.declared)",
          "eight_pairs_waits(_before, _seen.declared)",
          "sixteen_unconnected_waits(_before, _seen.declared, _readings)")  # fmt: skip


class _Writer:
    """Writes the source of the loop."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.rules = plan.rules
        self.functions: dict[str, Condition] = {}
        self.lines: list[str] = []
        self.depth = 0

    def source(self) -> str:
        self._line(f'"""Written by sikwu.batch.driver: the rows of {self.rules.key} over columns of hands."""')
        self._line("def drive(_c, _t, _pay, _limits, _options, _settings, _r, _readings):")
        self.depth = 1
        asked = {name for step in self._all_steps() for name in step.asks}
        for place, name in enumerate(self.plan.option_names):
            if name in asked:
                self._line(f"{name} = _options[{place}]")
        self._line("_end = unsigned(0)")
        if self.rules.double_win:
            self._line("_second_end = 0")
        self._line("for _i in range(_c.seat.size):")
        self.depth = 2
        self._look()
        self._waits()
        self._rate(asked)
        self._settle()
        self.depth = 1
        self._line("_r.starts[_c.seat.size] = _end")
        if self.rules.double_win:
            self._line("_r.second_starts[_c.seat.size] = _second_end")
        return "\n".join(self.lines) + "\n"

    def _line(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)

    def _all_steps(self) -> list[Step]:
        steps = list(self.plan.facts)
        for row in self.plan.rows:
            steps.append(row.step)
            steps += [step for entry in row.replaces for step in (entry.when, entry.of_same) if step]
            steps += [row.counts] if isinstance(row.counts, Step) else []
        steps += [step for step in self._pay_steps().values() if step]
        return steps

    def _pay_steps(self) -> dict[str, Step | None]:
        conditions = self.rules.pays._asdict()
        return {
            name: Step(f"pays_{name}", WIN_LEVEL, condition, asked_by(condition)) if condition else None
            for name, condition in conditions.items()
        }

    def _call(self, step: Step) -> str:
        self.functions[f"_{step.name}"] = step.function
        return f"_{step.name}({', '.join(step.asks)})"

    # One hand: checks, readings, waits

    def _look(self) -> None:
        tiles = self.rules.tiles
        self._line("_r.starts[_i] = _end")
        if self.rules.double_win:
            self._line("_r.second_starts[_i] = _second_end")
        self._line(f"_seen = look(_c, _i, _t.tile, _t.group, _limits, {tiles - 1}, {tiles // 3})")
        self._line("_error = _seen.error")
        self._line("_found = 0")
        self._line("_double = False")
        self._line("if _error == 0:")
        self.depth += 1
        self._line("_winning = int(_c.winning[_i])")
        self._line("_loose = _seen.loose")
        self._line("_index = _seen.index")
        self._line("_entries = entries(_t.suits, _t.honors, _index)")
        self._line("_events = int(_c.events[_i])")
        self._read()
        self._line("if _found == 0:")
        self._line(f"    _error = {ERROR['not-a-winning-hand']}")
        self._line("elif _events:")
        self._line("    _copies = digit(_seen.tiles, _winning)")
        self._line(f"    _robs = {self._robs()}")
        self._line("    if events_are_wrong(_c, _i, _seen, _copies, _robs, _t):")
        self._line(f"        _error = {ERROR['impossible-event']}")
        if self.rules.robs_concealed_kong:
            self._line(f"    elif _events & {EVENT_BITS['robbing-a-concealed-kong']}:")
            self._line(f"        _found = only_shapes(_readings, _found, {self._robbing()})")
        if self.rules.double_win:
            first, second = self.rules.double_win
            self._line(f"_double = holds_shapes(_readings, _found, {1 << first.number | 1 << second.number})")
        self.depth -= 1
        if self.rules.eight_flowers:
            self._alone()
        self._line("_r.error[_i] = _error")
        self._line("if _error:")
        self._line("    refuse(_r, _i)")
        self._line("    continue")

    def _alone(self) -> None:
        """A win by eight flowers without a hand: its own row and those that stand apart from the hand."""
        places = [row.place for row in self.plan.rows if self._is_alone(row.place)]
        self._line(f"if _error == {ALONE}:")
        self.depth += 1
        self._line(f"_error = {ERROR['impossible-event']} if alone_is_wrong(_c, _i, _t) else 0")
        self._line("if _error == 0:")
        self.depth += 1
        self._line("_r.error[_i] = 0")
        self._line("_events = int(_c.events[_i])")
        self._line("_happened = int(_t.implied[_events])")
        self._line("_self_draw = 1")
        self._line("_discards = int(_c.discards[_i])")
        self._line("_minimum = _settings.minimum")
        rows = [self.rules.rows[place] for place in places]
        facts = {step.name: step for row in rows for step in asked_facts(self.rules, row)}
        steps = [*facts.values(), *(self.plan.rows[place].step for place in places)]
        asked = {name for step in [*steps, *filter(None, self._pay_steps().values())] for name in step.asks}
        for name, where in {**_TILES, **_WIN}.items():
            if name in asked:
                self._line(f"{name} = {where}")
        for step in facts.values():
            self._line(f"{step.name} = int({self._call(step)})")
        for place in places:
            self._line(f"_n{place} = {self._count(self.plan.rows[place])}")
        self._line(f"_best_total = {self._sum(places)}")
        self._line("_best_toward = _best_total")
        self._list(places)
        if self.rules.promise:
            self._line("_reason = 0")
        self._settle()
        self._line("continue")
        self.depth -= 2

    def _is_alone(self, place: int) -> bool:
        row = self.rules.rows[place]
        return row.apart or row.key == self.rules.eight_flowers

    def _list(self, places: Iterable[int]) -> None:
        """The rows that score, each stored whether it does or not, and written over by the next if it does not."""
        for place in places:
            self._line(f"_r.scored[_end] = {place} | _n{place} << 8")
            self._line(f"_end += unsigned(_n{place} > 0)")

    def _read(self) -> None:
        self._line("_found = 0")
        for shape in self.rules.shapes:
            self._line(f"_found = {_READ[shape.number]}")

    def _robbing(self) -> int:
        return sum(1 << shape.number for shape in self.rules.robs_concealed_kong)

    def _robs(self) -> str:
        shapes = self._robbing()
        return f"shapes_of(_readings, _found) & {shapes} > 0" if shapes else "False"

    def _waits(self) -> None:
        if not (self.plan.asks_waits or self.rules.promise):
            return
        self._line("_before = with_tile(_loose, _winning, -1)")
        self._line("_tiles_before = with_tile(_seen.tiles, _winning, -1)")
        self._line("_index_before = index_with(_index, _winning, -1)")
        self._line("_entries_before = entries(_t.suits, _t.honors, _index_before)")
        waits = " | ".join(_WAITS[shape.number] for shape in self.rules.shapes)
        if len(self.rules.shapes) > 1:
            self._line("_scratch = _readings[128:]")
        waits = waits.replace("_readings", "_scratch")
        self._line(f"_wait_kinds = without_held_four({waits}, _tiles_before)")

    # The rows

    def _rate(self, asked: set[str]) -> None:
        self._line("_given = _events")
        self._line("_happened = int(_t.implied[_events])")
        self._line("_self_draw = int(_c.self_draw[_i])")
        self._line("_discards = int(_c.discards[_i])")
        self._line("_minimum = _settings.minimum")
        for name, where in {**_TILES, **_WIN}.items():
            if name in asked and not self._changes(name):
                self._line(f"{name} = {where}")
        self._line("_at = _end")
        if self.rules.promise:
            self._line("_tiles = _seen.tiles")
            self._line("_left = 0")
            self._line("_reason = 0")
        if self.rules.double_win:
            self._line("_only = -1")
            self._line("_dearer = 0")
            self._line("_dearer_toward = 0")
        if self._again():
            self._line("_stage = 0")
            self._line("while True:")
            self.depth += 1
        for name, where in {**_TILES, **_WIN}.items():
            if name in asked and self._changes(name):
                self._line(f"{name} = {where.replace('_seen.loose', '_loose').replace('_seen.tiles', '_tiles')}")
        self._ways()
        if self.rules.double_win:
            self._double_win()
        if self.rules.promise:
            self._promise()
        if self._again():
            self._line("break")
            self.depth -= 1

    def _again(self) -> bool:
        """Whether a hand may be rated more than once."""
        return bool(self.rules.promise or self.rules.double_win)

    def _changes(self, name: str) -> bool:
        """Whether the value differs between the win and the discards that a promise is judged by."""
        events = {event.fact for event in EVENTS.values()}
        return bool(self.rules.promise) and name in {*_MADE_OF_TILES, "self_draw", "discards", *events}

    def _ways(self) -> None:
        self._line("_best = -1")
        if self.rules.promise:
            self._line("_plain = -1")
        self._steps(HAND_LEVEL)
        self._line("for _place in range(_found):")
        self.depth += 1
        if self.rules.double_win:
            self._line("if _only >= 0 and _readings[_place, 0] != _only:")
            self._line("    continue")
        asked = {name for step in self._all_steps() for name in step.asks}
        for place, name in enumerate(Reading._fields[:-1]):
            if name in asked:
                self._line(f"{name} = _readings[_place, {place}]")
        self._line(f"_completions = _readings[_place, {reading.COMPLETIONS}]")
        self._steps(READING_LEVEL)
        self._line("while _completions:")
        self.depth += 1
        self._line("_by = _completions & -_completions")
        self._line("_completions ^= _by")
        if asked & {"completes", "completed_chow"}:
            self._line("completes, completed_chow = completion(_by, _winning)")
        self._steps(WIN_LEVEL)
        self._replacements([row for row in self.plan.rows if not row.last])
        self._last_rows()
        self._choose()
        self.depth -= 2

    def _count(self, row: PlannedRow) -> str:
        return f"int({self._call(row.step)})" if row.each else f"1 if {self._call(row.step)} else 0"

    def _steps(self, level: int) -> None:
        for step in self.plan.facts:
            if step.level == level and "rest" not in step.asks:
                self._line(f"{step.name} = int({self._call(step)})")
        for row in self.plan.rows:
            if row.step.level == level and not row.last:
                self._line(f"_r{row.place} = {self._count(row)}")

    def _replacements(self, rows: Sequence[PlannedRow]) -> None:
        """All at once: what holds is _r, what is left of it _n."""
        for row in rows:
            self._line(f"_n{row.place} = _r{row.place}")
        for row in rows:
            for entry in row.replaces:
                self._replacement(row.place, entry)

    def _replacement(self, place: int, entry: PlannedReplacement) -> None:
        holds = f"_r{place}" if entry.when is None else f"_r{place} and {self._call(entry.when)}"
        self._line(f"if {holds}:")
        for other in entry.rows:
            left = f"_n{other} - min(_n{other}, {self._call(entry.of_same)})" if entry.of_same else "0"
            self._line(f"    _n{other} = {left}")

    def _sum(self, places: Sequence[int]) -> str:
        return " + ".join(f"{self.rules.rows[place].value} * _n{place}" for place in places) or "0"

    def _last_rows(self) -> None:
        last = [row for row in self.plan.rows if row.last]
        if not last:
            return
        rows = self.rules.rows
        others = [row.place for row in self.plan.rows if not row.last and not rows[row.place].apart]
        self._line(f"rest = {self._sum(others)}")
        for step in self.plan.facts:
            if "rest" in step.asks:
                self._line(f"{step.name} = int({self._call(step)})")
        for row in last:
            self._line(f"_r{row.place} = {self._count(row)}")
            self._line(f"_n{row.place} = _r{row.place}")
        for row in last:
            for entry in row.replaces:
                self._replacement(row.place, entry)

    def _choose(self) -> None:
        """Keeps the way worth most: among those that reach the minimum, then by the sum after and before the cap."""
        places = range(len(self.plan.rows))
        self._line(f"_total = {self._sum(places)}")
        never = [row.place for row in self.plan.rows if row.counts is False]
        self._line(f"_toward = _total - ({self._sum(never)})" if never else "_toward = _total")
        for row in self.plan.rows:
            if isinstance(row.counts, Step):
                self._line(f"if _n{row.place} and not {self._call(row.counts)}:")
                self._line(f"    _toward -= {self.rules.rows[row.place].value} * _n{row.place}")
        self._line("_worth = (_toward >= _minimum) << 60 | min(_total, _settings.cap) << 30 | _total")
        if self.rules.double_win:
            self._line("if _only >= 0:")
            self._line("    _worth = _total")
        if self.rules.promise:
            self._line("_plain = max(_plain, _toward)")
        self._line("if _worth > _best:" if not self.rules.promise else "if _stage == 0 and _worth > _best:")
        self.depth += 1
        self._line("_best = _worth")
        self._line("_best_total = _total")
        self._line("_best_toward = _toward")
        self._line("_end = _at")
        self._list(places)
        self.depth -= 1

    def _promise(self) -> None:
        """After the win itself, the plain discards that would have had to do; each is one more turn of the loop."""
        promise = self.rules.promise
        assert promise is not None
        ready = sum(EVENT_BITS[key] for key in READY_EVENTS)
        self._line("if _stage == 0:")
        self._line(f"    if _settings.promise == 0 or _best_toward < _minimum or not _happened & {EVENT_BITS[promise.event]}:")
        self._line("        break")
        self._line("    _left = _wait_kinds if _settings.promise == 2 else 1 << _winning")
        self._line("elif _plain < _minimum:")
        self._line(f"    _reason = {BROKEN_PROMISE}")
        self._line("    break")
        self._line("if _left == 0:")
        self._line("    break")
        self._line("_winning = ((_left & -_left) - 1).bit_count()")
        self._line("_left &= _left - 1")
        self._line("_stage += 1")
        self._line("_self_draw = 0")
        self._line("_discards = -1")
        self._line(f"_happened = int(_t.implied[_events & {ready}])")
        self._line("_loose = with_tile(_before, _winning, 1)")
        self._line("_tiles = with_tile(_tiles_before, _winning, 1)")
        self._line("_entries = entries(_t.suits, _t.honors, index_with(_index_before, _winning, 1))")
        self._read()
        self._line("continue")

    def _double_win(self) -> None:
        """Once more for the best of each of the two shapes; a third and fourth time if the second was the dearer."""
        assert self.rules.double_win is not None
        first, second = self.rules.double_win
        self._line("if _double and _settings.double_win:")
        self.depth += 1
        self._line("if _stage == 0:")
        self._line(f"    _only = {first.number}")
        self._line("    _stage = 1")
        self._line("    continue")
        self._line("if _stage == 1:")
        self._line("    _dearer = _best_total")
        self._line("    _dearer_toward = _best_toward")
        self._line("    _at = _end")
        self._line(f"    _only = {first.number + second.number} - _only")
        self._line("    _stage = 2")
        self._line("    continue")
        self._line("if _best_total > _dearer:")
        self._line("    _at = unsigned(_r.starts[_i])")
        self._line("    _stage = 1")
        self._line("    continue")
        self._line("_best_total += _dearer")
        self._line("_best_toward += _dearer_toward")
        self._line("_second_end = move(_r, _at, _end, _second_end)")
        self._line("_end = _at")
        self.depth -= 1

    # Points and payments

    def _settle(self) -> None:
        self._line("points = min(_best_total, _settings.cap)")
        self._line("_r.points[_i] = points")
        self._line("_r.uncapped[_i] = _best_total")
        self._line("_r.toward[_i] = _best_toward")
        below = f"{BELOW_MINIMUM} if _best_toward < _minimum else"
        self._line(f"_r.reason[_i] = {below} {'_reason' if self.rules.promise else 0}")
        self._line("_r.net_known[_i] = 1")
        self._line("_pays = _r.reason[_i] == 0")
        pays = self._pay_steps()
        robbing = EVENT_BITS["robbing-the-kong"] | EVENT_BITS["robbing-a-concealed-kong"]
        robbed = pays["robbed_kong"]
        if robbed:
            self._line(f"_robbed = int({self._call(robbed)}) if _events & {robbing} else 0")
        first_discard = EVENT_BITS["dealers-first-discard"]
        self._line("_payer = int(_c.discarder[_i])")
        self._line(f"if _payer == 0 and _events & {first_discard}:")
        self._line("    _payer = 1")
        self._line(f"_way = ((int(_c.seat[_i]) - 1) * 2 + int(_c.self_draw[_i])) * {SHAPE[2]} + _payer")
        self._line(f"_way = (_way * {SHAPE[3]} + {'_robbed' if robbed else 0}) * {SHAPE[4]}")
        if self.rules.double_win:
            self._line("_way += _second_end > _r.second_starts[_i]")
        self._line(f"_way *= {SHAPE[5]}")
        amounts = [f"_pays * int({self._call(step)})" if step else "0" for step in (pays["discard"], pays["self_draw"], pays["dealer"])]
        self._line(f"pay(_r, _i, _pay, _way, {', '.join(amounts)})")


# What the loop calls


@compiled
def unsigned(number: int) -> int:
    """A number that is never negative, so that nothing is asked of it when it is a place in an array."""
    return np.uint64(number)


@compiled
def entries(suits: Ints, honors: Ints, index: reading.Four) -> reading.Four:
    """The suits' entries in the tables."""
    return (
        suits[unsigned(index[0])],
        suits[unsigned(index[1])],
        suits[unsigned(index[2])],
        honors[unsigned(index[3])],
    )


@compiled
def index_with(index: reading.Four, kind: int, copies: int) -> reading.Four:
    """The suits' indexes with so many more of a kind."""
    more = copies * POWERS[kind % 9]
    m = index[0] + (more if kind < 9 else 0)
    p = index[1] + (more if 9 <= kind < 18 else 0)
    s = index[2] + (more if 18 <= kind < 27 else 0)
    return m, p, s, index[3] + (more if kind >= 27 else 0)


POWERS = tuple(5**number for number in range(9))


@compiled
def shapes_of(readings: Ints, found: int) -> int:
    """A mask of the shapes among the readings."""
    shapes = 0
    for place in range(found):
        shapes |= 1 << readings[place, 0]
    return shapes


@compiled
def holds_shapes(readings: Ints, found: int, wanted: int) -> bool:
    """Whether the readings have all the shapes of a mask."""
    return found > 1 and shapes_of(readings, found) & wanted == wanted


@compiled
def only_shapes(readings: Ints, found: int, wanted: int) -> int:
    """Leaves only the readings in the shapes of a mask; returns how many."""
    kept = 0
    for place in range(found):
        if wanted >> readings[place, 0] & 1:
            for column in range(readings.shape[1]):
                readings[kept, column] = readings[place, column]
            kept += 1
    return kept


def _completion_table() -> Ints:
    """By the place of a reading's bit and the winning tile's number, the completion and where its chow begins."""
    table = np.full((6, 9, 2), -100, np.int64)
    for number in range(9):
        table[0, number] = EDGE if number == 2 else TWO_SIDED, -2
        table[1, number] = CLOSED, -1
        table[2, number] = EDGE if number == 6 else TWO_SIDED, 0
        table[3:, number, 0] = PUNG, PAIR, SINGLE
    return table


COMPLETION_TABLE = _completion_table()


@compiled
def completion(by: int, winning: int) -> tuple[int, int]:
    """The completion that a bit of a reading stands for (see :mod:`sikwu.batch.reading`)."""
    place, number = (by - 1).bit_count(), winning % 9
    return COMPLETION_TABLE[place, number, 0], max(winning + COMPLETION_TABLE[place, number, 1], -1)


@compiled
def move(r: Results, at: int, end: int, to: int) -> int:
    """Moves what is listed from ``at`` to the end to the second hands' list; returns where that ends now."""
    for place in range(at, end):
        r.second_scored[to] = r.scored[place]
        to += 1
    return to


@compiled
def refuse(r: Results, i: int) -> None:
    """The results of a row with an error."""
    r.points[i] = r.uncapped[i] = r.toward[i] = 0
    r.reason[i] = r.net_known[i] = 0
    r.net[0, i] = r.net[1, i] = r.net[2, i] = r.net[3, i] = 0


@compiled
def pay(r: Results, i: int, table: Ints, way: int, discard: int, self_draw: int, dealer: int) -> None:
    """What each seat gains."""
    nobody = table[way, 0] * discard + table[way, 1] * self_draw + table[way, 2] * dealer
    r.net_known[i] = nobody == 0
    for seat in range(4):
        at = AMOUNTS * (seat + 1)
        r.net[seat, i] = table[way, at] * discard + table[way, at + 1] * self_draw + table[way, at + 2] * dealer


_HELPERS: dict[str, Any] = {
    name: getattr(reading, name)
    for name in dir(reading)
    if name.startswith("read_") or name.endswith("_waits") or name in ("with_tile", "without_held_four")
} | {
    "digit": reading.digit,
    "look": checks.look,
    "events_are_wrong": checks.events_are_wrong,
    "alone_is_wrong": checks.alone_is_wrong,
    **{
        function.__name__: function
        for function in (entries, index_with, shapes_of, holds_shapes, only_shapes, completion, unsigned, move, refuse, pay)
    },
}


# The file and its compiled form

_HERE = ("checks", "columns", "compiling", "driver", "paying", "reading", "tables")
_MODULES = (events_module, language_module, packed_module, shapes_module, payments_module)
"""What the loop is made of, beside a rule set's own functions."""


def mark(rules: RuleSet, source: str, functions: Mapping[str, Condition]) -> str:
    """The fingerprint of all that decides what a rule set's compiled loop does."""
    files = [*(Path(__file__).with_name(f"{name}.py") for name in _HERE), *(Path(str(module.__file__)) for module in _MODULES)]
    return fingerprint(files, source, sorted((name, _essence(function)) for name, function in functions.items()))


def _essence(function: Condition) -> tuple[object, ...]:
    """What a function is made of, wherever it was written: its code, and the numbers of its module that it uses."""
    code: CodeType = function.__code__
    used = {name: function.__globals__.get(name) for name in code.co_names}
    return code.co_code, code.co_consts, sorted((name, repr(value)) for name, value in used.items() if _is_data(value))


def _is_data(value: object) -> bool:
    return isinstance(value, int) or (isinstance(value, tuple) and all(map(_is_data, value)))


@cache
def driver(rules: RuleSet, say: Callable[[str], None]) -> Drive:
    """The loop of a rule set, its machine code loaded or made now, in which case ``say`` is told."""
    writer = _Writer(plan(rules))
    source = writer.source()
    calls = {**_HELPERS, **{name: compiled(function) for name, function in writer.functions.items()}}
    on_disk = OnDisk("drive", source, f"{rules.key}_{mark(rules, source, writer.functions)}".replace("-", "_"), calls)
    numbers = np.zeros(len(writer.plan.option_names), np.int64)
    pays, scratch = pay_table(), np.zeros((reading.MOST_READINGS, reading.COMPLETIONS + 1), np.int64)
    for array in (numbers, pays):
        array.flags.writeable = False
    return on_disk.first_call(
        say,
        f"the {len(rules.rows)} rows of {rules.key}",
        10 + len(rules.rows) // 3,
        read_only(empty_columns(0, rules.tiles)),
        load_tables(say),
        pays,
        checks.Limits(0, 0, 0, 0, 0, 0),
        numbers,
        Settings(0, 0, 0, 0),
        empty_results(0, room_for(0, rules)),
        scratch,
    )


def settings(rules: RuleSet, facts: Mapping[str, int]) -> Settings:
    """The settings of a rule set under its options' facts."""
    promise = rules.promise
    kept = 0
    if promise:
        kept = 2 if ask(promise.kept_by_every_wait, facts) else 1 if ask(promise.kept_by_winning_tile, facts) else 0
    return Settings(facts["minimum"], facts.get("cap", 1 << 28), kept, int(bool(rules.double_win) and bool(facts.get("double_win"))))
