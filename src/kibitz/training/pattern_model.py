"""The pattern model of a game: its specification, and the indices of positions for the fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.core.contract import Game
from kibitz.core.errors import LimitError
from kibitz.core.states import position_words
from kibitz.core.types import State
from kibitz.games.pattern_evaluation import MOST_COUNT, PatternSpec
from kibitz.training.automorphisms import Automorphism, find_automorphisms
from kibitz.training.board_layout import BoardLayout, find_layout, sample_states
from kibitz.training.patterns import choose_patterns

_MAIN_SHARE = 0.15  # codes with a smaller share of the pieces are rare
_BATCH = 1 << 14


def pattern_spec(game: Game, states: Sequence[State] | None = None) -> PatternSpec:
    """The patterns of `game`, from its rules, its geometry, and sample states.

    Raises LimitError if its states show no board.
    """
    import numpy as np

    if game.players != 2:
        raise LimitError("training_for_two", game=game.name, players=game.players)
    sample = sample_states(game) if states is None else states
    layout = find_layout(game, sample)
    if not layout.planes and not layout.counters:
        raise LimitError("no_patterns", game=game.name)
    symmetries = find_automorphisms(game, layout, sample)
    words = np.array([_words(game, state) for state in sample], np.int64)
    codes = layout.cell_codes(words)
    digits, rare = _split_codes(layout, codes)
    usual = tuple(range(len(layout.planes)))
    spatial = [one for one in symmetries if not one.swaps_sides and one.planes == usual]
    swaps = next((one for one in symmetries if one.swaps_sides), None)
    radix = len(digits) + 1
    patterns, tables, entries = _tie(
        choose_patterns(layout, radix) if layout.planes else [], spatial, radix
    )
    orbits = _orbits(layout, spatial)
    entries += len(rare) * (max(orbits, default=-1) + 1)
    entries += len(layout.counters) * (MOST_COUNT + 1) + 1
    known = range(1 << len(layout.planes))
    identity = Automorphism(
        tuple(range(layout.cells)), usual, tuple(range(len(layout.counters))), False
    )
    swap = swaps or identity
    return PatternSpec(
        words=position_words(game),
        turn=layout.turn,
        planes=layout.planes,
        plane_words=layout.words,
        bits=layout.bits,
        digits=digits,
        rare=rare,
        counters=layout.counters,
        patterns=patterns,
        tables=tables,
        orbits=orbits,
        most_pieces=max(int((codes > 0).sum(1).max()), 1) if layout.planes else 1,
        entries=entries,
        cells=swap.cells,
        codes={str(code): swap.code(code) for code in known},
        swapped_counters=swap.counters,
        has_colours=swaps is not None,
    )


def _words(game: Game, state: State) -> tuple[int, ...]:
    from kibitz.core.states import state_functions

    return state_functions(game).pack(state)  # type: ignore[no-any-return]


def _split_codes(layout: BoardLayout, codes: Any) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The codes with a digit in the patterns, and the rare ones."""
    total = max(int((codes > 0).sum()), 1)
    main = [code for code in layout.codes if (codes == code).sum() >= _MAIN_SHARE * total]
    return tuple(main), tuple(code for code in layout.codes if code not in main)


def _tie(
    chosen: Sequence[tuple[int, ...]], symmetries: Sequence[Automorphism], radix: int
) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...], int]:
    """All patterns and the first entry of each one's table, and the number of entries.

    The images of a pattern share its table.
    """
    patterns: list[tuple[int, ...]] = []
    tables: list[int] = []
    seen: set[frozenset[int]] = set()
    entries = 0
    for cells in chosen:
        if frozenset(cells) in seen:
            continue
        for symmetry in symmetries:
            image = tuple(symmetry.cells[cell] for cell in cells)
            if frozenset(image) not in seen:
                seen.add(frozenset(image))
                patterns.append(image)
                tables.append(entries)
        entries += radix ** len(cells)
    return tuple(patterns), tuple(tables), entries


def _orbits(layout: BoardLayout, symmetries: Sequence[Automorphism]) -> tuple[int, ...]:
    """For each cell the number of its orbit."""
    found: dict[int, int] = {}
    for cell in range(layout.cells):
        if cell not in found:
            number = max(found.values(), default=-1) + 1
            for symmetry in symmetries:
                found.setdefault(symmetry.cells[cell], number)
    return tuple(found[cell] for cell in range(layout.cells))


