"""Ways to describe a move without naming it, from the picture of the board alone."""

from __future__ import annotations

from kibitz.core.contract import Game
from kibitz.core.geometry import Geometry
from kibitz.core.messages import Message, message
from kibitz.core.types import Move, State
from kibitz.teaching.explanations.board_marks import step_of

ACROSS = ("on the left", "in the middle column", "on the right")
DOWN = ("in the upper half", "in the middle row", "in the lower half")


def descriptions(game: Game, state: State, move: Move) -> dict[str, Message]:
    """What can be said of a move, by kind of description; moves that share one share its text.

    The piece that moves, the part of the board where it stands, and the part where it goes.
    """
    board = game.geometry
    if board is None:
        return {}
    step = step_of(game, state, move)
    found = {}
    if step.sources:
        cell = step.sources[0]
        letter = board.occupants(state)[cell]
        piece = next((piece.name for piece in board.pieces if piece.letter == letter), "piece")
        found["piece"] = message("piece_on", piece=piece, cell=board.cells[cell].name)
        for kind, place in _places(board, cell).items():
            found[f"from {kind}"] = message("piece_from", place=place)
    if step.targets:
        for kind, place in _places(board, step.targets[0]).items():
            found[f"to {kind}"] = message("piece_to", place=place)
    return found


def _places(board: Geometry, cell: int) -> dict[str, str]:
    """The parts of the board that a cell lies in, in words."""
    place = board.cells[cell]
    across = ACROSS[_side(place.x, board.columns)]
    down = DOWN[_side(place.y, board.rows)]
    is_side = place.x in (0, board.columns - 1)
    is_end = place.y in (0, board.rows - 1)
    return {
        "across": across,
        "down": down,
        "both": f"{across}, {down}",
        "side": "at the left or right edge" if is_side else "away from the left and right edges",
        "end": "at the top or bottom edge" if is_end else "away from the top and bottom edges",
    }


def _side(place: int, length: int) -> int:
    """0 before the middle of so many places, 1 in it, 2 behind it."""
    doubled = 2 * place + 1
    return (doubled >= length) + (doubled > length)
