"""Writes the database of a server that is killed, a part of `make_fixtures`."""

from __future__ import annotations

import gzip
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.compatibility.describe import api_facts
from tests.compatibility.make_shared import DATA, PLACE, write_json

V1 = "/api/v1"


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


@contextmanager
def served(database: Path) -> Iterator[tuple[httpx.Client, subprocess.Popen[bytes]]]:
    port = free_port()
    more = {
        "DATABASE_URL": str(database),
        "KIBITZ_WARM": "false",
        "KIBITZ_POLL": "0.05",
        "KIBITZ_GAMES": str(PLACE / "sticks.py"),
        "KIBITZ_BACKGROUND": "1",
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "kibitz", "serve", "--port", str(port)],
        env={**os.environ, **more},
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
        while True:
            try:
                if http.get("/health").status_code == 200:
                    break
            except httpx.TransportError:
                assert process.poll() is None
                time.sleep(0.1)
        try:
            yield http, process
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


class Client:
    """Plays on the server and remembers the secrets."""

    def __init__(self, http: httpx.Client) -> None:
        self.http = http
        self.sessions: dict[str, dict[str, Any]] = {}

    def begin(self, label: str, game: str, *seats: Any, **more: Any) -> str:
        body = {"game": game, **({"seats": list(seats)} if seats else {}), **more}
        return self._keep(label, self.http.post(f"{V1}/sessions", json=body))

    def _keep(self, label: str, answer: httpx.Response) -> str:
        assert answer.status_code == 201, answer.text
        found = answer.json()
        secrets = {one["side"]: one["secret"] for one in found["secrets"]}
        self.sessions[label] = {"id": found["session"]["id"], "secrets": secrets}
        return label

    def post(self, label: str, what: str, body: object, side: str, **headers: str) -> Any:
        kept = self.sessions[label]
        sent = {"Authorization": f"Bearer {kept['secrets'][side]}", **headers}
        answer = self.http.post(f"{V1}/sessions/{kept['id']}/{what}", json=body, headers=sent)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def read(self, label: str) -> Any:
        return self.http.get(f"{V1}/sessions/{self.sessions[label]['id']}").json()

    def settled(self, label: str) -> Any:
        while (found := self.read(label))["thinking"]:
            time.sleep(0.1)
        return found


