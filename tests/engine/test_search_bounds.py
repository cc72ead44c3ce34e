from __future__ import annotations

import time
from threading import Thread, Timer

import kibitz
from kibitz.engine.lines import Line
from kibitz.engine.search_bounds import SearchBounds, current_bounds

GAME = kibitz.game("connect4")


def test_bounds_narrow_every_search_of_the_block_and_none_after_it() -> None:
    session, engine = kibitz.Session(GAME), kibitz.Engine(GAME)
    with SearchBounds(nodes=500) as bounds:
        assert current_bounds() is bounds
        assert engine.play(session, kibitz.Limit(depth=12)).nodes <= 500
        assert kibitz.Player(GAME, "9").play(session).nodes <= 500
    assert current_bounds() is None
    assert engine.play(session, kibitz.Limit(depth=8)).depth == 8


def test_a_limit_that_is_less_than_the_bounds_holds() -> None:
    with SearchBounds(seconds=600, nodes=10**9) as bounds:
        found = bounds.narrow(kibitz.Limit(time=1.0, nodes=10, depth=3))
    assert found == kibitz.Limit(time=1.0, nodes=10, depth=3)


def test_a_search_without_a_limit_gets_the_rest_of_the_time() -> None:
    with SearchBounds(seconds=600) as bounds:
        found = bounds.narrow(kibitz.Limit(depth=3))
        assert found.time is not None
        assert 0 < found.time <= 600
    with SearchBounds(seconds=0.001) as bounds:
        time.sleep(0.01)
        found = bounds.narrow(kibitz.Limit())
        assert found.time is not None
        assert 0 < found.time <= 0.001


def test_a_stop_from_another_thread_ends_this_search_and_those_after_it() -> None:
    session = kibitz.Session(GAME)
    with SearchBounds() as bounds:
        stopper = Timer(0.1, bounds.stop)
        stopper.start()
        # Neither would end by itself.
        kibitz.Engine(GAME).play(session, kibitz.Limit(time=10**6))
        kibitz.Engine(GAME).play(session, kibitz.Limit(time=10**6))
        stopper.join()
    assert bounds.is_stopped


def test_what_is_found_is_told_as_it_deepens() -> None:
    told: list[Line] = []
    with SearchBounds(on_lines=lambda lines: told.append(lines[0])):
        best = kibitz.Engine(GAME).play(kibitz.Session(GAME), kibitz.Limit(depth=6))
    depths = [line.depth for line in told]
    assert depths == sorted(depths)
    assert told[-1].move == best.move


def test_bounds_are_those_of_one_thread() -> None:
    found: list[object] = []
    with SearchBounds(nodes=1):
        other = Thread(target=lambda: found.append(current_bounds()))
        other.start()
        other.join()
    assert found == [None]
