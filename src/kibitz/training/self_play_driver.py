"""The driver of self-play: one whole game between two copies of the search, in compiled code.

It calls the compiled search by its address, so that Python runs only between games, and the driver
compiles in about a second. `job` holds the settings and receives the result; `records` receives
a row for every position that was searched.
"""

from __future__ import annotations

from types import FunctionType
from typing import cast

from kibitz.compiling.function_pointer import FunctionPointer
from kibitz.core import bits
from kibitz.core.contract import Game
from kibitz.core.score import INFINITY, is_decided, plies_to_end
from kibitz.core.states import position_words, state_functions
from kibitz.core.types import Depth, Memory, Move, Score
from kibitz.search.defaults import never_drawn, never_noisy
from kibitz.search.endgame import TableProbe, endgame_function, no_endgame_tables
from kibitz.search.memory import (
    BASE,
    COUNTER_MOVES,
    EXACT_ONLY,
    FIRST_MOVE,
    GENERATION,
    HISTORY,
    KILLERS,
    LINE,
    NO_MOVE,
    NODE_LIMIT,
    NODES,
    PV,
    PV_LENGTH,
    QUIESCENCE_NODES,
    QUIESCENCE_PLIES,
    REPEATS,
    ROOT_DEPTH,
    ROOT_SIDE,
    SALT,
    SEEN,
    SEEN_CLASSES,
    SELECTIVE,
    STACK,
    STOPPED,
    TRUSTED,
    TYPICAL_CHANGE,
    UNSURE,
    USES_ENDGAME_TABLES,
    WEIGHTS,
    WEIGHTS_SIZE,
    salt_of,
)
from kibitz.search.switches import TUNING
from kibitz.training.position_records import PROVEN, QUIET, RANDOM

# The words of a job: first the input of the driver.
SEED = 0
SEARCH = 1  # address of the compiled search
MEMORY = 2  # address and size of the memory of the search
TABLE = 4  # address and size of its transposition table
ENDGAME = 6  # address and size of the memory of the endgame tables
EVALUATION = 8  # address and size of the weights of the evaluation
MOVE_NODES = 10  # node limit of one search
MOST_DEPTH = 11
LEAST_OPENING = 12  # random plies at the start of a game
MOST_OPENING = 13
RANDOM_MOVES = 14  # how many of a thousand later moves are random
MOST_PLIES = 15  # a longer game is drawn
ADJUDICATES = 16  # whether known results end the game
TYPICAL = 17  # see `typical_change`
QUIESCENCE = 18  # see `Switches.quiescence_plies`
# Then its output.
PLIES = 20  # length of the game
REASON = 21
SEARCHED = 22  # nodes of all searches
PAYOFFS = 24  # of each side
JOB_WORDS = 64

# The words of a record, after those of the position.
SCORE, MOVE, PLY, SIDE, FLAGS = range(5)
RECORD_WORDS = 5

# The reasons for the end of a game, as indices of REASONS.
BY_RULES, BY_CLOCK, BY_REPETITION, BY_LENGTH, BY_TABLES, BY_SCORE = range(6)

_FULL_WIDTH_DEPTH: Depth = 2  # full width up to this depth, so that no win in one is missed
_NUMBERS = (1 << 47) - 1


