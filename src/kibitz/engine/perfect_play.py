"""Perfect play by endgame tables: never worsens the result and sets the opponent problems."""

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
    """The candidate moves of perfect play with their results; empty if the tables do not decide.

    In a won position they are the quickest wins. In a lost position they are the slowest losses,
    and in a drawn one the drawing moves; only those with the most wrong replies are candidates.
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
    """The share of replies to `move` that worsen the opponent's result; 1 if it is lost anyway."""
    after = game.play(state, move)
    if after.turn == state.turn or game.outcome(after, (*earlier, state)) is not None:
        return 0.0
    replies = [found for found in known.verdicts(after, (*earlier, state)).values() if found]
    if not replies:
        return 0.0
    best = max(found.result for found in replies)
    return sum(found.result < best for found in replies) / len(replies) if best > LOSS else 1.0
