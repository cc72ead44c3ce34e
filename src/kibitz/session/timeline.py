"""The moves of a session with their times: played, undone and redone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.core.contract import Game
from kibitz.core.errors import (
    FinishedError,
    HistoryError,
    LimitError,
)
from kibitz.core.outcome import Outcome
from kibitz.core.text import format_move, format_state, resolve_move
from kibitz.core.types import Move, Ply, Side, State
from kibitz.engine.lines import Line
from kibitz.engine.position import Snapshot
from kibitz.session.clock import Readings, Stopwatch, TimeControl, TimeSource, is_seconds
from kibitz.session.history import History, Played
from kibitz.session.negotiation import Ending, Takebacks


class Timeline:
    """The part of a session that plays, undoes and redoes moves, with a clock.

    Engines accept it as a position, because it has `state` and `earlier`. Undone moves can be
    redone; playing a different move starts a new branch.
    """

    def __init__(
        self,
        game: Game,
        start: State,
        clock: TimeControl | None,
        takebacks: Takebacks,
        now: TimeSource,
    ) -> None:
        self.game = game
        self._takebacks: Takebacks = takebacks
        self._history = History(game, start, clock)
        self._watch = Stopwatch(now)

    # The position.

    @property
    def state(self) -> State:
        """The current state."""
        return self._history.here.state

    @property
    def earlier(self) -> Sequence[State]:
        """The states before this one, in order."""
        return self._history.earlier

    @property
    def turn(self) -> Side:
        """The number of the side to move; 0 moves first."""
        return int(self.state.turn)

    @property
    def side(self) -> str:
        """The name of the side to move."""
        return self.game.sides[self.turn]

    @property
    def position(self) -> str:
        """The position in one line of text."""
        return format_state(self.game, self.state)

    @property
    def legal_moves(self) -> tuple[str, ...]:
        """Every legal move; empty if the game is over."""
        if self.outcome() is not None:
            return ()
        state = self.state
        moves = self.game.legal_moves(state, self.earlier)
        return tuple(format_move(self.game, state, move) for move in moves)

    def outcome(self) -> Outcome | None:
        """The outcome, or None if the game is unfinished."""
        if self._is_flag_down():
            return Ending("time", self.turn).outcome(self.game)
        return self._history.outcome

    # Playing moves.

    def push(
        self, move: str | Move, seconds: float | None = None, evaluation: Line | None = None
    ) -> None:
        """Play a move, as text or as a number.

        `seconds`: the thinking time; measured by default. `evaluation`: an engine's line for the
        move. A move that was played here before follows its old branch, with its old time and
        evaluation; any other move starts a new branch. If `seconds` exceeds the time left, the game
        is lost on time and the move is not played. Raises MoveError or FinishedError if the move
        cannot be played.
        """
        if seconds is not None and not is_seconds(seconds):
            raise LimitError(
                "bad_setting", name="seconds", value=seconds, expected="seconds, 0 or more"
            )
        if not isinstance(evaluation, Line | None):
            expected = "a kibitz.Line or None"
            raise LimitError("bad_setting", name="evaluation", value=evaluation, expected=expected)
        outcome = self.outcome() if seconds is None else self._history.outcome
        if outcome is not None:
            raise FinishedError(
                "game_over",
                outcome=str(outcome),
                game=self.game.name,
                position=self.position,
                text=str(move),
                works=self._advice(),
            )
        number = resolve_move(self.game, self.state, move, self.earlier)
        used = self._watch.elapsed if seconds is None else seconds
        if self._history.left(used) == 0:
            self._history.here.ending = Ending("time", self.turn)
        else:
            self._play(number, used, evaluation)
        self._begin_turn()

    def _advice(self) -> str:
        """What the user can do after the end of the game."""
        if self.takebacks == "free" and self.ply > 0:
            return "Go back with undo(), or start a new session"
        if self.takebacks == "free" and self.line:
            return "Continue with redo(), or start a new session"
        return "Start a new session"

    def _play(self, number: Move, seconds: float, evaluation: Line | None) -> None:
        history = self._history
        branch = history.here.branch(number)
        if branch is None:
            history.add(number, seconds, evaluation)
        else:
            history.choose(branch)
            history.go(history.ply + 1)
            history.here.ending = None  # playing on cancels the old ending

    # Undo, redo and branches.

    @property
    def ply(self) -> Ply:
        """The number of moves played so far."""
        return self._history.ply

    @property
    def history(self) -> tuple[Played, ...]:
        """The moves played so far, with their times and evaluations."""
        return self.line_history[: self.ply]

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves played so far."""
        return tuple(played.move for played in self.history)

    @property
    def line(self) -> tuple[str, ...]:
        """The moves played so far and those that `redo` would play."""
        return tuple(played.move for played in self.line_history)

    @property
    def line_history(self) -> tuple[Played, ...]:
        """The moves of `line` with their times and evaluations."""
        return tuple(node.played for node in self._history.path if node.played is not None)

    @property
    def branches(self) -> tuple[str, ...]:
        """The moves that were played in this position, oldest branch first."""
        return tuple(node.played.move for node in self._history.here.branches if node.played)

    def undo(self, count: int = 1) -> None:
        """Take back the last `count` moves; they can be redone."""
        self._check_free("undo")
        self._move_cursor("nothing_to_undo", count, -1, self.ply)

    def redo(self, count: int = 1) -> None:
        """Replay the next `count` undone moves of the line."""
        self._check_free("redo")
        self._move_cursor("nothing_to_redo", count, 1, len(self._history.path) - 1 - self.ply)

    def _move_cursor(self, code: str, count: int, sign: int, available: int) -> None:
        if type(count) is not int or not 1 <= count <= available:
            works = f"Give a number from 1 to {available}" if available else "There are none"
            raise HistoryError(code, count=count, available=available, works=works)
        self._go(self.ply + sign * count)

    def goto(self, ply: Ply) -> None:
        """Go to the position after `ply` moves of the line."""
        self._check_free("go to another ply")
        last = len(self._history.path) - 1
        if type(ply) is not int or not 0 <= ply <= last:
            raise HistoryError("no_such_ply", ply=ply, last=last)
        if ply != self.ply:
            self._go(ply)

    def switch(self, move: str) -> None:
        """Make `redo` follow the branch that begins with `move`."""
        self._check_free("switch to another branch")
        wanted = move.strip().casefold() if isinstance(move, str) else move
        texts = [text.casefold() for text in self.branches]
        if wanted not in texts:
            known = ", ".join(self.branches)
            works = (
                f"the moves played here are {known}" if known else "no move has been played here"
            )
            raise HistoryError("no_branch", move=move, works=works)
        self._history.choose(texts.index(wanted))

    def replay(self) -> Iterator[Snapshot]:
        """Every position of the line, from the start."""
        states = [node.state for node in self._history.path]
        for ply, state in enumerate(states):
            yield Snapshot(state, tuple(states[:ply]))

    def _go(self, ply: Ply) -> None:
        if self._is_flag_down():
            self._history.here.ending = Ending("time", self.turn)
        self._history.go(ply)
        self._begin_turn()

    def _begin_turn(self) -> None:
        self._watch.restart()

    @property
    def takebacks(self) -> Takebacks:
        """Whether takebacks are "free", need consent ("ask") or are not allowed ("never")."""
        return self._takebacks

    def _check_free(self, what: str) -> None:
        if self.takebacks == "ask":
            raise HistoryError("takebacks_by_consent", what=what)
        if self.takebacks == "never":
            raise HistoryError("takebacks_never", what=what)

    # Time.

    @property
    def clock(self) -> TimeControl | None:
        """The time control; None without a clock."""
        return self._history.clock

    @property
    def readings(self) -> Readings | None:
        """The seconds that every side has left now; None without a clock."""
        readings, ending = self._history.readings, self._history.here.ending
        left = self._history.left(self._watch.elapsed)
        if readings is None or left is None:
            return None
        if ending is not None and ending.reason == "time":
            left = 0.0
        elif self._history.outcome is not None:
            return readings
        return (*readings[: self.turn], left, *readings[self.turn + 1 :])

    def _is_flag_down(self) -> bool:
        """Whether the side to move has run out of time."""
        is_open = self._history.outcome is None
        return is_open and self._history.left(self._watch.elapsed) == 0

    def pause(self, elapsed: float | None = None) -> None:
        """Stop the clock until `resume` or the next move.

        `elapsed`: the seconds used in this turn, if they differ from the measured time.
        """
        if elapsed is not None and not is_seconds(elapsed):
            raise LimitError(
                "bad_setting", name="elapsed", value=elapsed, expected="seconds, 0 or more"
            )
        self._watch.pause(elapsed)

    def resume(self) -> None:
        """Restart the clock after `pause`."""
        self._watch.resume()
