"""Generate no machine code for individual helpers.

Numba generates machine code for every function that it compiles, even for one whose only callers
are compiled and contain a copy of it. Kibitz only needs the machine code of the complete module,
which it generates at the end. Skipping the rest saves a seventh of the compile time.
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
def without_machine_code() -> Iterator[None]:
    """Within the block Numba generates no machine code, so Python cannot call the functions."""
    with (
        replaced(CPUContext, "get_executable", _placeholder),
        replaced(CPUCodeLibrary, "_finalize_final_module", _finalize),
    ):
        yield


def _placeholder(context: Any, library: Any, description: Any, environment: Any) -> Any:
    """A placeholder for a function that Python never calls: a new built-in method each time."""
    library._ensure_finalized()  # linked with the functions it calls, and optimised
    return [].append


def _finalize(library: Any) -> None:
    """Finish the code of a library without loading it."""
    library._finalize_dynamic_globals()
    library._finalized = True
