"""The moves of levels that play by Monte Carlo tree search."""

from __future__ import annotations

import random

from kibitz.core.level import Level
from kibitz.engine.engine import Engine
from kibitz.engine.lines import Line
from kibitz.engine.position import Position
from kibitz.search.limits import Limit


def play_by_visits(
    engine: Engine, level: Level, limit: Limit, position: Position, rng: random.Random
) -> Line:
    """The move with the most playouts, after random errors that depend on the level.

    It plays forced wins that it finds and avoids forced losses. A move's share of the playouts is
    taken relative to the largest one, so that an error of 1 can make any move the best.
    """
    engine.reseed(rng.getrandbits(62))
    count = len(engine.game.legal_moves(position.state, position.earlier))
    lines = engine.analyse(position, limit, multipv=max(count, 1))
    if lines[0].win_in is not None or lines[0].loss_in is not None:
        return lines[0]
    open_lines = [line for line in lines if line.loss_in is None]
    most = max(line.share or 0.0 for line in open_lines) or 1.0
    rank = {id(line): place for place, line in enumerate(open_lines)}

    def chances(line: Line) -> tuple[float, float, int]:
        error = rng.uniform(-level.noise, level.noise)
        is_first = line is open_lines[0] and line.warrant.is_certain
        share = 1.0 if is_first else (line.share or 0.0) / most
        return share + error, rng.random(), -rank[id(line)]

    return max(open_lines, key=chances)
