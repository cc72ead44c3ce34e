"""What endgame tables know of a node, where there are any."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kibitz.core.contract import Game
from kibitz.core.score import LOSS, UNKNOWN, WIN, decided
from kibitz.core.states import state_functions
from kibitz.core.types import Memory, Ply, Score, State
from kibitz.search.defaults import never_drawn
from kibitz.search.memory import PROBED, USES_ENDGAME_TABLES

# (state, words) -> 1 + the plies to the mover's win, the negative for a loss, 0 for a draw, or
# UNKNOWN.
TableProbe = Callable[[State, Memory], int]


def without_endgame_tables(table: Memory) -> tuple[Memory, Memory]:
    """The tables of a search without endgame tables: the transposition table."""
    return table, table


def with_endgame_tables(tables: tuple[Memory, Memory]) -> tuple[Memory, Memory]:
    """The transposition table, and the words of the endgame tables."""
    return tables[0], tables[1]


def endgame_function(game: Game, probe: TableProbe) -> Callable[..., tuple[Score, bool]]:
    """The function over the endgame tables of `game`."""
    drawn = game.drawn or never_drawn
    later = state_functions(game).later

    def probe_endgame_table(
        state: State, ply: Ply, memory: Memory, words: Memory
    ) -> tuple[Score, bool]:
        """The score of `state` to its mover, and whether the tables know it; not at the root.

        They do not count clocks: where one may run out before the end, they know nothing.
        """
        if ply == 0 or memory[USES_ENDGAME_TABLES] == 0:
            return 0, False
        value = probe(state, words)
        if value == UNKNOWN:
            return 0, False
        plies = abs(value) - 1
        if value != 0 and drawn(later(state, plies)):
            return 0, False
        memory[PROBED] += 1
        payoff = WIN if value > 0 else LOSS
        return (decided(payoff, ply + plies, 0) if value != 0 else 0), True

    return probe_endgame_table


def no_endgame_tables(state: State, ply: Ply, memory: Memory, words: Memory) -> tuple[Score, bool]:
    """Without endgame tables."""
    return 0, False


def below_root(memory: Memory, ply: Ply) -> bool:
    """Whether the children of a node at depth 1 need no search of their own, only an evaluation.
    Those of the root do: they may repeat a position of the session.
    """
    return ply > 0


def below_root_without_tables(memory: Memory, ply: Ply) -> bool:
    """The same where endgame tables may know the children."""
    return ply > 0 and bool(memory[USES_ENDGAME_TABLES] == 0)


def endgame_functions(game: Game, probe: TableProbe | None) -> tuple[Any, Any, Any]:
    """How a search's tables are taken apart, what probes endgame tables, and where children need
    neither.
    """
    if probe is None:
        return without_endgame_tables, no_endgame_tables, below_root
    return with_endgame_tables, endgame_function(game, probe), below_root_without_tables
