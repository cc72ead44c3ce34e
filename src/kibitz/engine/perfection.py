"""Perfect play: a result is never given away, and a draw is made hard to hold."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.core.contract import Game
from kibitz.core.score import DRAW, LOSS, WIN
from kibitz.core.types import Move, State
from kibitz.engine.knowledge import Knowledge


def perfect_moves(
    game: Game, known: Knowledge, state: State, earlier: Sequence[State]
) -> list[Move]:
    """The moves that perfect play chooses from; none where the tables do not tell.

    A win is taken the quickest way. Of moves that draw or lose, those after which most of the
    other side's moves are errors; a loss is put off as long as can be first.
    """
    verdicts = known.verdicts(state, earlier)
    best = known.best(verdicts)
    if not best:
        return []
    result = verdicts[best[0]]
    assert result is not None
    if result.result == WIN:
        return best
    if result.result == DRAW:
        best = [move for move, found in verdicts.items() if found and found.result == DRAW]
    chances = {move: error_chance(game, known, state, earlier, move) for move in best}
    most = max(chances.values())
    return [move for move in best if chances[move] == most]


def error_chance(
    game: Game, known: Knowledge, state: State, earlier: Sequence[State], move: Move
) -> float:
    """The share of the replies to `move` after which the mover stands better than before them."""
    after = game.play(state, move)
    if after.turn == state.turn or game.outcome(after, (*earlier, state)) is not None:
        return 0.0
    replies = [found for found in known.verdicts(after, (*earlier, state)).values() if found]
    if not replies:
        return 0.0
    best = max(found.result for found in replies)
    return sum(found.result < best for found in replies) / len(replies) if best > LOSS else 1.0
