"""The adaptive opponent: it repeats itself, learns only from whole games, and keeps them even."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz import AdaptivePlayer, FinishedError, Game, LimitError, Player, Profile, Session
from kibitz.teaching.adaptive.person_standing import STEP, PersonStanding
from kibitz.teaching.adaptive.rating import Skill

CONNECT4 = kibitz.game("connect4")
TICTACTOE = kibitz.game("tictactoe")


def at(game: Game, level: float, seed: int = 0) -> AdaptivePlayer:
    """An adaptive player of this level."""
    profile = Profile()
    profile.keep(game, PersonStanding(skill=Skill(level), level=level))
    return AdaptivePlayer(game, profile, seed=seed)


def duel(
    game: Game, person: str, games: int, seed: int
) -> tuple[list[float], list[float], AdaptivePlayer]:
    """The person's scores, and the levels played against, from knowing nothing on."""
    player = Player(game, person, seed=0, memory=8)
    adaptive = AdaptivePlayer(game, seed=0)
    scores, levels = [], [adaptive.level]
    for number in range(games):
        player.seed, adaptive.seed = seed + 2 * number, seed + 2 * number + 1
        side = number % 2
        session = Session(game, seed=seed + number if game.is_seeded else None)
        while session.outcome() is None:
            mover: Any = player if session.turn == side else adaptive
            session.push(mover.play(session).move)
        standing = adaptive.observe(session, side)
        scores.append(standing.recent[-1].score)
        levels.append(standing.level)
    return scores, levels, adaptive


def test_at_a_whole_step_it_is_that_step_of_the_ladder() -> None:
    session = Session(CONNECT4)
    for step in ("2", "3", "5"):
        expected = Player(CONNECT4, step, seed=9).play(session)
        found = at(CONNECT4, float(step), seed=9).play(session)
        assert (found.move, found.score) == (expected.move, expected.score)


def test_between_two_steps_it_plays_now_the_one_and_now_the_other() -> None:
    session = Session(CONNECT4)
    steps = [at(CONNECT4, 4.5, seed).step(session) for seed in range(40)]
    assert set(steps) == {"4", "5"}
    assert 10 <= steps.count("5") <= 30


def test_the_same_seed_gives_the_same_moves() -> None:
    lines = []
    for _ in range(2):
        player, session = at(CONNECT4, 3.5, seed=4), Session(CONNECT4)
        for _ in range(8):
            session.push(player.play(session).move)
        lines.append(session.moves)
    assert lines[0] == lines[1]


def test_it_learns_from_a_whole_game_and_keeps_that_in_the_profile(tmp_path: Path) -> None:
    player = AdaptivePlayer(TICTACTOE, Profile(tmp_path / "p.json"), seed=1)
    session = Session(TICTACTOE)
    for move in ("4", "1", "0", "8", "6", "2"):
        session.push(move)
    with pytest.raises(FinishedError) as refused:
        player.observe(session, 0)
    assert refused.value.code == "nothing_to_learn"
    assert player.standing.games == 0
    session.push("3")  # X wins
    standing = player.observe(session, 0)
    last = standing.recent[-1]
    assert (last.score, last.loss) == (1.0, 0.0)
    assert last.own_loss is not None
    assert last.own_loss > 0.1
    assert standing.level == 4.0 + STEP
    again = AdaptivePlayer(TICTACTOE, Profile(tmp_path / "p.json"))
    assert again.level == standing.level
    assert again.why() == standing.why()


def test_a_resignation_counts_and_the_side_matters() -> None:
    player = AdaptivePlayer(TICTACTOE, seed=1)
    session = Session(TICTACTOE)
    session.push("4")
    session.resign("O")
    assert player.observe(session, 1).recent[-1].score == 0.0
    assert player.observe(session, 0).recent[-1].score == 1.0


def test_a_session_without_moves_can_be_learnt_from() -> None:
    session = Session(TICTACTOE)
    session.resign()
    last = AdaptivePlayer(TICTACTOE).observe(session, 0).recent[-1]
    assert (last.score, last.loss, last.own_loss) == (0.0, None, None)


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: AdaptivePlayer(TICTACTOE, "me.json"), "profile cannot be 'me.json'"),  # type: ignore[arg-type]
        (lambda: AdaptivePlayer(TICTACTOE, seed="1"), "seed cannot be '1'"),  # type: ignore[arg-type]
        (lambda: AdaptivePlayer(TICTACTOE).observe(Session(TICTACTOE), 2), "person cannot be 2"),
        (lambda: AdaptivePlayer(TICTACTOE).learn(2.0), "score cannot be 2.0"),
        (lambda: AdaptivePlayer(TICTACTOE).learn(None), "score cannot be None"),  # type: ignore[arg-type]
        (lambda: AdaptivePlayer(TICTACTOE).learn(1.0, -0.1), "loss cannot be -0.1"),
    ],
)
def test_settings_out_of_their_range_are_refused(call: Any, text: str) -> None:
    with pytest.raises(LimitError, match=text):
        call()


def test_three_players_are_adapted_to() -> None:
    game = kibitz.game("tiles", players=3)
    scores, levels, _ = duel(game, "2", 2, seed=0)
    assert len(scores) == 2
    assert all(abs(one - other) <= STEP + 1e-9 for one, other in pairwise(levels))


@pytest.mark.parametrize("step", ["3", "6"])
def test_the_score_is_near_one_half_after_thirty_games(step: str) -> None:
    """Over 40 games after the 30th.

    Coins would leave 40 to 60 % one time in six; here every win makes the next one harder.
    """
    scores, levels, adaptive = duel(CONNECT4, step, 70, seed=100)
    assert 0.4 <= sum(scores[30:]) / 40 <= 0.6
    assert max(abs(one - other) for one, other in pairwise(levels)) <= STEP
    assert abs(adaptive.level - int(step)) < 1.5


@pytest.mark.deep
@pytest.mark.parametrize("step", ["2", "3", "4", "5", "6", "7", "8"])
@pytest.mark.parametrize("name", ["connect4", "tiles"])
def test_every_step_is_brought_to_one_half(name: str, step: str) -> None:
    scores, _, _ = duel(kibitz.game(name), step, 90, seed=5_000)
    assert 0.4 <= sum(scores[30:]) / 60 <= 0.6
