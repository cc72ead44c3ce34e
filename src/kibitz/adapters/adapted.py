"""A stranger's class as a game: positions that are never changed, numbered moves, scores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from kibitz.adapters.calling import Access
from kibitz.adapters.content import freeze
from kibitz.adapters.seats import Seats, is_same
from kibitz.adapters.turns import turn_value
from kibitz.adapters.valuation import Valuation
from kibitz.adapters.verdict import (
    Winner,
    payoffs_by_score,
    payoffs_by_value,
    payoffs_of,
    says_over,
    scores_of,
    winner_of,
)
from kibitz.adapters.wording import distinct_texts, is_full, line_text, words_of
from kibitz.core.contract import DRAW, LOSS, WIN
from kibitz.core.types import Move, Payoff, Score, Side


@dataclass(frozen=True, slots=True, eq=False)
class Position:
    """A state of an adapted class: a copy of the object that nothing changes, and whose turn it is.

    Two of them are the same where their objects hold the same and the same player moves.
    """

    board: Any  # the object
    players: tuple[Any, ...]  # as the object names them
    turn: Side
    mover: Side | None  # who moved last
    winner: Winner  # as far as the object says it
    is_over: bool  # whether the object says so
    moves: Mapping[Move, Any]  # the object's own moves by their numbers; none when it is over
    texts: Mapping[Move, str] = field(default_factory=dict)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (self.turn, freeze(self.board)) == (other.turn, freeze(other.board))

    def __hash__(self) -> int:
        return hash((self.turn, freeze(self.board)))

    def __repr__(self) -> str:
        return f"<{type(self.board).__name__} {line_text(self.board)}>"


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of an adapted class, in the terms of `kibitz.Game`."""

    access: Access
    seats: Seats
    stuck: str  # what it means to have no move
    valuation: Valuation

    def begin(self, board: Any, players: tuple[Any, ...]) -> Position:
        """The first position; player 0 moves."""
        return self._position(board, players, 0, None)

    def moves(self, state: Position) -> Iterable[Move]:
        """Every legal move: the object's own numbers, or places in its list."""
        return state.moves

    def play(self, state: Position, move: Move) -> Position:
        """The position after a move of the object's own, made in a copy."""
        board, players = self.access.made(state.board, state.players, state.turn, state.moves[move])
        if self.access.copier is not None:
            players = self.seats.of(board, players)
        turn = (state.turn + 1) % len(players)
        if self.seats.is_turn_kept:
            named = self.seats.turn_of(turn_value(board), players)
            turn = turn if named is None else named
        return self._position(board, players, turn, state.turn)

    def payoff(self, state: Position, player: Side) -> Payoff:
        """How it ended for `player`: by the winner, the scores, or who could not move."""
        return self._payoffs(state)[player]

    def evaluate(self, state: Position, player: Side) -> Score:
        """What the object's evaluation says, in whole numbers."""
        return self.valuation.score(state.board, state.players, player)

    def format_move(self, state: Position, move: Move) -> str:
        """The text of a move."""
        return state.texts[move]

    def parse_move(self, state: Position, text: str) -> Move:
        """The move with the same numbers and words: '(1, 2)' means the move 1,2."""
        fitting = [move for move, known in state.texts.items() if words_of(known) == words_of(text)]
        if len(fitting) == 1 and words_of(text):
            return fitting[0]
        raise ValueError

    def _position(
        self, board: Any, players: tuple[Any, ...], turn: Side, mover: Side | None
    ) -> Position:
        winner = winner_of(board, players, self.seats, mover)
        is_over = says_over(board, winner)
        legal: list[Any] = []
        if not is_over:
            # A class that keeps the turn itself skips players itself.
            is_skipped = self.stuck == "skip" and not self.seats.is_turn_kept
            for step in range(len(players) if is_skipped else 1):
                seat = (turn + step) % len(players)
                legal = self.access.legal(board, players[seat])
                if legal:
                    turn = seat
                    break
        moves = numbered(legal)
        texts = dict(zip(moves, distinct_texts(list(moves.values())), strict=True))
        return Position(board, players, turn, mover, winner, is_over, moves, texts)

    def _payoffs(self, state: Position) -> list[Payoff]:
        count = len(state.players)
        if state.winner == "draw":
            return [DRAW] * count
        if state.winner is not None:
            return payoffs_of(state.winner, count)
        is_stuck = not state.is_over and self.stuck in ("loss", "draw")
        if is_stuck and (self.stuck == "draw" or is_full(state.board)):
            return [DRAW] * count
        if is_stuck:
            rest = WIN if count == 2 else DRAW
            return [LOSS if seat == state.turn else rest for seat in range(count)]
        scores = scores_of(state.board, state.players, self.seats.shift)
        if scores is not None and not self.access.shape.is_own_score:
            return payoffs_by_score(scores)
        values = [self.valuation.value(state.board, state.players, seat) for seat in range(count)]
        return payoffs_by_value(values, are_infinite=self.valuation.wins_are_infinite)


def numbered(legal: list[Any]) -> dict[Move, Any]:
    """The moves by number, each once: themselves where all are whole numbers, else their places."""
    unique: list[Any] = []
    for move in legal:
        if not any(_is_equal(move, other) for other in unique):
            unique.append(move)
    if all(type(move) is int and move >= 0 for move in unique):
        return {move: move for move in unique}
    return dict(enumerate(unique))


def _is_equal(one: Any, other: Any) -> bool:
    """Whether two moves are one; what cannot be compared is not."""
    try:
        return is_same(one, other)
    except Exception:
        return False
