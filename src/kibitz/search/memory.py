"""The working memory of one search thread: one block of 64-bit words.

One block, because a compiled function with many array arguments is a quarter slower. When the
search runs interpreted the block is a list, so that its words are plain Python integers.

    header      counters, limits and switches
    PV          a line of moves for every ply, and its length
    KILLERS     two moves a ply
    HISTORY     how much a move has refuted, by player to move
    COUNTERS    what refuted a move, by the player who moved
    MOVED       the moves of the current line
    BARRED      the move that a node leaves out, to see what it is worth without
    LINE        the keys of the session's positions, then those on the current line
    SEEN        how many keys of LINE fall into each of a few classes
    LEFT_OUT    moves that are not tried at the root
    MOVERS …    what the searches for several players know of every ply
    STACK       the moves of every node on the current line, each with its weight
"""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.core import bits
from kibitz.core.contract import MOST_PLAYERS
from kibitz.core.types import Ply, Words
from kibitz.search.switches import Switches

MAX_PLY: Ply = 256  # a line is never longer
MAX_MOVES = 1 << 14  # a node never has more
MAX_PLAYERS = MOST_PLAYERS
MAX_HISTORY = 4096  # positions of a session that are looked at for repetition

# The header. Switches stand in it in the order of `Switches`.
NODES = 0
NODE_LIMIT = 1
STOPPED = 2
UNSURE = 3  # values that do not come from a finished game: evaluations, repetitions, clocks
ROOT = 4  # the player for whom is searched
SALT = 5  # what tells apart positions that are worth something else to another player
GENERATION = 6  # number of this search, for the table
BASE = 7  # positions of the session in LINE
OVERFLOW = 8  # a node had more moves than fit
TRUSTED = 9  # the oldest search whose decided games still count in this session
STOP = 10  # set from outside: end as soon as possible
EXCLUDED = 11  # moves left out at the root, because their lines are known already
REPEATS = 12  # at which occurrence of a position the game is drawn
EXACT_ONLY = 13  # nothing is reduced or left out, and only what was found so is believed
ROUGH = 14  # values so far that rest on something reduced, left out or looked at further
SWING = 15  # by how much a quiet move usually changes the evaluation
PROBED = 16  # states that a table of perfect play knew
MEETS_IMAGES = 17  # moves at the root lead to images of each other
SWITCHES = 18
USES_TABLE = SWITCHES + Switches._fields.index("table")
USES_NARROW = SWITCHES + Switches._fields.index("narrow")
USES_KILLERS = SWITCHES + Switches._fields.index("killers")
USES_HISTORY = SWITCHES + Switches._fields.index("history")
USES_SORTING = SWITCHES + Switches._fields.index("sorting")
USES_QUIESCENCE = SWITCHES + Switches._fields.index("quiescence")
USES_REPETITION = SWITCHES + Switches._fields.index("repetition")
USES_DEEPER = SWITCHES + Switches._fields.index("deeper_entries")
USES_PRUNING = SWITCHES + Switches._fields.index("pruning")
USES_OUTCOMES = SWITCHES + Switches._fields.index("outcomes")
EXCHANGE = SWITCHES + Switches._fields.index("exchange")
USES_LATEST = SWITCHES + Switches._fields.index("latest")
USES_REDUCTIONS = SWITCHES + Switches._fields.index("reductions")
USES_FUTILITY = SWITCHES + Switches._fields.index("futility")
USES_SKIPPING = SWITCHES + Switches._fields.index("skipping")
USES_INTERNAL = SWITCHES + Switches._fields.index("internal")
USES_EXTENSIONS = SWITCHES + Switches._fields.index("extensions")
USES_SINGULAR = SWITCHES + Switches._fields.index("singular")
USES_COUNTERS = SWITCHES + Switches._fields.index("counters")
USES_DISTANCE = SWITCHES + Switches._fields.index("distance")
USES_SYMMETRY = SWITCHES + Switches._fields.index("symmetry")
USES_TABLES = SWITCHES + Switches._fields.index("tables")

ROOT_DEPTH = 62  # how far the root is searched
FIRST = 63  # the move that the root tries first, or NO_MOVE

PV_LENGTH = 64
PV = PV_LENGTH + MAX_PLY + 1
KILLERS = PV + (MAX_PLY + 1) * MAX_PLY
HISTORY = KILLERS + 2 * (MAX_PLY + 1)
HISTORY_MOVES = 1 << 12
COUNTERS = HISTORY + 4 * HISTORY_MOVES
MOVED = COUNTERS + 4 * HISTORY_MOVES
BARRED = MOVED + MAX_PLY + 2
LINE = BARRED + MAX_PLY + 1
SEEN = LINE + MAX_HISTORY + MAX_PLY + 1
SEEN_CLASSES = 1 << 10
LEFT_OUT = SEEN + SEEN_CLASSES  # the excluded moves themselves
MOVERS = LEFT_OUT + MAX_MOVES  # who moves at every ply (max^n)
REPLIED = MOVERS + MAX_PLY + 1  # whether an opponent has replied, at every ply (best reply)
VECTORS = REPLIED + MAX_PLY + 1  # everybody's score at every ply (max^n)
STACK = VECTORS + (MAX_PLY + 1) * MAX_PLAYERS
STACK_WORDS = 1 << 18
WORDS = STACK + STACK_WORDS
STACK_END = WORDS - 2 * MAX_MOVES - 2  # beyond it no node lists its moves

