"""The memory of one search thread: one block of 64-bit words.

It is one block, because a compiled function with many array arguments is a quarter slower. In the
interpreted search the block is a list, so that its words are Python integers.

    header          counters, limits and the parameters of the search
    PV              the principal variation and its length, per ply
    KILLERS         two killer moves per ply
    HISTORY         history scores of moves, per side to move
    COUNTER_MOVES   the refutation of each move, per side that made it
    MOVED           the moves of the current line
    EXCLUDED        the move that a node excludes, to test whether it is singular
    LINE            the keys of the session's positions, then of the current line
    SEEN            the number of keys in LINE, per value of their low bits
    LEFT_OUT        moves that are not tried at the root
    MOVERS …        data per ply of the searches for more than two players
    STACK           the moves and weights of every node on the current line
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any, NamedTuple

from kibitz.core import bits
from kibitz.core.contract import MOST_PLAYERS
from kibitz.core.types import Depth, Memory, Move, Ply, State

MAX_PLY: Ply = 256  # maximum length of a line
MAX_MOVES = 1 << 14  # maximum of one node
MAX_PLAYERS = MOST_PLAYERS
MAX_HISTORY = 4096  # the latest positions of a session, which are compared for repetition

# The header.
NODES = 0
NODE_LIMIT = 1
STOPPED = 2
UNSURE = 3  # number of scores that are not results: evaluations, repetitions, clocks
ROOT_SIDE = 4  # the side at the root
SALT = 5  # of the keys; differs between sides unless their evaluations mirror each other
GENERATION = 6  # number of this search, for the transposition table
BASE = 7  # index of the root in LINE
OVERFLOW = 8  # set if a node had more moves than the stack can hold
TRUSTED = 9  # the oldest generation whose wins and losses are valid in this session
STOP = 10  # set by other threads: stop as soon as possible
LEFT_OUT_COUNT = 11  # number of moves that are not tried at the root
REPEATS = 12  # how many occurrences of a position draw the game
EXACT_ONLY = 13  # full width: reduce and prune nothing, and accept no selective entry
SELECTIVE = 14  # number of scores that depend on reductions, unsound pruning or extensions
TYPICAL_CHANGE = 15  # how much a quiet move usually changes the evaluation
PROBED = 16  # number of states found in endgame tables
MEETS_IMAGES = 17  # whether root moves lead to mirror images of each other
QUIESCENCE_PLIES = 18  # maximum depth of quiescence
USES_ENDGAME_TABLES = 19
ROOT_DEPTH = 20  # depth of the search from the root
FIRST_MOVE = 21  # the move that the root tries first, or NO_MOVE
QUIESCENCE_NODES = 22  # node limit of one quiescence search
QUIESCENCE_END = 23  # the node count that ends the current quiescence search
WEIGHTS = 24  # address of the weights of the evaluation
WEIGHTS_SIZE = 25
# The header of the plain search.
PLAIN_PRUNING = 32
PLAIN_OUTCOMES = 33
PLAIN_LATEST = 34
PLAIN_TABLE = 35

PV_LENGTH = 64
PV = PV_LENGTH + MAX_PLY + 1
KILLERS = PV + (MAX_PLY + 1) * MAX_PLY
KILLERS_PER_PLY = 2
HISTORY = KILLERS + KILLERS_PER_PLY * (MAX_PLY + 1)
HISTORY_MOVES = 1 << 12
COUNTER_MOVES = HISTORY + 4 * HISTORY_MOVES
MOVED = COUNTER_MOVES + 4 * HISTORY_MOVES
EXCLUDED = MOVED + MAX_PLY + 2
LINE = EXCLUDED + MAX_PLY + 1
SEEN = LINE + MAX_HISTORY + MAX_PLY + 1
SEEN_CLASSES = 1 << 10
LEFT_OUT = SEEN + SEEN_CLASSES  # the moves themselves
MOVERS = LEFT_OUT + MAX_MOVES  # the side to move, per ply (max^n)
REPLIED = MOVERS + MAX_PLY + 1  # whether an opponent has replied, per ply (best reply)
VECTORS = REPLIED + MAX_PLY + 1  # the scores of all sides, per ply (max^n)
STACK = VECTORS + (MAX_PLY + 1) * MAX_PLAYERS
STACK_WORDS = 1 << 18
MEMORY_WORDS = STACK + STACK_WORDS

# An entry of the stack: a move and its weight.
MOVE_SHIFT = 1
MOVE_WORDS = 1 << MOVE_SHIFT
WEIGHT = 1
NODE_WORDS = MOVE_WORDS * MAX_MOVES  # maximum of one node
STACK_END = MEMORY_WORDS - NODE_WORDS - MOVE_WORDS  # above it, a node has no room to list its moves

NO_MOVE = -1


def fill(memory: Memory, start: int, end: int, value: int) -> None:
    """Set a range of words in a list or an array."""
    values: Any = [value] * (end - start) if isinstance(memory, list) else value
    memory[start:end] = values


def clear_history(memory: Memory) -> None:
    """Clear the history scores and the counter moves."""
    fill(memory, HISTORY, COUNTER_MOVES, 0)
    fill(memory, COUNTER_MOVES, LINE, NO_MOVE)


def prepare(memory: Memory, side: int, salt: int, generation: int) -> None:
    """Prepare `memory` for a search for `side`."""
    fill(memory, 0, PV, 0)
    fill(memory, KILLERS, HISTORY, NO_MOVE)
    clear_history(memory)
    memory[ROOT_SIDE] = side
    memory[SALT] = salt
    memory[GENERATION] = generation


def set_session_keys(memory: Memory, keys: array[int], salt: int) -> None:
    """Set the keys of a session's positions, of which the root is the last.

    `keys` are unsalted; `salt` is that of the search.
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
    """Whether the search has to stop. Once true, it stays true."""
    if memory[STOP] != 0 or memory[NODES] >= memory[NODE_LIMIT]:
        memory[STOPPED] = 1
    return bool(memory[STOPPED] != 0)


