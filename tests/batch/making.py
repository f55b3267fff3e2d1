"""Files of random hands for the tests of runs."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.csv as pcsv
import pyarrow.parquet as pq

from sikwu.batch.columns import request_of
from sikwu.batch.random_hands import random_hands
from sikwu.request import house

RULES = "hkma-2023"


def requests(count: int, seed: int = 1) -> list[dict[str, Any]]:
    """Score requests of random hands, every fiftieth spoilt."""
    sheet = house(RULES)
    columns = random_hands(np.random.default_rng(seed), count, sheet)
    made = [request_of(columns, row, RULES, {}) for row in range(count)]
    for request in made[::50]:
        request["hand"] = request["hand"].replace("+", "")
    return made


def write(path: Path, made: list[dict[str, Any]], rows: int = 500) -> Path:
    """Writes requests in the format of the file's ending."""
    names = ("hand", "seat", "round", "win", "from", "events", "discards", "streak")
    columns: dict[str, Any] = {name: [request.get(name) for request in made] for name in names}
    if path.suffix == ".jsonl":
        path.write_text("".join(f"{json.dumps(request)}\n" for request in made), encoding="utf-8")
    elif path.suffix == ".csv":
        columns["events"] = [" ".join(events) for events in columns["events"]]
        columns["note"] = ['said "yes",\nthen left'] * len(made)
        pcsv.write_csv(pa.table(columns), path)
    else:
        pq.write_table(pa.table(columns), path, row_group_size=rows)
    return path
