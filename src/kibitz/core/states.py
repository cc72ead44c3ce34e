"""Functions on a game's states, generated from the names of the fields so that Numba compiles them.

Between calls of the rules, the search stores a state as a plain tuple of integers, its words.
Numba's cache can then be shared by all processes, whichever module defines the state's class.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any, NamedTuple, cast

from kibitz.core import bits
from kibitz.core.contract import Game
from kibitz.core.packed import Packed, from_words, to_words
from kibitz.core.state_fields import word_count

_SEED = 0xF1E1D


class StateFunctions(NamedTuple):
    """The operations on states that the search needs besides the rules."""

    unpack: Callable[..., Any]  # (position) -> state
    pack: Callable[..., Any]  # (state) -> position, every word a 64-bit integer
    key: Callable[..., int]  # (state, salt) -> a hash of the state without its clocks
    later: Callable[..., Any]  # (state, plies) -> the state with its clocks advanced by `plies`
    fresh: Callable[..., bool]  # (state) -> whether all clocks are zero


def position_words(game: Game) -> int:
    """The number of words in a position of `game`."""
    return sum(map(word_count, game.initial()))


def state_functions(game: Game) -> StateFunctions:
    """The functions for the states of `game`, which must be of a kind that compiles."""
    start = game.initial()
    State = type(start)
    scope: dict[str, Any] = {"State": State, "mix": bits.mix, "whole": bits.whole}
    scope.update(from_words=from_words, to_words=to_words)

    def define(name: str, arguments: str, *lines: str) -> FunctionType:
        source = f"def {name}({arguments}):\n" + "".join(f"    {line}\n" for line in lines)
        exec(compile(source, f"<{name} of {game.name}>", "exec"), scope)  # noqa: S102 - generated here
        return cast(FunctionType, scope[name])

    made: list[str] = []  # each field, made from the words of a position
    listed: list[str] = []  # the words of a state
    mixed: list[str] = []  # the hashes of the words
    split: list[str] = []  # statements that split fields into words
    at = 0
    for index, (field, example) in enumerate(zip(State._fields, start, strict=True)):
        count = word_count(example)
        words = "".join(f"position[{at + word}], " for word in range(count))
        at += count
        if isinstance(example, Packed):
            scope[f"like_{field}"] = example.with_bits(0)
            split.append(f"{field} = to_words(like_{field}, state.{field})")
            made.append(f"{field}=from_words(like_{field}, ({words}))")
            parts = [f"{field}[{word}]" for word in range(count)]
        elif isinstance(example, tuple):
            made.append(f"{field}=({words})")
            parts = [f"state.{field}[{word}]" for word in range(count)]
        else:
            made.append(f"{field}={words[:-2]}")
            parts = [f"state.{field}"]
        listed += parts if isinstance(example, Packed) else [f"whole({part})" for part in parts]
        if field in game.clocks:
            continue
        # Each word is hashed independently with its own seed, so that processors can overlap them.
        seed = bits.mix(_SEED, index)
        for part in parts:
            mixed.append(f"mix({seed}, {part})")
            seed = bits.mix(seed, index)
    moved = ", ".join(
        f"{field}=state.{field} + plies" if field in game.clocks else f"{field}=state.{field}"
        for field in State._fields
    )
    stopped = " and ".join(f"state.{field} == 0" for field in game.clocks) or "True"
    return StateFunctions(
        unpack=define("unpack", "position", f"return State({', '.join(made)})"),
        pack=define("pack", "state", *split, f"return ({''.join(f'{one}, ' for one in listed)})"),
        key=define("key", "state, salt", *split, f"return salt ^ {' ^ '.join(mixed) or 0}"),
        later=define("later", "state, plies", f"return State({moved})"),
        fresh=define("fresh", "state", f"return {stopped}"),
    )