def count_node(memory: Memory, ply: Ply) -> bool:
    """Count the node at `ply` and clear its line; False if the search has to stop."""
    memory[PV_LENGTH + ply] = 0
    if is_stopped(memory):
        return False
    memory[NODES] += 1
    return True


def enter(memory: Memory, key: int, ply: Ply, is_on_line: bool) -> None:
    """Push the node's key onto the current line, if `is_on_line`."""
    if is_on_line:
        memory[LINE + memory[BASE] + ply] = key
        memory[SEEN + (key & (SEEN_CLASSES - 1))] += 1


def leave(memory: Memory, key: int, is_on_line: bool) -> None:
    """Pop the node's key off the current line, if `is_on_line`."""
    if is_on_line:
        memory[SEEN + (key & (SEEN_CLASSES - 1))] -= 1


def side_sign(state: State, child: State, memory: Memory) -> int:
    """1 if the sides to move in `state` and `child` are the same or allies, -1 if opponents."""
    root = memory[ROOT_SIDE]
    return 1 if (child.turn == root) == (state.turn == root) else -1


class Counts(NamedTuple):
    """The counters that a node compares at its start and its end."""

    unsure: int
    selective: int


def counts(memory: Memory) -> Counts:
    """The current counters."""
    return Counts(unsure=memory[UNSURE], selective=memory[SELECTIVE])


def has_room(ply: Ply, top: int) -> bool:
    """Whether the stack has room, from `top` on, for the moves of a node at `ply`."""
    return ply < MAX_PLY - 1 and top <= STACK_END


def is_full(memory: Memory, top: int, end: int) -> bool:
    """Whether moves from `top` to `end` leave a node no room for more; if so, stop the search."""
    if end < top + NODE_WORDS:
        return False
    memory[OVERFLOW] = 1
    memory[STOPPED] = 1
    return True


def is_repeated(memory: Memory, key: int, ply: Ply) -> bool:
    """Whether the position counts as a draw by repetition; the root never does.

    On the line from the root, a second occurrence is enough: a side that can repeat a position once
    can do so again. If all earlier ones are in the session, the number that the rules
    require is needed, because the opponent may choose a better move this time.
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
    """Set the principal variation of `ply` to `move` and the line below it."""
    own = PV + ply * MAX_PLY
    below = own + MAX_PLY
    length = memory[PV_LENGTH + ply + 1]
    memory[own] = move
    for index in range(length):
        memory[own + 1 + index] = memory[below + index]
    memory[PV_LENGTH + ply] = length + 1


def leave_out(memory: Memory, moves: Sequence[int]) -> None:
    """Exclude `moves` at the root."""
    for index, move in enumerate(moves):
        memory[LEFT_OUT + index] = move
    memory[LEFT_OUT_COUNT] = len(moves)


def is_left_out(memory: Memory, move: int) -> bool:
    """Whether `move` is excluded at the root."""
    for index in range(LEFT_OUT, LEFT_OUT + memory[LEFT_OUT_COUNT]):
        if memory[index] == move:
            return True
    return False


def excluded_move(memory: Memory, depth: Depth, ply: Ply) -> Move:
    """Return and clear the excluded move of the node at `ply`; NO_MOVE if there is none."""
    if depth <= 1:
        return NO_MOVE
    move = memory[EXCLUDED + ply]
    if move != NO_MOVE:
        memory[EXCLUDED + ply] = NO_MOVE
    return int(move)


def best_line(memory: Memory) -> list[int]:
    """The latest principal variation of the root."""
    return list(map(int, memory[PV : PV + memory[PV_LENGTH]]))


def salt_of(side: int, is_shared: bool) -> int:
    """The salt of the keys: the same for all sides if `is_shared`, else one per side."""
    return bits.mix(0x5EED, 0 if is_shared else side + 1)
