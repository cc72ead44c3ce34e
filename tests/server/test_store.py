from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text

import kibitz
from kibitz.server.store.database import Database, parse_url
from kibitz.server.store.events import add_event, events_after
from kibitz.server.store.jobs import Leases, put_job
from kibitz.server.store.keys import kept_secret
from kibitz.server.store.migrating import migrate
from kibitz.server.store.models import Base, Stream
from tests.server.conftest import NewDatabase


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
        assert context.get_current_revision() == "0001"


def test_of_several_that_migrate_at_once_one_does(new_database: NewDatabase) -> None:
    url = new_database()
    databases = [Database(url) for _ in range(6)]
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(migrate, databases))
    for database in databases:
        assert len(kept_secret(database)) == 64
        database.close()


def test_the_kept_secret_stays_the_same(database: Database) -> None:
    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(kept_secret, [database] * 8))) == 1


def test_sqlite_writes_to_the_disk_before_it_answers(database: Database) -> None:
    if not database.is_sqlite:
        return
    with database.engine.connect() as connection:
        found = [
            connection.execute(text(f"PRAGMA {name}")).scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        ]
    assert found == ["wal", 2, 1, 20_000]


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


def test_a_lease_that_runs_out_is_taken_over(database: Database, job: str) -> None:
    silent, other = Leases(database, "silent", 0.05), Leases(database, "other", 60.0)
    assert silent.claim(job) is not None
    time.sleep(0.1)
    assert other.waiting(10) == [job]
    assert other.claim(job) is not None
    assert silent.renew() == {}


def test_a_lease_is_renewed_and_released(database: Database, job: str) -> None:
    one, other = Leases(database, "one", 60.0), Leases(database, "other", 60.0)
    one.claim(job)
    assert one.renew() == {job: 7}
    assert not other.is_waiting(job)
    one.release(job)
    assert other.is_waiting(job)
    assert other.claim(job) is not None


def test_a_job_that_is_put_again_is_free_again(database: Database, job: str) -> None:
    one = Leases(database, "one", 60.0)
    one.claim(job)
    with database.writing() as transaction:
        put_job(transaction, job, "session", 8)
    assert one.renew() == {}
    found = Leases(database, "other", 60.0).claim(job)
    assert found is not None
    assert found.version == 8


@pytest.mark.parametrize("url", ["mysql://x", "sqlite://", "sqlite:///:memory:", "://", ""])
def test_what_is_no_database_is_refused(url: str) -> None:
    with pytest.raises(kibitz.LimitError, match="database cannot be"):
        parse_url(url)


def test_a_database_that_does_not_answer_is_not_reachable() -> None:
    database = Database("postgresql://nobody@127.0.0.1:1/none")
    assert not database.is_reachable()
    database.close()
