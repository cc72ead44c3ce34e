"""The selective search techniques, under the names that chess programmers use.

Functions that call rules are created for each game by `technique_functions`. There, the switches
are compile-time constants, so that a technique that is off adds no code. None of these functions
searches: only the node function is recursive.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log
from typing import NamedTuple

from kibitz.core.contract import Game
from kibitz.core.score import EVALUATION_LIMIT, INFINITY
from kibitz.core.types import Depth, Memory, Move, Ply, Score, State
from kibitz.search.defaults import never_drawn, never_noisy, same
from kibitz.search.memory import (
    EXACT_ONLY,
    EXCLUDED,
    MOVE_SHIFT,
    MOVE_WORDS,
    MOVED,
    NO_MOVE,
    PV_LENGTH,
    ROOT_DEPTH,
    SELECTIVE,
    STOPPED,
    TYPICAL_CHANGE,
    UNSURE,
    WEIGHT,
    Counts,
    counts,
)
from kibitz.search.order import is_quiet
from kibitz.search.switches import TUNING, Switches
from kibitz.search.transposition_table import singular_score

FUTILITY_DEPTH = TUNING.futility_depth
NULL_MOVE_DEPTH = TUNING.null_move_depth
NULL_MOVE_REDUCTION = TUNING.null_move_reduction
NULL_MOVE_DIVISOR = TUNING.null_move_divisor
INTERNAL_DEPTH = TUNING.internal_depth
REDUCTION_DEPTH = TUNING.reduction_depth
REDUCTION_MOVES = TUNING.reduction_moves
SINGULAR_DEPTH = TUNING.singular_depth
SINGULAR_GAP = TUNING.singular_gap
SINGULAR_REACH = 2  # singular extension only up to this multiple of the root depth

_MOST = 31  # higher depths and move numbers are treated like this one
_REDUCTIONS = tuple(
    int(0.5 + log(max(depth, 1)) * log(max(number, 1)) / TUNING.reduction_slope)
    for depth in range(_MOST + 1)
    for number in range(_MOST + 1)
)


def may_be_selective(memory: Memory, alpha: Score, beta: Score, ply: Ply) -> bool:
    """Whether a node may be pruned unsoundly, reduced or extended.

    Not the root, and not near a forced end, so that the quickest one is found.
    """
    is_open = alpha >= -EVALUATION_LIMIT and beta <= EVALUATION_LIMIT
    return ply > 0 and is_open and bool(memory[EXACT_ONLY] == 0)


def mark_selective(memory: Memory) -> None:
    """Count a score that depends on unsound pruning."""
    memory[UNSURE] += 1
    memory[SELECTIVE] += 1


def null_move_depth(depth: Depth) -> Depth:
    """The remaining depth after a null move at `depth`."""
    return depth - NULL_MOVE_REDUCTION - depth // NULL_MOVE_DIVISOR


def reduction(depth: Depth, number: int) -> Depth:
    """The reduction in plies of a move after `number` others; at least one ply remains."""
    plies = _REDUCTIONS[min(depth, _MOST) * (_MOST + 1) + min(number, _MOST)]
    return min(plies, depth - 2)


def singular_bound(
    memory: Memory, table: Memory, key: int, depth: Depth, ply: Ply, words: int
) -> tuple[Score, bool]:
    """The score that no other move reaches if the transposition table's move is singular.

    Also returns whether to test that. `words`: the size of the node's moves on the stack.
    """
    if depth < SINGULAR_DEPTH or ply >= SINGULAR_REACH * memory[ROOT_DEPTH]:
        return 0, False
    if words == MOVE_WORDS:
        return 0, False
    score, is_known = singular_score(table, key, depth)
    return score - memory[TYPICAL_CHANGE] * depth // SINGULAR_GAP, is_known


def begin_exclusion(memory: Memory, move: Move, ply: Ply) -> Counts:
    """Exclude `move` from the next search of the node at `ply`."""
    memory[EXCLUDED + ply] = move
    return counts(memory)


def end_exclusion(memory: Memory, ply: Ply, before: Counts, is_singular: bool) -> Depth:
    """The extension in plies of a singular move.

    Restores the counters to `before`: the test only decides the depth of the search that follows.
    """
    memory[EXCLUDED + ply] = NO_MOVE
    memory[PV_LENGTH + ply] = 0
    memory[UNSURE] = before.unsure
    memory[SELECTIVE] = before.selective + (1 if is_singular else 0)
    return 1 if is_singular else 0


def is_final_score(
    memory: Memory, value: Score, lower: Score, upper: Score, beta: Score, reduced: Depth
) -> bool:
    """Whether a move's `value`, searched in (lower, upper) with `reduced` plies less, is final.

    A late move is first searched with a reduction and a zero window. If it fails high, it is
    searched again at full depth, and if its value is then inside the full window, with that window.
    """
    if memory[STOPPED] != 0 or value <= lower:
        return True
    return reduced == 0 and (upper == beta or value >= beta)


class Techniques(NamedTuple):
    """The functions to be compiled."""

    futility: Callable[[State, bool, Depth, Score, Score, Memory], tuple[Score, Depth, bool]]
    allows_null_move: Callable[[State, Depth, Score, Score, Ply, Memory], bool]
    internal_reduction: Callable[[Depth, Move, Memory], Depth]
    one_reply_extension: Callable[[int, int, Memory], Depth]
    late_move_reduction: Callable[[Memory, bool, Depth, int, int], Depth]


def technique_functions(
    game: Game, switches: Switches, evaluation: Callable[[State, Memory], Score]
) -> Techniques:
    """The functions for `game`. `evaluation` is from the point of view of the side to move."""
    moves = game.moves
    noisy = game.noisy or never_noisy
    drawn = game.drawn or never_drawn
    null_move = game.null_move or same
    has_futility = switches.futility
    has_null_move = switches.null_move and game.null_move is not None and game.players == 2
    has_internal_reduction = switches.internal_reduction
    has_one_reply_extension = switches.one_reply_extension
    has_reduction = switches.late_move_reduction and switches.zero_window

    def futility(
        state: State, is_allowed: bool, depth: Depth, alpha: Score, beta: Score, memory: Memory
    ) -> tuple[Score, Depth, bool]:
        """The initial best score, the depth to search, and whether the node is pruned.

        If the evaluation is above the window by more than the futility margin, the node is pruned.
        If it is below by as much, only noisy moves may help, and the node is reduced to quiescence.
        Neither happens if the first move is noisy: with mandatory captures, there is one to make.
        """
        if not has_futility or not is_allowed or depth > FUTILITY_DEPTH or beta - alpha > 1:
            return -INFINITY, depth, False
        for move in moves(state):
            if noisy(state, move):
                break
            score = evaluation(state, memory)
            futility_margin = memory[TYPICAL_CHANGE] * (depth + 1) // 2
            if score + futility_margin <= alpha:
                memory[SELECTIVE] += 1
                return score, 0, False
            if score - futility_margin >= beta and not drawn(state):
                mark_selective(memory)
                return score - futility_margin, depth, True
            break
        return -INFINITY, depth, False

    def allows_null_move(
        state: State, depth: Depth, alpha: Score, beta: Score, ply: Ply, memory: Memory
    ) -> bool:
        """Whether to try a null move; never two in a row. Records it as the move of this ply."""
        if not has_null_move or depth < NULL_MOVE_DEPTH or beta - alpha > 1:
            return False
        if memory[MOVED + ply - 1] == NO_MOVE:
            return False
        # The rule returns the same state if a null move is not allowed, such as in check.
        if null_move(state).turn == state.turn:
            return False
        memory[MOVED + ply] = NO_MOVE
        return evaluation(state, memory) >= beta

    def internal_reduction(depth: Depth, hint: Move, memory: Memory) -> Depth:
        """The reduction in plies of a node without a transposition table move."""
        if not has_internal_reduction or hint != NO_MOVE or depth < INTERNAL_DEPTH:
            return 0
        memory[SELECTIVE] += 1
        return 1

    def one_reply_extension(top: int, end: int, memory: Memory) -> Depth:
        """The extension in plies of a node with one legal move."""
        if not has_one_reply_extension or end != top + MOVE_WORDS:
            return 0
        memory[SELECTIVE] += 1
        return 1

    def late_move_reduction(
        memory: Memory, is_allowed: bool, depth: Depth, top: int, index: int
    ) -> Depth:
        """The reduction in plies of the move at `index`; only quiet moves are reduced."""
        number = index - top >> MOVE_SHIFT
        if not has_reduction or not is_allowed or depth < REDUCTION_DEPTH:
            return 0
        if number < REDUCTION_MOVES or not is_quiet(memory[index + WEIGHT]):
            return 0
        plies = reduction(depth, number)
        memory[SELECTIVE] += 1 if plies > 0 else 0
        return plies

    return Techniques(
        futility, allows_null_move, internal_reduction, one_reply_extension, late_move_reduction
    )
