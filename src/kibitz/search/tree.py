"""The memory of a Monte Carlo search: one block of words for the tree and one for the rest.

A node of the tree is `NODE_WORDS` words, and its index is that of its first word. The children of a
node lie next to each other, after the node. The root is at index 0.

    MOVE        the move that leads to the node
    FIRST       the index of its first child; 0 until the node is expanded
    COUNT       the number of its children
    VISITS      the number of playouts through it
    VALUE       the sum of their results for the side that moved here
    LOWS        per side, the least that it can force (see `tree_bounds`)
    HIGHS       per side, the most that it can get
    DISTANCE    plies to the end of the game, if its result is proven

The other block:

    header      counters, limits and the parameters of the search
    RESULT      the result of the latest playout, per side
    PATH        the nodes on the way from the root to the latest leaf, per ply
    MOVERS      the side to move in each of them
    LINE        the keys of the session's positions, then of the current line
    SEEN        the number of keys in LINE, per value of their low bits
    LEFT_OUT    moves that are not tried at the root
    MOVES       the moves of a position, and after MAX_MOVES words those of another
    PATH_KEYS   the keys of the positions on the path, per ply
    SOLVED      the positions with proven results (see `solved`)
"""

from __future__ import annotations

from array import array

from kibitz.core import bits
from kibitz.core.types import Memory, Move, Ply
from kibitz.search.memory import MAX_HISTORY, MAX_MOVES, MAX_PLAYERS, SEEN_CLASSES, fill

MOVE = 0
FIRST = 1
COUNT = 2
VISITS = 3
VALUE = 4
LOWS = 5
HIGHS = 6
DISTANCE = 7
NODE_WORDS = 8

UNIT = 1000  # the result of a won playout

# The header.
PLAYOUTS = 0  # number of playouts of this search
PLAYOUT_LIMIT = 1
STOP = 2  # set by other threads: stop as soon as possible
IS_SETTLED = 3  # more playouts cannot change the result
SEED = 4  # of the random numbers
DRAWN_NUMBERS = 5  # how many random numbers were used
BASE = 6  # index of the root in LINE
REPEATS = 7  # how many occurrences of a position draw the game
TREE_END = 8  # index of the first free word of the tree
TREE_SIZE = 9
OVERFLOW = 10  # a node had more moves than fit
EVALUATION_SCALE = 12  # the evaluation that counts as half a win
LEFT_OUT_COUNT = 13
WEIGHTS = 14  # address of the weights of the evaluation
WEIGHTS_SIZE = 15
SCANNED_PLAYOUTS = 16  # number and plies of the playouts that look for a win in one
SCANNED_PLIES = 17
PLAIN_PLAYOUTS = 18  # number and plies of all others
PLAIN_PLIES = 19
HAS_LOOKED = 20  # the wins within three plies have been looked for
HAS_SOLVED = 21  # whether proven results are stored by position
LINE_COUNT = 22  # how many of the best moves the search has to prove before it ends

MAX_TREE_PLY: Ply = 255  # depth of the tree
MAX_PLAYOUT: Ply = 4096  # plies of one playout; a longer game counts as drawn
RESULT = 32
PATH = RESULT + MAX_PLAYERS
MOVERS = PATH + MAX_TREE_PLY + 1
LINE = MOVERS + MAX_TREE_PLY + 1
SEEN = LINE + MAX_HISTORY + MAX_TREE_PLY + MAX_PLAYOUT + 2
LEFT_OUT = SEEN + SEEN_CLASSES
MOVES = LEFT_OUT + MAX_MOVES
PATH_KEYS = MOVES + 2 * MAX_MOVES
SOLVED = PATH_KEYS + MAX_TREE_PLY + 1
SOLVED_ENTRIES = 1 << 15
MEMORY_WORDS = SOLVED + 4 * SOLVED_ENTRIES

_LOG_2 = 0.6931471805599453


def write_node(tree: Memory, node: int, move: Move, lows: int, highs: int) -> None:
    """Write a new node without children or visits."""
    tree[node + MOVE] = move
    tree[node + FIRST] = 0
    tree[node + COUNT] = 0
    tree[node + VISITS] = 0
    tree[node + VALUE] = 0
    tree[node + LOWS] = lows
    tree[node + HIGHS] = highs
    tree[node + DISTANCE] = 0


def set_session_keys(memory: Memory, keys: array[int]) -> None:
    """Set the keys of a session's positions, of which the root is the last."""
    latest = keys[-MAX_HISTORY:]
    memory[BASE] = len(latest) - 1
    fill(memory, SEEN, LEFT_OUT, 0)
    for index, key in enumerate(latest[:-1]):
        enter(memory, key, index - memory[BASE])


def enter(memory: Memory, key: int, ply: Ply) -> None:
    """Push the key of the position at `ply` onto the current line."""
    memory[LINE + memory[BASE] + ply] = key
    memory[SEEN + (key & (SEEN_CLASSES - 1))] += 1


def leave(memory: Memory, first: Ply, last: Ply) -> None:
    """Remove the keys of the plies from `first` to `last` - 1 from the current line."""
    base = LINE + memory[BASE]
    for index in range(base + first, base + last):
        memory[SEEN + (memory[index] & (SEEN_CLASSES - 1))] -= 1


def occurrences(memory: Memory, key: int, first: Ply, last: Ply) -> int:
    """How often `key` occurs at plies `first` to `last` - 1; the session's plies are negative."""
    if memory[SEEN + (key & (SEEN_CLASSES - 1))] == 0:
        return 0
    count = 0
    base = LINE + memory[BASE]
    for index in range(base + first, base + last):
        count += memory[index] == key
    return count


def is_repeated_in_tree(memory: Memory, key: int, ply: Ply) -> bool:
    """Whether the position at `ply` of the tree is a draw by repetition; the root never is.

    On the line from the root, a second occurrence is enough, as in alpha-beta search.
    """
    if ply == 0:
        return False
    if occurrences(memory, key, 0, ply) > 0:
        return True
    return bool(occurrences(memory, key, -memory[BASE], 0) + 1 >= memory[REPEATS])


def is_repeated(memory: Memory, key: int, ply: Ply) -> bool:
    """Whether the position at `ply` is drawn by repetition under the rules."""
    return bool(occurrences(memory, key, -memory[BASE], ply) + 1 >= memory[REPEATS])


def random_below(memory: Memory, count: int) -> int:
    """A random number from 0 to `count` - 1, the same in compiled and interpreted code."""
    memory[DRAWN_NUMBERS] += 1
    number = bits.mix(memory[SEED], memory[DRAWN_NUMBERS])
    return int((number >> 16 & 0xFFFFFFFF) * count >> 32)


def logarithm(number: int) -> float:
    """An approximate natural logarithm of `number`, the same on every machine."""
    exponent = bits.highest(number)
    return (exponent + number / (1 << exponent) - 1.0) * _LOG_2