def play_on_server(client: Client) -> dict[str, Any]:
    http = client.http
    quick = {"kind": "engine", "limit": {"time": 0.2}}
    client.begin("people", "tictactoe", {"name": "Anna"}, {"name": "Bob"})
    for side, move in (("X", "4"), ("O", "0"), ("X", "8")):
        client.post("people", "moves", {"move": move}, side)
    client.post("people", "takeback", {"action": "request"}, "O")

    client.begin("free", "tictactoe", {"name": "Eve"}, {"name": "Flo"}, takebacks="free")
    for side, move in (("X", "4"), ("O", "0"), ("X", "8"), ("O", "2")):
        client.post("free", "moves", {"move": move}, side)
    client.post("free", "undo", {"count": 2}, "O")
    client.post("free", "moves", {"move": "6"}, "X", **{"Idempotency-Key": "key-1"})

    client.begin("finished", "tictactoe", {}, {})
    for number, move in enumerate(("4", "0", "8", "1", "2", "5", "6")):
        client.post("finished", "moves", {"move": move}, "XO"[number % 2])

    client.begin("engine", "connect4", {"name": "Gus"}, quick)
    client.post("engine", "moves", {"move": "d"}, "X")
    client.settled("engine")

    adaptive = {"kind": "engine", "level": "adaptive", "seed": 1}
    client.begin("adaptive", "tictactoe", {}, adaptive, position="XX./OO./...")
    client.post("adaptive", "moves", {"move": "2"}, "X")
    skill = client.settled("adaptive")["seats"][1]["adaptive"]["skill"]
    client.begin("rematch", "tictactoe", {}, {**adaptive, "skill": skill})

    client.begin("clock", "draughts", {}, {}, options={"variant": "russian"}, clock="900000000+5")
    client.post("clock", "moves", {"move": client.read("clock")["legal_moves"][0]["move"]}, "white")
    client.post("clock", "draw", {"action": "offer"}, "white")

    client.begin("horses", "horses", {}, {}, {}, options={"players": 3}, seed=42)
    client.post(
        "horses",
        "moves",
        {"move": client.read("horses")["legal_moves"][0]["move"]},
        client.read("horses")["side"],
    )
    client.begin("tiles", "tiles", {}, {}, options={"rows": 3, "columns": 3}, seed=9)
    client.begin("morris", "morris", {}, {})
    for _ in range(6):
        found = client.read("morris")
        client.post("morris", "moves", {"move": found["legal_moves"][-1]["move"]}, found["side"])
    client.begin("resigned", "connect4", {}, {})
    client.post("resigned", "resign", {}, "X")
    client.begin("sticks", "sticks", {}, {})
    client.post("sticks", "moves", {"move": "2"}, "first")
    pdn = (DATA / "sessions" / "draughts_international.pdn").read_text()
    client._keep(
        "imported", http.post(f"{V1}/sessions/import", json={"text": pdn, "format": "pdn"})
    )

    request = {"game": "tictactoe", "position": "XOX/O../...", "lines": 2, "limit": {"time": 0.5}}
    prefer = {"Prefer": "respond-async"}
    done = http.post(f"{V1}/analyses", json=request, headers=prefer)
    assert done.status_code == 202, done.text
    done_id = done.json()["id"]
    while http.get(f"{V1}/analyses/{done_id}").json()["status"] != "done":
        time.sleep(0.2)
    analysis = http.get(f"{V1}/analyses/{done_id}").json()
    streams = {}
    for label in ("people", "adaptive"):
        path = f"{V1}/sessions/{client.sessions[label]['id']}/events"
        events = []
        with http.stream("GET", path, headers={"Last-Event-ID": "0"}) as stream:
            for line in stream.iter_lines():
                if line.startswith(("id:", "event:", "data:")):
                    events.append(line)
                if len(events) >= 12:
                    break
        streams[label] = events
    expected = {
        label: {
            **kept,
            "document": client.read(label),
            "etag": http.get(f"{V1}/sessions/{kept['id']}").headers["ETag"],
            "export": http.get(f"{V1}/sessions/{kept['id']}/export").json(),
            "seats": {
                side: http.get(
                    f"{V1}/sessions/{kept['id']}/seat",
                    headers={"Authorization": f"Bearer {secret}"},
                ).json()
                for side, secret in kept["secrets"].items()
            },
        }
        for label, kept in client.sessions.items()
    }
    pdn_path = f"{V1}/sessions/{client.sessions['imported']['id']}/export?format=pdn"
    # What the kill interrupts: a move that an engine owes, and a long analysis.
    client.begin("owed", "connect4", {}, {"kind": "engine", "limit": {"time": 2}})
    client.post("owed", "moves", {"move": "d"}, "X")
    running = http.post(
        f"{V1}/analyses",
        json={**request, "game": "connect4", "position": None, "lines": 1, "limit": {"time": 10}},
        headers=prefer,
    )
    assert running.status_code == 202, running.text
    return {
        "sessions": expected,
        "owed": {**client.sessions["owed"], "document": client.read("owed")},
        "analysis": {**done.json(), "document": analysis},
        "running": running.json(),
        "imported pdn": http.get(pdn_path).json(),
        "streams": streams,
    }


def write_server() -> None:
    folder = PLACE / "server"
    folder.mkdir(exist_ok=True)
    database = folder / "server.db"
    with served(database) as (http, _):
        found = play_on_server(Client(http))
        document = http.get("/openapi.json").json()
        assert found["owed"]["document"]["thinking"]
    copy = folder / "copy.db"
    with sqlite3.connect(database) as source:
        source.execute(f"VACUUM INTO '{copy}'")
    (DATA / "server.db.gz").write_bytes(gzip.compress(copy.read_bytes(), 9, mtime=0))
    write_json(DATA / "server.json", found)
    write_json(DATA / "http.json", api_facts(document))
