"""Gunicorn settings for `gunicorn wsgi:app`. Command-line options override them."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType
from typing import Any

from uvicorn_worker import UvicornWorker  # type: ignore[import-untyped]  # ships no types


class Worker(UvicornWorker):  # type: ignore[misc]  # see its import
    """An ASGI worker that shuts down gracefully, whichever signal stops the master."""

    def handle_exit(self, number: int, frame: FrameType | None) -> None:
        """Treat the signal as SIGTERM, the only one that the worker handles."""
        os.kill(os.getpid(), signal.SIGTERM)


def on_starting(server: Any) -> None:
    """Report invalid settings once, before the workers start."""
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
    """Allow a worker that uses too much memory to exit, since the master replaces it."""
    os.environ["KIBITZ_REPLACEABLE"] = "true"


worker_class = Worker
graceful_timeout = 30  # seconds for requests in progress
control_socket_disable = True  # otherwise two servers of one user share it
