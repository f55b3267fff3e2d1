"""``sikwu table``: the commands of a session."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from sikwu import dumps
from sikwu.cli import facts
from sikwu.cli.document import Block, Line, show
from sikwu.cli.requests import exit_status, read_requests
from sikwu.errors import SikwuError
from sikwu.session import Json, check_name
from sikwu.table import TableService, cli_files, cli_links
from sikwu.table.arguments import (
    Asked,
    BeforeOption,
    ByOption,
    ForceOption,
    KeyOption,
    NameArgument,
    NumberArgument,
    RequestFile,
    Writing,
    about_session,
    about_write,
    printed,
    tables_of,
    who,
)
from sikwu.table.drawing import (
    deal_blocks,
    head_blocks,
    history_blocks,
    list_blocks,
    session_blocks,
    statistics_blocks,
    total_blocks,
    transfer_blocks,
    verdict_blocks,
    warning_blocks,
)
from sikwu.table.errors import forcible
from sikwu.table.writes import Receipt
from sikwu.words import say

app = typer.Typer(
    name="table",
    no_args_is_help=True,
    add_completion=False,
    help="Keep the ledger of an evening: deals, totals, undo, exports.",
)


@app.callback()
def table(
    context: typer.Context,
    database: Annotated[
        str | None,
        typer.Option("--database", metavar="URL", help="A SQLite file or postgresql:// URL; else SIKWU_DATABASE."),
    ] = None,
) -> None:
    """Keep the ledger of an evening: deals, totals, undo, exports."""
    context.obj = database


def _answer(asked: Writing, receipt: Receipt) -> None:
    """What a write did: the deal it was about, or what it took back, and the session after it."""
    view, lang = receipt.view, asked.lang

    def blocks() -> list[Block]:
        made: list[Block] = []
        if receipt.replayed:
            made = [Line(say(lang, "table", "already"), "quiet"), Line()]
        if receipt.change is not None:
            made += [Line(receipt.change.words(lang), "good"), Line()]
        elif not receipt.replayed and receipt.number is not None and receipt.number <= len(view.lines):
            made = [*deal_blocks(view, lang, receipt.number), Line()]
        return [*made, *head_blocks(view, lang), *total_blocks(view), *warning_blocks(view, lang)]

    printed(receipt.to_json(lang), blocks, asked.as_json)


# -- looking ----------------------------------------------------------------------------------------------------------


@app.command("list")
def list_(context: typer.Context, lang: facts.LangOption = None, json: facts.JsonOption = False) -> None:
    """All sessions, newest first."""
    sessions = tables_of(context).sessions()
    printed(sessions, lambda: list_blocks(sessions, facts.language(lang)), json)


@app.command("show")
@about_session
def show_(asked: Asked) -> None:
    """A session: who deals, every deal, the totals."""
    view = asked.tables.view(asked.name)
    if asked.as_json:
        print(dumps(view.to_json()))
    else:
        show(session_blocks(view, asked.lang))


@app.command()
@about_session
def stats(asked: Asked) -> None:
    """Who won how often and how much, the running totals, who pays whom."""
    if asked.as_json:
        print(dumps(asked.tables.stats(asked.name) | {"transfers": asked.tables.transfers(asked.name)}))
    else:
        show(statistics_blocks(asked.tables.view(asked.name), asked.lang))


@app.command()
@about_session
def history(asked: Asked) -> None:
    """Every change to the session: who, when, what; with --json what was there before and after."""
    trail = asked.tables.history(asked.name, asked.lang)
    printed(trail, lambda: history_blocks(trail, asked.lang), asked.as_json)


@app.command()
@about_session
def verify(asked: Asked) -> int:
    """Look at every row again: does the ledger hold together, and would today's rules pay the same?"""
    report = asked.tables.verify(asked.name)
    printed(report, lambda: verdict_blocks(report, asked.lang), asked.as_json)
    return 1 if report["problems"] else 0


# -- writing ----------------------------------------------------------------------------------------------------------


