"""The transposition table: what was found out about a position, by its key.

A bucket is a cache line of two entries: one keeps the deepest search, the other the latest. An
entry is four words: the key folded with the other three, so that an entry torn by two threads is
not recognised; the best move; the score, its plies counted from the node; and the facts:

    bits 0-7 depth · 8-9 bound · 10 complete · 11 rough · 12-… generation

Complete: the search below reached the end of the game on every line, so more depth adds nothing.
Rough: something below was reduced, left out or looked at further, so that it is not the value of a
whole search.
"""

from __future__ import annotations

from kibitz.core.score import EVALUATION_LIMIT
from kibitz.core.types import Depth, Score, Words

ENTRY = 4
BUCKET = 2 * ENTRY

MOVE_ONLY = 0  # bounds
LOWER = 1
UPPER = 2
EXACT = 3

MISS = -1  # what `settles` answers
NOT_PROVEN = 0
PROVEN = 1


def slot(table: Words, key: int) -> int:
    """Where the bucket of `key` starts."""
    return (key & (len(table) // BUCKET - 1)) * BUCKET


def probe(table: Words, key: int) -> tuple[int, Score, int]:
    """The move, score and facts kept for `key`; a move of -1 where there are none."""
    first = slot(table, key)
    for index in range(first, first + BUCKET, ENTRY):
        move = table[index + 1]
        score = table[index + 2]
        facts = table[index + 3]
        if table[index] ^ move ^ score ^ facts == key and facts != 0:
            return move, score, facts
    return -1, 0, 0


def singular_score(table: Words, key: int, depth: Depth) -> tuple[Score, bool]:
    """What the move kept for `key` is worth at least, and whether it was searched far enough to
    be held against the others at `depth`.
    """
    _, score, facts = probe(table, key)
    is_open = -EVALUATION_LIMIT <= score <= EVALUATION_LIMIT
    return score, facts >> 8 & LOWER != 0 and facts & 255 >= depth - 3 and is_open


def store(
    table: Words,
    key: int,
    move: int,
    score: Score,
    depth: Depth,
    bound: int,
    is_complete: bool,
    is_rough: bool,
    generation: int,
) -> None:
    """Keep what was found; of other positions the deepest of this generation stays."""
    marks = (1 << 10 if is_complete else 0) | (1 << 11 if is_rough else 0)
    facts = depth | bound << 8 | marks | generation << 12
    index = slot(table, key)
    old = table[index + 3]
    is_same = table[index] ^ table[index + 1] ^ table[index + 2] ^ old == key
    if not is_same and old >> 12 == generation and old & 255 > depth:
        index += ENTRY
    table[index] = key ^ move ^ score ^ facts
    table[index + 1] = move
    table[index + 2] = score
    table[index + 3] = facts


def settles(
    score: Score,
    facts: int,
    depth: Depth,
    alpha: Score,
    beta: Score,
    believes_deeper: bool,
    believes_rough: bool,
    trusted: int,
) -> int:
    """Whether an entry answers the question asked: MISS, NOT_PROVEN or PROVEN.

    `score` counts its plies from the root. A game known to be decided stays decided at any depth,
    if it was found since the generation `trusted`; without `believes_deeper` only an entry of
    just this depth counts.
    """
    bound = facts >> 8 & 3
    refutes = bound & LOWER != 0 and score >= beta
    fails = bound & UPPER != 0 and score <= alpha
    if not (refutes or fails or bound == EXACT):
        return MISS
    is_complete = facts >> 10 & 1 == 1
    is_believed = is_complete or believes_rough or facts >> 11 & 1 == 0
    if not believes_deeper:
        is_known = is_believed and facts & 255 == depth
        return (PROVEN if is_complete else NOT_PROVEN) if is_known else MISS
    if score > EVALUATION_LIMIT or score < -EVALUATION_LIMIT:
        is_known = (score > 0 and refutes) or (score < 0 and fails)
        return PROVEN if is_known and facts >> 12 >= trusted else MISS
    if is_complete:
        return PROVEN
    return NOT_PROVEN if is_believed and facts & 255 >= depth else MISS
