"""The runner: submits numbered games to a worker pool and yields each result once."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import Any, TypeVar

from kibitz.core.errors import KibitzError
from kibitz.match.playing import play_game
from kibitz.match.result import Result
from kibitz.match.specification import Specification
from kibitz.match.worker_pool import WorkerPool

_Order = TypeVar("_Order")
_Result = TypeVar("_Result")

_AHEAD = 2  # games submitted per worker, so that none is idle
_FAILURES = 3  # how many times in a row workers may die before any game finishes


def run_games(
    specification: Specification, numbers: Iterable[int], pool: WorkerPool
) -> Generator[list[Result], None, None]:
    """Play the games of a match with these numbers; see `run_numbered`."""
    return run_numbered(play_game, specification, numbers, pool)


def run_numbered(
    play: Callable[[_Order, int], _Result],
    order: _Order,
    numbers: Iterable[int],
    pool: WorkerPool,
) -> Generator[list[_Result], None, None]:
    """Call `play(order, number)` for each number; yield results in batches as games finish.

    If a worker dies, its game is played again with the same result, because the number determines
    the game. Raises KibitzError if workers keep dying. Games that have not started are cancelled
    when the generator is closed.
    """
    fresh = iter(numbers)
    retries: deque[int] = deque()  # the numbers of lost games
    pending: dict[Future[_Result], int] = {}
    failures = 0
    try:
        while True:
            is_broken = False
            while len(pending) < _AHEAD * pool.size and not is_broken:
                number = retries.popleft() if retries else next(fresh, None)
                if number is None:
                    break
                try:
                    pending[pool.submit(play, order, number)] = number
                except pool.losses:
                    retries.appendleft(number)
                    is_broken = True
            if not pending and not is_broken:
                return
            done, _ = wait(pending, return_when=FIRST_COMPLETED) if pending else (set(), set())
            finished: list[_Result] = []
            lost: list[int] = []
            failure: Exception | None = None
            for future in sorted(done, key=pending.__getitem__):
                number = pending.pop(future)
                try:
                    finished.append(future.result())
                except pool.losses:
                    lost.append(number)
                except Exception as problem:
                    failure = failure or problem
            if finished:
                failures = 0
                yield finished
            if failure is not None:
                raise failure  # after yielding the games that finished at the same time
            if lost or is_broken:
                failures += not finished
                if failures > _FAILURES:
                    raise KibitzError("workers_lost", count=failures)
                if pool.fail_together:
                    lost += pending.values()
                    _cancel(pending)
                    pending.clear()
                retries.extendleft(sorted(lost, reverse=True))
                pool.replace()
    finally:
        _cancel(pending)


def _cancel(futures: Iterable[Future[Any]]) -> None:
    for future in futures:
        future.cancel()
