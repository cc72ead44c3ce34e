"""Connect Four: players take turns to drop a disc into a column, where it falls to the lowest
free cell; whoever first has four of their own in a straight line wins, a full board is a draw.

     5 | 12 | 19 | 26 | 33 | 40 | 47
    ---------------------------------
     4 | 11 | 18 | 25 | 32 | 39 | 46
    ---------------------------------
     3 | 10 | 17 | 24 | 31 | 38 | 45
    ---------------------------------
     2 |  9 | 16 | 23 | 30 | 37 | 44
    ---------------------------------
     1 |  8 | 15 | 22 | 29 | 36 | 43
    ---------------------------------
     0 |  7 | 14 | 21 | 28 | 35 | 42
     a    b    c    d    e    f    g

The drawing shows bits: they count upwards, column by column, with one bit above every column that
is never set, so that no line runs from one column into the next. A move is the number of a column,
written as its letter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from kibitz.core.bits import lowest, popcount
from kibitz.core.contract import DRAW, LOSS, WIN, Game, Option
from kibitz.core.errors import OptionError
from kibitz.core.geometry import Geometry, Piece, grid_cells
from kibitz.core.level import TEXTBOOK_LEVELS
from kibitz.core.messages import Message
from kibitz.core.notation import Notation
from kibitz.core.vocabulary import Fact, Vocabulary
from kibitz.games.four_threats import strong_threats
from kibitz.games.line_values import classic_lines
from kibitz.games.lines import NUDGES, PHRASES, SIDES, line_facts

LETTERS = "abcdefghijklmnopqrstuvwxyz"
BITS_LIMIT = 63
OPTIONS = (
    Option("rows", 6, range(1, 32), "rows of the board"),
    Option("columns", 7, range(1, len(LETTERS) + 1), "columns of the board"),
)
LENGTH = 4


class State(NamedTuple):
    """A position, seen by the player to move."""

    mine: int  # discs of the player to move
    theirs: int  # discs of the player who has just moved
    turn: int  # 0 is X, who moves first


START = State(mine=0, theirs=0, turn=0)


def connect4(rows: int = 6, columns: int = 7) -> Game:
    """The game on a board of `rows` x `columns`."""
    _check_size(rows, columns)
    height = rows + 1  # bits of a column
    bottoms = sum(1 << column * height for column in range(columns))
    tops = bottoms << rows - 1
    lines = _lines(rows, columns)
    evaluations = {
        "strong": strong_threats(rows, columns, lines),
        "classic": classic_lines(lines, LENGTH),
    }
    usual = evaluations["strong"]
    # The middle first: most lines run through it, so a search that starts there cuts more.
    order = tuple(sorted(range(columns), key=lambda column: abs(2 * column - columns + 1)))

    def moves(state: State) -> Iterator[int]:
        if not has_four(state.theirs):
            taken = state.mine | state.theirs
            for index in range(columns):
                column = order[index]
                if taken & tops & 1 << column * height + rows - 1 == 0:
                    yield column

    def play(state: State, move: int) -> State:
        taken = state.mine | state.theirs
        # Adding the column's bottom bit to its discs carries into its lowest free cell.
        landed = taken + (1 << move * height) & ~taken & column_mask(move)
        return State(mine=state.theirs, theirs=state.mine | landed, turn=1 - state.turn)

    def column_mask(column: int) -> int:
        return (1 << rows) - 1 << column * height

    def payoff(state: State, side: int) -> int:
        if not has_four(state.theirs):
            return DRAW
        return LOSS if side == state.turn else WIN

    def has_four(discs: int) -> bool:
        for step in (1, height - 1, height, height + 1):
            pairs = discs & discs >> step
            # One after the other: on high boards both together are longer than a word.
            if pairs & pairs >> step >> step:
                return True
        return False

    def symmetries(state: State) -> State:
        """The smaller of the position and its mirror image."""
        mine = 0
        theirs = 0
        for column in range(columns):
            shift = (columns - 1 - column) * height
            mine |= (state.mine >> column * height & (1 << rows) - 1) << shift
            theirs |= (state.theirs >> column * height & (1 << rows) - 1) << shift
        if mine < state.mine or (mine == state.mine and theirs < state.theirs):
            return State(mine=mine, theirs=theirs, turn=state.turn)
        return state

    def parse_move(state: State, text: str) -> int:
        column = LETTERS.find(text.casefold()) if len(text) == 1 else -1
        if not 0 <= column < columns:
            raise ValueError(f"columns are {_span(columns)}")
        return column

    def format_move(state: State, move: int) -> str:
        return LETTERS[move]

    def expected(state: State) -> str:
        return "open columns are " + ", ".join(LETTERS[column] for column in sorted(moves(state)))

    def why_not(state: State, move: int) -> Message | None:
        if (state.mine | state.theirs) >> move * height + rows - 1 & 1:
            name = LETTERS[move]
            return Message("column_full", f"column {name} is full", {"column": name})
        return None

    def facts(state: State, move: int) -> Iterator[Fact]:
        after = play(state, move)
        taken = after.mine | after.theirs
        landed = lowest(taken & ~(state.mine | state.theirs))

        def is_playable(bit: int) -> bool:
            return not taken >> bit & 1 and (bit % height == 0 or taken >> bit - 1 & 1 == 1)

        def name(bit: int) -> str:
            return f"{LETTERS[bit // height]}{bit % height + 1}"

        def number(bit: int) -> int:
            return (rows - 1 - bit % height) * columns + bit // height

        return line_facts(
            lines,
            name,
            after.theirs,
            after.mine,
            landed,
            is_playable,
            number,
            SIDES[after.turn],
        )

    def occupants(state: State) -> list[str]:
        crosses, noughts = (
            (state.mine, state.theirs) if state.turn == 0 else (state.theirs, state.mine)
        )
        bits = [
            column * height + rows - 1 - row for row in range(rows) for column in range(columns)
        ]
        return ["X" if crosses >> bit & 1 else "O" if noughts >> bit & 1 else "" for bit in bits]

    def format_state(state: State) -> str:
        marks = [mark or "." for mark in occupants(state)]
        return "/".join("".join(marks[row * columns : (row + 1) * columns]) for row in range(rows))

    def parse_state(text: str) -> State:
        return _parse_state(text, rows, columns, has_four)

    return Game(
        "connect4",
        START,
        moves,
        play,
        payoff,
        usual.evaluate,
        title="Connect Four",
        sides=SIDES,
        evaluations=evaluations,
        symmetries=symmetries,
        notation=Notation(
            parse_move=parse_move,
            format_move=format_move,
            format_state=format_state,
            parse_state=parse_state,
            expected=expected,
        ),
        geometry=Geometry(
            cells=grid_cells(rows, columns, lambda row, column: f"{LETTERS[column]}{rows - row}"),
            pieces=(Piece("X", "disc", 0), Piece("O", "disc", 1)),
            occupants=occupants,
            files=tuple(LETTERS[:columns]),
        ),
        why_not=why_not,
        explain=usual.explain,
        vocabulary=Vocabulary(phrases=PHRASES, facts=facts, nudges=NUDGES),
        levels=TEXTBOOK_LEVELS,
        options=OPTIONS,
        settings={"rows": rows, "columns": columns},
        build=connect4,
    )


def _check_size(rows: int, columns: int) -> None:
    if (rows + 1) * columns > BITS_LIMIT:
        raise OptionError(
            "bad_option",
            name="rows",
            game="connect4",
            value=rows,
            expected=f"a board whose rows + 1 times columns is at most {BITS_LIMIT}, "
            f"such as 6 x 7 or 8 x 7; {rows} x {columns} comes to {(rows + 1) * columns}",
        )
    if max(rows, columns) < LENGTH:
        raise OptionError(
            "bad_option",
            name="columns",
            game="connect4",
            value=columns,
            expected=f"a side of at least {LENGTH}, or nobody can win; got {rows} x {columns}",
        )


def _span(columns: int) -> str:
    return f"a-{LETTERS[columns - 1]}" if columns > 1 else "a"


def _lines(rows: int, columns: int) -> tuple[int, ...]:
    """Every line of four cells, as a board."""
    found = []
    for column in range(columns):
        for row in range(rows):
            for right, up in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if column + 3 * right < columns and 0 <= row + 3 * up < rows:
                    cells = [(column + i * right, row + i * up) for i in range(LENGTH)]
                    found.append(sum(1 << x * (rows + 1) + y for x, y in cells))
    return tuple(found)


def _parse_state(text: str, rows: int, columns: int, has_four: Callable[[int], bool]) -> State:
    """The position drawn row by row from the top, if play can lead to it."""
    example = "/".join(["." * columns] * rows)
    board = [row for row in "".join(text.split()).upper().split("/") if row]
    if len(board) != rows or any(len(row) != columns for row in board):
        raise ValueError(f"expected {rows} rows of {columns} cells, for example {example}")
    if set("".join(board)) - set("XO."):
        raise ValueError(f"expected X, O and . for a free cell, for example {example}")
    discs = {"X": 0, "O": 0}
    for column in range(columns):
        for row in range(rows):
            mark = board[rows - 1 - row][column]
            if mark == ".":
                continue
            if row and board[rows - row][column] == ".":
                raise ValueError(f"a disc hangs in the air in column {LETTERS[column]}")
            discs[mark] |= 1 << column * (rows + 1) + row
    counts = popcount(discs["X"]), popcount(discs["O"])
    if counts[0] - counts[1] not in (0, 1):
        raise ValueError(
            f"expected as many X as O or one X more, got {counts[0]} X and {counts[1]} O"
        )
    turn = counts[0] - counts[1]
    mine, theirs = (discs["O"], discs["X"]) if turn else (discs["X"], discs["O"])
    if has_four(mine):
        raise ValueError("expected a position that play can reach: this game had ended before")
    return State(mine=mine, theirs=theirs, turn=turn)


GAME = connect4()
