"""Null move: a pass, to see whether the side is well off even so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kibitz import Switches
from kibitz.core.score import INFINITY
from kibitz.core.states import state_functions
from kibitz.search.memory import BASE, LINE, MEMORY_WORDS, SALT
from kibitz.search.node import node_function
from kibitz.search.transposition_table import BUCKET
from kibitz.search.workers import CompiledWorker
from tests import toys


def test_the_line_below_a_null_move_has_the_position_that_was_left() -> None:
    """Or a draw by repetition would be seen where a move that is tried no more had led."""
    ring = toys.ring(12)
    memory = [0] * MEMORY_WORDS
    left: list[toys.Counter] = []
    found: list[bool] = []

    def null_move(state: toys.Counter) -> toys.Counter:
        left.append(state)
        return toys.Counter(state.theirs, state.mine, state.quiet + 1, 1 - state.turn)

    def moves(state: toys.Counter) -> Iterator[int]:
        if left:
            above = left.pop()  # as many plies below the root as its clock says
            found.append(memory[LINE + memory[BASE] + above.quiet] == key_of(above, memory[SALT]))
        yield from ring.moves(state)

    game = replace(ring, null_move=null_move, moves=moves)
    key_of = state_functions(game).key
    switches = Switches(transposition_table=False, futility=False, singular_extension=False)
    worker = CompiledWorker(
        game, node_function(game, switches), [0] * (BUCKET << 10), memory=memory
    )
    worker.start(game.initial(), (), switches, 1)
    worker.set_exact(False)
    worker.value(7, -INFINITY, INFINITY, [])
    assert len(found) > 10
    assert all(found)
