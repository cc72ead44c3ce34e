"""The strong search: principal variation search with selective techniques.

Each step of the recursion calls a helper, with the name that chess programmers use for the
technique. Helpers that call the rules are created for each game; all others are module functions.
The switches are compile-time constants, so that a technique that is off adds no code. Parameters
that differ between searches are in the header of the memory.

Only `search` is recursive: cached machine code cannot contain a second recursive function.
"""

from __future__ import annotations

from types import FunctionType
from typing import cast

from kibitz.core.contract import Game
from kibitz.core.states import state_functions
from kibitz.core.types import Depth, Memory, Ply, Score
from kibitz.search.defaults import same
from kibitz.search.endgame import TableProbe, endgame_functions
from kibitz.search.leaves import leaf_functions
from kibitz.search.memory import (
    MOVE_WORDS,
    MOVED,
    NO_MOVE,
    SALT,
    STOPPED,
    count_node,
    counts,
    enter,
    excluded_move,
    extend_line,
    has_room,
    is_repeated,
    leave,
    side_sign,
)
from kibitz.search.move_list import list_moves_function
from kibitz.search.order import pick, reward_function
from kibitz.search.repetition import repetition_functions
from kibitz.search.switches import Switches
from kibitz.search.symmetry import image_functions
from kibitz.search.techniques import (
    begin_exclusion,
    end_exclusion,
    is_final_score,
    mark_selective,
    may_be_selective,
    null_move_depth,
    singular_bound,
    technique_functions,
)
from kibitz.search.transposition import NodeResult, transposition_functions