NO_MOVE = -1


def fill(memory: Words, start: int, end: int, value: int) -> None:
    """Set a stretch of words, in a list as in an array."""
    memory[start:end] = [value] * (end - start) if isinstance(memory, list) else value


def forget(memory: Words) -> None:
    """Make `memory` know of no move whether it is good."""
    fill(memory, HISTORY, COUNTERS, 0)
    fill(memory, COUNTERS, LINE, NO_MOVE)


def prepare(memory: Words, player: int, salt: int, switches: Switches, generation: int) -> None:
    """Make `memory` ready for a search for `player`."""
    fill(memory, 0, PV, 0)
    fill(memory, KILLERS, HISTORY, NO_MOVE)
    if not switches.ageing:
        forget(memory)
    elif isinstance(memory, list):
        memory[HISTORY:COUNTERS] = [credit // 4 for credit in memory[HISTORY:COUNTERS]]
    else:
        memory[HISTORY:COUNTERS] //= 4
    memory[ROOT] = player
    memory[SALT] = salt
    memory[GENERATION] = generation
    memory[SWITCHES : SWITCHES + len(switches)] = list(map(int, switches))


def remember_session(memory: Words, keys: Sequence[int]) -> None:
    """Put the keys of a session's positions, the root's last, before the line."""
    fill(memory, SEEN, LEFT_OUT, 0)
    kept = keys[-MAX_HISTORY:]
    for index, key in enumerate(kept):
        memory[LINE + index] = key
        memory[SEEN + (key & (SEEN_CLASSES - 1))] += 1
    memory[BASE] = len(kept) - 1


def is_stopped(memory: Words) -> bool:
    """Whether the search has to end now; once true, it stays so."""
    if memory[STOP] != 0 or memory[NODES] >= memory[NODE_LIMIT]:
        memory[STOPPED] = 1
    return bool(memory[STOPPED] != 0)


def enter(memory: Words, key: int, ply: Ply) -> None:
    """Put the node's key on the current line, with no moves below it yet."""
    memory[LINE + memory[BASE] + ply] = key
    memory[SEEN + (key & (SEEN_CLASSES - 1))] += 1


def leave(memory: Words, key: int) -> None:
    """Take the node's key off the current line."""
    memory[SEEN + (key & (SEEN_CLASSES - 1))] -= 1


def is_repeated(memory: Words, key: int, ply: Ply) -> bool:
    """Whether the position counts as a draw by repetition.

    On the current line, from the root on, a second occurrence is enough: who repeats once can
    repeat again. Of those in the session, so many that this one is the last which the rules allow:
    the other side has gone on from there once already, and may do better this time.
    """
    if memory[SEEN + (key & (SEEN_CLASSES - 1))] == 0:
        return False
    root = LINE + memory[BASE]
    for index in range(root, root + ply):
        if memory[index] == key:
            return True
    count = 1
    for index in range(LINE, root):
        count += memory[index] == key
    return bool(count >= memory[REPEATS])


def extend_line(memory: Words, ply: Ply, move: int) -> None:
    """Make `move` and the best line below it the best line of the node at `ply`."""
    own = PV + ply * MAX_PLY
    below = own + MAX_PLY
    length = memory[PV_LENGTH + ply + 1]
    memory[own] = move
    for index in range(length):
        memory[own + 1 + index] = memory[below + index]
    memory[PV_LENGTH + ply] = length + 1


def exclude(memory: Words, moves: Sequence[int]) -> None:
    """Leave `moves` out at the root from now on."""
    for index, move in enumerate(moves):
        memory[LEFT_OUT + index] = move
    memory[EXCLUDED] = len(moves)


def is_excluded(memory: Words, move: int) -> bool:
    """Whether `move` is left out at the root."""
    for index in range(LEFT_OUT, LEFT_OUT + memory[EXCLUDED]):
        if memory[index] == move:
            return True
    return False


def bar(memory: Words, move: int, top: int, end: int) -> int:
    """Take `move` off the moves from `top` to `end` of the stack; where they end then."""
    for index in range(top, end, 2):
        if memory[index] == move:
            memory[index] = memory[end - 2]
            memory[index + 1] = memory[end - 1]
            return end - 2
    return end


def best_line(memory: Words) -> list[int]:
    """The best line of the root, as it was last found."""
    return list(map(int, memory[PV : PV + memory[PV_LENGTH]]))


def salt_of(player: int, is_shared: bool) -> int:
    """The salt of keys: one for all players where values mirror, else one for each."""
    return bits.mix(0x5EED, 0 if is_shared else player + 1)
