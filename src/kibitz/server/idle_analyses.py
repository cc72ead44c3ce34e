"""Stops analyses that nobody is interested in any more, on whichever worker they run."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.server.event_bus import EventBus
from kibitz.server.store.analysis_store import AnalysisStore
from kibitz.server.store.stall_detector import StallDetector

_SECONDS = 4.0  # that an analysis runs on without anybody


class IdleAnalyses:
    """Notes which analyses are watched here, and stops those that no worker notes any more.

    Every worker raises a number in the database for each analysis that somebody follows there. The
    worker that runs an analysis stops it once that number stands still: all followers have left,
    or their workers have died. An analysis that was never followed runs to its own limit.
    """

    def __init__(self, store: AnalysisStore, events: EventBus, stop: Callable[[str], None]) -> None:
        self._store = store
        self._events = events
        self._stop = stop
        self._watch = StallDetector(_SECONDS)

    def begin(self, analysis_id: str) -> None:
        """Somebody follows an analysis from now on, if only for a moment."""
        self._store.note_watched([analysis_id])

    def look(self) -> None:
        """Note what is watched here, and stop what is watched nowhere."""
        beats = self._store.watched()
        here = [one for one in beats if self._events.is_followed(one)]
        if here:
            self._store.note_watched(here)
        elsewhere = {one: beat for one, beat in beats.items() if beat > 0 and one not in here}
        for analysis_id in self._watch.look(elsewhere):
            self._stop(analysis_id)
