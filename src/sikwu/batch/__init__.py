"""Columns of hands, millions at once: the rule sets' own rows, compiled for Arrow tables."""

from __future__ import annotations

from sikwu.batch.scorer import Scorer, score_table, scorer_of

__all__ = ["Scorer", "score_table", "scorer_of"]
