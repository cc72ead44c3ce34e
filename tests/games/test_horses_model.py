"""Smart Horses against a plain model: dictionaries of squares, copies, exact fractions."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from kibitz import DRAW, LOSS, WIN, Game
from kibitz.core.score import is_decided
from kibitz.core.text import format_state, parse_move, parse_state
from kibitz.games.horses import horses
from kibitz.games.horses.board import score_of
from kibitz.search.reference import minimax

Square = tuple[int, int]

NAMES = ("white", "black", "red", "blue")
LETTERS = dict(zip(NAMES, "WBRU", strict=True))
KNIGHT_MOVES = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)]
PAYOFFS = {"win": WIN, "tie": DRAW, "loss": LOSS}


class Model:
    """One playing: squares hold None, "destroyed" or a number of points."""

    def __init__(self, players: int, ending: str) -> None:
        self.names = NAMES[:players]
        self.ending = ending
        self.board: dict[Square, int | str | None] = {
            (row, col): None for row in range(8) for col in range(8)
        }
        self.knights: dict[str, Square] = {}
        self.scores = dict.fromkeys(self.names, 0)
        self.current_player = self.names[0]
        self.game_over = False

    def copy(self) -> Model:
        other = copy.copy(self)
        other.board = dict(self.board)
        other.knights = dict(self.knights)
        other.scores = dict(self.scores)
        return other

    def get_valid_moves(self, name: str) -> list[Square]:
        row, col = self.knights[name]
        jumps = [(row + down, col + right) for down, right in KNIGHT_MOVES]
        return [
            square
            for square in jumps
            if square in self.board
            and self.board[square] != "destroyed"
            and square not in self.knights.values()
        ]

    def make_move(self, square: Square) -> None:
        name = self.current_player
        points = self.board[square]
        if isinstance(points, int):
            self.scores[name] += points
        self.board[self.knights[name]] = "destroyed"
        self.knights[name] = square
        self.current_player = self.next_to(name)
        stuck = [other for other in self.names if not self.get_valid_moves(other)]
        if self.ending == "first":
            self.game_over = bool(stuck)
            if len(stuck) == 1:
                self.scores[stuck[0]] -= 4
            return
        self.game_over = len(stuck) == len(self.names)
        while not self.game_over and self.current_player in stuck:
            self.scores[self.current_player] -= 4
            self.current_player = self.next_to(self.current_player)

    def next_to(self, name: str) -> str:
        return self.names[(self.names.index(name) + 1) % len(self.names)]

    def result(self, name: str) -> str:
        best = max(self.scores.values())
        if self.scores[name] < best:
            return "loss"
        return "win" if list(self.scores.values()).count(best) == 1 else "tie"

    def standing(self, name: str) -> Fraction:
        """100 x score, 10 x mobility, 5 x proximity, 3 for the centre, 400 off for no move."""
        row, col = self.knights[name]
        moves = len(self.get_valid_moves(name))
        value = Fraction(100 * self.scores[name] + 10 * moves)
        for (r, c), points in self.board.items():
            if isinstance(points, int) and points > 0:
                distance = abs(r - row) + abs(c - col)
                value += 5 * (Fraction(points, distance) if distance else 2 * points)
        value += 3 if (row, col) in [(3, 3), (3, 4), (4, 3), (4, 4)] else 0
        return value - (400 if moves == 0 else 0)

    def evaluate(self, name: str) -> Fraction:
        if self.game_over:
            return Fraction({"win": 10_000, "loss": -10_000, "tie": 0}[self.result(name)])
        others = [self.standing(other) for other in self.names if other != name]
        return self.standing(name) - sum(others)

    def search(self, depth: int, name: str) -> tuple[Fraction, Square | None]:
        """Minimax for `name`, the first of equal moves."""
        if depth == 0 or self.game_over:
            return self.evaluate(name), None
        best: tuple[Fraction, Square | None] | None = None
        for square in self.get_valid_moves(self.current_player):
            after = self.copy()
            after.make_move(square)
            value, _ = after.search(depth - 1, name)
            if best is None or (
                value > best[0] if self.current_player == name else value < best[0]
            ):
                best = value, square
        assert best is not None
        return best

    def text(self) -> str:
        """The position as Kibitz reads it."""
        letters = {square: LETTERS[name] for name, square in self.knights.items()}
        rows = []
        for row in range(8):
            cells = []
            for col in range(8):
                held = self.board[row, col]
                value = f"{held:+}" if isinstance(held, int) and held else ""
                mark = "#" if held == "destroyed" else ""
                cells.append(letters.get((row, col), mark) + value or ".")
            rows.append(",".join(cells))
        scores = ":".join(str(self.scores[name]) for name in self.names)
        return f"{'/'.join(rows)} {LETTERS[self.current_player]} {scores}"


def usual(players: int, ending: str, chance: random.Random) -> Model:
    """Ten point squares, as the rules have it."""
    model = Model(players, ending)
    squares = chance.sample(sorted(model.board), players + 10)
    for name in model.names:
        model.knights[name] = squares.pop()
    for value in (-10, -5, -4, -3, -1, 1, 3, 4, 5, 10):
        model.board[squares.pop()] = value
    return model


def odd(players: int, ending: str, chance: random.Random) -> Model:
    """Any values on any number of squares, under the knights too, and squares that are gone."""
    model = Model(players, ending)
    free = chance.sample(sorted(model.board), 64)
    for name in model.names:
        model.knights[name] = free.pop()
        model.scores[name] = chance.randint(-30, 30)
    for square in chance.sample(sorted(model.board), chance.randint(0, 64)):
        model.board[square] = chance.randint(-10, 10)
    for square in free[: chance.choice([0, 5, 20])]:
        model.board[square] = "destroyed"
    return model


def agree(game: Game, state: Any, model: Model) -> None:
    """The same in both: turn, moves in order, scores, end and heuristic."""
    moves = [] if model.game_over else model.get_valid_moves(model.current_player)
    assert [divmod(move, 8) for move in game.moves(state)] == moves
    assert [score_of(state, player) for player in range(game.players)] == list(
        model.scores.values()
    )
    for player, name in enumerate(model.names):
        assert Fraction(game.evaluate(state, player), game.unit) == model.evaluate(name)
        if model.game_over:
            assert game.payoff(state, player) == PAYOFFS[model.result(name)]
    if not model.game_over:
        assert game.sides[state.turn] == model.current_player


def flat_minimax(game: Game, state: Any, depth: int, player: int) -> tuple[int, int | None]:
    """Minimax with the evaluation of finished games as it is, the first of equal moves."""
    best: tuple[int, int | None] | None = None
    for move in game.moves(state) if depth else ():
        value, _ = flat_minimax(game, game.play(state, move), depth - 1, player)
        if best is None or (value > best[0] if state.turn == player else value < best[0]):
            best = value, move
    return best or (game.evaluate(state, player), None)


def compare_game(
    game: Game,
    deal: Callable[[int, str, random.Random], Model],
    chance: random.Random,
    depths: range,
) -> bool:
    """Play a random game in both, and search from somewhere in it; False for a stillborn board."""
    model = deal(game.players, str(game.settings["ending"]), chance)
    if not all(model.get_valid_moves(name) for name in model.names):
        return False
    state = parse_state(game, model.text())
    searched = chance.randrange(15)
    for ply in range(200):
        agree(game, state, model)
        if model.game_over:
            return True
        if ply == searched:
            for depth in depths:
                value, square = model.search(depth, model.current_player)
                ours, move = flat_minimax(game, state, depth, state.turn)
                assert Fraction(ours, game.unit) == value
                assert move is not None
                assert divmod(move, 8) == square
                found = minimax(game, state, depth).value
                if not is_decided(found) and abs(value) < 10_000:
                    assert found == ours
        square = chance.choice(model.get_valid_moves(model.current_player))
        state = game.play(state, parse_move(game, state, f"{square[0]},{square[1]}"))
        model.make_move(square)
    raise AssertionError("a game of 64 squares has ended before")


CASES = [
    (players, ending, deal)
    for players, ending in ((2, "first"), (2, "both"), (3, "both"), (4, "both"))
    for deal in (usual, odd)
]
ids = [f"{players}-{ending}-{deal.__name__}" for players, ending, deal in CASES]


@pytest.mark.parametrize(("players", "ending", "deal"), CASES, ids=ids)
def test_random_games_agree_with_the_model(players: int, ending: str, deal: Any) -> None:
    game = horses(players, ending).judged_by("classic")
    chance = random.Random(f"{players} {ending}")
    played = 0
    while played < 75:
        depths = range(1, 5) if played % 10 == 0 else range(1, 3)
        played += compare_game(game, deal, chance, depths)


@pytest.mark.deep
@pytest.mark.parametrize(("players", "ending", "deal"), CASES, ids=ids)
def test_300_random_games_agree_with_the_model_at_four_depths(
    players: int, ending: str, deal: Any
) -> None:
    game = horses(players, ending).judged_by("classic")
    chance = random.Random(f"{players} {ending} again")
    played = 0
    while played < 300:
        played += compare_game(game, deal, chance, range(1, 5))


def test_a_seed_gives_the_same_board_every_time() -> None:
    for players in (2, 3, 4):
        game = horses(players).judged_by("classic")
        texts = [format_state(game, game.initial(seed)) for seed in range(20)]
        assert texts == [format_state(game, game.initial(seed)) for seed in range(20)]
        assert len(set(texts)) == 20
