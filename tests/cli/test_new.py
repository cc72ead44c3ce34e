"""`kibitz new`."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.testing import check
from tests.cli.test_cli import kibitz_

__all__ = ["kibitz_"]


def test_a_new_game_conforms_and_passes_its_tests(
    kibitz_: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = kibitz_("new", "pawn_race")
    assert ran.code == 0
    assert "kibitz check pawn_race" in ran.out
    folder = tmp_path / "pawn_race"
    game = kibitz.game(folder / "pawn_race.py")
    assert (game.name, game.title) == ("pawn_race", "Pawn Race")
    check(game, games=5)
    tests = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=folder,
        env={**os.environ, "KIBITZ_BACKGROUND": "0"},
        capture_output=True,
        text=True,
    )
    assert "3 passed" in tests.stdout, tests.stdout + tests.stderr


def test_the_package_of_a_new_game_offers_it(kibitz_: Any, tmp_path: Path) -> None:
    assert kibitz_("new", "pawn_race_2", "--folder", str(tmp_path / "a" / "b")).code == 0
    project = tomllib.loads((tmp_path / "a" / "b" / "pyproject.toml").read_text())
    assert project["project"]["name"] == "kibitz-pawn-race-2"
    points = project["project"]["entry-points"]["kibitz.games"]
    assert points == {"pawn_race_2": "pawn_race_2:GAME"}
    assert (tmp_path / "a" / "b" / "pawn_race_2.py").is_file()


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("Pawns", "lower-case"),
        ("../up", "lower-case"),
        ("", "lower-case"),
        ("while", "Python module"),
        ("random", "Python module"),
        ("kibitz", "Python module"),
        ("draughts", "has a game of this name"),
        ("dame", "has a game of this name"),
    ],
)
def test_other_names_are_refused(
    kibitz_: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, problem: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = kibitz_("new", name)
    assert ran.code == 2
    assert problem in ran.err
    assert list(tmp_path.iterdir()) == []


def test_a_folder_with_files_is_left_alone(kibitz_: Any, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    ran = kibitz_("new", "pawns", "--folder", str(tmp_path))
    assert ran.code == 2
    assert "already exists" in ran.err
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]
