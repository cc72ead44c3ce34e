"""What the table knows of a node: a move to start with, or an answer."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.core.contract import Game
from kibitz.core.score import from_table, is_decided, plies_to_end
from kibitz.core.types import Depth, Move, Ply, Score, State, Words
from kibitz.search.defaults import never_drawn
from kibitz.search.memory import EXACT_ONLY, NO_MOVE, ROUGH, TRUSTED, UNSURE, USES_DEEPER
from kibitz.search.table import MISS, PROVEN, probe, settles


def recall_function(
    game: Game, later: Callable[[State, int], State]
) -> Callable[..., tuple[Move, bool, Score]]:
    """The function over the rules of `game`; `later` sets a state's clocks ahead."""
    drawn = game.drawn or never_drawn

    def recall(
        state: State,
        key: int,
        depth: Depth,
        alpha: Score,
        beta: Score,
        ply: Ply,
        memory: Words,
        table: Words,
    ) -> tuple[Move, bool, Score]:
        """The move kept for `key`, whether what is kept answers the node, and with what score."""
        move, score, facts = probe(table, key)
        if move == NO_MOVE or beta - alpha > 1:
            return move, False, 0
        reach = max(depth, plies_to_end(score)) if is_decided(score) else depth
        score = from_table(score, ply)
        believes_deeper = memory[USES_DEEPER] != 0
        believes_rough = memory[EXACT_ONLY] == 0
        answer = settles(
            score, facts, depth, alpha, beta, believes_deeper, believes_rough, memory[TRUSTED]
        )
        if answer == MISS or drawn(later(state, reach)):
            return move, False, 0
        memory[UNSURE] += 0 if answer == PROVEN else 1
        memory[ROUGH] += facts >> 11 & 1
        return move, True, score

    return recall
