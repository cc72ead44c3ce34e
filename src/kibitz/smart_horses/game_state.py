"""A game of Smart Horses as a class, and functions for the jumps of its knights."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, ClassVar, Literal, Self, TypeAlias, cast

from kibitz.core.errors import FinishedError, LevelError, LimitError, PositionError
from kibitz.core.text import format_state, parse_move
from kibitz.games import horses
from kibitz.games.horses.board import (
    JUMPS,
    SCORE_LIMIT,
    SIZE,
    SQUARES,
    VALUE_LIMIT,
    State,
    is_gone,
    knight_of,
    pack,
    score_of,
    targets,
    value_at,
)
from kibitz.games.horses.rules import PENALTY, rules_for

Position: TypeAlias = tuple[int, int]  # row and column
Square: TypeAlias = str | int | None  # "destroyed", points, or None
Knight: TypeAlias = Literal["white", "black"]

KNIGHT_MOVES: list[Position] = list(JUMPS)  # (rows down, columns right), in search order
DESTROYED = "destroyed"
WHITE = 0  # white's side number
KNIGHTS: tuple[Knight, Knight] = ("white", "black")
GAMES = {ending: horses.horses(ending=ending).judged_by("classic") for ending in ("first", "both")}
RULES = {"first": rules_for(2, True), "both": rules_for(2, False)}

_DEPTHS = {level.name: level.depth or 0 for level in horses.LEVELS}


class GameState:
    """A game of Smart Horses on a random board; the same `seed` gives the same board.

    - `board`: the 64 squares by (row, column): None, the points of the square from -10 to 10, or
      "destroyed". The points stay under the knight that took them.
    - `white_knight`, `black_knight`, `white_score`, `black_score`, `current_player`.
    - `difficulty` and `max_depth`: "beginner" 2, "amateur" 4, "expert" 6 plies.
    - `game_over` and `winner`: "white", "black", "tie", or None while the game continues.
    - `ending`: "first" ends the game with the first stuck knight, which loses 4 points; with "both"
      a stuck knight loses 4 points and passes on every turn until both are stuck.

    Every field can be changed to set up a position. Raises LevelError for any other difficulty.

    >>> state = GameState("expert")
    >>> state.max_depth, state.current_player, state.game_over, state.winner
    (6, 'white', False, None)
    >>> points = [value for value in state.board.values() if value is not None]
    >>> sorted(points)
    [-10, -5, -4, -3, -1, 1, 3, 4, 5, 10]
    """

    board: dict[Position, Square]
    white_knight: Position
    black_knight: Position
    white_score: int
    black_score: int
    current_player: Knight
    difficulty: str
    max_depth: int
    game_over: bool
    winner: str | None
    ending: str

    def __init__(
        self, difficulty: str = "beginner", *, seed: int | None = None, ending: str = "first"
    ) -> None:
        if not isinstance(difficulty, str) or difficulty not in _DEPTHS:
            known = ", ".join(_DEPTHS)
            raise LevelError("unknown_level", game="horses", name=str(difficulty), known=known)
        if ending not in ("first", "both"):
            raise refusal("ending", ending, "'first' or 'both'")
        if seed is not None and type(seed) is not int:
            raise refusal("seed", seed, "a whole number")
        self.difficulty = difficulty
        self.max_depth = _DEPTHS[difficulty]
        self.ending = ending
        _unpack(self, horses.GAME.initial(secrets.randbelow(1 << 31) if seed is None else seed))

    def __repr__(self) -> str:
        return f"<GameState {format_state(GAMES[self.ending], packed(self))!r}>"

    def __eq__(self, other: object) -> bool:
        return vars(self) == vars(other) if isinstance(other, GameState) else NotImplemented

    __hash__: ClassVar[None] = None  # type: ignore[assignment]  # mutable

    def get_valid_moves(self, knight: str) -> list[Position]:
        """The squares that a knight can jump to, whichever side is to move.

        They are on the board, not destroyed, and not under the other knight.

        >>> state = GameState(seed=7)
        >>> state.get_valid_moves("white")
        [(3, 0), (3, 2), (4, 3), (6, 3), (7, 0), (7, 2)]
        """
        state = packed(self)._replace(turn=_side(knight))
        # With this ending, a knight has no moves only if it is stuck.
        return [divmod(square, SIZE) for square in RULES["both"].moves(state)]

    def make_move(self, knight: str, position: Position) -> None:
        """Move a knight: score its new square, destroy the old one and pass the turn.

        A knight that is stuck after the move loses 4 points, and the game may be over. Raises
        MoveError if the move is illegal, FinishedError after the end of the game.

        >>> state = GameState(seed=7)
        >>> state.make_move("white", (4, 3))
        >>> state.white_knight, state.current_player
        ((4, 3), 'black')
        """
        state, side, square = packed(self), _side(knight), _square(position, "position")
        game = GAMES[self.ending]
        text = ",".join(map(str, divmod(square, SIZE)))
        if self.game_over:
            raise FinishedError(
                "game_over",
                outcome="a tie" if self.winner == "tie" else f"{self.winner} wins",
                game=game.name,
                position=format_state(game, state),
                text=text,
                works="start a new GameState",
            )
        if side != state.turn:
            raise refusal("knight", knight, f"{self.current_player!r}, the side to move")
        _unpack(self, game.play(state, parse_move(game, state, text)))

    def copy(self) -> Self:
        """An independent copy."""
        other = type(self).__new__(type(self))
        vars(other).update(vars(self), board=dict(self.board))
        return other

    def _check_game_over(self) -> bool:
        """End the game if it is over in a position set up by hand; `make_move` needs no such call.

        A stuck knight loses 4 points, unless both are stuck.

        >>> state = GameState()
        >>> state.white_knight, state.black_knight = (0, 0), (7, 7)
        >>> state.board[(1, 2)] = state.board[(2, 1)] = "destroyed"
        >>> state._check_game_over(), state.white_score, state.winner
        (True, -4, 'black')
        """
        if not self.game_over:
            state, rules = packed(self), RULES[self.ending]
            stuck = [side for side in range(len(KNIGHTS)) if not rules.mobility(state, side)]
            _unpack(self, rules.after_penalties(state) if len(stuck) == 1 else state)
        return self.game_over

    def to_dict(self) -> dict[str, Any]:
        """The game as the JSON of the Smart Horses API."""
        board = {f"{row},{column}": value for (row, column), value in self.board.items()}
        knights = {name: list(getattr(self, name)) for name in ("white_knight", "black_knight")}
        return {**vars(self), "board": board, **knights}

    @classmethod
    def from_dict(cls, found: Mapping[str, Any]) -> Self:
        """The game in the JSON of the Smart Horses API.

        >>> state = GameState("amateur")
        >>> GameState.from_dict(state.to_dict()) == state
        True
        """
        if not isinstance(found, Mapping) or not isinstance(found.get("board"), Mapping):
            raise refusal("the game state", found, "an object with a board")
        state = cls(
            found.get("difficulty") or "beginner", seed=0, ending=found.get("ending") or "first"
        )
        state.max_depth = found.get("max_depth") or state.max_depth
        state.board = {_coordinates(name): value for name, value in found["board"].items()}
        state.white_knight = _position(found.get("white_knight"), "white_knight")
        state.black_knight = _position(found.get("black_knight"), "black_knight")
        for name in ("white_score", "black_score", "current_player"):
            setattr(state, name, found.get(name))
        _unpack(state, packed(state))
        return state


def get_knight_moves(position: Position) -> list[Position]:
    """The squares that are a knight's move away from `position` on an empty board.

    >>> get_knight_moves((0, 0))
    [(1, 2), (2, 1)]
    >>> len(get_knight_moves((4, 4)))
    8
    """
    return [divmod(square, SIZE) for square in targets(_square(position, "position"))]


def count_valid_moves(game_state: GameState, knight: str) -> int:
    """The number of squares that a knight can jump to.

    >>> state = GameState(seed=7)
    >>> count_valid_moves(state, "white"), count_valid_moves(state, "black")
    (6, 4)
    """
    rules = RULES[require_state(game_state).ending]
    return rules.mobility(packed(game_state), _side(knight))


def packed(game_state: GameState) -> State:
    """The state in the rules; raises PositionError or LimitError if a field is invalid."""
    squares = []
    for square in range(SQUARES):
        value = game_state.board.get(divmod(square, SIZE))
        is_points = type(value) is int and abs(value) <= VALUE_LIMIT
        if not is_points and value not in (None, DESTROYED):
            expected = f"None, {DESTROYED!r} or a whole number from -{VALUE_LIMIT} to {VALUE_LIMIT}"
            raise refusal(f"board[{divmod(square, SIZE)}]", value, expected)
        squares.append(value)
    gone = [square for square, value in enumerate(squares) if value == DESTROYED]
    knights = [_square(getattr(game_state, f"{side}_knight"), f"{side}_knight") for side in KNIGHTS]
    if knights[0] == knights[1]:
        raise PositionError("knights_together", square=game_state.white_knight)
    # Each move destroys one square and changes a score by at most its points and a penalty.
    limit = SCORE_LIMIT + (VALUE_LIMIT + PENALTY) * len(gone)
    scores = [getattr(game_state, f"{side}_score") for side in KNIGHTS]
    for side, score in zip(KNIGHTS, scores, strict=True):
        if type(score) is not int or abs(score) > limit:
            expected = f"a whole number from -{limit} to {limit}"
            raise refusal(f"{side}_score", score, expected)
    values = [value if isinstance(value, int) else 0 for value in squares]
    return pack(_side(game_state.current_player, "current_player"), knights, scores, values, gone)


def _unpack(game_state: GameState, state: State) -> None:
    """Set the fields of `game_state` to those of `state`."""
    game_state.board = {
        divmod(square, SIZE): DESTROYED
        if is_gone(state, square)
        else value_at(state, square) or None
        for square in range(SQUARES)
    }
    game_state.white_knight, game_state.black_knight = (
        divmod(knight_of(state, side), SIZE) for side in range(len(KNIGHTS))
    )
    game_state.white_score, game_state.black_score = score_of(state, 0), score_of(state, 1)
    game_state.current_player = KNIGHTS[state.turn]
    rules = RULES[game_state.ending]
    game_state.game_over = rules.is_over(state)
    game_state.winner = None
    if game_state.game_over:
        game_state.winner = ("tie", *KNIGHTS)[rules.payoff(state, WHITE)]


def require_state(game_state: GameState) -> GameState:
    """`game_state`; raises LimitError if it is not a GameState."""
    if not isinstance(game_state, GameState):
        raise refusal("game_state", game_state, "a GameState")
    return game_state


def _side(knight: object, name: str = "knight") -> int:
    """The number of a side."""
    if knight not in KNIGHTS:
        raise refusal(name, knight, "'white' or 'black'")
    return KNIGHTS.index(knight)


def _square(position: object, name: str) -> int:
    """The number of the square in this row and column."""
    row, column = _position(position, name)
    return row * SIZE + column


def _position(value: object, name: str) -> Position:
    """`value` as a row and a column."""
    found = tuple(value) if isinstance(value, tuple | list) else ()
    if len(found) != 2 or not all(type(one) is int and 0 <= one < SIZE for one in found):
        raise refusal(name, value, f"(row, column), each from 0 to {SIZE - 1}")
    return cast(Position, found)


def _coordinates(name: object) -> Position:
    """The square that a key of a board names, such as "2,5"."""
    words = name.split(",") if isinstance(name, str) else ()
    return _position([int(word) for word in words if word.isdecimal()], f"the key {name!r}")


def refusal(name: str, value: object, expected: str) -> LimitError:
    """The error for an invalid argument or field."""
    return LimitError("bad_setting", name=name, value=value, expected=expected)
