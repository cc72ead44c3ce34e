"""Several server processes on the same sockets, and the supervisor that starts them.

The supervisor starts each worker as `python -m kibitz.server.supervisor`, with the sockets and
one end of a pipe. It restarts workers that die and stops them all on shutdown. A worker whose
supervisor is gone sees its pipe closed and exits.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence

from kibitz.server.server_process import GRACE, STARTUP_FAILURE, ServerProcess

_LOOK_SECONDS = 0.1
_KILL_SECONDS = GRACE + 5  # after which a worker that does not end is killed
_AGAIN_SECONDS = 1.0  # after which a second signal kills the workers
_PAUSES = (0.0, 0.5, 1.0, 2.0, 5.0, 10.0)  # before a worker that died early is started again
_SETTLED_SECONDS = 30.0  # a worker that has lived so long is started again at once


class _Place:
    """One worker, and those that took its place."""

    def __init__(self, start: Callable[[], subprocess.Popen[bytes]]) -> None:
        self._start = start
        self._deaths = 0  # early ones in a row
        self._due = 0.0  # when it is started
        self.process: subprocess.Popen[bytes] | None = None
        self._began = 0.0
        self._has_settled = False

    def look(self) -> bool:
        """Start the worker where it is due; False where none of them could ever begin to serve."""
        now = time.monotonic()
        if self.process is None:
            if now >= self._due:
                self.process = self._start()
                self._began = now
            return True
        code = self.process.poll()
        if code is None:
            return True
        is_settled = now - self._began > _SETTLED_SECONDS
        self._has_settled = self._has_settled or is_settled
        self._deaths = 0 if is_settled else self._deaths + 1
        self._due = now + _PAUSES[min(self._deaths, len(_PAUSES) - 1)]
        self.process = None
        return self._has_settled or code != STARTUP_FAILURE  # later, a database may be away

    @property
    def is_running(self) -> bool:
        """Whether its process has not ended."""
        return self.process is not None and self.process.poll() is None

    def send(self, number: int) -> None:
        """Send a signal, where there is a process for it."""
        if self.process is not None:
            self.process.send_signal(number)


class Supervisor:
    """Keeps `count` workers on sockets that listen; `run` returns once all have ended."""

    def __init__(self, listeners: Sequence[socket.socket], count: int) -> None:
        self._listeners = listeners
        self._lifeline, self._writer = os.pipe()
        self._asked: list[float] = []  # when it was asked to end
        self._parser = [_Place(self._start) for _ in range(count)]

    def ask_to_end(self, *_: object) -> None:
        """End the workers; may be called by a signal. A second time, kill them."""
        self._asked.append(time.monotonic())

    def run(self) -> bool:
        """Serve until asked to end; False where workers cannot begin to serve."""
        try:
            while not self._asked:
                for place in self._parser:
                    if not self._asked and not place.look():
                        return False
                time.sleep(_LOOK_SECONDS)
            return True
        finally:
            self._end()
            os.close(self._writer)
            os.close(self._lifeline)

    def _start(self) -> subprocess.Popen[bytes]:
        passed = [self._lifeline, *(listener.fileno() for listener in self._listeners)]
        # What is blocked here stays blocked in the worker.
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return subprocess.Popen(  # noqa: S603 - our own
                [sys.executable, "-m", "kibitz.server.supervisor", json.dumps(passed)],
                stdin=subprocess.DEVNULL,
                pass_fds=passed,
                env={**os.environ, "KIBITZ_REPLACEABLE": "true"},
            )
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)

    def _end(self) -> None:
        began = time.monotonic()
        for place in self._parser:
            place.send(signal.SIGTERM)
        while any(place.is_running for place in self._parser):
            is_asked_again = any(moment > began + _AGAIN_SECONDS for moment in self._asked)
            if is_asked_again or time.monotonic() - began > _KILL_SECONDS:
                for place in self._parser:
                    place.send(signal.SIGKILL)
            time.sleep(_LOOK_SECONDS)


def _leave_with_supervisor(lifeline: int) -> None:
    """End this process when the supervisor is gone, however it ended; in a thread of its own."""
    os.read(lifeline, 1)  # nobody writes: it returns when the other end is closed
    os._exit(1)


def main(text: str) -> int:
    """Serve as one of several; the exit code."""
    lifeline, *descriptors = json.loads(text)
    threading.Thread(target=_leave_with_supervisor, args=(lifeline,), daemon=True).start()
    serving = ServerProcess()
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, serving.ask_to_end)
    return serving.serve_on([socket.socket(fileno=descriptor) for descriptor in descriptors])


if __name__ == "__main__":
    # At once: threads that load compiled code would crash while the interpreter ends.
    os._exit(main(sys.argv[1]))
