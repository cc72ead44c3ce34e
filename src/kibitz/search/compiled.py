"""Compiled searches of a game, made once a process and kept on disk."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from types import FunctionType
from typing import Any, TypeAlias

from kibitz.core.contract import Game
from kibitz.core.errors import CompileError
from kibitz.search.node import node_function
from kibitz.search.perft import perft_function

# Told when a game's code is not on disk and has to be compiled: (game, is_done).
Listener: TypeAlias = Callable[[Game, bool], None]

_listeners: list[Listener] = []


def on_compile(listener: Listener) -> None:
    """Have `listener` told before and after a game is compiled."""
    _listeners.append(listener)


def _tell(game: Game, is_done: bool) -> None:
    for listener in _listeners:
        listener(game, is_done)


def compiled_search(game: Game, *, boundscheck: bool = False) -> Any:
    """The node function of `game`, compiled; CompileError where its rules cannot be."""
    return _compiled(game, "search", boundscheck)


def compiled_perft(game: Game, *, boundscheck: bool = False) -> Any:
    """The perft of `game`, compiled; CompileError where its rules cannot be."""
    return _compiled(game, "perft", boundscheck)


@lru_cache(maxsize=128)
def _compiled(game: Game, job: str, boundscheck: bool) -> Any:
    if not game.has_integer_states():
        raise CompileError(
            "not_compilable",
            function="the state",
            game=game.name,
            file=getattr(type(game.initial()), "__module__", "?"),
            line=0,
            problem=f"{type(game.initial()).__name__} is no NamedTuple of integers",
            advice="the reference search plays it as it is; for speed, keep the state in integers",
        )
    # Imported late: importing Numba takes longer than everything else together.
    from kibitz import __version__
    from kibitz.core.compiling.compiler import compile_entry, int64, position, words

    fields = position(len(game.initial()))
    if job == "perft":
        function: FunctionType = perft_function(game)
        arguments: tuple[Any, ...] = (fields, int64, words)
    else:
        function = node_function(game)
        arguments = (fields, int64, int64, int64, int64, int64, words, words, words)
    began = []

    def announce() -> None:
        began.append(True)
        _tell(game, False)

    try:
        return compile_entry(
            function, arguments, __version__, announce, boundscheck=boundscheck
        )
    except Exception as failure:
        from kibitz.core.compiling.diagnosis import explain_failure

        raise explain_failure(game, failure) from failure
    finally:
        if began:
            _tell(game, True)
