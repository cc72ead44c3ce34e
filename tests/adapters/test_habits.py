"""Other people's habits: where marks, turns, winners and players stand, and how moves are made."""

from __future__ import annotations

import threading
from typing import Any

import pytest

import kibitz
from kibitz.adapters.content import freeze
from kibitz.search.reference import minimax
from kibitz.testing import check
from tests.adapters.habits import (
    AnyMarks,
    AnyNumbers,
    Asked,
    CopiedTable,
    Enumerated,
    Finite,
    HandedBack,
    HeldTable,
    IndexedTable,
    InParts,
    InPartsForPlayer,
    InWords,
    LoopNumbers,
    Numbers,
    OneView,
    OwnNumbers,
    PerPlayer,
    Purse,
    winner_on,
)

TIC_TAC_TOE: dict[Any, tuple[str, str]] = {
    InParts: ("X", "O"),
    InPartsForPlayer: ("X", "O"),
    Numbers: ("1", "-1"),
    AnyMarks: ("X", "O"),
    AnyNumbers: ("1", "-1"),
    LoopNumbers: ("1", "-1"),
    OwnNumbers: ("1", "-1"),
    Enumerated: ("WHITE", "BLACK"),
    HandedBack: ("WHITE", "BLACK"),
    Asked: ("W", "B"),
    OneView: ("B", "W"),
    Finite: ("W", "B"),
    PerPlayer: ("X", "O"),
    InWords: ("X", "O"),
}


def finite_winner(position: Finite) -> str | None:
    values = {position.evaluate_board(piece): piece for piece in "WB"}
    return values.get(100)


# What a class does not say.
GIVEN: dict[Any, dict[str, Any]] = {
    Numbers: {"players": (1, -1)},
    AnyMarks: {"players": ("X", "O")},
    AnyNumbers: {"players": (1, -1)},
    LoopNumbers: {"players": (1, -1)},
    Finite: {"winner": finite_winner},
    PerPlayer: {"turn": lambda position: "XO"[position.turn % 2]},
}


@pytest.mark.parametrize("kind", TIC_TAC_TOE, ids=lambda kind: kind.__name__)
def test_tic_tac_toe_is_tic_tac_toe_however_it_is_written(kind: Any) -> None:
    own = kind()
    before = freeze(own)
    game = kibitz.adapt(own, **GIVEN.get(kind, {}))
    assert game.sides == TIC_TAC_TOE[kind]
    check(game, games=4, positions=40)
    state, ours = game.initial(), kibitz.game("tictactoe")
    twin = ours.initial()
    for place in (4, 0, 1, 5):  # the fifth, first, third, eighth of the free cells
        state = game.play(state, list(game.moves(state))[place])
        twin = ours.play(twin, sorted(ours.moves(twin))[place])
    assert minimax(game, state, 5).value == minimax(ours, twin, 5).value  # to the end
    assert freeze(own) == before
    assert game.outcome(state) is None


@pytest.mark.parametrize(
    "make",
    [
        lambda: HeldTable([Purse("red"), Purse("green"), Purse("blue")]),
        lambda: CopiedTable([Purse("red"), Purse("green"), Purse("blue")]),
        IndexedTable,
    ],
)
def test_three_players_take_tiles_alike_wherever_their_points_stand(make: Any) -> None:
    own = make()
    before = freeze(own)
    game = kibitz.adapt(own)
    assert game.sides == ("red", "green", "blue")
    answer = minimax(game, game.initial(), 6)
    assert game.notation.format_move is not None
    assert game.notation.format_move(game.initial(), answer.line[0]).endswith("3")
    assert answer.value == minimax(game, game.initial(), 6, pruning=False).value
    assert freeze(own) == before
    check(game, games=3, positions=30)


def test_a_player_who_cannot_move_is_skipped_where_the_class_keeps_no_turn() -> None:
    class Lanes:
        def __init__(self) -> None:
            self.left = {"a": 1, "b": 3}

        def possible_moves_for_player(self, player: str) -> list[str]:
            return ["step"] if self.left[player] else []

        def execute_move(self, move: str, player: str) -> None:
            self.left[player] -= 1

        def evaluate(self, player: str) -> int:
            return -self.left[player] * 2 + (player == "a")

    game = kibitz.adapt(Lanes(), players=["a", "b"])
    state, turns = game.initial(), []
    while list(game.moves(state)):
        turns.append(game.sides[state.turn])
        state = game.play(state, 0)
    assert turns == ["a", "b", "b", "b"]
    assert [game.payoff(state, player) for player in (0, 1)] == [kibitz.WIN, kibitz.LOSS]


