"""Calibration: the ladder by matches, and what is said of its steps."""

from __future__ import annotations

import itertools
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.core.errors import KibitzError, LimitError
from kibitz.match.calibration import CalibratedStep, calibrate
from kibitz.match.elo import Advantage
from kibitz.match.match import Match
from tests.match.files import lines, write_files


def measured(game: Any, **settings: Any) -> list[CalibratedStep]:
    with ThreadPoolExecutor(1) as executor:
        return list(calibrate(game, executor=executor, **settings))


def step(share: float, low: float, high: float) -> CalibratedStep:
    return CalibratedStep(2, "", 100, Advantage(share, 0.05, (low, high), 0.5), 0.0, 0.0)


def test_elo_adds_up_and_so_do_the_errors() -> None:
    first, second, third = measured("tictactoe", games=12, steps=[3, 4, 5])
    assert (first.number, first.elo, first.error, first.verdict) == (3, 0, 0, "")
    assert second.advantage is not None
    assert third.advantage is not None
    assert third.elo == pytest.approx(second.elo + third.advantage.elo)
    assert third.error > second.error > 0
    assert (second.games, second.title) == (12, "casual")


@pytest.mark.parametrize(
    ("share", "low", "high", "verdict"),
    [
        (0.55, 0.45, 0.65, "close"),
        (0.5, 0.45, 0.55, "close"),
        (0.4, 0.35, 0.45, "worse"),
        (0.6, 0.52, 0.68, "narrow"),
        (0.65, 0.6, 0.7, "even"),
        (0.85, 0.8, 0.9, "even"),
        (0.9, 0.85, 0.95, "wide"),
    ],
)
def test_verdicts(share: float, low: float, high: float, verdict: str) -> None:
    assert step(share, low, high).verdict == verdict
    assert step(share, low, high).is_above is (share > 0.5)


def test_a_step_that_wins_everything_has_an_end() -> None:
    _, second = measured("connect4", games=2, steps=[7, 8], seed=1)
    assert second.advantage is not None
    assert abs(second.elo) < 2000
    assert second.as_dict()["elo"] is not None


def test_a_single_game_that_is_won_is_more_than_one_half(tmp_path: Path) -> None:
    write_files(tmp_path)
    _, second = measured(tmp_path / "sticks.py", games=1, steps=[1, 2])  # which knows no draw
    assert second.advantage is not None
    assert second.advantage.share in (0.0, 1.0)
    assert abs(second.elo) == pytest.approx(191, abs=1)


def test_a_strangers_game_is_calibrated_and_gone_on_with(tmp_path: Path) -> None:
    write_files(tmp_path)
    told: list[tuple[int, int]] = []

    def tell(match: Match, number: int) -> None:
        told.append((number, match.played))

    folder = tmp_path / "kept" / "here"
    settings = {"games": 4, "steps": range(1, 4), "record": folder}
    first = measured(tmp_path / "sticks.py", on_game=tell, **settings)
    assert [number for number, _ in told] == [2, 2, 2, 2, 3, 3, 3, 3]
    assert told[3] == (2, 4)
    assert sorted(file.name for file in folder.iterdir()) == ["sticks-2.jsonl", "sticks-3.jsonl"]
    assert len(lines(folder / "sticks-2.jsonl")) == 5
    assert measured(tmp_path / "sticks.py", on_game=tell, **settings) == first
    assert len(told) == 8


def test_games_for_three_are_calibrated_by_their_ratings_and_kept_apart(tmp_path: Path) -> None:
    game = kibitz.game("horses", players=3)
    _, second = measured(game, games=6, steps=[1, 2], record=tmp_path)
    assert second.advantage is not None
    assert second.games == 6
    (file,) = tmp_path.iterdir()
    assert file.name.startswith("horses-players=3-")
    assert file.name.endswith("-2.jsonl")


def test_boards_with_the_same_values_are_kept_apart(tmp_path: Path) -> None:
    for options in ({"rows": 4}, {"columns": 4}):
        measured(kibitz.game("tictactoe", **options), games=1, steps=[1, 2], record=tmp_path)
    names = sorted(file.name for file in tmp_path.iterdir())
    assert names == ["tictactoe-columns=4-2.jsonl", "tictactoe-rows=4-2.jsonl"]


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"steps": [1]}, "consecutive steps from 1 to 10, at least two"),
        ({"steps": [1, 3]}, "consecutive"),
        ({"steps": [0, 1]}, "consecutive"),
        ({"steps": [9, 10, 11]}, "consecutive"),
        ({"steps": ["1", "2"]}, "consecutive"),
        ({"steps": []}, "consecutive"),
        ({"steps": 3}, "steps cannot be 3: expected consecutive"),
        ({"steps": itertools.count(1)}, "consecutive"),
        ({"record": 5}, "record cannot be 5: expected the path of a folder"),
        ({"games": 0}, "games cannot be 0"),
    ],
)
def test_what_cannot_be_calibrated_is_refused_at_once(
    settings: dict[str, Any], expected: str
) -> None:
    with pytest.raises(LimitError, match=expected):
        calibrate("tictactoe", **settings)


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(KibitzError) as refusal:
        measured("tictactoe", games=2, steps=[1, 2], record=tmp_path / "file")
    assert refusal.value.code == "record_unwritable"
