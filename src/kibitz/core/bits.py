"""Bit helpers: plain Python here, single machine instructions where rules are compiled.

They take integers of at most 63 bits, of which bit i is cell i. For larger boards, there is
`kibitz.Board`, with methods of the same names.
"""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.packed import Packed

_WORD = (1 << 64) - 1
_FACTOR = 0xD6E8FEB86659FD93


def popcount(board: int) -> int:
    """How many cells of `board` are set.

    >>> popcount(0b1011)
    3
    """
    return unsigned(board).bit_count()


def lowest(board: int) -> int:
    """The lowest cell of `board`, which must not be empty.

    >>> lowest(0b1000)
    3
    """
    return (board & -board).bit_length() - 1


def highest(board: int) -> int:
    """The highest cell of `board`, which must not be empty.

    >>> highest(0b1010)
    3
    """
    return board.bit_length() - 1


def squares(board: int) -> Iterator[int]:
    """Every cell of `board`, lowest first.

    >>> list(squares(0b1011))
    [0, 1, 3]
    """
    unsigned(board)
    while board:
        yield lowest(board)
        board &= board - 1


def put(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    """The tuple `values` with `value` at `index`.

    >>> put((4, 4, 4), 1, 0)
    (4, 0, 4)
    """
    if not 0 <= index < len(values):
        raise IndexError(f"a tuple of {len(values)} integers has no index {index}")
    return (*values[:index], int(value), *values[index + 1 :])


def unsigned(board: int) -> int:
    """`board`, if it is not negative; a negative number has no last cell.

    Compiled code checks this only where it also checks bounds.
    """
    if isinstance(board, Packed):
        raise TypeError(f"a {board.kind} has methods of its own: write board.popcount()")
    if board < 0:
        raise ValueError(f"{board} is not a board: expected a number from 0, of at most 63 bits")
    return int(board)


def mix(seed: int, value: int) -> int:
    """A 64-bit hash of `value` on top of `seed`, as a signed integer, equal everywhere."""
    word = (seed ^ value) & _WORD
    word = ((word ^ (word >> 32)) * _FACTOR) & _WORD
    word = ((word ^ (word >> 32)) * _FACTOR) & _WORD
    word ^= word >> 32
    return word - (1 << 64) if word >> 63 else word


def whole(value: int) -> int:
    """`value` as a plain integer (a truth value or a narrow integer becomes 64 bits wide)."""
    return int(value)
