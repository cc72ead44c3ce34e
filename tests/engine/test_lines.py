"""Lines of play as values: their text is written on demand, which nobody can see."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, asdict, astuple, fields, replace
from typing import Any

import pytest

import kibitz
from kibitz import Engine, Limit, Line, Session
from kibitz.core.text import parse_move
from kibitz.engine.lines import line_of
from kibitz.search.variation import Variation

GAME = kibitz.game("tictactoe")
FOUND = Variation((4, 0, 8), 3, 5, is_complete=False, is_proven=False)
WARRANT = kibitz.Warrant("depth", 5)
READ = Line("4", 3, None, None, WARRANT, 5, 100, 0.5, ("4", "0", "8"))  # as from a file
WRITTEN = replace(READ, moves=(4, 0, 8))


def unwritten() -> Line:
    return line_of(GAME, GAME.initial(), FOUND, 100, 0.5)


@pytest.mark.parametrize(
    "look",
    [
        lambda line: line,
        repr,
        hash,
        asdict,
        astuple,
        copy.copy,
        copy.deepcopy,
        Line.as_dict,
        lambda line: line.line,
        lambda line: line.value,
        lambda line: replace(line, depth=6),
        lambda line: pickle.loads(pickle.dumps(line)),
        lambda line: [getattr(line, one.name) for one in fields(line)],
        lambda line: line in {WRITTEN},
    ],
)
def test_a_line_whose_text_is_not_written_yet_is_like_any_other(look: Any) -> None:
    assert look(unwritten()) == look(WRITTEN)
    assert unwritten() == unwritten()


def test_a_line_that_was_read_is_the_same_but_has_no_numbers() -> None:
    assert (READ, hash(READ), repr(READ)) == (unwritten(), hash(unwritten()), repr(unwritten()))
    assert READ.as_dict() == unwritten().as_dict()
    assert READ.moves == ()


@pytest.mark.parametrize(
    "copied",
    [copy.copy, copy.deepcopy, lambda line: pickle.loads(pickle.dumps(line)), replace],
)
def test_copies_of_a_line_keep_its_numbers(copied: Any) -> None:
    assert copied(unwritten()).moves == (4, 0, 8)


def test_a_line_cannot_be_changed() -> None:
    for line in (unwritten(), WRITTEN):
        with pytest.raises(FrozenInstanceError):
            line.line = ()  # type: ignore[misc]
        with pytest.raises(FrozenInstanceError):
            del line.line
        assert not hasattr(line, "__dict__")
        assert line.line == ("4", "0", "8")


def test_a_line_has_no_other_attributes() -> None:
    for line in (unwritten(), WRITTEN):
        with pytest.raises(AttributeError, match="'Line' object has no attribute 'lines'"):
            _ = line.lines  # type: ignore[attr-defined]
    with pytest.raises(AttributeError):
        _ = Line.__new__(Line).line


def test_the_text_is_written_once() -> None:
    line = unwritten()
    assert line.line is line.line


@pytest.mark.parametrize("compiled", [True, False])
def test_the_text_is_that_of_the_position_searched(compiled: bool) -> None:
    """Even if it is asked for when the session has gone on."""
    session = Session(GAME)
    line = Engine(GAME, compiled=compiled, memory=1).play(session, Limit(depth=4))
    session.push(line.move)
    session.push(session.legal_moves[0])
    state = GAME.initial()
    assert len(line.line) == 4
    assert line.line[0] == line.move
    for text in line.line:
        state = GAME.play(state, parse_move(GAME, state, text))
