"""The ladder: the ten levels of every game, from "beginner" to the engine's full strength.

Each step searches with the engine within its limits. The weaker steps add a random error to the
score of every move, in proportion to the typical difference between quiet moves. They still play
wins that they find, delay losses and do not give pieces away, but often prefer the second-best
move.

Each step is a row of `EFFORT_TABLE`. The strength of a row depends on the game, so a game may list
in `Game.ladder` the rows that make its steps even, as measured by matches.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kibitz.core.contract import Game
from kibitz.core.level import Level

TITLES = (
    "beginner",
    "knows the rules",
    "sees your reply",
    "casual",
    "attentive",
    "club player",
    "strong club player",
    "expert",
    "master",
    "full strength",
)

# From weak to strong. The weak rows have a depth limit and the strong ones a node limit. Weak rows
# also have a node limit, so that a move in a large game does not take too long.
EFFORT_TABLE: tuple[Mapping[str, Any], ...] = (
    {"depth": 1, "exchange": 1, "blur": 25.0, "nodes": 50_000},
    {"depth": 1, "exchange": 2, "blur": 12.0, "nodes": 50_000},
    {"depth": 2, "lapses": 0.8, "blur": 8.0, "nodes": 50_000},
    {"depth": 2, "lapses": 0.6, "blur": 6.0, "nodes": 50_000},
    {"depth": 2, "lapses": 0.3, "blur": 4.5, "nodes": 50_000},
    {"depth": 2, "blur": 3.0, "nodes": 50_000},
    {"depth": 2, "blur": 2.0, "nodes": 50_000},
    {"depth": 3, "lapses": 0.5, "blur": 2.0, "nodes": 50_000},
    {"depth": 3, "blur": 1.5, "nodes": 50_000},
    {"depth": 4, "lapses": 0.5, "blur": 1.2, "nodes": 100_000},
    {"depth": 4, "blur": 0.8, "nodes": 100_000},
    {"depth": 5, "lapses": 0.5, "blur": 0.6, "nodes": 100_000},
    {"depth": 5, "blur": 0.4, "nodes": 100_000},
    {"depth": 6, "lapses": 0.5, "blur": 0.3, "nodes": 100_000},
    {"nodes": 5_000},
    {"nodes": 10_000},
    {"nodes": 20_000},
    {"nodes": 30_000},
    {"nodes": 40_000},
    {"nodes": 80_000},
    {"nodes": 120_000},
    {"nodes": 160_000},
    {"nodes": 320_000},
    {"nodes": 640_000},
    {"time": 1.0},
)
LEARNED = 9  # the first step that uses opening books and endgame tables

USUAL = (0, 2, 4, 6, 8, 10, 12, 16, 21, 24)  # the rows for games without `Game.ladder`


def ladder(game: Game) -> tuple[Level, ...]:
    """The steps 1 to 10 of `game`."""
    return _steps(rows(game))


def rows(game: Game) -> tuple[int, ...]:
    """The rows of `EFFORT_TABLE` for the steps of `game`."""
    return game.ladder or USUAL


def _steps(chosen: tuple[int, ...]) -> tuple[Level, ...]:
    return tuple(
        Level(
            str(number),
            title,
            is_plain=False,
            ties="random",
            book=number >= LEARNED,
            tables=number >= LEARNED,
            **EFFORT_TABLE[row],
        )
        for number, (title, row) in enumerate(zip(TITLES, chosen, strict=True), 1)
    )
