"""How Numba writes code for LLVM, with steps of our own.

Numba calls a function for every value that a generator yields, and keeps what the generator knows
in memory in between. Where the loop and the generator are one piece of code instead, LLVM keeps it
in registers: a search is up to a fifth quicker by it.

Numba fills the place for what a call returns with zeros before the call, and all such places of a
function when it starts, whichever calls it comes to. A search starts four million times a second,
and a twentieth of its time went into the second filling.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.callconv import CPUCallConv, excinfo_t
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.generators import GeneratorLower
from numba.core.lowering import Lower
from numba.core.typed_passes import BaseNativeLowering, NativeLowering

from kibitz.core.compiling.words import word_place, words


class _GeneratorLower(GeneratorLower):  # type: ignore[misc]
    def __init__(self, lower: Any) -> None:
        super().__init__(lower)
        self.gendesc.inline = True


class _Lower(Lower):  # type: ignore[misc]
    GeneratorLower = _GeneratorLower

    def lower_getitem(self, resty: Any, expr: Any, value: Any, index: Any, signature: Any) -> Any:
        """Read an item, or a word."""
        if self.typeof(value.name) != words:
            return super().lower_getitem(resty, expr, value, index, signature)
        found = self.builder.load(self._place(value, index))
        return self.context.cast(self.builder, found, types.int64, resty)

    def lower_setitem(self, target_var: Any, index_var: Any, value_var: Any, signature: Any) -> Any:
        """Write an item, or a word."""
        if self.typeof(target_var.name) != words:
            return super().lower_setitem(target_var, index_var, value_var, signature)
        given, given_type = self.loadvar(value_var.name), self.typeof(value_var.name)
        item = self.context.cast(self.builder, given, given_type, types.int64)
        return self.builder.store(item, self._place(target_var, index_var))

    def _place(self, target: Any, index: Any) -> Any:
        """Where the word at `index` is."""
        given, given_type = self.loadvar(index.name), self.typeof(index.name)
        number = self.context.cast(self.builder, given, given_type, types.intp)
        return word_place(self.context, self.builder, self.loadvar(target.name), number)


@register_pass(mutates_CFG=True, analysis_only=False)
class _SearchLowering(BaseNativeLowering):  # type: ignore[misc]
    _name = "kibitz_lowering"
    lowering_class = _Lower


class SearchCompiler(CompilerBase):  # type: ignore[misc]
    """Numba's compiler, with these steps."""

    def define_pipelines(self) -> list[PassManager]:
        """Numba's own steps, but for the one that writes LLVM's code."""
        manager = DefaultPassBuilder.define_nopython_pipeline(self.state)
        manager.passes = [
            (_SearchLowering if step is NativeLowering else step, description)
            for step, description in manager.passes
        ]
        manager.finalize()
        return [manager]


@contextmanager
def filled_once() -> Iterator[None]:
    """Within the block Numba writes calls that fill the place for their result only when they come.

    Who holds Numba's lock is the only one to compile meanwhile.
    """
    filled = CPUCallConv.call_function
    CPUCallConv.call_function = _call_function
    try:
        yield
    finally:
        CPUCallConv.call_function = filled


def _call_function(
    convention: Any, builder: Any, callee: Any, kind: Any, kinds: Any, given: Any, attrs: Any = ()
) -> tuple[Any, Any]:
    """Write a call: whether it succeeded and what it returned."""
    with builder.goto_entry_block():
        result = builder.alloca(convention.get_return_type(kind).pointee)
        problem = builder.alloca(ir.PointerType(excinfo_t))
    for place in (result, problem):
        builder.store(place.type.pointee(None), place)
    arguments = convention._get_arg_packer(kinds).as_arguments(builder, given)
    code = builder.call(callee, [result, problem, *arguments], attrs=attrs or ())
    status = convention._get_return_status(builder, code, builder.load(problem))
    found = convention.context.get_returned_value(builder, kind, builder.load(result))
    return status, found
