"""Minimax with alpha-beta pruning over games of Smart Horses, and their evaluation."""

from __future__ import annotations

import math
from collections.abc import Container
from typing import NamedTuple, cast

from kibitz.core.errors import LimitError
from kibitz.core.types import Depth, Move, Ply, Score, State
from kibitz.games.horses.board import SIZE
from kibitz.games.horses.classic import FINISHED, UNIT
from kibitz.search.reference import Node, Reference
from kibitz.smart_horses.game_state import (
    GAMES,
    KNIGHTS,
    RULES,
    WHITE,
    GameState,
    Position,
    packed,
    refusal,
    require_state,
)

_SNAP = 1e-3  # of a unit; a window limit this close to a value is rounded to it


class BestMove(NamedTuple):
    """The result of `find_best_move`."""

    move: Position | None  # None if the game is over
    evaluation: float  # from white's point of view
    nodes_evaluated: int
    depth_reached: int  # less than the search depth if every line ends sooner


def find_best_move(game_state: GameState, max_depth: int | None = None) -> BestMove:
    """Search for the best move to `max_depth`, by default the state's; the first of equal moves.

    >>> find_best_move(GameState("beginner", seed=7))
    BestMove(move=(4, 3), evaluation=-12.892857142857142, nodes_evaluated=22, depth_reached=2)
    """
    is_maximizing = require_state(game_state).current_player == KNIGHTS[WHITE]
    depth = game_state.max_depth if max_depth is None else max_depth
    value, move, search = _searched(game_state, depth, -math.inf, math.inf, is_maximizing)
    return BestMove(move, value, search.nodes, search.deepest)


def minimax_alpha_beta(
    game_state: GameState,
    depth: int,
    alpha: float,
    beta: float,
    is_maximizing: bool,
    nodes_evaluated: int = 0,
) -> tuple[float, Position | None, int]:
    """Search `depth` plies: the evaluation for white, the best move, and the node count.

    White moves if `is_maximizing`, otherwise black. The move is the first of equally good ones, or
    None if there is none: at depth 0, in a finished game, or if the knight is stuck. The node count
    starts at `nodes_evaluated` and includes the root. Outside the window (alpha, beta) the
    evaluation is a bound. The state is not changed.

    >>> state = GameState(seed=7)
    >>> minimax_alpha_beta(state, 2, float("-inf"), float("inf"), True)
    (-12.892857142857142, (4, 3), 22)
    >>> minimax_alpha_beta(state, 0, float("-inf"), float("inf"), True, nodes_evaluated=22)
    (17.680555555555557, None, 23)
    """
    value, move, search = _searched(game_state, depth, alpha, beta, bool(is_maximizing))
    return value, move, nodes_evaluated + search.nodes


def evaluate_game_state(game_state: GameState) -> float:
    """The value of a position: positive values favour white, negative ones black.

    A finished game is worth 10,000 to its winner, and 0 if it is a tie. Otherwise a side's total is
    100 for each point, 10 for each square that its knight can jump to, 5 times its proximity, 3 for
    a knight on one of the four centre squares, minus 400 for a stuck knight, and the value is
    white's total minus black's. Proximity is the sum, over all squares with a positive value, of
    the value divided by the Manhattan distance; the square under the knight adds twice its value.

    >>> state = GameState(seed=7)
    >>> state.board = dict.fromkeys(state.board)  # no points left
    >>> state.white_knight, state.black_knight = (3, 3), (0, 0)
    >>> state.white_score, state.black_score = 15, 8
    >>> evaluate_game_state(state)  # 7 points, 8 moves against 2, and the centre
    763.0
    """
    state = packed(require_state(game_state))
    if game_state.game_over:
        return FINISHED * RULES[game_state.ending].payoff(state, WHITE) / UNIT
    # With this ending, a single stuck knight does not end the game.
    return GAMES["both"].evaluate(state, WHITE) / UNIT


class _Search(Reference):
    """The reference search, which also records the deepest ply it has visited."""

    deepest: Ply = 0

    def value(
        self,
        state: State,
        depth: Depth,
        alpha: Score,
        beta: Score,
        ply: Ply,
        node: Node | None = None,
        excluded: Container[Move] = (),
    ) -> tuple[Score, list[Move]]:
        """The value of `state` and the best line from it."""
        self.deepest = max(self.deepest, ply)
        return super().value(state, depth, alpha, beta, ply, node, excluded)


def _searched(
    game_state: GameState, depth: int, alpha: float, beta: float, is_maximizing: bool
) -> tuple[float, Position | None, _Search]:
    """The evaluation, the best move and the search that found them."""
    state = packed(require_state(game_state))._replace(turn=WHITE if is_maximizing else 1)
    if type(depth) is not int or depth < 0:
        raise LimitError("bad_limit", name="depth", value=depth, expected="a whole number from 0")
    window = _scaled(alpha, "alpha"), _scaled(beta, "beta")
    game = GAMES[game_state.ending]
    search = _Search(game, WHITE, outcomes=False)
    if game_state.game_over or depth == 0 or next(iter(game.moves(state)), None) is None:
        search.nodes = 1
        return evaluate_game_state(game_state), None, search
    value, line = search.value(state, depth, *window, 0)
    return value / UNIT, divmod(line[0], SIZE), search


def _scaled(limit: float, name: str) -> Score:
    """A window limit in the units of the evaluation; it may be infinite or a fraction."""
    if not isinstance(limit, int | float) or math.isnan(limit):
        raise refusal(name, limit, "a number")
    scaled = limit * UNIT
    nearest = scaled if math.isinf(scaled) else round(scaled)
    return cast(Score, nearest if abs(scaled - nearest) < _SNAP else scaled)
