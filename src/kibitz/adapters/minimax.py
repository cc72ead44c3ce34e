"""The textbook class: minimax with alpha-beta pruning over deep copies of a game."""

from __future__ import annotations

import copy
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from kibitz.adapters.class_players import PlayerOrder, find_players, is_same, usual_opponent
from kibitz.adapters.method_calls import Methods, ask, methods_of, takes_player
from kibitz.adapters.object_evaluation import number_of
from kibitz.adapters.object_search import ObjectSearch
from kibitz.adapters.results import first_of
from kibitz.adapters.styles import PIECES, describe_missing
from kibitz.core.contract import Game
from kibitz.core.errors import ContractError, LimitError
from kibitz.core.types import Depth, Move, Score, Side


@dataclass(frozen=True, slots=True)
class _Reading:
    """The methods and players found in a game object."""

    methods: Methods
    order: PlayerOrder | None
    evaluates_for_player: bool


@dataclass(slots=True, eq=False)
class _ObjectNode:
    """A node of the search tree: a copy of the object, as a state for the search."""

    game: Any
    turn: Side  # 0 for the player with `ai_player_piece`, 1 for the other
    depth: Depth  # remaining
    moves: list[Any] | None = None  # generated when needed


class Minimax:
    """Finds the best move for one side of a game that is an object with these methods:

    - `get_all_possible_moves(piece)` or `get_possible_moves(piece)`: the moves of a player
    - `make_move(move, piece)`: makes a move
    - `is_game_over()`: whether the game is over
    - `evaluate_board(piece)`: the evaluation for the player with that piece; infinity if that
      player has won, minus infinity if the opponent has won

    A quicker win and a slower loss score better. A player who cannot move has lost. The object is
    copied for every move and never changed. If its moves update its `current_player`, that player
    moves next, so a player may move twice in a row; otherwise turns alternate.
    """

    WIN_BASE_SCORE = 1_000_000

    def __init__(self, game_logic_instance: Any, max_depth: int = 3) -> None:
        self.game_logic_instance = game_logic_instance
        self.max_depth = max_depth
        self.ai_player_piece: Any = None
        self.nodes_evaluated: int = 0  # positions visited by the last search
        self._read: tuple[Any, _Reading] | None = None
        self._check()

    def find_best_move(self, ai_player_role_piece: Any) -> Any:
        """The first of the best moves for the player with this piece; None if there are no moves.

        >>> class Sticks:
        ...     sticks, taker = 10, None
        ...     def get_possible_moves(self, piece):
        ...         return [take for take in (1, 2, 3) if take <= self.sticks]
        ...     def make_move(self, take, piece):
        ...         self.sticks, self.taker = self.sticks - take, piece
        ...     def is_game_over(self):
        ...         return self.sticks == 0
        ...     def evaluate_board(self, piece):
        ...         if not self.is_game_over():
        ...             return 0
        ...         return float("inf") if self.taker == piece else float("-inf")
        ...     human_player_piece, ai_player_piece = "A", "B"
        >>> Minimax(Sticks(), max_depth=10).find_best_move("B")
        2
        """
        self._check()
        self.ai_player_piece = ai_player_role_piece
        self.nodes_evaluated = 0
        self._read = None
        game = self.game_logic_instance
        if self._is_over(game):
            return None
        try:
            copy.deepcopy(game)
        except Exception as problem:
            raise ContractError(
                "class_not_copied",
                name=type(game).__name__,
                problem=f"{type(problem).__name__}: {problem}",
            ) from problem
        position = _ObjectNode(game, 0, self.max_depth)
        _, line = self._searched(position, -math.inf, math.inf)
        self.nodes_evaluated -= 1  # the root is not counted
        return self._listed(position)[line[0]] if line else None

    def _get_current_turn_piece(
        self, game_state_instance: Any, is_maximizing_player_turn: bool
    ) -> Any:
        """The piece of the player to move."""
        piece = self.ai_player_piece
        if is_maximizing_player_turn:
            return piece
        methods, order = self._reading.methods, self._reading.order
        players = order.players if order else ()
        others = [other for other in players if not is_same(other, piece)]
        if len(others) == 1 and len(players) == 2:
            return others[0]
        is_certain = order is not None and bool(order.roles or order.source)
        other = None if is_certain else usual_opponent(piece)
        if other is not None:
            return other
        if not methods.ask_for_player(game_state_instance):
            return None
        raise ContractError(
            "unknown_opponent",
            name=type(game_state_instance).__name__,
            piece=piece,
            known=", ".join(map(repr, players)) or "not known",
        )

    def _minimax_recursive(
        self,
        game_state: Any,
        depth: int,
        is_maximizing_player_turn: bool,
        alpha: float,
        beta: float,
    ) -> float:
        """The value of `game_state` for the player with `ai_player_piece`."""
        position = _ObjectNode(game_state, 0 if is_maximizing_player_turn else 1, depth)
        return self._searched(position, alpha, beta)[0]

    def _searched(
        self, position: _ObjectNode, alpha: float, beta: float
    ) -> tuple[float, list[Move]]:
        """The value of `position`, and the best line, by the reference search."""
        game = Game(
            "minimax", position, self._numbers, self._after, lambda *_: 0, self._value,
            mirrored=False,
        )  # fmt: skip
        search = ObjectSearch(game, 0, outcomes=False)
        window = cast(Score, alpha), cast(Score, beta)
        try:
            return search.value(position, position.depth, *window, 0)
        finally:
            self.nodes_evaluated += search.nodes

    def _numbers(self, position: _ObjectNode) -> Sequence[Move]:
        """The indexes of the legal moves; empty at a leaf."""
        return range(len(self._listed(position)))

    def _listed(self, position: _ObjectNode) -> list[Any]:
        """The legal moves; empty at a leaf."""
        if position.moves is None:
            is_leaf = position.depth == 0 or self._is_over(position.game)
            position.moves = [] if is_leaf else self._legal(position.game, position.turn == 0)
        return position.moves

    def _after(self, position: _ObjectNode, move: Move) -> _ObjectNode:
        """The position after a move."""
        after, is_ours = self._made(position.game, self._listed(position)[move], position.turn == 0)
        return _ObjectNode(after, 0 if is_ours else 1, position.depth - 1)

    def _value(self, position: _ObjectNode, _: Side) -> Score:
        """The value of a leaf; it may be a float, because the search only compares values."""
        depth = position.depth
        if depth > 0 and not self._is_over(position.game):  # the player to move has no move
            value: float = self.WIN_BASE_SCORE + depth
            return cast(Score, -value if position.turn == 0 else value)
        return cast(Score, self._evaluated(position.game, depth))

    def _is_over(self, game_state: Any) -> bool:
        """Whether the game is over, by a method or a property."""
        return bool(first_of(ask(game_state, "is_game_over")))

    def _evaluated(self, game_state: Any, depth: int) -> float:
        """The evaluation, with wins and losses adjusted by the remaining depth."""
        method = game_state.evaluate_board
        takes_piece = self._reading.evaluates_for_player
        value = number_of(method(self.ai_player_piece) if takes_piece else method(), game_state)
        if value == math.inf:
            return self.WIN_BASE_SCORE + depth
        if value == -math.inf:
            return -self.WIN_BASE_SCORE - depth
        return value

    def _legal(self, game_state: Any, is_ours: bool) -> list[Any]:
        """The moves of the player to move."""
        piece = self._get_current_turn_piece(game_state, is_ours)
        return self._reading.methods.legal(game_state, piece)

    def _made(self, game_state: Any, move: Any, is_ours: bool) -> tuple[Any, bool]:
        """A deep copy with `move` made in it, and whether the machine moves next."""
        piece = self._get_current_turn_piece(game_state, is_ours)
        after, _ = self._reading.methods.made(game_state, (piece,), 0, move)
        order = self._reading.order
        if order and order.is_turn_kept and self._is_our_turn(game_state) == is_ours:
            named = self._is_our_turn(after)
            return after, not is_ours if named is None else named
        return after, not is_ours

    def _is_our_turn(self, game_state: Any) -> bool | None:
        """Whether the object has the machine to move; None if unknown."""
        methods, order = self._reading.methods, self._reading.order
        assert order is not None
        seat = order.turn_of(methods.turn(game_state))
        return None if seat is None else is_same(order.players[seat], self.ai_player_piece)

    @property
    def _reading(self) -> _Reading:
        game = self.game_logic_instance
        if self._read is None or self._read[0] is not game:
            methods = replace(methods_of(game, PIECES), copier=None)
            order = find_players(game, methods)
            self._read = game, _Reading(methods, order, takes_player(game.evaluate_board))
        return self._read[1]

    def _check(self) -> None:
        """Raise an error for a depth below 1, and for an object that lacks a method."""
        depth = self.max_depth
        if type(depth) is not int or depth < 1:
            raise LimitError(
                "bad_setting", name="max_depth", value=depth, expected="a whole number from 1"
            )
        game = self.game_logic_instance
        if isinstance(game, type):
            raise LimitError(
                "bad_setting",
                name="game_logic_instance",
                value=game,
                expected=f"an object, {game.__name__}(...)",
            )
        if PIECES.missing(game, {}):
            missing = describe_missing(game, (PIECES,))
            raise ContractError("unknown_class", name=type(game).__name__, missing=missing)
