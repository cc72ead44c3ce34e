"""The line of a game that sessions and matches share."""

from __future__ import annotations

import random

import pytest

import kibitz
from kibitz.session.game_line import GameLine
from kibitz.session.session import Session


@pytest.mark.parametrize("name", ["tictactoe", "draughts", "horses", "tiles"])
def test_it_follows_the_rules_as_a_session_does(name: str) -> None:
    game, lot = kibitz.game(name), random.Random(4)
    session, line = Session(game, seed=3), GameLine(game, game.initial(3))
    while line.outcome is None and len(line.moves) < 80:
        move = lot.choice(list(game.moves(line.state)))
        line.push(move)
        session.push(move)
        assert (line.state, line.earlier, line.turn) == (
            session.state,
            session.earlier,
            session.turn,
        )
        assert line.outcome == session.outcome()
    assert [played.number for played in session.history] == line.moves


def test_moves_are_taken_back_and_restored() -> None:
    game = kibitz.game("draughts")
    line = GameLine(game)
    line.push(next(iter(game.moves(line.state))))
    position = line.position
    second = next(iter(game.moves(line.state)))
    line.push(second)
    line.cut(1)
    assert line.position == position
    assert line.outcome is None
    line.restore(second, game.play(line.state, second))
    assert (line.earlier[-1], line.moves[-1]) == (position.state, second)


def test_rules_that_fail_after_a_move_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(kibitz.game("tictactoe"))
    session.push("4")

    def fail(*given: object) -> None:
        raise RuntimeError("a mistake in the rules")

    with monkeypatch.context() as broken:
        broken.setattr(type(session.game), "outcome", fail)
        with pytest.raises(RuntimeError):
            session._history.add(0, None, None)
    assert (session.moves, session.branches, session.ply) == (("4",), (), 1)
    session.push("0")
    session.undo(2)
    session.redo()
    assert session.line == ("4", "0")
