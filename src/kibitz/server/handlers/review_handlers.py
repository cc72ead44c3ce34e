"""Handlers for reviews, immediately or in the background."""

from __future__ import annotations

from fastapi import Request, Response

from kibitz.server.auth import is_id, new_id
from kibitz.server.handlers.analysis_handlers import Prefer
from kibitz.server.http_errors import MissingError
from kibitz.server.jobs.priority import Priority
from kibitz.server.schema.analysis_schema import ReviewDocument, ReviewProgress, ReviewRequest
from kibitz.server.services import Services, ServicesHere
from kibitz.server.store.analysis_store import REVIEW
from kibitz.server.store.job_store import Waiting

_REVIEW_SHARE = 3.0  # times the usual search time, since a review searches every move


async def review_game(
    body: ReviewRequest,
    request: Request,
    response: Response,
    services: ServicesHere,
    prefer: Prefer = None,
) -> ReviewDocument | ReviewProgress:
    """Review a game: the score of every move, each side's accuracy, the turning points.

    `Prefer: respond-async` runs this in the background. A review is kept: the same request gets it
    again without a search.
    """
    reviews = services.reviews
    if prefer is not None and "respond-async" in prefer.casefold():
        found = await services.handle(lambda: _start(body, services))
        response.status_code = 202
        response.headers["Preference-Applied"] = "respond-async"
        if found.id is not None:
            response.headers["Location"] = f"/api/v1/reviews/{found.id}"
        return found

    def work() -> ReviewDocument:
        session = reviews.session_of(body)
        return reviews.kept(session, body) or reviews.review(session, body)

    return await services.search(request, work, share=_REVIEW_SHARE, priority=Priority.LONG)


def _start(body: ReviewRequest, services: Services) -> ReviewProgress:
    """Start a review in the background; one that is kept is returned immediately."""
    session = services.reviews.session_of(body)
    length = len(session.line)
    kept = services.reviews.kept(session, body)
    if kept is not None:
        return ReviewProgress(id=None, status="done", judged=length, length=length, review=kept)
    review_id, client = new_id(), services.client_name()
    found = ReviewProgress(id=review_id, status="waiting", judged=0, length=length, review=None)
    services.analyses.add(
        review_id,
        body.model_dump_json(),
        found.model_dump_json(),
        client=client,
        priority=Priority.LONG,
        kind=REVIEW,
    )
    services.jobs.offer(Waiting(review_id, 0, client, Priority.LONG))
    return found


async def read_review(review_id: str, services: ServicesHere) -> ReviewProgress:
    """Get a review that runs in the background, or has ended."""

    def work() -> ReviewProgress:
        row = services.analyses.read(review_id, REVIEW) if is_id(review_id) else None
        if row is None:
            raise MissingError("no_review", id=review_id)
        return ReviewProgress.model_validate_json(row.document)

    return await services.handle(work)
