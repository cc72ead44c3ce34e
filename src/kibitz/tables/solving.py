"""Solve any two-player game whose positions fit in memory."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kibitz.core.contract import Game
from kibitz.core.errors import CompileError, KibitzWarning, LimitError, TableError
from kibitz.core.types import State
from kibitz.tables.collecting import Positions, collect, collect_objects
from kibitz.tables.exploring import TURN
from kibitz.tables.retrograde import retrograde
from kibitz.tables.solver import GIGABYTE
from kibitz.tables.verdict import Counts, Verdict

DEFAULT_MEMORY = 8.0  # gigabytes


@dataclass(frozen=True, slots=True)
class Solution:
    """A solved game: every position with its value."""

    game: Game
    start: State
    positions: Positions
    values: Any  # int32 per position: 1 + plies if side 0 wins, the negative if side 1 wins

    @property
    def verdict(self) -> Verdict:
        """The verdict on the starting position."""
        return verdict_of(int(self.values[0]), self.start.turn)

    @property
    def movers_values(self) -> Any:
        """The values for the side to move: positive if it wins."""
        import numpy as np

        turns = (self.positions.graph.marks & TURN).astype(np.int32)
        return self.values * (1 - 2 * turns)

    @property
    def counts(self) -> Counts:
        """Wins, losses and draws for the side to move."""
        return counts_of(self.movers_values)


def verdict_of(value: int, turn: int) -> Verdict:
    """The verdict for a value from side 0's point of view, with side `turn` to move."""
    return Verdict.of(value if turn == 0 else -value)


def counts_of(values: Any) -> Counts:
    """The counts of values for the side to move."""
    return Counts(
        wins=int((values > 0).sum()),
        losses=int((values < 0).sum()),
        draws=int((values == 0).sum()),
        longest_win=max(0, int(values.max()) - 1),
        longest_loss=max(0, -int(values.min()) - 1),
    )


def require_solvable(game: Game) -> None:
    """TableError if positions of `game` have no value of their own for two players."""
    if game.players != 2:
        raise TableError("not_for_two", game=game.name, players=game.players)
    if game.forbids_repetition:
        raise TableError("solve_of_history", game=game.name)


def solve(
    game: Game,
    state: State | None = None,
    *,
    memory: float = DEFAULT_MEMORY,
    on_progress: Callable[[str], None] = lambda text: None,
) -> Solution:
    """Solve all positions reachable from `state`, by default from the starting position.

    Clocks and repetition are ignored: a game that neither side can force to end is a draw.
    Raises LimitError if the positions do not fit into `memory` gigabytes, TableError if the game
    cannot be solved.

    >>> import kibitz
    >>> solved = solve(kibitz.game("tictactoe"))
    >>> str(solved.verdict), solved.positions.count
    ('draws', 765)
    """
    require_solvable(game)
    if not memory > 0:
        raise LimitError("bad_memory", value=memory)
    start = game.initial() if state is None else state
    size = int(memory * GIGABYTE)

    def collecting(ply: int, count: int) -> None:
        on_progress(f"{count:,} positions, {ply} plies from the start")

    try:
        positions = collect(game, start, size, collecting)
    except CompileError as problem:
        text = f"{problem} Until then solving {game.name} is interpreted, and slow."
        warnings.warn(text, KibitzWarning, stacklevel=2)
        positions = collect_objects(game, start, size, collecting)

    def deciding(done: int) -> None:
        on_progress(f"{positions.count:,} positions, {done:,} of them decided")

    return Solution(game, start, positions, retrograde(positions.graph, deciding))
