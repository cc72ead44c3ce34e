"""Optimise the code of a function once, together with all that it calls.

Numba optimises each function that it compiles, and once more within each of its callers. To do it
once takes a quarter less time to compile, and LLVM finds as much. It can also wait until functions
that were compiled by themselves are put in.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from numba.core.codegen import CPUCodeLibrary
from numba.core.registry import cpu_target

from kibitz.compiling.tuned.replacing import replaced

TESTED = ("0.60", "0.69")


def put_off() -> AbstractContextManager[None]:
    """Within the block Numba optimises no function as a whole."""
    return replaced(CPUCodeLibrary, "_optimize_final_module", _nothing)


def _nothing(library: Any) -> None:
    """Leave the code of a library as it is."""


def optimize(module: Any) -> None:
    """Optimise the code of a module as Numba does."""
    library = cpu_target.target_context.codegen().create_library("kibitz")
    library._final_module = module
    library._optimize_final_module()
