"""Rate limits hold for all workers together, and cost few queries."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from kibitz.server.app import create_app
from kibitz.server.rate_limiter import Rate
from kibitz.server.settings import read_settings
from kibitz.server.shared_rate_limits import SharedRateLimiter, Usage
from kibitz.server.store.database import Database
from kibitz.server.store.migrate import migrate
from kibitz.server.store.rate_store import RateStore
from tests.server.conftest import NewDatabase
from tests.server.live import V1, serving

Apps = Callable[..., list[TestClient]]


class Clock:
    """A clock for the workers and the database."""

    def __init__(self) -> None:
        self.seconds = 1_000_000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def database(new_database: NewDatabase) -> Iterator[Database]:
    found = Database(new_database())
    migrate(found)
    yield found
    found.close()


@pytest.fixture
def store(database: Database, clock: Clock) -> RateStore:
    return RateStore(database, clock)


def worker(store: RateStore, rate: str, clock: Clock) -> SharedRateLimiter:
    limiter = SharedRateLimiter("requests", Rate.parse(rate), clock)
    limiter.share(store, lambda client: f"hash of {client}")
    return limiter


def ask(limiter: SharedRateLimiter, client: str = "alice") -> Usage:
    return limiter.take(client) or limiter.take_block(client)


@pytest.fixture
def apps(tmp_path: Path) -> Iterator[Apps]:
    """Applications that share a database, as several workers do."""
    with ExitStack() as stack:

        def start(count: int = 2, **settings: Any) -> list[TestClient]:
            own = {"database_url": str(tmp_path / "games.db"), "warm": False, "memory_limit": 0}
            made = [create_app(read_settings(**own, **settings)) for _ in range(count)]
            return [
                stack.enter_context(TestClient(app, raise_server_exceptions=False)) for app in made
            ]

        yield start


def test_two_applications_share_a_limit(apps: Apps) -> None:
    one, other = apps(rate="4/hour")
    statuses = [client.get(f"{V1}/games").status_code for client in (one, other) * 4]
    assert statuses == [200] * 4 + [429] * 4


def test_two_applications_share_the_limits_of_searches_and_sessions(apps: Apps) -> None:
    one, other = apps(work_rate="2/hour", session_rate="3/hour")
    body = {"game": "tictactoe", "limit": {"depth": 1}}
    statuses = [
        client.post(f"{V1}/analyses", json=body).status_code for client in (one, other, one)
    ]
    assert statuses == [200, 200, 429]
    statuses = [
        client.post(f"{V1}/sessions", json={"game": "tictactoe"}).status_code
        for client in (other, one, other, one)
    ]
    assert statuses == [201, 201, 201, 429]
    assert one.get(f"{V1}/games").status_code == 200


def test_two_workers_of_a_server_share_a_limit(tmp_path: Path) -> None:
    settings = {"KIBITZ_RATE": "10/day", "KIBITZ_WARM": "false"}
    with serving(str(tmp_path / "games.db"), tmp_path / "log", settings, workers=2) as live:
        # Each request by a connection of its own, which either worker may take.
        statuses = [
            httpx.get(f"http://127.0.0.1:{live.port}{V1}/games", timeout=60).status_code
            for _ in range(25)
        ]
    assert statuses.count(200) == 10
    assert statuses.count(429) == 15


@pytest.mark.parametrize("count", [2, 4])
@pytest.mark.parametrize("rate", ["10/hour", "180/hour", "1800/hour"])
def test_workers_together_allow_at_most_the_limit_and_nearly_all_of_it(
    store: RateStore, clock: Clock, rate: str, count: int
) -> None:
    workers = [worker(store, rate, clock) for _ in range(count)]
    limit = Rate.parse(rate).count
    allowed = sum(not ask(workers[number % count]).wait for number in range(2 * limit))
    assert 0.95 * limit <= allowed <= limit


def test_a_busy_client_costs_few_queries(
    database: Database, store: RateStore, clock: Clock
) -> None:
    writes = []
    for engine in (database.engine, database._unsynced_engine):
        event.listen(engine, "commit", lambda _: writes.append(1))
    limiter = worker(store, "1800/minute", clock)
    for _ in range(1000):
        assert not ask(limiter).wait
    assert len(writes) <= 20
    del writes[:]
    for _ in range(10_000):  # far too many
        ask(limiter)
    assert len(writes) <= 40


def test_requests_that_are_allowed_again_come_back_at_the_rate(
    store: RateStore, clock: Clock
) -> None:
    limiter = worker(store, "60/minute", clock)
    while not (refused := ask(limiter)).wait:
        pass
    assert (refused.remaining, refused.reset, refused.wait) == (0, 1, 1)
    clock.seconds += 30
    assert sum(not ask(limiter).wait for _ in range(60)) == pytest.approx(30, abs=1)
    clock.seconds += 3600
    assert sum(not ask(limiter).wait for _ in range(100)) == 60


def test_clients_do_not_share_a_limit(store: RateStore, clock: Clock) -> None:
    limiter = worker(store, "1/hour", clock)
    assert [bool(ask(limiter, name).wait) for name in ("a", "b", "a", "b")] == [
        False,
        False,
        True,
        True,
    ]


def test_a_clock_that_is_set_back_locks_nobody_out(store: RateStore, clock: Clock) -> None:
    assert store.take("requests", "a", 10, 60, 1) == (1, 9, 0)
    clock.seconds -= 3600
    refused = store.take("requests", "a", 10, 60, 1)
    assert refused.tokens == 0
    assert refused.wait == pytest.approx(6)
    clock.seconds += 30
    granted = store.take("requests", "a", 10, 60, 1)
    assert granted.tokens == 1
    assert granted.left == pytest.approx(4)


def test_rows_of_full_buckets_are_deleted(
    database: Database, store: RateStore, clock: Clock
) -> None:
    store.take("requests", "a", 10, 60, 1)
    store.take("sessions", "a", 10, 3600, 1)
    clock.seconds += 10
    store.prune()
    with database.reading() as transaction:
        rows = transaction.connection().exec_driver_sql("SELECT policy FROM rate_usage").all()
    assert [tuple(row) for row in rows] == [("sessions",)]


def test_workers_hold_the_tokens_of_a_bounded_number_of_clients(
    store: RateStore, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kibitz.server.shared_rate_limits._MOST_CLIENTS", 5)
    limiter = worker(store, "60/minute", clock)
    for number in range(20):
        ask(limiter, str(number))
    assert len(limiter._blocks) == 5


def test_without_a_database_a_worker_counts_alone(
    store: RateStore, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    limiter = worker(store, "3/hour", clock)
    assert SharedRateLimiter("requests", Rate.parse("3/hour"), clock).take("alice") == Usage(
        "requests", 2, 1200
    )
    queries = []

    def fail(*_: object) -> None:
        queries.append(1)
        raise OperationalError("", {}, Exception("the disk is full"))

    with monkeypatch.context() as patch:
        patch.setattr(store, "take", fail)
        assert [bool(ask(limiter).wait) for _ in range(4)] == [False, False, False, True]
        assert len(queries) == 1, "the database is not asked again at once"
    clock.seconds += 10
    assert not ask(limiter).wait, "the database counts on"


def test_responses_report_the_limits(apps: Apps) -> None:
    (client,) = apps(1, rate="5/minute", work_rate="2/hour", session_rate="50/day")
    answer = client.get(f"{V1}/games")
    assert answer.headers["RateLimit-Policy"] == '"requests";q=5;w=60'
    assert answer.headers["RateLimit"] == '"requests";r=4;t=12'
    body = {"game": "tictactoe", "limit": {"depth": 1}}
    answer = client.post(f"{V1}/analyses", json=body)
    assert answer.headers["RateLimit-Policy"] == '"requests";q=5;w=60, "searches";q=2;w=3600'
    assert answer.headers["RateLimit"] == '"requests";r=3;t=12, "searches";r=1;t=1800'
    answer = client.post(f"{V1}/sessions", json={"game": "no such game"})
    assert '"sessions";q=50;w=86400' in answer.headers["RateLimit-Policy"]
    assert '"sessions";r=49;t=1728' in answer.headers["RateLimit"]
    client.post(f"{V1}/analyses", json=body)
    refused = client.post(f"{V1}/analyses", json=body)
    assert refused.status_code == 429
    reported = re.fullmatch(
        r'"requests";r=0;t=12, "searches";r=0;t=([0-9]+)', refused.headers["RateLimit"]
    )
    assert reported is not None
    assert reported[1] == refused.headers["Retry-After"]
    assert "RateLimit" not in client.get("/health").headers
    (unlimited,) = apps(1)
    assert "RateLimit" not in unlimited.get(f"{V1}/games").headers


def test_pages_of_other_origins_may_read_the_headers(apps: Apps) -> None:
    (client,) = apps(1, rate="5/minute", cors_origins=("https://pages.example",))
    answer = client.get(f"{V1}/games", headers={"Origin": "https://pages.example"})
    exposed = answer.headers["Access-Control-Expose-Headers"]
    assert {"RateLimit", "RateLimit-Policy", "Retry-After"} <= set(exposed.split(", "))


def test_the_address_of_a_client_is_not_stored(apps: Apps, tmp_path: Path) -> None:
    (client,) = apps(1, rate="5/minute")
    assert client.get(f"{V1}/games").status_code == 200
    with TestClient(client.app, client=("192.0.2.77", 5000)) as other:
        assert other.get(f"{V1}/games").status_code == 200
    written = b"".join(path.read_bytes() for path in tmp_path.glob("games.db*"))
    assert b"192.0.2.77" not in written
