"""Fill the place for the result of a call when the call comes, and not also at the start.

Numba fills the place for what a call returns with zeros before the call, and all such places of a
function when it starts, whichever calls it comes to. A search starts four million times a second,
and a twentieth of its time went into the second filling.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from llvmlite import ir
from numba.core.callconv import CPUCallConv, excinfo_t

from kibitz.compiling.tuned.replacing import replaced

TESTED = ("0.60", "0.69")


def filled_once() -> AbstractContextManager[None]:
    """Within the block Numba fills each place for a result once."""
    return replaced(CPUCallConv, "call_function", _call_function)


def _call_function(
    convention: Any, builder: Any, callee: Any, kind: Any, kinds: Any, given: Any, attrs: Any = ()
) -> tuple[Any, Any]:
    """Write a call: whether it succeeded and what it returned."""
    result_type = convention.context.data_model_manager[kind].get_return_type()
    problem_type = ir.PointerType(excinfo_t)
    with builder.goto_entry_block():
        result = builder.alloca(result_type)
        problem = builder.alloca(problem_type)
    builder.store(result_type(None), result)
    builder.store(problem_type(None), problem)
    arguments = convention._get_arg_packer(kinds).as_arguments(builder, given)
    code = builder.call(callee, [result, problem, *arguments], attrs=attrs or ())
    status = convention._get_return_status(builder, code, builder.load(problem))
    found = convention.context.get_returned_value(builder, kind, builder.load(result))
    return status, found
