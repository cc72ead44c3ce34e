"""Schema of positions, with the board and the legal moves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field

from kibitz.core.contract import Game
from kibitz.core.geometry import Geometry
from kibitz.core.messages import Message
from kibitz.core.outcome import Outcome
from kibitz.core.text import format_board, format_move, format_state
from kibitz.core.types import Move, State
from kibitz.server.schema.shared_schema import Name, Options, RequestBody, ResponseBody, Seed, Text
from kibitz.teaching.explanations.board_marks import step_of

_BETWEEN = re.compile(
    r"[^0-9A-Za-z]+|(?<=[0-9])x(?=[0-9a-z])"
)  # separates two cells in a move's text

_WORD = re.compile(r"[^\W\d_]{2}")
_DIGIT = re.compile(r"[0-9]")

Entry: TypeAlias = Literal["cell", "column", "path", "button"]
Ply = Annotated[int, Field(ge=0, le=100_000)]
Moves = Annotated[list[Name], Field(max_length=2_000)]


class PositionRequest(RequestBody):
    """A position of a session, or of a game; its history counts too."""

    session: Name | None = Field(None, description="a session, instead of the fields of a game")
    ply: Ply | None = Field(
        None, description="number of the session's moves; default: its current position"
    )
    game: Name | None = Field(None, description="a game, if there is no session")
    options: Options = Field({})
    position: Text | None = Field(None, description="default: the start of the game")
    seed: Seed | None = Field(None, description="seed of a random start position")
    moves: Moves = Field([], description="further moves to play first")


class WhyNotRequest(PositionRequest):
    """A move that may be illegal."""

    move: Name


class LegalMove(ResponseBody):
    """A legal move, and how to enter it on a board."""

    move: str = Field(description="text of the move")
    path: list[int] = Field(description="cells to select, in order; two moves may share them")
    captures: list[int] = Field(description="cells of captured pieces")
    drop: bool = Field(description="whether the piece comes from outside the board")
    entry: Entry = Field(
        description="how to enter it: by one cell, any cell of a column, several cells in order, "
        "or by a button, because it changes no cell or a word names it"
    )


class OutcomeFields(ResponseBody):
    """How a game ended."""

    reason: str = Field(description="rules, repetition, clock, resignation, agreement or time")
    winner: str | None = Field(description="winning side, if there is a single one")
    payoffs: list[int] = Field(description="1, 0 or -1 for each player")
    sentence: str
    ending: str = Field(
        "", description="how the game ended by its rules, such as four in a row; may be empty"
    )


class PositionDocument(ResponseBody):
    """A position."""

    position: str = Field(description="position as text, in one line")
    board: list[str] = Field(
        description=("for each cell the code of its piece, another mark, or an empty string")
    )
    caption: str = Field(description="information that the board does not show, such as scores")
    drawing: str = Field(description="board as text")
    turn: int = Field(description="number of the side to move, 0 first")
    side: str = Field(description="name of the side to move")
    legal_moves: list[LegalMove] = Field(description="empty when the game is over")
    must_capture: bool = Field(
        description="whether a capture is mandatory although other pieces could move"
    )
    counts: list[dict[str, int]] = Field(
        description="for each player, what the board does not show, such as points or pieces"
    )
    winning_lines: list[list[int]] = Field(
        description="lines of cells that won the game, each from end to end"
    )
    outcome: OutcomeFields | None


class RefusalFields(ResponseBody):
    """Why the rules of a game refuse a move."""

    code: str = Field(description="code of the reason, within this game")
    params: dict[str, Any]
    text: str


class WhyNot(ResponseBody):
    """Whether a move is legal and, if not, why."""

    legal: bool
    move: str = Field(description="as the game writes it, where it is legal")
    code: str | None = None
    params: dict[str, Any] = Field({})
    detail: str = ""
    reason: RefusalFields | None = Field(
        None, description="the game's own reason, without the moves that would be legal"
    )


def position_document(
    game: Game, state: State, outcome: Outcome | None, earlier: Sequence[State]
) -> PositionDocument:
    """A position after the states `earlier`, as JSON."""
    moves = [] if outcome else game.legal_moves(state, earlier)
    board = game.geometry
    return PositionDocument(
        position=format_state(game, state),
        board=list(board.occupants(state)) if board else [],
        caption=board.caption(state) if board and board.caption else "",
        drawing=format_board(game, state),
        turn=state.turn,
        side=game.sides[state.turn],
        legal_moves=[legal_move(game, state, move) for move in moves],
        must_capture=outcome is None and _must_capture(board, state),
        counts=[dict(count) for count in board.counts(state)] if board and board.counts else [],
        winning_lines=_winning_lines(board, state) if outcome and outcome.reason == "rules" else [],
        outcome=outcome_fields(outcome, board, state),
    )


def outcome_fields(
    outcome: Outcome | None, board: Geometry | None, state: State
) -> OutcomeFields | None:
    """An outcome as JSON; None during the game."""
    if outcome is None:
        return None
    return OutcomeFields(
        reason=outcome.reason,
        winner=None if outcome.winner is None else outcome.sides[outcome.winner],
        payoffs=list(outcome.payoffs),
        sentence=str(outcome),
        ending=board.ending(state) if outcome.reason == "rules" and board and board.ending else "",
    )


def _winning_lines(board: Geometry | None, state: State) -> list[list[int]]:
    """The lines that won a game, as numbers of cells."""
    if board is None or board.winning_lines is None:
        return []
    return [list(line) for line in board.winning_lines(state)]


def why_not(move: str, refusal: Message | None, reason: Message | None) -> WhyNot:
    """The verdict on a move as JSON."""
    if refusal is None:
        return WhyNot(legal=True, move=move, params={}, reason=None)
    return WhyNot(
        legal=False,
        move=move,
        code=refusal.code,
        params=_texts(refusal),
        detail=refusal.text,
        reason=None
        if reason is None
        else RefusalFields(code=reason.code, params=_texts(reason), text=reason.text),
    )


def _texts(found: Message) -> dict[str, str]:
    return {name: str(value) for name, value in found.params.items()}


def legal_move(game: Game, state: State, move: Move) -> LegalMove:
    """A legal move as JSON."""
    text = format_move(game, state, move)
    step = step_of(game, state, move)
    named = _path(game, state, move, text)
    path = named or [*step.sources[:1], *step.targets]
    return LegalMove(
        move=text,
        path=path,
        captures=list(step.taken),
        drop=bool(step.targets) and not step.sources,
        entry=_entry(game.geometry, path, is_word=not named and _is_word(game, text)),
    )


def _is_word(game: Game, text: str) -> bool:
    """Whether a move is named by a word, such as swap, and not by a cell, column or number."""
    board = game.geometry
    labels = {*board.files, *board.ranks} if board else set()
    return text not in labels and bool(_WORD.search(text)) and not _DIGIT.search(text)


def _entry(board: Geometry | None, path: list[int], is_word: bool) -> Entry:
    """How a move with these cells is entered."""
    if not path or is_word:
        return "button"
    if len(path) > 1:
        return "path"
    return "column" if board is not None and board.entry == "columns" else "cell"


def _must_capture(board: Geometry | None, state: State) -> bool:
    return board is not None and board.must_capture is not None and board.must_capture(state)


def _path(game: Game, state: State, move: Move, text: str) -> list[int]:
    """The cells to select, from the game or else from the move's text; empty if unknown."""
    board = game.geometry
    if board is None:
        return []
    if board.path is not None:
        return list(board.path(state, move))
    numbers = {cell.name: number for number, cell in enumerate(board.cells)}
    words = [word for word in _BETWEEN.split(text) if word]
    return [numbers[word] for word in words] if numbers.keys() >= set(words) else []


def changed_cells(game: Game, before: State, after: State) -> list[int]:
    """The cells that differ between two positions."""
    if game.geometry is None:
        return []
    pairs = zip(game.geometry.occupants(before), game.geometry.occupants(after), strict=True)
    return [cell for cell, (old, new) in enumerate(pairs) if old != new]
