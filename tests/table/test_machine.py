"""Any sequence of actions, under every rule set: totals sum to zero, undo is exact, and the ledger verifies."""

from __future__ import annotations

import json
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from sikwu import SikwuError, rulesets, score, settle
from sikwu.hand import SEATS
from sikwu.rules import load
from sikwu.table import open_tables

Json = dict[str, Any]
CASES = Path(__file__).parent.parent / "cases"
PLAYERS = ("Ann", "Bo", "Chi", "Dee")
OTHERS = ("Eve", "Fay")
SAID = {"bad-request", "impossible-event", "win-does-not-qualify", "bad-group", "too-many-copies"}
"""What the engine may say of a real hand in another seat."""


@cache
def winning_hands(rules: str) -> list[Json]:
    """Real wins of the worked cases, as a settlement's wins."""
    wins = []
    for line in (CASES / f"{rules}.jsonl").read_text("utf-8").splitlines():
        request = json.loads(line)["request"]
        try:
            result = score({**request, "options": {}})
        except SikwuError:
            continue
        if result.to_json()["qualifies"]:
            kept = ("hand", "seat", "win", "from", "events", "discards")
            wins.append({field: request[field] for field in kept if request.get(field) is not None})
    assert len(wins) > 20
    return wins


def machine(rules: str) -> type[RuleBasedStateMachine]:
    """The machine of one rule set; each example has a database file of its own."""

    class Evening(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            self.folder = Path(tempfile.mkdtemp())
            self.tables = open_tables(self.folder / "evening.sqlite")
            self.undone: list[Json] = []
            self.done: list[Json] = []

        @initialize(first=st.sampled_from(PLAYERS), draw_keeps=st.booleans(), penalty=st.sampled_from([0, 50]))
        def begin(self, first: str, draw_keeps: bool, penalty: int) -> None:
            options = {"draw_keeps_deal": draw_keeps, "false_win_penalty": penalty}
            self.tables.create("Friday", rules=rules, players=PLAYERS, first_dealer=first, options=options)
            self.shown = self.look()

        def look(self) -> Json:
            shown = self.tables.view("Friday").to_json()
            del shown["version"]
            return shown

        def write(self, action: Any) -> None:
            """Does a write; one that is refused must have changed nothing."""
            before = self.shown
            try:
                action()
            except SikwuError as error:
                assert error.code in SAID | {"deal-makes-no-sense", "unknown-player"}, error
                assert self.look() == before
                return
            self.done.append(before)
            self.undone.clear()
            self.shown = self.look()

        @rule(data=st.data(), player=st.sampled_from(PLAYERS + OTHERS), other=st.sampled_from(SEATS))
        def win(self, data: st.DataObject, player: str, other: str) -> None:
            chosen = dict(data.draw(st.sampled_from(winning_hands(rules))))
            chosen["seat"] = data.draw(st.sampled_from([player, chosen["seat"]]))
            if chosen["win"] == "discard":
                chosen["from"] = chosen.get("from") or other
            self.write(lambda: self.tables.record("Friday", {"wins": [chosen]}))

        @rule(
            player=st.sampled_from(PLAYERS),
            discarder=st.sampled_from([*PLAYERS, None]),
            points=st.integers(0, 60),
            row=st.sampled_from(["fully-concealed", None]),
        )
        def declared(self, player: str, discarder: str | None, points: int, row: str | None) -> None:
            how = {"win": "discard", "from": discarder} if discarder else {"win": "self-draw"}
            rows = [row] if row in load(rules).row_index else []
            won = {"seat": player, "points": points, "rows": rows, **how}
            self.write(lambda: self.tables.record("Friday", {"wins": [won]}))

        @rule(
            false_win=st.sampled_from([*PLAYERS, None]),
            kong=st.sampled_from([*SEATS, None]),
            shown=st.booleans(),
            flowers=st.sampled_from([*SEATS, None]),
        )
        def nobody_wins(self, false_win: str | None, kong: str | None, shown: bool, flowers: str | None) -> None:
            request: Json = {"wins": [], "false_win": false_win}
            if kong:
                request["concealed_kongs"] = [{"seat": kong, "shown": shown}]
            if flowers:
                request["flower_sets"] = [{"seat": flowers, "set": "flowers"}]
            self.write(lambda: self.tables.record("Friday", request))

        @rule(giver=st.sampled_from(PLAYERS), taker=st.sampled_from(PLAYERS + OTHERS), points=st.integers(-99, 99))
        def adjust(self, giver: str, taker: str, points: int) -> None:
            moved = {giver: -points, taker: points} if giver != taker else {giver: 0}
            self.write(lambda: self.tables.adjust("Friday", moved, "counted again"))

        @rule(leaves=st.sampled_from(PLAYERS), joins=st.sampled_from(OTHERS + PLAYERS))
        def sit_in(self, leaves: str, joins: str) -> None:
            self.write(lambda: self.tables.replace_player("Friday", leaves, joins))

        @precondition(lambda self: self.shown["deals"])
        @rule(data=st.data(), player=st.sampled_from(PLAYERS), force=st.booleans())
        def edit(self, data: st.DataObject, player: str, force: bool) -> None:
            deal = data.draw(st.sampled_from(self.shown["deals"]))
            request = {
                "deal": {"wins": [{"seat": player, "win": "self-draw", "points": 10}]},
                "adjustment": {"adjust": {player: 1, "Ann" if player != "Ann" else "Bo": -1}, "why": "edited"},
                "replacement": {"leaves": player, "joins": "Gil"},
            }[deal["kind"]]
            self.write(lambda: self.tables.edit("Friday", deal["number"], request, force=force))

        @precondition(lambda self: self.shown["deals"])
        @rule(data=st.data(), player=st.sampled_from(PLAYERS), force=st.booleans())
        def insert(self, data: st.DataObject, player: str, force: bool) -> None:
            number = data.draw(st.integers(1, len(self.shown["deals"])))
            forgotten = [
                {"wins": [{"seat": player, "win": "self-draw", "points": 10}]},
                {"wins": []},
                {"leaves": player, "joins": "Hal"},
            ]
            request = data.draw(st.sampled_from(forgotten))
            self.write(lambda: self.tables.insert("Friday", number, request, force=force))

        @precondition(lambda self: self.shown["deals"])
        @rule(data=st.data(), force=st.booleans())
        def delete(self, data: st.DataObject, force: bool) -> None:
            number = data.draw(st.integers(1, len(self.shown["deals"])))
            self.write(lambda: self.tables.delete("Friday", number, force=force))

        @precondition(lambda self: self.done)
        @rule()
        def undo(self) -> None:
            self.tables.undo("Friday")
            self.undone.append(self.shown)
            self.shown = self.look()
            assert self.shown == self.done.pop()

        @precondition(lambda self: self.undone)
        @rule()
        def redo(self) -> None:
            self.tables.redo("Friday")
            self.done.append(self.shown)
            self.shown = self.look()
            assert self.shown == self.undone.pop()

        @invariant()
        def totals_sum_to_zero(self) -> None:
            if hasattr(self, "shown"):
                assert sum(self.shown["totals"].values()) == 0

        @invariant()
        def every_deal_is_what_the_engine_settles_there(self) -> None:
            for deal in getattr(self, "shown", {"deals": []})["deals"][-3:]:
                if deal["kind"] == "deal" and not deal["mark"]:
                    known = {"rules": rules, "options": self.shown["options"]}
                    known |= {"round": deal["round"], "streak": deal["streak"], "counters": deal["counters"]}
                    assert settle({**known, **deal["request"]}).to_json() == deal["result"]

        @invariant()
        def the_last_deals_tell_what_the_whole_ledger_does(self) -> None:
            if hasattr(self, "shown"):
                view = self.tables.view("Friday")
                assert view.sitting == (view.state.players, view.state.circumstances)

        def teardown(self) -> None:
            if hasattr(self, "shown"):
                report = self.tables.verify("Friday")
                assert report["sound"], report["problems"]
                again = self.tables.import_json(self.tables.export_json("Friday"), name="Again").to_json()
                del again["version"]
                assert {**again, "name": "Friday"} == self.shown
            self.tables.dispose()
            shutil.rmtree(self.folder)

    return Evening


@pytest.mark.parametrize("rules", rulesets())
def test_any_evening(rules: str) -> None:
    evening = machine(rules).TestCase()
    evening.settings = settings(
        max_examples=15,
        stateful_step_count=25,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    evening.runTest()
