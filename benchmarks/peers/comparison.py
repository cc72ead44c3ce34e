"""Times the same work by Kibitz and by another program, in turns."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

Work = Callable[[], object]  # does the work once and returns its answer


@dataclass(frozen=True, slots=True)
class Comparison:
    """The same work for two programs."""

    work: str  # a description
    peer: str  # the other program's name
    module: str  # the module that has to be installed
    ours: Callable[[], Work]  # prepares everything and returns the work
    theirs: Callable[[], Work]
    rounds: int = 3
    repeats: int = 1  # of the work of Kibitz per round, if a single one is too short to time

    @property
    def is_installed(self) -> bool:
        """Whether the other program is installed."""
        try:
            return importlib.util.find_spec(self.module) is not None
        except ModuleNotFoundError:  # its package is missing
            return False


@dataclass(frozen=True, slots=True)
class Timing:
    """The best time of each program."""

    comparison: Comparison
    ours: float  # seconds
    theirs: float

    @property
    def ratio(self) -> float:
        """The other program's time divided by ours."""
        return self.theirs / self.ours

    def __str__(self) -> str:
        name = f"{self.comparison.work}: {self.comparison.peer}"
        return (
            f"{name:<64} {1000 * self.theirs:>12,.2f} ms   "
            f"Kibitz {1000 * self.ours:>9,.2f} ms   {self.ratio:>9,.1f} x"
        )

    def as_dict(self) -> dict[str, object]:
        """The figures, ready for JSON."""
        return {
            "work": self.comparison.work,
            "peer": self.comparison.peer,
            "kibitz_seconds": self.ours,
            "peer_seconds": self.theirs,
            "ratio": round(self.ratio, 2),
        }


def measure_installed(comparisons: Iterable[Comparison]) -> Iterator[Timing]:
    """Time every comparison whose other program is installed."""
    for comparison in comparisons:
        if comparison.is_installed:
            yield measure(comparison)


def measure(comparison: Comparison) -> Timing:
    """Time both programs in turns, under the same conditions; the best time of each counts.

    AssertionError if their answers differ.
    """
    ours, theirs = comparison.ours(), comparison.theirs()
    own: list[float] = []
    other: list[float] = []
    for _ in range(comparison.rounds):
        for _ in range(comparison.repeats):
            answer = _timed(ours, own)
        other_answer = _timed(theirs, other)
        if answer != other_answer:
            answers = f"Kibitz answers {answer}, {comparison.peer} answers {other_answer}"
            raise AssertionError(f"{comparison.work}: {answers}")
    return Timing(comparison, min(own), min(other))


def _timed(work: Work, taken: list[float]) -> object:
    began = time.perf_counter()
    answer = work()
    taken.append(time.perf_counter() - began)
    return answer
