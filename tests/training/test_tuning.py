"""Tuning: the weights of a game's own evaluation."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import kibitz
from kibitz.core.errors import OptionError
from kibitz.core.evaluation import Evaluation
from kibitz.games.learned import judged, read_learned, write_tuned
from kibitz.training.self_play import SelfPlay
from kibitz.training.self_play_settings import SelfPlaySettings
from kibitz.training.static_scores import static_scores
from kibitz.training.tuning import Tuning

ENGLISH = kibitz.game("draughts", variant="english")


@pytest.fixture(autouse=True)
def learned_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Learned evaluations of a test are in a folder of its own."""
    monkeypatch.setenv("KIBITZ_LEARNED", str(tmp_path / "learned"))


def test_static_scores_equal_the_evaluation() -> None:
    from tests.training.test_patterns import words

    states = [ENGLISH.initial()]
    for _ in range(20):
        states.append(ENGLISH.play(states[-1], next(iter(ENGLISH.moves(states[-1])))))
    found = static_scores(ENGLISH, words(ENGLISH, states))
    assert found.tolist() == [ENGLISH.evaluate(state, state.turn) for state in states]


def test_a_fit_lowers_the_loss_on_other_games(tmp_path: Path) -> None:
    assert ENGLISH.weights is not None
    # An evaluation that values some things wrongly.
    spoilt = [
        weight if number % 3 else weight // 4 for number, weight in enumerate(ENGLISH.weights)
    ]
    write_tuned(ENGLISH, "spoilt", "strong", spoilt, {})
    game = judged(ENGLISH, "spoilt")
    settings = SelfPlaySettings(nodes=100, random_moves=100)
    played = SelfPlay(ENGLISH, tmp_path / "games.kbz", games=120, settings=settings)
    with ThreadPoolExecutor(1) as executor:
        assert len(list(played.run(executor))) == 120
    found = Tuning(game, tmp_path / "run").fit(played.reader())
    assert found.loss_after < found.loss_before
    assert any(one.before != one.after for one in found.weights)


def test_tuned_weights_are_read_again() -> None:
    assert ENGLISH.weights is not None
    changed = [weight + 1 for weight in ENGLISH.weights]
    path = write_tuned(ENGLISH, "tuned", "strong", changed, {})
    game = judged(ENGLISH, "tuned")
    assert list(game.weights or ()) == changed
    assert game.explain is not None
    state = game.initial()
    assert sum(game.explain(state, 0).values()) == game.evaluate(state, 0)
    np.save(path.with_suffix(".npy"), np.zeros(3, np.int32))
    with pytest.raises(kibitz.KibitzError, match="does not have 3 weights"):
        read_learned(ENGLISH, path)


def test_games_without_weights_are_refused(tmp_path: Path) -> None:
    game = replace(kibitz.game("tictactoe"), evaluate=Evaluation(lambda state, side: 0), levels=())
    with pytest.raises(OptionError):
        Tuning(replace(game, evaluations={}), tmp_path)
