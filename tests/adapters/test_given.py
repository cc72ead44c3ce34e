"""Classes and functions of other libraries and courses, whose methods are given by role."""

from __future__ import annotations

import copy
from typing import Any

import pytest

import kibitz
from kibitz.search.reference import minimax
from kibitz.testing import check
from tests.adapters.habits import winner_on
from tests.adapters.styles import LINES, LoopTicTacToe


class CurrentWinner:
    """Tic-Tac-Toe that keeps its winner, with a method for one square and letter."""

    def __init__(self) -> None:
        self.board = [" "] * 9
        self.current_winner: str | None = None

    def available_moves(self) -> list[int]:
        return [cell for cell in range(9) if self.board[cell] == " "]

    def make_move(self, square: int, letter: str) -> bool:
        if self.board[square] != " ":
            return False
        self.board[square] = letter
        if self.winner(square, letter):
            self.current_winner = letter
        return True

    def winner(self, square: int, letter: str) -> bool:
        return any(all(self.board[cell] == letter for cell in line) for line in LINES)


class TwoPlayerNim:
    """Nim as easyAI has games: the turn is switched by the loop that plays."""

    def __init__(self) -> None:
        self.sticks = 9
        self.current_player = 1

    @property
    def opponent_index(self) -> int:
        return 3 - self.current_player

    def possible_moves(self) -> list[str]:
        return [str(take) for take in (1, 2, 3) if take <= self.sticks]

    def make_move(self, move: str) -> None:
        self.sticks -= int(move)

    def switch_player(self) -> None:
        self.current_player = self.opponent_index

    def win(self) -> bool:
        return self.sticks <= 0

    def is_over(self) -> bool:
        return self.win()

    def scoring(self) -> int:
        return 100 if self.win() else 0


class SpielNim:
    """Nim as OpenSpiel has states: players by number, returns by player."""

    def __init__(self) -> None:
        self.sticks, self._player = 9, 0

    def current_player(self) -> int:
        return -4 if self.is_terminal() else self._player

    def legal_actions(self, player: int | None = None) -> list[int]:
        return [take for take in (1, 2, 3) if take <= self.sticks]

    def apply_action(self, action: int) -> None:
        self.sticks -= action
        self._player = 1 - self._player

    def is_terminal(self) -> bool:
        return self.sticks == 0

    def returns(self) -> list[float]:
        return [0.0, 0.0] if self.sticks else [1.0, -1.0] if self._player == 0 else [-1.0, 1.0]

    def clone(self) -> SpielNim:
        return copy.copy(self)


def actions(board: list[str]) -> set[int]:
    return {cell for cell in range(9) if not board[cell]}


def player(board: list[str]) -> str:
    return "X" if len(actions(board)) % 2 else "O"


def result(board: list[str], action: int) -> list[str]:
    after = copy.deepcopy(board)
    after[action] = player(board)
    return after


def winner(board: list[str]) -> str | None:
    found: str | None = winner_on(board, "")
    return found


def terminal(board: list[str]) -> bool:
    return winner(board) is not None or not actions(board)


GAMES: dict[str, tuple[Any, dict[str, Any], float]] = {
    "current winner": (
        CurrentWinner(),
        {"winner": "current_winner", "players": ("X", "O")},
        0,
    ),
    "easyAI": (
        TwoPlayerNim(),
        {
            "moves": "possible_moves",
            "play": lambda nim, move, _: (nim.make_move(move), nim.switch_player()),
            "over": "is_over",
            # Who takes the last stick loses.
            "winner": lambda nim: nim.current_player if nim.win() else None,
            "players": (1, 2),
        },
        -1,
    ),
    "OpenSpiel": (
        SpielNim(),
        {
            "moves": "legal_actions",
            "play": "apply_action",
            "over": "is_terminal",
            "winner": lambda nim: nim.returns().index(1.0) if nim.is_terminal() else None,
            "players": (0, 1),
        },
        -1,
    ),
    "functions": (
        [""] * 9,
        {
            "moves": lambda board, _: actions(board),
            "play": lambda board, action, _: result(board, action),
            "turn": player,
            "over": terminal,
            "winner": winner,
            "players": ("X", "O"),
            "name": "tictactoe",
        },
        0,
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_methods_that_are_given_make_a_game(name: str) -> None:
    own, given, value = GAMES[name]
    before = copy.deepcopy(own)
    game = kibitz.adapt(own, **given)
    assert game.sides == tuple(map(str, given["players"]))
    check(game, games=5, positions=40)
    found = minimax(game, game.initial(), 9).value
    assert (found > 0) - (found < 0) == value
    assert vars(own) == vars(before) if hasattr(own, "__dict__") else own == before


def test_a_name_that_the_class_lacks_is_refused() -> None:
    expected = "expected the name of a method of LoopTicTacToe, or a function of the object and"
    with pytest.raises(kibitz.LimitError, match=expected):
        kibitz.adapt(LoopTicTacToe(), moves="legal")
    with pytest.raises(kibitz.LimitError, match="winner cannot be 3"):
        kibitz.adapt(LoopTicTacToe(), winner=3)  # type: ignore[arg-type]


def test_one_of_two_methods_may_keep_its_accepted_name() -> None:
    class Legal(LoopTicTacToe):
        available_moves = None  # type: ignore[assignment]

        def free(self) -> list[int]:
            return [cell for cell in range(9) if self.board[cell] == " "]

    game = kibitz.adapt(Legal(), moves="free")
    assert len(list(game.moves(game.initial()))) == 9
    with pytest.raises(kibitz.ContractError, match="moves=") as caught:
        kibitz.adapt(Legal())
    assert caught.value.code == "unknown_class"
    with pytest.raises(kibitz.ContractError):
        kibitz.adapt(TwoPlayerNim(), play="make_move")


def test_an_evaluation_may_be_given_by_name() -> None:
    class Counted(LoopTicTacToe):
        def count(self, player: str) -> int:
            return self.board.count(player)

    game = kibitz.adapt(Counted(), evaluate="count", unit=10)
    assert game.evaluate(game.play(game.initial(), 0), 0) == 10


class Jump:
    """A race to the square 3, whose moves have a source and a target."""

    def __init__(self) -> None:
        self.square, self.current_player = 0, "A"

    def available_moves(self) -> list[tuple[int, int]]:
        return [(self.square, self.square + step) for step in (1, 2) if self.square + step <= 3]

    def make_move(self, source: int, target: int) -> None:
        self.square = target
        self.current_player = "B" if self.current_player == "A" else "A"

    def check_winner(self) -> str | None:
        others = {"A": "B", "B": "A"}
        return others[self.current_player] if self.square == 3 else None


def test_source_and_target_are_parts_of_a_move() -> None:
    game = kibitz.adapt(Jump(), players=["A", "B"])
    session = kibitz.Session(game)
    session.push(session.legal_moves[0])
    assert len(session.legal_moves) == 2
