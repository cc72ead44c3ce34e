"""A server in a process of its own, and somebody who talks to it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import httpx

from tests.server.postgres import free_port

Found = TypeVar("Found")
V1 = "/api/v1"


def until(look: Callable[[], Found | None], seconds: float = 60.0) -> Found:
    """What `look` finds, once it finds something; far longer than it ever takes."""
    deadline = time.monotonic() + seconds
    while True:
        found = look()
        if found is not None:
            return found
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)


class Live:
    """A running server."""

    def __init__(
        self,
        database_url: str,
        log: Path,
        settings: Mapping[str, str],
        workers: int,
        options: Sequence[str] = (),
    ) -> None:
        self.port = free_port()
        self.database_url = database_url
        self.workers = workers
        self._options = options
        self._log = log
        self._settings = settings
        self._process: subprocess.Popen[bytes] | None = None
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=180)

    def start(self, *, is_ready: bool = False) -> None:
        command = [sys.executable, "-m", "kibitz", "serve", "--port", str(self.port)]
        command += ["--workers", str(self.workers), "--database", self.database_url]
        command += self._options
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                command,
                env={**os.environ, "PYTHONFAULTHANDLER": "1", **self._settings},
                stdout=log,
                stderr=log,
                start_new_session=True,  # so that all its workers can be killed at once
                # A shell's background job has its children ignore Ctrl-C.
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL) and None,
            )
        until(lambda: self._answers("/health/ready" if is_ready else "/health"), 120)

    @property
    def process_id(self) -> int:
        return self._running().pid

    def _answers(self, path: str) -> bool | None:
        self._running()
        try:
            return True if self.http.get(path).status_code == 200 else None
        except httpx.TransportError:
            return None

    def kill(self) -> None:
        """End every process of it at once, without a word."""
        process = self._running()
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        self._forget()

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to end; its exit code."""
        process = self._running()
        process.send_signal(how)
        code = process.wait(60)
        self._forget()
        return code

    def close(self) -> None:
        """Stop it unless that is done already."""
        try:
            if self._process is not None:
                self.stop()
        finally:
            self.http.close()

    def _running(self) -> subprocess.Popen[bytes]:
        """Its process, which has not ended by itself."""
        assert self._process is not None, "it was stopped before"
        code = self._process.poll()
        assert code is None, f"the server ended with {code}:\n{self._log.read_text()}"
        return self._process

    def _forget(self) -> None:
        """Be rid of the process, and of connections to it."""
        self._process = None
        self.http.close()
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=180)

    def begin(self, game: str, *seats: dict[str, Any], **more: Any) -> Table:
        """Begin a session; people in every seat unless told."""
        body = {"game": game, **({"seats": list(seats)} if seats else {}), **more}
        answer = self.http.post(f"{V1}/sessions", json=body)
        assert answer.status_code == 201, answer.text
        found = answer.json()
        secrets = {entry["side"]: entry["secret"] for entry in found["secrets"]}
        return Table(self, found["session"]["id"], secrets, found["session"])


@dataclass
class Table:
    """A session on a server, and the secrets of its people."""

    live: Live
    id: str
    secrets: dict[str, str]
    first: dict[str, Any]

    @property
    def path(self) -> str:
        return f"{V1}/sessions/{self.id}"

    def read(self) -> dict[str, Any]:
        answer = self.live.http.get(self.path)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def post(
        self, what: str, body: object = None, side: str | None = None, **headers: str
    ) -> httpx.Response:
        """Do something for a side: the first one with a secret unless told."""
        chosen = next(iter(self.secrets)) if side is None and self.secrets else side
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if chosen is not None:
            sent.setdefault("Authorization", f"Bearer {self.secrets[chosen]}")
        return self.live.http.post(f"{self.path}/{what}", json=body, headers=sent)

    def move(self, text: str, side: str | None = None, **headers: str) -> dict[str, Any]:
        answer = self.post("moves", {"move": text}, side, **headers)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def settled(self) -> dict[str, Any]:
        """The session once no engine has to do anything."""
        return until(lambda: found if not (found := self.read())["thinking"] else None)


@contextmanager
def serving(
    database_url: str,
    log: Path,
    settings: Mapping[str, str],
    workers: int = 1,
    *,
    is_ready: bool = False,
    options: Sequence[str] = (),
) -> Iterator[Live]:
    live = Live(database_url, log, settings, workers, options)
    try:
        live.start(is_ready=is_ready)
        yield live
    finally:
        live.close()
