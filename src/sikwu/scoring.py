"""The score of a win: its best reading, the rows it makes, what it is paid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import compress
from typing import Any

from sikwu.errors import Message, SikwuError, in_its_language
from sikwu.events import READY_EVENTS, Win, check_events, with_implied
from sikwu.hand import SEATS
from sikwu.outcome import Outcome, Pattern, explain, patterns_json, reading_json, second_json
from sikwu.payments import Payment, Terms, net_json, net_of, win_payments
from sikwu.readings.distance import lacking
from sikwu.readings.facts import WIN_FACTS
from sikwu.readings.packed import Tiles
from sikwu.readings.shapes import SHAPES, SINGLE, Reading, read
from sikwu.readings.waits import before_win, waits, with_tile
from sikwu.request import House, Json, ScoreRequest, win_facts
from sikwu.rules.language import Row, RuleSet, ask
from sikwu.rules.plan import Rated, asked_facts, plan, rater
from sikwu.tiles import CODES, kinds_in

MOST_ALTERNATIVES = 5


class Score:
    """A scored win. ``outcome`` is the best way to score it; ``second`` the other hand of a double win.

    Money is in the rule set's points; seats are numbers, east 1 … north 4; ``net`` is ``None`` when the discarder pays
    and was not named.
    """

    __slots__ = (
        "alternatives",
        "liable",
        "net",
        "outcome",
        "payments",
        "points",
        "qualifies",
        "reason",
        "request",
        "second",
        "settled",
        "toward_minimum",
        "uncapped",
    )

    def __init__(
        self,
        request: ScoreRequest,
        outcome: Outcome,
        second: Outcome | None,
        alternatives: tuple[Outcome, ...],
        liable: tuple[int, str] | None,
    ) -> None:
        facts = request.house.facts
        self.request = request
        self.outcome = outcome
        self.second = second
        self.alternatives = alternatives
        self.liable = liable
        self.settled: bool | None = None
        self.uncapped = outcome.total + (second.total if second else 0)
        self.toward_minimum = outcome.toward + (second.toward if second else 0)
        cap = facts.get("cap")
        self.points = self.uncapped if cap is None else min(self.uncapped, cap)
        self.reason = _why_not(request, self.toward_minimum)
        self.qualifies = self.reason is None
        self.payments = self.paid() if self.qualifies else ()
        self.net = net_of(self.payments)

    @property
    def limit(self) -> bool:
        """Whether the sum reaches the cap."""
        cap = self.request.house.facts.get("cap")
        return cap is not None and self.uncapped >= cap

    @property
    def patterns(self) -> tuple[Pattern, ...]:
        """The rows that score, in the sheet's order."""
        return self.outcome.patterns

    def paid(self, winners: frozenset[int] = frozenset()) -> tuple[Payment, ...]:
        """The payments of the win, beside other winners on the same tile if there are any."""
        request = self.request
        known = {**request.house.facts, "points": self.points, "streak": request.streak}
        events = request.given_events
        terms = Terms(
            request.seat,
            request.self_draw,
            request.discarder or (1 if "dealers-first-discard" in events else None),
            "robbing-the-kong" in events or "robbing-a-concealed-kong" in events,
            self.liable[0] if self.liable else None,
            2 if self.second else 1,
            winners,
        )
        return win_payments(request.house.rules.pays, known, terms)

    def row_keys(self) -> frozenset[str]:
        """The rows that score, those of a second hand among them."""
        hands = (self.outcome, self.second) if self.second else (self.outcome,)
        return frozenset(pattern.row.key for hand in hands for pattern in hand.patterns)

    def to_json(self) -> dict[str, Any]:
        """The result in the contract's form and order."""
        result = self._worth()
        request = self.request
        if request.explain:
            result["explanation"] = self._explanation()
        if self.settled is not None:
            result["settled"] = self.settled
        return result

    def _worth(self) -> dict[str, Any]:
        """The result without explanation and settlement."""
        request, rules = self.request, self.request.house.rules
        result: dict[str, Any] = {
            "rules": rules.key,
            "revision": rules.revision,
            "options": dict(request.house.options),
            "wins": True,
            "qualifies": self.qualifies,
            "reason": self.reason,
            "points": self.points,
            "uncapped": self.uncapped,
            "minimum": request.house.minimum,
            "toward_minimum": self.toward_minimum,
            "limit": self.limit,
            "unit": rules.unit,
            "patterns": patterns_json(self.outcome.patterns, rules, request.lang),
            "reading": reading_json(self.outcome, request),
            "payments": [payment.to_json() for payment in self.payments],
            "net": net_json(self.net),
        }
        if rules.double_win:
            result["second_hand"] = second_json(self.second, request)
        if rules.liable or self.liable:
            result["liable"] = {"seat": SEATS[self.liable[0] - 1], "reason": self.liable[1]} if self.liable else None
        return result

    def _explanation(self) -> dict[str, Any]:
        explained = explain(self.outcome, self.request)
        explained["alternatives"] = [self._alternative(outcome)._worth() for outcome in self.alternatives]
        return explained

    def _alternative(self, outcome: Outcome) -> Score:
        """The win with another reading; of a double win, in place of the hand that has its shape."""
        second = self.second
        if second and _shape_of(outcome) == _shape_of(second):
            second = self.outcome
        return Score(self.request, outcome, second, (), self.liable)


