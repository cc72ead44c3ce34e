"""`kibitz book`: what it makes, tells and refuses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kibitz.engine import book_building
from kibitz.engine.engine import Engine
from tests.cli.test_cli import kibitz_
from tests.strangers import NIM

__all__ = ["kibitz_"]


@pytest.fixture(autouse=True)
def own_books(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_BOOKS", str(tmp_path))


def test_the_book_is_kept_and_what_is_left_is_told(kibitz_: Any) -> None:
    ran = kibitz_("book", "tictactoe", "--plies", "3", "--depth", "9", "--json")
    assert ran.code == 0
    told = [line.split(",")[0] for line in ran.err.split("\r") if "queued" in line]
    assert told == [f"{number} positions done" for number in range(1, ran.json["positions"] + 1)]
    assert ran.err.rstrip().endswith(f"{told[-1]}, 0 queued")
    assert Path(ran.json["file"]).is_file()


def test_threads_reach_the_engine(kibitz_: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def engine(*given: Any, threads: int, **settings: Any) -> Engine:
        asked.append(threads)
        return Engine(*given, threads=threads, **settings)

    monkeypatch.setattr(book_building, "Engine", engine)
    limits = ("--positions", "1", "--depth", "2")
    assert kibitz_("book", "tictactoe", *limits, "--threads", "2").code == 0
    assert asked == [2]


@pytest.mark.parametrize("name", ["plies", "positions", "width"])
@pytest.mark.parametrize("value", ["0", "-4"])
def test_a_book_of_nothing_is_refused(kibitz_: Any, tmp_path: Path, name: str, value: str) -> None:
    ran = kibitz_("book", "tictactoe", f"--{name}", value)
    assert (ran.code, ran.out) == (2, "")
    assert f"{name} cannot be {value}: expected a whole number from 1" in ran.err
    assert list(tmp_path.iterdir()) == []


def test_a_game_that_is_over_at_the_start_has_no_book(kibitz_: Any, tmp_path: Path) -> None:
    file = tmp_path / "game.py"
    file.write_text(NIM.replace("State(10, 0)", "State(0, 0)"))
    ran = kibitz_("book", str(file))
    assert ran.code == 1
    assert "No move to search for" in ran.err


def test_there_is_no_seed_to_begin_from(kibitz_: Any, tmp_path: Path) -> None:
    ran = kibitz_("book", "tictactoe", "--seed", "3")
    assert (ran.code, ran.out) == (2, "")
    assert "unrecognized arguments: --seed 3" in ran.err
    assert list(tmp_path.iterdir()) == []
