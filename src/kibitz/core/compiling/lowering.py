"""How Numba writes code for LLVM, with steps of our own.

Numba calls a function for every value that a generator yields, and keeps what the generator knows
in memory in between. Where the loop and the generator are one piece of code instead, LLVM keeps it
in registers: a search is up to a fifth quicker by it.

Numba hands an array on as seven values, and asks of every index whether it is negative and counts
from the end. The words that a search works in are an address and a size, counted from the start.

Numba fills the place for what a call returns with zeros before the call, and all such places of a
function when it starts, whichever calls it comes to. A search starts four million times a second,
and a twentieth of its time went into the second filling.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.boxing import unbox_array
from numba.core.callconv import CPUCallConv, excinfo_t
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.datamodel import models
from numba.core.generators import GeneratorLower
from numba.core.lowering import Lower
from numba.core.typeconv import Conversion
from numba.core.typed_passes import BaseNativeLowering, NativeLowering
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import NativeValue, lower_builtin, register_model, unbox

_array = types.Array(types.int64, 1, "C")


class WordsType(types.Type):  # type: ignore[misc]
    """The type of a flat array of 64-bit integers, given to compiled code by who calls it.

    Who calls keeps the array alive: nothing is counted.
    """

    def __init__(self) -> None:
        super().__init__(name="words")

    def can_convert_from(self, typingctx: Any, other: Any) -> Any:
        """An array of that kind is taken as it is."""
        return Conversion.safe if other == _array else None


words = WordsType()


@register_model(WordsType)
class _WordsModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        members = [("data", types.CPointer(types.int64)), ("size", types.intp)]
        super().__init__(manager, kind, members)


@unbox(WordsType)  # type: ignore[untyped-decorator]
def _unbox_words(kind: Any, array: Any, call: Any) -> Any:
    native = unbox_array(_array, array, call)
    given = call.context.make_array(_array)(call.context, call.builder, value=native.value)
    found = cgutils.create_struct_proxy(words)(call.context, call.builder)
    found.data, found.size = given.data, given.nitems

    def release() -> None:
        if call.context.enable_nrt:
            call.context.nrt.decref(call.builder, _array, native.value)

    return NativeValue(found._getvalue(), is_error=native.is_error, cleanup=release)


@infer_global(operator.getitem)
class _GetWord(AbstractTemplate):  # type: ignore[misc]
    def generic(self, arguments: Any, keywords: Any) -> Any:
        target, index = arguments
        if target == words and isinstance(index, types.Integer):
            return signature(types.int64, words, index)
        return None


@infer_global(operator.setitem)
class _SetWord(AbstractTemplate):  # type: ignore[misc]
    def generic(self, arguments: Any, keywords: Any) -> Any:
        target, index, _ = arguments
        if target == words and isinstance(index, types.Integer):
            return signature(types.none, words, index, types.int64)
        return None


@infer_global(len)
class _CountWords(AbstractTemplate):  # type: ignore[misc]
    def generic(self, arguments: Any, keywords: Any) -> Any:
        return signature(types.intp, words) if tuple(arguments) == (words,) else None


@lower_builtin(len, WordsType)  # type: ignore[untyped-decorator]
def _size_of(context: Any, builder: Any, kind: Any, arguments: Any) -> Any:
    return cgutils.create_struct_proxy(words)(context, builder, value=arguments[0]).size


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
        found = cgutils.create_struct_proxy(words)(
            self.context, self.builder, value=self.loadvar(target.name)
        )
        given, given_type = self.loadvar(index.name), self.typeof(index.name)
        number = self.context.cast(self.builder, given, given_type, types.intp)
        if self.context.enable_boundscheck:
            cgutils.do_boundscheck(self.context, self.builder, number, found.size)
        return self.builder.gep(found.data, [number], inbounds=True)


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
