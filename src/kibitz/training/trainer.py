"""Training in generations: self-play, a fit, and a match that decides on the result."""

from __future__ import annotations

import json
import os
from collections.abc import Generator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, NamedTuple

from kibitz.core.contract import Game, require_game
from kibitz.core.documents import parse_json
from kibitz.core.errors import LimitError, RecordError
from kibitz.core.files import read_text, replace_text
from kibitz.games.game_ref import GameId, GameRef
from kibitz.games.learned import USUAL, game_folder, judged, learned_files, write_learned
from kibitz.games.pattern_evaluation import PatternSpec
from kibitz.match.match import Match
from kibitz.match.specification import check_whole
from kibitz.training.fit import Fit, FitSettings, fit, fit_scale, targets
from kibitz.training.pattern_model import FeatureReader, pattern_spec
from kibitz.training.position_file import SelfPlayReader
from kibitz.training.self_play import SelfPlay
from kibitz.training.self_play_settings import SelfPlaySettings

_FORMAT = "kibitz-training"
_VERSION = 1
_FEWEST = 100  # positions
_WEIGHT_LIMIT = 32767
_USED_GENERATIONS = 3  # the games of the latest generations are used for a fit

Stage = Literal["self-play", "fit", "match", "done"]


@dataclass(frozen=True, slots=True)
class TrainingSettings:
    """How a game is trained."""

    games: int = 20_000  # of self-play, for each generation
    generations: int = 3
    nodes: int = 2_000  # of a search in self-play
    match_games: int = 400  # at most, in the match of a generation
    match_time: float = 0.05  # seconds for a move of the match
    random_moves: int = 20  # how many of a thousand moves of self-play are random
    epochs: int = 12
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("games", "generations", "nodes", "match_games", "epochs"):
            check_whole(name, getattr(self, name), 1)
        check_whole("seed", self.seed, 0)
        if not 0.001 <= self.match_time <= 3600:
            expected = "seconds from 0.001 to 3600"
            raise LimitError(
                "bad_setting", name="match_time", value=self.match_time, expected=expected
            )


class Progress(NamedTuple):
    """What training is doing."""

    generation: int
    stage: Stage
    done: int  # games or epochs
    total: int
    text: str = ""


@dataclass(slots=True)
class Generation:
    """The result of a generation."""

    number: int
    positions: int
    losses: list[tuple[float, float]]
    scale: float
    score: float  # share of the points in the match
    elo: float | None
    error: float | None
    played: int
    kept: bool

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Generation:
        """The result from a JSON object. Raises TypeError, KeyError or ValueError if it is none."""
        losses = [(float(train), float(check)) for train, check in values["losses"]]
        return cls(**{**values, "losses": losses})


