"""Rules, the look of pieces and the entry of moves over HTTP."""

from __future__ import annotations

import pytest

import kibitz
from tests.server.live import V1, Live


@pytest.mark.parametrize("name", kibitz.names())
def test_every_game_has_rules_with_drawn_boards(live: Live, name: str) -> None:
    found = live.http.get(f"{V1}/games/{name}/rules").json()
    game = kibitz.game(name)
    assert (found["name"], found["title"], found["text"]) == (name, game.title, game.rules)
    assert found["parts"][0] == {
        "kind": "heading",
        "level": 2,
        "rows": [[[{"text": "Goal", "style": "plain", "address": ""}]]],
        "source": "",
        "figure": None,
    }
    figures = [part["figure"] for part in found["parts"] if part["kind"] == "board"]
    assert len(figures) == game.rules.count("```board")
    cells = len(found["geometry"]["cells"])
    assert all(len(figure["before"]["board"]) == cells for figure in figures)


def test_the_list_of_games_says_which_have_rules(live: Live) -> None:
    found = live.http.get(f"{V1}/games").json()["games"]
    assert {game["name"]: game["has_rules"] for game in found} == dict.fromkeys(
        kibitz.names(), True
    )


def test_options_are_query_parameters(live: Live) -> None:
    params: dict[str, str | int] = {"variant": "english", "size": 6}
    found = live.http.get(f"{V1}/games/dame/rules", params=params).json()
    assert (found["settings"]["variant"], found["settings"]["size"]) == ("english", 6)
    assert "6 x 6 squares" in found["text"]
    answer = live.http.get(f"{V1}/games/dame/rules", params={"variant": "klingon"})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_option")
    assert live.http.get(f"{V1}/games/chess/rules").status_code == 404


def test_a_board_has_its_move_and_the_position_after_it(live: Live) -> None:
    found = live.http.get(f"{V1}/games/draughts/rules", params={"variant": "russian"}).json()
    figure = next(
        part["figure"]
        for part in found["parts"]
        if part["kind"] == "board" and "must capture" in part["figure"]["caption"][0]["text"]
    )
    names = [cell["name"] for cell in found["geometry"]["cells"]]
    move = figure["move"]
    assert (move["move"], move["entry"], figure["side"]) == ("c3:e5", "path", "white")
    assert [names[cell] for cell in move["path"]] == ["c3", "e5"]
    assert [names[cell] for cell in move["captures"]] == ["d4"]
    assert sorted(names[cell] for cell in figure["last"]) == ["c3", "d4", "e5"]
    assert figure["after"]["position"] == "B:We5,e1:B"
    assert figure["after"]["board"][names.index("e5")] == "w"


def test_pieces_have_a_look(live: Live) -> None:
    geometry = live.http.get(f"{V1}/games/draughts").json()["geometry"]
    look = {"shape": "circle", "colour": "white", "symbol": "crown", "svg": ""}
    (king,) = (piece for piece in geometry["pieces"] if piece["name"] == "white king")
    assert king == {"code": "W", "name": "white king", "player": 0, **look}
    cross, nought = live.http.get(f"{V1}/games/tictactoe").json()["geometry"]["pieces"]
    assert (cross["shape"], nought["shape"]) == ("cross", "ring")


@pytest.mark.parametrize(
    ("body", "entry"),
    [
        ({"game": "connect4"}, "column"),
        ({"game": "tictactoe"}, "cell"),
        ({"game": "draughts"}, "path"),
        ({"game": "morris"}, "cell"),
    ],
)
def test_moves_and_boards_say_how_a_move_is_entered(
    live: Live, body: dict[str, str], entry: str
) -> None:
    found = live.http.post(f"{V1}/positions", json=body).json()
    assert {move["entry"] for move in found["legal_moves"]} == {entry}
    geometry = live.http.get(f"{V1}/games/{body['game']}").json()["geometry"]
    is_column = entry == "column"
    assert (geometry["entry"] == "columns", geometry["falls"]) == (is_column, is_column)
    assert geometry["blocked"] == (["#"] if body["game"] == "morris" else [])


@pytest.mark.parametrize(("position", "expected"), [("W:W22,32:B17", True), ("W:W22:B18", True)])
def test_a_position_says_whether_a_capture_is_mandatory(
    live: Live, position: str, expected: bool
) -> None:
    body = {"game": "draughts", "position": position}
    assert live.http.post(f"{V1}/positions", json=body).json()["must_capture"] is expected
    start = live.http.post(f"{V1}/positions", json={"game": "draughts"}).json()
    assert start["must_capture"] is False


def test_rules_have_a_page(live: Live) -> None:
    answer = live.http.get("/rules/draughts?variant=russian", headers={"accept": "text/html"})
    # The web app may not be built where this test runs.
    if answer.status_code == 200:
        assert "text/html" in answer.headers["content-type"]
    else:
        assert answer.json()["code"] == "no_address"
