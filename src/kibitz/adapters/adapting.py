"""Making a game of an object that somebody wrote for textbook minimax."""

from __future__ import annotations

import copy
import random
import re
from collections import deque
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from typing import Any

from kibitz.adapters.adapted import Position, Rules
from kibitz.adapters.calling import Access, access
from kibitz.adapters.content import freeze
from kibitz.adapters.finding import codes_of, find_seats, given_seats, told_seats
from kibitz.adapters.seats import NAMES, Seats, is_same, usual_first
from kibitz.adapters.shapes import recognise
from kibitz.adapters.trying import tried_seats
from kibitz.adapters.turns import turn_value
from kibitz.adapters.valuation import EVALUATIONS, UNITS, Valuation, view_of
from kibitz.adapters.verdict import WINNERS
from kibitz.adapters.wording import board_text, line_text, move_text
from kibitz.core.contract import DRAW, LOSS, Game
from kibitz.core.errors import ContractError, KibitzError, LimitError
from kibitz.core.notation import Notation
from kibitz.core.score import EVALUATION_LIMIT
from kibitz.core.types import Payoff

_SAMPLED = 60  # plies of the random game whose evaluations are looked at
_HEADROOM = 100


def adapt(
    obj: Any,
    *,
    players: Sequence[Any] | None = None,
    moves_first: Any = None,
    evaluate: Callable[[Any, Any], float] | None = None,
    stuck: Payoff | None = None,
    unit: int | None = None,
    repeats: int = 0,
    name: str | None = None,
) -> Game:
    """A game that plays by the methods of `obj`, which is copied and never changed.

    `obj` is a position of a class in one of the styles that docs/classes.md lists, or such a class
    that can be made without arguments. What cannot be found in it can be given:

    - `players`: the players as its methods name them, in the order of their turns.
    - `moves_first`: the one of them who moves in `obj`.
    - `evaluate(obj, player)`: what an unfinished game is worth to a player, in points.
    - `stuck`: LOSS or DRAW for a player who has no move in a game that is not said to be over.
    - `unit`: how finely evaluations are told apart; a million makes them exact to six places.
    - `repeats`: at which occurrence of a position the game is drawn; 0 for never.
    - `name`: the game's name; the class's unless given.

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
    obj = _instance(obj)
    kind = type(obj).__name__
    shape = recognise(obj, has_evaluation=evaluate is not None)
    if stuck not in (None, LOSS, DRAW):
        raise LimitError("bad_setting", name="stuck", value=stuck, expected="LOSS or DRAW")
    if unit is not None and (type(unit) is not int or unit < 1):
        raise LimitError("bad_setting", name="unit", value=unit, expected="a whole number from 1")
    given = None if players is None else _checked_players(players)
    try:
        board, given, is_deep = _own_copy(obj, given)
        before = _held(board)
        how = access(board, shape)
        careful = replace(how, copier=None if is_deep else how.copier)
        seats = _seats(board, careful, given, moves_first)
        if before != _held(board):
            raise ContractError("class_shares", name=kind, method=shape.makes)
        seats = seats.begun_by(_first_seat(board, seats, moves_first))
        how = _independent(how, board, seats)
        rules = Rules(
            how,
            seats,
            shape.stuck if stuck is None else "loss" if stuck == LOSS else "draw",
            _valuation(board, how, seats, evaluate),
        )
        start = rules.begin(board, seats.players)
        fitting = unit or _fitting_unit(rules, start)
        rules = replace(rules, valuation=replace(rules.valuation, unit=fitting))
    except KibitzError:
        raise
    except Exception as problem:
        raise ContractError(
            "class_fails", name=kind, problem=f"{type(problem).__name__}: {problem}"
        ) from problem
    return Game(
        name or re.sub(r"\W", "", kind.casefold().lstrip("_0123456789"), flags=re.ASCII) or "game",
        start,
        rules.moves,
        rules.play,
        rules.payoff,
        rules.evaluate,
        title=kind,
        sides=side_names(seats.players),
        mirrored=False,
        unit=fitting,
        repeats=repeats,
        notation=Notation(
            format_move=rules.format_move,
            parse_move=rules.parse_move,
            format_state=lambda state: line_text(state.board),
            format_board=lambda state: board_text(state.board),
        ),
    )


def _instance(obj: Any) -> Any:
    """`obj`, or a new one where it is a class."""
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
    """The players that were given, if they can be told apart."""
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
    """A copy of the object and of the players that go with it, and whether it is a deep one."""
    try:
        return *copy.deepcopy((obj, players)), True
    except Exception:
        # What holds a file or a window cannot be copied deeply; its own method may know how.
        for name in ("copy", "clone"):
            if hasattr(obj, name):
                return getattr(obj, name)(), players, False
        raise


def _seats(board: Any, how: Access, given: tuple[Any, ...] | None, moves_first: Any) -> Seats:
    """The players: as given, as the object names them, or as it can be played."""
    seats: Seats | None
    if given is not None:
        seats = given_seats(board, how, given, moves_first)
    else:
        seats = find_seats(board, how, moves_first)
        tried = tried_seats(board, how) if seats is None else None
        seats = told_seats(board, how, tried, moves_first) if tried else seats
    name = type(board).__name__
    if seats is None:
        raise ContractError("unknown_players", name=name)
    if not seats.is_told and moves_first is None:
        raise ContractError(
            "unknown_turn",
            name=name,
            value=turn_value(board),
            players=", ".join(map(repr, seats.players)),
            example=seats.players[0],
        )
    return seats


def _first_seat(board: Any, seats: Seats, moves_first: Any) -> int:
    """Who moves: as given, as the object says, or the usual first of the two."""
    if moves_first is not None:
        seat = seats.seat_of(moves_first)
        if seat is None:
            raise LimitError(
                "bad_setting",
                name="moves_first",
                value=moves_first,
                expected=f"one of the players {', '.join(map(repr, seats.players))}",
            )
        return seat
    seat = seats.turn_of(turn_value(board), seats.players)
    if seat is not None:
        return seat
    return usual_first(seats.players) if len(seats.players) == 2 else 0


def _independent(how: Access, board: Any, seats: Seats) -> Access:
    """How positions are copied: by their own method, if a move in the copy spares the original."""
    for copier in dict.fromkeys((how.copier, None)):
        tried = replace(how, copier=copier)
        if _is_spared(tried, board, seats):
            return tried
    raise ContractError("class_shares", name=type(board).__name__, method=how.shape.makes)


def _held(board: Any) -> Hashable:
    """What an object and its class hold."""
    shared = [
        value
        for kind in type(board).__mro__
        for value in vars(kind).values()
        if isinstance(value, list | dict | set | deque)
    ]
    return freeze((board, shared))


def _is_spared(how: Access, board: Any, seats: Seats) -> bool:
    try:
        original, players = copy.deepcopy((board, seats.players))
    except Exception:
        original, players = board, seats.players
    moves = how.legal(original, players[0])
    before = _held(original), freeze(players), list(map(move_text, moves))
    for move in moves:
        how.made(original, players, 0, move)
    legal = how.legal(original, players[0])
    return before == (_held(original), freeze(players), list(map(move_text, legal)))


def _valuation(
    board: Any, how: Access, seats: Seats, evaluate: Callable[[Any, Any], float] | None
) -> Valuation:
    own = next((name for name in EVALUATIONS if callable(getattr(board, name, None))), None)
    knows_infinity = any(
        "inf" in code.co_names or "inf" in code.co_consts for code in codes_of(type(board))
    )
    return Valuation(
        evaluate,
        own,
        how.shape.is_own_score and evaluate is None,
        knows_infinity or any(hasattr(board, name) for name in WINNERS),
        view_of(seats.players, seats.roles.get("ai")),
        seats.shift,
    )


def _fitting_unit(rules: Rules, start: Position) -> int:
    """The finest unit in which the evaluations of a random game, and far larger ones, fit."""
    chance = random.Random(0)  # noqa: S311 - chosen for its repeatability
    largest = 1.0
    state = start
    for _ in range(_SAMPLED):
        if not state.moves:
            break
        for seat in range(len(state.players)):
            value = abs(rules.valuation.value(state.board, state.players, seat))
            largest = max(largest, value if value < EVALUATION_LIMIT else 0)
        state = rules.play(state, chance.choice(list(state.moves)))
    fitting = [unit for unit in UNITS if largest * unit * _HEADROOM <= EVALUATION_LIMIT]
    return fitting[0] if fitting else 1


def side_names(players: Sequence[Any]) -> tuple[str, ...]:
    """The players' names as texts that differ."""
    names = []
    for player in players:
        own = [getattr(player, name, None) for name in NAMES]
        texts = [player, *own] if isinstance(player, str | int | float) else own
        names.append(next((str(text) for text in texts if isinstance(text, str | int)), ""))
    if all(name.strip() for name in names) and len(set(names)) == len(names):
        return tuple(names)
    return tuple(f"player {number}" for number in range(1, len(players) + 1))
