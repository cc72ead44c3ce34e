"""The command line: answers on standard output, refusals on standard error, exit codes."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kibitz.cli.main import main
from tests.strangers import NIM as NIM


@pytest.fixture
def nim(tmp_path: Path) -> str:
    file = tmp_path / "nim.py"
    file.write_text(NIM)
    return str(file)


class Ran:
    """What a command printed and returned."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def kibitz_(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    def run(*arguments: str, typed: str | None = None) -> Ran:
        import io
        import warnings

        if typed is not None:
            monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        with warnings.catch_warnings():
            warnings.simplefilter("default")
            try:
                code = main(arguments)
            except SystemExit as exit_:
                code = int(exit_.code or 0)
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return run


# games, hint, analyse, perft, bench, check


def test_games_lists_every_game_with_its_options(kibitz_: Any) -> None:
    ran = kibitz_("games")
    assert ran.code == 0
    assert "tictactoe: Tic-Tac-Toe, 2 players" in ran.out
    assert "a whole number from 1 to 63" in ran.out
    assert "cells in a row that win (a whole number from 1 to 63)" in ran.out
    listed = {game["name"]: game for game in kibitz_("games", "--json").json["games"]}
    assert {"tictactoe", "connect4"} <= set(listed)
    assert listed["connect4"]["options"][1] == {
        "name": "columns",
        "default": 7,
        "least": 1,
        "most": 26,
        "help": "",
        "title": "",
        "labels": {},
        "available": {"least": 1, "most": 9},
        "advanced": False,
    }


def test_hint_gives_a_winning_move_on_the_demo_board(kibitz_: Any) -> None:
    ran = kibitz_("hint", "tictactoe", "--position", "XOX/O../...", "--json")
    assert ran.code == 0
    assert ran.json["move"] in ("4", "8")
    assert (ran.json["win_in"], ran.json["score"], ran.json["warrant"]) == (3, None, "proven")
    assert kibitz_("hint", "tictactoe", "--position", "XOX/O../...").out.startswith("4  wins in 3")


def test_hint_continues_from_the_moves_given(kibitz_: Any) -> None:
    ran = kibitz_("hint", "tictactoe", "--moves", "0 3, 1 4", "--json")
    assert (ran.json["move"], ran.json["win_in"]) == ("2", 1)


def test_analyse_gives_a_list_of_lines(kibitz_: Any) -> None:
    ran = kibitz_("analyse", "connect4", "--depth", "5", "--multipv", "3", "--json")
    lines = ran.json["lines"]
    assert len(lines) == 3
    assert all(line["depth"] == 5 for line in lines)
    assert [line["score"] for line in lines] == sorted((x["score"] for x in lines), reverse=True)
    text = kibitz_("analyse", "connect4", "--depth", "5", "--multipv", "2").out
    assert text.startswith("1. ")
    assert "\n2. " in text
    assert "nodes in" in text


def test_perft_counts_leaves(kibitz_: Any) -> None:
    assert kibitz_("perft", "tictactoe", "9", "--json").json["nodes"] == 127872
    assert "504 leaves at depth 3" in kibitz_("perft", "tictactoe", "3").out
    assert kibitz_("perft", "tictactoe", "0", "--json").json["nodes"] == 1
    split = kibitz_("perft", "connect4", "4", "--divide", "--threads", "2", "--json").json
    assert split["nodes"] == 2401
    assert split["moves"] == dict.fromkeys("abcdefg", 343)
    assert (
        kibitz_("perft", "tictactoe", "1", "--position", "XXX/OO./...", "--json").json["nodes"] == 0
    )


def test_perft_works_from_options_and_positions(kibitz_: Any) -> None:
    ran = kibitz_(
        "perft", "tictactoe", "2", "--option", "rows=4", "--option", "columns=4", "--json"
    )
    assert ran.json["nodes"] == 16 * 15


def test_bench_prints_a_signature_that_repeats(kibitz_: Any) -> None:
    first = kibitz_("bench", "tictactoe", "--json").json
    second = kibitz_("bench", "tictactoe", "--json").json
    assert first["signature"] == second["signature"] == sum(c["nodes"] for c in first["cases"])
    assert kibitz_("bench", "tictactoe").out.endswith(f"Signature: {first['signature']}\n")


