"""Pass flat arrays of 64-bit integers to compiled code as an address and a size.

Numba passes an array as seven values, and checks whether an index is negative, to count it from the
end. An index into `memory` always counts from the start.
"""

# Numba does not declare that these registries are functions.
# pyright: reportOptionalCall=false

from __future__ import annotations

import operator
from typing import Any

from numba import types
from numba.core import cgutils
from numba.core.datamodel import models
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, register_model

TESTED = ("0.60", "0.69")


class MemoryType(types.Type):  # type: ignore[misc]  # Numba ships no types
    """The type of a block of 64-bit words that the caller keeps alive."""

    def __init__(self) -> None:
        super().__init__(name="memory")


memory: Any = MemoryType()


@register_model(MemoryType)
class _MemoryModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        members = [("data", types.CPointer(types.int64)), ("size", types.intp)]
        super().__init__(manager, kind, members)


@intrinsic  # type: ignore[untyped-decorator]
def memory_at(typing: Any, address: Any, size: Any) -> Any:
    """The memory of `size` words at `address`."""

    def generate(context: Any, builder: Any, kinds: Any, arguments: Any) -> Any:
        found = cgutils.create_struct_proxy(memory)(context, builder)
        pointer = context.get_value_type(types.CPointer(types.int64))
        found.data = builder.inttoptr(arguments[0], pointer)
        found.size = arguments[1]
        return found._getvalue()

    return memory(types.int64, types.int64), generate


@infer_global(operator.getitem)
class _GetWord(AbstractTemplate):  # type: ignore[misc]
    def generic(self, arguments: Any, keywords: Any) -> Any:
        target, index = arguments
        if target == memory and isinstance(index, types.Integer):
            return signature(types.int64, memory, index)
        return None


@infer_global(operator.setitem)
class _SetWord(AbstractTemplate):  # type: ignore[misc]
    def generic(self, arguments: Any, keywords: Any) -> Any:
        target, index, _ = arguments
        if target == memory and isinstance(index, types.Integer):
            return signature(types.none, memory, index, types.int64)
        return None


@infer_global(len)
class _CountWords(AbstractTemplate):  # type: ignore[misc]
    def generic(self, arguments: Any, keywords: Any) -> Any:
        return signature(types.intp, memory) if tuple(arguments) == (memory,) else None


@lower_builtin(len, MemoryType)  # type: ignore[untyped-decorator]
def _size_of(context: Any, builder: Any, kind: Any, arguments: Any) -> Any:
    return cgutils.create_struct_proxy(memory)(context, builder, value=arguments[0]).size


class Lowering:
    """Overrides for Numba's `Lower` that read and write items."""

    context: Any
    builder: Any
    typeof: Any
    loadvar: Any

    def lower_getitem(self, resty: Any, expr: Any, value: Any, index: Any, signature: Any) -> Any:
        """Read an item of an array or a word of memory."""
        if self.typeof(value.name) != memory:
            return super().lower_getitem(resty, expr, value, index, signature)  # type: ignore[misc]
        found = self.builder.load(self._address_of(value, index))
        return self.context.cast(self.builder, found, types.int64, resty)

    def lower_setitem(self, target_var: Any, index_var: Any, value_var: Any, signature: Any) -> Any:
        """Write an item of an array or a word of memory."""
        if self.typeof(target_var.name) != memory:
            return super().lower_setitem(  # type: ignore[misc]
                target_var, index_var, value_var, signature
            )
        given, given_type = self.loadvar(value_var.name), self.typeof(value_var.name)
        item = self.context.cast(self.builder, given, given_type, types.int64)
        return self.builder.store(item, self._address_of(target_var, index_var))

    def _address_of(self, target: Any, index: Any) -> Any:
        """The address of the word at `index`."""
        given, given_type = self.loadvar(index.name), self.typeof(index.name)
        number = self.context.cast(self.builder, given, given_type, types.intp)
        found = cgutils.create_struct_proxy(memory)(
            self.context, self.builder, value=self.loadvar(target.name)
        )
        if self.context.enable_boundscheck:
            cgutils.do_boundscheck(self.context, self.builder, number, found.size)
        return self.builder.gep(found.data, [number], inbounds=True)
