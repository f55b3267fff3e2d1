"""``sikwu table …`` as people and programs call it."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pexpect
import pytest

from sikwu.cli import run
from sikwu.table import open_tables
from sikwu.table.links import digest_of

COMMAND = Path(sysconfig.get_path("scripts")) / "sikwu"
HAND = "[777z] [666z] [555z] 456p 5m + 5m"


class Ran(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Sikwu = Callable[..., Ran]


@pytest.fixture
def sikwu(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Sikwu:
    """Runs ``sikwu table`` on a database of its own."""
    monkeypatch.setenv("SIKWU_DATABASE", str(tmp_path / "tables.sqlite"))

    def call(*args: str, stdin: str = "") -> Ran:
        capsys.readouterr()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), "utf-8"))
        status = run(["table", *args])
        return Ran(status, *capsys.readouterr())

    return call


@pytest.fixture
def friday(sikwu: Sikwu) -> str:
    assert sikwu("new", "Friday", "--rules", "hkma-2023", "--players", "A,B,C,D").status == 0
    return "Friday"


@pytest.mark.parametrize(("lang", "one", "two"), [("en", " 1 point ", " 2 points "), ("ko", " 1점 ", " 2점 ")])
def test_one_point_is_singular(sikwu: Sikwu, lang: str, one: str, two: str) -> None:
    sikwu("new", "Dollars", "--rules", "taiwan-bible", "--players", "A,B,C,D")
    won = ("--seat", "B", "--self-draw", "--lang", lang)
    assert one in sikwu("record", "Dollars", "--points", "1", *won).out
    assert two in sikwu("record", "Dollars", "--points", "2", *won).out


def test_an_evening_by_programs(sikwu: Sikwu, tmp_path: Path) -> None:
    new = sikwu("new", "Friday", "--rules", "hkma-2023", "--players", "A, B, C,D", "--option", "minimum=1", "--json")
    assert (new.status, new.json["version"], new.json["options"]["minimum"]) == (0, 1, 1)
    request = json.dumps({"wins": [{"seat": "south", "hand": HAND, "win": "discard", "from": "west"}]})
    recorded = sikwu("record", "Friday", "--request", "-", "--key", "k1", "--json", stdin=request)
    assert (recorded.status, recorded.json["number"], recorded.json["replayed"]) == (0, 1, False)
    assert recorded.json["deal"]["request"] == json.loads(request)
    again = sikwu("record", "Friday", "--request", "-", "--key", "k1", "--json", stdin=request)
    assert (again.status, again.json["replayed"], again.json["version"]) == (0, True, 2)
    file = tmp_path / "deal.json"
    file.write_text(json.dumps({"wins": []}))
    assert sikwu("edit", "Friday", "1", "--request", str(file), "--json").json["totals"]["B"] == 0
    assert sikwu("undo", "Friday", "--json").json["totals"]["B"] == 256
    assert sikwu("redo", "Friday", "--json").json["totals"]["B"] == 0
    adjusted = sikwu("adjust", "Friday", "A=+10", "B=-10", "--why", "a chip", "--json")
    assert adjusted.json["totals"] == {"A": 10, "B": -10, "C": 0, "D": 0}
    shown = sikwu("show", "Friday", "--json").json
    assert [deal["number"] for deal in shown["deals"]] == [1, 2]
    assert set(shown) >= {
        "name", "rules", "options", "players", "version", "round", "dealer", "streak", "counters", "totals", "deals",
    }  # fmt: skip
    assert sikwu("stats", "Friday", "--json").json["transfers"]["points"] == [{"from": "B", "to": "A", "amount": 10}]
    closed = sikwu("close", "Friday", "--json").json
    assert (closed["closed"], closed["transfers"]["points"][0]["amount"]) == (True, 10)
    assert sikwu("list", "--json").json[0]["closed"] is True


def test_a_deal_in_the_words_of_score(sikwu: Sikwu, friday: str) -> None:
    won = sikwu("record", friday, HAND, "--seat", "B", "--discard", "--from", "C", "--event", "last-tile", "--json")
    assert won.json["deal"]["request"]["wins"][0] == {
        "seat": "south", "hand": HAND, "win": "discard", "from": "west", "events": ["last-tile"],
    }  # fmt: skip
    assert sikwu("record", friday, "--seat", "A", "--self-draw", "--points", "4", "--row", "self-draw").status == 0
    assert sikwu("record", friday, "--drawn").status == 0
    assert sikwu("record", friday, "--false-win", "D").status == 0
    shown = sikwu("show", friday)
    for words in ("B wins 8 faan from C", "A self-draws 4 faan (declared)", "drawn deal", "D: false win", "total"):
        assert words in shown.out
    assert "西" in sikwu("show", friday, "--lang", "zh").out
    assert "합계" in sikwu("show", friday, "--lang", "ko").out


def test_lines_of_deals_stop_at_the_first_that_cannot_be(sikwu: Sikwu, friday: str) -> None:
    lines = '{"wins": []}\n{"wins": [1]}\n{"wins": []}\n'
    ran = sikwu("record", friday, "--request", "-", "--key", "k", "--json", stdin=lines)
    first, second = map(json.loads, ran.out.splitlines())
    assert (ran.status, first["number"], second["error"]["code"]) == (1, 1, "bad-request")
    assert sikwu("show", friday, "--json").json["version"] == 2
    assert sikwu("record", friday, "--request", "-", stdin='[{"wins": []}, {"wins": []}]').status == 0
    assert len(sikwu("show", friday, "--json").json["deals"]) == 3


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["show", "Nobody"], "unknown-session"),
        (["new", "Friday", "--rules", "hkma-2023", "--players", "A,B,C,D"], "session-exists"),
        (["new", "X", "--rules", "riichi", "--players", "A,B,C,D"], "unknown-rules"),
        (["new", "X", "--rules", "hkma-2023", "--players", "A,B,C"], "bad-request"),
        (["new", "X", "--rules", "hkma-2023", "--players", "A,B,C,D", "--option", "minimum=9"], "bad-option"),
        (["new", "X", "--rules", "hkma-2023", "--players", "A,B,C,D", "--point", "1"], "bad-request"),
        (["new", "X", "--players", "A,B,C,D"], "bad-request"),
        (["record", "Friday"], "bad-request"),
        (["record", "Friday", "--drawn", "--false-win", "A"], "bad-request"),
        (["record", "Friday", "--drawn", HAND], "bad-request"),
        (["record", "Friday", "--request", "-", "--drawn"], "bad-request"),
        (["record", "Friday", "--request", "/no/such/file"], "bad-request"),
        (["record", "Friday", HAND, "--seat", "Z", "--self-draw"], "bad-request"),
        (["record", "Friday", HAND, "--self-draw"], "bad-request"),
        (["record", "Friday", "123m + 4m", "--seat", "A", "--self-draw"], "tile-count"),
        (["record", "Friday", "--drawn", "--if-version", "7"], "version-conflict"),
        (["record", "Friday", "--drawn", "--before", "1"], "unknown-deal"),
        (["record", "Friday", "--drawn", "--force"], "bad-request"),
        (["replace", "Friday", "A", "E", "--before", "1"], "unknown-deal"),
        (["remove", "Friday"], "bad-request"),
        (["remove", "Nobody", "--yes"], "unknown-session"),
        (["remove", "Friday", "--yes", "--if-version", "7"], "version-conflict"),
        (["link", "Friday", "--role", "king"], "bad-request"),
        (["link", "Friday", "--url", "club.example"], "bad-request"),
        (["link", "Friday", "--qr"], "bad-request"),
        (["link", "Nobody"], "unknown-session"),
        (["unlink", "Friday", "x"], "unknown-link"),
        (["edit", "Friday", "1", "--request", "-"], "bad-request"),
        (["edit", "Friday", "one", "--request", "-"], "bad-request"),
        (["delete", "Friday", "1"], "unknown-deal"),
        (["undo", "Friday"], "nothing-to-undo"),
        (["redo", "Friday"], "nothing-to-redo"),
        (["adjust", "Friday", "A=10", "B=-9", "--why", "x"], "bad-request"),
        (["adjust", "Friday", "A=ten", "B=-9", "--why", "x"], "bad-request"),
        (["adjust", "Friday", "A", "--why", "x"], "bad-request"),
        (["adjust", "Friday", "A=1", "A=-1", "--why", "x"], "bad-request"),
        (["adjust", "Friday", "A=1", "B=-1"], "bad-request"),
        (["adjust", "Friday", "A=0", "B=-0", "--why", "x"], "bad-request"),
        (["adjust", "Friday", "A=1", "Z=-1", "--why", "x"], "unknown-player"),
        (["replace", "Friday", "Z", "E"], "unknown-player"),
        (["reopen", "Friday"], "bad-request"),
        (["resettle", "Friday", "3"], "unknown-deal"),
        (["export", "Friday", "--form", "pdf"], "bad-request"),
        (["export", "Friday", "--output", "/no/such/folder/x.json"], "bad-request"),
        (["import", "/no/such/file"], "bad-request"),
        (["restore", "/no/such/file"], "bad-request"),
        (["backup", "/no/such/folder/x"], "bad-request"),
        (["--database", "mysql://x/y", "list"], "database-unavailable"),
        (["--database", "/no/such/folder/x.sqlite", "list"], "database-unavailable"),
        (["dance"], "bad-request"),
    ],
)
def test_what_is_refused(sikwu: Sikwu, friday: str, args: list[str], code: str) -> None:
    before = sikwu("show", friday, "--json").out
    ran = sikwu(*args, "--json")
    assert (ran.status, ran.json["error"]["code"]) == (2, code)
    words = sikwu(*args)
    assert (words.status, words.out) == (2, "")
    assert words.err.startswith("sikwu: ")
    assert sikwu("show", friday, "--json").out == before


def test_force_marks_what_makes_no_sense(sikwu: Sikwu, friday: str) -> None:
    sikwu("record", friday, "--drawn")
    sikwu("record", friday, "111m 222p 333s 555z 6z + 6z", "--seat", "east", "--self-draw", "--event", "initial-deal")
    win = json.dumps({"wins": [{"seat": "B", "win": "self-draw", "points": 3}]})
    refused = sikwu("edit", friday, "1", "--request", "-", stdin=win)
    assert (refused.status, "deal 2" in refused.err, "--force does so" in refused.err) == (2, True, True)
    forced = sikwu("edit", friday, "1", "--request", "-", "--force", stdin=win)
    assert (forced.status, "deal 2 no longer makes sense" in forced.out) == (0, True)
    assert sikwu("verify", friday).status == 0
    trail = sikwu("history", friday).out
    assert "deal 1, drawn deal; now B self-draws 3 faan (declared)" in trail
    assert "deal 2, A self-draws" in trail


def test_what_was_forgotten_is_put_in_where_it_belongs(sikwu: Sikwu, friday: str) -> None:
    sikwu("record", friday, "--seat", "A", "--self-draw", "--points", "4")
    lines = '{"wins": [{"seat": "B", "win": "self-draw", "points": 4}]}\n{"wins": [], "false_win": "B"}\n'
    put = sikwu("record", friday, "--request", "-", "--before", "1", "--key", "k", stdin=lines)
    assert put.status == 0
    for words in ("1  East 1", "B self-draws 4 faan", "2  East 2", "B: false win", "A self-draws 4 faan"):
        assert words in put.out
    replaced = sikwu("replace", friday, "A", "E", "--before", "3", "--json").json
    assert replaced["totals"] == {"A": -32, "B": 64, "C": -64, "D": -64, "E": 96}
    assert [deal["kind"] for deal in sikwu("show", friday, "--json").json["deals"]] == [
        "deal", "deal", "replacement", "deal",
    ]  # fmt: skip
    assert sikwu("undo", friday).out.startswith("undid: deal 3 put in, E sits down for A\n")
    assert sikwu("redo", friday, "--lang", "zh").out.startswith("已重做：補入第 3 局：E 頂替 A\n")
    assert "deal 1 put in, B self-draws 4 faan (declared)" in sikwu("history", friday).out


def test_a_refusal_is_said_in_the_language_asked_for(sikwu: Sikwu, friday: str) -> None:
    wrong = '{"wins": [{"seat": "B", "hand": "[124m] + 1m", "win": "self-draw"}]}\n'
    assert "124m 不是順子" in sikwu("record", friday, "--request", "-", "--lang", "zh", stdin=wrong).err
    assert "124m는 순자도" in sikwu("record", friday, "--request", "-", "--lang", "ko", stdin=wrong * 2).err
    assert "124m 不是順子" in sikwu("play", friday, "--lang", "zh", stdin=answers("B", "", "[124m] + 1m", "")).out


def test_a_session_is_removed_only_when_that_is_meant(sikwu: Sikwu, friday: str, tmp_path: Path) -> None:
    sikwu("record", friday, "--drawn")
    refused = sikwu("remove", friday)
    assert (refused.status, "export Friday -o" in refused.err, "--yes" in refused.err) == (2, True, True)
    sikwu("export", friday, "-o", str(tmp_path / "kept.json"))
    assert sikwu("remove", friday, "--yes").out == "Friday is gone for good\n"
    assert sikwu("list", "--json").json == []
    assert sikwu("import", str(tmp_path / "kept.json"), "--json").json["name"] == "Friday"
    assert sikwu("remove", friday, "--yes", "--json").json == {"name": "Friday", "removed": True}


def test_links_for_the_phones_around_the_table(sikwu: Sikwu, friday: str, tmp_path: Path) -> None:
    made = sikwu("link", friday, "--label", "Ann's phone", "--url", "http://club.example:8000/", "--json").json
    assert made["url"] == f"http://club.example:8000/#/join/{made['secret']}"
    assert (made["role"], made["label"], made["path"]) == ("write", "Ann's phone", f"/#/join/{made['secret']}")
    tables = open_tables(tmp_path / "tables.sqlite")
    found = tables.find_link(digest_of(made["secret"]))
    tables.dispose()
    assert found is not None
    assert (found["id"], found["handle"], found["role"]) == (made["id"], friday, "write")
    alone = sikwu("link", friday, "--role", "host", "--json").json
    assert (alone["role"], alone["url"]) == ("host", None)
    shown = sikwu("link", friday, "--role", "read", "--url", "http://club.example", "--qr").out
    assert "http://club.example/#/join/" in shown
    assert "█" in shown
    assert "/#/join/" in sikwu("link", friday).out
    assert sikwu("unlink", friday, made["id"], "--json").json["revoked"]
    listed = sikwu("links", friday, "--json").json
    assert {link["role"] for link in listed} == {"host", "write", "read"}
    assert made["secret"] not in sikwu("links", friday).out
    assert f"{made['id']}  write  Ann's phone" in sikwu("links", friday).out
    assert sikwu("unlink", friday, alone["id"], "--json").json["error"]["code"] == "last-host-link"


def test_files_of_every_form(sikwu: Sikwu, friday: str, tmp_path: Path) -> None:
    sikwu("record", friday, HAND, "--seat", "B", "--self-draw")
    for form, head in (
        ("json", b"{\n"),
        ("csv", b"deal,"),
        ("md", b"# Friday"),
        ("svg", b"<?xml"),
        ("png", b"\x89PNG"),
    ):
        file = tmp_path / f"friday.{form}"
        done = sikwu("export", friday, "-o", str(file), "--json").json
        assert (done["form"], done["bytes"]) == (form, file.stat().st_size)
        assert file.read_bytes().startswith(head)
    again = sikwu("import", str(tmp_path / "friday.json"), "--name", "Again", "--json").json
    assert again["totals"] == sikwu("show", friday, "--json").json["totals"]
    (tmp_path / "bad.json").write_bytes(b"\xff")
    assert sikwu("import", str(tmp_path / "bad.json"), "--json").json["error"]["code"] == "damaged-file"
    rows = sikwu("backup", str(tmp_path / "all"), "--json").json["rows"]
    other = ["--database", str(tmp_path / "other.sqlite")]
    assert sikwu(*other, "restore", str(tmp_path / "all"), "--json").json["rows"] == rows
    assert sikwu(*other, "show", "Again", "--json").json == again


def test_statistics_show_a_chart_and_the_transfers(sikwu: Sikwu, friday: str) -> None:
    assert "there are" not in sikwu("stats", friday).out
    sikwu("record", friday, HAND, "--seat", "B", "--self-draw")
    out = sikwu("stats", friday).out
    for words in ("self-draws", "Big dragons", "│", "▲ B +576", "A pays B 192 points"):
        assert words in out


def test_export_goes_to_standard_output_byte_for_byte(sikwu: Sikwu, friday: str, tmp_path: Path) -> None:
    sikwu("export", friday, "-o", str(tmp_path / "x.json"))
    env = {**os.environ, "SIKWU_DATABASE": str(tmp_path / "tables.sqlite")}
    done = subprocess.run([COMMAND, "table", "export", friday], env=env, capture_output=True, check=True)
    assert done.stdout == (tmp_path / "x.json").read_bytes()


def answers(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def test_playing_asks_previews_and_writes(sikwu: Sikwu, friday: str) -> None:
    played = sikwu(
        "play", friday, "--by", "A",
        stdin=answers(
            "B", "C", HAND, "", "y",  # B wins from C with tiles
            "B,C", "D", "4", "", "5", "", "y",  # two winners by points
            "", "y",  # nobody
            "f", "A", "n",  # a false win, not written
            "A", "", "123m", "",  # a hand that is none: the question comes again
            "Z",  # nobody's name: nothing more is asked
            "B", "Z",
            "u", "q",
        ),
    )  # fmt: skip
    assert played.status == 0
    assert played.out.count("nobody called 'Z' sits here: A, B, C or D, or a seat") == 2
    for words in ("Big dragons", "that cannot be:", "not written", "undid: deal 3, drawn deal", "written"):
        assert words in played.out
    shown = sikwu("show", friday, "--json").json
    assert [len(deal["request"]["wins"]) for deal in shown["deals"]] == [1, 2]
    assert {deal["by"] for deal in shown["deals"]} == {"A"}


def test_playing_asks_what_the_rule_set_pays_beside_the_win(sikwu: Sikwu) -> None:
    sikwu("new", "Bible", "--rules", "taiwan-bible", "--players", "A,B,C,D")
    deal = [
        "B",
        "C",
        "30",
        "20",
        "",
        "A,D!",
        "B",
        "",
        "y",
    ]  # 30 tiles in the middle, 20 points, kongs, a set of flowers
    assert "written" in sikwu("play", "Bible", stdin=answers(*deal)).out
    assert sikwu("show", "Bible", "--json").json["deals"][0]["request"] == {
        "wins": [{"seat": "south", "win": "discard", "from": "west", "discards": 30, "points": 20, "events": []}],
        "concealed_kongs": [{"seat": "east", "shown": True}, {"seat": "north", "shown": False}],
        "flower_sets": [{"seat": "south", "set": "flowers"}],
    }
    sikwu("new", "Race", "--rules", "korean-kengma", "--players", "A,B,C,D")
    sikwu("play", "Race", stdin=answers("A", "", "4", "fully-concealed", "", "y"))
    assert sikwu("show", "Race", "--json").json["counters"] == {"east": 2, "south": 3, "west": 3, "north": 3}


def test_playing_ends_with_the_input(sikwu: Sikwu, friday: str) -> None:
    assert sikwu("play", friday, stdin="B\n").status == 0
    assert sikwu("play", friday).status == 0
    sikwu("close", friday)
    played = sikwu("play", friday, stdin=answers("", "y", ""))
    assert (played.status, "closed" in played.out) == (0, True)


def test_playing_in_a_terminal(friday: str, tmp_path: Path) -> None:
    env = {**os.environ, "SIKWU_DATABASE": str(tmp_path / "tables.sqlite"), "TERM": "xterm"}
    terminal = pexpect.spawn(
        str(COMMAND), ["table", "play", friday, "--lang", "zh"], env=env, encoding="utf-8", timeout=60
    )
    asked = {"邊個食糊": "B", "食邊個": "", "B 的牌": HAND, "特別情況": "", "y/n": "y"}
    for question, answer in (*asked.items(), ("邊個食糊", "q")):
        terminal.expect(question)
        terminal.sendline(answer)
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0
