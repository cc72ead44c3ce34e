"""List the moves of a node: all of them, or in quiescence the noisy ones."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.core.contract import Game
from kibitz.core.score import EVALUATION_LIMIT, INFINITY
from kibitz.core.types import Depth, Memory, Move, Ply, Score, State
from kibitz.search.defaults import never_noisy, no_rank
from kibitz.search.memory import (
    FIRST_MOVE,
    MAX_MOVES,
    MOVE_SHIFT,
    MOVE_WORDS,
    NO_MOVE,
    NODES,
    QUIESCENCE_END,
    QUIESCENCE_NODES,
    QUIESCENCE_PLIES,
    WEIGHT,
    has_room,
    is_full,
    is_left_out,
    side_sign,
)
from kibitz.search.order import counter_move, killer_moves, last_weight, rank_weight, weight
from kibitz.search.switches import Switches


def list_moves_function(
    game: Game,
    switches: Switches,
    evaluation: Callable[[State, Memory], Score],
    find_images: Callable[[State, int, int, Memory], None],
) -> Callable[..., tuple[int, Score]]:
    """The function that lists moves of `game`.

    `evaluation` is from the point of view of the side to move. `find_images` looks for root moves
    that lead to mirror images of each other.
    """
    moves = game.moves
    noisy = game.noisy or never_noisy
    rank = game.rank or no_rank
    has_counter_moves = switches.counter_moves

    list_noisy = list_noisy_function(game, evaluation, switches.quiescence)

    def list_moves(
        state: State,
        known: Score,
        depth: Depth,
        beta: Score,
        ply: Ply,
        top: int,
        hint: Move,
        excluded: Move,
        memory: Memory,
    ) -> tuple[int, Score]:
        """Push the moves on the stack, in quiescence only the noisy ones.

        Returns their end on the stack and the stand-pat score, -INFINITY if the side cannot stand
        pat. `known`: the evaluation, if it is known already, else -INFINITY.
        """
        if depth <= 0:
            return list_noisy(state, known, depth, beta, ply, top, memory)
        end = list_all(state, depth, ply, top, hint, excluded, memory)
        if ply == 0:
            find_images(state, top, end, memory)
        return end, -INFINITY

    def list_all(
        state: State, depth: Depth, ply: Ply, top: int, hint: Move, excluded: Move, memory: Memory
    ) -> int:
        """Push all moves except `excluded` on the stack with their weights; return their end.

        The root starts with the best move of the previous depth, so that an interrupted search
        still returns the best known move.
        """
        if ply == 0 and memory[FIRST_MOVE] != NO_MOVE:
            hint = memory[FIRST_MOVE]
        end = top
        side = state.turn
        killers = killer_moves(memory, ply)
        counter = counter_move(memory, ply, side, has_counter_moves)
        for move in moves(state):
            if move == excluded or (ply == 0 and is_left_out(memory, move)):
                continue
            if is_full(memory, top, end):
                break
            memory[end] = move
            is_noisy = noisy(state, move)
            number = end - top >> MOVE_SHIFT
            if depth == 1 and ply > 0:
                memory[end + WEIGHT] = last_weight(memory, number, side, move, killers, is_noisy)
            else:
                ranked = rank(state, move)
                memory[end + WEIGHT] = weight(
                    memory, number, side, move, hint, killers, counter, is_noisy, ranked
                )
            end += MOVE_WORDS
        return end

    return list_moves


def list_noisy_function(
    game: Game, evaluation: Callable[[State, Memory], Score], quiescence: bool
) -> Callable[[State, Score, Depth, Score, Ply, int, Memory], tuple[int, Score]]:
    """The function that lists the noisy moves of `game`; it lists none without `quiescence`."""
    moves, play = game.moves, game.play
    noisy = game.noisy or never_noisy
    rank = game.rank or no_rank
    is_ranked = game.rank is not None

    def gain(state: State, move: Move, memory: Memory) -> int:
        """The evaluation after `move` for the side that makes it; the maximum if the game ends."""
        child = play(state, move)
        for _ in moves(child):
            return side_sign(state, child, memory) * evaluation(child, memory)
        return EVALUATION_LIMIT

    def order_by_gain(state: State, top: int, end: int, memory: Memory) -> None:
        """Weight the moves from `top` to `end` by the evaluation after each, then by order."""
        for index in range(top, end, MOVE_WORDS):
            number = index - top >> MOVE_SHIFT
            memory[index + WEIGHT] = gain(state, memory[index], memory) * MAX_MOVES - number

    def list_noisy(
        state: State, known: Score, depth: Depth, beta: Score, ply: Ply, top: int, memory: Memory
    ) -> tuple[int, Score]:
        """Push the noisy moves on the stack; return their end and the stand-pat score.

        That score is the evaluation if there is a quiet move, else -INFINITY. `known`: the
        evaluation, if it is known already.
        """
        if depth == 0:
            memory[QUIESCENCE_END] = memory[NODES] + memory[QUIESCENCE_NODES]
        is_bounded = depth > -memory[QUIESCENCE_PLIES] and memory[NODES] < memory[QUIESCENCE_END]
        is_searched = quiescence and is_bounded and has_room(ply, top)
        end = top
        best = known
        for move in moves(state):
            if is_searched and noisy(state, move):
                if is_full(memory, top, end):
                    break
                memory[end] = move
                memory[end + WEIGHT] = rank_weight(rank(state, move), top - end >> MOVE_SHIFT)
                end += MOVE_WORDS
                continue
            if best == -INFINITY:
                best = evaluation(state, memory)
            if best >= beta or not is_searched:
                break
        # Mandatory captures are few, and ordering them costs more than it saves.
        is_optional = -INFINITY < best < beta
        if not is_ranked and is_optional and end > top + MOVE_WORDS:
            order_by_gain(state, top, end, memory)
        return end, best

    return list_noisy
