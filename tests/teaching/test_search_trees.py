"""Recorded search trees: windows, events, skipped moves, switches, playouts and their texts."""

from __future__ import annotations

import json
from typing import Any
from xml.etree import ElementTree

import pytest

import kibitz
from kibitz.core.errors import LimitError
from kibitz.core.score import INFINITY
from kibitz.core.text import format_state
from kibitz.search.reference import Stopped, minimax
from kibitz.search.reference_models import MaxN
from kibitz.teaching.search_trees import (
    SearchTree,
    TreeSettings,
    node_counts,
    playout_outline,
    playout_tree,
    search_tree,
    tree_dot,
    tree_events,
    tree_outline,
    tree_svg,
)
from kibitz.teaching.search_trees.search_tree import walk
from kibitz.teaching.search_trees.tree_document import playout_document, tree_document

GAME = kibitz.game("tictactoe")
STATE = kibitz.Session(GAME, "XOX/O../...").state
PLAIN = TreeSettings(pruning=False)


def replayed(tree: SearchTree) -> dict[int, tuple[int, int, int]]:
    """The window and the value of every node, from the events alone."""
    windows: dict[int, tuple[int, int]] = {}
    values: dict[int, int] = {}
    opened: list[int] = []
    for event in tree_events(tree):
        if event.kind == "entered":
            assert event.alpha is not None
            assert event.beta is not None
            parent = tree.entries[event.node].parent
            assert parent == (opened[-1] if opened else None)
            if parent is not None and tree.settings.pruning:
                assert windows[parent] == (event.alpha, event.beta)
            opened.append(event.node)
            windows[event.node] = event.alpha, event.beta
        elif event.kind in ("window", "stood"):
            assert event.node == opened[-1]
            assert event.alpha is not None
            assert event.beta is not None
            before = windows[event.node]
            assert before[0] <= event.alpha
            assert before[1] >= event.beta
            windows[event.node] = event.alpha, event.beta
        elif event.kind == "cut":
            alpha, beta = windows[event.node]
            assert alpha >= beta
            assert tree.entries[event.node].skipped
        elif event.kind == "returned":
            assert opened.pop() == event.node
            assert event.value is not None
            values[event.node] = event.value
    assert opened == []
    return {number: (*windows[number], values[number]) for number in values}


@pytest.mark.parametrize("settings", [PLAIN, TreeSettings(), TreeSettings(ordering=True)])
def test_the_events_replay_the_search(settings: TreeSettings) -> None:
    tree = search_tree(GAME, STATE, 4, settings)
    found = replayed(tree)
    assert list(found) != []
    assert {number: value for number, (_, _, value) in found.items()} == {
        entry.number: entry.node.value for entry in tree.entries
    }


@pytest.mark.parametrize("ordering", [False, True])
def test_visited_and_skipped_moves_are_all_legal_moves(ordering: bool) -> None:
    tree = search_tree(GAME, STATE, 4, TreeSettings(ordering=ordering))
    assert any(entry.skipped for entry in tree.entries)
    for entry in tree.entries:
        if entry.node.leaf is None:
            moves = [tree.entries[child].move for child in entry.children]
            state = kibitz.Session(GAME, entry.position).state
            legal = sorted(str(move) for move in GAME.moves(state))
            assert sorted([*map(str, moves), *entry.skipped]) == legal


def test_every_node_carries_its_position() -> None:
    tree = search_tree(GAME, STATE, 3)

    def check(number: int, state: Any) -> None:
        entry = tree.entries[number]
        assert entry.position == format_state(GAME, state)
        for child in entry.children:
            move = tree.entries[child].node.move
            assert move is not None
            check(child, GAME.play(state, move))

    check(0, STATE)
    assert [entry.number for entry in walk(tree.entries)] == list(range(tree.nodes))


@pytest.mark.parametrize(
    ("name", "options"),
    [("tictactoe", {}), ("connect4", {}), ("draughts", {"variant": "english"}), ("morris", {})],
)
def test_ordering_and_pruning_change_neither_value(name: str, options: dict[str, str]) -> None:
    game = kibitz.game(name, **options)
    start = game.initial()
    values = {
        minimax(game, start, 3, pruning=pruning, ordering=ordering).value
        for pruning in (False, True)
        for ordering in (False, True)
        if pruning or name != "morris"
    }
    assert len(values) == 1


def test_quiescence_searches_captures_beyond_the_depth() -> None:
    game = kibitz.game("draughts", variant="english")
    state = kibitz.Session(game, "W:W22,28:B12,19,K21").state
    tree = search_tree(game, state, 1, TreeSettings(quiescence=True))
    deepest = max(tree.entries, key=lambda entry: entry.ply)
    assert deepest.ply > 1
    assert all(
        game.noisy is not None
        and move is not None
        and game.noisy(kibitz.Session(game, before.position).state, move)
        for entry in tree.entries
        if entry.ply > 1 and entry.parent is not None
        for before in [tree.entries[entry.parent]]
        for move in [entry.node.move]
    )
    pruned = minimax(game, state, 3, quiescence=True)
    plain = minimax(game, state, 3, pruning=False, quiescence=True)
    assert pruned.value == plain.value
    assert pruned.nodes <= plain.nodes


