"""The compiled operations on `Cells`."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import AttributeTemplate, bound_function, signature
from numba.extending import infer_getattr, lower_builtin

from kibitz.compiling.packed_type import WORD, CellsType, join, split, word_constant

_FEW = 4  # up to this many words are selected in registers; more are read from memory


@infer_getattr
class _Methods(AttributeTemplate):  # type: ignore[misc]
    """The types of the methods."""

    key = CellsType

    @bound_function("cells.get")
    def resolve_get(self, cells: Any, arguments: Any, keywords: Any) -> Any:
        """The type of `cells.get(index)`."""
        if len(arguments) == 1 and not keywords and _are_numbers(arguments):
            return signature(types.int64, types.int64, recvr=cells)
        return None

    @bound_function("cells.put")
    def resolve_put(self, cells: Any, arguments: Any, keywords: Any) -> Any:
        """The type of `cells.put(index, value)`."""
        if len(arguments) == 2 and not keywords and _are_numbers(arguments):
            return signature(cells, types.int64, types.int64, recvr=cells)
        return None


def _are_numbers(kinds: Any) -> bool:
    return all(isinstance(kind, types.Integer | types.Boolean) for kind in kinds)


def _place(context: Any, builder: Any, kind: CellsType, index: Any) -> tuple[Any, Any]:
    """The word of a number and its lowest bit there."""
    like = kind.like
    if context.enable_boundscheck:
        cgutils.do_boundscheck(context, builder, index, word_constant(like.shape[0]))
    per_word = word_constant(like.per_word)
    at = builder.udiv(index, per_word)
    inside = builder.mul(builder.urem(index, per_word), word_constant(like.shape[1]))
    return at, inside


@lower_builtin("cells.get", CellsType, types.int64)
def _get(context: Any, builder: Any, kinds: Any, arguments: Any) -> Any:
    kind, (cells, index) = kinds.args[0], arguments
    at, inside = _place(context, builder, kind, index)
    if kind.words > _FEW:
        found = builder.load(_address(builder, _stored(builder, cells), at))
    else:
        words = split(builder, cells)
        found = words[0]
        for number, word in enumerate(words[1:], 1):
            is_here = builder.icmp_unsigned("==", at, word_constant(number))
            found = builder.select(is_here, word, found)
    mask = word_constant((1 << kind.like.shape[1]) - 1)
    return builder.and_(builder.lshr(found, inside), mask)


@lower_builtin("cells.put", CellsType, types.int64, types.int64)
def _put(context: Any, builder: Any, kinds: Any, arguments: Any) -> Any:
    kind, (cells, index, value) = kinds.args[0], arguments
    at, inside = _place(context, builder, kind, index)
    most = word_constant((1 << kind.like.shape[1]) - 1)
    if context.enable_boundscheck:
        with cgutils.if_unlikely(builder, builder.icmp_unsigned(">", value, most)):
            text = f"a value does not fit in {kind.name}"
            context.call_conv.return_user_exc(builder, ValueError, (text,))
    cleared = builder.not_(builder.shl(most, inside))
    added = builder.shl(builder.and_(value, most), inside)
    if kind.words > _FEW:
        place = _stored(builder, cells)
        address = _address(builder, place, at)
        builder.store(builder.or_(builder.and_(builder.load(address), cleared), added), address)
        return builder.load(place)
    words = split(builder, cells)
    for number, word in enumerate(words):
        changed = builder.or_(builder.and_(word, cleared), added)
        is_here = builder.icmp_unsigned("==", at, word_constant(number))
        words[number] = builder.select(is_here, changed, word) if kind.words > 1 else changed
    return join(builder, words)


def _stored(builder: Any, cells: Any) -> Any:
    """The cells in memory."""
    return cgutils.alloca_once_value(builder, cells)


def _address(builder: Any, place: Any, at: Any) -> Any:
    """The address of a word."""
    start = builder.bitcast(place, ir.PointerType(WORD))
    return builder.gep(start, (at,), inbounds=True)
