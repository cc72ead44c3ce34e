"""A supervisor and its worker processes, which serve on the same sockets.

The supervisor starts each worker as `python -m kibitz.server.supervisor`, with the sockets, one
end of a pipe, and the settings in an environment variable. It restarts workers that die and stops
them all on shutdown. If the supervisor dies, the pipe closes and the worker exits.
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

from kibitz.core.child_python import python_command
from kibitz.server.reloader import Reloader
from kibitz.server.server_process import GRACE, STARTUP_FAILURE, ServerProcess
from kibitz.server.settings import Settings

SETTINGS = "KIBITZ_SETTINGS"  # the environment variable with a worker's settings, as JSON

_POLL_SECONDS = 0.1
_KILL_SECONDS = GRACE + 5  # a worker that has not exited after this is killed
_AGAIN_SECONDS = 1.0  # a second signal after this kills the workers
_BACK_OFF = (0.0, 0.5, 1.0, 2.0, 5.0, 10.0)  # seconds before a restart, by early deaths in a row
_STABLE_SECONDS = 30.0  # a worker that has run this long restarts without a delay


class _WorkerSlot:
    """A slot for one worker process and its replacements."""

    def __init__(self, start: Callable[[], subprocess.Popen[bytes]]) -> None:
        self._start = start
        self._early_deaths = 0  # in a row
        self._start_at = 0.0
        self.process: subprocess.Popen[bytes] | None = None
        self._started_at = 0.0
        self._has_been_stable = False
        self._is_replaced = False

    def check(self) -> bool:
        """Start the worker if it is not running; return False if it failed to start serving."""
        now = time.monotonic()
        if self.process is None:
            if now >= self._start_at:
                self.process = self._start()
                self._started_at = now
            return True
        code = self.process.poll()
        if code is None:
            return True
        if self._is_replaced:
            self._is_replaced = False
            self._early_deaths, self._start_at, self.process = 0, now, None
            return True
        is_stable = now - self._started_at > _STABLE_SECONDS
        self._has_been_stable = self._has_been_stable or is_stable
        self._early_deaths = 0 if is_stable else self._early_deaths + 1
        self._start_at = now + _BACK_OFF[min(self._early_deaths, len(_BACK_OFF) - 1)]
        self.process = None
        # A later failure to start may be temporary, such as an unavailable database.
        return self._has_been_stable or code != STARTUP_FAILURE

    def replace(self) -> None:
        """Stop the worker process; `check` starts another one."""
        if self.is_running:
            self._is_replaced = True
            self.send(signal.SIGTERM)

    @property
    def is_running(self) -> bool:
        """Whether the worker process is running."""
        return self.process is not None and self.process.poll() is None

    def send(self, number: int) -> None:
        """Send a signal to the worker process, if there is one."""
        if self.process is not None:
            self.process.send_signal(number)


class Supervisor:
    """Keeps `count` workers running; `run` returns once all have exited.

    With a `reloader`, it replaces them when a game file has changed.

    The workers share their metrics in a folder, so that any of them can report those of all.
    """

    def __init__(
        self,
        listeners: Sequence[socket.socket],
        count: int,
        settings: Settings,
        metrics_folder: str,
        reloader: Reloader | None = None,
    ) -> None:
        self._listeners = listeners
        self._reloader = reloader
        own = settings.model_copy(update={"replaceable": True})
        self._environment = {
            "PROMETHEUS_MULTIPROC_DIR": metrics_folder,  # read by its library when imported
            **os.environ,
            SETTINGS: own.model_dump_json(),
        }
        self._lifeline, self._writer = os.pipe()
        self._requested_at: list[float] = []  # when shutdown was requested
        self._slots = [_WorkerSlot(self._start) for _ in range(count)]

    def request_shutdown(self, *_: object) -> None:
        """Stop the workers; the second call kills them. May be called by a signal handler."""
        self._requested_at.append(time.monotonic())

    def run(self) -> bool:
        """Serve until shutdown is requested; return False if the workers cannot start serving."""
        try:
            while not self._requested_at:
                if self._reloader is not None and self._reloader.has_changed():
                    for slot in self._slots:
                        slot.replace()
                for slot in self._slots:
                    if not self._requested_at and not slot.check():
                        return False
                time.sleep(_POLL_SECONDS)
            return True
        finally:
            self._stop_workers()
            os.close(self._writer)
            os.close(self._lifeline)

    def _start(self) -> subprocess.Popen[bytes]:
        passed = [self._lifeline, *(listener.fileno() for listener in self._listeners)]
        # The worker inherits the signal mask.
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return subprocess.Popen(  # noqa: S603 - our own
                python_command("-m", "kibitz.server.supervisor", json.dumps(passed)),
                stdin=subprocess.DEVNULL,
                pass_fds=passed,
                env=self._environment,
            )
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)

    def _stop_workers(self) -> None:
        started = time.monotonic()
        for slot in self._slots:
            slot.send(signal.SIGTERM)
        while any(slot.is_running for slot in self._slots):
            is_forced = any(moment > started + _AGAIN_SECONDS for moment in self._requested_at)
            if is_forced or time.monotonic() - started > _KILL_SECONDS:
                for slot in self._slots:
                    slot.send(signal.SIGKILL)
            time.sleep(_POLL_SECONDS)


def _exit_with_supervisor(lifeline: int) -> None:
    """Exit when the supervisor is gone, even if it was killed. Runs in a thread."""
    os.read(lifeline, 1)  # nothing is ever written: this returns when the other end is closed
    os._exit(1)


def main(text: str) -> int:
    """Serve as one of several workers; return the exit code."""
    lifeline, *descriptors = json.loads(text)
    threading.Thread(target=_exit_with_supervisor, args=(lifeline,), daemon=True).start()
    server = ServerProcess(Settings.from_json(os.environ.pop(SETTINGS)))
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, server.request_shutdown)
    return server.serve_on([socket.socket(fileno=descriptor) for descriptor in descriptors])


if __name__ == "__main__":
    # Skip interpreter shutdown, during which threads that load compiled code would crash.
    os._exit(main(sys.argv[1]))
