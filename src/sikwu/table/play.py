"""``sikwu table play``: asks what happened, shows it with its payments, writes it when told to."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import NamedTuple

from sikwu.cli.document import Line, show
from sikwu.cli.settle_view import settle_blocks
from sikwu.errors import SikwuError, one_of
from sikwu.hand import SEATS
from sikwu.rules import load
from sikwu.rules.language import RuleSet, asked_by
from sikwu.session import Json, settlement_request
from sikwu.table.drawing import head_blocks, session_blocks, total_blocks
from sikwu.table.service import TableService
from sikwu.table.views import SessionView
from sikwu.words import say


class Leave(Exception):
    """The player wants to go, or nobody is there any more."""


class _Table(NamedTuple):
    """Who is asked about which session."""

    tables: TableService
    name: str
    by: str | None
    lang: str


def play(tables: TableService, name: str, by: str | None, lang: str) -> None:
    """Deals, one after the other, until the player leaves; whatever was written stays written."""
    at = _Table(tables, name, by, lang)
    show(session_blocks(tables.view(name), lang))
    try:
        while True:
            try:
                _one_deal(at)
            except SikwuError as error:
                show([Line(say(lang, "table", "refused", message=error.in_language(lang).message), "bad")])
                if error.code == "session-closed":
                    return
    except Leave:
        show([Line()])


def _one_deal(at: _Table) -> None:
    view = at.tables.view(at.name)
    sheet = load(view.table.rules)
    show([Line(), *head_blocks(view, at.lang)])
    who = _ask(at, "ask-who")
    match who.lower():
        case "q":
            raise Leave
        case "u":
            receipt = at.tables.undo(at.name, expected=view.version, by=at.by)
            undid = [Line(receipt.change.words(at.lang), "good")] if receipt.change else []
            show([*undid, *total_blocks(receipt.view)])
        case "f":
            _offer(at, view, {"wins": [], "false_win": _ask(at, "ask-false")} | _beside(at, sheet))
        case "":
            _offer(at, view, {"wins": []} | _beside(at, sheet))
        case _:
            _offer(at, view, {"wins": list(_wins(at, view, _sitting(view, _words(who))))} | _beside(at, sheet))


def _sitting(view: SessionView, names: list[str]) -> list[str]:
    """The names as they came; whose name it is not is said before anything more is asked."""
    here = {name.casefold() for name in view.state.players}
    for name in names:
        if name not in SEATS and name.casefold() not in here:
            message = f"nobody called {name!r} sits here: {one_of(view.state.players)}, or a seat"
            raise SikwuError("unknown-player", message, "wins")
    return names


def _wins(at: _Table, view: SessionView, winners: list[str]) -> Iterator[Json]:
    sheet = load(view.table.rules)
    discarder = _ask(at, "ask-from")
    _sitting(view, [discarder] if discarder else [])
    how: Json = {"win": "discard", "from": discarder} if discarder else {"win": "self-draw"}
    if any("discards" in asked_by(row.when) for row in sheet.rows):
        how |= _number(_ask(at, "ask-discards"), "discards")
    for winner in winners:
        hand = _ask(at, "ask-hand", player=winner)
        worth: Json = _number(hand, "points") or {"hand": hand}
        if "points" in worth and sheet.race:
            worth["rows"] = _words(_ask(at, "ask-rows"))
        yield {"seat": winner, **how, **worth, "events": _words(_ask(at, "ask-events"))}


def _beside(at: _Table, sheet: RuleSet) -> Json:
    """What is paid beside the wins, asked where the rule set pays any of it."""
    paid: Json = {}
    if sheet.concealed_kong_payment:
        paid["concealed_kongs"] = [
            {"seat": who.rstrip("!"), "shown": not who.endswith("!")} for who in _words(_ask(at, "ask-kongs"))
        ]
    for name in sheet.flower_sets:
        sets = paid.setdefault("flower_sets", [])
        sets += [{"seat": who, "set": name} for who in _words(_ask(at, "ask-set", set=say(at.lang, "payment", name)))]
    return paid


def _number(text: str, field: str) -> Json:
    return {field: int(text)} if text.isascii() and text.isdigit() and len(text) <= 9 else {}


def _offer(at: _Table, view: SessionView, request: Json) -> None:
    """Shows what the deal would pay, and writes it if the player says so and nobody else wrote in between."""
    explained = [win | {"explain": True, "lang": at.lang} if "hand" in win else win for win in request["wins"]]
    preview = at.tables.preview(at.name, request | {"wins": explained})
    whole = settlement_request(view.table, view.state.circumstances, preview["request"])
    totals = "   ".join(f"{player} {points:+d}" for player, points in preview["totals"].items())
    heading = say(at.lang, "headings", "total")
    show([Line(), *settle_blocks(whole, preview["result"], at.lang, False), Line(f"{heading}: {totals}")])
    if _ask(at, "ask-save").lower() in ("y", "yes", "是", "예"):
        at.tables.record(at.name, request, expected=preview["version"], by=at.by)
        show([Line(say(at.lang, "table", "written"), "good")])
    else:
        show([Line(say(at.lang, "table", "not-written"), "quiet")])


def _ask(at: _Table, question: str, **values: object) -> str:
    print(f"{say(at.lang, 'table', question, **values)}\n> ", end="", flush=True)
    answer = sys.stdin.readline()
    if not answer:
        raise Leave
    return answer.strip()


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.replace("，", ",").split(",") if word.strip()]
