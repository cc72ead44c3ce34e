"""The moves of levels that play by Monte Carlo tree search."""

from __future__ import annotations

import random
from dataclasses import replace

from kibitz.core.level import Level
from kibitz.engine.engine import Engine
from kibitz.engine.lines import Line
from kibitz.engine.position import Position
from kibitz.search.limits import Limit

_USUAL_MOVES = 30  # with more moves, a level gets more playouts in proportion
_MOST_WIDENED = 6_000  # but not more than these, which would take too long


def play_by_visits(
    engine: Engine, level: Level, limit: Limit, position: Position, rng: random.Random
) -> Line:
    """The move with the most playouts, after random errors that depend on the level.

    It plays forced wins that it finds and avoids forced losses. A move's share of the playouts is
    taken relative to the largest one, so that an error of 1 can make any move the best.
    """
    engine.reseed(rng.getrandbits(62))
    count = len(engine.game.legal_moves(position.state, position.earlier))
    if level.playouts is not None:
        limit = replace(limit, nodes=_widened(level.playouts, count, level.nodes))
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


def _widened(playouts: int, moves: int, most: int | None) -> int:
    """The playouts of a level in a position with this many moves.

    Otherwise, in a game with hundreds of moves, the weaker levels would all play at random.

    >>> _widened(72, 225, None), _widened(72, 9, None), _widened(5000, 225, None)
    (540, 72, 6000)
    """
    wide = max(playouts, min(playouts * moves // _USUAL_MOVES, _MOST_WIDENED))
    return wide if most is None else min(wide, most)
