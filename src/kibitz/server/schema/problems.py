"""Refusals: application/problem+json."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from kibitz.server.schema.common import Answer


class FieldProblem(Answer):
    """What is wrong with one field."""

    where: str
    detail: str


class Problem(Answer):
    """A refusal, with the sentence that the terminal says too."""

    type: str = Field(description="the address of its description")
    title: str
    status: int
    detail: str = Field(description="what was expected, what came and what would work")
    code: str = Field(description="the same in every language")
    where: str | None = Field(None, description="the field that is wrong, where one is")
    params: dict[str, Any] = Field({}, description="what the sentence is made of")
    errors: list[FieldProblem] = Field([], description="every field that is wrong")
    request_id: str = ""
