"""The depth that a search reaches in a second, and the speedup of two threads."""

from __future__ import annotations

import time
from dataclasses import dataclass

import kibitz


@dataclass(frozen=True)
class Reached:
    """The result of a search of one second."""

    speed: float  # nodes per second
    times: dict[int, float]  # seconds until each depth was complete


def depths_in(session: kibitz.Session, threads: int) -> Reached:
    """Search the position of `session` for a second, with an empty transposition table.

    A search of a quarter of a second before it does not count: an idle core needs that long to
    reach full speed, and the second core is idle while one thread searches alone.
    """
    engine = kibitz.Engine(session.game, threads=threads, memory=64, wait=True)
    engine.play(session, kibitz.Limit(time=0.25))
    engine.clear()
    times: dict[int, float] = {}
    began = time.perf_counter()
    with engine.analysis(session, kibitz.Limit(time=1.0)) as analysis:
        for lines in analysis:
            times.setdefault(lines[0].depth, time.perf_counter() - began)
        seconds = time.perf_counter() - began
    # The last line may come from an incomplete depth. Threads may skip a depth.
    complete = {
        depth: min(when for deep, when in times.items() if deep >= depth)
        for depth in range(1, max(times) + 1)
    }
    complete = {depth: when for depth, when in complete.items() if when < 0.999}
    return Reached(analysis.lines[0].nodes / seconds, complete)


def time_ratios(alone: Reached, together: Reached) -> list[float]:
    """The time of two threads divided by that of one, for each depth that takes one 0.05 s or more.

    A depth that two threads do not reach in a second counts as a second.
    """
    return [
        together.times.get(depth, 1.0) / when for depth, when in alone.times.items() if when >= 0.05
    ]
