"""What one client may have does not take anything from the others."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient

from kibitz.server.app import create_app
from kibitz.server.services import Services
from kibitz.server.settings import read_settings
from tests.server.live import V1, Live, serving

ENGINE = {"kind": "engine", "level": "easy"}
THINKER = {"kind": "engine", "limit": {"time": 500}}
App = Callable[[str], TestClient]


@pytest.fixture
def app(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[App]:
    """A server in this process; makes clients, each with an address of its own."""
    settings = {"database_url": str(tmp_path / "games.db"), "warm": False, "memory_limit": 0}
    served = create_app(read_settings(**{**settings, **getattr(request, "param", {})}))
    with ExitStack() as stack:
        stack.enter_context(TestClient(served))
        yield lambda address: TestClient(
            served, raise_server_exceptions=False, client=(address, 5000)
        )


def begin(client: TestClient, *seats: dict[str, Any]) -> Any:
    return client.post(f"{V1}/sessions", json={"game": "draughts", "seats": list(seats)})


@pytest.mark.parametrize("app", [{"client_exhibitions": 2, "search_seconds": 600}], indirect=True)
def test_games_without_a_person_are_counted_for_each_client(app: App) -> None:
    mallory, alice = app("192.0.2.1"), app("192.0.2.2")
    answers = [begin(mallory, THINKER, THINKER) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 429]
    assert answers[2].json()["code"] == "too_many_exhibitions"
    assert int(answers[2].headers["retry-after"]) > 0
    assert begin(mallory, {}, THINKER).status_code == 201
    assert begin(alice, THINKER, THINKER).status_code == 201


@pytest.mark.parametrize("app", [{"client_queue": 2, "search_seconds": 600}], indirect=True)
def test_moves_that_wait_are_counted_for_each_client(app: App) -> None:
    mallory, alice = app("192.0.2.1"), app("192.0.2.2")
    answers = [begin(mallory, THINKER, {}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 429]
    assert begin(alice, THINKER, {}).status_code == 201
    body = {"game": "draughts", "limit": {"time": 500}}
    headers = {"Prefer": "respond-async"}
    assert mallory.post(f"{V1}/analyses", json=body, headers=headers).status_code == 429
    assert alice.post(f"{V1}/analyses", json=body, headers=headers).status_code == 202
    # Its quick moves are counted apart from its long ones.
    assert begin(mallory, ENGINE, {}).status_code == 201


@pytest.mark.parametrize("app", [{"client_sessions": 2}], indirect=True)
def test_sessions_are_counted_for_each_client(app: App) -> None:
    mallory, alice = app("192.0.2.1"), app("192.0.2.2")
    assert [begin(mallory, {}, {}).status_code for _ in range(3)] == [201, 201, 429]
    assert begin(alice, {}, {}).status_code == 201


@pytest.mark.parametrize("app", [{"session_rate": "1/hour"}], indirect=True)
def test_sessions_are_begun_at_a_rate(app: App) -> None:
    mallory, alice = app("192.0.2.1"), app("192.0.2.2")
    first = begin(mallory, {}, {})
    record = mallory.get(f"{V1}/sessions/{first.json()['session']['id']}/export").json()["text"]
    assert begin(mallory, {}, {}).status_code == 429
    assert mallory.post(f"{V1}/sessions/import", json={"text": record}).status_code == 429
    assert alice.post(f"{V1}/sessions/import", json={"text": record}).status_code == 201


@pytest.mark.parametrize("app", [{"search_seconds": 600, "threads": 2}], indirect=True)
def test_an_engine_moves_while_another_client_has_every_long_search_it_can(app: App) -> None:
    mallory, alice = app("192.0.2.1"), app("192.0.2.2")
    for _ in range(20):
        begin(mallory, THINKER, {})
    found = begin(alice, {}, ENGINE).json()
    path, secret = f"{V1}/sessions/{found['session']['id']}", found["secrets"][0]["secret"]
    headers = {"Authorization": f"Bearer {secret}"}
    assert alice.post(f"{path}/moves", json={"move": "22-18"}, headers=headers).status_code == 200
    while (now := alice.get(path).json())["thinking"]:
        pass
    assert now["ply"] == 2


def test_what_is_kept_of_a_client_is_not_its_address(app: App, tmp_path: Path) -> None:
    begin(app("192.0.2.77"), {}, {})
    written = b"".join(path.read_bytes() for path in tmp_path.glob("games.db*"))
    assert b"192.0.2.77" not in written


def test_streams_are_counted_for_each_client(tmp_path: Path) -> None:
    settings = {"KIBITZ_CLIENT_STREAMS": "2"}
    with serving(str(tmp_path / "games.db"), tmp_path / "log", settings) as live:
        path = f"{live.begin('tictactoe').path}/events"
        with ExitStack() as opened:
            for _ in range(2):
                opened.enter_context(streamed(live, path))
            refused = live.http.get(path)
            assert (refused.status_code, refused.json()["code"]) == (429, "too_many_streams")
            other = httpx.HTTPTransport(local_address="127.0.0.2")
            with (
                httpx.Client(base_url=live.http.base_url, transport=other) as alice,
                alice.stream("GET", path) as stream,
            ):
                assert stream.status_code == 200
        done = threading.Event()
        while not done.wait(0.05):  # a slot is free again once the server has noticed
            with live.http.stream("GET", path) as stream:
                if stream.status_code == 200:
                    done.set()


def streamed(live: Live, path: str) -> Any:
    """A stream over a connection of its own, closed with the context."""
    stack = ExitStack()
    client = stack.enter_context(httpx.Client(base_url=live.http.base_url, timeout=60))
    stream = stack.enter_context(client.stream("GET", path))
    assert stream.status_code == 200
    return stack


@pytest.mark.parametrize(
    ("is_replaceable", "is_large", "is_ended"),
    [(True, True, True), (True, False, False), (False, True, False)],
)
def test_a_worker_that_needs_too_much_memory_ends_where_it_is_replaced(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    is_replaceable: bool,
    is_large: bool,
    is_ended: bool,
) -> None:
    sent: list[int] = []
    monkeypatch.setattr("kibitz.server.memory_usage.is_over", lambda limit: is_large)
    monkeypatch.setattr("os.kill", lambda process, number: sent.append(number))
    database = str(tmp_path / "games.db")
    settings = read_settings(database_url=database, warm=False, replaceable=is_replaceable)
    services = Services(settings)
    services._exit_if_too_large()
    assert sent == ([signal.SIGTERM] if is_ended else [])
    services.pool.close()
    services.handlers.close()
    services.database.close()
