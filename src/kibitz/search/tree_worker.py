"""One thread of a Monte Carlo search: its function, its tree and its memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kibitz.core import bits
from kibitz.core.contract import Game
from kibitz.core.errors import KibitzError
from kibitz.core.states import StateFunctions
from kibitz.core.types import Memory, Move, State
from kibitz.search.evaluation_call import set_weights
from kibitz.search.expansion import has_history
from kibitz.search.flat_evaluation import is_flat
from kibitz.search.memory import MAX_MOVES, fill
from kibitz.search.session_keys import SessionKeys
from kibitz.search.solved import proven_result
from kibitz.search.tree import (
    EVALUATION_SCALE,
    HAS_LOOKED,
    HAS_SOLVED,
    IS_SETTLED,
    LEFT_OUT,
    LEFT_OUT_COUNT,
    LINE_COUNT,
    MEMORY_WORDS,
    NODE_WORDS,
    OVERFLOW,
    PLAYOUT_LIMIT,
    PLAYOUTS,
    REPEATS,
    SEED,
    STOP,
    TREE_END,
    TREE_SIZE,
    WEIGHTS,
    WEIGHTS_SIZE,
    set_session_keys,
    write_node,
)
from kibitz.search.tree_bounds import all_wins
from kibitz.search.tree_lines import Branch, branches
from kibitz.search.tree_reuse import kept_node, move_root
from kibitz.search.typical_change import typical_change

_UNLIMITED = 1 << 62
_SEED = 0x7EEE
_HALF_WON = 4  # this many typical changes of the evaluation count as half a win
_INTERPRETED_WORDS = 1 << 20  # maximum of a tree in a Python list


class TreeWorker:
    """Grows one tree. `words`: the size of the tree. `seed`: the seed of its random playouts.

    With `is_interpreted` the tree and the memory are lists, so that their words are Python
    integers.
    """

    def __init__(
        self,
        game: Game,
        function: Any,
        functions: StateFunctions,
        *,
        words: int,
        seed: int,
        is_interpreted: bool = False,
    ) -> None:
        self._game = game
        self._function = function
        self._functions = functions
        self._seed = seed
        self.inline_nodes: int = 2 if is_interpreted else 1 << 6
        self.tree: Memory
        self._memory: Memory
        if is_interpreted:
            words = min(words, _INTERPRETED_WORDS)
            self.tree, self._memory = [0] * words, [0] * MEMORY_WORDS
        else:
            import numpy as np

            # The pages of the tree are allocated as it grows.
            self.tree, self._memory = np.zeros(words, np.int64), np.zeros(MEMORY_WORDS, np.int64)
        self._words = words
        self._keys = SessionKeys(lambda state: functions.key(state, 0))
        self._states: list[State] = []  # of the session up to the root of the tree
        self._is_partial = False  # whether the root lacks moves that were excluded
        self._limit = _UNLIMITED
        self._root: Any = None
        self.clear()

    def clear(self) -> None:
        """Discard the tree and everything learned in earlier searches."""
        fill(self._memory, 0, MEMORY_WORDS, 0)
        self._states = []
        self._is_partial = False
        self.reseed(self._seed)

    def reseed(self, seed: int) -> None:
        """Seed the random playouts of later searches."""
        self._seed = seed
        self._memory[SEED] = bits.mix(_SEED, seed)

    def start(self, state: State, earlier: Sequence[State]) -> None:
        """Prepare a search of `state`, reached through the states `earlier`.

        If the tree contains this position, the part below it is kept.
        """
        game, memory = self._game, self._memory
        states = [*earlier, state]
        node = None if self._is_partial else kept_node(game, self.tree, self._states, states)
        if node is None:
            self._plant()
        elif node:
            memory[TREE_END] = move_root(self.tree, node)
        self._states = states
        self._root = self._functions.pack(state)
        for index in (PLAYOUTS, STOP, OVERFLOW, HAS_LOOKED):
            memory[index] = 0
        memory[TREE_SIZE] = self._words
        memory[REPEATS] = game.draws_at
        memory[HAS_SOLVED] = int(not has_history(game))
        if not is_flat(game):
            memory[EVALUATION_SCALE] = max(1, _HALF_WON * typical_change(game))
            set_weights(game, memory, WEIGHTS, WEIGHTS_SIZE)
        set_session_keys(memory, self._keys.of(states if game.repeats else [state]))
        self.restrict((), 1)
        self.set_node_limit(None)

    def _plant(self) -> None:
        """Start a new tree with only its root."""
        write_node(self.tree, 0, 0, 0, all_wins(self._game.players))
        self._memory[TREE_END] = NODE_WORDS

    def restrict(self, excluded: Sequence[Move], line_count: int) -> None:
        """Search without the moves `excluded`, until `line_count` of the others are proven."""
        memory = self._memory
        memory[LINE_COUNT] = line_count
        memory[IS_SETTLED] = 0
        memory[LEFT_OUT_COUNT] = len(excluded)
        for index, move in enumerate(excluded):
            memory[LEFT_OUT + index] = move
        if excluded or self._is_partial:
            self._plant()
        self._is_partial = bool(excluded)

    def grow(self, playouts: int) -> None:
        """Add playouts until this total number, a limit, a stop or a proof."""
        memory = self._memory
        memory[PLAYOUT_LIMIT] = min(playouts, self._limit)
        self._function(self._root, 0, memory, self.tree)
        if memory[OVERFLOW]:
            raise KibitzError("too_many_moves", game=self._game.name, limit=MAX_MOVES)

    def branches(self, owner: int) -> list[Branch]:
        """The moves at the root. `owner`: the number of this tree."""
        return branches(self.tree, 0, self._states[-1].turn, owner)

    def result_of(self, state: State) -> tuple[int, int] | None:
        """The proven result of a position, as bounds, and plies to the end; None if unknown."""
        if not self._memory[HAS_SOLVED]:
            return None
        return proven_result(self._memory, self._functions.key(state, 0))

    @property
    def nodes(self) -> int:
        """The number of playouts of this search."""
        return int(self._memory[PLAYOUTS])

    @property
    def size(self) -> int:
        """The size of the tree, in words."""
        return int(self._memory[TREE_END])

    @property
    def is_settled(self) -> bool:
        """Whether more playouts cannot change the result."""
        return bool(self._memory[IS_SETTLED])

    @property
    def is_stopped(self) -> bool:
        """Whether a limit or a stop ended the search."""
        return bool(self._memory[STOP]) or self.nodes >= self._limit

    def set_node_limit(self, nodes: int | None) -> None:
        """Stop at this total number of playouts; None for no limit."""
        self._limit = _UNLIMITED if nodes is None else nodes

    def stop(self) -> None:
        """Stop the search as soon as possible. Thread-safe."""
        self._memory[STOP] = 1
