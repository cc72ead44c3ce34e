"""Functions on a game's states, generated from the names of the fields so that Numba compiles them.

Between calls of the rules, the search stores a state as a plain tuple of integers. Numba's cache
can then be shared by all processes, whichever module defines the state's class.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any, NamedTuple, cast

from kibitz.core import bits
from kibitz.core.contract import Game

_SEED = 0xF1E1D


class StateFunctions(NamedTuple):
    """The operations on states that the search needs besides the rules."""

    unpack: Callable[..., Any]  # (position) -> state
    pack: Callable[..., Any]  # (state) -> position, every field a 64-bit integer
    key: Callable[..., int]  # (state, salt) -> a hash of the state without its clocks
    later: Callable[..., Any]  # (state, plies) -> the state with its clocks advanced by `plies`
    fresh: Callable[..., bool]  # (state) -> whether all clocks are zero


def state_functions(game: Game) -> StateFunctions:
    """The functions for the states of `game`, which must be NamedTuples of integers."""
    State = type(game.initial())
    fields = State._fields
    scope = {"State": State, "mix": bits.mix, "whole": bits.whole}

    def define(name: str, arguments: str, *lines: str) -> FunctionType:
        source = f"def {name}({arguments}):\n" + "".join(f"    {line}\n" for line in lines)
        exec(compile(source, f"<{name} of {game.name}>", "exec"), scope)  # noqa: S102 - generated here
        return cast(FunctionType, scope[name])

    numbered = ", ".join(f"{field}=position[{index}]" for index, field in enumerate(fields))
    listed = "".join(f"whole(state.{field}), " for field in fields)
    # Each field is hashed independently with its own seed, so that processors can overlap them.
    mixed = " ^ ".join(
        f"mix({bits.mix(_SEED, index)}, state.{field})"
        for index, field in enumerate(fields)
        if field not in game.clocks
    )
    moved = ", ".join(
        f"{field}=state.{field} + plies" if field in game.clocks else f"{field}=state.{field}"
        for field in fields
    )
    stopped = " and ".join(f"state.{field} == 0" for field in game.clocks) or "True"
    return StateFunctions(
        unpack=define("unpack", "position", f"return State({numbered})"),
        pack=define("pack", "state", f"return ({listed})"),
        key=define("key", "state, salt", f"return salt ^ {mixed or 0}"),
        later=define("later", "state, plies", f"return State({moved})"),
        fresh=define("fresh", "state", f"return {stopped}"),
    )
