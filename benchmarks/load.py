"""The server under load: many concurrent sessions on this machine, and their acknowledged moves.

    python benchmarks/load.py [--sessions 200] [--seconds 60] [--kill] [--database URL]

People play four games against medium engines and follow their sessions' event streams. Afterwards
every acknowledged move has to be in the database exactly once. `--kill` kills the server halfway
with signal 9 and starts it again.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import http.client
import json
import multiprocessing
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import create_engine, text

from kibitz.server.store.database import parse_url

GAMES = ("connect4", "draughts", "morris", "tiles")
THINKING_TIME = (0.5, 1.5)  # seconds that a person thinks
TIMEOUT = 60.0  # seconds that a person waits for an engine


@dataclass
class Tally:
    """The counts of a run."""

    acknowledged: dict[str, dict[int, str]] = field(default_factory=dict)  # session, ply, move
    unanswered: set[tuple[str, int]] = field(default_factory=set)  # session, ply
    refused: int = 0  # 503 with Retry-After
    errors: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)  # until each move was acknowledged
    health: list[float] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)

    @property
    def moves(self) -> int:
        return sum(len(moves) for moves in self.acknowledged.values())


class Server:
    """A server for this run."""

    def __init__(self, database: str, workers: int) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.database = database
        self._workers = workers
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "kibitz", "serve", "--port", str(self.port)]
        command += ["--database", self.database, "--workers", str(self._workers)]
        self._process = subprocess.Popen(
            command,
            env={**os.environ, "KIBITZ_ENV": "development"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        while True:
            try:
                if httpx.get(f"http://127.0.0.1:{self.port}/health/ready").status_code == 200:
                    return
            except httpx.TransportError:
                assert self._process.poll() is None, "the server does not start"
            time.sleep(0.05)

    def kill(self) -> None:
        assert self._process is not None
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        assert self._process is not None
        self._process.terminate()
        self._process.wait(60)


class Person:
    """A client that plays one session after another."""

    def __init__(self, number: int, client: httpx.AsyncClient, tally: Tally) -> None:
        self._game = GAMES[number % len(GAMES)]
        self._chance = random.Random(number)
        self._client = client
        self._tally = tally
        self._is_stopped = False
        self._latest: dict[str, Any] = {}
        self._changed = asyncio.Event()

    def stop(self) -> None:
        self._is_stopped = True

    async def run(self) -> None:
        while not self._is_stopped:
            try:
                await self._play()
            except (httpx.TransportError, json.JSONDecodeError):
                await asyncio.sleep(0.2)  # the server is restarting

    async def _play(self) -> None:
        seats = [{"kind": "person"}, {"kind": "engine", "level": "medium"}]
        answer = await self._post("/api/v1/sessions", {"game": self._game, "seats": seats}, {})
        if answer is None:
            return
        created = answer.json()
        path = f"/api/v1/sessions/{created['session']['id']}"
        headers = {"Authorization": f"Bearer {created['secrets'][0]['secret']}"}
        self._latest = created["session"]
        follower = asyncio.create_task(self._follow(path))
        try:
            while not self._is_stopped and self._latest["outcome"] is None:
                await asyncio.sleep(self._chance.uniform(*THINKING_TIME))
                found = await self._settled()
                if found["outcome"] is None and found["legal_moves"]:
                    await self._move(path, headers, found)
        finally:
            follower.cancel()

    async def _follow(self, path: str) -> None:
        """Follow the event stream of a session; resume it after a disconnection."""
        last = ""
        while not self._is_stopped:
            kind = ""
            try:
                headers = {"Last-Event-ID": last} if last else {}
                async with self._client.stream("GET", f"{path}/events", headers=headers) as answer:
                    async for line in answer.aiter_lines():
                        name, _, value = line.partition(": ")
                        if name == "event":
                            kind = value
                        elif name == "id":
                            last = value
                        elif name == "data" and kind == "session":
                            self._update(json.loads(value))
            except httpx.TransportError:
                await asyncio.sleep(0.2)

    def _update(self, found: dict[str, Any]) -> None:
        if found["version"] >= self._latest["version"]:
            self._latest = found
            self._changed.set()

    async def _settled(self) -> dict[str, Any]:
        """The session once the engine has moved."""
        began = time.monotonic()
        while self._latest["thinking"] and not self._is_stopped:
            self._changed.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), 1.0)
            if time.monotonic() - began > TIMEOUT:
                self._tally.errors.append(f"an engine did not move in {self._latest['id']}")
                began += TIMEOUT
        return self._latest

    async def _move(self, path: str, headers: dict[str, str], found: dict[str, Any]) -> None:
        move, ply = self._chance.choice(found["legal_moves"])["move"], found["ply"]
        keyed = {**headers, "Idempotency-Key": str(ply)}
        began = time.perf_counter()
        self._tally.unanswered.add((found["id"], ply))
        while not self._is_stopped:
            try:
                answer = await self._post(f"{path}/moves", {"move": move}, keyed)
            except httpx.TransportError:
                await asyncio.sleep(0.2)
                continue  # the answer was lost: send the same request again
            if answer is not None and answer.status_code == 200:
                self._tally.acknowledged.setdefault(found["id"], {})[ply] = move
                self._tally.seconds.append(time.perf_counter() - began)
                self._update(answer.json())
            self._tally.unanswered.discard((found["id"], ply))
            return

    async def _post(
        self, path: str, body: dict[str, Any], headers: dict[str, str]
    ) -> httpx.Response | None:
        """Send a request; retry it after a 503 with Retry-After, and count other failures."""
        while not self._is_stopped:
            answer = await self._client.post(path, json=body, headers=headers)
            if answer.status_code in (200, 201):
                return answer
            if answer.status_code != 503 or "retry-after" not in answer.headers:
                self._tally.errors.append(f"{answer.status_code} {answer.text[:200]}")
                return None
            self._tally.refused += 1
            await asyncio.sleep(float(answer.headers["retry-after"]))
        return None


def probe(port: int, results: Connection) -> None:
    """Request /health repeatedly in a separate process; send back the seconds of each answer."""
    found: list[float] = []
    while not results.poll():
        began = time.perf_counter()
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
            connection.request("GET", "/health")
            if connection.getresponse().status == 200:
                found.append(time.perf_counter() - began)
            connection.close()
        except OSError:
            pass  # the server is restarting
        time.sleep(0.05)
    results.send(found)


async def load(server: Server, sessions: int, seconds: float, is_killed: bool) -> Tally:
    """Play for a time, then check the database."""
    tally = Tally()
    mine, theirs = multiprocessing.Pipe()
    prober = multiprocessing.Process(target=probe, args=(server.port, theirs))
    prober.start()
    limits = httpx.Limits(max_connections=2 * sessions + 64)
    base = f"http://127.0.0.1:{server.port}"
    async with httpx.AsyncClient(base_url=base, timeout=60, limits=limits) as client:
        people = [Person(number, client, tally) for number in range(sessions)]
        tasks = [asyncio.create_task(person.run()) for person in people]
        if is_killed:
            await asyncio.sleep(seconds / 2)
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
            await asyncio.sleep(seconds / 2)
        else:
            await asyncio.sleep(seconds)
        for person in people:
            person.stop()
        await asyncio.gather(*tasks)
    mine.send(None)
    tally.health = mine.recv()
    prober.join()
    compare_with_store(server.database, tally)
    return tally


def compare_with_store(database: str, tally: Tally) -> None:
    """Find acknowledged moves that are missing, and stored moves that were never sent."""
    engine = create_engine(parse_url(database))
    with engine.connect() as connection:
        rows = connection.execute(text("SELECT id, record FROM sessions")).all()
    engine.dispose()
    stored = {row.id: json.loads(row.record)["moves"] for row in rows}
    for session_id, moves in tally.acknowledged.items():
        history = stored.get(session_id, [])
        for ply, move in moves.items():
            if ply >= len(history) or history[ply]["move"] != move:
                tally.lost.append(f"{session_id} ply {ply}: {move}")
    for session_id, history in stored.items():
        first = history[0]["side"] if history else ""
        for ply, entry in enumerate(history):
            is_known = ply in tally.acknowledged.get(session_id, {})
            is_known = is_known or (session_id, ply) in tally.unanswered
            if entry["after"] != ply - 1 or (entry["side"] == first and not is_known):
                tally.doubled.append(f"{session_id} ply {ply}: {entry['move']}")


def horses_moves(port: int, seconds: float) -> float:
    """Moves per second of the Smart Horses API at its lowest level, with one client."""
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
        count, began = 0, time.perf_counter()
        while time.perf_counter() - began < seconds:
            game = client.post("/api/game/new", json={"difficulty": "beginner"}).json()
            if game["game_over"]:  # the machine's first move can leave the opponent without a move
                continue
            answer = client.post("/api/game/machine-move", json={"game_state": game})
            assert answer.status_code == 200, answer.text
            count += 2  # the machine has moved first in the new game too
        return count / (time.perf_counter() - began)


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else 0.0


@contextmanager
def running(database: str | None, workers: int) -> Iterator[Server]:
    with tempfile.TemporaryDirectory(prefix="kibitz-load-") as folder:
        server = Server(database or str(Path(folder) / "games.db"), workers)
        server.start()
        try:
            yield server
        finally:
            server.stop()


@contextmanager
def databases() -> Iterator[dict[str, str | None]]:
    """The databases: SQLite, and PostgreSQL where it is installed."""
    from tests.server.postgres import programs, running_postgres

    folder = programs()
    if folder is None:
        print("PostgreSQL is missing (on Debian: apt install postgresql).", file=sys.stderr)
        yield {"SQLite": None}
        return
    with running_postgres(folder) as postgres:
        yield {"SQLite": None, "PostgreSQL": postgres.new_database()}


def main() -> int:
    """Measure and print; return 1 if a move was lost or a request failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--database")
    parser.add_argument("--kill", action="store_true")
    arguments = parser.parse_args()
    with running(arguments.database, arguments.workers) as server:
        tally = asyncio.run(load(server, arguments.sessions, arguments.seconds, arguments.kill))
        rate = horses_moves(server.port, 3.0)
    seconds = arguments.seconds
    print(f"{tally.moves} moves acknowledged, {tally.moves / seconds:.1f} per second")
    print(f"  median {1000 * percentile(tally.seconds, 0.5):.0f} ms, 99 % within "
          f"{1000 * percentile(tally.seconds, 0.99):.0f} ms")  # fmt: skip
    print(f"refused with Retry-After: {tally.refused}, errors: {len(tally.errors)}")
    print(f"lost: {len(tally.lost)}, played twice: {len(tally.doubled)}")
    slowest = 1000 * percentile(tally.health, 0.99)
    print(f"{len(tally.health)} requests to /health, 99 % within {slowest:.0f} ms")
    print(f"beginner moves of the Smart Horses API: {rate:.0f} per second")
    for problem in [*tally.errors, *tally.lost, *tally.doubled][:10]:
        print(f"  {problem}")
    return 1 if tally.errors or tally.lost or tally.doubled else 0


if __name__ == "__main__":
    sys.exit(main())
