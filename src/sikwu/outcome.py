"""One way to score a win, and how it is shown: its rows, its reading and its explanation in the contract's form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from sikwu.hand import Group
from sikwu.readings.facts import WIN_FACTS
from sikwu.readings.made_of import Parts, ReadGroup
from sikwu.readings.packed import Tiles, loose_counts
from sikwu.readings.shapes import EIGHT_PAIRS, PAIR, PUNG, SEVEN_PAIRS, SHAPES, SINGLE, Reading
from sikwu.readings.splits import groups_of
from sikwu.readings.waits import before_win, waits
from sikwu.request import ScoreRequest
from sikwu.rules.language import Row, RuleSet
from sikwu.rules.plan import plan
from sikwu.tiles import CODES, codes, kinds_in


class Pattern(NamedTuple):
    """A row that scores, and how many times."""

    row: Row
    times: int

    @property
    def points(self) -> int:
        """The row's value times its count."""
        return self.row.value * self.times


class Outcome(NamedTuple):
    """One way to score a win: a reading, what the winning tile completes in it, and what that is worth."""

    reading: Reading | None
    completion: tuple[int, int]
    total: int
    toward: int
    patterns: tuple[Pattern, ...]
    gone: tuple[tuple[int, int, int], ...]


def patterns_json(patterns: Sequence[Pattern], rules: RuleSet, lang: str | None) -> list[dict[str, Any]]:
    """Rows in the contract's form, with names if a language is asked for."""
    listed = []
    for row, count in patterns:
        entry = {"key": row.key, "value": row.value, "count": count, "points": row.value * count}
        listed.append({**entry, "name": rules.name_of(row, lang)} if lang else entry)
    return listed


def read_groups(outcome: Outcome, request: ScoreRequest) -> tuple[list[ReadGroup], int]:
    """The groups of a reading, and the place of the one that the winning tile completes, or -1.

    Declared groups come first as written, then by suit, number, sequences before triplets.
    """
    reading = outcome.reading
    if reading is None:
        return [], -1
    groups = [ReadGroup(group.kind, group.tile, not group.exposed) for group in request.hand.groups]
    declared = len(groups)
    pungs = reading.pung_kinds & ~request.tiles.declared_pung_kinds
    groups += _held_groups(0, reading.held_m, pungs & 0o777)
    groups += _held_groups(9, reading.held_p, pungs >> 9 & 0o777)
    groups += _held_groups(18, reading.held_s, pungs >> 18 & 0o777)
    groups += _held_groups(27, 0, pungs >> 27)
    completes, chow = outcome.completion
    if completes in (SINGLE, PAIR):
        return groups, -1
    wanted = ReadGroup("pung", request.tiles.winning, True) if completes == PUNG else ReadGroup("chow", chow, True)
    place = groups.index(wanted, declared)
    if not request.self_draw:
        groups[place] = wanted._replace(concealed=False)
    return groups, place


@lru_cache(maxsize=1 << 14)
def _held_groups(first: int, chows: int, pungs: int) -> tuple[ReadGroup, ...]:
    """The groups in hand of the suit whose lowest kind is ``first``, in order."""
    return tuple(
        ReadGroup("chow" if is_chow else "pung", first + number, True) for number, is_chow in groups_of(chows, pungs)
    )


def reading_json(outcome: Outcome, request: ScoreRequest) -> dict[str, Any] | None:
    """The reading in the contract's form; ``None`` for a win without a hand."""
    reading = outcome.reading
    if reading is None:
        return None
    shape = SHAPES[reading.shape]
    groups, place = read_groups(outcome, request)
    result: dict[str, Any] = {
        "shape": shape.key,
        "groups": [
            {"tiles": _group_codes(kind, tile), "kind": kind, "concealed": concealed}
            for kind, tile, concealed in groups
        ],
        "pair": pair_codes(reading.pair) if reading.pair >= 0 else None,
    }
    if shape in (SEVEN_PAIRS, EIGHT_PAIRS):
        result["pairs"] = [pair_codes(kind) for kind in pairs_of(reading, request.tiles)]
    result["winning"] = CODES[request.tiles.winning]
    result["completes"] = place if place >= 0 else "single" if outcome.completion[0] == SINGLE else "pair"
    result["waits"] = [CODES[kind] for kind in kinds_in(waits(before_win(request.tiles), request.house.rules.shapes))]
    return result


@cache
def _group_codes(kind: str, tile: int) -> str:
    return codes(Group(kind, tile).tiles())


def pair_codes(kind: int) -> str:
    """Two tiles of a kind, in codes."""
    code = CODES[kind]
    return code[0] + code


def pairs_of(reading: Reading, tiles: Tiles) -> list[int]:
    """The pairs of a reading of pairs, four alike twice."""
    return [
        kind
        for kind, count in enumerate(loose_counts(tiles))
        if not reading.pung_kinds >> kind & 1
        for _ in range(count // 2)
    ]


def second_json(second: Outcome | None, request: ScoreRequest) -> dict[str, Any] | None:
    """The other hand of a double win."""
    if second is None:
        return None
    return {
        "patterns": patterns_json(second.patterns, request.house.rules, request.lang),
        "reading": reading_json(second, request),
        "points": second.total,
    }


def explain(outcome: Outcome, request: ScoreRequest) -> dict[str, Any]:
    """Which groups made each row, and which rows held but gave way, and to what."""
    rules = request.house.rules
    groups, completed = read_groups(outcome, request)
    pair = outcome.reading.pair if outcome.reading else -1
    known = {
        **request.house.facts,
        **request.tiles._asdict(),
        **dict(zip(WIN_FACTS, request.win_facts, strict=True)),
        "completed": completed,
    }
    return {
        "patterns": [
            {"key": pattern.row.key, "tiles": tiles_made_of(rules, pattern, groups, pair, known)}
            for pattern in outcome.patterns
        ],
        "replaced": [
            {"key": rules.rows[place].key, "count": count, "by": rules.rows[by].key}
            for place, count, by in sorted(outcome.gone)
        ],
    }


def tiles_made_of(
    rules: RuleSet, pattern: Pattern, groups: Sequence[ReadGroup], pair: int, known: Mapping[str, int]
) -> Parts:
    """The groups that made a row: for a count one list each, else all that its facts are about in one."""
    explainers = [
        rules.facts[name].made_of
        for name in plan(rules).rows[rules.row_index[pattern.row.key]].step.asks
        if name in rules.facts
    ]
    parts = [part for made_of in explainers if made_of for part in made_of(groups, pair, known)]
    if pattern.row.each or not parts:
        return parts[: pattern.times]
    seen = {place for part in parts for place in part}
    return [sorted(seen, key=lambda place: (isinstance(place, str), place))]
