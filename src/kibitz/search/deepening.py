"""Iterative deepening: search the root one ply deeper each time.

It is interpreted and calls a `Worker`: only the recursion has to be fast, and a compiled function
that calls a recursive one cannot be loaded from the disk cache.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from kibitz.core.contract import Game
from kibitz.core.score import (
    EVALUATION_LIMIT,
    INFINITY,
    clamp,
    has_distance,
    is_decided,
    plies_to_end,
)
from kibitz.core.types import Depth, Move, Score, State
from kibitz.search.depth_sharing import DepthSharing
from kibitz.search.switches import TUNING, Plain, Switches
from kibitz.search.typical_change import typical_change
from kibitz.search.variation import Variation, reach
from kibitz.search.workers import Worker

# The model of the opponents. paranoid: all minimise the root side's score. maxn: each maximises its
# own score. reply: one minimises the root side's score, and the others play their usual moves.
Opponents: TypeAlias = Literal["paranoid", "maxn", "reply"]

# Monte Carlo tree search, or alpha-beta with iterative deepening.
SearchKind: TypeAlias = Literal["mcts", "alphabeta"]

_WIDEST = EVALUATION_LIMIT // 1000  # a window wider than this is replaced by an infinite one


class Deepening:
    """Iterative deepening from one state, without the moves `excluded` at the root."""

    def __init__(
        self,
        worker: Worker,
        game: Game,
        state: State,
        *,
        switches: Switches | Plain,
        opponents: Opponents = "paranoid",
        line_count: int = 1,
        excluded: Sequence[Move] = (),
        first_depth: Depth = 1,
        max_depth: Depth | None = None,
        sharing: DepthSharing | None = None,
    ) -> None:
        moves = [move for move in game.moves(state) if move not in excluded]
        self._worker = worker
        self._game = game
        self._state = state
        self._has_margin = game.margin is not None
        self._is_paranoid = opponents == "paranoid"
        self._is_duel = game.players == 2
        self._is_windowed = switches.aspiration and self._is_paranoid
        self._is_selective = self._is_paranoid and switches.is_selective
        self._is_plain = isinstance(switches, Plain)
        self._is_exact = True
        self._is_bounded = max_depth is not None
        self._moves = moves
        self._line_count = min(line_count, len(moves))
        self._excluded = excluded
        self._first_move: Move = moves[0]
        self._first_depth = first_depth
        self._depth = first_depth
        self._max_depth = min(max_depth or worker.max_depth, worker.max_depth)
        self._lines: tuple[Variation, ...] = ()
        self._sharing = sharing or DepthSharing()
        self._is_ahead = False  # whether it has left a depth to another search

    def run(self) -> Iterator[tuple[Variation, ...]]:
        """Yield the best lines after each depth, best first, until stopped or the result is final.

        Another call resumes at the depth that was stopped. Depths that other searches with the same
        `sharing` have finished are skipped.
        """
        while self._depth <= self._max_depth:
            self._choose_depth()
            self._is_exact = self._is_full_width_depth()
            self._worker.set_exact(self._is_exact)
            try:
                found = self._search_depth()
            finally:
                self._sharing.end(self._depth, self._worker.abandon)
            is_cut = self._worker.is_stopped
            if self._worker.resume() and is_cut:
                continue
            # Read before yielding, because the consumer may resume the worker.
            is_stopped = self._worker.is_stopped
            if found:
                self._lines = found
                if self._is_new(found, is_stopped):
                    yield found
            if is_stopped:
                return
            self._depth += 1
            is_settled, _ = reach(found)
            if is_settled:
                self._depth = self._max_depth + 1

    def fallback(self) -> Variation:
        """The line of a search that was stopped before its first result: the static evaluation."""
        score = clamp(self._game.evaluate(self._state, self._state.turn))
        return Variation((self._first_move,), score, 0, is_complete=False, is_proven=False)

    def _choose_depth(self) -> None:
        """Choose the next depth, and start from the deepest lines of any search."""
        depth = self._sharing.begin(self._depth, self._max_depth, self._worker.abandon)
        self._is_ahead = self._is_ahead or depth > self._depth
        self._depth = depth
        lines = self._sharing.lines
        if lines is not self._lines:
            self._lines = max(self._lines, lines, key=reach)

    def _is_new(self, found: tuple[Variation, ...], is_stopped: bool) -> bool:
        """Whether no other search has lines as deep. Lines of a stopped depth are not shared."""
        if is_stopped:
            return self._depth > self._sharing.depth
        return self._sharing.submit(found)

    def _is_full_width_depth(self) -> bool:
        """Whether this depth is searched at full width.

        That is the case at the depth limit, in a small tree, where it costs little and proves more,
        and if the best line ends the game, because a selective search cannot prove that.
        """
        is_last = self._is_bounded and self._depth == self._max_depth
        is_small = self._worker.nodes < TUNING.exact_nodes and not self._is_ahead
        return not self._is_selective or is_last or is_small or self._ends_game()

    def _ends_game(self) -> bool:
        """Whether the best line of the previous depth ends the game."""
        if not self._lines or len(self._lines[0].line) >= self._depth:
            return False
        best = self._lines[0]
        if best.score != 0 and not is_decided(best.score):
            return False
        state = self._state
        for move in best.line:
            state = self._game.play(state, move)
        return next(iter(self._game.moves(state)), None) is None

    @property
    def is_stepwise(self) -> bool:
        """Whether it searches more than one depth."""
        return self._first_depth < self._max_depth

    @property
    def is_done(self) -> bool:
        """Whether the result is final."""
        return self._depth > self._max_depth

    def _search_depth(self) -> tuple[Variation, ...]:
        """The best lines at this depth, each searched without the root moves of those before it.

        If a line for every move is requested, each move is searched separately.
        """
        found: list[Variation] = []
        is_each = self._line_count == len(self._moves) > 1
        scores = {line.move: line.score for line in self._lines} if is_each else {}
        excluded = list(self._excluded)
        for index in range(self._line_count):
            first = None
            if is_each:
                own = self._moves[index]
                last = scores.get(own)
                excluded = [*self._excluded, *[move for move in self._moves if move != own]]
            else:
                last = self._lines[index].score if index < len(self._lines) else None
                for known in self._lines:
                    if known.move not in excluded:
                        first = known.move
                        break
            line = self._search_line(last, excluded, first)
            if line is None or (self._worker.is_stopped and self._line_count > 1):
                # At the first depth, the finished lines are better than none.
                return () if self._lines else tuple(found)
            found.append(line)
            excluded.append(line.move)
        found.sort(key=_by_score, reverse=True)
        return tuple(found)

    def _search_line(
        self, last: Score | None, excluded: list[Move], first: Move | None
    ) -> Variation | None:
        """The best line without the moves `excluded`, in an aspiration window around `last`.

        `first`: the best move of the previous depth, which the strong search tries even before the
        transposition table's move. A stopped search returns the best line so far if `first` is set
        and the line does not lose, else None.
        """
        low, high, width = -INFINITY, INFINITY, 1
        is_windowed = self._is_windowed and self._depth >= TUNING.aspiration_depth
        if is_windowed and last is not None and not is_decided(last):
            width = max(1, TUNING.aspiration_window * typical_change(self._game))
            low, high = last - width, last + width
        worker, depth = self._worker, self._depth
        worker.set_first_move(None if self._is_plain else first)
        while True:
            unsure = worker.unsure
            score = worker.value(depth, low, high, excluded)
            if worker.is_stopped:
                line = worker.line()
                is_better = score > low and not (is_decided(score) and score < 0)
                is_useful = line and is_better and first is not None and self._is_paranoid
                return self._variation(line, score) if is_useful else None
            if low < score < high:
                line, is_complete = worker.line(), worker.unsure == unsure
                is_shortest = self._is_within_depth(score)
                if is_shortest and not self._is_exact:
                    score, line, is_shortest = self._verify(score, line, excluded)
                return self._variation(line, score, is_complete, is_shortest)
            width *= 4
            low = -INFINITY if is_decided(score) or width > _WIDEST else min(low, score - width)
            high = INFINITY if is_decided(score) or width > _WIDEST else max(high, score + width)

    def _is_within_depth(self, score: Score) -> bool:
        """Whether `score` is a forced end within the depth; with margins, a better may exist."""
        if not has_distance(score) or self._has_margin:
            return False
        return plies_to_end(score) <= self._depth

    def _verify(
        self, score: Score, line: list[Move], excluded: list[Move]
    ) -> tuple[Score, list[Move], bool]:
        """Verify the distance of a selective search's win or loss by a full-width search.

        Returns the score, the line, and whether it is sure to be the quickest win or slowest loss.
        """
        worker = self._worker
        worker.set_exact(True)
        low, high = (score - 1, INFINITY) if score > 0 else (-INFINITY, score + 1)
        exact = worker.value(plies_to_end(score), low, high, excluded)
        worker.set_exact(False)
        is_found = low < exact < high and not worker.is_stopped
        return (exact, worker.line(), True) if is_found else (score, line, False)

    def _variation(
        self, line: list[Move], score: Score, is_complete: bool = False, is_shortest: bool = False
    ) -> Variation:
        """The variation for `line`. `is_shortest`: whether it is the quickest win or slowest loss.

        A win is only marked as proven if its distance is known.
        """
        is_final = is_complete or (self._is_paranoid and is_shortest)
        if self._is_duel:
            is_proven = is_final
        else:
            # A win holds even if all opponents cooperate; a loss assumes that they do.
            is_proven = self._is_paranoid and is_final and score >= 0
        return Variation(
            tuple(line),
            score,
            self._depth,
            is_complete,
            is_proven,
            is_by_table=self._worker.probed > 0,
            is_final=is_final,
        )


def _by_score(line: Variation) -> Score:
    return line.score
