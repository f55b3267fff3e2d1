"""``sikwu table``: the commands of a session."""

from __future__ import annotations

import getpass
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, cast

import typer

from sikwu import dumps
from sikwu.cli import facts
from sikwu.cli.document import Block, Line, show
from sikwu.cli.requests import exit_status, read_requests
from sikwu.errors import SikwuError
from sikwu.session import Json, check_name
from sikwu.table import TableService, open_tables
from sikwu.table.drawing import (
    deal_blocks,
    drift_words,
    head_blocks,
    history_blocks,
    list_blocks,
    session_blocks,
    statistics_blocks,
    total_blocks,
    transfer_blocks,
    warning_blocks,
)
from sikwu.table.service import Chart
from sikwu.table.writes import Receipt
from sikwu.words import say

app = typer.Typer(
    name="table",
    no_args_is_help=True,
    add_completion=False,
    help="Keep the ledger of an evening: deals, totals, undo, exports.",
)

NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="The session's name.")]
NumberArgument = Annotated[int, typer.Argument(metavar="N", help="The deal's number, as `show` prints it.")]
KeyOption = Annotated[
    str | None, typer.Option("--key", metavar="KEY", help="Idempotency key: the same write sent twice is one.")
]
ExpectOption = Annotated[
    int | None, typer.Option("--if-version", metavar="V", help="Write only if the session is still at this version.")
]
ByOption = Annotated[str | None, typer.Option("--by", metavar="WHO", help="Who, for the audit trail; else the user.")]
ForceOption = Annotated[
    bool, typer.Option("--force", help="Change it although a later deal makes no sense then; that deal is marked.")
]
RequestFile = Annotated[
    str, typer.Option("--request", metavar="FILE", help="The deal as JSON; - reads standard input.")
]


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


def _tables(context: typer.Context) -> TableService:
    tables = open_tables(cast("str | None", context.obj))
    context.call_on_close(tables.dispose)
    return tables


def _who(by: str | None) -> str | None:
    if by is not None:
        return by
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return None  # a container's user may have no name, and Windows no names to ask for


def _print(value: Any, blocks: Callable[[], list[Block]], as_json: bool) -> None:
    if as_json:
        print(dumps(value))
    else:
        show(blocks())


def _answer(receipt: Receipt, as_json: bool, lang: str) -> None:
    """What a write did: the deal it was about and the session after it."""

    def blocks() -> list[Block]:
        view = receipt.view
        made: list[Block] = []
        if receipt.replayed:
            made = [Line(say(lang, "table", "already"), "quiet"), Line()]
        elif receipt.number is not None and receipt.number <= len(view.lines):
            made = [*deal_blocks(view, lang, receipt.number), Line()]
        return [*made, *head_blocks(view, lang), *total_blocks(view, lang), *warning_blocks(view, lang)]

    _print(receipt.to_json(), blocks, as_json)


# -- looking ----------------------------------------------------------------------------------------------------------


@app.command("list")
def list_(context: typer.Context, lang: facts.LangOption = None, json: facts.JsonOption = False) -> None:
    """All sessions, newest first."""
    sessions = _tables(context).sessions()
    _print(sessions, lambda: list_blocks(sessions, facts.language(lang)), json)


@app.command("show")
def show_(
    context: typer.Context, name: NameArgument, lang: facts.LangOption = None, json: facts.JsonOption = False
) -> None:
    """A session: who deals, every deal, the totals."""
    view = _tables(context).view(name)
    if json:
        print(dumps(view.to_json()))
    else:
        show(session_blocks(view, facts.language(lang)))


@app.command()
def stats(
    context: typer.Context, name: NameArgument, lang: facts.LangOption = None, json: facts.JsonOption = False
) -> None:
    """Who won how often and how much, the running totals, who pays whom."""
    tables = _tables(context)
    if json:
        print(dumps(tables.stats(name) | {"transfers": tables.transfers(name)}))
    else:
        show(statistics_blocks(tables.view(name), facts.language(lang)))


