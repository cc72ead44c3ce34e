"""Expected failures of the database: unavailable, full, read-only or locked."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator

from sqlalchemy.exc import (
    DatabaseError,
    DBAPIError,
    DisconnectionError,
    InterfaceError,
    InternalError,
    OperationalError,
    PendingRollbackError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from kibitz.server.logs import LogThrottle

_EXPECTED = (
    OperationalError,
    InterfaceError,
    InternalError,  # PostgreSQL: the transaction is read-only or already aborted
    DisconnectionError,
    PoolTimeoutError,  # no connection became free
    PendingRollbackError,
    sqlite3.OperationalError,
)
_LONGEST = 200
_MOST = 20  # exceptions to check in a chain
_throttle = LogThrottle(60.0)


def database_failure(failure: BaseException) -> str | None:
    """One line that explains why the database is unavailable; None for other exceptions.

    >>> database_failure(sqlite3.OperationalError("database or disk is full"))
    'database or disk is full'
    >>> database_failure(ValueError()) is None
    True
    """
    for cause in _causes(failure):
        if isinstance(cause, _EXPECTED) or _is_damaged(cause) or _is_disconnected(cause):
            text = str(getattr(cause, "orig", None) or cause).strip() or type(cause).__name__
            line = text.splitlines()[0]
            return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"
    return None


def log_database_failure(logger: logging.Logger, action: str, reason: str) -> None:
    """Log a failure at most once a minute, with the number of repetitions."""
    _throttle.log(logger, logging.WARNING, f"{action}: {reason}")


def _is_damaged(failure: BaseException) -> bool:
    """Whether the SQLite file is damaged or not a database. A subclass would mean a bug."""
    return type(failure) in (DatabaseError, sqlite3.DatabaseError)


def _is_disconnected(failure: BaseException) -> bool:
    return isinstance(failure, DBAPIError) and failure.connection_invalidated


def _causes(failure: BaseException) -> Iterator[BaseException]:
    """An exception, its causes, and the members of exception groups."""
    pending, seen = [failure], 0
    while pending and seen < _MOST:
        found = pending.pop(0)
        seen += 1
        yield found
        if isinstance(found, BaseExceptionGroup):
            pending.extend(found.exceptions)
        pending.extend(cause for cause in (found.__cause__, found.__context__) if cause is not None)
