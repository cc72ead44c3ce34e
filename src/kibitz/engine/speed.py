"""The speed of one game on this machine: search, rules and compiling."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from kibitz.core.contract import Game
from kibitz.core.errors import CompileError
from kibitz.core.types import State
from kibitz.engine.engine import Engine
from kibitz.engine.position import Snapshot
from kibitz.search.deepening import SearchKind
from kibitz.search.limits import Limit
from kibitz.search.perft import divide, plain_perft
from kibitz.testing.first_look import look_at

_SHARE = 8  # a depth is not counted if the one before took more than 1/8 of the time
_MAX_DEPTH = 60


@dataclass(frozen=True, slots=True)
class Speed:
    """What was measured from the starting position, with one thread."""

    nodes: int
    search_seconds: float
    depth: int  # of the last complete search
    leaves: int
    perft_seconds: float
    perft_depth: int
    compile_seconds: float | None  # None if the rules are not compiled
    reason: str = ""  # why they are not
    search: SearchKind = "alphabeta"  # whose nodes are playouts in a Monte Carlo search

    @property
    def nodes_per_second(self) -> float:
        """The nodes per second of the search."""
        return self.nodes / max(self.search_seconds, 1e-9)

    @property
    def leaves_per_second(self) -> float:
        """The leaves per second of perft."""
        return self.leaves / max(self.perft_seconds, 1e-9)


def measure(game: Game, seconds: float) -> Speed:
    """Compile the search of a game, and measure search and perft for about `seconds` each."""
    look_at(game)
    engine = Engine(game)
    spent, reason = None, ""
    began = time.perf_counter()
    try:
        engine.build.recompile()
        spent = time.perf_counter() - began
    except CompileError as problem:
        reason = str(problem)
        engine = Engine(game, compiled=False)
    engine.prepare()
    nodes, searched, depth = _search(engine, seconds)
    # Perft refuses games that forbid repetition; their rules are just as fast without a history.
    rules = replace(game, repeats=0) if game.forbids_repetition else game
    leaves, counted, perft_depth = _count(rules, seconds, is_compiled=spent is not None)
    return Speed(nodes, searched, depth, leaves, counted, perft_depth, spent, reason, engine.search)


def _search(engine: Engine, seconds: float) -> tuple[int, float, int]:
    """Nodes, seconds and depth of searching the start; a small game is searched repeatedly."""
    position = Snapshot(engine.game.initial())
    nodes, spent, depth = 0, 0.0, 0
    while spent < seconds:
        engine.clear()
        began = time.perf_counter()
        line = engine.play(position, Limit(time=seconds - spent))
        spent += time.perf_counter() - began
        nodes += line.nodes
        depth = max(depth, line.depth)
    return nodes, spent, depth


def _count(game: Game, seconds: float, *, is_compiled: bool) -> tuple[int, float, int]:
    """The leaves, seconds and depth of the deepest perft of the start that is affordable."""
    state = game.initial()
    count: Callable[[Game, State, int], int] = _compiled_perft if is_compiled else plain_perft
    if is_compiled:
        count(game, state, 2)  # compile first
    best = (0, 0.0, 0)
    for depth in range(1, _MAX_DEPTH):
        began = time.perf_counter()
        leaves = count(game, state, depth)
        spent = time.perf_counter() - began
        if leaves:
            best = (leaves, spent, depth)
        if leaves == 0 or spent > seconds / _SHARE:
            break
    return best


def _compiled_perft(game: Game, state: State, depth: int) -> int:
    return sum(leaves for _, leaves in divide(game, state, depth))
