"""The search of one node: principal variation, table, ordering, quiescence.

`node_function(game)` gives a plain recursive function over the game's plain rules. It runs as it
is, slowly and readably, and compiled, with the same values and the same number of nodes. What
else it asks of the rules stands in `listing` (moves), `leaves` (ends and evaluations), `recall`
(clocks) and `images` (symmetries).
"""

from __future__ import annotations

from types import FunctionType
from typing import cast

from kibitz.core.contract import Game
from kibitz.core.score import (
    EVALUATION_LIMIT,
    INFINITY,
    LOSS,
    WIN,
    decided,
    to_table,
)
from kibitz.core.states import state_functions
from kibitz.core.types import Depth, Ply, Score, Words
from kibitz.search.defaults import never_drawn, never_noisy, same
from kibitz.search.images import image_function
from kibitz.search.leaves import leaf_functions
from kibitz.search.listing import list_functions
from kibitz.search.memory import (
    BARRED,
    EXACT_ONLY,
    EXCLUDED,
    FIRST,
    GENERATION,
    MAX_PLY,
    MEETS_IMAGES,
    MOVED,
    NO_MOVE,
    NODES,
    PV_LENGTH,
    ROOT,
    ROOT_DEPTH,
    ROUGH,
    SALT,
    STACK_END,
    STOPPED,
    SWING,
    UNSURE,
    USES_DISTANCE,
    USES_EXTENSIONS,
    USES_FUTILITY,
    USES_INTERNAL,
    USES_NARROW,
    USES_PRUNING,
    USES_REDUCTIONS,
    USES_REPETITION,
    USES_SINGULAR,
    USES_SKIPPING,
    USES_SYMMETRY,
    USES_TABLE,
    USES_TABLES,
    bar,
    enter,
    extend_line,
    is_repeated,
    is_stopped,
    leave,
)
from kibitz.search.order import COUNTER, pick, reward
from kibitz.search.perfect import TableProbe, table_functions
from kibitz.search.recall import recall_function
from kibitz.search.reduction import reduction
from kibitz.search.switches import TUNING
from kibitz.search.table import EXACT, LOWER, MOVE_ONLY, UPPER, singular_score, store

FUTILITY_DEPTH = TUNING.futility_depth
INTERNAL_DEPTH = TUNING.internal_depth
REDUCTION_DEPTH = TUNING.reduction_depth
REDUCTION_MOVES = TUNING.reduction_moves
SINGULAR_DEPTH = TUNING.singular_depth
SINGULAR_GAP = TUNING.singular_gap
SKIP_DEPTH = TUNING.skip_depth
SKIP_PLIES = TUNING.skip_plies
SYMMETRY_DEPTH = TUNING.symmetry_depth
IMAGE = 0x1A6E  # tells the entry of a position's images from its own


