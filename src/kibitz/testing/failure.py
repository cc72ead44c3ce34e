"""The error for a violation, with the rule, its line, the moves and the board."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from kibitz.core.contract import Game
from kibitz.core.errors import ConformanceError
from kibitz.core.text import format_board, format_move, format_state
from kibitz.core.types import Move, State
from kibitz.testing.violation import Violation


def failure(
    game: Game,
    rules: Game,
    violation: Violation,
    seed: int = 0,
    line: Sequence[Move] = (),
    advice: str = "",
) -> ConformanceError:
    """The error for a violation after the moves of `line`; `rules` is `game`, watched."""
    texts = []
    position, board = "the start", ""
    try:
        state = rules.initial(seed)
        for move in line:
            texts.append(_text_of(rules, state, move))
            state = rules.play(state, move)
        position = format_state(rules, state)
        board = _board_of(rules, state)
    except Exception:  # the error may be in the notation or in the last move
        position = "that cannot be formatted"
    shown = " ".join(texts) or "(none)"
    if game.is_seeded:
        shown += f"  (start of seed {seed})"
    place = violation.place(game)
    error = ConformanceError(
        "not_conforming",
        game=game.name,
        problem=violation.text.rstrip("."),
        rule=violation.rule,
        where=f" ({place.text(violation.rule)})" if place else "",
        file=place.file if place else "",
        line_number=place.line if place else 0,
        line=shown,
        position=position,
        advice=f"\n  {advice}" if advice else "",
        drawing=board,
        board=f"\n  Board:\n{textwrap.indent(board, '    ')}" if board else "",
    )
    error.__cause__ = violation.error.problem if violation.error else None
    return error


def _text_of(game: Game, state: State, move: Move) -> str:
    try:
        return str(format_move(game, state, move))
    except Exception:
        return str(move)


def _board_of(game: Game, state: State) -> str:
    """The board as text; empty if the game has none that can be drawn."""
    if game.geometry is None and game.notation.format_board is None:
        return ""
    try:
        return format_board(game, state)
    except Exception:
        return ""
