"""The recursive part of perft: count the leaves below a node."""

from __future__ import annotations

from types import FunctionType
from typing import cast

from kibitz.core.contract import Game
from kibitz.core.states import state_functions
from kibitz.core.types import Depth, Memory

STOP = 0  # index of the word in the control block that stops a count


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
