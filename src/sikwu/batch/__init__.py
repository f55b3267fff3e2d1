"""Columns of hands, millions at once: the rule sets' own rows, compiled. Needs the extra ``sikwu[batch]``.

- ``scorer``: the calls that a caller makes
- ``arrow_in``, ``text``, ``json_lines``, ``houses``: Arrow columns and lines to ``columns``, the encoded form
- ``writer``, ``driver``: the loop, written from a rule set's plan; ``compiling``, ``cache``: its machine code
- ``checks``, ``reading``, ``loop``, ``paying``, ``tables``: what the loop calls and looks up
- ``results``, ``summary``: what comes out
- ``files``, ``csv_in``, ``keeping``, ``writing``, ``runs``, ``dask_engine``: files, scored part by part
- ``random_hands``, ``frequencies``: how often rows can occur; ``sweep``: columns compared with single hands
- ``cli``, ``progress``: the commands; they stand on the roof, nothing else here knows them
"""

from __future__ import annotations

from sikwu.batch.scorer import Scorer, score_table, scorer_of

__all__ = ["Scorer", "score_table", "scorer_of"]
