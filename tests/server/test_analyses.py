from __future__ import annotations

from typing import Any

import pytest

import kibitz
from kibitz.search.reference import minimax
from tests.server.live import V1, Live


def ask(live: Live, what: str, body: dict[str, Any], status: int = 200) -> dict[str, Any]:
    answer = live.http.post(f"{V1}/{what}", json=body)
    assert answer.status_code == status, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_an_analysis_gives_the_best_line_with_its_warrant(live: Live) -> None:
    found = ask(live, "analyses", {"game": "tictactoe", "position": "XOX/O../..."})
    (line,) = found["lines"]
    assert (line["move"], line["win_in"], line["warrant"]) == ("4", 3, "proven")
    assert (found["status"], found["id"], found["side"]) == ("done", None, "X")


def test_an_analysis_gives_every_legal_move_with_its_value(live: Live) -> None:
    found = ask(live, "analyses", {"game": "connect4", "lines": "all", "limit": {"depth": 4}})
    assert sorted(line["move"] for line in found["lines"]) == list("abcdefg")
    assert all(line["depth"] == 4 for line in found["lines"])


def test_an_analysis_of_a_session_is_one_of_its_position(live: Live) -> None:
    table = live.begin("tictactoe")
    table.move("4", "X")
    found = ask(live, "analyses", {"session": table.id})
    assert (found["position"], found["side"]) == (table.read()["position"], "O")


def test_a_limit_is_obeyed(live: Live) -> None:
    found = ask(live, "analyses", {"game": "draughts", "limit": {"nodes": 20_000}})
    assert found["lines"][0]["nodes"] <= 20_000


def test_models_of_the_others_can_be_chosen(live: Live) -> None:
    body = {"game": "tiles", "options": {"players": 3}, "limit": {"depth": 2}, "opponents": "maxn"}
    assert ask(live, "analyses", body)["lines"][0]["depth"] == 2


def test_monte_carlo_tree_search_can_be_chosen(live: Live) -> None:
    body = {"game": "tictactoe", "limit": {"nodes": 200}, "search": "mcts", "lines": "all"}
    lines = ask(live, "analyses", body)["lines"]
    assert len(lines) == 9
    best = lines[0]
    assert (best["warrant"], best["nodes"]) == ("sampled", 200)
    low, high = best["interval"]
    assert low < best["score"] < high
    assert 0 < best["share"] < 1
    usual = ask(live, "analyses", {"game": "tictactoe", "limit": {"depth": 2}})["lines"][0]
    assert (usual["interval"], usual["share"]) == (None, None)
    answer = live.http.post(f"{V1}/analyses", json={**body, "opponents": "maxn"})
    assert answer.status_code == 422
    assert "alpha-beta" in answer.json()["detail"]


def test_a_game_says_which_search_plays(live: Live) -> None:
    assert live.http.get(f"{V1}/games/tictactoe").json()["search"] == "alphabeta"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 422, "bad_field"),
        ({"session": "none"}, 404, "no_session"),
        ({"session": "none", "game": "tictactoe"}, 422, "bad_field"),
        ({"game": "tictactoe", "moves": ["9"]}, 422, "unreadable_move"),
        ({"game": "tictactoe", "limit": {"time": 0}}, 422, "bad_field"),
        ({"game": "tictactoe", "lines": 0}, 422, "bad_field"),
        ({"game": "tictactoe", "opponents": "kind"}, 422, "bad_field"),
    ],
)
def test_an_analysis_of_nothing_is_refused(
    live: Live, body: dict[str, Any], status: int, code: str
) -> None:
    assert ask(live, "analyses", body, status)["code"] == code


def test_a_hint_climbs_a_ladder(live: Live) -> None:
    table = live.begin("tictactoe", position="XOX/O../...")
    found = ask(live, f"sessions/{table.id}/hint", {})
    assert [rung["kind"] for rung in found["rungs"]] == ["nudge", "piece", "move", "line"]
    assert found["line"]["move"] == "4"
    nudge = ask(live, f"sessions/{table.id}/hint", {"rung": "nudge"})
    assert [rung["kind"] for rung in nudge["rungs"]] == ["nudge"]
    assert nudge["line"] is None
    assert table.read()["version"] == 1


def test_a_move_is_explained_and_compared(live: Live) -> None:
    table = live.begin("tictactoe", position="XX./OO./...")
    found = ask(live, f"sessions/{table.id}/explain", {"move": "2"})
    assert "wins immediately" in found["text"]
    assert found["claims"][0]["code"] == "wins_at_once"
    found = ask(live, f"sessions/{table.id}/compare", {"mine": "5"})
    assert (found["mine"]["move"], found["yours"]["move"]) == ("5", "2")
    assert found["differences"]
    assert ask(live, f"sessions/{table.id}/explain", {"move": "0"}, 422)["where"] == "move"


