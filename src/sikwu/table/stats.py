"""What each player did in an evening: wins, self-draws, deal-ins, the biggest hand, the rows made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from sikwu.hand import SEATS
from sikwu.session import Json, Line, State, winning_chairs


@dataclass(slots=True)
class _Tally:
    """One player's evening, counted up line by line."""

    deals: int = 0
    wins: int = 0
    declared_wins: int = 0
    self_draws: int = 0
    deal_ins: int = 0
    false_wins: int = 0
    won_points: int = 0
    won_paid: int = 0
    adjustments: int = 0
    biggest: Json | None = None
    rows: Counter[str] = field(default_factory=Counter)
    declared_rows: Counter[str] = field(default_factory=Counter)

    def to_json(self, total: int) -> Json:
        return {
            "total": total,
            "deals": self.deals,
            "wins": self.wins,
            "declared_wins": self.declared_wins,
            "self_draws": self.self_draws,
            "deal_ins": self.deal_ins,
            "false_wins": self.false_wins,
            "average_points": round(self.won_points / self.wins, 2) if self.wins else None,
            "average_paid": round(self.won_paid / self.wins, 2) if self.wins else None,
            "biggest": self.biggest,
            "rows": dict(self.rows.most_common()),
            "declared_rows": dict(self.declared_rows.most_common()),
            "adjustments": self.adjustments,
        }


def stats(lines: Sequence[Line], states: Sequence[State]) -> Json:
    """``{"deals", "drawn", "declared_wins", "players": {player: …}}`` of a ledger and its fold.

    A win that another passes over (``settled`` false) is no win. Averages are of the hands' points and of what they
    were paid. Wins known only by their worth count among the wins and, apart, as ``declared_wins``; their rows are
    ``declared_rows``.
    """
    tallies = {player: _Tally() for player in states[-1].totals}
    deals = drawn = 0
    for number, (state, line) in enumerate(zip(states, lines, strict=False), 1):
        if line.kind == "adjustment":
            for player, points in line.result["net"].items():
                tallies[player].adjustments += points
        if line.kind == "deal":
            deals += 1
            drawn += not line.request.get("wins") and not line.request.get("false_win")
            _count_deal(tallies, state, line, number)
    return {
        "deals": deals,
        "drawn": drawn,
        "declared_wins": sum(tally.declared_wins for tally in tallies.values()),
        "players": {player: tally.to_json(states[-1].totals[player]) for player, tally in tallies.items()},
    }


def _count_deal(tallies: dict[str, _Tally], state: State, line: Line, number: int) -> None:
    for player in state.players:
        tallies[player].deals += 1
    if false_winner := line.request.get("false_win"):
        tallies[player_at(state.players, line, false_winner)].false_wins += 1
    for request, (chair, won) in zip(line.request.get("wins") or (), winning_chairs(line), strict=True):
        if won["settled"]:
            _count_win(tallies[state.players[chair]], request, won, number)
            if request["win"] == "discard":
                tallies[player_at(state.players, line, request["from"])].deal_ins += 1


def _count_win(tally: _Tally, request: Json, won: Json, number: int) -> None:
    declared = bool(won.get("declared"))
    tally.wins += 1
    tally.declared_wins += declared
    tally.self_draws += request["win"] == "self-draw"
    tally.won_points += won["points"]
    tally.won_paid += won["net"][request["seat"]]
    rows = rows_made(won)
    (tally.declared_rows if declared else tally.rows).update(rows)
    if tally.biggest is None or (won["points"], won.get("uncapped", 0)) > (
        tally.biggest["points"],
        tally.biggest["uncapped"] or 0,
    ):
        tally.biggest = {
            "deal": number,
            "points": won["points"],
            "uncapped": won.get("uncapped"),
            "declared": declared,
            "hand": request.get("hand"),
            "rows": list(rows),
        }


def player_at(players: Sequence[str], line: Line, seat: str) -> str:
    """Who sat in a seat when the line was written; ``players`` by chair."""
    return players[(line.circumstances.dealer + SEATS.index(seat)) % 4]


def rows_made(won: Json) -> Counter[str]:
    """The rows of a win and how often each was made; of a hand that is paid twice, both times."""
    if won.get("declared"):
        return Counter(won["rows"])
    patterns = won["patterns"] + ((won.get("second_hand") or {}).get("patterns") or [])
    rows: Counter[str] = Counter()
    for pattern in patterns:
        rows[pattern["key"]] += pattern["count"]
    return rows
