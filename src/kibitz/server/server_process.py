"""One process that serves, with uvicorn."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Sequence
from socket import socket

import uvicorn

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

GRACE = 15  # seconds for what is under way when the server is asked to end
STARTUP_FAILURE = 3  # the exit code of a process that could not begin to serve
# Seconds that a connection may be idle: more than a client or a proxy keeps one (mostly 60), so
# that it is they who close it, and none asks over a connection that is being closed.
_IDLE = 75
_MOST_FILES = 65_536
_AGAIN_SECONDS = 1.0  # after which a second signal drops what is under way


class ServerProcess(uvicorn.Server):
    """Serves on open sockets until asked to end, also where that happens before it has begun."""

    def __init__(self) -> None:
        super().__init__(
            uvicorn.Config(
                "kibitz.server.app:create_app",
                factory=True,
                log_config=None,
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=GRACE,
                timeout_keep_alive=_IDLE,
            )
        )
        self._asked = 0.0  # when it was first asked to end

    def ask_to_end(self, *_: object) -> None:
        """Finish what is under way and end; may be called by a signal. A second time, hurry."""
        if self.should_exit and time.monotonic() > self._asked + _AGAIN_SECONDS:
            self.force_exit = True
        elif not self.should_exit:
            self._asked = time.monotonic()
            self.should_exit = True

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to the caller of `serve_on`, who may hear one before this begins."""
        yield

    def serve_on(self, sockets: Sequence[socket]) -> int:
        """Serve; the exit code."""
        _allow_many_connections()
        try:
            self.run(list(sockets))
        except SystemExit as failure:
            return int(failure.code or 0)
        return 0


def _allow_many_connections() -> None:
    """Raise the number of open files, every connection being one, as far as the system lets us."""
    if resource is not None:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = _MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, _MOST_FILES)
        if soft != resource.RLIM_INFINITY and soft < most:
            with contextlib.suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
