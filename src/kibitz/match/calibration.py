"""Calibration: play a match between each step of the ladder and the step below, and rate it."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from kibitz.core.errors import LimitError, RecordError
from kibitz.core.level import STEPS
from kibitz.engine.ladder import TITLES
from kibitz.games.game_ref import GameRef, Playable, changed_settings, find_game
from kibitz.match.elo import Advantage, finite
from kibitz.match.match import Match
from kibitz.match.specification import check_path, check_whole

GAMES = 100
EVEN = (0.65, 0.85)  # scores against the step below that count as an even step


@dataclass(frozen=True, slots=True)
class CalibratedStep:
    """The measured strength of a step of the ladder."""

    number: int
    title: str
    games: int
    advantage: Advantage | None  # over the step below; None for the first
    elo: float  # above the first step
    error: float  # the standard error of `elo`

    @property
    def verdict(self) -> str:
        """How the step compares with the step below; empty for the first step.

        "close": the games show no clear difference. "worse": the step is weaker. Otherwise it is
        stronger, and its score is below ("narrow"), within ("even") or above ("wide") `EVEN`.
        """
        if self.advantage is None:
            return ""
        low, high = self.advantage.interval
        if low <= 0.5 <= high:
            return "close"
        if self.advantage.share < 0.5:
            return "worse"
        if self.advantage.share < EVEN[0]:
            return "narrow"
        return "even" if self.advantage.share <= EVEN[1] else "wide"

    @property
    def is_above(self) -> bool:
        """Whether the step scores more than half the points against the step below."""
        return self.advantage is None or self.advantage.share > 0.5

    def as_dict(self) -> dict[str, object]:
        """The step for JSON."""
        return {
            "step": self.number,
            "title": self.title,
            "games": self.games,
            "advantage": None if self.advantage is None else self.advantage.as_dict(),
            "elo": finite(self.elo),
            "error": finite(self.error),
            "verdict": self.verdict,
        }


def calibrate(
    game: Playable,
    *,
    games: int = GAMES,
    steps: Iterable[int] | None = None,
    seed: int = 0,
    record: str | os.PathLike[str] | None = None,
    executor: Executor | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    on_game: Callable[[Match, int], None] | None = None,
) -> Iterator[CalibratedStep]:
    """Measure the ladder of `game`: each of `steps` plays `games` games against the one below.

    `steps`: consecutive steps; all by default. `record`: a folder for the records of the matches,
    from which an interrupted calibration continues. `on_game` is called after every game with the
    match and the step. `executor`, `workers`, `cluster`: as in `Match.run`.
    """
    numbers = _consecutive(steps)
    ref = find_game(game)
    check_whole("games", games, 1)
    check_path("record", record, "a folder")

    def matches() -> Iterator[tuple[int, Match]]:
        for number in numbers[1:]:
            file = None if record is None else _file(record, ref, number)
            players = [str(number), str(number - 1)]
            match = Match(ref, players, games=games, seed=seed, record=file)
            for _ in match.run(executor, workers=workers, cluster=cluster):
                if on_game is not None:
                    on_game(match, number)
            yield number, match

    return _add_up(numbers[0], matches())


def _add_up(first: int, matches: Iterator[tuple[int, Match]]) -> Iterator[CalibratedStep]:
    """Rate each step by adding up the Elo differences below it."""
    elo, error = 0.0, 0.0
    yield CalibratedStep(first, _title(first), 0, None, elo, error)
    for number, match in matches:
        advantage = match.standings.advantage
        assert advantage is not None
        # If every game was won, the difference is infinite; an extra drawn game bounds it.
        least = 0.5 / (match.played + 1)
        bounded = replace(advantage, share=min(max(advantage.share, least), 1 - least))
        elo, error = elo + bounded.elo, math.hypot(error, bounded.elo_error)
        yield CalibratedStep(number, _title(number), match.played, advantage, elo, error)


def _file(folder: str | os.PathLike[str], ref: GameRef, number: int) -> Path:
    """The path of the record of a step's match; creates the folder if it is missing."""
    game = ref.load()
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        reason = problem.strerror or str(problem)
        raise RecordError("record_unwritable", path=os.fspath(folder), problem=reason) from None
    changed = "".join(f"-{name}={value}" for name, value in changed_settings(game).items())
    settings = re.sub(r"[^\w=-]", "_", changed)
    return Path(folder) / f"{game.name}{settings}-{number}.jsonl"


def _consecutive(steps: Iterable[int] | None) -> list[int]:
    """The steps as a list; raises LimitError unless they are consecutive."""
    try:
        numbers = list(islice(range(1, STEPS + 1) if steps is None else steps, STEPS + 1))
    except TypeError:
        numbers = []
    whole = [number for number in numbers if type(number) is int]
    is_run = bool(whole) and numbers == list(range(whole[0], whole[0] + len(numbers)))
    if not is_run or len(numbers) < 2 or not 1 <= numbers[0] <= numbers[-1] <= STEPS:
        expected = f"consecutive steps from 1 to {STEPS}, at least two"
        raise LimitError("bad_setting", name="steps", value=steps, expected=expected)
    return numbers


def _title(number: int) -> str:
    return TITLES[number - 1]
