"""Endgame tables of states with boards, cells and tuples: as those of the same game on integers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from kibitz import DRAW, LOSS, WIN, Board, Cells, Engine, Game, Limit, Session, bits
from kibitz.tables.solving import solve
from kibitz.tables.stored_table import open_stored, store
from kibitz.tables.verdict import Verdict
from kibitz.testing import check

LINES = (0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100)


class Numbers(NamedTuple):
    """Three in a row, on integers; `left` counts the free cells of every row."""

    mine: int
    theirs: int
    left: int
    turn: int


class Fields(NamedTuple):
    """The same, in the far corner of a large board, with cells and a tuple."""

    mine: Board
    theirs: Board
    left: Cells
    rows: tuple[int, int, int]
    turn: int


def on_numbers() -> Game:
    def moves(state: Numbers) -> Iterator[int]:
        for line in LINES:
            if state.theirs & line == line:
                return
        for cell in bits.squares(0b111111111 & ~(state.mine | state.theirs)):
            yield cell

    def play(state: Numbers, move: int) -> Numbers:
        return Numbers(
            state.theirs,
            state.mine | 1 << move,
            state.left - (1 << 4 * (move // 3)),
            1 - state.turn,
        )

    def payoff(state: Numbers, side: int) -> int:
        for line in LINES:
            if state.theirs & line == line:
                return LOSS if side == state.turn else WIN
        return DRAW

    return Game("three_numbers", Numbers(0, 0, 0x333, 0), moves, play, payoff, lambda s, side: 0)


ROWS, COLUMNS = 9, 11  # two words; the game is played in the last three rows and columns
CELLS = tuple(
    COLUMNS * row + column for row in range(6, 9) for column in range(8, 11)
)  # the cell of every move
EMPTY = Board(ROWS, COLUMNS)
PLACES = Board(ROWS, COLUMNS, CELLS)
FAR_LINES = tuple(
    Board(ROWS, COLUMNS, [CELLS[cell] for cell in range(9) if line >> cell & 1]) for line in LINES
)
TURNED = (6, 3, 0, 7, 4, 1, 8, 5, 2)  # where each cell is after a quarter turn
FLIPPED = (2, 1, 0, 5, 4, 3, 8, 7, 6)
START = Fields(EMPTY, EMPTY, Cells(3, 4, (3, 3, 3)), (0, 0, 0), 0)


def image(board: Board, places: tuple[int, ...]) -> Board:
    found = EMPTY
    for cell in range(9):
        if board.has(CELLS[cell]):
            found = found.add(CELLS[places[cell]])
    return found


def on_fields(symmetric: bool) -> Game:
    def is_won(board: Board) -> bool:
        for line in FAR_LINES:
            if board & line == line:
                return True
        return False

    def moves(state: Fields) -> Iterator[int]:
        if not is_won(state.theirs):
            for move in range(9):
                if (PLACES - state.mine - state.theirs).has(CELLS[move]):
                    yield move

    def play(state: Fields, move: int) -> Fields:
        row = move // 3
        first, second, third = state.rows
        return Fields(
            mine=state.theirs,
            theirs=state.mine.add(CELLS[move]),
            left=state.left.put(row, state.left.get(row) - 1),
            rows=(first - (row == 0), second - (row == 1), third - (row == 2)),
            turn=1 - state.turn,
        )

    def payoff(state: Fields, side: int) -> int:
        if is_won(state.theirs):
            return LOSS if side == state.turn else WIN
        return DRAW

    def counted(mine: Board, theirs: Board, turn: int) -> Fields:
        left = START.left
        first, second, third = 0, 0, 0
        for cell in range(9):
            if (mine | theirs).has(CELLS[cell]):
                left = left.put(cell // 3, left.get(cell // 3) - 1)
                first, second = first - (cell < 3), second - (3 <= cell < 6)
                third -= cell >= 6
        return Fields(mine, theirs, left, (first, second, third), turn)

    def symmetries(state: Fields) -> Fields:
        mine, theirs = state.mine, state.theirs
        best_mine, best_theirs = mine, theirs
        for number in range(8):
            places = FLIPPED if number == 4 else TURNED
            mine, theirs = image(mine, places), image(theirs, places)
            if mine < best_mine or (mine == best_mine and theirs < best_theirs):
                best_mine, best_theirs = mine, theirs
        return counted(best_mine, best_theirs, state.turn)

    return Game(
        "three_fields",
        START,
        moves,
        play,
        payoff,
        lambda s, side: 0,
        symmetries=symmetries if symmetric else None,
    )


def test_a_table_of_fields_is_that_of_integers(tmp_path: Path) -> None:
    numbers, fields = on_numbers(), on_fields(symmetric=False)
    expected, found = solve(numbers), solve(fields)
    assert found.positions.plies == expected.positions.plies
    assert (found.counts, found.verdict) == (expected.counts, expected.verdict)
    assert store(found, tmp_path) is not None
    table = open_stored(fields, fields.initial(), tmp_path)
    assert table is not None
    state = fields.initial()
    values = []
    for move in (0, 1, 4, 2, 8):  # the first side makes a diagonal
        state = fields.play(state, move)
        values.append(table.probe(state))
    assert values[-1] == Verdict(LOSS, 0)
    assert table.probe(state._replace(mine=EMPTY)) is None


def test_symmetries_of_boards_hold_and_make_the_table_small(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fields = on_fields(symmetric=True)
    assert check(fields, games=4, positions=60).is_compiled
    solution = solve(fields)
    assert solution.positions.count == 765
    monkeypatch.setenv("KIBITZ_TABLES", str(tmp_path))
    assert store(solution, tmp_path) is not None
    session = Session(fields)
    line = Engine(fields, wait=True).play(session, Limit(depth=3))
    assert (line.value, line.warrant.kind) == ("draws", "table")
