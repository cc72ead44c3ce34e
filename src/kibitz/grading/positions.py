"""The positions that a grading asks about: random ones whose trees are small."""

from __future__ import annotations

import random

from kibitz.core.errors import UnknownGameError
from kibitz.core.types import State
from kibitz.grading.rules import Rules

MOST_NODES = 600  # of the tree of one position, without pruning
_GAMES = 60
_LONGEST = 120  # plies of a random game
_ENDLESS = 1 << 20


def chosen_positions(
    rules: Rules, count: int, seed: int, depth: int | None
) -> list[tuple[State, int]]:
    """Different positions with the depth to search them to, the smallest trees first.

    `depth` is the greatest depth; None if the search goes to the end of the game.
    """
    chance = random.Random(seed)  # noqa: S311 - must be reproducible
    found: dict[object, tuple[int, State, int]] = {}
    for number in range(_GAMES):
        state, line = rules.start, []
        for _ in range(_LONGEST):
            moves = list(rules.game.moves(state))
            if not moves:
                break
            line.append(state)
            state = rules.game.play(state, chance.choice(moves))
        for one in line[::-1]:
            key = rules.key_of(one), one.turn
            if key in found:
                continue
            sized = _fitting(rules, one, depth)
            if sized is None:
                break
            found[key] = sized[0], one, sized[1]
        if number > 8 and len(found) >= 3 * count:
            break
    if not found:
        raise UnknownGameError("no_positions", game=rules.game.name, most=MOST_NODES)
    sizes = sorted(found.values(), key=lambda one: one[0])
    step = max(1.0, len(sizes) / count)
    taken = [sizes[int(place * step)] for place in range(min(count, len(sizes)))]
    return [(state, fitting) for _, state, fitting in taken]


def _fitting(rules: Rules, state: State, depth: int | None) -> tuple[int, int] | None:
    """The size of the tree, and the greatest depth at which it is small; None if there is none."""
    if depth is None:
        size = tree_size(rules, state, _ENDLESS, MOST_NODES)
        return None if size > MOST_NODES else (size, _ENDLESS)
    for tried in range(depth, 0, -1):
        size = tree_size(rules, state, tried, MOST_NODES)
        if size <= MOST_NODES:
            return size, tried
    return None


def tree_size(rules: Rules, state: State, depth: int, most: int) -> int:
    """The number of nodes without pruning, up to a bit more than `most`."""
    size = 1
    if depth == 0:
        return size
    for move in rules.game.moves(state):
        size += tree_size(rules, rules.game.play(state, move), depth - 1, most - size)
        if size > most:
            break
    return size
