"""What numba is asked to do, in one place: the decorator, the methods of integers that it lacks, functions on disk."""

from __future__ import annotations

import hashlib
import os
import platform
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from time import perf_counter
from types import ModuleType
from typing import Any, TypeVar, cast

import llvmlite  # type: ignore[import-untyped,unused-ignore]  # has no types
import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import config
from numba.extending import intrinsic, overload_method

from sikwu.batch.cache import cache_folder, clean, lock_of, locked, use

_F = TypeVar("_F", bound=Callable[..., Any])
_njit, _intrinsic, _overload_method, _config = (
    cast("Any", it) for it in (numba.njit, intrinsic, overload_method, config)
)
"""Numba's own, some of whose types are not what its functions take."""


def _make_ones_in(typing_context: Any, number: Any) -> Any:
    def generate(context: Any, builder: ir.IRBuilder, signature: Any, args: Any) -> Any:
        return context.cast(builder, builder.ctpop(args[0]), number, types.int64)

    return types.int64(number), generate


_ones_in = _intrinsic(_make_ones_in)


@_overload_method(types.Integer, "bit_count")
def _bit_count(number):  # type: ignore[no-untyped-def]  # numba compares its parameters, notes and all, with the lambda's
    """``int.bit_count``, which facts use; numba does not know it."""
    return lambda number: _ones_in(number)  # noqa: PLW0108  # numba takes no intrinsic in a function's place


def compiled(function: _F) -> _F:
    """The function, compiled when it is first called from compiled code, and a part of its caller there.

    It may not make arrays, and divisions by zero are not looked for.
    """
    return cast(
        "_F",
        _njit(error_model="numpy", _nrt=False, forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)(
            function
        ),
    )


def fingerprint(files: Iterable[Path], *more: object) -> str:
    """A hash of source files, of whatever else is given, of the versions that compile them and of the processor."""
    digest = hashlib.sha256()
    for file in sorted(set(files)):
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    versions = (numba.__version__, llvmlite.__version__, np.__version__, platform.python_version())
    processor = (platform.machine(), _config.CPU_NAME or llvmlite.binding.get_host_cpu_name())
    digest.update(repr((more, versions, processor)).encode())
    return digest.hexdigest()[:20]


class OnDisk:
    """A function written as source to the cache folder, whose machine code is kept beside it.

    It is a real file since numba keeps machine code beside the function's file; the file's name holds the fingerprint
    of everything that it was made from, since numba does not see that a function which it calls has changed. Machine
    code asks for the modules of what it calls by name: where one of ``conditions`` was made in none that can be asked
    for, it is not kept.
    """

    def __init__(
        self,
        name: str,
        source: str,
        mark: str,
        calls: Mapping[str, object],
        conditions: Iterable[Callable[..., Any]] = (),
    ) -> None:
        self.file = cache_folder() / f"{name}_{mark}.py"
        use(self.file)
        if not self.file.is_file():
            made = self.file.with_suffix(f".{os.getpid()}")
            made.write_text(source, encoding="utf-8")
            made.replace(self.file)
        module = ModuleType(self.file.stem)
        sys.modules[self.file.stem] = module  # machine code from the disk asks for its module by name
        module.__dict__.update(calls)
        exec(compile(source, str(self.file), "exec"), module.__dict__)
        kept = all(condition.__module__ in sys.modules for condition in conditions)
        self.function = _njit(error_model="numpy", _nrt=False, cache=kept, no_cfunc_wrapper=True)(module.__dict__[name])

    @property
    def is_compiled(self) -> bool:
        """Whether machine code of it is on the disk."""
        return any(self.file.parent.glob(f"__pycache__/{self.file.stem}.*.nbi"))

    def first_call(self, say: Callable[[str], None], what: str, about: int, *arguments: object) -> Callable[..., Any]:
        """The compiled function, after a call with arguments of its types; ``say`` is told if it must be compiled."""
        if self.is_compiled:
            self.function(*arguments)
            return cast("Callable[..., Any]", self.function)
        say(f"compiling {what}, once after an install or an upgrade: about {about} seconds")
        start = perf_counter()
        with locked(lock_of(self.file)):  # another process may be at it, and then there is nothing left to do
            self.function(*arguments)
        say(f"compiled in {perf_counter() - start:.1f} seconds; kept in {self.file.parent}")
        clean(self.file.parent)
        return cast("Callable[..., Any]", self.function)
