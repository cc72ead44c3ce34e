"""Iterative deepening: the root of a search, one ply deeper each time.

It is written in Python over a `Worker`, because only the recursion below has to be quick, and a
compiled function that calls a recursive one cannot be kept on disk.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from kibitz.core.contract import Game
from kibitz.core.score import EVALUATION_LIMIT, INFINITY, is_decided, plies_to_end
from kibitz.core.types import Depth, Move, Score, State
from kibitz.search.switches import TUNING, Switches
from kibitz.search.workers import Worker


@dataclass(frozen=True, slots=True)
class Variation:
    """A move at the root, what it is worth to the mover, and best play after it."""

    line: tuple[Move, ...]
    score: Score
    depth: Depth
    is_proven: bool  # more search cannot change the score

    @property
    def move(self) -> Move:
        """The move at the root."""
        return self.line[0]


@dataclass(slots=True)
class _RootMove:
    """A move at the root, with what is known about it from the last time it was searched."""

    move: Move
    child: State
    score: Score = -INFINITY
    line: list[Move] = field(default_factory=list)
    is_sure: bool = False  # no line below ended in an evaluation


class Deepening:
    """A search of one state, deeper and deeper."""

    def __init__(
        self,
        worker: Worker,
        game: Game,
        state: State,
        *,
        switches: Switches,
        line_count: int = 1,
        first_depth: Depth = 1,
        max_depth: Depth | None = None,
    ) -> None:
        self._worker = worker
        self._game = game
        self._switches = switches
        self._moves = [_RootMove(move, game.play(state, move)) for move in game.moves(state)]
        self._line_count = min(line_count, len(self._moves))
        self._first_depth = first_depth
        self._max_depth = min(max_depth or worker.max_depth, worker.max_depth)
        self._window = TUNING.aspiration_window * game.unit

    def run(self) -> Iterator[tuple[Variation, ...]]:
        """The best lines after each depth, best first, until stopped or nothing is left to find."""
        last: Score | None = None
        for depth in range(self._first_depth, self._max_depth + 1):
            best, is_sure = self._search_depth(depth, last)
            if self._worker.is_stopped and depth == self._first_depth:
                return  # not even the shallowest search has seen every move
            if best:
                found = tuple(
                    self._variation(found, depth, is_sure or index > 0)
                    for index, found in enumerate(best)
                )
                yield found
                if not self._worker.is_stopped and self._is_settled(found, is_sure):
                    return
                last = best[0].score
            if self._worker.is_stopped:
                return

    def _search_depth(self, depth: Depth, last: Score | None) -> tuple[list[_RootMove], bool]:
        """The best moves at `depth`, within a window around `last` that widens as needed."""
        low, high = -INFINITY, INFINITY
        width = self._window
        is_windowed = (
            self._switches.aspiration
            and self._line_count == 1
            and depth >= TUNING.aspiration_depth
            and last is not None
            and not is_decided(last)
        )
        if is_windowed and last is not None:
            low, high = last - width, last + width
        while True:
            best, is_sure = self._search_window(depth, low, high)
            if self._worker.is_stopped:
                # A finished move above the window's floor is worth more than the last depth's.
                useful = best and best[0].score > low and self._line_count == 1
                return (best if useful else []), False
            if best[0].score <= low:
                low = max(low - width, -INFINITY) if width < EVALUATION_LIMIT else -INFINITY
            elif best[0].score >= high:
                high = min(high + width, INFINITY) if width < EVALUATION_LIMIT else INFINITY
            else:
                return best, is_sure
            if is_decided(best[0].score):
                low, high = -INFINITY, INFINITY
            width *= 4

    def _search_window(self, depth: Depth, low: Score, high: Score) -> tuple[list[_RootMove], bool]:
        """Search every root move within (low, high); the best ones, and whether all are sure."""
        worker = self._worker
        unsure = worker.unsure
        best: list[_RootMove] = []
        for root_move in self._moves:
            is_full = len(best) == self._line_count
            alpha = max(low, best[-1].score) if is_full else low
            before = worker.unsure
            child = root_move.child
            if is_full and self._switches.narrow and high - alpha > 1:
                score = worker.value(child, depth - 1, alpha, alpha + 1)
                if alpha < score < high and not worker.is_stopped:
                    score = worker.value(child, depth - 1, alpha, high)
            else:
                score = worker.value(child, depth - 1, alpha, high)
            if worker.is_stopped:
                break
            if score > alpha or not is_full:
                root_move.score = score
                root_move.line = worker.line()
                root_move.is_sure = worker.unsure == before
                best = _inserted(best, root_move)[: self._line_count]
            if self._line_count == 1 and score >= high:
                break
        if self._switches.sorting:
            self._moves = best + [move for move in self._moves if move not in best]
        return best, worker.unsure == unsure and not worker.is_stopped

    def _variation(self, found: _RootMove, depth: Depth, others_sure: bool) -> Variation:
        is_proven = is_decided(found.score) or (found.is_sure and others_sure)
        return Variation((found.move, *found.line), found.score, depth, is_proven)

    def _is_settled(self, found: tuple[Variation, ...], is_sure: bool) -> bool:
        """Whether deeper search cannot change the answer."""
        if is_sure:
            return True
        # A forced end within the depth is the quickest one; with margins a better one may follow.
        return self._game.margin is None and all(
            is_decided(line.score) and plies_to_end(line.score) <= line.depth for line in found
        )


def _inserted(best: list[_RootMove], new: _RootMove) -> list[_RootMove]:
    """`best` with `new` at its place, after those that are as good."""
    place = sum(1 for other in best if other.score >= new.score)
    return [*best[:place], new, *best[place:]]
