"""The evening on paper: a CSV line for every payment, and a Markdown sheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from sikwu.hand import SEATS
from sikwu.rules import load
from sikwu.session import Json, Line, State
from sikwu.table.stats import player_at, rows_made, stats
from sikwu.table.transfers import fewest_transfers, transfers
from sikwu.table.views import SessionView, is_declared
from sikwu.words import say, times, worth

CSV_FIELDS = (
    "deal", "kind", "at", "by", "round", "dealer", "streak", "from", "to", "amount", "for", "money", "currency",
    "declared", "marked", "why",
)  # fmt: skip


def csv_sheet(view: SessionView) -> str:
    """A line a payment, with players' names; an adjustment as the fewest payments that make it."""
    file = io.StringIO()
    writer = csv.DictWriter(file, CSV_FIELDS, lineterminator="\n")
    writer.writeheader()
    for number, (state, item) in enumerate(zip(view.states, view.placed, strict=False), 1):
        line = item.line
        at, by = view.made[item.made]
        for payer, payee, amount, reason in payments(state, line):
            money = None if view.stake is None else amount * view.stake.per_point
            writer.writerow(
                {
                    "deal": number,
                    "kind": line.kind,
                    "at": at,
                    "by": _no_formula(by or ""),
                    "round": SEATS[line.circumstances.round],
                    "dealer": state.players[line.circumstances.dealer],
                    "streak": line.circumstances.streak,
                    "from": payer,
                    "to": payee,
                    "amount": amount,
                    "for": reason,
                    "money": money,
                    "currency": view.stake and _no_formula(view.stake.currency),
                    "declared": "yes" if is_declared(line) else "no",
                    "marked": "yes" if line.mark else "no",
                    "why": _no_formula(line.request.get("why", "")),
                }
            )
    return file.getvalue()


def _no_formula(text: str) -> str:
    # A spreadsheet would run what begins so.
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text


def payments(state: State, line: Line) -> Iterator[tuple[str, str, int, str]]:
    """What a line moved: ``(from, to, amount, for)`` with players' names."""
    if line.kind == "adjustment":
        yield from (
            (payer, payee, amount, "adjustment") for payer, payee, amount in fewest_transfers(line.result["net"])
        )
    for payment in line.result.get("payments", ()):
        yield (
            player_at(state.players, line, payment["from"]),
            player_at(state.players, line, payment["to"]),
            payment["amount"],
            payment["for"],
        )


def net_of(state: State, line: Line) -> dict[str, int]:
    """What everybody got or gave in a line, by player."""
    if line.kind == "deal":
        return {player_at(state.players, line, seat): line.result["net"][seat] for seat in SEATS}
    return dict(line.result.get("net", {}))


def round_word(line: Line, state: State, lang: str) -> str:
    """Which hand of which round it was, and how often the dealer had stayed: ``East 3 +1``."""
    under = line.circumstances
    hand = (under.dealer - state.first_dealer) % 4 + 1
    streak = f" +{under.streak}" if under.streak else ""
    return f"{say(lang, 'seats', SEATS[under.round])} {hand}{streak}"


def happened(players: Sequence[str], line: Line, rules: str, lang: str, *, with_rows: bool = True) -> str:
    """A line in a few words: who won what from whom, or what else it was. ``players`` by chair."""
    if line.kind == "replacement":
        words = say(lang, "table", "replaced", leaves=line.request["leaves"], joins=line.request["joins"])
    elif line.kind == "adjustment":
        words = say(lang, "table", "adjusted", why=line.request["why"])
    else:
        words = "; ".join(_deal_words(players, line, rules, lang, with_rows))
    return f"{words} ({say(lang, 'table', 'marked')}: {line.mark['message']})" if line.mark else words


def _deal_words(players: Sequence[str], line: Line, rules: str, lang: str, with_rows: bool) -> Iterator[str]:
    requests = line.request.get("wins") or ()
    for request, won in zip(requests, line.result["wins"], strict=True):
        words = _win_words(players, line, request, won, rules, lang)
        rows = _rows_of(won, rules, lang) if with_rows else ""
        yield f"{words}: {rows}" if rows else words
    if false_winner := line.request.get("false_win"):
        yield say(lang, "table", "false-win", player=player_at(players, line, false_winner))
    elif not requests:
        yield say(lang, "table", "drawn")
    beside = {payment["for"] for payment in line.result["payments"]} - {"hand", "dealer", "false-win"}
    yield from (say(lang, "payment", reason) for reason in sorted(beside))


def _win_words(players: Sequence[str], line: Line, request: Json, won: Json, rules: str, lang: str) -> str:
    amount = worth(lang, load(rules).unit, won["points"])
    player = player_at(players, line, request["seat"])
    if request["win"] == "discard":
        other = player_at(players, line, request["from"])
        words = say(lang, "table", "won-from", player=player, other=other, worth=amount)
    else:
        words = say(lang, "table", "won-self-draw", player=player, worth=amount)
    notes = [say(lang, "table", "declared")] if won.get("declared") else []
    notes += [] if won["settled"] else [say(lang, "sentences", "not-settled")]
    return " ".join([words, *(f"({note})" for note in notes)])


