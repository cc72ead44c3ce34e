"""`kibitz rules`."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

import kibitz
from kibitz.cli.main import main

OWN = '''
from typing import NamedTuple
from kibitz import LOSS, WIN, Game

class State(NamedTuple):
    sticks: int
    turn: int

def moves(state):
    for take in (1, 2, 3):
        if take <= state.sticks:
            yield take

def play(state, move):
    return State(sticks=state.sticks - move, turn=1 - state.turn)

def payoff(state, side):
    return LOSS if side == state.turn else WIN

def evaluate(state, side):
    return 0

RULES = """
# Moves

Take one to three sticks. Whoever takes the last one wins.

| sticks | taken |
|---|---|
| 7 | 3 |

~~~board
move: {move}
caption: Three of seven sticks are taken.
~~~

~~~
any text
~~~
"""
GAME = Game("sticks", State(sticks=7, turn=0), moves, play, payoff, evaluate, rules=RULES)
'''


@pytest.fixture
def own(tmp_path: Path) -> str:
    path = tmp_path / "sticks.py"
    path.write_text(OWN.replace("{move}", "3"))
    return str(path)


def test_the_rules_of_a_variant_are_shown_with_boards(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "draughts", "--variant", "russian"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("Russian draughts (shashki)\n=====")
    assert "The board has 8 x 8 squares" in shown
    assert "[white plays c3:e5]" in shown
    assert "   ->   " in shown
    assert "```" not in shown
    assert max(map(len, shown.splitlines())) <= 100


def test_options_select_the_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "tictactoe", "--option", "columns=5", "--option", "length=4"]) == 0
    assert "3 x 5 cells" in capsys.readouterr().out
    assert main(["rules", "tiles", "--players", "4"]) == 0
    assert "Blue scores pairs in a row" in capsys.readouterr().out


def test_rules_are_json_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "morris", "--variant", "three", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["text"] == kibitz.game("morris", variant="three").rules
    assert (found["game"], found["options"]["variant"]) == ("morris", "three")
    boards = found["boards"]
    assert [board["move"] for board in boards] == [None, "c3", "b2-b3"]
    assert boards[0]["after"] is None
    assert boards[1]["after"].startswith("ooo/")


def test_the_rules_of_ones_own_file_are_shown(own: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", own]) == 0
    shown = capsys.readouterr().out
    assert "Moves\n-----" in shown
    assert "sticks  taken\n------  -----\n7       3" in shown
    assert "    7,0   ->   4,1\n    [first plays 3]\n" in shown
    assert "    any text" in shown


def test_a_wrong_board_is_refused_with_its_line(
    own: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(own).write_text(OWN.replace("{move}", "9"))
    assert main(["rules", own]) == 2
    shown = capsys.readouterr().err
    assert (
        "kibitz: The rules text of sticks has a mistake in the block of line 10: No move" in shown
    )
    assert main(["check", own]) == 1
    assert "block of line 10" in capsys.readouterr().err


def test_a_game_without_rules_text_is_refused_with_what_would_work(
    own: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(own).write_text(OWN.replace(", rules=RULES", ""))
    assert main(["rules", own]) == 2
    assert "sticks has no rules text. Add one with Game(rules=...)" in capsys.readouterr().err


def test_the_rules_are_shown_during_a_game(
    own: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("rules\n?\nq\n"))
    assert main(["play", own, "--side", "both"]) == 0
    shown = capsys.readouterr()
    assert "Three of seven sticks are taken." in shown.out
    assert "rules (how to play)" in shown.err
    monkeypatch.setattr(sys, "stdin", io.StringIO("rules\nq\n"))
    assert main(["play", own, "--side", "both", "--json"]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [event["event"] for event in events] == ["position", "rules", "left"]
    assert events[1]["text"].startswith("\n# Moves")
