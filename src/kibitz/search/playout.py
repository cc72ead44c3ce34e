"""Playouts: random moves to the end of the game, whose results the tree collects.

Where it matters, a side takes a win in one and prevents the next side's. Whether it matters is
measured: the first playouts look for such moves in turn, and later ones only if that ends games
clearly sooner. In other games, looking for them costs far more than it gains.

With an evaluation, a playout ends after a few moves, and the evaluation stands for its result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from kibitz.core.contract import Game
from kibitz.core.score import clamp
from kibitz.core.states import StateFunctions
from kibitz.core.types import Memory, Move, Ply, State
from kibitz.search.defaults import never_drawn
from kibitz.search.memory import NO_MOVE
from kibitz.search.tree import (
    EVALUATION_SCALE,
    MAX_PLAYOUT,
    MOVES,
    PLAIN_PLAYOUTS,
    PLAIN_PLIES,
    RESULT,
    SCANNED_PLAYOUTS,
    SCANNED_PLIES,
    STOP,
    UNIT,
    enter,
    is_repeated,
    leave,
    random_below,
)
from kibitz.search.tree_bounds import sign_of
from kibitz.search.tree_moves import is_listed, is_new_function

CUT_OFF = 4  # plies before the evaluation ends a playout
_SAMPLES = 16  # playouts of each kind before one kind is chosen
_SOONER = (6, 5)  # the ratio of plies from which looking for wins is worth its cost
_TRIES = 3  # moves tried to prevent a win
_UNKNOWN = -2  # no move was looked for, so there may be a winning one

# (position, ply, memory): play a random game from there; its results are in RESULT.
Playout = Callable[[Any, Ply, Memory], None]


def playout_function(
    game: Game,
    functions: StateFunctions,
    list_moves: Callable[[State, Ply, int, Memory], int],
    winning_move: Callable[[State, Ply, Memory], Move],
    evaluate: Callable[[State, int, Memory], int] | None,
) -> Playout:
    """The function that plays a random game; `evaluate` is the evaluation, if the game has one."""
    play, payoff, players = game.play, game.payoff, game.players
    drawn = game.drawn or never_drawn
    unpack, pack, key_of, *_ = functions
    has_line, draws_by_repetition = game.repeats != 0, game.draws_at > 0
    is_new = is_new_function(game, functions)
    has_evaluation = evaluate is not None
    value_of = evaluate or _no_value

    def write_outcome(state: State, memory: Memory) -> None:
        for side in range(players):
            memory[RESULT + side] = UNIT * sign_of(payoff(state, side))

    def write_draw(memory: Memory) -> None:
        for side in range(players):
            memory[RESULT + side] = 0

    def write_evaluation(state: State, memory: Memory) -> None:
        for side in range(players):
            value = clamp(value_of(state, side, memory))
            memory[RESULT + side] = UNIT * value // (abs(value) + memory[EVALUATION_SCALE])

    def random_move(state: State, ply: Ply, count: int, memory: Memory) -> Move:
        """One of the `count` moves in MOVES; NO_MOVE if each would repeat a position."""
        left = count
        while left > 0:
            index = MOVES + random_below(memory, left)
            move = memory[index]
            if is_new(state, move, ply, memory):
                return int(move)
            left -= 1  # swap it behind those that are left
            memory[index] = memory[MOVES + left]
            memory[MOVES + left] = move
        return NO_MOVE

    def playout(position: tuple[int, ...], first: Ply, memory: Memory) -> None:
        scans = looks_for_wins(memory)
        known = _UNKNOWN
        ply, entered = first, first + 1
        while True:
            state = unpack(position)
            count = list_moves(state, ply, MOVES, memory)
            if count == 0:
                write_outcome(state, memory)
                break
            if memory[STOP] != 0 or ply - first >= MAX_PLAYOUT or drawn(state):
                write_draw(memory)
                break
            if has_line and ply > first:
                key = key_of(state, 0)
                if draws_by_repetition and is_repeated(memory, key, ply):
                    write_draw(memory)
                    break
                enter(memory, key, ply)
                entered = ply + 1
            if has_evaluation and ply - first >= CUT_OFF:
                write_evaluation(state, memory)
                break
            if scans:
                if known == _UNKNOWN:
                    known = winning_move(state, ply, memory)
                if known != NO_MOVE:
                    write_outcome(play(state, known), memory)
                    break
            move = random_move(state, ply, count, memory)
            if move == NO_MOVE:
                write_draw(memory)
                break
            position = pack(play(state, move))
            if scans:
                after = unpack(position)
                known = winning_move(after, ply + 1, memory)
                tries = 0
                while known != NO_MOVE and tries < _TRIES and after.turn != state.turn:
                    is_answer = tries == 0 and is_listed(memory, MOVES, count, known)
                    other = known if is_answer else memory[MOVES + random_below(memory, count)]
                    tries += 1
                    if not is_new(state, other, ply, memory):
                        continue
                    position = pack(play(state, other))
                    after = unpack(position)
                    known = winning_move(after, ply + 1, memory)
            ply += 1
        if has_line:
            leave(memory, first + 1, entered)
        count_plies(memory, scans, ply - first)

    return cast(Playout, playout)


def _no_value(state: State, side: int, memory: Memory) -> int:
    """The default for a game without an evaluation; never called."""
    return 0


def looks_for_wins(memory: Memory) -> bool:
    """Whether the next playout looks for wins in one: while sampling, every second one."""
    scanned, plain = memory[SCANNED_PLAYOUTS], memory[PLAIN_PLAYOUTS]
    if scanned < _SAMPLES or plain < _SAMPLES:
        return bool(scanned <= plain)
    more, less = _SOONER
    return bool(memory[PLAIN_PLIES] * scanned * less >= memory[SCANNED_PLIES] * plain * more)


def count_plies(memory: Memory, scans: bool, plies: Ply) -> None:
    """Count a playout and its plies."""
    if scans:
        memory[SCANNED_PLAYOUTS] += 1
        memory[SCANNED_PLIES] += plies + 1
    else:
        memory[PLAIN_PLAYOUTS] += 1
        memory[PLAIN_PLIES] += plies + 1