def self_play_function(
    game: Game, call: FunctionPointer, probe: TableProbe | None = None
) -> FunctionType:
    """The driver for `game`, as a plain Python function; `call` calls the search."""
    moves, play, payoff = game.moves, game.play, game.payoff
    noisy, drawn = game.noisy or never_noisy, game.drawn or never_drawn
    unpack, pack, key_of, *_ = state_functions(game)
    probe_tables = no_endgame_tables if probe is None else endgame_function(game, probe)
    think = think_function(call, has_tables=probe is not None)
    players, draws_at = game.players, game.draws_at
    has_history = draws_at > 0
    is_shared = game.mirrored and players == 2
    salts = [salt_of(side, is_shared) for side in range(players)]
    can_adjudicate = players == 2 and game.margin is None
    width, row = position_words(game), position_words(game) + RECORD_WORDS

    def self_play(
        position: tuple[int, ...],
        job: Memory,
        memory: Memory,
        endgame_table: Memory,
        keys: Memory,
        records: Memory,
    ) -> int:
        """Play a game from `position`. Returns the number of records; the job has the result."""
        state = unpack(position)
        seed = bits.mix(job[SEED], 0x5E1F)
        opening = job[LEAST_OPENING]
        opening += (seed & _NUMBERS) % (job[MOST_OPENING] - job[LEAST_OPENING] + 1)
        job[SEARCHED] = 0
        for side in range(players):
            job[PAYOFFS + side] = 0
        count, ply = 0, 0
        while True:
            # Is the game over?
            total, loud = 0, 0
            for move in moves(state):
                total += 1
                loud += noisy(state, move)
            keys[ply] = key_of(state, 0)
            job[PLIES] = ply
            if total == 0:
                job[REASON] = BY_RULES
                for side in range(players):
                    job[PAYOFFS + side] = payoff(state, side)
                return count
            if drawn(state):
                job[REASON] = BY_CLOCK
                return count
            if has_history and occurrences(keys, ply) >= draws_at:
                job[REASON] = BY_REPETITION
                return count
            if ply >= job[MOST_PLIES]:
                job[REASON] = BY_LENGTH
                return count
            prepare_search(memory, job, keys, ply if has_history else 0, ply, salts[state.turn])
            memory[ROOT_SIDE] = state.turn
            memory[REPEATS] = draws_at
            memory[TRUSTED] = memory[GENERATION] if has_history else 0
            if job[ADJUDICATES] != 0:
                score, is_known = probe_tables(state, 1, memory, endgame_table)
                if is_known and (score == 0 or is_decided(score)):
                    job[REASON] = BY_TABLES
                    award(job, state.turn, score)
                    return count

            # Choose a move.
            seed = bits.mix(seed, ply)
            chosen, score, is_proven = NO_MOVE, 0, False
            is_searched = ply >= opening and total > 1
            if is_searched:
                chosen, score, is_proven = think(pack(state), job, memory)
                job[SEARCHED] += memory[NODES]
            seed = bits.mix(seed, 1)
            is_random = chosen == NO_MOVE or (seed & _NUMBERS) % 1000 < job[RANDOM_MOVES]
            if is_searched and chosen != NO_MOVE:
                start = count * row
                words = pack(state)
                for word in range(width):
                    records[start + word] = words[word]
                start += width
                records[start + SCORE] = score
                records[start + MOVE] = chosen
                records[start + PLY] = ply
                records[start + SIDE] = state.turn
                records[start + FLAGS] = (
                    (QUIET if loud == 0 else 0)
                    | (RANDOM if is_random else 0)
                    | (PROVEN if is_proven else 0)
                )
                count += 1
            if is_proven and can_adjudicate and job[ADJUDICATES] != 0:
                job[REASON] = BY_SCORE
                award(job, state.turn, score)
                return count
            if is_random:
                seed = bits.mix(seed, 2)
                wanted = (seed & _NUMBERS) % total
                for move in moves(state):
                    if wanted == 0:
                        chosen = move
                    wanted -= 1
            state = play(state, chosen)
            ply += 1

    return cast(FunctionType, self_play)


