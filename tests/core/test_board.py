"""Boards and cells as values: against sets and lists, and what they refuse."""

from __future__ import annotations

import copy
import pickle
from random import Random
from typing import Any

import pytest

from kibitz import Board, Cells, bits
from kibitz.core.board import NEIGHBOURS
from kibitz.core.packed import from_words, to_words

SHAPES = ((1, 1), (1, 14), (8, 8), (9, 9), (15, 15), (3, 50), (50, 3))


def around(shape: tuple[int, int], cells: set[int], steps: object) -> set[int]:
    """The cells that the steps lead to, by coordinates."""
    rows, columns = shape
    found = set()
    for cell in cells:
        for down, right in steps:  # type: ignore[attr-defined]
            row, column = cell // columns + down, cell % columns + right
            if 0 <= row < rows and 0 <= column < columns:
                found.add(row * columns + column)
    return found


@pytest.mark.parametrize("shape", SHAPES)
def test_a_board_is_a_set_of_cells(shape: tuple[int, int]) -> None:
    chance = Random(sum(shape))
    size = shape[0] * shape[1]
    for _ in range(40):
        one = {cell for cell in range(size) if chance.random() < 0.4}
        other = {cell for cell in range(size) if chance.random() < 0.4}
        a, b, cell = Board(*shape, one), Board(*shape, other), chance.randrange(size)
        every = set(range(size))
        assert set((a & b).squares()) == one & other
        assert set((a | b).squares()) == one | other
        assert set((a ^ b).squares()) == one ^ other
        assert set((a - b).squares()) == one - other
        assert set((~a).squares()) == every - one
        assert list(a.squares()) == sorted(one)
        assert (a.popcount(), a.has(cell), bool(a)) == (len(one), cell in one, bool(one))
        assert set(a.add(cell).squares()) == one | {cell}
        assert set(a.remove(cell).squares()) == one - {cell}
        assert (a == b, a == Board(*shape, one)) == (one == other, True)
        assert set(a.full().squares()) == every
        assert not a.empty()
        if one:
            assert (a.lowest(), a.highest()) == (min(one), max(one))
        step = (chance.randint(-shape[0], shape[0]), chance.randint(-shape[1], shape[1]))
        assert set(a.shift(*step).squares()) == around(shape, one, (step,))
        for count, steps in NEIGHBOURS.items():
            assert set(a.neighbours(count).squares()) == around(shape, one, steps)
            flooded = one & other
            while len(flooded) < len(flooded | around(shape, flooded, steps) & one):
                flooded |= around(shape, flooded, steps) & one
            assert set(a.flood(b, count).squares()) == flooded


@pytest.mark.parametrize(("count", "width"), [(14, 6), (81, 2), (5, 32), (64, 4), (225, 8)])
def test_cells_are_a_row_of_numbers(count: int, width: int) -> None:
    chance = Random(count)
    values = [chance.randrange(1 << width) for _ in range(count)]
    cells = Cells(count, width, values)
    for _ in range(100):
        index, value = chance.randrange(count), chance.randrange(1 << width)
        values[index] = value
        cells = cells.put(index, value)
        assert cells.get(index) == value
        assert cells.values() == tuple(values)
    assert cells == Cells(count, width, values) != Cells(count, width)


@pytest.mark.parametrize("value", [Board(8, 8, (0, 63)), Board(9, 9, (80,)), Cells(14, 6, (5, 6))])
def test_values_survive_copying_and_their_words(value: Board | Cells) -> None:
    assert pickle.loads(pickle.dumps(value)) == copy.deepcopy(value) == value
    assert from_words(value.with_bits(0), to_words(value, value)) == value
    assert len(to_words(value, value)) == value.words
    assert hash(value) == hash(copy.copy(value))
    assert eval(repr(value)) == value


def test_the_words_of_a_board_are_signed_as_in_compiled_code() -> None:
    assert to_words(Board(8, 8), Board(8, 8, (0, 63))) == (1 - (1 << 63),)
    assert to_words(Board(9, 9), Board(9, 9, (0, 80))) == (1, 1 << 16)


def test_values_do_not_change() -> None:
    board = Board(8, 8)
    with pytest.raises(AttributeError, match="does not change"):
        board.bits = 5
    with pytest.raises(AttributeError):
        board.other = 5


EIGHT: Any = Board(8, 8)


@pytest.mark.parametrize(
    ("attempt", "message"),
    [
        (lambda: EIGHT & 5, "cannot combine a Board(8, 8) and the int 5"),
        (lambda: EIGHT | Board(9, 9), "a Board(8, 8) and a Board(9, 9)"),
        (lambda: EIGHT == 0, "cannot compare a Board(8, 8) and the int 0"),
        (lambda: Board(9, 9) > EIGHT, "cannot compare"),
        (lambda: EIGHT - Cells(64, 1), "a Cells(64, 1)"),
        (lambda: Cells(4, 4) == 0, "cannot compare a Cells(4, 4) and the int 0"),
        (lambda: EIGHT + 1, "unsupported operand"),
        (lambda: EIGHT << 1, "unsupported operand"),
        (lambda: bits.popcount(EIGHT), "board.popcount()"),
    ],
)
def test_boards_are_not_mixed_with_numbers(attempt: object, message: str) -> None:
    with pytest.raises(TypeError) as refused:
        attempt()  # type: ignore[operator]
    assert message in str(refused.value)


@pytest.mark.parametrize(
    "attempt",
    [
        lambda: Board(8, 8).add(64),
        lambda: Board(8, 8).has(-1),
        lambda: Board(8, 8, (64,)),
        lambda: Board(0, 8),
        lambda: Board(100, 100),
        lambda: Board(8, 8).lowest(),
        lambda: Board(8, 8).highest(),
        lambda: Board(8, 8).neighbours(5),
        lambda: Cells(4, 4).get(4),
        lambda: Cells(4, 4).put(0, 16),
        lambda: Cells(4, 33),
        lambda: Cells(0, 4),
        lambda: Cells(10_000, 4),
        lambda: bits.popcount(-1),
        lambda: list(bits.squares(-1)),
    ],
)
def test_what_makes_no_sense_is_refused(attempt: object) -> None:
    with pytest.raises((ValueError, IndexError), match=r"expected|not on|no |neighbours|fit"):
        attempt()  # type: ignore[operator]
