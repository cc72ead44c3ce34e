"""The benchmark: a fixed list of positions, searched to fixed depths by one thread.

The total number of nodes is the signature. It changes when the search or the rules change, but does
not depend on the machine or its load.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kibitz.core.contract import Game
from kibitz.core.text import parse_state
from kibitz.engine.engine import Engine
from kibitz.engine.position import Snapshot
from kibitz.games.bench_positions import CASES, Case
from kibitz.games.registry import game
from kibitz.search.limits import Limit
from kibitz.search.switches import Switches


@dataclass(frozen=True, slots=True)
class Measured:
    """The nodes and seconds of one case."""

    case: Case
    nodes: int
    seconds: float


def cases_of(rules: Game) -> tuple[Case, ...]:
    """The cases of a game with default options; none for a game that Kibitz does not ship."""
    return tuple(case for case in CASES if game(case.name) is rules)


def run(cases: Sequence[Case] = CASES) -> Iterator[Measured]:
    """Search the cases one after another."""
    for case in cases:
        rules = case.game()
        state = parse_state(rules, case.position) if case.position else rules.initial()
        # Without endgame tables: the tables on this machine must not change the signature.
        engine = Engine(rules, compiled=True, switches=Switches(endgame_tables=False))
        engine.prepare()
        began = time.perf_counter()
        line = engine.play(Snapshot(state), Limit(depth=case.depth))
        yield Measured(case, line.nodes, time.perf_counter() - began)
