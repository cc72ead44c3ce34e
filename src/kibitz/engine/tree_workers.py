"""The workers of an engine that plays by Monte Carlo tree search: one tree for each thread."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kibitz.core.contract import Game
from kibitz.core.states import StateFunctions, state_functions
from kibitz.engine.compile_order import CompileOrder
from kibitz.engine.position import Position
from kibitz.engine.search_choice import unusual_search
from kibitz.engine.search_workers import SearchWorkers
from kibitz.games.game_ref import GameRef
from kibitz.search.builds import Build, tree_build
from kibitz.search.flat_evaluation import is_flat
from kibitz.search.mcts import mcts_function
from kibitz.search.object_states import object_state_functions
from kibitz.search.switches import Switches
from kibitz.search.tree import NODE_WORDS
from kibitz.search.tree_worker import TreeWorker

_BYTES = 8  # of a word


class TreeWorkers(SearchWorkers):
    """The trees of one engine. `memory`: their total size in megabytes."""

    _slow_search = "interpreted"

    def __init__(
        self, game: Game, *, threads: int, memory: int, seed: int, compiled: bool | None
    ) -> None:
        super().__init__(
            game,
            threads=threads,
            memory=memory,
            switches=Switches(),
            opponents="paranoid",
            compiled=compiled,
        )
        self._seed = seed
        self._trees: list[TreeWorker] = []
        self._is_interpreted = False  # whether the trees are those of the interpreted search

    @property
    def build(self) -> Build:
        """The build of the search."""
        return tree_build(self.game)

    def _order(self, build: Build) -> CompileOrder | None:
        """An order for the build; None if another process cannot load the game."""
        found = GameRef.of(self.game)
        if found is None:
            return None
        search = unusual_search(self.game, "mcts")
        return CompileOrder(found, code=build.entry.name, search=search)

    def _adopt(self, function: Any) -> None:
        """Use the compiled `function` from now on."""
        self.is_ready = True
        self._function = function
        self._trees = []

    def trees(self, position: Position) -> Sequence[TreeWorker]:
        """The workers, prepared for one search."""
        is_interpreted = self._function is None
        if not self._trees or is_interpreted != self._is_interpreted:
            self._is_interpreted = is_interpreted
            self._trees = [self._tree(index) for index in range(self._threads_used)]
        self._clear_if_weights_changed()
        for tree in self._trees:
            tree.start(position.state, position.earlier)
        return self._trees

    @property
    def _threads_used(self) -> int:
        """The number of threads: an interpreted search has one."""
        return 1 if self._function is None else self._threads

    def _tree(self, index: int) -> TreeWorker:
        """A new tree for the thread with this number."""
        game = self.game
        functions = _state_functions(game)
        function = self._function
        if function is None:
            function = mcts_function(game, not is_flat(game), functions)
        return TreeWorker(
            game,
            function,
            functions,
            words=(self._memory << 20) // (NODE_WORDS * _BYTES * self._threads_used) * NODE_WORDS,
            seed=self._seed + index,
            is_interpreted=self._function is None,
        )

    def reseed(self, seed: int) -> None:
        """Seed the random playouts of later searches."""
        self._seed = seed
        for index, tree in enumerate(self._trees):
            tree.reseed(seed + index)

    def clear(self) -> None:
        """Discard the trees."""
        for tree in self._trees:
            tree.clear()

    def use_large_table(self) -> None:
        """Do nothing: there is no transposition table."""


def _state_functions(game: Game) -> StateFunctions:
    return state_functions(game) if game.has_integer_states() else object_state_functions(game)
