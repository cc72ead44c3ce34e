"""The encoding of moves in draughts.

A move is one integer: bits 0-5 are the start square, bits 6-11 the end square, and the bits above
them the captured pieces. Bit 62 is set if a man became a king in passing. In variants where the two
directions around a loop are different moves, bits 56-61 are the first landing square.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from kibitz.games.draughts.board import Board
from kibitz.games.draughts.captures import Captures, Path
from kibitz.games.draughts.variants import Variant

TAKEN = 12  # the captured pieces start at this bit of a move
FIRST = 56  # the square of the first landing starts at this bit
PASSED = 62  # this bit is set if a man became a king in passing


class Encoding(NamedTuple):
    """The functions that encode and decode moves, for one variant."""

    capture: Callable[[int, int, int, int], int]
    made: Callable[[int, Path], int]
    unpack: Callable[[int], int]


def move_encoding(board: Board, variant: Variant, captures: Captures) -> Encoding:
    """The functions for `variant` on `board`."""
    straight = variant.straight
    passing = variant.promotion == "passing"
    counts_loops_twice = variant.loops == "both ways"
    first_landing = captures.first_landing
    inner = board.step + 1  # the lowest bit of the second row: edge pieces cannot be captured
    # If edge pieces can be captured, all squares are encoded, without the unused bits.
    gaps = tuple(board.rows(2 * index - 1, 2 * index) for index in range(board.size // 2 + 1))
    gap_count = len(gaps)

    def capture(origin: int, end: int, taken: int, promoted: int) -> int:
        """The move from `origin` to `end` that takes `taken`."""
        if straight:
            squeezed = 0
            for index in range(gap_count):
                squeezed |= (taken & gaps[index]) >> index
            return origin | end << 6 | squeezed << TAKEN
        move = origin | end << 6 | taken >> inner << TAKEN
        if passing and promoted:
            move |= 1 << PASSED
        return move

    def made(origin: int, path: Path) -> int:
        """The move for the complete capture `path` from `origin`."""
        move = capture(origin, path.square, path.taken, path.promoted)
        if counts_loops_twice and path.depth > 1:
            move |= first_landing(path) << FIRST
        return move

    def unpack(move: int) -> int:
        """The pieces that `move` takes."""
        if straight:
            squeezed = move >> TAKEN
            taken = 0
            for index in range(gap_count):
                taken |= squeezed << index & gaps[index]
            return taken
        return (move & (1 << FIRST) - 1) >> TAKEN << inner

    return Encoding(capture, made, unpack)
