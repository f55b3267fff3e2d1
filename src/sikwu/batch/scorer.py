"""Columns of hands scored under a house: the calls that a caller makes."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from threading import Lock
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from sikwu.batch.arrow_in import Batch, check_schema, columns_of
from sikwu.batch.checks import limits
from sikwu.batch.columns import Columns, groups_of
from sikwu.batch.driver import driver, settings
from sikwu.batch.json_lines import columns_of_lines
from sikwu.batch.loop import Results, empty_results, room_for
from sikwu.batch.paying import AMOUNTS, SHAPE, pay_table
from sikwu.batch.reading import COMPLETIONS, MOST_READINGS
from sikwu.batch.results import result_schema, to_arrow
from sikwu.batch.tables import load_tables
from sikwu.request import House, house
from sikwu.rules.language import RuleSet, ask

CHUNK = 1 << 15
"""How many hands go through the loop at a time: their columns and results stay in the processor's own memory."""


def to_standard_error(text: str) -> None:
    """Says something to whoever looks at the terminal."""
    print(text, file=sys.stderr, flush=True)


class Scorer:
    """A rule set with every option set, ready for columns of hands.

    Making one loads the compiled loop or compiles it, in which case ``say`` is told. It may be used by several threads,
    which take turns. Raises ``unknown-rules``, ``unknown-option`` or ``bad-option``.

    >>> Scorer("hkma-2023", {"minimum": 1}).house.minimum
    1
    """

    def __init__(
        self,
        rules: str,
        options: Mapping[str, Any] | None = None,
        *,
        say: Callable[[str], None] = to_standard_error,
    ) -> None:
        self._start(house(rules, options), say)

    @classmethod
    def of(cls, sheet: House, say: Callable[[str], None] = to_standard_error) -> Scorer:
        """The same of a house; its rule set need not be one of the package's own."""
        made = cls.__new__(cls)
        made._start(sheet, say)
        return made

    def _start(self, sheet: House, say: Callable[[str], None]) -> None:
        self.house = sheet
        self._say = say
        self._lock = Lock()
        self._tables = load_tables(say)
        self._pays = pay_table()
        self._limits = limits(sheet)
        self._facts = np.array(sheet.fact_values, np.int64)
        self._settings = settings(sheet.rules, sheet.facts)
        self._readings = np.zeros((MOST_READINGS, COMPLETIONS + 1), np.int64)
        self._drive = driver(sheet.rules, say)
        self._most, self._room = CHUNK, room_for(CHUNK, sheet.rules)
        self._facts.flags.writeable = False
        self._pays.flags.writeable = False

    @property
    def rules(self) -> RuleSet:
        """The rule set."""
        return self.house.rules

    def warm_up(self) -> None:
        """Has everything compiled that text needs too, so that other processes only load it."""
        text = pa.array([""])
        self.score_batch(pa.RecordBatch.from_pydict(dict.fromkeys(("hand", "seat", "round", "win"), text)))

    def drive(self, columns: Columns) -> Results:
        """Scores encoded columns (see :func:`sikwu.batch.columns.read_only`) into plain arrays.

        ``scored`` among them is written over by the next call.
        """
        hands = columns.seat.size
        if hands > self._most:
            self._most, self._room = hands, room_for(hands, self.rules)
        results = empty_results(hands, self._room)
        self._drive(
            columns, self._tables, self._pays, self._limits, self._facts, self._settings, results, self._readings
        )
        return results

    def score_batch(self, batch: Batch) -> Any:
        """The results of a record batch, as a record batch with as many rows, in order."""
        return self._answer(columns_of(batch, self.house, self._say))

    def score_lines(self, lines: bytes) -> Any:
        """The results of score requests, one a line, as a record batch; blank lines are none."""
        return self._answer(columns_of_lines(lines, self.house, self._say))

    def _answer(self, columns: Columns) -> Any:
        with self._lock:
            results = self.drive(columns)
            return to_arrow(results, self.rules, self.liable(columns, results))

    def score_batches(self, batches: Iterator[Batch]) -> Iterator[Any]:
        """The results of record batches, piece by piece."""
        for batch in batches:
            for start in range(0, batch.num_rows, CHUNK):
                yield self.score_batch(batch.slice(start, CHUNK))

    def liable(self, columns: Columns, results: Results) -> NDArray[np.int8] | None:
        """Who is liable for each self-draw, where the groups say whom they were claimed from; changes who pays it."""
        rule = self.rules.liable
        if rule is None or not len(columns.claimed):
            return None
        asked = (results.error == 0) & (columns.self_draw == 1) & columns.claimed.any(axis=1)
        liable = np.zeros(asked.size, np.int8)
        keys = [row.key for row in self.rules.rows]
        wanted = [keys.index(key) for key in rule.rows]
        scored, second = results.scored & 255, results.second_scored & 255
        made = _any_of(scored, results.starts, wanted) | _any_of(second, results.second_starts, wanted)
        for row in np.flatnonzero(asked & made).tolist():
            places = [
                *scored[results.starts[row] : results.starts[row + 1]],
                *second[results.second_starts[row] : results.second_starts[row + 1]],
            ]
            found = rule.find(frozenset([keys[place] for place in places]), groups_of(columns, row))
            if found:
                liable[row] = found[0]
                if results.reason[row] == 0:
                    self._pay_again(columns, results, row, found[0])
        return liable

    def _pay_again(self, columns: Columns, results: Results, row: int, liable: int) -> None:
        known = {**self.house.facts, "points": int(results.points[row]), "streak": int(columns.streak[row])}
        pays = self.rules.pays
        amounts = [0, ask(pays.self_draw, known), ask(pays.dealer, known) if pays.dealer else 0]
        twice = results.second_starts[row] < results.second_starts[row + 1]
        way = np.ravel_multi_index((columns.seat[row] - 1, 1, 0, 0, int(twice), liable), SHAPE)
        gains = self._pays[way].reshape(-1, AMOUNTS) @ amounts
        results.net[:, row] = gains[1:]


