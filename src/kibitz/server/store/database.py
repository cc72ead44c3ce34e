"""The database: SQLite or PostgreSQL."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from pathlib import Path
from threading import Lock
from typing import Any

from sqlalchemy import URL, Connection, create_engine, event, make_url, text
from sqlalchemy.engine import Engine
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as BusyError
from sqlalchemy.orm import Session

from kibitz.core.errors import LimitError

_CONNECT_SECONDS = 8  # maximum wait for a connection, before responding with 503
_LOCK_SECONDS = 4  # maximum wait for this process's write lock, and then for SQLite's lock
_WAL_BYTES = 64 << 20  # size to which SQLite truncates its write-ahead log after a checkpoint
_EXAMPLES = "a path, sqlite:////path/to/file.db or postgresql://user:password@host/name"


def parse_url(text_url: str) -> URL:
    """Parse a database URL; a bare path is an SQLite file.

    >>> parse_url("games.db").database, parse_url("postgres://me@here/games").drivername
    ('games.db', 'postgresql+psycopg')
    """
    try:
        url = make_url(text_url if "://" in text_url else f"sqlite:///{text_url}")
    except (ArgumentError, ValueError):  # ValueError: an invalid port
        url = URL.create("unknown")
    backend = url.get_backend_name()
    if backend in ("postgres", "postgresql"):
        return url.set(drivername="postgresql+psycopg")
    if backend != "sqlite" or not (url.database or "").strip() or url.database == ":memory:":
        shown = _without_password(text_url)
        raise LimitError("bad_setting", name="database", value=shown, expected=_EXAMPLES)
    return url.set(drivername="sqlite")


def _without_password(text_url: str) -> str:
    """The URL without its password. It need not be parsable."""
    scheme, mark, rest = text_url.partition("://")
    return f"{scheme}{mark}…@{rest.rpartition('@')[2]}" if "@" in rest else text_url


class _TimedLock:
    """A lock with a timeout of `_LOCK_SECONDS`.

    While another process locks the database, the writers in this process wait for it one after
    another. The timeout keeps their waits from adding up.
    """

    def __init__(self) -> None:
        self._lock = Lock()

    def __enter__(self) -> None:
        if not self._lock.acquire(timeout=_LOCK_SECONDS):
            raise BusyError("the database is locked by other writers")

    def __exit__(self, *_: object) -> None:
        self._lock.release()


class Database:
    """A database. Its write transactions are durable once they end, unless unsynced."""

    def __init__(self, text_url: str, connections: int = 16) -> None:
        self.url = parse_url(text_url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        if self.is_sqlite and self.url.database:
            Path(self.url.database).expanduser().parent.mkdir(parents=True, exist_ok=True)
        make = _sqlite if self.is_sqlite else _postgresql
        self.engine = make(self.url, connections, is_durable=True)
        self._unsynced_engine = make(self.url, 4, is_durable=False)
        # SQLite allows one writer at a time and polls for its lock with growing delays. A lock
        # shared by the threads of this process avoids the polling.
        self._write_lock: AbstractContextManager[object] = (
            _TimedLock() if self.is_sqlite else nullcontext()
        )

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A read-only transaction."""
        with Session(self.engine, expire_on_commit=False) as session, session.begin():
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A write transaction."""
        with self._write_lock, _writing(self.engine) as session:
            yield session

    @contextmanager
    def writing_unsynced(self) -> Iterator[Session]:
        """A write transaction that does not wait for the disk and may be lost in a power cut.

        It is used for leases, heartbeats and results of unfinished searches.
        """
        with self._write_lock, _writing(self._unsynced_engine) as session:
            yield session

    def truncate_wal(self) -> None:
        """Checkpoint and truncate SQLite's write-ahead log, unless a reader holds it."""
        if not self.is_sqlite:
            return
        with self._write_lock, closing(self._unsynced_engine.raw_connection()) as connection:
            for pragma in (
                "busy_timeout = 500",
                "wal_checkpoint(TRUNCATE)",
                f"busy_timeout = {_LOCK_SECONDS * 1000}",
            ):
                connection.cursor().execute(f"PRAGMA {pragma}").fetchall()

    def is_reachable(self) -> bool:
        """Whether the database responds."""
        try:
            with self.engine.connect() as connection:
                connection.execute(text("SELECT 1"))
        except SQLAlchemyError:
            return False
        return True

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()
        self._unsynced_engine.dispose()


@contextmanager
def _writing(engine: Engine) -> Iterator[Session]:
    chosen = engine.execution_options(is_writing=True)
    with Session(chosen, expire_on_commit=False) as session, session.begin():
        yield session


def _postgresql(url: URL, connections: int, *, is_durable: bool) -> Engine:
    options = "" if is_durable else "-c synchronous_commit=off"
    return create_engine(
        url,
        pool_size=connections,
        max_overflow=4,
        pool_pre_ping=True,
        pool_timeout=_CONNECT_SECONDS,
        connect_args={
            "options": options,
            # Detect a server that has become unreachable.
            "connect_timeout": _CONNECT_SECONDS,
            "tcp_user_timeout": _CONNECT_SECONDS * 1000,
        },
    )


def _sqlite(url: URL, connections: int, *, is_durable: bool) -> Engine:
    engine = create_engine(
        url,
        pool_size=connections,
        max_overflow=4,
        pool_timeout=_CONNECT_SECONDS,
        connect_args={"timeout": _LOCK_SECONDS},
    )

    def prepare(connection: sqlite3.Connection, _: Any) -> None:
        connection.isolation_level = None  # the listener below begins transactions
        for pragma in (
            "journal_mode = WAL",
            f"synchronous = {'FULL' if is_durable else 'NORMAL'}",
            "foreign_keys = ON",
            f"busy_timeout = {_LOCK_SECONDS * 1000}",
            f"journal_size_limit = {_WAL_BYTES}",
        ):
            connection.execute(f"PRAGMA {pragma}")

    event.listen(engine, "connect", prepare)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _begin_sqlite(connection: Connection) -> None:
    # Take the write lock at the start: upgrading a read transaction can fail.
    is_writing = connection.get_execution_options().get("is_writing", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writing else "BEGIN")
