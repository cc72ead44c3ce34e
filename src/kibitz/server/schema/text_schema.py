"""Schema of games as text: reading the games in a text, and writing a position or its moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import Field, StringConstraints

from kibitz.core.text import format_state
from kibitz.server.game_files import GameLabel
from kibitz.server.schema.position_schema import PositionRequest
from kibitz.server.schema.shared_schema import Name, Options, RequestBody, ResponseBody
from kibitz.session.session import Session

LONGEST_TEXT = 200_000
MOST_GAMES = 500

FileText = Annotated[str, StringConstraints(max_length=LONGEST_TEXT, pattern=r"^[^\x00]*$")]


class TextRequest(RequestBody):
    """The text of a file with one or more games, a position, or moves."""

    text: FileText
    game: Name | None = Field(None, description="needed if the text does not name the game")
    options: Options = Field({})


class ExportRequest(PositionRequest):
    """A position to export, with the moves that led there."""

    format: Name = Field(
        "json", description="json, moves, position, svg, or a format of the game such as pdn"
    )


class GameInText(ResponseBody):
    """A game that was read: everything needed to look at it."""

    number: int = Field(description="its place in the text, from 1")
    game: str
    title: str
    options: dict[str, int | str]
    sides: list[str]
    names: list[str] = Field(description="the players' names; empty if unknown")
    start: str | None = Field(description="first position as text; null for the usual start")
    moves: list[str]
    position: str = Field(description="position after the moves")
    outcome: str | None = Field(description="result in words, if the game is over")


class GamesInText(ResponseBody):
    """The games in a text; nothing is stored."""

    format: str = Field(description="what the text is: json, position, moves, or such as pdn")
    count: int = Field(description="number of games in the text")
    games: list[GameInText] = Field(description=f"at most the first {MOST_GAMES}")


def games_in_text(
    format_name: str, sessions: Sequence[Session], labels: Sequence[GameLabel]
) -> GamesInText:
    """The games of a text as JSON; `labels` are the names of the first of them."""
    return GamesInText(
        format=format_name,
        count=len(sessions),
        games=[
            _game(number, session, label)
            for number, (session, label) in enumerate(zip(sessions, labels, strict=False), start=1)
        ],
    )


def _game(number: int, session: Session, label: GameLabel) -> GameInText:
    game, outcome = session.game, session.outcome()
    first: Any = session.earlier[0] if session.ply else session.state
    is_usual = not game.is_seeded and first == game.initial()
    return GameInText(
        number=number,
        game=label.name,
        title=label.title,
        options=dict(game.settings),
        sides=list(game.sides),
        names=[seat.name if seat.kind == "person" else seat.title for seat in session.seats],
        start=None if is_usual else format_state(game, first),
        moves=list(session.moves),
        position=format_state(game, session.state),
        outcome=None if outcome is None else str(outcome),
    )
