"""The compiled operations on boards: the methods and operators of `Board` as instructions."""

# Numba does not declare that these registries are functions.
# pyright: reportOptionalCall=false

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable
from inspect import Parameter
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import RefType, iternext_impl
from numba.core.typing.templates import (
    AbstractTemplate,
    AttributeTemplate,
    bound_function,
    infer_global,
    signature,
)
from numba.extending import infer_getattr, lower_builtin, models, register_model

from kibitz.compiling.board_shifts import WORD_SHIFT, neighbours_of, shifted
from kibitz.compiling.packed_type import (
    BIT,
    BoardIterType,
    BoardType,
    any_bit,
    constant_words,
    join,
    split,
    word_constant,
)
from kibitz.core.board import NEIGHBOURS, Board
from kibitz.core.packed import WORD_BITS

_DEFINED_AT_ZERO = ir.Constant(BIT, 0)


@infer_getattr
class _Methods(AttributeTemplate):  # type: ignore[misc]
    """The types of the methods."""

    key = BoardType


def _method(
    name: str, result: Callable[[Any], Any], least: int = 0, kinds: tuple[Any, ...] = ()
) -> Callable[[Any], Any]:
    """Define a method that takes arguments of `kinds`, the first `least` of them required.

    None among `kinds` stands for the board's own type.
    """
    names = list(inspect.signature(getattr(Board, name)).parameters)[1:]

    @bound_function(f"board.{name}")
    def resolve(template: Any, board: Any, arguments: Any, keywords: Any) -> Any:
        values = [
            *arguments,
            *(keywords[one] for one in names[len(arguments) :] if one in keywords),
        ]
        named = names[: len(values)]
        is_complete = len(values) == len(arguments) + len(keywords)
        if not is_complete or not least <= len(values) <= len(kinds):
            return None
        wanted = [board if kind is None else kind for kind in kinds[: len(values)]]
        for kind, given in zip(wanted, values, strict=True):
            is_number = isinstance(given, types.Integer | types.Boolean)
            if (kind == board and given != board) or (kind != board and not is_number):
                return None
        parameters = [Parameter(one, Parameter.POSITIONAL_OR_KEYWORD) for one in named]
        found = signature(result(board), *wanted, recvr=board)
        return found.replace(pysig=inspect.Signature(parameters))

    setattr(_Methods, f"resolve_{name}", resolve)

    def define(lower: Any) -> Any:
        for count in range(least, len(kinds) + 1):
            classes = [BoardType if kind is None else kind for kind in kinds[:count]]
            lower_builtin(f"board.{name}", BoardType, *classes)(lower)
        return lower

    return define


def _own(board: Any) -> Any:
    return board


def _integer(board: Any) -> Any:
    return types.int64


def _truth(board: Any) -> Any:
    return types.boolean


_ONE_CELL = (types.int64,)


@_method("empty", _own)
def _empty(context: Any, builder: Any, kinds: Any, arguments: Any) -> Any:
    return join(builder, constant_words(kinds.args[0], 0))


@_method("full", _own)
def _full(context: Any, builder: Any, kinds: Any, arguments: Any) -> Any:
    return join(builder, constant_words(kinds.args[0], kinds.args[0].like.full().bits))


def _bit_words(context: Any, builder: Any, kind: BoardType, cell: Any) -> list[Any]:
    """The words of a board with only `cell`."""
    if context.enable_boundscheck:
        cgutils.do_boundscheck(context, builder, cell, word_constant(kind.like.size))
    bit = builder.shl(word_constant(1), builder.and_(cell, word_constant(WORD_BITS - 1)))
    if kind.words == 1:
        return [bit]
    at = builder.lshr(cell, word_constant(WORD_SHIFT))
    zero = word_constant(0)
    return [
        builder.select(builder.icmp_unsigned("==", at, word_constant(index)), bit, zero)
        for index in range(kind.words)
    ]


@_method("has", _truth, 1, _ONE_CELL)
def _has(context: Any, builder: Any, kinds: Any, arguments: Any) -> Any:
    kind, (board, cell) = kinds.args[0], arguments
    if context.enable_boundscheck:
        cgutils.do_boundscheck(context, builder, cell, word_constant(kind.like.size))
    words = split(builder, board)
    at = builder.lshr(cell, word_constant(WORD_SHIFT))
    found = words[0]
    for index, word in enumerate(words[1:], 1):
        found = builder.select(builder.icmp_unsigned("==", at, word_constant(index)), word, found)
    inside = builder.and_(cell, word_constant(WORD_BITS - 1))
    return builder.trunc(builder.lshr(found, inside), BIT)


