"""Compiled functions over the rules of a game."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

from kibitz.core.compiling.signature import Signature
from kibitz.core.contract import Game
from kibitz.search.builds import Build, perft_build, search_build
from kibitz.search.endgame import TableProbe
from kibitz.search.switches import Plain, Switches


def compiled_search(
    game: Game,
    *,
    opponents: str = "paranoid",
    switches: Switches | Plain | None = None,
    boundscheck: bool = False,
    probe: TableProbe | None = None,
) -> Any:
    """The search of `game`, compiled; CompileError where the rules cannot be compiled."""
    return search_build(
        game, opponents=opponents, switches=switches, boundscheck=boundscheck, probe=probe
    ).compile()


def compiled_perft(game: Game, *, boundscheck: bool = False) -> Any:
    """The count of `game`, compiled; CompileError where its rules cannot be."""
    return perft_build(game, boundscheck=boundscheck).compile()


def compiled(
    game: Game,
    builder: Callable[[Game], FunctionType],
    arguments: Signature,
    boundscheck: bool = False,
) -> Any:
    """The function that `builder` makes of `game`, of a position and `arguments`, compiled."""
    return Build(game, builder, arguments, boundscheck).compile()
