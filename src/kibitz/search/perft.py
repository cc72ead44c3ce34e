"""Perft: count the lines of a given length, the first test of a game's rules."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotDone

from kibitz.core.contract import Game
from kibitz.core.states import state_functions
from kibitz.core.types import Depth, Move, State
from kibitz.search.compiled import compiled_perft, require_perft
from kibitz.search.count import STOP


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


def divide(
    game: Game, state: State, depth: Depth, *, threads: int = 1
) -> Iterator[tuple[Move, int]]:
    """Yield each move of `state` with the number of leaves below it, using the compiled rules.

    Raises CompileError if the rules cannot be compiled. Closing the iterator or Ctrl-C stops it.
    """
    function = compiled_perft(game)
    pack = state_functions(game).pack
    import numpy as np

    control = np.zeros(8, np.int64)

    def count(move: Move) -> int:
        after = pack(game.play(state, move))
        return int(function(after, depth - 1, control)) if depth > 1 else 1

    with ThreadPoolExecutor(threads) as pool:
        try:
            running = [(move, pool.submit(count, move)) for move in game.moves(state)]
            for move, future in running:
                yield move, _wait(future)
        finally:
            control[STOP] = 1
            pool.shutdown(wait=True, cancel_futures=True)


def _wait(future: Future[int]) -> int:
    """Wait for the result. It polls, because not every platform can interrupt a wait."""
    while True:
        try:
            return future.result(timeout=0.25)
        except NotDone:
            continue
