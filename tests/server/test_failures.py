"""A database that is away or full: answers of 503, pauses that grow, and no traceback."""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import Request
from fastapi.testclient import TestClient
from sqlalchemy import event
from sqlalchemy.exc import DataError, IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from kibitz.core.errors import KibitzError
from kibitz.engine.search_bounds import SearchBounds
from kibitz.server.app import create_app
from kibitz.server.http_errors import FieldError
from kibitz.server.jobs.job_worker import JobWorker
from kibitz.server.jobs.retries import Retries
from kibitz.server.logs import LogThrottle
from kibitz.server.maintenance import Maintenance
from kibitz.server.problems import problem_response
from kibitz.server.settings import read_settings
from kibitz.server.store.database import Database
from kibitz.server.store.failures import database_failure
from kibitz.server.store.job_store import Waiting
from kibitz.server.store.models import Job
from tests.server.live import V1, serving, until
from tests.server.postgres import programs, running_postgres
from tests.server.reading import following, of_kind

FULL = OperationalError("UPDATE jobs", {}, sqlite3.OperationalError("database or disk is full"))


@pytest.mark.parametrize(
    ("failure", "reason"),
    [
        (FULL, "database or disk is full"),
        (sqlite3.OperationalError("disk I/O error"), "disk I/O error"),
        (PoolTimeoutError("no connection"), "no connection"),
        (ExceptionGroup("several", [ValueError(), FULL]), "database or disk is full"),
        (OperationalError("x", {}, Exception("first\nsecond")), "first"),
        (OperationalError("x", {}, Exception("x" * 900)), "x" * 200 + "…"),
        (IntegrityError("x", {}, Exception("twice")), None),
        (ZeroDivisionError(), None),
    ],
)
def test_the_reason_of_a_database_failure_is_one_line(
    failure: Exception, reason: str | None
) -> None:
    assert database_failure(failure) == reason


def test_a_failure_after_a_database_failure_is_one_of_the_database() -> None:
    def fail() -> None:
        try:
            raise FULL
        finally:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError) as found:
        fail()
    assert database_failure(found.value) == "database or disk is full"


class Ticking:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_pauses_after_failures_double_up_to_a_minute() -> None:
    clock = Ticking()
    retries = Retries(clock)
    pauses = []
    for number in range(9):
        assert retries.fail("job", 1) == (number == 0)
        began = clock.now
        while retries.is_backing_off("job", 1):
            clock.now += 0.5
        pauses.append(clock.now - began)
    assert pauses == [0.5, 1, 2, 4, 8, 16, 32, 60, 60]
    assert retries.count == 1
    retries.succeed("job")
    assert retries.count == 0
    assert retries.fail("job", 1)


def test_a_job_of_another_version_does_not_rest() -> None:
    retries = Retries(Ticking())
    retries.fail("job", 1)
    assert retries.is_backing_off("job", 1)
    assert not retries.is_backing_off("job", 2)
    assert retries.fail("job", 2)


def test_jobs_that_do_not_come_again_are_forgotten() -> None:
    clock = Ticking()
    retries = Retries(clock)
    retries.fail("old", 1)
    clock.now += 3600
    retries.fail("new", 1)
    assert retries.count == 1


class Inline:
    """A pool that works at once, in the caller's thread."""

    room = 4

    def submit(self, work: Callable[[], None], client: str, priority: int) -> Future[None]:
        done: Future[None] = Future()
        work()
        done.set_result(None)
        return done


class Failing:
    """Leases of two jobs of which none can be done."""

    def __init__(self, failure: Exception) -> None:
        self.failure = failure
        self.claims = 0
        self.released: list[str] = []
        self.asked = 0

    def waiting(self, count: int) -> list[Waiting]:
        self.asked = count
        return [Waiting("one", 1), Waiting("two", 1)]

    def claim(self, job_id: str) -> Job:
        self.claims += 1
        return Job(id=job_id, kind="session", version=1)

    def release(self, job_id: str) -> None:
        self.released.append(job_id)

    def unclaimed(self, job_id: str) -> Waiting:
        return Waiting(job_id, 1)

    def task(self, job: Job, bounds: SearchBounds) -> None:
        raise self.failure


