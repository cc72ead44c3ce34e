"""Positions with more captures than can be listed are refused soon, wherever they stand."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

import pytest

from tests.attack.conftest import Attack
from tests.attack.figures import HANGS, SERVER_ERRORS, TRIES, Figures
from tests.attack.limits import SLOW
from tests.attack.odd import EXPLOSIVE
from tests.attack.target import Target
from tests.attack.templates import SMALL_LIMIT
from tests.attack.world import Json
from tests.server.live import V1, until


def requests(record: Json, variant: str, position: str) -> Iterator[tuple[str, Json]]:
    place: Json = {"game": "draughts", "options": {"variant": variant}, "position": position}
    yield "positions", place
    yield "positions/why-not", {**place, "move": "9x50"}
    yield "sessions", place
    yield "analyses", {**place, "limit": SMALL_LIMIT}
    yield "trees", {**place, "depth": 1}
    text = f'[FEN "{position}"]\n[Variant "{variant}"]\n\n*\n'
    yield "sessions/import", {"text": text, "format": "pdn"}
    yield "reviews", {"text": text, "format": "pdn", "limit": SMALL_LIMIT}
    settings = {**record["game"]["settings"], "variant": variant}
    game = {**record["game"], "settings": settings}
    changed = {**record, "game": game, "start": position, "moves": [], "ply": 0}
    yield "sessions/import", {"record": changed}
    yield "reviews", {"text": json.dumps(changed), "limit": SMALL_LIMIT}


def explode(
    start: Attack, database: str, figures: Figures, positions: list[tuple[str, str]]
) -> None:
    target = start(database, {"KIBITZ_SEARCH_SECONDS": "0.5"})
    http = target.live.http
    path = target.live.begin("draughts").path
    record = json.loads(http.get(f"{path}/export").json()["text"])
    slowest, problems = 0.0, []
    for variant, position in positions:
        for address, body in requests(record, variant, position):
            began = time.monotonic()
            answer = http.post(f"{V1}/{address}", json=body)
            seconds = time.monotonic() - began
            slowest = max(slowest, seconds)
            figures.add(TRIES)
            what = f"{address} {variant} {position}: {answer.status_code} after {seconds:.1f} s"
            if answer.status_code >= 500 and "retry-after" not in answer.headers:
                figures.add(SERVER_ERRORS)
                problems.append(f"{what} {answer.text[:200]}")
            elif seconds > SLOW:
                figures.add(HANGS)
                problems.append(what)
            if len(problems) >= 3:
                break
    figures.note(f"slowest answer {slowest:.1f} s")
    assert problems == []
    until(lambda: is_idle(target), 60)  # nothing goes on after the answers


def is_idle(target: Target) -> bool | None:
    """Whether the server uses little of a core."""
    before = target.processor_seconds()
    time.sleep(1)
    return True if target.processor_seconds() - before < 0.5 else None


def test_an_explosive_position(start: Attack, sqlite: str, figures: Figures) -> None:
    explode(start, sqlite, figures, EXPLOSIVE[:1])


@pytest.mark.deep
def test_explosive_positions(start: Attack, sqlite: str, figures: Figures) -> None:
    explode(start, sqlite, figures, EXPLOSIVE)
