from __future__ import annotations

import os
import sqlite3
import stat
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

import kibitz
from kibitz.server.store.database import Database, parse_url
from kibitz.server.store.event_store import add_event, events_after
from kibitz.server.store.failures import database_failure
from kibitz.server.store.job_store import Leases, Waiting, put_job
from kibitz.server.store.migrate import migrate
from kibitz.server.store.models import Analysis, Base, Seat, Session, StoredResponse, Stream
from kibitz.server.store.server_key import stored_secret
from kibitz.server.store.stall_detector import StallDetector
from tests.server.conftest import NewDatabase
from tests.server.live import until


@pytest.fixture
def database(new_database: NewDatabase) -> Iterator[Database]:
    found = Database(new_database())
    migrate(found)
    yield found
    found.close()


def test_the_migrations_make_the_tables_of_the_model(database: Database) -> None:
    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, Base.metadata) == []
        assert context.get_current_revision() == "0007"


FIRST_ROWS = (
    "INSERT INTO streams VALUES ('s', 3), ('a', 1)",
    "INSERT INTO sessions (id, game, version, record, document, is_running, saved_at, created_at)"
    " VALUES ('s', 'tictactoe', 3, '{}', '{}', TRUE, 5, 4)",
    "INSERT INTO seats VALUES ('hash', 's', 0)",
    "INSERT INTO events VALUES ('s', 3, 'change', '{}')",
    "INSERT INTO answers VALUES ('s', 'key', 'print', 2, '{}', 5)",
    "INSERT INTO analyses VALUES ('a', '{}', '{}', 9, 8)",
    "INSERT INTO jobs VALUES ('s', 'session', 3, 'killed', 9e9, 5), ('a', 'analysis', 0, '', 0, 6)",
)


def test_a_database_with_rows_of_the_first_shape_is_brought_to_the_newest(
    new_database: NewDatabase,
) -> None:
    database = Database(new_database())
    migrate(database, "0001")
    with database.engine.begin() as connection:
        for statement in FIRST_ROWS:
            connection.execute(text(statement))
    migrate(database)
    with database.reading() as transaction:
        session = transaction.get_one(Session, "s")
        assert (session.version, session.size, session.client) == (3, 1, "")
        assert session.arrangement == ""
        analysis = transaction.get_one(Analysis, "a")
        assert (analysis.secret_hash, analysis.client, analysis.watched) == ("", "", 0)
        assert analysis.kind == "analysis"
        assert transaction.get_one(Seat, "hash").session_id == "s"
        assert transaction.get_one(StoredResponse, ("s", "key")).version == 2
    # The lease of a worker from before the upgrade holds nobody up.
    leases = Leases(database, "new", 60.0)
    assert [job.id for job in leases.waiting(10)] == ["s", "a"]
    assert leases.claim("s") is not None
    database.close()


def test_of_several_that_migrate_at_once_one_does(new_database: NewDatabase) -> None:
    url = new_database()
    databases = [Database(url) for _ in range(6)]
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(migrate, databases))
    for database in databases:
        assert len(stored_secret(database)) == 64
        database.close()


def test_the_kept_secret_stays_the_same(database: Database) -> None:
    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(stored_secret, [database] * 8))) == 1


def test_sqlite_writes_to_the_disk_before_it_answers(database: Database) -> None:
    if not database.is_sqlite:
        return
    with database.engine.connect() as connection:
        found = [
            connection.execute(text(f"PRAGMA {name}")).scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        ]
    assert found == ["wal", 2, 1, 4_000]


def test_events_of_a_stream_are_numbered_without_gaps_whoever_writes(database: Database) -> None:
    with database.writing() as transaction:
        transaction.add(Stream(id="one", last=0))

    def write(number: int) -> None:
        with database.writing() as transaction:
            add_event(transaction, "one", "change", str(number))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, range(40)))
    with database.reading() as transaction:
        found = events_after(transaction, "one", 0)
    assert [event.number for event in found] == list(range(1, 41))
    assert sorted(int(event.data) for event in found) == list(range(40))