@pytest.mark.parametrize(
    ("failure", "entries", "has_traceback"),
    [(FULL, 1, False), (FieldError("unstorable"), 2, False), (ZeroDivisionError(), 2, True)],
)
def test_a_job_that_fails_is_retried_after_a_pause_and_logged_once(
    failure: Exception, entries: int, has_traceback: bool, caplog: pytest.LogCaptureFixture
) -> None:
    """A full disk made 6,000 retries in half a minute, each with a traceback in the log."""
    leases = Failing(failure)
    jobs = JobWorker(Inline(), leases, {"session": leases.task}, SearchBounds)  # type: ignore[arg-type]
    for _ in range(50):
        jobs.poll()
    assert leases.claims < 10
    assert len(leases.released) == leases.claims
    assert leases.asked == 6  # those that rest do not hide the others
    found = [entry for entry in caplog.records if entry.name.startswith("kibitz")]
    assert len(found) <= entries  # an earlier test may have logged the same failure
    assert all((entry.exc_info is not None) == has_traceback for entry in found)


def test_periodic_work_that_fails_is_tried_again(caplog: pytest.LogCaptureFixture) -> None:
    failures: list[Exception] = [FULL, ZeroDivisionError(), ZeroDivisionError(), FULL]
    is_done = threading.Event()

    def task() -> None:
        if failures:
            raise failures.pop()
        is_done.set()

    maintenance = Maintenance([(task, 0.001)])
    maintenance.start()
    assert is_done.wait(60)
    maintenance.close()
    bugs = [entry for entry in caplog.records if entry.exc_info]
    assert len(bugs) == 1


def test_what_repeats_is_logged_with_its_count(caplog: pytest.LogCaptureFixture) -> None:
    repeats = LogThrottle(1e9)
    log = logging.getLogger("repeats")
    for _ in range(5):
        repeats.log(log, logging.WARNING, "the same")
    repeats.log(log, logging.WARNING, "another")
    assert [entry.getMessage() for entry in caplog.records] == ["the same", "another"]
    often = LogThrottle(0.0)
    often.log(log, logging.WARNING, "often")
    assert caplog.records[-1].getMessage() == "often"


def test_a_count_is_said_when_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, said = Ticking(), []
    monkeypatch.setattr("kibitz.server.logs.time.monotonic", clock)
    repeats, log = LogThrottle(60.0), logging.getLogger("repeats")
    monkeypatch.setattr(log, "log", lambda _, form, *values, **__: said.append(form % values))
    for _ in range(8):
        repeats.log(log, logging.WARNING, "again")
        clock.now += 20
    more = "again (2 more times since the last entry)"
    assert said == ["again", more, more]


def request(path: str = "/api/v1/games") -> Request:
    scope = {"type": "http", "method": "GET", "path": path, "headers": [], "query_string": b""}
    return Request({**scope, "server": ("here", 80), "scheme": "http"})


@pytest.mark.parametrize(
    ("failure", "status"),
    [
        (FULL, 503),
        (sqlite3.OperationalError("unable to open database file"), 503),
        (PoolTimeoutError("no connection"), 503),
        (DataError("x", {}, Exception("NUL")), 422),
        (UnicodeEncodeError("utf-8", "\ud800", 0, 1, "surrogates"), 422),
        (FieldError("bad_field", where="x\ud800", value="\udfff", expected="text"), 422),
        (FieldError("bad_field", where="x", value=10**4000, expected="\x00" * 10**6), 422),
        (KibitzError("no_address", path="\ud800" * 10**5), 422),
        (ZeroDivisionError(), 500),
    ],
)
@pytest.mark.parametrize("path", ["/api/v1/games", "/api/game/new"])
def test_no_answer_fails_whatever_it_is_about(failure: Exception, status: int, path: str) -> None:
    answer = problem_response(request(path), failure)
    expected = {422, 400} if status == 422 else {status}
    assert answer.status_code in expected
    assert len(answer.body) < 20_000
    assert (answer.headers.get("retry-after") is not None) == (status == 503)


@contextmanager
def pragma(database: Database, setting: str) -> Iterator[None]:
    """Every connection of a database with a setting of SQLite's."""
    engines = (database.engine, database._unsynced_engine)

    def choose(connection: sqlite3.Connection, *_: Any) -> None:
        connection.execute(f"PRAGMA {setting}")

    for engine in engines:
        event.listen(engine, "checkout", choose)
    yield
    for engine in engines:
        event.remove(engine, "checkout", choose)
        engine.dispose()


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    settings = read_settings(
        database_url=str(tmp_path / "games.db"), warm=False, memory_limit=0, poll=0.05
    )
    with TestClient(create_app(settings), raise_server_exceptions=False) as found:
        yield found


