"""Stops analyses that nobody is interested in any more, on whichever worker they run."""

from __future__ import annotations

import time
from collections.abc import Callable

from kibitz.server.following import Follower
from kibitz.server.store.analyses import AnalysisStore
from kibitz.server.store.watch import Watch

_SECONDS = 4.0  # that an analysis runs on without anybody
_READ_SECONDS = 30.0  # that a client which reads it now and then counts as watching


class Watching:
    """Notes which analyses are watched here, and stops those that no worker notes any more.

    Every worker raises a number in the database for each analysis that somebody follows there. The
    worker that runs an analysis stops it once that number stands still: all followers have left,
    or their workers have died. An analysis that was never followed runs to its own limit.
    """

    def __init__(
        self, store: AnalysisStore, follower: Follower, stop: Callable[[str], None]
    ) -> None:
        self._store = store
        self._follower = follower
        self._stop = stop
        self._watch = Watch(_SECONDS)
        self._read_at: dict[str, float] = {}

    def begin(self, analysis_id: str) -> None:
        """Somebody follows an analysis from now on, if only for a moment."""
        self._store.note_watched([analysis_id])

    def note_read(self, analysis_id: str) -> None:
        """Somebody has read an analysis that is under way."""
        self._read_at[analysis_id] = time.monotonic()

    def look(self) -> None:
        """Note what is watched here, and stop what is watched nowhere."""
        beats = self._store.watched()
        self._forget_reads()
        here = [one for one, beat in beats.items() if beat > 0 and self._is_watched(one)]
        if here:
            self._store.note_watched(here)
        elsewhere = {one: beat for one, beat in beats.items() if beat > 0 and one not in here}
        for analysis_id in self._watch.look(elsewhere):
            self._stop(analysis_id)

    def _is_watched(self, analysis_id: str) -> bool:
        return self._follower.is_followed(analysis_id) or analysis_id in self._read_at

    def _forget_reads(self) -> None:
        oldest = time.monotonic() - _READ_SECONDS
        self._read_at = {one: at for one, at in self._read_at.copy().items() if at >= oldest}
