"""Solve slices of draughts on all CPU cores."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from itertools import groupby
from typing import Any

from kibitz.core.contract import Game
from kibitz.games.draughts import kind_for
from kibitz.search.compiled import compiled
from kibitz.tables.draughts import kernels
from kibitz.tables.draughts.distances import counts_to_end, keep_results
from kibitz.tables.draughts.kernels import (
    BEGIN,
    CHECK,
    SIGNATURE,
    SPREAD,
    part_shape,
    solving_function,
)
from kibitz.tables.draughts.ranking import Part, Ranking
from kibitz.tables.draughts.slices import Slice, exits
from kibitz.tables.kernels import kernel
from kibitz.tables.verdict import Counts

_STRETCH = 1 << 15  # the fewest positions per task
_TASKS = 8  # per thread and step, in large parts
_COUNTED = 1 << 21  # in parts up to this size, the positions for a step are counted first
_FEW = 1 << 11  # a single thread is faster for fewer positions than this

Progress = Callable[[str, int], None]  # (what is being solved, positions of the group done)


class CpuSolver:
    """Solves groups of slices of one variant."""

    name = "cpu"

    def __init__(self, game: Game, threads: int | None = None) -> None:
        kind = kind_for(game)
        assert kind is not None
        self._game = game
        self._ranking = Ranking.on(kind.board.size)
        self.threads: int = threads or os.cpu_count() or 1

    def solve(
        self, group: tuple[Slice, ...], load: Callable[[Slice, Any], None], on_progress: Progress
    ) -> Mapping[Slice, tuple[Any, Counts]]:
        """Solve a group; return its codes and counts.

        `load` writes the codes of a solved slice to an array.
        """
        with ThreadPoolExecutor(self.threads) as pool:
            found = _Group(self._game, self._ranking, pool, self.threads, group, load)
            return found.solve(on_progress)


def involved(group: tuple[Slice, ...]) -> list[Slice]:
    """The slices whose codes are needed to solve a group, with those of the group first."""
    return list(dict.fromkeys([*group, *(to for one in group for to in exits(one))]))


def _advance(part: Part) -> int:
    """How far the most advanced men of both sides are."""
    return part.row + part.other_row


class _Group:
    """The codes of a group of slices and of those that its moves lead to."""

    def __init__(
        self,
        game: Game,
        ranking: Ranking,
        pool: ThreadPoolExecutor,
        threads: int,
        group: tuple[Slice, ...],
        load: Callable[[Slice, Any], None],
    ) -> None:
        import numpy as np

        self._work = compiled(game, solving_function, SIGNATURE)
        self._state = tuple(game.initial())
        self._ranking = ranking
        self._pool = pool
        self._tasks = threads * _TASKS
        self._is_stopped = False
        self._group = group
        self._starts: dict[Slice, int] = {}
        kind = kind_for(game)
        assert kind is not None
        is_to_end = counts_to_end(kind)
        end = 0
        for one in involved(group):
            self._starts[one] = end
            end += ranking.size(one)
        self._values = np.zeros(end, np.uint16)
        for one in involved(group)[len(group) :]:
            load(one, self._codes(one))
            if not is_to_end:
                keep_results(self._codes(one))
        self._facts = ranking.facts(self._starts)

    def solve(self, on_progress: Progress) -> Mapping[Slice, tuple[Any, Counts]]:
        """Solve the parts of the group, those with the most advanced men first."""
        named = " and ".join(map(str, self._group))
        whole = sum(map(self._ranking.size, self._group))
        done = 0
        with ThreadPoolExecutor(self._ranking.rows) as pool:
            for _, alike in groupby(self._parts(), key=lambda parts: _advance(parts[0])):
                pairs = list(alike)
                text = f"{named}: {100 * done // whole} %"
                steps = [
                    pool.submit(self._solve_parts, parts, text, done, on_progress)
                    for parts in pairs
                ]
                self._wait(steps)
                done += sum(part.last - part.first for parts in pairs for part in parts)
        return {one: (self._codes(one), self._count(one)) for one in self._group}

    def _codes(self, one: Slice) -> Any:
        """The part of the array with the codes of a slice."""
        start = self._starts[one]
        return self._values[start : start + self._ranking.size(one)]

    def _parts(self) -> Iterator[tuple[Part, ...]]:
        """The parts of the group, each with its counterpart, in the order to solve them.

        Those in which men have advanced equally far do not depend on each other.
        """
        of_other = {
            (part.row, part.other_row): part for part in self._ranking.parts(self._group[-1])
        }
        own = self._ranking.parts(self._group[0])
        for part in sorted(own, key=lambda part: -_advance(part)):
            back = of_other[part.other_row, part.row]
            if part == back:
                yield (part,)
            elif len(self._group) == 2 or part.row > part.other_row:
                yield part, back

    def _solve_parts(
        self, parts: tuple[Part, ...], text: str, done: int, on_progress: Progress
    ) -> None:
        on_progress(text, done)
        shapes = [self._shape(part, back) for part, back in zip(parts, parts[::-1], strict=True)]
        deepest = max(self._share(BEGIN, 0, shape) for shape in shapes)
        level = 0
        while level < deepest and not self._is_stopped:
            on_progress(f"{text}, distance {level}", done)
            for shape in shapes:
                found = self._share(SPREAD, level, shape)
                deepest = max(deepest, found)
            for shape in shapes if level % 2 else ():
                deepest = max(deepest, self._share(CHECK, level, shape))
            level += 1

    def _shape(self, part: Part, back: Part) -> Any:
        return part_shape(self._ranking, part, back, self._starts[part.of], self._starts[back.of])

    def _share(self, step: int, level: int, shape: Any) -> int:
        """Run a step on a part in all threads, and return the greatest result."""

        def run(first: int, last: int) -> int:
            found = self._work(
                self._state, step, first, last, level, shape, self._facts, self._values
            )
            return int(found)

        first, last = int(shape[kernels.OWN_FIRST]), int(shape[kernels.OWN_LAST])
        if last - first <= _STRETCH or (step != BEGIN and self._is_short(step, level, first, last)):
            return run(first, last)
        size = max(_STRETCH, (last - first) // self._tasks)
        stretches = [
            self._pool.submit(run, at, min(at + size, last)) for at in range(first, last, size)
        ]
        return max(map(int, self._wait(stretches)))

    def _is_short(self, step: int, level: int, first: int, last: int) -> bool:
        """Whether a step has so few positions that one thread is faster than many."""
        if last - first > _COUNTED:
            return False
        count = kernel(kernels.count_codes, "int", "int", "int", "uint16")
        code = level + 1 if step == SPREAD else kernels.TO_CHECK
        return bool(count(first, last, code, self._values) < _FEW)

    def _wait(self, tasks: list[Future[Any]]) -> list[Any]:
        """Wait for tasks and return their results. When interrupted, let the others stop early."""
        try:
            # Wait in short intervals, because some platforms cannot interrupt a wait.
            while wait(tasks, timeout=0.25).not_done:
                continue
        except BaseException:
            self._is_stopped = True
            for task in tasks:
                task.cancel()
            raise
        return [task.result() for task in tasks]

    def _count(self, one: Slice) -> Counts:
        import numpy as np

        counts = np.zeros(5, np.int64)
        codes = self._codes(one)
        kernel(kernels.tally, "int", "int", "uint16", "int64")(0, len(codes), codes, counts)
        wins, losses, draws, won, lost = counts.tolist()
        return Counts(wins, losses, draws, max(0, won - 1), max(0, lost - 1))
