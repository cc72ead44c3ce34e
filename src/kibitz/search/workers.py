"""Who searches below the root: the compiled node function, or the reference.

Both answer the same question for the root's loop, so that deepening, windows and several lines are
written once, and a game that cannot be compiled is played by the same engine.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Protocol

from kibitz.core.contract import Game
from kibitz.core.errors import KibitzError
from kibitz.core.states import state_functions
from kibitz.core.types import Depth, Move, Player, Score, State, Words
from kibitz.search.memory import (
    MAX_MOVES,
    MAX_PLY,
    NODE_LIMIT,
    NODES,
    OVERFLOW,
    STACK,
    STOP,
    STOPPED,
    TRUSTED,
    UNSURE,
    WORDS,
    best_line,
    prepare,
    remember_session,
    salt_of,
)
from kibitz.search.reference import Reference, Stopped
from kibitz.search.switches import Switches


class Worker(Protocol):
    """Searches positions one ply below the root, for the player at the root."""

    max_depth: Depth

    @property
    def nodes(self) -> int:
        """Positions visited so far."""

    @property
    def unsure(self) -> int:
        """Values so far that do not come from a finished game."""

    @property
    def is_stopped(self) -> bool:
        """Whether the last answer is void, because the search was asked to end."""

    def value(self, state: State, depth: Depth, alpha: Score, beta: Score) -> Score:
        """The value of `state` to the root's player, exact inside (alpha, beta)."""

    def line(self) -> list[Move]:
        """The best line below the state that was last asked about."""


class CompiledWorker:
    """One thread's share of a compiled search: the function, its memory and the shared table."""

    max_depth = MAX_PLY - 1

    def __init__(
        self,
        game: Game,
        function: Any,
        table: Words,
        control: Words,
        *,
        memory: Words | None = None,
    ) -> None:
        if memory is None:
            import numpy as np

            memory = np.zeros(WORDS, np.int64)
        self._game = game
        self._function = function
        self._table = table
        self._control = control
        self._memory = memory
        self._key = state_functions(game).key
        self._player = 0

    def start(
        self,
        state: State,
        earlier: Sequence[State],
        switches: Switches,
        nodes: int | None,
        generation: int,
    ) -> None:
        """Make ready for a search of `state`, reached through the states `earlier`."""
        self._player = state.turn
        is_shared = self._game.mirrored and self._game.players == 2
        salt = salt_of(self._player, is_shared)
        repeats = self._game.repeats > 0
        prepare(
            self._memory,
            self._player,
            salt,
            switches._replace(repetition=switches.repetition and repeats),
            generation,
        )
        self._memory[NODE_LIMIT] = 1 << 62 if nodes is None else nodes
        # What was decided in an earlier position of the session may rest on a repetition there.
        self._memory[TRUSTED] = generation if repeats else 0
        remember_session(self._memory, [self._key(other, salt) for other in (*earlier, state)])

    @property
    def nodes(self) -> int:
        """Positions visited so far."""
        return int(self._memory[NODES])

    @property
    def unsure(self) -> int:
        """Values so far that do not come from a finished game."""
        return int(self._memory[UNSURE])

    @property
    def is_stopped(self) -> bool:
        """Whether the last answer is void."""
        return bool(self._memory[STOPPED])

    def value(self, state: State, depth: Depth, alpha: Score, beta: Score) -> Score:
        """The value of `state` to the root's player, exact inside (alpha, beta)."""
        is_ours = state.turn == self._player
        low, high = (alpha, beta) if is_ours else (-beta, -alpha)
        value = int(
            self._function(
                tuple(state), depth, low, high, 1, STACK, self._memory, self._table, self._control
            )
        )
        if self._memory[OVERFLOW]:
            raise KibitzError("too_many_moves", game=self._game.name, limit=MAX_MOVES)
        return value if is_ours else -value

    def line(self) -> list[Move]:
        """The best line below the state that was last asked about."""
        return best_line(self._memory, 1)


class ReferenceWorker:
    """The reference search, for games that cannot be compiled."""

    max_depth = 200  # Python's own recursion ends a little further

    def __init__(self, game: Game, player: Player, control: Words, nodes: int | None) -> None:
        limit = math.inf if nodes is None else nodes
        self._search = Reference(
            game, player, is_stopped=lambda: control[STOP] != 0 or self._search.nodes >= limit
        )
        self._line: list[Move] = []
        self.is_stopped = False

    @property
    def nodes(self) -> int:
        """Positions visited so far."""
        return self._search.nodes

    @property
    def unsure(self) -> int:
        """Values so far that do not come from a finished game."""
        return self._search.unsure

    def value(self, state: State, depth: Depth, alpha: Score, beta: Score) -> Score:
        """The value of `state` to the root's player, exact inside (alpha, beta)."""
        try:
            value, self._line = self._search.value(state, depth, alpha, beta, 1)
        except Stopped:
            self.is_stopped = True
            return 0
        return value

    def line(self) -> list[Move]:
        """The best line below the state that was last asked about."""
        return self._line
