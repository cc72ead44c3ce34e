"""Enumerate the reachable positions of a game, with compiled or interpreted rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kibitz.compiling.signature import INTS, ArrayType, Signature
from kibitz.core.contract import Game
from kibitz.core.errors import LimitError, TableError
from kibitz.core.state_fields import state_words
from kibitz.core.types import State
from kibitz.search.compiled import compiled
from kibitz.tables import exploring
from kibitz.tables.exploring import (
    AT_FIELD,
    AT_VALUE,
    CONTROL,
    COUNT,
    DONE,
    DRAWN,
    EDGES,
    EMPTY,
    ENDED,
    NEXT,
    STATUS,
    TOO_NARROW,
    UNTIL,
    WON_FIRST,
    WON_SECOND,
    WORDS,
    explore_function,
)
from kibitz.tables.kernels import kernel
from kibitz.tables.retrograde import Graph
from kibitz.tables.state_layout import StateLayout

_PORTION = 1 << 15  # positions between two checks for an interrupt
_FIRST_CAPACITY = 1 << 12
_OBJECT_BYTES = 600  # the approximate size of a position as Python objects
_BACKWARDS = 8 + 4 + 4  # bytes per position in retrograde analysis: lists, values, queue

Progress = Callable[[int, int], None]  # (plies from the start, positions so far)


@dataclass(frozen=True, slots=True)
class Positions:
    """All positions of a game, numbered in the order of discovery, and the moves between them."""

    graph: Graph
    plies: tuple[int, ...]  # the number of positions first reached after 0, 1, ... plies
    layout: StateLayout | None  # None if the states are Python objects
    words: Any  # int64: the positions in that layout
    states: tuple[State, ...] = ()  # the positions, if they are Python objects

    @property
    def count(self) -> int:
        """The number of positions."""
        return sum(self.plies)


def collect(game: Game, state: State, memory: int, on_progress: Progress) -> Positions:
    """Find all positions reachable from `state` with compiled rules, in at most `memory` bytes."""
    return _Collector(game, state, memory).run(on_progress)


class _Collector:
    """The growing arrays of an enumeration with compiled rules."""

    def __init__(self, game: Game, state: State, memory: int) -> None:
        import numpy as np

        self._game = game
        self._memory = memory
        self._explore = compiled(game, explore_function, _signature())
        start = game.symmetries(state) if game.symmetries else state
        self._start = tuple(map(int, state_words(start)))
        self._layout = StateLayout.of(game, start)
        self._control = np.zeros(CONTROL, np.int64)
        self._scratch = np.zeros(2 * len(self._start), np.int64)
        self._edges = np.empty(4 * _FIRST_CAPACITY, np.int32)
        self._degrees = np.zeros(_FIRST_CAPACITY, np.int32)
        self._marks = np.zeros(_FIRST_CAPACITY, np.uint8)
        self._words = np.zeros(_FIRST_CAPACITY * self._layout.words, np.int64)
        self._words[: self._layout.words] = self._layout.pack(self._start)
        self._control[[COUNT, WORDS]] = 1, self._layout.words
        self._hash()

    def run(self, on_progress: Progress) -> Positions:
        import numpy as np

        control = self._control
        plies: list[int] = []
        while control[NEXT] < control[COUNT]:
            ply_end = int(control[COUNT])
            plies.append(ply_end - int(control[NEXT]))
            while control[NEXT] < ply_end:
                control[UNTIL] = min(int(control[NEXT]) + _PORTION, ply_end)
                places = np.array(self._layout.places, np.int64)
                self._explore(
                    self._start,
                    control,
                    places,
                    self._scratch,
                    self._words,
                    self._slots,
                    self._edges,
                    self._degrees,
                    self._marks,
                )
                if control[STATUS] == TOO_NARROW:
                    self._widen()
                elif control[STATUS] != DONE:
                    self._grow()
                on_progress(len(plies) - 1, int(control[COUNT]))
        count, moves = int(control[COUNT]), int(control[EDGES])
        del self._slots
        graph = Graph(self._edges[:moves], self._degrees[:count], self._marks[:count])
        words = self._words[: count * self._layout.words]
        return Positions(graph, tuple(plies), self._layout, words)

    def _hash(self) -> None:
        import numpy as np

        size = 1 << (2 * len(self._degrees)).bit_length()
        self._slots = np.full(size, EMPTY, np.int32)
        enter = kernel(exploring.rehash, "int64", "int", "int", "int32")
        enter(self._words, self._layout.words, int(self._control[COUNT]), self._slots)

    def _grow(self) -> None:
        """Grow the arrays for positions and moves by half, if memory allows it."""
        import numpy as np

        count, moves = int(self._control[COUNT]), int(self._control[EDGES])
        capacity = len(self._degrees)
        if 3 * count >= 2 * capacity:
            capacity += capacity // 2
        edges = len(self._edges)
        if moves * 4 >= edges * 3 or capacity == len(self._degrees):
            edges += edges // 2
        self._keep_within(capacity, edges)

        def grown(array: Any, size: int) -> Any:
            larger = np.zeros(size, array.dtype)
            larger[: len(array)] = array
            return larger

        self._edges = grown(self._edges, edges)
        if capacity > len(self._degrees):
            del self._slots
            self._words = grown(self._words, capacity * self._layout.words)
            self._degrees = grown(self._degrees, capacity)
            self._marks = grown(self._marks, capacity)
            self._hash()

    def _keep_within(self, capacity: int, edges: int) -> None:
        """Raise LimitError if arrays of these sizes exceed the memory limit."""
        words = 8 * self._layout.words * 5 // 3  # includes the old array during the copy
        slots = 4 << (2 * capacity).bit_length()
        if capacity * (words + 5 + _BACKWARDS) + slots + 8 * edges > self._memory:
            raise _too_many(self._game, int(self._control[COUNT]), self._memory)

    def _widen(self) -> None:
        """Repack the positions, with room for the value that did not fit."""
        import numpy as np

        old = self._layout
        field, value = int(self._control[AT_FIELD]), int(self._control[AT_VALUE])
        self._layout = old.widened(field, value)
        self._keep_within(len(self._degrees), len(self._edges))
        words = np.zeros(len(self._degrees) * self._layout.words, np.int64)
        again = kernel(exploring.repack, "int64", "int", "int64", "int64", "int", "int64", "int")
        again(
            self._words,
            old.words,
            np.array(old.places, np.int64),
            words,
            self._layout.words,
            np.array(self._layout.places, np.int64),
            int(self._control[COUNT]),
        )
        self._words = words
        self._control[WORDS] = self._layout.words
        self._hash()


def _signature() -> Signature:
    """The argument types of the compiled function after the start."""
    numbers = ArrayType("int32")
    return (INTS, INTS, INTS, INTS, numbers, numbers, numbers, ArrayType("uint8"))


def _too_many(game: Game, count: int, memory: int) -> LimitError:
    return LimitError(
        "too_many_positions", game=game.name, count=f"{count:,}", memory=f"{memory / 1e9:g}"
    )


def collect_objects(game: Game, state: State, memory: int, on_progress: Progress) -> Positions:
    """Find all positions reachable from `state` with interpreted rules, for any small game."""
    import numpy as np

    simplest = game.symmetries or (lambda one: one)
    states = [simplest(state)]
    try:
        numbers = {game.identity(states[0]): 0}
    except TypeError as problem:
        raise TableError("states_not_hashable", game=game.name, problem=str(problem)) from None
    edges: list[int] = []
    degrees: list[int] = []
    marks: list[int] = []
    plies: list[int] = []
    while len(degrees) < len(states):
        plies.append(len(states) - len(degrees))
        for at in states[len(degrees) :]:
            before = len(edges)
            for move in game.moves(at):
                after = simplest(game.play(at, move))
                number = numbers.setdefault(game.identity(after), len(states))
                if number == len(states):
                    states.append(after)
                edges.append(number)
            ended = 0
            if len(edges) == before:
                result = game.payoff(at, 0)
                ended = WON_FIRST if result > 0 else WON_SECOND if result < 0 else DRAWN
            degrees.append(len(edges) - before)
            marks.append(at.turn + ended * ENDED)
            if len(states) * _OBJECT_BYTES > memory:
                raise _too_many(game, len(states), memory)
        on_progress(len(plies) - 1, len(states))
    graph = Graph(np.array(edges, np.int32), np.array(degrees, np.int32), np.array(marks, np.uint8))
    return Positions(graph, tuple(plies), None, None, tuple(states))
