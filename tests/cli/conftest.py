"""The real command in a process of its own, and the same in this one."""

from __future__ import annotations

import json
import os
import subprocess
import sysconfig
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from sikwu.cli import run

COMMAND = Path(sysconfig.get_path("scripts")) / "sikwu"


class Ran(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Sikwu = Callable[..., Ran]


@pytest.fixture(scope="session")
def command() -> Sikwu:
    """Runs the installed command: arguments, standard input as text or bytes, more environment."""

    def call(*args: str, stdin: str | bytes = b"", env: dict[str, str] | None = None) -> Ran:
        given = stdin.encode() if isinstance(stdin, str) else stdin
        done = subprocess.run(
            [COMMAND, *args], input=given, capture_output=True, env=os.environ | (env or {}), timeout=60, check=False
        )
        return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())

    return call


@pytest.fixture
def sikwu(capsys: pytest.CaptureFixture[str]) -> Sikwu:
    """Runs a command line in this process."""

    def call(*args: str) -> Ran:
        capsys.readouterr()
        status = run(args)
        out, err = capsys.readouterr()
        return Ran(status, out, err)

    return call


@pytest.fixture
def request_file(tmp_path: Path) -> Callable[[object], str]:
    """Writes a request file (JSON of a value, or text or bytes as they are) and returns its path."""

    def write(content: object) -> str:
        path = tmp_path / "request.json"
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
        return str(path)

    return write


@pytest.fixture
def win() -> dict[str, Any]:
    """A score request that qualifies: three dragons' worth of mixed one suit on West's discard."""
    return {
        "rules": "hkma-2023",
        "hand": "[111p] [777z] 222z 99p 34p + 2p",
        "seat": "south",
        "round": "east",
        "win": "discard",
        "from": "west",
    }
