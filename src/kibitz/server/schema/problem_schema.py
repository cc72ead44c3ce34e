"""Schema of error responses: application/problem+json."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from kibitz.server.schema.shared_schema import ResponseBody

SENTENCE_LENGTH = 2_000  # characters at most


def sendable(text: str, longest: int = SENTENCE_LENGTH) -> str:
    """Shorten a text and escape lone surrogates, so that it can be sent."""
    shown = text if len(text) <= longest else f"{text[:longest]}…"
    return shown.encode("utf-8", "backslashreplace").decode("utf-8")


class FieldProblem(ResponseBody):
    """What is wrong with one field."""

    where: str
    detail: str


class Problem(ResponseBody):
    """An error, as defined by RFC 9457."""

    type: str = Field(description="URL of its description")
    title: str
    status: int
    detail: str = Field(description="what was expected, what was received, and what would work")
    code: str = Field(description="error code, the same in every language")
    where: str | None = Field(None, description="field that is wrong, if any")
    params: dict[str, Any] = Field({}, description="parameters of the message")
    errors: list[FieldProblem] = Field([], description="all fields that are wrong")
    request_id: str = ""
