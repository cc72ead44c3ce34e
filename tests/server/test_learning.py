"""Lessons and recorded trees over HTTP."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.cli.main import main
from kibitz.teaching.lessons import lesson, lessons
from kibitz.teaching.search_trees import TreeSettings, playout_tree, search_tree, tree_events
from tests.server.live import V1, Live, serving

GAME = kibitz.game("tictactoe")
PLACE: dict[str, Any] = {"game": "tictactoe", "position": "XOX/O../..."}
STATE = kibitz.Session(GAME, "XOX/O../...").state


def ask(live: Live, what: str, body: dict[str, Any] | None = None, status: int = 200) -> Any:
    path = f"{V1}/{what}"
    answer = live.http.get(path) if body is None else live.http.post(path, json=body)
    assert answer.status_code == status, answer.text
    return answer.json()


def nodes_of(node: dict[str, Any]) -> list[dict[str, Any]]:
    return [node, *(below for child in node["children"] for below in nodes_of(child))]


def test_a_tree_has_its_events_positions_and_skipped_moves(live: Live) -> None:
    found = ask(live, "trees", {**PLACE, "depth": 3, "ordering": True, "events": True})
    tree = search_tree(GAME, STATE, 3, TreeSettings(ordering=True))
    nodes = nodes_of(found["root"])
    assert [node["position"] for node in nodes] == [entry.position for entry in tree.entries]
    assert [tuple(node["skipped"]) for node in nodes] == [entry.skipped for entry in tree.entries]
    kinds = [(event["kind"], event["node"]) for event in found["events"]]
    assert kinds == [(event.kind, event.node) for event in tree_events(tree)]
    assert found["settings"]["ordering"] is True
    assert ask(live, "trees", PLACE)["events"] is None


def test_the_counts_are_those_of_the_trees(live: Live) -> None:
    rows = ask(live, "trees/counts", {**PLACE, "depth": 3})["counts"]
    assert [row["depth"] for row in rows] == [1, 2, 3]
    for row in rows:
        for name, switches in (
            ("minimax", {"pruning": False}),
            ("alpha_beta", {}),
            ("ordered", {"ordering": True}),
        ):
            body = {**PLACE, "depth": row["depth"], **switches}
            assert row[name] == ask(live, "trees", body)["nodes"]


def test_playouts_are_those_of_the_seed(live: Live) -> None:
    found = ask(live, "trees/playouts", {**PLACE, "playouts": 30, "playout_seed": 2})
    tree = playout_tree(GAME, STATE, 30, 2)
    assert found["best"] == tree.best
    assert [node["visits"] for node in found["nodes"]] == [one.visits for one in tree.entries]
    assert [one["result"] for one in found["playouts"]] == [one.result for one in tree.playouts]


def test_a_tree_uses_the_chosen_evaluation(live: Live) -> None:
    position = lesson("morris-ahead").position
    assert position is not None
    assert position.best is not None
    body = {"game": "morris", "position": position.text, "depth": position.best.depth}
    found = ask(live, "trees", {**body, "evaluation": position.evaluation})
    assert found["best"] == position.best.move
    assert ask(live, "trees/counts", {**body, "evaluation": "classic"})["counts"][-1]
    refused = ask(live, "trees", {**body, "evaluation": "none"}, 422)
    assert refused["code"] == "unknown_evaluation"


def test_max_n_has_a_value_for_every_side(live: Live) -> None:
    body = {"game": "horses", "options": {"players": 3}, "seed": 1, "depth": 1}
    found = ask(live, "trees", {**body, "opponents": "maxn"})
    assert all(len(node["scores"]) == 3 for node in nodes_of(found["root"]))


def test_every_lesson_has_its_computed_figures(live: Live) -> None:
    listed = ask(live, "lessons")["lessons"]
    assert [one["id"] for one in listed] == [one.id for one in lessons()]
    for one in lessons():
        found = ask(live, f"lessons/{one.id}")
        assert found["figures"] == one.figures()
        assert [question["answer"] for question in found["questions"]] == [
            question.answer for question in one.questions
        ]
        for question in found["questions"]:
            assert question["several"] or (
                not question["choices"] or question["answer"] in question["choices"]
            )


def test_the_tree_of_a_lesson_has_switches(live: Live) -> None:
    pruned = ask(live, "lessons/the-cut/tree", {"events": True})
    plain = ask(live, "lessons/the-cut/tree", {"pruning": False})
    assert (pruned["nodes"], plain["nodes"]) == (5, 7)
    cut = next(event for event in pruned["events"] if event["kind"] == "cut")
    skipped = nodes_of(pruned["root"])[cut["node"]]["skipped"]
    assert skipped == ["B2", "B3"]
    values = ask(live, "lessons/quicker-win/tree", {})["root"]["value"]
    assert values["score"] == lesson("quicker-win").figures()["value root"]
    refused = ask(live, "lessons/demo-board/tree", {}, 422)
    assert "a lesson with a tree" in refused["detail"]


def test_an_unknown_lesson_is_missing(live: Live) -> None:
    found = ask(live, "lessons/none", status=404)
    assert found["code"] == "no_lesson"
    assert "three-moves" in found["detail"]


@pytest.mark.parametrize(
    ("what", "body", "where"),
    [
        ("trees/counts", {**PLACE, "depth": 9}, "depth"),
        ("trees/playouts", {**PLACE, "playouts": 5000}, "playouts"),
        ("trees", {**PLACE, "opponents": "reply"}, "opponents"),
    ],
)
def test_what_cannot_be_searched_is_refused(
    live: Live, what: str, body: dict[str, Any], where: str
) -> None:
    found = ask(live, what, body, 422)
    assert found["where"].endswith(where)


def test_the_texts_of_a_tree_are_bounded(tmp_path: Path) -> None:
    with serving(str(tmp_path / "x.db"), tmp_path / "log", {"KIBITZ_TREE_BYTES": "200"}) as server:
        found = ask(server, "trees", {**PLACE, "depth": 3}, 422)
        assert found["code"] == "large_tree_texts"


def test_a_lesson_of_ones_own_is_served(tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    path.write_text(json.dumps({**lesson("the-cut").as_dict(), "id": "own", "title": "Mine"}))
    with serving(str(tmp_path / "x.db"), tmp_path / "log", {"KIBITZ_LESSONS": str(path)}) as server:
        listed = ask(server, "lessons")["lessons"]
        assert [one["id"] for one in listed if one["own"]] == ["own"]
        assert ask(server, "lessons/own")["title"] == "Mine"


def test_a_lesson_file_that_cannot_be_served_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "own.json"
    path.write_text(json.dumps(lesson("the-cut").as_dict()))
    assert main(["serve", "--port", "1", "--lesson", str(path)]) == 2
    assert "another lesson has the id 'the-cut'" in capsys.readouterr().err


def test_the_client_reads_trees_and_lessons(live: Live) -> None:
    client = kibitz.Client(f"http://127.0.0.1:{live.port}")
    found = client.tree(kibitz.Session(GAME, "XOX/O../..."), 2, ordering=True, events=True)
    assert found["nodes"] == search_tree(GAME, STATE, 2, TreeSettings(ordering=True)).nodes
    assert found["events"][0]["kind"] == "entered"
    assert [one["id"] for one in client.lessons()] == [one.id for one in lessons()]
    assert client.lesson("the-cut")["figures"]["nodes alpha-beta"] == 5
