"""What stands for the rules that a game does not give."""

from __future__ import annotations

from kibitz.core.types import Move, Side, State


def never_noisy(state: State, move: Move) -> bool:
    """No move is noisy."""
    return False


def same(state: State) -> State:
    """A state that mirrors no other."""
    return state


def no_rank(state: State, move: Move) -> int:
    """All moves rank alike."""
    return 0


def no_margin(state: State, side: Side) -> int:
    """A win is a win."""
    return 0


def never_drawn(state: State) -> bool:
    """No clock ends a game."""
    return False
