"""A person's game while another client attacks the server.

    python -m benchmarks.starvation [--seconds 90] [--moves 60]

The server runs in production mode with its default settings and an empty compile cache. The
attacker comes from 127.0.0.2: games with new options to compile, endless games between engines,
positions with more captures than can be listed, streams, long analyses. The person comes from
127.0.0.1 and plays Connect Four against the level medium. The result is the time from sending a
move until the engine's answer arrives. Only this machine is attacked.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import random
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any

import httpx

V1 = "/api/v1"
ATTACKER, PERSON = "127.0.0.2", "127.0.0.1"
EXPLOSIVE = "W:WK9:B22,14,8,28,27,44,42,37,30,19,41,13,12,43"
STREAMS = 300
LOOPS = 3  # concurrent ones of each kind of attack
PAUSE = 0.05  # seconds after each answer: this machine also has to run the server
TIMEOUT = 60.0  # seconds after which the person gives up waiting for a move
STARTING = 300.0  # seconds for the server to compile its games
THINKING_TIME = 0.3  # seconds that the person takes for a move

Counts = Counter[tuple[str, int]]  # requests by kind and status of the answer


@dataclass
class Measured:
    """The person's waiting times, and the attacker's requests."""

    seconds: list[float] = field(default_factory=list)  # from a move to the engine's answer
    refused: int = 0  # requests of the person, which were sent again
    counts: Counts = field(default_factory=Counter)

    def percentile(self, share: float) -> float:
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

    def lines(self) -> Iterator[str]:
        yield (
            f"{len(self.seconds)} moves answered: median {self.percentile(0.5):.2f} s, 95 % within "
            f"{self.percentile(0.95):.2f} s, slowest {max(self.seconds):.2f} s; "
            f"{self.refused} refusals"
        )
        for kind in sorted({kind for kind, _ in self.counts}):
            found = {status: n for (name, status), n in sorted(self.counts.items()) if name == kind}
            text = ", ".join(f"{status or 'no answer'} {n}" for status, n in found.items())
            yield f"  attacker, {kind}: {text}"


class Attacker:
    """Sends requests of every kind concurrently, and ignores Retry-After."""

    def __init__(self, client: httpx.AsyncClient, seed: int) -> None:
        self._client = client
        self._chance = random.Random(seed)
        self.counts: Counts = Counter()

    async def run(self, end: Callable[[], bool]) -> None:
        kinds = (
            self._compile,
            self._play_engines,
            self._explode,
            self._analyse,
            self._analyse_forever,
        )
        loops = [self._repeat(kind, end) for kind in kinds for _ in range(LOOPS)]
        watched = await self._watched()
        streams = [self._stream(watched, number, end) for number in range(STREAMS)]
        await asyncio.gather(*loops, *streams)

    async def _repeat(self, kind: Callable[[], Awaitable[None]], end: Callable[[], bool]) -> None:
        while not end():
            await kind()
            await asyncio.sleep(PAUSE)

    async def _post(
        self, kind: str, path: str, body: dict[str, Any], headers: dict[str, str] | None = None
    ) -> None:
        try:
            answer = await self._client.post(f"{V1}/{path}", json=body, headers=headers)
            status = answer.status_code
        except httpx.HTTPError:
            status = 0
        self.counts[(kind, status)] += 1

    async def _compile(self) -> None:
        options: dict[str, int | str]
        game = self._chance.choice(["connect4", "tictactoe", "draughts"])
        if game == "connect4":
            options = {"rows": self._chance.randint(3, 31), "columns": self._chance.randint(3, 26)}
        elif game == "tictactoe":
            options = {"rows": self._chance.randint(3, 8), "columns": self._chance.randint(3, 7)}
        else:
            variant = self._chance.choice(["spanish", "czech", "thai", "pool", "killer", "azubi"])
            options = {"variant": variant, "size": self._chance.choice([6, 8, 10])}
        body: dict[str, Any] = {"game": game, "options": options}
        if self._chance.random() < 0.5:
            await self._post("compiles", "analyses", {**body, "limit": {"time": 10}})
        else:
            engine = {"kind": "engine", "level": "hard"}
            await self._post("compiles", "sessions", {**body, "seats": [engine, {}]})

    async def _play_engines(self) -> None:
        engine = {"kind": "engine", "limit": {"time": 10}}
        body = {"game": self._chance.choice(["draughts", "morris"]), "seats": [engine, engine]}
        await self._post("engines against engines", "sessions", body)

    async def _explode(self) -> None:
        variant = self._chance.choice(["frysk", "frisian"])
        place = {"game": "draughts", "options": {"variant": variant}, "position": EXPLOSIVE}
        path = self._chance.choice(["positions", "sessions", "analyses"])
        await self._post("explosive positions", path, place)

    async def _analyse(self) -> None:
        body = {
            "game": self._chance.choice(["draughts", "morris", "connect4"]),
            "limit": {"time": 10},
        }
        await self._post("analyses", "analyses", body)

    async def _analyse_forever(self) -> None:
        body = {"game": "morris", "limit": {"time": 3600}, "lines": "all"}
        headers = {"Prefer": "respond-async"}
        await self._post("analyses of an hour", "analyses", body, headers)

    async def _watched(self) -> str:
        """The stream of a session that all the streams follow."""
        while True:
            try:
                begun = await self._client.post(f"{V1}/sessions", json={"game": "tictactoe"})
                if begun.status_code == 201:
                    return f"{V1}/sessions/{begun.json()['session']['id']}/events"
            except httpx.HTTPError:
                pass
            await asyncio.sleep(1)

    async def _stream(self, path: str, number: int, end: Callable[[], bool]) -> None:
        """Hold an event stream open; request it again after a refusal."""
        while not end():
            try:
                async with self._client.stream("GET", path) as answer:
                    self.counts[("streams", answer.status_code)] += 1
                    while answer.status_code == 200 and not end():
                        await asyncio.sleep(0.5)
            except httpx.HTTPError:
                self.counts[("streams", 0)] += 1
            await asyncio.sleep(5 + number % 10)


def attack(port: int, end: Event, results: Connection) -> None:
    """Attack in a separate process until `end` is set; send back the counts."""

    async def run() -> Counts:
        async with connected(port, ATTACKER) as client:
            attacker = Attacker(client, seed=24)
            tasks = asyncio.create_task(attacker.run(end.is_set))
            while not end.is_set():
                await asyncio.sleep(0.2)
            # The last answers may take longer than the run.
            await asyncio.wait([tasks], timeout=3)
            tasks.cancel()
            return attacker.counts

    results.send(asyncio.run(run()))


@asynccontextmanager
async def connected(port: int, address: str) -> AsyncIterator[httpx.AsyncClient]:
    limits = httpx.Limits(max_connections=STREAMS + 100)
    transport = httpx.AsyncHTTPTransport(local_address=address, limits=limits)
    base = f"http://127.0.0.1:{port}"
    async with httpx.AsyncClient(base_url=base, timeout=TIMEOUT, transport=transport) as client:
        yield client


class Person:
    """Plays successive games of Connect Four."""

    def __init__(self, port: int, measured: Measured) -> None:
        transport = httpx.HTTPTransport(local_address=PERSON)
        base = f"http://127.0.0.1:{port}"
        self._http = httpx.Client(base_url=base, timeout=TIMEOUT, transport=transport)
        self._chance = random.Random(1)
        self._measured = measured

    def play(self, moves: int, seconds: float) -> None:
        """Play until `moves` moves are answered or `seconds` have passed."""
        deadline = time.monotonic() + seconds
        with self._http:
            while time.monotonic() < deadline and len(self._measured.seconds) < moves:
                self._game(deadline, moves)

    def _game(self, deadline: float, moves: int) -> None:
        seats = [{"kind": "person"}, {"kind": "engine", "level": "medium"}]
        body = {"game": "connect4", "seats": seats}
        created = self._ask("POST", f"{V1}/sessions", body, {}).json()
        path = f"{V1}/sessions/{created['session']['id']}"
        secret = {"Authorization": f"Bearer {created['secrets'][0]['secret']}"}
        found = created["session"]
        while found["outcome"] is None and time.monotonic() < deadline:
            time.sleep(THINKING_TIME)
            move = self._chance.choice(found["legal_moves"])["move"]
            began = time.monotonic()
            key = {**secret, "Idempotency-Key": str(found["ply"])}
            found = self._ask("POST", f"{path}/moves", {"move": move}, key).json()
            while found["thinking"] and time.monotonic() < began + TIMEOUT:
                time.sleep(0.1)
                found = self._ask("GET", path, None, {}).json()
            self._measured.seconds.append(time.monotonic() - began)
            if len(self._measured.seconds) >= moves or found["thinking"]:
                return

    def _ask(self, method: str, path: str, body: Any, headers: dict[str, str]) -> httpx.Response:
        """Send a request; retry it after Retry-After if it is refused."""
        for _ in range(60):
            try:
                answer = self._http.request(method, path, json=body, headers=headers)
            except httpx.TimeoutException:
                self._measured.refused += 1
                continue
            if answer.status_code in (200, 201):
                return answer
            assert answer.status_code in (429, 503), f"{answer.status_code} {answer.text}"
            self._measured.refused += 1
            time.sleep(float(answer.headers["retry-after"]))
        raise AssertionError(f"{method} {path} was refused 60 times")


@contextmanager
def production() -> Iterator[int]:
    """Run a server in production mode; yields its port."""
    with tempfile.TemporaryDirectory(prefix="kibitz-starvation-") as name:
        folder = Path(name)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port: int = probe.getsockname()[1]
        environment = {
            **os.environ,
            "KIBITZ_ENV": "production",
            "SECRET_KEY": secrets.token_hex(16),
            "KIBITZ_CACHE": str(folder / "cache"),
        }
        command = [sys.executable, "-m", "kibitz", "serve", "--port", str(port)]
        command += ["--database", str(folder / "games.db")]
        with (folder / "log").open("wb") as log:
            process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        try:
            _wait_until_ready(port, process)
            yield port
        finally:
            process.terminate()
            try:
                process.wait(60)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _wait_until_ready(port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + STARTING
    while time.monotonic() < deadline:
        assert process.poll() is None, "the server does not start"
        try:
            if httpx.get(f"http://127.0.0.1:{port}/health/ready").status_code == 200:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.2)
    raise AssertionError("the server is not ready")


def measure(moves: int = 60, seconds: float = 180.0, ramp: float = 10.0) -> Measured:
    """Play while the server is attacked. The attack begins `ramp` seconds earlier."""
    measured = Measured()
    context = multiprocessing.get_context("spawn")
    end = context.Event()
    mine, theirs = context.Pipe()
    with production() as port:
        attacker = context.Process(target=attack, args=(port, end, theirs), daemon=True)
        attacker.start()
        try:
            time.sleep(ramp)
            Person(port, measured).play(moves, seconds)
        finally:
            end.set()
            if mine.poll(30):
                measured.counts = mine.recv()
            attacker.join(10)
            if attacker.is_alive():
                attacker.kill()
    return measured


def main() -> int:
    """Measure and print; return 1 if the person waits too long."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.starvation")
    parser.add_argument("--moves", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=180.0)
    arguments = parser.parse_args()
    measured = measure(arguments.moves, arguments.seconds)
    print(*measured.lines(), sep="\n")
    return 0 if measured.percentile(0.95) <= 5 else 1


if __name__ == "__main__":
    sys.exit(main())