def test_check_says_whether_a_game_keeps_the_contract(
    kibitz_: Any, nim: str, tmp_path: Path
) -> None:
    assert kibitz_("check", nim).out.startswith("nim conforms to the contract: ")
    assert kibitz_("check", nim, "--json").json["conforms"] is True
    broken = tmp_path / "broken.py"
    broken.write_text(NIM.replace("return 0", "return state.sticks"))
    ran = kibitz_("check", str(broken), "--json")
    assert (ran.code, ran.json["conforms"]) == (1, False)
    ran = kibitz_("check", str(broken))
    assert ran.code == 1
    assert "breaks the contract: evaluate returns 10 for side 0 and 10 for side 1" in ran.err
    assert "Moves: (none)" in ran.err


# Games of one's own.


def test_a_game_file_is_played_by_its_path(kibitz_: Any, nim: str) -> None:
    ran = kibitz_("hint", nim, "--json")
    assert (ran.json["move"], ran.json["warrant"]) == ("2", "proven")
    assert kibitz_("perft", nim, "3", "--json").json["nodes"] == 27


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (None, "No game file"),
        ("x = ", "SyntaxError"),
        ("1 / 0", "ZeroDivisionError"),
        ("x = 1", "does not define GAME"),
        ("GAME = 3", "does not define GAME"),
        ("import sys; sys.exit(3)", "SystemExit"),
        (NIM.replace("State(10, 0)", "State(10, 7)"), "expected 0 to 1"),
        (NIM.replace("turn: int", "next: int").replace("turn=", "next="), "no field 'turn'"),
    ],
)
def test_a_broken_game_file_is_refused_with_the_reason(
    kibitz_: Any, tmp_path: Path, source: str | None, text: str
) -> None:
    file = tmp_path / "game.py"
    if source is not None:
        file.write_text(source)
    ran = kibitz_("hint", str(file))
    assert ran.code == 2
    assert text in ran.err
    assert "Traceback" not in ran.err


def test_rules_that_raise_are_reported_without_a_traceback(kibitz_: Any, tmp_path: Path) -> None:
    file = tmp_path / "game.py"
    file.write_text(NIM.replace("yield take", "yield [][take]"))
    ran = kibitz_("hint", str(file))
    assert ran.code == 1
    assert "IndexError" in ran.err
    assert "kibitz check" in ran.err
    assert "Traceback" not in ran.err


def test_a_game_that_cannot_be_compiled_is_played_with_a_note(kibitz_: Any, tmp_path: Path) -> None:
    file = tmp_path / "game.py"
    file.write_text(
        NIM.replace(
            "State(sticks=state.sticks - move, turn=1 - state.turn)",
            "state._replace(sticks=state.sticks - move, turn=1 - state.turn)",
        )
    )
    ran = kibitz_("hint", str(file), "--depth", "12", "--json")
    assert ran.code == 0
    assert ran.json["move"] == "2"
    assert "kibitz: note: Cannot compile play of nim" in ran.err
    ran = kibitz_("perft", str(file), "3", "--json")
    assert ran.json["nodes"] == 27
    assert "Counting with interpreted rules" in ran.err


