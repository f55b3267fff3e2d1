"""The loop over columns of hands, written for a rule set from its plan and compiled.

The conditions, facts, replacements and payments that it calls are the rule set's own functions, compiled one by one;
only the loop around them is written (:mod:`sikwu.batch.writer`). It and its machine code are kept in the cache folder.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import CodeType
from typing import Any

import numpy as np

from sikwu import events as events_module
from sikwu import payments as payments_module
from sikwu.batch import checks, loop, reading
from sikwu.batch.columns import Columns, empty_columns, read_only
from sikwu.batch.compiling import OnDisk, compiled, fingerprint
from sikwu.batch.loop import Results, Settings, empty_results, room_for
from sikwu.batch.paying import pay_table
from sikwu.batch.tables import Ints, Tables, load_tables
from sikwu.batch.writer import Writer
from sikwu.readings import packed as packed_module
from sikwu.readings import shapes as shapes_module
from sikwu.rules import language as language_module
from sikwu.rules.language import Condition, RuleSet, ask
from sikwu.rules.plan import plan

Drive = Callable[[Columns, Tables, Ints, checks.Limits, Ints, Settings, Results, Ints], None]
"""From the columns, the tables, the payments' table, the limits, the options' facts and the settings to the results;
the last is scratch for readings."""

_HELPERS: dict[str, Any] = {
    function.__name__: function
    for function in (
        checks.look,
        checks.events_are_wrong,
        checks.alone_is_wrong,
        reading.digit,
        reading.with_tile,
        reading.read_standard,
        reading.read_thirteen_orphans,
        reading.read_seven_pairs,
        reading.read_eight_pairs,
        reading.read_sixteen_unconnected,
        reading.standard_waits,
        reading.thirteen_orphans_waits,
        reading.seven_pairs_waits,
        reading.eight_pairs_waits,
        reading.sixteen_unconnected_waits,
        reading.without_held_four,
        loop.entries,
        loop.index_with,
        loop.shapes_of,
        loop.holds_shapes,
        loop.only_shapes,
        loop.completion,
        loop.unsigned,
        loop.move,
        loop.refuse,
        loop.pay,
    )
}
"""What the loop calls by name, beside a rule set's own functions."""

# The file and its compiled form

_HERE = ("checks", "columns", "compiling", "driver", "loop", "paying", "reading", "tables", "writer")
_MODULES = (events_module, language_module, packed_module, shapes_module, payments_module)
"""What the loop is made of, beside a rule set's own functions."""


def mark(source: str, functions: Mapping[str, Condition]) -> str:
    """The fingerprint of all that decides what a rule set's compiled loop does."""
    files = [
        *(Path(__file__).with_name(f"{name}.py") for name in _HERE),
        *(Path(str(module.__file__)) for module in _MODULES),
    ]
    return fingerprint(files, source, sorted((name, _essence(function)) for name, function in functions.items()))


def _essence(function: Condition) -> tuple[object, ...]:
    """What a function is made of, wherever it was written: its code, and the numbers of its module that it uses."""
    code: CodeType = function.__code__
    used = {name: function.__globals__.get(name) for name in code.co_names}
    used |= dict(zip(code.co_freevars, (cell.cell_contents for cell in function.__closure__ or ()), strict=True))
    return code.co_code, code.co_consts, sorted((name, repr(value)) for name, value in used.items() if _is_data(value))


def _is_data(value: object) -> bool:
    return isinstance(value, int) or (isinstance(value, tuple) and all(map(_is_data, value)))


_drives: dict[RuleSet, Drive] = {}


def driver(rules: RuleSet, say: Callable[[str], None]) -> Drive:
    """The loop of a rule set, its machine code loaded or made when first asked for; then ``say`` is told."""
    if rules not in _drives:
        _drives[rules] = _load(rules, say)
    return _drives[rules]


def _load(rules: RuleSet, say: Callable[[str], None]) -> Drive:
    writer = Writer(plan(rules))
    source = writer.source()
    calls = {**_HELPERS, **{name: compiled(function) for name, function in writer.functions.items()}}
    name = f"{rules.key}_{mark(source, writer.functions)}".replace("-", "_")
    on_disk = OnDisk("drive", source, name, calls, writer.functions.values())
    numbers = np.zeros(len(writer.plan.option_names), np.int64)
    pays, scratch = pay_table(), np.zeros((reading.MOST_READINGS, reading.COMPLETIONS + 1), np.int64)
    for array in (numbers, pays):
        array.flags.writeable = False
    return on_disk.first_call(
        say,
        f"the {len(rules.rows)} rows of {rules.key}",
        5 + len(rules.rows) // 5,
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
    return Settings(
        facts["minimum"], facts.get("cap", 1 << 28), kept, int(bool(rules.double_win) and bool(facts.get("double_win")))
    )
