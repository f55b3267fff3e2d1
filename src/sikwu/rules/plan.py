"""The order in which a rule set's facts and rows are worked out, and the function that does it for one hand.

The plan sorts what the rows ask for by level: once for the hand, once for each reading, once for each thing the
winning tile can complete. From it a plain Python function is written and compiled when the rule set is first used;
columns of hands are driven from the same plan.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import NamedTuple, TypeAlias, cast

from sikwu.readings.facts import GIVEN, HAND_LEVEL, READING_LEVEL, WIN_FACTS, WIN_LEVEL
from sikwu.readings.packed import Tiles
from sikwu.readings.shapes import Reading, Shape
from sikwu.rules.language import THE_REST, Condition, Row, RuleSet, asked_by
from sikwu.rules.pasting import body_of


class Step(NamedTuple):
    """A value to work out: its name, its level, the function, and the names that the function asks for."""

    name: str
    level: int
    function: Condition
    asks: tuple[str, ...]


class PlannedRow(NamedTuple):
    """A row's condition as a step, whether it is a count, and its replacements' conditions as steps."""

    place: int
    step: Step
    each: bool
    last: bool
    replaces: tuple[PlannedReplacement, ...]
    counts: bool | Step


class PlannedReplacement(NamedTuple):
    """The places of the rows that give way, and the conditions."""

    rows: tuple[int, ...]
    when: Step | None
    of_same: Step | None


class Plan(NamedTuple):
    """Everything a rule set's rows ask for. ``facts`` stand in an order in which each can be worked out."""

    rules: RuleSet
    option_names: tuple[str, ...]
    facts: tuple[Step, ...]
    rows: tuple[PlannedRow, ...]
    asks_waits: bool


@cache
def plan(rules: RuleSet) -> Plan:
    """The plan of a rule set. Raises ``ValueError`` for a condition that asks for something unknown."""
    return _Planner(rules).plan()


class _Planner:
    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        defaults = {key: option.default for key, option in rules.options.items()}
        self.option_names = tuple(rules.option_facts(defaults))
        self.levels: dict[str, int] = {**GIVEN, **dict.fromkeys(self.option_names, HAND_LEVEL), "rest": WIN_LEVEL}
        self.facts: dict[str, Step] = {}

    def plan(self) -> Plan:
        rows = tuple(self._row(place) for place in range(len(self.rules.rows)))
        asked = {name for step in self.facts.values() for name in step.asks}
        return Plan(self.rules, self.option_names, tuple(self.facts.values()), rows, "wait_kinds" in asked)

    def _row(self, place: int) -> PlannedRow:
        row = self.rules.rows[place]
        replaces = tuple(
            PlannedReplacement(
                self._places(place) if entry.row == THE_REST else (self.rules.row_index[entry.row],),
                self._step(f"when_{place}_{nth}", entry.when) if entry.when else None,
                self._step(f"same_{place}_{nth}", entry.of_same) if entry.of_same else None,
            )
            for nth, entry in enumerate(row.replaces)
        )
        counts = row.counts if isinstance(row.counts, bool) else self._step(f"counts_{place}", row.counts)
        return PlannedRow(place, self._step(f"row_{place}", row.when), row.each, row.last, replaces, counts)

    def _places(self, but: int) -> tuple[int, ...]:
        return tuple(
            place for place, row in enumerate(self.rules.rows) if place != but and not row.apart and not row.last
        )

    def _step(self, name: str, condition: Condition) -> Step:
        asks = asked_by(condition)
        level = max((self._level(asked, name) for asked in asks), default=HAND_LEVEL)
        return Step(name, level, condition, asks)

    def _level(self, name: str, asker: str) -> int:
        if name not in self.levels:
            if name not in self.rules.facts:
                raise ValueError(f"{self.rules.key}: {asker} asks for {name}, which is no fact and no option")
            step = self._step(name, self.rules.facts[name].value)
            self.facts[name] = step
            self.levels[name] = step.level
        return self.levels[name]


Rated: TypeAlias = tuple[int, int, int, int, tuple[int, ...], tuple[tuple[int, int, int], ...]]
"""One way to score: the reading's place, the completion's place, the sum, the part that counts toward the minimum, the
count of every row, and (when asked to explain) what gave way: the row, how many counts, the row it gave way to."""

RateHand: TypeAlias = Callable[
    [Tiles, Sequence[int], Sequence[int], int, Sequence[Reading]],
    list[Rated],
]
"""From the tiles, the win's facts, the options' facts, the waits and the readings to every way to score."""


