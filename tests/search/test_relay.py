"""Several searches of one state: who searches what, and whose lines count."""

from __future__ import annotations

from functools import partial

import pytest

import kibitz
from kibitz import Engine, Limit, Session
from kibitz.search.relay import Relay
from kibitz.search.variation import Variation


def lines(depth: int, score: int = 0) -> tuple[Variation, ...]:
    return (Variation((depth,), score, depth, is_complete=False, is_proven=False),)


def go_on() -> None:
    """Leave nothing off."""


def test_one_search_alone_does_every_depth() -> None:
    relay = Relay()
    for depth in (1, 2, 3):
        assert relay.begin(depth, 99, go_on) == depth
        relay.end(depth, go_on)
        assert relay.hand_in(lines(depth))


def test_two_searches_leave_depths_to_each_other() -> None:
    relay = Relay()
    assert (relay.begin(1, 99, go_on), relay.begin(1, 99, go_on)) == (1, 2)
    relay.end(2, go_on)
    assert relay.hand_in(lines(2))
    assert relay.begin(3, 99, go_on) == 3
    relay.end(1, go_on)
    assert not relay.hand_in(lines(1))  # comes too late
    assert relay.depth == 2
    assert relay.begin(2, 99, go_on) == 4


def test_nobody_searches_deeper_than_can_be() -> None:
    relay = Relay()
    assert (relay.begin(7, 7, go_on), relay.begin(7, 7, go_on)) == (7, 7)
    relay.end(7, go_on)
    assert relay.hand_in(lines(7))
    assert relay.begin(8, 7, go_on) == 7


def test_the_first_lines_of_a_depth_stay() -> None:
    relay = Relay()
    assert relay.hand_in(lines(5, score=1))
    assert not relay.hand_in(lines(5, score=2))
    assert relay.lines == lines(5, score=1)


def test_what_is_final_counts_more_than_what_is_deep() -> None:
    relay = Relay()
    final = (lines(4)[0]._replace(is_final=True),)
    assert relay.hand_in(lines(5))
    assert relay.hand_in(final)
    assert not relay.hand_in(lines(6))
    assert relay.lines == final


@pytest.mark.parametrize("threads", [2, 3, 5])
def test_depths_that_are_told_only_grow(threads: int) -> None:
    game = kibitz.game("connect4")
    with Engine(game, threads=threads).analysis(Session(game), Limit(nodes=400_000)) as analysis:
        depths = [found[0].depth for found in analysis]
    assert depths == sorted(set(depths))
    assert analysis.lines[0].depth == depths[-1]


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_a_drawn_game_is_proven_by_whoever_comes_first(threads: int) -> None:
    game = kibitz.game("tictactoe", rows=4, columns=4, length=4)
    line = Engine(game, threads=threads).play(Session(game), Limit(time=300))
    assert str(line.warrant) == "proven"
    assert line.value == "draws"


def test_who_is_behind_is_told_to_leave_off() -> None:
    relay = Relay()
    told: list[str] = []
    behind, ahead = partial(told.append, "behind"), partial(told.append, "ahead")
    assert relay.begin(3, 99, behind) == 3
    assert relay.begin(3, 99, go_on) == 4
    assert relay.begin(5, 99, ahead) == 5
    relay.end(4, go_on)
    assert relay.hand_in(lines(4))
    assert told == ["behind"]
    relay.end(3, behind)
    assert relay.hand_in(lines(5))
    assert told == ["behind", "ahead"]