@app.command()
def new(
    context: typer.Context,
    name: NameArgument,
    rules: Annotated[str, typer.Option("--rules", metavar="RULES", help="A rule set's key.")],
    players: Annotated[str, typer.Option("--players", metavar="A,B,C,D", help="Four names in turn order.")],
    option: facts.OptionOption = None,
    dealer: Annotated[
        str | None, typer.Option("--dealer", metavar="PLAYER", help="Who deals first; else the first player.")
    ] = None,
    currency: Annotated[
        str | None, typer.Option("--currency", metavar="CODE", help="What is paid in, such as HKD.")
    ] = None,
    point: Annotated[
        str | None, typer.Option("--point", metavar="AMOUNT", help="Money for a point, such as 0.50.")
    ] = None,
    rounding: Annotated[
        str | None, typer.Option("--rounding", metavar="AMOUNT", help="The smallest amount that changes hands.")
    ] = None,
    key: KeyOption = None,
    by: ByOption = None,
    lang: facts.LangOption = None,
    json: facts.JsonOption = False,
) -> None:
    """Begin a session. Its rules and every house option are kept as they are now."""
    stake = None
    if currency is not None or point is not None or rounding is not None:
        stake = facts.given(currency=currency, per_point=point, rounding=rounding)
    receipt = tables_of(context).create(
        name,
        rules=rules,
        players=[player.strip() for player in players.split(",")],
        options=facts.typed_options(rules, option),
        first_dealer=dealer,
        stake=stake,
        key=key,
        by=who(by),
    )
    printed(receipt.view.to_json(), lambda: session_blocks(receipt.view, facts.language(lang)), json)


@app.command()
@about_write
def record(
    asked: Writing,
    hand: facts.HandArgument = None,
    request: Annotated[
        str | None,
        typer.Option("--request", metavar="FILE", help="The deal as JSON instead; - reads standard input."),
    ] = None,
    seat: Annotated[str | None, typer.Option("--seat", metavar="WHO", help="Who won: a seat or a player.")] = None,
    self_draw: facts.SelfDrawOption = False,
    discard: facts.DiscardOption = False,
    from_: Annotated[
        str | None, typer.Option("--from", metavar="WHO", help="Who discarded: a seat or a player.")
    ] = None,
    event: facts.EventOption = None,
    discards: facts.DiscardsOption = None,
    liable: Annotated[str | None, typer.Option("--liable", metavar="WHO", help="Who is liable, or none.")] = None,
    points: Annotated[
        int | None, typer.Option("--points", metavar="N", help="The win's worth, declared without its tiles.")
    ] = None,
    row: Annotated[
        list[str] | None, typer.Option("--row", metavar="KEY", help="A row of a declared win; may be repeated.")
    ] = None,
    drawn: Annotated[bool, typer.Option("--drawn", help="Nobody won.")] = False,
    false_win: Annotated[str | None, typer.Option("--false-win", metavar="WHO", help="Who called a false win.")] = None,
    before: BeforeOption = None,
    force: ForceOption = False,
) -> int:
    """Write a deal: a request file, or one win in the words of `sikwu score`, or --drawn, or --false-win.

    sikwu table record Friday "[777z] [666z] 22z 456p 34m + 5m" --seat Bo --discard --from Ann
    """
    win = facts.given(
        seat=seat, hand=hand, win=facts.how_won(self_draw, discard), from_=from_, events=event, discards=discards
    ) | facts.given(liable=liable, points=points, rows=row)
    _check_force(before, force)
    if request is not None:
        facts.alone(request, drawn=drawn, false_win=false_win, **win)
        return _record_all(asked, read_requests(request).items, before, force)
    if drawn or false_win is not None:
        if win or (drawn and false_win):
            raise SikwuError("bad-request", "a deal is either won, or --drawn, or a --false-win", "wins")
        return _record_all(asked, [{"wins": []} | facts.given(false_win=false_win)], before, force)
    if win:
        return _record_all(asked, [{"wins": [win]}], before, force)
    raise SikwuError("bad-request", "say what happened: --request FILE, a win, --drawn or --false-win WHO", "request")


def _check_force(before: int | None, force: bool) -> None:
    if force and before is None:
        raise SikwuError("bad-request", "--force is for what comes --before another deal: leave it out", "force")


def _record_all(asked: Writing, requests: list[Any], before: int | None, force: bool) -> int:
    """Writes one deal after the other and stops at the first that cannot be: those after it were played on top."""
    many, words = len(requests) > 1, asked.words
    for place, request in enumerate(requests):
        own = {"key": f"{asked.words['key']}.{place + 1}"} if many and asked.words["key"] is not None else {}
        try:
            receipt = _recorded(asked.tables, asked.name, _object(request), before, force, words | own)
        except SikwuError as error:
            if not many:
                raise
            if asked.as_json:
                print(dumps(error.in_language(asked.lang).to_json()))
            else:
                sys.stdout.flush()
                print(f"sikwu: {place + 1}/{len(requests)}: {error.in_language(asked.lang).message}", file=sys.stderr)
            return exit_status(len(requests), 1)
        if words["expected"] is not None:
            words = words | {"expected": receipt.version}
        before = None if before is None else before + 1
        _answer(asked, receipt)
    return 0


def _recorded(tables: TableService, name: str, request: Json, before: int | None, force: bool, words: Json) -> Receipt:
    if before is None:
        return tables.record(name, request, **words)
    with forcible("--force"):
        return tables.insert(name, before, request, force=force, **words)


