"""The working memory of one search thread: one block of 64-bit words.

One block, because a compiled function with many array arguments is a quarter slower. When the
search runs interpreted the block is a list, so that its words are plain Python integers.

    header      counters, limits and what differs from search to search
    PV          the principal variation of every ply, and its length
    KILLERS     two moves a ply
    HISTORY     how often a move has caused a cutoff, by side to move
    COUNTER_MOVES    what refuted a move, by the side that moved
    MOVED       the moves of the current line
    EXCLUDED    the move that a node leaves out, to see what it is worth without
    LINE        the keys of the session's positions, then those on the current line
    SEEN        how many keys of LINE fall into each of a few classes
    LEFT_OUT    moves that are not tried at the root
    MOVERS …    what the searches for several players know of every ply
    STACK       the moves of every node on the current line, each with its weight
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import NamedTuple

from kibitz.core import bits
from kibitz.core.contract import MOST_PLAYERS
from kibitz.core.types import Depth, Memory, Move, Ply, State

MAX_PLY: Ply = 256  # a line is never longer
MAX_MOVES = 1 << 14  # a node never has more
MAX_PLAYERS = MOST_PLAYERS
MAX_HISTORY = 4096  # positions of a session that are looked at for repetition

# The header.
NODES = 0
NODE_LIMIT = 1
STOPPED = 2
UNSURE = 3  # values that do not come from a finished game: evaluations, repetitions, clocks
ROOT_SIDE = 4  # the side at the root
SALT = 5  # differs between sides whose values do not mirror each other
GENERATION = 6  # number of this search, for the transposition table
BASE = 7  # positions of the session in LINE
OVERFLOW = 8  # a node had more moves than fit
TRUSTED = 9  # the oldest search whose decided games still count in this session
STOP = 10  # set from outside: end as soon as possible
LEFT_OUT_COUNT = 11  # moves left out at the root, because their lines are known already
REPEATS = 12  # at which occurrence of a position the game is drawn
EXACT_ONLY = 13  # reduce and prune nothing, and accept no table entry where that was done
SELECTIVE = 14  # values so far that rest on a reduction, on unsound pruning or on an extension
TYPICAL_CHANGE = 15  # by how much a quiet move usually changes the evaluation
PROBED = 16  # states that an endgame table knew
MEETS_IMAGES = 17  # moves at the root lead to images of each other
QUIESCENCE_PLIES = 18  # how far noisy moves are followed
USES_ENDGAME_TABLES = 19
ROOT_DEPTH = 20  # how far the root is searched
FIRST = 21  # the move that the root tries first, or NO_MOVE
QUIESCENCE_NODES = 22  # at most, of one quiescence search
QUIESCENCE_END = 23  # the node count at which the present one follows no more moves
WEIGHTS = 24  # where the weights of the evaluation are in memory
WEIGHTS_SIZE = 25
# The header of the plain search.
PLAIN_PRUNING = 32
PLAIN_OUTCOMES = 33
PLAIN_LATEST = 34
PLAIN_TABLE = 35

PV_LENGTH = 64
PV = PV_LENGTH + MAX_PLY + 1
KILLERS = PV + (MAX_PLY + 1) * MAX_PLY
KILLERS_A_PLY = 2
HISTORY = KILLERS + KILLERS_A_PLY * (MAX_PLY + 1)
HISTORY_MOVES = 1 << 12
COUNTER_MOVES = HISTORY + 4 * HISTORY_MOVES
MOVED = COUNTER_MOVES + 4 * HISTORY_MOVES
EXCLUDED = MOVED + MAX_PLY + 2
LINE = EXCLUDED + MAX_PLY + 1
SEEN = LINE + MAX_HISTORY + MAX_PLY + 1
SEEN_CLASSES = 1 << 10
LEFT_OUT = SEEN + SEEN_CLASSES  # the moves themselves
MOVERS = LEFT_OUT + MAX_MOVES  # who moves at every ply (max^n)
REPLIED = MOVERS + MAX_PLY + 1  # whether an opponent has replied, at every ply (best reply)
VECTORS = REPLIED + MAX_PLY + 1  # everybody's score at every ply (max^n)
STACK = VECTORS + (MAX_PLY + 1) * MAX_PLAYERS
STACK_WORDS = 1 << 18
MEMORY_WORDS = STACK + STACK_WORDS

# An entry of the stack: a move and its weight.
MOVE_SHIFT = 1
MOVE_WORDS = 1 << MOVE_SHIFT
WEIGHT = 1
NODE_WORDS = MOVE_WORDS * MAX_MOVES  # at most, of one node
STACK_END = MEMORY_WORDS - NODE_WORDS - MOVE_WORDS  # beyond it no node lists its moves

NO_MOVE = -1


def fill(memory: Memory, start: int, end: int, value: int) -> None:
    """Set a stretch of words, in a list as in an array."""
    memory[start:end] = [value] * (end - start) if isinstance(memory, list) else value


def clear_history(memory: Memory) -> None:
    """Clear the history of moves and the counter moves."""
    fill(memory, HISTORY, COUNTER_MOVES, 0)
    fill(memory, COUNTER_MOVES, LINE, NO_MOVE)


def prepare(memory: Memory, side: int, salt: int, generation: int) -> None:
    """Make `memory` ready for a search for `side`."""
    fill(memory, 0, PV, 0)
    fill(memory, KILLERS, HISTORY, NO_MOVE)
    clear_history(memory)
    memory[ROOT_SIDE] = side
    memory[SALT] = salt
    memory[GENERATION] = generation


def set_session_keys(memory: Memory, keys: array[int], salt: int) -> None:
    """Put the keys of a session's positions, the root's last, before the line.

    `keys` are without a salt; a search has `salt` in its own.
    """
    latest = keys[-MAX_HISTORY:]
    memory[BASE] = len(latest) - 1
    if isinstance(memory, list):
        salted = [key ^ salt for key in latest]
        memory[LINE : LINE + len(salted)] = salted
        memory[SEEN:LEFT_OUT] = [0] * SEEN_CLASSES
        for key in salted:
            memory[SEEN + (key & (SEEN_CLASSES - 1))] += 1
        return
    import numpy as np

    words = np.frombuffer(latest, np.int64) ^ salt
    memory[LINE : LINE + len(words)] = words
    memory[SEEN:LEFT_OUT] = np.bincount(words & (SEEN_CLASSES - 1), minlength=SEEN_CLASSES)


def is_stopped(memory: Memory) -> bool:
    """Whether the search has to end now; once true, it stays so."""
    if memory[STOP] != 0 or memory[NODES] >= memory[NODE_LIMIT]:
        memory[STOPPED] = 1
    return bool(memory[STOPPED] != 0)


def count_node(memory: Memory, ply: Ply) -> bool:
    """Count the node at `ply`, whose best line is empty yet; False where the search has to end."""
    memory[PV_LENGTH + ply] = 0
    if is_stopped(memory):
        return False
    memory[NODES] += 1
    return True


def enter(memory: Memory, key: int, ply: Ply, is_on_line: bool) -> None:
    """Put the node's key on the current line, if it is to be there."""
    if is_on_line:
        memory[LINE + memory[BASE] + ply] = key
        memory[SEEN + (key & (SEEN_CLASSES - 1))] += 1


