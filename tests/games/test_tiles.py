"""Tiles against a plain model, and one fact a test."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz import DRAW, LOSS, WIN, Engine, Game, KibitzError, Limit, OptionError, Session
from kibitz.core.errors import IllegalMoveError, InvalidMoveError, PositionError
from kibitz.core.score import is_decided
from kibitz.core.text import format_board, format_move, format_state, parse_move, parse_state
from kibitz.games.tiles import GAME, tiles
from kibitz.games.tiles import rules as module
from kibitz.search.reference import minimax
from kibitz.search.switches import PLAIN
from kibitz.testing import check

SIZES = [(4, 4, 2), (4, 4, 3), (4, 4, 4), (3, 5, 2), (1, 7, 3), (6, 1, 4), (7, 9, 4), (2, 2, 4)]
GAMES = {size: tiles(*size) for size in SIZES}


class Model:
    """One playing: tiles are (row, column) pairs in dictionaries."""

    def __init__(self, text: str, columns: int, players: int) -> None:
        cells = [int(value) for value in text.replace("/", "")]
        self.values = {divmod(number, columns): value for number, value in enumerate(cells)}
        self.owner: dict[tuple[int, int], int] = {}
        self.players = players
        self.turn = 0

    def free(self) -> list[tuple[int, int]]:
        return [tile for tile in self.values if tile not in self.owner]

    def claim(self, tile: tuple[int, int]) -> None:
        self.owner[tile] = self.turn
        self.turn = (self.turn + 1) % self.players

    def score(self, player: int) -> int:
        own = {tile for tile, owner in self.owner.items() if owner == player}
        down, right = (1, 0) if player in (0, 2) else (0, 1)
        pairs = [1 for row, column in own if (row + down, column + right) in own]
        return sum(self.values[tile] for tile in own) + 5 * len(pairs)

    def evaluate(self, player: int) -> int:
        others = [self.score(other) for other in range(self.players) if other != player]
        return self.score(player) - sum(others)

    def payoff(self, player: int) -> int:
        scores = [self.score(other) for other in range(self.players)]
        if scores[player] < max(scores):
            return LOSS
        return WIN if scores.count(max(scores)) == 1 else DRAW


def compare_game(game: Game, size: tuple[int, int, int], seed: int) -> None:
    chance = random.Random(seed)
    state: Any = game.initial(seed)
    model = Model(format_state(game, state), size[1], size[2])
    while True:
        moves = list(game.moves(state))
        assert [divmod(move, size[1]) for move in moves] == model.free()
        assert state.turn == model.turn
        for player in range(game.players):
            assert game.evaluate(state, player) == model.evaluate(player)
            assert game.explain is not None
            assert sum(game.explain(state, player).values()) == model.evaluate(player)
        if not moves:
            break
        assert game.rank is not None
        move = chance.choice(moves)
        before = model.score(state.turn)
        gain = game.rank(state, move)
        model.claim(divmod(move, size[1]))
        assert gain == model.score(state.turn) - before
        state = game.play(state, move)
    assert game.margin is not None
    for player in range(game.players):
        assert game.payoff(state, player) == model.payoff(player)
        best = max(model.score(other) for other in range(game.players) if other != player)
        assert game.margin(state, player) == model.score(player) - best


@pytest.mark.parametrize("size", SIZES)
def test_random_games_agree_with_the_model(size: tuple[int, int, int]) -> None:
    for seed in range(20):
        compare_game(GAMES[size], size, seed)


@pytest.mark.parametrize("size", [(4, 4, 2), (4, 4, 3), (4, 4, 4), (7, 9, 4)])
def test_every_size_and_number_of_players_keeps_the_contract(size: tuple[int, int, int]) -> None:
    assert check(GAMES[size], games=4, positions=80).is_compiled


@pytest.mark.deep
@pytest.mark.parametrize("size", SIZES)
def test_the_contract_is_kept_at_length(size: tuple[int, int, int]) -> None:
    check(GAMES[size], games=100, positions=3000, seed=1)


def test_values_are_random_from_two_to_five_and_the_same_for_a_seed() -> None:
    texts = [format_state(GAME, GAME.initial(seed)) for seed in range(50)]
    assert set("".join(texts)) == set("2345/")
    assert texts == [format_state(GAME, GAME.initial(seed)) for seed in range(50)]
    assert len(set(texts)) == 50


def test_pairs_count_down_the_columns_for_white_and_along_the_rows_for_black() -> None:
    assert GAME.explain is not None
    state = parse_state(GAME, "W2W345/W5B2B54/3355/B3333")
    terms = GAME.explain(state, 0)
    assert terms == {"own tiles": 10, "own pairs": 5, "others' tiles": -10, "others' pairs": -5}


def test_a_pair_does_not_run_from_one_row_into_the_next() -> None:
    assert GAME.explain is not None
    state = parse_state(GAME, "222B2/B2W2W22/2222/2222")
    assert GAME.explain(state, 1)["own pairs"] == 0


def test_tied_best_scores_draw_and_the_others_lose() -> None:
    game = tiles(1, 3, 3)
    state = parse_state(game, "W5B5R2")
    assert [game.payoff(state, player) for player in range(3)] == [DRAW, DRAW, LOSS]


def test_turns_go_round() -> None:
    game = GAMES[4, 4, 3]
    state = game.initial()
    for ply in range(9):
        assert state.turn == ply % 3
        state = game.play(state, next(iter(game.moves(state))))


def test_the_compiled_search_finds_the_values_of_minimax() -> None:
    game = GAMES[3, 5, 2]
    engine = Engine(game, switches=PLAIN)
    for seed in range(4):
        state = game.initial(seed)
        expected = minimax(game, state, 3)
        found = engine.analyse(Session(game, state), Limit(depth=3))[0]
        assert not is_decided(expected.value)
        assert found.score == expected.value


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"rows": 8, "columns": 8}, "64 cells, but at most 63 fit"),
        ({"rows": 1, "columns": 1}, "at most 1, the number of tiles"),
        ({"players": 5}, "from 2 to 4"),
        ({"columns": 27}, "from 1 to 26"),
    ],
)
def test_boards_that_do_not_fit_are_refused(settings: dict[str, int], reason: str) -> None:
    with pytest.raises(OptionError, match=reason):
        GAME.configure(**settings)


# Text.


def test_a_claimed_tile_is_refused_with_its_reason() -> None:
    state = GAME.play(GAME.initial(), 0)
    with pytest.raises(IllegalMoveError, match="a4 is already claimed"):
        parse_move(GAME, state, "A4")


@pytest.mark.parametrize("text", ["", "a5", "e1", "0", "a", "a1a2", "é"])
def test_what_is_no_tile_is_refused(text: str) -> None:
    with pytest.raises(InvalidMoveError, match="tiles are a1-d4"):
        parse_move(GAME, GAME.initial(), text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "expected 4 rows of 4 values"),
        ("2222/2222/2222", "expected 4 rows of 4 values"),
        ("2222/2222/2222/222", "expected 4 rows of 4 values"),
        ("2222/2222/2222/2226", "expected 4 rows of 4 values"),
        ("2222/2222/2222/222R2", "expected 4 rows of 4 values"),
        ("2222/2222/2222/222B2", "claimed in turn: expected 1 and 0 of 1, got 0 and 1"),
    ],
)
def test_what_is_no_position_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(PositionError, match=re.escape(reason)):
        parse_state(GAME, text)


@pytest.mark.parametrize("size", [(4, 4, 2), (4, 4, 4)])
@given(data=st.data())
def test_any_text_is_a_position_that_makes_the_round_trip_or_refused(
    size: tuple[int, int, int], data: st.DataObject
) -> None:
    game = GAMES[size]
    state = game.initial(3)
    for _ in range(data.draw(st.integers(0, 16))):
        state = game.play(state, data.draw(st.sampled_from(list(game.moves(state)))))
    text = format_state(game, state)
    assert parse_state(game, text) == state
    start = data.draw(st.integers(0, len(text)))
    text = text[:start] + data.draw(st.text("wbruWBRU/23456 é", max_size=3)) + text[start + 1 :]
    try:
        state = parse_state(game, text)
    except KibitzError:
        return
    assert parse_state(game, format_state(game, state)) == state
    for move in game.moves(state):
        assert parse_move(game, state, format_move(game, state, move)) == move


def test_the_drawing_of_the_numbers_is_right() -> None:
    rows = re.findall(r"^ +((?:\d+ \| +)+\d+)$", module.__doc__ or "", re.MULTILINE)
    drawn = [[int(number) for number in row.split("|")] for row in rows]
    assert drawn == [[row * 4 + column for column in range(4)] for row in range(4)]


def test_the_board_shows_values_and_owners() -> None:
    state = parse_state(GAME, "W2345/2B345/2345/2345")
    assert format_board(GAME, state).splitlines()[0] == "4 W2 |  3 |  4 |  5"
    assert format_board(GAME, state).splitlines()[2] == "3  2 | B3 |  4 |  5"