def node_function(game: Game, probe: TableProbe | None = None) -> FunctionType:
    """The recursive search over the rules of `game`, as a plain function.

    With `probe` it asks tables of perfect play: its last argument is then the transposition table
    and the words of those tables.
    """
    moves, play = game.moves, game.play
    noisy = game.noisy or never_noisy
    has_margin = game.margin is not None
    drawn = game.drawn or never_drawn
    skip = game.skip or same
    can_skip = game.skip is not None and game.players == 2
    image = game.symmetries or same
    has_symmetries = game.symmetries is not None
    unpack, pack, key_of, later, fresh = state_functions(game)
    has_images = image_function(game, key_of)
    worth, leaf = leaf_functions(game)
    list_moves, list_noisy = list_functions(game, worth)
    recall = recall_function(game, later)
    has_tables = probe is not None
    halves, perfect = table_functions(game, probe, later)

    def search(
        position: tuple[int, ...],
        depth: Depth,
        alpha: Score,
        beta: Score,
        ply: Ply,
        top: int,
        memory: Words,
        tables: Words,
    ) -> Score:
        """The value of `position` to the side that moves in it: the root's player or the others.

        Exact inside (alpha, beta); at most its result if that is alpha or less, at least its
        result if that is beta or more. Once memory[STOPPED] is set it is meaningless, but for the
        root, where it is the best of the moves that were searched to the end. Moves of the nodes
        above stand in memory below `top`.
        """
        # Step 1. Obey a stop, and count the node.
        memory[PV_LENGTH + ply] = 0
        if is_stopped(memory):
            return 0
        memory[NODES] += 1
        state = unpack(position)
        unsure = memory[UNSURE]
        rough = memory[ROUGH]
        is_open = depth > 0 and ply < MAX_PLY - 1 and top <= STACK_END
        is_narrow = beta - alpha == 1
        # What is decided is searched whole: a forced end has to be the quickest one.
        is_rough = (
            is_open
            and ply > 0
            and memory[EXACT_ONLY] == 0
            and alpha >= -EVALUATION_LIMIT
            and beta <= EVALUATION_LIMIT
        )
        hint = NO_MOVE
        key = 0
        image_key = 0
        barred = memory[BARRED + ply] if depth > 1 else NO_MOVE
        if barred != NO_MOVE:
            memory[BARRED + ply] = NO_MOVE
        is_kept = depth > 1 and memory[USES_TABLE] != 0 and barred == NO_MOVE
        has_image = False

        # Step 2. A position that was there before is a draw, unless it is the root itself. Past the
        # horizon only the move at the root is looked at: it may end the game.
        looks_back = memory[USES_REPETITION] != 0 and (is_open or ply == 1)
        if (is_open and is_kept) or looks_back:
            key = key_of(state, memory[SALT])
        if looks_back and ply > 0 and barred == NO_MOVE and is_repeated(memory, key, ply):
            memory[UNSURE] += 1
            return 0

        # Step 3. Ask the tables of perfect play.
        table, known = halves(tables)
        if has_tables and ply > 0 and memory[USES_TABLES] != 0:
            score, is_known = perfect(state, ply, memory, known)
            if is_known:
                return int(score)

        # Step 4. No end is nearer than this one.
        if is_open and ply > 0 and memory[USES_DISTANCE] != 0 and not has_margin:
            alpha = max(alpha, decided(LOSS, ply, 0))
            beta = min(beta, decided(WIN, ply, 0))
            if alpha >= beta:
                return alpha

        best = -INFINITY

        # Step 5. Near the horizon, see what the position itself is worth: where that is far outside
        # of the window, a few plies will not bring it back, or only noisy moves can.
        if (
            is_rough
            and is_narrow
            and depth <= FUTILITY_DEPTH
            and barred == NO_MOVE
            and memory[USES_FUTILITY] != 0
        ):
            for move in moves(state):
                if not noisy(state, move):
                    score = worth(state, ply, False, memory)
                    reach = memory[SWING] * (depth + 1) // 2
                    if score + reach <= alpha:
                        best = int(score)
                        is_open = False
                        memory[ROUGH] += 1
                    elif score - reach >= beta and not drawn(state):
                        memory[ROUGH] += 1
                        memory[UNSURE] += 1
                        return int(score - reach)
                break

        # Step 6. Ask the table. Where a clock may run out below, it only suggests a move.
        if is_open and is_kept:
            hint, is_known, score = recall(state, key, depth, alpha, beta, ply, memory, table)
            # Where moves go back and forth, what images are worth depends on how they arose.
            has_image = (
                has_symmetries
                and depth >= SYMMETRY_DEPTH
                and memory[MEETS_IMAGES] != 0
                and fresh(state)
            )
            if has_image and not is_known:
                image_key = key_of(image(state), memory[SALT] ^ IMAGE)
                _, is_known, score = recall(
                    state, image_key, depth, alpha, beta, ply, memory, table
                )
            if is_known:
                return score

        # What was best so far is tried first: who is stopped then has nothing worse.
        if ply == 0 and memory[FIRST] != NO_MOVE:
            hint = memory[FIRST]

        # Step 7. List the moves. None: the game is over. Or a clock has run out.
        if is_open:
            end = list_moves(state, depth, ply, top, hint, memory)
        else:
            end, best = list_noisy(state, best, min(depth, 0), beta, ply, top, memory)
        if barred != NO_MOVE:
            end = bar(memory, barred, top, end)
        if end == top and best == -INFINITY:
            return worth(state, ply, True, memory)
        if drawn(state):
            memory[UNSURE] += 1
            return 0

        # Step 8. At the horizon, evaluate; a side with a quiet move need not make a noisy one.
        if best > -INFINITY:
            memory[UNSURE] += 1
            if end == top or best >= beta:
                return best
        lower = max(alpha, best)
        prunes = memory[USES_PRUNING] != 0
        if not is_open:
            depth = min(depth, 0)
            is_kept = False

        # Step 9. Skip a turn: who is well off even so need not look far.
        if (
            can_skip
            and is_rough
            and is_narrow
            and depth >= SKIP_DEPTH
            and barred == NO_MOVE
            and memory[USES_SKIPPING] != 0
            and memory[MOVED + ply - 1] != NO_MOVE
            and worth(state, ply, False, memory) >= beta
        ):
            memory[MOVED + ply] = NO_MOVE
            below = pack(skip(state))
            if looks_back:
                enter(memory, key, ply)
            value = -search(
                below, depth - SKIP_PLIES, -beta, 1 - beta, ply + 1, end, memory, tables
            )
            if looks_back:
                leave(memory, key)
            if memory[STOPPED] != 0:
                return 0
            if value >= beta:
                memory[UNSURE] += 1
                memory[ROUGH] += 1
                return beta

        # Step 10. Without a first move to try, look less far; with only one move, further.
        if is_rough and hint == NO_MOVE and depth >= INTERNAL_DEPTH and memory[USES_INTERNAL] != 0:
            depth -= 1
            memory[ROUGH] += 1
        further = 1 if is_rough and end == top + 2 and memory[USES_EXTENSIONS] != 0 else 0
        memory[ROUGH] += further

        # Step 11. See whether the others are worse by far than the move to start with: then look
        # further at that one, but not without end. Where they are good enough too, so is the node.
        single = 0
        if (
            is_rough
            and is_open
            and is_kept
            and hint != NO_MOVE
            and depth >= SINGULAR_DEPTH
            and end > top + 2
            and ply < 2 * memory[ROOT_DEPTH]
            and memory[USES_SINGULAR] != 0
        ):
            bound, is_known = singular_score(table, key, depth)
            if is_known:
                bound -= memory[SWING] * depth // SINGULAR_GAP
                memory[BARRED + ply] = hint
                before = memory[UNSURE]
                before_rough = memory[ROUGH]
                value = search(
                    position, (depth - 1) // 2, bound - 1, bound, ply, end, memory, tables
                )
                memory[BARRED + ply] = NO_MOVE
                memory[PV_LENGTH + ply] = 0
                if memory[STOPPED] != 0:
                    return 0
                # How far to look at a move says nothing of how sure its value is.
                memory[UNSURE] = before
                memory[ROUGH] = before_rough
                if value < bound:
                    single = 1
                    memory[ROUGH] += 1
                elif bound >= beta and is_narrow:
                    memory[UNSURE] += 1
                    memory[ROUGH] += 1
                    return int(bound)

        # Step 12. Try the moves, best first. All but the first only have to be proven worse.
        best_move = NO_MOVE
        narrows = prunes and memory[USES_NARROW] != 0
        reduces = is_rough and narrows and depth >= REDUCTION_DEPTH and memory[USES_REDUCTIONS] != 0
        if has_symmetries and ply == 0 and memory[USES_SYMMETRY] != 0:
            memory[MEETS_IMAGES] = has_images(state, top, end, memory)
        # Below the last ply nothing asks whether it was there before.
        is_met = is_open and depth + further > 1 and memory[USES_REPETITION] != 0
        if is_met:
            enter(memory, key, ply)
        is_asked = has_tables and memory[USES_TABLES] != 0
        are_leaves = depth == 1 and further == 0 and not is_asked
        are_leaves = are_leaves and (ply > 0 or memory[USES_REPETITION] == 0)
        for index in range(top, end, 2):
            move = pick(memory, index, end)
            child = play(state, move)
            memory[MOVED + ply] = move
            # The window as the child's side sees it: the same if that side moves on.
            sign = 1 if (child.turn == memory[ROOT]) == (state.turn == memory[ROOT]) else -1
            value = 0
            is_final = False
            if are_leaves:
                value, is_final = leaf(child, beta if sign > 0 else -lower, ply + 1, memory)
                value *= sign
            is_late = index > top and narrows and is_open and not are_leaves
            upper = lower + 1 if is_late else beta
            deep = depth - 1 + further + (single if move == hint else 0)
            less = 0
            is_reduced = reduces and index >= top + 2 * REDUCTION_MOVES
            if is_reduced and memory[index + 1] < COUNTER // 2:
                less = reduction(depth, index - top >> 1)
                memory[ROUGH] += 1 if less > 0 else 0
            # First as little as will do; again, further and in a wider window, where it was not.
            while not is_final:
                low, high = (lower, upper) if sign > 0 else (-upper, -lower)
                value = sign * search(
                    pack(child), deep - less, low, high, ply + 1, end, memory, tables
                )
                is_final = memory[STOPPED] != 0 or value <= lower
                if less > 0:
                    less = 0
                elif is_late:
                    is_final = is_final or value >= beta
                    is_late = False
                    upper = beta
                else:
                    is_final = True
            if memory[STOPPED] != 0:
                break
            if value > best:
                best = value
                best_move = move
                if value > lower:
                    extend_line(memory, ply, move)
                    lower = value if prunes else lower
            if value >= beta and prunes:
                if is_open and not noisy(state, move):
                    reward(memory, ply, state.turn, top, index, depth)
                break
        if is_met:
            leave(memory, key)

        # Step 13. Remember what was found.
        is_whole = ply > 0 or memory[EXCLUDED] == 0
        if is_kept and is_whole and memory[STOPPED] == 0:
            kind = LOWER if best >= beta else EXACT if best > alpha else UPPER
            if drawn(later(state, depth)):
                kind = MOVE_ONLY
            is_complete = memory[UNSURE] == unsure
            was_rough = memory[ROUGH] != rough
            kept = to_table(best, ply)
            generation = memory[GENERATION]
            store(table, key, best_move, kept, depth, kind, is_complete, was_rough, generation)
            if has_image:
                store(table, image_key, 0, kept, depth, kind, is_complete, was_rough, generation)
        return best

    return cast(FunctionType, search)
