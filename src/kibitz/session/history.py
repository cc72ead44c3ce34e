"""The history of a session: a tree of positions, with a cursor on the current line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.core.contract import Game
from kibitz.core.outcome import Outcome
from kibitz.core.text import format_move
from kibitz.core.types import Move, Ply, State
from kibitz.engine.lines import Line
from kibitz.session.clock import Readings, TimeControl
from kibitz.session.game_line import GameLine
from kibitz.session.negotiation import Ending


@dataclass(frozen=True, slots=True)
class Played:
    """A move that was played, with its time and evaluation."""

    move: str
    number: Move  # the move as a number
    side: str  # the name of the side that played it
    seconds: float | None = None  # thinking time, if known
    evaluation: Line | None = None  # by an engine
    clock: Readings | None = None  # the readings after the move; None without a clock


class HistoryNode:
    """A position of the tree: the move that led to it, its ending, and the moves that follow."""

    __slots__ = ("branches", "chosen", "ending", "outcome", "played", "state")

    def __init__(self, state: State, played: Played | None, outcome: Outcome | None) -> None:
        self.state: State = state
        self.played: Played | None = played  # None at the start
        self.outcome: Outcome | None = outcome  # by the rules; may depend on earlier positions
        self.ending: Ending | None = None  # by resignation, agreement or time
        self.branches: list[HistoryNode] = []  # in the order in which they were first played
        self.chosen: int = 0  # the index of the branch that redo follows

    def branch(self, number: Move) -> int | None:
        """The index of the branch that begins with this move, or None."""
        for index, node in enumerate(self.branches):
            if node.played is not None and node.played.number == number:
                return index
        return None


class History:
    """A tree of positions with a cursor.

    `path`: the current line, from the start to the last position that redo can reach. It follows
    the chosen branch of every position. `ply`: the number of moves on it before the cursor.
    """

    def __init__(self, game: Game, start: State, clock: TimeControl | None = None) -> None:
        self.game = game
        self.clock = clock
        self._played = GameLine(game, start)  # up to the cursor
        self.path: list[HistoryNode] = [HistoryNode(start, None, self._played.outcome)]

    @property
    def ply(self) -> Ply:
        """The cursor."""
        return len(self._played.moves)

    def go(self, ply: Ply) -> None:
        """Move the cursor along the path."""
        self._played.cut(ply)
        for node in self.path[self.ply + 1 : ply + 1]:
            assert node.played is not None
            self._played.restore(node.played.number, node.state)

    @property
    def here(self) -> HistoryNode:
        """The position at the cursor."""
        return self.path[self.ply]

    @property
    def earlier(self) -> list[State]:
        """The states before the cursor, in order."""
        return self._played.earlier

    @property
    def outcome(self) -> Outcome | None:
        """The outcome at the cursor, ignoring the running clock; None if the game is unfinished."""
        ending = self.here.ending
        return ending.outcome(self.game) if ending else self.here.outcome

    @property
    def readings(self) -> Readings | None:
        """The clock readings when the turn at the cursor started; None without a clock."""
        if self.clock is None:
            return None
        played = self.here.played
        return self.clock.start(self.game.players) if played is None else played.clock

    def left(self, used: float) -> float | None:
        """The time left for the side to move after `used` seconds; None without a clock."""
        readings = self.readings
        if self.clock is None or readings is None:
            return None
        return self.clock.left(readings, self.here.state.turn, used)

    def add(self, number: Move, seconds: float | None, evaluation: Line | None) -> None:
        """Add a branch for a legal move at the cursor, and advance the cursor."""
        game, ply, here, readings = self.game, self.ply, self.here, self.readings
        state = here.state
        if self.clock is not None and readings is not None:
            readings = self.clock.after(readings, state.turn, seconds or 0.0)
        text, side = format_move(game, state, number), game.sides[state.turn]
        played = Played(text, number, side, seconds, evaluation, readings)
        self._played.push(number)
        try:
            node = HistoryNode(self._played.state, played, self._played.outcome)
        except BaseException:  # a user's rule raised it: undo the move
            self._played.cut(ply)
            raise
        here.branches.append(node)
        self._choose(ply, len(here.branches) - 1)

    def choose(self, branch: int) -> None:
        """Make the path follow another branch at the cursor."""
        self._choose(self.ply, branch)

    def _choose(self, ply: Ply, branch: int) -> None:
        self.path[ply].chosen = branch
        del self.path[ply + 1 :]
        while self.path[-1].branches:
            last = self.path[-1]
            self.path.append(last.branches[last.chosen])

    def walk(self) -> Iterator[tuple[int, HistoryNode, bool]]:
        """Yield every move as (index of the preceding move or -1, node, whether it is chosen).

        The order is depth-first; branches come in the order in which they were first played.
        """
        waiting = [(-1, self.path[0], True)]
        index = -1
        while waiting:
            before, node, is_chosen = waiting.pop()
            if node.played is not None:
                index += 1
                yield before, node, is_chosen
            waiting += [
                (index, branch, number == node.chosen)
                for number, branch in reversed(list(enumerate(node.branches)))
            ]
