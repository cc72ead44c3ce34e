"""`kibitz hint --ladder` and `kibitz explain`."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.cli.test_cli import kibitz_ as kibitz_  # the command as a fixture

WON = ("tictactoe", "--position", "XX./OO./...", "--depth", "4")


def test_the_ladder_is_shown_whole_or_by_the_rung(kibitz_: Any) -> None:
    whole = kibitz_("hint", *WON, "--ladder").out.splitlines()
    assert [line.split(":")[0] for line in whole] == ["nudge", "piece", "move", "line"]
    assert whole[2] == "move:   Play 2."
    assert kibitz_("hint", *WON, "--rung", "move").out == "move:   Play 2.\n"


def test_the_ladder_is_json_too(kibitz_: Any) -> None:
    rungs = json.loads(kibitz_("hint", *WON, "--ladder", "--json").out)["rungs"]
    assert [rung["kind"] for rung in rungs] == ["nudge", "piece", "move", "line"]
    rung = json.loads(kibitz_("hint", *WON, "--rung", "nudge", "--json").out)
    assert (rung["code"], rung["fits"]) == ("nudge_sharp", 5)


def test_a_hint_without_a_ladder_is_the_line(kibitz_: Any) -> None:
    assert kibitz_("hint", *WON).out == "2  wins in 1 (proven): 2\n"


def test_a_move_is_explained_with_the_lines_that_show_it(kibitz_: Any) -> None:
    best = kibitz_("explain", *WON).out.splitlines()
    assert best[0] == "2  wins in 1 (proven): 2"
    assert "  wins immediately" in best
    poor = kibitz_("explain", *WON, "--move", "8").out
    assert "  misses 2, which wins immediately\n" in poor
    assert "  lets O win with the next move, while 2 does not  [8 5]\n" in poor


def test_terms_that_change_are_shown(kibitz_: Any) -> None:
    ran = kibitz_("explain", "tiles", "--seed", "3", "--move", "c3", "--depth", "2")
    assert "  evaluation: own tiles +0 -> +5\n" in ran.out


def test_two_moves_are_compared(kibitz_: Any) -> None:
    ran = kibitz_("explain", *WON, "--move", "8", "--versus", "best")
    assert ran.out.startswith("2 wins immediately. 8 does not win within 4 plies.\n\n8  ")
    ran = kibitz_("explain", *WON, "--versus", "8", "--json")
    found = json.loads(ran.out)
    assert (found["mine"]["move"], found["yours"]["move"]) == ("2", "8")
    assert found["differences"][0]["code"] == "wins_where_other_does_not"
    ran = kibitz_("explain", *WON, "--move", "2", "--versus", "best")
    assert ran.out.startswith("Both moves are 2.\n\n2  wins in 1")
    assert ran.out.count("wins immediately") == 1


def test_an_explanation_is_json_too(kibitz_: Any) -> None:
    found = json.loads(kibitz_("explain", *WON, "--json").out)
    assert set(found) == {"move", "line", "claims", "terms", "marks", "text"}


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("explain tictactoe --move 99", 2, "Cannot read the move '99'"),
        ("explain tictactoe --moves 0 --move 0", 2, "Cell 0 is taken"),
        ("explain tictactoe --versus x", 2, "Cannot read the move 'x'"),
        ("explain tictactoe --moves 0,3,1,4,2", 1, "the game is over (X wins)"),
        ("hint tictactoe --moves 0,3,1,4,2 --ladder", 1, "the game is over (X wins)"),
        ("hint tictactoe --rung two", 2, "invalid choice: 'two'"),
        ("explain tictactoe --depth 0", 2, "depth cannot be 0"),
    ],
)
def test_wrong_usage_is_refused(kibitz_: Any, line: str, code: int, message: str) -> None:
    ran = kibitz_(*line.split())
    assert ran.code == code
    assert message in ran.err
    assert "Traceback" not in ran.err