def test_there_is_no_event_of_a_stream_that_is_gone(database: Database) -> None:
    with database.writing() as transaction:
        assert add_event(transaction, "none", "change", "") is None


def test_a_transaction_that_fails_leaves_nothing(database: Database) -> None:
    def fail() -> None:
        with database.writing() as transaction:
            transaction.add(Stream(id="half", last=0))
            transaction.flush()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    with database.reading() as transaction:
        assert transaction.get(Stream, "half") is None


@pytest.fixture
def job(database: Database) -> str:
    with database.writing() as transaction:
        transaction.add(Stream(id="job", last=0))
        transaction.flush()
        put_job(transaction, "job", "session", 7)
    return "job"


def test_a_job_is_leased_by_one_worker(database: Database, job: str) -> None:
    workers = [Leases(database, f"worker {number}", 60.0) for number in range(8)]
    with ThreadPoolExecutor(8) as pool:
        claimed = [found for found in pool.map(lambda one: one.claim(job), workers) if found]
    assert len(claimed) == 1
    assert claimed[0].version == 7
    assert workers[0].waiting(10) == []


def test_a_lease_that_stands_still_is_taken_over(database: Database, job: str) -> None:
    silent, other = Leases(database, "silent", 60.0), Leases(database, "other", 0.02)
    assert silent.claim(job) is not None
    assert other.claim(job) is None
    until(lambda: other.waiting(10) or None)
    assert other.claim(job) is not None
    assert silent.renew([job]) == {}


def test_a_lease_that_is_renewed_after_it_stood_still_is_kept(database: Database, job: str) -> None:
    slow, other = Leases(database, "slow", 60.0), Leases(database, "other", 0.02)
    slow.claim(job)
    until(lambda: other.waiting(10) or None)
    assert slow.renew([job]) == {job: 7}
    assert other.claim(job) is None


