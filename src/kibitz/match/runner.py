"""The runner: hands games to a worker pool and results back, each number once."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, wait

from kibitz.core.errors import KibitzError
from kibitz.match.playing import play_game
from kibitz.match.result import Result
from kibitz.match.specification import Specification
from kibitz.match.worker_pool import WorkerPool

_AHEAD = 2  # games that are handed out for every worker, so that none waits
_FAILURES = 3  # times that workers may die in a row without a single game finished


def run_games(
    specification: Specification, numbers: Iterable[int], pool: WorkerPool
) -> Generator[list[Result], None, None]:
    """Play the games with these numbers; those that are finished, as they come.

    A game whose worker dies is played again: it follows from its number, so it is the same game.
    KibitzError where workers do nothing but die. Whenever it ends, games that nobody has begun are
    taken back from the pool.
    """
    fresh = iter(numbers)
    again: deque[int] = deque()  # numbers that were lost
    flying: dict[Future[Result], int] = {}
    failures = 0
    try:
        while True:
            is_broken = False
            while len(flying) < _AHEAD * pool.size and not is_broken:
                number = again.popleft() if again else next(fresh, None)
                if number is None:
                    break
                try:
                    flying[pool.submit(play_game, specification, number)] = number
                except pool.losses:
                    again.appendleft(number)
                    is_broken = True
            if not flying and not is_broken:
                return
            done, _ = wait(flying, return_when=FIRST_COMPLETED) if flying else (set(), set())
            finished: list[Result] = []
            lost: list[int] = []
            failure: Exception | None = None
            for future in sorted(done, key=flying.__getitem__):
                number = flying.pop(future)
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
                raise failure  # after the games that ended with it, which are played
            if lost or is_broken:
                failures += not finished
                if failures > _FAILURES:
                    raise KibitzError("workers_lost", count=failures)
                if pool.fail_together:
                    lost += flying.values()
                    _take_back(flying)
                    flying.clear()
                again.extendleft(sorted(lost, reverse=True))
                pool.replace()
    finally:
        _take_back(flying)


def _take_back(futures: Iterable[Future[Result]]) -> None:
    for future in futures:
        future.cancel()