def _any_of(scored: NDArray[np.integer[Any]], starts: NDArray[np.integer[Any]], wanted: list[int]) -> NDArray[np.bool_]:
    """Whether each hand, whose rows stand from its start to the next, scored one of the wanted rows."""
    so_far = np.concatenate(([0], np.cumsum(np.isin(scored[: starts[-1]], wanted))))
    return np.asarray(so_far[starts[1:]] > so_far[starts[:-1]])


@cache
def _scorer_of(rules: str, options: str) -> Scorer:
    return Scorer(rules, json.loads(options))


def scorer_of(rules: str, options: Mapping[str, Any] | None = None) -> Scorer:
    """The scorer of a house, made when it is first asked for and then kept."""
    return _scorer_of(rules, json.dumps(options or {}, sort_keys=True))


def score_table(table: Any, rules: str, options: Mapping[str, Any] | None = None) -> Any:
    """Scores a ``pyarrow.Table`` or ``RecordBatch`` of hands: a table with as many rows, in order.

    The page ``docs/batch.md`` describes the columns of both. A hand that cannot be scored has its error's code in the
    column ``error`` and nulls beside it. Raises :class:`SikwuError` for an unknown rule set or option, and
    ``bad-request`` for a column that is missing or of a wrong type.

    >>> import pyarrow as pa
    >>> hands = pa.table({"hand": ["123456789m111z2z + 2z", "1z"], "seat": ["east"] * 2, "round": ["east"] * 2,
    ...                   "win": ["discard"] * 2, "from": ["west"] * 2})
    >>> score_table(hands, "hkma-2023").select(["points", "qualifies", "net_east", "error"]).to_pylist()
    [{'points': 6, 'qualifies': True, 'net_east': 128, 'error': None},
     {'points': None, 'qualifies': None, 'net_east': None, 'error': 'bad-notation'}]
    """
    scorer = scorer_of(rules, options)
    if not table.num_rows:
        check_schema(table.schema, scorer.house)
    batches = table.to_batches() if isinstance(table, pa.Table) else [table]
    return pa.Table.from_batches(list(scorer.score_batches(iter(batches))), schema=result_schema(scorer.rules))
