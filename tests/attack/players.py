"""Clients that play against engines and remember which of their moves were acknowledged."""

from __future__ import annotations

import random
import threading
from typing import Any

import httpx

from tests.attack.figures import DOUBLED, LOST, TRIES, Figures
from tests.server.live import V1, Live, until

ENGINE = {"kind": "engine", "limit": {"nodes": 200, "depth": 4}}
GAMES = ("connect4", "draughts", "morris", "tictactoe")


class Player(threading.Thread):
    """Plays one game after the other. A move without an answer is sent again with its key."""

    def __init__(self, live: Live, number: int) -> None:
        super().__init__(daemon=True)
        self._lot = random.Random(number)
        self._game = GAMES[number % len(GAMES)]
        self._end = threading.Event()
        transport = httpx.HTTPTransport(local_address=f"127.0.2.{number + 1}")
        base = f"http://127.0.0.1:{live.port}"
        self._http = httpx.Client(base_url=base, timeout=30, transport=transport)
        self.acknowledged: dict[str, dict[int, str]] = {}  # session, ply, move
        self.unsure: set[tuple[str, int]] = set()  # sent, and never answered
        self.problems: list[str] = []

    @property
    def count(self) -> int:
        return sum(len(moves) for moves in self.acknowledged.values())

    def stop(self) -> None:
        self._end.set()
        self.join(60)
        self._http.close()

    def run(self) -> None:
        while not self._end.is_set():
            created = self._ask("POST", f"{V1}/sessions", self._table())
            if created is not None:
                self._play(created)

    def _table(self) -> dict[str, Any]:
        return {"game": self._game, "seats": [{"kind": "person"}, ENGINE]}

    def _play(self, created: dict[str, Any]) -> None:
        session_id, secret = created["session"]["id"], created["secrets"][0]["secret"]
        path = f"{V1}/sessions/{session_id}"
        while not self._end.is_set():
            found = self._ask("GET", path)
            if found is None or found["outcome"] is not None:
                return
            if found["thinking"] or not found["legal_moves"]:
                self._end.wait(0.02)
                continue
            move, ply = self._lot.choice(found["legal_moves"])["move"], found["ply"]
            headers = {"Authorization": f"Bearer {secret}", "Idempotency-Key": str(ply)}
            self.unsure.add((session_id, ply))
            answer = self._ask("POST", f"{path}/moves", {"move": move}, headers)
            if answer is not None:
                self.acknowledged.setdefault(session_id, {})[ply] = move
                self.unsure.discard((session_id, ply))

    def _ask(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> dict[str, Any] | None:
        """An answer. The request is repeated while the server is away or busy."""
        while not self._end.is_set():
            try:
                answer = self._http.request(method, path, json=body, headers=headers)
            except httpx.TransportError:
                self._end.wait(0.05)
                continue
            if answer.status_code in (200, 201):
                found: dict[str, Any] = answer.json()
                return found
            if answer.status_code in (429, 503) and "retry-after" in answer.headers:
                self._end.wait(min(1.0, float(answer.headers["retry-after"])))
                continue
            self.problems.append(f"{answer.status_code} {answer.text[:300]}")
            self._end.set()
        return None


def compare_with_server(live: Live, players: list[Player], figures: Figures) -> list[str]:
    """Look up every session: moves that are missing, and moves that nobody sent."""
    wrong = []
    for player in players:
        sessions = {*player.acknowledged, *(session_id for session_id, _ in player.unsure)}
        figures.add(TRIES, player.count)
        for session_id in sessions:
            history = live.http.get(f"{V1}/sessions/{session_id}").json()["history"]
            moves = player.acknowledged.get(session_id, {})
            for ply, move in moves.items():
                if ply >= len(history) or history[ply]["move"] != move:
                    figures.add(LOST)
                    wrong.append(f"lost: {move} at ply {ply} of {session_id}")
            # The person has the first move, the engine every second one.
            for ply in range(0, len(history), 2):
                if ply not in moves and (session_id, ply) not in player.unsure:
                    figures.add(DOUBLED)
                    wrong.append(f"never sent: ply {ply} of {session_id}")
    return wrong


def wait_for_moves(players: list[Player], count: int, seconds: float = 120.0) -> None:
    """Wait until the players have had so many more moves acknowledged."""
    before = sum(player.count for player in players)

    def is_reached() -> bool | None:
        problems = [problem for player in players for problem in player.problems]
        assert not problems, problems
        return True if sum(player.count for player in players) >= before + count else None

    until(is_reached, seconds)
