"""Compiled functions over the rules of a game."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

from kibitz.compiling.signature import INT, INTS, Signature
from kibitz.core.contract import Game
from kibitz.search.builds import Build
from kibitz.search.count import count_function


def compiled_perft(game: Game, *, boundscheck: bool = False) -> Any:
    """The count of `game`, compiled; CompileError where its rules cannot be."""
    return compiled(game, count_function, (INT, INTS), boundscheck)


def compiled(
    game: Game,
    builder: Callable[[Game], FunctionType],
    arguments: Signature,
    boundscheck: bool = False,
) -> Any:
    """The function that `builder` makes of `game`, of a position and `arguments`, compiled."""
    return Build(game, builder, arguments, boundscheck).compile()
