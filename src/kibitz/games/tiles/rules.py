"""Tiles: the sides take turns claiming a tile with a random value from 2 to 5. Each pair of a
side's tiles that are adjacent in the side's direction scores 5 more. When all tiles are claimed,
the highest score wins.

     0 |  1 |  2 |  3
    ------------------
     4 |  5 |  6 |  7
    ------------------
     8 |  9 | 10 | 11
    ------------------
    12 | 13 | 14 | 15

Tiles are numbered row by row; a move is the number of the tile that it claims. The first and third
sides score pairs along columns, the second and fourth sides along rows.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from kibitz.core.bits import lowest, popcount
from kibitz.core.contract import DRAW, LOSS, WIN

ROWS, COLUMNS, PLAYERS = 4, 4, 2  # the usual game
VALUES = range(2, 6)  # the possible values of a tile
PAIR = 5  # points for two adjacent tiles


class State(NamedTuple):
    """A position. A tile's value is 2, plus 1 if it is in `ones`, plus 2 if it is in `twos`."""

    first: int  # the tiles of the first side, then of the others
    second: int
    third: int
    fourth: int
    ones: int
    twos: int
    turn: int  # 0 for white, which moves first


def random_start(cells: int, seed: int) -> State:
    """A starting position: no tile is claimed, and each has a random value."""
    chance = random.Random(seed)  # noqa: S311 - chosen for its repeatability
    return pack([0, 0, 0, 0], [chance.choice(VALUES) for _ in range(cells)], 0)


def pack(owned: Sequence[int], values: Sequence[int], turn: int) -> State:
    """The position in which the four sides own these tiles, with these values."""
    ones = sum((value - 2 & 1) << cell for cell, value in enumerate(values))
    twos = sum((value - 2 >> 1) << cell for cell, value in enumerate(values))
    first, second, third, fourth = owned
    return State(first, second, third, fourth, ones, twos, turn)


class Rules(NamedTuple):
    """The rules for one number of players on one board."""

    moves: Callable[[State], Iterator[int]]
    play: Callable[[State, int], State]
    payoff: Callable[[State, int], int]
    margin: Callable[[State, int], int]
    rank: Callable[[State, int], int]
    score: Callable[[State, int], int]
    tile_points: Callable[[State, int], int]
    pair_points: Callable[[State, int], int]


@cache
def rules_for(rows: int, columns: int, players: int) -> Rules:
    """The rules for `players` on a board of `rows` x `columns`."""
    full = (1 << rows * columns) - 1
    not_last = sum(1 << cell for cell in range(rows * columns) if cell % columns < columns - 1)

    def moves(state: State) -> Iterator[int]:
        free = full & ~claimed(state)
        while free:
            yield lowest(free)
            free &= free - 1

    def play(state: State, move: int) -> State:
        tile = 1 << move
        return State(
            first=state.first | (tile if state.turn == 0 else 0),
            second=state.second | (tile if state.turn == 1 else 0),
            third=state.third | (tile if state.turn == 2 else 0),
            fourth=state.fourth | (tile if state.turn == 3 else 0),
            ones=state.ones,
            twos=state.twos,
            turn=(state.turn + 1) % players,
        )

    def payoff(state: State, side: int) -> int:
        lead = margin(state, side)
        return WIN if lead > 0 else DRAW if lead == 0 else LOSS

    def margin(state: State, side: int) -> int:
        """A side's score minus the best score of the others."""
        best = 0
        for other in range(players):
            if other != side:
                best = max(best, score(state, other))
        return score(state, side) - best

    def score(state: State, side: int) -> int:
        return tile_points(state, side) + pair_points(state, side)

    def tile_points(state: State, side: int) -> int:
        own = state[side]
        return 2 * popcount(own) + popcount(own & state.ones) + 2 * popcount(own & state.twos)

    def pair_points(state: State, side: int) -> int:
        own = state[side]
        pairs = own & own >> columns if side % 2 == 0 else own & not_last & own >> 1
        return PAIR * popcount(pairs)

    def rank(state: State, move: int) -> int:
        """The points that the move adds to the mover's score."""
        return score(play(state, move), state.turn) - score(state, state.turn)

    return Rules(moves, play, payoff, margin, rank, score, tile_points, pair_points)


def claimed(state: State) -> int:
    """All claimed tiles."""
    return state.first | state.second | state.third | state.fourth


moves: Callable[[State], Iterator[int]]
play: Callable[[State, int], State]
payoff: Callable[[State, int], int]
margin: Callable[[State, int], int]
rank: Callable[[State, int], int]
score: Callable[[State, int], int]
tile_points: Callable[[State, int], int]
pair_points: Callable[[State, int], int]
moves, play, payoff, margin, rank, score, tile_points, pair_points = rules_for(
    ROWS, COLUMNS, PLAYERS
)
