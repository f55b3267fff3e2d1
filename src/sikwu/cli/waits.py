"""``sikwu waits``: what a hand waits for."""

from __future__ import annotations

from typing import Annotated

import typer

from sikwu import waits as engine
from sikwu.cli import facts
from sikwu.cli.answers import answer_all, language_alone
from sikwu.cli.requests import Requests, read_requests
from sikwu.cli.waits_view import waits_blocks

app = typer.Typer(add_completion=False)


@app.command()
def waits(
    rules: facts.RulesArgument = None,
    hand: Annotated[
        str | None, typer.Argument(metavar="HAND", help='The hand before the win, such as "[777z] 22z 456789p 12m".')
    ] = None,
    seat: facts.SeatOption = None,
    round_: facts.RoundOption = None,
    seen: Annotated[
        str | None, typer.Option("--seen", metavar="TILES", help="Tiles known to be gone, beside the hand's own.")
    ] = None,
    event: facts.EventOption = None,
    option: facts.OptionOption = None,
    discards: facts.DiscardsOption = None,
    streak: facts.StreakOption = None,
    request: facts.RequestOption = None,
    lang: facts.LangOption = None,
    json: facts.JsonOption = False,
) -> int:
    """What a hand waits for and what each tile would be worth.

    For a hand that is not ready: how far it is, and the tiles that bring it nearer.
    """
    if request is not None:
        others = {"rules": rules, "hand": hand, "seat": seat, "round": round_, "seen": seen, "event": event}
        facts.alone(request, **others, option=option, discards=discards, streak=streak)
        asked = read_requests(request)
    else:
        facts.told_apart(rules, hand)
        one = facts.given(
            rules=rules, options=facts.typed_options(rules, option), hand=hand, seat=seat, round=round_, events=event
        )
        asked = Requests("object", [one | facts.given(discards=discards, streak=streak, seen=seen)])
    return answer_all(asked, engine, waits_blocks, language_alone, as_json=json, lang=lang)
