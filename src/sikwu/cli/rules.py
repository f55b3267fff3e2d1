"""``sikwu rules``: the rule sets, and one rule set's sheet."""

from __future__ import annotations

import typer

from sikwu import dumps, rulesets
from sikwu.cli import facts
from sikwu.cli.document import show
from sikwu.cli.rules_view import list_blocks, sheet_blocks
from sikwu.rules import load
from sikwu.rules.describe import describe

app = typer.Typer(add_completion=False)


@app.command()
def rules(rules: facts.RulesArgument = None, lang: facts.LangOption = None, json: facts.JsonOption = False) -> None:
    """The rule sets; one rule set's rows, options and sources."""
    spoken = facts.language(lang)
    if rules is not None:
        described = describe(load(rules))
        if json:
            print(dumps(described))
        else:
            show(sheet_blocks(described, spoken))
        return
    everything = [describe(load(key)) for key in rulesets()]
    if json:
        print(dumps([{name: one[name] for name in one if name not in ("rows", "options")} for one in everything]))
    else:
        show(list_blocks(everything, spoken))
