"""Symmetries of a game's rules, found out from sample states.

A transformation moves the cells of the board, and may exchange planes and counters. It is accepted
if the sample states and their images have the same legal moves below them, by number. Patterns
that a symmetry maps to each other share their weights; a symmetry that also exchanges the sides
lets both sides share all weights.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.core.contract import Game
from kibitz.core.states import state_functions
from kibitz.core.types import State
from kibitz.training.board_layout import WORD_BITS, BoardLayout

_TESTED = 20  # states, and as many with few moves: they tend to be near the end of the game
_MOST_CHILDREN = 12  # of each state


@dataclass(frozen=True)
class Automorphism:
    """A transformation of positions."""

    cells: tuple[int, ...]  # for each cell the cell that its piece moves to
    planes: tuple[int, ...]  # for each plane its new number
    counters: tuple[int, ...]  # for each counter its new number
    swaps_sides: bool

    def code(self, code: int) -> int:
        """The code of a cell after the planes are exchanged."""
        return sum(1 << new for old, new in enumerate(self.planes) if code >> old & 1)

    def apply(self, position: Sequence[int], layout: BoardLayout) -> tuple[int, ...]:
        """The words of the transformed position."""
        words = [int(word) for word in position]
        result = list(words)
        for plane, first in enumerate(layout.planes):
            target = layout.planes[self.planes[plane]]
            board = 0
            for cell, bit in enumerate(layout.bits):
                if words[first + bit // WORD_BITS] >> bit % WORD_BITS & 1:
                    board |= 1 << layout.bits[self.cells[cell]]
            for word in range(layout.words):
                part = board >> WORD_BITS * word & (1 << WORD_BITS) - 1
                result[target + word] = part - (1 << WORD_BITS) if part >> 63 else part
        for old, new in enumerate(self.counters):
            result[layout.counters[new]] = words[layout.counters[old]]
        if self.swaps_sides:
            result[layout.turn] = 1 - words[layout.turn]
        return tuple(result)


def find_automorphisms(
    game: Game, layout: BoardLayout, states: Sequence[State]
) -> list[Automorphism]:
    """The symmetries of the rules, the identity first.

    With more than two players only those that keep the side to move are looked for.
    """
    late = sorted(states, key=lambda state: sum(1 for _ in game.moves(state)))[:_TESTED]
    return [
        candidate
        for number, candidate in enumerate(_candidates(layout, is_duel=game.players == 2))
        if number == 0 or _is_valid(game, layout, candidate, [*late, *states[:_TESTED]])
    ]


def _candidates(layout: BoardLayout, *, is_duel: bool) -> Iterator[Automorphism]:
    for swaps_sides in (False, True) if is_duel else (False,):
        for planes in _involutions(len(layout.planes)):
            for counters in _involutions(len(layout.counters)):
                for cells in _transformations(layout.places):
                    yield Automorphism(cells, planes, counters, swaps_sides)


def _involutions(count: int) -> list[tuple[int, ...]]:
    """The identity, and the permutations that exchange neighbouring or distant halves."""
    found = [tuple(range(count))]
    if count >= 2:
        found.append(tuple(index ^ 1 if index ^ 1 < count else index for index in range(count)))
    if count >= 4 and count % 2 == 0:
        found.append(tuple((index + count // 2) % count for index in range(count)))
    return found


def _transformations(places: Sequence[tuple[int, int]]) -> list[tuple[int, ...]]:
    """The rotations and reflections that map all places to places, the identity first."""
    if not places:
        return [()]
    at = {place: index for index, place in enumerate(places)}
    most_x, most_y = max(x for x, _ in places), max(y for _, y in places)
    found = []
    for turns, is_flipped in itertools.product(range(4), (False, True)):
        images = []
        for x, y in places:
            image, size = (x, y), (most_x, most_y)
            for _ in range(turns):
                image, size = (size[1] - image[1], image[0]), (size[1], size[0])
            if is_flipped:
                image = (size[0] - image[0], image[1])
            images.append(at.get(image))
        if None not in images:
            cells = tuple(index for index in images if index is not None)
            if cells not in found:
                found.append(cells)
    return found


def _is_valid(
    game: Game, layout: BoardLayout, candidate: Automorphism, states: Sequence[State]
) -> bool:
    functions = state_functions(game)

    def image_of(state: State) -> State:
        return functions.unpack(candidate.apply(functions.pack(state), layout))

    for state in states:
        image = image_of(state)
        children = [game.play(state, move) for move in game.moves(state)]
        try:
            others = [game.play(image, move) for move in game.moves(image)]
        except Exception:  # the rules cannot know a position that never occurs
            return False
        if len(children) != len(others):
            return False
        if candidate.swaps_sides or candidate.cells:
            # The images of the children are the children of the image, except for the clocks.
            own = {_key(game, image_of(child)) for child in children}
            if own != {_key(game, other) for other in others}:
                return False
        for child in children[:_MOST_CHILDREN]:
            if not _has_equal_end(game, child, image_of(child), swaps=candidate.swaps_sides):
                return False
    return True


def _key(game: Game, state: State) -> Any:
    return tuple(game.identity(state))


def _has_equal_end(game: Game, state: State, image: State, *, swaps: bool) -> bool:
    """Whether both are unfinished, or finished with the same result for corresponding sides."""
    is_over = next(iter(game.moves(state)), None) is None
    if is_over != (next(iter(game.moves(image)), None) is None):
        return False
    return not is_over or all(
        game.payoff(state, side) == game.payoff(image, 1 - side if swaps else side)
        for side in range(game.players)
    )
