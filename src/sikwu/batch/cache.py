"""The folder of compiled code and tables: where it is, and how what nobody uses any longer leaves it.

An entry is the files whose names begin alike: ``drive_hkma_2023_<fingerprint>`` and its machine code, or a folder of
tables. Beside each is a file ``….lock``, whose time says when the entry was last used.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from time import time

from platformdirs import user_cache_path

CACHE_VARIABLE = "SIKWU_CACHE_DIR"
"""The environment variable that names another folder for compiled code and tables."""
KEPT_DAYS = 30
"""How long an entry is kept that nobody uses. Environments of other versions may share the folder."""
_OURS = re.compile(r"(drive|read_lines)_\w+|tables-\w+")
_GATE = "cleaning.lock"


def cache_folder() -> Path:
    """Where compiled code and tables are kept: ``SIKWU_CACHE_DIR``, else the platform's cache folder.

    Where neither can be written to, a folder of this user's among the temporary files.
    """
    wanted = Path(os.environ[CACHE_VARIABLE]) if CACHE_VARIABLE in os.environ else user_cache_path("sikwu")
    for folder in (wanted, Path(tempfile.gettempdir()) / f"sikwu-{os.getuid() if hasattr(os, 'getuid') else 'user'}"):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    return Path(tempfile.mkdtemp(prefix="sikwu-"))


@contextmanager
def locked(file: Path, *, shared: bool = False, wait: bool = True) -> Iterator[bool]:
    """Holds a file against other processes, where the system can; gives whether nobody else has it.

    With ``shared`` any number may hold it in that way. Without ``wait`` the answer is ``False`` while another has it.
    """
    if sys.platform == "win32":
        yield True
        return
    import fcntl

    with ExitStack() as stack:
        free = True
        with suppress(OSError):  # a file system without locks, or another user's file
            held = stack.enter_context(file.open("a"))
            try:
                fcntl.flock(held, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | (0 if wait else fcntl.LOCK_NB))
            except BlockingIOError:
                free = False
        yield free


def lock_of(entry: Path) -> Path:
    """The file that holds an entry against other processes and says when it was last used."""
    return entry.parent / f"{entry.name.split('.')[0]}.lock"


def use(entry: Path) -> None:
    """Says that an entry is used now, before it is looked at: from then on no cleaning takes it away."""
    with locked(entry.parent / _GATE, shared=True), suppress(PermissionError):
        lock_of(entry).touch()


def clean(folder: Path) -> None:
    """Removes the entries of other versions that were not used for ``KEPT_DAYS``, and what is left of stopped
    processes with them; does nothing while another process is at the gate."""
    entries: dict[str, list[Path]] = defaultdict(list)
    with locked(folder / _GATE, wait=False) as held:
        if not held:
            return
        for file in (*folder.iterdir(), *folder.glob("__pycache__/*")):
            name = file.name.split(".")[0]
            if _OURS.fullmatch(name):
                entries[name].append(file)
        for files in entries.values():
            with suppress(OSError):  # another user's, or open on a system that keeps what is open
                if max(file.stat().st_mtime for file in files) < time() - KEPT_DAYS * 86400:
                    for file in files:
                        shutil.rmtree(file) if file.is_dir() else file.unlink()
