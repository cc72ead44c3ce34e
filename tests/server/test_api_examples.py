"""Every example of the API's reference is sent, as it is printed."""

from __future__ import annotations

import html
import re
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest

from kibitz.server.api_examples import SAMPLES
from kibitz.server.app import create_app
from kibitz.server.settings import read_settings
from tests.server.live import V1, Live, serving

DOCUMENT = create_app(read_settings(database_url="unused.db")).openapi()
OPERATIONS = [
    (method, path, operation)
    for path, operations in DOCUMENT["paths"].items()
    for method, operation in operations.items()
]
PEOPLE = [{"kind": "person"}, {"kind": "person"}]


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    folder = tmp_path_factory.mktemp("examples")
    with serving(str(folder / "games.db"), folder / "log", {}, is_ready=True) as found:
        yield found


def values(live: Live, method: str, path: str) -> dict[str, str]:
    """What the variables of an example stand for: a session in which its command is possible."""
    if "analyses" in path:
        body = {"game": "connect4", "limit": {"time": 5}}
        started = live.http.post(f"{V1}/analyses", json=body, headers={"Prefer": "respond-async"})
        return {"ANALYSIS": started.json()["id"], "SECRET": started.json()["secret"]}
    if "{review_id}" in path:
        review = {"game": "draughts", "format": "pdn", "text": "1. 22-18 9-14 *"}
        body = {**review, "limit": {"time": 2, "depth": 60 + len(live.begin("connect4").id)}}
        started = live.http.post(f"{V1}/reviews", json=body, headers={"Prefer": "respond-async"})
        return {"REVIEW": started.json()["id"]}
    if "{tournament_id}" in path:
        engine = {"kind": "engine", "level": "1"}
        people = [{"kind": "person"}] * 2
        begun = {"game": "tictactoe", "contestants": [engine, *people]}
        made = live.http.post(f"{V1}/tournaments", json=begun).json()
        stop = f"{V1}/tournaments/{made['tournament']['id']}/stop"
        if not path.endswith("stop"):  # a client may have few that are running
            live.http.post(stop, headers={"Authorization": f"Bearer {made['secret']}"})
        return {"TOURNAMENT": made["tournament"]["id"], "SECRET": made["secret"]}
    takebacks = "ask" if path.endswith("takeback") else "free"
    table = live.begin("connect4", *PEOPLE, takebacks=takebacks)
    if path.endswith(("undo", "redo", "takeback")):
        table.move("d", "X")
    if path.endswith("rematch"):
        assert table.post("resign", {}, "O").status_code == 200
        assert table.post("rematch", {"action": "offer"}, "O").status_code == 200
    if method == "get" and path.endswith("rematch"):
        assert table.post("rematch", {"action": "accept"}, "X").status_code == 200
    if path.endswith("players"):
        change: dict[str, Any] = {"player": 1, "seat": {"kind": "engine", "level": "1"}}
        assert table.post("players", change, "O").status_code == 200
    if path.endswith("redo"):
        assert table.post("undo", {"count": 1}, "X").status_code == 200
    return {"ID": table.id, "SECRET": table.secrets["X"]}


def sent(live: Live, command: str, found: Mapping[str, str]) -> httpx.Response:
    """Send a request as curl would, and close a stream after its first bytes."""
    for name, value in found.items():
        command = command.replace(f"${name}", value)
    assert "$" not in command
    words = shlex.split(command.replace("\\\n", ""))
    assert words[:2] == ["curl", "-sN"]
    options = list(zip(words[3::2], words[4::2], strict=True))
    headers = dict(value.split(": ", 1) for name, value in options if name == "-H")
    body = next((value for name, value in options if name == "-d"), None)
    method = next((value for name, value in options if name == "-X"), "POST" if body else "GET")
    path = words[2].removeprefix("http://localhost:8000")
    assert path.startswith("/")
    with httpx.Client(base_url=live.http.base_url, timeout=60) as http:
        request = http.build_request(method, path, headers=headers, content=body)
        answer = http.send(request, stream=True)
        if answer.headers["content-type"].startswith("text/event-stream"):
            assert next(answer.iter_lines())
            answer.close()
        else:
            answer.read()
    return answer


@pytest.mark.parametrize(
    ("method", "path", "operation"), OPERATIONS, ids=[f"{one[0]} {one[1]}" for one in OPERATIONS]
)
def test_the_example_of_a_path_works(
    live: Live, method: str, path: str, operation: dict[str, Any]
) -> None:
    (sample,) = operation[SAMPLES]
    answer = sent(live, sample["source"], values(live, method, path))
    assert 200 <= answer.status_code < 300, answer.text
    assert answer.request.method == method.upper()
    pattern = re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(path))
    assert re.fullmatch(pattern, answer.request.url.path)


def test_the_page_shows_every_example(live: Live) -> None:
    page = html.unescape(live.http.get("/docs", headers={"Accept": "text/html"}).text)
    for _, _, operation in OPERATIONS:
        assert operation[SAMPLES][0]["source"] in page


def test_the_examples_are_in_the_package() -> None:
    assert (Path(create_app.__code__.co_filename).parent / "examples.json").is_file()
