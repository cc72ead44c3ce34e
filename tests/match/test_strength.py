"""The matches behind the figures of strength."""

from __future__ import annotations

import re
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

import kibitz
from benchmarks import strength
from kibitz.match.result import Result
from kibitz.search.switches import BASELINE, Switches


def test_every_technique_of_the_full_search_has_its_match() -> None:
    usual = Switches()
    added = {name for name in Switches._fields if getattr(usual, name) != getattr(BASELINE, name)}
    assert added - {"endgame_tables"} <= set(strength.TECHNIQUES)  # with a section of their own
    assert set(strength.TECHNIQUES) <= set(Switches._fields)


def test_every_duel_is_one_of_a_known_game() -> None:
    for section in strength.SECTIONS.values():
        duels = list(section(None))
        assert len({duel.title for duel in duels}) == len(duels)
        assert {duel.game for duel in duels} <= set(strength.GAMES)


def test_a_duel_is_recorded_and_not_played_again(tmp_path: Path) -> None:
    duel = strength.Duel("a: horses", "horses", ("nodes=2000", "nodes=50"), 4)
    first = strength.play(duel, tmp_path)
    (record,) = tmp_path.iterdir()
    written = record.read_bytes()
    again = strength.play(duel, tmp_path)
    assert first.games == again.games == 4
    assert record.read_bytes() == written
    assert [row.wins for row in first.rows] == [row.wins for row in again.rows]


def test_a_duel_may_stop_before_all_games_are_played(tmp_path: Path) -> None:
    duel = strength.Duel("c: horses", "horses", ("nodes=50", "nodes=40"), 40)
    standings = strength.play(duel, tmp_path, processes=1, minutes=0)
    assert standings.games == 1
    assert strength.play(duel, tmp_path, processes=1).games == 40


def test_an_interrupted_duel_prints_the_games_so_far(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    class Interrupted(kibitz.Match):
        def run(self, *args: Any, **kwargs: Any) -> Generator[Result, None, None]:
            for number, result in enumerate(super().run(*args, **kwargs)):
                if number == 2:
                    raise KeyboardInterrupt
                yield result

    monkeypatch.setattr(kibitz, "Match", Interrupted)
    duel = strength.Duel("d: horses", "horses", ("nodes=50", "nodes=40"), 40)
    with pytest.raises(KeyboardInterrupt):
        strength.play(duel, tmp_path, processes=1)
    line = capsys.readouterr().out.splitlines()[-1]
    assert line.startswith("d: horses")
    assert sum(map(int, re.findall(r"(\d+),? ", line)[:3])) == 3


def test_what_is_missed_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    duel = strength.Duel("b: horses", "horses", ("nodes=100", "nodes=100"), 2, least=2000)
    assert not strength.report(duel, strength.play(duel, tmp_path))
    assert "at least 2000 MISSED" in capsys.readouterr().out
    assert strength.report_together([0.7, 0.6], 100)
    assert not strength.report_together([0.7, 0.5], 100)


def test_an_unknown_section_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["strength", "serach"])
    with pytest.raises(SystemExit):
        strength.main()
    assert (
        "expected search, evaluations, techniques, threads, tables, levels; got serach"
        in capsys.readouterr().err
    )
