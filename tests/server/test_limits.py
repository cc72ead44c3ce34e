"""Work is bounded, and so is what is read."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from kibitz.server.app import create_app
from kibitz.server.settings import read_settings
from tests.server.live import V1, Live, until

Serve = Callable[..., TestClient]
THINKER = {"kind": "engine", "limit": {"time": 500}}


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Serves in this process, with settings of one's own."""
    with ExitStack() as stack:

        def start(**settings: Any) -> TestClient:
            own = {"database_url": str(tmp_path / "games.db"), "warm": False}
            # This process holds what other tests have compiled: its size says nothing.
            app = create_app(read_settings(**{**own, "memory_limit": 0, **settings}))
            return stack.enter_context(TestClient(app, raise_server_exceptions=False))

        yield start


def begin(client: TestClient, *seats: dict[str, Any]) -> tuple[str, dict[str, str]]:
    body = {"game": "draughts", "seats": list(seats) or None}
    found = client.post(f"{V1}/sessions", json=body).json()
    secret = found["secrets"][0]["secret"] if found["secrets"] else ""
    return f"{V1}/sessions/{found['session']['id']}", {"Authorization": f"Bearer {secret}"}


def test_a_body_that_is_too_large_is_refused(serve: Serve) -> None:
    client = serve(body_limit=1000)
    answer = client.post(f"{V1}/positions", json={"game": "x" * 2000})
    assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")


def test_a_body_of_unknown_length_is_not_read_to_its_end(serve: Serve) -> None:
    client = serve(body_limit=1000)

    def parts() -> Iterator[bytes]:
        for _ in range(10):
            yield b"x" * 500

    answer = client.post(f"{V1}/positions", content=parts())
    assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")


def test_a_body_that_is_nested_too_deeply_is_refused(serve: Serve) -> None:
    body = b'{"record":' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    headers = {"Content-Type": "application/json"}
    answer = serve().post(f"{V1}/sessions/import", content=body, headers=headers)
    assert 400 <= answer.status_code < 500
    assert answer.json()["detail"]