@_method("add", _own, 1, _ONE_CELL)
def _add(context: Any, builder: Any, kinds: Any, arguments: Any) -> Any:
    bit = _bit_words(context, builder, kinds.args[0], arguments[1])
    return join(builder, [*map(builder.or_, split(builder, arguments[0]), bit)])


@_method("remove", _own, 1, _ONE_CELL)
def _remove(context: Any, builder: Any, kinds: Any, arguments: Any) -> Any:
    bit = map(builder.not_, _bit_words(context, builder, kinds.args[0], arguments[1]))
    return join(builder, [*map(builder.and_, split(builder, arguments[0]), bit)])


@_method("popcount", _integer)
def _popcount(context: Any, builder: Any, kinds: Any, arguments: Any) -> Any:
    total, *rest = map(builder.ctpop, split(builder, arguments[0]))
    for count in rest:
        total = builder.add(total, count)
    return total


def _lowest_in(builder: Any, words: list[Any]) -> Any:
    """The lowest bit that is set in `words`."""
    found = word_constant(WORD_BITS * len(words))
    for index in reversed(range(len(words))):
        here = builder.cttz(words[index], _DEFINED_AT_ZERO)
        here = builder.or_(here, word_constant(WORD_BITS * index)) if index else here
        if index == len(words) - 1:
            found = here
        else:
            is_empty = builder.icmp_unsigned("==", words[index], word_constant(0))
            found = builder.select(is_empty, found, here)
    return found


def _require_cell(context: Any, builder: Any, words: list[Any]) -> None:
    """Where bounds are checked, refuse an empty board."""
    if context.enable_boundscheck:
        with cgutils.if_unlikely(builder, builder.not_(any_bit(builder, words))):
            text = "an empty board has no lowest or highest cell"
            context.call_conv.return_user_exc(builder, ValueError, (text,))


@_method("lowest", _integer)
def _lowest(context: Any, builder: Any, kinds: Any, arguments: Any) -> Any:
    words = split(builder, arguments[0])
    _require_cell(context, builder, words)
    return _lowest_in(builder, words)


@_method("highest", _integer)
def _highest(context: Any, builder: Any, kinds: Any, arguments: Any) -> Any:
    words = split(builder, arguments[0])
    _require_cell(context, builder, words)
    found = word_constant(0)
    for index, word in enumerate(words):
        last = word_constant(WORD_BITS * (index + 1) - 1)
        here = builder.sub(last, builder.ctlz(word, _DEFINED_AT_ZERO))
        is_empty = builder.icmp_unsigned("==", word, word_constant(0))
        found = builder.select(is_empty, found, here) if index else here
    return found


# Moving the cells


@_method("shift", _own, 2, (types.int64, types.int64))
def _shift(context: Any, builder: Any, kinds: Any, arguments: Any) -> Any:
    board, rows, columns = arguments
    words = shifted(builder, kinds.args[0], split(builder, board), rows, columns)
    return join(builder, words)


def _neighbour_count(context: Any, builder: Any, arguments: Any, index: int) -> Any:
    """The number of neighbours passed as an argument, checked; 4 if there is none."""
    if len(arguments) <= index:
        return 4
    count = arguments[index]
    if context.enable_boundscheck:
        is_known = ir.Constant(BIT, 0)
        for number in NEIGHBOURS:
            equal = builder.icmp_unsigned("==", count, word_constant(number))
            is_known = builder.or_(is_known, equal)
        with cgutils.if_unlikely(builder, builder.not_(is_known)):
            text = "a cell has 4, 6 or 8 neighbours"
            context.call_conv.return_user_exc(builder, ValueError, (text,))
    return count


@_method("neighbours", _own, 0, _ONE_CELL)
def _neighbours(context: Any, builder: Any, kinds: Any, arguments: Any) -> Any:
    count = _neighbour_count(context, builder, arguments, 1)
    words = split(builder, arguments[0])
    return join(builder, neighbours_of(builder, kinds.args[0], words, count))


@_method("flood", _own, 1, (None, types.int64))
def _flood(context: Any, builder: Any, kinds: Any, arguments: Any) -> Any:
    count = _neighbour_count(context, builder, arguments, 2)
    board = split(builder, arguments[0])
    start = [*map(builder.and_, board, split(builder, arguments[1]))]
    place = cgutils.alloca_once_value(builder, join(builder, start))
    loop = builder.append_basic_block("flood")
    done = builder.append_basic_block("flooded")
    builder.branch(loop)
    builder.position_at_end(loop)
    found = split(builder, builder.load(place))
    near = neighbours_of(builder, kinds.args[0], found, count)
    grown = [
        builder.and_(builder.or_(one, other), cells)
        for one, other, cells in zip(found, near, board, strict=True)
    ]
    builder.store(join(builder, grown), place)
    builder.cbranch(any_bit(builder, [*map(builder.xor, found, grown)]), loop, done)
    builder.position_at_end(done)
    return builder.load(place)


