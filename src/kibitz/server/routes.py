"""Every address of the API, one line each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from fastapi import FastAPI

from kibitz.server.handlers import analyses, commands, games, health, sessions, streams
from kibitz.server.problems import MEDIA_TYPE
from kibitz.server.schema import analyses as found
from kibitz.server.schema import games as rules
from kibitz.server.schema import positions
from kibitz.server.schema import sessions as playing
from kibitz.server.schema import teaching as told
from kibitz.server.schema.problems import Problem


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
    Route("GET", f"{_V1}/games", games.list_games, rules.GameList),
    Route("GET", f"{_V1}/games/{{name}}", games.read_game, rules.GameDocument),
    Route("POST", f"{_V1}/positions", games.check_position, positions.PositionDocument),
    Route("POST", f"{_V1}/positions/why-not", games.explain_refusal, positions.WhyNot),
    Route("POST", f"{_V1}/sessions", sessions.begin_session, playing.CreatedSession, 201),
    Route("POST", f"{_V1}/sessions/import", sessions.import_session, playing.CreatedSession, 201),
    Route("GET", _ONE, sessions.read_session, playing.SessionDocument),
    Route("GET", f"{_ONE}/events", streams.follow_session, None),
    Route("GET", f"{_ONE}/export", sessions.export_session, playing.ExportText),
    Route("GET", f"{_ONE}/seat", sessions.read_seat, playing.SeatDocument),
    Route("POST", f"{_ONE}/seat", commands.rename_seat, playing.SessionDocument),
    Route("POST", f"{_ONE}/moves", commands.play_move, playing.SessionDocument),
    Route("POST", f"{_ONE}/undo", commands.undo, playing.SessionDocument),
    Route("POST", f"{_ONE}/redo", commands.redo, playing.SessionDocument),
    Route("POST", f"{_ONE}/resign", commands.resign, playing.SessionDocument),
    Route("POST", f"{_ONE}/takeback", commands.takeback, playing.SessionDocument),
    Route("POST", f"{_ONE}/draw", commands.draw, playing.SessionDocument),
    Route("POST", f"{_ONE}/hint", analyses.hint, told.HintDocument),
    Route("POST", f"{_ONE}/explain", analyses.explain, told.ExplanationDocument),
    Route("POST", f"{_ONE}/compare", analyses.compare, told.ComparisonDocument),
    Route("POST", f"{_V1}/analyses", analyses.analyse, found.AnalysisDocument),
    Route("GET", _ANALYSIS, analyses.read_analysis, found.AnalysisDocument),
    Route("DELETE", _ANALYSIS, analyses.stop_analysis, found.AnalysisDocument),
    Route("GET", f"{_ANALYSIS}/events", streams.follow_analysis, None),
    Route("POST", f"{_V1}/reviews", analyses.review_game, found.ReviewDocument),
    Route("POST", f"{_V1}/trees", analyses.walk_tree, found.TreeDocument),
    Route("GET", "/health", health.health, health.Health),
    Route("GET", "/health/ready", health.ready, health.Readiness),
)

_PROBLEM = {"model": Problem, "content": {MEDIA_TYPE: {}}, "description": "A refusal"}
_STREAM = {"description": "Server-sent events", "content": {"text/event-stream": {}}}
_MORE: dict[str, dict[int | str, dict[str, Any]]] = {
    _ONE: {304: {"description": "The version that the client has"}},
    f"{_V1}/analyses": {202: {"model": found.StartedAnalysis, "description": "It runs by itself"}},
    f"{_ANALYSIS}/events": {204: {"description": "There is no more"}},
    "/health/ready": {503: {"model": health.Readiness, "description": "Not yet"}},
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
