"""Text of moves and positions: what people type and read.

A game gives the functions it has words for; the rest falls back on numbers, so that any game can
be played in a terminal before its author has thought about notation.
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

    `format_move(state, move)`: the move's text; legal moves of one state differ in it.
    `parse_move(state, text)`: the move that the text means, legal or not; ValueError where the
        text means none. Only needed where people may write a move in more than one way.
    `format_state(state)`: the position in one line.
    `parse_state(text)`: the position that the line means; ValueError, with the reason, otherwise.
    `format_board(state)`: the board as people see it, for games without a geometry.
    `expected(state)`: what a move looks like, for refusals: "columns are a-g".
    """

    format_move: FormatMove | None = None
    parse_move: ParseMove | None = None
    format_state: FormatState | None = None
    parse_state: ParseState | None = None
    format_board: FormatState | None = None
    expected: FormatState | None = None
