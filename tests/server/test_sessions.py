from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

import kibitz
from kibitz.server.app import create_app
from kibitz.server.settings import read_settings
from tests.server.live import V1, Live, Table, until
from tests.strangers import NIM

ENGINE = {"kind": "engine", "level": "medium"}
PERSON: dict[str, Any] = {"kind": "person"}


def code(answer: Any, status: int) -> str:
    assert answer.status_code == status, answer.text
    found: str = answer.json()["code"]
    return found


def test_a_session_begins_with_everything_a_front_end_needs(live: Live) -> None:
    table = live.begin(
        "draughts", {"name": "Anna"}, {"kind": "person"}, options={"variant": "pool"}
    )
    found = table.first
    assert found == table.read()
    assert found["version"] == 1
    assert found["game"] == {
        "name": "draughts",
        "title": kibitz.game("draughts", variant="pool").title,
        "options": dict(kibitz.game("draughts", variant="pool").settings),
        "sides": ["black", "white"],
    }
    assert [seat["title"] for seat in found["seats"]] == ["Anna", "person"]
    assert found["board"].count("w") == 12
    assert found["history"] == found["undone"] == found["last"] == found["offers"] == []
    assert found["clock"] is None
    assert found["outcome"] is None
    assert sorted(table.secrets) == ["black", "white"]


def test_a_body_that_is_no_json_is_refused_with_what_is_wrong(live: Live) -> None:
    headers = {"content-type": "application/json"}
    answer = live.http.post(f"{V1}/sessions", content="{nonsense", headers=headers)
    assert code(answer, 422) == "bad_json"
    assert answer.json()["detail"].startswith("Cannot read the request body as JSON (")
    assert answer.json()["detail"].endswith("): expected a JSON object.")


def test_an_invitation_leads_to_the_session_and_hides_the_secret_in_its_fragment(
    live: Live,
) -> None:
    answer = live.http.post(f"{V1}/sessions", json={"game": "tictactoe"}).json()
    for entry in answer["secrets"]:
        page, _, fragment = entry["invitation"].partition("#")
        assert page.endswith(f"/sessions/{answer['session']['id']}")
        assert fragment == f"secret={entry['secret']}"


def test_people_play_a_whole_game(live: Live) -> None:
    table = live.begin("tictactoe")
    for turn, move in enumerate("40826"):
        assert table.move(move, "XO"[turn % 2])["outcome"] is None
    found = table.move("1", "O")
    assert [played["move"] for played in found["history"]] == list("408261")
    assert [played["side"] for played in found["history"]] == list("XOXOXO")
    assert (found["last"], found["outcome"]["winner"]) == ([1], "O")
    answer = table.post("moves", {"move": "5"}, "X")
    assert code(answer, 409) == "game_over"


def test_an_engine_moves_by_itself_and_says_what_it_thinks(live: Live) -> None:
    table = live.begin("connect4", PERSON, ENGINE)
    assert table.move("d")["thinking"]
    found = table.settled()
    assert found["ply"] == 2
    assert found["history"][1]["evaluation"]["warrant"] == "depth 3"
    assert found["side"] == "X"


def test_an_engine_that_moves_first_does_so_when_the_session_begins(live: Live) -> None:
    table = live.begin("tictactoe", ENGINE, PERSON)
    assert table.settled()["ply"] == 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_engines_play_each_other_to_the_end(live: Live, players: int) -> None:
    seats = [{"kind": "engine", "level": "easy", "seed": 1}] * players
    table = live.begin("tiles", *seats, options={"players": players}, seed=5)
    found = until(lambda: found if (found := table.read())["outcome"] else None)
    assert found["thinking"] is False
    assert table.secrets == {}


def test_people_and_engines_mix_in_a_game_of_four(live: Live) -> None:
    table = live.begin("tiles", PERSON, ENGINE, PERSON, ENGINE, options={"players": 4}, seed=2)
    assert sorted(table.secrets) == ["red", "white"]
    table.move(table.first["legal_moves"][0]["move"], "white")
    found = table.settled()
    assert (found["ply"], found["side"]) == (2, "red")
    table.move(found["legal_moves"][0]["move"], "red")
    assert table.settled()["ply"] == 4


