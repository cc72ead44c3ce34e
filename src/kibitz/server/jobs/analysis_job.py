"""Analyses that go on by themselves, and tell what they find as they deepen."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.engine.lines import Line
from kibitz.engine.search_bounds import SearchBounds
from kibitz.server.http_errors import MissingError
from kibitz.server.jobs.analysis_service import AnalysisService
from kibitz.server.jobs.throttle import Throttle
from kibitz.server.schema.analysis_schema import AnalysisRequest, analysis_document
from kibitz.server.store.analysis_store import AnalysisStore
from kibitz.server.store.models import Job
from kibitz.session.session import Session

_QUIET = 0.2  # seconds between two findings that are told


class AnalysisJob:
    """Does analyses. `on_event` is told of what is written."""

    def __init__(
        self,
        analysis_service: AnalysisService,
        store: AnalysisStore,
        on_event: Callable[[str], None],
    ) -> None:
        self._analysis_service = analysis_service
        self._store = store
        self._on_event = on_event

    def __call__(self, job: Job, bounds: SearchBounds) -> None:
        """Analyse until a limit is reached or nobody is interested any more."""
        row = self._store.read(job.id)
        if row is None:
            raise MissingError("no_analysis", id=job.id)
        asked = AnalysisRequest.model_validate_json(row.request)
        session = self._analysis_service.place(asked)
        if session.outcome() is not None:  # it has ended since
            self._tell(job.id, session, [], "done")
            return
        bounds.on_lines = Throttle(
            lambda lines: self._tell(job.id, session, lines, "lines"), _QUIET
        )
        lines = self._analysis_service.lines(session, asked)
        self._tell(job.id, session, lines, "done")

    def _tell(self, analysis_id: str, session: Session, lines: list[Line], kind: str) -> None:
        status = "done" if kind == "done" else "running"
        found = analysis_document(
            analysis_id, status, session.game, session.position, session.side, lines
        )
        self._store.improve(analysis_id, found.model_dump_json(), kind)
        self._on_event(analysis_id)
