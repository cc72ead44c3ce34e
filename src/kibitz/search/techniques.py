"""The techniques that make the search selective, each by the name that chess programmers use.

What does not call a rule is a function of the module; what does is made by `technique_functions`
for a game. Whether a technique is on is a constant there, so that one that is off is not in the
compiled code. None of them searches: only the node function calls itself.
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
SINGULAR_REACH = 2  # plies from the root, in depths of the root, within which moves are extended

_MOST = 31  # deeper, or later, it is the same as here
_PLIES = tuple(
    int(0.5 + log(max(depth, 1)) * log(max(number, 1)) / TUNING.reduction_slope)
    for depth in range(_MOST + 1)
    for number in range(_MOST + 1)
)


def may_be_selective(memory: Memory, alpha: Score, beta: Score, ply: Ply) -> bool:
    """Whether a node may be pruned unsoundly, reduced or extended.

    Not the root, and nothing near a forced end: that has to be the quickest one.
    """
    is_open = alpha >= -EVALUATION_LIMIT and beta <= EVALUATION_LIMIT
    return ply > 0 and is_open and bool(memory[EXACT_ONLY] == 0)


def mark_selective(memory: Memory) -> None:
    """Note that a value rests on unsound pruning."""
    memory[UNSURE] += 1
    memory[SELECTIVE] += 1


def null_move_depth(depth: Depth) -> Depth:
    """How deep a node of this depth is searched after a null move."""
    return depth - NULL_MOVE_REDUCTION - depth // NULL_MOVE_DIVISOR


def reduction(depth: Depth, number: int) -> Depth:
    """The plies less for a node's move after `number` others; at least one ply is left."""
    plies = _PLIES[min(depth, _MOST) * (_MOST + 1) + min(number, _MOST)]
    return min(plies, depth - 2)


def singular_bound(
    memory: Memory, table: Memory, key: int, depth: Depth, ply: Ply, words: int
) -> tuple[Score, bool]:
    """The score that all other moves have to stay below for the table's move to be extended, and
    whether it is worth a search to find out. `words`: of the node's moves on the stack.
    """
    if depth < SINGULAR_DEPTH or ply >= SINGULAR_REACH * memory[ROOT_DEPTH]:
        return 0, False
    if words == MOVE_WORDS:
        return 0, False
    score, is_known = singular_score(table, key, depth)
    return score - memory[TYPICAL_CHANGE] * depth // SINGULAR_GAP, is_known


def begin_exclusion(memory: Memory, move: Move, ply: Ply) -> Counts:
    """Have the next search of the node at `ply` leave `move` out."""
    memory[EXCLUDED + ply] = move
    return counts(memory)


def end_exclusion(memory: Memory, ply: Ply, before: Counts, is_singular: bool) -> Depth:
    """The plies more for a singular move.

    The counters go back to `before`: how deep to search a move does not change how sure its value
    is.
    """
    memory[EXCLUDED + ply] = NO_MOVE
    memory[PV_LENGTH + ply] = 0
    memory[UNSURE] = before.unsure
    memory[SELECTIVE] = before.selective + (1 if is_singular else 0)
    return 1 if is_singular else 0


def is_final_score(
    memory: Memory, value: Score, lower: Score, upper: Score, beta: Score, less: Depth
) -> bool:
    """Whether a move's `value`, searched in (lower, upper) and reduced by `less`, is final.

    A late move is searched reduced in a zero window; again at full depth, if it is better than
    `lower` after all; and again in the whole window, if it is inside that.
    """
    if memory[STOPPED] != 0 or value <= lower:
        return True
    return less == 0 and (upper == beta or value >= beta)


class Techniques(NamedTuple):
    """The functions over the rules, for compiling."""

    futility: Callable[[State, bool, Depth, Score, Score, Memory], tuple[Score, Depth, bool]]
    allows_null_move: Callable[[State, Depth, Score, Score, Ply, Memory], bool]
    internal_reduction: Callable[[Depth, Move, Memory], Depth]
    one_reply_extension: Callable[[int, int, Memory], Depth]
    late_move_reduction: Callable[[Memory, bool, Depth, int, int], Depth]


def technique_functions(
    game: Game, switches: Switches, evaluation: Callable[[State, Memory], Score]
) -> Techniques:
    """The functions over the rules of `game`; `evaluation` is for the side to move."""
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
        """A score to start from, the depth to search, and whether the score settles the node.

        Where the evaluation is so far above the window that a few plies cannot change it, the node
        is pruned; where it is so far below, only noisy moves may help: the rest is quiescence.
        Positions whose first move is noisy are searched: where captures are mandatory, something
        is about to be taken there.
        """
        if not has_futility or not is_allowed or depth > FUTILITY_DEPTH or beta - alpha > 1:
            return -INFINITY, depth, False
        for move in moves(state):
            if noisy(state, move):
                break
            score = evaluation(state, memory)
            reach = memory[TYPICAL_CHANGE] * (depth + 1) // 2
            if score + reach <= alpha:
                memory[SELECTIVE] += 1
                return score, 0, False
            if score - reach >= beta and not drawn(state):
                mark_selective(memory)
                return score - reach, depth, True
            break
        return -INFINITY, depth, False

    def allows_null_move(
        state: State, depth: Depth, alpha: Score, beta: Score, ply: Ply, memory: Memory
    ) -> bool:
        """Whether the side to move may pass, to see if it is well off even so; never twice running.
        Sets the node's move to that.
        """
        if not has_null_move or depth < NULL_MOVE_DEPTH or beta - alpha > 1:
            return False
        if memory[MOVED + ply - 1] == NO_MOVE:
            return False
        # In check, say, there is none: then the rule gives the same state.
        if null_move(state).turn == state.turn:
            return False
        memory[MOVED + ply] = NO_MOVE
        return evaluation(state, memory) >= beta

    def internal_reduction(depth: Depth, hint: Move, memory: Memory) -> Depth:
        """The plies less for a node where the table suggests no move."""
        if not has_internal_reduction or hint != NO_MOVE or depth < INTERNAL_DEPTH:
            return 0
        memory[SELECTIVE] += 1
        return 1

    def one_reply_extension(top: int, end: int, memory: Memory) -> Depth:
        """The plies more where only one move is legal."""
        if not has_one_reply_extension or end != top + MOVE_WORDS:
            return 0
        memory[SELECTIVE] += 1
        return 1

    def late_move_reduction(
        memory: Memory, is_allowed: bool, depth: Depth, top: int, index: int
    ) -> Depth:
        """The plies less for the move at `index` of those from `top` on; quiet moves only."""
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
