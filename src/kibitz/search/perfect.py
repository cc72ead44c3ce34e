"""What a node is worth by tables of perfect play, where there are any."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kibitz.core.contract import Game
from kibitz.core.score import LOSS, UNKNOWN, WIN, decided
from kibitz.core.types import Ply, Score, State, Words
from kibitz.search.defaults import never_drawn
from kibitz.search.memory import PROBED

# (state, words) -> 1 + the plies to the mover's win, the negative for a loss, 0 for a draw, or
# UNKNOWN.
TableProbe = Callable[[State, Words], int]


def alone(table: Words) -> tuple[Words, Words]:
    """What a search without tables of perfect play works with: its transposition table."""
    return table, table


def both(tables: tuple[Words, Words]) -> tuple[Words, Words]:
    """The transposition table, and the words of the tables of perfect play."""
    return tables[0], tables[1]


def perfect_function(
    game: Game, probe: TableProbe, later: Callable[[State, int], State]
) -> Callable[..., tuple[Score, bool]]:
    """The function over the tables of `game`; `later` sets a state's clocks ahead."""
    drawn = game.drawn or never_drawn

    def perfect(state: State, ply: Ply, memory: Words, known: Words) -> tuple[Score, bool]:
        """The score of `state` to its mover, and whether the tables tell.

        They know nothing of clocks: where one may run out before the end, they do not.
        """
        value = probe(state, known)
        if value == UNKNOWN:
            return 0, False
        plies = abs(value) - 1
        if value != 0 and drawn(later(state, plies)):
            return 0, False
        memory[PROBED] += 1
        payoff = WIN if value > 0 else LOSS
        return (decided(payoff, ply + plies, 0) if value != 0 else 0), True

    return perfect


def never_known(state: State, ply: Ply, memory: Words, known: Words) -> tuple[Score, bool]:
    """Without tables."""
    return 0, False


def table_functions(
    game: Game, probe: TableProbe | None, later: Callable[[State, int], State]
) -> tuple[Any, Any]:
    """How a search's table is taken apart, and what asks the tables of perfect play."""
    if probe is None:
        return alone, never_known
    return both, perfect_function(game, probe, later)
