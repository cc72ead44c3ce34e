"""OpenSpiel: a library of games in C++ with searches in Python."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial

from benchmarks.peers.comparison import Comparison, Work
from benchmarks.peers.easyai import kibitz_solves
from kibitz.core.bits import popcount
from kibitz.engine.engine import Engine
from kibitz.engine.position import Snapshot
from kibitz.games.morris.state import State
from kibitz.games.registry import game
from kibitz.search.limits import Limit
from kibitz.search.switches import Plain, Switches

MORRIS_DEPTH = 7


def openspiel_solves() -> Work:
    """Solve Tic-Tac-Toe by OpenSpiel's alpha-beta, without a depth limit."""
    import pyspiel
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    rules = pyspiel.load_game("tic_tac_toe")
    return lambda: alpha_beta_search(rules)[0]


def stone_lead(state: State, player: int) -> int:
    """How many stones `player` is ahead, on the board and in hand."""
    lead = popcount(state.mine) + state.my_hand - popcount(state.theirs) - state.their_hand
    return lead if player == state.turn else -lead


def kibitz_searches(switches: Switches | Plain) -> Work:
    """Search Nine Men's Morris to a fixed depth, with an empty transposition table."""
    rules = replace(game("morris"), evaluate=stone_lead, explain=None, mirrored=True)
    engine = Engine(rules, compiled=True, memory=1, switches=switches)
    engine.prepare()
    start = Snapshot(rules.initial())

    def search() -> object:
        engine.clear()
        return engine.play(start, Limit(depth=MORRIS_DEPTH)).score

    return search


def openspiel_searches() -> Work:
    """Do the same by OpenSpiel's alpha-beta, which counts the removal of a stone as a ply."""
    import pyspiel
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    rules = pyspiel.load_game("nine_mens_morris")

    def lead(state: object) -> int:
        counted = re.search(r"Num men: (\d+) (\d+)", str(state))
        assert counted is not None
        return int(counted[1]) - int(counted[2])

    return lambda: alpha_beta_search(rules, value_function=lead, maximum_depth=MORRIS_DEPTH)[0]


TICTACTOE = Comparison(
    "Tic-Tac-Toe solved from the empty board",
    "OpenSpiel, alpha-beta",
    "pyspiel",
    kibitz_solves,
    openspiel_solves,
    repeats=50,
)
MORRIS = Comparison(
    f"Nine Men's Morris, material, depth {MORRIS_DEPTH}",
    "OpenSpiel, alpha-beta",
    "pyspiel",
    partial(kibitz_searches, Switches(endgame_tables=False)),
    openspiel_searches,
    rounds=8,  # spread over ten seconds, because a shared machine has slow phases
    repeats=10,
)
# With the same algorithm in both, this compares the speed of the rules.
PLAIN_MORRIS = replace(
    MORRIS,
    work=f"the same by plain alpha-beta in Kibitz, depth {MORRIS_DEPTH}",
    ours=partial(kibitz_searches, Plain(transposition_table=False, deepening=False)),
)
