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
BLOCKS = re.findall(r"```console\n((?:.*\n)*?)```", README)
NOT_SHOWN = "…\n"


@pytest.mark.parametrize("block", BLOCKS, ids=[block[2:40] for block in BLOCKS])
def test_shown_output_is_real(block: str, tmp_path: Path) -> None:
    path = f"{sysconfig.get_path('scripts')}{os.pathsep}{os.environ['PATH']}"
    env = os.environ | {"PATH": path, "SIKWU_DATABASE": f"sqlite:///{tmp_path}/evening.db"}
    for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
        ran = subprocess.run(["bash", "-c", command], capture_output=True, text=True, env=env, check=True)
        assert output in (NOT_SHOWN, ran.stdout)


def test_every_rule_set_is_named() -> None:
    assert set(re.findall(r"^\| `([\w-]+)` \|", README, re.MULTILINE)) >= set(rulesets())


def test_two_commands_set_everything_up() -> None:
    makefile = (Path(__file__).parents[1] / "Makefile").read_text("utf-8")
    assert re.findall(r"^    (make \w+)", README, re.MULTILINE) == ["make run", "make test"]
    shown = BLOCKS[0].splitlines()[0].removeprefix("$ sikwu ")
    assert shown in makefile
