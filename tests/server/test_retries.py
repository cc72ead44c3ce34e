"""Retries, versions and commands at the same time."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import httpx

from tests.server.live import Live


def test_a_retry_with_the_same_key_plays_once_and_is_answered_alike(live: Live) -> None:
    table = live.begin("tictactoe")
    first = table.post("moves", {"move": "4"}, "X", Idempotency_Key="one")
    table.move("0", "O")
    again = table.post("moves", {"move": "4"}, "X", Idempotency_Key="one")
    assert again.status_code == 200
    assert again.text == first.text
    assert again.headers["etag"] == '"2"'
    assert table.read()["ply"] == 2


def test_a_refused_command_leaves_its_key_free(live: Live) -> None:
    table = live.begin("tictactoe")
    assert table.post("moves", {"move": "9"}, "X", Idempotency_Key="one").status_code == 422
    assert table.post("moves", {"move": "4"}, "X", Idempotency_Key="one").status_code == 200


def test_a_key_used_for_another_command_is_refused(live: Live) -> None:
    table = live.begin("tictactoe")
    table.move("4", "X", Idempotency_Key="one")
    for what, body, side in (
        ("moves", {"move": "0"}, "X"),
        ("moves", {"move": "4"}, "O"),
        ("resign", None, "X"),
    ):
        answer = table.post(what, body, side, Idempotency_Key="one")
        assert (answer.status_code, answer.json()["code"]) == (409, "key_reused")
    assert table.read()["ply"] == 1


def test_keys_of_two_sessions_do_not_meet(live: Live) -> None:
    for _ in range(2):
        table = live.begin("tictactoe")
        assert table.move("4", "X", Idempotency_Key="one")["id"] == table.id


def test_retries_at_the_same_time_play_once(live: Live) -> None:
    table = live.begin("connect4")

    def play(_: int) -> httpx.Response:
        return table.post("moves", {"move": "d"}, "X", Idempotency_Key="one")

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(play, range(16)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.text for answer in answers}) == 1
    assert table.read()["ply"] == 1


def test_of_different_moves_at_the_same_time_one_is_played(live: Live) -> None:
    table = live.begin("connect4")

    def play(column: str) -> httpx.Response:
        return table.post("moves", {"move": column}, "X")

    with ThreadPoolExecutor(7) as pool:
        answers = list(pool.map(play, "abcdefg"))
    assert sorted(answer.status_code for answer in answers) == [200] + [403] * 6
    assert table.read()["ply"] == 1


def test_a_command_for_another_version_is_refused(live: Live) -> None:
    table = live.begin("tictactoe")
    assert table.post("moves", {"move": "4"}, "X", If_Match='"1"').status_code == 200
    answer = table.post("moves", {"move": "0"}, "O", If_Match='"1"')
    assert (answer.status_code, answer.json()["code"]) == (412, "version_changed")
    assert answer.json()["params"] == {"version": 2, "expected": 1}
    assert table.post("moves", {"move": "0"}, "O", If_Match="*").status_code == 200


def test_a_version_that_cannot_be_read_is_refused(live: Live) -> None:
    table = live.begin("tictactoe")
    answer = table.post("moves", {"move": "4"}, "X", If_Match="latest")
    assert (answer.status_code, answer.json()["where"]) == (422, "If-Match")


def test_a_known_version_is_not_sent_again(live: Live) -> None:
    table = live.begin("tictactoe")
    first = live.http.get(table.path)
    assert first.headers["etag"] == '"1"'
    again = live.http.get(table.path, headers={"If-None-Match": 'W/"7", "1"'})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", '"1"')
    table.move("4", "X")
    assert live.http.get(table.path, headers={"If-None-Match": '"1"'}).status_code == 200
