"""Records and options from clients: refused where they cannot be kept, bounded otherwise."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from kibitz.server.app import create_app
from kibitz.server.settings import read_settings
from tests.server.untrusted import V1, record, replaced

NAME = ("seats", 0, "name")
LINE = ("moves", 0, "evaluation", "line")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    database: Path = tmp_path_factory.mktemp("database") / "games.db"
    settings = read_settings(database_url=str(database), warm=False, threads=1, memory_limit=0)
    with TestClient(create_app(settings), raise_server_exceptions=False) as found:
        yield found


@pytest.mark.parametrize("form", ["record", "text"])
@pytest.mark.parametrize(
    ("place", "value", "problem"),
    [
        (NAME, "x" * 150_000, "seats[0].name: 'xxx"),
        (NAME, "\ud800", "seats[0].name contains a lone surrogate"),
        (NAME, "\0", "seats[0].name contains a NUL character"),
        (LINE, ["4"] * 30_000, "expected at most 256 items, got 30000"),
        (LINE, ["\ud800"], "contains a lone surrogate"),
        (("unknown",), "\ud800", "unknown contains a lone surrogate"),
        (("unknown",), {"\ud800": 1}, "has a key that contains a lone surrogate"),
        (("seed",), 10**30, "seed is a number of more than 64 bits"),
        (("moves", 0, "evaluation", "score"), None, "expected a number where win_in"),
        (("game", "settings"), {"self": 1}, "no option 'self'"),
        (("game", "settings"), {str(n): 1 for n in range(65)}, "expected at most 64 options"),
        (("seats", 1, "skill"), "x" * 5_000, "is longer than 4000 characters"),
        (("game", "file"), "x" * 5_000, "the server does not load files that clients name"),
        (("start",), "x" * 50_000, "is longer than 4000 characters"),
        (("offers",), [{}] * 17, "expected at most 16 items, got 17"),
    ],
)
def test_a_record_that_cannot_be_kept_is_refused_with_the_place(
    client: TestClient, form: str, place: tuple[Any, ...], value: object, problem: str
) -> None:
    changed = replaced(record(), place, value)
    sent = changed if form == "record" else json.dumps(changed)
    for path in ("sessions/import", "reviews"):
        answer = client.post(f"{V1}/{path}", content=json.dumps({form: sent}), headers=JSON)
        assert answer.status_code == 422
        assert problem in answer.json()["detail"]
        assert len(answer.content) < 10_000


JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize(
    ("place", "value"), [(NAME, "x" * 900_000), (LINE, ["4"] * 150_000)], ids=["name", "line"]
)
def test_a_record_as_large_as_a_request_may_be_is_refused(
    client: TestClient, place: tuple[Any, ...], value: object
) -> None:
    sent = {"record": replaced(record(), place, value)}
    answer = client.post(f"{V1}/sessions/import", json=sent)
    assert answer.status_code == 422
    assert len(answer.content) < 10_000


def test_a_record_at_its_limits_is_kept(client: TestClient) -> None:
    sent = replaced(replaced(record(), NAME, "é" * 80), LINE, ["4"] * 256)
    answer = client.post(f"{V1}/sessions/import", json={"record": sent})
    assert answer.status_code == 201
    assert len(answer.content) < 20_000


def test_a_nested_record_is_refused(client: TestClient) -> None:
    nested: Any = []
    for _ in range(100):
        nested = [nested]
    answer = client.post(f"{V1}/sessions/import", json={"record": {"game": nested}})
    assert answer.status_code == 422
    assert "nested too deeply" in answer.json()["detail"]


@pytest.mark.parametrize("name", ["self", "name", "", "%00", "x" * 4_000, "request"])
def test_any_name_of_an_option_is_refused_as_an_option(client: TestClient, name: str) -> None:
    answer = client.get(f"{V1}/games/tiles?{name}=2")
    assert (answer.status_code, answer.json()["code"]) == (422, "unknown_option")
    assert len(answer.content) < 2_000


@pytest.mark.parametrize("path", ["positions", "sessions", "analyses", "trees"])
@pytest.mark.parametrize("name", ["self", "name", "", "settings"])
def test_any_option_in_a_body_is_refused_as_an_option(
    client: TestClient, path: str, name: str
) -> None:
    answer = client.post(f"{V1}/{path}", json={"game": "tiles", "options": {name: 64}})
    assert (answer.status_code, answer.json()["code"]) == (422, "unknown_option")


def test_a_pdn_with_a_name_that_is_too_long_is_refused(client: TestClient) -> None:
    text = f'[White "{"x" * 500}"] 1. 22-18 *'
    answer = client.post(f"{V1}/sessions/import", json={"text": text, "format": "pdn"})
    assert answer.status_code == 422
    assert "at most 80 characters" in answer.json()["detail"]
