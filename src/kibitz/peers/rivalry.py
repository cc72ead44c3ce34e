"""One piece of work, done by Kibitz and by another program, one after the other."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

Work = Callable[[], object]  # does the work once, and gives its answer


@dataclass(frozen=True, slots=True)
class Rivalry:
    """The same work for two programs."""

    work: str  # in words
    peer: str  # the other program's name
    module: str  # what has to be installed for it
    ours: Callable[[], Work]  # makes everything ready, and gives the work
    theirs: Callable[[], Work]
    rounds: int = 3
    repeats: int = 1  # of ours a round, where it is too quick to be timed once

    @property
    def is_installed(self) -> bool:
        """Whether the other program is there."""
        try:
            return importlib.util.find_spec(self.module) is not None
        except ModuleNotFoundError:  # of a package around it
            return False


@dataclass(frozen=True, slots=True)
class Standing:
    """How long each of them took, at best."""

    rivalry: Rivalry
    ours: float  # seconds
    theirs: float

    @property
    def ratio(self) -> float:
        """How many times as long the other program took."""
        return self.theirs / self.ours

    def __str__(self) -> str:
        name = f"{self.rivalry.work}: {self.rivalry.peer}"
        return (
            f"{name:<64} {1000 * self.theirs:>12,.2f} ms   "
            f"Kibitz {1000 * self.ours:>9,.2f} ms   {self.ratio:>9,.1f} x"
        )

    def as_dict(self) -> dict[str, object]:
        """The figures as JSON sees them."""
        return {
            "work": self.rivalry.work,
            "peer": self.rivalry.peer,
            "kibitz_seconds": self.ours,
            "peer_seconds": self.theirs,
            "ratio": round(self.ratio, 2),
        }


def compete(rivalries: Iterable[Rivalry]) -> Iterator[Standing]:
    """Every rivalry whose other program is installed, one after the other."""
    for rivalry in rivalries:
        if rivalry.is_installed:
            yield meet(rivalry)


def meet(rivalry: Rivalry) -> Standing:
    """Both at the same work, in turns, so that they see the same machine; the best of each."""
    ours, theirs = rivalry.ours(), rivalry.theirs()
    own: list[float] = []
    other: list[float] = []
    for _ in range(rivalry.rounds):
        for _ in range(rivalry.repeats):
            answer = _timed(ours, own)
        told = _timed(theirs, other)
        if answer != told:
            text = f"{rivalry.work}: Kibitz says {answer}, {rivalry.peer} says {told}"
            raise AssertionError(text)
    return Standing(rivalry, min(own), min(other))


def _timed(work: Work, taken: list[float]) -> object:
    began = time.perf_counter()
    answer = work()
    taken.append(time.perf_counter() - began)
    return answer
