"""Positions to explain: from random games, and from games that an engine plays."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from kibitz import Engine, Game, Limit, Snapshot
from kibitz.core.text import parse_move

LONGEST = 80  # plies after which a game is left


def random_positions(game: Game, count: int, seed: int) -> Iterator[Snapshot]:
    """`count` unfinished positions of games in which an engine moves now and then."""
    chance = random.Random(seed)
    engine = Engine(game)
    found = 0
    while found < count:
        path = playing(game, engine, chance)
        for snapshot in chance.sample(path, min(len(path), 4, count - found)):
            found += 1
            yield snapshot


def playing(game: Game, engine: Engine, chance: random.Random) -> list[Snapshot]:
    """Every position of one game."""
    state: Any = game.initial(chance.randrange(1000)) if game.is_seeded else game.initial()
    skill = chance.choice((0.0, 0.5, 0.9))
    path: list[Snapshot] = []
    earlier: tuple[Any, ...] = ()
    while game.outcome(state, earlier) is None and len(path) < LONGEST:
        path.append(Snapshot(state, earlier))
        if chance.random() < skill:
            move = parse_move(game, state, engine.play(path[-1], Limit(depth=2)).move)
        else:
            move = chance.choice(list(game.moves(state)))
        earlier = (*earlier, state)
        state = game.play(state, move)
    return path