@app.command()
def history(
    context: typer.Context, name: NameArgument, lang: facts.LangOption = None, json: facts.JsonOption = False
) -> None:
    """Every change to the session: who, when, and with --json what was there before and after."""
    trail = _tables(context).history(name)
    _print(trail, lambda: history_blocks(trail, facts.language(lang)), json)


@app.command()
def verify(
    context: typer.Context, name: NameArgument, lang: facts.LangOption = None, json: facts.JsonOption = False
) -> int:
    """Look at every row again: does the ledger hold together, and would today's rules pay the same?"""
    report = _tables(context).verify(name)

    def blocks() -> list[Block]:
        spoken, problems = facts.language(lang), report["problems"]
        key = "unsound" if problems else "sound"
        verdict = say(spoken, "table", key, deals=report["deals"], problems=len(problems))
        drifts = [
            drift_words(entry["number"], entry["paid"]["revision"], entry["now"], spoken) for entry in report["drift"]
        ]
        return [Line(verdict, "bad" if problems else "good"), *(Line(text, "bad", 1) for text in [*problems, *drifts])]

    _print(report, blocks, json)
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
    receipt = _tables(context).create(
        name,
        rules=rules,
        players=[player.strip() for player in players.split(",")],
        options=facts.typed_options(rules, option),
        first_dealer=dealer,
        stake=stake,
        key=key,
        by=_who(by),
    )
    _print(receipt.view.to_json(), lambda: session_blocks(receipt.view, facts.language(lang)), json)


@app.command()
def record(
    context: typer.Context,
    name: NameArgument,
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
    key: KeyOption = None,
    if_version: ExpectOption = None,
    by: ByOption = None,
    lang: facts.LangOption = None,
    json: facts.JsonOption = False,
) -> int:
    """Write a deal: a request file, or one win in the words of `sikwu score`, or --drawn, or --false-win.

    sikwu table record Friday "[777z] [666z] 22z 456p 34m + 5m" --seat Bo --discard --from Ann
    """
    win = facts.given(
        seat=seat, hand=hand, win=facts.how_won(self_draw, discard), from_=from_, events=event, discards=discards
    ) | facts.given(liable=liable, points=points, rows=row)
    if request is not None:
        facts.alone(request, drawn=drawn, false_win=false_win, **win)
        asked = read_requests(request).items
    elif drawn or false_win is not None:
        if win or (drawn and false_win):
            raise SikwuError("bad-request", "a deal is either won, or --drawn, or a --false-win", "wins")
        asked = [{"wins": []} | facts.given(false_win=false_win)]
    elif win:
        asked = [{"wins": [win]}]
    else:
        raise SikwuError(
            "bad-request", "say what happened: --request FILE, a win, --drawn or --false-win WHO", "request"
        )
    return _record_all(_tables(context), name, asked, key, if_version, _who(by), json, facts.language(lang))


def _record_all(
    tables: TableService,
    name: str,
    asked: list[Any],
    key: str | None,
    expected: int | None,
    by: str | None,
    as_json: bool,
    lang: str,
) -> int:
    """Writes one deal after the other and stops at the first that cannot be: those after it were played on top."""
    for number, request in enumerate(asked, 1):
        own_key = key if key is None or len(asked) == 1 else f"{key}.{number}"
        try:
            receipt = tables.record(name, _object(request), key=own_key, expected=expected, by=by)
        except SikwuError as error:
            if len(asked) == 1:
                raise
            if as_json:
                print(dumps(error.to_json()))
            else:
                sys.stdout.flush()
                print(f"sikwu: {number}/{len(asked)}: {error.message}", file=sys.stderr)
            return exit_status(len(asked), 1)
        expected = None if expected is None else receipt.version
        _answer(receipt, as_json, lang)
    return 0


def _object(request: Any) -> Json:
    if isinstance(request, SikwuError):
        raise request
    if not isinstance(request, dict):
        raise SikwuError("bad-request", "a deal is a JSON object", "request")
    return request


