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
# The same rows for games that Monte Carlo tree search plays: the number of playouts, and the random
# errors on the share of playouts that each move got. The last row has only its time.
TREE_EFFORTS: tuple[Mapping[str, Any], ...] = (
    {"playouts": 8, "noise": 1.0},
    {"playouts": 14, "noise": 0.92},
    {"playouts": 24, "noise": 0.85},
    {"playouts": 42, "noise": 0.78},
    {"playouts": 72, "noise": 0.70},
    {"playouts": 120, "noise": 0.62},
    {"playouts": 200, "noise": 0.55},
    {"playouts": 320, "noise": 0.48},
    {"playouts": 500, "noise": 0.40},
    {"playouts": 770, "noise": 0.35},
    {"playouts": 1_200, "noise": 0.30},
    {"playouts": 1_700, "noise": 0.25},
    {"playouts": 2_500, "noise": 0.20},
    {"playouts": 3_000, "noise": 0.17},
    {"playouts": 3_600, "noise": 0.15},
    {"playouts": 4_300, "noise": 0.12},
    {"playouts": 5_000, "noise": 0.10},
    {"playouts": 6_600, "noise": 0.09},
    {"playouts": 8_700, "noise": 0.08},
    {"playouts": 11_500, "noise": 0.07},
    {"playouts": 15_000, "noise": 0.06},
    {"playouts": 20_000, "noise": 0.05},
    {"playouts": 26_000, "noise": 0.04},
    {"playouts": 34_000, "noise": 0.02},
    {},
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
            **TREE_EFFORTS[row],
        )
        for number, (title, row) in enumerate(zip(TITLES, chosen, strict=True), 1)
    )
