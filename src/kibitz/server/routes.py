"""Every address of the API, one line each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from fastapi import FastAPI

from kibitz.server.handlers import (
    analysis_handlers,
    command_handlers,
    game_handlers,
    health,
    session_handlers,
    stream_handlers,
)
from kibitz.server.problems import MEDIA_TYPE
from kibitz.server.schema import (
    analysis_schema,
    game_schema,
    position_schema,
    session_schema,
    teaching_schema,
)
from kibitz.server.schema.problem_schema import Problem


class Route(NamedTuple):
    """A method, a path, who handles it, and what is answered."""

    method: str
    path: str
    handler: Callable[..., Any]
    answer: type | None
    status: int = 200


_V1 = "/api/v1"
_ONE = f"{_V1}/sessions/{{session_id}}"
_ANALYSIS = f"{_V1}/analyses/{{analysis_id}}"

ROUTES = (
    Route("GET", f"{_V1}/games", game_handlers.list_games, game_schema.GameList),
    Route("GET", f"{_V1}/games/{{name}}", game_handlers.read_game, game_schema.GameDocument),
    Route(
        "POST", f"{_V1}/positions", game_handlers.check_position, position_schema.PositionDocument
    ),
    Route(
        "POST", f"{_V1}/positions/why-not", game_handlers.explain_refusal, position_schema.WhyNot
    ),
    Route(
        "POST",
        f"{_V1}/sessions",
        session_handlers.begin_session,
        session_schema.CreatedSession,
        201,
    ),
    Route(
        "POST",
        f"{_V1}/sessions/import",
        session_handlers.import_session,
        session_schema.CreatedSession,
        201,
    ),
    Route("GET", _ONE, session_handlers.read_session, session_schema.SessionDocument),
    Route("GET", f"{_ONE}/events", stream_handlers.follow_session, None),
    Route("GET", f"{_ONE}/export", session_handlers.export_session, session_schema.ExportText),
    Route("GET", f"{_ONE}/seat", session_handlers.read_seat, session_schema.SeatDocument),
    Route("POST", f"{_ONE}/seat", command_handlers.rename_seat, session_schema.SessionDocument),
    Route("POST", f"{_ONE}/moves", command_handlers.play_move, session_schema.SessionDocument),
    Route("POST", f"{_ONE}/undo", command_handlers.undo, session_schema.SessionDocument),
    Route("POST", f"{_ONE}/redo", command_handlers.redo, session_schema.SessionDocument),
    Route("POST", f"{_ONE}/resign", command_handlers.resign, session_schema.SessionDocument),
    Route("POST", f"{_ONE}/takeback", command_handlers.takeback, session_schema.SessionDocument),
    Route("POST", f"{_ONE}/draw", command_handlers.draw, session_schema.SessionDocument),
    Route("POST", f"{_ONE}/hint", analysis_handlers.hint, teaching_schema.HintDocument),
    Route(
        "POST", f"{_ONE}/explain", analysis_handlers.explain, teaching_schema.ExplanationDocument
    ),
    Route("POST", f"{_ONE}/compare", analysis_handlers.compare, teaching_schema.ComparisonDocument),
    Route("POST", f"{_V1}/analyses", analysis_handlers.analyse, analysis_schema.AnalysisDocument),
    Route("GET", _ANALYSIS, analysis_handlers.read_analysis, analysis_schema.AnalysisDocument),
    Route("DELETE", _ANALYSIS, analysis_handlers.stop_analysis, analysis_schema.AnalysisDocument),
    Route("GET", f"{_ANALYSIS}/events", stream_handlers.follow_analysis, None),
    Route("POST", f"{_V1}/reviews", analysis_handlers.review_game, analysis_schema.ReviewDocument),
    Route("POST", f"{_V1}/trees", analysis_handlers.walk_tree, analysis_schema.TreeDocument),
    Route("GET", "/health", health.health, health.Health),
    Route("GET", "/health/ready", health.ready, health.Readiness),
)

_PROBLEM = {"model": Problem, "content": {MEDIA_TYPE: {}}, "description": "An error"}
_STREAM = {"description": "Server-sent events", "content": {"text/event-stream": {}}}
_MORE: dict[str, dict[int | str, dict[str, Any]]] = {
    _ONE: {304: {"description": "The session has not changed"}},
    f"{_V1}/analyses": {
        202: {"model": analysis_schema.StartedAnalysis, "description": "It runs in the background"}
    },
    f"{_ANALYSIS}/events": {204: {"description": "The stream has ended"}},
    "/health/ready": {503: {"model": health.Readiness, "description": "Not ready yet"}},
}


def add_routes(app: FastAPI) -> None:
    """Have `app` answer every address."""
    for route in ROUTES:
        is_stream = route.answer is None
        answered = _STREAM if is_stream else {"model": route.answer}
        app.add_api_route(
            route.path,
            route.handler,
            methods=[route.method],
            status_code=route.status,
            response_model=None,
            responses={
                route.status: answered,
                "4XX": _PROBLEM,
                "503": _PROBLEM,
                **_MORE.get(route.path, {}),
            },
            tags=[_tag(route.path)],
        )


def _tag(path: str) -> str:
    """What an address is about."""
    return path.removeprefix(_V1).split("/")[1]
