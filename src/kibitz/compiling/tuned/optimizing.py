"""Optimise a function once, together with everything it calls.

Numba optimises each function that it compiles, and again inside each of its callers. Optimising
once saves a quarter of the compile time, and the code is just as fast. It happens after the
external functions are linked, so that they can be inlined.

A generator that is inlined into a loop is a state machine: for every value, it looks up where it
stopped. LLVM can replace that with jumps, though it does not by default, and then simplify the code
once more. This makes perft of games on boards up to five times as fast.
"""

# Numba does not declare the types of cached properties.
# pyright: reportAttributeAccessIssue=false

from __future__ import annotations

from contextlib import AbstractContextManager
from functools import cache
from typing import Any

import llvmlite.binding as llvm
from numba.core.codegen import CPUCodeLibrary
from numba.core.registry import cpu_target

from kibitz.compiling.tuned.replacing import replaced

TESTED = ("0.60", "0.69")
_FIRST_LLVM = 22  # the first one that this was tested with
_JUMPS = "-enable-dfa-jump-thread"


def deferred() -> AbstractContextManager[None]:
    """Within the block Numba does not optimise complete functions."""
    return replaced(CPUCodeLibrary, "_optimize_final_module", _nothing)


def _nothing(library: Any) -> None:
    """Leave the code of a library unchanged."""


def optimize(module: Any) -> None:
    """Optimise a module as Numba does, and once more if that replaced state machines."""
    codegen = cpu_target.target_context.codegen()
    library = codegen.create_library("kibitz")
    library._final_module = module
    has_jumps = _replace_state_machines()
    library._optimize_final_module()
    if has_jumps:
        manager, builder = codegen._module_pass_manager()
        manager.run(module, builder)


@cache
def _replace_state_machines() -> bool:
    """Let LLVM replace state machines by jumps; whether it can. It stays on in this process."""
    if llvm.llvm_version_info[0] < _FIRST_LLVM:
        return False
    llvm.set_option("", _JUMPS)
    return True
