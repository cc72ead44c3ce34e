"""Schema of what is known about a position without a search: opening book and endgame tables."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from kibitz.core.score import DRAW, WIN
from kibitz.engine.lines import Line
from kibitz.server.schema.shared_schema import ResponseBody
from kibitz.tables.verdict import Verdict


class BookMove(ResponseBody):
    """A move of the opening book, with the score that it was given when the book was built."""

    move: str
    score: int | float | None = Field(description="in points; null if a forced end is known")
    win_in: int | None
    loss_in: int | None
    depth: int = Field(description="plies of the search that chose it")
    value: str = Field(description="score in words")


class TableVerdict(ResponseBody):
    """The result with best play by an endgame table, for the side to move."""

    result: Literal["win", "draw", "loss"]
    plies: int | None = Field(description="plies to the end; null if unknown, or for a draw")
    value: str = Field(description="result in words")


class TableMove(TableVerdict):
    """A legal move with its result."""

    move: str


class KnowledgeDocument(ResponseBody):
    """What is known about a position without a search."""

    position: str
    side: str = Field(description="side to move")
    book: list[BookMove] = Field(description="moves of the opening book, best first")
    table: TableVerdict | None = Field(description="null if no endgame table has the position")
    clock_decides: bool = Field(
        description="whether a move limit may turn the table's win or loss into a draw"
    )
    moves: list[TableMove] = Field(description="the legal moves that the endgame tables know")


def book_move(line: Line) -> BookMove:
    """A move of the opening book as JSON."""
    return BookMove(
        move=line.move,
        score=line.score,
        win_in=line.win_in,
        loss_in=line.loss_in,
        depth=line.depth,
        value=line.value,
    )


def table_verdict(verdict: Verdict) -> TableVerdict:
    """A verdict as JSON."""
    return TableVerdict(result=_result(verdict), plies=verdict.plies, value=str(verdict))


def table_move(move: str, verdict: Verdict) -> TableMove:
    """A move with its verdict as JSON."""
    return TableMove(move=move, result=_result(verdict), plies=verdict.plies, value=str(verdict))


def _result(verdict: Verdict) -> Literal["win", "draw", "loss"]:
    if verdict.result == DRAW:
        return "draw"
    return "win" if verdict.result == WIN else "loss"
