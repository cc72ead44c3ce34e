"""Compile functions that call the rules of a game."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

from kibitz.compiling.signature import INT, INTS, Signature
from kibitz.core.contract import Game
from kibitz.core.errors import LimitError
from kibitz.search.builds import Build
from kibitz.search.count import count_function, ended_function


def compiled_perft(game: Game, *, boundscheck: bool = False, ended: bool = False) -> Any:
    """The compiled perft of `game`. Raises CompileError if its rules cannot be compiled.

    With `ended`, it also counts the games that ended earlier, which is slower.
    """
    require_perft(game)
    builder = ended_function if ended else count_function
    return compiled(game, builder, (INT, INTS), boundscheck)


def require_perft(game: Game) -> None:
    """LimitError if the legal moves of a position depend on the positions before it."""
    if game.forbids_repetition:
        raise LimitError("perft_of_history", game=game.name)


def compiled(
    game: Game,
    builder: Callable[[Game], FunctionType],
    arguments: Signature,
    boundscheck: bool = False,
) -> Any:
    """Compile the function that `builder` creates for `game`: it takes a state and `arguments`."""
    return Build(game, builder, arguments, boundscheck).compile()
