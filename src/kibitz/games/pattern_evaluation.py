"""Learned evaluations: the sum of the weights of a position's patterns.

A pattern is a group of cells. The contents of its cells, read as the digits of a number, are its
index into a table of weights. Every entry has two weights, one for a full board and one for an
empty board; the number of pieces interpolates between them. Patterns that symmetries of the rules
map to each other share a table, and the position is always seen by the side to move.

Contents that are rare, such as kings, get a weight of their own for each cell instead of a digit in
the patterns, which would become too large. Counters, such as stones in hand, get a weight for each
value.

The indices of four patterns are computed together, in the 16-bit lanes of a word: every byte of a
board is looked up in a table of its contributions, and the contributions are added.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from types import FunctionType
from typing import Any, cast

from kibitz.core import bits
from kibitz.core.contract import Game
from kibitz.core.evaluation import Evaluation
from kibitz.core.states import position_words, state_functions
from kibitz.core.types import Score, Side, State
from kibitz.core.weights import Given

LANE = 16  # bits
LANES = 64 // LANE
PHASES = 2
MOST_COUNT = 63  # greater values of counters count as this
_LOW_BITS = (1 << 63) - 1


@dataclass(frozen=True)
class PatternSpec:
    """What a pattern evaluation looks at. Cells are numbered, and have a code of their planes.

    The entries of the tables come first in the weights, then those of rare codes, of counters, and
    of the right to move. Without `colours`, the second side has weights of its own behind them.
    """

    words: int  # of a position
    turn: int  # index of the word with the side to move
    planes: tuple[int, ...]  # for each plane the index of its first word
    plane_words: int
    bits: tuple[int, ...]  # for each cell its bit, counted from the first word
    digits: tuple[int, ...]  # the codes with digits 1, 2, ...; all others have the digit 0
    rare: tuple[int, ...]  # the codes with weights of their own
    counters: tuple[int, ...]  # the words of the counters
    patterns: tuple[tuple[int, ...], ...]  # the cells of each pattern
    tables: tuple[int, ...]  # for each pattern the first entry of its table
    orbits: tuple[int, ...]  # for each cell the number of the weight that it shares
    most_pieces: int  # on a full board
    entries: int  # of one side
    # How the second side sees the board, if both share all weights:
    cells: tuple[int, ...]  # the cell where a piece seems to be
    codes: Mapping[str, int]  # what its code seems to be
    swapped_counters: tuple[int, ...]  # which counter each seems to be
    has_colours: bool

    @property
    def radix(self) -> int:
        """The number of digits."""
        return len(self.digits) + 1

    @property
    def rare_start(self) -> int:
        """The first entry of rare codes."""
        return self.counter_start - len(self.rare) * (max(self.orbits, default=-1) + 1)

    @property
    def counter_start(self) -> int:
        """The first entry of counters."""
        return self.entries - 1 - len(self.counters) * (MOST_COUNT + 1)

    @property
    def size(self) -> int:
        """The number of weights."""
        return PHASES * self.entries * (1 if self.has_colours else 2)

    def seen(self, side: Side, cell: int, code: int) -> tuple[int, int]:
        """The cell and the code of a piece as `side` sees it."""
        if side == 0 or not self.has_colours:
            return cell, code
        return self.cells[cell], self.codes[str(code)]

    def as_dict(self) -> dict[str, Any]:
        """The specification as a JSON object."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> PatternSpec:
        """The specification from a JSON object. Raises ValueError if it is none."""
        try:
            return cls(**{name: _frozen(value) for name, value in values.items()})
        except TypeError as problem:
            raise ValueError(f"it is no specification of patterns ({problem})") from None

    def digit(self, code: int) -> int:
        """The digit of a code."""
        return self.digits.index(code) + 1 if code in self.digits else 0

    def contributions(self, side: Side) -> list[list[list[int]]]:
        """For each cell and code, as `side` sees them, what they add to each pattern's index."""
        known = range(1 << len(self.planes))
        at: list[list[tuple[int, int]]] = [[] for _ in self.bits]
        for number, cells in enumerate(self.patterns):
            for place, cell in enumerate(cells):
                at[cell].append((number, self.radix**place))
        found = []
        for cell in range(len(self.bits)):
            row = []
            for code in known:
                added = [0] * len(self.patterns)
                if code in self.digits or code in self.rare:
                    seen, kind = self.seen(side, cell, code)
                    for number, factor in at[seen]:
                        added[number] = self.digit(kind) * factor
                row.append(added)
            found.append(row)
        return found


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def pattern_evaluation(game: Game, spec: PatternSpec, weights: Given) -> Evaluation:
    """The evaluation of `game` by patterns with these weights."""
    if position_words(game) != spec.words:
        raise ValueError(f"positions have {position_words(game)} words, not {spec.words}")
    return Evaluation(_evaluate_function(game, spec), weights=weights)


