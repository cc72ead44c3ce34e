"""Positions that are set up, and games that come and go as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import kibitz
from tests.server.live import V1, Live, serving

THREE = """[White "Anna"]\n[Black "Ben"]\n1. 22-18 9-14 *

[White "Cleo"]\n[Black "Dora"]\n1. 24-20 10-14 2. 20-16 1-0

[GameType "25"]\n1. c3-d4 d6-c5 *
"""


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    folder = tmp_path_factory.mktemp("texts")
    with serving(str(folder / "games.db"), folder / "log", {}, is_ready=True) as found:
        yield found


def post(live: Live, path: str, **body: Any) -> Any:
    return live.http.post(f"{V1}/{path}", json=body).json()


def test_a_game_says_how_its_positions_are_set_up(live: Live) -> None:
    found = live.http.get(f"{V1}/games/morris").json()["setup"]
    assert [content["code"] for content in found["contents"]] == ["o", "x"]
    hands = [one for one in found["counters"] if one["kind"] == "hand"]
    assert [(one["player"], one["least"], one["most"]) for one in hands] == [(0, 0, 9), (1, 0, 9)]
    assert found["has_turn"]


@pytest.mark.parametrize("name", kibitz.names())
def test_the_first_position_is_read_and_set_up_again(live: Live, name: str) -> None:
    read = post(live, "positions/setup", game=name, seed=3)
    assert (read["problems"], read["outcome"]) == ([], None)
    fields = {key: read[key] for key in ("cells", "turn", "counters")}
    assert post(live, "positions/setup", game=name, **fields) == read
    shown = post(live, "positions", game=name, position=read["position"])
    assert (shown["board"], shown["turn"]) == (read["board"], read["turn"])


def test_what_is_wrong_has_a_code_and_no_position(live: Live) -> None:
    cells = ["X", "X", *[""] * 7]
    found = post(live, "positions/setup", game="tictactoe", cells=cells)
    assert found["position"] is None
    assert found["board"] == cells
    (problem,) = found["problems"]
    assert problem["code"] == "wrong_count"
    assert problem["params"]["first_count"] == "2"


def test_a_position_in_which_the_game_is_over_says_so(live: Live) -> None:
    cells = ["X", "X", "X", "O", "O", *[""] * 4]
    found = post(live, "positions/setup", game="tictactoe", cells=cells)
    assert found["problems"] == []
    assert found["outcome"]["ending"] == "three in a row"


@pytest.mark.parametrize(
    "wrong",
    [
        {"cells": ["X"]},
        {"cells": ["Z"] * 9},
        {"cells": [""] * 9, "turn": 3},
        {"cells": [""] * 9, "counters": {"x": 1}},
        {"position": "nonsense"},
    ],
)
def test_what_does_not_fit_the_game_is_refused(live: Live, wrong: dict[str, Any]) -> None:
    answer = live.http.post(f"{V1}/positions/setup", json={"game": "tictactoe", **wrong})
    assert answer.status_code == 422
    assert answer.json()["code"] in ("bad_placement", "unreadable_position")


def test_the_games_of_a_file_are_listed_and_one_starts_a_session(live: Live) -> None:
    found = post(live, "texts", text=THREE)
    assert (found["format"], found["count"]) == ("pdn", 3)
    assert [one["names"] for one in found["games"]][:2] == [["Anna", "Ben"], ["Cleo", "Dora"]]
    assert found["games"][1]["moves"] == ["24-20", "10-14", "20-16"]
    assert found["games"][1]["outcome"] == "white wins by resignation"
    assert found["games"][2]["options"]["variant"] == "russian"
    body = {"text": THREE, "format": "any", "number": 2}
    session = live.http.post(f"{V1}/sessions/import", json=body).json()["session"]
    assert [played["move"] for played in session["history"]] == ["24-20", "10-14", "20-16"]
    assert [seat["name"] for seat in session["seats"]] == ["Cleo", "Dora"]


def test_a_game_of_a_file_must_exist(live: Live) -> None:
    for number in (None, 4):
        body = {"text": THREE, "format": "any", "number": number}
        answer = live.http.post(f"{V1}/sessions/import", json=body)
        assert answer.status_code == 422
        assert "one of the 3 games of the text" in answer.json()["detail"]


@pytest.mark.parametrize("name", kibitz.names())
def test_a_game_that_is_exported_is_read_again(live: Live, name: str) -> None:
    state = post(live, "positions/setup", game=name, seed=5)["position"]
    moves: list[str] = []
    for _ in range(5):
        legal = post(live, "positions", game=name, position=state, moves=moves)["legal_moves"]
        moves.append(legal[len(moves) % len(legal)]["move"])
    place = {"game": name, "position": state, "moves": moves}
    formats = live.http.get(f"{V1}/games/{name}").json()["notation"]["formats"]
    last = post(live, "positions", **place)["position"]
    for format_name in (*formats, "moves"):
        text = post(live, "positions/export", **place, format=format_name)["text"]
        (again,) = post(live, "texts", text=text)["games"]
        assert (again["game"], again["moves"], again["position"]) == (name, moves, last)
    text = post(live, "positions/export", **place, format="position")["text"]
    found = post(live, "texts", text=text, game=name)
    assert (found["format"], found["games"][0]["position"]) == ("position", last)
    assert post(live, "positions/export", **place, format="svg")["text"].startswith("<svg")


@pytest.mark.parametrize(
    ("text", "game", "code", "part"),
    [
        ("1. d d\n2. e z", "connect4", "record_damaged", "line 2: move 4"),
        ("d e", None, "text_needs_game", "does not name its game"),
        ('{"format": ', None, "record_damaged", "JSON"),
        ('[White "A"]\n\n1. 22-18 9-15', None, "record_damaged", "line 3"),
        ("W:W99:B1", "draughts", "neither_position_nor_moves", "no square '99'"),
        ("Game: ../x.py\nd", None, "record_damaged", "line 1"),
        ("Game: tictactoe rows=99\n0", None, "record_damaged", "line 1: Option 'rows'"),
    ],
)
def test_a_text_that_cannot_be_read_says_where(
    live: Live, text: str, game: str | None, code: str, part: str
) -> None:
    answer = live.http.post(f"{V1}/texts", json={"text": text, "game": game})
    assert answer.status_code == 422
    assert answer.json()["code"] == code
    assert part in answer.json()["detail"]


def test_a_session_is_exported_as_moves_position_and_picture(live: Live) -> None:
    table = live.begin("connect4", {"kind": "person"}, {"kind": "person"}, options={"rows": 7})
    table.move("d", "X")
    path = f"{V1}/sessions/{table.id}/export"
    texts = {
        name: live.http.get(path, params={"format": name}).json()["text"]
        for name in ("moves", "position", "svg")
    }
    assert texts["moves"] == "Game: connect4 rows=7\n1. d\n"
    assert texts["position"].endswith("...X...\n")
    assert "<title>Connect Four" in texts["svg"]
