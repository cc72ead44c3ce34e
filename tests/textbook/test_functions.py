"""`kibitz.textbook` against recursions written out for these tests."""

from __future__ import annotations

import copy
import math
import random
from collections.abc import Callable
from typing import Any

import pytest

from kibitz import ContractError, KibitzError
from kibitz.adapters.content import freeze
from kibitz.smart_horses import GameState, find_best_move
from kibitz.textbook import WIN_SCORE, get_ai_move, get_best_move, minimax
from tests.adapters.styles import (
    Horses,
    LoopTicTacToe,
    MarkTicTacToe,
    Player,
    QuietTicTacToe,
    SharedTileBoard,
    ThreeMen,
    TileBoard,
)

INFINITY = math.inf


def plain_minimax(state: Any, depth: int, player: Any) -> tuple[float, Any]:
    """Minimax without pruning; the first of equal moves."""
    if depth == 0 or state.winner is not None:
        return state.evaluate(player), None
    found: list[tuple[float, Any]] = []
    for move in state.legal_moves():
        child = state.clone()
        child.apply_move(dict(move))
        found.append((plain_minimax(child, depth - 1, player)[0], move))
    values = [value for value, _ in found]
    best = max(values) if state.to_move == player else min(values)
    return found[values.index(best)]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("use_alpha_beta", [True, False])
def test_minimax_gives_the_value_and_the_first_best_move(seed: int, use_alpha_beta: bool) -> None:
    lot = random.Random(seed)
    state = ThreeMen()
    for _ in range(lot.randrange(8)):
        if state.winner is None:
            state.apply_move(dict(lot.choice(state.legal_moves())))
    before = freeze(state)
    for depth in range(4):
        for player in (1, -1):
            found = minimax(state, depth, -INFINITY, INFINITY, player, use_alpha_beta)
            assert found == plain_minimax(state, depth, player)
    assert freeze(state) == before


def test_minimax_takes_an_evaluation() -> None:
    state = ThreeMen()
    state.apply_move({"to": 4})
    value, move = minimax(
        state, 1, -INFINITY, INFINITY, 1, True, lambda obj, who: obj.points[8] or 0
    )
    assert (value, move) == (-1, {"to": 8})


class Sticks:
    """Take one to three; the last stick wins. There is no evaluation."""

    def __init__(self, sticks: int) -> None:
        self.sticks = sticks
        self.to_move = "A"
        self.winner: str | None = None

    def legal_moves(self) -> list[int]:
        return [take for take in (1, 2, 3) if take <= self.sticks]

    def apply_move(self, take: int) -> None:
        self.sticks -= take
        self.winner = None if self.sticks else self.to_move
        self.to_move = "B" if self.to_move == "A" else "A"


@pytest.mark.parametrize("sticks", range(1, 10))
def test_without_an_evaluation_a_win_is_worth_ten_thousand(sticks: int) -> None:
    sign = 1 if sticks % 4 else -1
    for player, factor in (("A", 1), ("B", -1)):
        found = minimax(Sticks(sticks), sticks, -INFINITY, INFINITY, player, True)
        assert found == (factor * sign * WIN_SCORE, sticks % 4 or 1)


def test_a_window_cuts_only_with_alpha_beta() -> None:
    full = minimax(Sticks(9), 9, WIN_SCORE, INFINITY, "A", False)
    assert full == (WIN_SCORE, 1)
    assert minimax(Sticks(9), 9, -INFINITY, -WIN_SCORE, "A", True)[0] >= -WIN_SCORE


def test_minimax_in_a_finished_game_has_no_move() -> None:
    state = Sticks(2)
    state.apply_move(2)
    assert minimax(state, 3, -INFINITY, INFINITY, "A", True) == (WIN_SCORE, None)
    assert minimax(state, 3, -INFINITY, INFINITY, "B", True) == (-WIN_SCORE, None)
    state.winner = "draw"
    assert minimax(state, 3, -INFINITY, INFINITY, "A", True) == (0, None)
    men = ThreeMen()
    for move in ({"to": 0}, {"to": 3}, {"to": 1}, {"to": 4}, {"to": 2}):
        men.apply_move(move)
    for player in (1, -1):
        found = minimax(men, 3, -INFINITY, INFINITY, player, True)
        assert found == (men.evaluate(player), None)


