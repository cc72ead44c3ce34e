"""One line of a game: the moves, the states between them, and the outcome."""

from __future__ import annotations

from kibitz.core.contract import Game
from kibitz.core.outcome import Outcome
from kibitz.core.types import Move, Side, State
from kibitz.engine.position import Snapshot


class GameLine:
    """A line of moves from a start, played move by move.

    Moves are numbers and are not checked for legality. It is fast, because moves are not formatted
    and the outcome is computed on demand. Sessions and matches are built on it.

    >>> import kibitz
    >>> line = GameLine(kibitz.game("tictactoe"))
    >>> for move in (0, 3, 1, 4, 2):
    ...     line.push(move)
    >>> str(line.outcome), line.moves
    ('X wins', [0, 3, 1, 4, 2])
    """

    __slots__ = ("_known", "_outcome", "game", "moves", "states")

    def __init__(self, game: Game, start: State | None = None) -> None:
        self.game: Game = game
        self.states: list[State] = [game.initial() if start is None else start]
        self.moves: list[Move] = []
        self._known = -1  # the ply for which `_outcome` was computed
        self._outcome: Outcome | None = None

    @property
    def state(self) -> State:
        """The last state."""
        return self.states[-1]

    @property
    def earlier(self) -> list[State]:
        """The states before the last one."""
        return self.states[:-1]

    @property
    def turn(self) -> Side:
        """The side to move."""
        side: Side = self.states[-1].turn
        return side

    @property
    def position(self) -> Snapshot:
        """A snapshot of the last state and those before it; later moves do not change it."""
        return Snapshot(self.states[-1], tuple(self.states[:-1]))

    @property
    def outcome(self) -> Outcome | None:
        """The outcome by the rules; None if the game is unfinished. Computed once per ply."""
        ply = len(self.moves)
        if ply != self._known:
            self._outcome = self.game.outcome(self.states[-1], self.states[:-1])
            self._known = ply
        return self._outcome

    def push(self, move: Move) -> None:
        """Play a legal move."""
        self.restore(move, self.game.play(self.states[-1], move))

    def restore(self, move: Move, state: State) -> None:
        """Append a move and the resulting state, which is not recomputed."""
        self.states.append(state)
        self.moves.append(move)
        self._known = -1

    def cut(self, ply: int) -> None:
        """Remove all moves after the first `ply`."""
        del self.states[ply + 1 :]
        del self.moves[ply:]
        self._known = -1