# Refusals.


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ("hint chess", "Unknown game 'chess': choose one of"),
        ("hint", "the following arguments are required: GAME"),
        ("", "the following arguments are required: COMMAND"),
        ("dance", "invalid choice: 'dance'"),
        ("hint tictactoe --option rows=8 --option columns=8", "at most 63 fit. 7 x 9 works."),
        ("hint tictactoe --option colour=red", "has no option 'colour'"),
        ("hint tictactoe --option rows", "Expected an option as name=value, got 'rows'"),
        ("hint tictactoe --option rows=many", "cannot be 'many'"),
        ("hint tictactoe --variant big", "has no option 'variant'"),
        ("hint tictactoe --players 3", "has no option 'players'"),
        ("hint tictactoe --moves 44", "Cannot read the move '44'"),
        ("hint tictactoe --moves 0,0", "Cell 0 is taken"),
        ("hint tictactoe --moves 0,3,1,4,2,5", "the game is over (X wins)"),
        ("hint tictactoe --position XX", "expected 3 rows of 3 cells"),
        ("hint tictactoe --time -1", "time cannot be -1.0"),
        ("hint tictactoe --time soon", "expected seconds, got 'soon'"),
        ("hint tictactoe --depth 0", "depth cannot be 0"),
        ("hint tictactoe --depth deep", "expected a whole number, got 'deep'"),
        ("hint tictactoe --nodes -5", "nodes cannot be -5"),
        ("hint tictactoe --threads 0", "threads cannot be 0"),
        ("hint tictactoe --thraeds 2", "unrecognized arguments"),
        ("analyse tictactoe --multipv 0", "multipv cannot be 0"),
        ("perft tictactoe", "required: DEPTH"),
        ("perft tictactoe -1", "DEPTH cannot be -1"),
        ("perft tictactoe 2 --threads 0", "threads cannot be 0"),
        ("bench chess", "Unknown game 'chess'"),
        ("check tictactoe --games 0", "games cannot be 0"),
        ("hint connect4 --nodes 100000000000000000000000", "nodes cannot be"),
        ("play tictactoe --side Z", "expected first, second, X, O, both or none"),
    ],
)
def test_wrong_usage_is_refused_with_what_would_work(
    kibitz_: Any, arguments: str, text: str
) -> None:
    ran = kibitz_(*arguments.split(), typed="")
    assert text in ran.err
    assert ran.out == ""
    assert ran.code == (1 if "is over" in text else 2)


def test_a_finished_game_is_answered_with_no(kibitz_: Any) -> None:
    ran = kibitz_("hint", "tictactoe", "--position", "XXX/OO./...")
    assert ran.code == 1
    assert "No move to search for" in ran.err


def test_refusals_are_json_for_programs(kibitz_: Any) -> None:
    ran = kibitz_("hint", "tictactoe", "--moves", "44", "--json")
    error = json.loads(ran.err)
    assert ran.code == 2
    assert error["error"] == "unreadable_move"
    assert error["params"]["text"] == "44"


# Playing.


def test_a_whole_game_is_played_and_its_end_told(kibitz_: Any) -> None:
    ran = kibitz_("play", "tictactoe", "--position", "X.O/.../O.X", typed="4\n")
    assert ran.code == 0
    assert "You are X. Keys: q quit, u undo, h hint, ? help." in ran.out
    assert "-----------\n 3 | X | 5" in ran.out
    assert "You win! (X)" in ran.out


def test_the_engine_wins_when_it_can(kibitz_: Any) -> None:
    ran = kibitz_("play", "tictactoe", "--position", "XX./OO./...", "--side", "second", typed="")
    assert "X plays 2  (wins in 1, proven)" in ran.out
    assert "X wins. You lost." in ran.out


def test_a_draw_is_told(kibitz_: Any) -> None:
    ran = kibitz_("play", "tictactoe", "--side", "none", "--depth", "9", typed="")
    assert "It's a draw." in ran.out


def test_two_people_share_a_board(kibitz_: Any) -> None:
    ran = kibitz_("play", "tictactoe", "--side", "both", typed="0\n3\n1\n4\n2\n")
    assert "X wins." in ran.out


def test_nonsense_is_refused_with_what_would_be_accepted(kibitz_: Any) -> None:
    ran = kibitz_("play", "tictactoe", typed="nine\n9\n\n-1\n4.0\nq\n")
    assert ran.code == 0
    assert ran.out.count("cells are 0 to 8") == 4
    assert "Type a move: free cells are 0, 1, 2" in ran.err
    assert ran.out.rstrip().endswith("Goodbye.")


def test_a_taken_cell_is_refused(kibitz_: Any) -> None:
    ran = kibitz_("play", "tictactoe", "--moves", "4 0", typed="4\nq\n")
    assert "Cell 4 is taken. Free cells are 1, 2, 3, 5, 6, 7, 8" in ran.out


