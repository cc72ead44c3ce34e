"""The handler for analyses of several positions in one request."""

from __future__ import annotations

from collections.abc import AsyncGenerator

from fastapi import Request, Response
from sse_starlette import ServerSentEvent

from kibitz.server.client_identity import current_client
from kibitz.server.handlers.stream_handlers import EventStream
from kibitz.server.jobs.priority import Priority
from kibitz.server.problems import problem_of
from kibitz.server.request_limits import RateLimits
from kibitz.server.schema.analysis_schema import (
    AnalysisRequest,
    BatchRequest,
    batch_item,
    batch_problem,
)
from kibitz.server.services import Services, ServicesHere


async def analyse_batch(body: BatchRequest, request: Request, services: ServicesHere) -> Response:
    """Analyse several positions, one after the other, by server-sent events.

    An `analysis` follows for every position, in order, or a `problem` if it cannot be analysed;
    then `done`. Every position counts as a search. Leaving the stream stops it.
    """
    return EventStream(_batch_events(body, request, services), services)


async def _batch_events(
    body: BatchRequest, request: Request, services: Services
) -> AsyncGenerator[ServerSentEvent]:
    rates: RateLimits = request.app.state.rate_limits
    for index, one in enumerate(body.requests()):
        try:
            if index:  # the first was counted with the request
                await rates.take("searches", current_client(), {})
            text = await _analysed(one, index, request, services)
        except Exception as failure:
            problem = batch_problem(index, problem_of(request, failure))
            yield ServerSentEvent(problem.model_dump_json(), event="problem", id=str(index))
        else:
            yield ServerSentEvent(text, event="analysis", id=str(index))
    yield ServerSentEvent("{}", event="done", id=str(len(body.positions)))


async def _analysed(one: AnalysisRequest, index: int, request: Request, services: Services) -> str:
    """The analysis of one position, as JSON."""

    def work() -> str:
        session = services.positions.session_for_help(one)
        lines = services.analysis_service.lines(session, one)
        found = services.analysis_service.document(None, "done", session, lines)
        return batch_item(index, found).model_dump_json()

    return await services.search(request, work, priority=Priority.LONG)
