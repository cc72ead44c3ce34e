"""Brings a database to the newest shape; of several processes one does it, the others wait."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.script import ScriptDirectory
from filelock import FileLock
from sqlalchemy import Connection, text

from kibitz.server.store.database import Database
from kibitz.server.store.models import Base

_FOLDER = Path(__file__).parent / "migrations"
_LOCK_SECONDS = 300  # that a migration of another process may take
_LOCK = 0x6B6962  # the number of PostgreSQL's advisory lock; any will do


def migrate(database: Database, target: str = "head") -> None:
    """Bring the tables to the newest shape, or that of a revision, where they are not there yet."""
    with _only_one(database) as connection:
        script = ScriptDirectory(str(_FOLDER))

        def upgrade(revision: Any, _: Any) -> Any:
            return script._upgrade_revs(target, revision)

        environment = EnvironmentContext(Config(), script, fn=upgrade)
        with environment:
            environment.configure(connection=connection, target_metadata=Base.metadata)
            with environment.begin_transaction():
                environment.run_migrations()
        connection.commit()


@contextmanager
def _only_one(database: Database) -> Iterator[Connection]:
    """A connection that no other process migrates with meanwhile."""
    if database.is_sqlite:
        with _lock(str(database.url.database)), database.engine.connect() as connection:
            yield connection
        return
    with database.engine.connect() as connection:
        connection.execute(text("SELECT pg_advisory_lock(:key)"), {"key": _LOCK})
        connection.commit()
        try:
            yield connection
        finally:
            connection.rollback()
            connection.execute(text("SELECT pg_advisory_unlock(:key)"), {"key": _LOCK})
            connection.commit()


def _lock(path: str) -> FileLock:
    """A lock beside a file of SQLite; OSError where neither can be."""
    if os.path.exists(path) and not os.path.isfile(path):
        raise OSError(errno.EINVAL, "it is not an ordinary file")
    lock = f"{path}.lock"
    # FileLock takes a folder in which nothing can be made, as /proc, for a lock that others hold.
    os.close(os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644))
    # A new database can be read by its owner only, and so can the files that SQLite puts beside it.
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    return FileLock(lock, timeout=_LOCK_SECONDS)