def think_function(call: FunctionPointer, *, has_tables: bool) -> FunctionType:
    """The function that searches one position with iterative deepening, within the node limit.

    `has_tables`: whether the search takes the endgame tables as an argument.
    """

    def ask(
        position: tuple[int, ...],
        depth: Depth,
        low: Score,
        high: Score,
        job: Memory,
        memory: Memory,
    ) -> Score:
        memory[ROOT_DEPTH] = depth
        numbers = (depth, low, high, 0, STACK, job[MEMORY], job[MEMORY + 1], job[TABLE])
        return call(job[SEARCH], position + numbers + (job[TABLE + 1],))  # type: ignore[no-any-return]

    def ask_with_tables(
        position: tuple[int, ...],
        depth: Depth,
        low: Score,
        high: Score,
        job: Memory,
        memory: Memory,
    ) -> Score:
        memory[ROOT_DEPTH] = depth
        numbers = (depth, low, high, 0, STACK, job[MEMORY], job[MEMORY + 1], job[TABLE])
        tables = (job[TABLE + 1], job[ENDGAME], job[ENDGAME + 1])
        return call(job[SEARCH], position + numbers + tables)  # type: ignore[no-any-return]

    value_of = ask_with_tables if has_tables else ask

    def think(position: tuple[int, ...], job: Memory, memory: Memory) -> tuple[Move, Score, bool]:
        """The best move, its score, and whether the score is a proven result.

        The move is NO_MOVE if the node limit is reached in the first iteration.
        """
        best, score, is_proven = NO_MOVE, 0, False
        depth = 1
        while depth <= job[MOST_DEPTH]:
            memory[FIRST_MOVE] = best
            memory[EXACT_ONLY] = 1 if depth <= _FULL_WIDTH_DEPTH else 0
            unsure, selective = memory[UNSURE], memory[SELECTIVE]
            low, high = -INFINITY, INFINITY
            width = max(1, TUNING.aspiration_window * job[TYPICAL])
            if depth >= TUNING.aspiration_depth and not is_decided(score):
                low, high = score - width, score + width
            value = value_of(position, depth, low, high, job, memory)
            while memory[STOPPED] == 0 and not low < value < high:
                width *= 4
                low, high = widened(value, low, high, width)
                value = value_of(position, depth, low, high, job, memory)
            if memory[STOPPED] != 0:
                # The moves that were searched completely include the best one so far.
                is_useful = best != NO_MOVE and low < value < high and memory[PV_LENGTH] > 0
                if is_useful and not (is_decided(value) and value < 0):
                    best, score = memory[PV], value
                return best, score, False
            best, score = memory[PV], value
            if memory[UNSURE] == unsure and memory[SELECTIVE] == selective:
                is_proven = True  # every line reached the end of the game
                break
            if is_decided(score) and plies_to_end(score) <= depth:
                is_proven = True
                if memory[EXACT_ONLY] == 0:
                    memory[EXACT_ONLY] = 1
                    low, high = (score - 1, INFINITY) if score > 0 else (-INFINITY, score + 1)
                    value = value_of(position, plies_to_end(score), low, high, job, memory)
                    is_proven = memory[STOPPED] == 0 and low < value < high
                break
            depth += 1
        return best, score, is_proven

    return cast(FunctionType, think)


def widened(value: Score, low: Score, high: Score, width: int) -> tuple[Score, Score]:
    """A wider window after `value` was outside; infinite for decided scores."""
    if is_decided(value):
        return -INFINITY, INFINITY
    return min(low, value - width), max(high, value + width)


def occurrences(keys: Memory, ply: int) -> int:
    """How many times the position at `ply` has occurred in the game."""
    count = 0
    for index in range(ply + 1):
        count += keys[index] == keys[ply]
    return count


def award(job: Memory, side: int, score: Score) -> None:
    """Set the payoffs of both sides for a result that is known as a score of `side`."""
    sign = 1 if score > 0 else -1 if score < 0 else 0
    job[PAYOFFS + side] = sign
    job[PAYOFFS + 1 - side] = -sign


def prepare_search(
    memory: Memory, job: Memory, keys: Memory, earlier: int, ply: int, salt: int
) -> None:
    """Prepare the memory for the search at `ply`, with the `earlier` positions of the game."""
    generation = memory[GENERATION] + 1
    for index in range(PV):
        memory[index] = 0
    for index in range(KILLERS, HISTORY):
        memory[index] = NO_MOVE
    for index in range(HISTORY, COUNTER_MOVES):
        memory[index] = 0
    for index in range(COUNTER_MOVES, LINE):
        memory[index] = NO_MOVE
    memory[GENERATION] = generation
    memory[SALT] = salt
    memory[NODE_LIMIT] = job[MOVE_NODES]
    memory[TYPICAL_CHANGE] = job[TYPICAL]
    memory[QUIESCENCE_PLIES] = job[QUIESCENCE]
    memory[QUIESCENCE_NODES] = TUNING.quiescence_nodes
    memory[USES_ENDGAME_TABLES] = 1 if job[ENDGAME + 1] > 0 else 0
    memory[WEIGHTS], memory[WEIGHTS_SIZE] = job[EVALUATION], job[EVALUATION + 1]
    for index in range(SEEN, SEEN + SEEN_CLASSES):
        memory[index] = 0
    memory[BASE] = earlier
    for index in range(earlier + 1):
        key = keys[ply - earlier + index] ^ salt
        memory[LINE + index] = key
        memory[SEEN + (key & (SEEN_CLASSES - 1))] += 1
