"""easyAI: Negamax in Python with a transposition table."""

from __future__ import annotations

from benchmarks.peers.comparison import Comparison, Work
from kibitz.engine.engine import Engine
from kibitz.engine.position import Snapshot
from kibitz.games.registry import game
from kibitz.search.limits import Limit
from kibitz.search.switches import Switches

_LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def kibitz_solves() -> Work:
    """Solve Tic-Tac-Toe from the empty board, with an empty transposition table."""
    rules = game("tictactoe")
    engine = Engine(rules, switches=Switches(endgame_tables=False))
    engine.prepare()
    start = Snapshot(rules.initial())

    def solve() -> object:
        engine.clear()
        line = engine.play(start, Limit(depth=9))
        assert line.warrant.kind == "proven"
        return line.score

    return solve


def easyai_solves() -> Work:
    """Do the same by Negamax at depth nine, with an empty transposition table."""
    from easyAI import AI_Player, Negamax, TwoPlayerGame
    from easyAI.AI import TranspositionTable

    class TicTacToe(TwoPlayerGame):  # type: ignore[misc]  # easyAI ships no types
        """The game as easyAI requires it."""

        def __init__(self, players: list[object]) -> None:
            self.players = players
            self.board = [0] * 9
            self.current_player = 1

        def possible_moves(self) -> list[int]:
            """The free cells."""
            return [cell for cell in range(9) if self.board[cell] == 0]

        def make_move(self, move: int) -> None:
            """Mark a cell."""
            self.board[move] = self.current_player

        def unmake_move(self, move: int) -> None:
            """Remove the mark."""
            self.board[move] = 0

        def lose(self) -> bool:
            """Whether the other player has a line."""
            other = 3 - self.current_player
            return any(all(self.board[cell] == other for cell in line) for line in _LINES)

        def is_over(self) -> bool:
            """Whether the board is full or a player has a line."""
            return 0 not in self.board or self.lose()

        def scoring(self) -> int:
            """The value for the player to move."""
            return -100 if self.lose() else 0

        def ttentry(self) -> tuple[int, ...]:
            """The key of a position."""
            return tuple(self.board)

    def solve() -> object:
        solver = Negamax(9, tt=TranspositionTable())
        solver(TicTacToe([AI_Player(solver), AI_Player(solver)]))
        return solver.alpha

    return solve


TICTACTOE = Comparison(
    "Tic-Tac-Toe solved from the empty board",
    "easyAI, Negamax with a transposition table",
    "easyAI",
    kibitz_solves,
    easyai_solves,
    rounds=10,
    repeats=50,
)
