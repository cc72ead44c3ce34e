"""Holds tables against the rules: knows nothing of how they were made."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any

from kibitz import DRAW, LOSS, WIN, Game
from kibitz.tables.verdict import Verdict

Probe = Callable[[Any], Verdict | None]


def expected(game: Game, state: Any, probe: Probe) -> Verdict:
    """What the verdicts of the positions after `state` make of it."""
    worths: list[tuple[int, int]] = []
    for move in game.moves(state):
        after = game.play(state, move)
        found = probe(after)
        assert found is not None, (state, move)
        result = found.result if after.turn == state.turn else -found.result
        worths.append((result, found.plies or 0))
    if not worths:
        return Verdict(*{WIN: (WIN, 0), LOSS: (LOSS, 0), DRAW: (DRAW, None)}[
            game.payoff(state, state.turn)
        ])  # fmt: skip
    wins = [plies for result, plies in worths if result == WIN]
    if wins:
        return Verdict(WIN, min(wins) + 1)
    if any(result == DRAW for result, _ in worths):
        return Verdict(DRAW)
    return Verdict(LOSS, max(plies for _, plies in worths) + 1)


def check(game: Game, states: Iterable[Any], probe: Probe) -> int:
    """Assert that every one of `states` agrees with its successors; how many there were."""
    count = 0
    for state in states:
        assert probe(state) == expected(game, state, probe), state
        count += 1
    return count


def check_results(game: Game, states: Iterable[Any], probe: Probe) -> int:
    """Like `check`, for tables without distances: a number proves that wins come to an end.

    The size of a score grows with every move of the winner, and with any move of the loser.
    """
    count = 0
    for state in states:
        own = probe(state)
        after = [probe(game.play(state, move)) for move in game.moves(state)]
        assert own is not None, state
        assert all(one is not None for one in after), state
        known = [one for one in after if one is not None]
        assert own.result == max((-one.result for one in known), default=LOSS), state
        nearer = [abs(one.score) > abs(own.score) for one in known if one.result == -own.result]
        assert own.result != WIN or any(nearer), state
        assert own.result != LOSS or all(nearer), state
        count += 1
    return count


def random_states(game: Game, count: int, seed: int, longest: int = 200) -> Iterable[Any]:
    """States of random games."""
    chance = random.Random(seed)
    found = 0
    while True:
        state = game.initial()
        for _ in range(longest):
            yield state
            found += 1
            if found == count:
                return
            moves = list(game.moves(state))
            if not moves:
                break
            state = game.play(state, chance.choice(moves))


def brute_force(game: Game) -> dict[Any, Verdict]:
    """Every position and its verdict, by asking all of them again until nothing changes."""
    start = game.initial()
    states = {game.identity(start): start}
    for state in (queue := [start]):
        for move in game.moves(state):
            after = game.play(state, move)
            if game.identity(after) not in states:
                states[game.identity(after)] = after
                queue.append(after)
    known = {key: Verdict(DRAW) for key in states}

    def probe(state: Any) -> Verdict:
        return known[game.identity(state)]

    while True:
        after = {key: expected(game, state, probe) for key, state in states.items()}
        if after == known:
            return known
        known = after
