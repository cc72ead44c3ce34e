"""The recursive part of perft: count the leaves below a node."""

from __future__ import annotations

from types import FunctionType
from typing import cast

from kibitz.core.contract import Game
from kibitz.core.states import state_functions
from kibitz.core.types import Depth, Memory

# Words of the control block.
STOP = 0  # set to stop a count
ENDED = 1  # the number of games that ended before the last ply


def count_function(game: Game) -> FunctionType:
    """The recursive count for `game`, as a plain Python function."""
    moves, play = game.moves, game.play
    unpack, pack, *_ = state_functions(game)

    def count(position: tuple[int, ...], depth: Depth, control: Memory) -> int:
        """Count leaves `depth` plies below `position`. Meaningless once control[STOP] is set."""
        state = unpack(position)
        total = 0
        if depth == 1:
            for _move in moves(state):
                total += 1
            return total
        for move in moves(state):
            if control[STOP] != 0:
                break
            total += count(pack(play(state, move)), depth - 1, control)
        return total

    return cast(FunctionType, count)


def ended_function(game: Game) -> FunctionType:
    """Like `count_function`, but it also adds the games that ended earlier to control[ENDED]."""
    moves, play = game.moves, game.play
    unpack, pack, *_ = state_functions(game)

    def count(position: tuple[int, ...], depth: Depth, control: Memory) -> int:
        """Count leaves `depth` plies below `position`. Meaningless once control[STOP] is set."""
        state = unpack(position)
        total = 0
        is_over = True
        for move in moves(state):
            is_over = False
            if control[STOP] != 0:
                break
            total += 1 if depth == 1 else count(pack(play(state, move)), depth - 1, control)
        if is_over:
            control[ENDED] += 1
        return total

    return cast(FunctionType, count)
