"""What numba is asked to do, in one place: the decorator, the methods of integers that it lacks, the cache folder."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload_method
from platformdirs import user_cache_path

CACHE_VARIABLE = "SIKWU_CACHE_DIR"
"""The environment variable that names another folder for compiled code and tables."""

_F = TypeVar("_F", bound=Callable[..., Any])


@intrinsic  # type: ignore[misc,untyped-decorator,unused-ignore]  # numba has no types
def _ones_in(typing_context: Any, number: Any) -> Any:
    def generate(context: Any, builder: ir.IRBuilder, signature: Any, args: Any) -> Any:
        return context.cast(builder, builder.ctpop(args[0]), number, types.int64)

    return types.int64(number), generate


@overload_method(types.Integer, "bit_count")  # type: ignore[misc,untyped-decorator,unused-ignore]  # numba has no types
def _bit_count(number):  # type: ignore[no-untyped-def]  # numba compares its parameters, notes and all, with the lambda's
    """``int.bit_count``, which facts use; numba does not know it."""
    return lambda number: _ones_in(number)


def compiled(function: _F) -> _F:
    """The function, compiled when it is first called from compiled code. No check of zero divisions or wraparound."""
    return cast("_F", numba.njit(error_model="numpy", _nrt=False, forceinline=True)(function))


def cached(function: _F) -> _F:
    """The function, compiled when first called; the machine code stays beside the function's file."""
    return cast("_F", numba.njit(error_model="numpy", _nrt=False, cache=True)(function))


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
