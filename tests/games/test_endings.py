"""What the board does not show: points and stones in hand, winning lines, how a game ended."""

from __future__ import annotations

import random

import pytest

import kibitz
from kibitz.core.contract import Game
from kibitz.core.geometry import Geometry
from kibitz.session.session import Session


def board_of(game: Game) -> Geometry:
    assert game.geometry is not None
    return game.geometry


def ending(session: Session) -> str:
    told = board_of(session.game).ending
    assert told is not None
    return told(session.state)


def lines(session: Session) -> list[list[str]]:
    board = board_of(session.game)
    assert board.winning_lines is not None
    found = board.winning_lines(session.state)
    return [[board.cells[cell].name for cell in line] for line in found]


def counts(session: Session) -> list[dict[str, int]]:
    board = board_of(session.game)
    assert board.counts is not None
    return [dict(count) for count in board.counts(session.state)]


def played(name: str, moves: str, **options: object) -> Session:
    session = Session(kibitz.game(name).configure(**options))
    for move in moves.split():
        session.push(move)
    return session


def test_rows_that_win_tictactoe() -> None:
    assert lines(played("tictactoe", "0 3 1 4")) == []
    won = played("tictactoe", "0 3 1 4 2")
    assert lines(won) == [["0", "1", "2"]]
    assert ending(won) == "three in a row"
    two = played("tictactoe", "0 1 2 3 6 5 8 7 4")
    assert sorted(lines(two)) == [["0", "4", "8"], ["2", "4", "6"]]
    full = played("tictactoe", "0 4 2 1 7 6 3 5 8")
    assert (lines(full), ending(full)) == ([], "the board is full")


def test_lines_that_win_connect_four_run_from_end_to_end() -> None:
    assert lines(played("connect4", "a b a b a b a")) == [["a1", "a2", "a3", "a4"]]
    diagonal = played("connect4", "a b b c c d c d d a d")
    assert lines(diagonal) == [["a1", "b2", "c3", "d4"]]
    assert ending(diagonal) == "four in a row"


def test_mill_that_wins_three_mens_morris() -> None:
    game = kibitz.game("morris").configure(variant="three")
    session, rng = Session(game), random.Random(1)
    while session.outcome() is None:
        session.push(rng.choice(session.legal_moves))
    (mill,) = lines(session)
    assert len(mill) == 3
    assert ending(session).endswith("has closed a mill")


def test_counts_of_each_game() -> None:
    assert counts(played("morris", "")) == [{"in hand": 9, "stones": 0}] * 2
    assert counts(played("morris", "a1")) == [
        {"in hand": 8, "stones": 1},
        {"in hand": 9, "stones": 0},
    ]
    assert counts(played("draughts", "", variant="english")) == [{"men": 12}] * 2
    assert [set(count) for count in counts(played("tiles", ""))] == [{"points"}] * 2
    assert counts(played("horses", "", players=3)) == [{"points": 0}] * 3


@pytest.mark.parametrize(
    ("name", "options", "endings"),
    [
        ("draughts", {"variant": "english"}, ("White cannot move", "no pieces left")),
        ("horses", {}, ("knight is stuck",)),
        ("horses", {"players": 3}, ("all knights are stuck",)),
        ("horses", {"ending": "both"}, ("both knights are stuck",)),
        ("tiles", {"rows": 3, "columns": 3}, ("every tile is claimed",)),
        ("morris", {"clock": 0, "repeats": 0}, ("has fewer than 3 stones", "cannot move")),
    ],
)
def test_ending_of_random_games(
    name: str, options: dict[str, object], endings: tuple[str, ...]
) -> None:
    session, rng = Session(kibitz.game(name).configure(**options)), random.Random(5)
    while session.outcome() is None:
        session.push(rng.choice(session.legal_moves))
    outcome = session.outcome()
    assert outcome is not None
    assert outcome.reason != "rules" or any(one in ending(session) for one in endings)
