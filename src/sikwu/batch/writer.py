"""Writes the source of the loop over columns of hands, from the plan of a rule set.

Names that begin with an underscore are the loop's own; the others are the facts and options that conditions ask for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sikwu.batch import reading
from sikwu.batch.columns import ALONE, ERROR
from sikwu.batch.loop import BELOW_MINIMUM, BROKEN_PROMISE
from sikwu.batch.paying import SHAPE
from sikwu.batch.tables import EVENT_BITS
from sikwu.events import EVENTS, READY_EVENTS
from sikwu.readings.facts import HAND_LEVEL, READING_LEVEL, WIN_LEVEL
from sikwu.readings.shapes import Reading
from sikwu.rules.language import Condition, asked_by
from sikwu.rules.plan import Plan, PlannedReplacement, PlannedRow, Step, asked_facts

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


class Writer:
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
        self._line("_index = _seen.indexes")
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
        self._line(
            f"    if _settings.promise == 0 or _best_toward < _minimum or not _happened & {EVENT_BITS[promise.event]}:"
        )
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
        amounts = [
            f"_pays * int({self._call(step)})" if step else "0"
            for step in (pays["discard"], pays["self_draw"], pays["dealer"])
        ]
        self._line(f"pay(_r, _i, _pay, _way, {', '.join(amounts)})")
