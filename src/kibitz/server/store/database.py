"""The database: one file of SQLite, or PostgreSQL."""

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

_BUSY_SECONDS = 8  # to wait for a connection, before a request is answered 503
_LOCK_SECONDS = 4  # to wait for one's turn to write to SQLite, and again for the lock of its file
_LOG_BYTES = 64 << 20  # to which SQLite's log is cut once it was written into the file
_EXAMPLES = "a path, sqlite:////path/to/file.db or postgresql://user:password@host/name"


def parse_url(text_url: str) -> URL:
    """The address of a database; a bare path is a file of SQLite.

    >>> parse_url("games.db").database, parse_url("postgres://me@here/games").drivername
    ('games.db', 'postgresql+psycopg')
    """
    try:
        url = make_url(text_url if "://" in text_url else f"sqlite:///{text_url}")
    except (ArgumentError, ValueError):  # ValueError: a port that is no number
        url = URL.create("unknown")
    backend = url.get_backend_name()
    if backend in ("postgres", "postgresql"):
        return url.set(drivername="postgresql+psycopg")
    if backend != "sqlite" or not (url.database or "").strip() or url.database == ":memory:":
        shown = _without_password(text_url)
        raise LimitError("bad_setting", name="database", value=shown, expected=_EXAMPLES)
    return url.set(drivername="sqlite")


def _without_password(text_url: str) -> str:
    """An address that may be printed, also where it cannot be parsed."""
    scheme, mark, rest = text_url.partition("://")
    return f"{scheme}{mark}…@{rest.rpartition('@')[2]}" if "@" in rest else text_url


class _Turn:
    """A lock that is waited for no longer than `_LOCK_SECONDS`.

    While another process holds the lock of the file, every writer waits for that in its turn: those
    behind it must not add up the waits of all before them.
    """

    def __init__(self) -> None:
        self._lock = Lock()

    def __enter__(self) -> None:
        if not self._lock.acquire(timeout=_LOCK_SECONDS):
            raise BusyError("the database is locked by other writers")

    def __exit__(self, *_: object) -> None:
        self._lock.release()


class Database:
    """Transactions: those that write are on disk once they are over."""

    def __init__(self, text_url: str, connections: int = 16) -> None:
        self.url = parse_url(text_url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        if self.is_sqlite and self.url.database:
            Path(self.url.database).expanduser().parent.mkdir(parents=True, exist_ok=True)
        make = _sqlite if self.is_sqlite else _postgresql
        self.engine = make(self.url, connections, is_durable=True)
        self._notes = make(self.url, 4, is_durable=False)
        # SQLite lets one write at a time, and those who wait look again after ever longer pauses:
        # the threads of this process take turns instead.
        self._turn: AbstractContextManager[object] = _Turn() if self.is_sqlite else nullcontext()

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A transaction that only reads."""
        with Session(self.engine, expire_on_commit=False) as session, session.begin():
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A transaction that writes: all of it, or nothing."""
        with self._turn, _writing(self.engine) as session:
            yield session

    @contextmanager
    def noting(self) -> Iterator[Session]:
        """A transaction that writes what need not outlive a loss of power, and does not wait for
        the disk: leases, and what engines think.
        """
        with self._turn, _writing(self._notes) as session:
            yield session

    def shrink_log(self) -> None:
        """Have SQLite write its log into the file and empty it, unless somebody reads meanwhile."""
        if not self.is_sqlite:
            return
        with self._turn, closing(self._notes.raw_connection()) as connection:
            for pragma in (
                "busy_timeout = 500",
                "wal_checkpoint(TRUNCATE)",
                f"busy_timeout = {_LOCK_SECONDS * 1000}",
            ):
                connection.cursor().execute(f"PRAGMA {pragma}").fetchall()

    def is_reachable(self) -> bool:
        """Whether it answers."""
        try:
            with self.engine.connect() as connection:
                connection.execute(text("SELECT 1"))
        except SQLAlchemyError:
            return False
        return True

    def close(self) -> None:
        """Let go of every connection."""
        self.engine.dispose()
        self._notes.dispose()


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
        pool_timeout=_BUSY_SECONDS,
        connect_args={
            "options": options,
            # A server that has vanished from the network is noticed, not waited for.
            "connect_timeout": _BUSY_SECONDS,
            "tcp_user_timeout": _BUSY_SECONDS * 1000,
        },
    )


def _sqlite(url: URL, connections: int, *, is_durable: bool) -> Engine:
    engine = create_engine(
        url,
        pool_size=connections,
        max_overflow=4,
        pool_timeout=_BUSY_SECONDS,
        connect_args={"timeout": _LOCK_SECONDS},
    )

    def prepare(connection: sqlite3.Connection, _: Any) -> None:
        connection.isolation_level = None  # transactions are begun by the listener below
        for pragma in (
            "journal_mode = WAL",
            f"synchronous = {'FULL' if is_durable else 'NORMAL'}",
            "foreign_keys = ON",
            f"busy_timeout = {_LOCK_SECONDS * 1000}",
            f"journal_size_limit = {_LOG_BYTES}",
        ):
            connection.execute(f"PRAGMA {pragma}")

    event.listen(engine, "connect", prepare)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _begin_sqlite(connection: Connection) -> None:
    # A transaction that is to write takes the lock at once: one that began by reading could not.
    is_writing = connection.get_execution_options().get("is_writing", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writing else "BEGIN")
