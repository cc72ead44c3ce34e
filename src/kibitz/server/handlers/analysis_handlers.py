"""Handlers for analyses, hints and explanations."""

from __future__ import annotations

import hmac
from typing import Annotated

from fastapi import Header, Request, Response

from kibitz.server.auth import is_id, new_id, new_secret
from kibitz.server.handlers.headers import Secret, secret_of
from kibitz.server.http_errors import MissingError, SeatError, SecretError
from kibitz.server.schema.analysis_schema import (
    AnalysisDocument,
    AnalysisRequest,
    StartedAnalysis,
)
from kibitz.server.schema.command_schema import CompareRequest, ExplainRequest, HintRequest
from kibitz.server.schema.teaching_schema import (
    ComparisonDocument,
    ExplanationDocument,
    HintDocument,
    comparison_document,
    explanation_document,
    hint_document,
)
from kibitz.server.services import Services, ServicesHere
from kibitz.server.store.job_store import Waiting
from kibitz.server.store.models import Analysis

Prefer = Annotated[
    str | None, Header(description="respond-async: answer immediately and run in the background")
]


async def analyse(
    body: AnalysisRequest,
    request: Request,
    response: Response,
    services: ServicesHere,
    prefer: Prefer = None,
) -> AnalysisDocument:
    """Find the best lines of a position. `Prefer: respond-async` runs this in the background."""
    if prefer is not None and "respond-async" in prefer.casefold():
        found = await services.handle(lambda: _start(body, services))
        response.status_code = 202
        response.headers["Location"] = f"/api/v1/analyses/{found.id}"
        response.headers["Preference-Applied"] = "respond-async"
        return found

    def work() -> AnalysisDocument:
        session = services.positions.session_for_help(body)
        lines = services.analysis_service.lines(session, body)
        return services.analysis_service.document(None, "done", session, lines)

    return await services.search(request, work, priority=services.priority(body.limit))


def _start(body: AnalysisRequest, services: Services) -> StartedAnalysis:
    session = services.positions.session_for_help(body)
    services.analysis_service.require_moves(session, body)
    analysis_id, secret = new_id(), new_secret()
    client, priority = services.client_name(), services.priority(body.limit)
    found = services.analysis_service.document(analysis_id, "waiting", session, [])
    services.analyses.add(
        analysis_id,
        body.model_dump_json(),
        found.model_dump_json(),
        services.hasher.hash(secret),
        client,
        priority,
    )
    services.jobs.offer(Waiting(analysis_id, 0, client, priority))
    return StartedAnalysis(**dict(found), secret=secret)


async def read_analysis(analysis_id: str, services: ServicesHere) -> AnalysisDocument:
    """Get an analysis with its best lines so far."""
    return await services.handle(lambda: _found(analysis_id, services))


async def stop_analysis(
    analysis_id: str, services: ServicesHere, authorization: Secret = None
) -> AnalysisDocument:
    """Stop an analysis; its results are kept. Needs its secret."""
    secret = secret_of(authorization)
    return await services.handle(lambda: _stopped(analysis_id, secret, services))


def _found(analysis_id: str, services: Services) -> AnalysisDocument:
    return AnalysisDocument.model_validate_json(_row(analysis_id, services).document)


def _stopped(analysis_id: str, secret: str | None, services: Services) -> AnalysisDocument:
    row = _row(analysis_id, services)
    if secret is None:
        raise SecretError("no_analysis_secret")
    if not hmac.compare_digest(row.secret_hash, services.hasher.hash(secret)):
        raise SeatError("other_analysis_secret")
    found = AnalysisDocument.model_validate_json(row.document)
    stopped = found.model_copy(update={"status": "done"})
    if services.analyses.publish(analysis_id, stopped.model_dump_json(), "done"):
        services.jobs.stop(analysis_id)
        services.events.notify(analysis_id)
    return _found(analysis_id, services)


def _row(analysis_id: str, services: Services) -> Analysis:
    row = services.analyses.read(analysis_id) if is_id(analysis_id) else None
    if row is None:
        raise MissingError("no_analysis", id=analysis_id)
    return row


async def hint(
    session_id: str,
    request: Request,
    services: ServicesHere,
    body: HintRequest | None = None,
) -> HintDocument:
    """Get a hint in four steps: a nudge, the piece, the move, the line."""
    wanted = body or HintRequest()

    def work() -> HintDocument:
        session = services.positions.advised_session(session_id, wanted)
        return hint_document(services.analysis_service.hint(session, wanted), wanted.rung)

    return await services.search(request, work, priority=services.priority(wanted.limit))


async def explain(
    session_id: str,
    request: Request,
    services: ServicesHere,
    body: ExplainRequest | None = None,
) -> ExplanationDocument:
    """Explain why a move is good or bad; default: the best move."""
    wanted = body or ExplainRequest()

    def work() -> ExplanationDocument:
        session = services.positions.advised_session(session_id, wanted)
        return explanation_document(services.analysis_service.explain(session, wanted))

    return await services.search(request, work, priority=services.priority(wanted.limit))


async def compare(
    session_id: str, body: CompareRequest, request: Request, services: ServicesHere
) -> ComparisonDocument:
    """Compare two moves."""

    def work() -> ComparisonDocument:
        session = services.positions.advised_session(session_id, body)
        return comparison_document(services.analysis_service.compare(session, body))

    return await services.search(request, work, priority=services.priority(body.limit))
