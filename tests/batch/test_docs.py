"""The page's first example of files is what the command does."""

from pathlib import Path
from textwrap import dedent

import pytest

from sikwu.cli import run

PAGE = Path(__file__).parents[2] / "docs" / "batch.md"


def block_after(text: str) -> str:
    """The indented block that follows a text on the page."""
    following = PAGE.read_text(encoding="utf-8").split(text, 1)[1].split("\n\n", 1)[1]
    return dedent(following.split("\n\n", 1)[0]) + "\n"


def test_the_first_example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("hands.csv").write_text(block_after("With these lines in `hands.csv`"), encoding="utf-8")
    words = block_after("\nthe command").split()
    assert words[:2] == ["sikwu", "batch"]
    assert run([*words[1:], "--quiet"]) == 1
    assert Path("results.csv").read_text(encoding="utf-8") == block_after("leaves these in `results.csv`")
