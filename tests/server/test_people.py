"""Games between people: rematches, changes of players, games without help, and who is present."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.server.conftest import NewDatabase
from tests.server.live import V1, Live, Table, serving, until

PERSON = {"kind": "person"}
LEVEL = {"kind": "engine", "level": "1", "seed": 1}


def do(table: Table, what: str, body: object, side: str) -> dict[str, Any]:
    answer = table.post(what, body, side)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def refusal(table: Table, what: str, body: object, side: str | None = None) -> tuple[int, str]:
    answer = table.post(what, body, side)
    return answer.status_code, answer.json()["code"]


def next_table(table: Table) -> Table:
    """The session of the rematch, with the new secrets of its players."""
    secrets = {}
    for side, secret in table.secrets.items():
        headers = {"Authorization": f"Bearer {secret}"}
        answer = table.live.http.get(f"{table.path}/rematch", headers=headers)
        assert answer.status_code == 200, (side, answer.text)
        found = answer.json()
        secrets[found["side"]] = found["secret"]
    return Table(table.live, found["session"], secrets, {})


# Rematches.


def test_a_rematch_is_accepted_three_times_with_sides_swapped(live: Live) -> None:
    seats = ({"name": "Anna"}, {"name": "Bob"})
    table = live.begin("tictactoe", *seats, clock="300+5", takebacks="never")
    for names in (["Bob", "Anna"], ["Anna", "Bob"], ["Bob", "Anna"]):
        assert refusal(table, "rematch", {"action": "offer"}, "X") == (409, "rematch_too_early")
        do(table, "resign", {}, "X")
        offered = do(table, "rematch", {"action": "offer"}, "O")
        assert offered["rematch"] == {
            "wanted": ["O"],
            "waiting": ["X"],
            "declined": None,
            "session": None,
        }
        accepted = do(table, "rematch", {"action": "accept"}, "X")
        again = next_table(table)
        assert accepted["rematch"]["session"] == again.id != table.id
        now = again.read()
        assert [seat["name"] for seat in now["seats"]] == names
        assert (now["clock"]["control"], now["takebacks"]) == ("300+5", "never")
        assert (now["ply"], now["rematch"]) == (0, None)
        assert refusal(table, "rematch", {"action": "offer"}, "X") == (409, "rematch_begun")
        table = again
    assert table.move("4", "X")["ply"] == 1


def test_two_offers_at_once_are_a_rematch(live: Live) -> None:
    table = live.begin("tictactoe", PERSON, PERSON)
    do(table, "resign", {}, "X")
    do(table, "rematch", {"action": "offer"}, "X")
    assert do(table, "rematch", {"action": "offer"}, "O")["rematch"]["session"]


def test_a_rematch_is_declined_and_withdrawn(live: Live) -> None:
    table = live.begin("tictactoe", PERSON, PERSON)
    do(table, "resign", {}, "X")
    assert refusal(table, "rematch", {"action": "accept"}, "O") == (409, "no_offer")
    do(table, "rematch", {"action": "offer"}, "X")
    assert refusal(table, "rematch", {"action": "accept"}, "X") == (409, "not_asked")
    assert refusal(table, "rematch", {"action": "withdraw"}, "O") == (409, "not_offered")
    declined = do(table, "rematch", {"action": "decline"}, "O")["rematch"]
    assert (declined["declined"], declined["wanted"], declined["session"]) == ("O", [], None)
    do(table, "rematch", {"action": "offer"}, "X")
    assert do(table, "rematch", {"action": "withdraw"}, "X")["rematch"] is None
    answer = live.http.get(
        f"{table.path}/rematch", headers={"Authorization": f"Bearer {table.secrets['X']}"}
    )
    assert (answer.status_code, answer.json()["code"]) == (404, "no_rematch")


def test_a_rematch_with_engines_begins_at_once(live: Live) -> None:
    table = live.begin("horses", PERSON, LEVEL, LEVEL, options={"players": 3}, seed=3)
    side = next(iter(table.secrets))
    do(table, "resign", {}, side)
    do(table, "rematch", {"action": "offer"}, side)
    again = next_table(table).read()
    assert [seat["kind"] for seat in again["seats"]] == ["engine", "engine", "person"]


def test_an_undone_end_closes_the_offer(live: Live) -> None:
    table = live.begin("tictactoe", PERSON, PERSON, position="XX./OO./...", takebacks="free")
    assert table.move("2", "X")["outcome"] is not None
    do(table, "rematch", {"action": "offer"}, "X")
    assert do(table, "undo", {"count": 1}, "X")["rematch"] is None


def test_a_rematch_is_in_both_kinds_of_streams(live: Live) -> None:
    table = live.begin("tictactoe", PERSON, PERSON)
    do(table, "resign", {}, "X")
    with follow(live, table) as whole, follow(live, table, events="changes") as changes:
        assert next_of(whole, "session")["rematch"] is None
        assert next_of(changes, "session")["rematch"] is None
        do(table, "rematch", {"action": "offer"}, "X")
        assert next_of(whole, "change")["what"] == "rematch offer"
        assert next_of(whole, "session")["rematch"]["wanted"] == ["X"]
        update = next_of(changes, "update")
        assert (update["what"], update["rematch"]["waiting"]) == ("rematch offer", ["O"])


# Offers.


def test_offers_are_withdrawn_by_who_made_them(live: Live) -> None:
    table = live.begin("tictactoe", PERSON, PERSON)
    table.move("4", "X")
    do(table, "draw", {"action": "offer"}, "X")
    assert refusal(table, "draw", {"action": "withdraw"}, "O") == (409, "not_offered")
    assert do(table, "draw", {"action": "withdraw"}, "X")["offers"] == []
    do(table, "takeback", {"action": "request"}, "X")
    assert do(table, "takeback", {"action": "withdraw"}, "X")["offers"] == []


# Games without help.


def help_requests(table: Table) -> dict[str, httpx.Response]:
    http, session = table.live.http, {"session": table.id}
    limit = {"time": 0.1}
    background = {"Prefer": "respond-async"}
    return {
        "hint": table.post("hint", {"limit": limit}),
        "explain": table.post("explain", {"limit": limit}),
        "compare": table.post("compare", {"mine": "4", "limit": limit}),
        "analysis": http.post(f"{V1}/analyses", json={**session, "limit": limit}),
        "background": http.post(
            f"{V1}/analyses", json={**session, "limit": limit}, headers=background
        ),
        "earlier": http.post(f"{V1}/analyses", json={**session, "ply": 0, "limit": limit}),
        "review": http.post(f"{V1}/reviews", json={**session, "limit": {"nodes": 100}}),
        "tree": http.post(f"{V1}/trees", json={**session, "depth": 1}),
    }


def test_engine_help_is_refused_until_the_game_ends(live: Live) -> None:
    table = live.begin("tictactoe", PERSON, PERSON, help=False)
    assert table.first["help"] is False
    for name, answer in help_requests(table).items():
        assert (answer.status_code, answer.json()["code"]) == (403, "no_help"), name
        assert answer.json()["detail"].startswith("This game is played without engine help.")
    batch = {"positions": [{"session": table.id}], "limit": {"time": 0.1}}
    stream = live.http.post(f"{V1}/analyses/batch", json=batch).text
    assert "no_help" in stream
    assert "event: analysis" not in stream
    # What needs no engine is answered.
    position = live.http.post(f"{V1}/positions", json={"session": table.id})
    assert position.status_code == 200
    table.move("4", "X")
    do(table, "resign", {}, "X")
    allowed = help_requests(table)
    assert {name for name, answer in allowed.items() if answer.status_code == 403} == set()
    for name in ("earlier", "review", "tree"):
        assert allowed[name].status_code == 200, allowed[name].text
    # A rematch is played like the game before.
    do(table, "rematch", {"action": "offer"}, "X")
    do(table, "rematch", {"action": "accept"}, "O")
    assert next_table(table).read()["help"] is False


def test_only_people_play_without_help(live: Live) -> None:
    body = {"game": "tictactoe", "seats": [PERSON, LEVEL], "help": False}
    answer = live.http.post(f"{V1}/sessions", json=body)
    assert (answer.status_code, answer.json()["code"]) == (409, "help_needs_engines")
    table = live.begin("tictactoe", PERSON, PERSON, help=False)
    body = {"player": 0, "seat": LEVEL}
    assert refusal(table, "players", body, "X") == (409, "help_needs_engines")
    assert table.read()["version"] == 1


# Changes of players.


def test_the_level_of_an_engine_is_changed_during_a_game(live: Live) -> None:
    table = live.begin("tictactoe", PERSON, LEVEL)
    table.move("4", "X")
    before = table.settled()
    found = do(table, "players", {"player": 1, "seat": {**LEVEL, "level": "3"}}, "X")
    assert found["secrets"] == []
    now = found["session"]
    assert [seat["level"] for seat in now["seats"]] == ["", "3"]
    assert now["history"] == before["history"]
    table.move(now["legal_moves"][0]["move"], "X")
    assert table.settled()["ply"] == 4


def test_a_person_takes_the_seat_of_an_engine_and_gives_it_back(live: Live) -> None:
    table = live.begin("tictactoe", PERSON, LEVEL)
    body = {"player": 1, "seat": {"kind": "person", "name": "Bob"}}
    answer = table.post("players", body, "X", Idempotency_Key="once")
    assert answer.json() == table.post("players", body, "X", Idempotency_Key="once").json()
    (given,) = answer.json()["secrets"]
    assert (given["side"], given["invitation"].partition("#")[2]) == (
        "O",
        f"secret={given['secret']}",
    )
    table.secrets["O"] = given["secret"]
    table.move("4", "X")
    assert table.move("0", "O")["ply"] == 2
    # A person's seat belongs to that person alone.
    for side, player, other in (("X", 1, "O"), ("O", 0, "X")):
        body = {"player": player, "seat": LEVEL}
        assert refusal(table, "players", body, side) == (403, "seat_of_person"), other
    do(table, "players", {"player": 1, "seat": LEVEL}, "O")
    assert refusal(table, "resign", {}, "O") == (403, "seat_of_engine")
    body = {"player": 0, "seat": LEVEL}
    assert refusal(table, "players", body, "O") == (403, "seat_of_person")
    # Who gave a seat to the computer can take it back.
    back = do(table, "players", {"player": 1, "seat": PERSON}, "O")
    assert refusal(table, "resign", {}, "O") == (403, "unknown_secret")
    table.secrets["O"] = back["secrets"][0]["secret"]
    assert do(table, "resign", {}, "O")["outcome"] is not None
    body = {"player": 1, "seat": LEVEL}
    assert refusal(table, "players", body, "O") == (409, "already_over")


def test_a_change_of_players_that_cannot_be_is_refused(live: Live) -> None:
    table = live.begin("tictactoe", PERSON, LEVEL)
    assert refusal(table, "players", {"player": 5, "seat": LEVEL}, "X") == (422, "bad_field")
    strange = {"player": 1, "seat": {"kind": "engine", "level": "none"}}
    assert refusal(table, "players", strange, "X")[0] == 422
    adaptive = {"player": 1, "seat": {"kind": "engine", "level": "adaptive"}}
    do(table, "players", adaptive, "X")
    body = {"player": 0, "seat": LEVEL}
    # No person would be left to adapt to.
    assert refusal(table, "players", body, "X") == (422, "bad_setting")
    do(table, "players", {"player": 1, "seat": LEVEL}, "X")
    table.move("4", "X")
    table.settled()
    assert refusal(table, "players", adaptive, "X") == (422, "bad_setting")


# Who is present.


@contextmanager
def follow(
    live: Live, table: Table, **query: Any
) -> Iterator[Iterator[tuple[str, dict[str, Any]]]]:
    with (
        httpx.Client(base_url=live.http.base_url, timeout=60) as http,
        http.stream("GET", f"{table.path}/events", params=query) as stream,
    ):
        assert stream.status_code == 200, stream.read()
        yield _events(stream)


def _events(stream: httpx.Response) -> Iterator[tuple[str, dict[str, Any]]]:
    kind = ""
    for line in stream.iter_lines():
        if line.startswith("event: "):
            kind = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield kind, json.loads(line.removeprefix("data: "))


def next_of(events: Iterator[tuple[str, dict[str, Any]]], kind: str) -> dict[str, Any]:
    return next(data for found, data in events if found == kind)


def ticket(table: Table, side: str) -> str:
    headers = {"Authorization": f"Bearer {table.secrets[side]}"}
    found: str = table.live.http.get(f"{table.path}/seat", headers=headers).json()["ticket"]
    return found


def presence(table: Table) -> tuple[list[int], int]:
    found = table.live.http.get(f"{table.path}/presence").json()
    return found["players"], found["spectators"]


def test_players_and_spectators_come_and_go(live: Live) -> None:
    table = live.begin("tictactoe", PERSON, PERSON)
    assert presence(table) == ([], 0)
    with follow(live, table, seat=ticket(table, "X"), events="changes") as mine:
        assert next_of(mine, "presence") == {"players": [0], "spectators": 0}
        with follow(live, table, seat=ticket(table, "O")) as yours:
            assert next_of(yours, "presence")["players"] == [0, 1]
            assert next_of(mine, "presence")["players"] == [0, 1]
            with follow(live, table, spectator=True) as theirs:
                assert next_of(theirs, "presence") == {"players": [0, 1], "spectators": 1}
                assert next_of(mine, "presence")["spectators"] == 1
                assert presence(table) == ([0, 1], 1)
        until(lambda: True if presence(table) == ([0], 0) else None)
        assert next(data for _, data in mine if data.get("players") == [0])["spectators"] == 0
    until(lambda: True if presence(table) == ([], 0) else None)


def test_a_ticket_belongs_to_one_seat_of_one_session(live: Live) -> None:
    table, other = (live.begin("tictactoe", PERSON, PERSON) for _ in range(2))
    own = ticket(table, "X")
    for wrong in (ticket(other, "X"), own.replace("0-", "1-", 1), own[:-1], "0-", "x", "-1-ü"):
        answer = live.http.get(f"{table.path}/events", params={"seat": wrong})
        assert (answer.status_code, answer.json()["code"]) == (403, "unknown_ticket"), wrong
    # It gives no right to change the session.
    answer = live.http.post(
        f"{table.path}/resign", headers={"Authorization": f"Bearer {own}"}, json={}
    )
    assert answer.status_code == 403


def test_presence_holds_for_all_workers_and_outlives_one(
    new_database: NewDatabase, tmp_path: Path
) -> None:
    database, settings = new_database(), {"KIBITZ_POLL": "0.05", "KIBITZ_LEASE": "0.5"}
    settings["KIBITZ_WARM"] = "false"
    with serving(database, tmp_path / "one", settings) as one:
        table = one.begin("tictactoe", PERSON, PERSON)
        with serving(database, tmp_path / "two", settings) as two:
            there = Table(two, table.id, table.secrets, {})
            with follow(one, table, seat=ticket(table, "X"), events="changes") as mine:
                assert next_of(mine, "presence")["players"] == [0]
                with follow(two, there, seat=ticket(there, "O")) as yours:
                    assert next_of(yours, "presence")["players"] == [0, 1]
                    assert next_of(mine, "presence")["players"] == [0, 1]
                    two.kill()
                assert next_of(mine, "presence")["players"] == [0]
                assert presence(table) == ([0], 0)
