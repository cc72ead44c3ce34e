"""`kibitz match` and `kibitz calibrate`, as they are typed."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from kibitz.cli import calibrate as calibrate_command
from kibitz.cli import match as match_command
from kibitz.cli import match_progress, match_text
from kibitz.cli.match_progress import MatchProgress
from kibitz.match.calibration import CalibratedStep
from kibitz.match.elo import Advantage
from kibitz.match.match import Match
from tests.cli.test_cli import kibitz_
from tests.match.files import lines, play, write_files

__all__ = ["kibitz_"]

QUICK = ("--player", "perfect", "--player", "random", "--workers", "1")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_files(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_table_of_a_duel_and_its_record(kibitz_: Any) -> None:
    record = ("--games", "10", "--record", "games.jsonl")
    ran = kibitz_("match", "tictactoe", *QUICK, *record)
    assert ran.code == 0
    assert ran.out.startswith("player ")
    assert "10 games ended: 10 by rules" in ran.out
    assert "perfect scores" in ran.out
    assert "likelihood of superiority" in ran.out
    assert ran.err == ""
    again = kibitz_("match", "tictactoe", *QUICK, *record, "--json")
    assert again.json["games"] == 10
    assert again.json["players"][0]["losses"] == 0
    assert again.json["advantage"]["elo_interval"][0] > 0
    assert len(lines(Path("games.jsonl"))) == 11

    ran = kibitz_("match", "--replay", "games.jsonl")
    assert ran.code == 0
    assert ran.out.startswith("All 10 games replay exactly.")
    ran = kibitz_("match", "--replay", "games.jsonl", "--game", "3")
    assert "game 3, " in ran.out
    assert "X: random (" in ran.out
    shown = kibitz_("match", "--replay", "games.jsonl", "--game", "3", "--json").json
    assert shown["replayed"][0]["number"] == 3
    assert shown["replayed"][0]["moves_text"]

    refused = kibitz_("match", "tictactoe", *QUICK, *record, "--seed", "4")
    assert refused.code == 2
    assert "seed is 0 in the file and 4 here" in refused.err
    rows = Path("games.jsonl").read_text().splitlines()
    game = {**json.loads(rows[4]), "moves": [8, 8, 8]}
    Path("games.jsonl").write_text("\n".join([*rows[:4], json.dumps(game)]) + "\n")
    broken = kibitz_("match", "--replay", "games.jsonl")
    assert broken.code == 1
    assert "cannot be replayed" in broken.err


def test_a_score_without_end_is_told_by_its_bound() -> None:
    text = match_text.advantage_text("a", "b", Advantage(0.0, 0.1, (0.0, 0.4), 0.0))
    assert text.startswith("a scores 0.0 % ± 10.0 against b: Elo below -70 (95 %); likelihood of")
    text = match_text.advantage_text("a", "b", Advantage(1.0, 0.1, (0.6, 1.0), 1.0))
    assert "Elo above +70 (95 %)" in text


def test_errors_of_players_are_counted_at_the_end(kibitz_: Any) -> None:
    players = ("--player", "bots.py:first", "--player", "bots.py:raises", "--player", "random")
    ran = kibitz_("match", "sticks.py", *players, "--games", "6", "--workers", "1")
    assert ran.code == 0
    assert "Elo" in ran.out.splitlines()[0]
    assert "6 games ended: " in ran.out
    told = "4 of 6 games were lost by an error. The first is in game 0, by bots.py:raises"
    assert told in ran.err
    assert "RuntimeError: I have no idea" in ran.err


def test_a_sequential_test_says_its_verdict(kibitz_: Any) -> None:
    ran = kibitz_("match", "tictactoe", *QUICK, "--games", "200", "--sprt", "0,300")
    assert "SPRT Elo 0 against 300: Elo 300 is accepted" in ran.out
    ran = kibitz_("match", "tictactoe", *QUICK, "--games", "2", "--sprt", "0,10")
    assert "no verdict yet" in ran.out


def test_games_that_repeat_others_are_told_and_count_once(kibitz_: Any) -> None:
    """Without chance and without openings two games are all that there is."""
    players = ("--player", "depth=2", "--player", "depth=3", "--opening-plies", "0")
    match = ("match", "connect4", *players, "--workers", "1")
    ran = kibitz_(*match, "--games", "40", "--sprt", "0,50")
    assert "38 of them repeat an earlier game move by move" in ran.out
    assert "no verdict yet" in ran.out
    assert "after 1 pairs" in ran.out
    errors = [
        kibitz_(*match, "--games", games, "--json").json["advantage"]["error"]
        for games in ("2", "40")
    ]
    assert errors[0] == errors[1]


def test_what_players_print_is_no_result_whichever_way_they_do_it(kibitz_: Any) -> None:
    players = ("--player", "bots.py:echoes", "--player", "random")
    ran = kibitz_("match", "tictactoe", *players, "--games", "2", "--workers", "1", "--json")
    assert ran.json["games"] == 2


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ("match", "Expected at least two players, got 0"),
        ("match tictactoe --player 5", "Expected at least two players, got 1"),
        ("match chess --player 5 --player 6", "Unknown game 'chess'"),
        ("match tictactoe --player 5 --player x=1", "unknown key 'x'"),
        ("match tictactoe --player 5 --player 11", "tictactoe has no level '11'"),
        ("match tictactoe --player 5 --player 6 --games 0", "games cannot be 0"),
        ("match tictactoe --player 5 --player 6 --games x", "expected a whole number"),
        ("match tictactoe --player 5 --player 6 --games 99999999999", "from 1 to 2147483647"),
        ("match tictactoe --player 5 --player 6 --sprt 5", "expected two numbers such as 0,10"),
        ("match tictactoe --player 5 --player 6 --sprt 5,x", "expected a number"),
        ("match tictactoe --player 5 --player 6 --sprt 10,5", "the smaller one first"),
        ("match tictactoe --player 5 --player 6 --adjudicate 5", "points and moves such as 5,4"),
        ("match tictactoe --player 5 --player 6 --adjudicate 5,x", "expected a whole number"),
        ("match tictactoe --player 5 --player 6 --game 3", "no value without --replay FILE"),
        ("match tictactoe --player 5 --player 6 --workers 0", "workers cannot be 0"),
        ("match tictactoe --player 5 --player 6 --record bots.py", "is not a match record"),
        ("match --replay missing.jsonl", "No such file"),
        ("calibrate tictactoe --steps 1", "expected consecutive steps from low to high"),
        ("calibrate tictactoe --steps 5-3", "consecutive steps"),
        ("calibrate tictactoe --steps 1-99", "consecutive steps"),
        ("calibrate tictactoe --games -1", "games cannot be -1"),
    ],
)
def test_nonsense_is_refused_in_a_sentence(kibitz_: Any, arguments: str, problem: str) -> None:
    ran = kibitz_(*arguments.split())
    assert ran.code == 2
    assert problem in ran.err
    assert "Traceback" not in ran.err


def test_an_interrupt_before_the_first_game_says_so(
    kibitz_: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Match, "run", interrupted)
    ran = kibitz_("match", "tictactoe", *QUICK)
    assert ran.code == match_command.STOPPED
    assert ran.out == "No games finished.\n"
    assert "stopped after 0 of 1000 games; with --record FILE" in ran.err
    ran = kibitz_("calibrate", "tictactoe", "--steps", "1-3")
    assert ran.code == match_command.STOPPED
    assert "stopped after 0 measured steps; with --record FOLDER" in ran.err


# calibrate


def test_calibrate_prints_the_ladder(kibitz_: Any) -> None:
    arguments = ("calibrate", "tictactoe", "--steps", "1-3", "--games", "6", "--workers", "1")
    kept = ("--record", "kept")
    ran = kibitz_(*arguments, *kept)
    assert ran.out.splitlines()[0].startswith("step  title")
    assert "sees your reply" in ran.out
    found = kibitz_(*arguments, *kept, "--json")
    assert [step["step"] for step in found.json["steps"]] == [1, 2, 3]
    assert found.code == ran.code == (0 if found.json["reached"] else 1)
    table = kibitz_(*arguments, *kept, "--markdown").out
    assert "| 1 | beginner |" in table


def test_the_table_says_which_steps_cannot_be_told_apart() -> None:
    close = CalibratedStep(2, "casual", 10, Advantage(0.55, 0.1, (0.4, 0.7), 0.7), 30.0, 20.0)
    worse = CalibratedStep(3, "strong", 10, Advantage(0.2, 0.1, (0.1, 0.3), 0.0), -10.0, 30.0)
    text = calibrate_command.as_text([close, worse])
    assert "No clear difference between steps 2 and 1." in text
    assert "Weaker than the step below: 3." in text
    assert "55.0 % ± 10.0" in text


def test_a_step_below_one_half_makes_the_answer_no(
    kibitz_: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    worse = CalibratedStep(2, "", 10, Advantage(0.2, 0.1, (0.1, 0.3), 0.0), -10.0, 30.0)
    monkeypatch.setattr(calibrate_command, "measure", lambda *_, **__: [worse])
    assert kibitz_("calibrate", "tictactoe").code == 1


# progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("stream", [Terminal(), io.StringIO()])
def test_the_running_score_is_shown(stream: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match("tictactoe", ["perfect", "random"], games=20, sprt=(-1000, 1000))
    play(match)
    seconds = iter(range(0, 1000, 40))
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr("kibitz.cli.match_progress.time.monotonic", lambda: next(seconds))
    shown = MatchProgress(title="step 2:")
    for _ in range(3):
        shown.show(match)
    shown.clear()
    text = stream.getvalue()
    assert f"step 2: {match.played} of 20" in text
    assert "Elo " in text
    assert "ratio " in text
    assert "games/s" in text
    assert ("\r[" in text) is stream.isatty()
    quiet = MatchProgress(is_quiet=True)
    quiet.show(match)
    quiet.show(match)
    assert stream.getvalue() == text


def test_durations_are_rough() -> None:
    assert [match_progress._duration(seconds) for seconds in (5, 100, 3700)] == [
        "5 s",
        "2 min",
        "1 h 2 min",
    ]
