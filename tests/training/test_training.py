"""Training: the fit, and whole generations of a small game."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import kibitz
from kibitz.core.contract import Game
from kibitz.core.errors import LimitError, RecordError
from kibitz.games.learned import (
    judged,
    learned_files,
    read_learned,
    with_learned,
    write_learned,
)
from kibitz.training.fit import FitSettings, cross_entropy, fit, fit_scale, gradient, log_odds
from kibitz.training.pattern_model import Features, pattern_spec
from kibitz.training.trainer import Training, TrainingSettings

SMALL = {"rows": 4, "columns": 5}
QUICK = TrainingSettings(
    games=150, generations=1, nodes=100, match_games=6, match_time=0.005, epochs=4
)


@pytest.fixture(autouse=True)
def learned_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Learned evaluations of a test are in a folder of its own."""
    monkeypatch.setenv("KIBITZ_LEARNED", str(tmp_path / "learned"))
    return tmp_path / "learned"


def some_features(count: int, entries: int, seed: int = 0) -> Features:
    generator = np.random.default_rng(seed)
    indices = generator.integers(-1, entries, (count, 5)).astype(np.int32)
    pieces = generator.integers(0, 11, count)
    return Features(indices, (pieces / 10).astype(np.float32), pieces)


def test_gradient_equals_finite_differences() -> None:
    features, entries = some_features(200, 12), 12
    generator = np.random.default_rng(1)
    weights = generator.normal(size=(entries, 2))
    target = generator.random(200)
    found = gradient(weights, features, target)
    for entry in range(entries):
        for phase in range(2):
            step = np.zeros_like(weights)
            step[entry, phase] = 1e-5
            more = cross_entropy(log_odds(weights + step, features), target)
            less = cross_entropy(log_odds(weights - step, features), target)
            assert found[entry, phase] == pytest.approx((more - less) / 2e-5, abs=1e-7)


def test_fit_finds_the_weights_that_made_the_results() -> None:
    features, entries = some_features(40_000, 6, seed=2), 6
    true = np.random.default_rng(3).normal(size=(entries, 2)).astype(np.float32)
    chances = 1 / (1 + np.exp(-log_odds(true, features)))
    games = np.arange(40_000) // 20
    found = fit(features, chances, games, entries, FitSettings(epochs=20, batch=1000, decay=0))
    assert found.losses[-1][1] < found.losses[0][1]
    assert np.allclose(found.weights, true, atol=0.1)


def test_scale_of_scores_is_found() -> None:
    generator = np.random.default_rng(4)
    scores = generator.normal(0, 300, 50_000)
    results = 2.0 * (generator.random(50_000) < 1 / (1 + np.exp(-scores / 150))) - 1
    assert fit_scale(scores, results) == pytest.approx(150, rel=0.15)
    assert fit_scale(np.zeros(10), np.ones(10)) == 100


def test_a_game_is_trained_and_continued(tmp_path: Path, learned_folder: Path) -> None:
    game = kibitz.game("connect4", **SMALL)
    training = Training(game, tmp_path / "run", QUICK)
    stages = [progress.stage for progress in training.run(workers=1)]
    assert set(stages) == {"self-play", "fit", "match", "done"}
    assert len(training.results) == 1
    first = training.results[0]
    assert first.losses[-1][1] < np.log(2)  # better than a coin
    assert first.positions > 500
    path = learned_files(game)["learned-generation-1"]
    assert learned_folder in path.parents
    before = path.with_suffix(".npy").read_bytes()

    again = Training(game, tmp_path / "run", QUICK)  # a finished run does nothing
    assert [progress.stage for progress in again.run(workers=1)] == ["done"]
    assert again.results == training.results

    (tmp_path / "run" / "training.json").unlink()  # as if killed before the generation was stored
    resumed = Training(game, tmp_path / "run", QUICK)
    stages = [progress.stage for progress in resumed.run(workers=1)]
    assert "self-play" not in stages
    assert "match" not in stages
    assert path.with_suffix(".npy").read_bytes() == before

    with pytest.raises(RecordError, match="nodes was 100 and is 101"):
        list(Training(game, tmp_path / "run", replace(QUICK, nodes=101)).run(workers=1))


def write_some(game: Game, name: str) -> Path:
    """An evaluation of random weights."""
    spec = pattern_spec(game)
    weights = np.random.default_rng(5).integers(-50, 50, spec.size)
    return write_learned(game, name, spec, weights, {})


def test_a_learned_evaluation_plays() -> None:
    game, name = kibitz.game("connect4", **SMALL), "some"
    write_some(game, name)
    engine = kibitz.Engine(game, evaluation=name)
    session = kibitz.Session(game)
    line = engine.play(session, kibitz.Limit(depth=4))
    assert line.moves[0] in game.moves(game.initial())
    interpreted = kibitz.Engine(game, evaluation=name, compiled=False)
    other = interpreted.play(session, kibitz.Limit(depth=4))
    assert (other.moves[0], other.score) == (line.moves[0], line.score)
    assert judged(game, name) is judged(game, name)
    with pytest.raises(kibitz.KibitzError, match="missing"):
        kibitz.Engine(game, evaluation="missing")


def test_damaged_evaluations_are_refused() -> None:
    game = kibitz.game("connect4", **SMALL)
    path = write_some(game, "some")
    document = json.loads(path.read_text())
    changes: list[dict[str, object]] = [
        {"game": "morris"},
        {"version": 99},
        {"format": "other"},
        {"patterns": {}},
        {"patterns": {**document["patterns"], "entries": 5}},
    ]
    for change in changes:
        path.write_text(json.dumps({**document, **change}))
        with pytest.raises(RecordError):
            read_learned(game, path)
    path.write_text("nonsense")
    with pytest.raises(RecordError):
        with_learned(game)


def test_wrong_settings_are_refused(tmp_path: Path) -> None:
    with pytest.raises(LimitError):
        TrainingSettings(games=0)
    with pytest.raises(LimitError):
        TrainingSettings(match_time=0)
    with pytest.raises(LimitError, match="only games for two"):
        Training(kibitz.game("tiles", players=3), tmp_path)
