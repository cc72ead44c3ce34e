"""What endgame tables know of a node, where there are any."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kibitz.core.contract import Game
from kibitz.core.score import LOSS, UNKNOWN, WIN, decided
from kibitz.core.states import state_functions
from kibitz.core.types import Ply, Score, State, Words
from kibitz.search.defaults import never_drawn
from kibitz.search.memory import PROBED, USES_ENDGAME_TABLES

# (state, words) -> 1 + the plies to the mover's win, the negative for a loss, 0 for a draw, or
# UNKNOWN.
TableProbe = Callable[[State, Words], int]


def alone(table: Words) -> tuple[Words, Words]:
    """The tables of a search without endgame tables: the transposition table."""
    return table, table


def both(tables: tuple[Words, Words]) -> tuple[Words, Words]:
    """The transposition table, and the words of the endgame tables."""
    return tables[0], tables[1]


def endgame_function(game: Game, probe: TableProbe) -> Callable[..., tuple[Score, bool]]:
    """The function over the endgame tables of `game`."""
    drawn = game.drawn or never_drawn
    later = state_functions(game).later

    def probe_endgame_table(
        state: State, ply: Ply, memory: Words, words: Words
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


def never_known(state: State, ply: Ply, memory: Words, words: Words) -> tuple[Score, bool]:
    """Without endgame tables."""
    return 0, False


def below_root(memory: Words, ply: Ply) -> bool:
    """Whether the children of a node at depth 1 need no search of their own, only an evaluation.
    Those of the root do: they may repeat a position of the session.
    """
    return ply > 0


def below_root_without_tables(memory: Words, ply: Ply) -> bool:
    """The same where endgame tables may know the children."""
    return ply > 0 and bool(memory[USES_ENDGAME_TABLES] == 0)


def table_functions(game: Game, probe: TableProbe | None) -> tuple[Any, Any, Any]:
    """How a search's tables are taken apart, what probes endgame tables, and where children need
    neither.
    """
    if probe is None:
        return alone, never_known, below_root
    return both, endgame_function(game, probe), below_root_without_tables
