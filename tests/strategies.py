"""Hypothesis strategies: positions that play can reach."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from kibitz import Game


@st.composite
def positions(draw: st.DrawFn, game: Game, max_plies: int = 30) -> Any:
    """A position of `game` in which the game goes on, and the positions before it."""
    state = game.initial(draw(st.integers(0, 50)) if game.is_seeded else 0)
    earlier: list[Any] = []
    for choice in draw(st.lists(st.integers(0, 1 << 16), max_size=max_plies)):
        moves = list(game.moves(state))
        after = game.play(state, moves[choice % len(moves)])
        if game.outcome(after, [*earlier, state]) is not None:
            break
        earlier.append(state)
        state = after
    return state, tuple(earlier)
