"""How a stranger's methods are called: with the player or without, the move whole or in parts."""

from __future__ import annotations

import copy
import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from kibitz.adapters.shapes import Shape

_PLAYER = re.compile(r"player|mark|symbol|knight|colou?r|side|token|who|team|owner|turn")
_MOVE = {"move", "position", "pos", "cell", "square", "spot", "action", "command"}
_PLACE = re.compile(
    r"row|col|column|x|y|r|c|i|j|start|end|source|target|src|dst|origin|dest|destination|"
    r"(from|to|start|end|old|new)(_?\w+)?"
)


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a method."""

    name: str
    is_required: bool

    @property
    def is_player(self) -> bool:
        """Whether it is named like a player."""
        return _PLAYER.search(self.name.casefold()) is not None

    @property
    def is_move(self) -> bool:
        """Whether it is named like a whole move."""
        return self.name.casefold() in _MOVE

    @property
    def is_place(self) -> bool:
        """Whether it is named like a part of a move."""
        return _PLACE.fullmatch(self.name.casefold()) is not None


@lru_cache(maxsize=1024)
def _signature(function: Any) -> tuple[Parameter, ...] | None:
    try:
        found = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return None
    if any(one.kind is one.VAR_POSITIONAL for one in found):
        return None
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return tuple(
        Parameter(one.name, one.default is one.empty) for one in found if one.kind in kinds
    )


def parameters(method: Any) -> tuple[Parameter, ...] | None:
    """What a bound method takes besides its object; None where Python cannot tell."""
    function = getattr(method, "__func__", None)
    if function is None:
        return _signature(method) if getattr(method, "__hash__", None) else None
    found = _signature(function)
    return None if found is None else found[1:]


def takes_player(method: Any, *, is_strict: bool = False) -> bool:
    """Whether a method that asks about a position wants to know for which player.

    Strictly: only where its parameter is named so.
    """
    found = parameters(method)
    if found is None:
        return not is_strict
    if not found:
        return False
    return found[0].is_player or (found[0].is_required and not is_strict)


def is_askable(method: Any) -> bool:
    """Whether a method can be called with nothing, or with a player alone."""
    found = parameters(method)
    if found is None:
        return False
    required = [one for one in found if one.is_required]
    return not required or (len(required) == 1 and required[0].is_player)


@dataclass(frozen=True, slots=True)
class MoveCall:
    """Which parameters of the method that makes a move take the move, and which the player."""

    parts: tuple[str, ...]  # more than one where the move is handed over in parts
    player: str | None


def plan_move(method: Any, is_player_first: bool) -> MoveCall | None:
    """How a move is handed over; None for the usual order, where Python cannot tell."""
    found = parameters(method)
    if not found:
        return None
    player = _player_among(found, is_player_first) if len(found) > 1 else None
    rest = [one for one in found if one is not player]
    parts = [one.name for one in rest if one.is_required] or [rest[0].name]
    return MoveCall(tuple(parts), player.name if player else None)


def _player_among(found: tuple[Parameter, ...], is_player_first: bool) -> Parameter | None:
    """The parameter that takes the player; None where all of them make up the move."""
    named = [one for one in found if one.is_player]
    if named:
        return named[-1]
    needed = [one for one in found if one.is_required]
    if len(needed) < 2:
        return None
    # The first of two may be called a piece and be what moves, as in (piece, target).
    if "piece" in needed[0].name and needed[-1].is_move:
        return needed[0]
    usual = needed[0] if is_player_first else needed[-1]
    others = [one for one in needed if one is not usual]
    if usual.is_place:
        return None
    is_whole = len(others) == 1 and not others[0].is_place
    is_in_parts = len(others) > 1 and all(one.is_place for one in others)
    return usual if is_whole or is_in_parts else None


@dataclass(frozen=True, slots=True)
class Access:
    """How a class of one shape is asked for its moves, and told to make one."""

    shape: Shape
    moves_name: str
    takes_player: bool
    call: MoveCall | None
    copier: str | None  # its own method that copies it; deep copies otherwise

    def legal(self, position: Any, player: object) -> list[Any]:
        """The moves that the class lists for `player`."""
        method = getattr(position, self.moves_name)
        found = method(player) if self.takes_player else method()
        if found is None:
            return []
        # The order of a set is chance.
        return sorted(found, key=repr) if isinstance(found, set | frozenset) else list(found)

    def made(
        self, position: Any, players: tuple[Any, ...], seat: int, move: object
    ) -> tuple[Any, tuple[Any, ...]]:
        """A copy of `position` with `move` made in it, and the players that belong to it.

        What is copied together keeps its references: a move may hold a piece of its board, and a
        player's score may stand in the player.
        """
        if self.copier is None:
            after, players, move = copy.deepcopy((position, players, move))
        else:
            after = getattr(position, self.copier)()
            move = copy.copy(move) if isinstance(move, list | dict | set) else move
        given = self._make(getattr(after, self.shape.makes), move, players[seat])
        # Some classes hand back the next position instead of changing the one they are asked.
        return (given if type(given) is type(after) else after), players

    def _make(self, method: Callable[..., Any], move: Any, player: object) -> Any:
        if self.call is None:
            first = self.shape.is_player_first
            return method(player, move) if first else method(move, player)
        names = self.call.parts
        if len(names) == 1:
            values = {names[0]: move}
        else:
            parts = move.values() if isinstance(move, Mapping) else move
            values = dict(zip(names, parts, strict=True))
        if self.call.player is not None:
            values[self.call.player] = player
        return method(**values)


def access(position: Any, shape: Shape) -> Access:
    """How `position` is called, by the parameters of its methods."""
    moves_name = shape.moves_name(position)
    copiers = [name for name in ("copy", "clone") if _copies(position, name)]
    return Access(
        shape,
        moves_name,
        takes_player(getattr(position, moves_name)),
        plan_move(getattr(position, shape.makes), shape.is_player_first),
        copiers[0] if copiers else None,
    )


def _copies(position: object, name: str) -> bool:
    method = getattr(position, name, None)
    return callable(method) and not any(one.is_required for one in parameters(method) or ())