def test_tables_of_perfect_play_are_asked(live: Live) -> None:
    """Six Men's Morris is solved: one move holds the draw."""
    place = {"options": {"variant": "six"}, "position": "o.x/..x/...x/o../.o. w 3 3 0"}
    (line,) = ask(live, "analyses", {"game": "morris", **place})["lines"]
    assert (line["move"], line["score"], line["warrant"]) == ("e1", 0, "table")
    table = live.begin("morris", **place)
    found = ask(live, f"sessions/{table.id}/explain", {"move": "e1"})
    assert "is the only drawing move" in found["text"]
    found = ask(live, f"sessions/{table.id}/explain", {"move": "a3"})
    assert "throws away a draw: e1 draws" in found["text"]
    found = ask(live, f"sessions/{table.id}/hint", {"rung": "nudge"})
    assert found["rungs"][0]["code"] == "nudge_hold"


def test_the_perfect_level_is_offered_where_there_is_a_table(live: Live) -> None:
    names = [level["name"] for level in live.http.get(f"{V1}/games/morris").json()["levels"]]
    assert "perfect" in names
    person, perfect = {"kind": "person"}, {"kind": "engine", "level": "perfect"}
    body = {"game": "morris", "seats": [person, perfect], "options": {"variant": "six"}}
    assert live.http.post(f"{V1}/sessions", json=body).status_code == 201
    refused = ask(live, "sessions", {**body, "options": {"variant": "lasker"}}, 422)
    assert (refused["code"], refused["where"]) == ("level_without_table", "level")


def test_a_review_scores_every_move(live: Live) -> None:
    table = live.begin("tictactoe")
    for turn, move in enumerate("41086"):
        table.move(move, "XO"[turn % 2])
    found = ask(live, "reviews", {"session": table.id})
    assert [move["mark"] for move in found["moves"]] == ["best", "blunder", "best", "best", "best"]
    assert found["sides"][0]["accuracy"] == 100.0
    assert found["turning_points"] == [2]
    assert found["picture"].startswith("<svg")


def test_a_review_takes_the_text_of_a_file(live: Live) -> None:
    table = live.begin("draughts")
    table.move("22-18", "white")
    text = live.http.get(f"{table.path}/export", params={"format": "pdn"}).json()["text"]
    body = {"text": text, "format": "pdn", "limit": {"nodes": 2000}}
    assert ask(live, "reviews", body)["length"] == 1
    assert ask(live, "reviews", {}, 422)["code"] == "bad_field"


def test_a_tree_has_the_values_windows_and_cuts_of_the_reference(live: Live) -> None:
    game = kibitz.game("tictactoe")
    session = kibitz.Session(game, "XOX/O../...")
    plain = ask(live, "trees", {"game": "tictactoe", "position": "XOX/O../...", "depth": 3,
                                "pruning": False})  # fmt: skip
    expected = minimax(game, session.state, 3, pruning=False, record=True)
    assert plain["nodes"] == expected.nodes
    assert plain["root"]["value"]["win_in"] == 3
    assert (plain["best"], plain["line"][0]) == ("4", "4")
    assert plain["root"]["alpha"] is None
    assert [child["move"] for child in plain["root"]["children"]] == list(session.legal_moves)
    pruned = ask(live, "trees", {"game": "tictactoe", "position": "XOX/O../...", "depth": 3})
    assert pruned["nodes"] == minimax(game, session.state, 3).nodes < plain["nodes"]
    assert any(child["cut"] for child in pruned["root"]["children"])
    assert pruned["root"]["value"] == plain["root"]["value"]


def test_a_tree_of_fractions_is_in_points(live: Live) -> None:
    found = ask(live, "trees", {"game": "horses", "depth": 1, "seed": 4})
    game = kibitz.game("horses")
    value = minimax(game, game.initial(4), 1).value / game.unit
    assert found["root"]["value"]["score"] == pytest.approx(value)


def test_a_tree_that_is_too_large_is_refused(live: Live) -> None:
    found = ask(live, "trees", {"game": "morris", "depth": 6, "pruning": False}, 422)
    assert found["code"] == "tree_too_large"
    found = ask(live, "trees", {"game": "tictactoe", "depth": 9}, 422)
    assert (found["code"], found["where"]) == ("bad_field", "depth")
