"""The note of `kibitz check` about a game without an evaluation."""

from __future__ import annotations

from kibitz.core.contract import Game
from kibitz.search.flat_evaluation import is_flat


def evaluation_note(game: Game) -> str | None:
    """What it means that `game` has no evaluation, or a constant one; None if it has one."""
    if not is_flat(game):
        return None
    what = "a constant evaluation" if game.has_evaluation else "no evaluation"
    return (
        f"kibitz: note: {game.name} has {what}, so the engine plays it by Monte Carlo tree search, "
        "which judges moves by random games. With an evaluate(state, side) that knows what makes "
        "a position good, it plays more strongly."
    )
