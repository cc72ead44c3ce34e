"""A server's database, as an earlier version left it when it was killed."""

from __future__ import annotations

import gzip
import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.compatibility.own_files import STICKS
from tests.compatibility.stored import DATA, stored
from tests.server.live import V1, Live, serving, until

OLD: dict[str, Any] = stored("server.json")
SESSIONS: dict[str, Any] = OLD["sessions"]


def unpack(folder: Path, name: str = "server") -> Path:
    """The database, as if it had been left a minute ago: what is too old would be deleted."""
    path = folder / "server.db"
    path.write_bytes(gzip.decompress((DATA / f"{name}.db.gz").read_bytes()))
    with sqlite3.connect(path) as database:
        ((last,),) = database.execute("SELECT MAX(saved_at) FROM sessions")
        later = time.time() - 60 - last
        for table in ("sessions", "answers", "analyses", "jobs"):
            database.execute(f"UPDATE {table} SET created_at = created_at + ?", (later,))
        database.execute(
            "UPDATE sessions SET saved_at = saved_at + ?, deadline = deadline + ?", (later, later)
        )
    database.close()
    return path


@contextmanager
def served(folder: Path, name: str = "server") -> Iterator[Live]:
    (folder / "sticks.py").write_text(STICKS)
    settings = {
        "KIBITZ_GAMES": str(folder / "sticks.py"),
        "KIBITZ_WARM": "false",
        "KIBITZ_BACKGROUND": "1",
        "KIBITZ_LEASE": "1",
        "KIBITZ_POLL": "0.05",
    }
    with serving(str(unpack(folder, name)), folder / "log", settings) as found:
        yield found


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A server that nobody changes anything on."""
    with served(tmp_path_factory.mktemp("kept")) as live:
        yield live.http


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A server on which every test changes a session of its own."""
    with served(tmp_path_factory.mktemp("changed")) as live:
        yield live.http


def keeps(new: object, old: object) -> bool:
    """Whether a document has every field of an old one, with its value. Fields may be added."""
    if isinstance(new, dict) and isinstance(old, dict):
        return all(name in new and keeps(new[name], value) for name, value in old.items())
    if isinstance(new, list) and isinstance(old, list):
        return len(new) == len(old) and all(map(keeps, new, old))
    return new == old


def place(label: str, what: str = "") -> str:
    found = SESSIONS.get(label) or OLD[label]
    return f"{V1}/sessions/{found['id']}{what}"


def secret(label: str, side: str) -> dict[str, str]:
    found = SESSIONS.get(label) or OLD[label]
    return {"Authorization": f"Bearer {found['secrets'][side]}"}


def post(
    http: httpx.Client, label: str, what: str, body: object, side: str, **headers: str
) -> dict[str, Any]:
    sent = {**secret(label, side), **headers}
    answer = http.post(place(label, f"/{what}"), json=body, headers=sent)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def settled(http: httpx.Client, label: str) -> dict[str, Any]:
    """A session once no engine has anything to do."""

    def look() -> dict[str, Any] | None:
        found: dict[str, Any] = http.get(place(label)).json()
        return None if found["thinking"] else found

    return until(look)


# What was kept.


@pytest.mark.parametrize("label", SESSIONS)
def test_a_session_is_answered_as_before(kept: httpx.Client, label: str) -> None:
    answer = kept.get(place(label))
    assert answer.json() == SESSIONS[label]["document"]
    etag = SESSIONS[label]["etag"]
    assert answer.headers["ETag"] == etag
    assert kept.get(place(label), headers={"If-None-Match": etag}).status_code == 304


@pytest.mark.parametrize("label", SESSIONS)
def test_secrets_open_the_seats_that_they_opened(kept: httpx.Client, label: str) -> None:
    for side in SESSIONS[label]["secrets"]:
        answer = kept.get(place(label, "/seat"), headers=secret(label, side))
        assert keeps(answer.json(), SESSIONS[label]["seats"][side])
    other = secret("free" if label != "free" else "people", "X")
    assert kept.get(place(label, "/seat"), headers=other).status_code == 403


@pytest.mark.parametrize("label", SESSIONS)
def test_a_session_is_exported_as_before(kept: httpx.Client, label: str) -> None:
    old = SESSIONS[label]["export"]
    found = kept.get(place(label, "/export")).json()
    record, before = json.loads(found.pop("text")), json.loads(old["text"])
    assert record.pop("elapsed") >= before.pop("elapsed")  # the turn goes on
    assert record == before
    assert found == {name: value for name, value in old.items() if name != "text"}


def test_a_session_is_exported_as_pdn_as_before(kept: httpx.Client) -> None:
    assert kept.get(place("imported", "/export?format=pdn")).json() == OLD["imported pdn"]