def test_points_decide_where_no_winner_is_named() -> None:
    class Race:
        def __init__(self) -> None:
            self.white_score = self.black_score = 0
            self.rounds = 4

        def get_valid_moves(self, side: str) -> list[int]:
            return [1, 2] if self.rounds else []

        def make_move(self, side: str, points: int) -> None:
            setattr(self, f"{side}_score", getattr(self, f"{side}_score") + points)
            self.rounds -= 1

    game = kibitz.adapt(Race())
    assert game.sides == ("white", "black")
    state = game.initial()
    for move in (2, 1, 1):
        state = game.play(state, move)
    assert game.evaluate(state, 0) == 2 * game.unit
    tied, lost = game.play(state, 2), game.play(state, 1)
    assert [game.payoff(tied, 0), game.payoff(tied, 1)] == [kibitz.DRAW, kibitz.DRAW]
    assert [game.payoff(lost, 0), game.payoff(lost, 1)] == [kibitz.WIN, kibitz.LOSS]


def test_an_object_that_only_its_own_method_can_copy_is_adapted() -> None:
    class Locked(InWords):
        def __init__(self) -> None:
            super().__init__()
            self.lock = threading.Lock()

        def copy(self) -> Locked:
            twin = Locked()
            twin.board, twin.turn = self.board[:], self.turn
            return twin

    game = kibitz.adapt(Locked())
    assert len(list(game.moves(game.play(game.initial(), 4)))) == 8

    class Stuck(InWords):
        def __init__(self) -> None:
            super().__init__()
            self.lock = threading.Lock()

    with pytest.raises(kibitz.ContractError, match="pickle"):
        kibitz.adapt(Stuck())


def test_repetition_can_end_an_adapted_game() -> None:
    class Shuttle:
        def __init__(self) -> None:
            self.place, self.to_move, self.winner = 0, 1, None

        def legal_moves(self) -> list[str]:
            return ["go"]

        def apply_move(self, move: str) -> None:
            self.place, self.to_move = 1 - self.place, 3 - self.to_move

    session = kibitz.Session(kibitz.adapt(Shuttle(), repeats=3))
    for _ in range(4):
        assert session.outcome() is None
        session.push("go")
    assert str(session.outcome()) == "draw by repetition"


def test_a_finite_evaluation_of_a_finished_game_asks_for_the_winner() -> None:
    class Hundred(OneView):
        def evaluate_board(self, player: str = "W") -> float:
            value = super().evaluate_board()
            return 0 if value == 0 else 100 if (value > 0) == (player == "W") else -100

    def finished(**given: Any) -> tuple[kibitz.Game, Any]:
        game = kibitz.adapt(Hundred(), **given)
        state = game.initial()
        for move in (0, 3, 1, 4, 2):
            state = game.play(state, move)
        return game, state

    game, state = finished(winner=lambda position: winner_on(position.board, " "))
    assert [game.payoff(state, player) for player in (0, 1)] == [kibitz.WIN, kibitz.LOSS]
    game, state = finished()
    with pytest.raises(kibitz.ContractError, match="winner=function") as caught:
        game.payoff(state, 0)
    assert caught.value.code == "unknown_result"


def test_names_of_people_and_programs_are_not_taken_for_marks() -> None:
    class Named(InWords):
        def __init__(self) -> None:
            super().__init__()
            self.human, self.ai = "X", kibitz.Minimax(InWords())
            self.player1, self.player2 = "Ann", "Ben"
            self.players = ["Ann", "Ben"]

    assert kibitz.adapt(Named()).sides == ("X", "O")


def test_a_method_that_may_take_a_turn_is_not_asked_for_it() -> None:
    class Taker(Numbers):
        def turn(self) -> None:
            raise AssertionError

        def get_current_player(self) -> int:
            return -1 if sum(self.board) > 0 else 1

    game = kibitz.adapt(Taker())
    assert game.sides == ("1", "-1")
    assert game.play(game.initial(), 0).turn == 1


def test_two_moves_of_one_text_are_numbered() -> None:
    class Dots(InWords):
        class Dot:
            def __init__(self, cell: int) -> None:
                self.cells = {cell}  # nothing that a text can show

        def get_possible_moves(self) -> list[Any]:
            cells = super().get_possible_moves()
            return [self.Dot(cell) for cell in cells]

        def make_move(self, move: Any) -> None:
            super().make_move(*move.cells)

    session = kibitz.Session(kibitz.adapt(Dots()))
    assert session.legal_moves[:3] == ("Dot", "Dot#2", "Dot#3")
    session.push("dot#3")
    assert session.state.board.board[2] == "X"
