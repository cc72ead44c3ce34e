"""Turns every error into an application/problem+json response."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import DataError, SQLAlchemyError
from starlette.exceptions import HTTPException

from kibitz.core.errors import (
    FinishedError,
    HistoryError,
    KibitzError,
    LevelError,
    LimitError,
    MoveError,
    OfferError,
    OptionError,
    PositionError,
    RecordError,
    UnknownGameError,
)
from kibitz.server.http_errors import BusyError, FieldError, MethodError, MissingError, ServerError
from kibitz.server.schema.problem_schema import SENTENCE_LENGTH, FieldProblem, Problem, sendable
from kibitz.server.smart_horses.refusals import is_horses_path, refusal_of
from kibitz.server.store.failures import database_failure, log_database_failure

MEDIA_TYPE = "application/problem+json"
_LONGEST_VALUE = 500  # characters of a message parameter
_INTEGER_LIMIT = 1 << 63
_log = logging.getLogger(__name__)

# Commands that the session's state does not allow are conflicts; other errors are invalid (422).
_STATUS: Mapping[type[KibitzError], int] = {
    UnknownGameError: HTTPStatus.NOT_FOUND,
    FinishedError: HTTPStatus.CONFLICT,
    HistoryError: HTTPStatus.CONFLICT,
    OfferError: HTTPStatus.CONFLICT,
}
_FIELD: Mapping[type[KibitzError], str] = {
    UnknownGameError: "game",
    OptionError: "options",
    LevelError: "level",
    PositionError: "position",
    MoveError: "move",
    RecordError: "record",
}


def add_problem_handlers(app: FastAPI) -> None:
    """Turn every exception in `app` into a problem response."""
    for kind in (KibitzError, RequestValidationError, HTTPException, SQLAlchemyError, Exception):
        app.add_exception_handler(kind, _answer)


async def _answer(request: Request, failure: Exception) -> Response:
    return problem_response(request, failure)


def problem_response(request: Request, failure: Exception) -> Response:
    """The error response for an exception. Never raises."""
    try:
        return _problem_response(request, failure)
    except Exception as another:  # such as a value that cannot be serialised
        _log.error("an error response could not be written", exc_info=another)
        status = getattr(failure, "status", 500)
        return _response(_of_error(request, KibitzError("internal_error"), status), {})


def problem_of(request: Request, failure: Exception) -> Problem:
    """The problem that an exception is, for an event of a stream."""
    error = _as_kibitz_error(request, failure)
    if isinstance(error, KibitzError):
        return _of_error(request, error)
    _log.error("a part of a request failed", exc_info=failure)
    return _of_error(request, KibitzError("internal_error"), 500)


def _problem_response(request: Request, failure: Exception) -> Response:
    if is_horses_path(request.url.path):
        return refusal_of(_as_kibitz_error(request, failure))
    if isinstance(failure, RequestValidationError):
        first = failure.errors()[0]
        if first["type"] != "json_invalid":
            return _response(_of_fields(request, failure), {})
        failure = _unreadable(first["ctx"]["error"], HTTPStatus.UNPROCESSABLE_ENTITY)
    error = _as_kibitz_error(request, failure)
    if isinstance(error, KibitzError):
        headers = error.headers if isinstance(error, ServerError) else {}
        return _response(_of_error(request, error), headers)
    _log.error("a request failed", exc_info=failure)
    return _response(_of_error(request, KibitzError("internal_error"), 500), {})


def _as_kibitz_error(request: Request, failure: Exception) -> Exception:
    """The KibitzError that matches an expected exception; other exceptions unchanged."""
    path = request.url.path
    if isinstance(failure, KibitzError | RequestValidationError):
        return failure
    if isinstance(failure, HTTPException) and isinstance(failure.__cause__, KibitzError):
        return failure.__cause__  # raised while the body was read
    if isinstance(failure, DataError | UnicodeEncodeError):
        # The schema checks all text from clients, so this should not happen.
        _log.warning("a text could not be stored: %s", sendable(str(failure), 200))
        return FieldError("unstorable")
    reason = database_failure(failure)
    if reason is not None:
        log_database_failure(_log, "a request failed", reason)
        return BusyError("database_silent", seconds=2)
    if isinstance(failure, HTTPException) and failure.status_code == HTTPStatus.NOT_FOUND:
        return MissingError("no_address", path=path)
    if isinstance(failure, HTTPException) and failure.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        allowed = (failure.headers or {}).get("Allow", "other methods")
        refusal = MethodError("other_method", path=path, method=request.method, allowed=allowed)
        refusal.headers = {"Allow": allowed}
        return refusal
    if isinstance(failure, HTTPException):
        return _unreadable(failure.detail, failure.status_code)
    return failure


def _unreadable(problem: str, status: int) -> ServerError:
    """The error for a body that cannot be parsed."""
    refusal = ServerError("bad_json", problem=problem, expected="a JSON object")
    refusal.status = status
    return refusal


def _of_error(request: Request, error: KibitzError, status: int = 0) -> Problem:
    found = status or getattr(error, "status", 0) or _by_class(_STATUS, error, 422)
    where = _by_class(_FIELD, error, None)
    if isinstance(error, LimitError):
        where = str(error.message.params.get("name", "")) or None
    return Problem(
        type=f"/docs#{error.code}",
        title=HTTPStatus(found).phrase,
        status=found,
        detail=sendable(str(error), SENTENCE_LENGTH),
        code=error.code,
        where=_optional(where or error.message.params.get("where")),
        params={name: _plain(value) for name, value in error.message.params.items()},
        errors=[],
        request_id=request.scope.get("request_id", ""),
    )


def _of_fields(request: Request, failure: RequestValidationError) -> Problem:
    """The problem for a request that does not match the schema."""
    errors = [
        FieldProblem(
            where=sendable(".".join(map(str, fault["loc"])), _LONGEST_VALUE),
            detail=sendable(_fault(fault), SENTENCE_LENGTH),
        )
        for fault in failure.errors()[:20]
    ]
    return Problem(
        type="/docs#bad_field",
        title=HTTPStatus.UNPROCESSABLE_ENTITY.phrase,
        status=422,
        detail=errors[0].detail,
        code="bad_field",
        where=errors[0].where,
        params={},
        errors=errors,
        request_id=request.scope.get("request_id", ""),
    )


def _fault(fault: Mapping[str, Any]) -> str:
    where = ".".join(str(part) for part in fault["loc"][1:]) or str(fault["loc"][0])
    expected = fault["msg"][0].lower() + fault["msg"][1:]
    return f"{where} cannot be {_short(fault.get('input'))}: {expected}."


def _short(value: object) -> str:
    try:
        return sendable(repr(value), 80)
    except (ValueError, RecursionError):  # an integer with too many digits, deeply nested lists
        return f"a {type(value).__name__} that is too large to show"


def _by_class(table: Mapping[type[KibitzError], Any], error: KibitzError, otherwise: Any) -> Any:
    return next((value for kind, value in table.items() if isinstance(error, kind)), otherwise)


def _plain(value: object) -> object:
    """A message parameter as a JSON value."""
    if value is None or isinstance(value, bool | float):
        return value
    if isinstance(value, int):
        return value if abs(value) < _INTEGER_LIMIT else _short(value)
    return sendable(str(value), _LONGEST_VALUE)


def _optional(value: object) -> str | None:
    return sendable(value, _LONGEST_VALUE) if isinstance(value, str) else None


def _response(problem: Problem, headers: Mapping[str, str]) -> Response:
    return Response(
        problem.model_dump_json(), problem.status, media_type=MEDIA_TYPE, headers=dict(headers)
    )
