"""The transposition table: search results by the key of a position.

A bucket is a cache line of two entries: one for the deepest search, the other for the latest. An
entry is four words: the key XORed with the other three, so that an entry torn by two threads
does not match; the best move; the score, with plies counted from the node; and the facts:

    bits 0-7 depth · 8-9 bound · 10 complete · 11 selective · 12-… generation

Complete: every line below reached the end of the game, so that more depth changes nothing.
Selective: something below was reduced, pruned unsoundly or extended, so that the score may differ
from that of a full-width search.
"""

from __future__ import annotations

from kibitz.core.score import EVALUATION_LIMIT
from kibitz.core.types import Depth, Memory, Score

# The words of an entry.
FOLDED_KEY = 0
MOVE = 1
SCORE = 2
FACTS = 3
ENTRY = 4
BUCKET = 2 * ENTRY
WORD_BYTES = 8

# The bits of the facts.
DEPTH_MASK = 255
BOUND_SHIFT = 8
BOUND_MASK = 3
COMPLETE = 1 << 10
IS_SELECTIVE = 1 << 11
GENERATION_SHIFT = 12

MOVE_ONLY = 0  # bounds
LOWER = 1
UPPER = 2
EXACT = 3

MISS = -1  # the results of `settles`
NOT_PROVEN = 0
PROVEN = 1

SINGULAR_SHORTFALL = 3  # plies by which an entry may be shallower than the node


def new_table(size: int) -> Memory:
    """An empty transposition table of at most `size` bytes. The bucket count is a power of two."""
    import numpy as np

    bucket_bytes = BUCKET * WORD_BYTES
    words = BUCKET << (size // bucket_bytes).bit_length() - 1
    room = np.empty(words + BUCKET, np.int64)
    first = -room.ctypes.data % bucket_bytes // WORD_BYTES  # the start of a cache line
    table = room[first : first + words]
    table.fill(0)  # allocates the pages now, so that no search waits for them
    return table


def add_entries(small: Memory, large: Memory) -> None:
    """Copy the entries of `small` to `large`, into the slots for latest entries."""
    entries = small.reshape(-1, ENTRY)
    entries = entries[entries[:, FACTS] != 0]
    keys = entries[:, FOLDED_KEY] ^ entries[:, MOVE] ^ entries[:, SCORE] ^ entries[:, FACTS]
    buckets = large.reshape(-1, BUCKET)
    buckets[keys & len(buckets) - 1, ENTRY:] = entries


def slot(table: Memory, key: int) -> int:
    """The index of the bucket of `key`."""
    return (key & (len(table) // BUCKET - 1)) * BUCKET


def probe(table: Memory, key: int) -> tuple[int, Score, int]:
    """The move, score and facts stored for `key`; the move is -1 if there are none."""
    first = slot(table, key)
    for entry in range(first, first + BUCKET, ENTRY):
        move = table[entry + MOVE]
        score = table[entry + SCORE]
        facts = table[entry + FACTS]
        if table[entry + FOLDED_KEY] ^ move ^ score ^ facts == key and facts != 0:
            return move, score, facts
    return -1, 0, 0


def bound_of(facts: int) -> int:
    """The bound in `facts`: MOVE_ONLY, LOWER, UPPER or EXACT."""
    return facts >> BOUND_SHIFT & BOUND_MASK


def singular_score(table: Memory, key: int, depth: Depth) -> tuple[Score, bool]:
    """The score stored for `key`, and whether it can serve for a singular search at `depth`.

    It must be a lower bound of sufficient depth, and not a forced win or loss.
    """
    _, score, facts = probe(table, key)
    is_open = -EVALUATION_LIMIT <= score <= EVALUATION_LIMIT
    is_deep = facts & DEPTH_MASK >= depth - SINGULAR_SHORTFALL
    return score, bound_of(facts) & LOWER != 0 and is_deep and is_open


def store(
    table: Memory,
    key: int,
    move: int,
    score: Score,
    depth: Depth,
    bound: int,
    is_complete: bool,
    is_selective: bool,
    generation: int,
) -> None:
    """Store a result. A deeper entry of another position in this generation is not replaced."""
    marks = (COMPLETE if is_complete else 0) | (IS_SELECTIVE if is_selective else 0)
    facts = depth | bound << BOUND_SHIFT | marks | generation << GENERATION_SHIFT
    entry = slot(table, key)
    old = table[entry + FACTS]
    folded = table[entry + FOLDED_KEY] ^ table[entry + MOVE] ^ table[entry + SCORE] ^ old
    if folded != key and old >> GENERATION_SHIFT == generation and old & DEPTH_MASK > depth:
        entry += ENTRY
    table[entry + FOLDED_KEY] = key ^ move ^ score ^ facts
    table[entry + MOVE] = move
    table[entry + SCORE] = score
    table[entry + FACTS] = facts


def cuts_off(score: Score, facts: int, alpha: Score, beta: Score) -> bool:
    """Whether an entry proves that the value is outside the window."""
    bound = bound_of(facts)
    return (bound & LOWER != 0 and score >= beta) or (bound & UPPER != 0 and score <= alpha)


def settles_exactly(score: Score, facts: int, depth: Depth, alpha: Score, beta: Score) -> int:
    """Like `settles`, for a full-width search of exactly `depth`."""
    is_complete = facts & COMPLETE != 0
    is_full_width = is_complete or facts & IS_SELECTIVE == 0
    if facts & DEPTH_MASK != depth or not is_full_width or not cuts_off(score, facts, alpha, beta):
        return MISS
    return PROVEN if is_complete else NOT_PROVEN


def settles(
    score: Score,
    facts: int,
    depth: Depth,
    alpha: Score,
    beta: Score,
    accepts_selective: bool,
    trusted: int,
) -> int:
    """Whether an entry causes a cutoff: MISS, NOT_PROVEN or PROVEN.

    `score` counts its plies from the root. A win or loss is valid at any depth if it was found in
    generation `trusted` or later.
    """
    if not cuts_off(score, facts, alpha, beta):
        return MISS
    if score > EVALUATION_LIMIT or score < -EVALUATION_LIMIT:
        # A win is a lower bound, a loss an upper bound.
        is_known = score >= beta if score > 0 else score <= alpha
        return PROVEN if is_known and facts >> GENERATION_SHIFT >= trusted else MISS
    if facts & COMPLETE != 0:
        return PROVEN
    is_accepted = accepts_selective or facts & IS_SELECTIVE == 0
    return NOT_PROVEN if is_accepted and facts & DEPTH_MASK >= depth else MISS