MANY_HANDS = 100
"""So many hands, and it is worth 5 to 15 milliseconds to write the function anew without calls."""


@cache
def rater(rules: RuleSet, explain: bool = False) -> RateHand:
    """The function that rates every reading of one hand under a rule set."""
    rate, hands = written(rules, explain, pasted=False), 0

    def rated(
        tiles: Tiles, win: Sequence[int], options: Sequence[int], wait_kinds: int, readings: Sequence[Reading]
    ) -> list[Rated]:
        nonlocal rate, hands
        hands += 1
        if hands == MANY_HANDS:
            rate = written(rules, explain, pasted=True)
        return rate(tiles, win, options, wait_kinds, readings)

    return rated


def written(rules: RuleSet, explain: bool, *, pasted: bool) -> RateHand:
    """The rate function, written and compiled; conditions are called, or pasted in where they can be."""
    writer = _Writer(plan(rules), explain, pasted)
    source = writer.source()
    namespace: dict[str, object] = dict(writer.functions)
    exec(compile(source, f"<rate {rules.key}>", "exec"), namespace)
    return cast("RateHand", namespace["rate"])


class _Writer:
    """Writes the source of a rate function: straight-line code, three loops deep."""

    def __init__(self, plan: Plan, explain: bool, pasted: bool) -> None:
        self.plan = plan
        self.explain = explain
        self.pasted = pasted
        self.functions: dict[str, Condition | int] = {}
        self.lines: list[str] = []
        self.depth = 1
        self.give_way = {place for row in plan.rows if not row.last for entry in row.replaces for place in entry.rows}

    def source(self) -> str:
        self.lines.append("def rate(tiles, win, options, wait_kinds, readings):")
        self._unpack("tiles", Tiles._fields)
        self._unpack("win", WIN_FACTS)
        self._unpack("options", self.plan.option_names)
        if self.plan.rules.double_win:
            self._double_win_hand(*self.plan.rules.double_win)
        self._line("rated = []")
        self._steps(HAND_LEVEL)
        self._line("for place, reading in enumerate(readings):")
        self.depth += 1
        self._unpack("reading", Reading._fields)
        self._steps(READING_LEVEL)
        self._line("for nth, (completes, completed_chow) in enumerate(completions):")
        self.depth += 1
        self._steps(WIN_LEVEL)
        self._replacements([row for row in self.plan.rows if not row.last])
        self._last_rows()
        self.depth = 1
        self._line("return rated")
        return "\n".join(self.lines) + "\n"

    def _double_win_hand(self, first: Shape, second: Shape) -> None:
        self._line("shapes = [reading[0] for reading in readings]")
        self._line(f"double_win_hand = {first.number} in shapes and {second.number} in shapes")

    def _line(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)

    def _unpack(self, source: str, names: Sequence[str]) -> None:
        asked = {name for step in self._all_steps() for name in step.asks}
        for place, name in enumerate(names):
            if name in asked or name == "completions":
                self._line(f"{name} = {source}[{place}]")

    def _all_steps(self) -> list[Step]:
        steps = list(self.plan.facts)
        for row in self.plan.rows:
            steps.append(row.step)
            steps += [step for entry in row.replaces for step in (entry.when, entry.of_same) if step]
            steps += [row.counts] if isinstance(row.counts, Step) else []
        return steps

    def _call(self, step: Step) -> str:
        if is_one_fact(step.function):
            return step.asks[0]
        body = body_of(step.function) if self.pasted else None
        if body and all(self.functions.get(name, value) == value for name, value in body[1].items()):
            self.functions.update(body[1])
            return f"({body[0]})"
        self.functions[f"_{step.name}"] = step.function
        return f"_{step.name}({', '.join(step.asks)})"

    def _count(self, row: PlannedRow) -> str:
        return self._call(row.step) if row.each else f"1 if {self._call(row.step)} else 0"

    def _steps(self, level: int) -> None:
        for step in self.plan.facts:
            if step.level == level and "rest" not in step.asks:
                self._line(f"{step.name} = {self._call(step)}")
        for row in self.plan.rows:
            if row.step.level == level and not row.last:
                self._line(f"r{row.place} = {self._count(row)}")

    def _replacements(self, rows: Sequence[PlannedRow]) -> None:
        """All at once: what holds is r, what is left of it n; a row that gives way still takes the place of others."""
        if self.explain:
            self._line("gone = []")
        for row in rows:
            if row.place in self.give_way:
                self._line(f"n{row.place} = r{row.place}")
        for row in rows:
            self._replaced_by(row)

    def _replaced_by(self, row: PlannedRow) -> None:
        plain = [other for entry in row.replaces if not (entry.when or entry.of_same) for other in entry.rows]
        if plain and not self.explain:
            self._line(f"if r{row.place}: {' = '.join(f'n{other}' for other in plain)} = 0")
        for entry in row.replaces:
            if self.explain or entry.when or entry.of_same:
                self._replacement(row.place, entry)

    def _replacement(self, place: int, entry: PlannedReplacement) -> None:
        self._line(f"if {self._holds(place, entry)}:")
        for other in entry.rows:
            lost = f"min(n{other}, {self._call(entry.of_same)})" if entry.of_same else f"n{other}"
            if self.explain:
                self._line(f"    if {lost} > 0: gone.append(({other}, int({lost}), {place}))")
            self._line(f"    n{other} = 0" if entry.of_same is None else f"    n{other} -= {lost}")

    def _holds(self, place: int, entry: PlannedReplacement) -> str:
        return f"r{place}" if entry.when is None else f"r{place} and {self._call(entry.when)}"

    def _left(self, place: int) -> str:
        """The name of what is left of a row's count after the replacements."""
        return f"n{place}" if place in self.give_way else f"r{place}"

    def _sum(self, places: Iterable[int]) -> str:
        rows = self.plan.rules.rows
        terms = (
            self._left(place) if rows[place].value == 1 else f"{rows[place].value} * {self._left(place)}"
            for place in places
        )
        return " + ".join(terms) or "0"

    def _last_rows(self) -> None:
        """The rows that look at the sum of the others, each at the same sum, and take the place of all or of none."""
        last = [row for row in self.plan.rows if row.last]
        rows = self.plan.rules.rows
        rest = [place for place, row in enumerate(rows) if not (row.last or row.apart)]
        apart = [place for place in range(len(rows)) if place not in rest]
        self._line(f"rest = {self._sum(rest)}")
        for row in last:
            self._line(f"r{row.place} = {self._count(row)}")
        if_or_elif = "if"
        for row in last:
            for entry in row.replaces:
                self._line(f"{if_or_elif} {self._holds(row.place, entry)}:")
                self.depth += 1
                if self.explain:
                    for other in rest:
                        self._line(f"if {self._left(other)}: gone.append(({other}, {self._left(other)}, {row.place}))")
                self._finish(self._sum(apart), frozenset(rest))
                self.depth -= 1
                if_or_elif = "elif"
        if if_or_elif == "elif":
            self._line("else:")
            self.depth += 1
        self._finish(f"rest + {self._sum(apart)}", frozenset())

    def _finish(self, total: str, replaced: frozenset[int]) -> None:
        """What the rows come to, those aside that a row judged last has taken the place of."""
        self._line(f"total = {total}")
        left = [row for row in self.plan.rows if row.place not in replaced]
        never = [row.place for row in left if row.counts is False]
        self._line(f"toward = total - ({self._sum(never)})" if never else "toward = total")
        for row in left:
            if isinstance(row.counts, Step):
                self._line(f"if {self._left(row.place)} and not {self._call(row.counts)}:")
                self._line(f"    toward -= {self.plan.rules.rows[row.place].value} * {self._left(row.place)}")
        counts = ", ".join("0" if row.place in replaced else self._left(row.place) for row in self.plan.rows)
        gone = "tuple(gone)" if self.explain else "()"
        self._line(f"rated.append((place, nth, total, toward, ({counts},), {gone}))")


def is_one_fact(condition: Condition) -> bool:
    """Whether the condition's answer is the one thing that it asks for, so that it need not be called."""
    code = getattr(condition, "__code__", None)
    return code is not None and code.co_code == _same.__code__.co_code and len(asked_by(condition)) == 1


def _same(value: int) -> int:
    return value


def asked_facts(rules: RuleSet, row: Row) -> list[Step]:
    """The facts that a row's condition asks for, directly or through others, in working order."""
    wanted = set(plan(rules).rows[rules.row_index[row.key]].step.asks)
    found = []
    for step in reversed(plan(rules).facts):
        if step.name in wanted:
            wanted.update(step.asks)
            found.append(step)
    return found[::-1]