def test_help_says_what_can_be_typed(kibitz_: Any) -> None:
    ran = kibitz_("play", "tictactoe", typed="help\nq\n")
    assert "Type a move: free cells are 0, 1, 2, 3, 4, 5, 6, 7, 8. Keys: q quit" in ran.err


def test_the_one_who_lost_a_tie_of_others_is_told(kibitz_: Any, tmp_path: Path) -> None:
    file = tmp_path / "three.py"
    file.write_text(
        "from tests.toys import Pot, pot\nfrom dataclasses import replace\n"
        "GAME = replace(pot(3), start=Pot(3, 3, 2, 0, 1))\n"
    )
    ran = kibitz_("play", str(file), "--side", "second", "--moves", "1 1 1", typed="")
    assert "first and third tie. You lost.\n" in ran.out


def test_undo_goes_back_to_the_persons_last_turn(kibitz_: Any) -> None:
    ran = kibitz_("play", "tictactoe", "--depth", "2", typed="4\nu\n0\nu\nu\nq\n")
    assert ran.out.count(" 0 | 1 | 2\n") == 3  # the empty board, at first and after each undo
    assert "Cannot undo" in ran.out


def test_a_hint_says_more_each_time_it_is_asked_for(kibitz_: Any) -> None:
    ran = kibitz_("play", "tictactoe", "--position", "XX./OO./...", typed=5 * "h\n" + "q\n")
    hints = re.findall(r"hint: (.*)", ran.out)
    assert len(hints) == 5
    assert not any("2" in text for text in hints[:2])
    assert hints[2:] == ["Play 2.", "2: wins in 1 (proven).", "2: wins in 1 (proven)."]


def test_a_new_position_starts_the_ladder_anew(kibitz_: Any) -> None:
    ran = kibitz_("play", "tictactoe", "--side", "both", typed="h\nh\n4\nh\nu\nh\nh\nh\nq\n")
    hints = re.findall(r"hint: (.*)", ran.out)
    assert len(hints) == 6
    assert hints[0] == hints[2] == hints[3]  # a nudge again in every new position
    assert hints[1] == hints[4] != hints[0]
    assert hints[5].startswith("Play ")


def test_letters_that_are_moves_are_moves(kibitz_: Any) -> None:
    """On a board with columns h and q those letters drop discs."""
    ran = kibitz_(
        "play", "connect4", "--side", "both", "--option", "rows=1", "--option", "columns=26",
        typed="h\nq\nu\n",
    )  # fmt: skip
    board = next(line for line in reversed(ran.out.splitlines()) if "|" in line)
    discs = dict(zip("abcdefghijklmnopqrstuvwxyz", board.replace(" ", "").split("|"), strict=True))
    assert (discs["h"], discs["q"], discs["u"]) == ("X", "O", "X")
    assert "hint: " not in ran.out


def test_the_end_of_input_leaves_cleanly(kibitz_: Any) -> None:
    ran = kibitz_("play", "tictactoe", typed="")
    assert ran.code == 0
    assert ran.out.rstrip().endswith("Goodbye.")


def test_programs_play_by_json_lines(kibitz_: Any) -> None:
    ran = kibitz_("play", "tictactoe", "--position", "XX./OO./...", "--json", typed="9\nh\n2\n")
    events = [json.loads(line) for line in ran.out.splitlines()]
    assert [event["event"] for event in events] == ["position", "refused", "hint", "over"]
    assert events[0]["moves"] == ["2", "5", "6", "7", "8"]
    assert events[1]["error"] == "unreadable_move"
    assert (events[2]["move"], events[2]["rung"]["kind"]) == ("2", "nudge")
    assert (events[3]["winner"], events[3]["moves"]) == ("X", ["2"])


