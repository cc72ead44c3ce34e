"""The compiled search against the reference: equal values at every depth, in every window."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
from kibitz import WIN, Game, Plain, Switches
from kibitz.core.score import INFINITY, decided
from kibitz.search.builds import search_build
from kibitz.search.deepening import Deepening
from kibitz.search.memory import MEMORY_WORDS
from kibitz.search.node import node_function
from kibitz.search.plain import plain_function
from kibitz.search.reference import Reference, minimax
from kibitz.search.switches import PLAIN
from kibitz.search.transposition_table import BUCKET
from kibitz.search.variation import Variation
from kibitz.search.workers import CompiledWorker
from tests import toys
from tests.strategies import positions

TABLE_WORDS = BUCKET << 10

GAMES = {
    "tictactoe": kibitz.game("tictactoe"),
    "4,3,3": kibitz.game("tictactoe", rows=4, columns=3, length=3),
    "connect4": kibitz.game("connect4"),
    "connect4 4x5": kibitz.game("connect4", rows=4, columns=5),
    "ring": toys.ring(),
    "ring with a clock": toys.ring(limit=9),
    "pot for two": toys.pot(2),
    "pot for three": toys.pot(3),
    "trades": toys.trades(),
    "claims": toys.claims(),
}
DEPTHS = {"tictactoe": 9, "connect4": 5, "4,3,3": 6, "trades": 4}


@lru_cache
def compiled_worker(name: str, switches: Switches | Plain) -> CompiledWorker:
    import numpy as np

    game = GAMES[name]
    function = search_build(game, switches=switches, boundscheck=True).compile()
    return CompiledWorker(game, function, np.zeros(TABLE_WORDS, np.int64))


def interpreted_worker(game: Game, switches: Switches | Plain) -> CompiledWorker:
    if isinstance(switches, Plain):
        function = plain_function(game)
    else:
        function = node_function(game, switches)
    return CompiledWorker(game, function, [0] * TABLE_WORDS, memory=[0] * MEMORY_WORDS)


def deepen(
    worker: CompiledWorker, game: Game, position: Any, depth: int, switches: Switches | Plain
) -> list[Variation]:
    state, earlier = position
    if not isinstance(worker.table, list):
        worker.table[:] = 0
    worker.clear_history()
    worker.start(state, earlier, switches, 1)
    found = Deepening(worker, game, state, switches=switches, max_depth=depth).run()
    return [lines[0] for lines in found]


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=25)
@given(data=st.data())
def test_plain_mode_has_the_value_and_move_of_plain_minimax(name: str, data: st.DataObject) -> None:
    game = GAMES[name]
    position = data.draw(positions(game))
    depth = data.draw(st.integers(1, DEPTHS.get(name, 5)))
    lines = deepen(compiled_worker(name, PLAIN), game, position, depth, PLAIN)
    for line in lines:
        pruned = minimax(game, position[0], line.depth)
        assert line.score == pruned.value
        assert line.move == pruned.move
        if line.depth <= 4:
            whole = minimax(game, position[0], line.depth, pruning=False)
            assert (whole.value, whole.move) == (pruned.value, pruned.move)
            assert whole.nodes >= pruned.nodes


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=4)
@given(data=st.data())
def test_interpreted_and_compiled_search_visit_the_same_nodes(
    name: str, data: st.DataObject
) -> None:
    game = GAMES[name]
    position = data.draw(positions(game))
    choices: list[Switches | Plain] = [PLAIN, Plain(quiescence=True), Switches()]
    switches = data.draw(st.sampled_from(choices))
    depth = 4 if name == "trades" else 5
    fast = compiled_worker(name, switches)
    slow = interpreted_worker(game, switches)
    assert deepen(fast, game, position, depth, switches) == deepen(
        slow, game, position, depth, switches
    )
    assert (fast.nodes, fast.unsure) == (slow.nodes, slow.unsure)


@pytest.mark.parametrize("name", ["tictactoe", "connect4", "pot for three", "claims"])
@settings(max_examples=25)
@given(data=st.data())
def test_every_window_gives_a_true_bound(name: str, data: st.DataObject) -> None:
    game = GAMES[name]
    state, earlier = data.draw(positions(game))
    depth = data.draw(st.integers(1, 5))
    alpha = data.draw(st.integers(-30, 30))
    beta = alpha + data.draw(st.integers(1, 20))
    truth = minimax(game, state, depth, pruning=False).value
    worker = compiled_worker(name, PLAIN)
    worker.table[:] = 0
    worker.start(state, earlier, PLAIN, 1)
    value = worker.value(depth, alpha, beta, [])
    if value <= alpha:
        assert truth <= value
    elif value >= beta:
        assert truth >= value
    else:
        assert truth == value


@pytest.mark.parametrize("name", ["tictactoe", "connect4", "pot for three", "trades"])
@settings(max_examples=10)
@given(data=st.data())
def test_a_textbook_level_visits_the_nodes_of_the_textbook(name: str, data: st.DataObject) -> None:
    """Without a table: alpha-beta in the order of the rules, or all of minimax."""
    game = GAMES[name]
    state, earlier = data.draw(positions(game))
    depth = data.draw(st.integers(1, 4))
    pruning, latest = data.draw(st.booleans()), data.draw(st.booleans())
    switches = Plain(pruning=pruning, latest=latest, transposition_table=False)
    worker = compiled_worker(name, PLAIN)
    worker.start(state, earlier, switches, 1)
    value = worker.value(depth, -INFINITY, INFINITY, [])
    expected = minimax(game, state, depth, pruning=pruning, latest=latest)
    assert (value, worker.nodes) == (expected.value, expected.nodes)
    assert worker.line()[0] == expected.move


@pytest.mark.parametrize("off", Switches._fields)
def test_every_technique_can_be_switched_off(off: str) -> None:
    """Techniques change the effort, not the answer to a search that reaches the end.

    Interpreted: each set of techniques is a build of its own.
    """
    game = GAMES["tictactoe"]
    state = kibitz.Session(game, "XO./.X./..O").state
    switches = Switches(**{off: False})
    found = deepen(interpreted_worker(game, switches), game, (state, ()), 9, switches)
    assert (found[-1].score, found[-1].is_proven) == (decided(WIN, 3, 0), True)


def test_techniques_save_nodes() -> None:
    game = GAMES["connect4"]
    nodes = {}
    for off in ("", "transposition_table", "zero_window", "killers"):
        switches = Switches(**{off: False}) if off else Switches()
        worker = interpreted_worker(game, switches)
        deepen(worker, game, (game.initial(), ()), 6, switches)
        nodes[off] = worker.nodes
    assert all(nodes[""] < nodes[off] for off in nodes if off), nodes


def test_a_technique_that_is_off_is_a_build_of_its_own() -> None:
    game = GAMES["tictactoe"]
    usual = search_build(game).compile()
    assert search_build(game, switches=Switches(quiescence_plies=3)).compile() is usual
    assert search_build(game, switches=Switches(endgame_tables=False)).compile() is usual
    assert search_build(game, switches=Switches(killers=False)).compile() is not usual
    plain = search_build(game, switches=PLAIN).compile()
    assert search_build(game, switches=Plain(pruning=False, latest=True)).compile() is plain


@settings(max_examples=30)
@given(data=st.data())
def test_the_line_leads_to_the_score(data: st.DataObject) -> None:
    """The principal variation is exact: played out, it ends in the value that is claimed."""
    name = data.draw(st.sampled_from(["tictactoe", "connect4", "pot for three"]))
    game = GAMES[name]
    position = data.draw(positions(game))
    worker = compiled_worker(name, PLAIN)
    for found in deepen(worker, game, position, 6, PLAIN):
        state = position[0]
        for move in found.line:
            assert move in game.moves(state)
            state = game.play(state, move)
        truth, _ = Reference(game, position[0].turn).value(
            state, 0, -INFINITY, INFINITY, len(found.line)
        )
        assert truth == found.score
