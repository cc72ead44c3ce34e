"""Real things to build requests from: sessions with their secrets, analyses, records, texts."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import httpx

from tests.server.live import V1

Json = dict[str, Any]

GAMES = ("connect4", "draughts", "horses", "morris", "tictactoe", "tiles")
CHEAP_ENGINE = {"kind": "engine", "limit": {"nodes": 20, "depth": 2}}


@dataclass(frozen=True)
class Sitting:
    """A session that can be played."""

    id: str
    game: str
    secrets: tuple[str, ...]
    moves: tuple[str, ...]  # legal when it began
    version: int


@dataclass(frozen=True)
class Samples:
    """What stays the same for a whole run."""

    paths: tuple[tuple[str, str], ...]  # method and path of every operation
    games: tuple[Json, ...]  # names and options
    records: tuple[Json, ...]
    pdn: tuple[str, ...]
    horses: tuple[Json, ...]  # states of the Smart Horses API
    files: tuple[str, ...]  # names of files that must not be run


@dataclass(frozen=True)
class World:
    """What some requests in a row refer to."""

    samples: Samples
    sittings: tuple[Sitting, ...]
    analyses: tuple[str, ...]
    stops: tuple[str, ...]  # the secrets with which those analyses can be stopped
    others: Mapping[str, tuple[str, str]]  # other parts of paths, each with a value and a secret

    def sitting(self, lot: random.Random) -> Sitting:
        return lot.choice(self.sittings)


def collect_samples(http: httpx.Client, files: list[str]) -> Samples:
    """Play a little of every game, and keep what the server exports."""
    document = _json(http.get("/openapi.json"))
    paths = [
        (method.upper(), path) for path, methods in document["paths"].items() for method in methods
    ]
    records, pdn = [], []
    for game, options in [
        *((game, {}) for game in GAMES),
        ("draughts", {"variant": "english"}),
        ("draughts", {"variant": "frisian"}),
    ]:
        found = _begin(http, {"game": game, "options": options, "seats": None, "clock": "300+5"})
        path = f"{V1}/sessions/{found['session']['id']}"
        for _ in range(8):
            _play_first_move(http, path, found)
        exported = _json(http.get(f"{path}/export"))["text"]
        records.append(json.loads(exported))
        if game == "draughts":
            pdn.append(_json(http.get(f"{path}/export?format=pdn"))["text"])
    state = _json(http.post("/api/game/new", json={"difficulty": "beginner"}))
    return Samples(
        paths=tuple(sorted(paths)),
        games=tuple(_json(http.get(f"{V1}/games"))["games"]),
        records=tuple(records),
        pdn=tuple(pdn),
        horses=(state,),
        files=tuple(files),
    )


def build_world(http: httpx.Client, samples: Samples, lot: random.Random) -> World:
    """Begin sessions: by two people, with an engine, with a clock, a finished one."""
    sittings = []
    for more in (
        {"game": "connect4"},
        {"game": "tictactoe", "clock": "600", "takebacks": "ask"},
        {"game": "draughts", "options": {"variant": "english"}, "takebacks": "free"},
        {"game": "morris", "seats": [{"kind": "person"}, CHEAP_ENGINE]},
        {"game": lot.choice(GAMES), "takebacks": "never"},
    ):
        found = _begin(http, more)
        session = found["session"]
        sittings.append(
            Sitting(
                session["id"],
                session["game"]["name"],
                tuple(entry["secret"] for entry in found["secrets"]),
                tuple(entry["move"] for entry in session["legal_moves"]),
                session["version"],
            )
        )
    ended = sittings[-1]
    http.post(
        f"{V1}/sessions/{ended.id}/resign", headers={"Authorization": f"Bearer {ended.secrets[0]}"}
    )
    for secret in ended.secrets:  # offers from both sides begin a rematch
        http.post(
            f"{V1}/sessions/{ended.id}/rematch",
            json={"action": "offer"},
            headers={"Authorization": f"Bearer {secret}"},
        )
    begun = http.post(
        f"{V1}/analyses",
        json={"game": "tictactoe", "limit": {"nodes": 50}},
        headers={"Prefer": "respond-async"},
    )
    others = _others(http, sittings[-1].id)
    if begun.status_code != 202:
        return World(samples, tuple(sittings), ("0" * 24,), ("none",), others)
    started = begun.json()
    return World(samples, tuple(sittings), (started["id"],), (started["secret"],), others)


def _others(http: httpx.Client, session: str) -> dict[str, tuple[str, str]]:
    """A lesson, a review and a tournament; where the server is too busy, ones that do not exist."""
    missing = "0" * 24
    found = dict.fromkeys(("{lesson_id}", "{review_id}", "{tournament_id}"), (missing, ""))
    lessons = http.get(f"{V1}/lessons")
    if lessons.status_code == 200:
        found["{lesson_id}"] = (lessons.json()["lessons"][0]["id"], "")
    body: Json = {"session": session, "limit": {"nodes": 50}}
    review = http.post(f"{V1}/reviews", json=body, headers={"Prefer": "respond-async"})
    if review.status_code == 202:
        found["{review_id}"] = (review.json()["id"] or missing, "")
    people = [{"kind": "person", "name": name} for name in ("Anna", "Ben", "Chris")]
    body = {"game": "tictactoe", "format": "round-robin", "contestants": people}
    tournament = http.post(f"{V1}/tournaments", json=body)
    if tournament.status_code == 201:
        created = tournament.json()
        found["{tournament_id}"] = (created["tournament"]["id"], created["secret"])
    return found


def _begin(http: httpx.Client, body: Json) -> Json:
    for _ in range(100):
        answer = http.post(f"{V1}/sessions", json=body)
        if answer.status_code not in (429, 503):
            break
        _pause(answer)
    return _json(answer)


def _play_first_move(http: httpx.Client, path: str, found: Json) -> None:
    session = _json(http.get(path))
    if session["outcome"] is None and session["legal_moves"]:
        secret = found["secrets"][session["turn"]]["secret"]
        move = session["legal_moves"][0]["move"]
        headers = {"Authorization": f"Bearer {secret}"}
        _json(http.post(f"{path}/moves", json={"move": move}, headers=headers))


def _pause(answer: httpx.Response) -> None:
    time.sleep(min(5.0, float(answer.headers.get("retry-after", "1"))))


def _json(answer: httpx.Response) -> Json:
    assert answer.status_code in (200, 201), f"{answer.status_code} {answer.text[:500]}"
    found: Json = answer.json()
    return found
