"""Gunicorn's settings for `gunicorn wsgi:app`; what the command line says goes before them."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType
from typing import Any

from uvicorn_worker import UvicornWorker  # type: ignore[import-untyped]  # ships no types


class Worker(UvicornWorker):  # type: ignore[misc]  # see its import
    """A worker for an ASGI app that ends when the master is interrupted or told to quit."""

    def handle_exit(self, number: int, frame: FrameType | None) -> None:
        """End as after SIGTERM, the only one of these signals that the worker acts on by itself."""
        os.kill(os.getpid(), signal.SIGTERM)


def on_starting(server: Any) -> None:
    """Say what is wrong with the settings once, and not from every worker."""
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
    """Let a worker that needs too much memory end: the master replaces it."""
    os.environ["KIBITZ_REPLACEABLE"] = "true"


worker_class = Worker
graceful_timeout = 30  # seconds to finish or store what is running
control_socket_disable = True  # two servers of one user would share it
