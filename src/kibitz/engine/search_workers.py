"""The workers of an engine: compiled searches, interpreted ones, or the reference search."""

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
from kibitz.engine.compile_order import CompileOrder
from kibitz.engine.knowledge import Knowledge, knowledge
from kibitz.engine.position import Position
from kibitz.engine.search_choice import unusual_search
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
warned_slow: WeakSet[Game] = WeakSet()
_SMALL_BYTES = 256 << 10


class SearchWorkers:
    """The search workers of one engine, one for each thread, and their transposition table.

    The arguments are those of `Engine`. `prepare` chooses the kind of worker.
    """

    _slow_search = "reference"  # the one that plays games which cannot be compiled

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
        self.is_ready: bool = False  # whether the choice of worker is final
        self._function: Any = None
        self.workers: list[CompiledWorker] = []
        self.interpreted: InterpretedWorker | None = None  # until the game is compiled
        self.small_table: Memory = None  # fits in the processor's caches, for short searches
        self._large_table: Memory = None  # allocated for the first long search
        self._generation = 0
        self._probes_tables = False
        self._weights_version = 0

    @property
    def is_compiled(self) -> bool:
        """Whether the next search is compiled."""
        return self._function is not None

    @property
    def build(self) -> Build:
        """The build of the search."""
        return search_build(
            self.game, opponents=self._opponents, switches=self._switches, probe=self._probe
        )

    @property
    def _probe(self) -> TableProbe | None:
        """The endgame table probe of the full search, or None."""
        is_strong = self._opponents == "paranoid" and isinstance(self._switches, Switches)
        known = self.knowledge if is_strong else None
        return None if known is None else known.probe

    def prepare(self, *, waits: bool) -> None:
        """Choose the worker: compiled, reference, or interpreted until the game is compiled."""
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
            self._warn_slow(problem)
            return
        if function is None:
            background.request(build, self._order(build))
        else:
            self._adopt(function)

    def _warn_slow(self, problem: CompileError) -> None:
        """Warn once that the game cannot be compiled."""
        if self.game not in warned_slow:
            warned_slow.add(self.game)
            warnings.warn(
                f"{problem} Until then the {self._slow_search} search plays {self.game.name}, "
                "slowly.",
                KibitzWarning,
                stacklevel=4,
            )

    def _order(self, build: Build) -> CompileOrder | None:
        """An order for the build; None if another process cannot load the game."""
        is_plain = isinstance(self._switches, Plain)
        is_usual = isinstance(self._switches, Plain) or self._switches.build == Switches().build
        found = GameRef.of(self.game) if is_usual else None
        if found is None:
            return None
        is_given = is_plain or self._opponents != "paranoid"
        search = None if is_given else unusual_search(self.game, "alphabeta")
        return CompileOrder(found, self._opponents, is_plain, build.entry.name, search)

    def _adopt(self, function: Any) -> None:
        """Use the compiled `function` from now on."""
        self.is_ready = True
        self._function = function
        self.interpreted = None
        self._probes_tables = self._probe is not None
        self.small_table = new_table(_SMALL_BYTES)
        self.workers = [
            CompiledWorker(self.game, self._function, self.small_table)
            for _ in range(self._threads)
        ]

    @cached_property
    def knowledge(self) -> Knowledge | None:
        """The endgame tables of the game; None if it has none."""
        return knowledge(self.game)

    @property
    def known(self) -> Knowledge | None:
        """The knowledge that the searches use; None if they do not probe tables."""
        return self.knowledge if self._probes_tables else None

    def start(self, position: Position) -> Sequence[Worker]:
        """The workers, prepared for one search."""
        if self.is_ready and self._function is None:
            search = REFERENCES[self._opponents]
            state, earlier = position.state, position.earlier
            return [ReferenceWorker(self.game, state, search, self._switches, earlier)]
        self._generation += 1
        self._clear_if_weights_changed()
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

    def _clear_if_weights_changed(self) -> None:
        """Clear the transposition table if the weights of the evaluation have changed."""
        weights = self.game.weights
        version = 0 if weights is None else weights.version
        if version != self._weights_version:
            self._weights_version = version
            self.clear()

    def _start_interpreted(self, position: Position) -> Worker:
        """The worker for searches before the game is compiled; it does not probe endgame tables."""
        if self.interpreted is None:
            build = search_build(self.game, opponents=self._opponents, switches=self._switches)
            self.interpreted = InterpretedWorker(self.game, build.function())
        switches = self._switches
        if isinstance(switches, Switches):
            switches = switches._replace(endgame_tables=False)
        self.interpreted.start(position.state, position.earlier, switches, self._generation)
        return self.interpreted

    def clear(self) -> None:
        """Clear the transposition tables and the move history of earlier searches."""
        for table in (self.small_table, self._large_table):
            if table is not None:
                table.fill(0)
        for worker in self.workers:
            worker.clear_history()
        self.interpreted = None  # the next one starts without results

    def use_large_table(self) -> None:
        """Switch the workers to the transposition table of the requested size."""
        if not self.workers:
            return
        if self._large_table is None:
            self._large_table = new_table(self._memory << 20)
        add_entries(self.small_table, self._large_table)
        for worker in self.workers:
            worker.table = self._large_table
