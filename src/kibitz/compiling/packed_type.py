"""The compiled types of `Board` and `Cells`: a few 64-bit words, held in registers.

These types share no operation with integers, so that compiled code cannot mix unsigned words with
signed integers, which Numba would compare as floating-point numbers.
"""

# Numba does not declare that these registries are functions.
# pyright: reportOptionalCall=false

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.imputils import lower_constant
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import lower_builtin, models, register_model, typeof_impl

from kibitz.core.board import Board
from kibitz.core.cells import Cells
from kibitz.core.packed import WORD_BITS, Packed, from_words, to_words

WORD: Any = ir.IntType(WORD_BITS)
BIT: Any = ir.IntType(1)
_MASK = (1 << WORD_BITS) - 1


def word_constant(value: int) -> Any:
    """A constant word."""
    return ir.Constant(WORD, value & _MASK)


class PackedType(types.Type):  # type: ignore[misc]  # Numba ships no types
    """The type of a packed value; `like` is an empty value of it."""

    like: Any  # a Board or Cells

    def __init__(self, like: Packed) -> None:
        self.like = like.with_bits(0)
        super().__init__(name=self.like.kind)

    @property
    def words(self) -> int:
        """The number of words."""
        count: int = self.like.words
        return count


class BoardType(PackedType, types.IterableType):  # type: ignore[misc]
    """The type of a board. Its iterator yields the cells."""

    @property
    def iterator_type(self) -> Any:
        """The type of the iterator."""
        return BoardIterType(self)


class CellsType(PackedType):
    """The type of cells."""


class BoardIterType(types.SimpleIteratorType):  # type: ignore[misc]
    """The type of an iterator over the cells of a board."""

    board: BoardType

    def __init__(self, board: BoardType) -> None:
        self.board = board
        super().__init__(f"iterator of {board.name}", types.int64)


@register_model(BoardType)
@register_model(CellsType)
class _PackedModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        words = kind.words
        super().__init__(manager, kind, WORD if words == 1 else ir.ArrayType(WORD, words))


@typeof_impl.register(Board)
def _type_of_board(value: Board, context: Any) -> Any:
    return BoardType(value)


@typeof_impl.register(Cells)
def _type_of_cells(value: Cells, context: Any) -> Any:
    return CellsType(value)


def split(builder: Any, value: Any) -> list[Any]:
    """The words of a value in a register."""
    if value.type == WORD:
        return [value]
    return [builder.extract_value(value, index) for index in range(value.type.count)]


def join(builder: Any, words: Sequence[Any]) -> Any:
    """The value with these words."""
    if len(words) == 1:
        return words[0]
    found = ir.Constant(ir.ArrayType(WORD, len(words)), ir.Undefined)
    for index, word in enumerate(words):
        found = builder.insert_value(found, word, index)
    return found


def constant_words(kind: PackedType, bits: int) -> list[Any]:
    """The words of a constant."""
    return [word_constant(bits >> WORD_BITS * index) for index in range(kind.words)]


def any_bit(builder: Any, words: Sequence[Any]) -> Any:
    """Whether a bit of any word is set."""
    found = words[0]
    for word in words[1:]:
        found = builder.or_(found, word)
    return builder.icmp_unsigned("!=", found, word_constant(0))


def _constant(context: Any, builder: Any, kind: PackedType, value: Packed) -> Any:
    words = constant_words(kind, value.bits)
    return words[0] if len(words) == 1 else ir.Constant(ir.ArrayType(WORD, len(words)), words)


for _kind in (BoardType, CellsType):
    lower_constant(_kind)(_constant)


# Conversion from and to the words of a position, which are signed.


@infer_global(to_words)
class _ToWords(AbstractTemplate):  # type: ignore[misc]
    def generic(self, arguments: Any, keywords: Any) -> Any:
        like, value = arguments
        if isinstance(like, PackedType) and like == value:
            return signature(types.UniTuple(types.int64, value.words), like, value)
        return None


@lower_builtin(to_words, BoardType, BoardType)
@lower_builtin(to_words, CellsType, CellsType)
def _to_words(context: Any, builder: Any, kinds: Any, arguments: Any) -> Any:
    words = split(builder, arguments[1])
    return context.make_tuple(builder, kinds.return_type, words)


@infer_global(from_words)
class _FromWords(AbstractTemplate):  # type: ignore[misc]
    def generic(self, arguments: Any, keywords: Any) -> Any:
        shape, _ = arguments
        if isinstance(shape, PackedType):
            return signature(shape, shape, types.UniTuple(types.int64, shape.words))
        return None


@lower_builtin(from_words, BoardType, types.UniTuple)
@lower_builtin(from_words, CellsType, types.UniTuple)
def _from_words(context: Any, builder: Any, kinds: Any, arguments: Any) -> Any:
    words = [builder.extract_value(arguments[1], index) for index in range(kinds.args[1].count)]
    return join(builder, words)


# Comparisons: equality, and the order of the bits as one unsigned number.


class _Comparison(AbstractTemplate):  # type: ignore[misc]
    def generic(self, arguments: Any, keywords: Any) -> Any:
        one, other = arguments
        if isinstance(one, PackedType) and one == other:
            return signature(types.boolean, one, other)
        return None


def _equal(builder: Any, one: list[Any], other: list[Any]) -> Any:
    differing = [builder.xor(*pair) for pair in zip(one, other, strict=True)]
    return builder.not_(any_bit(builder, differing))


def _less(builder: Any, one: list[Any], other: list[Any]) -> Any:
    found = ir.Constant(BIT, 0)
    for mine, theirs in zip(one, other, strict=True):  # the highest word decides
        is_equal = builder.icmp_unsigned("==", mine, theirs)
        found = builder.select(is_equal, found, builder.icmp_unsigned("<", mine, theirs))
    return found


def _compare(name: str, compare: Callable[[Any, list[Any], list[Any]], Any]) -> None:
    """Define a comparison operator."""
    function = getattr(operator, name)
    infer_global(function)(type(f"_{name}", (_Comparison,), {}))

    def lower(context: Any, builder: Any, kinds: Any, arguments: Any) -> Any:
        one, other = (split(builder, argument) for argument in arguments)
        return compare(builder, one, other)

    for kind in (BoardType, CellsType):
        lower_builtin(function, kind, kind)(lower)


_compare("eq", _equal)
_compare("ne", lambda builder, one, other: builder.not_(_equal(builder, one, other)))
_compare("lt", _less)
_compare("gt", lambda builder, one, other: _less(builder, other, one))
_compare("le", lambda builder, one, other: builder.not_(_less(builder, other, one)))
_compare("ge", lambda builder, one, other: builder.not_(_less(builder, one, other)))
