"""What a run comes to: rows, errors by code, how often each row scored, a histogram of points."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

import numpy as np


def so_many(number: int, thing: str) -> str:
    """So many of a thing, in words.

    >>> so_many(1, "row"), so_many(0, "error"), so_many(1200, "hand")
    ('1 row', '0 errors', '1,200 hands')
    """
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


class Summary(NamedTuple):
    """Counts over results. ``hands`` are rows without an error; ``patterns`` counts hands by row key, ``points`` by
    points, ``reasons`` those that do not qualify by reason."""

    rows: int
    errors: Counter[str]
    reasons: Counter[str]
    patterns: Counter[str]
    points: Counter[int]

    @property
    def hands(self) -> int:
        """Rows that were scored."""
        return self.rows - self.errors.total()

    def plus(self, other: Summary) -> Summary:
        """The two together."""
        return Summary(
            self.rows + other.rows,
            self.errors + other.errors,
            self.reasons + other.reasons,
            self.patterns + other.patterns,
            self.points + other.points,
        )

    def to_json(self) -> dict[str, Any]:
        """The summary for a file or a caller; points in order, the rest most frequent first."""
        return {
            "rows": self.rows,
            "errors": dict(self.errors.most_common()),
            "reasons": dict(self.reasons.most_common()),
            "patterns": dict(self.patterns.most_common()),
            "points": {str(points): self.points[points] for points in sorted(self.points)},
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Summary:
        """The inverse of :meth:`to_json`."""
        points = Counter({int(points): count for points, count in data["points"].items()})
        return cls(data["rows"], Counter(data["errors"]), Counter(data["reasons"]), Counter(data["patterns"]), points)


NOTHING = Summary(0, Counter(), Counter(), Counter(), Counter())


def summary_of(batch: Any) -> Summary:
    """The summary of a record batch of results."""
    points = batch.column("points").drop_null()
    values, counts = np.unique(np.asarray(points), return_counts=True)
    return Summary(
        batch.num_rows,
        _words(batch.column("error")),
        _words(batch.column("reason")),
        _words(batch.column("patterns").flatten().field("key")),
        Counter(dict(zip(values.tolist(), counts.tolist(), strict=True))),
    )


def _words(column: Any) -> Counter[str]:
    words = column.dictionary.to_pylist()
    counts = np.bincount(np.asarray(column.indices.drop_null()).astype(np.int64), minlength=len(words))
    return Counter({word: count for word, count in zip(words, counts.tolist(), strict=True) if count})