def test_the_vectors_of_max_n_are_recorded() -> None:
    game = kibitz.game("horses", players=3)
    state = game.initial(1)
    tree = search_tree(game, state, 2, TreeSettings(opponents="maxn"))
    vector, _ = MaxN(game, state.turn).vector(state, 2)
    assert tree.root.scores == tuple(vector)
    for entry in tree.entries:
        if entry.children:
            side = entry.node.side
            below = [tree.entries[child].node.scores[side] for child in entry.children]
            assert entry.node.scores[side] == max(below)
    kinds = {event.kind for event in tree_events(tree)}
    assert kinds == {"entered", "best", "returned"}


def test_the_depth_four_tree_of_connect_four_has_2801_nodes() -> None:
    game = kibitz.game("connect4")
    tree = search_tree(game, game.initial(), 4, PLAIN)
    assert tree.nodes == 1 + 7 + 49 + 343 + 2401 == 2801
    assert len(tree_outline(tree).splitlines()) == 2801
    assert len(list(tree_events(tree))) >= 2 * 2801


def test_a_tree_that_is_too_large_is_refused() -> None:
    game = kibitz.game("connect4")
    with pytest.raises(LimitError, match="more than 100 nodes at depth 4"):
        search_tree(game, game.initial(), 4, PLAIN, most_nodes=100)
    with pytest.raises(LimitError, match="longer than 500 characters"):
        search_tree(game, game.initial(), 2, PLAIN, most_bytes=500)
    with pytest.raises(Stopped):
        search_tree(game, game.initial(), 2, PLAIN, is_stopped=lambda: True)
    assert search_tree(game, game.initial(), 2, PLAIN, most_nodes=57).nodes == 57


def test_counts_are_those_of_the_searches() -> None:
    for count in node_counts(GAME, STATE, 4):
        for name, settings in (
            ("minimax", PLAIN),
            ("alpha_beta", TreeSettings()),
            ("ordered", TreeSettings(ordering=True)),
        ):
            assert getattr(count, name) == search_tree(GAME, STATE, count.depth, settings).nodes
    counts = node_counts(GAME, GAME.initial(), 3, most_nodes=100)
    assert [count.minimax for count in counts] == [10, 82, None]
    assert counts[2].ordered is not None


def test_playouts_add_up_to_visits_and_means() -> None:
    tree = playout_tree(GAME, STATE, 60, seed=3)
    for entry in tree.entries:
        through = [one for one in tree.playouts if entry.number in one.path]
        assert entry.visits == len(through)
        assert entry.total == sum(one.result for one in through)
    added = [one.path[-1] for one in tree.playouts if one.added]
    assert added == list(range(1, len(tree.entries)))
    assert tree == playout_tree(GAME, STATE, 60, seed=3)
    assert tree.playouts != playout_tree(GAME, STATE, 60, seed=4).playouts
    assert len(playout_outline(tree).splitlines()) == len(tree.entries)


def test_playouts_agree_with_their_random_games() -> None:
    tree = playout_tree(GAME, STATE, 20, seed=5)
    for playout in tree.playouts:
        session = kibitz.Session(GAME, tree.entries[playout.path[-1]].position)
        for move in playout.moves:
            session.push(move)
        outcome = session.outcome()
        assert outcome is not None
        assert outcome.payoffs[STATE.turn] == playout.result


@pytest.mark.parametrize("playouts", [0, 1001, "x"])
def test_a_number_of_playouts_out_of_range_is_refused(playouts: Any) -> None:
    with pytest.raises(LimitError, match="expected a whole number from 1 to 1,000"):
        playout_tree(GAME, STATE, playouts)


def test_documents_are_json_with_every_node() -> None:
    tree = search_tree(GAME, STATE, 3)
    document = json.loads(json.dumps(tree_document(tree, has_events=True)))
    nodes: list[dict[str, Any]] = []

    def collect(node: dict[str, Any]) -> None:
        nodes.append(node)
        for child in node["children"]:
            collect(child)

    collect(document["root"])
    assert [node["number"] for node in nodes] == list(range(tree.nodes))
    assert len(document["events"]) == len(list(tree_events(tree)))
    assert tree_document(tree)["events"] is None
    assert document["root"]["alpha"] is None
    assert tree.root.alpha == -INFINITY
    found = playout_document(playout_tree(GAME, STATE, 5))
    assert json.loads(json.dumps(found))["nodes"][0]["visits"] == 5


def test_pictures_and_graphs_have_every_node() -> None:
    tree = search_tree(GAME, STATE, 2)
    skipped = sum(len(entry.skipped) for entry in tree.entries)
    assert skipped > 0
    root = ElementTree.fromstring(tree_svg(tree))
    boxes = [element for element in root.iter() if element.tag.endswith("rect")]
    assert len(boxes) == tree.nodes + skipped
    lines = tree_dot(tree).splitlines()
    assert sum(" -> " in line for line in lines) == tree.nodes - 1 + skipped
    assert lines[0] == "digraph search {"
