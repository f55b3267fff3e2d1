"""What the README shows is what the commands print."""

from __future__ import annotations

import os
import re
import subprocess
import sysconfig
from pathlib import Path

import pytest

from sikwu import rulesets

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
SHOWN = re.findall(r"```console\n\$ (.*)\n((?:.*\n)*?)```", README)


@pytest.mark.parametrize(("command", "output"), SHOWN, ids=[command[:40] for command, _ in SHOWN])
def test_shown_output_is_real(command: str, output: str) -> None:
    path = f"{sysconfig.get_path('scripts')}{os.pathsep}{os.environ['PATH']}"
    ran = subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, env=os.environ | {"PATH": path}, check=True
    )
    assert ran.stdout == output


def test_every_rule_set_is_named() -> None:
    assert set(re.findall(r"^\| `([\w-]+)` \|", README, re.MULTILINE)) >= set(rulesets())


def test_two_commands_set_everything_up() -> None:
    makefile = (Path(__file__).parents[1] / "Makefile").read_text("utf-8")
    assert re.findall(r"^    (make \w+)", README, re.MULTILINE) == ["make run", "make test"]
    shown = SHOWN[0][0].removeprefix("sikwu ")
    assert shown in makefile
