"""Schema of the rules of a game as text, in parts that a page can show without reading Markdown."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from kibitz.core.contract import Game
from kibitz.core.markdown import Spans
from kibitz.core.rules_text import Figure, Part, read_rules
from kibitz.core.text import format_board, format_state
from kibitz.core.types import State
from kibitz.server.game_files import GameLabel
from kibitz.server.schema.game_schema import (
    GameSummary,
    GeometryFields,
    game_summary,
    geometry_fields,
)
from kibitz.server.schema.position_schema import LegalMove, changed_cells, legal_move
from kibitz.server.schema.shared_schema import ResponseBody


class SpanFields(ResponseBody):
    """A part of a line in one style."""

    text: str
    style: Literal["plain", "strong", "emphasis", "code", "link"]
    address: str = Field(description="where a link leads; usually empty")


class DrawnFields(ResponseBody):
    """A drawn position."""

    position: str = Field(description="position as text, in one line")
    board: list[str] = Field(description="as in a position")
    caption: str = Field(description="information that the board does not show, such as scores")
    drawing: str = Field(description="board as text")


class FigureFields(ResponseBody):
    """A position that explains a rule, and the position after its move if it has one."""

    before: DrawnFields
    turn: int = Field(description="number of the side to move, 0 first")
    side: str
    move: LegalMove | None
    after: DrawnFields | None
    last: list[int] = Field(description="cells that the move changes")
    marked: list[int] = Field(description="cells to mark")
    caption: list[SpanFields]


class RulesPart(ResponseBody):
    """A part of the rules: text, or a board."""

    kind: Literal["heading", "paragraph", "list", "numbers", "table", "code", "board"]
    level: int = Field(description="of a heading")
    rows: list[list[list[SpanFields]]] = Field(
        description="lines of cells; only tables have several cells, the header first"
    )
    source: str = Field(description="content of a block of code")
    figure: FigureFields | None = Field(description="of a board")


class RulesDocument(GameSummary):
    """How a game is played."""

    settings: dict[str, int | str]
    geometry: GeometryFields | None
    text: str = Field(description="the rules in Markdown; empty if the game has no rules text")
    parts: list[RulesPart] = Field(description="the same in parts, its boards drawn")


def rules_document(game: Game, label: GameLabel) -> RulesDocument:
    """The rules of a game as JSON."""
    return RulesDocument(
        **dict(game_summary(game, label)),
        settings=dict(game.settings),
        geometry=None if game.geometry is None else geometry_fields(game.geometry),
        text=game.rules,
        parts=[_part(game, part) for part in read_rules(game)],
    )


def _part(game: Game, part: Part) -> RulesPart:
    if isinstance(part, Figure):
        return RulesPart(kind="board", level=0, rows=[], source="", figure=_figure(game, part))
    return RulesPart(
        kind="code" if part.kind == "fenced" else part.kind,
        level=part.level,
        rows=[[_spans(cell) for cell in row] for row in part.rows],
        source=part.source,
        figure=None,
    )


def _spans(spans: Spans) -> list[SpanFields]:
    return [SpanFields(text=span.text, style=span.style, address=span.address) for span in spans]


def _figure(game: Game, figure: Figure) -> FigureFields:
    before, after = figure.before, figure.after
    return FigureFields(
        before=_drawn(game, before),
        turn=before.turn,
        side=game.sides[before.turn],
        move=None if figure.move is None else legal_move(game, before, figure.move),
        after=None if after is None else _drawn(game, after),
        last=[] if after is None else changed_cells(game, before, after),
        marked=list(figure.marked),
        caption=_spans(figure.caption),
    )


def _drawn(game: Game, state: State) -> DrawnFields:
    board = game.geometry
    return DrawnFields(
        position=format_state(game, state),
        board=list(board.occupants(state)) if board else [],
        caption=board.caption(state) if board and board.caption else "",
        drawing=format_board(game, state),
    )
