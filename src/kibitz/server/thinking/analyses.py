"""Analyses that go on by themselves, and tell what they find as they deepen."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.engine.bounds import Bounds
from kibitz.engine.lines import Line
from kibitz.server.errors import MissingError
from kibitz.server.schema.analyses import AnalysisRequest, analysis_document
from kibitz.server.store.analyses import AnalysisStore
from kibitz.server.store.models import Job
from kibitz.server.thinking.analyst import Analyst
from kibitz.server.thinking.reporting import Throttle
from kibitz.session.session import Session

_QUIET = 0.2  # seconds between two findings that are told


class AnalysisTask:
    """Does analyses. `on_event` is told of what is written."""

    def __init__(
        self, analyst: Analyst, store: AnalysisStore, on_event: Callable[[str], None]
    ) -> None:
        self._analyst = analyst
        self._store = store
        self._on_event = on_event

    def __call__(self, job: Job, bounds: Bounds) -> None:
        """Analyse until a limit is reached or nobody is interested any more."""
        row = self._store.read(job.id)
        if row is None:
            raise MissingError("no_analysis", id=job.id)
        asked = AnalysisRequest.model_validate_json(row.request)
        session = self._analyst.place(asked)
        if session.outcome() is not None:  # it has ended since
            self._tell(job.id, session, [], "done")
            return
        bounds.on_lines = Throttle(
            lambda lines: self._tell(job.id, session, lines, "lines"), _QUIET
        )
        lines = self._analyst.lines(session, asked)
        self._tell(job.id, session, lines, "done")

    def _tell(self, analysis_id: str, session: Session, lines: list[Line], kind: str) -> None:
        status = "done" if kind == "done" else "running"
        found = analysis_document(
            analysis_id, status, session.game, session.position, session.side, lines
        )
        self._store.improve(analysis_id, found.model_dump_json(), kind)
        self._on_event(analysis_id)
