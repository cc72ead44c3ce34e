"""One playing of a game: its moves, one after the other, and a way back and forth among them."""

from __future__ import annotations

import random
from collections.abc import Sequence

from kibitz.core.contract import Game, Outcome, require_game
from kibitz.core.errors import (
    FinishedError,
    HistoryError,
    IllegalMoveError,
    LimitError,
    PositionError,
)
from kibitz.core.picture import svg, text_svg
from kibitz.core.text import (
    expected_moves,
    format_board,
    format_move,
    format_state,
    parse_move,
    parse_state,
)
from kibitz.core.types import Move, State


class Session:
    """A game being played. Moves are the only way to change it.

    `state`: where to start, a state or the text of a position; the game's own start otherwise.
    `seed`: for games whose start is random; drawn at random and kept in `seed` unless given.

    >>> import kibitz
    >>> session = Session(kibitz.game("tictactoe"))
    >>> session.push("4")
    >>> session.push("0")
    >>> print(session)
     O | 1 | 2
    -----------
     3 | X | 5
    -----------
     6 | 7 | 8
    >>> session.undo()
    >>> session.moves
    ('4',)
    """

    def __init__(
        self, game: Game, state: State | str | None = None, *, seed: int | None = None
    ) -> None:
        self.game = require_game(game, "a session")
        if seed is not None and type(seed) is not int:
            raise LimitError("bad_setting", name="seed", value=seed, expected="a whole number")
        self.seed = seed if seed is not None or not game.is_seeded else random.getrandbits(31)
        self._states = [self._first(state)]
        self._moves: list[Move] = []
        self._cursor = 0  # moves that are played; those after it were undone

    def _first(self, state: State | str | None) -> State:
        if state is None:
            return self.game.initial(self.seed or 0)
        if isinstance(state, str):
            return parse_state(self.game, state)
        expected = type(self.game.initial())
        if not isinstance(state, expected):
            raise PositionError(
                "unreadable_position",
                game=self.game.name,
                text=str(state),
                problem=f"expected a {expected.__name__} or its text, got a {type(state).__name__}",
            )
        return state

    @property
    def state(self) -> State:
        """The position as the rules see it."""
        return self._states[self._cursor]

    @property
    def earlier(self) -> Sequence[State]:
        """The positions before this one, the first one first."""
        return self._states[: self._cursor]

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves played so far."""
        return tuple(
            format_move(self.game, self._states[index], self._moves[index])
            for index in range(self._cursor)
        )

    @property
    def turn(self) -> int:
        """The number of the player to move, 0 first."""
        return int(self.state.turn)

    @property
    def side(self) -> str:
        """The name of the player to move."""
        return self.game.sides[self.turn]

    @property
    def legal_moves(self) -> tuple[str, ...]:
        """Every move that can be played now; none when the game is over."""
        if self.outcome() is not None:
            return ()
        state = self.state
        return tuple(format_move(self.game, state, move) for move in self.game.moves(state))

    @property
    def position(self) -> str:
        """The position in one line of text."""
        return format_state(self.game, self.state)

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self.game.outcome(self.state, self.earlier)

    def push(self, move: str | Move) -> None:
        """Play a move, given as text or as the rules' number; undone moves are forgotten.

        A move that cannot be played raises MoveError or FinishedError and changes nothing.
        """
        outcome = self.outcome()
        if outcome is not None:
            raise FinishedError(
                "game_over",
                outcome=str(outcome),
                game=self.game.name,
                position=self.position,
                text=str(move),
            )
        number = parse_move(self.game, self.state, move) if isinstance(move, str) else move
        if isinstance(number, bool) or number not in self.game.moves(self.state):
            raise IllegalMoveError(
                "illegal_move",
                text=str(move),
                game=self.game.name,
                position=self.position,
                expected=expected_moves(self.game, self.state),
            )
        after = self.game.play(self.state, number)
        self._states[self._cursor + 1 :] = [after]
        self._moves[self._cursor :] = [number]
        self._cursor += 1

    def undo(self, count: int = 1) -> None:
        """Take back the last `count` moves; they can be redone until another move is played."""
        self._move_cursor("nothing_to_undo", count, -1, self._cursor)

    def redo(self, count: int = 1) -> None:
        """Play the next `count` undone moves again."""
        self._move_cursor("nothing_to_redo", count, 1, len(self._moves) - self._cursor)

    def _move_cursor(self, code: str, count: int, sign: int, available: int) -> None:
        if type(count) is not int or not 1 <= count <= available:
            works = f"give a number from 1 to {available}" if available else "there are none"
            raise HistoryError(code, count=count, available=available, works=works)
        self._cursor += sign * count

    def svg(self) -> str:
        """The board as a picture; the position's text where the game has no geometry."""
        title = f"{self.game.title or self.game.name}: {self.position}"
        if self.game.geometry is None:
            return text_svg(title)
        return svg(self.game.geometry, self.state, last=self._changed(), title=title)

    def _changed(self) -> list[int]:
        """The cells that the last move changed."""
        board = self.game.geometry
        if board is None or self._cursor == 0:
            return []
        before = board.occupants(self._states[self._cursor - 1])
        after = board.occupants(self.state)
        return [cell for cell in range(len(after)) if before[cell] != after[cell]]

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return format_board(self.game, self.state)

    def __repr__(self) -> str:
        return f"<Session of {self.game!r} after {self._cursor} moves>"
