"""The plain search: minimax or alpha-beta to a fixed depth, compiled.

It tries moves in the order of the rules and visits the same nodes as the textbook algorithms. The
textbook levels use it. Claims are verified with it too, then with quiescence and a transposition
table of which it only uses entries of exactly the same depth. The tests compare its values with
those of `reference`.
"""

from __future__ import annotations

from types import FunctionType
from typing import cast

from kibitz.core.contract import Game
from kibitz.core.score import INFINITY
from kibitz.core.states import state_functions
from kibitz.core.types import Depth, Memory, Move, Ply, Score, State
from kibitz.search.defaults import never_noisy, no_rank
from kibitz.search.leaves import leaf_functions
from kibitz.search.memory import (
    MOVE_SHIFT,
    MOVE_WORDS,
    NO_MOVE,
    PLAIN_LATEST,
    PLAIN_OUTCOMES,
    PLAIN_PRUNING,
    PLAIN_TABLE,
    SALT,
    STOPPED,
    WEIGHT,
    count_node,
    counts,
    extend_line,
    has_room,
    is_full,
    is_left_out,
    side_sign,
)
from kibitz.search.move_list import list_noisy_function
from kibitz.search.order import HINT, NOISY, pick, rank_weight
from kibitz.search.repetition import repetition_functions
from kibitz.search.symmetry import no_image
from kibitz.search.transposition import NodeResult, transposition_functions


def plain_function(game: Game) -> FunctionType:
    """The recursive search for `game`, as a plain Python function."""
    moves, play = game.moves, game.play
    noisy, rank = game.noisy or never_noisy, game.rank or no_rank
    unpack, pack, key_of, *_ = state_functions(game)
    _, evaluation, settle, _ = leaf_functions(game, quiescence=True)
    list_noisy = list_noisy_function(game, evaluation, quiescence=True)
    probe_table, store_node = transposition_functions(game, no_image, is_exact_depth=True)
    begin, is_illegal, end_node = repetition_functions(game)

    def list_moves(state: State, ply: Ply, top: int, hint: Move, memory: Memory) -> int:
        """Push the moves on the stack in the order of the rules; return their end.

        At the root, the order is reversed if the last of equal moves is preferred. With a
        transposition table, other nodes try its move first, then noisy moves, then all others; both
        groups are sorted by rank.
        """
        end = top
        sign = 1 if ply == 0 and memory[PLAIN_LATEST] != 0 else -1
        is_sorted = ply > 0 and memory[PLAIN_TABLE] != 0
        for move in moves(state):
            if ply == 0 and is_left_out(memory, move):
                continue
            if is_full(memory, top, end):
                break
            memory[end] = move
            weight = sign * (end - top >> MOVE_SHIFT)
            if is_sorted:
                weight = rank_weight(rank(state, move), weight)
                weight += NOISY if noisy(state, move) else 0
                weight = HINT if move == hint else weight
            memory[end + WEIGHT] = weight
            end += MOVE_WORDS
        return end

    def search(
        position: tuple[int, ...],
        depth: Depth,
        alpha: Score,
        beta: Score,
        ply: Ply,
        top: int,
        memory: Memory,
        table: Memory,
    ) -> Score:
        """The value of `position` for the side to move, or for its coalition against the root side.

        Fail-soft: exact inside (alpha, beta), an upper bound at or below alpha, a lower bound at or
        above beta; without pruning always exact. Meaningless once memory[STOPPED] is set. The stack
        below `top` belongs to other nodes.
        """
        if not count_node(memory, ply):
            return 0
        state, before = unpack(position), counts(memory)
        depth = depth if has_room(ply, top) else min(depth, 0)

        hint, key = NO_MOVE, 0
        uses_table = depth > 1 and memory[PLAIN_TABLE] != 0
        if uses_table:
            key = key_of(state, memory[SALT])
            hint, is_known, score = probe_table(state, key, depth, alpha, beta, ply, memory, table)
            if is_known:
                return score

        best = -INFINITY
        if depth > 0:
            end = list_moves(state, ply, top, hint, memory)
        else:
            end, best = list_noisy(state, best, depth, beta, ply, top, memory)
        if end == top and best == -INFINITY and memory[PLAIN_OUTCOMES] == 0:
            return evaluation(state, memory)
        score, is_known = settle(state, best, beta, ply, top, end, memory)
        if is_known:
            return score

        lower, best_move = max(alpha, best), NO_MOVE
        begin(state, ply, memory)
        for index in range(top, end, MOVE_WORDS):
            move = pick(memory, index, end)
            child = play(state, move)
            if is_illegal(child, ply, memory):
                continue
            sign = side_sign(state, child, memory)
            low, high = (lower, beta) if sign > 0 else (-beta, -lower)
            value = sign * search(pack(child), depth - 1, low, high, ply + 1, end, memory, table)
            if memory[STOPPED] != 0:
                break
            if value > best:
                best, best_move = value, move
                if value > lower:
                    extend_line(memory, ply, move)
            if memory[PLAIN_PRUNING] != 0:
                lower = max(lower, best)
                if best >= beta:
                    break
        best = end_node(state, best, memory)

        if uses_table:
            result = NodeResult(alpha=alpha, beta=beta, value=best, move=best_move)
            store_node(state, key, depth, result, ply, before, memory, table)
        return best

    return cast(FunctionType, search)
