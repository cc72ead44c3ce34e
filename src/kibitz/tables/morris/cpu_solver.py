"""Solve subspaces of Morris on all CPU cores."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial
from typing import Any

from kibitz.games.morris.variants import Variant
from kibitz.tables.kernels import kernel
from kibitz.tables.morris import kernels
from kibitz.tables.morris.numbering import Numbering, numbering
from kibitz.tables.morris.subspaces import Subspace, exits, shape, slides
from kibitz.tables.verdict import Counts

_NANOSECONDS = 1600.0  # the approximate time per position on one core
_STRETCH = 1 << 17  # positions per task
_EXITS = ("uint16", "uint16", "uint16")

Loader = Callable[[Subspace], Any]
Progress = Callable[[str], None]


class CpuSolver:
    """Solves groups of subspaces on the CPU."""

    name = "cpu"

    def __init__(self, variant: Variant, threads: int | None = None) -> None:
        self._variant = variant
        self._numbers: Numbering = numbering(variant.board, variant.stones)
        self._threads = threads or os.cpu_count() or 1
        two, facts = ("int", "int"), "int32"
        self._begin = kernel(kernels.begin, *two, "int64", facts, "uint16", *_EXITS)
        self._spread = kernel(
            kernels.spread, *two, "int", "int64", "int64", facts, "uint16", "uint16"
        )
        self._check = kernel(
            kernels.check, *two, "int", "int64", facts, "uint16", "uint16", *_EXITS
        )
        self._tally = kernel(kernels.tally, *two, "uint16", "int64")

    @property
    def nanoseconds(self) -> float:
        """The approximate time per position."""
        return _NANOSECONDS / self._threads

    def solve(
        self, group: tuple[Subspace, ...], load: Loader, on_progress: Progress
    ) -> Mapping[Subspace, tuple[Any, Counts]]:
        """Solve a group; return its codes and counts. `load` returns codes of solved subspaces."""
        import numpy as np

        numbers, variant = self._numbers, self._variant
        values = {one: np.empty(numbers.size(one.mover, one.other), np.uint16) for one in group}
        shapes = {one: shape(variant, numbers, one) for one in group}
        nothing = np.empty(0, np.uint16)
        leaving = {
            one: tuple(nothing if to is None else load(to) for to in exits(variant, one))
            for one in group
        }
        with ThreadPoolExecutor(self._threads) as pool:
            share = partial(_share, pool)
            deepest = 0
            for one in group:
                on_progress(f"{one}: initializing {len(values[one]):,} positions")
                found = share(
                    values[one], self._begin, shapes[one], numbers.facts, values[one], *leaving[one]
                )
                deepest = max(deepest, found)
            level = 0
            while slides(variant, group[0]) and level < deepest:
                on_progress(f"{' and '.join(map(str, group))}: {level} plies from the end")
                for one in group:
                    back = one.turned
                    found = share(
                        values[one], self._spread, level, shapes[one], shapes[back],
                        numbers.facts, values[one], values[back],
                    )  # fmt: skip
                    deepest = max(deepest, found if level % 2 == 0 else 0)
                for one in group if level % 2 else ():
                    found = share(
                        values[one], self._check, level, shapes[one],
                        numbers.facts, values[one], values[one.turned], *leaving[one],
                    )  # fmt: skip
                    deepest = max(deepest, found)
                level += 1
            return {one: (values[one], self._count(share, values[one])) for one in group}

    def _count(self, share: Callable[..., int], values: Any) -> Counts:
        import numpy as np

        rows: list[Any] = []

        def count(first: int, last: int) -> None:
            row = np.zeros(5, np.int64)
            self._tally(first, last, values, row)
            rows.append(row)

        share(values, count)
        wins, losses, draws = np.sum(rows, axis=0)[:3].tolist()
        longest_win, longest_loss = np.max(rows, axis=0)[3:].tolist()
        return Counts(wins, losses, draws, longest_win, longest_loss)


def _share(pool: ThreadPoolExecutor, values: Any, work: Callable[..., Any], *arguments: Any) -> int:
    """Run `work` on ranges of `values` in all threads, and return the greatest result."""
    size = len(values)
    stretches = [
        pool.submit(work, first, min(first + _STRETCH, size), *arguments)
        for first in range(0, size, _STRETCH)
    ]
    try:
        # Wait in short intervals, because some platforms cannot interrupt a wait.
        while wait(stretches, timeout=0.25).not_done:
            continue
    except BaseException:
        for stretch in stretches:
            stretch.cancel()
        raise
    return max((int(stretch.result() or 0) for stretch in stretches), default=0)
