from __future__ import annotations

import sys
from pathlib import Path

import pytest

import kibitz
from kibitz.server.catalogue import Catalogue
from kibitz.server.warming import Warmer, main


def test_a_game_is_compiled_by_another_process_once(cache: Path) -> None:
    warmer = Warmer(Catalogue())
    warmer.ensure(kibitz.game("tictactoe", rows=2, columns=2, length=2))
    (kept,) = cache.glob("*.code")
    kept.unlink()
    warmer.ensure(kibitz.game("tictactoe", rows=2, columns=2, length=2))
    assert not list(cache.glob("*.code"))


def test_the_other_process_says_when_each_game_is_done(
    cache: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main('[["tictactoe", {"rows": 2, "columns": 3, "length": 2}, "paranoid"]]')
    assert capsys.readouterr().out == "tictactoe\n"
    assert len(list(cache.glob("*.code"))) == 1


def test_where_no_other_process_can_be_started_nobody_waits(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", str(cache / "none"))
    warmer = Warmer(Catalogue())
    for _ in range(2):
        warmer.ensure(kibitz.game("tictactoe", rows=2, columns=2, length=2))
    assert not list(cache.glob("*.code"))


def test_a_warmer_that_is_off_is_ready_and_starts_nothing(cache: Path) -> None:
    warmer = Warmer(Catalogue(), on=False)
    warmer.start()
    warmer.ensure(kibitz.game("tictactoe"))
    assert warmer.is_ready
    assert not cache.exists()