def plain_score(game: QuietTicTacToe, depth: int, is_maximizing: bool) -> int:
    """Tic-Tac-Toe to its end: 10 less the plies for a win of X."""
    winner = game.check_winner()
    if winner is not None:
        return 10 - depth if winner == "X" else depth - 10
    if not game.available_moves():
        return 0
    scores = []
    for move in game.available_moves():
        game.make_move(move, "X" if is_maximizing else "O")
        scores.append(plain_score(game, depth + 1, not is_maximizing))
        game.undo_move(move)
    return max(scores) if is_maximizing else min(scores)


def plain_best(game: QuietTicTacToe) -> int | None:
    best, best_move = -INFINITY, None
    for move in game.available_moves():
        game.make_move(move, "X")
        score = plain_score(game, 0, False)
        game.undo_move(move)
        if score > best:
            best, best_move = score, move
    return best_move


@pytest.mark.parametrize("kind", [QuietTicTacToe, LoopTicTacToe])
def test_best_move_of_x_is_the_first_that_wins_soonest(kind: type[QuietTicTacToe]) -> None:
    lot = random.Random(0)
    checked = 0
    while checked < 60:
        game = kind()
        cells = lot.sample(range(9), 2 * lot.randrange(1, 5))
        for index, cell in enumerate(cells):
            game.make_move(cell, "XO"[index % 2])
        if game.check_winner() is None:
            before = list(game.board)
            assert get_best_move(game) == plain_best(game)
            assert game.board == before
            checked += 1


def test_best_move_of_the_documented_board() -> None:
    game = LoopTicTacToe()
    game.board = ["X", "O", "X", "O", " ", " ", " ", " ", " "]
    assert get_best_move(game) == plain_best(game) == 4


def test_best_move_of_an_empty_board() -> None:
    assert get_best_move(LoopTicTacToe()) == 0  # every opening draws


def test_best_move_without_a_move_is_none() -> None:
    game = LoopTicTacToe()
    game.board = list("XOXXOOOXX")
    assert get_best_move(game) is None
    game.board = list("XXX  OO  ")
    assert get_best_move(game) is None, "the game is over"


def test_best_move_of_the_named_player() -> None:
    game = QuietTicTacToe()
    game.board = list("OO X X   ")
    assert get_best_move(game, players=("O", "X")) == 2
    assert get_best_move(game) == 4


def test_best_move_of_the_side_to_move_that_the_object_names() -> None:
    game = MarkTicTacToe()
    for move, mark in (((0, 0), "X"), ((1, 1), "O"), ((0, 1), "X")):
        game.make_move(move, mark)
    assert get_best_move(game) == (0, 2)


def plain_ai_move(board: TileBoard, player: Player, players: list[Player], depth: int) -> Any:
    """Own score less the others', to `depth`; the last of equal moves."""
    best, best_move = -INFINITY, None
    for move in board.possible_moves_for_player(player):
        after = board.copy()
        after.execute_move(move)
        score = plain_value(after, 1, player, players, depth)
        if score >= best:
            best, best_move = score, move
    return best_move


def plain_value(
    board: TileBoard, depth: int, player: Player, players: list[Player], most: int
) -> float:
    mover = players[(players.index(player) + depth) % len(players)]
    moves = board.possible_moves_for_player(mover)
    if depth == most or not moves:
        return 2 * board.evaluate(player) - sum(map(board.evaluate, players))
    values = []
    for move in moves:
        after = board.copy()
        after.execute_move(move)
        values.append(plain_value(after, depth + 1, player, players, most))
    return max(values) if mover is player else min(values)


@pytest.mark.parametrize("kind", [TileBoard, SharedTileBoard])
@pytest.mark.parametrize("count", [2, 3, 4])
def test_ai_move_is_the_last_of_equal_ones(kind: type[TileBoard], count: int) -> None:
    lot = random.Random(count)
    players = [Player(f"player {number}", number) for number in range(count)]
    for depth in (1, 2, 3, 4):
        board = kind(players)
        for tile in lot.sample(range(7), lot.randrange(4)):
            board.owners[tile] = lot.choice(players)
        owners = list(board.owners)
        for player in players:
            found = get_ai_move(board, player, players, depth=depth)
            wanted = plain_ai_move(board, player, players, depth)
            assert (found.tile, found.player) == (wanted.tile, player)
            assert board.owners == owners
    board.execute_move(get_ai_move(board, players[0], players))
    assert board.owners.count(None) == owners.count(None) - 1


def test_ai_move_without_a_move_is_none() -> None:
    players = [Player("one", 0), Player("two", 1)]
    board = TileBoard(players)
    board.owners = [players[0]] * 7
    assert get_ai_move(board, players[1], players) is None


