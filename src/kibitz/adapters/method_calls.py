"""How to call the methods of a class: with or without the player, with the move in parts or not.

The signatures decide. A required parameter takes the move or the player. A common name shows which;
otherwise the style of the class decides.
"""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from kibitz.adapters.styles import COPIES, NAMES, Given, Role, Style

# Words in a parameter's name that identify it as the player: `player_piece`, `current_player`.
_PLAYER_WORDS = {
    "player",
    "mark",
    "symbol",
    "letter",
    "knight",
    "color",
    "colour",
    "side",
    "token",
    "who",
    "team",
    "owner",
    "turn",
}
# First words in the names of parameters that take part of a move: `row`, `from_row`.
_PART_WORDS = {
    "row",
    "col",
    "column",
    "x",
    "y",
    "r",
    "c",
    "i",
    "j",
    "start",
    "end",
    "from",
    "to",
    "source",
    "target",
    "src",
    "dst",
    "origin",
    "dest",
    "destination",
    "old",
    "new",
}


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a method."""

    name: str
    is_required: bool

    @property
    def is_player(self) -> bool:
        """Whether its name suggests a player."""
        return not _PLAYER_WORDS.isdisjoint(self.name.casefold().split("_"))

    @property
    def is_part(self) -> bool:
        """Whether its name suggests part of a move."""
        return self.name.casefold().split("_")[0] in _PART_WORDS


@lru_cache(maxsize=1024)
def _signature(function: Any) -> tuple[Parameter, ...] | None:
    try:
        params = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return None
    if any(one.kind is one.VAR_POSITIONAL for one in params):
        return None
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return tuple(
        Parameter(one.name, one.default is one.empty) for one in params if one.kind in kinds
    )


def parameters(method: Any) -> tuple[Parameter, ...] | None:
    """The parameters of a bound method without `self`; None if they cannot be determined."""
    function = getattr(method, "__func__", None)
    if function is None:
        return _signature(method) if getattr(method, "__hash__", None) else None
    params = _signature(function)
    return None if params is None else params[1:]


def takes_player(method: Any) -> bool:
    """Whether a method takes the player: its first parameter is required or has a player's name."""
    params = parameters(method)
    return params is None or (bool(params) and (params[0].is_required or params[0].is_player))


def is_about_player(method: Any) -> bool:
    """Whether the first parameter of a method is named like a player."""
    params = parameters(method)
    return params is not None and len(params) > 0 and params[0].is_player


def is_askable(method: Any) -> bool:
    """Whether a method can be called without arguments, or with only a player."""
    params = parameters(method)
    if params is None:
        return False
    required = [one for one in params if one.is_required]
    return not required or (len(required) == 1 and required[0].is_player)


def ask(position: Any, name: str) -> Any:
    """The value of an attribute, or the result of a method without arguments; otherwise None."""
    value = getattr(position, name, None)
    if not callable(value):
        return value
    return value() if is_askable(value) and not takes_player(value) else None


@dataclass(frozen=True, slots=True)
class MoveCall:
    """The parameters of the method that makes a move."""

    parts: tuple[str, ...]  # those that take the move; several if it is passed in parts
    player: str | None  # the one that takes the player, if any


def plan_move(method: Any, *, is_player_first: bool) -> MoveCall | None:
    """How to pass a move; None if the signature is unknown, so that the style decides."""
    params = parameters(method)
    if not params:
        return None
    player = _player_among(params, is_player_first) if len(params) > 1 else None
    rest = [one for one in params if one is not player]
    parts = [one.name for one in rest if one.is_required] or [rest[0].name]
    return MoveCall(tuple(parts), player.name if player else None)


def _player_among(params: tuple[Parameter, ...], is_player_first: bool) -> Parameter | None:
    """The parameter that takes the player; None if all of them take parts of the move."""
    named = [one for one in params if one.is_player]
    if named:
        return named[-1]
    required = [one for one in params if one.is_required]
    if len(required) < 2:
        return None
    usual = required[0] if is_player_first else required[-1]
    return None if usual.is_part else usual


