"""What a search of six plies has to do against somebody who moves at random."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor

import pytest

import kibitz
from kibitz import Game
from kibitz.match.match import Match
from kibitz.match.standings import Row

GAMES = 1000


def row_of_search(game: Game) -> Row:
    """How six plies fare, from both sides in turn; of a game with chance, on every board."""
    match = Match(game, ["depth=6", "random"], games=GAMES, seed=1, opening_plies=0)
    with ProcessPoolExecutor(2) as executor:
        assert len(list(match.run(executor))) == GAMES
    return match.standings.rows[0]


@pytest.mark.deep
@pytest.mark.parametrize(
    "game",
    [
        kibitz.game("tictactoe"),
        kibitz.game("morris"),
        kibitz.game("draughts", variant="german"),
        kibitz.game("draughts", variant="english"),
        kibitz.game("draughts", variant="international"),
    ],
    ids=str,
)
def test_six_plies_never_lose_to_a_random_player(game: Game) -> None:
    assert row_of_search(game).losses == 0


@pytest.mark.deep
def test_six_plies_win_nearly_every_game_of_horses() -> None:
    assert row_of_search(kibitz.game("horses")).wins >= 0.97 * GAMES
