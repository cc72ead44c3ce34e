"""Optimise a function once, together with everything it calls.

Numba optimises each function that it compiles, and again inside each of its callers. Optimising
once saves a quarter of the compile time, and the code is as fast. It happens after the external
functions are linked, so that they can be inlined.
"""

# Numba does not declare the types of cached properties.
# pyright: reportAttributeAccessIssue=false

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from numba.core.codegen import CPUCodeLibrary
from numba.core.registry import cpu_target

from kibitz.compiling.tuned.replacing import replaced

TESTED = ("0.60", "0.69")


def deferred() -> AbstractContextManager[None]:
    """Within the block Numba does not optimise complete functions."""
    return replaced(CPUCodeLibrary, "_optimize_final_module", _nothing)


def _nothing(library: Any) -> None:
    """Leave the code of a library unchanged."""


def optimize(module: Any) -> None:
    """Optimise a module as Numba does."""
    library = cpu_target.target_context.codegen().create_library("kibitz")
    library._final_module = module
    library._optimize_final_module()