@dataclass(frozen=True, slots=True)
class Methods:
    """The methods of a class, by role: those in `given`, otherwise those with accepted names."""

    style: Style
    call: MoveCall | None
    copier: str | None  # the class's own copy method; None for deep copies
    given: Mapping[Role, Given] = field(default_factory=dict)

    def names(self, role: Role) -> tuple[str, ...]:
        """The accepted names of a role; empty if a function was passed for it."""
        given = self.given.get(role)
        if given is None:
            return NAMES[role]
        return (given,) if isinstance(given, str) else ()

    def function(self, role: Role) -> Callable[..., Any] | None:
        """The function passed for a role, if any."""
        given = self.given.get(role)
        return given if callable(given) else None

    def legal(self, position: Any, player: object) -> list[Any]:
        """The moves that the class lists for `player`."""
        function = self.function("moves")
        if function is not None:
            moves = function(position, player)
        else:
            method = getattr(position, self._moves_name(position))
            moves = method(player) if takes_player(method) else method()
        if moves is None:
            return []
        # Sets have no fixed order.
        return sorted(moves, key=repr) if isinstance(moves, set | frozenset) else list(moves)

    def made(
        self, position: Any, players: tuple[Any, ...], seat: int, move: object
    ) -> tuple[Any, tuple[Any, ...]]:
        """A copy of `position` after `move`, and its players.

        The object, its players and the move are copied together, to preserve references: a move may
        refer to a piece on its board, and a player may store the score.
        """
        if self.copier is None:
            after, players, move = copy.deepcopy((position, players, move))
        else:
            after = getattr(position, self.copier)()
            move = copy.copy(move) if isinstance(move, list | dict | set) else move
        given = self._make(after, move, players[seat])
        # Some classes return the next position instead of changing their own.
        return (given if type(given) is type(after) else after), players

    def turn(self, position: Any) -> object:
        """The player to move according to the object; None if no attribute or method gives it."""
        function = self.function("turn")
        if function is not None:
            return function(position)
        is_given = "turn" in self.given
        for name in self.names("turn"):
            value = getattr(position, name, None)
            # A method `turn()` may play a turn instead of returning the player.
            if callable(value) and (is_given or name != "turn"):
                value = ask(position, name)
            if value is not None and not callable(value):
                return value
        return None

    def ask_for_player(self, position: Any) -> bool:
        """Whether the method for legal moves or the one that makes a move takes the player."""
        method = getattr(position, self._moves_name(position))
        return takes_player(method) or self.call is None or self.call.player is not None

    @property
    def play_name(self) -> str:
        """The name of the method or function that makes a move, for messages."""
        function = self.function("play")
        return getattr(function, "__name__", "play") if function else self.names("play")[0]

    def _moves_name(self, position: Any) -> str:
        names = self.style.moves if "moves" not in self.given else self.names("moves")
        return next(name for name in names if callable(getattr(position, name, None)))

    def _make(self, after: Any, move: Any, player: object) -> Any:
        function = self.function("play")
        if function is not None:
            return function(after, move, player)
        method = play_method(after, self.style, self.given)
        if self.call is None:
            is_first = self.style.is_player_first
            return method(player, move) if is_first else method(move, player)
        names = self.call.parts
        if len(names) == 1:
            values = {names[0]: move}
        else:
            parts = move.values() if isinstance(move, Mapping) else move
            values = dict(zip(names, parts, strict=True))
        if self.call.player is not None:
            values[self.call.player] = player
        return method(**values)


def play_method(position: Any, style: Style, given: Mapping[Role, Given]) -> Any:
    """The method of `position` that makes a move."""
    name = given.get("play")
    names = (name,) if isinstance(name, str) else style.play
    return next(getattr(position, name) for name in names if hasattr(position, name))


def methods_of(position: Any, style: Style, given: Mapping[Role, Given] | None = None) -> Methods:
    """The methods of `position`: those in `given`, otherwise those of the style of its class."""
    given = given or {}
    call = None
    if not callable(given.get("play")):
        method = play_method(position, style, given)
        call = plan_move(method, is_player_first=style.is_player_first)
    copiers = [name for name in COPIES if _copies(position, name)]
    return Methods(style, call, copiers[0] if copiers else None, given)


def _copies(position: object, name: str) -> bool:
    method = getattr(position, name, None)
    return callable(method) and not any(one.is_required for one in parameters(method) or ())
