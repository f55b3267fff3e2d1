"""The page about the table says what the commands do."""

from __future__ import annotations

import os
import re
import subprocess
import sysconfig
from pathlib import Path

from sikwu.table.errors import CODES

PAGE = (Path(__file__).parents[2] / "docs" / "table.md").read_text("utf-8")


def test_the_shown_session_is_real(tmp_path: Path) -> None:
    block = re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL)[0]
    commands = re.findall(r"^\$ (.*)", block, re.MULTILINE)
    shown = block.partition(f"$ {commands[-1]}\n")[2]
    path = f"{sysconfig.get_path('scripts')}{os.pathsep}{os.environ['PATH']}"
    env = os.environ | {"PATH": path, "SIKWU_DATABASE": str(tmp_path / "tables.sqlite")}
    for command in commands:
        ran = subprocess.run(["bash", "-c", command], capture_output=True, text=True, env=env, check=True)
    assert ran.stdout == shown


def test_every_code_is_on_the_page() -> None:
    assert re.findall(r"^\| `([a-z-]+)` \| (.*) \|$", PAGE, re.MULTILINE) == list(CODES.items())
