"""Runs the server with uvicorn."""

from __future__ import annotations

import os
import socket
import tempfile
from collections.abc import Callable, Sequence

import uvicorn
from alembic.util import CommandError
from sqlalchemy.exc import SQLAlchemyError

from kibitz.core.errors import LimitError
from kibitz.server.catalogue import Catalogue
from kibitz.server.settings import read_settings
from kibitz.server.store.database import Database, parse_url
from kibitz.server.store.migrating import migrate

_GRACE = 15  # seconds for what is under way when the server is asked to end
# Seconds that a connection may be idle: more than a client or a proxy keeps one (mostly 60), so
# that it is they who close it, and none asks over a connection that is being closed.
_IDLE = 75


def serve(
    host: str,
    port: int,
    workers: int,
    database: str | None,
    games: Sequence[str],
    on_start: Callable[[], None],
) -> None:
    """Serve until asked to end; settings with which that cannot work are refused.

    `on_start` is called once they are found to be good.
    """
    if database is not None:
        os.environ["DATABASE_URL"] = database
    if games:
        os.environ["KIBITZ_GAMES"] = os.pathsep.join(os.path.abspath(path) for path in games)
    settings = read_settings()
    Catalogue(settings.games)
    if not 1 <= workers <= 64:
        expected = "a whole number from 1 to 64"
        raise LimitError("bad_setting", name="workers", value=workers, expected=expected)
    _check_address(host, port)
    _check_database(settings.database_url)
    on_start()
    with tempfile.TemporaryDirectory(prefix="kibitz-metrics-") as folder:
        if workers > 1:  # so that any worker can tell what all of them have counted
            os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", folder)
        uvicorn.run(
            "kibitz.server.app:create_app",
            factory=True,
            host=host,
            port=port,
            workers=workers,
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=_GRACE,
            timeout_keep_alive=_IDLE,
        )


def _check_database(text_url: str) -> None:
    """Bring the tables to the newest shape; refuse a database with which that fails."""
    url = parse_url(text_url)
    try:
        database = Database(text_url)
        migrate(database)
        database.close()
    except (SQLAlchemyError, CommandError, OSError) as problem:
        reason = str(getattr(problem, "orig", None) or problem).strip().splitlines()[0]
        expected = f"a database that answers and is not from the future ({reason})"
        shown = url.render_as_string(hide_password=True)
        raise LimitError("bad_setting", name="database", value=shown, expected=expected) from None


def _check_address(host: str, port: int) -> None:
    """Refuse an address that cannot be listened on."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except (OSError, OverflowError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        expected = f"an address that is free ({reason}): try another --port"
        raise LimitError(
            "bad_setting", name="address", value=f"{host}:{port}", expected=expected
        ) from None
