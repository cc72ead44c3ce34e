"""Leave out the machine code of every helper by itself.

Numba makes machine code of each function that it compiles, also where only other compiled code
calls it and gets a copy of its own. Kibitz makes machine code of the whole in the end, so all of
that was for nothing: a seventh of the time to compile.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba.core.codegen import CPUCodeLibrary
from numba.core.cpu import CPUContext

from kibitz.compiling.tuned.replacing import replaced

TESTED = ("0.60", "0.69")


@contextmanager
def left_out() -> Iterator[None]:
    """Within the block Numba makes no machine code: what it compiles can only be called by code."""
    with (
        replaced(CPUContext, "get_executable", _placeholder),
        replaced(CPUCodeLibrary, "_finalize_final_module", _finalize),
    ):
        yield


def _placeholder(context: Any, library: Any, description: Any, environment: Any) -> Any:
    """What stands for a function that Python never calls: another built-in one each time."""
    library._ensure_finalized()  # linked with what it calls, and optimised
    return [].append


def _finalize(library: Any) -> None:
    """Finish the code of a library without loading it."""
    library._finalize_dynamic_globals()
    library._finalized = True
