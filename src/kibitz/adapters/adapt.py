"""Turns an object of a class written for textbook minimax into a game."""

from __future__ import annotations

import copy
import random
import re
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from kibitz.adapters.class_players import LABELS, PlayerOrder, find_players, is_same, usual_first
from kibitz.adapters.content import freeze
from kibitz.adapters.method_calls import Methods, methods_of
from kibitz.adapters.object_evaluation import UNITS, ObjectEvaluation, view_of
from kibitz.adapters.object_rules import ObjectRules, ObjectState
from kibitz.adapters.object_text import board_text, line_text, move_text
from kibitz.adapters.styles import Given, Role, recognise
from kibitz.core.contract import DRAW, LOSS, Game
from kibitz.core.errors import ContractError, KibitzError, LimitError
from kibitz.core.notation import Notation
from kibitz.core.score import EVALUATION_LIMIT
from kibitz.core.types import Payoff

_SAMPLED = 60  # plies of a random game, whose evaluations determine the unit
_HEADROOM = 100


def adapt(
    obj: Any,
    *,
    moves: str | Callable[[Any, Any], Iterable[Any]] | None = None,
    play: str | Callable[[Any, Any, Any], Any] | None = None,
    turn: str | Callable[[Any], Any] | None = None,
    over: str | Callable[[Any], Any] | None = None,
    winner: str | Callable[[Any], Any] | None = None,
    evaluate: str | Callable[[Any, Any], float] | None = None,
    players: Sequence[Any] | None = None,
    moves_first: Any = None,
    stuck: Payoff | None = None,
    unit: int | None = None,
    repeats: int | Literal["illegal"] = 0,
    name: str | None = None,
) -> Game:
    """A game whose rules are the methods of `obj`, which is copied and never changed.

    `obj` is a position: an object in one of the styles listed in docs/adapters.md, or its class if
    that needs no arguments. For an object in another style, pass its methods. Each of the first six
    arguments is the name of a method or attribute, or a function:

    - `moves(obj, player)`: the legal moves.
    - `play(obj, move, player)`: changes `obj`, or returns the next position.
    - `turn(obj)`: the player to move. By default, an attribute or method with an accepted name
      decides; if there is none, turns alternate.
    - `over(obj)`: whether the game is over.
    - `winner(obj)`: the player who has won, "draw", or None.
    - `evaluate(obj, player)`: the evaluation of an unfinished game for a player, in points.

    The others:

    - `players`: the players as the methods of `obj` name them, in turn order.
    - `moves_first`: the player who moves in `obj`.
    - `stuck`: the result, LOSS or DRAW, for a player who has no moves in an unfinished game.
    - `unit`: how many integer steps make one point of the evaluation; a million keeps six decimal
      places.
    - `repeats`: the game is drawn when a position occurs this many times; 0 for never, "illegal" if
      a move must not repeat a position.
    - `name`: the game's name; by default the name of the class.

    >>> class Sticks:
    ...     sticks, to_move, winner = 10, 1, None
    ...     def legal_moves(self):
    ...         return [take for take in (1, 2, 3) if take <= self.sticks]
    ...     def apply_move(self, take):
    ...         self.sticks -= take
    ...         if self.sticks == 0:
    ...             self.winner = self.to_move
    ...         self.to_move = 3 - self.to_move
    >>> adapt(Sticks())
    <Game 'sticks'>
    """
    roles: dict[Role, Given | None] = {
        "moves": moves,
        "play": play,
        "turn": turn,
        "over": over,
        "winner": winner,
        "evaluate": evaluate,
    }
    named: dict[Role, Given] = {role: one for role, one in roles.items() if one is not None}
    rules, start = read_rules(
        obj, named, players=players, moves_first=moves_first, stuck=stuck, unit=unit
    )
    kind = type(start.board).__name__
    return Game(
        name or re.sub(r"\W", "", kind.casefold().lstrip("_0123456789"), flags=re.ASCII) or "game",
        start,
        rules.moves,
        rules.play,
        rules.payoff,
        rules.evaluate,
        title=kind,
        sides=side_names(start.players),
        mirrored=False,
        unit=rules.evaluation.unit,
        repeats=repeats,
        notation=Notation(
            format_move=rules.format_move,
            parse_move=rules.parse_move,
            format_state=lambda state: line_text(state.board),
            format_board=lambda state: board_text(state.board),
        ),
    )


def read_rules(
    obj: Any,
    named: Mapping[Role, Given],
    *,
    players: Sequence[Any] | None = None,
    moves_first: Any = None,
    stuck: Payoff | None = None,
    unit: int | None = None,
) -> tuple[ObjectRules, ObjectState]:
    """The rules of the class of `obj`, and a copy of `obj` as the initial state.

    Methods in `named` take precedence. The other arguments are those of `adapt`.
    """
    obj = _instance(obj)
    kind = type(obj).__name__
    style = recognise(obj, named)
    if stuck not in (None, LOSS, DRAW):
        raise LimitError("bad_setting", name="stuck", value=stuck, expected="LOSS or DRAW")
    if unit is not None and (type(unit) is not int or unit < 1):
        raise LimitError("bad_setting", name="unit", value=unit, expected="a whole number from 1")
    given = None if players is None else _checked_players(players)
    try:
        board, given, is_deep = _own_copy(obj, given)
        before = _contents(board)
        methods = methods_of(board, style, named)
        careful = replace(methods, copier=None if is_deep else methods.copier)
        order = _player_order(board, careful, given, moves_first)
        if before != _contents(board):
            raise ContractError("class_shares", name=kind, method=methods.play_name)
        methods = _independent(methods, board, order)
        rules = ObjectRules(
            methods,
            order,
            style.stuck if stuck is None else "loss" if stuck == LOSS else "draw",
            _evaluation(board, methods, order),
        )
        start = rules.begin(board, order.players)
        fitting = unit or _fitting_unit(rules, start)
        rules = replace(rules, evaluation=replace(rules.evaluation, unit=fitting))
    except KibitzError:
        raise
    except Exception as problem:
        raise ContractError(
            "class_fails", name=kind, problem=f"{type(problem).__name__}: {problem}"
        ) from problem
    return rules, start


