"""Many clients that send the same move with one idempotency key: it is played once."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from tests.attack.conftest import Attack, NewDatabase
from tests.attack.figures import DOUBLED, LOST, TRIES, Figures
from tests.attack.wire import Answer, Connection, Wire
from tests.server.live import Live, Table

CLIENTS = 20
GAMES = {"connect4": "d", "tictactoe": "4", "morris": "d2", "draughts": "22-18"}


def race(live: Live, table: Table, move: str) -> list[Answer]:
    """Twenty clients send the move at the same moment."""
    headers = (
        (b"Authorization", f"Bearer {next(iter(table.secrets.values()))}".encode()),
        (b"Idempotency-Key", b"the one key"),
        (b"Content-Type", b"application/json"),
    )
    body = json.dumps({"move": move}).encode()
    wire = Wire(b"POST", f"{table.path}/moves".encode(), headers, body)
    barrier = Barrier(CLIENTS)

    def send(number: int) -> Answer:
        with Connection(live.port, f"127.0.3.{number + 1}") as connection:
            connection.send(Wire(b"GET", b"/health"))  # connected before the race begins
            barrier.wait(60)
            answer = connection.send(wire)
            while answer.status == 503:
                answer = connection.send(wire)
            return answer

    with ThreadPoolExecutor(CLIENTS) as pool:
        return list(pool.map(send, range(CLIENTS)))


def play_once(start: Attack, database: str, figures: Figures, *, rounds: int, workers: int) -> None:
    live = start(database, workers=workers).live
    for number in range(rounds):
        game, move = list(GAMES.items())[number % len(GAMES)]
        table = live.begin(game)
        answers = race(live, table, move)
        figures.add(TRIES, len(answers))
        history = [entry["move"] for entry in table.read()["history"]]
        figures.add(LOST, int(not history))
        figures.add(DOUBLED, max(0, len(history) - 1))
        assert len(history) == 1
        assert {answer.status for answer in answers} == {200}, answers
        assert len({answer.body for answer in answers}) == 1


def test_twenty_clients_on_one_key(start: Attack, sqlite: str, figures: Figures) -> None:
    play_once(start, sqlite, figures, rounds=3, workers=1)


@pytest.mark.deep
def test_twenty_clients_on_one_key_many_times(
    start: Attack, new_database: NewDatabase, figures: Figures
) -> None:
    play_once(start, new_database(), figures, rounds=60, workers=2)
