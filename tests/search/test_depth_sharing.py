"""Several searches of one state: who searches what, and whose lines count."""

from __future__ import annotations

from functools import partial

import pytest

import kibitz
from kibitz import Engine, Limit, Session
from kibitz.search.depth_sharing import DepthSharing
from kibitz.search.variation import Variation


def lines(depth: int, score: int = 0) -> tuple[Variation, ...]:
    return (Variation((depth,), score, depth, is_complete=False, is_proven=False),)


def go_on() -> None:
    """Leave nothing off."""


def test_one_search_alone_does_every_depth() -> None:
    sharing = DepthSharing()
    for depth in (1, 2, 3):
        assert sharing.begin(depth, 99, go_on) == depth
        sharing.end(depth, go_on)
        assert sharing.submit(lines(depth))


def test_two_searches_leave_depths_to_each_other() -> None:
    sharing = DepthSharing()
    assert (sharing.begin(1, 99, go_on), sharing.begin(1, 99, go_on)) == (1, 2)
    sharing.end(2, go_on)
    assert sharing.submit(lines(2))
    assert sharing.begin(3, 99, go_on) == 3
    sharing.end(1, go_on)
    assert not sharing.submit(lines(1))  # comes too late
    assert sharing.depth == 2
    assert sharing.begin(2, 99, go_on) == 4


def test_nobody_searches_deeper_than_can_be() -> None:
    sharing = DepthSharing()
    assert (sharing.begin(7, 7, go_on), sharing.begin(7, 7, go_on)) == (7, 7)
    sharing.end(7, go_on)
    assert sharing.submit(lines(7))
    assert sharing.begin(8, 7, go_on) == 7


def test_the_first_lines_of_a_depth_stay() -> None:
    sharing = DepthSharing()
    assert sharing.submit(lines(5, score=1))
    assert not sharing.submit(lines(5, score=2))
    assert sharing.lines == lines(5, score=1)


def test_what_is_final_counts_more_than_what_is_deep() -> None:
    sharing = DepthSharing()
    final = (lines(4)[0]._replace(is_final=True),)
    assert sharing.submit(lines(5))
    assert sharing.submit(final)
    assert not sharing.submit(lines(6))
    assert sharing.lines == final


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
    sharing = DepthSharing()
    told: list[str] = []
    behind, ahead = partial(told.append, "behind"), partial(told.append, "ahead")
    assert sharing.begin(3, 99, behind) == 3
    assert sharing.begin(3, 99, go_on) == 4
    assert sharing.begin(5, 99, ahead) == 5
    sharing.end(4, go_on)
    assert sharing.submit(lines(4))
    assert told == ["behind"]
    sharing.end(3, behind)
    assert sharing.submit(lines(5))
    assert told == ["behind", "ahead"]
