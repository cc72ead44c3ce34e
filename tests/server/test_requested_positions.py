"""Positions that are requested by session, with its history, instead of by their text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.live import V1, Live, Table, serving

TESTS = Path(__file__).parents[1]
WHAT = ("positions", "analyses", "trees")


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A server with games of users, which only the interpreted search plays."""
    folder = tmp_path_factory.mktemp("positions")
    settings = {"KIBITZ_POLL": "0.05", "KIBITZ_WARM": "false", "KIBITZ_BACKGROUND": "0"}
    files = [TESTS / "own_classes" / f"{name}.py" for name in ("tictactoe", "pie")]
    files += [TESTS / "own_games" / f"{name}.py" for name in ("othello", "go")]
    options = [part for file in files for part in ("--game", str(file))]
    with serving(str(folder / "games.db"), folder / "log", settings, options=options) as found:
        yield found


def ask(live: Live, what: str, status: int = 200, **body: Any) -> dict[str, Any]:
    answer = live.http.post(f"{V1}/{what}", json=body)
    assert answer.status_code == status, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.fixture(scope="module")
def table(live: Live) -> Table:
    """A game of an adapted class, whose positions have no text; the last move was taken back."""
    table = live.begin("tictactoe.py", takebacks="free")
    for move in ("4", "0", "8"):
        table.move(move, table.read()["side"])
    table.post("undo", {"count": 1}, "X")
    return table


@pytest.mark.parametrize("what", WHAT)
@pytest.mark.parametrize(
    ("more", "position"),
    [
        ({}, "O../.X./..."),
        ({"moves": ["8", "2"]}, "O.O/.X./..X"),
        ({"ply": 0}, ".../.../..."),
        ({"ply": 1}, ".../.X./..."),
        ({"ply": 3}, "O../.X./..X"),
        ({"ply": 0, "moves": ["3"]}, ".../X../..."),
    ],
)
def test_positions_of_a_session_are_found_by_its_moves(
    live: Live, table: Table, what: str, more: dict[str, Any], position: str
) -> None:
    body = {"session": table.id, **more}
    if what == "analyses":
        body["limit"] = {"time": 0.05}
    if what == "trees":
        body["depth"] = 1
    found = ask(live, what, **body)
    assert found["position"] == position
    if what != "positions":
        assert found["game"] == "tictactoe.py"


@pytest.mark.parametrize(
    ("more", "where"),
    [
        ({"ply": 4}, "ply"),
        ({"ply": -1}, "body.ply"),
        ({"game": "tictactoe"}, "game"),
        ({"position": ".../.../..."}, "position"),
        ({"seed": 3}, "seed"),
        ({"moves": ["4"]}, "move"),
    ],
)
@pytest.mark.parametrize("what", WHAT)
def test_a_request_that_makes_no_sense_is_refused(
    live: Live, table: Table, what: str, more: dict[str, Any], where: str
) -> None:
    assert ask(live, what, 422, session=table.id, **more)["where"] == where


@pytest.mark.parametrize("what", [*WHAT, "positions/why-not"])
def test_a_position_needs_a_session_or_a_game(live: Live, what: str) -> None:
    move = {"move": "4"} if "why" in what else {}
    assert ask(live, what, 422, **move)["where"] == "game"
    assert ask(live, what, 422, game="tictactoe", ply=0, **move)["where"] == "ply"
    assert ask(live, what, 404, session="none", **move)["code"] == "no_session"


def test_why_not_counts_from_the_session(live: Live, table: Table) -> None:
    for move, is_legal in (("0", False), ("8", True)):
        found = ask(live, "positions/why-not", session=table.id, move=move)
        assert found["legal"] is is_legal
    found = ask(live, "positions/why-not", session=table.id, ply=0, moves=["8"], move="8")
    assert found["legal"] is False


