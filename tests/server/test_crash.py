"""Kill -9, restarts, and several workers: what was acknowledged is there, once."""

from __future__ import annotations

import random
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.conftest import NewDatabase
from tests.server.live import V1, Live, Table, serving, until
from tests.server.reading import following, of_kind

ENGINE = {"kind": "engine", "level": "medium"}
GAMES = ("connect4", "tictactoe", "draughts", "morris")
QUICK = {"KIBITZ_LEASE": "1", "KIBITZ_POLL": "0.05", "KIBITZ_SEARCH_SECONDS": "600"}


@pytest.fixture
def server(new_database: NewDatabase, tmp_path: Path) -> Iterator[Live]:
    with serving(new_database(), tmp_path / "log", QUICK) as found:
        yield found


class Player(threading.Thread):
    """Plays in one session and remembers what was acknowledged; a lost answer is asked for again
    with the same key."""

    def __init__(self, table: Table, port: int, end: threading.Event) -> None:
        super().__init__(daemon=True)
        self._table = table
        self._end = end
        self._lot = random.Random(table.id)
        self._http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=10)
        self.acknowledged: dict[int, str] = {}  # by ply
        self.problems: list[str] = []

    def run(self) -> None:
        with self._http:
            while not self._end.is_set():
                try:
                    if not self._move():
                        return
                except httpx.TransportError:
                    self._end.wait(0.05)

    def _move(self) -> bool:
        found = self._http.get(self._table.path).json()
        if found["outcome"] is not None:
            return False
        if found["thinking"] or not found["legal_moves"]:
            self._end.wait(0.01)
            return True
        move, ply = self._lot.choice(found["legal_moves"])["move"], found["ply"]
        headers = {
            "Authorization": f"Bearer {next(iter(self._table.secrets.values()))}",
            "Idempotency-Key": f"{ply}",
        }
        while not self._end.is_set():
            try:
                path = f"{self._table.path}/moves"
                answer = self._http.post(path, json={"move": move}, headers=headers)
            except httpx.TransportError:
                self._end.wait(0.05)
                continue
            if answer.status_code == 503:
                self._end.wait(0.2)
                continue
            if answer.status_code != 200:
                self.problems.append(answer.text)
                return False
            self.acknowledged[ply] = move
            return True
        return True


def played(table: Table) -> list[str]:
    return [entry["move"] for entry in table.read()["history"]]


def test_after_a_kill_every_acknowledged_move_is_there_and_the_games_go_on(server: Live) -> None:
    until(lambda: server.http.get("/health/ready").status_code == 200 or None)
    tables = [server.begin(GAMES[i % 4], {}, ENGINE) for i in range(8)]
    end = threading.Event()
    players = [Player(table, server.port, end) for table in tables]
    for player in players:
        player.start()
    for _ in range(2):
        before = sum(len(player.acknowledged) for player in players)
        until(
            lambda: (
                sum(len(player.acknowledged) for player in players) > before + 10  # noqa: B023
                or not any(player.is_alive() for player in players)
                or None
            )
        )
        server.kill()
        kept = [dict(player.acknowledged) for player in players]
        server.start()
        for table, moves in zip(tables, kept, strict=True):
            history = played(table)
            for ply, move in moves.items():
                assert history[ply] == move
    end.set()
    for player in players:
        player.join(60)
        assert player.problems == []


def test_another_worker_thinks_on_after_a_kill(server: Live) -> None:
    table = server.begin("draughts", {}, {"kind": "engine", "limit": {"time": 500}})
    with following(server.http, table.path) as told:
        of_kind(told, "session")
        table_http = httpx.Client(base_url=server.http.base_url)
        secret = {"Authorization": f"Bearer {table.secrets['white']}"}
        table_http.post(f"{table.path}/moves", json={"move": "22-18"}, headers=secret)
        table_http.close()
        seen = of_kind(told, "thinking").number
    server.kill()
    server.start()
    assert table.read()["thinking"]
    with following(server.http, table.path, seen) as told:
        assert of_kind(told, "thinking").number > seen


@pytest.mark.parametrize(
    "how",
    [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.deep)],  # as in test_serve
)
def test_a_server_that_is_asked_to_end_does_so_whoever_follows_and_thinks(
    server: Live, how: signal.Signals
) -> None:
    table = server.begin("draughts", {}, {"kind": "engine", "limit": {"time": 500}})
    table.move("22-18")
    http = httpx.Client(base_url=server.http.base_url, timeout=60)
    with http, following(http, table.path) as told:
        of_kind(told, "session")
        assert server.stop(how) in (0, -how)
    server.start()
    assert table.read()["thinking"]
    assert table.post("resign").json()["outcome"]["reason"] == "resignation"


def test_an_engine_moves_after_a_restart(server: Live) -> None:
    table = server.begin("connect4", {}, {"kind": "engine", "limit": {"time": 1}})
    table.move("d")
    server.kill()
    server.start()
    assert table.settled()["ply"] == 2


def test_two_workers_serve_the_streams_and_the_moves_of_one_session(
    new_database: NewDatabase, tmp_path: Path
) -> None:
    with serving(new_database(), tmp_path / "log", QUICK, workers=2) as server:
        until(lambda: len(workers(server)) == 2 or None)
        table = server.begin("tictactoe")
        clients = [httpx.Client(base_url=server.http.base_url, timeout=60) for _ in range(8)]
        found: list[list[Any]] = [[] for _ in clients]
        barrier = threading.Barrier(len(clients) + 1)

        def follow(number: int) -> None:
            with following(clients[number], table.path) as told:
                of_kind(told, "session")
                barrier.wait(60)
                while len(found[number]) < 6:
                    found[number].append(of_kind(told, "change").data["move"])

        threads = [threading.Thread(target=follow, args=(i,)) for i in range(len(clients))]
        for thread in threads:
            thread.start()
        barrier.wait(60)
        moves = ["4", "0", "8", "2", "6", "1"]
        for turn, move in enumerate(moves):
            with httpx.Client(base_url=server.http.base_url, timeout=60) as http:
                secret = {"Authorization": f"Bearer {table.secrets['XO'[turn % 2]]}"}
                answer = http.post(f"{table.path}/moves", json={"move": move}, headers=secret)
                assert answer.status_code == 200, answer.text
        for thread in threads:
            thread.join(60)
        for client in clients:
            client.close()
        assert found == [moves] * len(clients)


def workers(server: Live) -> set[str]:
    """The workers that have answered, by their memory in the figures of all of them."""
    with httpx.Client(base_url=server.http.base_url) as http:
        lines = http.get("/metrics").text.splitlines()
    return {line for line in lines if line.startswith("kibitz_worker_memory_bytes{")}


def test_a_game_of_ones_own_is_served(tmp_path: Path) -> None:
    source = Path(__file__).parent.parent.parent / "README.md"
    text = source.read_text().split("```python\n")[1].split("```")[0]
    (tmp_path / "sticks.py").write_text(text)
    games = {"KIBITZ_GAMES": str(tmp_path / "sticks.py")}
    with serving(str(tmp_path / "games.db"), tmp_path / "log", games) as server:
        names = [game["name"] for game in server.http.get(f"{V1}/games").json()["games"]]
        assert names[-1] == "sticks"
        table = server.begin("sticks", {}, {"kind": "engine", "level": "10"})
        table.move("2")
        assert table.settled()["ply"] == 2
        server.kill()
        server.start()
        assert table.move("1")["ply"] == 3
