"""When a job that has failed may be tried again."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

_FIRST = 0.5  # seconds
_LONGEST = 60.0
_FORGOTTEN = 600.0  # seconds after which a job that did not come again is forgotten


@dataclass(frozen=True, slots=True)
class _Streak:
    version: int
    count: int
    until: float


class Retries:
    """Pauses that double after every failure of a job, from half a second to a minute.

    A job with another version is another job: what failed may go well after the session changed.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._lock = Lock()
        self._streaks: dict[str, _Streak] = {}

    def is_resting(self, job_id: str, version: int) -> bool:
        """Whether a job that failed must not be tried yet."""
        streak = self._streaks.get(job_id)
        return streak is not None and streak.version == version and self._now() < streak.until

    @property
    def count(self) -> int:
        """How many jobs have failed and not succeeded since."""
        return len(self._streaks)

    def fail(self, job_id: str, version: int) -> bool:
        """A job has failed; whether for the first time in a row."""
        now = self._now()
        with self._lock:
            streak = self._streaks.get(job_id)
            count = streak.count + 1 if streak is not None and streak.version == version else 1
            pause = min(_LONGEST, _FIRST * 2.0 ** min(count - 1, 20))
            self._streaks[job_id] = _Streak(version, count, now + pause)
            for name in [name for name, old in self._streaks.items() if _is_old(old, now)]:
                del self._streaks[name]
        return count == 1

    def succeed(self, job_id: str) -> None:
        """A job was done."""
        with self._lock:
            self._streaks.pop(job_id, None)


def _is_old(streak: _Streak, now: float) -> bool:
    return now - streak.until > _FORGOTTEN