# Operators


class _Combination(AbstractTemplate):  # type: ignore[misc]
    def generic(self, arguments: Any, keywords: Any) -> Any:
        one, other = arguments
        if isinstance(one, BoardType) and one == other:
            return signature(one, one, other)
        return None


def _combine(names: tuple[str, str], combine: Callable[[Any, Any, Any], Any]) -> None:
    """Define a binary operator on words, and the one that assigns its result."""

    def lower(context: Any, builder: Any, kinds: Any, arguments: Any) -> Any:
        one, other = (split(builder, argument) for argument in arguments)
        pairs = zip(one, other, strict=True)
        return join(builder, [combine(builder, *pair) for pair in pairs])

    for name in names:
        function = getattr(operator, name)
        infer_global(function)(type(f"_{name}", (_Combination,), {}))
        lower_builtin(function, BoardType, BoardType)(lower)


_combine(("and_", "iand"), lambda builder, one, other: builder.and_(one, other))
_combine(("or_", "ior"), lambda builder, one, other: builder.or_(one, other))
_combine(("xor", "ixor"), lambda builder, one, other: builder.xor(one, other))
_combine(("sub", "isub"), lambda builder, one, other: builder.and_(one, builder.not_(other)))


@infer_global(operator.invert)
class _InvertType(AbstractTemplate):  # type: ignore[misc]
    def generic(self, arguments: Any, keywords: Any) -> Any:
        (board,) = arguments
        return signature(board, board) if isinstance(board, BoardType) else None


@lower_builtin(operator.invert, BoardType)
def _invert(context: Any, builder: Any, kinds: Any, arguments: Any) -> Any:
    kind = kinds.args[0]
    full = constant_words(kind, kind.like.full().bits)
    return join(builder, [*map(builder.xor, split(builder, arguments[0]), full)])


@infer_global(bool)
@infer_global(operator.not_)
class _TruthType(AbstractTemplate):  # type: ignore[misc]
    def generic(self, arguments: Any, keywords: Any) -> Any:
        (board,) = arguments
        return signature(types.boolean, board) if isinstance(board, BoardType) else None


@lower_builtin(bool, BoardType)
def _bool(context: Any, builder: Any, kinds: Any, arguments: Any) -> Any:
    return any_bit(builder, split(builder, arguments[0]))


@lower_builtin(operator.not_, BoardType)
def _not(context: Any, builder: Any, kinds: Any, arguments: Any) -> Any:
    return builder.not_(any_bit(builder, split(builder, arguments[0])))


# Iteration: `for cell in board.squares()`. In compiled code, squares returns the board itself.


@register_model(BoardIterType)
class _IteratorModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [("rest", types.EphemeralPointer(kind.board))])


@_method("squares", _own)
def _squares(context: Any, builder: Any, kinds: Any, arguments: Any) -> Any:
    return arguments[0]


@lower_builtin("getiter", BoardType)
def _iterator(context: Any, builder: Any, kinds: Any, arguments: Any) -> Any:
    found = cgutils.create_struct_proxy(kinds.return_type)(context, builder)
    found.rest = cgutils.alloca_once_value(builder, arguments[0])
    return found._getvalue()


@lower_builtin("iternext", BoardIterType)
@iternext_impl(RefType.UNTRACKED)
def _next(context: Any, builder: Any, kinds: Any, arguments: Any, result: Any) -> None:
    iterator = cgutils.create_struct_proxy(kinds.args[0])(context, builder, value=arguments[0])
    words = split(builder, builder.load(iterator.rest))
    has_cell = any_bit(builder, words)
    result.set_valid(has_cell)
    with builder.if_then(has_cell):
        result.yield_(_lowest_in(builder, words))
        builder.store(join(builder, _without_lowest(builder, words)), iterator.rest)


def _without_lowest(builder: Any, words: list[Any]) -> list[Any]:
    """The words without their lowest bit: each word below which all others are empty loses one."""
    found: list[Any] = []
    below = word_constant(0)
    for word in words:
        rest = builder.and_(word, builder.sub(word, word_constant(1)))
        is_first = builder.icmp_unsigned("==", below, word_constant(0))
        found.append(builder.select(is_first, rest, word) if found else rest)
        below = builder.or_(below, word)
    return found
