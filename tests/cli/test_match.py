"""The words of `kibitz match` and `kibitz calibrate`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kibitz.cli import match as match_command
from kibitz.match.match import Match
from tests.cli.test_cli import kibitz_

__all__ = ["kibitz_"]

TWO = ("--player", "1", "--player", "random")
QUICK = (*TWO, "--workers", "1", "--games", "2")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_numbers_below_zero_need_no_equals_sign(kibitz_: Any) -> None:
    for form in (("--sprt", "-5,0"), ("--sprt=-5,0",)):
        ran = kibitz_("match", "tictactoe", *QUICK, *form)
        assert (ran.code, ran.err) == (0, "")
        assert "SPRT Elo -5 against 0" in ran.out
    ran = kibitz_("match", "tictactoe", *QUICK, "--adjudicate", "-1,4")
    assert ran.code == 2
    assert "expected one argument" not in ran.err


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("match", *TWO), "Expected a game to play. Name it before the players"),
        (
            ("match", "tictactoe", *QUICK, "--cluster", "tcp://here"),
            "--workers cannot be 1: expected no value with --cluster",
        ),
        (
            ("calibrate", "tictactoe", "--workers", "2", "--cluster", "tcp://here"),
            "--workers cannot be 2: expected no value with --cluster",
        ),
    ],
)
def test_refusals_speak_of_the_command_line(
    kibitz_: Any, arguments: tuple[str, ...], text: str
) -> None:
    ran = kibitz_(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert text in ran.err


def test_the_seed_is_that_of_the_openings(kibitz_: Any) -> None:
    for command in ("match", "calibrate"):
        told = " ".join(kibitz_(command, "--help").out.split())
        assert "seed of the openings and of random choices" in told
        assert "seed of a random start position" not in told


def test_a_record_of_another_game_is_refused_in_words(kibitz_: Any) -> None:
    kibitz_("match", "tictactoe", *QUICK, "--record", "games.jsonl")
    ran = kibitz_("match", "connect4", "--replay", "games.jsonl")
    assert ran.code == 2
    told = "'games.jsonl' is the record of a match of tictactoe: expected connect4. Name the game"
    assert told in ran.err
    ran = kibitz_("match", "tictactoe", "--option", "rows=4", "--replay", "games.jsonl")
    assert "a match of tictactoe with rows=3: expected tictactoe with rows=4. Name" in ran.err
    header, *games = Path("games.jsonl").read_text().splitlines()
    other = json.loads(header)
    other["game"]["version"] = 99
    Path("games.jsonl").write_text("\n".join([json.dumps(other), *games]) + "\n")
    ran = kibitz_("match", "--replay", "games.jsonl")
    assert "of version 99 of tictactoe: expected version 1 of tictactoe. Replay it with" in ran.err


def test_a_replay_that_fails_names_no_game(kibitz_: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: object, **__: object) -> None:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr(match_command, "Recorded", failing)
    ran = kibitz_("match", "--replay", "games.jsonl")
    assert ran.code == 1
    assert "`kibitz match` failed: ZeroDivisionError: by zero. Set KIBITZ_DEBUG=1" in ran.err
    assert "kibitz check" not in ran.err


def test_the_standings_say_who_erred_how_often(kibitz_: Any) -> None:
    Path("bots.py").write_text("def choose(game, position):\n    raise RuntimeError('no idea')\n")
    players = ("--player", "bots.py:choose", "--player", "random", "--workers", "1")
    kept = ("--games", "4", "--record", "games.jsonl")
    ran = kibitz_("match", "tictactoe", *players, *kept)
    replayed = kibitz_("match", "--replay", "games.jsonl")
    for one in (ran, replayed):
        assert "bots.py:choose lost 4 games by errors" in one.out
        assert "random lost" not in one.out
        assert "The first is in game 0, by bots.py:choose: RuntimeError: no idea" in one.err


def test_a_calibration_that_is_stopped_says_what_was_measured(
    kibitz_: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Match, "run", interrupted)
    ran = kibitz_("calibrate", "tictactoe", "--steps", "1-3", "--json")
    assert ran.code == match_command.STOPPED
    assert (ran.json["reached"], ran.json["stopped"]) == (None, True)
    assert "stopped after 0 measured steps; with --record FOLDER" in ran.err
