"""A search under way: improving lines as they are found, a clock, and a stop that is obeyed."""

from __future__ import annotations

import time
from collections.abc import Sequence
from queue import Empty, SimpleQueue
from threading import Thread
from types import TracebackType

from kibitz.core.contract import Game
from kibitz.core.score import clamp
from kibitz.core.types import State, Words
from kibitz.engine.lines import Line, line_of
from kibitz.search.deepening import Deepening, Variation
from kibitz.search.limits import Limit
from kibitz.search.memory import STOP
from kibitz.search.workers import Worker


class Analysis:
    """Iterates over the best lines, deeper each time; ends at the limit, at `stop()`, or when
    nothing is left to find. Leaving the `with` block, or Ctrl-C, stops it.

    The searches run in threads of their own, which release the interpreter's lock; this object
    waits for them, and is to be used by one thread.
    """

    def __init__(
        self,
        game: Game,
        state: State,
        searches: Sequence[tuple[Worker, Deepening]],
        control: Words,
        limit: Limit,
    ) -> None:
        self._game = game
        self._state = state
        self._searches = searches
        self._control = control
        self._began = time.perf_counter()
        self._deadline = None if limit.time is None else self._began + limit.time
        self._found: SimpleQueue[tuple[Variation, ...] | BaseException | None] = SimpleQueue()
        self._is_over = False
        self._last: tuple[Variation, ...] = ()
        self.lines: list[Line] = []  # the best so far
        self._threads = [
            Thread(target=self._think, args=(index,), name=f"kibitz-search-{index}", daemon=True)
            for index in range(len(searches))
        ]
        for thread in self._threads:
            thread.start()

    def __iter__(self) -> Analysis:
        return self

    def __next__(self) -> list[Line]:
        if self._is_over:
            raise StopIteration
        try:
            found = self._next_found()
        except BaseException:
            self.stop()
            self._finish()
            raise
        if isinstance(found, tuple):
            self._last = found
            self.lines = self._as_lines(found)
            return self.lines
        self._finish()
        if found is not None:
            raise found
        raise StopIteration

    def __enter__(self) -> Analysis:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()
        self._finish()

    def stop(self) -> None:
        """Ask the search to end; what it has found stays. May be called from any thread."""
        self._control[STOP] = 1

    def _next_found(self) -> tuple[Variation, ...] | BaseException | None:
        """What the first search finds next; None when it is over."""
        while True:
            left = None if self._deadline is None else self._deadline - time.perf_counter()
            try:
                # In small portions, because some platforms do not interrupt a long wait.
                return self._found.get(timeout=0.25 if left is None else max(0, min(left, 0.25)))
            except Empty:
                if left is not None and left <= 0:
                    self.stop()

    def _finish(self) -> None:
        """Wait for the threads, and count what they did after the last finding too."""
        if self._is_over:
            return
        self._is_over = True
        for thread in self._threads:
            thread.join()
        # Stopped before the first depth was done: any legal move, and nothing claimed for it.
        self.lines = self._as_lines(self._last or (self._first_move(),))

    def _think(self, index: int) -> None:
        """One thread's search; only the first one's findings are reported."""
        outcome: BaseException | None = None
        try:
            for found in self._searches[index][1].run():
                if index == 0:
                    self._found.put(found)
        except BaseException as problem:  # raised again where it is waited for
            outcome = problem
        if index == 0:
            self.stop()
            self._found.put(outcome)

    def _as_lines(self, found: tuple[Variation, ...]) -> list[Line]:
        nodes = sum(worker.nodes for worker, _ in self._searches)
        seconds = time.perf_counter() - self._began
        return [line_of(self._game, self._state, one, nodes, seconds) for one in found]

    def _first_move(self) -> Variation:
        move = next(iter(self._game.moves(self._state)))
        score = clamp(self._game.evaluate(self._state, self._state.turn))
        return Variation((move,), score, 0, is_proven=False)
