"""Boards in a rules text, and their mistakes."""

from __future__ import annotations

from dataclasses import replace

import pytest

import kibitz
from kibitz.core.contract import Game
from kibitz.core.rules_text import Figure, board_block, read_rules
from kibitz.core.text import format_state
from kibitz.testing import check
from tests.toys import ring


def with_board(*lines: str, name: str = "tictactoe") -> Game:
    block = "\n".join(["# Rules", "", "```board", *lines, "```"])
    return replace(kibitz.game(name), rules=block)


def figure_of(*lines: str, name: str = "tictactoe") -> Figure:
    _, figure = read_rules(with_board(*lines, name=name))
    assert isinstance(figure, Figure)
    return figure


def test_a_board_draws_the_start_unless_it_has_a_position() -> None:
    game = kibitz.game("tictactoe")
    assert figure_of().before == game.initial()
    assert format_state(game, figure_of("position: XO./.../...").before) == "XO./.../..."
    horses = kibitz.game("horses")
    assert figure_of("seed: 7", name="horses").before == horses.initial(7)


def test_a_board_plays_its_moves_and_shows_one() -> None:
    figure = figure_of("moves: 4 0", "move: 8", "mark: 2 6", "caption: **X** plays: 8")
    game = kibitz.game("tictactoe")
    assert format_state(game, figure.before) == "O../.X./..."
    assert format_state(game, figure.after) == "O../.X./..X"
    assert (figure.line, figure.move_text, figure.marked) == (3, "8", (2, 6))
    assert [(span.text, span.style) for span in figure.caption] == [
        ("X", "strong"),
        (" plays: 8", "plain"),
    ]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("position: XXX", "Cannot read the tictactoe position 'XXX'"),
        ("moves: 4 4", "No move '4'"),
        ("move: 9", "Cannot read the move '9'"),
        ("mark: z9", "mark: the board has no cell 'z9'"),
        ("seed: many", "seed: expected a whole number, got 'many'"),
        ("colour: red", "cannot read 'colour: red', expected one of position:, seed:, moves:"),
        ("just words", "cannot read 'just words'"),
        ("seed: 1\nseed: 2", "seed: occurs twice"),
    ],
)
def test_a_mistake_in_a_board_is_named_with_its_line(line: str, problem: str) -> None:
    game = with_board(line)
    with pytest.raises(kibitz.ContractError) as refusal:
        read_rules(game)
    text = str(refusal.value)
    assert text.startswith("The rules text of tictactoe has a mistake in the block of line 3: ")
    assert problem in text
    with pytest.raises(kibitz.ConformanceError, match="block of line 3"):
        check(game, games=1, compiled=False)


def test_a_rule_that_raises_is_named() -> None:
    def play(state: object, move: int) -> object:
        raise ZeroDivisionError("ply")

    game = replace(with_board("moves: 4"), play=play)
    with pytest.raises(kibitz.ContractError, match="a rule raises ZeroDivisionError: ply"):
        read_rules(game)


def test_rules_are_text() -> None:
    with pytest.raises(kibitz.ContractError, match="rules is 7: expected a str"):
        replace(kibitz.game("tictactoe"), rules=7)  # type: ignore[arg-type]  # it is refused


def test_a_block_is_written_from_its_lines() -> None:
    block = board_block(position="X../.../...", move=4, caption="")
    assert block == "```board\nposition: X../.../...\nmove: 4\n```"
    (figure,) = read_rules(replace(kibitz.game("tictactoe"), rules=board_block(move=4)))
    assert isinstance(figure, Figure)


def test_a_game_without_a_board_or_a_text_has_rules_too() -> None:
    game = replace(ring(), rules=board_block(moves="0"))
    (figure,) = read_rules(game)
    assert isinstance(figure, Figure)
    assert figure.marked == ()
    assert read_rules(replace(game, rules="")) == ()
