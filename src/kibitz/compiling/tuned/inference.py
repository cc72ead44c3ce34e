"""Infer once what a function returns that calls itself.

Numba would infer all types of the function at every place where it calls itself: a tenth of all
compiling.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from types import FunctionType
from typing import Any

from numba.core.typeinfer import TypeInferer

from kibitz.compiling.tuned.replacing import replaced

TESTED = ("0.60", "0.69")


def inferred_once(function: FunctionType) -> AbstractContextManager[None]:
    """Within the block Numba infers once what `function` returns, for each kind of arguments."""
    infer = TypeInferer.return_types_from_partial
    found: dict[Any, Any] = {}  # by inferer: one for each kind of arguments

    def remember(inferer: Any) -> Any:
        if inferer.func_id.func is not function:
            return infer(inferer)
        if found.get(inferer) is None:
            found[inferer] = infer(inferer)
        return found[inferer]

    return replaced(TypeInferer, "return_types_from_partial", remember)
