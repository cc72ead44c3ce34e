"""A front end for the Smart Horses API: it knows the documented JSON and the rules, not Kibitz."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx
from anyio.from_thread import BlockingPortal, start_blocking_portal
from fastapi import FastAPI

from kibitz.server.problems import add_problem_handlers
from kibitz.server.smart_horses.horses_routes import router

Json = dict[str, Any]
Square = tuple[int, int]

KNIGHT_MOVES = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)]
DEPTHS = {"beginner": 2, "amateur": 4, "expert": 6}


@dataclass(frozen=True, slots=True)
class Client:
    """Sends requests to an app in this process."""

    portal: BlockingPortal
    client: httpx.AsyncClient

    def send(self, method: str, path: str, content: bytes | None = None, **headers: str) -> Any:
        headers = {"Content-Type": "application/json"} | headers

        async def request() -> httpx.Response:
            return await self.client.request(method, path, content=content, headers=headers)

        return self.portal.call(request)

    def post(self, path: str, body: object = None) -> httpx.Response:
        content = None if body is None else json.dumps(body).encode()
        answer = self.send("POST", f"/api/game/{path}", content)
        assert isinstance(answer, httpx.Response)
        return answer

    def ask(self, path: str, body: object = None) -> Json:
        """What is answered to a request that is right."""
        answer = self.post(path, body)
        assert answer.status_code == 200, answer.text
        found: Json = answer.json()
        return found

    def refused(self, path: str, body: object = None) -> Json:
        """The refusal of a request that is wrong."""
        answer = self.post(path, body)
        assert answer.status_code == 400, answer.text
        return refusal(answer)


def refusal(answer: httpx.Response) -> Json:
    """A refusal, its shape checked."""
    found: Json = answer.json()
    assert {"error", "message"} <= set(found) <= {"error", "message", "valid_moves"}
    assert isinstance(found["error"], str)
    assert found["error"]
    assert isinstance(found["message"], str)
    assert found["message"]
    return found


def new_app() -> FastAPI:
    """An app with this API alone."""
    app = FastAPI()
    app.include_router(router)
    add_problem_handlers(app)
    return app


@contextmanager
def connected(app: FastAPI) -> Iterator[Client]:
    """A client of `app`."""
    with start_blocking_portal() as portal:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        client = httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1")
        yield Client(portal, client)
        portal.call(client.aclose)


class FrontEnd:
    """Plays games, keeps its own board beside the answers, and compares the two."""

    def __init__(self, client: Client, difficulty: str, ending: str = "first") -> None:
        self.client = client
        self.ending = ending
        asked = {"difficulty": difficulty} | ({"ending": ending} if ending != "first" else {})
        self.state = client.ask("new", asked)
        assert self.state["difficulty"] == difficulty
        assert self.state["max_depth"] == DEPTHS[difficulty]
        assert (self.state["white_knight"] == self.state["machine_first_move"]) or self.state[
            "machine_moves"
        ]
        self._read()

    def _read(self) -> None:
        state = self.state
        self.board = {_square(key): value for key, value in state["board"].items()}
        self.knights = {side: tuple(state[f"{side}_knight"]) for side in ("white", "black")}
        self.scores = {side: state[f"{side}_score"] for side in ("white", "black")}

    def valid_moves(self, side: str) -> list[Square]:
        row, column = self.knights[side]
        jumps = [(row + down, column + right) for down, right in KNIGHT_MOVES]
        return [
            square
            for square in jumps
            if square in self.board
            and self.board[square] != "destroyed"
            and square not in self.knights.values()
        ]

    def make_move(self, side: str, square: Square) -> None:
        assert square in self.valid_moves(side)
        value = self.board[square]
        self.scores[side] += value if isinstance(value, int) else 0
        self.board[self.knights[side]] = "destroyed"
        self.knights[side] = square

    @property
    def stuck(self) -> list[str]:
        return [side for side in ("white", "black") if not self.valid_moves(side)]

    @property
    def is_over(self) -> bool:
        return len(self.stuck) >= (1 if self.ending == "first" else 2)

    def play(self, square: Square) -> Json:
        """The person's move: sent, and followed on the own board."""
        posted = {"game_state": self.state, "move": list(square)}
        self.state = answer = self.client.ask("move", posted)
        paid = self._follow("black", square)
        first = [answer["machine_move"]] if answer["machine_move"] else []
        for reply in first + answer["machine_moves"]:
            paid += self._follow("white", (reply[0], reply[1]))
        assert answer["penalty_applied"] is (paid > 0)
        self._compare()
        return answer

    def _follow(self, side: str, square: Square) -> int:
        """One move on the own board; how often a stuck knight has paid after it."""
        self.make_move(side, square)
        other = "black" if side == "white" else "white"
        pays = (
            self.stuck if self.ending == "first" else [name for name in self.stuck if name == other]
        )
        if len(self.stuck) != 1 or not pays:
            return 0
        self.scores[pays[0]] -= 4
        return 1

    def _compare(self) -> None:
        answer = self.state
        expected = (dict(self.board), dict(self.knights), dict(self.scores))
        self._read()
        assert (self.board, self.knights, self.scores) == expected
        assert answer["game_over"] is self.is_over
        if self.is_over:
            lead = self.scores["white"] - self.scores["black"]
            assert answer["winner"] == ("white" if lead > 0 else "black" if lead < 0 else "tie")
            assert answer["message"].startswith("Game over")
        else:
            assert answer["winner"] is None
            assert answer["current_player"] == "black"
            assert answer["message"] == "Player's turn (black)"
            assert answer["depth_reached"] <= answer["max_depth"]


def _square(key: str) -> Square:
    row, column = key.split(",")
    return int(row), int(column)
