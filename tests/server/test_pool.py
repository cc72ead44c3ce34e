"""Who is served when: priorities, clients that take turns, bounded queues."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event

import pytest

from kibitz.engine.search_bounds import SearchBounds
from kibitz.server.client_identity import current_client
from kibitz.server.http_errors import BusyError, RateError
from kibitz.server.jobs import pool as pools
from kibitz.server.jobs.pool import Pool
from kibitz.server.jobs.priority import Priority

MOVE, REQUEST, LONG, EXHIBITION = Priority


@contextmanager
def closing(pool: Pool) -> Iterator[Pool]:
    try:
        yield pool
    finally:
        pool.close()


class Work:
    """Work that is under way until it is let go; notes in which order it began."""

    def __init__(self, began: list[str], name: str) -> None:
        self._began, self._name = began, name
        self.has_begun, self.go = Event(), Event()

    def __call__(self) -> str:
        self._began.append(self._name)
        self.has_begun.set()
        assert self.go.wait(60)
        return self._name


class Bench:
    """A pool, and work for it."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.began: list[str] = []
        self.futures: dict[str, Future[str]] = {}
        self._works: dict[str, Work] = {}

    def submit(self, name: str, client: str, priority: Priority = REQUEST) -> Work:
        work = self._works[name] = Work(self.began, name)
        self.futures[name] = self.pool.submit(work, client, priority)
        return work

    def running(self, name: str, client: str, priority: Priority = REQUEST) -> Work:
        work = self.submit(name, client, priority)
        assert work.has_begun.wait(60)
        return work

    def finish(self) -> list[str]:
        """Let everything end; the order in which it began."""
        for work in self._works.values():
            work.go.set()
        for future in self.futures.values():
            future.result(60)
        return self.began


@pytest.fixture
def no_ageing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "_AGEING", 1e9)


@pytest.mark.usefixtures("no_ageing")
def test_peoples_moves_go_before_requests_and_engines_among_themselves_go_last() -> None:
    with closing(Pool(2, 10)) as pool:
        bench = Bench(pool)
        bench.running("one", "x")
        bench.running("two", "y")
        bench.submit("exhibition", "a", EXHIBITION)
        bench.submit("long", "b", LONG)
        bench.submit("request", "c", REQUEST)
        bench.submit("move", "d", MOVE)
        began = bench.finish()
    assert began[2:4] == ["move", "request"]
    assert sorted(began[4:]) == ["exhibition", "long"]


@pytest.mark.usefixtures("no_ageing")
def test_one_request_of_a_client_does_not_wait_for_anothers_twenty() -> None:
    with closing(Pool(1, 100)) as pool:
        bench = Bench(pool)
        bench.running("first", "mallory")
        for number in range(20):
            bench.submit(f"flood {number}", "mallory")
        bench.submit("only one", "alice")
        assert bench.finish()[:2] == ["first", "only one"]


def test_long_work_never_takes_the_last_thread() -> None:
    with closing(Pool(2, 100)) as pool:
        bench = Bench(pool)
        bench.running("long 1", "a", LONG)
        second = bench.submit("long 2", "b", LONG)
        bench.submit("exhibition", "c", EXHIBITION)
        bench.running("move", "d", MOVE)
        assert not second.has_begun.is_set()
        bench.finish()


def test_one_client_takes_its_share_of_the_threads_and_no_more() -> None:
    with closing(Pool(4, 100, share=0.5)) as pool:
        bench = Bench(pool)
        bench.running("1", "mallory")
        bench.running("2", "mallory")
        third = bench.submit("3", "mallory")
        bench.running("4", "alice")
        assert not third.has_begun.is_set()
        bench.finish()


def test_what_has_waited_long_goes_before_fresh_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "_AGEING", 1e-9)
    with closing(Pool(1, 10)) as pool:
        bench = Bench(pool)
        bench.running("running", "x")
        bench.submit("exhibition", "a", EXHIBITION)
        bench.submit("move", "b", MOVE)
        assert bench.finish() == ["running", "exhibition", "move"]


def test_a_full_queue_refuses_and_one_client_fills_half_of_it() -> None:
    with closing(Pool(1, 4)) as pool:
        bench = Bench(pool)
        bench.running("running", "mallory")
        bench.submit("1", "mallory")
        bench.submit("2", "mallory")
        with pytest.raises(RateError):
            bench.submit("3", "mallory")
        bench.submit("4", "alice")
        bench.submit("5", "bob")
        with pytest.raises(BusyError):
            bench.submit("6", "carol")
        assert pool.room == 0
        bench.futures.pop("3", None)
        bench._works.pop("3")
        bench._works.pop("6")
        bench.finish()


def test_work_knows_the_client_it_is_done_for() -> None:
    with closing(Pool(1, 4)) as pool:
        assert pool.submit(current_client, "alice").result(60) == "alice"
        assert current_client() == ""


def test_work_that_fails_tells_its_caller_and_harms_nobody_else() -> None:
    def fail() -> None:
        raise SystemExit("bug")

    with closing(Pool(1, 4)) as pool:
        with pytest.raises(SystemExit):
            pool.submit(fail).result(60)
        assert pool.submit(lambda: 7).result(60) == 7


def test_work_whose_turn_does_not_come_is_refused() -> None:
    with closing(Pool(1, 4)) as pool:
        bench = Bench(pool)
        bench.running("running", "a")
        work = pool.run(lambda: 1, SearchBounds(), patience=0.0)
        with (
            ThreadPoolExecutor(1) as thread,
            pytest.raises(BusyError),
        ):  # a loop may run in this one
            thread.submit(asyncio.run, work).result(60)
        assert pool.room == 4
        bench.finish()


def test_closing_drops_what_waits() -> None:
    pool = Pool(1, 4)
    bench = Bench(pool)
    work = bench.running("running", "a")
    waiting = bench.submit("waiting", "a")
    work.go.set()
    waiting.go.set()
    pool.close()
    assert bench.futures["running"].result(60) == "running"
    if "waiting" not in bench.began:
        with pytest.raises(CancelledError):
            bench.futures["waiting"].result(60)
    with pytest.raises(BusyError):
        pool.submit(lambda: 1)
