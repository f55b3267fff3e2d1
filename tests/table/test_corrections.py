"""Undo, redo, edits, deals taken out and put in, on both databases."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sikwu.session import DealMakesNoSense
from sikwu.table import TableService

from .helpers import refused

Json = dict[str, Any]
Won = Callable[..., Json]
PLAYERS = ("Ann", "Bo", "Chi", "Dee")
DRAWN: Json = {"wins": []}


def test_undo_takes_back_the_last_change_and_redo_does_it_again(tables: TableService, friday: str, won: Won) -> None:
    states = [tables.view(friday).to_json()]
    for change in (
        lambda: tables.record(friday, won("Bo", "Ann")),
        lambda: tables.record(friday, won("Chi")),
        lambda: tables.edit(friday, 1, won("Dee", "Ann")),
        lambda: tables.adjust(friday, {"Ann": 5, "Bo": -5}, "why"),
        lambda: tables.delete(friday, 1),
        lambda: tables.replace_player(friday, "Ann", "Eve"),
    ):
        change()
        states.append(tables.view(friday).to_json())

    def same(expected: Json) -> None:
        shown = tables.view(friday).to_json()
        assert {**shown, "version": 0} == {**expected, "version": 0}

    for expected in reversed(states[:-1]):
        tables.undo(friday)
        same(expected)
    refused("nothing-to-undo", lambda: tables.undo(friday))
    for expected in states[1:]:
        tables.redo(friday)
        same(expected)
    refused("nothing-to-redo", lambda: tables.redo(friday))
    tables.undo(friday)
    tables.record(friday, DRAWN)
    refused("nothing-to-redo", lambda: tables.redo(friday))
    assert tables.verify(friday)["problems"] == []


def test_an_edit_replays_all_later_deals(tables: TableService, friday: str, won: Won) -> None:
    for request in (won("Ann"), won("Ann"), won("Bo", "Ann")):
        tables.record(friday, request)
    before = tables.view(friday).to_json()
    assert [deal["streak"] for deal in before["deals"]] == [0, 1, 2]
    receipt = tables.edit(friday, 1, won("Bo", "Chi"))
    after = receipt.view.to_json()
    assert receipt.to_json()["deal"]["number"] == 1
    assert [deal["dealer"] for deal in after["deals"]] == ["Ann", "Bo", "Chi"]
    assert [deal["request"]["wins"][0]["seat"] for deal in after["deals"]] == ["south", "north", "north"]
    assert after["totals"] == {"Ann": 576 - 256, "Bo": 256 - 192 + 256, "Chi": -256 - 192, "Dee": -192}
    assert after["dealer"] == "Dee"
    assert tables.verify(friday)["sound"]


def test_an_edit_after_which_a_deal_makes_no_sense(tables: TableService, friday: str, won: Won, heavenly: Json) -> None:
    tables.record(friday, DRAWN)
    tables.record(friday, heavenly)
    tables.record(friday, won("Bo"))
    before = tables.view(friday).to_json()
    wrong = won("Bo", "Ann")
    error = refused(
        "deal-makes-no-sense", lambda: tables.edit(friday, 1, wrong), "deal 2 .*initial-deal.* can be forced"
    )
    assert isinstance(error, DealMakesNoSense)
    assert (error.number, error.reason.code) == (2, "impossible-event")
    assert tables.view(friday).to_json() == before
    forced = tables.edit(friday, 1, won("Bo", "Ann"), force=True).view.to_json()
    assert forced["marked"] == [2]
    deal = forced["deals"][1]
    assert deal["mark"]["code"] == "impossible-event"
    assert deal["result"] == before["deals"][1]["result"]  # kept as it was paid
    assert forced["totals"]["Ann"] == before["totals"]["Ann"] - 256
    assert [deal["dealer"] for deal in forced["deals"]] == ["Ann", "Ann", "Chi"]  # Bo dealt deal 2 and did not win it
    assert forced["deals"][2]["mark"] is None
    assert "no longer makes sense" in tables.export_markdown(friday)
    report = tables.verify(friday)
    assert (report["sound"], report["marked"]) == (True, [2])
    # a change elsewhere is not stopped by the deal that is marked already; one that mends it takes the mark off
    tables.edit(friday, 3, won("Dee"))
    assert tables.edit(friday, 1, DRAWN).view.to_json()["marked"] == []


def test_a_marked_deal_is_mended_by_editing_it(tables: TableService, friday: str, won: Won, heavenly: Json) -> None:
    tables.record(friday, DRAWN)
    tables.record(friday, heavenly)
    tables.edit(friday, 1, won("Bo", "Ann"), force=True)
    shown = tables.edit(friday, 2, won("Ann")).view.to_json()
    assert shown["marked"] == []
    assert shown["deals"][1]["dealer"] == "Bo"
    assert shown["deals"][1]["request"]["wins"][0]["seat"] == "north"


def test_deleting_a_replacement_that_a_later_line_needs(tables: TableService, friday: str) -> None:
    tables.replace_player(friday, "Dee", "Eve")
    tables.adjust(friday, {"Eve": 5, "Ann": -5}, "why")
    refused("deal-makes-no-sense", lambda: tables.delete(friday, 1), "deal 2 .*Eve")
    shown = tables.delete(friday, 1, force=True).view.to_json()
    assert shown["players"] == list(PLAYERS)
    assert (shown["marked"], shown["totals"]["Eve"]) == ([1], 5)
    assert sum(shown["totals"].values()) == 0


def test_a_forgotten_deal_is_put_in_and_taken_out_again(tables: TableService, friday: str, won: Won) -> None:
    for winner, discarder in (("Bo", "Chi"), ("Chi", "Ann"), ("Ann", None)):
        tables.record(friday, won(winner, discarder), by="Ann")
    tables.delete(friday, 3)
    tables.record(friday, won("Dee", "Bo"))
    before = tables.view(friday).to_json()
    receipt = tables.insert(friday, 2, won("Bo"), by="Dee", key="tap-9")
    shown = receipt.view.to_json()
    assert (receipt.number, receipt.to_json()["deal"]["request"]["wins"][0]["seat"]) == (2, "east")
    assert [deal["dealer"] for deal in shown["deals"]] == ["Ann", "Bo", "Bo", "Chi"]
    assert [deal["by"] for deal in shown["deals"]] == ["Ann", "Dee", "Dee", None]  # Chi won in another streak
    played = tables.create("Played so", rules="hkma-2023", players=PLAYERS).view.name
    for request in (won("Bo", "Chi"), won("Bo"), won("Chi", "Ann"), won("Dee", "Bo")):
        again = tables.record(played, request).view.to_json()
    for field in ("totals", "round", "dealer", "streak"):
        assert shown[field] == again[field]
    assert [deal["result"] for deal in shown["deals"]] == [deal["result"] for deal in again["deals"]]
    assert tables.insert(friday, 2, won("Bo"), by="Dee", key="tap-9").replayed
    entry = tables.history(friday)[-1]
    assert (entry["action"], entry["by"], entry["number"]) == ("insert", "Dee", 2)
    assert [deal["number"] for deal in entry["after"]] == [2, 3]
    assert tables.verify(friday)["sound"]
    copied = tables.import_json(tables.export_json(friday), name="Copied")
    assert copied.to_json() == {**shown, "name": "Copied"}
    for handle in (friday, "Copied"):
        undone, redone = tables.undo(handle).view.to_json(), tables.redo(handle).view.to_json()
        assert undone["deals"] == before["deals"]
        assert redone["deals"] == shown["deals"]
        for _ in range(5):
            tables.undo(handle)
        assert len(tables.undo(handle).view.lines) == 0
        for _ in range(6):
            tables.redo(handle)
        assert tables.view(handle).to_json()["deals"] == shown["deals"]
        assert tables.verify(handle)["sound"]


def test_several_forgotten_deals_stand_in_the_order_of_their_numbers(
    tables: TableService, friday: str, won: Won
) -> None:
    tables.record(friday, won("Dee"))
    for winner in ("Ann", "Bo", "Chi"):
        tables.insert(friday, 1, won(winner))
    tables.insert(friday, 4, {"adjust": {"Ann": 5, "Bo": -5}, "why": "a chip"})
    view = tables.view(friday)
    winners = [
        deal["seats"][deal["request"]["wins"][0]["seat"]] for deal in view.to_json()["deals"] if deal["kind"] == "deal"
    ]
    assert winners == ["Chi", "Bo", "Ann", "Dee"]
    assert [line.kind for line in view.lines] == ["deal", "deal", "deal", "adjustment", "deal"]
    for number in (0, 6, -1):
        refused("unknown-deal", lambda number=number: tables.insert(friday, number, DRAWN))
    assert tables.view(friday).to_json() == view.to_json()


def test_a_forgotten_replacement_moves_what_the_chair_won(tables: TableService, friday: str, won: Won) -> None:
    tables.record(friday, won("Dee", "Ann"))
    tables.record(friday, won("Dee", "Ann"))
    shown = tables.insert(friday, 2, {"leaves": "Dee", "joins": "Eve"}).view.to_json()
    assert (shown["totals"]["Dee"], shown["totals"]["Eve"]) == (256, 256)


def test_putting_in_is_refused_where_a_later_deal_makes_no_sense_then(
    tables: TableService, friday: str, won: Won, heavenly: Json
) -> None:
    tables.record(friday, heavenly)
    before = tables.view(friday).to_json()
    refused("deal-makes-no-sense", lambda: tables.insert(friday, 1, won("Bo")), "deal 1 .*initial-deal")
    assert tables.view(friday).to_json() == before
    forced = tables.insert(friday, 1, won("Bo"), force=True).view.to_json()
    assert (forced["marked"], forced["totals"]["Ann"]) == ([2], before["totals"]["Ann"] - 192)
    assert tables.undo(friday).view.to_json()["deals"] == before["deals"]


def test_a_preview_of_what_is_put_in(tables: TableService, friday: str, won: Won) -> None:
    tables.record(friday, won("Bo"))
    tables.record(friday, won("Chi"))
    preview = tables.preview(friday, won("Ann"), before=2)
    assert (preview["next"]["dealer"], preview["totals"]["Ann"]) == ("Chi", 576 - 192)
    receipt = tables.insert(friday, 2, won("Ann"))
    assert receipt.to_json()["deal"]["result"] == preview["result"]
    assert dict(receipt.view.states[2].totals) == preview["totals"]
    refused("bad-request", lambda: tables.preview(friday, DRAWN, replaces=1, before=1), "not both")
    refused("unknown-deal", lambda: tables.preview(friday, DRAWN, before=4))


def test_edits_keep_the_kind_of_a_line(tables: TableService, friday: str, won: Won) -> None:
    tables.record(friday, DRAWN)
    tables.adjust(friday, {"Ann": 5, "Bo": -5}, "why")
    tables.replace_player(friday, "Dee", "Eve")
    shown = tables.edit(friday, 2, {"adjust": {"Ann": 7, "Bo": -7}, "why": "counted again"}).view.to_json()
    assert shown["totals"]["Ann"] == 7
    assert tables.edit(friday, 3, {"leaves": "Dee", "joins": "Fay"}).view.to_json()["players"][3] == "Fay"
    refused("bad-request", lambda: tables.edit(friday, 2, won("Ann")), "adjustment")
    refused("bad-request", lambda: tables.edit(friday, 1, {"adjust": {"Ann": 7, "Bo": -7}, "why": "x"}), "deal")
    refused("bad-request", lambda: tables.edit(friday, 2, {"adjust": {"Ann": 7, "Bo": -7}}), "why is missing")
    refused(
        "bad-request", lambda: tables.edit(friday, 2, {"adjust": {"Ann": 0}, "why": "x", "and": 1}), "and is unknown"
    )
    for number in (0, -1, 4, 10**12):
        refused("unknown-deal", lambda number=number: tables.edit(friday, number, DRAWN))
        refused("unknown-deal", lambda number=number: tables.delete(friday, number))


def test_undo_and_redo_say_what_they_were_about(tables: TableService, friday: str, won: Won) -> None:
    def win(player: str) -> Json:
        return {"wins": [{"seat": player, "win": "discard", "from": "Dee", "points": 6}]}

    tables.record(friday, win("Ann"))
    tables.replace_player(friday, "Bo", "Mei")
    tables.record(friday, win("Mei"))
    tables.edit(friday, 1, DRAWN)
    tables.delete(friday, 3)
    tables.insert(friday, 1, {"wins": [], "false_win": "Bo"})
    tables.adjust(friday, {"Ann": 10, "Bo": -10, "Chi": 0}, "chips")
    tables.resettle(friday)
    tables.edit(friday, 2, DRAWN)  # what it is already
    did = [
        "deal 1, Ann wins 6 faan from Dee (declared)",
        "deal 2, Mei sits down for Bo",
        "deal 3, Mei wins 6 faan from Dee (declared)",
        "deal 1, Ann wins 6 faan from Dee (declared); now drawn deal",
        "deal 3 taken out, Mei wins 6 faan from Dee (declared)",
        "deal 1 put in, Bo: false win",
        "deal 4, adjustment, Ann +10, Bo -10: chips",
        "all deals settled again under today's rules",
        "deal 2, nothing changed",
    ]
    assert [entry["words"] for entry in tables.history(friday)] == ["the session began", *did]
    for words in reversed(did):
        change = tables.undo(friday).change
        assert change is not None
        assert (change.action, change.words()) == ("undo", f"undid: {words}")
    for place, words in enumerate(did):
        receipt = tables.redo(friday, key=f"redo-{place}")
        assert receipt.to_json()["change"]["words"] == f"did again: {words}"
        assert receipt.to_json()["change"]["target"]["words"] == words
    assert tables.redo(friday, key="redo-0").to_json()["change"]["words"] == f"did again: {did[0]}"
    assert [entry["words"] for entry in tables.history(friday)][-1] == f"did again: {did[-1]}"
    assert tables.history(friday, "zh")[1]["words"] == "第 1 局：Ann 食 Dee 6 番 (報番)"
    assert tables.record(friday, DRAWN).change is None


def test_an_edit_that_changes_no_more_than_tiles_is_told_by_what_was_won(
    tables: TableService, friday: str, won: Won
) -> None:
    tables.record(friday, won("Bo"))
    tables.edit(friday, 1, won("Bo", hand="[777z] [666z] [555z] 789p 5m + 5m"))
    assert tables.history(friday)[-1]["words"] == "deal 1, Bo self-draws 9 faan"
