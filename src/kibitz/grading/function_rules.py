"""The game of a file whose rules are functions of a board, such as `actions` and `result`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, cast

from kibitz.adapters.adapt import adapt
from kibitz.adapters.class_players import is_same
from kibitz.adapters.styles import NAMES, STYLES, Given, Role, describe_missing
from kibitz.core.contract import Game
from kibitz.core.errors import ContractError, UnknownGameError
from kibitz.core.types import Side
from kibitz.grading.shape import plain

_BLANKS = (" ", "", "_", None, ".", "-", 0)
_MAXIMISERS = ("ai", "computer", "bot", "maxplayer", "maximizer", "maximiser", "aiplayer", "player")
_OPPONENTS = ("human", "opponent", "humanplayer", "minplayer", "minimizer", "minimiser")

# Names of functions, without underscores, in addition to those of the methods.
_FUNCTIONS: Mapping[str, tuple[str, ...]] = {
    "start": (
        "initialstate",
        "startstate",
        "newboard",
        "createboard",
        "makeboard",
        "newgame",
        "initialboard",
        "emptyboard",
        "start",
        "board",
    ),
    "moves": (
        "actions",
        "getmoves",
        "getlegalmoves",
        "getavailablemoves",
        "getvalidlocations",
        "possiblemoves",
        "validmoves",
        "emptycells",
        "emptysquares",
        "getemptycells",
        "moves",
    ),
    "play": ("result", "play", "playmove", "domove", "move", "droppiece", "place"),
    "turn": ("player", "getturn", "getplayer"),
    "over": ("terminal", "isterminalnode", "isterminalstate", "checkgameover", "gameisover"),
    "winner": ("findwinner", "winningplayer", "whowon"),
    "evaluate": ("evaluation", "scoreposition", "staticevaluation"),
}
_PLAYERS = {"player", "mark", "piece", "symbol", "turn", "side", "letter", "token", "who"}


def named_maximiser(known: Mapping[str, Any], marks: Sequence[Any]) -> Side:
    """The side named by a constant such as AI or COMPUTER; the first by default."""
    for key in _MAXIMISERS:
        value = known.get(key)
        for side, mark in enumerate(marks):
            if value is not None and not callable(value) and is_same(value, mark):
                return side
    return 0


def game_of_functions(members: Mapping[str, Any], path: str, given: tuple[Any, ...] | None) -> Game:
    """The game of a file whose rules are functions of a board."""
    known = {plain(key): value for key, value in members.items() if not key.startswith("__")}

    def named(role: str) -> Any:
        names = [plain(name) for name in NAMES.get(cast(Role, role), ())]
        return next(
            (
                known[key]
                for key in (*_FUNCTIONS[role], *names)
                if key in known and (callable(known[key]) or role == "start")
            ),
            None,
        )

    start = named("start")
    start = start() if callable(start) else start
    if start is None or isinstance(start, str | int):
        classes = [value for value in members.values() if isinstance(value, type)]
        lacking = describe_missing(classes[0], STYLES) if classes else "no class and no board"
        raise UnknownGameError("no_rules_found", path=path, problem=lacking)
    marks = given or _players_of(known, named("turn"), start)
    roles: dict[str, Given] = {}
    cells = _cells(start)
    moves = named("moves")
    if moves is None and cells is None:
        problem = "no function lists the moves, such as actions(board)"
        raise UnknownGameError("no_rules_found", path=path, problem=problem)
    ending = _Ending(named("over"), named("winner"), named("evaluate"), marks)
    listed: Callable[..., Any] = moves or _blank_cells
    roles["moves"] = lambda board, player: [
        move
        for move in ([] if ending.is_over(board) else _call(listed, board, player=player))
        if move is not None
    ]
    play: Any = named("play")
    roles["play"] = _placing if play is None else _playing(play)
    if named("turn") is not None and _takes_only_board(named("turn")):
        roles["turn"] = named("turn")
    roles["over"] = ending.is_over
    roles["winner"] = ending.winner
    if named("evaluate") is not None and not ending.is_by_value:
        roles["evaluate"] = _evaluating(named("evaluate"), marks[named_maximiser(known, marks)])
    try:
        return adapt(start, players=marks, name="board", **cast(Any, roles))
    except ContractError as problem:
        raise UnknownGameError("no_rules_found", path=path, problem=str(problem)) from problem


class _Ending:
    """How a game of functions ends."""

    def __init__(self, over: Any, winner: Any, value: Any, marks: Sequence[Any]) -> None:
        self._over, self._winner, self._value, self._marks = over, winner, value, marks
        # `evaluate(board)` of a finished game only: 10 if the player has won, -10 if the opponent.
        self.is_by_value: bool = winner is None and over is None and value is not None

    def winner(self, board: Any) -> Any:
        """The player who has won, or None."""
        if self._winner is None:
            if not self.is_by_value:
                return None
            value = _call(self._value, board)
            return None if not value else self._marks[0 if value > 0 else 1]
        if _takes_only_board(self._winner):
            value = self._winner(board)
            found = value[0] if isinstance(value, tuple) and value else value
            return found if any(is_same(found, mark) for mark in self._marks) else None
        for mark in self._marks:
            if _call(self._winner, board, player=mark):
                return mark
        return None

    def is_over(self, board: Any) -> bool:
        """Whether the game is over."""
        if self._over is not None and _takes_only_board(self._over):
            return bool(self._over(board))
        if self.winner(board) is not None:
            return True
        return _cells(board) is not None and not _blank_cells(board)


def _takes_only_board(function: Callable[..., Any]) -> bool:
    params = inspect.signature(function).parameters.values()
    return sum(one.default is one.empty for one in params) == 1


def _call(function: Callable[..., Any], board: Any, **known: Any) -> Any:
    """The function with the board, and the player if it has a parameter for it."""
    names = list(inspect.signature(function).parameters)
    rest = [known["player"] for name in names[1:] if "player" in known and _is_player(name)]
    return function(board, *rest)


def _is_player(name: str) -> bool:
    return not _PLAYERS.isdisjoint(name.casefold().split("_"))


def _playing(function: Callable[..., Any]) -> Callable[[Any, Any, Any], Any]:
    params = list(inspect.signature(function).parameters)

    def play(board: Any, move: Any, player: Any) -> Any:
        parts = [name for name in params[1:] if not _is_player(name)]
        values = list(move) if len(parts) > 1 and isinstance(move, list | tuple) else [move]
        given = iter(values)
        arguments = [player if _is_player(name) else next(given, None) for name in params[1:]]
        return function(board, *arguments)

    return play


def _evaluating(function: Callable[..., Any], maximiser: Any) -> Callable[[Any, Any], float]:
    """The evaluation for a player, by a function that may evaluate for the maximiser only."""

    def evaluate(board: Any, player: Any) -> float:
        value: float = _call(function, board, player=player)
        is_for_player = not _takes_only_board(function)
        return value if is_for_player or is_same(player, maximiser) else -value

    return evaluate


def _placing(board: Any, move: Any, player: Any) -> None:
    """Put the player's mark on a cell of a board that is a list."""
    if isinstance(move, tuple):
        board[move[0]][move[1]] = player
    else:
        board[move] = player


