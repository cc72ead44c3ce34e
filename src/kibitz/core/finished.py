"""Checks that a game is unfinished before a search starts."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.core.contract import Game
from kibitz.core.errors import FinishedError
from kibitz.core.text import format_state
from kibitz.core.types import State


def require_unfinished(game: Game, state: State, earlier: Sequence[State] = ()) -> None:
    """FinishedError if the game is over in `state`, after the states `earlier`."""
    outcome = game.outcome(state, earlier)
    if outcome is not None:
        position = format_state(game, state)
        raise FinishedError(
            "nothing_to_search", outcome=str(outcome), game=game.name, position=position
        )
