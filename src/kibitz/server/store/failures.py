"""Failures of a database that are to be expected: it is away, full, read-only or locked."""

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

from kibitz.server.logs import Repeats

_EXPECTED = (
    OperationalError,
    InterfaceError,
    InternalError,  # PostgreSQL: the transaction is read-only, or was aborted before
    DisconnectionError,
    PoolTimeoutError,  # no connection became free
    PendingRollbackError,
    sqlite3.OperationalError,
)
_LONGEST = 200
_MOST = 20  # causes of causes that are looked at
_repeats = Repeats(60.0)


def database_failure(failure: BaseException) -> str | None:
    """Why the database cannot be used, in one line; None for any other failure.

    >>> database_failure(sqlite3.OperationalError("database or disk is full"))
    'database or disk is full'
    >>> database_failure(ValueError()) is None
    True
    """
    for cause in _causes(failure):
        if isinstance(cause, _EXPECTED) or _is_damaged(cause) or _is_cut(cause):
            text = str(getattr(cause, "orig", None) or cause).strip() or type(cause).__name__
            line = text.splitlines()[0]
            return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"
    return None


def log_database_failure(logger: logging.Logger, doing: str, reason: str) -> None:
    """Log one line for the same failure once a minute, with how often it has come meanwhile."""
    _repeats.log(logger, logging.WARNING, f"{doing}: {reason}")


def _is_damaged(failure: BaseException) -> bool:
    """Whether SQLite finds that the file is damaged or is no database; other kinds are bugs."""
    return type(failure) in (DatabaseError, sqlite3.DatabaseError)


def _is_cut(failure: BaseException) -> bool:
    return isinstance(failure, DBAPIError) and failure.connection_invalidated


def _causes(failure: BaseException) -> Iterator[BaseException]:
    """A failure, those of a group, and what led to each."""
    waiting, seen = [failure], 0
    while waiting and seen < _MOST:
        found = waiting.pop(0)
        seen += 1
        yield found
        if isinstance(found, BaseExceptionGroup):
            waiting.extend(found.exceptions)
        waiting.extend(cause for cause in (found.__cause__, found.__context__) if cause is not None)
