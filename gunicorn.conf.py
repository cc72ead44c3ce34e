"""Gunicorn's settings for `gunicorn wsgi:app`; options of the command line override them."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType
from typing import Any

from uvicorn_worker import UvicornWorker  # type: ignore[import-untyped]  # ships no types


class Worker(UvicornWorker):  # type: ignore[misc]  # see its import
    """A worker for an ASGI app that also ends after SIGINT and SIGQUIT."""

    def handle_exit(self, number: int, frame: FrameType | None) -> None:
        """Send SIGTERM to this process, the only one of these signals that ends the worker."""
        os.kill(os.getpid(), signal.SIGTERM)


def on_starting(server: Any) -> None:
    """Check the settings once in the master, so that not every worker reports the same error."""
    from kibitz.core.errors import KibitzError
    from kibitz.server.settings import read_settings
    from kibitz.server.smart_horses.horses_routes import default_ending

    try:
        read_settings()
        default_ending()
    except KibitzError as problem:
        server.log.error("%s", problem)
        sys.exit(2)


def post_fork(server: Any, worker: Any) -> None:
    """Allow a worker that uses too much memory to end, because the master replaces it."""
    os.environ["KIBITZ_REPLACEABLE"] = "true"


worker_class = Worker
graceful_timeout = 30  # seconds to finish requests and store sessions
control_socket_disable = True  # two servers of one user would share the socket
