"""Explain why the states of a game cannot be compiled, without Numba."""

from __future__ import annotations

import inspect

from kibitz.core.contract import Game
from kibitz.core.errors import CompileError
from kibitz.core.state_fields import MOST_ITEMS, uncompilable_fields


def state_failure(game: Game) -> CompileError:
    """The error that names the fields that are not integers and locates the state's class."""
    state = game.initial()
    kind = type(state)
    is_tuple = isinstance(state, tuple) and hasattr(state, "_fields")
    wrong = uncompilable_fields(state, game.moves, game.play) if is_tuple else []
    problem = f"{kind.__name__} is not a NamedTuple of integers"
    file, line = _location_of(kind)
    return CompileError(
        "not_compilable",
        function="the state",
        game=game.name,
        file=file,
        line=line,
        problem=f"{problem}, because of {', '.join(wrong)}" if wrong else problem,
        advice="Make every field of the state an integer, a kibitz.Board, kibitz.Cells, or a tuple "
        f"of at most {MOST_ITEMS} integers whose length does not change",
    )


def _location_of(kind: type) -> tuple[str, int]:
    """The file and line of a class, or its module if the source is not available."""
    try:
        return inspect.getsourcefile(kind) or kind.__module__, inspect.getsourcelines(kind)[1]
    except (OSError, TypeError):
        return kind.__module__, 0