class Training:
    """Trains an evaluation of a game in a folder, from which an interrupted run continues.

    `game`: a game for two that Kibitz ships, or one from a file. Its evaluation plays the first
    games; without one, the search sees only finished games. The winner of the last match is stored
    as the learned evaluation `name` of the game.
    """

    def __init__(
        self,
        game: Game,
        folder: str | os.PathLike[str],
        settings: TrainingSettings | None = None,
        *,
        name: str = USUAL,
    ) -> None:
        self.game: Game = require_game(game, "training")
        if game.players != 2:
            raise LimitError("training_for_two", game=game.name, players=game.players)
        self.folder: Path = Path(folder)
        self.settings: TrainingSettings = settings or TrainingSettings()
        self.name = name
        self.results: list[Generation] = []
        self._path = self.folder / "training.json"

    @property
    def best(self) -> str:
        """The name of the best evaluation so far; empty for the game's own."""
        kept = [one for one in self.results if one.kept]
        return self._name_of(kept[-1].number) if kept else ""

    def _name_of(self, number: int) -> str:
        return f"{self.name}-generation-{number}"

    def run(
        self, *, workers: int | None = None, cluster: str | None = None
    ) -> Generator[Progress, None, None]:
        """Train; yield the progress. A run that was interrupted continues where it stopped."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self._load()
        spec = self._spec()
        for number in range(len(self.results) + 1, self.settings.generations + 1):
            yield from self._play(number, workers, cluster)
            fitted, scale, count = yield from self._fit(number, spec)
            result = yield from self._match(number, fitted, scale, count, workers, cluster)
            self.results.append(result)
            self._save(spec)
            if result.kept:
                self._publish(number)
        yield Progress(self.settings.generations, "done", 0, 0, self._verdict())

    def _verdict(self) -> str:
        best = self.best
        return f"{best} won its match" if best else "no generation won its match"

    def _play(
        self, number: int, workers: int | None, cluster: str | None
    ) -> Generator[Progress, None, None]:
        """Play the games of a generation with the best evaluation so far."""
        played = self._self_play(number)
        total = self.settings.games
        for _ in played.run(workers=workers, cluster=cluster):
            yield Progress(number, "self-play", played.played, total)

    def _self_play(self, number: int) -> SelfPlay:
        chosen = self.settings
        game = judged(self.game, self.best) if self.best else self.game
        settings = SelfPlaySettings(
            nodes=chosen.nodes,
            random_moves=chosen.random_moves,
            seed=chosen.seed * 1000 + number,
        )
        path = self.folder / f"games-{number}.kbz"
        return SelfPlay(game, path, games=chosen.games, settings=settings)

    def _fit(
        self, number: int, spec: PatternSpec
    ) -> Generator[Progress, None, tuple[Fit, float, int]]:
        """Fit weights to the games of the latest generations, and store them."""
        import numpy as np

        rows, numbers = [], []
        for earlier in range(max(1, number - _USED_GENERATIONS + 1), number + 1):
            found, games = SelfPlayReader(self.folder / f"games-{earlier}.kbz").positions(
                quiet=True
            )
            rows.append(found)
            numbers.append(games + earlier * (1 << 32))
        positions, games = np.concatenate(rows), np.concatenate(numbers)
        if len(positions) < _FEWEST:
            raise LimitError("too_few_positions", count=len(positions))
        results = positions["result"].astype(np.float32)
        searched = positions["score"].astype(np.float32)
        scale = fit_scale(searched, results)
        chosen = FitSettings(epochs=self.settings.epochs, seed=self.settings.seed)
        share = 1.0 if not np.any(searched) else chosen.result_share
        aims = targets(results, searched, scale, share).astype(np.float32)
        features = FeatureReader(spec).read(positions["position"])
        seen: list[Progress] = []

        def show(epoch: int, train: float, check: float) -> None:
            text = f"loss {train:.4f}, on other games {check:.4f}"
            seen.append(Progress(number, "fit", epoch + 1, chosen.epochs, text))

        fitted = fit(features, aims, games, spec.size // 2, chosen, on_epoch=show)
        yield from seen
        weights = np.clip(np.rint(fitted.weights * scale), -_WEIGHT_LIMIT, _WEIGHT_LIMIT)
        facts = {"positions": len(positions), "scale": scale, "loss": fitted.loss}
        write_learned(self.game, self._name_of(number), spec, weights.reshape(-1), facts)
        return fitted, scale, len(positions)

    def _match(
        self,
        number: int,
        fitted: Fit,
        scale: float,
        count: int,
        workers: int | None,
        cluster: str | None,
    ) -> Generator[Progress, None, Generation]:
        """Play the new evaluation against the best so far."""
        chosen, best = self.settings, self.best
        limit = f"time={chosen.match_time:g}"
        ref = GameRef.of(self.game)
        assert ref is not None  # self-play needed it too
        match = Match(
            ref,
            [
                f"evaluation={self._name_of(number)},{limit}",
                f"evaluation={best},{limit}" if best else limit,
            ],
            games=chosen.match_games,
            seed=chosen.seed,
            sprt=(0, 10),
            record=self.folder / f"match-{number}.jsonl",
        )
        for _ in match.run(workers=workers, cluster=cluster):
            advantage = match.tally.advantage()
            text = "" if advantage is None else f"{100 * advantage.share:.1f} %"
            yield Progress(number, "match", match.played, chosen.match_games, text)
        advantage = match.tally.advantage()
        return Generation(
            number=number,
            positions=count,
            losses=fitted.losses,
            scale=scale,
            score=0.5 if advantage is None else advantage.share,
            elo=None if advantage is None else _finite(advantage.elo),
            error=None if advantage is None else _finite(advantage.elo_error),
            played=match.played,
            kept=is_better(match),
        )

    def _publish(self, number: int) -> None:
        """Store the evaluation of a generation under the name of the training."""
        import numpy as np

        source = learned_files(self.game)[self._name_of(number)]
        document = parse_json(read_text(source))
        spec = PatternSpec.from_dict(document["patterns"])
        weights = np.load(source.with_suffix(".npy"), allow_pickle=False)
        write_learned(self.game, self.name, spec, weights, document["made"])

    def _spec(self) -> PatternSpec:
        """The patterns, chosen once for all generations."""
        path = self.folder / "patterns.json"
        if path.is_file():
            try:
                return PatternSpec.from_dict(parse_json(read_text(path)))
            except (ValueError, AttributeError) as problem:
                raise self._damaged(path, problem) from None
        spec = pattern_spec(self.game)
        replace_text(path, json.dumps(spec.as_dict()) + "\n")
        return spec

    def _header(self) -> dict[str, Any]:
        return {
            "format": _FORMAT,
            "version": _VERSION,
            "game": GameId.of(self.game).as_dict(),
            "name": self.name,
            "settings": {
                key: value
                for key, value in asdict(self.settings).items()
                if key != "generations"  # more generations continue a finished run
            },
        }

    def _save(self, spec: PatternSpec) -> None:
        document = {**self._header(), "generations": [asdict(one) for one in self.results]}
        replace_text(self._path, json.dumps(document, indent=1) + "\n")

    def _load(self) -> None:
        """Read the finished generations. RecordError if the folder has other settings."""
        self.results = []
        if not self._path.is_file():
            return
        try:
            document = parse_json(read_text(self._path))
            found = [Generation.from_dict(one) for one in document.pop("generations")]
        except (ValueError, TypeError, KeyError, AttributeError) as problem:
            raise self._damaged(self._path, problem) from None
        stored = _flat(document)
        differences = [
            f"{name} was {stored.get(name)!r} and is {value!r}"
            for name, value in _flat(self._header()).items()
            if stored.get(name) != value
        ]
        if differences:
            raise RecordError(
                "training_differs", path=str(self.folder), differences="; ".join(differences)
            )
        self.results = found

    def _damaged(self, path: Path, problem: Exception) -> RecordError:
        return RecordError("training_damaged", path=str(path), problem=problem)

    @property
    def place(self) -> Path:
        """The folder of the learned evaluations of the game."""
        return game_folder(self.game)


def is_better(match: Match) -> bool:
    """Whether the first player has proved to be the stronger one.

    The sequential test accepts it, or its score is above one half by two standard errors.
    """
    advantage, test = match.tally.advantage(), match.tally.test
    is_accepted = test is not None and test.verdict == "elo1"
    return is_accepted or (advantage is not None and advantage.share - 2 * advantage.error > 0.5)


def _flat(document: dict[str, Any]) -> dict[str, Any]:
    settings = document.get("settings", {})
    rest = {name: value for name, value in document.items() if name != "settings"}
    return {**rest, **(settings if isinstance(settings, dict) else {})}


def _finite(value: float) -> float | None:
    return round(value, 1) if abs(value) < 1e6 else None