@dataclass(frozen=True)
class Features:
    """The features of positions: indices of entries, and how full the boards are."""

    indices: Any  # int32 (positions, features); the entry of each feature
    fullness: Any  # float32 (positions,), 0 to 1
    pieces: Any  # int64 (positions,), at most the number on a full board


class FeatureReader:
    """Computes the features of positions with NumPy."""

    def __init__(self, spec: PatternSpec) -> None:
        import numpy as np

        self.spec = spec
        cells, codes = len(spec.bits), 1 << len(spec.planes)
        shape = (2, cells * codes, len(spec.patterns))
        # float64 sums of integers are exact, and BLAS multiplies them quickly
        self._matrix: Any = np.zeros(shape, np.float64)
        orbits = max(spec.orbits, default=-1) + 1
        self._single: Any = np.full((2, cells, codes), -1, np.int64)
        for side in range(2):
            found = spec.contributions(side)
            self._matrix[side] = np.array(found, np.float64).reshape(shape[1:])
            for cell in range(cells):
                for code in spec.rare:
                    seen, kind = spec.seen(side, cell, code)
                    entry = spec.rare_start + spec.rare.index(kind) * orbits + spec.orbits[seen]
                    self._single[side, cell, code] = entry
        self._tables: Any = np.array(spec.tables, np.int64)

    @property
    def width(self) -> int:
        """The number of features of a position; unused ones have the entry -1."""
        spec = self.spec
        singles = len(spec.bits) if spec.rare else 0
        return len(spec.patterns) + singles + len(spec.counters) + 1

    def read(self, positions: Any) -> Features:
        """The features of positions, given as rows of words."""
        import numpy as np

        parts = [
            self._read(positions[start : start + _BATCH])
            for start in range(0, len(positions), _BATCH)
        ] or [self._read(positions)]
        return Features(
            indices=np.concatenate([part.indices for part in parts]),
            fullness=np.concatenate([part.fullness for part in parts]),
            pieces=np.concatenate([part.pieces for part in parts]),
        )

    def _read(self, positions: Any) -> Features:
        import numpy as np

        spec = self.spec
        count, cells, codes = len(positions), len(spec.bits), 1 << len(spec.planes)
        turn = np.asarray(positions[:, spec.turn]) & 1
        columns = []
        pieces = np.zeros(count, np.int64)
        if spec.planes:
            found = self._codes(positions)
            pieces = np.minimum((found > 0).sum(1), spec.most_pieces)
            hot = np.zeros((count, cells, codes), np.float64)
            np.put_along_axis(hot, found[:, :, None].astype(np.int64), 1.0, 2)
            flat = hot.reshape(count, cells * codes)
            sums = np.where(turn[:, None] == 0, flat @ self._matrix[0], flat @ self._matrix[1])
            columns.append(np.rint(sums).astype(np.int64) + self._tables)
            if spec.rare:
                single = self._single[turn[:, None], np.arange(cells)[None, :], found]
                columns.append(single)
        for number, word in enumerate(spec.counters):
            values = np.clip(positions[:, word], 0, MOST_COUNT)
            other = spec.swapped_counters[number] if spec.has_colours else number
            start = np.where(turn == 0, number, other) * (MOST_COUNT + 1) + spec.counter_start
            columns.append((values + start)[:, None])
        columns.append(np.full((count, 1), spec.entries - 1, np.int64))
        indices = np.concatenate(columns, 1)
        if not spec.has_colours:
            indices = np.where(indices >= 0, indices + turn[:, None] * spec.entries, -1)
        return Features(
            indices=indices.astype(np.int32),
            fullness=(pieces / spec.most_pieces).astype(np.float32),
            pieces=pieces,
        )

    def _codes(self, positions: Any) -> Any:
        spec = self.spec
        layout = BoardLayout(spec.turn, spec.planes, spec.plane_words, spec.bits, (), (), (), ())
        return layout.cell_codes(positions)


def scores(spec: PatternSpec, weights: Any, features: Features) -> Any:
    """The scores of positions for the side to move, as the compiled evaluation computes them."""
    import numpy as np

    table = np.asarray(weights, np.int64).reshape(-1, 2)
    padded = np.concatenate([table, np.zeros((1, 2), np.int64)])  # the entry -1
    sums = padded[features.indices].sum(1)
    most = spec.most_pieces
    return (sums[:, 0] * features.pieces + sums[:, 1] * (most - features.pieces)) // most
