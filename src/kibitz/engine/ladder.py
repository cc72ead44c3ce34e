"""The ladder: ten steps that every game has, from "a child can win" to everything the engine has.

A step searches like the engine, within its limits, and judges loosely: it adds to the worth of
every move a random amount of the size that quiet moves usually differ by. So it takes a win that it
sees, holds out when it is lost, and does not give pieces away for nothing, but often prefers the
second best.

All steps are rows of one dial of efforts. Games differ in what a row is worth, so a game may have
rows of its own in `Game.ladder`, chosen by matches so that the steps are even.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kibitz.core.contract import Game
from kibitz.core.level import Level

TITLES = (
    "a child can win",
    "knows the rules",
    "looks at your reply",
    "casual",
    "attentive",
    "club player",
    "strong club player",
    "expert",
    "master",
    "full strength",
)

# From weak to strong. Depths end the weak ones, nodes the strong ones; nodes also bound what a
# large game may cost.
DIAL: tuple[Mapping[str, Any], ...] = (
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
LEARNED = 9  # from this step on books and tables are used

USUAL = (0, 2, 4, 6, 8, 10, 12, 16, 21, 24)  # the rows of games without a ladder of their own


def ladder(game: Game) -> tuple[Level, ...]:
    """The steps 1 to 10 of `game`."""
    return _steps(rows(game))


def rows(game: Game) -> tuple[int, ...]:
    """Which rows of the dial the steps of `game` are."""
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
            **DIAL[row],
        )
        for number, (title, row) in enumerate(zip(TITLES, chosen, strict=True), 1)
    )