@in_its_language
def score(request: ScoreRequest | Json) -> Score:
    """Score a win: a request built once (:meth:`ScoreRequest.from_json`) or the contract's JSON object.

    Raises :class:`SikwuError` with the contract's codes. The result's :meth:`Score.to_json` is the contract's result.

    >>> won = score({"rules": "hkma-2023", "hand": "123456789m111z2z + 2z", "seat": "east", "round": "east",
    ...              "win": "discard", "from": "west"})
    >>> won.points, [(pattern.row.key, pattern.times) for pattern in won.patterns]
    (6, [('concealed-hand', 1), ('seat-wind', 1), ('round-wind', 1), ('mixed-one-suit', 1)])
    >>> won.to_json()["net"]
    {'east': 128, 'south': 0, 'west': -128, 'north': 0}
    """
    if not isinstance(request, ScoreRequest):
        request = ScoreRequest.from_json(request)
    return score_liable(request, None)


def score_liable(request: ScoreRequest, liable: int | None, *, work_out: bool = True) -> Score:
    """As :func:`score`, with a seat given as liable, or liability worked out where the rule set does so."""
    readings = finished_readings(request)
    outcomes = rate(request, readings)
    second: Outcome | None = None
    best = _best(outcomes, request.house)
    pair = _double_win(outcomes, readings, request.house)
    if pair:
        best, second = pair
    alternatives: tuple[Outcome, ...] = ()
    if request.explain:
        others = [outcome for outcome in outcomes if outcome is not best and outcome is not second]
        alternatives = tuple(sorted(others, key=_worth_of(request.house), reverse=True)[:MOST_ALTERNATIVES])
    named = (liable, "given") if liable else _worked_out(request, best, second) if work_out else None
    return Score(request, best, second, alternatives, named)


def finished_readings(request: ScoreRequest) -> list[Reading]:
    """The readings of the request's hand, its events checked; empty for a win by flowers alone.

    Raises ``not-a-winning-hand`` or ``impossible-event``.
    """
    rules, hand = request.house.rules, request.hand
    if hand.winning is None:
        check_events(request.given_events, known_win(request, False))
        return []
    readings = read(request.tiles, rules.shapes)
    if not readings:
        raise not_a_win(request.tiles, rules)
    if request.given_events:
        robbing = [reading for reading in readings if SHAPES[reading.shape] in rules.robs_concealed_kong]
        check_events(request.given_events, known_win(request, bool(robbing)))
        if "robbing-a-concealed-kong" in request.given_events:
            return robbing
    return readings


def known_win(request: ScoreRequest, robs: bool) -> Win:
    """What the request's events are judged by."""
    winning = request.hand.winning
    return Win(
        request.hand,
        request.seat,
        request.self_draw,
        request.discarder,
        request.discards,
        None if winning is None else request.hand.counts()[winning],
        request.house.rules.eight_flowers is not None,
        robs,
    )


def not_a_win(tiles: Tiles, rules: RuleSet) -> SikwuError:
    """The error for a hand that completes no shape, with how far it was from ready."""
    away = lacking(before_win(tiles), rules.shapes, rules.tiles) - 1
    shapes = ", ".join(shape.key for shape in rules.shapes)
    distance = Message(_AWAY[min(away, 2)], {"away": away})
    return SikwuError(
        "not-a-winning-hand",
        "the tiles complete no shape of {rules} ({shapes}); before the {tile} {distance}",
        "hand",
        rules=rules.key,
        shapes=shapes,
        tile=CODES[tiles.winning],
        distance=distance,
    )


_AWAY = ("it was ready, for another tile", "it was 1 tile from ready", "it was {away} tiles from ready")


def rate(request: ScoreRequest, readings: Sequence[Reading]) -> list[Outcome]:
    """Every way to score the readings, in the contract's order."""
    rules = request.house.rules
    if not readings:
        return [_flowers_alone(request)]
    rated = rated_hand(request.house, request.tiles, request.win_facts, readings, request.explain)
    if len(rated) > 1 and not request.explain and not _paid_twice(request.house, readings):
        cap, minimum = request.house.facts.get("cap", 1 << 30), request.house.minimum
        rated = [max(rated, key=lambda way: (way[3] >= minimum, min(way[2], cap), way[2]))]
    return [_outcome(rules, readings, way) for way in rated]


def rated_hand(
    sheet: House, tiles: Tiles, facts: Sequence[int], readings: Sequence[Reading], explain: bool = False
) -> list[Rated]:
    """The ratings of one hand's readings under a house."""
    rules = sheet.rules
    wait_kinds = waits(before_win(tiles), rules.shapes) if plan(rules).asks_waits else 0
    return rater(rules, explain)(tiles, facts, sheet.fact_values, wait_kinds, readings)


