"""Iterative deepening: the root of a search, one ply deeper each time.

It is written in Python over a `Worker`, because only the recursion below has to be quick, and a
compiled function that calls a recursive one cannot be kept on disk.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from kibitz.core.contract import Game
from kibitz.core.score import EVALUATION_LIMIT, INFINITY, is_decided, plies_to_end
from kibitz.core.types import Depth, Move, Score, State
from kibitz.search.depth_sharing import DepthSharing
from kibitz.search.switches import TUNING, Plain, Switches
from kibitz.search.typical_change import typical_change
from kibitz.search.variation import Variation, reach
from kibitz.search.workers import Worker

# What the others are thought to do: harm the player at the root, see to themselves, or one of them
# harms and the others do what looks best to them.
Opponents: TypeAlias = Literal["paranoid", "maxn", "reply"]

_WIDEST = EVALUATION_LIMIT // 1000  # a window that had to grow to this is given up


class Deepening:
    """A search of one state, the moves `excluded` left out at the root, deeper and deeper."""

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
        self.first_move = moves[0]  # what is played where nothing was found
        self._first_depth = first_depth
        self._depth = first_depth
        self._max_depth = min(max_depth or worker.max_depth, worker.max_depth)
        self._lines: tuple[Variation, ...] = ()
        self._sharing = sharing or DepthSharing()
        self._is_ahead = False  # whether it has left a depth to others

    def run(self) -> Iterator[tuple[Variation, ...]]:
        """The best lines after each depth, best first, until stopped or nothing is left to find.

        Run again, it takes up the depth at which it was stopped. Depths that others with the same
        sharing search are left to them.
        """
        while self._depth <= self._max_depth:
            self._catch_up()
            self._is_exact = self._has_to_be_exact()
            self._worker.set_exact(self._is_exact)
            try:
                found = self._search_depth()
            finally:
                self._sharing.end(self._depth, self._worker.abandon)
            is_cut = self._worker.is_stopped
            if self._worker.resume() and is_cut:
                continue
            # Asked now, because whoever takes the lines may let the worker go on.
            is_stopped = self._worker.is_stopped
            if found:
                self._lines = found
                if self._is_news(found, is_stopped):
                    yield found
            if is_stopped:
                return
            self._depth += 1
            is_settled, _ = reach(found)
            if is_settled:
                self._depth = self._max_depth + 1

    def _catch_up(self) -> None:
        """Choose the next depth, and start from the deepest lines that any search has found."""
        depth = self._sharing.begin(self._depth, self._max_depth, self._worker.abandon)
        self._is_ahead = self._is_ahead or depth > self._depth
        self._depth = depth
        lines = self._sharing.lines
        if lines is not self._lines:
            self._lines = max(self._lines, lines, key=reach)

    def _is_news(self, found: tuple[Variation, ...], is_stopped: bool) -> bool:
        """Whether no search has found lines as deep; of a depth that is not done nobody is told."""
        if is_stopped:
            return self._depth > self._sharing.depth
        return self._sharing.submit(found)

    def _has_to_be_exact(self) -> bool:
        """Whether nothing is left out at this depth.

        Who asks for a depth gets it whole. A small tree is searched whole too: that costs little,
        and proves more. So is one whose best line ends the game, because no depth that leaves
        things out could ever prove that line.
        """
        is_last = self._is_bounded and self._depth == self._max_depth
        is_small = self._worker.nodes < TUNING.exact_nodes and not self._is_ahead
        return not self._is_selective or is_last or is_small or self._is_played_out()

    def _is_played_out(self) -> bool:
        """Whether the best line of the last depth leads to the end of the game."""
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
        """Whether it has depths to search before the last one."""
        return self._first_depth < self._max_depth

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to find."""
        return self._depth > self._max_depth

    def _search_depth(self) -> tuple[Variation, ...]:
        """The best lines at this depth, each found with the moves of those before left out.

        Where a line is asked for of every move, each move is searched alone.
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
                # Of the first depth, the lines that are done are better than none.
                return () if self._lines else tuple(found)
            found.append(line)
            excluded.append(line.move)
        found.sort(key=_by_score, reverse=True)
        return tuple(found)

    def _search_line(
        self, last: Score | None, excluded: list[Move], first: Move | None
    ) -> Variation | None:
        """The best line without the moves `excluded`, in a window around `last` that widens.

        `first` is the best move of the last depth, which the strong search tries before all others,
        whatever the table says. When stopped, the best line so far, if there is such a move;
        None otherwise, and where that loses: another move may not.
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
                is_least = self._is_near_end(score)
                if is_least and not self._is_exact:
                    score, line, is_least = self._confirm(score, line, excluded)
                return self._variation(line, score, is_complete, is_least)
            width *= 4
            low = -INFINITY if is_decided(score) or width > _WIDEST else min(low, score - width)
            high = INFINITY if is_decided(score) or width > _WIDEST else max(high, score + width)

    def _is_near_end(self, score: Score) -> bool:
        """Whether it is a forced end within the depth; with margins a better one may follow."""
        return is_decided(score) and plies_to_end(score) <= self._depth and not self._has_margin

    def _confirm(
        self, score: Score, line: list[Move], excluded: list[Move]
    ) -> tuple[Score, list[Move], bool]:
        """The quickest win, or the slowest loss, where a search that left things out found one;
        and whether it is that.
        """
        worker = self._worker
        worker.set_exact(True)
        low, high = (score - 1, INFINITY) if score > 0 else (-INFINITY, score + 1)
        exact = worker.value(plies_to_end(score), low, high, excluded)
        worker.set_exact(False)
        is_found = low < exact < high and not worker.is_stopped
        return (exact, worker.line(), True) if is_found else (score, line, False)

    def _variation(
        self, line: list[Move], score: Score, is_complete: bool = False, is_least: bool = False
    ) -> Variation:
        """`line` as it is told. `is_least`: it is a forced end, and no other is better for the side
        that forces it. Without that a win is known, but not how far it is: so it is not proven.
        """
        is_final = is_complete or (self._is_paranoid and is_least)
        if self._is_duel:
            is_proven = is_final
        else:
            # Against all of them together: a win stands, a loss supposes that they conspire.
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