class Skipping(TileBoard):
    """The first player is out of moves, the others are not."""

    def possible_moves_for_player(self, player: Player) -> list[Any]:
        return [] if player is self.players[0] else super().possible_moves_for_player(player)


def test_ai_move_of_a_player_who_cannot_move_is_none() -> None:
    players = [Player("one", 0), Player("two", 1)]
    board = Skipping(players)
    assert get_ai_move(board, players[0], players) is None
    assert get_ai_move(board, players[1], players) is not None


def test_ai_move_with_infinite_evaluations_is_the_last_of_equal_ones() -> None:
    class Endless(TileBoard):
        def copy(self) -> Endless:
            twin = Endless(self.players)
            twin.owners = list(self.owners)
            return twin

        def evaluate(self, player: Player) -> Any:
            return INFINITY if self.owners[2] or self.owners[4] else 0

    players = [Player("one", 0), Player("two", 1)]
    assert get_ai_move(Endless(players), players[0], players, depth=1).tile == 4


def test_every_style_is_searched() -> None:
    horses = Horses()
    value, move = minimax(horses, 3, -INFINITY, INFINITY, "white", True)
    assert move in horses.get_valid_moves("white")
    assert value == minimax(horses, 3, -INFINITY, INFINITY, "white", False)[0]
    state = GameState("beginner", seed=3)
    _, move = minimax(state, 2, -INFINITY, INFINITY, "white", True, white_view)
    assert move == find_best_move(state).move
    assert minimax(MarkTicTacToe(), 2, -INFINITY, INFINITY, "O", True)[1] is not None


def white_view(state: GameState, _: str) -> float:
    from kibitz.smart_horses import evaluate_game_state

    return evaluate_game_state(state)


class Endless:
    """A game that never ends."""

    to_move, winner, count = "A", None, 0

    def legal_moves(self) -> list[int]:
        return [1]

    def apply_move(self, move: int) -> None:
        self.count += 1
        self.to_move = "B" if self.to_move == "A" else "A"


REFUSED: list[tuple[Callable[[], object], type[KibitzError], str]] = [
    (lambda: minimax(Sticks(3), -1, 0, 1, "A", True), KibitzError, "whole number from 0"),
    (lambda: minimax(Sticks(3), 1, math.nan, 1, "A", True), KibitzError, "alpha"),
    (lambda: minimax(Sticks(3), 1, 0, "1", "A", True), KibitzError, "beta"),  # type: ignore[arg-type]
    (lambda: minimax(Sticks(3), 1, 0, 1, "C", True), KibitzError, "one of the players 'A', 'B'"),
    (lambda: minimax(Sticks(3), 1, 0, 1, "A", True, 5), KibitzError, "a function"),  # type: ignore[arg-type]
    (lambda: minimax(object(), 1, 0, 1, "A", True), ContractError, "legal_moves"),
    (lambda: get_best_move(7), ContractError, "available_moves"),
    (lambda: get_best_move(Endless()), KibitzError, "goes too deep"),
    (lambda: get_ai_move(TileBoard([]), "C", ["A", "B"]), KibitzError, "player"),
    (lambda: get_ai_move(TileBoard([]), "A", ["A"]), KibitzError, "at least two"),
    (lambda: get_ai_move(TileBoard([]), "A", ["A", "B"], depth=0), KibitzError, "from 1"),
]


@pytest.mark.parametrize(("call", "error", "text"), REFUSED)
def test_wrong_arguments_are_refused_in_a_sentence(
    call: Callable[[], object], error: type[KibitzError], text: str
) -> None:
    with pytest.raises(error, match=text):
        call()


def test_pruning_changes_neither_the_value_nor_the_move() -> None:
    lot = random.Random(1)
    for _ in range(10):
        game = MarkTicTacToe()
        for index in range(lot.randrange(4)):
            game.make_move(lot.choice(game.get_possible_moves(None)), "XO"[index % 2])
        found = [
            minimax(copy.deepcopy(game), 4, -INFINITY, INFINITY, "X", pruning)
            for pruning in (True, False)
        ]
        assert found[0] == found[1]


def test_the_modules_load_neither_numba_nor_numpy(run_python: Any) -> None:
    program = (
        "import sys, kibitz.textbook, kibitz.smart_horses as h; h.find_best_move(h.GameState());"
        "print({'numba', 'numpy'} & set(sys.modules))"
    )
    run = run_python(program)
    assert (run.returncode, run.stdout.strip()) == (0, "set()"), run.stderr
