"""Enters hands by pressing keys, and reads what the app then shows."""

from __future__ import annotations

import re
from typing import Any

MODES = {
    "chow": "Chow",
    "pung": "Pung",
    "kong": "Exposed kong",
    "added-kong": "Added kong",
    "concealed-kong": "Concealed kong",
}
SEATS = {"east": "East", "south": "South", "west": "West", "north": "North"}
EVENTS = {
    "last-tile": "On the last tile",
    "ready": "After declaring ready",
    "kong-replacement": "On a kong's replacement tile",
}
_PIECE = re.compile(r"\[[^\]]*\]|\([^)]*\)|\+|[1-9]+[mpszf]")


def tiles_of(run: str) -> list[str]:
    """``"123m5z"`` as ``["1m", "2m", "3m", "5z"]``."""
    return [digit + suit for digits, suit in re.findall(r"([1-9]+)([mpszf])", run) for digit in digits]


def kind_of(piece: str) -> str:
    tiles = tiles_of(piece.replace("+", ""))
    if piece.startswith("("):
        return "concealed-kong"
    if "+" in piece:
        return "added-kong"
    if len(tiles) == 4:
        return "kong"
    return "pung" if tiles[0] == tiles[1] else "chow"


def mode(page: Any, name: str) -> None:
    page.get_by_role("group", name="What a key enters").get_by_role("button", name=name, exact=True).click()


def key(page: Any, tile: str) -> Any:
    return page.locator(f'.keys [data-key="{tile}"]')


def tap_hand(page: Any, hand: str) -> None:
    """Enters the hand by taps alone: groups with their own keys, the winning tile last, then the flowers."""
    pieces = _PIECE.findall(hand)
    groups = [piece for piece in pieces if piece[0] in "[("]
    plus = pieces.index("+")
    loose = [tile for piece in pieces[:plus] if piece[0] not in "[(" for tile in tiles_of(piece)]
    after = [tile for piece in pieces[plus + 1 :] for tile in tiles_of(piece)]
    flowers = [tile for tile in loose + after if tile.endswith("f")]
    for at, piece in enumerate(groups):
        body, _, claimed = piece.strip("[]()").partition("<")
        mode(page, MODES[kind_of(piece)])
        key(page, tiles_of(body.replace("+", ""))[0]).click()
        if claimed:
            page.locator(".tray .group").nth(at).click()
            page.locator(".tray .actions label", has_text=SEATS[claimed]).click()
            page.locator(".tray .group").nth(at).click()
    mode(page, "Tiles")
    for tile in [each for each in loose + after if not each.endswith("f")] + flowers:
        key(page, tile).click()


def choose(page: Any, legend: str, label: str) -> None:
    page.get_by_role("group", name=legend).get_by_text(label, exact=True).click()


def tap_facts(page: Any, request: dict[str, Any]) -> None:
    """Chooses everything that the request says of the win, beside the hand."""
    choose(page, "Seat wind", SEATS[request["seat"]])
    choose(page, "Round wind", SEATS[request["round"]])
    choose(page, "How it was won", "Self-draw" if request["win"] == "self-draw" else "On a discard")
    if "from" in request:
        choose(page, "Who discarded", SEATS[request["from"]])
    for event in request.get("events", []):
        page.get_by_role("button", name=EVENTS[event], exact=True).click()
    if "streak" in request:
        page.get_by_label("Dealer’s streak").fill(str(request["streak"]))


def shown_result(page: Any) -> dict[str, Any]:
    """What the result says: points, rows, payments."""
    panel = page.locator(".answer")
    panel.locator(".points strong").wait_for()
    rows = panel.locator(".rows li")
    return {
        "points": panel.locator(".points strong").inner_text(),
        "rows": [
            (
                rows.nth(at).locator(".name").inner_text().split("×")[0].strip(),
                rows.nth(at).locator(".figure").inner_text(),
            )
            for at in range(rows.count())
        ],
        "payments": [
            (each.locator("span").first.inner_text(), each.locator("strong").inner_text())
            for each in panel.get_by_role("list", name="Payments").locator("li").all()
        ],
    }


def settled_result(page: Any, wanted: dict[str, Any]) -> dict[str, Any]:
    """What the result says once it says what is wanted, or after ten seconds: each key pressed is scored anew."""
    for _ in range(200):
        if (shown := shown_result(page)) == wanted:
            break
        page.wait_for_timeout(50)
    return shown


def expected_result(result: dict[str, Any]) -> dict[str, Any]:
    """The same of the service's own answer."""
    return {
        "points": str(result["points"]),
        "rows": [(row["name"], str(row["points"])) for row in result["patterns"]],
        "payments": [
            (f"{SEATS.get(paid['from'], paid['from'])} → {SEATS[paid['to']]}", str(paid["amount"]))
            for paid in result["payments"]
        ],
    }
