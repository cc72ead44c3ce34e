"""A running search: a stream of improving lines that can be stopped."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from queue import Empty, SimpleQueue
from threading import Thread
from types import TracebackType
from typing import Protocol, TypeAlias

from kibitz.core.contract import Game
from kibitz.core.types import State
from kibitz.engine.lines import Line, line_of
from kibitz.engine.patience import Pulse, join, run_in_thread
from kibitz.search.limits import Limit
from kibitz.search.variation import Variation, reach

# The best lines so far, with the nodes and seconds used.
_Result: TypeAlias = tuple[tuple[Variation, ...], int, float]


class SearchThread(Protocol):
    """One thread of a search, as far as an analysis needs it."""

    inline_nodes: int  # number of nodes that take about a millisecond

    @property
    def nodes(self) -> int:
        """The number of nodes visited so far; of playouts in a Monte Carlo search."""
        ...

    @property
    def is_stopped(self) -> bool:
        """Whether the search was stopped before it was complete."""
        ...

    def set_node_limit(self, nodes: int | None) -> None:
        """Stop at this total number of nodes; None for no limit."""

    def stop(self) -> None:
        """Stop the search as soon as possible. Thread-safe."""


class LineSource(Protocol):
    """The lines that one thread finds: `Deepening` or `TreeSearch`."""

    @property
    def is_stepwise(self) -> bool:
        """Whether each step costs many times the nodes of the one before."""
        ...

    @property
    def is_done(self) -> bool:
        """Whether the search is complete."""
        ...

    def run(self) -> Iterator[tuple[Variation, ...]]:
        """Yield better and better lines until stopped or done; another call resumes."""
        ...

    def fallback(self) -> Variation:
        """The line to use if the search finds none."""
        ...


Searches: TypeAlias = Sequence[tuple[SearchThread, LineSource]]

_PAUSE = 0.25  # seconds between checks of the deadline
_SHORT_PAUSE = 0.05  # the same, while the game is being compiled
_INLINE_SECONDS = 0.001  # the longest search in the calling thread under a time limit


class Analysis:
    """Iterates over the best lines, deeper each time, until the limit, `stop()`, or a full proof.

    Ctrl-C or leaving the `with` block stops it. `begin` searches a few thousand nodes in the
    calling thread; a longer search continues in separate threads, which release the interpreter's
    lock. All methods except `stop` must be called from one thread.

    `before_threads` is called before threads start. `follow` extends a line that ends in an endgame
    table. `take_over` returns None until compiled searches are ready; then it returns them, and
    they replace the interpreted search.
    """

    def __init__(
        self,
        game: Game,
        state: State,
        searches: Searches,
        limit: Limit,
        *,
        before_threads: Callable[[], None],
        follow: Callable[[Variation], Variation] | None = None,
        is_compiled: bool = True,
        take_over: Callable[[], Searches | None] | None = None,
    ) -> None:
        self._game = game
        self._state = state
        self._searches = searches
        self._follow = follow
        self._began = 0.0
        self._deadline: float | None = None
        self._found: SimpleQueue[_Result | BaseException | None] = SimpleQueue()
        self.threads: list[Thread] = []  # empty if the search ended in `begin`
        self.is_over: bool = False  # whether the search has ended
        self._last: tuple[Variation, ...] = ()
        self.lines: list[Line] = []  # the best so far
        self.on_lines: Callable[[list[Line]], None] | None = None  # called with every new result
        self._limit = limit
        self._before_threads = before_threads
        self._is_compiled = is_compiled
        self._is_last_compiled = is_compiled  # whether the latest lines are from a compiled search
        self._take_over = take_over
        self._is_stopping = False
        self._earlier_nodes = 0  # nodes of searches that were replaced

    def begin(self) -> None:
        """Start the search and its clock."""
        self._began = time.perf_counter()
        if self._limit.time is not None:
            self._deadline = self._began + self._limit.time
        is_done = run_in_thread(
            self._game,
            self._is_done_inline,
            self._limit,
            progress=self._nodes,
            is_interpreted=not self._is_compiled,
        )
        if is_done:
            self._found.put(None)
        else:
            self._start_threads()

    def _start_threads(self) -> None:
        ready = time.perf_counter()
        self._before_threads()
        if self._deadline is not None:
            # Allocating memory, which later searches reuse, does not count as thinking time.
            self._deadline += time.perf_counter() - ready
        limit, searches = self._limit, self._searches
        left = None if limit.nodes is None else limit.nodes - self._earlier_nodes
        share = None if left is None else max(1, left // len(searches))
        for index, (worker, _) in enumerate(searches):
            worker.set_node_limit(share)
            name = f"kibitz-search-{index}"
            reports = index == 0 or limit.depth is None
            arguments = (searches, index, reports, self._found, self._began)
            thread = Thread(target=_run_search, args=arguments, name=name, daemon=True)
            self.threads.append(thread)
            thread.start()

    def __iter__(self) -> Analysis:
        return self

    def __next__(self) -> list[Line]:
        result = self._advance()
        if result is None:
            raise StopIteration
        self.lines = self._as_lines(*result)
        return self.lines

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

    def __del__(self) -> None:
        # Discarded without a `with` block: its threads must end.
        if hasattr(self, "is_over"):
            self.stop()

    def stop(self) -> None:
        """Ask the search to end; its results remain available. Callable from any thread.

        It has no effect after the end, when the engine's next search may be using the workers.
        """
        if self.is_over:
            return
        self._is_stopping = True
        for worker, _ in self._searches:
            worker.stop()

    def wait(self) -> list[Line]:
        """Wait for the end of the search and return the best lines."""
        while self._advance() is not None:
            pass
        return self.lines

    def _nodes(self) -> int:
        """The nodes of the current searches."""
        return sum([worker.nodes for worker, _ in self._searches])

    def _is_done_inline(self, limit: Limit) -> bool:
        """Search a few nodes in this thread, because starting a thread would take longer.

        Return whether the search is complete. Without a time limit only the number of nodes ends
        it, so that a repeated search gives the same result.
        """
        worker, deepening = self._searches[0]
        budget = min(limit.nodes or worker.inline_nodes, worker.inline_nodes)
        search = deepening.run()
        while limit.time is None or time.perf_counter() - self._began < _INLINE_SECONDS:
            # Stop a depth that needs many times the nodes of all earlier ones together.
            share = 8 * worker.nodes + 256 if deepening.is_stepwise else budget
            worker.set_node_limit(min(budget, share))
            found = next(search, None)
            is_cut_short = worker.is_stopped and worker.nodes != limit.nodes
            if found is None or is_cut_short:
                break  # a thread restarts this depth
            self._found.put(_result(self._searches, found, self._began))
        return deepening.is_done or worker.nodes == limit.nodes

    def _advance(self) -> _Result | None:
        """The next result of the searches; None when they have ended."""
        if self.is_over:
            return None
        try:
            found = self._next_found()
        except BaseException:
            self.stop()
            self._finish()
            raise
        if isinstance(found, tuple):
            self._last, self._is_last_compiled = found[0], self._is_compiled
            if self.on_lines is not None:
                self.on_lines(self._as_lines(*found))
            return found
        self._finish()
        if found is not None:
            raise found
        return None

    def _next_found(self) -> _Result | BaseException | None:
        """Wait for the next item in the queue; stop the search at the deadline."""
        if not self.threads:
            return self._found.get()  # all results are there since `begin`
        pulse = Pulse(self._game, self._nodes)
        while True:
            left = None if self._deadline is None else self._deadline - time.perf_counter()
            self._try_to_switch()
            pause = _PAUSE if self._take_over is None else _SHORT_PAUSE
            try:
                # Wait in short intervals, because some platforms cannot interrupt a long wait.
                found = self._found.get(timeout=pause if left is None else max(0, min(left, pause)))
                # Results of different threads may arrive out of order.
                if not isinstance(found, tuple) or reach(found[0]) > reach(self._last):
                    return found
            except Empty:
                if pulse.is_lost(pause):
                    self.stop()
                    self._finish()  # raises an error unless the threads end
                    return None
                if left is not None and left <= 0:
                    self.stop()
                    self._deadline = None  # the threads are about to end

    def _try_to_switch(self) -> None:
        """Switch to the compiled searches if they are ready."""
        worker, deepening = self._searches[0]
        if self._take_over is None or self._is_stopping or deepening.is_done:
            return
        searches = self._take_over()
        if searches is None:
            return
        self._take_over = None
        worker.stop()
        for thread in self.threads:
            join(self._game, thread, self._nodes)
        if deepening.is_done:  # it finished meanwhile; its results are in the queue
            return
        self.threads.clear()
        self._drain()
        self._earlier_nodes = worker.nodes
        self._searches, self._is_compiled = searches, True
        self._start_threads()
        if self._is_stopping:  # `stop` may have reached only the old searches
            self.stop()

    def _drain(self) -> None:
        """Empty the queue of an interrupted search, and remember its best result."""
        while not self._found.empty():
            found = self._found.get()
            if isinstance(found, BaseException):
                raise found
            if found is not None and reach(found[0]) > reach(self._last):
                self._last = found[0]

    def _finish(self) -> None:
        """Wait for the threads and update the lines with their final node counts."""
        if self.is_over:
            return
        self.is_over = True
        for thread in self.threads:
            join(self._game, thread, self._nodes)
        # If no depth was completed, use a legal move with the static evaluation.
        self.lines = self._as_lines(
            *_result(self._searches, self._last or (self._searches[0][1].fallback(),), self._began)
        )

    def _as_lines(self, found: tuple[Variation, ...], nodes: int, seconds: float) -> list[Line]:
        return [
            line_of(
                self._game,
                self._state,
                self._followed(one),
                nodes + self._earlier_nodes,
                seconds,
                is_compiled=self._is_last_compiled,
            )
            for one in found
        ]

    def _followed(self, found: Variation) -> Variation:
        if self._follow is None or not found.is_proven or not found.is_by_table:
            return found
        return self._follow(found)


def _run_search(
    searches: Searches,
    index: int,
    reports: bool,
    queue: SimpleQueue[_Result | BaseException | None],
    began: float,
) -> None:
    """Run the search of one thread.

    All searches stop when the first thread's search ends, when any search fails, or when one that
    reports its results is complete. The thread has no reference to the Analysis, which can thus be
    garbage-collected.
    """
    outcome: BaseException | None = None
    _, deepening = searches[index]
    try:
        for found in deepening.run():
            if reports:
                queue.put(_result(searches, found, began))
    except BaseException as problem:  # raised again in the waiting thread
        outcome = problem
    is_last = index == 0 or outcome is not None
    if is_last or (reports and deepening.is_done):
        for worker, _ in searches:
            worker.stop()
    if is_last:
        queue.put(outcome)


def _result(searches: Searches, found: tuple[Variation, ...], began: float) -> _Result:
    nodes = sum([worker.nodes for worker, _ in searches])
    return found, nodes, time.perf_counter() - began
