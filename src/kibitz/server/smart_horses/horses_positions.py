"""Converts Smart Horses positions between the API's JSON and sessions, with checks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict, cast

from kibitz.core.errors import PositionError
from kibitz.core.types import Side as SideNumber
from kibitz.engine.levels import level
from kibitz.games.horses.board import (
    SCORE_LIMIT,
    SIZE,
    SQUARES,
    State,
    is_gone,
    knight_of,
    pack,
    score_of,
    value_at,
)
from kibitz.games.horses.rules import PENALTY
from kibitz.games.registry import game
from kibitz.server.smart_horses.horses_schema import (
    DESTROYED,
    Cell,
    Difficulty,
    Ending,
    GameState,
    Side,
    Winner,
)
from kibitz.session.session import Session

WHITE, BLACK = 0, 1  # the machine and the person
SIDES: tuple[Side, Side] = ("white", "black")
GAMES = {ending: game("horses", ending=ending) for ending in ("first", "both")}
DEPTHS: dict[Difficulty, int] = {
    name: level(GAMES["first"], name).depth or 0 for name in ("beginner", "amateur", "expert")
}
# A move destroys a square and changes a score by at most a square's value plus a penalty. So from
# a position within these bounds, play never leaves them.
SCORE_PER_SQUARE = 14


@dataclass(frozen=True, slots=True)
class HorsesGame:
    """A person's game against the machine."""

    session: Session
    difficulty: Difficulty

    @property
    def ending(self) -> Ending:
        """Whether the game ends when the first knight is stuck, or only when both are."""
        return cast(Ending, self.session.game.settings["ending"])

    @property
    def winner(self) -> Winner | None:
        """The winner; None during the game."""
        outcome = self.session.outcome()
        if outcome is None:
            return None
        return "tie" if outcome.winner is None else SIDES[outcome.winner]


class PositionJson(TypedDict):
    """The fields of a position that a client sends back."""

    board: dict[str, Cell]
    white_knight: list[int]
    black_knight: list[int]
    white_score: int
    black_score: int
    current_player: Side
    difficulty: Difficulty
    max_depth: int
    game_over: bool
    winner: Winner | None
    ending: Ending


def square_of(coordinates: list[int]) -> int:
    """The number of the square at a row and column."""
    row, column = coordinates
    return row * SIZE + column


def coordinates_of(square: int) -> list[int]:
    """The row and column of a square."""
    return list(divmod(square, SIZE))


def targets_of(state: State, side: SideNumber) -> list[list[int]]:
    """The squares a knight can jump to, even if the other side is to move or the game is over."""
    # With the ending "both", a side has legal moves unless its knight is stuck.
    moves = GAMES["both"].moves(state._replace(turn=side))
    return [coordinates_of(move) for move in moves]


def read_state(sent: GameState, default: Ending) -> HorsesGame:
    """The game in the state that a client sent; raises PositionError if that cannot occur."""
    current = HorsesGame(_session(sent, sent.ending or default), _difficulty(sent))
    _check_claims(sent, current)
    return current


def _session(sent: GameState, ending: Ending) -> Session:
    cells = [sent.board.get(_key(square)) for square in range(SQUARES)]
    knights = [square_of(sent.white_knight), square_of(sent.black_knight)]
    gone = [square for square, cell in enumerate(cells) if cell == DESTROYED]
    if knights[WHITE] == knights[BLACK]:
        raise PositionError("knights_together", square=sent.white_knight)
    for side, knight in zip(SIDES, knights, strict=True):
        if knight in gone:
            raise PositionError("knight_destroyed", side=side, square=coordinates_of(knight))
    scores = [sent.white_score, sent.black_score]
    limit = SCORE_LIMIT + SCORE_PER_SQUARE * len(gone)
    for side, score in zip(SIDES, scores, strict=True):
        if abs(score) > limit:
            raise PositionError("score_too_large", side=side, score=score, limit=limit)
    values = [cell if isinstance(cell, int) else 0 for cell in cells]
    state = pack(SIDES.index(sent.current_player), knights, scores, values, gone)
    game = GAMES[ending]
    other = state._replace(turn=1 - state.turn)
    if not any(True for _ in game.moves(state)) and any(True for _ in game.moves(other)):
        side, next_side = SIDES[state.turn], SIDES[other.turn]
        raise PositionError("stuck_to_move", side=side, other=next_side, penalty=PENALTY)
    return Session(game, state)


def _difficulty(sent: GameState) -> Difficulty:
    """The difficulty, by name or depth; default: beginner."""
    by_depth: dict[int, Difficulty] = {depth: name for name, depth in DEPTHS.items()}
    depth = sent.max_depth
    difficulty = sent.difficulty or ("beginner" if depth is None else by_depth.get(depth))
    if difficulty is None or depth not in (None, DEPTHS[difficulty]):
        expected = DEPTHS[difficulty] if difficulty else "2, 4 or 6"
        raise PositionError(
            "other_depth", depth=depth, difficulty=difficulty or "any", expected=expected
        )
    return difficulty


def _check_claims(sent: GameState, current: HorsesGame) -> None:
    """Refuse a `game_over` or `winner` that does not match the position."""
    if sent.game_over and current.winner is None:
        raise PositionError("not_over", side=current.session.side)
    if sent.winner not in (None, current.winner):
        found = current.winner or "not decided yet"
        raise PositionError("other_winner", winner=sent.winner, found=found)


def write_state(current: HorsesGame) -> PositionJson:
    """The state of the game as JSON, for clients to send back."""
    state: State = current.session.state
    return {
        "board": {_key(square): _cell(state, square) for square in range(SQUARES)},
        "white_knight": coordinates_of(knight_of(state, WHITE)),
        "black_knight": coordinates_of(knight_of(state, BLACK)),
        "white_score": score_of(state, WHITE),
        "black_score": score_of(state, BLACK),
        "current_player": SIDES[state.turn],
        "difficulty": current.difficulty,
        "max_depth": DEPTHS[current.difficulty],
        "game_over": current.winner is not None,
        "winner": current.winner,
        "ending": current.ending,
    }


def _key(square: int) -> str:
    row, column = divmod(square, SIZE)
    return f"{row},{column}"


def _cell(state: State, square: int) -> Cell:
    return DESTROYED if is_gone(state, square) else value_at(state, square) or None