def _evaluate_function(game: Game, spec: PatternSpec) -> FunctionType:
    pack = state_functions(game).pack
    score = _score_function(spec)
    turn = spec.turn

    def evaluate(state: State, side: Side, weights: Sequence[int]) -> Score:
        position = pack(state)
        value = score(position, weights)
        return value if position[turn] == side else -value

    return cast(FunctionType, evaluate)


def _score_function(spec: PatternSpec) -> Callable[..., Score]:
    """The score of a position for the side to move.

    The source is generated: loops over the bytes of the boards would be much slower.
    """
    lines = ["def score(position, weights):", f"    turn = position[{spec.turn}]"]
    lines += ["    full, empty, pieces = 0, 0, 0"]
    lane_words = -(-len(spec.patterns) // LANES)
    lines += [] if spec.has_colours else [f"    own = turn * {PHASES * spec.entries}"]
    own = "" if spec.has_colours else " + own"
    mask = [0] * spec.plane_words
    for bit in spec.bits:
        mask[bit // 64] |= 1 << bit % 64
    known = [*spec.digits, *spec.rare]
    # For each code and byte, for both sides, the packed contributions of its 256 values.
    rows: list[list[list[list[int]]]] = []
    sides = [spec.contributions(side) for side in range(2)]
    for word in range(spec.plane_words):
        for plane, first in enumerate(spec.planes):
            lines.append(f"    p{plane} = position[{first + word}]")
        covered = " & ".join(["-1", str(_signed(mask[word]))])
        union = " | ".join(f"p{plane}" for plane in range(len(spec.planes)))
        lines.append(f"    pieces += count_bits(({union}) & {covered})")
        for code in known:
            board = " & ".join(
                f"p{plane}" if code >> plane & 1 else f"~p{plane}"
                for plane in range(len(spec.planes))
            )
            lines.append(f"    board = {board} & {_signed(mask[word])}")
            if code in spec.rare:
                base = spec.rare.index(code)
                lines.append(
                    f"    one, two = singles(board, {64 * word}, {base}, turn, weights, 0{own})"
                )
                lines += ["    full += one", "    empty += two"]
                continue
            for byte in range(8):
                if mask[word] >> 8 * byte & 255 == 0:
                    continue
                lines.append(
                    f"    row{len(rows)} = (turn * ROWS + {len(rows) * 256} + "
                    f"(board >> {8 * byte} & 255)) * {lane_words}"
                )
                rows.append([_byte_row(spec, side, code, 64 * word + 8 * byte) for side in sides])
    if spec.patterns:
        total = " + ".join(f"TABLE[row{row} + lane]" for row in range(len(rows)))
        lines += [
            f"    for lane in range({lane_words}):",
            f"        packed = {total}",
            f"        for number in range({LANES} * lane, min({LANES} * lane + {LANES}, COUNT)):",
            f"            at = STARTS[number] + {PHASES} * (packed & {(1 << LANE) - 1}){own}",
            "            full += weights[at]",
            "            empty += weights[at + 1]",
            f"            packed >>= {LANE}",
        ]
    for number, word in enumerate(spec.counters):
        start, other = (
            spec.counter_start + (MOST_COUNT + 1) * index
            for index in (number, spec.swapped_counters[number])
        )
        lines.append(f"    count = min(max(position[{word}], 0), {MOST_COUNT})")
        lines.append(
            f"    at = {PHASES} * (count + ({start} if turn == 0 else {other})){own}"
            if spec.has_colours
            else f"    at = {PHASES} * (count + {start}){own}"
        )
        lines += ["    full += weights[at]", "    empty += weights[at + 1]"]
    lines.append(f"    at = {PHASES * (spec.entries - 1)}{own}")
    lines += ["    full += weights[at]", "    empty += weights[at + 1]"]
    most = spec.most_pieces
    lines.append(f"    pieces = min(pieces, {most})")
    lines.append(f"    return (full * pieces + empty * ({most} - pieces)) // {most}")
    table = [word for side in range(2) for row in rows for values in row[side] for word in values]
    scope: dict[str, Any] = {
        "TABLE": tuple(table),
        "ROWS": len(rows) * 256,
        "STARTS": tuple(PHASES * start for start in spec.tables),
        "COUNT": len(spec.patterns),
        "count_bits": count_bits,
        "singles": _singles_function(spec),
    }
    exec(compile("\n".join(lines), "<patterns>", "exec"), scope)  # noqa: S102 - generated here
    return cast(Callable[..., Score], scope["score"])


def _byte_row(
    spec: PatternSpec, contributions: list[list[list[int]]], code: int, first: int
) -> list[list[int]]:
    """For each value of a byte of a code's board, its contributions, packed into lanes."""
    lane_words = -(-len(spec.patterns) // LANES)
    cell_of = {bit: cell for cell, bit in enumerate(spec.bits)}
    own = []
    for bit in range(first, first + 8):
        packed = [0] * lane_words
        if bit in cell_of:
            for number, value in enumerate(contributions[cell_of[bit]][code]):
                packed[number // LANES] += value << LANE * (number % LANES)
        own.append(packed)
    found = []
    for value in range(256):
        total = [0] * lane_words
        for bit, packed in enumerate(own):
            if value >> bit & 1:
                total = [one + other for one, other in zip(total, packed, strict=True)]
        found.append([_signed(word) for word in total])
    return found


def _singles_function(spec: PatternSpec) -> Callable[..., tuple[int, int]]:
    """The weights of the rare codes on a board."""
    cells = max(spec.orbits, default=-1) + 1
    width = spec.plane_words * 64
    codes = max(len(spec.rare), 1)
    table = [0] * (2 * codes * width)
    for side in range(2):
        for index, code in enumerate(spec.rare):
            for cell, bit in enumerate(spec.bits):
                seen, kind = spec.seen(side, cell, code)
                entry = spec.rare_start + spec.rare.index(kind) * cells + spec.orbits[seen]
                table[(side * codes + index) * width + bit] = PHASES * entry
    places = tuple(table)

    def singles(
        board: int, first: int, index: int, turn: int, weights: Sequence[int], own: int
    ) -> tuple[int, int]:
        full, empty = 0, 0
        start = (turn * codes + index) * width + first
        left = board & _LOW_BITS
        while left != 0:
            at = places[start + bits.lowest(left)] + own
            full += weights[at]
            empty += weights[at + 1]
            left &= left - 1
        if board < 0:
            at = places[start + 63] + own
            full += weights[at]
            empty += weights[at + 1]
        return full, empty

    return singles


def count_bits(board: int) -> int:
    """The number of bits of a 64-bit word."""
    return bits.popcount(board & _LOW_BITS) + (1 if board < 0 else 0)


def _signed(word: int) -> int:
    """A 64-bit word as a signed integer."""
    word &= (1 << 64) - 1
    return word - (1 << 64) if word >> 63 else word
