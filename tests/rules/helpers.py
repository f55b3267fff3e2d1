"""What the tests of every sheet share: score a line of tiles and see which rows it made."""

from __future__ import annotations

from typing import Any

import pytest

from sikwu import SikwuError, score

SEATS = ("east", "south", "west", "north")


def result(
    rules: str,
    hand: str,
    *,
    seat: str = "south",
    round: str = "east",
    win: str = "discard",
    events: str = "",
    options: dict[str, Any] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """The result of a win on someone's discard, unless ``win`` says otherwise; ``events`` are parted by spaces."""
    request = {"rules": rules, "options": options, "hand": hand, "seat": seat, "round": round, "win": win}
    return score({**request, "events": events.split(), **more}).to_json()


def rows(scored: dict[str, Any]) -> dict[str, int]:
    """The rows of a result with their counts."""
    return {pattern["key"]: pattern["count"] for pattern in scored["patterns"]}


def made(rules: str, hand: str, **facts: Any) -> dict[str, int]:
    """The rows that a win makes, with their counts."""
    return rows(result(rules, hand, **facts))


def replaced(rules: str, hand: str, **facts: Any) -> dict[str, str]:
    """The rows that held but gave way, and to what."""
    explained = result(rules, hand, explain=True, **facts)["explanation"]
    return {gone["key"]: gone["by"] for gone in explained["replaced"]}


def refused(rules: str, hand: str, **facts: Any) -> SikwuError:
    """The error that a win raises."""
    with pytest.raises(SikwuError) as caught:
        result(rules, hand, **facts)
    return caught.value


def counts(text: str) -> dict[str, int]:
    """Rows written in a line, ``"seat-wind genshow*2"``, with their counts."""
    parted = (entry.partition("*") for entry in text.split())
    return {key: int(count or 1) for key, _, count in parted}
