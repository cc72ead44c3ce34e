"""An engine that is asked again and again answers as a new one does, whatever led to a position."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
from kibitz import Engine, FinishedError, Limit, Line, PositionError, Session, Snapshot
from kibitz.engine.position import Position
from kibitz.search.memory import MAX_HISTORY
from tests import toys

RING = toys.ring(size=8, repeats=3)
LONG = toys.ring(size=128, repeats=99)


def answer(engine: Engine, position: Position, depth: int = 6) -> list[tuple[Any, ...]]:
    """What `engine` finds, but for the time it takes; it has learnt nothing before."""
    engine.clear()
    lines = engine.analyse(position, Limit(depth=depth), multipv=3)
    return [(one.line, one.score, one.win_in, one.loss_in, one.warrant, one.nodes) for one in lines]


def check(engine: Engine, position: Position) -> None:
    assert answer(engine, position) == answer(Engine(engine.game, memory=1), position)


def test_moves_that_are_taken_back_and_branches() -> None:
    engine, session = Engine(RING, memory=1), Session(RING)
    for move in (0, 0, 1, 1, 0, 0):
        session.push(move)
        check(engine, session)
    session.undo(3)
    check(engine, session)
    session.push(0)
    check(engine, session)
    session.undo()
    session.redo()
    check(engine, session)
    session.goto(0)
    check(engine, session)


@settings(max_examples=10)
@given(lines=st.lists(st.lists(st.integers(0, 1), max_size=9), min_size=2, max_size=5))
def test_other_sessions_in_between(lines: list[list[int]]) -> None:
    """Near a repetition the value depends on the positions before."""
    engine = Engine(RING, memory=1)
    for moves in lines:
        session = Session(RING)
        for move in moves:
            if session.outcome() is None:
                session.push(move)
        if session.outcome() is None:
            check(engine, session)


def test_a_session_that_begins_elsewhere() -> None:
    engine = Engine(RING, memory=1)
    for start in (RING.initial(), toys.Counter(3, 6, 0, 1), RING.initial()):
        session = Session(RING, start)
        check(engine, session)
        session.push(0)
        check(engine, session)


def test_engines_that_share_a_session() -> None:
    session, engines = Session(RING), [Engine(RING, memory=1) for _ in range(2)]
    for number, move in enumerate((0, 0, 1, 1, 0, 0, 1)):
        session.push(move)
        check(engines[number % 2], session)
    for engine in engines:
        check(engine, session)


def test_snapshots_with_states_of_their_own() -> None:
    """A client that keeps no session builds the states anew for every call."""
    engine = Engine(RING, memory=1)
    session = Session(RING)
    for move in (0, 0, 1, 1, 0, 0, 1):
        session.push(move)
        earlier = [toys.Counter(*state) for state in session.earlier]
        for states in (earlier, tuple(earlier)):
            position = Snapshot(toys.Counter(*session.state), states)
            assert answer(engine, position) == answer(Engine(RING, memory=1), session)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_draw_by_repetition_depends_on_the_way_to_the_position(threads: int) -> None:
    engine = Engine(RING, memory=1, threads=threads)
    states = [RING.initial()]
    for move in (0, 0, 1, 1, 0, 0, 1):
        states.append(RING.play(states[-1], move))
    for _ in range(2):
        for earlier, is_drawn in ((states[:-1], True), ((), False)):
            lines = engine.analyse(Snapshot(states[-1], earlier), Limit(depth=1), multipv=3)
            scores = {line.move: line.score for line in lines}
            assert (scores["1"] == 0) is is_drawn


def test_a_history_longer_than_a_search_looks_at() -> None:
    states = [LONG.initial()]
    for _ in range(MAX_HISTORY + 50):
        states.append(LONG.play(states[-1], 0))
    engine = Engine(LONG, memory=1)
    for end in (MAX_HISTORY - 1, MAX_HISTORY + 1, len(states) - 1, 300):
        check(engine, Snapshot(states[end], states[:end]))


def test_a_finished_game_is_refused_between_searches() -> None:
    engine, session = Engine(RING, memory=1), Session(RING)
    for move in (0, 0, 1, 1, 0, 0, 1):
        session.push(move)
        check(engine, session)
    session.push(1)  # the first position for the third time
    for position in (session, Snapshot(session.state, tuple(session.earlier))):
        with pytest.raises(FinishedError, match="draw by repetition"):
            engine.play(position, Limit(depth=2))
    engine.play(Snapshot(session.state), Limit(depth=2))
    session.undo()
    check(engine, session)


def test_what_is_no_position_is_refused() -> None:
    engine = Engine(RING, memory=1)

    class NoHistory:
        state = RING.initial()

    for given_ in (None, RING.initial(), NoHistory(), Snapshot(None), Snapshot((0, 4, 0, 0))):
        with pytest.raises(PositionError, match="needs a session or a snapshot"):
            engine.play(given_, Limit(depth=2))  # type: ignore[arg-type]
    other = kibitz.game("tictactoe", rows=4)
    with pytest.raises(PositionError, match="tictactoe"):
        Engine(kibitz.game("tictactoe"), memory=1).play(Session(other), Limit(depth=2))
    same = kibitz.game("tictactoe")
    assert isinstance(Engine(same, memory=1).play(Session(same), Limit(depth=1)), Line)
