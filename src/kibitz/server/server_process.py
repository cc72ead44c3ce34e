"""One server process, running uvicorn."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Sequence
from socket import socket

import uvicorn
from fastapi import FastAPI

from kibitz.server.settings import Settings

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

GRACE = 15  # seconds for requests in progress to finish on shutdown
STARTUP_FAILURE = 3  # the exit code of a process that failed to start serving
# Keep-alive timeout in seconds. It is longer than the usual one of clients and proxies (60), so
# that they close a connection first and never send a request on one that is being closed.
_IDLE = 75
_MOST_FILES = 65_536
_AGAIN_SECONDS = 1.0  # a second signal after this drops requests in progress


class ServerProcess(uvicorn.Server):
    """Serves on open sockets until shutdown, which may be requested before serving starts."""

    def __init__(self, settings: Settings) -> None:
        def application() -> FastAPI:
            # A late import: the supervisor, which uses this module too, never serves.
            from kibitz.server.app import create_app

            return create_app(settings)

        super().__init__(
            uvicorn.Config(
                application,
                factory=True,
                log_config=None,
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=GRACE,
                timeout_keep_alive=_IDLE,
            )
        )
        self._requested_at = 0.0  # when shutdown was first requested

    def request_shutdown(self, *_: object) -> None:
        """Shut down gracefully; the second call forces it. May be called by a signal handler."""
        if self.should_exit and time.monotonic() > self._requested_at + _AGAIN_SECONDS:
            self.force_exit = True
        elif not self.should_exit:
            self._requested_at = time.monotonic()
            self.should_exit = True

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signal handling to the caller of `serve_on`, which sets it up earlier."""
        yield

    def serve_on(self, sockets: Sequence[socket]) -> int:
        """Serve; return the exit code."""
        _allow_many_connections()
        try:
            self.run(list(sockets))
        except SystemExit as failure:
            return int(failure.code or 0)
        return 0


def _allow_many_connections() -> None:
    """Raise the limit on open files, since every connection counts as one."""
    if resource is not None:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = _MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, _MOST_FILES)
        if soft != resource.RLIM_INFINITY and soft < most:
            with contextlib.suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
