"""Measures the search speed with endgame tables of draughts against the speed without.

    python -m benchmarks.figures table_speed

The positions have 6 to 9 pieces and come from random games. Each is searched with the same number
of nodes, with and without endgame tables in turn, in one thread. Speeds are nodes per second of
CPU time, so other programs on the machine disturb them little.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import NamedTuple

import kibitz
from kibitz.search.switches import Switches

VARIANTS = ("english", "german", "russian", "international")
FEWEST, MOST = 6, 9  # pieces
POSITIONS = 20
NODES = 100_000
ROUNDS = 2


class Speeds(NamedTuple):
    """Nodes per second of CPU time, over all positions."""

    with_tables: float
    without: float

    @property
    def ratio(self) -> float:
        """The share of the speed that is left with tables."""
        return self.with_tables / self.without


def positions(game: kibitz.Game, count: int, seed: int = 1) -> list[kibitz.Session]:
    """Positions of 6 to 9 pieces, with a choice of moves, from random games."""
    chance = random.Random(seed)
    found: list[kibitz.Session] = []
    while len(found) < count:
        session = kibitz.Session(game)
        wanted = chance.randint(FEWEST, MOST)
        while session.outcome() is None:
            state = session.state
            pieces = (state.mine | state.theirs).bit_count()
            if pieces < wanted:
                break
            if pieces == wanted and len(session.legal_moves) > 1 and len(session.moves) % 4 == 0:
                found.append(session)
                break
            session.push(chance.choice(session.legal_moves))
    return found


def measured(name: str) -> Speeds:
    """The speeds in one variant."""
    game = kibitz.game("draughts", variant=name)
    engines = [
        kibitz.Engine(game, compiled=True, switches=Switches(endgame_tables=on))
        for on in (True, False)
    ]
    sessions = positions(game, POSITIONS)
    for engine in engines:
        engine.play(sessions[0], kibitz.Limit(nodes=1000))  # compiled, and tables loaded
    nodes, seconds = [0, 0], [0.0, 0.0]
    for _ in range(ROUNDS):
        for session in sessions:
            for index, engine in enumerate(engines):
                engine.clear()
                began = time.process_time()
                line = engine.play(session, kibitz.Limit(nodes=NODES))
                seconds[index] += time.process_time() - began
                nodes[index] += line.nodes
    return Speeds(*(count / taken for count, taken in zip(nodes, seconds, strict=True)))


def all_speeds() -> Iterator[tuple[str, Speeds]]:
    """The speeds in every variant with tables in the package."""
    for name in VARIANTS:
        yield name, measured(name)
