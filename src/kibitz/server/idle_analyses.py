"""Stops background analyses that have lost their followers on all workers."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.server.event_bus import EventBus
from kibitz.server.store.analysis_store import AnalysisStore
from kibitz.server.store.stall_detector import StallDetector

_SECONDS = 4.0  # how long an analysis continues without followers


class IdleAnalyses:
    """Sends heartbeats for analyses followed here, and stops those whose heartbeat has ceased.

    Every worker increments a counter in the database for each analysis that one of its clients
    follows. The worker that runs an analysis stops it once that counter stalls: all followers have
    left, or their workers have died. An analysis that was never followed runs to its limit.
    """

    def __init__(self, store: AnalysisStore, events: EventBus, stop: Callable[[str], None]) -> None:
        self._store = store
        self._events = events
        self._stop = stop
        self._stalls = StallDetector(_SECONDS)

    def mark_followed(self, analysis_id: str) -> None:
        """Record that an analysis has a follower."""
        self._store.mark_followed([analysis_id])

    def poll(self) -> None:
        """Send heartbeats for analyses followed here; stop those whose followers have all left."""
        beats = self._store.follower_beats()
        here = [one for one in beats if self._events.has_subscribers(one)]
        if here:
            self._store.mark_followed(here)
        elsewhere = {one: beat for one, beat in beats.items() if beat > 0 and one not in here}
        for analysis_id in self._stalls.update(elsewhere):
            self._stop(analysis_id)
