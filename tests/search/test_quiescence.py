"""Quiescence: noisy moves are followed past the horizon, best first and not without end."""

from __future__ import annotations

from dataclasses import replace

import pytest

import kibitz
from kibitz import Engine, Limit, Session, Switches
from kibitz.core.score import INFINITY
from kibitz.search.memory import MEMORY_WORDS, MOVE_WORDS, QUIESCENCE_NODES, STACK
from kibitz.search.node import node_function
from kibitz.search.transposition_table import BUCKET
from kibitz.search.workers import CompiledWorker
from tests import chess

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def worker(game: kibitz.Game) -> CompiledWorker:
    table = [0] * (BUCKET << 10)
    return CompiledWorker(game, node_function(game), table, memory=[0] * MEMORY_WORDS)


def test_without_a_rank_the_move_that_gains_most_is_tried_first() -> None:
    """White can take a queen, a rook or a pawn."""
    state = chess.parse_state("4k3/8/8/p2q3r/2P5/8/1Q6/R3K2R w - - 0 1")
    one = worker(chess.CHESS)
    one.start(state, (), Switches(), 1)
    one.set_exact(True)
    one.value(0, -INFINITY, INFINITY, [])
    tried = one._memory[STACK : STACK + 3 * MOVE_WORDS : MOVE_WORDS]
    assert chess.format_move(state, tried[0]) == "c4d5"
    assert one.line()[0] == tried[0]


def test_a_quiescence_search_visits_no_more_nodes_than_it_may() -> None:
    """Where every move is noisy, all of them are followed for sixteen plies."""
    wild = replace(chess.CHESS, name="wild", noisy=lambda state, move: True)
    one = worker(wild)
    one.start(wild.initial(), (), Switches(), 1)
    one._memory[QUIESCENCE_NODES] = 300
    one.value(0, -INFINITY, INFINITY, [])
    assert 200 < one.nodes < 300 + 16 * 40


def test_a_chess_without_rank_gets_deep_on_kiwipete() -> None:
    """It reached depth 2 with 2,400,000 nodes."""
    engine = Engine(chess.CHESS, memory=16)
    line = engine.play(Session(chess.CHESS, KIWIPETE), Limit(nodes=600_000))
    assert line.depth >= 6


@pytest.mark.parametrize("nodes", [30, 60, 100, 200, 400, 1000])
def test_lines_of_a_depth_that_was_done_are_shown(nodes: int) -> None:
    """However soon it is stopped: only a search without a single finished line shows depth 0."""
    engine = Engine(chess.CHESS, memory=1)
    session = Session(chess.CHESS, KIWIPETE)
    with engine.analysis(session, Limit(nodes=nodes), multipv=3) as analysis:
        depths = [lines[0].depth for lines in analysis]
        last = analysis.wait()
    assert [line.depth for line in last] == [max(depths, default=0)] * len(last)
    assert all(line.depth > 0 for line in last) or not depths
