"""Perft: count the lines of a given length, the first test of a game's rules."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotDone
from typing import NamedTuple

from kibitz.core.contract import Game
from kibitz.core.states import state_functions
from kibitz.core.types import Depth, Memory, Move, State
from kibitz.search.compiled import compiled_perft, require_perft
from kibitz.search.count import ENDED, STOP


def plain_perft(game: Game, state: State, depth: Depth) -> int:
    """The number of leaves `depth` plies below `state`, using interpreted rules.

    >>> import kibitz
    >>> plain_perft(kibitz.game("tictactoe"), kibitz.game("tictactoe").initial(), 3)
    504
    """
    require_perft(game)
    if depth == 0:
        return 1
    if depth == 1:
        return sum(1 for _ in game.moves(state))
    return sum(plain_perft(game, game.play(state, move), depth - 1) for move in game.moves(state))


class Count(NamedTuple):
    """The lines below a state: those of full length, and the games that ended earlier."""

    leaves: int
    ended: int = 0


def plain_count(game: Game, state: State, depth: Depth) -> Count:
    """The leaves `depth` plies below `state`, and the games that ended earlier; interpreted.

    >>> import kibitz
    >>> plain_count(kibitz.game("tictactoe"), kibitz.game("tictactoe").initial(), 6)
    Count(leaves=54720, ended=1440)
    """
    require_perft(game)
    if depth == 0:
        return Count(1)
    leaves = ended = 0
    is_over = True
    for move in game.moves(state):
        is_over = False
        below = plain_count(game, game.play(state, move), depth - 1)
        leaves += below.leaves
        ended += below.ended
    return Count(leaves, ended + is_over)


def divide(
    game: Game, state: State, depth: Depth, *, threads: int = 1
) -> Iterator[tuple[Move, int]]:
    """Yield each move of `state` with the number of leaves below it, using the compiled rules.

    Raises CompileError if the rules cannot be compiled. Closing the iterator or Ctrl-C stops it.
    """
    for move, found in _divided(game, state, depth, threads, has_ended=False):
        yield move, found.leaves


def divide_with_ended(
    game: Game, state: State, depth: Depth, *, threads: int = 1
) -> Iterator[tuple[Move, Count]]:
    """Like `divide`, with the games that ended earlier."""
    return _divided(game, state, depth, threads, has_ended=True)


def _divided(
    game: Game, state: State, depth: Depth, threads: int, *, has_ended: bool
) -> Iterator[tuple[Move, Count]]:
    function = compiled_perft(game, ended=has_ended)
    pack = state_functions(game).pack
    import numpy as np

    controls = []  # one for each move: threads must not add to the same word

    def count(move: Move, control: Memory) -> Count:
        after = pack(game.play(state, move))
        leaves = int(function(after, depth - 1, control)) if depth > 1 else 1
        return Count(leaves, int(control[ENDED]))

    with ThreadPoolExecutor(threads) as pool:
        try:
            running = []
            for move in game.moves(state):
                controls.append(np.zeros(8, np.int64))
                running.append((move, pool.submit(count, move, controls[-1])))
            for move, future in running:
                yield move, _wait(future)
        finally:
            for control in controls:
                control[STOP] = 1
            pool.shutdown(wait=True, cancel_futures=True)


def _wait(future: Future[Count]) -> Count:
    """Wait for the result. It polls, because not every platform can interrupt a wait."""
    while True:
        try:
            return future.result(timeout=0.25)
        except NotDone:
            continue