def test_undo_goes_back_to_ones_own_turn_and_redo_forth(live: Live) -> None:
    table = live.begin("connect4", PERSON, ENGINE)
    table.move("d")
    played = [entry["move"] for entry in table.settled()["history"]]
    found = table.post("undo").json()
    assert (found["ply"], found["undone"], found["side"]) == (0, played, "X")
    found = table.post("redo").json()
    assert [entry["move"] for entry in found["history"]] == played
    assert found["undone"] == []
    found = table.post("undo", {"count": 1}).json()
    assert found["thinking"]  # it is the engine's turn again
    assert table.settled()["ply"] == 2
    assert code(table.post("undo", {"count": 9}), 409) == "nothing_to_undo"


def test_an_undo_stops_an_engine_that_thinks(live: Live) -> None:
    table = live.begin("draughts", PERSON, {"kind": "engine", "limit": {"time": 500}})
    table.move("22-18")
    found = table.post("undo").json()
    assert (found["ply"], found["thinking"]) == (0, False)
    table.post("resign")
    assert table.read()["ply"] == 0


def test_takebacks_are_by_consent_where_several_people_play(live: Live) -> None:
    table = live.begin("tictactoe")
    table.move("4", "X")
    assert code(table.post("undo", side="X"), 409) == "takebacks_by_consent"
    found = table.post("takeback", {"action": "request"}, "X").json()
    assert found["offers"] == [{"kind": "takeback", "side": "X", "count": 1, "waiting": ["O"]}]
    assert code(table.post("takeback", {"action": "accept"}, "X"), 409) == "not_asked"
    assert table.post("takeback", {"action": "decline"}, "O").json()["offers"] == []
    table.post("takeback", {"action": "request", "count": 1}, "X")
    assert table.post("takeback", {"action": "accept"}, "O").json()["ply"] == 0


def test_an_engine_consents_to_a_takeback(live: Live) -> None:
    table = live.begin("tictactoe", PERSON, ENGINE, takebacks="ask")
    table.move("4")
    table.settled()
    assert table.post("takeback", {"action": "request"}).json()["thinking"]
    assert table.settled()["ply"] == 0


def test_a_draw_is_offered_and_accepted(live: Live) -> None:
    table = live.begin("draughts")
    assert code(table.post("draw", {"action": "accept"}, "black"), 409) == "no_offer"
    table.post("draw", {"action": "offer"}, "white")
    found = table.post("draw", {"action": "accept"}, "black").json()
    assert found["outcome"]["sentence"] == "draw by agreement"
    assert found["legal_moves"] == []
    assert code(table.post("resign", side="white"), 409) == "already_over"


def test_an_engine_answers_the_offer_of_a_draw(live: Live) -> None:
    table = live.begin("tictactoe", PERSON, {"kind": "engine", "level": "perfect"})
    table.post("draw", {"action": "offer"})
    found = table.settled()
    assert found["offers"] == []
    assert found["outcome"]["reason"] == "agreement"


def test_resigning_hands_the_game_to_the_other(live: Live) -> None:
    table = live.begin("morris")
    found = table.post("resign", side="black").json()
    assert found["outcome"]["winner"] == "white"
    assert found["outcome"]["reason"] == "resignation"


def test_a_seat_is_renamed_by_who_holds_its_secret(live: Live) -> None:
    table = live.begin("tictactoe")
    found = table.post("seat", {"name": "Berta"}, "O").json()
    assert [seat["title"] for seat in found["seats"]] == ["person", "Berta"]
    headers = {"Authorization": f"Bearer {table.secrets['O']}"}
    seat = live.http.get(f"{table.path}/seat", headers=headers).json()
    assert (seat["player"], seat["side"], seat["name"]) == (1, "O", "Berta")


def test_a_clock_runs_from_the_first_move_and_a_fallen_flag_is_noted(live: Live) -> None:
    table = live.begin("tictactoe", clock="0.4")
    time.sleep(0.5)
    assert table.read()["clock"] == {**table.first["clock"], "running": False, "left": [0.4, 0.4]}
    found = table.move("4", "X")
    assert found["clock"]["running"]
    found = until(lambda: found if (found := table.read())["outcome"] else None)
    assert found["outcome"]["sentence"] == "X wins on time"
    assert found["clock"]["left"] == [0.4, 0.0]
    assert code(table.post("moves", {"move": "0"}, "O"), 409) == "game_over"


