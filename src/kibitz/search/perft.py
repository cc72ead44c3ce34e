"""Perft: the number of lines of a given length, the first test of every game's rules."""

from __future__ import annotations

from types import FunctionType
from typing import cast

from kibitz.core.contract import Game
from kibitz.core.states import state_functions
from kibitz.core.types import Depth, State, Words
from kibitz.search.memory import STOP


def perft_function(game: Game) -> FunctionType:
    """The recursive count over the rules of `game`, as a plain function."""
    moves, play = game.moves, game.play
    unpack, pack, _, _ = state_functions(game)

    def perft(position: tuple[int, ...], depth: Depth, control: Words) -> int:
        """The leaves `depth` plies below `position`; meaningless once control[STOP] is set."""
        state = unpack(position)
        count = 0
        if depth == 1:
            for _move in moves(state):
                count += 1
            return count
        for move in moves(state):
            if control[STOP] != 0:
                break
            count += perft(pack(play(state, move)), depth - 1, control)
        return count

    return cast(FunctionType, perft)


def plain_perft(game: Game, state: State, depth: Depth) -> int:
    """The leaves `depth` plies below `state`, by the rules as they are: for any game.

    >>> import kibitz
    >>> plain_perft(kibitz.game("tictactoe"), kibitz.game("tictactoe").initial(), 3)
    504
    """
    if depth == 0:
        return 1
    if depth == 1:
        return sum(1 for _ in game.moves(state))
    return sum(plain_perft(game, game.play(state, move), depth - 1) for move in game.moves(state))