@app.command()
def edit(
    context: typer.Context,
    name: NameArgument,
    number: NumberArgument,
    request: RequestFile,
    force: ForceOption = False,
    key: KeyOption = None,
    if_version: ExpectOption = None,
    by: ByOption = None,
    lang: facts.LangOption = None,
    json: facts.JsonOption = False,
) -> None:
    """Put another request in a past deal's place; all later deals are replayed."""
    asked = read_requests(request).items
    if len(asked) != 1:
        raise SikwuError("bad-request", f"a deal is edited to one other, not to {len(asked)}", "request")
    receipt = _tables(context).edit(
        name, number, _object(asked[0]), force=force, key=key, expected=if_version, by=_who(by)
    )
    _answer(receipt, json, facts.language(lang))


@app.command()
def delete(
    context: typer.Context,
    name: NameArgument,
    number: NumberArgument,
    force: ForceOption = False,
    key: KeyOption = None,
    if_version: ExpectOption = None,
    by: ByOption = None,
    lang: facts.LangOption = None,
    json: facts.JsonOption = False,
) -> None:
    """Take a past deal out; later deals are replayed and move up by one number."""
    receipt = _tables(context).delete(name, number, force=force, key=key, expected=if_version, by=_who(by))
    _answer(receipt, json, facts.language(lang))


@app.command()
def adjust(
    context: typer.Context,
    name: NameArgument,
    moves: Annotated[list[str], typer.Argument(metavar="PLAYER=POINTS…", help="Who gets or gives what: A=+10 B=-10.")],
    why: Annotated[str, typer.Option("--why", metavar="REASON", help="The reason.")],
    key: KeyOption = None,
    if_version: ExpectOption = None,
    by: ByOption = None,
    lang: facts.LangOption = None,
    json: facts.JsonOption = False,
) -> None:
    """Move points by hand, with a reason. They sum to zero."""
    receipt = _tables(context).adjust(name, _moves(moves), why, key=key, expected=if_version, by=_who(by))
    _answer(receipt, json, facts.language(lang))


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
def replace(
    context: typer.Context,
    name: NameArgument,
    leaves: Annotated[str, typer.Argument(metavar="LEAVES", help="Who stands up.")],
    joins: Annotated[str, typer.Argument(metavar="JOINS", help="Who sits down there.")],
    key: KeyOption = None,
    if_version: ExpectOption = None,
    by: ByOption = None,
    lang: facts.LangOption = None,
    json: facts.JsonOption = False,
) -> None:
    """Somebody sits down for another; both keep their own totals."""
    receipt = _tables(context).replace_player(name, leaves, joins, key=key, expected=if_version, by=_who(by))
    _answer(receipt, json, facts.language(lang))


@app.command()
def resettle(
    context: typer.Context,
    name: NameArgument,
    number: Annotated[int | None, typer.Argument(metavar="[N]", help="The deal's number; else all of them.")] = None,
    force: ForceOption = False,
    key: KeyOption = None,
    if_version: ExpectOption = None,
    by: ByOption = None,
    lang: facts.LangOption = None,
    json: facts.JsonOption = False,
) -> None:
    """Settle a deal, or all of them, under today's revision of the rules."""
    receipt = _tables(context).resettle(name, number, force=force, key=key, expected=if_version, by=_who(by))
    _answer(receipt, json, facts.language(lang))


@app.command()
def undo(
    context: typer.Context,
    name: NameArgument,
    key: KeyOption = None,
    if_version: ExpectOption = None,
    by: ByOption = None,
    lang: facts.LangOption = None,
    json: facts.JsonOption = False,
) -> None:
    """Take back the last change that stands."""
    _answer(_tables(context).undo(name, key=key, expected=if_version, by=_who(by)), json, facts.language(lang))


@app.command()
def redo(
    context: typer.Context,
    name: NameArgument,
    key: KeyOption = None,
    if_version: ExpectOption = None,
    by: ByOption = None,
    lang: facts.LangOption = None,
    json: facts.JsonOption = False,
) -> None:
    """Do again what was undone last."""
    _answer(_tables(context).redo(name, key=key, expected=if_version, by=_who(by)), json, facts.language(lang))


