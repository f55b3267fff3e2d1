"""The command itself: help, version, completion, colour, commands that are loaded when called, missing extras."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
import sysconfig
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from sikwu.cli.app import COMMANDS

COMMAND = Path(sysconfig.get_path("scripts")) / "sikwu"
SCORE = (
    "score", "hkma-2023", "[111p] [777z] 222z 99p 34p + 2p",
    "--seat", "south", "--round", "east", "--discard", "--from", "west",
)  # fmt: skip


def on_a_terminal(*args: str, env: dict[str, str] | None = None) -> str:
    """What the command prints when its output is a terminal of 100 columns."""
    ours, theirs = pty.openpty()
    clean = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "CI")}
    process = subprocess.Popen(
        [COMMAND, *args], stdout=theirs, stderr=theirs, stdin=subprocess.DEVNULL,
        env=clean | {"TERM": "xterm-256color", "COLUMNS": "100"} | (env or {}),
    )  # fmt: skip
    os.close(theirs)
    found = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:  # Linux says so when the other end has been closed
            break
        if not piece:
            break
        found += piece
    os.close(ours)
    assert process.wait() == 0
    return found.decode().replace("\r\n", "\n")


def without_colour(text: str) -> list[str]:
    return [line.rstrip() for line in re.sub(r"\x1b\[[0-9;]*m", "", text).splitlines()]


def test_help_lists_every_command(command: Any) -> None:
    for args in ((), ("--help",), ("-h",)):
        ran = command(*args)
        assert ran.status == 0
        assert all(name in ran.out for name in COMMANDS), ran.out


@pytest.mark.parametrize("name", ["score", "settle", "waits", "check", "rules", "compare"])
def test_every_command_has_help(sikwu: Any, name: str) -> None:
    ran = sikwu(name, "--help")
    assert ran.status == 0
    assert COMMANDS[name].help.split(":")[0].rstrip(".") in " ".join(ran.out.split())
    assert "--json" in ran.out


@pytest.mark.parametrize("name", ["table", "serve"])
def test_help_into_a_pipe_is_plain_for_every_part(command: Any, name: str) -> None:
    ran = command(name, "--help")
    assert ran.out.startswith(f"Usage: sikwu {name} ")
    assert "completion" not in ran.out
    assert "╭" in on_a_terminal(name, "--help")


def test_version(command: Any) -> None:
    assert command("--version").out == f"sikwu {version('sikwu')}\n"


def test_python_m(command: Any) -> None:
    done = subprocess.run([sys.executable, "-m", "sikwu", *SCORE], capture_output=True, text=True, check=True)
    assert done.stdout == command(*SCORE).out


def test_an_unknown_command_in_both_forms(sikwu: Any) -> None:
    ran = sikwu("skore", "--json")
    assert (ran.status, ran.json["error"]["code"]) == (2, "bad-request")
    assert "skore" in sikwu("skore").err


def test_a_group_alone_says_what_is_missing(sikwu: Any) -> None:
    ran = sikwu("table")
    assert (ran.status, ran.out, ran.err) == (2, "", "sikwu: a command is missing; `sikwu table --help` lists them\n")
    assert sikwu("table", "--json").status == 2


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_script(command: Any, shell: str) -> None:
    script = command(env={"_SIKWU_COMPLETE": f"source_{shell}"}).out
    assert f"_SIKWU_COMPLETE=complete_{shell}" in script
    assert "sikwu" in script


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("sikwu sc", "score"),
        ("sikwu score h", "hkma-2023"),
        ("sikwu score hkma-2023 x --seat s", "south"),
        ("sikwu score hkma-2023 x --event robbing-a", "robbing-a-concealed-kong"),
        ("sikwu waits hkma-2023 x --round no", "north"),
        ("sikwu score --lang z", "zh"),
    ],
)
def test_completion_offers_the_words_of_the_game(command: Any, line: str, offered: str) -> None:
    words = str(len(line.split()) - 1)
    ran = command(env={"_SIKWU_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": words})
    assert offered in ran.out.split()


def test_a_terminal_has_colour_and_the_same_lines(command: Any) -> None:
    drawn = on_a_terminal(*SCORE)
    assert "\x1b[" in drawn
    assert without_colour(drawn) == command(*SCORE).out.splitlines()
    wide = ("waits", "hkma-2023", "[111p] [777z] 222z 99p 34p", "--seat", "south", "--round", "east", "--lang", "ko")
    assert without_colour(on_a_terminal(*wide)) == command(*wide).out.splitlines()


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colour_where_none_is_wanted(command: Any, env: dict[str, str]) -> None:
    assert on_a_terminal(*SCORE, env=env) == command(*SCORE).out


def test_a_pipe_has_no_colour(command: Any) -> None:
    assert "\x1b" not in command(*SCORE).out
    assert "\x1b" not in command("--help").out


def test_output_is_utf8_whatever_the_locale_says(command: Any) -> None:
    latin = {"LC_ALL": "C", "LANG": "C", "PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    assert command(*SCORE, env=latin).out == command(*SCORE).out


def test_scoring_into_a_pipe_loads_neither_rich_nor_another_command(command: Any) -> None:
    code = "import sys; from sikwu.cli import run; run(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code, *SCORE], capture_output=True, text=True, check=True)
    loaded = set(done.stderr.split())
    assert done.stdout == command(*SCORE).out
    assert "sikwu.cli.score" in loaded
    assert not {"rich", "numpy", "sqlalchemy", "fastapi", "pydantic", "sikwu.cli.settle", "sikwu.cli.compare"} & loaded


@pytest.mark.parametrize(
    ("name", "package", "extra"),
    [("table", "sqlalchemy", "table"), ("batch", "numpy", "batch"), ("serve", "fastapi", "server")],
)
def test_a_missing_extra_is_named(name: str, package: str, extra: str) -> None:
    ran = without(package, name)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert f'pip install "sikwu[{extra}]"' in ran.stderr


def test_a_missing_extra_is_named_in_json_too() -> None:
    ran = without("sqlalchemy", "table", "--json")
    assert (ran.returncode, ran.stderr) == (2, "")
    assert "sikwu[table]" in json.loads(ran.stdout)["error"]["message"]


def without(package: str, *args: str) -> subprocess.CompletedProcess[str]:
    """Runs a command line in a process that cannot import the package."""
    code = f"import sys; sys.modules[{package!r}] = None; from sikwu.cli import run; sys.exit(run(sys.argv[1:]))"
    return subprocess.run([sys.executable, "-c", code, *args], capture_output=True, text=True, check=False)
