"""Several searches of one state: which depth each searches, and whose lines are used."""

from __future__ import annotations

from functools import partial

import pytest

import kibitz
from kibitz import Engine, Limit, Session
from kibitz.search.depth_sharing import DepthSharing
from kibitz.search.variation import Variation


def lines(depth: int, score: int = 0) -> tuple[Variation, ...]:
    return (Variation((depth,), score, depth, is_complete=False, is_proven=False),)


def keep_searching() -> None:
    """Ignore the request to abandon the depth."""


def test_a_single_search_does_every_depth() -> None:
    sharing = DepthSharing()
    for depth in (1, 2, 3):
        assert sharing.begin(depth, 99, keep_searching) == depth
        sharing.end(depth, keep_searching)
        assert sharing.submit(lines(depth))


def test_two_searches_share_the_depths() -> None:
    sharing = DepthSharing()
    assert (sharing.begin(1, 99, keep_searching), sharing.begin(1, 99, keep_searching)) == (1, 2)
    sharing.end(2, keep_searching)
    assert sharing.submit(lines(2))
    assert sharing.begin(3, 99, keep_searching) == 3
    sharing.end(1, keep_searching)
    assert not sharing.submit(lines(1))  # comes too late
    assert sharing.depth == 2
    assert sharing.begin(2, 99, keep_searching) == 4


def test_no_search_exceeds_the_maximum_depth() -> None:
    sharing = DepthSharing()
    assert (sharing.begin(7, 7, keep_searching), sharing.begin(7, 7, keep_searching)) == (7, 7)
    sharing.end(7, keep_searching)
    assert sharing.submit(lines(7))
    assert sharing.begin(8, 7, keep_searching) == 7


def test_the_first_lines_of_a_depth_are_stored() -> None:
    sharing = DepthSharing()
    assert sharing.submit(lines(5, score=1))
    assert not sharing.submit(lines(5, score=2))
    assert sharing.lines == lines(5, score=1)


def test_final_lines_replace_deeper_lines() -> None:
    sharing = DepthSharing()
    final = (lines(4)[0]._replace(is_final=True),)
    assert sharing.submit(lines(5))
    assert sharing.submit(final)
    assert not sharing.submit(lines(6))
    assert sharing.lines == final


@pytest.mark.parametrize("threads", [2, 3, 5])
def test_reported_depths_only_grow(threads: int) -> None:
    game = kibitz.game("connect4")
    with Engine(game, threads=threads).analysis(Session(game), Limit(nodes=400_000)) as analysis:
        depths = [found[0].depth for found in analysis]
    assert depths == sorted(set(depths))
    assert analysis.lines[0].depth == depths[-1]


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_a_drawn_game_is_proven_by_any_thread(threads: int) -> None:
    game = kibitz.game("tictactoe", rows=4, columns=4, length=4)
    line = Engine(game, threads=threads).play(Session(game), Limit(time=300))
    assert str(line.warrant) == "proven"
    assert line.value == "draws"


def test_searches_that_are_behind_abandon_their_depth() -> None:
    sharing = DepthSharing()
    abandoned: list[str] = []
    behind, ahead = partial(abandoned.append, "behind"), partial(abandoned.append, "ahead")
    assert sharing.begin(3, 99, behind) == 3
    assert sharing.begin(3, 99, keep_searching) == 4
    assert sharing.begin(5, 99, ahead) == 5
    sharing.end(4, keep_searching)
    assert sharing.submit(lines(4))
    assert abandoned == ["behind"]
    sharing.end(3, behind)
    assert sharing.submit(lines(5))
    assert abandoned == ["behind", "ahead"]
