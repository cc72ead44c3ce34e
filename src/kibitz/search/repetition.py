"""Moves that repeat a position, in games that forbid that. The functions are to be compiled.

The line of a search has the keys of the session's positions and of the nodes above. A node enters
its own key before it tries its moves, and skips those that lead to a key on the line.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from kibitz.core.contract import Game
from kibitz.core.score import INFINITY
from kibitz.core.states import state_functions
from kibitz.core.types import Memory, Ply, Score, State
from kibitz.search.memory import (
    BASE,
    LINE,
    SALT,
    SEEN,
    SEEN_CLASSES,
    STOPPED,
    UNSURE,
    enter,
    leave,
)


class Repetition(NamedTuple):
    """The functions of one game; in a game that allows repetition they do nothing."""

    begin: Callable[[State, Ply, Memory], None]  # enter the node at this ply
    is_illegal: Callable[[State, Ply, Memory], bool]  # whether a move to this child is illegal
    end: Callable[[State, Score, Memory], Score]  # leave the node with its best score


def repetition_functions(game: Game) -> Repetition:
    """The functions for `game`."""
    key_of = state_functions(game).key
    forbids_repetition = game.forbids_repetition

    def begin(state: State, ply: Ply, memory: Memory) -> None:
        if forbids_repetition:
            enter(memory, key_of(state, memory[SALT]), ply, True)

    def is_illegal(child: State, ply: Ply, memory: Memory) -> bool:
        if not forbids_repetition:
            return False
        key = key_of(child, memory[SALT])
        # Most positions are new, and no key on the line has the same low bits.
        if memory[SEEN + (key & (SEEN_CLASSES - 1))] == 0:
            return False
        return has_key(memory, LINE, LINE + memory[BASE] + ply + 1, key)

    def end(state: State, best: Score, memory: Memory) -> Score:
        if not forbids_repetition:
            return best
        leave(memory, key_of(state, memory[SALT]), True)
        if abs(best) < INFINITY or memory[STOPPED] != 0:
            return best
        memory[UNSURE] += 1
        return 0  # every move repeats a position, so the game is drawn

    return Repetition(begin, is_illegal, end)


def has_key(memory: Memory, start: int, end: int, key: int) -> bool:
    """Whether one of the words from `start` to `end` is `key`."""
    for index in range(start, end):
        if memory[index] == key:
            return True
    return False
