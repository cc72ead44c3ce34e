"""Tune the weights of a game's own evaluation by logistic regression on results of self-play.

The evaluation is linear in its weights, or nearly so near the present ones: the effect of each
weight is measured by changing it. Only the weights are fitted; what they multiply stays as it is.
"""

from __future__ import annotations

import os
from collections.abc import Generator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from kibitz.core.contract import Game, require_game
from kibitz.core.errors import LimitError, OptionError
from kibitz.core.score import is_decided
from kibitz.games.game_ref import GameRef
from kibitz.games.learned import write_tuned
from kibitz.match.elo import Advantage
from kibitz.match.match import Match
from kibitz.training.fit import VALIDATED, cross_entropy, fit_scale, sigmoid
from kibitz.training.position_file import SelfPlayReader
from kibitz.training.self_play import SelfPlay
from kibitz.training.self_play_settings import SelfPlaySettings
from kibitz.training.static_scores import static_scores
from kibitz.training.trainer import Progress, TrainingSettings, is_better

TUNED = "tuned"
_FEWEST = 100  # positions
_MOST_POSITIONS = 400_000
# How strongly weights are pulled towards the present ones; the best on the other games is used.
_PULLS = (1e-3, 1e-2, 0.1, 1.0, 10.0)
_STEPS = 60  # of Newton's method; it converges in a few


@dataclass(frozen=True, slots=True)
class TunedWeight:
    """A weight before and after."""

    number: int
    before: int
    after: int


@dataclass(slots=True)
class Tuned:
    """The result of tuning."""

    positions: int
    scale: float
    loss_before: float  # on the games that were not used
    loss_after: float
    weights: list[TunedWeight]
    score: float | None = None  # share of the points in the match; None if nothing changed
    elo: float | None = None
    error: float | None = None
    played: int = 0
    kept: bool = False

    def as_dict(self) -> dict[str, Any]:
        """The result as a JSON object."""
        return asdict(self)


