"""How Numba writes code for LLVM, with two steps of our own.

Numba calls a function for every value that a generator yields, and keeps what the generator knows
in memory in between. Where the loop and the generator are one piece of code instead, LLVM keeps it
in registers: a search is up to a fifth quicker by it.

Numba asks of every index whether it is negative and counts from the end. Nothing does that with the
words that a search works in: a twentieth quicker without.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.generators import GeneratorLower
from numba.core.lowering import Lower
from numba.core.typed_passes import BaseNativeLowering, NativeLowering
from numba.np.arrayobj import load_item, make_array, store_item

words = types.Array(types.int64, 1, "C")


class _GeneratorLower(GeneratorLower):  # type: ignore[misc]
    def __init__(self, lower: Any) -> None:
        super().__init__(lower)
        self.gendesc.inline = True


class _Lower(Lower):  # type: ignore[misc]
    GeneratorLower = _GeneratorLower

    def lower_getitem(self, resty: Any, expr: Any, value: Any, index: Any, signature: Any) -> Any:
        """Read an item; of words without asking whether the index counts from their end."""
        if not self._is_counted_from_start(value, index):
            return super().lower_getitem(resty, expr, value, index, signature)
        found = load_item(self.context, self.builder, words, self._place(value, index))
        return self.context.cast(self.builder, found, words.dtype, resty)

    def lower_setitem(self, target_var: Any, index_var: Any, value_var: Any, signature: Any) -> Any:
        """Write an item, likewise."""
        if not self._is_counted_from_start(target_var, index_var):
            return super().lower_setitem(target_var, index_var, value_var, signature)
        given, given_type = self.loadvar(value_var.name), self.typeof(value_var.name)
        item = self.context.cast(self.builder, given, given_type, words.dtype)
        place = self._place(target_var, index_var)
        return store_item(self.context, self.builder, words, item, place)

    def _is_counted_from_start(self, target: Any, index: Any) -> bool:
        """Whether `target` are words that are changed, which nothing indexes from their end."""
        is_words = self.typeof(target.name) == words
        is_integer = isinstance(self.typeof(index.name), types.Integer)
        return is_words and is_integer and not self.context.enable_boundscheck

    def _place(self, target: Any, index: Any) -> Any:
        array = make_array(words)(self.context, self.builder, self.loadvar(target.name))
        given, given_type = self.loadvar(index.name), self.typeof(index.name)
        number = self.context.cast(self.builder, given, given_type, types.intp)
        return self.builder.gep(array.data, [number], inbounds=True)


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
