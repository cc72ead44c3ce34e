"""Compile functions on arrays that do not depend on a game, on first use."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from kibitz.core.version import __version__


@lru_cache(maxsize=64)
def kernel(function: Callable[..., Any], *arguments: str) -> Any:
    """Compile `function` for `arguments`: "int" for a number, a NumPy type for an array.

    The compiled function is cached in memory, and on disk like those of games.
    """
    from types import FunctionType

    from kibitz.compiling.entry import compile_entry
    from kibitz.compiling.signature import INT, ArrayType
    from kibitz.core.interrupts import interrupts_kept

    assert isinstance(function, FunctionType)
    signature = tuple(INT if name == "int" else ArrayType(name) for name in arguments)
    with interrupts_kept():
        return compile_entry(function, signature, __version__, lambda: None)
