"""Numba intrinsics: bit helpers, calls to external functions, and arrays at an address."""

# Numba itself passes the first argument of an intrinsic.
# pyright: reportCallIssue=false

from __future__ import annotations

from functools import cache
from types import FunctionType
from typing import Any

import numba
import numpy as np
from llvmlite import binding as llvm
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from kibitz.compiling.signature import view_of
from kibitz.compiling.tuned import tuning
from kibitz.core import bits
from kibitz.core.packed import from_words, to_words

_FACTOR = ir.Constant(ir.IntType(64), 0xD6E8FEB86659FD93)
_HALF = ir.Constant(ir.IntType(64), 32)
_UNDEFINED_AT_ZERO = ir.Constant(ir.IntType(1), 1)
_TOP_BIT = ir.Constant(ir.IntType(64), 63)


@intrinsic
def _unsigned(typing: Any, board: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if context.enable_boundscheck:
            zero = context.get_constant(types.int64, 0)
            with cgutils.if_unlikely(builder, builder.icmp_signed("<", arguments[0], zero)):
                text = "a negative number is not a board: expected a number of at most 63 bits"
                context.call_conv.return_user_exc(builder, ValueError, (text,))
        return arguments[0]

    return types.int64(types.int64), generate


@intrinsic
def _popcount(typing: Any, board: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic
def _lowest(typing: Any, board: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], _UNDEFINED_AT_ZERO)

    return types.int64(types.int64), generate


@intrinsic
def _highest(typing: Any, board: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.sub(_TOP_BIT, builder.ctlz(arguments[0], _UNDEFINED_AT_ZERO))

    return types.int64(types.int64), generate


@intrinsic
def _mix(typing: Any, seed: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        def fold(word: Any) -> Any:
            return builder.xor(word, builder.lshr(word, _HALF))

        word = builder.mul(fold(builder.xor(*arguments)), _FACTOR)
        return fold(builder.mul(fold(word), _FACTOR))

    return types.int64(types.int64, types.int64), generate


@intrinsic
def _whole(typing: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return context.cast(builder, arguments[0], signature.args[0], types.int64)

    if not isinstance(value, types.Integer | types.Boolean):
        return None
    return types.int64(value), generate


@overload(bits.popcount, strict=False)
def _overload_popcount(board: Any) -> Any:
    return lambda board: _popcount(_unsigned(board))


@overload(bits.unsigned, strict=False)
def _overload_unsigned(board: Any) -> Any:
    return lambda board: _unsigned(board)


@overload(bits.lowest, strict=False)
def _overload_lowest(board: Any) -> Any:
    return lambda board: _lowest(board)


@overload(bits.highest, strict=False)
def _overload_highest(board: Any) -> Any:
    return lambda board: _highest(board)


@intrinsic
def _put(typing: Any, values: Any, index: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        found, place, item = arguments
        count = context.get_constant(types.int64, len(signature.args[0]))
        if context.enable_boundscheck:
            cgutils.do_boundscheck(context, builder, place, count)
        for number in range(len(signature.args[0])):
            is_here = builder.icmp_signed("==", place, context.get_constant(types.int64, number))
            old = builder.extract_value(found, number)
            found = builder.insert_value(found, builder.select(is_here, item, old), number)
        return found

    if not isinstance(values, types.UniTuple) or values.dtype != types.int64:
        return None
    return values(values, types.int64, types.int64), generate


@overload(bits.put, strict=False)
def _overload_put(values: Any, index: Any, value: Any) -> Any:
    return lambda values, index, value: _put(values, index, value)


@overload(bits.mix, strict=False)
def _overload_mix(seed: Any, value: Any) -> Any:
    return lambda seed, value: _mix(seed, value)


@overload(bits.whole, strict=False)
def _overload_whole(value: Any) -> Any:
    return lambda value: _whole(value)


OVERLOADED: frozenset[object] = frozenset(
    {
        bits.popcount,
        bits.lowest,
        bits.highest,
        bits.put,
        bits.unsigned,
        bits.mix,
        bits.whole,
        from_words,
        to_words,
    }
)
_ELEMENTS = ("int64", "int32", "int16", "int8", "uint64", "uint32", "uint16", "uint8")


@cache
def views() -> dict[FunctionType, Any]:
    """The intrinsic that replaces each `view_of(element)` in compiled code."""
    found = {view_of(element): array_at(element) for element in _ELEMENTS}
    if tuning().memory_at is not None:
        found[view_of("int64")] = tuning().memory_at
    return found


@cache
def external_call(symbol: str) -> Any:
    """An intrinsic that calls the function with this symbol, which is linked later.

    The function takes a state and three integers.
    """
    # Numba may load this code without calling it, and then the symbol needs some address.
    llvm.add_symbol(symbol, llvm.address_of_symbol("abort") or 1)

    @intrinsic
    def call(typing: Any, position: Any, first: Any, second: Any, third: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            fields, *rest = arguments
            numbers = [*cgutils.unpack_tuple(builder, fields), *rest]
            kinds = (types.int64,) * len(numbers)
            convention = context.call_conv
            called = cgutils.get_or_insert_function(
                builder.module, convention.get_function_type(types.int64, kinds), symbol
            )
            status, found = convention.call_function(builder, called, types.int64, kinds, numbers)
            with cgutils.if_unlikely(builder, status.is_error):
                convention.return_status_propagate(builder, status)
            return found

        numbers = (types.int64,) * 3
        return types.int64(types.UniTuple(types.int64, len(position)), *numbers), generate

    return call


@intrinsic
def pointer_call(typing: Any, address: Any, numbers: Any) -> Any:
    """Call the native function at `address` with a tuple of integers."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place, packed = arguments
        values = cgutils.unpack_tuple(builder, packed)
        kinds = (types.int64,) * len(values)
        convention = context.call_conv
        kind = convention.get_function_type(types.int64, kinds)
        called = builder.inttoptr(place, kind.as_pointer())
        status, found = convention.call_function(builder, called, types.int64, kinds, values)
        with cgutils.if_unlikely(builder, status.is_error):
            convention.return_status_propagate(builder, status)
        return found

    return types.int64(types.int64, numbers), generate


@cache
def weights_at(element: str) -> Any:
    """An intrinsic that makes a read-only array of weights from an address and a size."""
    return array_at(element, readonly=True)


def array_at(element: str, *, readonly: bool = False) -> Any:
    """An intrinsic that makes a flat array from an address and a number of items.

    The caller must keep the memory alive.
    """
    item = numba.from_dtype(np.dtype(element))
    kind = types.Array(item, 1, "C", readonly=readonly)
    item_bytes = np.dtype(element).itemsize

    @intrinsic
    def view_at(typing: Any, address: Any, size: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            place, count = arguments
            width = context.get_constant(types.intp, item_bytes)
            found = cgutils.create_struct_proxy(kind)(context, builder)
            pointer = context.get_value_type(types.CPointer(item))
            found.data = builder.inttoptr(place, pointer)
            found.nitems, found.itemsize = count, width
            found.shape = cgutils.pack_array(builder, [count])
            found.strides = cgutils.pack_array(builder, [width])
            return found._getvalue()

        return kind(types.int64, types.int64), generate

    return view_at
