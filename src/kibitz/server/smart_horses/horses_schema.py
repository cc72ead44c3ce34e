"""The JSON schema of the Smart Horses API.

Error messages quote a field's description as its expected value.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictBool

from kibitz.games.horses.board import SIZE, VALUE_LIMIT

Difficulty: TypeAlias = Literal["beginner", "amateur", "expert"]
Ending: TypeAlias = Literal["first", "both"]
Side: TypeAlias = Literal["white", "black"]
Winner: TypeAlias = Literal["white", "black", "tie"]

DESTROYED: Literal["destroyed"] = "destroyed"
SQUARE_PATTERN = f"^[0-{SIZE - 1}],[0-{SIZE - 1}]$"


def _to_integer(value: object) -> object:
    """Convert an integral float such as 5.0 to an integer."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Whole: TypeAlias = Annotated[int, Field(strict=True), BeforeValidator(_to_integer)]
Coordinate: TypeAlias = Annotated[Whole, Field(ge=0, lt=SIZE)]
Square: TypeAlias = Annotated[list[Coordinate], Field(min_length=2, max_length=2)]
Points: TypeAlias = Annotated[Whole, Field(ge=-VALUE_LIMIT, le=VALUE_LIMIT)]
SquareKey: TypeAlias = Annotated[str, Field(pattern=SQUARE_PATTERN)]
Cell: TypeAlias = Literal["destroyed"] | Points | None
Board: TypeAlias = Annotated[
    dict[SquareKey, Cell],
    Field(
        max_length=SIZE * SIZE,
        description='squares "row,column" from "0,0" to "7,7", each null, "destroyed" or a whole '
        "number from -10 to 10; squares left out are empty",
        json_schema_extra={"additionalProperties": False},
    ),
]

_ROW_AND_COLUMN = "its row and column, two whole numbers from 0 to 7 such as [2, 3]"
_SCORE = "a whole number from -1000 to 1000, 14 more for every destroyed square"
_SIDE = '"white" or "black"'


class Position(BaseModel):
    """The fields of a position in requests and answers."""

    model_config = ConfigDict(extra="ignore")

    board: Board
    white_knight: Square = Field(description=_ROW_AND_COLUMN)
    black_knight: Square = Field(description=_ROW_AND_COLUMN)
    white_score: Whole = Field(description=_SCORE)
    black_score: Whole = Field(description=_SCORE)
    current_player: Side = Field(description=_SIDE)


class GameState(Position):
    """A position as a client sends it; answers have the same fields."""

    difficulty: Difficulty | None = Field(
        default=None,
        description='"beginner", "amateur" or "expert"; default: as max_depth',
    )
    max_depth: Whole | None = Field(
        default=None,
        description="2, 4 or 6, matching the difficulty; default: beginner",
    )
    game_over: StrictBool | None = Field(
        default=None, description="true or false, matching the board"
    )
    winner: Winner | None = Field(
        default=None, description='"white", "black", "tie" or null, matching the scores'
    )
    ending: Ending | None = Field(
        default=None, description='"first" or "both"; default: the server\'s setting'
    )


class NewGame(BaseModel):
    """Options of a new game."""

    model_config = ConfigDict(extra="ignore")

    difficulty: Difficulty | None = Field(
        default=None, description='"beginner", "amateur" or "expert"; default: beginner'
    )
    ending: Ending | None = Field(
        default=None, description='"first" or "both"; default: the server\'s setting'
    )


class PlayerMove(BaseModel):
    """The person's move."""

    model_config = ConfigDict(extra="ignore")

    game_state: GameState = Field(description="a game state, as in any answer")
    move: Annotated[list[Whole], Field(min_length=2, max_length=2)] = Field(
        description="the row and column to jump to, two whole numbers such as [2, 3]"
    )


class MachineMove(BaseModel):
    """A position in which to find a move."""

    model_config = ConfigDict(extra="ignore")

    game_state: GameState = Field(description="a game state, as in any answer")


class ValidMoves(BaseModel):
    """The knight whose moves to list."""

    model_config = ConfigDict(extra="ignore")

    game_state: GameState = Field(description="a game state, as in any answer")
    knight: Side | None = Field(default=None, description=f"{_SIDE}; default: the side to move")


class PositionAnswer(Position):
    """A position as the server sends it."""

    board: Annotated[Board, Field(min_length=SIZE * SIZE)]
    difficulty: Difficulty
    max_depth: int
    game_over: bool
    winner: Winner | None
    ending: Ending
    penalty_applied: bool = Field(description="whether a stuck knight was penalised in this answer")
    machine_moves: list[Square] = Field(
        description="moves of the machine while the person was stuck, in order"
    )
    message: str


class NewGameAnswer(PositionAnswer):
    """A new game after the machine's first move."""

    machine_first_move: Square


class PlayerMoveAnswer(PositionAnswer):
    """The game after the person's move and the machine's reply.

    If the machine does not reply, because the game is over or its knight is stuck, `machine_move`
    and `machine_evaluation` are null.
    """

    machine_move: Square | None
    machine_evaluation: float | None = Field(description="from white's point of view")
    nodes_evaluated: int
    depth_reached: int


class MachineMoveAnswer(BaseModel):
    """The move that the machine would play for the side to move; nothing is played.

    If the game is over, `move` is null and `evaluation` is that of the result.
    """

    move: Square | None
    evaluation: float = Field(description="from white's point of view, whichever side is to move")
    nodes_evaluated: int
    depth_reached: int


class ValidMovesAnswer(BaseModel):
    """Where a knight can jump to."""

    knight: Side
    position: Square
    valid_moves: list[Square]
    count: int


class Refusal(BaseModel):
    """Why a request failed."""

    error: str = Field(description="error code")
    message: str = Field(description="what was expected, what was received, and what would work")
    valid_moves: list[Square] | None = Field(
        default=None, description="legal moves, after an illegal one"
    )
