"""Calls a student's search: with the arguments its shape asks for, and reads what it returns."""

from __future__ import annotations

import inspect
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kibitz.core.types import Side, State
from kibitz.grading.rules import Rules
from kibitz.grading.shape import Function, Shape, plain

_VALUE_KEYS = ("score", "value", "eval", "evaluation")
_MOVE_KEYS = ("move", "index", "position", "best_move", "action", "column")


class UnusableError(Exception):
    """The search returned something that is not a value or a move."""


@dataclass(frozen=True)
class Student:
    """A student's search, ready to be called."""

    members: Mapping[str, Any]
    shape: Shape
    rules: Rules
    returns: str | None = None  # of the functions that return values, if named

    def value(
        self,
        state: State,
        depth: int,
        ply: int = 0,
        position: Any = None,
        window: tuple[float, float] = (-math.inf, math.inf),
    ) -> tuple[float, Any]:
        """The value of a position, and the move if the search returns one.

        The value is for the maximizer. `depth` plies are left, `ply` have been played.
        """
        function = self._for_side(state.turn)
        own = self.rules.own(state) if position is None else position
        raw = self._call(function, own, state, depth, ply, window)
        value, move = self.split(raw, function)
        return self.sided(value, state.turn), move

    def sided(self, value: float, turn: Side) -> float:
        """A value that the search returned for a position, from the maximizer's point of view."""
        is_mirrored = self.shape.view == "mover" and turn != self.rules.maximiser
        return -value if is_mirrored else value

    def choose(self, state: State, depth: int, position: Any = None) -> Any:
        """The move that the function for moves returns."""
        function = self.shape.chooser
        assert function is not None
        own = self.rules.own(state) if position is None else position
        raw = self._call(function, own, state, depth, 0)
        if isinstance(raw, dict):
            return next((raw[key] for key in _MOVE_KEYS if key in raw), raw)
        if isinstance(raw, tuple) and len(raw) == 2 and self.rules.move_of(state, raw) is None:
            order = (1, 0) if function.returns != "move,value" else (0, 1)
            for place in order:
                if self.rules.move_of(state, raw[place]) is not None:
                    return raw[place]
        return raw

    def split(self, raw: Any, function: Function) -> tuple[float, Any]:
        """The value and the move in what the search returned."""
        move: Any = None
        value: Any = raw
        if isinstance(raw, dict):
            value = next((raw[key] for key in _VALUE_KEYS if key in raw), None)
            move = next((raw[key] for key in _MOVE_KEYS if key in raw), None)
        elif isinstance(raw, tuple | list) and len(raw) >= 2:
            order = self.returns or function.returns or "value,move"
            value, move = (raw[1], raw[0]) if order == "move,value" else (raw[0], raw[1])
            if not _is_number(value) and _is_number(move):
                value, move = move, value
        if not _is_number(value):
            raise UnusableError(f"{function.title} returned {_shown(raw)}: expected a number")
        return value, move

    def function_named(self, name: str) -> Function | None:
        """The function whose calls are nodes, by its name."""
        return next((one for one in self.shape.values if one.name == name), None)

    def _for_side(self, turn: Side) -> Function:
        functions = self.shape.values
        if len(functions) == 1:
            return functions[0]
        is_max = turn == self.rules.maximiser
        return next(one for one in functions if ("max" in plain(one.name)) == is_max)

    def _call(
        self,
        function: Function,
        own: Any,
        state: State,
        depth: int,
        ply: int,
        window: tuple[float, float] = (-math.inf, math.inf),
    ) -> Any:
        roles = self.shape.roles[function.title]
        is_own_method = roles.get("self") == "position"
        named = {
            name: self._argument(role, own, state, depth, ply, window)
            for name, role in roles.items()
            if name != "self"
        }
        if is_own_method:
            return getattr(own, function.name)(**named)
        if function.owner is None:
            return self.members[function.name](**named)
        target = self._made(self.members[function.owner], own, state, depth)
        return getattr(target, function.name)(**named)

    def _argument(
        self,
        role: str,
        own: Any,
        state: State,
        depth: int,
        ply: int,
        window: tuple[float, float],
    ) -> Any:
        rules, turn = self.rules, state.turn
        is_max = turn == rules.maximiser
        if role == "depth":
            return ply if self.shape.counts == "up" else depth
        values: dict[str, Any] = {
            "position": own,
            "ply": ply,
            "alpha": window[0],
            "beta": window[1],
            "maximizing": is_max,
            "sign": 1 if is_max else -1,
            "player": rules.players[turn],
            "me": rules.players[rules.maximiser],
            "opponent": rules.players[1 - rules.maximiser],
        }
        return values[role]

    def _made(self, kind: type, own: Any, state: State, depth: int) -> Any:
        """An object of the student's class that searches."""
        try:
            signature = inspect.signature(kind)
        except (TypeError, ValueError):
            return kind()
        arguments = []
        for name, one in signature.parameters.items():
            if one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD, one.KEYWORD_ONLY):
                continue
            word = plain(name)
            me = self.rules.players[self.rules.maximiser]
            other = self.rules.players[1 - self.rules.maximiser]
            if "depth" in word:
                arguments.append(depth)
            elif word in ("board", "game", "state", "position"):
                arguments.append(own)
            elif any(part in word for part in ("opponent", "human", "enemy", "other", "min")):
                arguments.append(other)
            elif any(
                part in word
                for part in ("player", "mark", "symbol", "piece", "me", "ai", "side", "letter")
            ):
                arguments.append(me)
            elif one.default is one.empty:
                raise UnusableError(
                    f"cannot tell what {kind.__name__} expects for its parameter {name!r}"
                )
            else:
                break
        return kind(*arguments)


def _is_number(value: object) -> bool:
    if isinstance(value, bool):
        return False
    try:
        return not math.isnan(float(value))  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return False


def _shown(value: object) -> str:
    try:
        text = repr(value)
    except Exception:
        text = f"a {type(value).__name__}"
    return text if len(text) <= 80 else f"{text[:79]}…"


def line_of_error(problem: BaseException, path: str) -> int | None:
    """The last line of the file in the traceback of an error."""
    trace, line = problem.__traceback__, None
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == path:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
