from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

import kibitz
from kibitz.core.contract import Game
from kibitz.engine import background
from kibitz.engine.compile_order import CompileOrder
from kibitz.engine.compile_process import main
from kibitz.games.game_ref import GameRef
from kibitz.server import compile_queue
from kibitz.server.catalogue import Catalogue
from kibitz.server.client_identity import client_context
from kibitz.server.compile_queue import CompileQueue, NotCompiledError
from kibitz.server.http_errors import BusyError, RateError
from kibitz.server.rate_limiter import Rate, RateLimiter
from tests.server.live import until


def small(rows: int = 2, columns: int = 2) -> Game:
    return kibitz.game("tictactoe", rows=rows, columns=columns, length=2)


def order_of(game: Game) -> CompileOrder:
    found = GameRef.of(game)
    assert found is not None
    return CompileOrder(found)


@pytest.fixture
def queue() -> Iterator[CompileQueue]:
    """A queue that compiles only what is asked for."""
    found = CompileQueue(Catalogue())
    found._thread.start()
    yield found
    found.close()


def compile_with(
    queue: CompileQueue, game: Game, evaluation: str = "", *, is_plain: bool = False
) -> None:
    with pytest.raises(NotCompiledError) as needed:
        queue.require(game, evaluation=evaluation, is_plain=is_plain)
    needed.value.done.result(120)
    queue.require(game, evaluation=evaluation, is_plain=is_plain)


def test_a_game_is_compiled_by_another_process_once(cache: Path, queue: CompileQueue) -> None:
    compile_with(queue, small())
    (kept,) = cache.glob("*.code")
    kept.unlink()
    queue.require(small())
    assert not list(cache.glob("*.code"))


def test_an_evaluation_of_a_level_is_a_build_of_its_own(cache: Path, queue: CompileQueue) -> None:
    game = kibitz.game("connect4", rows=4, columns=4)
    compile_with(queue, game)
    compile_with(queue, game, "classic")
    assert len(list(cache.glob("*.code"))) == 2
    compile_with(queue, game, "classic", is_plain=True)  # a textbook level
    assert len(list(cache.glob("*.code"))) == 3


def test_the_other_process_says_when_each_build_is_done(
    cache: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = small(2, 3)
    order = order_of(game)
    named = order._replace(code=kibitz.Engine(game).build.entry.name)
    other = order._replace(code="0" * 40 + ".code")
    main([order.line(), named.line(), other.line()])
    assert capsys.readouterr().out == "done\ndone\nother\n"
    assert [file.name for file in cache.glob("*.code")] == [named.code]


def test_a_build_that_cannot_be_made_ahead_ends_nothing(
    cache: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = (GameRef("no such game"), GameRef("tictactoe", (("rows", -1),)))
    main([CompileOrder(one).line() for one in wrong])
    assert capsys.readouterr().out == "failed\nfailed\n"


def test_where_no_other_process_can_be_started_the_worker_compiles(
    cache: Path, monkeypatch: pytest.MonkeyPatch, queue: CompileQueue
) -> None:
    monkeypatch.setattr(sys, "executable", str(cache / "none"))
    compile_with(queue, small())
    assert not list(cache.glob("*.code"))


def test_a_build_whose_process_dies_is_refused_for_a_while(
    cache: Path, monkeypatch: pytest.MonkeyPatch, queue: CompileQueue
) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/true")
    with pytest.raises(NotCompiledError) as needed:
        queue.require(small())
    needed.value.done.result(60)
    with pytest.raises(BusyError, match="could not be compiled"):
        queue.require(small())


def test_a_queue_that_is_off_is_ready_and_starts_nothing(cache: Path) -> None:
    queue = CompileQueue(Catalogue(), on=False)
    queue.start()
    queue.require(small())
    assert queue.is_ready
    assert not cache.exists()
    queue.close()


def test_one_client_waits_for_a_few_builds_at_most() -> None:
    queue = CompileQueue(Catalogue())  # not started: nothing is ever done
    with client_context("mallory"):
        for rows in range(3, 3 + compile_queue._MOST_OF_CLIENT):
            with pytest.raises(NotCompiledError):
                queue.require(small(rows))
        with pytest.raises(RateError):
            queue.require(small(3, 9))
        with pytest.raises(NotCompiledError):
            queue.require(small(3))  # ordered already
    with client_context("alice"), pytest.raises(NotCompiledError):
        queue.require(small(3, 9))


def test_one_client_gets_so_many_builds_an_hour() -> None:
    queue = CompileQueue(Catalogue(), limiter=RateLimiter(Rate.parse("2/hour"), lambda: 0.0))
    with client_context("mallory"):
        for rows in (3, 4):
            with pytest.raises(NotCompiledError):
                queue.require(small(rows))
        with pytest.raises(RateError) as refusal:
            queue.require(small(5))
    assert refusal.value.headers == {"Retry-After": "1800"}


def test_clients_take_turns_and_people_go_first() -> None:
    queue = CompileQueue(Catalogue())
    for client, rows in (("", 9), ("mallory", 3), ("mallory", 4), ("mallory", 5), ("alice", 6)):
        with client_context(client), pytest.raises(NotCompiledError):
            queue.require(small(rows))
    order = []
    for _ in range(5):
        taken = queue._next()
        assert taken is not None
        order.append((taken.client, dict(taken.order.game.settings)["rows"]))
        queue._requests.pop(taken.order)
    assert order == [("mallory", 3), ("alice", 6), ("mallory", 4), ("mallory", 5), ("", 9)]


def test_whoever_needs_a_game_takes_over_what_is_compiled_ahead() -> None:
    queue = CompileQueue(Catalogue())
    for client in ("", "alice"):
        with client_context(client), pytest.raises(NotCompiledError):
            queue.require(small())
    (request,) = queue._requests.values()
    assert request.client == "alice"


def test_nothing_is_compiled_ahead_where_nothing_can_be_kept(
    cache: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cache.write_text("not a folder")
    main([order_of(small(3, 2)).line()])
    assert capsys.readouterr().out == "failed\n"
    assert cache.read_text() == "not a folder"


def test_what_the_other_process_cannot_keep_is_compiled_by_the_worker(
    cache: Path, monkeypatch: pytest.MonkeyPatch, queue: CompileQueue
) -> None:
    """Otherwise the worker would search interpreted for ever."""
    monkeypatch.setenv("KIBITZ_BACKGROUND", "1")
    cache.write_text("not a folder")
    background.use(queue)
    game = kibitz.game("tictactoe", rows=2, columns=7, length=2)
    queue.require(game)
    engine = kibitz.Engine(game, wait=False)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", kibitz.KibitzWarning)  # the folder cannot be used
        until(lambda: engine.is_compiled or None, 120)


def test_closing_ends_the_process_that_compiles(
    cache: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    sleeper = cache.with_name("python")
    sleeper.write_text("#!/bin/sh\nexec sleep 1000\n")
    sleeper.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(sleeper))
    queue = CompileQueue(Catalogue())
    queue._thread.start()
    with pytest.raises(NotCompiledError) as needed:
        queue.require(small())
    until(lambda: queue._process)
    queue.close()
    assert needed.value.done.done()
    assert not queue._thread.is_alive()
    with pytest.raises(BusyError):
        queue.require(small(3, 3))
    assert caplog.text == ""
