"""Probe endgame tables in the search."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kibitz.core.contract import Game
from kibitz.core.score import (
    LOSS,
    NO_DISTANCE,
    STAGE,
    UNKNOWN,
    WIN,
    decided,
    decided_by_table,
)
from kibitz.core.states import state_functions
from kibitz.core.types import Memory, Ply, Score, State
from kibitz.search.defaults import never_drawn
from kibitz.search.memory import PROBED, ROOT_SIDE, UNSURE, USES_ENDGAME_TABLES

# (state, memory of the tables) -> 1 + plies to the end if the side to move wins, the negative if it
# loses, 0 for a draw, or UNKNOWN. Tables without distances have NO_DISTANCE plus the remoteness.
TableProbe = Callable[[State, Memory], int]


def without_endgame_tables(table: Memory) -> tuple[Memory, Memory]:
    """Split the argument `tables` of a search that has only a transposition table."""
    return table, table


def with_endgame_tables(tables: tuple[Memory, Memory]) -> tuple[Memory, Memory]:
    """Split the argument `tables`: the transposition table, the memory of the endgame tables."""
    return tables[0], tables[1]


def endgame_function(game: Game, probe: TableProbe) -> Callable[..., tuple[Score, bool]]:
    """The function that probes the endgame tables of `game`."""
    drawn = game.drawn or never_drawn
    most_plies = game.unit - 1
    later = state_functions(game).later

    def probe_endgame_table(
        state: State, ply: Ply, memory: Memory, endgame_table: Memory
    ) -> tuple[Score, bool]:
        """The score of `state` for the side to move, and whether the tables know it.

        The root is not probed. The tables ignore clocks. If a clock may run out before the end of
        the game, a win for the side at the root counts as unknown, and a loss as slightly worse
        than a draw, so that the side at the root prefers a certain draw.
        """
        if ply == 0 or memory[USES_ENDGAME_TABLES] == 0:
            return 0, False
        value = probe(state, endgame_table)
        if value == UNKNOWN:
            return 0, False
        size = abs(value)
        plies = (size - NO_DISTANCE) % STAGE if size >= NO_DISTANCE else size - 1
        if value != 0 and drawn(later(state, plies)):
            if (value > 0) == (state.turn == memory[ROOT_SIDE]):
                return 0, False
            memory[UNSURE] += 1
            points = 1 + most_plies - min(plies, most_plies)
            return (points if value > 0 else -points), True
        memory[PROBED] += 1
        payoff = WIN if value > 0 else LOSS
        if size >= NO_DISTANCE:
            return decided_by_table(payoff, ply, size - NO_DISTANCE), True
        return (decided(payoff, ply + plies, 0) if value != 0 else 0), True

    return probe_endgame_table


def no_endgame_tables(
    state: State, ply: Ply, memory: Memory, endgame_table: Memory
) -> tuple[Score, bool]:
    """The probe of a search without endgame tables: every state is unknown."""
    return 0, False


def below_root(memory: Memory, ply: Ply) -> bool:
    """Whether the children of a node at depth 1 only need an evaluation, not a recursive call.

    The root's children may repeat a position of the session, so they need the call.
    """
    return ply > 0


def below_root_without_tables(memory: Memory, ply: Ply) -> bool:
    """The same for a search with endgame tables, which may contain the children."""
    return ply > 0 and bool(memory[USES_ENDGAME_TABLES] == 0)


def endgame_functions(game: Game, probe: TableProbe | None) -> tuple[Any, Any, Any]:
    """The functions of a search with or without endgame tables.

    They split the argument `tables`, probe endgame tables, and implement `below_root`.
    """
    if probe is None:
        return without_endgame_tables, no_endgame_tables, below_root
    return with_endgame_tables, endgame_function(game, probe), below_root_without_tables
