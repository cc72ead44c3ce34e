"""The small interface through which a student's search plays a game of Kibitz."""

from __future__ import annotations

from kibitz.core.contract import Game
from kibitz.core.score import WIN
from kibitz.core.text import format_board
from kibitz.core.types import Move, Score, Side, State


class Position:
    """A position that a student's search gets.

    Use either `play`, which returns the next position, or `make_move` and `undo_move`, which change
    this one. Sides are 0, which moves first, and 1.

    >>> import kibitz
    >>> position = Position(kibitz.game("tictactoe"))
    >>> after = position.play(4)
    >>> position.turn, after.turn, len(after.legal_moves()), after.is_over(), after.winner()
    (0, 1, 8, False, None)
    """

    __slots__ = ("_before", "_game", "_state")

    def __init__(self, game: Game, state: State | None = None) -> None:
        self._game = game
        self._state: State = game.initial() if state is None else state
        self._before: list[State] = []

    @property
    def turn(self) -> Side:
        """The side to move."""
        return int(self._state.turn)

    @property
    def state(self) -> State:
        """The state of the rules."""
        return self._state

    def legal_moves(self) -> list[Move]:
        """The legal moves, in the order in which the reference searches them."""
        return list(self._game.moves(self._state))

    def play(self, move: Move) -> Position:
        """The position after a move; this one does not change."""
        return Position(self._game, self._game.play(self._state, move))

    def make_move(self, move: Move) -> None:
        """Play a move in this position."""
        self._before.append(self._state)
        self._state = self._game.play(self._state, move)

    def undo_move(self, move: Move | None = None) -> None:
        """Take the last move back; the argument is ignored."""
        self._state = self._before.pop()

    def is_over(self) -> bool:
        """Whether the game is over."""
        return not self.legal_moves()

    def winner(self) -> Side | None:
        """The side that has won; None if the game is drawn or unfinished."""
        if not self.is_over():
            return None
        sides = range(self._game.players)
        return next((side for side in sides if self._game.payoff(self._state, side) == WIN), None)

    def evaluate(self, side: Side = 0) -> Score:
        """How good an unfinished position is for `side`; 0 if the game has no evaluation."""
        return self._game.evaluate(self._state, side)

    def copy(self) -> Position:
        """The same position."""
        return Position(self._game, self._state)

    def __str__(self) -> str:
        return format_board(self._game, self._state)
