"""A clock that jumps: engines still move, and nobody is refused for an hour."""

from __future__ import annotations

import httpx
import pytest

from tests.attack.conftest import Attack, NewDatabase
from tests.attack.figures import HANGS, LOST, TRIES, Figures
from tests.server.live import V1, Table, until
from tests.server.reading import following, of_kind

HOUR = 3600
WAIT = 60.0  # seconds until an engine has to have moved: far more than it thinks


def engine_moves(table: Table, ply: int, figures: Figures) -> None:
    """Wait until the engine has moved."""
    figures.add(TRIES)
    try:
        until(lambda: found if (found := table.read())["ply"] >= ply else None, WAIT)
    except AssertionError:
        figures.add(HANGS)
        pytest.fail(f"the engine has not moved within {WAIT:.0f} s: {table.read()['thinking']}")


def set_back(start: Attack, database: str, figures: Figures) -> None:
    settings = {"KIBITZ_SEARCH_SECONDS": "600", "KIBITZ_LEASE": "2", "KIBITZ_POLL": "0.1"}
    target = start(database, settings)
    live = target.live
    table = live.begin("draughts", {}, {"kind": "engine", "limit": {"time": 8}})
    with following(live.http, table.path) as told:
        of_kind(told, "session")
        with httpx.Client(base_url=live.http.base_url, timeout=60) as http:
            secret = {"Authorization": f"Bearer {table.secrets['white']}"}
            answer = http.post(f"{table.path}/moves", json={"move": "22-18"}, headers=secret)
            assert answer.status_code == 200
        of_kind(told, "thinking")  # it is leased
    live.kill()
    target.trap.set_clock(-HOUR)
    live.start()
    engine_moves(table, 2, figures)
    moves = [entry["move"] for entry in table.read()["history"]]
    figures.add(LOST, int(moves[0] != "22-18"))
    assert moves[0] == "22-18"


def test_an_engine_moves_although_the_clock_was_set_back(
    start: Attack, sqlite: str, figures: Figures
) -> None:
    set_back(start, sqlite, figures)


@pytest.mark.deep
def test_an_engine_moves_although_the_clock_was_set_back_on_either_database(
    start: Attack, new_database: NewDatabase, figures: Figures
) -> None:
    set_back(start, new_database(), figures)


def test_engines_move_while_the_clock_jumps(start: Attack, sqlite: str, figures: Figures) -> None:
    target = start(sqlite, {"KIBITZ_LEASE": "2", "KIBITZ_POLL": "0.1"})
    engine = {"kind": "engine", "limit": {"time": 1}}
    for offset in (HOUR, 0, -HOUR, 24 * HOUR, 0):
        table = target.live.begin("connect4", {}, engine)
        table.move("d")  # the jump comes while the engine thinks
        target.trap.set_clock(offset)
        engine_moves(table, 2, figures)
        table.move("c")
        engine_moves(table, 4, figures)


def test_a_clock_that_jumps_limits_nobody_for_an_hour(
    start: Attack, sqlite: str, figures: Figures
) -> None:
    target = start(sqlite, {"KIBITZ_RATE": "5/second"})
    http = target.live.http

    def count_accepted(requests: int) -> int:
        figures.add(TRIES, requests)
        return sum(http.get(f"{V1}/games").status_code == 200 for _ in range(requests))

    for offset in (HOUR, 0, -HOUR, 0):
        target.trap.set_clock(offset)
        # The jump itself may cost a client what is left of its second, but not more.
        until(lambda: True if count_accepted(1) else None, 20)
        count_accepted(20)
        answer = next(
            (found for _ in range(200) if (found := http.get(f"{V1}/games")).status_code == 429),
            None,
        )
        if answer is not None:
            assert int(answer.headers["retry-after"]) <= 60
