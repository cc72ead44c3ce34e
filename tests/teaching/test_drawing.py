"""Lessons as text."""

from __future__ import annotations

import pytest

from kibitz.teaching.lessons import Lesson, lesson, lessons

CUT = """\
root                            +100  AI to move
|-- A: the first move           +100  You to move, the best move
|   `-- A1: your answer         +100
`-- B: the second move           -40  You to move, alpha-beta: at most +50
    |-- B1: your first answer    +50
    |-- B2: your second answer  +300  skipped by alpha-beta
    `-- B3: your third answer    -40  skipped by alpha-beta

minimax looks at 7 positions, alpha-beta at 5
"""

SUM = """\
stones    (5 - 7) x 100  = -200
mobility  (3 - 15) x 2   =  -24
placed    (9 - 1) x 1    =   +8
-------------------------------
total                    = -216
"""


def test_a_tree_is_drawn_with_its_values_and_cuts() -> None:
    assert CUT in lesson("the-cut").text()


def test_a_sum_is_written_as_one() -> None:
    assert SUM in lesson("morris-behind").text()


def test_a_position_shows_its_board_and_the_move() -> None:
    text = lesson("demo-board").text()
    assert " X | O | X\n-----------\n O | 4 | 5\n" in text
    assert "tictactoe: XOX/O../...\n\nX plays 4: wins in 3 plies; equally good: 8\n" in text
    assert "morris: ..o/" in lesson("morris-ahead").text()
    assert "white plays f4: best at depth 2" in lesson("horses-738").text()


def test_finished_games_and_bounds_from_below_are_said() -> None:
    assert "+1000002  won, the best move" in lesson("quicker-win").text()
    assert "-1000002  lost" in lesson("slower-loss").text()
    assert "at least +200" in lesson("depth-three").text()
    assert "Ann 6, Ben 3, Cem 7" in lesson("three-players").text()
    assert "the best by max^n" in lesson("three-players").text()


@pytest.mark.parametrize("one", lessons(), ids=lambda one: one.id)
def test_every_terminal_can_show_a_lesson(one: Lesson) -> None:
    text = one.text()
    assert text.isascii()
    assert max(map(len, text.splitlines())) <= 100
    assert text.startswith(f"{one.title} ({one.teaches})\n===")
    for question in one.questions:
        assert f"\n  -> {question.answer}" in text
