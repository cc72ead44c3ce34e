"""The background review job, which publishes its progress."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Literal

from kibitz.engine.search_bounds import SearchBounds
from kibitz.server.http_errors import MissingError
from kibitz.server.jobs.review_service import ReviewService
from kibitz.server.schema.analysis_schema import ReviewDocument, ReviewProgress, ReviewRequest
from kibitz.server.store.analysis_store import REVIEW, AnalysisStore
from kibitz.server.store.models import Job

_SECONDS = 0.2  # minimum, between published events


class ReviewJob:
    """Runs background reviews. `seconds` limits each one.

    `on_event` is called with the review's id after every event.
    """

    def __init__(
        self,
        reviews: ReviewService,
        store: AnalysisStore,
        seconds: float,
        on_event: Callable[[str], None],
    ) -> None:
        self._reviews = reviews
        self._store = store
        self._seconds = seconds
        self._on_event = on_event

    def __call__(self, job: Job, bounds: SearchBounds) -> None:
        """Review the game, unless the job is stopped."""
        row = self._store.read(job.id, REVIEW)
        if row is None:
            raise MissingError("no_review", id=job.id)
        bounds.extend(self._seconds)
        request = ReviewRequest.model_validate_json(row.request)
        session = self._reviews.session_of(request)
        length = len(session.line)
        published = time.monotonic()

        def progress(judged: int, _: int) -> None:
            nonlocal published
            if time.monotonic() - published >= _SECONDS and not bounds.is_stopped:
                published = time.monotonic()
                self._publish(_state(job.id, "running", judged, length), "progress")

        found = self._reviews.review(session, request, progress)
        if bounds.is_stopped:
            done = _state(job.id, "stopped", 0, length)
        else:
            done = _state(job.id, "done", length, length, found)
        self._publish(done, "done")

    def _publish(self, found: ReviewProgress, kind: str) -> None:
        assert found.id is not None
        self._store.publish(found.id, found.model_dump_json(), kind)
        self._on_event(found.id)


def _state(
    review_id: str,
    status: Literal["running", "done", "stopped"],
    judged: int,
    length: int,
    review: ReviewDocument | None = None,
) -> ReviewProgress:
    return ReviewProgress(id=review_id, status=status, judged=judged, length=length, review=review)