def _rows_of(won: Json, rules: str, lang: str) -> str:
    return ", ".join(f"{row_title(rules, key, lang)}{times(count)}" for key, count in rows_made(won).items())


def row_title(rules: str, key: str, lang: str) -> str:
    """A row's name in a language; a key that the sheet no longer has stands for itself."""
    sheet = load(rules)
    return sheet.name_of(sheet.rows[sheet.row_index[key]], lang) if key in sheet.row_index else key


def markdown_sheet(view: SessionView, lang: str = "en") -> str:
    """The sheet of the evening: what was agreed, every deal with its net, totals, transfers, statistics."""
    players = list(view.state.totals)
    lines = [f"# {_cell(view.name)}", "", *_agreed(view, lang), ""]
    head = ["#", say(lang, "headings", "round"), say(lang, "headings", "dealer"), say(lang, "table", "what"), *players]
    body = []
    for number, (state, line) in enumerate(zip(view.states, view.lines, strict=False), 1):
        net = net_of(state, line)
        moved = [f"{net[player]:+d}" if net.get(player) else "" for player in players]
        dealer = state.players[line.circumstances.dealer]
        what = happened(state.players, line, view.table.rules, lang)
        body.append([str(number), round_word(line, state, lang), dealer, what, *moved])
    totals = view.state.totals
    body.append(
        ["", "", "", f"**{say(lang, 'headings', 'total')}**", *(f"**{totals[player]:+d}**" for player in players)]
    )
    if money := view.money():
        stake = view.stake
        assert stake is not None
        body.append(["", "", "", _cell(stake.currency), *(money[player] for player in players)])
    lines += _table(head, body, numbers=len(players))
    lines += ["", f"## {say(lang, 'table', 'transfers')}", "", *_transfers(view, lang)]
    lines += ["", f"## {say(lang, 'table', 'statistics')}", "", *_statistics(view, lang)]
    return "\n".join(lines) + "\n"


def _agreed(view: SessionView, lang: str) -> list[str]:
    sheet = load(view.table.rules)
    changed = {key: value for key, value in view.table.options.items() if value != sheet.options[key].default}
    house = ", ".join(f"{key} = {str(value).lower()}" for key, value in changed.items())
    rules = sheet.names.get(lang) or sheet.names["en"]
    lines = [f"- {say(lang, 'headings', 'rule-set')}: {rules} (`{sheet.key}`)"]
    if house:
        lines.append(f"- {say(lang, 'headings', 'options')}: {house}")
    if view.stake:
        rounded = say(lang, "table", "rounded-to", unit=view.stake.rounding) if view.stake.rounding else ""
        worth = say(lang, "table", "a-point", currency=_cell(view.stake.currency), amount=view.stake.per_point)
        lines.append(f"- {say(lang, 'table', 'stake')}: {worth}{rounded}")
    return lines


def _transfers(view: SessionView, lang: str) -> list[str]:
    found = transfers(view.state.totals, view.stake)
    moves = found["points"] if found["money"] is None else found["money"]
    unit = say(lang, "headings", "points") if found["money"] is None else _cell(found["currency"])
    lines = [
        "- " + say(lang, "table", "pays", payer=move["from"], payee=move["to"], amount=move["amount"], unit=unit)
        for move in moves
    ]
    return lines or [say(lang, "sentences", "nothing-paid")]


STATISTICS = (
    "deals",
    "wins",
    "declared_wins",
    "self_draws",
    "deal_ins",
    "false_wins",
    "average_points",
    "average_paid",
)


def statistic_rows(view: SessionView, lang: str) -> tuple[list[str], list[list[str]]]:
    """The table of statistics: its head, and a row for every player."""
    head = [say(lang, "table", "player"), *(say(lang, "table", name) for name in (*STATISTICS, "biggest", "rows"))]
    body = []
    for player, counted in stats(view.lines, view.states)["players"].items():
        numbers = ["–" if counted[name] is None else str(counted[name]) for name in STATISTICS]
        body.append([player, *numbers, _biggest(counted["biggest"], lang), _rows(counted, view.table.rules, lang)])
    return head, body


def _biggest(biggest: Json | None, lang: str) -> str:
    if biggest is None:
        return "–"
    declared = f" ({say(lang, 'table', 'declared')})" if biggest["declared"] else ""
    return f"{biggest['points']} (#{biggest['deal']}){declared}"


def _rows(counted: Json, rules: str, lang: str) -> str:
    made = [f"{row_title(rules, key, lang)}{times(count)}" for key, count in counted["rows"].items()]
    declared = say(lang, "table", "declared")
    made += [
        f"{row_title(rules, key, lang)}{times(count)} ({declared})" for key, count in counted["declared_rows"].items()
    ]
    return ", ".join(made) or "–"


def _statistics(view: SessionView, lang: str) -> list[str]:
    head, body = statistic_rows(view, lang)
    return _table(head, body, numbers=0)


def _table(head: Sequence[str], body: Sequence[Sequence[str]], *, numbers: int) -> list[str]:
    rule = ["---"] * (len(head) - numbers) + ["---:"] * numbers
    return [f"| {' | '.join(row)} |" for row in (map(_cell, head), rule, *(map(_cell, row) for row in body))]


def _cell(text: str) -> str:
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;").replace("\n", " ")
