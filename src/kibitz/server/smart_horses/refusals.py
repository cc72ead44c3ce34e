"""Error responses of the Smart Horses API.

The body is {"error": CODE, "message": TEXT}, plus "valid_moves" after an illegal move.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from http import HTTPStatus

from fastapi import Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from kibitz.core.errors import KibitzError
from kibitz.core.messages import message
from kibitz.server.http_errors import ServerError
from kibitz.server.schema.problem_schema import sendable
from kibitz.server.smart_horses.faults import explain
from kibitz.server.smart_horses.horses_schema import Refusal

PREFIX = "/api/game"
_log = logging.getLogger(__name__)


def is_horses_path(path: str) -> bool:
    """Whether a path belongs to the Smart Horses API."""
    return path == PREFIX or path.startswith(f"{PREFIX}/")


def refusal_of(problem: Exception) -> Response:
    """The error response for an exception; unexpected ones are logged."""
    if isinstance(problem, RequestValidationError):
        problem = explain(problem.errors()[0])
    if isinstance(problem, ServerError):
        return _refusal(problem.status, problem.code, str(problem), headers=problem.headers)
    if isinstance(problem, KibitzError):
        moves = problem.message.params.get("valid_moves")
        return _refusal(HTTPStatus.BAD_REQUEST, problem.code, str(problem), moves)
    if isinstance(problem, HTTPException):
        code = HTTPStatus(problem.status_code).phrase.lower().replace(" ", "_")
        return _refusal(problem.status_code, code, problem.detail, headers=problem.headers)
    _log.error("a request failed", exc_info=problem)
    failed = message("internal_error")
    return _refusal(HTTPStatus.INTERNAL_SERVER_ERROR, failed.code, failed.text)


def _refusal(
    status: int,
    code: str,
    text: str,
    valid_moves: object = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    fields = {"error": code, "message": sendable(text), "valid_moves": valid_moves}
    body = Refusal.model_validate(fields)
    return JSONResponse(body.model_dump(exclude_none=True), status, headers=headers)
