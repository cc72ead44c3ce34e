"""Shifts of compiled boards, as instructions on their words."""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from kibitz.compiling.packed_type import WORD, BoardType, constant_words, word_constant
from kibitz.core.board import NEIGHBOURS, column_masks
from kibitz.core.packed import WORD_BITS

WORD_SHIFT = 6  # a cell's number shifted right by this is its word


def _masks(builder: Any, kind: BoardType) -> Any:
    """A constant array: the cells that a shift by n columns can lead to, at index n + `columns`."""
    name = f"kibitz.columns.{kind.name}"
    known = builder.module.globals.get(name)
    if known is not None:
        return known
    rows, columns = kind.like.shape
    line = ir.ArrayType(WORD, kind.words)
    lines = [ir.Constant(line, constant_words(kind, mask)) for mask in column_masks(rows, columns)]
    table = ir.Constant(ir.ArrayType(line, len(lines)), lines)
    found: Any = ir.GlobalVariable(builder.module, table.type, name)
    found.initializer, found.global_constant, found.linkage = table, True, "internal"
    return found


def _moved(builder: Any, words: list[Any], distance: Any, *, is_up: bool) -> list[Any]:
    """The words shifted to higher or lower bits by `distance`, less than their total width."""
    if len(words) == 1:
        return [(builder.shl if is_up else builder.lshr)(words[0], distance)]
    zero = word_constant(0)
    places = range(len(words))
    whole = builder.lshr(distance, word_constant(WORD_SHIFT))
    step = 1
    while step < len(words):  # by whole words: 1, 2, 4, ...
        is_on = builder.icmp_unsigned("!=", builder.and_(whole, word_constant(step)), zero)
        sources = [place - step if is_up else place + step for place in places]
        words = [
            builder.select(is_on, words[source] if source in places else zero, word)
            for source, word in zip(sources, words, strict=True)
        ]
        step *= 2
    inside = builder.and_(distance, word_constant(WORD_BITS - 1))
    kind = ir.FunctionType(WORD, (WORD, WORD, WORD))
    name = "llvm.fshl" if is_up else "llvm.fshr"  # shift two words and take one of them
    shift = builder.module.declare_intrinsic(name, (WORD,), kind)
    others = [zero, *words[:-1]] if is_up else [*words[1:], zero]
    pairs = zip(words, others, strict=True) if is_up else zip(others, words, strict=True)
    return [builder.call(shift, (*pair, inside)) for pair in pairs]


def shifted(builder: Any, kind: BoardType, words: list[Any], rows: Any, columns: Any) -> list[Any]:
    """The words of a board shifted by rows and columns."""
    height, width = kind.like.shape
    distance = builder.add(builder.mul(rows, word_constant(width)), columns)
    is_up = builder.icmp_signed(">=", distance, word_constant(0))
    up = _moved(builder, words, distance, is_up=True)
    down = _moved(builder, words, builder.neg(distance), is_up=False)
    # From -limit to limit, as an unsigned number from 0 to 2 * limit.
    are_rows_near, are_columns_near = (
        builder.icmp_unsigned(
            "<=", builder.add(steps, word_constant(limit - 1)), word_constant(2 * limit - 2)
        )
        for steps, limit in ((rows, height), (columns, width))
    )
    is_near = builder.and_(are_rows_near, are_columns_near)
    line = builder.select(
        are_columns_near, builder.add(columns, word_constant(width)), word_constant(width)
    )
    masks = _masks(builder, kind)
    found = []
    for index, (left, right) in enumerate(zip(up, down, strict=True)):
        mask = builder.load(
            builder.gep(masks, (word_constant(0), line, word_constant(index)), inbounds=True)
        )
        moved = builder.and_(builder.select(is_up, left, right), mask)
        found.append(builder.select(is_near, moved, word_constant(0)))
    return found


def neighbours_of(builder: Any, kind: BoardType, words: list[Any], count: Any) -> list[Any]:
    """The words of the cells next to those of a board."""

    def around(steps: tuple[tuple[int, int], ...], found: list[Any]) -> list[Any]:
        for rows, columns in steps:
            moved = shifted(builder, kind, words, word_constant(rows), word_constant(columns))
            found = [*map(builder.or_, found, moved)]
        return found

    four = around(NEIGHBOURS[4], [word_constant(0)] * len(words))
    if isinstance(count, int):
        return around(NEIGHBOURS[count][4:], four)
    six = around(NEIGHBOURS[6][4:], four)
    eight = around(NEIGHBOURS[8][6:], six)
    is_four, is_six = (
        builder.icmp_unsigned("==", count, word_constant(number)) for number in (4, 6)
    )
    return [
        builder.select(is_four, a, builder.select(is_six, b, c))
        for a, b, c in zip(four, six, eight, strict=True)
    ]
