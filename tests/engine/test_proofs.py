"""What is called proven is true to the ply, however a search was ended."""

from __future__ import annotations

import random

import pytest

import kibitz
from kibitz import Engine, Limit, Session, Snapshot, Switches
from kibitz.core.contract import Game
from kibitz.core.score import LOSS, WIN
from kibitz.core.types import State
from kibitz.search.switches import BASELINE
from kibitz.tables.endgame_tables import probe

SIX = kibitz.game("morris", variant="six")


def claimed(line: kibitz.Line) -> int | None:
    """The plies to the end that `line` tells, negative for a loss."""
    return line.win_in if line.loss_in is None else -line.loss_in


@pytest.mark.parametrize(
    ("position", "nodes"),
    [
        ("xxx/o.x/o..x/o../.xo w 0 0 12", 60_000),  # stopped while the distance is looked for
        ("o.x/.xo/x..o/xoo/x.o b 0 0 13", 40_000),  # an end that lies further than the depth
    ],
)
def test_a_loss_whose_length_is_not_sure_is_not_proven(position: str, nodes: int) -> None:
    session = Session(SIX, position)
    truth = probe(SIX, session.state)
    assert truth is not None
    assert truth.result == LOSS
    line = Engine(SIX, switches=Switches(endgame_tables=False), memory=16).play(
        session, Limit(nodes=nodes)
    )
    assert line.loss_in is not None
    assert line.loss_in == truth.plies or line.warrant.kind == "depth"


@pytest.mark.parametrize("nodes", [3_000, 20_000, 60_000])
def test_proven_ends_of_morris_are_as_far_as_the_tables_say(nodes: int) -> None:
    engine = Engine(SIX, switches=Switches(endgame_tables=False), memory=16)
    lot = random.Random(nodes)
    proofs = 0
    for _ in range(60):
        state = played(SIX, lot, lot.randrange(12, 30))
        truth = probe(SIX, state)
        if SIX.outcome(state) is not None or truth is None:
            continue
        engine.clear()
        line = engine.play(Snapshot(state), Limit(nodes=nodes))
        if line.warrant.kind == "proven" and truth.result in (WIN, LOSS):
            proofs += 1
            assert truth.plies == (line.win_in if truth.result == WIN else line.loss_in)
    assert proofs > 5


@pytest.mark.parametrize("threads", [1, 2])
def test_proven_ends_are_those_of_a_whole_search(threads: int) -> None:
    game = kibitz.game("tictactoe", rows=6, columns=6, length=4)
    engine = Engine(game, threads=threads, memory=16)
    whole = Engine(game, switches=BASELINE, memory=16)
    lot = random.Random(threads)
    proofs = 0
    for _ in range(40):
        state = played(game, lot, lot.randrange(4, 12))
        if game.outcome(state) is not None:
            continue
        engine.clear()
        line = engine.play(Snapshot(state), Limit(nodes=lot.choice([2_000, 15_000, 50_000])))
        distance = claimed(line)
        if line.warrant.kind == "proven" and distance is not None and abs(distance) <= 7:
            proofs += 1
            truth = whole.play(Snapshot(state), Limit(depth=abs(distance)))
            assert claimed(truth) == distance
    assert proofs > 5


def played(game: Game, lot: random.Random, plies: int) -> State:
    """A position of a random game, after so many plies or at its end."""
    state = game.initial()
    for _ in range(plies):
        moves = list(game.moves(state))
        if not moves:
            break
        state = game.play(state, lot.choice(moves))
    return state
