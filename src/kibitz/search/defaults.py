"""Defaults for the optional rules of a game."""

from __future__ import annotations

from kibitz.core.types import Move, Side, State


def never_noisy(state: State, move: Move) -> bool:
    """The default for `noisy`: no move is noisy."""
    return False


def same(state: State) -> State:
    """The default for `symmetries` and `null_move`: the state itself."""
    return state


def no_rank(state: State, move: Move) -> int:
    """The default for `rank`: all moves rank equally."""
    return 0


def no_margin(state: State, side: Side) -> int:
    """The default for `margin`: all wins are equal."""
    return 0


def never_drawn(state: State) -> bool:
    """The default for `drawn`: no clock ends the game."""
    return False
