"""Infer once what a function returns that calls itself.

Numba would infer all types of the function at every place where it calls itself: a tenth of all
compiling.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import FunctionType
from typing import Any

from numba.core.typeinfer import TypeInferer

TESTED = ("0.60", "0.69")


@contextmanager
def inferred_once(function: FunctionType) -> Iterator[None]:
    """Within the block Numba infers once what `function` returns, for each kind of arguments.

    Only a thread that holds Numba's compiler lock may enter it: the method is replaced for all.
    """
    infer = TypeInferer.return_types_from_partial
    found: dict[Any, Any] = {}  # by inferer: one for each kind of arguments

    def remember(inferer: Any) -> Any:
        if inferer.func_id.func is not function:
            return infer(inferer)
        if found.get(inferer) is None:
            found[inferer] = infer(inferer)
        return found[inferer]

    TypeInferer.return_types_from_partial = remember
    try:
        yield
    finally:
        TypeInferer.return_types_from_partial = infer