def _cells(board: Any) -> list[Any] | None:
    """The cells of a board that is a list of cells or of rows."""
    if not isinstance(board, list) or not board:
        return None
    return [cell for row in board for cell in row] if isinstance(board[0], list) else board


def _blank_cells(board: Any) -> list[Any]:
    """The empty cells, in the order of the board."""

    def is_blank(cell: Any) -> bool:
        return any(type(cell) is type(blank) and cell == blank for blank in _BLANKS)

    if isinstance(board[0], list):
        return [(r, c) for r, row in enumerate(board) for c, cell in enumerate(row)
                if is_blank(cell)]  # fmt: skip
    return [place for place, cell in enumerate(board) if is_blank(cell)]


def _players_of(known: Mapping[str, Any], turn: Any, start: Any) -> tuple[Any, ...]:
    """The two players, from constants such as X and O, AI and HUMAN; X and O by default."""
    pairs: Iterator[tuple[Any, Any]] = (
        (known.get(one), known.get(other))
        for one, other in (
            ("x", "o"),
            ("playerx", "playero"),
            *((one, other) for one in _MAXIMISERS for other in _OPPONENTS),
            ("player1", "player2"),
        )
    )
    found = next(
        (
            (one, other)
            for one, other in pairs
            if isinstance(one, str | int) and isinstance(other, str | int) and one != other
        ),
        ("X", "O"),
    )
    if turn is not None and _takes_only_board(turn):
        first = turn(start)
        return found if is_same(first, found[0]) else found[::-1]
    upper = [str(one).upper() for one in found]
    return found[::-1] if upper[1] == "X" or (found[1] == 1 and found[0] != 1) else found
