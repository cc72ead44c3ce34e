"""Migrates the database. If several processes try, one migrates and the others wait."""

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
_LOCK_SECONDS = 300  # maximum wait for a migration by another process
_LOCK = 0x6B6962  # key of the PostgreSQL advisory lock, chosen arbitrarily


def migrate(database: Database, target: str = "head") -> None:
    """Upgrade the tables to the newest revision, or to `target`."""
    with _migration_lock(database) as connection:
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
def _migration_lock(database: Database) -> Iterator[Connection]:
    """A connection, with a lock that keeps other processes from migrating."""
    if database.is_sqlite:
        with _file_lock(str(database.url.database)), database.engine.connect() as connection:
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


def _file_lock(path: str) -> FileLock:
    """A lock file for an SQLite file; raises OSError if either cannot be created."""
    if os.path.exists(path) and not os.path.isfile(path):
        raise OSError(errno.EINVAL, "it is not an ordinary file")
    lock = f"{path}.lock"
    # FileLock would wait for a lock file that cannot be created, as in /proc, so create it first.
    os.close(os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644))
    # Only the owner may read a new database. SQLite gives its other files the same mode.
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    return FileLock(lock, timeout=_LOCK_SECONDS)
