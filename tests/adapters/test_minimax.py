"""The textbook class: its names, its scores, and the values of unpruned minimax."""

from __future__ import annotations

import copy
import math
import random
import threading
from typing import Any

import pytest

import kibitz
from kibitz import Minimax
from kibitz.adapters.content import freeze
from tests.adapters.styles import Again, Dame, LoopTicTacToe, MarkTicTacToe

BASE = Minimax.WIN_BASE_SCORE


def truth(game: Any, depth: int, piece: Any, other: Any, is_ours: bool) -> float:
    """Unpruned minimax for classes that keep the turn themselves."""
    if depth == 0 or game.is_game_over():
        value: float = game.evaluate_board(piece)
        return math.copysign(BASE + depth, value) if math.isinf(value) else value
    listed = getattr(game, "get_all_possible_moves", None) or game.get_possible_moves
    mover = piece if is_ours else other
    moves = listed() if isinstance(game, Again) else listed(mover)
    if not moves:
        return (-BASE - depth) if is_ours else BASE + depth
    values = []
    for move in moves:
        after = copy.deepcopy(game)
        make(after, copy.deepcopy(move), mover)
        values.append(truth(after, depth - 1, piece, other, after.current_player == piece))
    return max(values) if is_ours else min(values)


def make(game: Any, move: Any, mover: Any) -> None:
    if isinstance(game, Again):
        game.make_move(move)
    else:
        game.make_move(move, mover)


def test_it_has_the_names_and_defaults_of_the_textbook() -> None:
    game = MarkTicTacToe()
    ai = Minimax(game)
    assert (ai.game_logic_instance, ai.max_depth, ai.ai_player_piece) == (game, 3, None)
    assert ai.WIN_BASE_SCORE == 1_000_000
    assert ai.find_best_move("O") in game.get_possible_moves("O")
    assert ai.ai_player_piece == "O"
    assert ai.nodes_evaluated > 9
    assert ai._get_current_turn_piece(game, True) == "O"
    assert ai._get_current_turn_piece(game, False) == "X"


@pytest.mark.parametrize(
    ("start", "players", "depth"),
    [
        (MarkTicTacToe(), ("X", "O"), 4),
        (MarkTicTacToe(1, -1), (1, -1), 3),
        (MarkTicTacToe("human", "ai"), ("human", "ai"), 3),
        (Dame(), ("W", "B"), 4),
        (Again(), (1, 2), 8),
        (Again(8), (1, 2), 5),
    ],
    ids=lambda value: type(value).__name__,
)
def test_moves_lose_nothing_against_unpruned_minimax(
    start: Any, players: tuple[Any, Any], depth: int
) -> None:
    chance = random.Random(1)
    for plies in range(6):
        game = copy.deepcopy(start)
        for _ in range(plies):
            if game.is_game_over():
                break
            moves = Minimax(game)._legal(game, True) if isinstance(game, Again) else None
            listed = getattr(game, "get_all_possible_moves", None) or game.get_possible_moves
            moves = moves or listed(game.current_player)
            make(game, chance.choice(moves), game.current_player)
        if game.is_game_over():
            continue
        piece = game.current_player
        other = players[1] if piece == players[0] else players[0]
        before = freeze(game)
        move = Minimax(game, depth).find_best_move(piece)
        assert freeze(game) == before
        after = copy.deepcopy(game)
        make(after, copy.deepcopy(move), piece)
        chosen = truth(after, depth - 1, piece, other, after.current_player == piece)
        assert chosen == truth(game, depth, piece, other, True)


def test_the_first_of_equal_moves_is_chosen() -> None:
    game = MarkTicTacToe()
    game.evaluate_board = lambda ai_player_piece: 0  # type: ignore[method-assign]
    assert Minimax(game, 2).find_best_move("X") == (0, 0)


def test_a_quicker_win_is_preferred_and_scored_by_what_is_left_of_the_depth() -> None:
    game = MarkTicTacToe()
    game.board = [["X", "X", None], ["O", "O", None], [None, None, None]]
    ai = Minimax(game, 5)
    assert ai.find_best_move("X") == (0, 2)
    game.board[0][2] = "X"
    assert ai._minimax_recursive(game, 4, False, -math.inf, math.inf) == BASE + 4
    ai.ai_player_piece = "O"
    assert ai._minimax_recursive(game, 4, True, -math.inf, math.inf) == -BASE - 4


def test_there_is_no_move_in_a_finished_game_and_without_moves() -> None:
    game = MarkTicTacToe()
    game.board = [["X", "X", "X"], ["O", "O", None], [None, None, None]]
    assert Minimax(game).find_best_move("O") is None
    game.board = [["X", "O", "X"], ["X", "O", "O"], ["O", "X", "X"]]
    game.is_game_over = lambda: False  # type: ignore[method-assign]
    assert Minimax(game).find_best_move("O") is None


