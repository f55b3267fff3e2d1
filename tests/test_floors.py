"""A module imports only from floors below its own, and the engine the standard library alone."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import sikwu

SOURCE = Path(sikwu.__file__).parent
FLOORS = (
    ("errors", "words", "strict_json", "tiles"),
    ("hand", "notation", "events"),
    ("readings",),
    ("rules", "rules.language", "rules.plan", "rules.pasting", "rules.describe"),
    ("rules.*",),
    ("request", "deal", "outcome", "payments", "scoring", "settlement", "waiting", "checking", "session", "answer"),
    ("batch", "table"),
    ("cli", "server", "batch.cli", "batch.progress", "__main__"),
    ("table.cli", "table.cli_files", "table.cli_links", "table.arguments", "table.drawing", "table.play"),
)
ENGINE = 5
"""The highest floor that asks for nothing but Python."""


def floor(module: str) -> int:
    """The floor of a module by its whole name, else by that of the package it stands in."""
    room = module.split(".")[0]
    for name in (module, "rules.*" if room == "rules" else room):
        for height, modules in enumerate(FLOORS):
            if name in modules:
                return height
    raise AssertionError(f"{module} stands on no floor")


def imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module == "sikwu":
            yield from (f"sikwu.{name.name}" for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield str(node.module)


def test_nothing_is_imported_from_a_floor_above() -> None:
    facade = {f"sikwu.{name}" for name in dir(sikwu)} | {"sikwu", "sikwu.__version__"}
    seen = 0
    for path in SOURCE.rglob("*.py"):
        module = ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
        if module == "__init__":
            continue  # the façade loads each name when it is asked for
        for wanted in imports(ast.parse(path.read_text("utf-8"))):
            if wanted in facade:
                assert floor(module) > ENGINE, (module, wanted)
            elif wanted.startswith("sikwu."):
                assert floor(wanted.removeprefix("sikwu.")) <= floor(module), (module, wanted)
                seen += 1
            elif floor(module) <= ENGINE:
                assert wanted.split(".")[0] in sys.stdlib_module_names, (module, wanted)
    assert seen > 300