def tracebacks(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    return [entry for entry in caplog.records if entry.exc_info]


@pytest.mark.parametrize("setting", ["max_page_count = 1", "query_only = ON"])
def test_a_full_or_readonly_disk_is_answered_with_503_and_games_go_on_after(
    client: TestClient, caplog: pytest.LogCaptureFixture, setting: str
) -> None:
    database = client.app.state.services.database  # type: ignore[attr-defined]
    seats = [{"kind": "person"}, {"kind": "engine", "level": "easy"}]
    long = {"game": "tictactoe", "seats": seats}
    begun = client.post(f"{V1}/sessions", json=long).json()
    path = f"{V1}/sessions/{begun['session']['id']}"
    secret = {"Authorization": f"Bearer {begun['secrets'][0]['secret']}"}
    with pragma(database, setting):
        answers = [client.post(f"{V1}/sessions", json=long) for _ in range(20)]
        refused = [answer for answer in answers if answer.status_code != 201]
        assert {answer.status_code for answer in refused} == {503}
        assert all(answer.headers["retry-after"] == "2" for answer in refused)
        assert client.get(path).status_code == 200
    assert client.post(f"{path}/moves", json={"move": "4"}, headers=secret).status_code == 200
    until(lambda: client.get(path).json()["ply"] == 2 or None)
    assert tracebacks(caplog) == []


def test_an_engine_moves_once_the_disk_has_room_again(
    client: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    services = client.app.state.services  # type: ignore[attr-defined]
    seats = [{"kind": "person"}, {"kind": "engine", "level": "easy"}]
    begun = client.post(f"{V1}/sessions", json={"game": "tictactoe", "seats": seats}).json()
    path = f"{V1}/sessions/{begun['session']['id']}"
    secret = {"Authorization": f"Bearer {begun['secrets'][0]['secret']}"}
    failures, fail = [], services.jobs._fail

    def note(*arguments: Any) -> None:
        failures.append(arguments)
        fail(*arguments)

    services.jobs._fail = note
    offer, services.jobs.offer = services.jobs.offer, lambda *_: None
    assert client.post(f"{path}/moves", json={"move": "4"}, headers=secret).status_code == 200
    with pragma(services.database, "query_only = ON"):
        services.jobs.offer = offer
        until(lambda: len(failures) >= 2 or None)
        assert client.get(path).json()["thinking"]
    until(lambda: client.get(path).json()["ply"] == 2 or None)
    assert tracebacks(caplog) == []


def test_a_database_that_goes_away_and_comes_back_costs_nothing(tmp_path: Path) -> None:
    folder = programs()
    if folder is None:
        pytest.skip("PostgreSQL is missing: on Debian, apt install postgresql")
    log = tmp_path / "log"
    settings = {"KIBITZ_LEASE": "1", "KIBITZ_POLL": "0.05", "KIBITZ_SEARCH_SECONDS": "600"}
    with (
        running_postgres(folder) as postgres,
        serving(postgres.new_database(), log, settings) as server,
        httpx.Client(base_url=server.http.base_url, timeout=60) as http,
    ):
        deep = server.begin("draughts", {}, {"kind": "engine", "limit": {"time": 500}})
        deep.move("22-18")
        table = server.begin("tictactoe", {}, {"kind": "engine", "level": "easy"})
        with following(http, table.path) as told:
            of_kind(told, "session")
            postgres.stop()
            refused = table.post("moves", {"move": "4"}, Idempotency_Key="one")
            assert (refused.status_code, refused.json()["code"]) == (503, "database_silent")
            assert refused.headers["retry-after"]
            for path in (table.path, f"{table.path}/events", f"{table.path}/seat"):
                assert server.http.get(path).status_code == 503
            away = server.http.get("/health/ready")
            assert (away.status_code, away.headers["retry-after"]) == (503, "1")
            postgres.start()
            until(lambda: server.http.get(table.path).status_code == 200 or None)
            table.move("4", Idempotency_Key="one")
        assert table.settled()["ply"] == 2
        assert deep.post("resign").status_code == 200
        assert server.stop() in (0, -15)
    assert "Traceback" not in log.read_text()
