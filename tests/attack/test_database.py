"""A database that goes away and comes back, and one that somebody else has locked."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.attack.conftest import Attack
from tests.attack.figures import HANGS, LOST, SERVER_ERRORS, TRIES, Figures
from tests.attack.limits import SLOW
from tests.attack.target import Target
from tests.server.live import Table, until
from tests.server.postgres import programs, running_postgres

SETTINGS = {"KIBITZ_LEASE": "2", "KIBITZ_POLL": "0.2"}


class Stoppable:
    """A PostgreSQL that can be stopped and started again on the same data."""

    def __init__(self, folder: Path, url: str) -> None:
        with psycopg.connect(url) as connection:
            row = connection.execute("SHOW data_directory").fetchone()
        assert row is not None
        self._data = Path(row[0])
        self._arguments = (self._data / "postmaster.opts").read_text().replace('"', "").split()
        self._arguments[0] = str(folder / "postgres")
        self._url = url
        self._process: subprocess.Popen[bytes] | None = None

    def stop(self) -> None:
        process = int((self._data / "postmaster.pid").read_text().split()[0])
        os.kill(process, signal.SIGINT)  # connections are closed at once
        until(lambda: True if not (self._data / "postmaster.pid").exists() else None, 60)

    def start(self) -> None:
        self._process = subprocess.Popen(
            self._arguments,
            user=self._data.stat().st_uid,
            cwd=self._data.parent,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        until(self._answers, 60)

    def close(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)  # does not wait for clients to leave
            self._process.wait(60)

    def _answers(self) -> bool | None:
        try:
            psycopg.connect(self._url).close()
        except psycopg.OperationalError:
            return None
        return True


@contextmanager
def stoppable_postgres() -> Iterator[tuple[str, Stoppable]]:
    folder = programs()
    if folder is None:
        pytest.skip("PostgreSQL is missing: on Debian, apt install postgresql")
    with running_postgres(folder) as postgres:
        url = postgres.new_database()
        stoppable = Stoppable(folder, url)
        try:
            yield url, stoppable
        finally:
            stoppable.close()


def survive(
    target: Target,
    figures: Figures,
    take_away: Callable[[], None],
    bring_back: Callable[[], None],
    seconds: float,
    patience: float = SLOW,
) -> None:
    """While the database is away changes are refused; afterwards games go on where they were."""
    live = target.live
    playing = live.begin("tictactoe")
    playing.move("4")
    waiting = live.begin("connect4", {}, {"kind": "engine", "limit": {"time": 2}})
    waiting.move("d")  # the engine's answer falls into the time without a database
    log = target.log.stat().st_size
    take_away()
    slowest, gone = 0.0, time.monotonic()
    try:
        deadline, refused = gone + seconds, 0
        while time.monotonic() < deadline or not refused:
            began = time.monotonic()
            answer = playing.post("moves", {"move": "0"}, "O")
            slowest = max(slowest, time.monotonic() - began)
            figures.add(TRIES)
            is_refusal = answer.status_code == 503 and "retry-after" in answer.headers
            if not is_refusal:
                figures.add(SERVER_ERRORS)
            assert is_refusal, f"{answer.status_code} {answer.text}"
            refused += 1
            assert live.http.get("/health").status_code == 200
            time.sleep(0.2)
    finally:
        bring_back()
    grown, away = target.log.stat().st_size - log, time.monotonic() - gone
    figures.note(f"{refused} moves refused, the slowest after {slowest:.1f} s")
    figures.note(f"log grew by {grown / 1000:.0f} kB in {away:.0f} s")
    after = until(lambda: play(playing, "0"), 60)
    figures.add(LOST, int([entry["move"] for entry in after["history"]] != ["4", "0"]))
    assert [entry["move"] for entry in after["history"]] == ["4", "0"]
    until(lambda: found if (found := waiting.read())["ply"] == 2 else None, 90)
    figures.add(HANGS, int(slowest > patience))
    assert slowest <= patience
    assert grown < 20_000 * max(away, 5), "the log grows without end"


def play(table: Table, move: str) -> dict[str, Any] | None:
    answer = table.post("moves", {"move": move}, "O")
    return answer.json() if answer.status_code == 200 else None


def gone_and_back(start: Attack, figures: Figures, seconds: float, patience: float) -> None:
    with stoppable_postgres() as (url, database):
        target = start(url, SETTINGS)
        survive(target, figures, database.stop, database.start, seconds, patience)


def test_a_database_that_is_gone_for_some_seconds(start: Attack, figures: Figures) -> None:
    gone_and_back(start, figures, seconds=4, patience=SLOW)


@pytest.mark.deep
def test_a_database_that_is_gone_and_comes_back(start: Attack, figures: Figures) -> None:
    gone_and_back(start, figures, seconds=30, patience=SLOW)


@pytest.mark.deep
def test_a_database_that_another_process_has_locked(
    start: Attack, sqlite: str, figures: Figures
) -> None:
    target = start(sqlite, SETTINGS)
    other = sqlite3.connect(sqlite, isolation_level=None)
    try:
        survive(
            target,
            figures,
            lambda: _run(other, "BEGIN EXCLUSIVE"),
            lambda: _run(other, "ROLLBACK"),
            seconds=25,
        )
    finally:
        other.close()


def _run(connection: sqlite3.Connection, command: str) -> None:
    connection.execute(command)
