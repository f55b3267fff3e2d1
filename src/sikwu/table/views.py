"""A session as it stands at one version."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from sikwu.errors import SikwuError
from sikwu.hand import SEATS
from sikwu.session import Json, Line, Sitting, State, Table, after, before_deal, by_seat, drift, fold, opening
from sikwu.table.store import Placed
from sikwu.table.transfers import Stake, in_money


@dataclass(frozen=True)
class SessionView:
    """A session as it stands at one version; ``made`` says who wrote each line's present form, and when."""

    handle: str
    name: str
    version: int
    closed: bool
    table: Table
    stake: Stake | None
    placed: tuple[Placed, ...]
    made: Mapping[int, tuple[str, str | None]]

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The ledger's lines in order."""
        return tuple(item.line for item in self.placed)

    @cached_property
    def states(self) -> list[State]:
        """The table before the first line and after each."""
        return fold(self.table, self.lines)

    @property
    def state(self) -> State:
        """The table now."""
        return self.states[-1]

    @cached_property
    def sitting(self) -> Sitting:
        """The table now without its totals, which the last deals tell by themselves."""
        state, first = opening(self.table), 0
        for index in reversed(range(len(self.placed))):
            if self.placed[index].kind == "deal" and not self.placed[index].is_marked:
                first = index
                replacements = [item.line for item in self.placed[:first] if item.kind == "replacement"]
                state = before_deal(self.table, replacements, self.placed[first].line)
                break
        for item in self.placed[first:]:
            state = after(state, item.line)
        return Sitting(state.players, state.circumstances)

    def to_json(self) -> Json:
        """What ``sikwu table show --json`` prints.

        ``{"name", "rules", "options", "players", "version", "round", "dealer", "streak", "counters", "totals", …,
        "deals"}``, a deal being ``{"number", "kind", "request", "result", …}``; seats are words, ``dealer`` is a
        player's name.
        """
        deals = [self._deal_json(number) for number in range(1, len(self.lines) + 1)]
        head = self.head()
        head["marked"] = [deal["number"] for deal in deals if deal["mark"]]
        head["drift"] = [deal["number"] for deal in deals if deal["drift"]]
        return head | {"deals": deals}

    def head(self) -> Json:
        """The session without its deals."""
        state = self.state
        return {
            "name": self.name,
            "rules": self.table.rules,
            "options": self.table.options,
            "players": list(state.players),
            "version": self.version,
            "round": SEATS[state.round],
            "dealer": state.players[state.dealer],
            "streak": state.streak,
            "counters": by_seat(state.counters, state.dealer),
            "totals": dict(state.totals),
            "hand": state.hand,
            "seats": by_seat(state.players, state.dealer),
            "first_dealer": self.table.players[self.table.first_dealer],
            "stake": self.stake and self.stake.to_json(),
            "money": self.money(),
            "closed": self.closed,
        }

    def money(self) -> dict[str, str] | None:
        """The totals in money as decimal strings; None without a stake."""
        if self.stake is None:
            return None
        return {player: str(amount) for player, amount in in_money(self.state.totals, self.stake).items()}

    def deal(self, number: int) -> Json:
        """One deal of ``to_json()["deals"]``. ``unknown-deal``."""
        self.check_number(number)
        return self._deal_json(number)

    def check_number(self, number: int) -> None:
        """``unknown-deal`` unless the session has a line of this number."""
        if not 1 <= number <= len(self.lines):
            message = "there is no deal {number}; the last is {last}" if self.lines else "there is no deal yet"
            raise SikwuError("unknown-deal", message, "number", number=number, last=len(self.lines))

    def _deal_json(self, number: int) -> Json:
        at, by = self.made[self.placed[number - 1].made]
        line, state = self.lines[number - 1], self.states[number - 1]
        return deal_json(number, line, state.players) | {"drift": self.drift(number), "at": at, "by": by}

    def drift(self, number: int) -> Json | None:
        """What today's rules make of a deal that an older revision settled; None where they pay the same."""
        return drift(self.table, self.lines[number - 1])


def deal_json(number: int, line: Line, players: tuple[str, ...]) -> Json:
    """A line as people and programs see it, without what depends on today's rules."""
    under = line.circumstances
    return {
        "number": number,
        "kind": line.kind,
        "request": line.request,
        "result": line.result,
        "round": SEATS[under.round],
        "dealer": players[under.dealer],
        "streak": under.streak,
        "counters": by_seat(under.counters, under.dealer),
        "seats": by_seat(players, under.dealer),
        "declared": is_declared(line),
        "revision": line.revision,
        "mark": line.mark,
    }


def is_declared(line: Line) -> bool:
    """Whether a win of the line is known by its worth alone."""
    return any(won.get("declared") for won in line.result.get("wins", ()))
