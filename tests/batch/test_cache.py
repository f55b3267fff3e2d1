"""What nobody uses any longer leaves the cache folder; what is used, or is not ours, stays."""

import os
import subprocess
import sys
from pathlib import Path
from time import time

import pytest

from sikwu.batch.cache import KEPT_DAYS, clean, locked, use
from sikwu.batch.text import load_reader

DAY = 86400


def entry(folder: Path, name: str, days: float) -> list[Path]:
    """An entry as a compilation leaves it, last used so many days ago."""
    code = folder / "__pycache__"
    code.mkdir(exist_ok=True)
    files = [
        folder / f"{name}.py",
        folder / f"{name}.4711",
        folder / f"{name}.lock",
        code / f"{name}.drive-2.py311.nbi",
    ]
    for file in files:
        file.write_text("")
    return aged(files, days)


def aged(files: list[Path], days: float) -> list[Path]:
    for file in files:
        os.utime(file, (time() - days * DAY,) * 2)
    return files


def tables(folder: Path, name: str, days: float) -> list[Path]:
    (folder / name).mkdir()
    (folder / name / "suits.npy").write_text("")
    return aged([folder / name], days)


def test_entries_that_were_long_not_used_are_removed_whole(tmp_path: Path) -> None:
    old = entry(tmp_path, "drive_hkma_2023_0f", KEPT_DAYS + 1) + tables(tmp_path, "tables-0f", KEPT_DAYS + 1)
    old += entry(tmp_path, "read_lines_0f", KEPT_DAYS + 1) + tables(tmp_path, "tables-1f.4711", KEPT_DAYS + 1)
    kept = entry(tmp_path, "drive_hkma_2023_1f", KEPT_DAYS - 1) + tables(tmp_path, "tables-2f", KEPT_DAYS - 1)
    kept += entry(tmp_path, "someone_elses", KEPT_DAYS + 1)
    clean(tmp_path)
    assert [file for file in old if file.exists()] == []
    assert [file for file in kept if not file.exists()] == []


def test_an_old_entry_that_is_used_again_stays(tmp_path: Path) -> None:
    files = entry(tmp_path, "drive_hkma_2023_0f", KEPT_DAYS + 1)
    made = tables(tmp_path, "tables-0f", KEPT_DAYS + 1)
    use(files[0])
    use(made[0])
    clean(tmp_path)
    assert all(file.exists() for file in files + made)


def test_nothing_is_removed_while_another_process_is_at_the_gate(tmp_path: Path) -> None:
    files = entry(tmp_path, "drive_hkma_2023_0f", KEPT_DAYS + 1)
    holds = (
        "import sys; from pathlib import Path; from sikwu.batch.cache import locked\n"
        f"with locked(Path({str(tmp_path)!r}) / 'cleaning.lock', shared=True):\n"
        "    print('held', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen([sys.executable, "-c", holds], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        with locked(tmp_path / "cleaning.lock", wait=False) as free:
            assert not free
        clean(tmp_path)
        assert all(file.exists() for file in files)
        other.communicate()
    clean(tmp_path)
    assert not any(file.exists() for file in files)


def test_compiling_cleans_and_loading_does_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIKWU_CACHE_DIR", str(tmp_path))
    first = entry(tmp_path, "read_lines_0f", KEPT_DAYS + 1)
    load_reader(print)
    assert not any(file.exists() for file in first)
    second = entry(tmp_path, "read_lines_0f", KEPT_DAYS + 1)
    load_reader(print)
    assert all(file.exists() for file in second)
    assert len(list(tmp_path.glob("read_lines_*.lock"))) == 2
