"""`kibitz check`, and what other commands do with broken games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kibitz.core import watchdog
from tests.cli.test_cli import kibitz_
from tests.strangers import NIM

__all__ = ["kibitz_"]

BOARD = """
from kibitz import Cell, Geometry

def occupants(state):
    return ["x"] * (state.sticks // 2) + [""] * (5 - state.sticks // 2)

BOARD = Geometry(cells=[Cell(str(n), n, 0) for n in range(5)], occupants=occupants)
"""
WITH_BOARD = NIM.replace("class State", BOARD + "\nclass State").replace(
    "evaluate)", "evaluate, geometry=BOARD)"
)
ENDLESS = "while state.sticks == 8: pass"
WRONG_AT_8 = "return 1 if state.sticks == 8 else 0"


def written(folder: Path, text: str, name: str = "game") -> str:
    file = folder / f"{name}.py"
    file.write_text(text)
    return str(file)


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


def test_a_failure_names_rule_line_moves_and_board(kibitz_: Any, tmp_path: Path) -> None:
    file = written(tmp_path, WITH_BOARD.replace("return 0", WRONG_AT_8))
    line = line_of(WITH_BOARD, "return 0")
    ran = kibitz_("check", file)
    assert ran.code == 1
    assert f"  Rule: evaluate (game.py, line {line})\n  Moves: 2\n  Position: 8,1\n" in ran.err
    assert "  Board:\n     x | x | x | x | .\n" in ran.err
    found = kibitz_("check", file, "--json").json
    assert (found["conforms"], found["rule"], found["line"]) == (False, "evaluate", line)
    assert (found["file"], found["moves"], found["position"]) == (file, "2", "8,1")
    assert "x | x | x | x | ." in found["board"]


def test_the_traceback_is_shown_on_request(
    kibitz_: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = written(tmp_path, NIM.replace("yield take", "yield [][take]"))
    for command in (("check",), ("hint",)):
        monkeypatch.delenv("KIBITZ_DEBUG", raising=False)
        plain = kibitz_(*command, file).err
        assert "moves raises IndexError" in plain
        assert "Traceback" not in plain
        monkeypatch.setenv("KIBITZ_DEBUG", "1")
        shown = kibitz_(*command, file).err
        assert "Traceback" in shown
        assert "yield [][take]" in shown
        assert shown.endswith(plain)


def test_moves_that_change_no_cell_are_listed(kibitz_: Any, tmp_path: Path) -> None:
    file = written(tmp_path, WITH_BOARD)
    # From an even number of sticks, taking one does not empty a cell... of two sticks each.
    assert "which need a button: 1" in kibitz_("check", file).out
    assert kibitz_("check", file, "--json").json["still_moves"] == ["1"]
    assert "button" not in kibitz_("check", written(tmp_path, NIM)).out
    assert "button" not in kibitz_("check", "tictactoe").out


@pytest.mark.parametrize(
    "command", ["hint", "analyse", "perft", "play", "explain", "solve", "bench"]
)
def test_no_command_answers_for_a_broken_game(kibitz_: Any, tmp_path: Path, command: str) -> None:
    file = written(tmp_path, NIM.replace("turn=1 - state.turn", "turn=state.turn + 1"))
    arguments = [command, file, *(["3"] if command == "perft" else [])]
    ran = kibitz_(*arguments, typed="q\n")
    assert "nim breaks the contract: turn is 2: expected 0 to 1" in ran.err
    assert f"Rule: play (game.py, line {line_of(NIM, 'def play')})" in ran.err
    assert "proven" not in ran.out
    assert ran.code == 1


@pytest.mark.parametrize(
    "arguments",
    ["hint", "hint --position 8,0", "analyse --time 0.3", "hint --moves 2", "perft 3"],
)
@pytest.mark.parametrize("text", ["for take in range(1, 4):", "return State"])
def test_commands_end_although_a_rule_does_not_return(
    kibitz_: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: str, text: str
) -> None:
    monkeypatch.setattr(watchdog, "PATIENCE", 0.5)
    broken = NIM.replace(f"    {text}", f"    {ENDLESS}\n    {text}", 1)
    command, *rest = arguments.split()
    ran = kibitz_(command, written(tmp_path, broken), *rest)
    assert ran.code in (1, 2)
    assert "return within 0.5 s" in ran.err
    assert "game.py, line" in ran.err
    assert ran.out == ""


def test_check_names_a_rule_that_does_not_return(
    kibitz_: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watchdog, "PATIENCE", 0.5)
    broken = NIM.replace("    return State", f"    {ENDLESS}\n    return State")
    ran = kibitz_("check", written(tmp_path, broken))
    assert ran.code == 1
    assert "play does not return within 0.5 s (move 1)" in ran.err
    line = line_of(broken, ENDLESS)
    assert f"Rule: play (game.py, line {line})\n  Moves: 2\n  Position: 8,1\n" in ran.err


@pytest.mark.parametrize("command", ["hint", "hint --ladder", "analyse --time 0.1", "explain"])
def test_a_note_is_printed_once_per_command(kibitz_: Any, tmp_path: Path, command: str) -> None:
    name, *rest = command.split()
    value = "return int(str(state.sticks)) * (1 if player == state.turn else -1)"
    file = written(tmp_path, NIM.replace("return 0", value))
    assert kibitz_(name, file, *rest).err.count("Cannot compile evaluate") == 1


@pytest.mark.parametrize("command", ["hint", "analyse --time 0.1", "perft 2"])
def test_a_state_that_is_not_compiled_is_named_by_every_command(
    kibitz_: Any, tmp_path: Path, command: str
) -> None:
    text = NIM.replace("sticks: int", "sticks: str").replace("State(10, 0)", "State('x' * 10, 0)")
    text = text.replace("take <= state.sticks", "take <= len(state.sticks)")
    file = written(tmp_path, text.replace("state.sticks - move", "state.sticks[move:]"))
    name, *rest = command.split()
    ran = kibitz_(name, file, *rest)
    assert ran.err.count("State is not a NamedTuple of integers, because of sticks") == 1


def test_games_that_ended_earlier_are_counted(kibitz_: Any, tmp_path: Path) -> None:
    """All games of Tic-Tac-Toe: 255,168, of which 127,872 take nine moves."""
    found = kibitz_("perft", "tictactoe", "9", "--ended", "--threads", "2", "--json").json
    assert (found["nodes"], found["ended"]) == (127872, 127296)
    assert "127872 leaves at depth 9 and 127296 games that ended earlier, 255168 in all" in (
        kibitz_("perft", "tictactoe", "9", "--ended").out
    )
    nim = written(tmp_path, NIM)
    split = kibitz_("perft", nim, "5", "--ended", "--divide", "--json", "--position", "5,0").json
    assert split["moves"] == {"1": 1, "2": 0, "3": 0}
    assert split["moves_ended"] == {"1": 6, "2": 4, "3": 2}
    assert "2: 0 + 4" in kibitz_("perft", nim, "5", "--ended", "--divide", "--position", "5,0").out
    over = kibitz_("perft", nim, "3", "--ended", "--json", "--position", "0,0").json
    assert (over["nodes"], over["ended"]) == (0, 1)


def test_ended_games_are_counted_by_interpreted_rules_too(kibitz_: Any, tmp_path: Path) -> None:
    file = written(tmp_path, NIM.replace("return State(", "return state._replace("))
    found = kibitz_("perft", file, "5", "--ended", "--json", "--position", "5,0").json
    assert (found["nodes"], found["ended"]) == (1, 12)


def test_moves_of_several_words_are_read(kibitz_: Any, tmp_path: Path) -> None:
    text = NIM.replace("class State", "from kibitz import Notation\n\nclass State").replace(
        "evaluate)",
        "evaluate, notation=Notation(format_move=lambda s, m: f'take {m}' if m > 1 else 'one'))",
    )
    file = written(tmp_path, text)
    for moves in ("one, take 2", "one take 2", "one,take 2", "take 2, one,"):
        found = kibitz_("perft", file, "1", "--divide", "--json", "--moves", moves).json
        assert found["nodes"] == 3
    ran = kibitz_("perft", file, "1", "--moves", "one take 7")
    assert "Cannot read the move" in ran.err


def test_a_refused_move_shows_the_board_if_the_position_is_only_numbers(kibitz_: Any) -> None:
    found = kibitz_(
        "hint", "tests/own_games/breakthrough.py", "--option", "size=4", "--moves", "a2xb3 x9"
    )
    assert found.code == 2
    assert "Cannot read the move 'x9' in breakthrough position " in found.err
    assert "3 b | w | b | b" in found.err
    refused = kibitz_("hint", "tictactoe", "--moves", "x9")
    assert "XOX" not in refused.err
    assert "|" not in refused.err
