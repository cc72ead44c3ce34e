"""Schema of hints and explanations."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from kibitz.server.schema.shared_schema import LineFields, ResponseBody, line_fields
from kibitz.teaching.explanations.explanation import Comparison, Explanation
from kibitz.teaching.hints import Hint, RungKind


class RungFields(ResponseBody):
    """One step of a hint."""

    kind: RungKind
    code: str
    params: dict[str, Any]
    text: str
    fits: int = Field(description="number of legal moves that fit this hint and those before")


class HintDocument(ResponseBody):
    """A hint, or one step of it; the line is included only if it was requested."""

    rungs: list[RungFields]
    line: LineFields | None


class ClaimFields(ResponseBody):
    """A true statement about a move, worded to follow the move's name, or about two moves."""

    code: str
    params: dict[str, Any]
    text: str
    line: list[str] = Field(description="moves that show it")
    warrant: str


class TermFields(ResponseBody):
    """One term of the evaluation, before and after the move."""

    name: str
    before: int | float
    after: int | float


class MarkFields(ResponseBody):
    """Cells to highlight on a board, by name."""

    kind: str
    cells: list[str]


class ExplanationDocument(ResponseBody):
    """Why a move is good or bad."""

    move: str
    line: LineFields
    claims: list[ClaimFields]
    terms: list[TermFields]
    marks: list[MarkFields]
    text: str


class ComparisonDocument(ResponseBody):
    """Two moves side by side."""

    mine: ExplanationDocument
    yours: ExplanationDocument
    differences: list[ClaimFields]
    text: str


def hint_document(hint: Hint, rung: RungKind | None) -> HintDocument:
    """A hint as JSON: all its steps, or one."""
    rungs = hint.rungs if rung is None else (hint.rung(rung),)
    line = line_fields(hint.line) if rung in (None, "line") else None
    return HintDocument(
        rungs=[RungFields.model_validate(one.as_dict()) for one in rungs], line=line
    )


def explanation_document(explanation: Explanation) -> ExplanationDocument:
    """An explanation as JSON."""
    return ExplanationDocument.model_validate(
        {**explanation.as_dict(), "line": line_fields(explanation.line)}
    )


def comparison_document(comparison: Comparison) -> ComparisonDocument:
    """A comparison as JSON."""
    return ComparisonDocument(
        mine=explanation_document(comparison.mine),
        yours=explanation_document(comparison.yours),
        differences=[
            ClaimFields.model_validate(claim.as_dict()) for claim in comparison.differences
        ],
        text=str(comparison),
    )