def _outcome(rules: RuleSet, readings: Sequence[Reading], way: Rated) -> Outcome:
    place, nth, total, toward, counts, gone = way
    reading = readings[place]
    patterns = tuple([Pattern(rules.rows[row], counts[row]) for row in compress(range(len(counts)), counts)])
    return Outcome(reading, reading.completions[nth], total, toward, patterns, gone)


def _flowers_alone(request: ScoreRequest) -> Outcome:
    """A win by eight flowers without a hand: only the row for it and those that stand apart from the hand."""
    rules = request.house.rules
    rows = [row for row in rules.rows if row.apart or row.key == rules.eight_flowers]
    known = {**request.house.facts, **dict(zip(WIN_FACTS, request.win_facts, strict=True))}
    patterns = []
    for row in rows:
        count = ask(row.when, known_by(rules, row, known))
        if count:
            patterns.append(Pattern(row, count if row.each else 1))
    total = sum(pattern.points for pattern in patterns)
    return Outcome(None, (SINGLE, -1), total, total, tuple(patterns), ())


def known_by(rules: RuleSet, row: Row, known: Mapping[str, int]) -> Mapping[str, int]:
    """What is known, with the facts of the win that the row asks for worked out."""
    found = dict(known)
    for step in asked_facts(rules, row):
        if step.name not in found:
            found[step.name] = ask(step.function, found)
    return found


def _worth_of(sheet: House) -> Any:
    cap, minimum = sheet.facts.get("cap", 1 << 30), sheet.minimum
    return lambda outcome: (outcome.toward >= minimum, min(outcome.total, cap), outcome.total)


def _best(outcomes: Sequence[Outcome], sheet: House) -> Outcome:
    """The one worth most among those that reach the minimum, else among all; the first among equals."""
    return outcomes[0] if len(outcomes) == 1 else max(outcomes, key=_worth_of(sheet))


def _double_win(
    outcomes: Sequence[Outcome], readings: Sequence[Reading], sheet: House
) -> tuple[Outcome, Outcome] | None:
    """The dearer and the other hand of a win that is paid twice; on a tie the first shape's is the dearer."""
    shapes = sheet.rules.double_win
    if shapes is None or not _paid_twice(sheet, readings):
        return None
    hands = [
        max([outcome for outcome in outcomes if _shape_of(outcome) == shape.number], key=lambda outcome: outcome.total)
        for shape in shapes
    ]
    first, second = hands
    return (first, second) if first.total >= second.total else (second, first)


def _paid_twice(sheet: House, readings: Sequence[Reading]) -> bool:
    """Whether the hand has both of the shapes that the house pays as two hands."""
    shapes = sheet.rules.double_win
    if shapes is None or len(readings) < 2 or not sheet.facts["double_win"]:
        return False
    found = [reading.shape for reading in readings]
    return all(shape.number in found for shape in shapes)


def _shape_of(outcome: Outcome) -> int:
    """The number of the shape that the hand is read in, or -1 for a win without a hand."""
    return outcome.reading.shape if outcome.reading else -1


def _worked_out(request: ScoreRequest, best: Outcome, second: Outcome | None) -> tuple[int, str] | None:
    """Who is liable for a self-draw by the groups claimed, where the rule set says so."""
    rule = request.house.rules.liable
    if rule is None or not request.self_draw or not any(group.claimed_from for group in request.hand.groups):
        return None
    keys = frozenset(pattern.row.key for hand in (best, second) if hand for pattern in hand.patterns)
    return None if keys.isdisjoint(rule.rows) else rule.find(keys, request.hand.groups)


def _why_not(request: ScoreRequest, toward: int) -> str | None:
    """Why the win does not qualify, if it does not."""
    if toward < request.house.minimum:
        return "below-minimum"
    promise = request.house.rules.promise
    if promise is None or not request.given_events or promise.event not in with_implied(request.given_events):
        return None
    return None if _kept(request) else promise.reason


def _kept(request: ScoreRequest) -> bool:
    """Whether the ready promise was kept: the minimum on a plain discard of the tile, or of every tile waited for."""
    promise, facts = request.house.rules.promise, request.house.facts
    assert promise is not None
    if ask(promise.kept_by_every_wait, facts):
        before = before_win(request.tiles)
        tiles = [
            with_tile(before, kind)._replace(winning=kind)
            for kind in kinds_in(waits(before, request.house.rules.shapes))
        ]
    elif ask(promise.kept_by_winning_tile, facts):
        tiles = [request.tiles]
    else:
        return True
    return all(_plain_discard(request, hand) >= request.house.minimum for hand in tiles)


def _plain_discard(request: ScoreRequest, tiles: Tiles) -> int:
    """The most that counts toward the minimum when the tile is discarded, with no event but the ready ones."""
    ready = request.given_events.intersection(READY_EVENTS)
    facts = win_facts(request.seat, request.round_wind, False, None, request.streak, ready)
    ways = rated_hand(request.house, tiles, facts, read(tiles, request.house.rules.shapes))
    return max(way[3] for way in ways)
