"""Records an evening under every rule set and writes it beside this file: complete (json) and as a sheet (md).

    python examples/make_evenings.py

The hands are the worked cases of the tests, dealt out by a fixed seed, so the same evening comes out each time.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sikwu import SikwuError, rulesets, score
from sikwu.hand import SEATS
from sikwu.rules import load
from sikwu.table import TableService, open_tables

Json = dict[str, Any]
HERE = Path(__file__).parent
CASES = HERE.parent / "tests" / "cases"
PLAYERS = ("Plum", "Orchid", "Aster", "Bamboo")
STAKES: dict[str, Json] = {
    "hkma-2023": {"currency": "HKD", "per_point": "0.50", "rounding": "1"},
    "korean-yak": {"currency": "KRW", "per_point": "100"},
    "korean-kengma": {"currency": "KRW", "per_point": "100"},
    "sixteen-tile": {"currency": "CNY", "per_point": "0.20", "rounding": "0.10"},
    "taiwan-bible": {"currency": "HKD", "per_point": "1"},
}
COMMON_EVENTS = {"last-tile", "ready", "kong-replacement", "robbing-the-kong", "flower-replacement"}


def main() -> None:
    """Every evening, from the first deal to the last of the north round."""
    for rules in rulesets():
        time = iter(_times(datetime(2026, 1, 31, 19, 30, tzinfo=UTC)))
        with TemporaryDirectory() as folder:
            tables = open_tables(Path(folder) / "evening.sqlite", clock=time.__next__)
            name = f"An evening of {load(rules).names['en']}"[:80]
            record(tables, name, rules, random.Random(rules))
            (HERE / f"{rules}.json").write_text(tables.export_json(name), "utf-8")
            (HERE / f"{rules}.md").write_text(tables.export_markdown(name), "utf-8")
            if rules == "hkma-2023":
                (HERE / f"{rules}.svg").write_bytes(tables.chart(name, "svg"))
            tables.dispose()


def _times(start: datetime) -> Iterator[datetime]:
    for deal in range(10_000):
        yield start + deal * timedelta(minutes=6)


def record(tables: TableService, name: str, rules: str, chance: random.Random) -> None:
    """Plays until the deal has come round four times, with a slip corrected, a substitute and a chip found."""
    tables.create(name, rules=rules, players=PLAYERS, stake=STAKES[rules], by="Plum")
    hands = ordinary_hands(rules)
    while (passes := tables.view(name).state.passes) < 16:
        number = len(tables.view(name).lines)
        tables.record(name, _deal(tables, name, rules, hands, chance), key=f"deal-{number + 1}", by="Plum")
        if number == 5:  # written to the wrong player, seen at once
            tables.undo(name, by="Plum")
            tables.record(name, _deal(tables, name, rules, hands, chance), by="Plum")
        if number == 8:  # seen two deals later
            tables.edit(name, 7, _deal(tables, name, rules, hands, chance, over=6), by="Orchid")
        if passes == 8 and "Pine" not in tables.view(name).state.totals:
            tables.replace_player(name, "Bamboo", "Pine", by="Plum")
    tables.adjust(name, {"Plum": 2, "Aster": -2}, "a chip found under the table", by="Plum")
    tables.close(name, by="Plum")


def _deal(
    tables: TableService,
    name: str,
    rules: str,
    hands: list[tuple[int, Json]],
    chance: random.Random,
    over: int | None = None,
) -> Json:
    """A deal that can be played now (or in place of deal ``over``)."""
    while True:
        request = _tried(tables, name, rules, hands, chance)
        try:
            tables.preview(name, request, replaces=over)
        except SikwuError:
            continue  # this hand cannot have been won from that seat: another
        return request


def _tried(tables: TableService, name: str, rules: str, hands: list[tuple[int, Json]], chance: random.Random) -> Json:
    kind = chance.choices(("tiles", "points", "two", "drawn", "false"), (60, 22, 4, 12, 2))[0]
    winner, other, third = chance.sample(SEATS, 3)
    if kind == "drawn":
        return {"wins": []} | _side_payments(rules, chance)
    if kind == "false":
        return {"wins": [], "false_win": winner}
    if kind == "two":
        how = {"win": "discard", "from": other}
        return {"wins": [{"seat": seat, "points": worth(rules, chance), **how} for seat in (winner, third)]}
    if kind == "points":
        how = {"win": "self-draw"} if chance.random() < 0.35 else {"win": "discard", "from": other}
        return {"wins": [{"seat": winner, "points": worth(rules, chance), **how}]} | _side_payments(rules, chance)
    hand = dict(chance.choice(hands)[1])
    if hand["win"] == "discard":
        hand["from"] = hand.get("from") or chance.choice([seat for seat in SEATS if seat != hand["seat"]])
    return {"wins": [hand]} | _side_payments(rules, chance)


def _side_payments(rules: str, chance: random.Random) -> Json:
    sheet = load(rules)
    paid: Json = {}
    if sheet.concealed_kong_payment and chance.random() < 0.2:
        paid["concealed_kongs"] = [{"seat": chance.choice(SEATS), "shown": chance.random() < 0.9}]
    if sheet.flower_sets and chance.random() < 0.2:
        paid["flower_sets"] = [{"seat": chance.choice(SEATS), "set": chance.choice(("flowers", "grass"))}]
    return paid


@cache
def ordinary_hands(rules: str) -> list[tuple[int, Json]]:
    """Points and hands of worked cases as a table sees them on any evening: nothing rare, nothing near the top."""
    found = []
    for line in (CASES / f"{rules}.jsonl").read_text("utf-8").splitlines():
        request = json.loads(line)["request"]
        try:
            won = score({**request, "options": {}}).to_json()
        except SikwuError:
            continue
        if won["qualifies"] and set(request.get("events") or ()) <= COMMON_EVENTS:
            kept = ("hand", "seat", "win", "from", "events", "discards")
            found.append((won["points"], {field: request[field] for field in kept if request.get(field) is not None}))
    found.sort(key=lambda entry: entry[0])
    return found[: len(found) * 3 // 5]


def worth(rules: str, chance: random.Random) -> int:
    """The points of an ordinary hand."""
    return chance.choice(ordinary_hands(rules))[0]


if __name__ == "__main__":
    main()