def test_a_session_is_exported_and_imported_whole(live: Live) -> None:
    table = live.begin("draughts", PERSON, {"kind": "engine", "level": "easy"})
    table.move("22-18")
    table.settled()
    text = live.http.get(f"{table.path}/export").json()["text"]
    answer = live.http.post(f"{V1}/sessions/import", json={"record": json.loads(text)})
    assert answer.status_code == 201
    found = answer.json()
    assert found["session"]["history"] == table.read()["history"]
    assert len(found["secrets"]) == 1
    assert found["session"]["id"] != table.id
    copy = Table(live, found["session"]["id"], {"white": found["secrets"][0]["secret"]}, {})
    assert copy.move(copy.read()["legal_moves"][0]["move"])["ply"] == 3


def test_draughts_are_exported_and_imported_as_pdn(live: Live) -> None:
    table = live.begin("draughts")
    table.move("22-18", "white")
    text = live.http.get(f"{table.path}/export", params={"format": "pdn"}).json()["text"]
    assert "1. 22-18" in text
    answer = live.http.post(f"{V1}/sessions/import", json={"text": text, "format": "pdn"})
    assert [played["move"] for played in answer.json()["session"]["history"]] == ["22-18"]


@pytest.mark.parametrize(
    ("body", "status", "expected"),
    [
        ({}, 422, "bad_field"),
        ({"record": {}}, 422, "record_damaged"),
        ({"record": {}, "text": ""}, 422, "bad_field"),
        ({"text": "nonsense"}, 422, "record_damaged"),
        ({"text": "[]"}, 422, "record_damaged"),
        ({"text": "x", "format": "xyz"}, 422, "no_format"),
        ({"record": {"moves": [0] * 3000}}, 409, "session_full"),
    ],
)
def test_what_is_no_session_is_not_imported(
    live: Live, body: dict[str, Any], status: int, expected: str
) -> None:
    assert code(live.http.post(f"{V1}/sessions/import", json=body), status) == expected


@pytest.mark.parametrize(
    ("body", "where", "expected"),
    [
        ({"game": "tictactoe", "seats": [PERSON]}, "seats", "bad_seats"),
        ({"game": "tictactoe", "seats": [PERSON, {"kind": "engine", "level": "x"}]}, "level",
         "unknown_level"),
        ({"game": "tictactoe", "seats": [PERSON, {"kind": "person", "level": "easy"}]}, "level",
         "bad_setting"),
        ({"game": "tictactoe", "clock": "soon"}, "clock", "bad_setting"),
        ({"game": "tictactoe", "position": "..."}, "position", "unreadable_position"),
        ({"game": "tictactoe", "options": {"rows": 0}}, "options", "bad_option"),
        ({"game": "tictactoe", "takebacks": "often"}, "body.takebacks", "bad_field"),
        ({"game": 3}, "body.game", "bad_field"),
    ],
)  # fmt: skip
def test_a_session_that_cannot_be_is_refused(
    live: Live, body: dict[str, Any], where: str, expected: str
) -> None:
    answer = live.http.post(f"{V1}/sessions", json=body)
    assert code(answer, 422) == expected
    assert answer.json()["where"] == where


def test_a_session_that_is_not_there_is_not_found(live: Live) -> None:
    assert code(live.http.get(f"{V1}/sessions/none"), 404) == "no_session"
    headers = {"Authorization": "Bearer x"}
    answer = live.http.post(f"{V1}/sessions/none/moves", json={"move": "4"}, headers=headers)
    assert code(answer, 404) == "no_session"


def test_an_illegal_move_is_refused_in_the_terminals_words_and_changes_nothing(
    live: Live,
) -> None:
    table = live.begin("tictactoe")
    table.move("4", "X")
    session = kibitz.Session(kibitz.game("tictactoe"))
    session.push("4")
    with pytest.raises(kibitz.MoveError) as refusal:
        session.push("4")
    answer = table.post("moves", {"move": "4"}, "O")
    assert code(answer, 422) == "illegal_move"
    assert answer.json()["detail"] == str(refusal.value)
    assert table.read()["version"] == 2


def test_an_export_does_not_say_where_a_served_file_is(tmp_path: Path) -> None:
    (tmp_path / "nim.py").write_text(NIM)
    own = (str(tmp_path / "nim.py"),)
    settings = read_settings(database_url=str(tmp_path / "games.db"), games=own, warm=False)
    with TestClient(create_app(settings)) as client:
        begun = client.post(f"{V1}/sessions", json={"game": "nim"}).json()
        exported = client.get(f"{V1}/sessions/{begun['session']['id']}/export").json()["text"]
        assert json.loads(exported)["game"]["file"] == "nim.py"
        assert client.post(f"{V1}/sessions/import", json={"text": exported}).status_code == 201
