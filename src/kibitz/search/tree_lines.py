"""Read the moves, results and lines of a Monte Carlo tree."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from kibitz.core.contract import Game
from kibitz.core.score import DRAW, LOSS, WIN, decided
from kibitz.core.types import Memory, Move, Payoff, Ply, Side, State
from kibitz.search.tree import (
    COUNT,
    DISTANCE,
    FIRST,
    HIGHS,
    LOWS,
    MAX_TREE_PLY,
    MOVE,
    NODE_WORDS,
    UNIT,
    VALUE,
    VISITS,
)
from kibitz.search.tree_bounds import bound_of, sign_of, with_bound
from kibitz.search.variation import Variation

# The proven result of a position, as bounds, and plies to the end; None if it is unknown.
ResultOf: TypeAlias = Callable[[State], tuple[int, int] | None]

_LINE_VISITS = 8  # a line ends where fewer playouts support its next move
_DEVIATIONS = 1.96  # of the interval that contains the true mean with a probability of 95 %


class Branch(NamedTuple):
    """A move of a node, with what one or more trees know about it, for the side that moves."""

    move: Move
    node: int  # its index in the tree with the most visits
    owner: int  # the number of that tree
    visits: int
    value: int  # sum of the results, in units
    low: Payoff  # the least that the side can force
    high: Payoff
    distance: Ply  # to the end from the root, if the result is proven

    @property
    def is_known(self) -> bool:
        """Whether the result is proven."""
        return self.low == self.high

    @property
    def mean(self) -> float:
        """The mean result, from -1 to 1, within what is proven."""
        mean = self.value / (self.visits * UNIT) if self.visits else 0.0
        return min(max(mean, float(self.low)), float(self.high))

    def interval(self) -> tuple[float, float]:
        """The interval of the mean result at 95 % (Wilson), within what is proven."""
        low, high = wilson(self.mean, self.visits)
        return max(low, float(self.low)), min(high, float(self.high))


def wilson(mean: float, count: int) -> tuple[float, float]:
    """Wilson's score interval for the mean of `count` results from -1 to 1.

    >>> low, high = wilson(0.0, 100)
    >>> round(low, 2), round(high, 2)
    (-0.19, 0.19)
    """
    if count == 0:
        return -1.0, 1.0
    share, square = (mean + 1) / 2, _DEVIATIONS**2
    middle = (share + square / (2 * count)) / (1 + square / count)
    spread = math.sqrt(share * (1 - share) / count + square / (4 * count**2))
    width = _DEVIATIONS * spread / (1 + square / count)
    return max(-1.0, 2 * (middle - width) - 1), min(1.0, 2 * (middle + width) - 1)


def branches(tree: Memory, node: int, side: Side, owner: int = 0) -> list[Branch]:
    """The moves of `node`, at which `side` moves, in the order of the rules."""
    first, count = int(tree[node + FIRST]), int(tree[node + COUNT])
    if first == 0:
        return []
    words = list(map(int, tree[first : first + NODE_WORDS * count]))
    return [
        Branch(
            move=words[child + MOVE],
            node=first + child,
            owner=owner,
            visits=words[child + VISITS],
            value=words[child + VALUE],
            low=bound_of(words[child + LOWS], side),
            high=bound_of(words[child + HIGHS], side),
            distance=words[child + DISTANCE] + 1,
        )
        for child in range(0, len(words), NODE_WORDS)
    ]


def merged(found: Iterable[Branch]) -> list[Branch]:
    """The moves of several trees with the same root: visits add up, and every proof counts."""
    moves: dict[Move, Branch] = {}
    for one in found:
        other = moves.get(one.move)
        moves[one.move] = one if other is None else _both(other, one)
    return list(moves.values())


def _both(one: Branch, other: Branch) -> Branch:
    proof = other if other.is_known and not one.is_known else one
    most = proof if proof.is_known else max(one, other, key=lambda branch: branch.visits)
    return most._replace(
        visits=one.visits + other.visits,
        value=one.value + other.value,
        low=max(one.low, other.low),
        high=min(one.high, other.high),
    )


def ranked(found: Sequence[Branch]) -> list[Branch]:
    """The moves, best first: quick wins, then the most visited, and slow losses last.

    A proven draw precedes the first move whose mean result is no better.
    """
    won = sorted((one for one in found if one.low == WIN), key=lambda one: one.distance)
    lost = sorted((one for one in found if one.high == LOSS), key=lambda one: -one.distance)
    drawn = [one for one in found if one.low == DRAW == one.high]
    unknown = sorted(
        (one for one in found if not one.is_known), key=lambda one: (-one.visits, -one.mean)
    )
    better = next((place for place, one in enumerate(unknown) if one.mean <= 0), len(unknown))
    return [*won, *unknown[:better], *drawn, *unknown[better:], *lost]


def proven_moves(game: Game, state: State, result_of: ResultOf) -> list[Move]:
    """The moves of best play from a proven position, as far as results are known."""
    found: list[Move] = []
    while len(found) < MAX_TREE_PLY:
        children = []
        for move in map(int, game.moves(state)):
            after = game.play(state, move)
            result = _result(game, after, result_of)
            if result is not None:
                children.append((bound_of(result[0], state.turn), result[1], move, after))
        won = [child for child in children if child[0] == WIN]
        if won:
            _, _, move, state = min(won, key=lambda child: child[1])
        elif children and len(children) == sum(1 for _ in game.moves(state)):
            _, _, move, state = max(children, key=lambda child: child[:2])
        else:
            break
        found.append(move)
    return found


def _result(game: Game, state: State, result_of: ResultOf) -> tuple[int, int] | None:
    """The proven result of a position: by the rules if the game is over there."""
    if next(iter(game.moves(state)), None) is not None:
        return result_of(state)
    word = 0
    for side in range(game.players):
        word = with_bound(word, side, sign_of(game.payoff(state, side)))
    return word, 0


def line_below(
    game: Game, state: State, branch: Branch, tree: Memory, result_of: ResultOf
) -> list[Move]:
    """The best moves after `branch`, which begins in `state`; `tree` owns the branch.

    `result_of`: the proven results by position, from which a proven line is completed.
    """
    moves: list[Move] = []
    if branch.visits < _LINE_VISITS and not branch.is_known:
        return moves
    state, node, is_proven = game.play(state, branch.move), branch.node, branch.is_known
    while found := ranked(branches(tree, node, state.turn)):
        best = found[0]
        if best.visits < _LINE_VISITS and not (is_proven and best.is_known):
            break
        moves.append(best.move)
        state, node = game.play(state, best.move), best.node
    return moves + proven_moves(game, state, result_of) if is_proven else moves


def variation(branch: Branch, below: Sequence[Move], playouts: int) -> Variation:
    """The line that begins with `branch` and continues with the moves `below`."""
    is_known = branch.is_known
    return Variation(
        (branch.move, *below),
        decided(branch.low, branch.distance, 0) if is_known else round(branch.mean * UNIT),
        1 + len(below),
        is_complete=is_known,
        is_proven=is_known,
        is_final=is_known,
        playouts=playouts,
        interval=None if is_known else branch.interval(),
        share=branch.visits / playouts if playouts else 0.0,
    )