def _object(request: Any) -> Json:
    if isinstance(request, SikwuError):
        raise request
    if not isinstance(request, dict):
        raise SikwuError("bad-request", "a deal is a JSON object", "request")
    return request


@app.command()
@about_write
def edit(asked: Writing, number: NumberArgument, request: RequestFile, force: ForceOption = False) -> None:
    """Put another request in a past deal's place; all later deals are replayed."""
    requests = read_requests(request).items
    if len(requests) != 1:
        raise SikwuError("bad-request", f"a deal is edited to one other, not to {len(requests)}", "request")
    with forcible("--force"):
        receipt = asked.tables.edit(asked.name, number, _object(requests[0]), force=force, **asked.words)
    _answer(asked, receipt)


@app.command()
@about_write
def delete(asked: Writing, number: NumberArgument, force: ForceOption = False) -> None:
    """Take a past deal out; later deals are replayed and move up by one number."""
    with forcible("--force"):
        receipt = asked.tables.delete(asked.name, number, force=force, **asked.words)
    _answer(asked, receipt)


@app.command()
@about_write
def adjust(
    asked: Writing,
    moves: Annotated[list[str], typer.Argument(metavar="PLAYER=POINTS…", help="Who gets or gives what: A=+10 B=-10.")],
    why: Annotated[str, typer.Option("--why", metavar="REASON", help="The reason.")],
) -> None:
    """Move points by hand, with a reason. They sum to zero."""
    _answer(asked, asked.tables.adjust(asked.name, _moves(moves), why, **asked.words))


def _moves(moves: list[str]) -> dict[str, int]:
    """``A=+10`` words as points by player."""
    points: dict[str, int] = {}
    for move in moves:
        player, _, amount = move.partition("=")
        check_name(player, "moves")
        digits = amount[1:] if amount[:1] in ("+", "-") else amount
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 10):
            raise SikwuError("bad-request", f"{move!r} should be PLAYER=POINTS, such as {player}=+10", "moves")
        if player in points:
            raise SikwuError("bad-request", f"{player} is named twice", "moves")
        points[player] = int(amount)
    return points


@app.command()
@about_write
def replace(
    asked: Writing,
    leaves: Annotated[str, typer.Argument(metavar="LEAVES", help="Who stands up.")],
    joins: Annotated[str, typer.Argument(metavar="JOINS", help="Who sits down there.")],
    before: BeforeOption = None,
    force: ForceOption = False,
) -> None:
    """Somebody sits down for another; both keep their own totals."""
    _check_force(before, force)
    if before is None:
        receipt = asked.tables.replace_player(asked.name, leaves, joins, **asked.words)
    else:
        request = {"leaves": leaves, "joins": joins}
        receipt = _recorded(asked.tables, asked.name, request, before, force, asked.words)
    _answer(asked, receipt)


@app.command()
@about_write
def resettle(
    asked: Writing,
    number: Annotated[int | None, typer.Argument(metavar="[N]", help="The deal's number; else all of them.")] = None,
    force: ForceOption = False,
) -> None:
    """Settle a deal, or all of them, under today's revision of the rules."""
    with forcible("--force"):
        receipt = asked.tables.resettle(asked.name, number, force=force, **asked.words)
    _answer(asked, receipt)


@app.command()
@about_write
def undo(asked: Writing) -> None:
    """Take back the last change that stands, and say what it was."""
    _answer(asked, asked.tables.undo(asked.name, **asked.words))


@app.command()
@about_write
def redo(asked: Writing) -> None:
    """Do again what was undone last, and say what it was."""
    _answer(asked, asked.tables.redo(asked.name, **asked.words))


@app.command()
@about_write
def close(asked: Writing) -> None:
    """End the session and say who pays whom."""
    receipt = asked.tables.close(asked.name, **asked.words)
    if asked.as_json:
        print(dumps(receipt.to_json(asked.lang) | {"transfers": asked.tables.transfers(asked.name)}))
    else:
        show([*session_blocks(receipt.view, asked.lang), Line(), *transfer_blocks(receipt.view, asked.lang)])


@app.command()
@about_write
def reopen(asked: Writing) -> None:
    """Open a closed session again."""
    _answer(asked, asked.tables.reopen(asked.name, **asked.words))


@app.command()
def play(context: typer.Context, name: NameArgument, by: ByOption = None, lang: facts.LangOption = None) -> None:
    """Ask for one deal after the other, and show each with its payments before it is written."""
    from sikwu.table.play import play as ask

    ask(tables_of(context), name, who(by), facts.language(lang))


for part in (cli_files, cli_links):
    app.add_typer(part.app)
