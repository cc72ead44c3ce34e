"""Three minimax functions as textbooks write them, for any object with the methods they call.

- `minimax`: a depth-limited search with a window, for one player.
- `get_best_move`: a search to the end of the game, for perfect play.
- `get_ai_move`: a depth-limited search for two or more players, each with their own score.

They run the reference search on copies and never change the object. They accept the same method
names as `kibitz.adapt`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, cast

from kibitz.adapters.adapt import read_rules
from kibitz.adapters.class_players import find_players, is_same, usual_opponent
from kibitz.adapters.method_calls import ask, methods_of
from kibitz.adapters.object_rules import ObjectRules, ObjectState, numbered
from kibitz.adapters.object_search import ObjectSearch
from kibitz.adapters.results import TIES
from kibitz.adapters.styles import recognise
from kibitz.core.contract import Game
from kibitz.core.errors import LimitError
from kibitz.core.score import INFINITY
from kibitz.core.types import Move, Score, Side, SideRule
from kibitz.search.reference import Reference

__all__ = ["DEPTH", "WIN_SCORE", "get_ai_move", "get_best_move", "minimax"]

DEPTH = 3  # plies that `get_ai_move` looks ahead
WIN_SCORE = 10_000  # in `minimax`, for an object without an evaluation

_ENDLESS = 1 << 20  # plies, more than recursion can reach
_Evaluation: TypeAlias = Callable[[ObjectState, Side], float]


def minimax(
    state: Any,
    depth: int,
    alpha: float,
    beta: float,
    maximizing_player: Any,
    use_alpha_beta: bool,
    evaluate: Callable[[Any, Any], float] | None = None,
) -> tuple[float, Any]:
    """The value of `state` to `maximizing_player`, and the best move of the side to move.

    The move is the first of equally good ones, or None at depth 0 and in a finished game. Without
    `use_alpha_beta` nothing is pruned, which changes neither the value nor the move. The value of a
    leaf is `evaluate(state, maximizing_player)` or, by default, the result of the object's own
    evaluation method. Without either it is 10,000 for a won game, -10,000 for a lost one, and
    otherwise the lead in points, or 0. Raises LimitError for a depth below 0 or an unknown player.

    >>> class Sticks:  # take 1, 2 or 3; the last stick wins
    ...     def __init__(self, sticks=10):
    ...         self.sticks, self.to_move, self.winner = sticks, "A", None
    ...     def legal_moves(self):
    ...         return [take for take in (1, 2, 3) if take <= self.sticks]
    ...     def apply_move(self, take):
    ...         self.sticks -= take
    ...         self.winner = None if self.sticks else self.to_move
    ...         self.to_move = "B" if self.to_move == "A" else "A"
    ...     def clone(self):
    ...         return copy.copy(self)
    >>> import copy
    >>> infinity = float("inf")
    >>> minimax(Sticks(10), 10, -infinity, infinity, "A", True)
    (10000, 2)
    >>> minimax(Sticks(8), 8, -infinity, infinity, "A", False)
    (-10000, 1)
    >>> minimax(Sticks(8), 8, -infinity, infinity, "B", True)
    (10000, 1)
    >>> minimax(Sticks(), 0, -infinity, infinity, "A", True)
    (0, None)
    """
    _check_depth(depth, 0)
    for name, limit in (("alpha", alpha), ("beta", beta)):
        if not isinstance(limit, int | float) or math.isnan(limit):
            raise LimitError("bad_setting", name=name, value=limit, expected="a number")
    if evaluate is not None and not callable(evaluate):
        raise LimitError(
            "bad_setting",
            name="evaluate",
            value=evaluate,
            expected="a function of the state and the maximizing player",
        )
    rules, start = read_rules(
        state,
        {} if evaluate is None else {"evaluate": evaluate},
        players=_players_at_the_end(state, maximizing_player),
    )
    side = _seat(start.players, maximizing_player, "maximizing_player")
    has_own = evaluate is not None or rules.evaluation.name is not None

    def value_of(position: ObjectState, side: Side) -> float:
        if has_own or position.moves:
            return rules.evaluation.value(position.board, position.players, side)
        return WIN_SCORE * rules.payoff(position, side)

    game = _game(rules, start, value_of)
    search = ObjectSearch(game, side, pruning=bool(use_alpha_beta), outcomes=False)
    window = cast(Score, alpha), cast(Score, beta)
    value, line = search.value(start, depth, *window, 0)
    return value, _own_move(state, rules, start, line)


def get_best_move(game: Any, players: Sequence[Any] | None = None) -> Any:
    """The best move for the side to move, found by searching to the end of the game.

    If the object does not identify the side to move, it is the first of `players`, which default to
    X and O. Quicker wins and slower losses are preferred. The move is the first of equally good
    ones, or None in a finished game.

    >>> class TicTacToe:
    ...     def __init__(self, board=" " * 9):
    ...         self.board = list(board)
    ...     def available_moves(self):
    ...         return [cell for cell, mark in enumerate(self.board) if mark == " "]
    ...     def make_move(self, position, player):
    ...         self.board[position] = player
    ...     def undo_move(self, position):
    ...         self.board[position] = " "
    ...     def check_winner(self):
    ...         lines = "012", "345", "678", "036", "147", "258", "048", "246"
    ...         for a, b, c in lines:
    ...             if self.board[int(a)] == self.board[int(b)] == self.board[int(c)] != " ":
    ...                 return self.board[int(a)]
    >>> get_best_move(TicTacToe("XOXO     "))  # two threats to complete a diagonal
    4
    >>> get_best_move(TicTacToe("XX OO    "))
    2
    >>> get_best_move(TicTacToe("XOXXOOOXX")) is None
    True
    """
    if isinstance(players, list | tuple) and players:
        rules, start = read_rules(game, {}, players=players, moves_first=players[0])
    else:
        rules, start = read_rules(game, {}, players=_usual_players(game))
    search = Reference(_game(rules, start, lambda *_: 0), start.turn)
    try:
        _, line = search.value(start, _ENDLESS, -INFINITY, INFINITY, 0)
    except RecursionError:
        raise LimitError("endless_game", name=type(start.board).__name__) from None
    return _own_move(game, rules, start, line, players[0] if players else None)


def get_ai_move(board: Any, player: Any, players: Sequence[Any], depth: int = DEPTH) -> Any:
    """The best move for `player` on a board for two or more players, searched to `depth` plies.

    `players` are in turn order. The value of a position is the evaluation for `player` minus those
    for the others, who choose the moves that are worst for `player`. A player who cannot move is
    skipped. The move is the last of equally good ones, or None if `player` cannot move.

    >>> class Tiles:
    ...     def __init__(self):
    ...         self.owners = [None] * 4
    ...     def possible_moves_for_player(self, player):
    ...         return [tile for tile, owner in enumerate(self.owners) if owner is None]
    ...     def execute_move(self, tile):
    ...         turn = sum(owner is not None for owner in self.owners)
    ...         self.owners[tile] = "ABC"[turn % 3]
    ...     def evaluate(self, player):
    ...         return sum(v for v, owner in zip((3, 5, 5, 1), self.owners) if owner == player)
    ...     def evaluate_players_except(self, players, player):
    ...         return [self.evaluate(other) for other in players if other != player]
    >>> get_ai_move(Tiles(), "A", ["A", "B", "C"])  # tiles 1 and 2 are equally good
    2
    """
    _check_depth(depth, 1)
    if isinstance(players, list | tuple) and players:
        _seat(players, player, "player")
    rules, start = read_rules(board, {}, players=players, moves_first=player)
    if start.turn != 0 or not start.moves:
        return None
    search = ObjectSearch(_game(rules, start), 0, outcomes=False, latest=True)
    window = cast(Score, -math.inf), cast(Score, math.inf)
    _, line = search.value(start, depth, *window, 0)
    return _own_move(board, rules, start, line, player)


def _game(rules: ObjectRules, start: ObjectState, evaluate: _Evaluation | None = None) -> Game:
    """The game of an object. Evaluations may be fractions because the search only compares them."""

    def value_of(position: ObjectState, side: Side) -> float:
        return rules.evaluation.value(position.board, position.players, side)

    return Game(
        "textbook",
        start,
        rules.moves,
        rules.play,
        rules.payoff,
        cast(SideRule, evaluate or value_of),
        sides=tuple(f"player {number}" for number in range(1, len(start.players) + 1)),
        mirrored=False,
    )


def _own_move(
    obj: Any, rules: ObjectRules, start: ObjectState, line: Sequence[Move], player: Any = None
) -> Any:
    """The object's own move at the head of a line; None if the line is empty.

    A move may refer to a board and a player, which must be those of `obj`, not of its copy.
    """
    if not line or isinstance(obj, type):
        return start.moves[line[0]] if line else None
    if player is None:
        player = rules.order.of(obj, rules.order.players)[start.turn]
    return numbered(rules.methods.legal(obj, player))[line[0]]


def _usual_players(game: Any) -> Sequence[Any] | None:
    """X and O if the object does not name its players; otherwise None."""
    if isinstance(game, type) or find_players(game, methods_of(game, recognise(game, {}), {})):
        return None
    return "X", "O"


def _players_at_the_end(state: Any, player: Any) -> Sequence[Any] | None:
    """The two players of an object with no moves left, from which no turn order can be observed.

    One is the side to move; the other is `player`, the winner or the usual opponent, in this order
    of preference. None if either is unknown.
    """
    if isinstance(state, type):
        return None
    methods = methods_of(state, recognise(state, {}), {})
    turn = methods.turn(state)
    if turn is None or player is None or methods.legal(state, turn):
        return None
    if not is_same(turn, player):
        return turn, player
    winner = ask(state, "winner")
    is_other = type(winner) is type(turn) and winner not in TIES and not is_same(winner, turn)
    other = winner if is_other else usual_opponent(turn)
    return None if other is None else (turn, other)


def _seat(players: Sequence[Any], player: Any, name: str) -> Side:
    """The seat of `player`, as the object names it."""
    for seat, one in enumerate(players):
        if is_same(one, player):
            return seat
    expected = "one of the players " + ", ".join(map(repr, players))
    raise LimitError("bad_setting", name=name, value=player, expected=expected)


def _check_depth(depth: int, least: int) -> None:
    if type(depth) is not int or depth < least:
        expected = f"a whole number from {least}"
        raise LimitError("bad_limit", name="depth", value=depth, expected=expected)
