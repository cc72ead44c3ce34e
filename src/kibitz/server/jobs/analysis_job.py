"""The background analysis job, which publishes its lines as the search deepens."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.engine.lines import Line
from kibitz.engine.search_bounds import SearchBounds
from kibitz.server.http_errors import MissingError
from kibitz.server.jobs.analysis_service import AnalysisService
from kibitz.server.jobs.throttle import Throttle
from kibitz.server.requested_positions import RequestedPositions
from kibitz.server.schema.analysis_schema import AnalysisRequest
from kibitz.server.store.analysis_store import AnalysisStore
from kibitz.server.store.models import Job
from kibitz.session.session import Session

_THROTTLE_SECONDS = 0.2  # minimum, between published results


class AnalysisJob:
    """Runs background analyses. `on_event` is called with the analysis id after every event."""

    def __init__(
        self,
        positions: RequestedPositions,
        analysis_service: AnalysisService,
        store: AnalysisStore,
        on_event: Callable[[str], None],
    ) -> None:
        self._positions = positions
        self._analysis_service = analysis_service
        self._store = store
        self._on_event = on_event

    def __call__(self, job: Job, bounds: SearchBounds) -> None:
        """Analyse until a limit is reached or the job is stopped."""
        row = self._store.read(job.id)
        if row is None:
            raise MissingError("no_analysis", id=job.id)
        request = AnalysisRequest.model_validate_json(row.request)
        session = self._positions.session_at(request)
        if session.outcome() is not None:  # the game has ended since the request
            self._publish(job.id, session, [], "done")
            return
        bounds.on_lines = Throttle(
            lambda lines: self._publish(job.id, session, lines, "lines"), _THROTTLE_SECONDS
        )
        lines = self._analysis_service.lines(session, request)
        self._publish(job.id, session, lines, "done")

    def _publish(self, analysis_id: str, session: Session, lines: list[Line], kind: str) -> None:
        status = "done" if kind == "done" else "running"
        found = self._analysis_service.document(analysis_id, status, session, lines)
        self._store.publish(analysis_id, found.model_dump_json(), kind)
        self._on_event(analysis_id)
