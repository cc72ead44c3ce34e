"""Perfect play: a result is never given away, and a draw is made hard to hold."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.core.contract import Game
from kibitz.core.score import DRAW, LOSS, WIN
from kibitz.core.types import Move, State
from kibitz.engine.knowledge import Knowledge
from kibitz.tables.verdict import Verdict


def perfect_moves(
    game: Game, known: Knowledge, state: State, earlier: Sequence[State]
) -> dict[Move, Verdict]:
    """The moves that perfect play chooses from, each with its worth; none where the tables do not
    tell.

    A win is taken the quickest way. Of moves that draw or lose, those after which most of the
    other side's moves are errors; a loss is put off as long as can be first.
    """
    verdicts = known.verdicts(state, earlier)
    best = {move: found for move in known.best(verdicts) if (found := verdicts[move])}
    result = next((found.result for found in best.values()), WIN)
    if result == WIN:
        return best
    if result == DRAW:
        best = {move: found for move, found in verdicts.items() if found and found.result == DRAW}
    chances = {move: error_chance(game, known, state, earlier, move) for move in best}
    most = max(chances.values())
    return {move: found for move, found in best.items() if chances[move] == most}


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
