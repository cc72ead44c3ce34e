"""The class and the functions of `kibitz.smart_horses`, against a plain copy of the rules."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable
from typing import Any

import pytest

import kibitz
from kibitz import FinishedError, IllegalMoveError, KibitzError, LevelError, PositionError
from kibitz.smart_horses import (
    KNIGHT_MOVES,
    BestMove,
    GameState,
    count_valid_moves,
    evaluate_game_state,
    find_best_move,
    get_knight_moves,
    minimax_alpha_beta,
)
from tests.conftest import Script

Position = tuple[int, int]
STEPS = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)]
POINTS = [-10, -5, -4, -3, -1, 1, 3, 4, 5, 10]
INFINITY = math.inf


class Plain:
    """The rules and the evaluation, written once more for these tests."""

    def __init__(self, state: GameState) -> None:
        self.board: dict[Position, Any] = dict(state.board)
        self.knights = {"white": state.white_knight, "black": state.black_knight}
        self.scores = {"white": state.white_score, "black": state.black_score}
        self.over = state.game_over

    def moves(self, side: str) -> list[Position]:
        row, column = self.knights[side]
        near = [(row + down, column + right) for down, right in STEPS]
        return [
            to
            for to in near
            if to in self.board
            and self.board[to] != "destroyed"
            and to not in self.knights.values()
        ]

    def after(self, side: str, to: Position) -> Plain:
        twin: Plain = Plain.__new__(Plain)
        twin.board = dict(self.board)
        twin.scores = dict(self.scores)
        twin.scores[side] += self.board[to] or 0
        twin.board[self.knights[side]] = "destroyed"
        twin.knights = {**self.knights, side: to}
        stuck = [one for one in twin.knights if not twin.moves(one)]
        twin.over = bool(stuck)
        if len(stuck) == 1:
            twin.scores[stuck[0]] -= 4
        return twin

    def value(self) -> float:
        lead = self.scores["white"] - self.scores["black"]
        if self.over:
            return 10_000 * ((lead > 0) - (lead < 0))
        return self.standing("white") - self.standing("black")

    def standing(self, side: str) -> float:
        row, column = self.knights[side]
        near = 0.0
        for (other_row, other_column), value in self.board.items():
            if isinstance(value, int) and value > 0:
                distance = abs(row - other_row) + abs(column - other_column)
                near += value / distance if distance else 2 * value
        count = len(self.moves(side))
        centre = 3 if (row, column) in [(3, 3), (3, 4), (4, 3), (4, 4)] else 0
        mobility = 10 * count if count else -400
        return 100 * self.scores[side] + mobility + 5 * near + centre

    def search(
        self, depth: int, alpha: float, beta: float, is_white: bool, is_pruned: bool = True
    ) -> tuple[float, Position | None, int]:
        side = "white" if is_white else "black"
        moves = self.moves(side)
        if depth == 0 or self.over or not moves:
            return self.value(), None, 1
        best, best_move, nodes = -INFINITY if is_white else INFINITY, None, 1
        for move in moves:
            value, _, below = self.after(side, move).search(
                depth - 1, alpha, beta, not is_white, is_pruned
            )
            nodes += below
            if value > best if is_white else value < best:
                best, best_move = value, move
            if is_white:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if is_pruned and beta <= alpha:
                break
        return best, best_move, nodes


def played(seed: int) -> GameState:
    """A position after some random moves."""
    lot = random.Random(seed)
    state = GameState(seed=seed)
    for _ in range(lot.randrange(30)):
        if state.game_over:
            break
        side = state.current_player
        state.make_move(side, lot.choice(state.get_valid_moves(side)))
    return state


def near(value: float) -> object:
    return pytest.approx(value, abs=1e-6)


@pytest.mark.parametrize("seed", range(25))
def test_search_gives_the_value_the_move_and_the_nodes_of_a_plain_one(seed: int) -> None:
    state = played(seed)
    before = state.copy()
    for depth in range(5):
        for is_white in (True, False):
            found = minimax_alpha_beta(state, depth, -INFINITY, INFINITY, is_white)
            value, move, nodes = Plain(state).search(depth, -INFINITY, INFINITY, is_white)
            assert found == (near(value), move, nodes)
            if depth < 4:
                full = Plain(state).search(depth, -INFINITY, INFINITY, is_white, is_pruned=False)
                assert found[:2] == (near(full[0]), full[1])
                assert found[2] <= full[2]
    assert state == before


@pytest.mark.parametrize("seed", range(10))
def test_windows_cut_where_those_of_a_plain_search_do(seed: int) -> None:
    state = played(seed)
    lot = random.Random(seed)
    for _ in range(20):
        alpha = lot.uniform(-1500, 1500)
        beta = alpha + lot.uniform(0, 500)
        is_white = lot.random() < 0.5
        found = minimax_alpha_beta(state, 3, alpha, beta, is_white)
        value, move, nodes = Plain(state).search(3, alpha, beta, is_white)
        assert found == (near(value), move, nodes)


def test_an_earlier_value_as_a_limit_is_that_value_exactly() -> None:
    """A quotient times its divisor need not be the same fraction again."""
    for seed in range(20):
        state = played(seed)
        value = minimax_alpha_beta(state, 2, -INFINITY, INFINITY, True)[0]
        bound, _, nodes = minimax_alpha_beta(state, 2, value, INFINITY, True)
        assert bound == value
        assert nodes <= minimax_alpha_beta(state, 2, -INFINITY, INFINITY, True)[2]


@pytest.mark.parametrize("seed", range(25))
def test_evaluation_is_the_sum_of_its_terms(seed: int) -> None:
    state = played(seed)
    assert evaluate_game_state(state) == near(Plain(state).value())


def test_evaluation_of_score_mobility_proximity_and_centre() -> None:
    state = GameState(seed=0)
    state.board = dict.fromkeys(state.board)
    state.white_knight, state.black_knight = (3, 3), (7, 0)
    state.white_score, state.black_score = 15, 8
    assert evaluate_game_state(state) == 700 + 10 * (8 - 2) + 3
    state.board[(3, 3)] = 4  # twice under the knight; seven steps from black
    assert evaluate_game_state(state) == near(763 + 5 * (2 * 4 - 4 / 7))
    state.board[(3, 3)] = -4  # only positive squares attract
    assert evaluate_game_state(state) == 763


def test_a_stuck_knight_costs_400_before_the_game_is_called_over() -> None:
    state = GameState(seed=0)
    state.board = dict.fromkeys(state.board)
    state.white_knight, state.black_knight = (0, 0), (7, 7)
    state.board[(1, 2)] = state.board[(2, 1)] = "destroyed"
    assert evaluate_game_state(state) == -400 - 20
    assert minimax_alpha_beta(state, 4, -INFINITY, INFINITY, True) == (-420, None, 1)
    assert state._check_game_over()
    assert (state.white_score, state.black_score, state.winner) == (-4, 0, "black")
    assert evaluate_game_state(state) == -10_000
    assert state._check_game_over()
    assert state.white_score == -4, "a knight pays once"
    assert minimax_alpha_beta(state, 4, -INFINITY, INFINITY, True) == (-10_000, None, 1)
    assert find_best_move(state) == BestMove(None, -10_000, 1, 0)


def test_nobody_pays_where_both_knights_are_stuck() -> None:
    state = GameState(seed=0)
    state.board = dict.fromkeys(state.board, "destroyed")
    state.white_knight, state.black_knight = (0, 0), (0, 7)
    assert state._check_game_over()
    assert (state.white_score, state.black_score, state.winner) == (0, 0, "tie")
    assert evaluate_game_state(state) == 0


@pytest.mark.parametrize(("difficulty", "depth"), [("beginner", 2), ("amateur", 4), ("expert", 6)])
def test_levels_and_their_nodes(difficulty: str, depth: int) -> None:
    counts = []
    for seed in range(8):
        state = GameState(difficulty, seed=seed)
        assert (state.difficulty, state.max_depth) == (difficulty, depth)
        found = find_best_move(state)
        assert found.depth_reached == depth
        assert found.move in state.get_valid_moves("white")
        value, move, nodes = Plain(state).search(depth, -INFINITY, INFINITY, True)
        assert (found.move, found.evaluation, found.nodes_evaluated) == (move, near(value), nodes)
        counts.append(nodes)
    low, high = {2: (10, 60), 4: (100, 600), 6: (1_000, 6_000)}[depth]
    assert low <= sum(counts) / len(counts) <= high


def test_a_new_game_is_the_documented_one() -> None:
    state = GameState("beginner")
    assert list(state.board) == [(row, column) for row in range(8) for column in range(8)]
    assert sorted(v for v in state.board.values() if isinstance(v, int)) == POINTS
    assert state.board[state.white_knight] is state.board[state.black_knight] is None
    assert state.white_knight != state.black_knight
    assert (state.white_score, state.black_score, state.current_player) == (0, 0, "white")
    assert (state.game_over, state.winner) == (False, None)
    assert GameState(seed=3) == GameState("beginner", seed=3) != GameState(seed=4)


@pytest.mark.parametrize("seed", range(10))
def test_games_follow_the_plain_rules_to_their_end(seed: int) -> None:
    lot = random.Random(seed)
    state = GameState(seed=seed)
    while not state.game_over:
        side = state.current_player
        plain = Plain(state)
        for one in ("white", "black"):
            assert state.get_valid_moves(one) == plain.moves(one)
            assert count_valid_moves(state, one) == len(plain.moves(one))
        move = lot.choice(plain.moves(side))
        plain = plain.after(side, move)
        state.make_move(side, move)
        assert (state.board, state.game_over) == (plain.board, plain.over)
        assert {"white": state.white_knight, "black": state.black_knight} == plain.knights
        assert {"white": state.white_score, "black": state.black_score} == plain.scores
    lead = state.white_score - state.black_score
    assert state.winner == ("white" if lead > 0 else "black" if lead < 0 else "tie")
    assert evaluate_game_state(state) == 10_000 * ((lead > 0) - (lead < 0))
    with pytest.raises(FinishedError, match="the game is over"):
        state.make_move(state.current_player, (0, 0))


def test_with_the_other_ending_a_stuck_knight_passes_until_both_are() -> None:
    paid = 0
    for seed in range(20):
        lot = random.Random(seed)
        state = GameState(seed=seed, ending="both")
        while not state.game_over:
            side, scores = state.current_player, (state.white_score, state.black_score)
            move = lot.choice(state.get_valid_moves(side))
            points = state.board[move]
            assert isinstance(points, int | None)
            state.make_move(side, move)
            change = state.white_score + state.black_score - sum(scores) - (points or 0)
            assert change % 4 == 0
            assert change <= 0
            paid -= change
        assert not state.get_valid_moves("white")
        assert not state.get_valid_moves("black")
    assert paid > 0


def test_copies_are_independent() -> None:
    state = GameState(seed=5)
    twin = state.copy()
    twin.make_move("white", twin.get_valid_moves("white")[0])
    assert state == GameState(seed=5) != twin
    assert state.board[state.white_knight] is None


def test_the_json_of_the_api_goes_in_and_out() -> None:
    for seed in range(10):
        state = played(seed)
        text = json.dumps(state.to_dict())
        assert GameState.from_dict(json.loads(text)) == state


def test_knight_moves() -> None:
    assert KNIGHT_MOVES == STEPS
    assert get_knight_moves((4, 4)) == [(4 + down, 4 + right) for down, right in STEPS]
    assert {len(get_knight_moves(corner)) for corner in ((0, 0), (0, 7), (7, 0), (7, 7))} == {2}


def test_it_searches_as_the_level_of_the_game_does() -> None:
    state = GameState("amateur", seed=1)
    player = kibitz.Player(kibitz.game("horses"), "amateur")
    line = player.play(kibitz.Session(kibitz.game("horses"), seed=1))
    found = find_best_move(state)
    assert found.move == divmod(line.moves[0], 8)
    assert line.score is not None
    assert found.evaluation == near(float(line.score))


def changed(state: GameState, **fields: Any) -> GameState:
    vars(state).update(fields)
    return state


REFUSED: list[tuple[Callable[[GameState], object], type[KibitzError], str]] = [
    (lambda _: GameState("hard"), LevelError, "beginner, amateur, expert"),
    (lambda _: GameState(seed="x"), KibitzError, "seed"),  # type: ignore[arg-type]
    (lambda _: GameState(ending="last"), KibitzError, "'first' or 'both'"),
    (lambda state: state.get_valid_moves("red"), KibitzError, "'white' or 'black'"),
    (lambda state: state.make_move("black", (0, 0)), KibitzError, "'white', the side to move"),
    (lambda state: state.make_move("white", (9, 0)), KibitzError, "each from 0 to 7"),
    (lambda state: state.make_move("white", state.white_knight), IllegalMoveError,
     "not a knight's"),
    (lambda state: evaluate_game_state(changed(state, white_score=10**6)), KibitzError,
     "white_score"),
    (lambda state: find_best_move(changed(state, white_knight=state.black_knight)), PositionError,
     "Both knights"),
    (lambda state: state.board.update({(0, 0): 11}) or find_best_move(state), KibitzError, "0, 0"),
    (lambda state: find_best_move(state, -1), KibitzError, "depth"),
    (lambda state: minimax_alpha_beta(state, 1, math.nan, 0, True), KibitzError, "alpha"),
    (lambda state: minimax_alpha_beta(state.board, 1, 0, 1, True),  # type: ignore[arg-type]
     KibitzError, "a GameState"),
    (lambda _: get_knight_moves((0, 8)), KibitzError, "row, column"),
    (lambda _: GameState.from_dict({}), KibitzError, "an object with a board"),
    (lambda state: GameState.from_dict(state.to_dict() | {"board": {"a1": 3}}), KibitzError, "a1"),
    (lambda state: GameState.from_dict(state.to_dict() | {"white_knight": None}),
     KibitzError, "white_knight"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "error", "text"), REFUSED)
def test_wrong_arguments_are_refused_in_a_sentence(
    call: Callable[[GameState], object], error: type[KibitzError], text: str
) -> None:
    with pytest.raises(error, match=text):
        call(GameState(seed=0))


def test_an_unknown_difficulty_is_refused_in_a_fresh_process(run_python: Script) -> None:
    run = run_python("from kibitz.smart_horses import GameState; GameState('x')")
    assert "LevelError" in run.stderr
    assert "has no level 'x'" in run.stderr
