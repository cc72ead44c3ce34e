"""How far a search comes in a second, and how much sooner two threads come as far."""

from __future__ import annotations

import time
from dataclasses import dataclass

import kibitz


@dataclass(frozen=True)
class Reached:
    """What a search of one second came to."""

    speed: float  # nodes a second
    times: dict[int, float]  # when each depth was done


def depths_in(session: kibitz.Session, threads: int) -> Reached:
    """A second from where `session` stands, with an empty table.

    Before it a quarter of a second that does not count: a core that was idle needs as long to come
    to its speed, and the second one is idle whenever one thread searches alone.
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
    # The last line may be of a depth that was begun and not done. Threads may leave a depth out.
    whole = {
        depth: min(when for deep, when in times.items() if deep >= depth)
        for depth in range(1, max(times) + 1)
    }
    whole = {depth: when for depth, when in whole.items() if when < 0.999}
    return Reached(analysis.lines[0].nodes / seconds, whole)


def times_of_two(alone: Reached, together: Reached) -> list[float]:
    """What part of one thread's time two take to every depth that takes one a twentieth of a
    second or more. Where they do not come so far in a second, as if they had taken that second.
    """
    return [
        together.times.get(depth, 1.0) / when for depth, when in alone.times.items() if when >= 0.05
    ]
