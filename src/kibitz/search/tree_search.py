"""Monte Carlo search from one position: grows the trees and reports the best lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.core.contract import Game
from kibitz.core.types import Depth, Move, State
from kibitz.search.tree_lines import Branch, line_below, merged, ranked, variation
from kibitz.search.tree_worker import TreeWorker
from kibitz.search.variation import Variation

_FIRST_REPORT = 32  # playouts before the first lines
_REPORT_GROWTH = 1.3  # playouts of a report, relative to the one before
_WHOLE_LINES = 8  # number of complete lines in every report except the last
_LONGEST_REPORT = 1 << 20  # most playouts between two reports
_IDLE_PLAYOUTS = 10_000  # a tree that no longer grows cannot get deeper


class TreeSearch:
    """One thread of a Monte Carlo search; the first thread reports the lines of all trees.

    The results of all trees are added up at the root. With `max_depth` the search ends when its
    main line has this length.
    """

    is_stepwise = False

    def __init__(
        self,
        worker: TreeWorker,
        workers: Sequence[TreeWorker],
        game: Game,
        state: State,
        *,
        line_count: int = 1,
        excluded: Sequence[Move] = (),
        max_depth: Depth | None = None,
    ) -> None:
        moves = [move for move in game.moves(state) if move not in excluded]
        self._worker = worker
        self._workers = workers
        self._game = game
        self._state = state
        self._line_count = min(line_count, len(moves))
        self._max_depth = max_depth
        self._next_report = _FIRST_REPORT
        self._first_move: Move = moves[0]
        self.is_done: bool = False  # whether more playouts cannot change the result
        worker.restrict(excluded, self._line_count)

    def run(self) -> Iterator[tuple[Variation, ...]]:
        """Yield the best lines, each time after more playouts, until stopped or done.

        Another call continues with the same tree.
        """
        worker = self._worker
        is_first = worker is self._workers[0]
        while not self.is_done:
            size = worker.size
            worker.grow(self._next_report)
            is_stopped, playouts = worker.is_stopped, worker.nodes
            is_last = is_stopped or worker.is_settled
            lines = self.lines(is_last) if is_first or worker.is_settled else ()
            self.is_done = worker.is_settled or self._is_deep_enough(lines, size)
            if playouts >= self._next_report:
                growth = min(int(playouts * (_REPORT_GROWTH - 1)), _LONGEST_REPORT)
                self._next_report = playouts + max(growth, _FIRST_REPORT)
            if lines:
                yield lines
            if is_stopped:
                return

    def _is_deep_enough(self, lines: Sequence[Variation], size: int) -> bool:
        """Whether the depth limit has been reached, or can no longer be reached."""
        if self._max_depth is None or not lines:
            return False
        if len(lines[0].line) >= self._max_depth:
            return True
        return self._worker.size == size and self._worker.nodes >= _IDLE_PLAYOUTS

    def lines(self, is_last: bool) -> tuple[Variation, ...]:
        """The best lines of all trees so far, best first.

        Only the first few are complete until the last report, because replaying moves is slow.
        """
        found = [
            branch
            for owner, worker in enumerate(self._workers)
            for branch in worker.branches(owner)
        ]
        playouts = sum(worker.nodes for worker in self._workers)
        return tuple(
            self._variation(one, playouts, is_whole=is_last or place < _WHOLE_LINES)
            for place, one in enumerate(ranked(merged(found))[: self._line_count])
        )

    def _variation(self, branch: Branch, playouts: int, *, is_whole: bool) -> Variation:
        owner = self._workers[branch.owner]
        below = (
            line_below(self._game, self._state, branch, owner.tree, owner.result_of)
            if is_whole
            else []
        )
        return variation(branch, below, playouts)

    def fallback(self) -> Variation:
        """The line of a search that was stopped before its first result."""
        return Variation(
            (self._first_move,), 0, 1, is_complete=False, is_proven=False, interval=(-1.0, 1.0)
        )
