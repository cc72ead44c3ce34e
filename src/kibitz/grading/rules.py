"""The rules that a student's search plays by: its own class or functions, or a game of Kibitz."""

from __future__ import annotations

import copy
import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from kibitz.adapters.adapt import adapt
from kibitz.adapters.class_players import is_same
from kibitz.adapters.content import freeze
from kibitz.adapters.object_rules import ObjectRules, ObjectState
from kibitz.adapters.object_text import board_text, line_text
from kibitz.adapters.styles import STYLES
from kibitz.core.contract import Game
from kibitz.core.errors import KibitzError, LimitError, UnknownGameError
from kibitz.core.text import format_board, format_move, format_state
from kibitz.core.types import Move, Side, State
from kibitz.grading.function_rules import game_of_functions, named_maximiser
from kibitz.grading.shape import plain
from kibitz.grading.student_position import Position


@dataclass(frozen=True)
class Rules:
    """The rules that the student's search uses, and how its positions correspond to states."""

    game: Game
    players: tuple[Any, ...]  # as the student's code names them
    maximiser: Side  # the side for which values are, unless they are for the side to move
    start: State
    source: str  # "game", "class" or "functions"
    kind: type  # the class of the positions

    def own(self, state: State) -> Any:
        """A new position of the student's for a state."""
        if isinstance(state, ObjectState):
            return copy.deepcopy(state.board)
        return Position(self.game, state)

    def key(self, position: Any) -> Hashable:
        """The contents of a student's position."""
        if isinstance(position, Position):
            return cast(Hashable, self.game.identity(position.state))
        return freeze(position)

    def text_key(self, position: Any) -> str:
        """What a person sees of a student's position."""
        return "" if isinstance(position, Position) else line_text(position)

    def key_of(self, state: State) -> Hashable:
        """The contents of the student's position for a state."""
        if isinstance(state, ObjectState):
            return freeze(state.board)
        return cast(Hashable, self.game.identity(state))

    def is_position(self, value: object) -> bool:
        """Whether a value may be one of the student's positions."""
        return isinstance(value, self.kind)

    def is_over(self, state: State) -> bool:
        """Whether the game is over."""
        return next(iter(self.game.moves(state)), None) is None

    def evaluation(self, state: State, side: Side) -> float | None:
        """The evaluation of an unfinished position; None if the code has none."""
        if isinstance(state, ObjectState):
            rules = cast(ObjectRules, getattr(self.game.moves, "__self__", None))
            if rules is None:
                return None
            evaluation = rules.evaluation
            if evaluation.name is None and evaluation.methods.function("evaluate") is None:
                return None
            try:
                return rules.evaluation.value(state.board, state.players, side)
            except KibitzError:
                return None
        return self.game.evaluate(state, side) if self.game.has_evaluation else None

    def move_of(self, state: State, chosen: Any) -> Move | None:
        """The number of a move that the student's code returned; None if it is not legal."""
        if not isinstance(state, ObjectState):
            return chosen if type(chosen) is int and chosen in self.game.moves(state) else None
        for number, own in state.moves.items():
            try:
                if is_same(own, chosen) or (
                    isinstance(chosen, list | tuple)
                    and isinstance(own, list | tuple)
                    and list(chosen) == list(own)
                ):
                    return number
            except Exception:  # noqa: S112 - a comparison of the student's own
                continue
        return None

    def move_text(self, state: State, move: Move) -> str:
        """The text of a move."""
        return format_move(self.game, state, move)

    def text(self, state: State) -> str:
        """The position in one line."""
        return format_state(self.game, state)

    def board(self, state: State) -> str:
        """The board as text."""
        if isinstance(state, ObjectState):
            return board_text(state.board) if _shows(state.board) else _rows(state.board)
        return format_board(self.game, state)

    def side_name(self, side: Side) -> str:
        """What the student's code calls a side."""
        return self.game.sides[side]


def rules_of_game(game: Game, maximiser: str | None = None) -> Rules:
    """The rules of a game of Kibitz, through `Position`."""
    _require_two(game)
    sides = tuple(range(game.players))
    if maximiser is not None and maximiser not in (*map(str, sides), *game.sides):
        raise _bad_maximiser(maximiser, game.sides)
    side = 0
    if maximiser is not None:
        side = int(maximiser) if maximiser.isdigit() else game.sides.index(maximiser)
    return Rules(game, sides, side, game.initial(), "game", Position)


def rules_of_module(
    members: Mapping[str, Any],
    name: str,
    path: str,
    players: Sequence[str] | None = None,
    maximiser: str | None = None,
) -> Rules:
    """The rules in a student's file: a `GAME`, a class in a known style, or functions."""
    own = members.get("GAME")
    if isinstance(own, Game) and not isinstance(own.initial(), ObjectState):
        return rules_of_game(own, maximiser)
    source, given = "class", None if players is None else _marks(players, members)
    if isinstance(own, Game):
        game = own
    else:
        found = _class_of(members, name)
        if found is not None:
            game = adapt(found, players=given)
        else:
            source, game = "functions", game_of_functions(members, path, given)
    _require_two(game)
    start = cast(ObjectState, game.initial())
    marks = start.players
    return Rules(
        game, marks, _maximiser(members, game, marks, maximiser), start, source, type(start.board)
    )


def _require_two(game: Game) -> None:
    if game.players != 2:
        raise UnknownGameError("not_two_players", game=game.name, count=game.players)


def _class_of(members: Mapping[str, Any], name: str) -> Any:
    """The class of the file that has the rules; None if there is none."""
    classes = [one for one in members.values() if isinstance(one, type) and one.__module__ == name]
    for kind in classes:
        wanted = [style for style in STYLES if _has_any(kind, style.moves)]
        if wanted and any(_has_any(kind, style.play) for style in wanted):
            return kind
    return None


def _has_any(kind: type, names: Sequence[str]) -> bool:
    return any(callable(getattr(kind, name, None)) for name in names)


def _maximiser(
    members: Mapping[str, Any], game: Game, marks: tuple[Any, ...], named: str | None
) -> Side:
    """The side whose good positions have high values."""
    if named is not None:
        for side, mark in enumerate(marks):
            if named in (str(mark), game.sides[side]):
                return side
        raise _bad_maximiser(named, game.sides)
    rules = getattr(game.moves, "__self__", None)
    role = rules.order.roles.get("ai") if isinstance(rules, ObjectRules) else None
    if role is not None:
        return int(role)
    return named_maximiser({plain(key): value for key, value in members.items()}, marks)


def _bad_maximiser(named: str, sides: Sequence[str]) -> LimitError:
    return LimitError(
        "bad_setting", name="maximizer", value=named, expected="one of " + ", ".join(sides)
    )


def _marks(players: Sequence[str], members: Mapping[str, Any]) -> tuple[Any, ...]:
    """The players that `--players` names: numbers, or texts."""
    return tuple(int(one) if one.lstrip("-").isdigit() else one for one in players)


def _shows(board: Any) -> bool:
    return not isinstance(board, list | tuple | dict)


def _rows(board: Any) -> str:
    """A board that is a list, row by row."""
    if isinstance(board, list | tuple) and board:
        rows = board
        if not isinstance(board[0], list | tuple):
            side = math.isqrt(len(board))
            width = side if side * side == len(board) else len(board)
            rows = [board[at : at + width] for at in range(0, len(board), width)]
        return "\n".join(
            " ".join("." if str(cell).strip() in ("", "None") else str(cell) for cell in row)
            for row in rows
        )
    return board_text(board)
