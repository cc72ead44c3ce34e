"""Compiled tables of boards or cells: a tuple of them in a rule becomes a constant array."""

# Numba does not declare that these registries are functions.
# pyright: reportOptionalCall=false

from __future__ import annotations

import hashlib
import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import RefType, iternext_impl, lower_constant
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import lower_builtin, models, register_model, typeof_impl

from kibitz.compiling.packed_type import WORD, PackedType, constant_words, join, word_constant
from kibitz.core.packed import Packed

_SMALL = 4  # shorter tuples stay tuples, so that they can be unpacked


class PackedTable:
    """A tuple of values of one type."""

    def __init__(self, values: tuple[Packed, ...]) -> None:
        self.values = values


def packed_table(values: Any) -> PackedTable | None:
    """The table for a tuple or list of values; None if it is not one of packed values."""
    if len(values) < _SMALL or not isinstance(values[0], Packed):
        return None
    kinds = {value.kind if isinstance(value, Packed) else "" for value in values}
    return PackedTable(tuple(values)) if len(kinds) == 1 else None


def _digest(values: tuple[Packed, ...]) -> str:
    text = " ".join(str(value.bits) for value in values)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class PackedTableType(types.IterableType):  # type: ignore[misc]  # Numba ships no types
    """The type of a table. It contains the values, so that LLVM knows them."""

    item: PackedType
    values: tuple[Packed, ...]

    def __init__(self, item: PackedType, values: tuple[Packed, ...]) -> None:
        self.item, self.values = item, values
        super().__init__(f"table of {len(values)} {item.name} {_digest(values)}")

    @property
    def iterator_type(self) -> Any:
        """The type of the iterator."""
        return PackedTableIterType(self)


class PackedTableIterType(types.SimpleIteratorType):  # type: ignore[misc]
    """The type of an iterator over a table."""

    table: PackedTableType

    def __init__(self, table: PackedTableType) -> None:
        self.table = table
        super().__init__(f"iterator of {table.name}", table.item)


register_model(PackedTableType)(models.OpaqueModel)


@register_model(PackedTableIterType)
class _IteratorModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [("index", types.EphemeralPointer(types.int64))])


@typeof_impl.register(PackedTable)
def _type_of(table: PackedTable, context: Any) -> Any:
    item = typeof_impl(table.values[0], context)
    return PackedTableType(item, table.values)


@lower_constant(PackedTableType)
def _constant(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    return context.get_dummy_value()


def _load(builder: Any, kind: PackedTableType, index: Any) -> Any:
    """The value at `index`, from a constant in the module."""
    words = kind.item.words
    line = ir.ArrayType(WORD, words)
    lines = [ir.Constant(line, constant_words(kind.item, value.bits)) for value in kind.values]
    name = f"kibitz.{kind.name}"
    table: Any = builder.module.globals.get(name)
    if table is None:
        content = ir.Constant(ir.ArrayType(line, len(lines)), lines)
        table = ir.GlobalVariable(builder.module, content.type, name)
        table.initializer, table.global_constant, table.linkage = content, True, "internal"
    found = [
        builder.load(builder.gep(table, (word_constant(0), index, word_constant(word))))
        for word in range(words)
    ]
    return join(builder, found)


@infer_global(operator.getitem)
class _GetItem(AbstractTemplate):  # type: ignore[misc]
    def generic(self, arguments: Any, keywords: Any) -> Any:
        table, index = arguments
        if isinstance(table, PackedTableType) and isinstance(index, types.Integer):
            return signature(table.item, table, types.int64)
        return None


@lower_builtin(operator.getitem, PackedTableType, types.int64)
def _get(context: Any, builder: Any, kinds: Any, arguments: Any) -> Any:
    kind, (_, index) = kinds.args[0], arguments
    count = word_constant(len(kind.values))
    is_negative = builder.icmp_signed("<", index, word_constant(0))  # counted from the end
    index = builder.select(is_negative, builder.add(index, count), index)
    if context.enable_boundscheck:
        cgutils.do_boundscheck(context, builder, index, count)
    return _load(builder, kind, index)


@infer_global(len)
class _Length(AbstractTemplate):  # type: ignore[misc]
    def generic(self, arguments: Any, keywords: Any) -> Any:
        is_table = len(arguments) == 1 and isinstance(arguments[0], PackedTableType)
        return signature(types.int64, arguments[0]) if is_table else None


@lower_builtin(len, PackedTableType)
def _len(context: Any, builder: Any, kinds: Any, arguments: Any) -> Any:
    return word_constant(len(kinds.args[0].values))


@lower_builtin("getiter", PackedTableType)
def _iterator(context: Any, builder: Any, kinds: Any, arguments: Any) -> Any:
    found = cgutils.create_struct_proxy(kinds.return_type)(context, builder)
    found.index = cgutils.alloca_once_value(builder, word_constant(0))
    return found._getvalue()


@lower_builtin("iternext", PackedTableIterType)
@iternext_impl(RefType.UNTRACKED)
def _next(context: Any, builder: Any, kinds: Any, arguments: Any, result: Any) -> None:
    kind = kinds.args[0]
    iterator = cgutils.create_struct_proxy(kind)(context, builder, value=arguments[0])
    index = builder.load(iterator.index)
    has_item = builder.icmp_unsigned("<", index, word_constant(len(kind.table.values)))
    result.set_valid(has_item)
    with builder.if_then(has_item):
        result.yield_(_load(builder, kind.table, index))
        builder.store(builder.add(index, word_constant(1)), iterator.index)