def test_a_picture_is_kept_up_to_date(kibitz_: Any, tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    ran = kibitz_("play", "tictactoe", "--side", "both", "--svg", str(file), typed="4\n0\nq\n")
    assert ran.code == 0
    assert "O../.X./..." in file.read_text()
    assert [path.name for path in tmp_path.iterdir()] == ["board.svg"]
    ran = kibitz_("play", "tictactoe", "--svg", str(tmp_path / "no" / "board.svg"), typed="q\n")
    assert ran.code == 2
    assert "expected a file that can be written (No such file or directory)" in ran.err


def test_the_three_models_are_shown_side_by_side(kibitz_: Any) -> None:
    arguments = ("analyse", "tiles", "--players", "3", "--seed", "1", "--depth", "3")
    ran = kibitz_(*arguments, "--opponents", "all")
    assert all(f"{model}:\n1. " in ran.out for model in ("paranoid", "maxn", "reply"))
    assert "The models " in ran.out
    answer = kibitz_(*arguments, "--opponents", "all", "--json").json
    moves = {lines[0]["move"] for lines in answer["models"].values()}
    assert answer["agree"] == (len(moves) == 1)
    assert kibitz_(*arguments, "--opponents", "maxn", "--json").json["lines"]


# Real processes.


@pytest.fixture
def spawn() -> Iterator[Any]:
    """Starts the command in a process of its own, which does not outlive the test."""
    started: list[subprocess.Popen[str]] = []

    def start(*arguments: str, **options: Any) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-u", "-m", "kibitz", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            # A test run in the background has Ctrl-C ignored, and its children inherit that.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
            **options,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


def wait_for(process: subprocess.Popen[str], text: str) -> str:
    """What was printed up to `text`."""
    assert process.stdout is not None
    seen = ""
    while text not in seen:
        character = process.stdout.read(1)
        assert character, f"ended before {text!r}: {seen}"
        seen += character
    return seen


def test_ctrl_c_leaves_a_game_cleanly(spawn: Any) -> None:
    process = spawn("play", "tictactoe")
    wait_for(process, "your move: ")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0
    assert out.endswith("Goodbye.\n")
    assert "Traceback" not in err


def test_ctrl_c_ends_a_long_count(spawn: Any, kibitz_: Any) -> None:
    kibitz_("perft", "connect4", "2")  # so that it is counting, not compiling, when it is stopped
    process = spawn("perft", "connect4", "30")
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.endswith("kibitz: stopped\n")
    assert "Traceback" not in err


def test_ctrl_c_during_an_analysis_gives_the_best_so_far(spawn: Any, kibitz_: Any) -> None:
    kibitz_("hint", "connect4", "--depth", "1")
    process = spawn("analyse", "connect4", "--time", "600")
    time.sleep(6)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert out.startswith("1. ")
    assert "best lines so far" in err


def test_a_closed_pipe_is_no_error() -> None:
    read, write = os.pipe()
    os.close(read)
    process = subprocess.run(
        [sys.executable, "-m", "kibitz", "games"],
        stdout=write,
        stderr=subprocess.PIPE,
        text=True,
        timeout=60,
    )
    os.close(write)
    assert process.stderr == ""


def test_the_first_compile_shows_a_line_on_standard_error(spawn: Any, tmp_path: Path) -> None:
    environment = {**os.environ, "KIBITZ_CACHE": str(tmp_path / "cache")}
    runs = []
    for _ in range(2):
        process = spawn("perft", "tictactoe", "3", "--json", env=environment)
        out, err = process.communicate(timeout=120)
        runs.append(err)
        assert json.loads(out)["nodes"] == 504
    first = "kibitz: compiling tictactoe for `kibitz perft` (only the first time) ... "
    assert runs[0].startswith(first)
    assert runs[1] == ""


def test_report_gives_a_row_a_level(kibitz_: Any, nim: str) -> None:
    ran = kibitz_("report", "tictactoe", "--level", "easy", "--level", "hard", "--json")
    rows = ran.json["levels"]
    assert [row["level"] for row in rows] == ["easy", "hard"]
    text = kibitz_("report", nim, "--level", "1", "--games", "1", "--markdown").out
    assert text.startswith("| level |")


def test_report_refuses_an_unknown_level(kibitz_: Any) -> None:
    ran = kibitz_("report", "horses", "--level", "brutal")
    assert ran.code == 2
    assert "its levels are beginner, amateur, expert and 1 to 10" in ran.err
