"""The history of a session: a tree of positions, and a cursor on the line that is followed."""

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
    """One move that was played, and what is known of it."""

    move: str
    number: Move  # the move as the rules number it
    side: str  # who played it
    seconds: float | None = None  # of thought, where they are known
    evaluation: Line | None = None  # what an engine thought of it
    clock: Readings | None = None  # what everybody had left after it, in a session with a clock


class HistoryNode:
    """A position of the tree: the move that led to it, how it ended, and what was played next."""

    __slots__ = ("branches", "chosen", "ending", "outcome", "played", "state")

    def __init__(self, state: State, played: Played | None, outcome: Outcome | None) -> None:
        self.state = state
        self.played = played  # None at the start
        self.outcome = outcome  # by the rules; it depends on the positions before this one
        self.ending: Ending | None = None  # by resignation, agreement or time
        self.branches: list[HistoryNode] = []  # in the order in which they were first played
        self.chosen = 0  # which of them redo follows

    def branch(self, number: Move) -> int | None:
        """Which branch begins with this move."""
        for index, node in enumerate(self.branches):
            if node.played is not None and node.played.number == number:
                return index
        return None


class History:
    """A tree of positions with a cursor.

    `path`: the line that is followed, from the start over the cursor to where redo leads. `ply`:
    the cursor, the number of moves before it. The path takes the chosen branch everywhere.
    """

    def __init__(self, game: Game, start: State, clock: TimeControl | None = None) -> None:
        self.game = game
        self.clock = clock
        self._played = GameLine(game, start)  # up to the cursor
        self.path = [HistoryNode(start, None, self._played.outcome)]

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
        """The states before the cursor, the first one first."""
        return self._played.earlier

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended at the cursor, whatever a stopwatch says; None if it goes on."""
        ending = self.here.ending
        return ending.outcome(self.game) if ending else self.here.outcome

    @property
    def readings(self) -> Readings | None:
        """What the clock showed when the turn at the cursor began; None without a clock."""
        if self.clock is None:
            return None
        played = self.here.played
        return self.clock.start(self.game.players) if played is None else played.clock

    def left(self, used: float) -> float | None:
        """What the player to move has left of a turn of `used` seconds; None without a clock."""
        readings = self.readings
        if self.clock is None or readings is None:
            return None
        return self.clock.left(readings, self.here.state.turn, used)

    def add(self, number: Move, seconds: float | None, evaluation: Line | None) -> None:
        """Begin a branch at the cursor with a legal move, and go down it."""
        game, ply, here, readings = self.game, self.ply, self.here, self.readings
        state = here.state
        if self.clock is not None and readings is not None:
            readings = self.clock.after(readings, state.turn, seconds or 0.0)
        text, side = format_move(game, state, number), game.sides[state.turn]
        played = Played(text, number, side, seconds, evaluation, readings)
        self._played.push(number)
        try:
            node = HistoryNode(self._played.state, played, self._played.outcome)
        except BaseException:  # raised by a user's rules: then no move was played
            self._played.cut(ply)
            raise
        here.branches.append(node)
        self._choose(ply, len(here.branches) - 1)

    def choose(self, branch: int) -> None:
        """Follow another branch from the cursor on."""
        self._choose(self.ply, branch)

    def _choose(self, ply: Ply, branch: int) -> None:
        self.path[ply].chosen = branch
        del self.path[ply + 1 :]
        while self.path[-1].branches:
            last = self.path[-1]
            self.path.append(last.branches[last.chosen])

    def walk(self) -> Iterator[tuple[int, HistoryNode, bool]]:
        """Every move: the index of the one before it, -1 at the start; its node; is it chosen?

        A move comes after the one before it, and branches come in their order, each one whole.
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