def test_a_lease_does_not_outlast_a_clock_that_was_set_back(
    database: Database, job: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lease from before the clock was set back was kept until the clock had caught up."""
    assert Leases(database, "killed", 60.0).claim(job) is not None
    monkeypatch.setattr(time, "time", lambda: 1.0)
    after = Leases(database, "restarted", 0.02)
    until(lambda: after.waiting(10) or None)
    assert after.claim(job) is not None


def test_a_lease_is_renewed_and_released(database: Database, job: str) -> None:
    one, other = Leases(database, "one", 60.0), Leases(database, "other", 60.0)
    one.claim(job)
    assert one.renew([job]) == {job: 7}
    assert other.unclaimed(job) is None
    one.release(job)
    assert other.unclaimed(job) == Waiting(job, 7)
    assert other.claim(job) is not None


def test_only_the_leases_that_are_named_are_renewed(database: Database, job: str) -> None:
    """A job that had failed was kept by its worker for as long as that worked on another one."""
    one, other = Leases(database, "one", 60.0), Leases(database, "other", 0.02)
    one.claim(job)
    other.waiting(10)
    assert one.renew(["another"]) == {}
    until(lambda: other.waiting(10) or None)


def test_a_job_that_is_put_again_is_free_again(database: Database, job: str) -> None:
    one = Leases(database, "one", 60.0)
    one.claim(job)
    with database.writing() as transaction:
        put_job(transaction, job, "session", 8)
    assert one.renew([job]) == {}
    found = Leases(database, "other", 60.0).claim(job)
    assert found is not None
    assert found.version == 8


def test_jobs_are_served_by_priority_and_in_their_order_whatever_the_clock(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, (name, priority) in enumerate([("c", 1), ("b", 0), ("a", 0), ("d", 1)]):
        monkeypatch.setattr(time, "time", lambda number=number: 1000.0 - number)
        with database.writing() as transaction:
            transaction.add(Stream(id=name, last=0))
            transaction.flush()
            put_job(transaction, name, "session", 1, "me", priority)
    leases = Leases(database, "one", 60.0)
    assert [job.id for job in leases.waiting(10)] == ["b", "a", "c", "d"]
    assert [job.id for job in leases.waiting(3)] == ["b", "a", "c"]


class Ticking:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_what_stands_still_is_noticed_by_the_time_between_looks() -> None:
    clock = Ticking()
    stalls = StallDetector(6.0, clock)
    found = []
    for beat in (1, 1, 1, 2, 2, 2, 2):
        found.append(stalls.update({"one": beat}))
        clock.now += 2.0
    assert found == [set()] * 6 + [{"one"}]
    assert stalls.update({}) == set()
    assert stalls.update({"one": 2}) == set()


def test_a_process_that_was_suspended_looks_more_than_once() -> None:
    clock = Ticking()
    stalls = StallDetector(6.0, clock)
    stalls.update({"one": 1})
    clock.now += 3600
    assert stalls.update({"one": 1}) == set()
    clock.now += 3600
    assert stalls.update({"one": 1}) == {"one"}


@pytest.mark.parametrize(
    "url",
    [
        "mysql://x",
        "sqlite://",
        "sqlite:///:memory:",
        "://",
        "",
        "  ",
        "postgresql://me@[::1",
        "postgresql://me@here:port/games",
    ],
)
def test_what_is_no_database_is_refused(url: str) -> None:
    with pytest.raises(kibitz.LimitError, match="database cannot be"):
        parse_url(url)


@pytest.mark.parametrize("url", ["mysql://me:hunter2@x/y", "postgresql://me:hunter2://@[::1"])
def test_a_refused_address_is_shown_without_its_password(url: str) -> None:
    with pytest.raises(kibitz.LimitError) as refusal:
        parse_url(url)
    assert "hunter2" not in str(refusal.value)


def test_of_the_drivers_of_sqlite_that_of_python_is_used() -> None:
    assert parse_url("sqlite+aiosqlite:///games.db").drivername == "sqlite"


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_only_the_owner_may_read_a_new_file(tmp_path: Path) -> None:
    database = Database(str(tmp_path / "games.db"))
    migrate(database)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    database.close()
    assert modes.pop("games.db.lock") & 0o022 == 0  # it holds nothing
    assert set(modes.values()) == {0o600}


def test_a_database_that_does_not_answer_is_not_reachable() -> None:
    database = Database("postgresql://nobody@127.0.0.1:1/none")
    assert not database.is_reachable()
    database.close()


def test_clients_take_turns_within_a_priority(database: Database) -> None:
    with database.writing() as transaction:
        for number, (client, priority) in enumerate(
            [("mallory", 0), ("mallory", 0), ("mallory", 0), ("alice", 0), ("bob", 3), ("alice", 0)]
        ):
            transaction.add(Stream(id=str(number), last=0))
            transaction.flush()
            put_job(transaction, str(number), "session", 1, client, priority)
            transaction.flush()
    found = Leases(database, "one", 60.0).waiting(10)
    assert [job.id for job in found] == ["0", "3", "1", "5", "2", "4"]
    assert found[0] == Waiting("0", 1, "mallory", 0)


def test_writers_that_wait_for_a_locked_file_do_not_wait_for_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Five writers waited one after the other, so the last was answered after 40 s."""
    monkeypatch.setattr("kibitz.server.store.database._LOCK_SECONDS", 0.2)
    database = Database(str(tmp_path / "games.db"))

    def write(_: int) -> str | None:
        with pytest.raises(SQLAlchemyError) as failure, database.writing() as session:
            session.execute(text("SELECT 1"))
        return database_failure(failure.value)

    # Another writer holds the turn for as long as the others wait, and they give up.
    with ThreadPoolExecutor(8) as pool, database._write_lock:
        assert all(pool.map(write, range(8), timeout=300))
    other = sqlite3.connect(tmp_path / "games.db", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    assert write(0)
    other.execute("ROLLBACK")
    with database.writing():
        pass
    database.close()
    other.close()
