"""Schema of the list of games, each with a picture of its board."""

from __future__ import annotations

import logging
from functools import lru_cache

from pydantic import Field

from kibitz.core.contract import Game
from kibitz.core.text import format_board
from kibitz.core.types import State
from kibitz.server.game_files import GameLabel
from kibitz.server.schema.game_schema import (
    GameSummary,
    GeometryFields,
    game_summary,
    geometry_fields,
)
from kibitz.server.schema.shared_schema import ResponseBody

_ENOUGH_PIECES = 5
_STRIDE = 5  # distance between the moves chosen from the list, so that pieces spread
_log = logging.getLogger(__name__)


class PreviewFields(ResponseBody):
    """A position for the picture of a game: its first one, or a later one if that is empty."""

    geometry: GeometryFields | None
    board: list[str] = Field(description="as in positions")
    drawing: str = Field(description="board as text")


class ListedGame(GameSummary):
    """A game in the list."""

    preview: PreviewFields | None = Field(description="null if the rules fail")


class GameList(ResponseBody):
    """Every game."""

    games: list[ListedGame]


def listed_game(game: Game, label: GameLabel) -> ListedGame:
    """A game in the list as JSON."""
    return ListedGame(**dict(game_summary(game, label)), preview=_preview(game))


@lru_cache(maxsize=256)
def _preview(game: Game) -> PreviewFields | None:
    try:
        state = _pictured(game)
        board = game.geometry
        return PreviewFields(
            geometry=None if board is None else geometry_fields(board),
            board=list(board.occupants(state)) if board else [],
            drawing=format_board(game, state),
        )
    except Exception:
        # Rules of users may raise anything, and must not hide the other games.
        _log.exception("the picture of %s could not be drawn", game.name)
        return None


def _pictured(game: Game) -> State:
    """The first position, or one after a few moves if it has too few pieces to show."""
    state = game.initial()
    for played in range(_ENOUGH_PIECES):
        moves = list(game.moves(state))
        if _has_enough(game, state) or not moves:
            break
        following = game.play(state, moves[(played * _STRIDE + 2) % len(moves)])
        if not any(True for _ in game.moves(following)):
            break  # never show a finished game
        state = following
    return state


def _has_enough(game: Game, state: State) -> bool:
    board = game.geometry
    if board is None or not board.pieces:
        return True
    letters = {piece.letter for piece in board.pieces}
    return sum(code in letters for code in board.occupants(state)) >= _ENOUGH_PIECES
