"""Sessions, drawn for people in a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from sikwu.cli.document import Block, Column, Line, Table
from sikwu.cli.sheet import Sheet
from sikwu.hand import SEATS
from sikwu.session import Json
from sikwu.table.charts import running_totals, text_chart
from sikwu.table.sheets import happened, net_of, round_word, statistic_rows
from sikwu.table.transfers import transfers
from sikwu.table.views import SessionView, deal_json
from sikwu.words import say


def list_blocks(sessions: Sequence[Json], lang: str) -> list[Block]:
    """Every session on a line."""
    if not sessions:
        return [Line(say(lang, "table", "no-sessions"))]
    columns = [
        Column(say(lang, "table", "session")),
        Column(say(lang, "headings", "rule-set")),
        Column(say(lang, "table", "deals"), number=True),
        Column(say(lang, "table", "changed")),
        Column(""),
    ]
    rows = [
        [
            session["handle"],
            session["rules"],
            str(session["deals"]),
            session["changed"],
            say(lang, "table", "closed" if session["closed"] else "open"),
        ]
        for session in sessions
    ]
    return [Table(columns, rows, indent=0)]


def session_blocks(view: SessionView, lang: str) -> list[Block]:
    """The session: where it stands, every deal, the totals, and what is to be looked at."""
    return [
        *head_blocks(view, lang),
        Line(),
        *deal_blocks(view, lang, 1),
        *total_blocks(view),
        *warning_blocks(view, lang),
    ]


def head_blocks(view: SessionView, lang: str) -> list[Block]:
    """The name, the rules, who deals, which hand of which round it is, who sits where."""
    state = view.state
    sheet = Sheet(view.table.rules, lang)
    now = say(
        lang,
        "table",
        "now",
        round=say(lang, "seats", SEATS[state.round]),
        hand=state.hand,
        dealer=state.players[state.dealer],
    )
    kept = f"; {say(lang, 'table', 'kept', streak=state.streak)}" if state.streak else ""
    closed = f" ({say(lang, 'table', 'closed')})" if view.closed else ""
    seats = [
        f"{say(lang, 'seats', word)} {state.players[(state.dealer + seat) % 4]}" for seat, word in enumerate(SEATS)
    ]
    blocks: list[Block] = [
        Line(f"{view.name}{closed}", "title"),
        Line(f"{sheet.title()} ({view.table.rules}), {say(lang, 'table', 'version')} {view.version}", "quiet"),
        Line(now + kept),
        Line("   ".join(seats), indent=1),
    ]
    if state.counters:
        counters = "   ".join(f"{player} {left}" for player, left in zip(state.players, state.counters, strict=True))
        blocks.append(Line(f"{say(lang, 'headings', 'counters')}: {counters}", indent=1))
    return blocks


def deal_blocks(view: SessionView, lang: str, first: int) -> list[Block]:
    """The deals from number ``first`` on, with what each moved."""
    if not view.lines:
        return [Line(say(lang, "table", "nothing-yet"), "quiet")]
    players = list(view.state.totals)
    columns = [
        Column("#", number=True),
        Column(say(lang, "headings", "round")),
        *(Column(player, number=True) for player in players),
        Column(say(lang, "table", "what")),
    ]
    rows = []
    for number in range(first, len(view.lines) + 1):
        state, line = view.states[number - 1], view.lines[number - 1]
        net = net_of(state, line)
        moved = [f"{net[player]:+d}" if net.get(player) else "" for player in players]
        what = happened(state.players, line, view.table.rules, lang)
        rows.append([str(number), round_word(line, state, lang), *moved, what])
    totals = [f"{view.state.totals[player]:+d}" for player in players]
    rows.append(["", say(lang, "headings", "total"), *totals, ""])
    return [Table(columns, rows, indent=0)]


def total_blocks(view: SessionView) -> list[Block]:
    """The totals in money, if points are worth any."""
    money = view.money()
    if money is None or view.stake is None:
        return []
    amounts = "   ".join(f"{player} {amount}" for player, amount in money.items())
    return [Line(), Line(f"{view.stake.currency}: {amounts}")]


def warning_blocks(view: SessionView, lang: str) -> list[Block]:
    """Deals that make no sense any more, and deals that today's rules would score otherwise."""
    blocks: list[Block] = []
    for number, line in enumerate(view.lines, 1):
        if line.mark:
            words = say(lang, "table", "marked-line", number=number, message=line.mark["message"])
            blocks.append(Line(words, "bad"))
        if now := view.drift(number):
            seats = deal_json(number, line, view.states[number - 1].players)["seats"]
            blocks.append(Line(drift_words(number, line.revision, now, seats, lang), "bad"))
    return [Line(), *blocks] if blocks else []


def verdict_blocks(report: Json, lang: str) -> list[Block]:
    """What ``verify`` found."""
    problems = report["problems"]
    key = "unsound" if problems else "sound"
    verdict = say(lang, "table", key, deals=report["deals"], problems=len(problems))
    drifts = [
        drift_words(entry["number"], entry["paid"]["revision"], entry["now"], entry["seats"], lang)
        for entry in report["drift"]
    ]
    return [Line(verdict, "bad" if problems else "good"), *(Line(text, "bad", 1) for text in [*problems, *drifts])]


def drift_words(number: int, paid: int, now: Json, seats: Json, lang: str) -> str:
    """How today's rules would score a deal otherwise; ``seats`` are the players by seat."""
    if "error" in now:
        message = now["error"]["message"]
        return say(lang, "table", "drift-error", number=number, paid=paid, now=now["revision"], message=message)
    net = ", ".join(f"{seats[seat]} {points:+d}" for seat, points in now["net"].items())
    return say(lang, "table", "drift-line", number=number, paid=paid, now=now["revision"], net=net)


def transfer_blocks(view: SessionView, lang: str) -> list[Block]:
    """Who pays whom."""
    found = transfers(view.state.totals, view.stake)
    moves = found["points"] if found["money"] is None else found["money"]
    unit = say(lang, "headings", "points") if found["money"] is None else found["currency"]
    lines = [
        Line(
            say(lang, "table", "pays", payer=move["from"], payee=move["to"], amount=move["amount"], unit=unit), indent=1
        )
        for move in moves
    ]
    nothing = Line(say(lang, "sentences", "nothing-paid"), indent=1)
    return [Line(say(lang, "table", "transfers"), "heading"), *(lines or [nothing])]


def statistics_blocks(view: SessionView, lang: str) -> list[Block]:
    """The players' statistics, the chart of running totals, the transfers."""
    head, body = statistic_rows(view, lang)
    columns = [Column(title, number=0 < index < len(head) - 1) for index, title in enumerate(head)]
    chart = [Line(line) for line in text_chart(running_totals(view.states))]
    return [Table(columns, body, indent=0), Line(), *chart, Line(), *transfer_blocks(view, lang)]


def history_blocks(trail: Sequence[Json], lang: str) -> list[Block]:
    """Every change on a line: which version it made, when, who, what."""
    columns = [Column(say(lang, "table", "version"), number=True), Column(""), Column(""), Column("")]
    rows = [[str(change["version"]), change["at"], change["by"] or "", change["words"]] for change in trail]
    return [Table(columns, rows, indent=0)]
