"""``sikwu compare``: one hand under several rule sets, or under two settings of one, side by side."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from sikwu import dumps, rulesets, score
from sikwu.cli import facts
from sikwu.cli.compare_view import compare_blocks
from sikwu.cli.document import show
from sikwu.cli.requests import answer
from sikwu.errors import SikwuError
from sikwu.notation import read_hand
from sikwu.rules import load

Json = dict[str, Any]
app = typer.Typer(add_completion=False)


@app.command()
def compare(
    hand: Annotated[str, typer.Argument(metavar="HAND", help="The hand on one line.")],
    seat: facts.SeatOption = None,
    round_: facts.RoundOption = None,
    self_draw: facts.SelfDrawOption = False,
    discard: facts.DiscardOption = False,
    from_: facts.FromOption = None,
    event: facts.EventOption = None,
    discards: facts.DiscardsOption = None,
    streak: facts.StreakOption = None,
    rules: Annotated[
        str | None, typer.Option("--rules", metavar="RULES", help="Compare two settings of this rule set instead.")
    ] = None,
    option: facts.OptionOption = None,
    against: Annotated[
        list[str] | None,
        typer.Option(
            "--against", metavar="KEY=VALUE", help="With --rules: an option of the other setting; may be repeated."
        ),
    ] = None,
    lang: facts.LangOption = None,
    json: facts.JsonOption = False,
) -> None:
    """One hand under every rule set, or under two settings of one.

    Every rule set that plays the hand's size is shown; with --rules, one rule set with --option and with --against.
    """
    spoken = facts.language(lang)
    win = facts.given(
        hand=hand, seat=seat, round=round_, win=facts.how_won(self_draw, discard), from_=from_, events=event
    )
    win |= facts.given(discards=discards, streak=streak)
    requests = [{**setting, **win} for setting in _settings(hand, rules, option, against)]
    compared = comparison(hand, requests, lang)
    if all("error" in result for result in compared["results"]):
        raise SikwuError(**compared["results"][0]["error"])
    if json:
        print(dumps(compared))
    else:
        show(compare_blocks(requests, compared, spoken))


def _settings(hand: str, rules: str | None, option: list[str] | None, against: list[str] | None) -> list[Json]:
    if rules is not None:
        if not against:
            raise SikwuError(
                "bad-request", "--rules compares two settings: give the other one with --against", "against"
            )
        left, right = facts.typed_options(rules, option), facts.typed_options(rules, against, "--against")
        for options in (left, right):
            load(rules).fill_options(options)  # what no table can play is no setting to compare with
        return [{"rules": rules, "options": left}, {"rules": rules, "options": right}]
    if option or against:
        raise SikwuError("bad-request", "--option and --against need --rules: options belong to one rule set", "rules")
    parsed = read_hand(hand, "optional")
    playing = [key for key in rulesets() if _plays(key, parsed.size())]
    if not playing:
        sizes = sorted({load(key).tiles for key in rulesets()})
        message = f"the hand has {parsed.size()} tiles; the rule sets play {' or '.join(map(str, sizes))}"
        raise SikwuError("tile-count", message, "hand")
    return [{"rules": key} for key in playing]


def _plays(key: str, size: int) -> bool:
    rules = load(key)
    return rules.tiles == size or (size == 0 and rules.eight_flowers is not None)


def comparison(hand: str, requests: list[Json], lang: str | None) -> Json:
    """All results, and for every row and every fact of the result whether it differs.

    A setting that refuses the hand stands as its error. ``rows`` has the points of each row in each result, those of
    both hands of a double win together, ``null`` where it does not score.
    """
    extras = {"lang": lang} if lang else {}
    results = [{"rules": each["rules"]} | answer(each | extras, score) for each in requests]
    scored = [points_of_rows(result) for result in results]
    on_the_sheets = dict.fromkeys(row.key for each in requests for row in load(each["rules"]).rows)
    points = {key: [own.get(key) for own in scored] for key in on_the_sheets if any(key in own for own in scored)}
    rows = [{"key": key, "points": each, "differs": len(set(each)) > 1} for key, each in points.items()]
    facts_of_a_result = ("options", "qualifies", "points", "uncapped", "reading", "payments", "net")
    differs = [
        fact for fact in facts_of_a_result if any(result.get(fact) != results[0].get(fact) for result in results)
    ]
    return {"hand": str(read_hand(hand, "optional")), "results": results, "rows": rows, "differs": differs}


def points_of_rows(result: Json) -> dict[str, int]:
    """The points of every row that scores, in both hands if the win is paid as two."""
    points: dict[str, int] = {}
    for hand in (result, result.get("second_hand") or {}):
        for row in hand.get("patterns", []):
            points[row["key"]] = points.get(row["key"], 0) + row["points"]
    return points
