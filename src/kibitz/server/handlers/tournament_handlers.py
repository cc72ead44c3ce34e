"""Handlers of tournaments."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing

from fastapi import Request, Response
from sse_starlette import ServerSentEvent
from starlette.concurrency import run_in_threadpool

from kibitz.server.handlers.headers import (
    CredentialsHere,
    IfNoneMatch,
    LastEvent,
    Secret,
    etag,
    event_number,
    is_known,
    secret_of,
)
from kibitz.server.handlers.stream_handlers import EventStream
from kibitz.server.schema.tournament_schema import (
    CreatedTournament,
    InvitationFields,
    NewTournament,
    TournamentDocument,
    TournamentSeats,
)
from kibitz.server.services import Services, ServicesHere


async def begin_tournament(
    body: NewTournament, request: Request, services: ServicesHere, credentials: CredentialsHere
) -> Response:
    """Start a tournament. The response contains its secrets, shown only once."""

    def work() -> CreatedTournament:
        client = services.client_name()
        tournament_id = services.tournaments.create(body, client, credentials.key)
        base = services.settings.public_url.rstrip("/") or str(request.base_url).rstrip("/")
        invitations = []
        for number, contestant in enumerate(body.contestants):
            if contestant.kind == "person":
                secret = services.tournaments.secret(tournament_id, number)
                link = f"{base}/tournaments/{tournament_id}#secret={secret}"
                invitations.append(
                    InvitationFields(contestant=number, secret=secret, invitation=link)
                )
        return CreatedTournament(
            tournament=services.tournaments.read(tournament_id),
            secret=services.tournaments.secret(tournament_id, None),
            invitations=invitations,
        )

    created = await services.handle(work)
    headers = {
        "Location": f"/api/v1/tournaments/{created.tournament.id}",
        "ETag": etag(created.tournament.version),
    }
    return Response(created.model_dump_json(), 201, headers, "application/json")


async def read_tournament(
    tournament_id: str, services: ServicesHere, if_none_match: IfNoneMatch = None
) -> Response:
    """Get a tournament with its games and standings. Spectators may read it too."""
    found = await services.handle(lambda: services.tournaments.read(tournament_id))
    if is_known(found.version, if_none_match):
        return Response(status_code=304, headers={"ETag": etag(found.version)})
    return _document(found)


async def read_tournament_seats(
    tournament_id: str, services: ServicesHere, authorization: Secret = None
) -> TournamentSeats:
    """Get the seats that a secret opens, with the secrets of the sessions."""
    secret = secret_of(authorization)
    return await services.handle(lambda: services.tournaments.seats(tournament_id, secret))


async def stop_tournament(
    tournament_id: str, services: ServicesHere, authorization: Secret = None
) -> Response:
    """Stop a tournament; its results so far are kept. Needs the secret of its creator."""
    secret = secret_of(authorization)
    return _document(
        await services.handle(lambda: services.tournaments.stop(tournament_id, secret))
    )


async def follow_tournament(
    tournament_id: str, services: ServicesHere, last_event_id: LastEvent = None
) -> Response:
    """Follow a tournament: `tournament` contains the full document, first and after changes."""
    number = event_number(last_event_id)
    await services.handle(lambda: services.tournaments.read(tournament_id))
    return EventStream(_events(services, tournament_id, number), services)


async def _events(
    services: Services, tournament_id: str, number: int | None
) -> AsyncGenerator[ServerSentEvent]:
    last = await run_in_threadpool(services.events.last_number, tournament_id)
    if number is None or number > last:
        number = last
        yield await _event(services, tournament_id, number)
    async with aclosing(services.events.subscribe(tournament_id, number)) as batches:
        async for batch in batches:
            yield await _event(services, tournament_id, batch[-1].number)


async def _event(services: Services, tournament_id: str, number: int) -> ServerSentEvent:
    found = await run_in_threadpool(services.tournaments.read, tournament_id)
    return ServerSentEvent(found.model_dump_json(), event="tournament", id=str(number))


def _document(found: TournamentDocument) -> Response:
    headers = {"ETag": etag(found.version), "Cache-Control": "no-cache"}
    return Response(found.model_dump_json(), 200, headers, "application/json")
