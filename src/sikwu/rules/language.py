"""The words a rule set is written in: rows, what they take the place of, options, payments.

A condition is a small pure function whose parameter names are the facts it asks for (``sikwu.readings.facts``) and
the options of the rule set. A flag or number option is asked for by its key; a choice by its key and one of its
values, ``premium_flat`` for ``premium: flat``, which is 1 when that value is chosen. Hyphens become underscores.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import CodeType, FunctionType
from typing import NamedTuple, TypeAlias

from sikwu.errors import SikwuError, name_of_field, one_of, shown
from sikwu.hand import Group
from sikwu.readings.facts import FACTS, Fact
from sikwu.readings.shapes import Shape
from sikwu.words import row_name

Condition: TypeAlias = Callable[..., int]
OptionValue: TypeAlias = bool | int | str


class Option(NamedTuple):
    """A house option: its default, what it may be, and the reason it exists.

    ``values`` lists a choice's words; a number lies between ``least`` and ``most``; a flag has neither.
    """

    key: str
    default: OptionValue
    why: str
    values: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None

    @property
    def type(self) -> str:
        """``"flag"``, ``"number"`` or ``"choice"``."""
        if self.least is not None:
            return "number"
        return "flag" if isinstance(self.default, bool) else "choice"

    def allowed(self) -> str:
        """What the option may be, in words."""
        if self.type == "flag":
            return "true or false"
        if self.type == "number":
            return str(self.least) if self.least == self.most else f"a whole number from {self.least} to {self.most}"
        return one_of(self.values)

    def check(self, value: object) -> OptionValue:
        """The value, or ``bad-option``. The type counts: ``"3"`` and ``True`` are no numbers."""
        if isinstance(value, bool | int | str) and self._takes(value):
            return value
        message = f"{self.key} is {shown(value)}; expected {self.allowed()}"
        raise SikwuError("bad-option", message, f"options.{self.key}")

    def _takes(self, value: OptionValue) -> bool:
        if isinstance(self.default, bool):
            return isinstance(value, bool)
        if self.least is None or self.most is None:
            return value in self.values
        return type(value) is int and self.least <= value <= self.most

    def facts(self, value: OptionValue) -> dict[str, int]:
        """What conditions may ask of the option, by name."""
        name = self.key.replace("-", "_")
        if self.type != "choice":
            return {name: int(value)}
        return {f"{name}_{word.replace('-', '_')}": int(word == value) for word in self.values}


def choice(key: str, default: str, values: tuple[str, ...], why: str) -> Option:
    """An option with a word for a value."""
    return Option(key, default, why, values)


def number(key: str, default: int, least: int, most: int, why: str) -> Option:
    """An option with a whole number for a value."""
    return Option(key, default, why, (), least, most)


def flag(key: str, default: bool, why: str) -> Option:
    """An option that is true or false."""
    return Option(key, default, why)


class Replacement(NamedTuple):
    """A row that another takes the place of: wholly, or by lowering its count; perhaps only under a condition."""

    row: str
    when: Condition | None = None
    of_same: Condition | None = None


def takes(row: str, *, when: Condition | None = None, of_same: Condition | None = None) -> Replacement:
    """Takes the place of a row: when the condition holds (if given), wholly or of so many counts (if given)."""
    return Replacement(row, when, of_same)


THE_REST = "*"
"""In place of a row's key: every row that is not marked apart."""


class Row(NamedTuple):
    """A line of the sheet.

    ``each``: the condition is a count, worth ``value`` each. ``counts``: whether the row counts toward the minimum, or
    a condition for it. ``apart``: it is no part of the sum that rows judged ``last`` look at (as the fact ``rest``).
    """

    key: str
    value: int
    names: Mapping[str, str]
    source: str
    when: Condition
    each: bool
    replaces: tuple[Replacement, ...]
    counts: bool | Condition
    apart: bool
    last: bool


def row(
    key: str,
    value: int,
    original: str | None,
    english: str,
    source: str,
    when: Condition,
    *,
    script: str = "zh",
    each: bool = False,
    replaces: Iterable[str | Replacement] = (),
    counts: bool | Condition = True,
    apart: bool = False,
    last: bool = False,
    **other_names: str,
) -> Row:
    """A row: key, value, name in the sheet's own script and in English, where it stands in the seed, its condition.

    The original name is ``None`` for a sheet that is printed in English only.
    """
    names = {"en": english, **({script: original} if original else {}), **other_names}
    replaced = tuple(Replacement(entry) if isinstance(entry, str) else entry for entry in replaces)
    return Row(key, value, names, source, when, each, replaced, counts, apart, last)


class Payments(NamedTuple):
    """What a win costs, as conditions that may ask for ``points`` beside the options and ``streak``.

    ``self_draw`` is what each opponent pays, ``discard`` what the discarder pays. ``robbed_kong`` is ``SHARES`` or
    ``ROBBED_PAYS_ALL``; without it a robbed kong is a discard. ``dealer`` is what a paying dealer pays more.
    """

    discard: Condition
    self_draw: Condition
    robbed_kong: Condition | None = None
    dealer: Condition | None = None


SHARES, ROBBED_PAYS_ALL = 1, 2


class Promise(NamedTuple):
    """Ready is a promise to be worth the minimum on a plain discard too: of the winning tile, or of every wait."""

    event: str
    reason: str
    kept_by_winning_tile: Condition
    kept_by_every_wait: Condition