class Tuning:
    """Tunes the weights of an evaluation of a game, in a folder from which it continues.

    `evaluation`: the name of one of the game's evaluations; empty for the usual one.
    """

    def __init__(
        self,
        game: Game,
        folder: str | os.PathLike[str],
        settings: TrainingSettings | None = None,
        *,
        evaluation: str = "",
        name: str = TUNED,
    ) -> None:
        require_game(game, "tuning")
        if game.players != 2:
            raise LimitError("training_for_two", game=game.name, players=game.players)
        self.base: Game = game
        self.game: Game = game.judged_by(evaluation) if evaluation else game
        if self.game.weights is None:
            raise OptionError("no_weights", game=game.name)
        self.folder: Path = Path(folder)
        self.settings: TrainingSettings = settings or TrainingSettings()
        self.evaluation = evaluation
        self.name = name
        self.result: Tuned | None = None

    def run(
        self, *, workers: int | None = None, cluster: str | None = None
    ) -> Generator[Progress, None, None]:
        """Play, fit and compare; yield the progress."""
        self.folder.mkdir(parents=True, exist_ok=True)
        chosen = self.settings
        settings = SelfPlaySettings(
            nodes=chosen.nodes, random_moves=chosen.random_moves, seed=chosen.seed
        )
        path = self.folder / "games.kbz"
        played = SelfPlay(self.game, path, games=chosen.games, settings=settings)
        for _ in played.run(workers=workers, cluster=cluster):
            yield Progress(1, "self-play", played.played, chosen.games)
        self.result = found = self.fit(played.reader())
        yield Progress(1, "fit", 1, 1)
        if any(one.before != one.after for one in found.weights):
            yield from self._match(found, workers, cluster)
        yield Progress(1, "done", 0, 0)

    def fit(self, reader: SelfPlayReader) -> Tuned:
        """Fit the weights to the quiet positions of a file."""
        import numpy as np

        records, games = reader.positions(quiet=True)
        if len(records) < _FEWEST:
            raise LimitError("too_few_positions", count=len(records))
        if len(records) > _MOST_POSITIONS:
            rows = np.random.default_rng(self.settings.seed).permutation(len(records))
            rows = rows[:_MOST_POSITIONS]
            records, games = records[rows], games[rows]
        target = (records["result"].astype(np.float64) + 1) / 2
        before = np.array(list(self.game.weights or ()), np.int64)
        now, effects = self._effects(records["position"], before)
        scale = fit_scale(now, records["result"].astype(np.float64))
        is_check = games % VALIDATED == 0
        rounded, loss = before, np.inf
        for pull in _PULLS:
            after = before + _regress(
                now[~is_check], effects[~is_check], target[~is_check], scale, pull
            )
            tried = np.clip(np.rint(after), -(1 << 30), 1 << 30).astype(np.int64)
            later = now[is_check] + effects[is_check] @ (tried - before)
            found = cross_entropy(later / scale, target[is_check])
            if found < loss:
                rounded, loss = tried, found
        return Tuned(
            positions=len(records),
            scale=scale,
            loss_before=cross_entropy(now[is_check] / scale, target[is_check]),
            loss_after=loss,
            weights=[
                TunedWeight(number, int(old), int(new))
                for number, (old, new) in enumerate(zip(before, rounded, strict=True))
            ],
        )

    def _effects(self, positions: Any, weights: Any) -> tuple[Any, Any]:
        """The scores of positions, and how much each weight changes them when it grows by one."""
        import numpy as np

        now = static_scores(self.game.with_weights(_numbers(weights)), positions).astype(float)
        effects = np.zeros((len(positions), len(weights)))
        for number, weight in enumerate(weights):
            step = max(8, abs(int(weight)) // 2)
            changed = weights.copy()
            changed[number] += step
            other = static_scores(self.game.with_weights(_numbers(changed)), positions)
            effects[:, number] = (other - now) / step
        assert not any(is_decided(int(score)) for score in (now.min(), now.max()))
        return now, effects

    def _match(
        self, found: Tuned, workers: int | None, cluster: str | None
    ) -> Generator[Progress, None, None]:
        """Play the tuned weights against the present ones, and keep them if they win."""
        chosen = self.settings
        weights = [one.after for one in found.weights]
        facts = {"positions": found.positions, "loss": found.loss_after}
        candidate = f"{self.name}-candidate"
        write_tuned(self.base, candidate, self.evaluation, weights, facts)
        ref = GameRef.of(self.base)
        assert ref is not None  # self-play needed it too
        limit = f"time={chosen.match_time:g}"
        own = f"evaluation={self.evaluation},{limit}" if self.evaluation else limit
        match = Match(
            ref,
            [f"evaluation={candidate},{limit}", own],
            games=chosen.match_games,
            seed=chosen.seed,
            sprt=(0, 10),
            record=self.folder / "match.jsonl",
        )
        for _ in match.run(workers=workers, cluster=cluster):
            yield Progress(1, "match", match.played, chosen.match_games)
        advantage: Advantage | None = match.tally.advantage()
        found.played = match.played
        if advantage is not None:
            numbers = advantage.as_dict()
            found.score = advantage.share
            found.elo, found.error = (_number(numbers[key]) for key in ("elo", "elo_error"))
        found.kept = is_better(match)
        if found.kept:
            write_tuned(self.base, self.name, self.evaluation, weights, facts)


def _numbers(weights: Any) -> tuple[int, ...]:
    return tuple(map(int, weights))


def _number(value: object) -> float | None:
    return value if isinstance(value, float | int) else None


def _regress(now: Any, effects: Any, target: Any, scale: float, pull: float) -> Any:
    """The changes of the weights with the least loss, by Newton's method.

    `pull`: a penalty on changes, relative to the effect that a weight usually has.
    """
    import numpy as np

    usual = np.abs(effects).mean(0) + 1e-9
    features = effects / usual / scale  # so that all weights have effects of the same size
    offset = now / scale
    change = np.zeros(effects.shape[1])
    penalty = pull * (float((features**2).mean()) + 1e-12)
    for _ in range(_STEPS):
        chances = sigmoid(offset + features @ change)
        slope = features.T @ (chances - target) / len(target) + penalty * change
        weight = chances * (1 - chances)
        bend = (features * weight[:, None]).T @ features / len(target)
        step = np.linalg.solve(bend + penalty * np.eye(len(change)), slope)
        change -= step
        if np.abs(step).max() < 1e-9:
            break
    return change / usual
