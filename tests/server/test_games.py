from __future__ import annotations

import random

import pytest

import kibitz
from tests.server.live import V1, Live


def test_every_game_is_listed_with_its_options(live: Live) -> None:
    found = live.http.get(f"{V1}/games").json()["games"]
    assert [game["name"] for game in found] == list(kibitz.names())
    draughts = next(game for game in found if game["name"] == "draughts")
    (variant,) = (option for option in draughts["options"] if option["name"] == "variant")
    assert "russian" in variant["choices"]
    assert draughts["sides"] == ["white", "black"]


def test_a_game_has_levels_geometry_and_notation(live: Live) -> None:
    found = live.http.get(f"{V1}/games/morris").json()
    assert [level["name"] for level in found["levels"]][:3] == ["easy", "medium", "hard"]
    board = found["geometry"]
    assert (board["kind"], len(board["cells"]), len(board["links"])) == ("points", 24, 32)
    names = [cell["name"] for cell in board["cells"]]
    corner = board["cells"][names.index("a7")]
    assert sorted(names[number] for number in corner["neighbours"]) == ["a4", "d7"]
    assert [piece["code"] for piece in board["pieces"]] == ["o", "x"]
    assert found["notation"]["moves"][0] in names


def test_options_of_a_game_are_query_parameters(live: Live) -> None:
    found = live.http.get(f"{V1}/games/draughts", params={"variant": "international"}).json()
    assert len(found["geometry"]["cells"]) == 50
    assert found["settings"]["variant"] == "international"
    assert found["notation"]["formats"] == ["json", "pdn"]


def test_a_text_option_is_listed_as_a_choice_and_starts_a_session(live: Live) -> None:
    found = live.http.get(f"{V1}/games/tictactoe", params={"first": "O"}).json()
    (first,) = (option for option in found["options"] if option["name"] == "first")
    assert (first["choices"], first["default"], first["value"]) == (["X", "O"], "X", "O")
    assert found["sides"] == ["O", "X"]
    body = {"game": "tictactoe", "options": {"first": "O"}}
    session = live.http.post(f"{V1}/sessions", json=body).json()
    assert session["session"]["game"]["options"]["first"] == "O"


def test_a_name_that_is_an_alias_finds_the_game(live: Live) -> None:
    assert live.http.get(f"{V1}/games/dame").json()["name"] == "draughts"


@pytest.mark.parametrize("name", ["chess", "../../etc/passwd", "mygame.py", "%2e%2e"])
def test_no_other_name_is_a_game(live: Live, name: str) -> None:
    answer = live.http.post(f"{V1}/positions", json={"game": name})
    assert answer.status_code == 404
    assert answer.json()["code"] == "no_such_game"
    assert answer.headers["content-type"] == "application/problem+json"


def test_an_option_that_is_not_there_is_refused_in_the_terminals_words(live: Live) -> None:
    with pytest.raises(kibitz.OptionError) as refusal:
        kibitz.game("connect4", rows=99)
    answer = live.http.get(f"{V1}/games/connect4", params={"rows": "99"})
    assert answer.status_code == 422
    assert answer.json()["code"] == "bad_option"
    assert answer.json()["where"] == "options"
    assert answer.json()["detail"] == str(refusal.value)


def test_a_position_is_answered_with_its_board_and_moves(live: Live) -> None:
    body = {"game": "tictactoe", "position": "XOX/O../...", "moves": ["4"]}
    found = live.http.post(f"{V1}/positions", json=body).json()
    assert found["board"] == ["X", "O", "X", "O", "X", "", "", "", ""]
    assert (found["turn"], found["side"], found["outcome"]) == (1, "O", None)
    assert [move["path"] for move in found["legal_moves"]] == [[5], [6], [7], [8]]
    assert all(move["drop"] and not move["captures"] for move in found["legal_moves"])
    assert found["drawing"].startswith(" X | O | X")


def test_a_finished_position_has_an_outcome_and_no_moves(live: Live) -> None:
    body = {"game": "tictactoe", "position": "XXX/OO./..."}
    found = live.http.post(f"{V1}/positions", json=body).json()
    assert found["legal_moves"] == []
    assert found["outcome"]["winner"] == "X"
    assert found["outcome"]["sentence"] == "X wins"
    assert found["outcome"]["payoffs"] == [1, -1]


def test_a_capture_names_the_cells_that_are_touched_and_those_that_are_emptied(live: Live) -> None:
    body = {"game": "draughts", "options": {"variant": "russian"}, "position": "W:Wa1:Bb2,d4,f6"}
    found = live.http.post(f"{V1}/positions", json=body).json()
    cells = live.http.get(f"{V1}/games/draughts", params={"variant": "russian"}).json()
    names = [cell["name"] for cell in cells["geometry"]["cells"]]
    (move,) = found["legal_moves"]
    assert [names[cell] for cell in move["path"]] == ["a1", "c3", "e5", "g7"]
    assert sorted(names[cell] for cell in move["captures"]) == ["b2", "d4", "f6"]


@pytest.mark.parametrize("name", kibitz.names())
def test_every_move_can_be_entered_on_the_board(live: Live, name: str) -> None:
    game = kibitz.game(name)
    session = kibitz.Session(game, seed=3)
    lot = random.Random(name)
    for _ in range(12):
        if session.outcome() is not None:
            break
        body = {"game": name, "position": session.position}
        found = live.http.post(f"{V1}/positions", json=body).json()
        assert [move["move"] for move in found["legal_moves"]] == list(session.legal_moves)
        assert all(move["path"] for move in found["legal_moves"])
        assert all(move["entry"] != "button" for move in found["legal_moves"])
        assert len(found["board"]) == len(game.geometry.cells if game.geometry else ())
        for _ in range(3):
            if session.outcome() is None:
                session.push(lot.choice(session.legal_moves), seconds=0)


def test_a_position_that_makes_no_sense_is_refused(live: Live) -> None:
    answer = live.http.post(f"{V1}/positions", json={"game": "tictactoe", "position": "XXX"})
    assert answer.status_code == 422
    assert answer.json()["where"] == "position"


def test_why_not_says_why_a_move_is_refused(live: Live) -> None:
    body = {"game": "tictactoe", "moves": ["4"], "move": "4"}
    found = live.http.post(f"{V1}/positions/why-not", json=body).json()
    assert (found["legal"], found["code"]) == (False, "illegal_move")
    assert "Cell 4 is taken" in found["detail"]


def test_why_not_says_when_a_move_is_legal(live: Live) -> None:
    body = {"game": "draughts", "move": "22 - 18"}
    found = live.http.post(f"{V1}/positions/why-not", json=body).json()
    assert (found["legal"], found["move"], found["code"]) == (True, "22-18", None)


def test_a_field_that_is_not_known_is_refused(live: Live) -> None:
    answer = live.http.post(f"{V1}/positions", json={"game": "tictactoe", "postion": "..."})
    assert answer.status_code == 422
    assert answer.json()["where"] == "body.postion"
