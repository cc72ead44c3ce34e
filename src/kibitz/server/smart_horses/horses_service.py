"""What the Smart Horses API answers: games begun, moves played, found and listed.

The person is black. The machine is white; wherever it can move it has moved in the answer. It
plays minimax to the depth of the difficulty.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from kibitz.core.errors import FinishedError, MoveError, PositionError
from kibitz.core.messages import Message
from kibitz.core.types import Move
from kibitz.engine.lines import Line
from kibitz.engine.player import Player
from kibitz.games.horses.board import knight_of, score_of, value_at
from kibitz.server.smart_horses.horses_positions import (
    BLACK,
    GAMES,
    SIDES,
    WHITE,
    Playing,
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
_MEMORY = 4  # megabytes; the deepest of these searches visits some ten thousand positions


@dataclass(slots=True)
class Turns:
    """What was played for one answer: the machine's moves, and whether a stuck knight paid."""

    is_paid: bool = False
    lines: list[Line] = field(default_factory=list)
    moves: list[list[int]] = field(default_factory=list)

    def play(self, session: Session, move: Move | str) -> None:
        """Play one move of either side; it may be refused."""
        before = session.state
        session.push(move)
        for side in (WHITE, BLACK):
            landed = knight_of(session.state, side)
            gain = value_at(before, landed) if side == before.turn else 0
            if score_of(session.state, side) < score_of(before, side) + gain:
                self.is_paid = True

    def play_machine(self, playing: Playing) -> None:
        """Have the machine move for as long as it is its turn."""
        session = playing.session
        while session.outcome() is None and session.turn == WHITE:
            line = _search(playing)
            self.play(session, line.moves[0])
            self.lines.append(line)
            self.moves.append(coordinates_of(knight_of(session.state, WHITE)))


def new_game(asked: NewGame, default: Ending) -> NewGameAnswer:
    """Begin a game on a random board, and play the machine's first move."""
    session = Session(GAMES[asked.ending or default])
    playing = Playing(session, asked.difficulty or "beginner")
    turns = Turns()
    turns.play_machine(playing)
    return NewGameAnswer(
        **write_state(playing),
        machine_first_move=turns.moves[0],
        machine_moves=turns.moves[1:],
        penalty_applied=turns.is_paid,
        message=OVER[playing.winner] if playing.winner else STARTED,
    )


def player_move(asked: PlayerMove, default: Ending) -> PlayerMoveAnswer:
    """Play the person's move and the machine's answer.

    MoveError, with `valid_moves` among its parameters, where the move is not legal.
    """
    playing = read_state(asked.game_state, default)
    turns = Turns()
    _play_person(turns, playing.session, asked.move)
    turns.play_machine(playing)
    line = turns.lines[0] if turns.lines else None
    return PlayerMoveAnswer(
        **write_state(playing),
        machine_move=turns.moves[0] if line else None,
        machine_evaluation=_points(line) if line else None,
        nodes_evaluated=line.nodes if line else 0,
        depth_reached=line.depth if line else 0,
        machine_moves=turns.moves[1:],
        penalty_applied=turns.is_paid,
        message=OVER[playing.winner] if playing.winner else PERSONS_TURN,
    )


def machine_move(asked: MachineMove, default: Ending) -> MachineMoveAnswer:
    """Find the move that the machine would play for the side to move, and play nothing."""
    playing = read_state(asked.game_state, default)
    line = _search(playing)
    session = playing.session
    return MachineMoveAnswer(
        move=coordinates_of(line.moves[0]),
        evaluation=_points(line) if session.turn == WHITE else 0.0 - _points(line),
        nodes_evaluated=line.nodes,
        depth_reached=line.depth,
    )


def valid_moves(asked: ValidMoves, default: Ending) -> ValidMovesAnswer:
    """List where a knight can jump to, whoever is to move."""
    state = read_state(asked.game_state, default).session.state
    knight = asked.knight or SIDES[state.turn]
    side = SIDES.index(knight)
    targets = targets_of(state, side)
    return ValidMovesAnswer(
        knight=knight,
        position=coordinates_of(knight_of(state, side)),
        valid_moves=targets,
        count=len(targets),
    )


def _search(playing: Playing) -> Line:
    """The machine's line for the side to move; FinishedError where there is no move to find."""
    side = Player(playing.session.game, playing.difficulty, memory=_MEMORY)
    return side.play(playing.session)


def _points(line: Line) -> float:
    """What a line is worth to its mover; the levels score finished games by their evaluation."""
    assert line.score is not None
    return float(line.score)


def _play_person(turns: Turns, session: Session, coordinates: list[int]) -> None:
    """Play the person's move, or say what could be played."""
    if session.turn == WHITE and session.outcome() is None:
        raise PositionError("machines_turn")
    row, column = coordinates
    try:
        turns.play(session, f"{row},{column}")
    except (MoveError, FinishedError) as refusal:
        targets = [coordinates_of(move) for move in session.game.moves(session.state)]
        params = {**refusal.message.params, "valid_moves": targets}
        raise type(refusal)(Message(refusal.code, str(refusal), params)) from None
