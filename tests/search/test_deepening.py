"""One depth after the other: windows, what is told of a search that is stopped, its table."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import kibitz
from kibitz import Engine, Limit, Plain, Session, Switches
from kibitz.core.contract import LOSS, WIN
from kibitz.core.score import decided
from kibitz.search.deepening import Deepening
from kibitz.search.depth_sharing import DepthSharing
from kibitz.search.memory import MEMORY_WORDS
from kibitz.search.switches import TUNING
from kibitz.search.typical_change import typical_change
from kibitz.search.variation import Variation
from kibitz.search.workers import CompiledWorker

GAME = kibitz.game("tictactoe")


class Interrupted:
    """A worker whose second depth is stopped when only the first move has been searched."""

    max_depth = 255
    inline_nodes = 1
    nodes = 1 << 20
    unsure = 0
    probed = 0
    is_stopped = False

    def __init__(self, score: int) -> None:
        self._score = score  # of that move

    def value(self, depth: int, alpha: int, beta: int, excluded: Sequence[int]) -> int:
        self.unsure += 1
        self.is_stopped = depth > 1
        return self._score if self.is_stopped else 0

    def line(self) -> list[int]:
        return [4]

    def set_node_limit(self, nodes: int | None) -> None: ...
    def set_exact(self, is_exact: bool) -> None: ...
    def set_first_move(self, move: int | None) -> None: ...
    def stop(self) -> None: ...
    def abandon(self) -> None: ...

    def resume(self) -> bool:
        return False


@pytest.mark.parametrize(
    ("score", "depths"),
    [(7, [1, 2]), (decided(WIN, 2, 0), [1, 2]), (decided(LOSS, 2, 0), [1])],
)
def test_a_position_is_not_called_lost_by_its_first_move_alone(
    score: int, depths: list[int]
) -> None:
    search = Deepening(Interrupted(score), GAME, GAME.initial(), switches=Switches())
    assert [found[0].depth for found in search.run()] == depths


class Jumping(Interrupted):
    """A worker that finds the score 1000 at first, and later one that is `jump` more."""

    def __init__(self, jump: int) -> None:
        super().__init__(1000)
        self._jump = jump
        self.windows: list[tuple[int, int]] = []  # of the first depth that has one

    def value(self, depth: int, alpha: int, beta: int, excluded: Sequence[int]) -> int:
        self.unsure += 1
        if depth < TUNING.aspiration_depth:
            return self._score
        self.windows.append((alpha, beta))
        return self._score + self._jump


@pytest.mark.parametrize("name", ["tictactoe", "morris", "draughts", "horses"])
def test_a_window_is_as_wide_as_scores_change(name: str) -> None:
    game = kibitz.game(name)
    width = 2 * typical_change(game)
    for jump, windows in ((0, 1), (width // 2, 1), (-3 * width, 2), (3 * width, 2)):
        worker = Jumping(jump)
        depth = TUNING.aspiration_depth
        search = Deepening(worker, game, game.initial(1), switches=Switches(), max_depth=depth)
        assert [found[0].score for found in search.run()][-1] == 1000 + jump
        assert len(worker.windows) == windows
        assert worker.windows[0] == (1000 - width, 1000 + width)


@pytest.mark.parametrize("megabytes", [1, 4, 16])
def test_a_bucket_of_the_table_is_a_cache_line(megabytes: int) -> None:
    engine = Engine(kibitz.game("connect4"), compiled=True, memory=megabytes)
    engine.play(Session(engine.game), Limit(nodes=100_000))
    for worker in engine._search_workers.workers:
        assert worker.table.ctypes.data % 64 == 0
        assert worker.table.nbytes == megabytes << 20


class Overtaken(Interrupted):
    """A worker that is told in the middle of depth 3 that others are through with depth 5."""

    was_abandoned = False

    def __init__(self, sharing: DepthSharing) -> None:
        super().__init__(0)
        self._sharing = sharing
        self.depths: list[int] = []

    def value(self, depth: int, alpha: int, beta: int, excluded: Sequence[int]) -> int:
        self.unsure += 1
        self.depths.append(depth)
        if depth == 3:
            assert self._sharing.submit((Variation((4,), 0, 5, False, False),))
        return 0

    def abandon(self) -> None:
        self.was_abandoned = self.is_stopped = True

    def resume(self) -> bool:
        was_abandoned, self.was_abandoned, self.is_stopped = self.was_abandoned, False, False
        return was_abandoned


def test_who_is_overtaken_goes_on_deeper() -> None:
    sharing = DepthSharing()
    worker = Overtaken(sharing)
    search = Deepening(
        worker, GAME, GAME.initial(), switches=Switches(), max_depth=8, sharing=sharing
    )
    assert [found[0].depth for found in search.run()] == [1, 2, 6, 7, 8]
    assert list(dict.fromkeys(worker.depths)) == [1, 2, 3, 6, 7, 8]


def test_a_stop_is_stronger_than_leaving_a_depth() -> None:
    worker = CompiledWorker(GAME, None, [0], memory=[0] * MEMORY_WORDS)
    worker.start(GAME.initial(), (), Switches(), 1)
    worker.abandon()
    assert worker.resume()
    assert not worker.resume()
    worker.abandon()
    worker.stop()
    worker.abandon()
    assert not worker.resume()


@pytest.mark.parametrize("switches", [Switches(), Plain()])
def test_a_depth_starts_with_the_best_move_of_the_last(switches: Switches | Plain) -> None:
    """But the plain search keeps the order of the rules."""
    preferred = []

    class Noting(Interrupted):
        def value(self, depth: int, alpha: int, beta: int, excluded: Sequence[int]) -> int:
            self.unsure += 1
            return 0

        def set_first_move(self, move: int | None) -> None:
            preferred.append(move)

    search = Deepening(Noting(0), GAME, GAME.initial(), switches=switches, max_depth=3)
    assert len(list(search.run())) == 3
    assert preferred == ([None, 4, 4] if isinstance(switches, Switches) else [None, None, None])
