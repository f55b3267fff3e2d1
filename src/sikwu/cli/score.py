"""``sikwu score``: what a win is worth, why, and who pays."""

from __future__ import annotations

import typer

from sikwu import score as engine
from sikwu.cli import facts
from sikwu.cli.answers import answer_all, into_request
from sikwu.cli.requests import Requests, read_requests
from sikwu.cli.score_view import score_blocks

app = typer.Typer(add_completion=False)


@app.command()
def score(
    rules: facts.RulesArgument = None,
    hand: facts.HandArgument = None,
    seat: facts.SeatOption = None,
    round_: facts.RoundOption = None,
    self_draw: facts.SelfDrawOption = False,
    discard: facts.DiscardOption = False,
    from_: facts.FromOption = None,
    event: facts.EventOption = None,
    option: facts.OptionOption = None,
    discards: facts.DiscardsOption = None,
    streak: facts.StreakOption = None,
    request: facts.RequestOption = None,
    explain: facts.ExplainOption = False,
    lang: facts.LangOption = None,
    json: facts.JsonOption = False,
) -> int:
    """Score a win: what counts, why, and who pays.

    sikwu score hkma-2023 "[777z] 22z 456789p 12m + 3m" --seat south --round east --discard --from west
    """
    won = facts.how_won(self_draw, discard)
    if request is not None:
        others = {"rules": rules, "hand": hand, "seat": seat, "round": round_, "win": won, "from": from_}
        facts.alone(request, **others, event=event, option=option, discards=discards, streak=streak)
        asked = read_requests(request)
    else:
        facts.told_apart(rules, hand)
        options = facts.typed_options(rules, option)
        one = facts.given(
            rules=rules, options=options, hand=hand, seat=seat, round=round_, win=won, from_=from_, events=event
        )
        asked = Requests("object", [one | facts.given(discards=discards, streak=streak)])
    return answer_all(asked, engine, score_blocks, into_request, as_json=json, explain=explain, lang=lang)
