"""Smart Horses moves as text, and the reasons why moves are illegal.

A move is its target square: `c6`, or its row and column from the top left corner, `2,2`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from kibitz.core.messages import Message, own_message
from kibitz.core.types import Move
from kibitz.games.horses.board import SIZE, SQUARES, State, is_gone, knight_of, targets
from kibitz.games.horses.rules import Rules

# No alternatives overlap, so matching a long run of spaces takes linear time.
_COORDINATES = re.compile(r"[(\[]?\s*([0-7])(?:\s*,\s*|\s+)([0-7])\s*[)\]]?")
REASONS = {
    "no_knights_move": "{square} is not a knight's move from {origin}.",
    "square_destroyed": "{square} is destroyed.",
    "square_taken": "{square} is occupied by a knight.",
}


def square_name(square: int) -> str:
    """The name of a square; a8 is the top left corner."""
    row, column = divmod(square, SIZE)
    return f"{'abcdefgh'[column]}{SIZE - row}"


NAMES = [square_name(square) for square in range(SQUARES)]


def format_move(state: State, move: Move) -> str:
    """The name of the square that the knight jumps to."""
    return NAMES[move]


def parse_move(state: State, text: str) -> Move:
    """Parse a square, given by name or by row and column."""
    wanted = text.casefold()
    if wanted in NAMES:
        return NAMES.index(wanted)
    numbers = _COORDINATES.fullmatch(wanted)
    if not numbers:
        raise ValueError(
            "expected a square from a1 to h8, or its row and column from the top, such as 2,4"
        )
    return int(numbers[1]) * SIZE + int(numbers[2])


def reasons(rules: Rules) -> Callable[[State, Move], Message | None]:
    """A function that explains why a move is illegal."""

    def why_not(state: State, move: Move) -> Message | None:
        name, origin = NAMES[move], NAMES[knight_of(state, state.turn)]
        params = {"square": name, "origin": origin}
        if move not in targets(knight_of(state, state.turn)):
            return own_message(REASONS, "no_knights_move", **params)
        if is_gone(state, move):
            return own_message(REASONS, "square_destroyed", **params)
        if rules.is_taken(state, move):
            return own_message(REASONS, "square_taken", **params)
        return None

    return why_not
