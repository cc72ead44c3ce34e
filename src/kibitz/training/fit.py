"""Fit the weights of patterns to results, by logistic regression."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from kibitz.training.pattern_model import Features

VALIDATED = 10  # every tenth game is only used to measure the loss
_SCALES = 1.1  # ratio between two scales that are tried
_MOMENTUM, _MEMORY, _EPSILON = 0.9, 0.999, 1e-8  # of Adam


@dataclass(frozen=True, slots=True)
class FitSettings:
    """How weights are fitted."""

    epochs: int = 12
    batch: int = 1 << 14
    rate: float = 0.02  # learning rate; a tenth of it in the last third of the epochs
    decay: float = 1e-7  # pulls weights that few positions use to zero
    result_share: float = 0.7  # of the target; the rest is the score of the search
    seed: int = 0


@dataclass(slots=True)
class Fit:
    """The result of a fit: weights in units of log-odds, and the losses after each epoch."""

    weights: Any  # float32 (entries, 2)
    losses: list[tuple[float, float]] = field(default_factory=list)  # training, validation

    @property
    def loss(self) -> float:
        """The loss on the games that were not used for the fit."""
        return self.losses[-1][1]


def sigmoid(values: Any) -> Any:
    """The winning chances for log-odds."""
    import numpy as np

    return 1 / (1 + np.exp(-np.clip(values, -30, 30)))


def log_odds(weights: Any, features: Features) -> Any:
    """The log-odds of positions. The entry -1 counts as zero."""
    import numpy as np

    padded = np.concatenate([weights, np.zeros((1, 2), weights.dtype)])
    sums = padded[features.indices].sum(1)
    full = features.fullness
    return sums[:, 0] * full + sums[:, 1] * (1 - full)


def cross_entropy(odds: Any, target: Any) -> float:
    """The mean loss of predictions."""
    import numpy as np

    return float(np.mean(np.logaddexp(0, odds) - target * odds))


def gradient(weights: Any, features: Features, target: Any) -> Any:
    """The gradient of the mean loss by the weights."""
    import numpy as np

    error = (sigmoid(log_odds(weights, features)) - target) / len(target)
    width = features.indices.shape[1]
    places = features.indices.ravel()
    places = np.where(places < 0, len(weights), places)
    found = np.empty_like(weights)
    for phase, share in enumerate((features.fullness, 1 - features.fullness)):
        own = np.repeat(error * share, width)
        found[:, phase] = np.bincount(places, own, len(weights) + 1)[:-1]
    return found


def targets(results: Any, scores: Any, scale: float, result_share: float) -> Any:
    """What the fit aims at: winning chances, from results and scores of searches."""
    chances = sigmoid(scores / scale)
    return result_share * (results + 1) / 2 + (1 - result_share) * chances


def fit_scale(scores: Any, results: Any) -> float:
    """The scale at which `sigmoid(score / scale)` predicts the results best.

    100 if scores say nothing, as in a game without an evaluation.
    """
    import numpy as np

    target = (results + 1) / 2
    known = np.abs(scores)
    if not known.size or np.median(known) == 0:
        return 100.0
    low, high = max(float(np.median(known)) / 30, 1e-3), float(np.median(known)) * 100
    scales = np.geomspace(low, high, int(np.log(high / low) / np.log(_SCALES)))
    losses = [cross_entropy(scores / scale, target) for scale in scales]
    return float(scales[int(np.argmin(losses))])


def fit(
    features: Features,
    target: Any,
    games: Any,
    entries: int,
    settings: FitSettings | None = None,
    on_epoch: Callable[[int, float, float], None] | None = None,
) -> Fit:
    """Fit weights to targets with Adam. `games`: the number of the game of each position.

    Games are either used for the fit or to measure the loss, never positions of one game for both.
    """
    import numpy as np

    chosen = settings or FitSettings()
    generator = np.random.default_rng(chosen.seed)
    is_validated = np.asarray(games) % VALIDATED == 0
    train, check = np.flatnonzero(~is_validated), np.flatnonzero(is_validated)
    weights = np.zeros((entries, 2), np.float32)
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    found, step = Fit(weights), 0
    for epoch in range(chosen.epochs):
        rate = chosen.rate * (0.1 if epoch >= chosen.epochs * 2 / 3 else 1)
        order = generator.permutation(train)
        for start in range(0, len(order), chosen.batch):
            rows = order[start : start + chosen.batch]
            part = take(features, rows)
            slope = gradient(weights, part, target[rows]) + chosen.decay * weights
            step += 1
            mean += (1 - _MOMENTUM) * (slope - mean)
            square += (1 - _MEMORY) * (slope * slope - square)
            size = rate * (1 - _MEMORY**step) ** 0.5 / (1 - _MOMENTUM**step)
            weights -= size * mean / (np.sqrt(square) + _EPSILON)
        losses = tuple(_loss(weights, features, target, part) for part in (train, check))
        found.losses.append((losses[0], losses[1]))
        if on_epoch is not None:
            on_epoch(epoch, *losses)
    return found


def take(features: Features, rows: Any) -> Features:
    """The features of some positions."""
    return Features(features.indices[rows], features.fullness[rows], features.pieces[rows])


def _loss(weights: Any, features: Features, target: Any, rows: Any) -> float:
    if not len(rows):
        return float("nan")
    losses = [
        cross_entropy(log_odds(weights, take(features, part)), target[part]) * len(part)
        for part in _batches(rows)
    ]
    return sum(losses) / len(rows)


def _batches(rows: Any, size: int = 1 << 15) -> list[Any]:
    return [rows[start : start + size] for start in range(0, len(rows), size)]
