"""Workers: one interface to the compiled, the interpreted and the reference search.

Iterative deepening, aspiration windows and multiple lines are written once for all of them, and the
same engine also plays games that cannot be compiled.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from threading import Lock
from typing import Any, Protocol

from kibitz.core.contract import Game
from kibitz.core.errors import KibitzError
from kibitz.core.score import INFINITY
from kibitz.core.states import state_functions
from kibitz.core.types import Depth, Memory, Move, Score, State
from kibitz.search.evaluation_call import set_weights
from kibitz.search.memory import (
    EXACT_ONLY,
    FIRST_MOVE,
    LEFT_OUT_COUNT,
    MAX_MOVES,
    MAX_PLY,
    MEMORY_WORDS,
    NO_MOVE,
    NODE_LIMIT,
    NODES,
    OVERFLOW,
    PLAIN_LATEST,
    PLAIN_OUTCOMES,
    PLAIN_PRUNING,
    PLAIN_TABLE,
    PROBED,
    QUIESCENCE_NODES,
    QUIESCENCE_PLIES,
    REPEATS,
    ROOT_DEPTH,
    STACK,
    STOP,
    STOPPED,
    TRUSTED,
    TYPICAL_CHANGE,
    UNSURE,
    USES_ENDGAME_TABLES,
    best_line,
    clear_history,
    leave_out,
    prepare,
    salt_of,
    set_session_keys,
)
from kibitz.search.reference import Reference, Stopped
from kibitz.search.session_keys import SessionKeys
from kibitz.search.switches import TUNING, Plain, Switches
from kibitz.search.transposition_table import BUCKET
from kibitz.search.typical_change import typical_change

_UNLIMITED = 1 << 62
_INTERPRETED_TABLE = BUCKET << 14  # words
_STOP_SEARCH, _STOP_DEPTH = 1, 2  # values of memory[STOP]


class Worker(Protocol):
    """Searches one position for its side to move."""

    max_depth: Depth
    inline_nodes: int  # number of nodes that take about a millisecond

    @property
    def nodes(self) -> int:
        """The number of nodes visited so far."""
        ...

    @property
    def unsure(self) -> int:
        """The number of scores so far that do not come from finished games."""
        ...

    @property
    def probed(self) -> int:
        """The number of positions so far that were found in endgame tables."""
        ...

    @property
    def is_stopped(self) -> bool:
        """Whether the search was stopped before it was complete."""
        ...

    def value(self, depth: Depth, alpha: Score, beta: Score, excluded: Sequence[Move]) -> Score:
        """The value without the moves `excluded`, exact inside (alpha, beta).

        If stopped, the best value of the moves that were searched completely.
        """
        ...

    def line(self) -> list[Move]:
        """The latest principal variation; empty if no move was better than alpha."""
        ...

    def set_node_limit(self, nodes: int | None) -> None:
        """Stop at this total number of nodes; None for no limit."""

    def set_exact(self, is_exact: bool) -> None:
        """Turn full-width search on or off."""

    def set_first_move(self, move: Move | None) -> None:
        """Search this move first; None for the default order."""

    def stop(self) -> None:
        """Stop the search as soon as possible. Thread-safe."""

    def abandon(self) -> None:
        """Stop the current depth, because another search has finished it. Thread-safe."""

    def resume(self) -> bool:
        """Clear the stop signal of an abandoned depth; return whether there was one."""
        ...


class CompiledWorker:
    """One thread of a compiled search: its function and memory, and the transposition table."""

    max_depth: int = MAX_PLY - 1
    inline_nodes = 1 << 13

    def __init__(
        self,
        game: Game,
        function: Any,
        table: Memory,
        *,
        endgame_tables: Memory | None = None,
        memory: Memory | None = None,
    ) -> None:
        if memory is None:
            import numpy as np

            memory = np.empty(MEMORY_WORDS, np.int64)
            memory.fill(0)  # allocates the pages now, so that the first search does not wait
        clear_history(memory)
        self._game = game
        self._function = function
        self.table = table
        self.endgame_tables = endgame_tables  # only for a function that probes them
        self._memory = memory
        self._lock = Lock()  # guards memory[STOP]
        _, self._pack, key, *_ = state_functions(game)
        self._keys = SessionKeys(lambda state: key(state, 0))
        self._position: tuple[int, ...] = ()

    def start(
        self, state: State, earlier: Sequence[State], switches: Switches | Plain, generation: int
    ) -> None:
        """Prepare a search of `state`, reached through the states `earlier`."""
        self._position = self._pack(state)
        is_shared = self._game.mirrored and self._game.players == 2
        salt = salt_of(state.turn, is_shared)
        has_history = bool(self._game.repeats)
        memory = self._memory
        prepare(memory, state.turn, salt, generation)
        memory[TYPICAL_CHANGE] = typical_change(self._game) if switches.is_selective else 0
        memory[QUIESCENCE_PLIES] = switches.quiescence_plies if switches.quiescence else 0
        # Claims must be reproducible, so the plain search has no node limit in quiescence.
        is_plain = isinstance(switches, Plain)
        memory[QUIESCENCE_NODES] = _UNLIMITED if is_plain else TUNING.quiescence_nodes
        memory[USES_ENDGAME_TABLES] = int(switches.endgame_tables)
        set_weights(self._game, memory)
        if isinstance(switches, Plain):
            memory[PLAIN_PRUNING] = int(switches.pruning)
            memory[PLAIN_OUTCOMES] = int(switches.outcomes)
            memory[PLAIN_LATEST] = int(switches.latest)
            memory[PLAIN_TABLE] = int(switches.transposition_table)
        self.set_node_limit(None)
        # Wins and losses from earlier searches may depend on repetitions in their lines.
        memory[TRUSTED] = generation if has_history else 0
        memory[REPEATS] = self._game.draws_at
        seen = (*earlier, state) if has_history else (state,)
        set_session_keys(memory, self._keys.of(seen), salt)

    @property
    def nodes(self) -> int:
        """The number of nodes visited so far."""
        return int(self._memory[NODES])

    @property
    def unsure(self) -> int:
        """The number of scores so far that do not come from finished games."""
        return int(self._memory[UNSURE])

    @property
    def probed(self) -> int:
        """The number of positions so far that were found in endgame tables."""
        return int(self._memory[PROBED])

    @property
    def is_stopped(self) -> bool:
        """Whether the search was stopped before it was complete."""
        return bool(self._memory[STOPPED])

    def value(self, depth: Depth, alpha: Score, beta: Score, excluded: Sequence[Move]) -> Score:
        """The value without the moves `excluded`, exact inside (alpha, beta)."""
        memory = self._memory
        memory[ROOT_DEPTH] = depth
        if excluded or memory[LEFT_OUT_COUNT]:
            leave_out(memory, excluded)
        tables = self.table if self.endgame_tables is None else (self.table, self.endgame_tables)
        value = self._function(self._position, depth, alpha, beta, 0, STACK, memory, tables)
        if memory[OVERFLOW]:
            raise KibitzError("too_many_moves", game=self._game.name, limit=MAX_MOVES)
        return int(value)

    def line(self) -> list[Move]:
        """The latest principal variation."""
        return best_line(self._memory)

    def set_node_limit(self, nodes: int | None) -> None:
        """Stop at this total number of nodes; None for no limit."""
        self._memory[NODE_LIMIT] = _UNLIMITED if nodes is None else nodes
        self._memory[STOPPED] = 0

    def set_exact(self, is_exact: bool) -> None:
        """Turn full-width search on or off."""
        self._memory[EXACT_ONLY] = int(is_exact)

    def set_first_move(self, move: Move | None) -> None:
        """Search this move first; None for the default order."""
        self._memory[FIRST_MOVE] = NO_MOVE if move is None else move

    def clear_history(self) -> None:
        """Clear the history scores and counter moves of earlier searches."""
        clear_history(self._memory)

    def stop(self) -> None:
        """Stop the search as soon as possible."""
        with self._lock:
            self._memory[STOP] = _STOP_SEARCH

    def abandon(self) -> None:
        """Stop the current depth."""
        with self._lock:
            if self._memory[STOP] == 0:
                self._memory[STOP] = _STOP_DEPTH

    def resume(self) -> bool:
        """Clear the stop signal of an abandoned depth; return whether there was one."""
        with self._lock:
            was_abandoned = bool(self._memory[STOP] == _STOP_DEPTH)
            if was_abandoned:
                self._memory[STOP] = 0
                self._memory[STOPPED] = 0
            return was_abandoned


class InterpretedWorker(CompiledWorker):
    """The search of a game that is not compiled yet: the same function, interpreted."""

    inline_nodes = 1 << 7

    def __init__(self, game: Game, function: Any) -> None:
        super().__init__(game, function, [0] * _INTERPRETED_TABLE, memory=[0] * MEMORY_WORDS)


class ReferenceWorker:
    """The reference search, for games that cannot be compiled."""

    probed = 0  # it probes no endgame tables

    max_depth = 200  # just below Python's recursion limit
    inline_nodes = 1 << 7

    def __init__(
        self,
        game: Game,
        state: State,
        search: type[Reference] = Reference,
        switches: Switches | Plain | None = None,
        earlier: Sequence[State] = (),
    ) -> None:
        # The searches for more than two players have no switches.
        chosen = switches if switches is not None and search is Reference else None
        self._state = state
        self._limit: float = math.inf
        self._search = search(
            game,
            state.turn,
            is_stopped=lambda: self._search.nodes >= self._limit,
            **_reference_options(chosen, earlier, game),
        )
        self._line: list[Move] = []
        self.is_stopped: bool = False

    @property
    def nodes(self) -> int:
        """The number of nodes visited so far."""
        return self._search.nodes

    @property
    def unsure(self) -> int:
        """The number of scores so far that do not come from finished games."""
        return self._search.unsure

    def value(self, depth: Depth, alpha: Score, beta: Score, excluded: Sequence[Move]) -> Score:
        """The value without the moves `excluded`, exact inside (alpha, beta)."""
        self._line = []
        try:
            value, line = self._search.value(self._state, depth, alpha, beta, 0, excluded=excluded)
        except Stopped:
            self.is_stopped = True
            return -INFINITY
        self._line = line if value > alpha else []
        return value

    def line(self) -> list[Move]:
        """The latest principal variation."""
        return self._line

    def set_node_limit(self, nodes: int | None) -> None:
        """Stop at this total number of nodes; None for no limit."""
        self._limit = math.inf if nodes is None else nodes
        self.is_stopped = False

    def set_exact(self, is_exact: bool) -> None:
        """Do nothing: the reference search is always full-width."""

    def set_first_move(self, move: Move | None) -> None:
        """Do nothing: a stopped reference search returns no line."""

    def stop(self) -> None:
        """Stop the search as soon as possible."""
        self._limit = 0

    def abandon(self) -> None:
        """Do nothing: no other search shares its depths."""

    def resume(self) -> bool:
        """Return False: no depth is ever abandoned."""
        return False


def _reference_options(
    switches: Switches | Plain | None, earlier: Sequence[State], game: Game
) -> dict[str, Any]:
    """The options of the reference search for `switches`."""
    options: dict[str, Any] = {}
    if isinstance(switches, Plain):
        options = {name: getattr(switches, name) for name in ("pruning", "outcomes", "latest")}
    if game.forbids_repetition or (isinstance(switches, Switches) and switches.repetition):
        options["earlier"] = earlier
    return options