@app.command()
def close(
    context: typer.Context,
    name: NameArgument,
    key: KeyOption = None,
    if_version: ExpectOption = None,
    by: ByOption = None,
    lang: facts.LangOption = None,
    json: facts.JsonOption = False,
) -> None:
    """End the session and say who pays whom."""
    tables = _tables(context)
    receipt = tables.close(name, key=key, expected=if_version, by=_who(by))
    spoken = facts.language(lang)
    if json:
        print(dumps(receipt.to_json() | {"transfers": tables.transfers(name)}))
    else:
        show([*session_blocks(receipt.view, spoken), Line(), *transfer_blocks(receipt.view, spoken)])


@app.command()
def reopen(
    context: typer.Context,
    name: NameArgument,
    key: KeyOption = None,
    if_version: ExpectOption = None,
    by: ByOption = None,
    lang: facts.LangOption = None,
    json: facts.JsonOption = False,
) -> None:
    """Open a closed session again."""
    _answer(_tables(context).reopen(name, key=key, expected=if_version, by=_who(by)), json, facts.language(lang))


@app.command()
def play(context: typer.Context, name: NameArgument, by: ByOption = None, lang: facts.LangOption = None) -> None:
    """Ask for one deal after the other, and show each with its payments before it is written."""
    from sikwu.table.play import play as ask

    ask(_tables(context), name, _who(by), facts.language(lang))


# -- files ------------------------------------------------------------------------------------------------------------

FORMS = ("json", "csv", "md", "svg", "png")


@app.command()
def export(
    context: typer.Context,
    name: NameArgument,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Where to; else standard output.")
    ] = None,
    form: Annotated[
        str | None, typer.Option("--form", metavar="FORM", help="json, csv, md, svg or png; else by the file's name.")
    ] = None,
    lang: facts.LangOption = None,
    json: facts.JsonOption = False,
) -> None:
    """The session as a file: complete (json), a line a payment (csv), a sheet (md), a chart (svg, png)."""
    wanted = form or (output.suffix[1:].lower() if output and output.suffix else "json")
    if wanted not in FORMS:
        raise SikwuError("bad-request", f"--form is one of {', '.join(FORMS)}, not {wanted!r}", "form")
    data = _exported(_tables(context), name, wanted, facts.language(lang))
    if output is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        return
    try:
        output.write_bytes(data)
    except OSError as error:
        raise SikwuError("bad-request", f"cannot write {output}: {error.strerror}", "output") from error
    done = {"file": str(output), "form": wanted, "bytes": len(data)}
    _print(done, lambda: [Line(f"{output}: {len(data)} B")], json)


def _exported(tables: TableService, name: str, form: str, lang: str) -> bytes:
    match form:
        case "json":
            return tables.export_json(name).encode()
        case "csv":
            return tables.export_csv(name).encode()
        case "md":
            return tables.export_markdown(name, lang).encode()
    return tables.chart(name, cast("Chart", form))


@app.command("import")
def import_(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `export` wrote as json.")],
    name: Annotated[str | None, typer.Option("--name", metavar="NAME", help="Another name for the session.")] = None,
    lang: facts.LangOption = None,
    json: facts.JsonOption = False,
) -> None:
    """Bring in a session from a file; a damaged file changes nothing."""
    try:
        text = file.read_text("utf-8-sig")
    except OSError as error:
        raise SikwuError("bad-request", f"cannot read {file}: {error.strerror}", "file") from error
    except UnicodeDecodeError as error:
        raise SikwuError("damaged-file", f"{file} is not UTF-8 (at byte {error.start})", "file") from error
    view = _tables(context).import_json(text, name=name)
    _print(view.to_json(), lambda: session_blocks(view, facts.language(lang)), json)


@app.command()
def backup(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to; an old file there is replaced.")],
    json: facts.JsonOption = False,
) -> None:
    """All sessions into one file, from one moment."""
    rows = _tables(context).backup(file)
    _print({"file": str(file), "rows": rows}, lambda: [Line(f"{file}: {rows} rows")], json)


@app.command()
def restore(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `backup` wrote.")],
    json: facts.JsonOption = False,
) -> None:
    """Everything from a backup, into an empty database: SQLite or PostgreSQL, whichever it came from."""
    rows = _tables(context).restore(file)
    _print({"file": str(file), "rows": rows}, lambda: [Line(f"{file}: {rows} rows")], json)
