"""Text of moves and positions: what people type and read.

All functions are optional. Moves and positions without text are written as numbers, so that a game
can be played in a terminal before it has a notation.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from kibitz.core.types import Move, State

FormatMove: TypeAlias = Callable[[State, Move], str]
ParseMove: TypeAlias = Callable[[State, str], Move]
FormatState: TypeAlias = Callable[[State], str]
ParseState: TypeAlias = Callable[[str], State]


@dataclass(frozen=True, slots=True, kw_only=True)
class Notation:
    """How a game writes its moves and positions.

    `format_move(state, move)`: the text of a move, different for each legal move of a state.
    `parse_move(state, text)`: the move that the text means, legal or not; ValueError if it means
        no move. Only needed if a move can be written in more than one way.
    `format_state(state)`: the position in one line.
    `parse_state(text)`: the inverse of `format_state`; ValueError with the reason if it fails.
    `format_board(state)`: the board as text, for games without a geometry.
    `expected(state)`: what a move looks like, for error messages: "columns are a-g".
    """

    format_move: FormatMove | None = None
    parse_move: ParseMove | None = None
    format_state: FormatState | None = None
    parse_state: ParseState | None = None
    format_board: FormatState | None = None
    expected: FormatState | None = None
