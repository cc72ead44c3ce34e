"""Read and write the transposition table at a node."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from kibitz.core.contract import Game
from kibitz.core.score import from_table, is_decided, plies_to_end, to_table
from kibitz.core.states import state_functions
from kibitz.core.types import Depth, Memory, Move, Ply, Score, State
from kibitz.search.defaults import never_drawn
from kibitz.search.memory import (
    EXACT_ONLY,
    GENERATION,
    LEFT_OUT_COUNT,
    NO_MOVE,
    SELECTIVE,
    STOPPED,
    TRUSTED,
    UNSURE,
    Counts,
)
from kibitz.search.transposition_table import (
    EXACT,
    IS_SELECTIVE,
    LOWER,
    MISS,
    MOVE_ONLY,
    PROVEN,
    UPPER,
    probe,
    settles,
    settles_exactly,
    store,
)


class TableFunctions(NamedTuple):
    """The functions to be compiled."""

    probe_table: Callable[..., tuple[Move, bool, Score]]
    store_node: Callable[..., None]


class NodeResult(NamedTuple):
    """The result of a node: its window, its value and its best move."""

    alpha: Score
    beta: Score
    value: Score
    move: Move


def transposition_functions(
    game: Game, image_key: Callable[[State, Depth, Memory], int], *, is_exact_depth: bool
) -> TableFunctions:
    """The functions for `game`. `image_key` computes the key of a state's mirror images.

    `is_exact_depth`: only entries of exactly the same depth cause cutoffs.
    """
    drawn = game.drawn or never_drawn
    # If repetition is illegal, a value depends on the earlier positions, and the key does not.
    is_move_only = game.forbids_repetition
    later = state_functions(game).later

    def probe_entry(
        state: State,
        key: int,
        depth: Depth,
        alpha: Score,
        beta: Score,
        ply: Ply,
        memory: Memory,
        table: Memory,
    ) -> tuple[Move, bool, Score]:
        """The move stored for `key`, whether the entry causes a cutoff, and the score.

        A score inside the window causes none, so that principal variations are never cut short. If
        a clock may run out below, only the move is used.
        """
        move, score, facts = probe(table, key)
        if move == NO_MOVE or is_move_only or (not is_exact_depth and beta - alpha > 1):
            return move, False, 0
        reach = max(depth, plies_to_end(score)) if is_decided(score) else depth
        score = from_table(score, ply)
        if is_exact_depth:
            answer = settles_exactly(score, facts, depth, alpha, beta)
        else:
            accepts_selective = memory[EXACT_ONLY] == 0
            answer = settles(score, facts, depth, alpha, beta, accepts_selective, memory[TRUSTED])
        if answer == MISS or drawn(later(state, reach)):
            return move, False, 0
        memory[UNSURE] += 0 if answer == PROVEN else 1
        memory[SELECTIVE] += 1 if facts & IS_SELECTIVE != 0 else 0
        return move, True, score

    def probe_table(
        state: State,
        key: int,
        depth: Depth,
        alpha: Score,
        beta: Score,
        ply: Ply,
        memory: Memory,
        table: Memory,
    ) -> tuple[Move, bool, Score]:
        """Like `probe_entry`, but without a cutoff the mirror images are looked up as well."""
        move, is_known, score = probe_entry(state, key, depth, alpha, beta, ply, memory, table)
        image = 0 if is_known else image_key(state, depth, memory)
        if image != 0:
            _, is_known, score = probe_entry(state, image, depth, alpha, beta, ply, memory, table)
        return move, is_known, score

    def store_node(
        state: State,
        key: int,
        depth: Depth,
        result: NodeResult,
        ply: Ply,
        before: Counts,
        memory: Memory,
        table: Memory,
    ) -> None:
        """Store the result of the node, unless moves were excluded or the search was stopped.

        `before`: the counters when the node was entered.
        """
        if memory[STOPPED] != 0 or (ply == 0 and memory[LEFT_OUT_COUNT] != 0):
            return
        if result.move == NO_MOVE:  # every move repeats a position
            return
        bound = EXACT if result.value > result.alpha else UPPER
        if result.value >= result.beta:
            bound = LOWER
        if is_move_only or drawn(later(state, depth)):
            bound = MOVE_ONLY
        is_complete = memory[UNSURE] == before.unsure
        is_selective = memory[SELECTIVE] != before.selective
        score = to_table(result.value, ply)
        generation = memory[GENERATION]
        store(table, key, result.move, score, depth, bound, is_complete, is_selective, generation)
        image = image_key(state, depth, memory)
        if image != 0:  # any move will do, but NO_MOVE would mean a miss
            store(table, image, 0, score, depth, bound, is_complete, is_selective, generation)

    return TableFunctions(probe_table, store_node)
