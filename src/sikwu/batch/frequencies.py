"""How often each row scores over random winning hands, for one house or for two side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sikwu.batch.columns import read_only
from sikwu.batch.random_hands import Mix, random_hands
from sikwu.batch.results import to_arrow
from sikwu.batch.scorer import Scorer
from sikwu.batch.summary import NOTHING, Summary, summary_of
from sikwu.errors import SikwuError
from sikwu.request import House

ROUND = 1 << 15
"""How many hands are drawn at a time."""
MIX = Mix()


class Frequencies(NamedTuple):
    """What so many random hands came to under a house."""

    house: House
    seed: int
    summary: Summary

    @property
    def mean(self) -> float:
        """The mean of the points of all hands."""
        return sum(points * count for points, count in self.summary.points.items()) / max(self.summary.hands, 1)

    @property
    def under_minimum(self) -> float:
        """The share of hands that do not qualify."""
        return self.summary.reasons.total() / max(self.summary.hands, 1)

    def share(self, key: str) -> float:
        """The share of hands that score a row."""
        return self.summary.patterns[key] / max(self.summary.hands, 1)

    @property
    def title(self) -> str:
        """The rule set, and the options that are not at their defaults."""
        rules = self.house.rules
        changed = [
            f"{key}={str(value).lower()}"
            for key, value in self.house.options.items()
            if value != rules.options[key].default
        ]
        return " ".join([rules.key, *changed])

    def to_json(self) -> dict[str, Any]:
        """For a caller, rows in the sheet's order."""
        return {
            "rules": self.house.rules.key,
            "options": dict(self.house.options),
            "seed": self.seed,
            "hands": self.summary.hands,
            "distribution": MIX._asdict(),
            "mean_points": round(self.mean, 4),
            "under_minimum": round(self.under_minimum, 6),
            "rows": {row.key: round(self.share(row.key), 8) for row in self.house.rules.rows},
            "points": self.summary.to_json()["points"],
        }


def count_frequencies(sheet: House, hands: int, seed: int, say: Callable[[str], None]) -> Frequencies:
    """Draws hands of the distribution that :class:`sikwu.batch.random_hands.Mix` states, and scores them."""
    scorer = Scorer.of(sheet, say)
    random, total = np.random.default_rng(seed), NOTHING
    for start in range(0, hands, ROUND):
        columns = read_only(random_hands(random, min(ROUND, hands - start), sheet, MIX))
        columns = columns._replace(claimed=columns.claimed[:0])
        total = total.plus(summary_of(to_arrow(scorer.drive(columns), sheet.rules)))
    if total.errors:
        raise AssertionError(f"random hands were refused: {dict(total.errors)}")
    return Frequencies(sheet, seed, total)


def row_keys(counted: Sequence[Frequencies]) -> list[str]:
    """Every row's key, in the first sheet's order, then what only the second has."""
    return list(dict.fromkeys(row.key for found in counted for row in found.house.rules.rows))


def check_chart(path: Path) -> None:
    """Raises ``bad-request`` for a chart that could not be written, before anything is counted for it."""
    if path.suffix.lower() not in (".svg", ".png"):
        raise SikwuError("bad-request", f"{path.name}: expected a file that ends in .svg or .png", "chart")
    if path.is_dir() or not path.parent.is_dir():
        raise SikwuError("bad-request", f"{path} can be no file: expected one in a folder that is there", "chart")


def chart(counted: Sequence[Frequencies], path: Path) -> None:
    """Draws a bar for every row that scored, longest first, as SVG or PNG by the file's ending."""
    from matplotlib.figure import Figure

    keys = [key for key in row_keys(counted) if any(found.summary.patterns[key] for found in counted)]
    keys.sort(key=lambda key: max(found.share(key) for found in counted))
    figure = Figure(figsize=(9, 1 + 0.22 * len(keys) * len(counted)), layout="constrained")
    axes = figure.add_subplot()
    thick = 0.8 / len(counted)
    places = np.arange(len(keys))
    for nth, found in enumerate(counted):
        shares = [max(100 * found.share(key), 1e-5) for key in keys]
        axes.barh(places + (len(counted) - 1 - 2 * nth) * thick / 2, shares, thick, label=found.title)
    axes.set_yticks(places, keys)
    axes.set_xscale("log")
    axes.set_xlabel("percent of hands that score the row")
    axes.set_ylim(-0.6, len(keys) - 0.4)
    axes.grid(axis="x", alpha=0.3)
    axes.legend(loc="lower right")
    try:
        figure.savefig(path)
    except OSError as error:
        raise SikwuError("bad-request", f"{path} cannot be written: {error.strerror or error}", "chart") from error