def test_too_many_requests_of_one_client_are_refused_for_a_while(serve: Serve) -> None:
    client = serve(rate="3/minute")
    answers = [client.get(f"{V1}/games") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert answers[3].json()["code"] == "too_many_requests"
    assert 1 <= int(answers[3].headers["retry-after"]) <= 60
    assert answers[3].headers["content-security-policy"]
    assert client.get("/health").status_code == 200


def test_searches_have_a_rate_of_their_own(serve: Serve) -> None:
    client = serve(work_rate="1/minute")
    body = {"game": "tictactoe", "limit": {"depth": 1}}
    assert [client.post(f"{V1}/analyses", json=body).status_code for _ in range(2)] == [200, 429]
    assert client.get(f"{V1}/games").status_code == 200


def test_a_move_that_no_engine_has_time_for_is_refused_and_not_played(serve: Serve) -> None:
    client = serve(queue=1, threads=1, search_seconds=600)
    busy, its_secret = begin(client, {}, THINKER)
    assert (
        client.post(f"{busy}/moves", json={"move": "22-18"}, headers=its_secret).status_code == 200
    )
    path, secret = begin(client, {}, THINKER)
    answer = client.post(f"{path}/moves", json={"move": "22-18"}, headers=secret)
    assert (answer.status_code, answer.json()["code"]) == (503, "queue_full")
    assert int(answer.headers["retry-after"]) >= 1
    assert client.get(path).json()["ply"] == 0
    assert (
        client.post(f"{V1}/sessions", json={"game": "draughts", "seats": [THINKER, {}]}).status_code
        == 503
    )
    client.post(f"{busy}/resign", headers=its_secret)
    again = client.post(f"{path}/moves", json={"move": "22-18"}, headers=secret)
    assert again.status_code == 200
    client.post(f"{path}/resign", headers=secret)


def test_an_analysis_that_finds_no_room_is_refused(serve: Serve) -> None:
    client = serve(threads=1, requests=1, queue=2, search_seconds=600)
    body = {"game": "draughts", "limit": {"time": 500}}
    headers = {"Prefer": "respond-async"}
    paths = [
        client.post(f"{V1}/analyses", json=body, headers=headers).headers["location"]
        for _ in range(2)
    ]
    assert client.post(f"{V1}/analyses", json=body, headers=headers).status_code == 503
    answer = client.post(f"{V1}/analyses", json=body)
    assert (answer.status_code, answer.json()["code"]) == (503, "queue_full")
    for path in paths:
        client.delete(path)


def test_nothing_is_taken_on_where_memory_is_short(serve: Serve) -> None:
    client = serve(memory_limit=1)
    answer = client.post(f"{V1}/analyses", json={"game": "tictactoe"})
    assert (answer.status_code, answer.json()["code"]) == (503, "memory_short")
    found = client.get("/health/ready").json()
    assert found["memory_bytes"] > found["memory_limit_bytes"] == 1 << 20


def test_a_search_ends_at_the_servers_limits(serve: Serve) -> None:
    client = serve(search_nodes=5000, search_depth=3)
    body: dict[str, Any] = {"game": "draughts", "limit": {"time": 3600, "nodes": 10**15}}
    assert client.post(f"{V1}/analyses", json=body).json()["lines"][0]["nodes"] <= 5000
    body = {"game": "tictactoe", "limit": {"depth": 1000}}
    assert client.post(f"{V1}/analyses", json=body).json()["lines"][0]["depth"] == 3


def test_a_session_holds_so_many_moves_and_no_more(serve: Serve) -> None:
    client = serve(longest=2)
    path, secret = begin(client, {}, {"kind": "engine", "level": "easy"})
    client.post(f"{path}/moves", json={"move": "22-18"}, headers=secret)
    found = until(lambda: found if (found := client.get(path).json())["ply"] == 2 else None)
    move = {"move": found["legal_moves"][0]["move"]}
    answer = client.post(f"{path}/moves", json=move, headers=secret)
    assert (answer.status_code, answer.json()["code"]) == (409, "session_full")
    assert client.get(path).json()["version"] == found["version"]


def test_a_closed_connection_stops_its_search(live: Live) -> None:
    body = json.dumps({"game": "draughts", "limit": {"time": 500}})
    request = (
        f"POST {V1}/analyses HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n{body}"
    )
    before = queue(live)
    with socket.create_connection(("127.0.0.1", live.port)) as connection:
        connection.sendall(request.encode())
        until(lambda: queue(live) > before or None)
    until(lambda: queue(live) <= before or None)


def queue(live: Live) -> float:
    lines = live.http.get("/metrics").text.splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith("kibitz_queue "))


def test_reading_the_moves_of_a_request_is_bounded_in_time(serve: Serve) -> None:
    client = serve(reading_seconds=1e-9)
    place = {"game": "connect4", "moves": ["d", "d", "c"]}
    for path in ("positions", "analyses", "trees"):
        answer = client.post(f"{V1}/{path}", json=place)
        assert (answer.status_code, answer.json()["code"]) == (422, "reading_too_long")
    text = '[GameType "20"] 1. 32-28 19-23 *'
    answer = client.post(f"{V1}/sessions/import", json={"format": "pdn", "text": text})
    assert answer.status_code == 422
    assert "takes longer" in answer.json()["detail"]
    assert client.post(f"{V1}/positions", json={"game": "connect4"}).status_code == 200


def test_a_tree_is_bounded_in_time(serve: Serve) -> None:
    """Every reply of the king in this position has thousands of captures to follow."""
    client = serve(search_seconds=0.5)
    men = "W23,38,22,39,43,30,27,16,24,44,31,32,13,47,36,7,35"
    place = {"game": "draughts", "options": {"variant": "frysk"}, "position": f"W:{men}:BK45"}
    answer = client.post(f"{V1}/trees", json={**place, "depth": 2, "pruning": False})
    assert (answer.status_code, answer.json()["code"]) == (422, "reading_too_long")
