"""Bit helpers: plain Python here, single machine instructions where rules are compiled.

Boards are integers of at most 63 bits; bit i is cell i.
"""

from __future__ import annotations

from collections.abc import Iterator

_WORD = (1 << 64) - 1
_FACTOR = 0xD6E8FEB86659FD93


def popcount(board: int) -> int:
    """How many cells of `board` are set.

    >>> popcount(0b1011)
    3
    """
    return int(board).bit_count()


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
    while board:
        yield lowest(board)
        board &= board - 1


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