def node_function(
    game: Game, switches: Switches | None = None, probe: TableProbe | None = None
) -> FunctionType:
    """The recursive search for `game`, as a plain Python function.

    With `probe` it probes endgame tables: its last argument is then a pair of the transposition
    table and the memory of the endgame tables.
    """
    on = switches or Switches()
    play, null_move = game.play, game.null_move or same
    unpack, pack, key_of, *_ = state_functions(game)
    _, evaluation, settle, leaf = leaf_functions(game, quiescence=on.quiescence)
    find_images, image_key = image_functions(game, on)
    list_moves = list_moves_function(game, on, evaluation, find_images)
    probe_table, store_node = transposition_functions(
        game, image_key, is_exact_depth=not on.deeper_entries
    )
    split, probe_endgame_table, may_skip_leaves = endgame_functions(game, probe)
    (
        futility,
        allows_null_move,
        internal_reduction,
        one_reply_extension,
        late_move_reduction,
    ) = technique_functions(game, on, evaluation)
    reward = reward_function(game, on)
    has_table, has_zero_window = on.transposition_table, on.zero_window
    has_repetition = on.repetition and game.draws_at > 0
    begin, is_illegal, end_node = repetition_functions(game)
    has_singular_extension = on.singular_extension

    def search(
        position: tuple[int, ...],
        depth: Depth,
        alpha: Score,
        beta: Score,
        ply: Ply,
        top: int,
        memory: Memory,
        tables: Memory,
    ) -> Score:
        """The value of `position` for the side to move, or for its coalition against the root side.

        Fail-soft: exact inside (alpha, beta), an upper bound at or below alpha, a lower bound at or
        above beta. Meaningless once memory[STOPPED] is set, except at the root: there, it is the
        best score of the moves that were searched completely. The stack below `top` belongs to
        other nodes.
        """
        # Step 1. Stop, or count the node. At depth 0 and below, it is a quiescence node.
        if not count_node(memory, ply):
            return 0
        state, before = unpack(position), counts(memory)
        excluded = excluded_move(memory, depth, ply)
        depth = depth if has_room(ply, top) else min(depth, 0)
        uses_table = has_table and depth > 1 and excluded == NO_MOVE
        is_selective = depth > 0 and may_be_selective(memory, alpha, beta, ply)
        is_pruned = is_selective and excluded == NO_MOVE

        # Step 2. Repetition (in quiescence only at ply 1) and endgame tables.
        checks_repetition = has_repetition and (depth > 0 or ply == 1)
        key = key_of(state, memory[SALT]) if uses_table or checks_repetition else 0
        if checks_repetition and excluded == NO_MOVE and is_repeated(memory, key, ply):
            return 0
        table, endgame_table = split(tables)
        score, is_known = probe_endgame_table(state, ply, memory, endgame_table)
        if is_known:
            return int(score)

        # Step 3. Futility: the evaluation prunes the node or reduces it to quiescence.
        best, depth, is_known = futility(state, is_pruned, depth, alpha, beta, memory)
        if is_known:
            return best

        # Step 4. Transposition table.
        hint = NO_MOVE
        if uses_table and depth > 0:
            hint, is_known, score = probe_table(state, key, depth, alpha, beta, ply, memory, table)
            if is_known:
                return score

        # Step 5. List the moves (in quiescence, the noisy ones). Without any, it is a leaf.
        end, best = list_moves(state, best, depth, beta, ply, top, hint, excluded, memory)
        score, is_known = settle(state, best, beta, ply, top, end, memory)
        if is_known:
            return score

        # Step 6. Null move: prune if the side to move stays above beta even after a pass.
        if is_pruned and allows_null_move(state, depth, alpha, beta, ply, memory):
            enter(memory, key, ply, checks_repetition)
            begin(state, ply, memory)
            below, remaining = pack(null_move(state)), null_move_depth(depth)
            score = -search(below, remaining, -beta, 1 - beta, ply + 1, end, memory, tables)
            leave(memory, key, checks_repetition)
            end_node(state, score, memory)
            if score >= beta:
                mark_selective(memory)
                return beta

        # Step 7. Internal reduction, one-reply extension and singular extension.
        extension, singular = 0, 0
        if is_selective:
            depth -= internal_reduction(depth, hint, memory)
            extension = one_reply_extension(top, end, memory)
        if has_singular_extension and is_selective and uses_table and hint != NO_MOVE:
            bound, is_tried = singular_bound(memory, table, key, depth, ply, end - top)
            if is_tried:
                counted, remaining = begin_exclusion(memory, hint, ply), (depth - 1) // 2
                score = search(position, remaining, bound - 1, bound, ply, end, memory, tables)
                singular = end_exclusion(memory, ply, counted, score < bound)
                if singular == 0 and bound >= beta and beta - alpha == 1:
                    mark_selective(memory)
                    return bound

        # Step 8. Search the moves, best first; all but the first in a zero window.
        lower, best_move = max(alpha, best), NO_MOVE
        is_on_line = has_repetition and depth + extension > 1
        enter(memory, key, ply, is_on_line)
        begin(state, ply, memory)
        are_leaves = depth == 1 and extension == 0 and may_skip_leaves(memory, ply)
        has_late_moves = has_zero_window and depth > 0 and not are_leaves
        for index in range(top, end, MOVE_WORDS):
            move = pick(memory, index, end)
            child = play(state, move)
            if is_illegal(child, ply, memory):
                continue
            memory[MOVED + ply] = move
            sign = side_sign(state, child, memory)
            value, is_final = 0, False
            if are_leaves:
                value, is_final = leaf(child, lower, beta, sign, ply + 1, memory)
            upper = lower + 1 if has_late_moves and index > top else beta
            remaining = depth - 1 + extension + (singular if move == hint else 0)
            reduced = late_move_reduction(memory, is_selective, depth, top, index)
            while not is_final:
                low, high = (lower, upper) if sign > 0 else (-upper, -lower)
                below, left = pack(child), remaining - reduced
                value = sign * search(below, left, low, high, ply + 1, end, memory, tables)
                is_final = is_final_score(memory, value, lower, upper, beta, reduced)
                upper, reduced = upper if reduced > 0 else beta, 0
            if memory[STOPPED] != 0:
                break
            if value > best:
                best, best_move = value, move
                if value > lower:
                    extend_line(memory, ply, move)
                    lower = value
            if value >= beta:
                reward(memory, state, depth, ply, top, index)
                break
        leave(memory, key, is_on_line)
        best = end_node(state, best, memory)

        # Step 9. Store the result.
        if uses_table and depth > 0:
            result = NodeResult(alpha=alpha, beta=beta, value=best, move=best_move)
            store_node(state, key, depth, result, ply, before, memory, table)
        return best

    return cast(FunctionType, search)
