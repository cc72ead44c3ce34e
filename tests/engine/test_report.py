"""The performance table of a game's levels."""

from __future__ import annotations

import json

import pytest

import kibitz
from kibitz import Level
from kibitz.engine.levels import level
from kibitz.engine.report import COLUMNS, as_dicts, as_markdown, as_text, report
from tests import toys


def test_unpruned_depth_one_saves_nothing_and_pruned_depth_three_much() -> None:
    game = kibitz.game("tictactoe")
    one, three = report(game, [level(game, "easy"), level(game, "hard")], games=2)
    assert (one.depth, three.depth) == (1, 5)
    assert one.saved == 0
    assert three.saved is not None
    assert 0.3 < three.saved < 1
    assert three.nodes > one.nodes
    assert 2 < one.branching < 8
    assert 5 <= one.length <= 9


def test_nodes_of_one_ply_are_the_moves_and_the_root() -> None:
    game = toys.nim(4)
    (row,) = report(game, [Level("one", depth=1)], games=1)
    assert row.nodes == row.branching + 1


def test_step_without_a_fixed_depth_has_no_share_saved() -> None:
    game = kibitz.game("tictactoe")
    (row,) = report(game, [level(game, "3")], games=1)
    assert (row.depth, row.saved) == (None, None)


def test_game_of_objects_is_counted_where_it_is_small() -> None:
    levels = [Level("two", depth=2), Level("four", depth=4)]
    two, four = report(toys.coins(), levels, games=1)
    assert two.saved is not None
    assert four.saved is None


def test_moves_by_lot_are_not_measured() -> None:
    game = kibitz.game("tictactoe")
    (row,) = report(game, [Level("lot", depth=1, randomness=1.0)], games=1)
    assert (row.moves, row.nodes, row.milliseconds) == (0, 0, 0)


def test_progress_is_told() -> None:
    game = kibitz.game("tictactoe")
    told: list[str] = []
    list(report(game, [level(game, "easy")], games=2, on_progress=told.append))
    assert told == ["level easy, game 1 of 2", "level easy, game 2 of 2"]


def test_no_games_are_refused() -> None:
    game = kibitz.game("tictactoe")
    with pytest.raises(kibitz.LimitError, match="games cannot be 0"):
        list(report(game, [level(game, "easy")], games=0))


def test_forms_hold_the_same_rows() -> None:
    game = kibitz.game("tictactoe")
    rows = list(report(game, [level(game, "easy"), level(game, "3")], games=1))
    text, markdown = as_text(rows).splitlines(), as_markdown(rows).splitlines()
    assert text[0].split()[0] == COLUMNS[0]
    assert len(text) == 3
    assert [line.count("|") for line in markdown] == [len(COLUMNS) + 1] * 4
    assert [row["level"] for row in json.loads(json.dumps(as_dicts(rows)))] == ["easy", "3"]
