"""Descriptions of a move that do not name it, based on the geometry of the board."""

from __future__ import annotations

from kibitz.core.contract import Game
from kibitz.core.geometry import Geometry
from kibitz.core.messages import Message, message
from kibitz.core.types import Move, State
from kibitz.teaching.explanations.board_marks import step_of

ACROSS = ("on the left", "in the middle column", "on the right")
DOWN = ("in the upper half", "in the middle row", "in the lower half")


def descriptions(game: Game, state: State, move: Move) -> dict[str, Message]:
    """The descriptions of a move, by kind; moves match if their descriptions have equal texts.

    They describe the piece that moves, the part of the board that it leaves, and the part that it
    moves to.
    """
    board = game.geometry
    if board is None:
        return {}
    step = step_of(game, state, move)
    described = {}
    if step.sources:
        cell = step.sources[0]
        letter = board.occupants(state)[cell]
        piece = next((piece.name for piece in board.pieces if piece.letter == letter), "piece")
        described["piece"] = message("piece_on", piece=piece, cell=board.cells[cell].name)
        for kind, place in _places(board, cell).items():
            described[f"from {kind}"] = message("piece_from", place=place)
    if step.targets:
        for kind, place in _places(board, step.targets[0]).items():
            described[f"to {kind}"] = message("piece_to", place=place)
    return described


def _places(board: Geometry, cell: int) -> dict[str, str]:
    """The parts of the board that contain a cell, in words."""
    place = board.cells[cell]
    across = ACROSS[_part(place.x, board.columns)]
    down = DOWN[_part(place.y, board.rows)]
    is_side = place.x in (0, board.columns - 1)
    is_end = place.y in (0, board.rows - 1)
    return {
        "across": across,
        "down": down,
        "both": f"{across}, {down}",
        "side": "at the left or right edge" if is_side else "away from the left and right edges",
        "end": "at the top or bottom edge" if is_end else "away from the top and bottom edges",
    }


def _part(coordinate: int, length: int) -> int:
    """0 before the middle of a row or column, 1 in the middle, 2 after it."""
    doubled = 2 * coordinate + 1
    return (doubled >= length) + (doubled > length)
