"""``sikwu check``: a hand read back, and what may come next."""

from __future__ import annotations

from typing import Annotated

import typer

from sikwu import check as engine
from sikwu.cli import facts
from sikwu.cli.answers import answer_all, language_alone
from sikwu.cli.check_view import check_blocks
from sikwu.cli.requests import Requests, read_requests

app = typer.Typer(add_completion=False)


@app.command()
def check(
    rules: facts.RulesArgument = None,
    hand: Annotated[str | None, typer.Argument(metavar="HAND", help="The hand on one line, finished or not.")] = None,
    seat: facts.SeatOption = None,
    self_draw: facts.SelfDrawOption = False,
    discard: facts.DiscardOption = False,
    from_: facts.FromOption = None,
    event: facts.EventOption = None,
    option: facts.OptionOption = None,
    discards: facts.DiscardsOption = None,
    request: facts.RequestOption = None,
    lang: facts.LangOption = None,
    json: facts.JsonOption = False,
) -> int:
    """Read a hand back and say what may come next, and why not."""
    won = facts.how_won(self_draw, discard)
    if request is not None:
        others = {"rules": rules, "hand": hand, "seat": seat, "win": won, "from": from_}
        facts.alone(request, **others, event=event, option=option, discards=discards)
        asked = read_requests(request)
    else:
        facts.told_apart(rules, hand)
        options = facts.typed_options(rules, option)
        one = facts.given(rules=rules, options=options, hand=hand, seat=seat, win=won, from_=from_, events=event)
        asked = Requests("object", [one | facts.given(discards=discards)])
    return answer_all(asked, engine, check_blocks, language_alone, as_json=json, lang=lang)
