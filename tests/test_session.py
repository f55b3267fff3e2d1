"""The fold of an evening by itself, without a database."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import sikwu
from sikwu import rulesets, settle
from sikwu.hand import SEATS
from sikwu.session import (
    Circumstances,
    Line,
    Table,
    after,
    agreed,
    by_chair,
    by_seat,
    deal,
    fold,
    is_settled_so,
    opening,
    replay,
    settlement_request,
    turned,
)

Json = dict[str, Any]
PLAYERS = ("Ann", "Bo", "Chi", "Dee")

declared_wins = st.builds(
    lambda seat, discarder, points: {
        "wins": [{"seat": seat, "points": points, "win": "discard", "from": discarder}]
        if discarder and discarder != seat
        else [{"seat": seat, "points": points, "win": "self-draw"}]
    },
    st.sampled_from(SEATS),
    st.sampled_from([*SEATS, None]),
    st.integers(5, 10),
)
deals = st.one_of(
    declared_wins,
    st.just({"wins": []}),
    st.sampled_from(SEATS).map(lambda seat: {"wins": [], "false_win": seat}),
)


def played(table: Table, requests: list[Json]) -> list[Line]:
    lines: list[Line] = []
    for request in requests:
        lines.append(deal(table, fold(table, lines)[-1], request))
    return lines


@settings(deadline=None)
@given(st.sampled_from(rulesets()), st.sampled_from(PLAYERS), st.lists(deals, max_size=12))
def test_every_deal_is_settled_as_the_one_before_it_says(rules: str, first: str, requests: list[Json]) -> None:
    table = agreed(rules, PLAYERS, {"minimum": 0, "false_win_penalty": 7}, first)
    lines = played(table, requests)
    states = fold(table, lines)
    for state, line, following in zip(states, lines, states[1:], strict=False):
        whole = settlement_request(table, state.circumstances, line.request)
        assert settle(whole).to_json() == line.result
        step = line.result["next"]
        assert (following.dealer == state.dealer) == step["dealer_stays"]
        assert following.streak == step["streak"]
        assert by_seat(following.counters, state.dealer) == line.result["counters"]
        assert sum(following.totals.values()) == 0
        assert following.passes - state.passes == (not step["dealer_stays"])
        assert following.round == following.passes // 4 % 4
        assert is_settled_so(table, line)


@settings(deadline=None)
@given(st.lists(deals, min_size=2, max_size=10), declared_wins, st.data())
def test_a_replay_is_what_playing_it_so_would_have_been(requests: list[Json], other: Json, data: st.DataObject) -> None:
    """The same people do the same things after the change, whoever deals now."""
    table = agreed("korean-kengma", PLAYERS, {"minimum": 0})
    lines = played(table, requests)
    place = data.draw(st.integers(0, len(lines) - 1))
    before = fold(table, lines[:place])[-1]
    changed = replay(table, [*lines[:place], deal(table, before, other), *lines[place + 1 :]], place + 1)
    state = opening(table)
    for number, line in enumerate(changed):
        assert line.circumstances == state.circumstances
        if number != place:
            assert people(line) == people(lines[number])
        again = deal(table, state, line.request)
        assert again == line
        state = after(state, line)


def people(line: Line) -> list[tuple[int, int | None]]:
    """The chairs of winners and discarders, and of who won falsely."""
    dealer = line.circumstances.dealer

    def chair(seat: str | None) -> int | None:
        return None if seat is None else (dealer + SEATS.index(seat)) % 4

    done = [(chair(win["seat"]), chair(win.get("from"))) for win in line.request["wins"]]
    return [*done, (chair(line.request.get("false_win")), None)]  # type: ignore[list-item]  # a chair or nobody


def test_an_adjustment_of_nothing_that_a_ledger_holds_already_stays() -> None:
    table = agreed("hkma-2023", PLAYERS)
    nothing = Line(
        "adjustment", {"adjust": {"Ann": 0}, "why": "x"}, {"net": {"Ann": 0}}, opening(table).circumstances, 0
    )
    first = deal(table, opening(table), {"wins": [{"seat": "Bo", "win": "self-draw", "points": 3}]})
    kept = replay(table, [first, nothing], 1)[1]
    assert kept == nothing._replace(circumstances=after(opening(table), first).circumstances)


@given(st.integers(0, 3), st.integers(0, 3))
def test_turning_keeps_the_people(dealer: int, other: int) -> None:
    request = {
        "wins": [
            {"seat": "south", "from": "west", "liable": "north", "hand": "[777z<east] 1s + 1s"},
            {"seat": "east", "from": "west", "liable": "none", "hand": {"groups": [{"tiles": "1", "from": "south"}]}},
        ],
        "concealed_kongs": [{"seat": "north", "shown": True}],
        "flower_sets": [{"seat": "west", "set": "flowers"}],
        "false_win": "south",
    }
    line = Line("deal", request, {}, Circumstances(dealer, 0, 0, None), 1)
    there = turned(line, other)
    assert turned(line._replace(request=there, circumstances=Circumstances(other, 0, 0, None)), dealer) == request
    assert (there == request) == (dealer == other)
    assert there["wins"][1]["liable"] == "none"
    seat = SEATS[(1 + dealer - other) % 4]
    assert (there["wins"][0]["seat"], there["false_win"]) == (seat, seat)
    assert there["wins"][1]["hand"]["groups"][0]["from"] == seat


@given(st.tuples(*[st.integers(0, 99)] * 4), st.integers(0, 3))
def test_chairs_and_seats_are_two_views_of_one_thing(counters: tuple[int, ...], dealer: int) -> None:
    assert by_chair(by_seat(counters, dealer), dealer) == counters
    assert (by_chair(None, dealer), by_seat(None, dealer)) == (None, None)


def test_the_fold_needs_the_standard_library_only() -> None:
    source = Path(sikwu.__file__).parents[1]
    code = f"""
import sys
sys.path.insert(0, {str(source)!r})
import sikwu.session
print({{name.split(".")[0] for name in sys.modules}} - sys.stdlib_module_names - {{"__main__"}})
"""
    done = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "{'sikwu'}\n"
