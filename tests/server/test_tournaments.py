"""Tournaments: engines and people play, and a killed server goes on where it was."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.conftest import NewDatabase
from tests.server.live import V1, Live, serving, until
from tests.server.reading import following, of_kind

QUICK = {"KIBITZ_LEASE": "1", "KIBITZ_POLL": "0.05", "KIBITZ_SEARCH_SECONDS": "600"}
ENGINE = {"kind": "engine", "level": "1"}
PERSON = {"kind": "person", "name": "Anna"}


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    folder = tmp_path_factory.mktemp("tournaments")
    with serving(str(folder / "games.db"), folder / "log", QUICK) as found:
        yield found


@pytest.fixture
def server(shared: Live) -> Iterator[Live]:
    """A server that stops the tournaments of the test afterwards."""
    begun.clear()
    yield shared
    for created in begun:
        shared.http.post(f"{path_of(created)}/stop", headers=bearer(created["secret"]))


begun: list[dict[str, Any]] = []


def begin(server: Live, *contestants: dict[str, Any], **more: Any) -> dict[str, Any]:
    body = {"game": "tictactoe", "contestants": list(contestants), **more}
    headers = {"Idempotency-Key": more.pop("key")} if "key" in more else {}
    body.pop("key", None)
    answer = server.http.post(f"{V1}/tournaments", json=body, headers=headers)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    begun.append(found)
    return found


def read(server: Live, created: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = server.http.get(path_of(created)).raise_for_status().json()
    return found


def path_of(created: dict[str, Any]) -> str:
    return f"{V1}/tournaments/{created['tournament']['id']}"


def bearer(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}


def play_for_people(server: Live, created: dict[str, Any], chance: random.Random) -> int:
    """Play a move in every game in which a person is to move; the number of moves."""
    count = 0
    answer = server.http.get(f"{path_of(created)}/seats", headers=bearer(created["secret"]))
    for seat in answer.raise_for_status().json()["seats"]:
        path = f"{V1}/sessions/{seat['session']}"
        session = server.http.get(path).raise_for_status().json()
        if session["outcome"] or session["turn"] != seat["player"]:
            continue
        move = chance.choice(session["legal_moves"])["move"]
        headers = bearer(seat["secret"]) | {"Idempotency-Key": f"{session['ply']}"}
        played = server.http.post(f"{path}/moves", json={"move": move}, headers=headers)
        assert played.status_code in (200, 503), played.text
        count += 1
    return count


def finish(server: Live, created: dict[str, Any], kills: int = 0) -> dict[str, Any]:
    """Play for the people until the tournament is over, and kill the server meanwhile."""
    chance = random.Random(5)
    lives = [0]
    seen: dict[tuple[int, int, int], tuple[str, float]] = {}

    def is_over() -> dict[str, Any] | None:
        found = read(server, created)
        for game in found["games"]:
            if game["points"] is None:
                continue
            key = game["round"], game["pairing"], game["number"]
            result = game["session"], game["points"]
            assert seen.setdefault(key, result) == result, "a result was lost or changed"
        if found["state"] == "over":
            return found
        play_for_people(server, created, chance)
        if lives[0] < kills and found["played"] > 6 * lives[0]:
            lives[0] += 1
            server.kill()
            server.start()
        return None

    over: dict[str, Any] = until(is_over, 400)
    assert lives[0] == kills
    return over


def check_sessions(server: Live, found: dict[str, Any]) -> None:
    """Every game has its own session, whose result is the one in the table."""
    sessions = [game["session"] for game in found["games"]]
    assert len(set(sessions)) == len(sessions) == found["played"]
    for game in found["games"]:
        session = server.http.get(f"{V1}/sessions/{game['session']}").json()
        assert session["outcome"]["payoffs"][0] == 2 * game["points"] - 1
        names = [found["contestants"][game[side]]["name"] for side in ("first", "second")]
        assert [seat["name"] for seat in session["seats"]] == names


def test_nothing_is_lost_or_played_twice_when_the_server_is_killed(
    new_database: NewDatabase, tmp_path: Path
) -> None:
    with serving(new_database(), tmp_path / "log", QUICK) as server:
        created = begin(server, *[ENGINE] * 6, PERSON, {"kind": "person", "name": "Berta"})
        found = finish(server, created, kills=3)
        assert found["played"] == found["total"] == len(found["games"]) == 28
        assert sum(place["score"] for place in found["standings"]) == 28
        check_sessions(server, found)


def test_a_knock_out_ends_with_a_winner(server: Live) -> None:
    created = begin(server, *[ENGINE] * 4, PERSON, format="knock-out")
    found = finish(server, created)
    assert found["winner"] == found["standings"][0]["contestant"]
    assert found["total"] is None
    assert len({(game["round"], game["pairing"]) for game in found["games"]}) == 4
    check_sessions(server, found)


def test_a_person_opens_only_own_games_and_cannot_undo(server: Live) -> None:
    created = begin(server, PERSON, {"kind": "person", "name": "Berta"}, ENGINE)
    anna, berta = created["invitations"]
    path = path_of(created)
    assert anna["invitation"].endswith(
        f"/tournaments/{created['tournament']['id']}#secret={anna['secret']}"
    )
    own = server.http.get(f"{path}/seats", headers=bearer(anna["secret"])).json()
    assert own["contestant"] == 0
    assert server.http.get(f"{path}/seats", headers=bearer(berta["secret"])).json() != own
    assert server.http.get(f"{path}/seats").status_code == 401
    assert server.http.get(f"{path}/seats", headers=bearer("wrong")).status_code == 403
    assert server.http.post(f"{path}/stop", headers=bearer(anna["secret"])).status_code == 403
    play_for_people(server, created, random.Random(1))
    seats = server.http.get(f"{path}/seats", headers=bearer(created["secret"])).json()["seats"]
    refused = server.http.post(
        f"{V1}/sessions/{seats[0]['session']}/undo", json={}, headers=bearer(seats[0]["secret"])
    )
    assert (refused.status_code, refused.json()["code"]) == (409, "tournament_game")


def test_a_retry_starts_no_second_tournament(server: Live) -> None:
    first = begin(server, *[ENGINE] * 3, PERSON, key="same")
    again = begin(server, *[ENGINE] * 3, PERSON, key="same")
    assert first["tournament"]["id"] == again["tournament"]["id"]
    assert (first["secret"], first["invitations"]) == (again["secret"], again["invitations"])
    other = {"game": "tictactoe", "contestants": [ENGINE] * 4}
    headers = {"Idempotency-Key": "same"}
    refused = server.http.post(f"{V1}/tournaments", json=other, headers=headers)
    assert (refused.status_code, refused.json()["code"]) == (409, "key_reused")


def test_a_stopped_tournament_keeps_its_results_and_frees_its_place(server: Live) -> None:
    created = [begin(server, PERSON, PERSON, PERSON) for _ in range(4)]
    body = {"game": "tictactoe", "contestants": [ENGINE] * 3}
    refused = server.http.post(f"{V1}/tournaments", json=body)
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_tournaments")
    for _ in range(2):
        stopped = server.http.post(
            f"{path_of(created[0])}/stop", headers=bearer(created[0]["secret"])
        )
        assert stopped.json()["state"] == "stopped"
    assert server.http.post(f"{V1}/tournaments", json=body).status_code == 201


def test_changes_are_streamed(server: Live) -> None:
    created = begin(server, *[ENGINE] * 3)
    with following(server.http, path_of(created)) as told:
        while of_kind(told, "tournament").data["state"] != "over":
            pass


BAD: list[tuple[dict[str, Any], int]] = [
    ({"contestants": [ENGINE] * 2}, 422),
    ({"contestants": [ENGINE] * 17}, 422),
    ({"game": "nosuchgame"}, 404),
    ({"game": "tiles", "options": {"players": 3}}, 409),
    ({"contestants": [{"kind": "engine", "level": "99"}] * 3}, 422),
    ({"contestants": [{"kind": "engine", "level": "adaptive"}] * 3}, 422),
    ({"clock": "soon"}, 422),
    ({"format": "swiss"}, 422),
]


def test_a_bad_tournament_is_refused(server: Live) -> None:
    for change, status in BAD:
        body: dict[str, Any] = {"game": "tictactoe", "contestants": [ENGINE] * 3, **change}
        refused: httpx.Response = server.http.post(f"{V1}/tournaments", json=body)
        assert refused.status_code == status, refused.text
        assert refused.json()["code"]
    missing = server.http.get(f"{V1}/tournaments/{'0' * 24}")
    assert (missing.status_code, missing.json()["code"]) == (404, "no_tournament")
