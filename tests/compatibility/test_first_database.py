"""The database of the first server, whose tables had fewer columns, is migrated and served."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.compatibility.stored import stored
from tests.compatibility.test_old_database import keeps, served, unpack
from tests.server.live import V1, until

OLD: dict[str, Any] = stored("first_server.json")
SESSIONS: dict[str, Any] = OLD["sessions"]


@pytest.fixture(scope="module")
def http(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with served(tmp_path_factory.mktemp("first"), "first_server") as live:
        yield live.http


def headers(label: str, side: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {(SESSIONS.get(label) or OLD[label])['secrets'][side]}"}


def place(label: str, what: str = "") -> str:
    return f"{V1}/sessions/{(SESSIONS.get(label) or OLD[label])['id']}{what}"


def columns(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as database:
        return {row[1] for row in database.execute("PRAGMA table_info(sessions)")}


def test_its_tables_had_fewer_columns(tmp_path: Path) -> None:
    path = tmp_path / "later"
    path.mkdir()
    assert columns(unpack(tmp_path, "first_server")) < columns(unpack(path))


# First what is read, then what changes a session.


@pytest.mark.parametrize("label", SESSIONS)
def test_a_session_is_answered_as_before(http: httpx.Client, label: str) -> None:
    answer = http.get(place(label))
    assert answer.json() == SESSIONS[label]["document"]
    assert answer.headers["ETag"] == SESSIONS[label]["etag"]
    for side in SESSIONS[label]["secrets"]:
        seat = http.get(place(label, "/seat"), headers=headers(label, side))
        assert keeps(seat.json(), SESSIONS[label]["seats"][side])


def test_a_finished_analysis_is_answered_with_the_fields_of_then(http: httpx.Client) -> None:
    expected = OLD["analysis"]["document"]
    found = http.get(f"{V1}/analyses/{OLD['analysis']['id']}").json()
    assert keeps(found, expected)


def test_engines_answer_what_they_owe(http: httpx.Client) -> None:
    assert OLD["owed"]["document"]["thinking"]
    assert until(lambda: http.get(place("owed")).json()["ply"] == 2 or None)


def test_an_interrupted_analysis_is_there(http: httpx.Client) -> None:
    before = OLD["running"]
    found = http.get(f"{V1}/analyses/{before['id']}").json()
    assert (found["game"], found["position"]) == (before["game"], before["position"])


@pytest.mark.parametrize("label", ["people", "morris", "horses", "tiles", "sticks", "rematch"])
def test_a_game_goes_on(http: httpx.Client, label: str) -> None:
    before = SESSIONS[label]["document"]
    body = {"move": before["legal_moves"][0]["move"]}
    sent = headers(label, before["side"])
    after = http.post(place(label, "/moves"), json=body, headers=sent).json()
    assert after["version"] == before["version"] + 1
    assert after["history"][: before["ply"]] == before["history"]
    assert after["ply"] > before["ply"]


def test_what_the_adaptive_level_knows_is_kept(http: httpx.Client) -> None:
    learnt = SESSIONS["adaptive"]["document"]["seats"][1]["adaptive"]
    seats = [{}, {"kind": "engine", "level": "adaptive", "skill": learnt["skill"]}]
    begun = http.post(f"{V1}/sessions", json={"game": "tictactoe", "seats": seats}).json()
    assert begun["session"]["seats"][1]["adaptive"]["strength"] == learnt["strength"]


@pytest.mark.parametrize("label", SESSIONS)
def test_an_export_of_then_can_be_imported(http: httpx.Client, label: str) -> None:
    answer = http.post(f"{V1}/sessions/import", json={"text": SESSIONS[label]["export"]["text"]})
    assert answer.status_code == 201, answer.text
    found, before = answer.json()["session"], SESSIONS[label]["document"]
    for name in ("game", "board", "position", "side", "outcome", "ply", "undone"):
        assert keeps(found[name], before[name]), name
    assert [entry["move"] for entry in found["history"]] == [
        entry["move"] for entry in before["history"]
    ]