@pytest.mark.parametrize("label", OLD["streams"])
def test_events_that_were_missed_are_sent_as_before(kept: httpx.Client, label: str) -> None:
    expected = OLD["streams"][label]
    found: list[str] = []
    with kept.stream("GET", place(label, "/events"), headers={"Last-Event-ID": "0"}) as stream:
        for line in stream.iter_lines():
            if line.startswith(("id:", "event:", "data:")):
                found.append(line)
            if len(found) == len(expected):
                break
    assert found == expected


def test_a_finished_analysis_is_answered_as_before(kept: httpx.Client) -> None:
    old = OLD["analysis"]
    assert keeps(kept.get(f"{V1}/analyses/{old['id']}").json(), old["document"])


# What goes on.


def test_a_command_is_not_done_again_for_the_same_key(changed: httpx.Client) -> None:
    again = post(changed, "free", "moves", {"move": "6"}, "X", **{"Idempotency-Key": "key-1"})
    assert again == SESSIONS["free"]["document"]
    undone = post(changed, "free", "undo", {"count": 2}, "O")
    assert (undone["ply"], undone["undone"]) == (1, ["0", "6"])
    assert undone["version"] == again["version"] + 1
    redone = post(changed, "free", "redo", {"count": 1}, "O")
    assert [entry["move"] for entry in redone["history"]] == ["4", "0"]
    assert post(changed, "free", "moves", {"move": "8"}, "X")["ply"] == 3


def test_people_play_on(changed: httpx.Client) -> None:
    taken = post(changed, "people", "takeback", {"action": "accept"}, "X")
    assert (taken["ply"], taken["offers"]) == (1, [])
    assert post(changed, "people", "moves", {"move": "1"}, "O")["ply"] == 2
    for label in ("horses", "tiles", "morris", "sticks"):
        before = SESSIONS[label]["document"]
        move = before["legal_moves"][0]["move"]
        after = post(changed, label, "moves", {"move": move}, before["side"])
        assert after["ply"] == before["ply"] + 1
        assert after["history"][:-1] == before["history"]
        assert after["history"][-1]["move"] == move


def test_a_clock_and_an_offer_go_on(changed: httpx.Client) -> None:
    before = SESSIONS["clock"]["document"]
    agreed = post(changed, "clock", "draw", {"action": "accept"}, "black")
    assert agreed["outcome"]["reason"] == "agreement"
    assert agreed["clock"]["left"][0] == before["clock"]["left"][0]
    assert agreed["clock"]["control"] == before["clock"]["control"]


@pytest.mark.parametrize("label", ["finished", "resigned", "imported"])
def test_a_game_that_is_over_stays_so(changed: httpx.Client, label: str) -> None:
    side = next(iter(SESSIONS[label]["secrets"]))
    answer = changed.post(place(label, "/moves"), json={"move": "1"}, headers=secret(label, side))
    assert answer.status_code == 409, answer.text


def test_engines_answer_what_they_owe_and_what_is_played_now(changed: httpx.Client) -> None:
    assert OLD["owed"]["document"]["thinking"]
    assert settled(changed, "owed")["ply"] == 2
    before = SESSIONS["engine"]["document"]
    post(changed, "engine", "moves", {"move": before["legal_moves"][0]["move"]}, "X")
    assert settled(changed, "engine")["ply"] == before["ply"] + 2


def test_what_the_adaptive_level_knows_is_kept(changed: httpx.Client) -> None:
    learnt = SESSIONS["adaptive"]["document"]["seats"][1]["adaptive"]
    assert (learnt["games"], learnt["learnt"]) == (1, True)
    seats = [{}, {"kind": "engine", "level": "adaptive", "skill": learnt["skill"]}]
    answer = changed.post(f"{V1}/sessions", json={"game": "tictactoe", "seats": seats})
    begun = answer.json()["session"]["seats"][1]["adaptive"]
    assert (begun["games"], begun["strength"]) == (1, learnt["strength"])
    post(changed, "rematch", "resign", {}, "X")
    after = settled(changed, "rematch")["seats"][1]["adaptive"]
    assert (after["games"], after["learnt"]) == (2, True)
    assert after["strength"] < learnt["strength"]


@pytest.mark.parametrize("label", SESSIONS)
def test_an_export_of_then_can_be_imported(changed: httpx.Client, label: str) -> None:
    text = SESSIONS[label]["export"]["text"]
    answer = changed.post(f"{V1}/sessions/import", json={"text": text})
    assert answer.status_code == 201, answer.text
    found, before = answer.json()["session"], SESSIONS[label]["document"]
    for name in ("game", "board", "position", "side", "outcome", "history", "ply", "undone"):
        assert keeps(found[name], before[name]), name


def test_an_analysis_that_was_interrupted_can_be_stopped(changed: httpx.Client) -> None:
    running = OLD["running"]
    path = f"{V1}/analyses/{running['id']}"
    assert changed.delete(path).status_code in (401, 403)
    headers = {"Authorization": f"Bearer {running['secret']}"}
    assert changed.delete(path, headers=headers).status_code == 200
    until(lambda: changed.get(path).json()["status"] != "running" or None)
