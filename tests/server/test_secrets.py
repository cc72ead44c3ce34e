"""Nobody moves for a seat whose secret they do not hold."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import create_engine, text

from kibitz.server.store.database import parse_url
from tests.server.live import V1, Live

COMMANDS: list[tuple[str, Any]] = [
    ("moves", {"move": "4"}),
    ("undo", {"count": 1}),
    ("redo", {"count": 1}),
    ("resign", None),
    ("takeback", {"action": "request"}),
    ("takeback", {"action": "accept"}),
    ("draw", {"action": "offer"}),
    ("draw", {"action": "accept"}),
    ("seat", {"name": "Mallory"}),
]


@pytest.mark.parametrize(("what", "body"), COMMANDS)
@pytest.mark.parametrize(
    ("header", "status", "code"),
    [
        (None, 401, "no_secret"),
        ("", 401, "no_secret"),
        ("Basic dXNlcjp4", 401, "no_secret"),
        ("Bearer", 401, "no_secret"),
        ("Bearer guess", 403, "unknown_secret"),
        ("Bearer " + "x" * 4000, 403, "unknown_secret"),
    ],
)
def test_without_a_secret_nothing_is_done(
    live: Live, what: str, body: Any, header: str | None, status: int, code: str
) -> None:
    table = live.begin("tictactoe")
    headers = {} if header is None else {"Authorization": header}
    answer = live.http.post(f"{table.path}/{what}", json=body, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert table.read() == table.first


def test_a_missing_secret_is_asked_for_as_http_has_it(live: Live) -> None:
    table = live.begin("tictactoe")
    answer = live.http.post(f"{table.path}/resign")
    assert answer.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize(("what", "body"), COMMANDS)
def test_the_secret_of_another_session_opens_nothing(live: Live, what: str, body: Any) -> None:
    table, other = live.begin("tictactoe"), live.begin("tictactoe")
    headers = {"Authorization": f"Bearer {other.secrets['X']}"}
    answer = live.http.post(f"{table.path}/{what}", json=body, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "unknown_secret")
    assert table.read() == table.first


def test_the_other_sides_secret_does_not_move(live: Live) -> None:
    table = live.begin("tictactoe")
    answer = table.post("moves", {"move": "4"}, "O")
    assert (answer.status_code, answer.json()["code"]) == (403, "not_your_turn")
    table.move("4", "X")
    answer = table.post("moves", {"move": "0"}, "X")
    assert (answer.status_code, answer.json()["code"]) == (403, "not_your_turn")
    assert table.read()["ply"] == 1


def test_nobody_holds_the_secret_of_an_engine(live: Live) -> None:
    table = live.begin("draughts", {"kind": "person"}, {"kind": "engine", "limit": {"time": 500}})
    table.move("22-18")
    assert list(table.secrets) == ["white"]
    answer = table.post("moves", {"move": "9-14"}, "white")
    assert (answer.status_code, answer.json()["code"]) == (403, "not_your_turn")
    table.post("resign")


def test_one_side_cannot_answer_its_own_offer(live: Live) -> None:
    table = live.begin("draughts")
    table.post("draw", {"action": "offer"}, "white")
    assert table.post("draw", {"action": "accept"}, "white").json()["code"] == "not_asked"
    assert table.read()["outcome"] is None


def test_secrets_are_shown_once_and_kept_only_as_hashes(live: Live) -> None:
    table = live.begin("tictactoe")
    table.move("4", "X", Idempotency_Key="one")
    shown = live.http.get(table.path).text + live.http.get(f"{table.path}/export").text
    engine = create_engine(parse_url(live.database_url))
    with engine.connect() as connection:
        kept = "".join(
            str(connection.execute(text(f"SELECT * FROM {name}")).all())
            for name in ("sessions", "seats", "events", "answers", "jobs", "streams")
        )
    engine.dispose()
    for secret in table.secrets.values():
        assert secret not in shown
        assert secret not in kept
    assert table.id in kept


def test_spectators_read_and_follow_without_a_secret(live: Live) -> None:
    table = live.begin("tictactoe")
    assert live.http.get(f"{V1}/sessions/{table.id}").status_code == 200
    assert "secret" not in live.http.get(f"{V1}/sessions/{table.id}").text
