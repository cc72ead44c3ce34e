"""Tic-Tac-Toe on any board: players take turns to claim a free cell, and whoever first has
`length` of their own in a straight line wins; a full board without a line is a draw.

     0 | 1 | 2
    -----------
     3 | 4 | 5
    -----------
     6 | 7 | 8

Cells are numbered row by row; a move is the number of the cell that it claims.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from kibitz.core.bits import lowest, popcount
from kibitz.core.contract import DRAW, LOSS, WIN, Game, Option
from kibitz.core.errors import OptionError
from kibitz.core.geometry import Geometry, Piece, grid_cells
from kibitz.core.level import TEXTBOOK_LEVELS, Level
from kibitz.core.messages import Message
from kibitz.core.notation import Notation
from kibitz.core.vocabulary import Fact, Vocabulary
from kibitz.games.line_values import classic_lines, strong_lines
from kibitz.games.lines import NUDGES, PHRASES, SIDES, line_facts

CELLS_LIMIT = 63
SMALL = 9  # cells of a board whose whole tree is searched at once
OPTIONS = (
    Option("rows", 3, range(1, CELLS_LIMIT + 1), "rows of the board"),
    Option("columns", 3, range(1, CELLS_LIMIT + 1), "columns of the board"),
    Option("length", 3, range(1, CELLS_LIMIT + 1), "how many in a line win"),
)
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))  # (row, column): right, down and both diagonals


class State(NamedTuple):
    """A position, seen by the player to move."""

    mine: int  # cells of the player to move
    theirs: int  # cells of the player who has just moved
    turn: int  # 0 is X, who moves first


START = State(mine=0, theirs=0, turn=0)


def tictactoe(rows: int = 3, columns: int = 3, length: int = 3) -> Game:
    """The game on a board of `rows` x `columns`, won by `length` in a line."""
    _check_size(rows, columns, length)
    cells = rows * columns
    full = (1 << cells) - 1
    lines = _lines(rows, columns, length)
    steps = tuple(down * columns + right for down, right in DIRECTIONS)
    rooms = tuple(_room(rows, columns, right) for _, right in DIRECTIONS)
    mirrors = _mirrors(rows, columns)
    mirror_count = len(mirrors) // cells
    evaluations = {"strong": strong_lines(lines, length), "classic": classic_lines(lines, length)}
    usual = evaluations["strong"]

    def moves(state: State) -> Iterator[int]:
        if not has_line(state.theirs):
            free = full & ~(state.mine | state.theirs)
            while free:
                yield lowest(free)
                free &= free - 1

    def play(state: State, move: int) -> State:
        return State(mine=state.theirs, theirs=state.mine | 1 << move, turn=1 - state.turn)

    def payoff(state: State, side: int) -> int:
        if not has_line(state.theirs):
            return DRAW
        return LOSS if side == state.turn else WIN

    def has_line(marks: int) -> bool:
        for direction in range(4):
            run = marks
            for _ in range(length - 1):
                # The end of every run so far, moved one cell on where the board goes on.
                run = marks & (run & rooms[direction]) << steps[direction]
            if run:
                return True
        return False

    def null_move(state: State) -> State:
        """The other player to move: a mark more never does harm."""
        return State(mine=state.theirs, theirs=state.mine, turn=1 - state.turn)

    def symmetries(state: State) -> State:
        """The mirror image whose numbers are smallest."""
        best = state
        for mirror in range(mirror_count):
            mine = 0
            theirs = 0
            for cell in range(cells):
                image = mirrors[mirror * cells + cell]
                mine |= (state.mine >> cell & 1) << image
                theirs |= (state.theirs >> cell & 1) << image
            if mine < best.mine or (mine == best.mine and theirs < best.theirs):
                best = State(mine=mine, theirs=theirs, turn=state.turn)
        return best

    def parse_move(state: State, text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,2}", text) or int(text) >= cells:
            raise ValueError(f"cells are 0 to {cells - 1}")
        return int(text)

    def expected(state: State) -> str:
        return "free cells are " + ", ".join(map(str, moves(state)))

    def why_not(state: State, move: int) -> Message | None:
        if (state.mine | state.theirs) >> move & 1:
            return Message("cell_taken", f"cell {move} is taken", {"cell": move})
        return None

    def facts(state: State, move: int) -> Iterator[Fact]:
        after = play(state, move)
        taken = after.mine | after.theirs
        return line_facts(
            lines,
            str,
            after.theirs,
            after.mine,
            move,
            lambda cell: not taken >> cell & 1,
            int,
            SIDES[after.turn],
        )

    def occupants(state: State) -> list[str]:
        crosses, noughts = _by_side(state)
        return ["X" if crosses >> i & 1 else "O" if noughts >> i & 1 else "" for i in range(cells)]

    def format_state(state: State) -> str:
        marks = [mark or "." for mark in occupants(state)]
        return "/".join("".join(marks[row * columns : (row + 1) * columns]) for row in range(rows))

    def parse_state(text: str) -> State:
        board = [row for row in re.sub(r"[\s|]", "", text).upper().split("/") if row]
        if len(board) != rows or any(len(row) != columns for row in board):
            raise ValueError(f"expected {rows} rows of {columns} cells, for example {_example}")
        marks = "".join(board)
        if set(marks) - set("XO."):
            raise ValueError(f"expected X, O and . for a free cell, for example {_example}")
        return _state_of(marks, has_line)

    _example = "/".join(["." * columns] * rows)
    return Game(
        "tictactoe",
        START,
        moves,
        play,
        payoff,
        usual.evaluate,
        title="Tic-Tac-Toe" if (rows, columns, length) == (3, 3, 3) else "m,n,k game",
        sides=SIDES,
        evaluations=evaluations,
        symmetries=symmetries,
        null_move=null_move,
        notation=Notation(
            parse_move=parse_move,
            format_state=format_state,
            parse_state=parse_state,
            expected=expected,
        ),
        geometry=Geometry(
            cells=grid_cells(rows, columns, lambda row, column: str(row * columns + column)),
            links=_links(rows, columns),
            pieces=(Piece("X", "cross", 0), Piece("O", "nought", 1)),
            occupants=occupants,
            numbered=True,
        ),
        why_not=why_not,
        explain=usual.explain,
        vocabulary=Vocabulary(phrases=PHRASES, facts=facts, nudges=NUDGES),
        levels=_levels(cells),
        options=OPTIONS,
        settings={"rows": rows, "columns": columns, "length": length},
        build=tictactoe,
    )


def _levels(cells: int) -> tuple[Level, ...]:
    """The usual three, and perfect play where the whole tree is small."""
    if cells > SMALL:
        return TEXTBOOK_LEVELS
    perfect = Level(
        "perfect", "sees the whole game", depth=cells, evaluation="classic", decided="plies"
    )
    return (*TEXTBOOK_LEVELS, perfect)


def _check_size(rows: int, columns: int, length: int) -> None:
    if rows * columns > CELLS_LIMIT:
        raise OptionError(
            "too_large",
            game="tictactoe",
            rows=rows,
            columns=columns,
            cells=rows * columns,
            limit=CELLS_LIMIT,
            works="7 x 9",
        )
    if length > max(rows, columns):
        raise OptionError(
            "bad_option",
            name="length",
            game="tictactoe",
            value=length,
            expected=f"at most {max(rows, columns)}, the longer side of the board",
        )


def _lines(rows: int, columns: int, length: int) -> tuple[int, ...]:
    """Every line of `length` cells, as a board."""
    found = set()
    for row in range(rows):
        for column in range(columns):
            for down, right in DIRECTIONS:
                ends = row + down * (length - 1), column + right * (length - 1)
                if ends[0] < rows and 0 <= ends[1] < columns:
                    found.add(
                        sum(
                            1 << (row + down * i) * columns + column + right * i
                            for i in range(length)
                        )
                    )
    return tuple(sorted(found))


def _room(rows: int, columns: int, right: int) -> int:
    """The cells from which a step to the `right` stays on the board."""
    return sum(
        1 << row * columns + column
        for row in range(rows)
        for column in range(columns)
        if 0 <= column + right < columns
    )


def _mirrors(rows: int, columns: int) -> tuple[int, ...]:
    """For every symmetry of the board, the cell that each cell goes to, one after the other."""
    images = []
    for down in (False, True):
        for across in (False, True):
            for turned in (False, True) if rows == columns else (False,):
                for row in range(rows):
                    for column in range(columns):
                        y = rows - 1 - row if down else row
                        x = columns - 1 - column if across else column
                        images.append(x * columns + y if turned else y * columns + x)
    return tuple(images)


def _links(rows: int, columns: int) -> tuple[tuple[int, int], ...]:
    """Cells that touch along a side."""
    pairs = []
    for cell in range(rows * columns):
        if cell % columns < columns - 1:
            pairs.append((cell, cell + 1))
        if cell + columns < rows * columns:
            pairs.append((cell, cell + columns))
    return tuple(pairs)


def _by_side(state: State) -> tuple[int, int]:
    """The cells of X and of O."""
    return (state.mine, state.theirs) if state.turn == 0 else (state.theirs, state.mine)


def _state_of(marks: str, has_line: object) -> State:
    """The position with these marks, if play can lead to it."""
    crosses = sum(1 << cell for cell, mark in enumerate(marks) if mark == "X")
    noughts = sum(1 << cell for cell, mark in enumerate(marks) if mark == "O")
    ahead = popcount(crosses) - popcount(noughts)
    if ahead not in (0, 1):
        raise ValueError(
            f"expected as many X as O or one X more, got {popcount(crosses)} X and "
            f"{popcount(noughts)} O"
        )
    mine, theirs = (noughts, crosses) if ahead else (crosses, noughts)
    if callable(has_line) and has_line(mine):
        raise ValueError("expected a position that play can reach: this game had ended before")
    return State(mine=mine, theirs=theirs, turn=ahead)


GAME = tictactoe()