class Race(NamedTuple):
    """A countdown beside the points: a winner with the row removes a counter; the first without any is paid."""

    row: str
    counters: int
    pays: int
    pays_with_all: int
    reason: str


class SidePayment(NamedTuple):
    """Money that moves outside the hand: what every opponent pays its maker."""

    amount: int
    reason: str


class Forbidden(NamedTuple):
    """Tiles that are not in the set, or groups that may not be declared, under a condition on the options."""

    when: Condition
    words: str
    kinds: int = 0
    group: str | None = None


Liable: TypeAlias = tuple[int, str]
"""A seat and the reason it is liable."""


class Liability(NamedTuple):
    """Who pays a self-draw alone, found where the groups say whom they were claimed from.

    Only a hand that scores one of ``rows`` makes anybody liable: ``find`` is asked of no other.
    """

    rows: tuple[str, ...]
    find: Callable[[frozenset[str], tuple[Group, ...]], Liable | None]


class RuleSet:
    """A sheet: what is played, which rows score, who pays. Frozen once made; raises ``ValueError`` for a wrong sheet."""

    def __init__(
        self,
        key: str,
        *,
        revision: int,
        names: Mapping[str, str],
        seed: str,
        unit: str,
        tiles: int,
        shapes: tuple[Shape, ...],
        rows: tuple[Row, ...],
        options: tuple[Option, ...],
        pays: Payments,
        facts: Iterable[Fact] = (),
        forbids: tuple[Forbidden, ...] = (),
        robs_concealed_kong: tuple[Shape, ...] = (),
        eight_flowers: str | None = None,
        double_win: tuple[Shape, Shape] | None = None,
        promise: Promise | None = None,
        race: Race | None = None,
        liable: Liability | None = None,
        one_open_ready: bool = False,
        concealed_kong_payment: tuple[SidePayment, SidePayment] | None = None,
        flower_sets: Mapping[str, SidePayment] | None = None,
        false_win_penalty: int = 0,
    ) -> None:
        self.key = key
        self.revision = revision
        self.names = names
        self.seed = seed
        self.unit = unit
        self.tiles = tiles
        self.shapes = shapes
        self.rows = rows
        self.options: dict[str, Option] = {
            option.key: option
            for option in (
                *options,
                flag("draw_keeps_deal", True, "whether the dealer stays after a drawn deal"),
                number("false_win_penalty", false_win_penalty, 0, 1000, "what a false win pays every opponent"),
            )
        }
        self.pays = pays
        self.facts: dict[str, Fact] = {**FACTS, **{own.name: own for own in facts}}
        self.forbids = forbids
        self.robs_concealed_kong = robs_concealed_kong
        self.eight_flowers = eight_flowers
        self.double_win = double_win
        self.promise = promise
        self.race = race
        self.liable = liable
        self.one_open_ready = one_open_ready
        self.concealed_kong_payment = concealed_kong_payment
        self.flower_sets = flower_sets or {}
        self.row_index = {row.key: place for place, row in enumerate(rows)}
        self._check()

    def _check(self) -> None:
        if len(self.row_index) != len(self.rows):
            raise ValueError(f"{self.key}: two rows have one key")
        for key in self.liable.rows if self.liable else ():
            if key not in self.row_index:
                raise ValueError(f"{self.key}: {key} makes somebody liable, but is no row")
        for row in self.rows:
            for replaced in row.replaces:
                if replaced.row != THE_REST and replaced.row not in self.row_index:
                    raise ValueError(f"{self.key}: {row.key} replaces {replaced.row}, which is no row")
                if (replaced.row == THE_REST) != row.last or (row.last and replaced.of_same):
                    raise ValueError(f"{self.key}: {row.key}: rows judged last, and only they, replace all the rest")

    def name_of(self, row: Row, lang: str) -> str:
        """A row's name in a language: the sheet's own, else the language file's, else the English one."""
        return row.names.get(lang) or row_name(lang, self.key, row.key) or row.names["en"]

    def fill_options(self, given: Mapping[str, object]) -> dict[str, OptionValue]:
        """Every option, the given ones checked, the others at their defaults."""
        for key in given:
            if key not in self.options:
                raise SikwuError(
                    "unknown-option",
                    f"{self.key} has no option {shown(key)}; it has {', '.join(self.options)}",
                    f"options.{name_of_field(key)}",
                )
        return {
            key: option.check(given[key]) if given.get(key) is not None else option.default
            for key, option in self.options.items()
        }

    def option_facts(self, options: Mapping[str, OptionValue]) -> dict[str, int]:
        """What conditions may ask of the options, by name."""
        facts: dict[str, int] = {}
        for key, option in self.options.items():
            facts.update(option.facts(options[key]))
        return facts


@cache
def asked_by(condition: Condition) -> tuple[str, ...]:
    """The names a condition asks for, in its own order. A condition is a plain function, for this and to be compiled."""
    if not isinstance(condition, FunctionType):
        raise TypeError(f"{condition!r} is no plain function")
    code: CodeType = condition.__code__
    return code.co_varnames[: code.co_argcount]


def ask(condition: Condition, known: Mapping[str, int]) -> int:
    """The condition's answer, given by name what it asks for.

    >>> ask(lambda points, base: points + base, {"points": 3, "base": 10, "ante": 0})
    13
    """
    return condition(*[known[name] for name in asked_by(condition)])