def _instance(obj: Any) -> Any:
    """`obj`, or a new instance if it is a class."""
    if not isinstance(obj, type):
        return obj
    try:
        return obj()
    except Exception as problem:
        raise ContractError(
            "class_needs_arguments",
            name=obj.__name__,
            problem=f"{type(problem).__name__}: {problem}",
        ) from problem


def _checked_players(players: Any) -> tuple[Any, ...]:
    """The players passed by the user; LimitError unless there are two or more different ones."""
    found = tuple(players) if isinstance(players, list | tuple) else ()
    are_different = not any(
        is_same(one, other) for place, one in enumerate(found) for other in found[:place]
    )
    if len(found) < 2 or not are_different:
        raise LimitError(
            "bad_setting",
            name="players",
            value=players,
            expected="a list of at least two different players, as the class names them",
        )
    return found


def _own_copy(
    obj: Any, players: tuple[Any, ...] | None
) -> tuple[Any, tuple[Any, ...] | None, bool]:
    """A copy of the object and its players, and whether it is a deep copy."""
    try:
        return *copy.deepcopy((obj, players)), True
    except Exception:
        # An object with an open file or a window cannot be deep-copied, but may have a copy method.
        for name in ("copy", "clone"):
            if hasattr(obj, name):
                return getattr(obj, name)(), players, False
        raise


def _player_order(
    board: Any, methods: Methods, given: tuple[Any, ...] | None, moves_first: Any
) -> PlayerOrder:
    """The players in turn order; the first is the player to move in `board`."""
    order = find_players(board, methods, given)
    name, turn = type(board).__name__, methods.turn(board)
    if order is None:
        raise ContractError("unknown_players", name=name)
    players = ", ".join(map(repr, order.players))
    if moves_first is not None:
        seat = order.seat_of(moves_first)
        if seat is None:
            expected = f"one of the players {players}"
            raise LimitError(
                "bad_setting", name="moves_first", value=moves_first, expected=expected
            )
        return order.begun_by(seat)
    if not order.is_turn_clear:
        example = order.players[0]
        raise ContractError("unknown_turn", name=name, value=turn, players=players, example=example)
    seat = order.turn_of(turn)
    if seat is None:
        seat = usual_first(order.players) if len(order.players) == 2 else 0
    return order.begun_by(seat)


def _independent(methods: Methods, board: Any, order: PlayerOrder) -> Methods:
    """The methods with a copier that leaves the original unchanged: the class's own or deepcopy."""
    for copier in dict.fromkeys((methods.copier, None)):
        tried = replace(methods, copier=copier)
        if _leaves_original(tried, board, order):
            return tried
    raise ContractError("class_shares", name=type(board).__name__, method=methods.play_name)


def _contents(board: Any) -> Hashable:
    """The contents of an object and of its class."""
    shared = [
        value
        for kind in type(board).__mro__
        for value in vars(kind).values()
        if isinstance(value, list | dict | set | deque)
    ]
    return freeze((board, shared))


def _leaves_original(methods: Methods, board: Any, order: PlayerOrder) -> bool:
    """Whether moves made in copies leave the original unchanged."""
    try:
        original, players = copy.deepcopy((board, order.players))
    except Exception:
        original, players = board, order.players
    moves = methods.legal(original, players[0])
    before = _contents(original), freeze(players), list(map(move_text, moves))
    for move in moves:
        methods.made(original, players, 0, move)
    legal = methods.legal(original, players[0])
    return before == (_contents(original), freeze(players), list(map(move_text, legal)))


def _evaluation(board: Any, methods: Methods, order: PlayerOrder) -> ObjectEvaluation:
    names = methods.names("evaluate")
    own = next((name for name in names if callable(getattr(board, name, None))), None)
    is_own_score = methods.style.is_own_score and methods.function("evaluate") is None
    view = view_of(order.players, order.roles.get("ai"))
    return ObjectEvaluation(methods, own, is_own_score, view, order.shift)


def _fitting_unit(rules: ObjectRules, start: ObjectState) -> int:
    """The finest unit that fits 100 times the evaluations of a random game."""
    chance = random.Random(0)  # noqa: S311 - must be reproducible
    largest = 1.0
    state = start
    for _ in range(_SAMPLED):
        if not state.moves:
            break
        for seat in range(len(state.players)):
            value = abs(rules.evaluation.value(state.board, state.players, seat))
            largest = max(largest, value if value < EVALUATION_LIMIT else 0)
        state = rules.play(state, chance.choice(list(state.moves)))
    fitting = [unit for unit in UNITS if largest * unit * _HEADROOM <= EVALUATION_LIMIT]
    return fitting[0] if fitting else 1


def side_names(players: Sequence[Any]) -> tuple[str, ...]:
    """A distinct name for each player."""
    names = []
    for player in players:
        own = [getattr(player, name, None) for name in LABELS]
        texts = [player, *own] if isinstance(player, str | int | float) else own
        names.append(next((str(text) for text in texts if isinstance(text, str | int)), ""))
    if all(name.strip() for name in names) and len(set(names)) == len(names):
        return tuple(names)
    return tuple(f"player {number}" for number in range(1, len(players) + 1))
