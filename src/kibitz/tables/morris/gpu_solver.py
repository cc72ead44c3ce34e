"""Solve subspaces of Morris on a CUDA GPU."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from ctypes import Structure, c_int, c_uint, c_uint64
from pathlib import Path
from typing import Any

from kibitz.games.morris.variants import Variant
from kibitz.tables.cuda import Cuda, GpuArray
from kibitz.tables.morris import kernels, numbering
from kibitz.tables.morris.subspaces import Subspace, exits, shape, slides
from kibitz.tables.verdict import Counts

SOURCE = Path(__file__).with_name("morris.cu")
EACH = 4  # positions per thread in scans
_NANOSECONDS = 1.5  # the approximate time per position
_COUNTING = 1 << 18  # threads for counting
_FIELDS = ("mover", "other", "ranks", "slides", "flies", "places", "wins", "ends")
_FACTS = ("POINTS", "NEIGHBOURS", "THROUGH", "CHOICES", "FIRST_CLASS", "LEADERS")
_MORE_FACTS = ("STABILISERS", "CLASS_OF", "IMAGES", "MILLS", "MOST_STONES")
_CODES = ("OPEN", "TO_CHECK", "UNUSED", "NOT_LOST", "LAST_CODE", "LOST_AT_ONCE")


class Shape(Structure):
    """The `Shape` of a subspace in the CUDA source."""

    _fields_ = [(name, c_int) for name in _FIELDS]


class Exits(Structure):
    """The `Exits` of a subspace in the CUDA source: addresses of the successors' codes."""

    _fields_ = [(name, c_uint64) for name in ("taken", "placed", "placed_taken")]


def macros() -> dict[str, int]:
    """The constants that the CUDA source shares with the CPU kernels."""
    found = {name: getattr(numbering, name) for name in (*_FACTS, *_MORE_FACTS)}
    return found | {name: getattr(kernels, name) for name in _CODES} | {"EACH": EACH}


class GpuSolver:
    """Solves groups of subspaces on a GPU. Raises TableError if there is none."""

    def __init__(self, variant: Variant, cuda: Cuda | None = None) -> None:
        import numpy as np

        self._cuda = cuda or Cuda()
        self.name: str = self._cuda.name
        self.nanoseconds = _NANOSECONDS
        self._variant = variant
        self._numbers = numbering.numbering(variant.board, variant.stones)
        self._kernels = self._cuda.load(SOURCE, macros())
        self._facts = self._cuda.array(self._numbers.facts)
        self._greatest = self._cuda.array(np.zeros(1, np.uint32))

    @property
    def memory(self) -> int:
        """The memory available for tables, in bytes."""
        return int(self._cuda.free_memory * 0.9)

    def solve(
        self,
        group: tuple[Subspace, ...],
        load: Callable[[Subspace], Any],
        on_progress: Callable[[str], None],
    ) -> Mapping[Subspace, tuple[GpuArray, Counts]]:
        """Solve a group of subspaces; return the codes, in GPU memory, and the counts."""
        import numpy as np

        numbers, variant = self._numbers, self._variant
        values = {
            one: self._cuda.empty(np.uint16, numbers.size(one.mover, one.other)) for one in group
        }
        sizes = {one: c_uint(len(values[one])) for one in group}
        shapes = {one: Shape(*map(int, shape(variant, numbers, one))) for one in group}
        sources = {one: [self._loaded(to, load) for to in exits(variant, one)] for one in group}
        leaving = {
            one: Exits(*(0 if held is None else held.address.value for held in sources[one]))
            for one in group
        }
        self._greatest.fill(np.zeros(1, np.uint32))
        for one in group:
            on_progress(f"{one}: initializing {len(values[one]):,} positions")
            self._kernels.launch(
                "begin", len(values[one]), sizes[one], shapes[one], self._facts,
                values[one], leaving[one], self._greatest,
            )  # fmt: skip
        deepest = int(self._greatest.to_host()[0])
        level = 0
        while slides(variant, group[0]) and level < deepest:
            on_progress(f"{' and '.join(map(str, group))}: {level} plies from the end")
            for one in group:
                back = one.turned
                self._kernels.launch(
                    "spread", -(-len(values[one]) // EACH), sizes[one], c_uint(level),
                    shapes[one], shapes[back], self._facts,
                    values[one], values[back], self._greatest,
                )  # fmt: skip
            for one in group if level % 2 else ():
                self._kernels.launch(
                    "check", -(-len(values[one]) // EACH), sizes[one], c_uint(level),
                    shapes[one], self._facts, values[one], values[one.turned],
                    leaving[one], self._greatest,
                )  # fmt: skip
            deepest = int(self._greatest.to_host()[0])
            level += 1
        return {one: (values[one], self._count(values[one])) for one in group}

    def _loaded(self, subspace: Subspace | None, load: Callable[[Subspace], Any]) -> Any:
        """The codes of a solved subspace, in GPU memory."""
        if subspace is None:
            return None
        found = load(subspace)
        return found if isinstance(found, GpuArray) else self._cuda.array(found)

    def _count(self, values: GpuArray) -> Counts:
        import numpy as np

        counts = self._cuda.array(np.zeros(5, np.uint64))
        self._kernels.launch("tally", _COUNTING, c_uint(len(values)), values, counts)
        return Counts(*map(int, counts.to_host()))
