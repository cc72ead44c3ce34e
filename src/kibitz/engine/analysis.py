"""A search under way: improving lines as they are found, a clock, and a stop that is obeyed."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from threading import Thread
from types import TracebackType
from typing import TypeAlias

from kibitz.core.contract import Game
from kibitz.core.score import clamp
from kibitz.core.types import State
from kibitz.engine.lines import Line, line_of
from kibitz.search.deepening import Deepening
from kibitz.search.limits import Limit
from kibitz.search.variation import Variation, reach
from kibitz.search.workers import Worker

# Lines, with the nodes and seconds that they took.
_Finding: TypeAlias = tuple[tuple[Variation, ...], int, float]

Searches: TypeAlias = Sequence[tuple[Worker, Deepening]]

_PAUSE = 0.25  # seconds at most between two looks at the clock
_SHORT_PAUSE = 0.05  # and at whether a compiled search is there
_INLINE_SECONDS = 0.001  # at most, where a time limit is given


class Analysis:
    """Iterates over the best lines, deeper each time; ends at the limit, at `stop()`, or when
    nothing is left to find. Leaving the `with` block, or Ctrl-C, stops it.

    `begin` itself runs a search of a few thousand nodes; a longer one goes on in threads of its
    own, which release the interpreter's lock, while this object waits for them. It is to be used by
    one thread, but for `stop`. `before_threads` is called where threads are needed; `follow` goes
    on with a line where tables of perfect play took over. `take_over` gives other searches once
    there are some: an interpreted search ends then, and the compiled ones go on in its place.
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
        self._found: SimpleQueue[_Finding | BaseException | None] = SimpleQueue()
        self.threads: list[Thread] = []  # none where the search was over at once
        self.is_over = False  # whether nothing more will be found
        self._last: tuple[Variation, ...] = ()
        self.lines: list[Line] = []  # the best so far
        self.on_lines: Callable[[list[Line]], None] | None = None  # told of every finding
        self._limit = limit
        self._before_threads = before_threads
        self._is_compiled = is_compiled
        self._is_last_compiled = is_compiled  # whether the lines found last were
        self._take_over = take_over
        self._is_stopping = False
        self._earlier_nodes = 0  # of searches that others took over from

    def begin(self) -> None:
        """Begin the search, and its time."""
        self._began = time.perf_counter()
        if self._limit.time is not None:
            self._deadline = self._began + self._limit.time
        if self._is_done_inline(self._limit):
            self._found.put(None)
        else:
            self._start_threads()

    def _start_threads(self) -> None:
        ready = time.perf_counter()
        self._before_threads()
        if self._deadline is not None:
            # The limit is for thinking: a first search need not pay for the memory of all others.
            self._deadline += time.perf_counter() - ready
        limit, searches = self._limit, self._searches
        left = None if limit.nodes is None else limit.nodes - self._earlier_nodes
        share = None if left is None else max(1, left // len(searches))
        for index, (worker, _) in enumerate(searches):
            worker.set_node_limit(share)
            name = f"kibitz-search-{index}"
            is_heard = index == 0 or limit.depth is None
            arguments = (searches, index, is_heard, self._found, self._began)
            thread = Thread(target=_think, args=arguments, name=name, daemon=True)
            self.threads.append(thread)
            thread.start()

    def __iter__(self) -> Analysis:
        return self

    def __next__(self) -> list[Line]:
        finding = self._advance()
        if finding is None:
            raise StopIteration
        self.lines = self._as_lines(*finding)
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
        # Left in the middle, without a `with` block: the threads must not go on for ever.
        if hasattr(self, "is_over"):
            self.stop()

    def stop(self) -> None:
        """Ask the search to end; what it has found stays. May be called from any thread.

        Once it is over this does nothing: its workers may be at the engine's next search.
        """
        if self.is_over:
            return
        self._is_stopping = True
        for worker, _ in self._searches:
            worker.stop()

    def wait(self) -> list[Line]:
        """The best lines once the search is over."""
        while self._advance() is not None:
            pass
        return self.lines

    def _is_done_inline(self, limit: Limit) -> bool:
        """Search a little here and now: starting a thread takes longer than a small search.

        How far depends on nodes alone, so that a search without a time limit repeats itself.
        """
        worker, deepening = self._searches[0]
        budget = min(limit.nodes or worker.inline_nodes, worker.inline_nodes)
        search = deepening.run()
        while limit.time is None or time.perf_counter() - self._began < _INLINE_SECONDS:
            # The next depth may take several times what all before took, but not without end.
            share = 8 * worker.nodes + 256 if deepening.is_stepwise else budget
            worker.set_node_limit(min(budget, share))
            found = next(search, None)
            is_cut_short = worker.is_stopped and worker.nodes != limit.nodes
            if found is None or is_cut_short:
                break  # this depth is searched again by a thread
            self._found.put(_finding(self._searches, found, self._began))
        return deepening.is_done or worker.nodes == limit.nodes

    def _advance(self) -> _Finding | None:
        """What the searches find next; None when they are over."""
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

    def _next_found(self) -> _Finding | BaseException | None:
        """What the searches put out next, waited for until the deadline."""
        if not self.threads:
            return self._found.get()  # all of it was found at once, the deepest last
        while True:
            left = None if self._deadline is None else self._deadline - time.perf_counter()
            self._try_to_switch()
            pause = _PAUSE if self._take_over is None else _SHORT_PAUSE
            try:
                # In small portions, because some platforms do not interrupt a long wait.
                found = self._found.get(timeout=pause if left is None else max(0, min(left, pause)))
                # Two threads may put out what they found in the wrong order.
                if not isinstance(found, tuple) or reach(found[0]) > reach(self._last):
                    return found
            except Empty:
                if left is not None and left <= 0:
                    self.stop()
                    self._deadline = None  # what is left is to wait for the threads

    def _try_to_switch(self) -> None:
        """Go on with the compiled searches, if there are some now."""
        worker, deepening = self._searches[0]
        if self._take_over is None or self._is_stopping or deepening.is_done:
            return
        searches = self._take_over()
        if searches is None:
            return
        self._take_over = None
        worker.stop()
        for thread in self.threads:
            thread.join()
        if deepening.is_done:  # just now: what it found is still in the queue
            return
        self.threads.clear()
        self._drain()
        self._earlier_nodes = worker.nodes
        self._searches, self._is_compiled = searches, True
        self._start_threads()
        if self._is_stopping:  # by another thread, which may have stopped the old ones alone
            self.stop()

    def _drain(self) -> None:
        """Take what an interrupted search has found off the queue."""
        while not self._found.empty():
            found = self._found.get()
            if isinstance(found, BaseException):
                raise found
            if found is not None and reach(found[0]) > reach(self._last):
                self._last = found[0]

    def _finish(self) -> None:
        """Wait for the threads, and count what they did after the last finding too."""
        if self.is_over:
            return
        self.is_over = True
        for thread in self.threads:
            thread.join()
        # Stopped before the first depth was done: any legal move, and nothing claimed for it.
        self.lines = self._as_lines(
            *_finding(self._searches, self._last or (self._first_move(),), self._began)
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

    def _first_move(self) -> Variation:
        move = self._searches[0][1].first_move
        score = clamp(self._game.evaluate(self._state, self._state.turn))
        return Variation((move,), score, 0, is_complete=False, is_proven=False)


def _think(
    searches: Searches,
    index: int,
    is_heard: bool,
    queue: SimpleQueue[_Finding | BaseException | None],
    began: float,
) -> None:
    """One thread's search. The first one's end is the end of all; so is that of another whose
    findings are heard, when nothing is left to find, and that of one that fails.

    It knows nothing of the Analysis, so that one which is dropped ends.
    """
    outcome: BaseException | None = None
    _, deepening = searches[index]
    try:
        for found in deepening.run():
            if is_heard:
                queue.put(_finding(searches, found, began))
    except BaseException as problem:  # raised again where it is waited for
        outcome = problem
    is_last = index == 0 or outcome is not None
    if is_last or (is_heard and deepening.is_done):
        for worker, _ in searches:
            worker.stop()
    if is_last:
        queue.put(outcome)


def _finding(searches: Searches, found: tuple[Variation, ...], began: float) -> _Finding:
    nodes = sum([worker.nodes for worker, _ in searches])
    return found, nodes, time.perf_counter() - began
