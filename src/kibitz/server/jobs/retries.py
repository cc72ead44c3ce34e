"""Exponential back-off for failed jobs."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

_FIRST_SECONDS = 0.5
_LONGEST_SECONDS = 60.0
_FORGET_SECONDS = 600.0  # after a job's back-off ends


@dataclass(frozen=True, slots=True)
class _Streak:
    """Consecutive failures of one version of a job."""

    version: int
    count: int
    until: float


class Retries:
    """Tracks failed jobs. The delay before a retry doubles from half a second to a minute.

    A new version of a job starts over, since the session has changed.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._lock = Lock()
        self._streaks: dict[str, _Streak] = {}

    def is_backing_off(self, job_id: str, version: int) -> bool:
        """Whether a failed job must not be retried yet."""
        streak = self._streaks.get(job_id)
        return streak is not None and streak.version == version and self._now() < streak.until

    @property
    def count(self) -> int:
        """The number of jobs that have failed and have not succeeded since."""
        return len(self._streaks)

    def fail(self, job_id: str, version: int) -> bool:
        """Record a failure; return whether it is the first in a row."""
        now = self._now()
        with self._lock:
            streak = self._streaks.get(job_id)
            count = streak.count + 1 if streak is not None and streak.version == version else 1
            delay = min(_LONGEST_SECONDS, _FIRST_SECONDS * 2.0 ** min(count - 1, 20))
            self._streaks[job_id] = _Streak(version, count, now + delay)
            for name in [name for name, old in self._streaks.items() if _is_old(old, now)]:
                del self._streaks[name]
        return count == 1

    def succeed(self, job_id: str) -> None:
        """Record a success."""
        with self._lock:
            self._streaks.pop(job_id, None)


def _is_old(streak: _Streak, now: float) -> bool:
    return now - streak.until > _FORGET_SECONDS
