"""Every route of the API."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from fastapi import FastAPI

from kibitz.server.handlers import (
    analysis_handlers,
    batch_handlers,
    command_handlers,
    game_handlers,
    health,
    learning_handlers,
    review_handlers,
    session_handlers,
    stream_handlers,
    text_handlers,
    tournament_handlers,
)
from kibitz.server.problems import MEDIA_TYPE
from kibitz.server.schema import (
    analysis_schema,
    game_schema,
    knowledge_schema,
    lesson_schema,
    position_schema,
    preview_schema,
    rules_schema,
    session_schema,
    setup_schema,
    teaching_schema,
    text_schema,
    tournament_schema,
    tree_schema,
)
from kibitz.server.schema.problem_schema import Problem


class Route(NamedTuple):
    """A route: method, path, handler, response model and success status."""

    method: str
    path: str
    handler: Callable[..., Any]
    model: type | None
    status: int = 200


_V1 = "/api/v1"
_SESSION = f"{_V1}/sessions/{{session_id}}"
_LESSON = f"{_V1}/lessons/{{lesson_id}}"
_TOURNAMENT = f"{_V1}/tournaments/{{tournament_id}}"
_ANALYSIS = f"{_V1}/analyses/{{analysis_id}}"
_REVIEW = f"{_V1}/reviews/{{review_id}}"

ROUTES = (
    Route("GET", f"{_V1}/games", game_handlers.list_games, preview_schema.GameList),
    Route("GET", f"{_V1}/games/{{name}}", game_handlers.read_game, game_schema.GameDocument),
    Route(
        "GET", f"{_V1}/games/{{name}}/rules", game_handlers.read_rules, rules_schema.RulesDocument
    ),
    Route(
        "POST", f"{_V1}/positions", game_handlers.check_position, position_schema.PositionDocument
    ),
    Route(
        "POST", f"{_V1}/positions/why-not", game_handlers.explain_refusal, position_schema.WhyNot
    ),
    Route(
        "POST",
        f"{_V1}/positions/setup",
        text_handlers.set_up_position,
        setup_schema.SetupDocument,
    ),
    Route(
        "POST",
        f"{_V1}/positions/export",
        text_handlers.export_position,
        session_schema.ExportText,
    ),
    Route("POST", f"{_V1}/texts", text_handlers.read_text, text_schema.GamesInText),
    Route(
        "POST",
        f"{_V1}/positions/knowledge",
        game_handlers.read_knowledge,
        knowledge_schema.KnowledgeDocument,
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
    Route("GET", _SESSION, session_handlers.read_session, session_schema.SessionDocument),
    Route("GET", f"{_SESSION}/events", stream_handlers.follow_session, None),
    Route("GET", f"{_SESSION}/export", session_handlers.export_session, session_schema.ExportText),
    Route("GET", f"{_SESSION}/seat", session_handlers.read_seat, session_schema.SeatDocument),
    Route("POST", f"{_SESSION}/seat", command_handlers.rename_seat, session_schema.SessionDocument),
    Route("POST", f"{_SESSION}/moves", command_handlers.play_move, session_schema.SessionDocument),
    Route("POST", f"{_SESSION}/undo", command_handlers.undo, session_schema.SessionDocument),
    Route("POST", f"{_SESSION}/redo", command_handlers.redo, session_schema.SessionDocument),
    Route("POST", f"{_SESSION}/resign", command_handlers.resign, session_schema.SessionDocument),
    Route(
        "POST", f"{_SESSION}/takeback", command_handlers.takeback, session_schema.SessionDocument
    ),
    Route("POST", f"{_SESSION}/draw", command_handlers.draw, session_schema.SessionDocument),
    Route("GET", f"{_SESSION}/rematch", session_handlers.read_rematch, session_schema.RematchSeat),
    Route("POST", f"{_SESSION}/rematch", command_handlers.rematch, session_schema.SessionDocument),
    Route(
        "GET", f"{_SESSION}/presence", session_handlers.read_presence, session_schema.PresenceFields
    ),
    Route(
        "POST", f"{_SESSION}/players", session_handlers.change_player, session_schema.CreatedSession
    ),
    Route("POST", f"{_SESSION}/hint", analysis_handlers.hint, teaching_schema.HintDocument),
    Route(
        "POST",
        f"{_SESSION}/explain",
        analysis_handlers.explain,
        teaching_schema.ExplanationDocument,
    ),
    Route(
        "POST", f"{_SESSION}/compare", analysis_handlers.compare, teaching_schema.ComparisonDocument
    ),
    Route("POST", f"{_V1}/analyses", analysis_handlers.analyse, analysis_schema.AnalysisDocument),
    Route("POST", f"{_V1}/analyses/batch", batch_handlers.analyse_batch, None),
    Route("GET", _ANALYSIS, analysis_handlers.read_analysis, analysis_schema.AnalysisDocument),
    Route("DELETE", _ANALYSIS, analysis_handlers.stop_analysis, analysis_schema.AnalysisDocument),
    Route("GET", f"{_ANALYSIS}/events", stream_handlers.follow_analysis, None),
    Route("POST", f"{_V1}/reviews", review_handlers.review_game, analysis_schema.ReviewDocument),
    Route("GET", _REVIEW, review_handlers.read_review, analysis_schema.ReviewProgress),
    Route("GET", f"{_REVIEW}/events", stream_handlers.follow_review, None),
    Route("POST", f"{_V1}/trees", learning_handlers.walk_tree, tree_schema.TreeDocument),
    Route(
        "POST", f"{_V1}/trees/counts", learning_handlers.count_nodes, tree_schema.NodeCountDocument
    ),
    Route(
        "POST", f"{_V1}/trees/playouts", learning_handlers.run_playouts, tree_schema.PlayoutDocument
    ),
    Route("GET", f"{_V1}/lessons", learning_handlers.list_lessons, lesson_schema.LessonList),
    Route("GET", _LESSON, learning_handlers.read_lesson, lesson_schema.LessonDocument),
    Route("POST", f"{_LESSON}/tree", learning_handlers.walk_lesson, tree_schema.TreeDocument),
    Route(
        "POST",
        f"{_V1}/tournaments",
        tournament_handlers.begin_tournament,
        tournament_schema.CreatedTournament,
        201,
    ),
    Route(
        "GET",
        _TOURNAMENT,
        tournament_handlers.read_tournament,
        tournament_schema.TournamentDocument,
    ),
    Route("GET", f"{_TOURNAMENT}/events", tournament_handlers.follow_tournament, None),
    Route(
        "GET",
        f"{_TOURNAMENT}/seats",
        tournament_handlers.read_tournament_seats,
        tournament_schema.TournamentSeats,
    ),
    Route(
        "POST",
        f"{_TOURNAMENT}/stop",
        tournament_handlers.stop_tournament,
        tournament_schema.TournamentDocument,
    ),
    Route("GET", "/health", health.health, health.Health),
    Route("GET", "/health/ready", health.ready, health.Readiness),
)

_PROBLEM = {"model": Problem, "content": {MEDIA_TYPE: {}}, "description": "An error"}
_STREAM = {"description": "Server-sent events", "content": {"text/event-stream": {}}}
_OTHER_RESPONSES: dict[str, dict[int | str, dict[str, Any]]] = {
    _TOURNAMENT: {304: {"description": "The tournament has not changed"}},
    _SESSION: {304: {"description": "The session has not changed"}},
    f"{_V1}/analyses": {
        202: {"model": analysis_schema.StartedAnalysis, "description": "It runs in the background"}
    },
    f"{_V1}/reviews": {
        202: {"model": analysis_schema.ReviewProgress, "description": "It runs in the background"}
    },
    f"{_REVIEW}/events": {204: {"description": "The stream has ended"}},
    f"{_ANALYSIS}/events": {204: {"description": "The stream has ended"}},
    "/health/ready": {503: {"model": health.Readiness, "description": "Not ready yet"}},
}


def add_routes(app: FastAPI) -> None:
    """Add every route to `app`."""
    for route in ROUTES:
        is_stream = route.model is None
        response = _STREAM if is_stream else {"model": route.model}
        app.add_api_route(
            route.path,
            route.handler,
            methods=[route.method],
            status_code=route.status,
            response_model=None,
            responses={
                route.status: response,
                "4XX": _PROBLEM,
                "503": _PROBLEM,
                **_OTHER_RESPONSES.get(route.path, {}),
            },
            tags=[_tag(route.path)],
        )


def _tag(path: str) -> str:
    """The OpenAPI tag of a path."""
    return path.removeprefix(_V1).split("/")[1]
