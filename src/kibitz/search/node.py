"""The search of one node: principal variation, table, ordering, quiescence.

`node_function(game)` gives a plain recursive function over the game's plain rules. It runs as it
is, slowly and readably, and compiled, with the same values and the same number of nodes. Nothing
else in the search calls rules, and `moves` is called in one place.
"""

from __future__ import annotations

from types import FunctionType
from typing import cast

from kibitz.core.contract import Game
from kibitz.core.score import (
    INFINITY,
    clamp,
    decided,
    from_table,
    is_decided,
    plies_to_end,
    to_table,
)
from kibitz.core.states import state_functions
from kibitz.core.types import Depth, Move, Player, Ply, Score, State, Words
from kibitz.search.memory import (
    EXCHANGE,
    EXCLUDED,
    GENERATION,
    MAX_MOVES,
    MAX_PLY,
    NO_MOVE,
    NODES,
    OVERFLOW,
    PV_LENGTH,
    ROOT,
    SALT,
    STACK_END,
    STOPPED,
    TRUSTED,
    UNSURE,
    USES_DEEPER,
    USES_NARROW,
    USES_OUTCOMES,
    USES_PRUNING,
    USES_QUIESCENCE,
    USES_REPETITION,
    USES_TABLE,
    enter,
    extend_line,
    is_excluded,
    is_repeated,
    is_stopped,
    leave,
)
from kibitz.search.order import pick, reward, weight
from kibitz.search.table import EXACT, LOWER, MISS, MOVE_ONLY, PROVEN, UPPER, probe, settles, store


