"""What players do in an evening, on both databases."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select

from sikwu import settle
from sikwu.table import TableService, models
from sikwu.table.errors import CODES, VersionConflict

from .helpers import refused

Json = dict[str, Any]
Won = Callable[..., Json]
PLAYERS = ("Ann", "Bo", "Chi", "Dee")
DRAWN: Json = {"wins": []}


def test_a_session_begins_with_everything_agreed(tables: TableService) -> None:
    stake = {"currency": "HKD", "per_point": "0.50", "rounding": "1"}
    receipt = tables.create(
        "Friday", rules="hkma-2023", players=PLAYERS, options={"minimum": 1}, first_dealer="Chi", stake=stake, by="Ann"
    )
    shown = receipt.view.to_json()
    assert list(shown)[:10] == [
        "name", "rules", "options", "players", "version", "round", "dealer", "streak", "counters", "totals",
    ]  # fmt: skip
    assert shown["options"] == {
        "minimum": 1, "cap": 10, "robbed_kong_payment": "shares", "multiple_winners": "all", "draw_keeps_deal": True,
        "false_win_penalty": 0,
    }  # fmt: skip
    assert (shown["round"], shown["dealer"], shown["streak"], shown["hand"]) == ("east", "Chi", 0, 1)
    assert shown["seats"] == {"east": "Chi", "south": "Dee", "west": "Ann", "north": "Bo"}
    assert shown["totals"] == dict.fromkeys(PLAYERS, 0)
    assert shown["stake"] == stake
    assert shown["deals"] == []
    assert tables.view("Friday").to_json() == shown
    listed = tables.sessions()
    assert [(entry["handle"], entry["deals"], entry["created"]) for entry in listed] == [
        ("Friday", 0, "2026-01-31T20:15:00Z")
    ]


def test_a_deal_is_what_the_engine_settles(tables: TableService, friday: str, won: Won) -> None:
    receipt = tables.record(friday, won("south", "west"))
    deal = receipt.to_json()["deal"]
    whole = {"rules": "hkma-2023", "options": {}, "round": "east", "streak": 0, **won("south", "west")}
    assert deal["result"] == settle(whole).to_json()
    assert deal["request"] == won("south", "west")
    assert (receipt.version, receipt.number, receipt.replayed) == (2, 1, False)
    assert receipt.view.to_json()["totals"] == {"Ann": 0, "Bo": 256, "Chi": -256, "Dee": 0}


def test_players_names_stand_for_seats_everywhere(tables: TableService, friday: str, won: Won) -> None:
    tables.record(friday, won("Bo", "Chi"))  # the deal passes: Bo is east now
    claimed = "[777z<Dee] [666z<bo] [555z<Ann] 456p 5m + 5m"
    deal = tables.record(friday, won("Chi", "Ann", claimed, liable="Dee")).to_json()["deal"]
    win = deal["request"]["wins"][0]
    assert (win["seat"], win["from"], win["liable"]) == ("south", "north", "west")
    assert win["hand"] == "[777z<west] [666z<east] [555z<north] 456p 5m + 5m"
    assert deal["seats"] == {"east": "Bo", "south": "Chi", "west": "Dee", "north": "Ann"}
    assert tables.view(friday).to_json()["totals"] == {"Ann": 0, "Bo": 256, "Chi": 0, "Dee": -256}
    apart = {"concealed": "456p5m", "winning": "5m", "groups": [
        {"tiles": tiles, "kind": "pung", "from": "Ann"} for tiles in ("777z", "666z", "555z")
    ]}  # fmt: skip
    deal = tables.record(friday, {"wins": [{"seat": "Dee", "hand": apart, "win": "self-draw"}]}).to_json()["deal"]
    assert {group["from"] for group in deal["request"]["wins"][0]["hand"]["groups"]} == {"west"}
    refused("bad-request", lambda: tables.record(friday, won("Eve")), "Ann, Bo, Chi or Dee")


def test_the_deal_passes_and_the_round_wind_moves_on(tables: TableService, friday: str, won: Won) -> None:
    seen = []
    for _ in range(5):
        for _ in range(4):
            shown = tables.record(friday, won("south", "west")).view.to_json()
            seen.append((shown["round"], shown["hand"], shown["dealer"]))
    assert seen[:8] == [
        ("east", 2, "Bo"), ("east", 3, "Chi"), ("east", 4, "Dee"), ("south", 1, "Ann"),
        ("south", 2, "Bo"), ("south", 3, "Chi"), ("south", 4, "Dee"), ("west", 1, "Ann"),
    ]  # fmt: skip
    assert seen[15] == ("east", 1, "Ann")  # after north the winds begin again


def test_the_dealer_stays_on_a_win_a_draw_and_a_false_win(tables: TableService, friday: str, won: Won) -> None:
    for request, streak in ((won("Ann"), 1), (DRAWN, 2), ({"wins": [], "false_win": "Bo"}, 2), (won("Ann", "Bo"), 3)):
        shown = tables.record(friday, request).view.to_json()
        assert (shown["dealer"], shown["streak"]) == ("Ann", streak)


def test_draws_pass_the_deal_where_the_house_says_so(tables: TableService) -> None:
    tables.create("Short", rules="hkma-2023", players=PLAYERS, options={"draw_keeps_deal": False})
    assert tables.record("Short", DRAWN).view.to_json()["dealer"] == "Bo"


def test_what_the_session_knows_cannot_be_given(tables: TableService, friday: str) -> None:
    for field in ("rules", "options", "round", "streak", "counters"):
        error = refused("bad-request", lambda field=field: tables.record(friday, {**DRAWN, field: None}))
        assert error.field == field
    assert tables.version(friday) == 1


@pytest.mark.parametrize("request_", [[], "wins", {"wins": [{1: {2}}]}, {"wins": float("nan")}, {}, {"wins": 3}])
def test_requests_of_the_wrong_form_change_nothing(tables: TableService, friday: str, request_: Any) -> None:
    refused("bad-request", lambda: tables.record(friday, request_))
    assert tables.version(friday) == 1


def test_the_engines_errors_come_through(tables: TableService, friday: str, won: Won) -> None:
    error = refused("tile-count", lambda: tables.record(friday, won("Ann", hand="123m + 4m")))
    assert error.field == "wins[0].hand"
    refused("win-does-not-qualify", lambda: tables.record(friday, won("Ann", hand="[123m] [456p] [789s] 11z 34m + 5m")))


def test_errors_name_the_players_beside_their_seats(tables: TableService, friday: str, won: Won) -> None:
    tables.record(friday, won("Bo"))  # Bo deals now, Ann is north
    small = {"wins": [{"seat": "Ann", "win": "self-draw", "points": 1}]}
    refused("win-does-not-qualify", lambda: tables.record(friday, small), r"^north \(Ann\)'s win does not qualify")
    refused("bad-request", lambda: tables.record(friday, won("Chi", "Chi")), r"from is south \(Chi\), the winner's own")
    claimed = won("Chi", hand="[123m<Dee] 456p 789s 11z 34m + 5m")
    error = refused("bad-group", lambda: tables.record(friday, claimed), r"a chow of south \(Chi\).* from east \(Bo\)")
    assert "<west]" in error.message  # the group itself stays as it can be written
    assert "南（Chi）" in error.in_language("zh").message
    refused("bad-request", lambda: tables.record(friday, {"wins": [{**small["wins"][0], "seat": 7}]}), "or north")


def test_declared_wins_are_marked_everywhere(tables: TableService, friday: str) -> None:
    declared = {"wins": [{"seat": "Bo", "win": "discard", "from": "Ann", "points": 4}]}
    deal = tables.record(friday, declared).to_json()["deal"]
    assert deal["declared"]
    assert deal["result"]["wins"][0]["declared"]
    assert tables.stats(friday)["players"]["Bo"]["declared_wins"] == 1
    assert "(declared)" in tables.export_markdown(friday)
    assert ",yes," in tables.export_csv(friday)
    refused("win-does-not-qualify", lambda: tables.record(friday, {"wins": [declared["wins"][0] | {"points": 1}]}))


def test_adjustments_have_a_reason_and_sum_to_zero(tables: TableService, friday: str) -> None:
    receipt = tables.adjust(friday, {"Ann": 30, "Bo": -10, "Chi": -20}, "a fallen wall")
    assert receipt.view.to_json()["totals"] == {"Ann": 30, "Bo": -10, "Chi": -20, "Dee": 0}
    refused("bad-request", lambda: tables.adjust(friday, {"Ann": 30, "Bo": -10}, "why"), "sum to zero")
    refused("bad-request", lambda: tables.adjust(friday, {"Ann": 30, "Bo": -30}, " "), "reason")
    refused("bad-request", lambda: tables.adjust(friday, {}, "why"))
    refused("bad-request", lambda: tables.adjust(friday, {"Ann": 0, "Bo": 0}, "why"), "all are zero")
    refused("bad-request", lambda: tables.adjust(friday, {"Ann": True, "Bo": -1}, "why"), "whole")  # type: ignore[dict-item]  # on purpose
    refused("unknown-player", lambda: tables.adjust(friday, {"Ann": 1, "Eve": -1}, "why"), "Ann, Bo, Chi, Dee")


def test_a_fifth_player_sits_in_and_everybody_keeps_their_own(tables: TableService, friday: str, won: Won) -> None:
    tables.record(friday, won("Bo"))
    tables.replace_player(friday, "Bo", "Eve")
    shown = tables.record(friday, won("Eve", "Ann")).view.to_json()
    assert shown["players"] == ["Ann", "Eve", "Chi", "Dee"]
    assert shown["totals"] == {"Ann": -448, "Bo": 576, "Chi": -192, "Dee": -192, "Eve": 256}
    assert shown["streak"] == 1  # Eve took the dealer's chair and won
    shown = tables.replace_player(friday, "Chi", "Bo").view.to_json()
    assert shown["players"] == ["Ann", "Eve", "Bo", "Dee"]
    assert tables.adjust(friday, {"Chi": 5, "Ann": -5}, "left a tip").view.to_json()["totals"]["Chi"] == -187
    refused("unknown-player", lambda: tables.replace_player(friday, "Chi", "Fay"), "does not sit here")
    refused("bad-request", lambda: tables.replace_player(friday, "Ann", "dee"), "already")
    refused("bad-request", lambda: tables.replace_player(friday, "Ann", "chi"), "was written Chi before")


@pytest.mark.parametrize(
    "name", ["", " Eve", "east", "NORTH", "a=b", "a,b", "<x>", "=1+1", "-x", "x" * 41, "a\nb", "a|b", 7]
)
def test_names_that_a_command_could_misread(tables: TableService, name: Any) -> None:
    players = [name, "Bo", "Chi", "Dee"]
    refused("bad-request", lambda: tables.create("Friday", rules="hkma-2023", players=players))
    assert tables.sessions() == []


def test_a_deal_sent_twice_is_one_deal(tables: TableService, friday: str, won: Won) -> None:
    first = tables.record(friday, won("Bo"), key="tap-1", expected=1)
    again = tables.record(friday, won("Bo"), key="tap-1", expected=1)  # the old version does not matter
    assert (first.replayed, again.replayed, again.version, again.number) == (False, True, 2, 1)
    assert again.to_json()["deal"] == first.to_json()["deal"]
    refused("key-reused", lambda: tables.record(friday, won("Chi"), key="tap-1"))
    refused("key-reused", lambda: tables.undo(friday, key="tap-1"))
    tables.close(friday)
    assert tables.record(friday, won("Bo"), key="tap-1").replayed
    assert len(tables.view(friday).lines) == 1
    refused("bad-request", lambda: tables.record(friday, won("Bo"), key="no spaces"))


def test_a_key_whose_deal_was_undone_writes_nothing(tables: TableService, friday: str, won: Won) -> None:
    tables.record(friday, won("Bo"), key="tap-1")
    tables.undo(friday)
    again = tables.record(friday, won("Bo"), key="tap-1")
    assert again.replayed
    assert again.to_json()["deal"] is None
    assert tables.view(friday).lines == ()


def test_creating_twice(tables: TableService, friday: str) -> None:
    refused("session-exists", lambda: tables.create(friday, rules="hkma-2023", players=PLAYERS))
    tables.create("Saturday", rules="hkma-2023", players=PLAYERS, key="new-1")
    assert tables.create("Saturday", rules="hkma-2023", players=PLAYERS, key="new-1").replayed
    refused("key-reused", lambda: tables.create("Saturday", rules="hkma-2023", players=PLAYERS[::-1], key="new-1"))
    tables.create("Friday", rules="hkma-2023", players=PLAYERS, handle="another")
    assert {entry["handle"] for entry in tables.sessions()} == {"Friday", "Saturday", "another"}


def test_the_slower_writer_is_told_to_look_again(tables: TableService, friday: str, won: Won) -> None:
    seen = tables.view(friday).version
    tables.record(friday, won("Bo"), expected=seen)
    for write in (
        lambda: tables.record(friday, won("Chi"), expected=seen),
        lambda: tables.edit(friday, 1, DRAWN, expected=seen),
        lambda: tables.delete(friday, 1, expected=seen),
        lambda: tables.undo(friday, expected=seen),
        lambda: tables.adjust(friday, {"Ann": 1, "Bo": -1}, "x", expected=seen),
        lambda: tables.replace_player(friday, "Ann", "Eve", expected=seen),
        lambda: tables.close(friday, expected=seen),
        lambda: tables.resettle(friday, expected=seen),
    ):
        error = refused("version-conflict", write)
        assert isinstance(error, VersionConflict)
        assert (error.expected, error.version) == (1, 2)
    assert tables.version(friday) == 2


def test_a_closed_session_takes_no_more(tables: TableService, friday: str, won: Won) -> None:
    tables.record(friday, won("Bo"))
    assert tables.close(friday).view.to_json()["closed"]
    refused("session-closed", lambda: tables.record(friday, won("Bo")))
    refused("session-closed", lambda: tables.undo(friday))
    refused("session-closed", lambda: tables.close(friday))
    assert not tables.reopen(friday).view.to_json()["closed"]
    refused("bad-request", lambda: tables.reopen(friday), "not closed")
    assert tables.undo(friday).view.lines == ()  # closing is not a change of the ledger


def test_the_trail_says_who_changed_what(tables: TableService, friday: str, won: Won) -> None:
    tables.record(friday, won("Bo"), by="Ann", key="tap-1")
    tables.record(friday, DRAWN, by="Bo")
    tables.edit(friday, 1, won("Ann"), by="Chi")
    tables.undo(friday, by="Dee")
    trail = tables.history(friday)
    assert [(entry["version"], entry["action"], entry["by"], entry["number"], entry["target"]) for entry in trail] == [
        (1, "create", "Ann", None, None),
        (2, "record", "Ann", 1, None),
        (3, "record", "Bo", 2, None),
        (4, "edit", "Chi", 1, None),
        (5, "undo", "Dee", None, 4),
    ]
    edited = trail[3]
    assert [deal["number"] for deal in edited["before"]] == [1, 2]  # the drawn deal had another dealer
    assert edited["before"][0]["request"]["wins"][0]["seat"] == "south"
    assert edited["after"][0]["request"]["wins"][0]["seat"] == "east"
    assert trail[4]["before"] == edited["after"]
    assert trail[4]["after"] == edited["before"]
    assert trail[1]["key"] == "tap-1"
    assert {entry["at"] for entry in trail} == {"2026-01-31T20:15:00Z"}
    assert [deal["by"] for deal in tables.view(friday).to_json()["deals"]] == ["Ann", "Bo"]


def test_a_preview_saves_nothing(tables: TableService, friday: str, won: Won) -> None:
    tables.record(friday, won("Ann"))
    shown = tables.view(friday).to_json()
    preview = tables.preview(friday, won("Bo", "Ann"))
    assert (preview["version"], preview["totals"]["Bo"], preview["next"]["dealer"]) == (2, 64, "Bo")
    replacing = tables.preview(friday, won("Bo", "Ann"), replaces=1)
    assert (replacing["totals"]["Bo"], replacing["next"]) == (
        256,
        {"round": "east", "dealer": "Bo", "streak": 0, "counters": None},
    )
    refused("unknown-deal", lambda: tables.preview(friday, DRAWN, replaces=2))
    assert tables.view(friday).to_json() == shown
    assert tables.record(friday, won("Bo", "Ann")).to_json()["deal"]["result"] == preview["result"]


def test_statistics_count_what_happened(tables: TableService, friday: str, won: Won) -> None:
    tables.record(friday, won("Bo"))
    tables.record(friday, won("Ann", "Bo"))
    tables.record(friday, {"wins": [{"seat": "Ann", "win": "discard", "from": "Bo", "points": 10}]})
    tables.record(friday, DRAWN)
    tables.record(friday, {"wins": [], "false_win": "Dee"})
    tables.adjust(friday, {"Ann": 5, "Bo": -5}, "why")
    counted = tables.stats(friday)
    assert (counted["deals"], counted["drawn"], counted["declared_wins"]) == (5, 1, 1)
    ann, bo, dee = (counted["players"][player] for player in ("Ann", "Bo", "Dee"))
    assert (ann["wins"], ann["self_draws"], ann["deal_ins"], ann["declared_wins"]) == (2, 0, 0, 1)
    assert (ann["average_points"], ann["average_paid"], ann["adjustments"]) == (9.0, 384.0, 5)
    assert ann["biggest"] == {
        "deal": 3, "points": 10, "uncapped": None, "declared": True, "hand": None, "rows": [],
    }  # fmt: skip
    assert (bo["wins"], bo["self_draws"], bo["deal_ins"], bo["rows"]["dragon-set"]) == (1, 1, 2, 3)
    assert (dee["false_wins"], dee["average_points"], dee["biggest"]) == (1, None, None)
    assert sum(player["total"] for player in counted["players"].values()) == 0


def test_several_winners_and_nearest(tables: TableService, won: Won) -> None:
    both = {
        "wins": [
            *won("Chi", "Dee", "[456p] [789p] 555s 99p 12p + 3p")["wins"],
            *won("Bo", "Dee", "555z 666z 77z 789m 12p + 3p")["wins"],
        ]
    }
    tables.create("Near", rules="hkma-2023", players=PLAYERS, options={"multiple_winners": "nearest", "minimum": 0})
    tables.record("Near", both)
    counted = tables.stats("Near")["players"]
    assert (counted["Bo"]["wins"], counted["Chi"]["wins"], counted["Dee"]["deal_ins"]) == (1, 0, 1)


def test_money_is_rounded_without_losing_any(tables: TableService, won: Won) -> None:
    stake = {"currency": "HKD", "per_point": "0.003", "rounding": "0.5"}
    tables.create("Money", rules="hkma-2023", players=PLAYERS, stake=stake)
    shown = tables.record("Money", won("Bo")).view.to_json()
    assert shown["money"] == {"Ann": "-0.5", "Bo": "1.5", "Chi": "-0.5", "Dee": "-0.5"}
    found = tables.transfers("Money")
    assert found["money"] == [{"from": player, "to": "Bo", "amount": "0.5"} for player in ("Ann", "Chi", "Dee")]
    assert len(found["points"]) == 3


@pytest.mark.parametrize(
    "stake",
    [
        {"currency": "HKD"}, {"per_point": "1"}, {"currency": "HKD", "per_point": 0.5},
        {"currency": "HKD", "per_point": "0"}, {"currency": "HKD", "per_point": "-1"},
        {"currency": "HKD", "per_point": "NaN"}, {"currency": "HKD", "per_point": "1e3"},
        {"currency": "", "per_point": "1"}, {"currency": "HKD", "per_point": "1", "rounding": "x"},
        {"currency": "HKD", "per_point": "1", "tip": "1"}, "HKD",
    ],
)  # fmt: skip
def test_stakes_that_are_none(tables: TableService, stake: Any) -> None:
    error = refused("bad-request", lambda: tables.create("Money", rules="hkma-2023", players=PLAYERS, stake=stake))
    assert str(error.field).startswith("stake")


def test_sessions_that_cannot_begin(tables: TableService) -> None:
    def create(**other: Any) -> object:
        return tables.create(**{"name": "x", "rules": "hkma-2023", "players": PLAYERS, **other})

    refused("unknown-rules", lambda: create(rules="riichi"))
    refused("unknown-option", lambda: create(options={"red_fives": 3}))
    refused("bad-option", lambda: create(options={"minimum": "3"}))
    refused("bad-request", lambda: create(players=("Ann", "Bo", "Chi")))
    refused("bad-request", lambda: create(players=("Ann", "Bo", "Chi", "ann")), "four names")
    refused("bad-request", lambda: create(players="ABCD"))
    refused("bad-request", lambda: create(first_dealer="Eve"), "Ann, Bo, Chi or Dee")
    refused("bad-request", lambda: create(name=""))
    refused("bad-request", lambda: create(name="a\nb"))
    refused("bad-request", lambda: create(by="x" * 61))
    assert tables.sessions() == []


def test_a_session_that_is_not_there(tables: TableService) -> None:
    for call in (
        tables.view,
        tables.stats,
        tables.undo,
        tables.close,
        tables.export_json,
        tables.history,
        tables.links,
    ):
        for name in ("Nobody", "", "\0", "\ud800", "x" * 10_000):
            refused("unknown-session", lambda call=call, name=name: call(name))


def test_every_code_that_is_raised_here_is_written_down(tables: TableService) -> None:
    from pathlib import Path
    from re import findall

    import sikwu.table

    source = "".join(path.read_text() for path in Path(sikwu.table.__file__).parent.glob("*.py"))
    raised = set(findall(r'SikwuError\(\s*"([a-z-]+)"', source)) | set(
        findall(r'super\(\).__init__\(\s*"([a-z-]+)"', source)
    )
    assert raised - {"bad-request"} <= set(CODES)
    assert set(CODES) - raised <= {"deal-makes-no-sense", "unknown-player", "rules-changed"}  # raised by the fold


def test_a_session_that_is_removed_leaves_nothing_behind(tables: TableService, friday: str, won: Won) -> None:
    stays = tables.create("Saturday", rules="hkma-2023", players=PLAYERS).view.handle
    for name in (stays, friday):
        tables.record(name, won("Bo"))
        tables.edit(name, 1, won("Ann"))
        tables.undo(name)
        tables.add_link(name, role="host", digest=name[0] * 64)
    copy, other = tables.export_json(friday), tables.export_json(stays)
    error = refused("version-conflict", lambda: tables.remove(friday, expected=1))
    assert isinstance(error, VersionConflict)
    assert tables.export_json(friday) == copy
    tables.close(friday)
    tables.remove(friday, expected=5)
    for call in (tables.view, tables.links, tables.history, tables.remove):
        refused("unknown-session", lambda call=call: call(friday))
    assert tables.find_link("F" * 64) is None
    with tables.database.reading() as connection:
        left = {row.id for row in connection.execute(select(models.sessions))}
        assert len(left) == 1
        for table in (models.changes, models.lines, models.links):
            assert set(connection.execute(select(table.c.session)).scalars()) == left
    assert tables.export_json(stays) == other
    assert tables.import_json(copy).to_json()["deals"][0]["request"] == won("south")
    assert tables.create("New", rules="hkma-2023", players=PLAYERS).view.lines == ()


def test_links_open_sessions_until_they_are_revoked(tables: TableService, friday: str) -> None:
    host = tables.add_link(friday, role="host", digest="h" * 64)
    phone = tables.add_link(friday, role="write", digest="w" * 64, label="Ann's phone")
    assert tables.find_link("w" * 64) == {**phone, "handle": friday, "name": "Friday"}
    assert tables.find_link("x" * 64) is None
    assert tables.rotate_link(friday, phone["id"], "n" * 64)["id"] == phone["id"]
    assert (tables.find_link("w" * 64), tables.find_link("n" * 64) is not None) == (None, True)
    assert tables.revoke_link(friday, phone["id"])["revoked"] == "2026-01-31T20:15:00Z"
    assert tables.find_link("n" * 64) is None
    refused("unknown-link", lambda: tables.rotate_link(friday, phone["id"], "m" * 64))
    refused("unknown-link", lambda: tables.revoke_link(friday, phone["id"]))
    refused("last-host-link", lambda: tables.revoke_link(friday, host["id"]))
    assert {link["role"]: link["revoked"] is None for link in tables.links(friday)} == {"host": True, "write": False}
    refused("bad-request", lambda: tables.add_link(friday, role="king", digest="k" * 64))
