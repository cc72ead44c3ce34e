"""The workers of an engine: compiled, interpreted until then, or the reference."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any
from weakref import WeakSet

from kibitz.core.contract import Game
from kibitz.core.errors import CompileError, KibitzWarning
from kibitz.core.types import Memory
from kibitz.engine import background
from kibitz.engine.knowledge import Knowledge, knowledge
from kibitz.engine.orders import Order
from kibitz.engine.position import Position
from kibitz.games.game_ref import GameRef
from kibitz.search.builds import Build, search_build
from kibitz.search.deepening import Opponents
from kibitz.search.endgame import TableProbe
from kibitz.search.reference import Reference
from kibitz.search.reference_models import BestReply, MaxN
from kibitz.search.switches import Plain, Switches
from kibitz.search.transposition_table import add_entries, new_table
from kibitz.search.workers import CompiledWorker, InterpretedWorker, ReferenceWorker, Worker

REFERENCES: Mapping[str, type[Reference]] = {
    "paranoid": Reference,
    "maxn": MaxN,
    "reply": BestReply,
}
_said_slow: WeakSet[Game] = WeakSet()
_SMALL_BYTES = 256 << 10


class Workforce:
    """Searches one game, in as many threads as the engine has.

    `compiled`: True insists on the compiled search, False takes the reference search, None takes
    what works for the game. `memory`: of the transposition table, in megabytes.
    """

    def __init__(
        self,
        game: Game,
        *,
        threads: int,
        memory: int,
        switches: Switches | Plain,
        opponents: Opponents,
        compiled: bool | None,
    ) -> None:
        self.game = game
        self._threads = threads
        self._memory = memory
        self._switches = switches
        self._opponents: Opponents = opponents
        self._compiled = compiled
        self.is_ready = False  # whether it is known how to search from now on
        self._function: Any = None
        self.workers: list[CompiledWorker] = []
        self.interpreted: InterpretedWorker | None = None  # until the game is compiled
        self.small_table: Memory = None  # within the processor's own caches, for short searches
        self._large_table: Memory = None  # made when a search gets long
        self._generation = 0
        self._asks_tables = False
        self._weights_version = 0

    @property
    def is_compiled(self) -> bool:
        """Whether the next search is compiled."""
        return self._function is not None

    @property
    def build(self) -> Build:
        """What is compiled for it."""
        return search_build(
            self.game, opponents=self._opponents, switches=self._switches, probe=self._probe
        )

    @property
    def _probe(self) -> TableProbe | None:
        """What a strong search looks states up with in endgame tables, where there are any."""
        is_strong = self._opponents == "paranoid" and isinstance(self._switches, Switches)
        known = self.knowledge if is_strong else None
        return None if known is None else known.probe

    def prepare(self, *, waits: bool) -> None:
        """Find out how to search: compiled, by the reference, or interpreted for the moment."""
        if self.is_ready:
            return
        if self._compiled is False:
            self.is_ready = True
            return
        build = self.build
        try:
            function = build.load()
            if function is None and (waits or self._compiled or not background.is_on()):
                function = build.compile()
        except CompileError as problem:
            self.is_ready = True
            self.interpreted = None
            if self._compiled:
                raise
            self._say_slow(problem)
            return
        if function is None:
            background.request(build, self._order(build))
        else:
            self._adopt(function)

    def _say_slow(self, problem: CompileError) -> None:
        """Warn once that the game is not compiled."""
        if self.game not in _said_slow:
            _said_slow.add(self.game)
            warnings.warn(
                f"{problem} Until then the reference search plays {self.game.name}, slowly.",
                KibitzWarning,
                stacklevel=4,
            )

    def _order(self, build: Build) -> Order | None:
        """The build, described to another process; None where that cannot load the game."""
        is_plain = isinstance(self._switches, Plain)
        is_usual = isinstance(self._switches, Plain) or self._switches.build == Switches().build
        found = GameRef.of(self.game) if is_usual else None
        if found is None:
            return None
        return Order(found, self._opponents, is_plain, build.entry.name)

    def _adopt(self, function: Any) -> None:
        """Search by `function`, which is compiled, from now on."""
        self.is_ready = True
        self._function = function
        self.interpreted = None
        self._asks_tables = self._probe is not None
        self.small_table = new_table(_SMALL_BYTES)
        self.workers = [
            CompiledWorker(self.game, self._function, self.small_table)
            for _ in range(self._threads)
        ]

    @cached_property
    def knowledge(self) -> Knowledge | None:
        """What tables of perfect play know of the game; None where there are none."""
        return knowledge(self.game)

    @property
    def known(self) -> Knowledge | None:
        """The tables that its searches ask; None where they ask none."""
        return self.knowledge if self._asks_tables else None

    def start(self, position: Position) -> Sequence[Worker]:
        """The workers, made ready for one search."""
        if self.is_ready and self._function is None:
            search = REFERENCES[self._opponents]
            state, earlier = position.state, position.earlier
            return [ReferenceWorker(self.game, state, search, self._switches, earlier)]
        self._generation += 1
        self._forget_other_weights()
        if self._function is None:
            return [self._start_interpreted(position)]
        known, switches = self.known, self._switches
        words = None
        if known is not None and isinstance(switches, Switches):
            is_near = switches.endgame_tables and known.is_near(position.state)
            words = known.words if is_near else self.small_table
            switches = switches._replace(endgame_tables=is_near)
        for worker in self.workers:
            worker.table = self.small_table
            worker.endgame_tables = words
            worker.start(position.state, position.earlier, switches, self._generation)
        return self.workers

    def _forget_other_weights(self) -> None:
        """Forget what was learnt with weights that were changed since."""
        weights = self.game.weights
        version = 0 if weights is None else weights.version
        if version != self._weights_version:
            self._weights_version = version
            self.clear()

    def _start_interpreted(self, position: Position) -> Worker:
        """The worker that searches until the game is compiled; it asks no endgame tables."""
        if self.interpreted is None:
            build = search_build(self.game, opponents=self._opponents, switches=self._switches)
            self.interpreted = InterpretedWorker(self.game, build.function())
        switches = self._switches
        if isinstance(switches, Switches):
            switches = switches._replace(endgame_tables=False)
        self.interpreted.start(position.state, position.earlier, switches, self._generation)
        return self.interpreted

    def clear(self) -> None:
        """Forget what was learnt in earlier searches."""
        for table in (self.small_table, self._large_table):
            if table is not None:
                table.fill(0)
        for worker in self.workers:
            worker.clear_history()
        self.interpreted = None  # the next one knows nothing

    def use_large_table(self) -> None:
        """Have the workers go on with the table that is as large as was asked for."""
        if not self.workers:
            return
        if self._large_table is None:
            self._large_table = new_table(self._memory << 20)
        add_entries(self.small_table, self._large_table)
        for worker in self.workers:
            worker.table = self._large_table