def node_function(game: Game) -> FunctionType:
    """The recursive search over the rules of `game`, as a plain function."""
    moves, play, payoff, evaluate = game.moves, game.play, game.payoff, game.evaluate
    noisy = game.noisy or never_noisy
    has_noisy = game.noisy is not None
    rank = game.rank or no_rank
    margin = game.margin or no_margin
    drawn = game.drawn or never_drawn
    unpack, pack, key_of, later = state_functions(game)

    def list_moves(
        state: State, depth: Depth, ply: Ply, top: int, hint: Move, memory: Words
    ) -> tuple[int, bool]:
        """Put the moves to try on the stack; where they end, and whether others were left out.

        Past the horizon only noisy moves are tried, and none once they have been followed far.
        """
        has_room = ply < MAX_PLY - 1 and top <= STACK_END
        is_full = depth > 0 and has_room
        is_followed = has_room and memory[USES_QUIESCENCE] != 0 and depth > -memory[EXCHANGE]
        end = top
        has_quiet = False
        for move in moves(state):
            if ply == 0 and is_excluded(memory, move):
                continue
            is_noisy = noisy(state, move)
            if not is_full and not (is_followed and is_noisy):
                has_quiet = True
                if not is_followed:
                    break
                continue
            if end == top + 2 * MAX_MOVES:
                memory[OVERFLOW] = 1
                memory[STOPPED] = 1
                break
            memory[end] = move
            memory[end + 1] = weight(
                memory, ply, end, state.turn, move, hint, is_noisy, rank(state, move)
            )
            end += 2
        return end, has_quiet

    def worth(state: State, ply: Ply, is_over: bool, memory: Words) -> Score:
        """A finished game's score, or an evaluation, in the view of the side that moves."""
        player = memory[ROOT]
        if is_over and memory[USES_OUTCOMES] != 0:
            score = decided(payoff(state, player), ply, margin(state, player))
        else:
            score = clamp(evaluate(state, player))
        return score if state.turn == player else -score

    def leaf(state: State, ply: Ply, memory: Words) -> Score:
        """What `search` gives at depth 0, where nothing is followed past the horizon.

        A recursion less for half of all nodes, or more.
        """
        memory[PV_LENGTH + ply] = 0
        if is_stopped(memory):
            return 0
        memory[NODES] += 1
        for _ in moves(state):
            memory[UNSURE] += 1
            return 0 if drawn(state) else worth(state, ply, False, memory)
        return worth(state, ply, True, memory)

    def search(
        position: tuple[int, ...],
        depth: Depth,
        alpha: Score,
        beta: Score,
        ply: Ply,
        top: int,
        memory: Words,
        table: Words,
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

        # Step 2. A position that was there before is a draw, unless it is the root itself.
        is_kept = depth > 1 and memory[USES_TABLE] != 0
        key = key_of(state, memory[SALT]) if depth > 0 or memory[USES_REPETITION] != 0 else 0
        if ply > 0 and memory[USES_REPETITION] != 0 and is_repeated(memory, key, ply):
            memory[UNSURE] += 1
            return 0

        # Step 3. Ask the table. Where a clock may run out below, it only suggests a move.
        hint = NO_MOVE
        if is_kept:
            hint, score, facts = probe(table, key)
            if hint != NO_MOVE and beta - alpha == 1:
                reach = max(depth, plies_to_end(score)) if is_decided(score) else depth
                score = from_table(score, ply)
                answer = settles(
                    score, facts, depth, alpha, beta, memory[USES_DEEPER] != 0, memory[TRUSTED]
                )
                if answer != MISS and not drawn(later(state, reach)):
                    memory[UNSURE] += 0 if answer == PROVEN else 1
                    return score

        # Step 4. List the moves. None: the game is over. Or a clock has run out.
        end, has_quiet = list_moves(state, depth, ply, top, hint, memory)
        if end == top and not has_quiet:
            return worth(state, ply, True, memory)
        if drawn(state):
            memory[UNSURE] += 1
            return 0

        # Step 5. At the horizon, evaluate; a side with a quiet move need not make a noisy one.
        best = -INFINITY
        if has_quiet:
            best = worth(state, ply, False, memory)
            memory[UNSURE] += 1
            if end == top or best >= beta:
                return best
        lower = max(alpha, best)

        # Step 6. Try the moves, best first. All but the first only have to be proven worse.
        best_move = NO_MOVE
        prunes = memory[USES_PRUNING] != 0
        narrows = prunes and memory[USES_NARROW] != 0
        follows = (has_noisy and memory[USES_QUIESCENCE] != 0) or memory[USES_REPETITION] != 0
        if memory[USES_REPETITION] != 0:
            enter(memory, key, ply)
        for index in range(top, end, 2):
            move = pick(memory, index, end)
            child = play(state, move)
            # The window as the child's side sees it: the same if that side moves on.
            sign = 1 if (child.turn == memory[ROOT]) == (state.turn == memory[ROOT]) else -1
            if depth == 1 and not follows:
                value = sign * leaf(child, ply + 1, memory)
            else:
                below = pack(child)
                is_narrow = index > top and narrows and beta - lower > 1
                upper = lower + 1 if is_narrow else beta
                low, high = (lower, upper) if sign > 0 else (-upper, -lower)
                value = sign * search(below, depth - 1, low, high, ply + 1, end, memory, table)
                if is_narrow and lower < value < beta and memory[STOPPED] == 0:
                    low, high = (lower, beta) if sign > 0 else (-beta, -lower)
                    value = sign * search(below, depth - 1, low, high, ply + 1, end, memory, table)
            if memory[STOPPED] != 0:
                break
            if value > best:
                best = value
                best_move = move
                if value > lower:
                    extend_line(memory, ply, move)
                    lower = value if prunes else lower
            if value >= beta and prunes:
                if not noisy(state, move):
                    reward(memory, ply, state.turn, move, depth)
                break
        if memory[USES_REPETITION] != 0:
            leave(memory, key)

        # Step 7. Remember what was found.
        is_whole = ply > 0 or memory[EXCLUDED] == 0
        if is_kept and is_whole and memory[STOPPED] == 0:
            bound = LOWER if best >= beta else EXACT if best > alpha else UPPER
            store(
                table,
                key,
                best_move,
                to_table(best, ply),
                depth,
                MOVE_ONLY if drawn(later(state, depth)) else bound,
                memory[UNSURE] == unsure,
                memory[GENERATION],
            )
        return best

    return cast(FunctionType, search)


# What stands for the rules that a game does not give.


def never_noisy(state: State, move: Move) -> bool:
    """No move is noisy."""
    return False


def no_rank(state: State, move: Move) -> int:
    """All moves rank alike."""
    return 0


def no_margin(state: State, player: Player) -> int:
    """A win is a win."""
    return 0


def never_drawn(state: State) -> bool:
    """No clock ends a game."""
    return False
