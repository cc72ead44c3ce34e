"""`kibitz play` with sessions: saved, loaded, on the clock, given up and agreed on."""

from __future__ import annotations

import io
import json
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from kibitz import Session
from kibitz.cli.main import main
from tests.cli.test_cli import NIM, Ran, spawn, wait_for

__all__ = ["spawn"]


@pytest.fixture
def play(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Any:
    """Plays with what is typed, in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def run(arguments: str, typed: str) -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed.replace(" ", "\n") + "\n"))
        code = main(["play", *arguments.split()])
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return run


def test_a_game_is_saved_after_every_move_and_goes_on_when_loaded(play: Any) -> None:
    ran = play("tictactoe --save game.json --depth 3", "4 q")
    assert ran.code == 0
    first = Session.load("game.json")
    assert first.moves[0] == "4"
    assert len(first.moves) == 2
    assert [played.evaluation is None for played in first.history] == [True, False]
    assert [seat.kind for seat in first.seats] == ["person", "engine"]
    ran = play("--load game.json --save game.json", "u 8 q")
    assert "You are X." in ran.out
    second = Session.load("game.json")
    assert second.moves[0] == "8"
    second.goto(0)
    assert second.branches == ("4", "8")


def test_loading_alone_writes_nothing(play: Any) -> None:
    play("tictactoe --save game.json --side both", "4 q")
    before = Path("game.json").read_bytes()
    ran = play("tictactoe --load game.json", "0 q")
    assert " O | 1 | 2\n" in ran.out
    assert Path("game.json").read_bytes() == before


def test_a_finished_game_that_is_loaded_is_told(play: Any) -> None:
    play("tictactoe --save game.json --side both", "0 3 1 4 2")
    before = Path("game.json").read_bytes()
    ran = play("--load game.json --save game.json", "q")
    assert "X wins.\nu to undo and play on, q to quit: " in ran.out
    assert ran.code == 0
    assert Path("game.json").read_bytes() == before
    assert play("--load game.json", "").out.endswith("Goodbye.\n")  # nobody is there to ask


def test_a_finished_game_that_is_loaded_can_be_undone(play: Any) -> None:
    play("tictactoe --save game.json --side both", "4 0 resign")
    ran = play("--load game.json --save game.json", "8 u\u00a05 u 8 q")
    assert "Cannot do '8': type `u` or `q`" in ran.out
    assert Session.load("game.json").moves == ("4", "8")


def test_a_finished_game_that_cannot_go_back_is_told_and_left(play: Any) -> None:
    play("tictactoe --save game.json --side both", "resign")
    ran = play("--load game.json", "u")
    assert ran.out.endswith("O wins by resignation.\n")
    assert "No move to undo. Start a new game with `kibitz play tictactoe`" in ran.err
    assert ran.code == 0


def test_a_file_that_is_there_is_not_replaced(play: Any) -> None:
    play("tictactoe --save game.json --side both", "4 q")
    Path("shopping.txt").write_text("milk")
    before = Path("game.json").read_bytes()
    for file in ("game.json", "shopping.txt"):
        ran = play(f"tictactoe --save {file} --side both", "0 q")
        assert (ran.code, ran.out) == (2, "")
        assert f"'{file}' already exists. Kibitz has not changed it" in ran.err
        assert f"kibitz play --load '{file}'" in ran.err
        ran = play(f"--load game.json --save {file} --side both", "0 q")
        assert ran.code == (0 if file == "game.json" else 2)
    assert Path("shopping.txt").read_text() == "milk"
    assert Path("game.json").read_bytes() != before


def test_a_copy_replaces_no_file_of_somebody_else(
    play: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("shopping.txt").write_text("milk")
    typed = "4\nsave shopping.txt\nsave copy.json\n0\nsave copy.json\nsave game.json\nq\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    assert main(["play", "tictactoe", "--side", "both", "--save", "game.json"]) == 0
    assert "'shopping.txt' already exists" in capsys.readouterr().out
    assert Path("shopping.txt").read_text() == "milk"
    assert Session.load("copy.json").moves == ("4", "0")


def test_draughts_are_saved_as_pdn_by_the_files_name(play: Any) -> None:
    play("draughts --variant russian --save game.pdn --depth 2", "c3-d4 q")
    assert '[Black "Kibitz"]' in Path("game.pdn").read_text()
    assert "[BlackType" in Path("game.pdn").read_text()
    ran = play("draughts --load game.pdn --depth 2", "q")
    assert "You are white." in ran.out
    assert Session.load("game.pdn").game.settings["variant"] == "russian"


def test_a_game_of_ones_own_is_named_when_it_is_loaded(play: Any) -> None:
    Path("nim.py").write_text(NIM)
    play("nim.py --save game.json --side both", "3 q")
    ran = play("--load game.json", "q")
    assert ran.code == 2
    assert "needs the game file" in ran.err
    assert "nim.py'" in ran.err
    assert "--game FILE" in ran.err
    assert "--trust FOLDER" in ran.err
    for allowed in ("nim.py", "--game nim.py", "--trust .", "--trust nim.py"):
        assert play(f"{allowed} --load game.json", "q").code == 0, allowed
    for other in ("--trust elsewhere", "--trust nim"):
        assert play(f"{other} --load game.json", "q").code == 2, other


def test_a_game_and_another_game_file_are_refused(play: Any) -> None:
    ran = play("tictactoe --game nim.py", "q")
    assert ran.code == 2
    assert "no value with the game tictactoe" in ran.err


def test_seats_can_be_changed_when_loading(play: Any) -> None:
    play("tictactoe --save game.json --side both", "4 0 q")
    ran = play("--load game.json --side second --depth 2 --save game.json", "q")
    assert "You are O." in ran.out
    loaded = Session.load("game.json")
    assert [seat.kind for seat in loaded.seats] == ["engine", "person"]
    assert len(loaded.moves) == 3


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ("", "Expected a game or a saved session."),
        ("--load nothing.json", "Cannot read 'nothing.json': No such file or directory"),
        ("--load broken.json", "'broken.json' is damaged: expected JSON"),
        ("connect4 --load game.json", "game of tictactoe: expected connect4"),
        ("tictactoe --option rows=4 --load game.json", "rows=3, columns=3, length=3"),
        ("chess --load game.json", "Unknown game 'chess'"),
        ("--load game.json --position ...", "Option 'position' of tictactoe cannot be '...'"),
        ("--load game.json --seed 3", "no value with --load"),
        ("--load game.json --clock 5", "no value with --load"),
        ("--load game.json --moves 4", "Cell 4 is taken"),
        ("tictactoe --clock soon", "clock cannot be 'soon': expected 300"),
        ("tictactoe --clock 0", "total cannot be 0"),
        ("tictactoe --level grandmaster", "grandmaster"),
        ("tictactoe --level grandmaster --side both", "grandmaster"),
        ("--load game.json --level grandmaster", "grandmaster"),
        ("tictactoe --save no/game.json", "Cannot write 'no/game.json': No such file"),
        ("tictactoe --save .", "it is not an ordinary file"),
    ],
)
def test_what_cannot_be_played_is_refused(play: Any, arguments: str, text: str) -> None:
    play("tictactoe --save game.json --side both", "4 q")
    Path("broken.json").write_text("{")
    before = Path("game.json").read_bytes()
    ran = play(arguments, "q")
    assert text in ran.err
    assert (ran.code, ran.out) == (2, "")
    assert Path("game.json").read_bytes() == before


def test_an_engine_plays_at_the_level_asked_for(play: Any) -> None:
    play("tictactoe --level 2 --seed 5 --save game.json", "4 q")
    loaded = Session.load("game.json")
    assert (loaded.seats[1].level, loaded.seats[1].seed, loaded.seats[1].limit) == ("2", 5, None)
    play("--load game.json --save game.json", "u 4 q")
    assert Session.load("game.json").moves == loaded.moves
    play("--load game.json --level 3 --save game.json", "q")
    assert Session.load("game.json").seats[1].level == "3"


# At the table.


def test_giving_up(play: Any) -> None:
    ran = play("tictactoe --save game.json", "resign")
    assert ran.out.endswith("O wins by resignation. You lost.\n")
    assert str(Session.load("game.json").outcome()) == "O wins by resignation"
    assert play("tictactoe --side both", "4 resign").out.endswith("X wins by resignation.\n")


def test_a_draw_is_offered_to_the_other_person(play: Any) -> None:
    ran = play("tictactoe --side both", "draw no draw yes")
    assert "O, do you accept the draw? (y/n) The draw is declined.\n" in ran.out
    assert ran.out.endswith("It's a draw by agreement.\n")


def test_a_draw_is_offered_to_the_engine(play: Any) -> None:
    ran = play("tictactoe --position XOX/.../O.X --side second --depth 9", "draw q")
    assert "The draw is declined." in ran.out
    ran = play("tictactoe --depth 9", "draw")
    assert ran.out.endswith("It's a draw by agreement.\n")


def test_redo_plays_what_was_undone(play: Any) -> None:
    ran = play("tictactoe --depth 2 --save game.json", "4 u r r q")
    assert "Cannot redo" in ran.out
    assert Session.load("game.json").moves[0] == "4"
    ran = play("tictactoe --side both --save other.json", "4 0 u u r 8 q")
    assert Session.load("other.json").moves == ("4", "8")


def test_the_moves_are_listed(play: Any) -> None:
    ran = play("tictactoe --side both", "4 moves q")
    assert "Legal moves: 0 1 2 3 5 6 7 8\nPlayed: 4\n" in ran.out


def test_a_copy_is_saved_on_demand(
    play: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = "4\nsave my copy.json\nsave no/where.json\nsave\nq\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    assert main(["play", "tictactoe", "--side", "both"]) == 0
    captured = capsys.readouterr()
    assert "Saved: my copy.json" in captured.out
    assert "Cannot write 'no/where.json'" in captured.out
    assert "save FILE" in captured.err
    assert Session.load("my copy.json").moves == ("4",)


def test_words_after_a_command_make_it_no_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = "resign now\nmoves 3\n? me\nu x\nr 0\nu 2\nbuy milk\nq now\nq\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    assert main(["play", "tictactoe", "--side", "both"]) == 0
    out = capsys.readouterr().out
    for text in ("resign now", "moves 3", "? me", "q now"):
        assert f"Cannot do '{text}': `{text.split()[0]}` takes no argument. Type `?`" in out
    assert "Cannot do 'u x': `u` takes a whole number from 1, or no argument" in out
    assert "Cannot do 'r 0': `r` takes a whole number from 1, or no argument" in out
    assert "Cannot undo 2 of 0 moves. There are none." in out
    assert "Cannot read the move 'buy milk': cells are 0 to 8.\n" in out  # the board stands above


def test_several_turns_are_undone_and_redone_at_once(
    play: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(typed: str, *arguments: str) -> tuple[str, ...]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        Path("game.json").unlink(missing_ok=True)
        assert main(["play", "tictactoe", "--save", "game.json", *arguments]) == 0
        return Session.load("game.json").moves

    assert run("4\n0\n8\n2\nu 3\nq\n", "--side", "both") == ("4",)
    assert run("4\n0\n8\n2\nu 4\nr 3\nu 5\nr 5\nq\n", "--side", "both") == ("4", "0", "8")
    assert run("4\n0\nu\nr\nr\nu 2\nr 2\nu 2\nq\n", "--side", "both") == ()
    # Against an engine a turn is one's own move and the answer.
    both = run("4\n1\nq\n", "--depth", "9")
    assert len(both) == 4
    assert run("4\n1\nu 2\nr 2\nq\n", "--depth", "9") == both
    assert run("4\n1\nu 2\nr\nq\n", "--depth", "9") == both[:2]


def test_a_question_mark_lists_the_keys(play: Any) -> None:
    ran = play("tictactoe --side both", "? q")
    assert "Type a move: free cells" in ran.err
    assert "save FILE" in ran.err
    assert "hint:" not in ran.out


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (
            "--level 1 --depth 9",
            "depth cannot be 9: expected at most 1 with level 1: a limit",
        ),
        ("--level 10 --time 60", "time cannot be 60.0: expected at most 1.0 with level 10"),
        ("--level adaptive --depth 9", "no value with level adaptive"),
    ],
)
def test_a_limit_that_would_not_lower_the_level_is_refused(
    play: Any, arguments: str, text: str
) -> None:
    ran = play(f"tictactoe {arguments}", "q")
    assert text in ran.err
    assert (ran.code, ran.out) == (2, "")


def test_a_limit_lowers_a_level(play: Any) -> None:
    play("tictactoe --level 10 --depth 2 --save game.json", "q")
    seat = Session.load("game.json").seats[1]
    assert seat.limit is not None
    assert (seat.level, seat.limit.depth) == ("10", 2)


def test_an_engines_level_is_kept_in_pdn(play: Any) -> None:
    ran = play("draughts --variant russian --save game.pdn --level 2", "q")
    assert "game.pdn stores the moves, names, levels and outcome; save a .json" in ran.err
    assert '[Black "Kibitz, level 2"]' in Path("game.pdn").read_text()
    seat = Session.load("game.pdn").seats[1]
    assert (seat.kind, seat.name, seat.level) == ("engine", "", "2")


def test_a_file_that_cannot_be_written_any_more_does_not_end_the_game(
    play: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kibitz import RecordError

    calls = []
    real = Session.save

    def save(session: Session, path: str) -> None:
        calls.append(path)
        if len(calls) == 2:
            raise RecordError("record_unwritable", path=path, problem="No space left on device")
        real(session, path)

    monkeypatch.setattr(Session, "save", save)
    ran = play("tictactoe --side both --save game.json", "4 0 q")
    assert "Cannot write 'game.json': No space left on device" in ran.out
    assert Session.load("game.json").moves == ("4", "0")


def test_the_clock_is_shown_and_kept(play: Any) -> None:
    ran = play("tictactoe --clock 3600+5 --depth 2 --save game.json", "4 q")
    assert "X (60:00 left), your move: " in ran.out
    loaded = Session.load("game.json")
    assert str(loaded.clock) == "3600+5"
    assert loaded.history[0].clock is not None
    assert loaded.history[0].clock[0] > 3600
    events = play("tictactoe --clock 10/move --json", "q").out.splitlines()
    assert json.loads(events[0])["clock"][1] == 10.0


def test_time_that_is_used_up_loses_the_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The person's flag falls while they think; what they type then is ignored."""
    from kibitz import Engine, TimeControl, game
    from kibitz.cli.game_files import GameFiles
    from kibitz.cli.play import TerminalGame
    from kibitz.cli.play_output import TextReporter

    time = [0.0]
    session = Session(game("tictactoe"), clock=TimeControl(60), now=lambda: time[0])

    def ask(prompt: str) -> str:
        time[0] += 100
        return "4"

    files = GameFiles(session, None, None)
    TerminalGame(session, Engine(session.game), TextReporter(), files, ask).run()
    out = capsys.readouterr().out
    assert "the game is over (O wins on time)" in out
    assert out.endswith("O wins on time.\n")


def test_consent_is_asked_for_where_the_session_says_so(play: Any) -> None:
    play("tictactoe --side both --save game.json", "4 0 q")
    record = json.loads(Path("game.json").read_text())
    record["takebacks"] = "ask"
    Path("game.json").write_text(json.dumps(record))
    play("--load game.json --save game.json", "u n q")
    assert Session.load("game.json").moves == ("4", "0")
    ran = play("--load game.json --save game.json", "u y q")
    assert "O, do you accept the takeback? (y/n) The takeback is accepted.\n" in ran.out
    assert Session.load("game.json").moves == ()
    record["takebacks"] = "never"
    Path("game.json").write_text(json.dumps(record))
    assert "does not allow takebacks" in play("--load game.json", "u q").out


def test_programs_are_told_in_json(play: Any) -> None:
    ran = play("tictactoe --side both --json", "4 moves draw n resign")
    events = [json.loads(line) for line in ran.out.splitlines()]
    assert [event["event"] for event in events] == [
        "position",
        "position",
        "moves",
        "answer",
        "over",
    ]
    assert events[2]["played"] == ["4"]
    assert events[3] == {"event": "answer", "offer": "draw", "accepted": False}
    assert (events[4]["winner"], events[4]["reason"]) == ("X", "resignation")


def test_ctrl_c_loses_nothing(spawn: Any, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    process = spawn("play", "tictactoe", "--side", "both", "--save", str(path))
    wait_for(process, "X, your move: ")
    process.stdin.write("4\n")
    process.stdin.flush()
    wait_for(process, "O, your move: ")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0
    assert out.endswith("Goodbye.\n")
    assert "Traceback" not in err
    assert Session.load(path).moves == ("4",)
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]


def test_a_killed_game_is_saved_up_to_its_last_move(spawn: Any, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    process = spawn("play", "tictactoe", "--side", "both", "--save", str(path))
    wait_for(process, "X, your move: ")
    process.stdin.write("4\n0\n")
    process.stdin.flush()
    wait_for(process, " O | 1 | 2")
    wait_for(process, "X, your move: ")
    process.kill()
    process.wait()
    assert Session.load(path).moves == ("4", "0")
