"""The rules of an adapted class: immutable states, numbered moves, payoffs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from kibitz.adapters.class_players import PlayerOrder, is_same
from kibitz.adapters.content import freeze
from kibitz.adapters.method_calls import Methods
from kibitz.adapters.object_evaluation import ObjectEvaluation
from kibitz.adapters.object_text import distinct_texts, line_text, words_of
from kibitz.adapters.results import (
    Winner,
    is_full,
    is_over,
    names_winners,
    payoffs_by_score,
    payoffs_of,
    scores_of,
    winner_of,
)
from kibitz.adapters.styles import Stuck
from kibitz.core.contract import DRAW, LOSS, WIN
from kibitz.core.errors import ContractError
from kibitz.core.types import Move, Payoff, Score, Side


@dataclass(frozen=True, slots=True, eq=False)
class ObjectState:
    """A state of an adapted class: a copy of the object, never changed, and the player to move.

    Two states are equal if their objects have equal contents and the same player is to move.
    """

    board: Any  # the object
    players: tuple[Any, ...]  # as the object names them
    turn: Side
    mover: Side | None  # the player who moved last
    winner: Winner  # according to the object
    is_over: bool  # according to the object
    moves: Mapping[Move, Any]  # the object's own moves by number; empty when the game is over
    texts: Mapping[Move, str] = field(default_factory=dict)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ObjectState):
            return NotImplemented
        return (self.turn, freeze(self.board)) == (other.turn, freeze(other.board))

    def __hash__(self) -> int:
        return hash((self.turn, freeze(self.board)))

    def __repr__(self) -> str:
        return f"<{type(self.board).__name__} {line_text(self.board)}>"


@dataclass(frozen=True, slots=True)
class ObjectRules:
    """The rules of an adapted class, as functions for `kibitz.Game`."""

    methods: Methods
    order: PlayerOrder
    stuck: Stuck  # the result for a player without moves
    evaluation: ObjectEvaluation

    def begin(self, board: Any, players: tuple[Any, ...]) -> ObjectState:
        """The initial state, with player 0 to move."""
        return self._position(board, players, 0, None)

    def moves(self, state: ObjectState) -> Iterable[Move]:
        """Every legal move: the object's own number for it, or its index in the object's list."""
        return state.moves

    def play(self, state: ObjectState, move: Move) -> ObjectState:
        """The position after a move, made in a copy of the object."""
        board, players = self.methods.made(
            state.board, state.players, state.turn, state.moves[move]
        )
        if self.methods.copier is not None:
            players = self.order.of(board, players)
        turn = (state.turn + 1) % len(players)
        if self.order.is_turn_kept:
            named = self.order.turn_of(self.methods.turn(board), players)
            turn = turn if named is None else named
        return self._position(board, players, turn, state.turn)

    def payoff(self, state: ObjectState, player: Side) -> Payoff:
        """The result for `player`: from the winner, the scores, or which player could not move."""
        return self._payoffs(state)[player]

    def evaluate(self, state: ObjectState, player: Side) -> Score:
        """The object's evaluation, as an integer."""
        return self.evaluation.score(state.board, state.players, player)

    def format_move(self, state: ObjectState, move: Move) -> str:
        """The text of a move."""
        return state.texts[move]

    def parse_move(self, state: ObjectState, text: str) -> Move:
        """The move whose text has the same numbers and words: '(1, 2)' is the move 1,2."""
        fitting = [move for move, known in state.texts.items() if words_of(known) == words_of(text)]
        if len(fitting) == 1 and words_of(text):
            return fitting[0]
        raise ValueError

    def _position(
        self, board: Any, players: tuple[Any, ...], turn: Side, mover: Side | None
    ) -> ObjectState:
        winner = winner_of(board, players, self.order, self.methods, mover)
        has_ended = is_over(board, self.methods, winner)
        legal: list[Any] = []
        if not has_ended:
            # A class that updates the turn also skips players without moves.
            is_skipped = self.stuck == "skip" and not self.order.is_turn_kept
            for step in range(len(players) if is_skipped else 1):
                seat = (turn + step) % len(players)
                legal = self.methods.legal(board, players[seat])
                if legal:
                    turn = seat
                    break
        moves = numbered(legal)
        texts = dict(zip(moves, distinct_texts(list(moves.values())), strict=True))
        return ObjectState(board, players, turn, mover, winner, has_ended, moves, texts)

    def _payoffs(self, state: ObjectState) -> list[Payoff]:
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
        is_own_score = self.methods.style.is_own_score
        scores = scores_of(state.board, state.players, self.order.shift)
        if scores is not None and not is_own_score:
            return payoffs_by_score(scores)
        values = [self.evaluation.value(state.board, state.players, seat) for seat in range(count)]
        if is_own_score or any(map(math.isinf, values)):
            return payoffs_by_score(values)
        if any(values) and not names_winners(state.board, self.methods):
            # Finite values do not name a winner: an advantage at the end need not be a win.
            raise ContractError("unknown_result", name=type(state.board).__name__, value=values[0])
        return [DRAW] * count


def numbered(legal: list[Any]) -> dict[Move, Any]:
    """The distinct moves by number: by their own values if all are integers, else by index."""
    unique: list[Any] = []
    for move in legal:
        if not any(_is_equal(move, other) for other in unique):
            unique.append(move)
    if all(type(move) is int and move >= 0 for move in unique):
        return {move: move for move in unique}
    return dict(enumerate(unique))


def _is_equal(one: Any, other: Any) -> bool:
    """Whether two moves are equal; False if they cannot be compared."""
    try:
        return is_same(one, other)
    except Exception:
        return False