def leave(memory: Memory, key: int, is_on_line: bool) -> None:
    """Take the node's key off the current line, if it is there."""
    if is_on_line:
        memory[SEEN + (key & (SEEN_CLASSES - 1))] -= 1


def side_sign(state: State, child: State, memory: Memory) -> int:
    """-1 where the child's side is against that of `state`, 1 where it is on the same side."""
    root = memory[ROOT_SIDE]
    return 1 if (child.turn == root) == (state.turn == root) else -1


class Counts(NamedTuple):
    """What a thread has counted so far."""

    unsure: int
    selective: int


def counts(memory: Memory) -> Counts:
    """The counters, as they are now."""
    return Counts(unsure=memory[UNSURE], selective=memory[SELECTIVE])


def has_room(ply: Ply, top: int) -> bool:
    """Whether a node at `ply` may list its moves from `top` on and search them."""
    return ply < MAX_PLY - 1 and top <= STACK_END


def is_full(memory: Memory, top: int, end: int) -> bool:
    """Whether a node whose moves go from `top` to `end` can list no more; the search then ends."""
    if end < top + NODE_WORDS:
        return False
    memory[OVERFLOW] = 1
    memory[STOPPED] = 1
    return True


def is_repeated(memory: Memory, key: int, ply: Ply) -> bool:
    """Whether the position counts as a draw by repetition; the root never does.

    On the current line, from the root on, a second occurrence is enough: a side that repeats once
    can repeat again. Of those in the session, so many that this one is the last which the rules
    allow: the other side has gone on from there once already, and may do better this time.
    """
    if ply == 0 or memory[SEEN + (key & (SEEN_CLASSES - 1))] == 0:
        return False
    root = LINE + memory[BASE]
    for index in range(root, root + ply):
        if memory[index] == key:
            memory[UNSURE] += 1
            return True
    count = 1
    for index in range(LINE, root):
        count += memory[index] == key
    if count < memory[REPEATS]:
        return False
    memory[UNSURE] += 1
    return True


def extend_line(memory: Memory, ply: Ply, move: int) -> None:
    """Make `move` and the best line below it the best line of the node at `ply`."""
    own = PV + ply * MAX_PLY
    below = own + MAX_PLY
    length = memory[PV_LENGTH + ply + 1]
    memory[own] = move
    for index in range(length):
        memory[own + 1 + index] = memory[below + index]
    memory[PV_LENGTH + ply] = length + 1


def leave_out(memory: Memory, moves: Sequence[int]) -> None:
    """Leave `moves` out at the root from now on."""
    for index, move in enumerate(moves):
        memory[LEFT_OUT + index] = move
    memory[LEFT_OUT_COUNT] = len(moves)


def is_left_out(memory: Memory, move: int) -> bool:
    """Whether `move` is left out at the root."""
    for index in range(LEFT_OUT, LEFT_OUT + memory[LEFT_OUT_COUNT]):
        if memory[index] == move:
            return True
    return False


def excluded_move(memory: Memory, depth: Depth, ply: Ply) -> Move:
    """The move that the node at `ply` leaves out, or NO_MOVE; those below it leave none out."""
    if depth <= 1:
        return NO_MOVE
    move = memory[EXCLUDED + ply]
    if move != NO_MOVE:
        memory[EXCLUDED + ply] = NO_MOVE
    return int(move)


def best_line(memory: Memory) -> list[int]:
    """The principal variation of the root, as it was last found."""
    return list(map(int, memory[PV : PV + memory[PV_LENGTH]]))


def salt_of(side: int, is_shared: bool) -> int:
    """The salt of keys: one for all sides where values mirror, else one for each."""
    return bits.mix(0x5EED, 0 if is_shared else side + 1)