def test_a_player_without_moves_has_lost() -> None:
    game = MarkTicTacToe()
    game.get_possible_moves = lambda player_piece: []  # type: ignore[method-assign]
    game.is_game_over = lambda: False  # type: ignore[method-assign]
    ai = Minimax(game)
    ai.ai_player_piece = "O"
    assert ai._minimax_recursive(game, 2, True, -math.inf, math.inf) == -BASE - 2
    assert ai._minimax_recursive(game, 2, False, -math.inf, math.inf) == BASE + 2


def test_turns_alternate_where_current_player_is_not_kept() -> None:
    class Loop(MarkTicTacToe):
        def make_move(self, move: tuple[int, int], player_piece: Any) -> None:
            self.board[move[0]][move[1]] = player_piece

    game = Loop()
    game.board = [["X", None, None], [None, "O", None], [None, None, "X"]]
    game.current_player = "X"  # though O is to move
    assert Minimax(game, 6).find_best_move("O") in {(0, 1), (1, 0), (1, 2), (2, 1)}
    for piece, current in (("X", "O"), ("O", "X")):
        kept = MarkTicTacToe()
        kept.board = [[piece, piece, None], [None] * 3, [None] * 3]
        kept.current_player = current
        assert Minimax(kept, 2).find_best_move(piece) == (0, 2)


def test_pieces_that_no_attribute_names_are_guessed_in_usual_pairs() -> None:
    class Plain:
        def __init__(self) -> None:
            self.cells = [0] * 3

        def get_possible_moves(self, piece: int) -> list[int]:
            return [cell for cell in range(3) if not self.cells[cell]]

        def make_move(self, move: int, piece: int) -> None:
            self.cells[move] = piece

        def is_game_over(self) -> bool:
            return 0 not in self.cells

        def evaluate_board(self, piece: int) -> int:
            return sum(cell * place for place, cell in enumerate(self.cells)) * piece

    ai = Minimax(Plain())
    assert ai.find_best_move(-1) == 2
    assert ai._get_current_turn_piece(Plain(), False) == 1
    with pytest.raises(kibitz.ContractError, match="human_player_piece") as caught:
        ai.find_best_move("knight")
    assert caught.value.code == "unknown_opponent"


def test_a_piece_that_does_not_play_is_refused() -> None:
    with pytest.raises(kibitz.ContractError, match="against 'Z' in MarkTicTacToe"):
        Minimax(MarkTicTacToe()).find_best_move("Z")


@pytest.mark.parametrize("depth", [0, -1, True, 2.0, "3", None])
def test_a_depth_that_is_none_is_refused(depth: Any) -> None:
    with pytest.raises(kibitz.LimitError, match="max_depth"):
        Minimax(MarkTicTacToe(), depth)
    ai = Minimax(MarkTicTacToe())
    ai.max_depth = depth
    with pytest.raises(kibitz.LimitError, match="max_depth"):
        ai.find_best_move("X")


def test_an_object_without_the_methods_is_told_which() -> None:
    with pytest.raises(
        kibitz.ContractError, match="lacks get_all_possible_moves, is_game_over, ev"
    ):
        Minimax(LoopTicTacToe())
    with pytest.raises(kibitz.LimitError, match=r"expected an object, Dame\(\.\.\.\)"):
        Minimax(Dame)


@pytest.mark.parametrize("value", [math.nan, None, "good"])
def test_an_evaluation_that_is_no_number_is_refused(value: Any) -> None:
    game = MarkTicTacToe()
    game.evaluate_board = lambda ai_player_piece: value  # type: ignore[method-assign]
    with pytest.raises(kibitz.ContractError, match="expected a number") as caught:
        Minimax(game).find_best_move("X")
    assert caught.value.code == "bad_evaluation"


def test_the_end_may_be_a_property() -> None:
    class Property(MarkTicTacToe):
        @property
        def is_game_over(self) -> bool:  # type: ignore[override]
            return self._winner() is not None or not self.get_possible_moves(None)

    game = Property()
    game.board = [["X", "X", None], ["O", "O", None], [None, None, None]]
    assert Minimax(game).find_best_move("O") == (1, 2)
    game.board[1][2] = "O"
    assert Minimax(game).find_best_move("X") is None


def test_an_object_that_cannot_be_copied_is_refused() -> None:
    game: Any = MarkTicTacToe()
    game.lock = threading.Lock()
    with pytest.raises(
        kibitz.ContractError, match=r"deep copy of a MarkTicTacToe .*lock"
    ) as caught:
        Minimax(game).find_best_move("X")
    assert caught.value.code == "class_not_copied"
