"""A PostgreSQL of the tests' own: started on a free port by an ordinary user, stopped after."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psycopg


def programs() -> Path | None:
    """The folder of initdb and postgres, Debian's newest first; None where they are missing."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    on_path = shutil.which("initdb")
    if on_path is not None:
        found.append(Path(on_path).resolve().parent)
    return next((folder for folder in found if (folder / "initdb").exists()), None)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@dataclass
class Postgres:
    port: int
    launch: Callable[[], subprocess.Popen[bytes]]
    made: list[str] = field(default_factory=list)
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self.process = self.launch()
        _wait(self.port, self.process)

    def stop(self) -> None:
        """End it at once, although clients are connected; nothing that was committed is lost."""
        if self.process is not None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(60)
            self.process = None

    def new_database(self) -> str:
        """The address of an empty database."""
        name = f"test{len(self.made)}"
        with psycopg.connect(self._url("postgres"), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"'.encode())
        self.made.append(name)
        return self._url(name)

    def _url(self, name: str) -> str:
        return f"postgresql://kibitz@127.0.0.1:{self.port}/{name}"


@contextmanager
def running_postgres(folder: Path) -> Iterator[Postgres]:
    user = _ordinary_user()
    with tempfile.TemporaryDirectory(prefix="kibitz-pg-", ignore_cleanup_errors=True) as name:
        if user is not None:
            shutil.chown(name, user)
        data = Path(name) / "data"
        _run(folder / "initdb", "-D", data, "-U", "kibitz", "-A", "trust", "-N", user=user)
        port = free_port()
        arguments = [str(folder / "postgres"), "-D", str(data), "-p", str(port), "-k", name]
        # Power does not fail during a test; processes do, which needs no fsync.
        options = ["-c", "fsync=off", "-c", "listen_addresses=127.0.0.1"]

        def launch() -> subprocess.Popen[bytes]:
            with (Path(name) / "log").open("ab") as log:
                command = [*arguments, *options]
                return subprocess.Popen(command, user=user, cwd=name, stdout=log, stderr=log)

        found = Postgres(port, launch)
        try:
            found.start()
            yield found
        finally:
            found.stop()


def _ordinary_user() -> str | None:
    """Who runs PostgreSQL, which refuses to be run by root; None is whoever runs the tests."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in known else "nobody"


def _run(*arguments: str | Path, user: str | None) -> None:
    subprocess.run(arguments, user=user, cwd="/", check=True, capture_output=True, timeout=120)


def _wait(port: int, process: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        try:
            psycopg.connect(f"postgresql://kibitz@127.0.0.1:{port}/postgres").close()
            return
        except psycopg.OperationalError:
            assert process.poll() is None, "PostgreSQL does not start"
            time.sleep(0.1)
    raise AssertionError("PostgreSQL does not answer")
