"""The Smart Horses API: new games, moves of both sides, and lists of moves.

The person is black. The machine is white and uses minimax, to a depth that depends on the
difficulty. The response to a person's move includes the machine's reply, if it can move.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from kibitz.core.errors import FinishedError, MoveError, PositionError
from kibitz.core.messages import Message
from kibitz.core.types import Move
from kibitz.engine.lines import Line
from kibitz.engine.player import Player
from kibitz.games.horses.board import knight_of, score_of, value_at
from kibitz.games.horses.classic import FINISHED, UNIT
from kibitz.server.smart_horses.horses_positions import (
    BLACK,
    GAMES,
    SIDES,
    WHITE,
    HorsesGame,
    coordinates_of,
    read_state,
    targets_of,
    write_state,
)
from kibitz.server.smart_horses.horses_schema import (
    Ending,
    MachineMove,
    MachineMoveAnswer,
    NewGame,
    NewGameAnswer,
    PlayerMove,
    PlayerMoveAnswer,
    ValidMoves,
    ValidMovesAnswer,
)
from kibitz.session.session import Session

STARTED = "Game started. Machine (white) has moved."
PERSONS_TURN = "Player's turn (black)"
OVER = {
    "white": "Game over. Machine (white) wins.",
    "black": "Game over. Player (black) wins.",
    "tie": "Game over. It is a tie.",
}
_WIN = FINISHED / UNIT
_FINAL = {"white": _WIN, "black": -_WIN, "tie": 0.0}  # the evaluation of a finished game
_MEMORY = 4  # megabytes; enough, since these searches visit only some ten thousand positions


@dataclass(slots=True)
class _PlayedMoves:
    """The moves played for one response, and whether a stuck knight was penalised."""

    is_penalised: bool = False
    lines: list[Line] = field(default_factory=list)
    moves: list[list[int]] = field(default_factory=list)

    def play(self, session: Session, move: Move | str) -> None:
        """Play a move for either side; raises MoveError if it is illegal."""
        before = session.state
        session.push(move)
        for side in (WHITE, BLACK):
            landed = knight_of(session.state, side)
            gain = value_at(before, landed) if side == before.turn else 0
            if score_of(session.state, side) < score_of(before, side) + gain:
                self.is_penalised = True

    def play_machine(self, current: HorsesGame) -> None:
        """Play for the machine as long as it is to move."""
        session = current.session
        while session.outcome() is None and session.turn == WHITE:
            line = _search(current)
            self.play(session, line.moves[0])
            self.lines.append(line)
            self.moves.append(coordinates_of(knight_of(session.state, WHITE)))


def new_game(request: NewGame, default: Ending) -> NewGameAnswer:
    """Start a game on a random board and play the machine's first move."""
    session = Session(GAMES[request.ending or default])
    current = HorsesGame(session, request.difficulty or "beginner")
    played = _PlayedMoves()
    played.play_machine(current)
    return NewGameAnswer(
        **write_state(current),
        machine_first_move=played.moves[0],
        machine_moves=played.moves[1:],
        penalty_applied=played.is_penalised,
        message=OVER[current.winner] if current.winner else STARTED,
    )


def player_move(request: PlayerMove, default: Ending) -> PlayerMoveAnswer:
    """Play the person's move and the machine's reply.

    If the move is illegal, raises MoveError with `valid_moves` in its parameters.
    """
    current = read_state(request.game_state, default)
    played = _PlayedMoves()
    _play_person(played, current.session, request.move)
    played.play_machine(current)
    line = played.lines[0] if played.lines else None
    return PlayerMoveAnswer(
        **write_state(current),
        machine_move=played.moves[0] if line else None,
        machine_evaluation=_points(line) if line else None,
        nodes_evaluated=line.nodes if line else 0,
        depth_reached=line.depth if line else 0,
        machine_moves=played.moves[1:],
        penalty_applied=played.is_penalised,
        message=OVER[current.winner] if current.winner else PERSONS_TURN,
    )


def machine_move(request: MachineMove, default: Ending) -> MachineMoveAnswer:
    """Find the machine's move for the side to move, without playing it; None in a finished game."""
    current = read_state(request.game_state, default)
    if current.winner is not None:
        evaluation = _FINAL[current.winner]
        return MachineMoveAnswer(
            move=None, evaluation=evaluation, nodes_evaluated=1, depth_reached=0
        )
    line = _search(current)
    session = current.session
    return MachineMoveAnswer(
        move=coordinates_of(line.moves[0]),
        evaluation=_points(line) if session.turn == WHITE else 0.0 - _points(line),
        nodes_evaluated=line.nodes,
        depth_reached=line.depth,
    )


def valid_moves(request: ValidMoves, default: Ending) -> ValidMovesAnswer:
    """List the squares a knight can jump to, whichever side is to move."""
    state = read_state(request.game_state, default).session.state
    knight = request.knight or SIDES[state.turn]
    side = SIDES.index(knight)
    targets = targets_of(state, side)
    return ValidMovesAnswer(
        knight=knight,
        position=coordinates_of(knight_of(state, side)),
        valid_moves=targets,
        count=len(targets),
    )


def _search(current: HorsesGame) -> Line:
    """The machine's line for the side to move."""
    side = Player(current.session.game, current.difficulty, memory=_MEMORY)
    return side.play(current.session)


def _points(line: Line) -> float:
    """The score of a line in points; these levels score finished games in points too."""
    assert line.score is not None
    return float(line.score)


def _play_person(played: _PlayedMoves, session: Session, coordinates: list[int]) -> None:
    """Play the person's move; if it is illegal, the error lists the legal moves."""
    if session.turn == WHITE and session.outcome() is None:
        raise PositionError("machines_turn")
    row, column = coordinates
    try:
        played.play(session, f"{row},{column}")
    except (MoveError, FinishedError) as refusal:
        targets = [coordinates_of(move) for move in session.game.moves(session.state)]
        params = {**refusal.message.params, "valid_moves": targets}
        raise type(refusal)(Message(refusal.code, str(refusal), params)) from None
