"""How the states of a game store its board, found out from sample states.

Patterns need to know which bit of a state is which cell. The layout is inferred, so that the
rules of a user's game are enough: the *planes* are the fields that are sets of cells, such as the
men of one side, and a cell's *code* has one bit for each plane that contains the cell. All other
small numbers, such as stones in hand, are *counters*.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.core.board import Board
from kibitz.core.contract import Game
from kibitz.core.state_fields import word_count, words_of
from kibitz.core.states import state_functions
from kibitz.core.types import State

WORD_BITS = 64
MOST_COUNT = 63  # greater values of counters count as this
_GAMES = 60
_MOST_PLIES = 400
_EACH = 20  # states of each game
_LAST = 4  # and its last ones
_MOST_CODES = 16
_MOST_TRIED = 3  # planes; more only all together


@dataclass(frozen=True)
class BoardLayout:
    """Where the cells of a board are in the words of a position."""

    turn: int  # index of the word with the side to move
    planes: tuple[int, ...]  # for each plane the index of its first word
    words: int  # of each plane
    bits: tuple[int, ...]  # for each cell its bit, counted from the first word
    places: tuple[tuple[int, int], ...]  # for each cell its coordinates
    links: tuple[tuple[int, int], ...]  # pairs of neighbours, for boards of points
    codes: tuple[int, ...]  # the codes of cells that occur, the most frequent first, without 0
    counters: tuple[int, ...]  # the words that are counters

    @property
    def cells(self) -> int:
        """The number of cells."""
        return len(self.bits)

    def cell_codes(self, positions: Any) -> Any:
        """The code of every cell of every position, as an array (positions, cells)."""
        import numpy as np

        found = np.zeros((len(positions), self.cells), np.uint8)
        for number, first in enumerate(self.planes):
            for cell, bit in enumerate(self.bits):
                word = positions[:, first + bit // WORD_BITS]
                found[:, cell] |= ((word >> (bit % WORD_BITS)) & 1).astype(np.uint8) << number
        return found


def sample_states(game: Game, seed: int = 0) -> list[State]:
    """Unfinished states of random games, among them the last ones of each."""
    generator = random.Random(seed)  # noqa: S311 - a sample, not a secret
    found: list[State] = []
    for number in range(_GAMES):
        line: list[State] = []
        state = game.initial(number)
        while len(line) < _MOST_PLIES and (moves := list(game.moves(state))):
            line.append(state)
            state = game.play(state, generator.choice(moves))
        last = line[-_LAST:]
        found += last + generator.sample(line[:-_LAST], min(_EACH, max(len(line) - _LAST, 0)))
    generator.shuffle(found)
    return found


def find_layout(game: Game, states: Sequence[State]) -> BoardLayout:
    """The layout of the states of `game`; without planes if none is found."""
    import numpy as np

    pack = state_functions(game).pack
    start = game.initial()
    firsts, at = {}, 0  # the first word of each field
    for name, value in zip(start._fields, start, strict=True):
        firsts[name] = at
        at += word_count(value)
    words = np.array([pack(state) for state in states], np.int64)
    geometry = game.geometry
    places: tuple[tuple[int, int], ...] = ()
    links: tuple[tuple[int, int], ...] = ()
    chosen: list[str] = []
    bits: tuple[int, ...] = ()
    candidates = [
        name
        for name, value in zip(start._fields, start, strict=True)
        if name != "turn"
        and name not in game.clocks
        and (type(value) is int or isinstance(value, Board))
    ]
    if geometry is not None:
        marks = [geometry.occupants(state) for state in states]
        occupied = np.array([[mark != "" for mark in row] for row in marks], bool)
        chosen, bits = _match(game, candidates, firsts, words, occupied)
        places = tuple((cell.x, cell.y) for cell in geometry.cells)
        links = tuple((one, other) for one, other in geometry.links)
    if not chosen:
        boards = [name for name in candidates if isinstance(getattr(start, name), Board)]
        if boards:
            first = getattr(start, boards[0])
            chosen = [name for name in boards if _size(getattr(start, name)) == _size(first)]
            bits = tuple(range(first.size))
            places = tuple((bit % first.shape[1], bit // first.shape[1]) for bit in bits)
            links = ()
    if not chosen:
        places, links = (), ()
    plane_words = word_count(getattr(start, chosen[0])) if chosen else 0
    used = {
        firsts[name] + word for name in chosen for word in range(word_count(getattr(start, name)))
    }
    layout = BoardLayout(
        turn=firsts["turn"],
        planes=tuple(firsts[name] for name in chosen),
        words=plane_words,
        bits=bits,
        places=places,
        links=links,
        codes=(),
        counters=_counters(game, firsts, words, used),
    )
    codes = layout.cell_codes(words)
    found, counts = np.unique(codes[codes > 0], return_counts=True)
    order = np.argsort(-counts, kind="stable")[:_MOST_CODES]
    return BoardLayout(**{**layout.__dict__, "codes": tuple(int(found[index]) for index in order)})


def _size(board: Board) -> tuple[int, int]:
    return board.shape


def _match(
    game: Game, candidates: Sequence[str], firsts: dict[str, int], words: Any, occupied: Any
) -> tuple[list[str], tuple[int, ...]]:
    """The fields that are planes, and the bit of each cell.

    The planes together are the occupied cells, and no plane contains an empty one.
    """
    import numpy as np

    start = game.initial()
    by_width: dict[int, list[str]] = {}
    for name in candidates:
        by_width.setdefault(word_count(getattr(start, name)), []).append(name)
    best: tuple[int, list[str], list[int]] = (0, [], [])
    patterns = {occupied[:, cell].tobytes(): cell for cell in range(occupied.shape[1])}
    for width, names in by_width.items():
        planes = {}
        for name in names:
            own = words[:, firsts[name] : firsts[name] + width]
            planes[name] = np.concatenate(
                [(own[:, word : word + 1] >> np.arange(WORD_BITS)) & 1 for word in range(width)], 1
            ).astype(bool)
        chosen, union = _covering(planes, patterns)
        bit_of = {}
        for bit in _varying(union):
            cell = patterns.get(union[:, bit].tobytes())
            if cell is not None:
                bit_of[cell] = bit
        if len(bit_of) <= best[0]:
            continue
        mapped = {bit: cell for cell, bit in bit_of.items()}
        for name in names:
            if name not in chosen and planes[name].any():
                is_inside = all(
                    bit in mapped and bool((~planes[name][:, bit] | occupied[:, mapped[bit]]).all())
                    for bit in np.flatnonzero(planes[name].any(0))
                )
                if is_inside:
                    chosen.append(name)
        best = (len(bit_of), chosen, [bit_of.get(cell, -1) for cell in range(occupied.shape[1])])
    _, chosen, bits = best
    if not chosen or -1 in bits:  # some cell is never occupied in the sample, or another one is
        return [], ()
    return sorted(chosen, key=candidates.index), tuple(int(bit) for bit in bits)


def _covering(planes: dict[str, Any], patterns: dict[bytes, int]) -> tuple[list[str], Any]:
    """The fewest planes whose union is equal to as many cells as possible, and the union."""
    import numpy as np

    names = list(planes)
    trials = [
        trial for size in range(1, _MOST_TRIED + 1) for trial in itertools.combinations(names, size)
    ]
    trials.append(tuple(names))
    best, most = trials[0], -1
    for trial in trials:
        union = np.logical_or.reduce([planes[name] for name in trial])
        matched = sum(union[:, bit].tobytes() in patterns for bit in _varying(union))
        if matched > most:
            best, most = trial, matched
    return list(best), np.logical_or.reduce([planes[name] for name in best])


def _varying(union: Any) -> Any:
    import numpy as np

    return np.flatnonzero(union.any(0))


def _counters(game: Game, firsts: dict[str, int], words: Any, used: set[int]) -> tuple[int, ...]:
    """The words that hold small numbers which vary, except for the turn and the clocks."""
    left = {firsts["turn"]}
    start = game.initial()
    for name in game.clocks:
        left.update(range(firsts[name], firsts[name] + len(words_of(getattr(start, name)))))
    found = []
    for word in range(words.shape[1]):
        values = words[:, word]
        is_small = values.min() >= 0 and values.max() <= MOST_COUNT
        if word not in used and word not in left and is_small and values.min() < values.max():
            found.append(word)
    return tuple(found)