def test_the_earlier_forms_stay_valid(live: Live, table: Table) -> None:
    body: dict[str, Any] = {"game": "tictactoe", "options": {}, "position": "X../.../..."}
    assert ask(live, "positions", **body, moves=["4"])["position"] == "X../.O./..."
    assert ask(live, "analyses", **body, moves=[])["side"] == "O"
    # With a session, no moves mean its current position.
    assert ask(live, "analyses", session=table.id, moves=[])["position"] == "O../.X./..."
    assert ask(live, "positions", game="tictactoe.py", moves=["4"])["position"] == ".../.X./..."


def test_the_history_counts(live: Live) -> None:
    """A repeated position is a draw, and none of its moves is legal any more."""
    variant = {"variant": "international"}
    body: dict[str, Any] = {"game": "draughts", "options": variant, "position": "W:WK1:BK50"}
    table = live.begin(body.pop("game"), takebacks="free", **body)
    for move in ("1-6", "50-45", "6-1", "45-50") * 2:
        table.move(move, table.read()["side"])
    assert table.read()["outcome"]["reason"] == "repetition"
    by_session = ask(live, "positions", session=table.id, ply=8)
    body["position"] = by_session["position"]
    by_text = ask(live, "positions", game="draughts", **body)
    assert (by_session["outcome"]["reason"], by_text["outcome"]) == ("repetition", None)
    assert ask(live, "analyses", 409, session=table.id, ply=8)["code"] == "nothing_to_search"


def test_a_background_analysis_stays_at_its_position(live: Live, table: Table) -> None:
    body = {"session": table.id, "ply": 0, "moves": ["4"], "limit": {"time": 0.1}}
    started = live.http.post(
        f"{V1}/analyses", json=body, headers={"Prefer": "respond-async"}
    ).json()
    assert (started["position"], started["game"]) == (".../.X./...", "tictactoe.py")
    with live.http.stream("GET", f"{V1}/analyses/{started['id']}/events") as events:
        text = "".join(events.iter_text())
    assert "event: done" in text
    found = live.http.get(f"{V1}/analyses/{started['id']}").json()
    assert (found["status"], found["position"]) == ("done", ".../.X./...")
    assert found["lines"][0]["move"] != "4"


def entries(position: dict[str, Any]) -> dict[str, str]:
    return {move["move"]: move["entry"] for move in position["legal_moves"]}


def test_moves_that_change_no_cell_are_buttons(live: Live) -> None:
    found = entries(ask(live, "positions", game="go", options={"size": 3}))
    assert found.pop("pass") == "button"
    assert {*found.values()} == {"cell"}
    passing = "8104470439598253830,9765812881807841528,1"
    assert entries(ask(live, "positions", game="othello", position=passing)) == {"pass": "button"}


def test_moves_that_are_named_by_a_word_are_buttons(live: Live) -> None:
    after = ask(live, "positions", game="pie", moves=["c"])
    assert entries(after) == {"a": "cell", "b": "cell", "d": "cell", "e": "cell", "swap": "button"}
    later = ask(live, "positions", game="pie", moves=["c", "a"])
    assert entries(later)["end turn"] == "button"


def test_every_move_of_a_game_without_a_board_is_a_button(live: Live) -> None:
    found = entries(ask(live, "positions", game="tictactoe.py"))
    assert {*found.values()} == {"button"}


def test_advice_about_an_earlier_position_of_a_session(live: Live, table: Table) -> None:
    path = f"sessions/{table.id}"
    (rung,) = ask(live, f"{path}/hint", rung="move", ply=0, limit={"depth": 2})["rungs"]
    assert rung["params"]["move"] in {str(cell) for cell in range(9)}
    found = ask(live, f"{path}/explain", move="1", ply=1, moves=["2"], limit={"depth": 2})
    assert found["move"] == "1"
    refused = ask(live, f"{path}/explain", 422, move="4", ply=1, limit={"depth": 2})
    assert "4" in refused["detail"]
    found = ask(live, f"{path}/compare", mine="1", yours="2", ply=1, limit={"depth": 2})
    assert (found["mine"]["move"], found["yours"]["move"]) == ("1", "2")
    assert "at most" in ask(live, f"{path}/hint", 422, ply=9)["detail"]
