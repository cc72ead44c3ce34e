"""Kill -9 under load: what was acknowledged is there, exactly once."""

from __future__ import annotations

import random
import time

import pytest

from tests.attack.conftest import Attack, NewDatabase
from tests.attack.figures import Figures
from tests.attack.players import Player, compare_with_server, wait_for_moves

LEASE = {"KIBITZ_LEASE": "1", "KIBITZ_POLL": "0.1"}


def kill_and_compare(
    start: Attack, database: str, figures: Figures, *, kills: int, clients: int, workers: int
) -> None:
    target = start(database, LEASE, workers)
    players = [Player(target.live, number) for number in range(clients)]
    lot = random.Random(24)
    try:
        for player in players:
            player.start()
        for _ in range(kills):
            wait_for_moves(players, 3 * clients)
            time.sleep(lot.random() * 0.2)  # at any moment of a request
            target.live.kill()
            target.live.start()
        wait_for_moves(players, 2 * clients)
    finally:
        for player in players:
            player.stop()
    figures.note(f"{kills} kills, {clients} clients, {workers} workers")
    assert compare_with_server(target.live, players, figures) == []
    assert [problem for player in players for problem in player.problems] == []


def test_a_kill_loses_no_move(start: Attack, sqlite: str, figures: Figures) -> None:
    kill_and_compare(start, sqlite, figures, kills=1, clients=3, workers=1)


@pytest.mark.deep
def test_kills_under_load_lose_no_move(
    start: Attack, new_database: NewDatabase, figures: Figures
) -> None:
    kill_and_compare(start, new_database(), figures, kills=8, clients=16, workers=2)
