"""Tic-Tac-Toe.

`rules` contains the rules and a drawing of the board; `board`, `notation` and `vocabulary` contain
the geometry, the notation of moves and positions, and the words used in explanations.
"""

from __future__ import annotations

from dataclasses import replace

from kibitz.core.contract import Game, Option
from kibitz.core.errors import OptionError
from kibitz.core.level import TEXTBOOK_LEVELS, Level
from kibitz.games.n_in_a_row import SIDES
from kibitz.games.n_in_a_row_evaluation import classic, strong
from kibitz.games.tictactoe.board import geometry, symmetries, winning_rows
from kibitz.games.tictactoe.notation import notation_for, why_not
from kibitz.games.tictactoe.rules import COLUMNS, LENGTH, ROWS, START, State, null_move, rules_for
from kibitz.games.tictactoe.rules_text import rules_text
from kibitz.games.tictactoe.setup import setup_for
from kibitz.games.tictactoe.vocabulary import vocabulary_for

__all__ = ["GAME", "State", "tictactoe"]

CELLS_LIMIT = 63
SMALL = 9  # boards of up to this many cells can be searched completely
OPTIONS = (
    Option("rows", ROWS, range(1, CELLS_LIMIT + 1)),
    Option("columns", COLUMNS, range(1, CELLS_LIMIT + 1)),
    Option("length", LENGTH, range(1, CELLS_LIMIT + 1), "cells in a row that win", "In a row"),
    Option("first", SIDES[0], SIDES, "the mark that moves first", "First move", advanced=True),
)


def tictactoe(
    rows: int = ROWS, columns: int = COLUMNS, length: int = LENGTH, first: str = SIDES[0]
) -> Game:
    """The game on a board of `rows` x `columns`, won by `length` in a row; `first` moves first."""
    _check_size(rows, columns, length)
    made = rules_for(rows, columns, length)
    winning = winning_rows(rows, columns, length)
    evaluations = {"strong": strong(winning, length), "classic": classic(winning, length)}
    usual = evaluations["strong"]
    sides = SIDES if first == SIDES[0] else SIDES[::-1]
    settings: dict[str, int | str] = {"rows": rows, "columns": columns, "length": length}
    if first != SIDES[0]:  # files do not store the default in the game's identity
        settings["first"] = first
    return Game(
        "tictactoe",
        START,
        made.moves,
        made.play,
        made.payoff,
        usual.evaluate,
        title="Tic-Tac-Toe" if (rows, columns, length) == (3, 3, 3) else "m,n,k game",
        rules=rules_text(rows, columns, length, sides),
        sides=sides,
        evaluations=evaluations,
        symmetries=symmetries(rows, columns),
        null_move=null_move,
        notation=notation_for(rows, columns, made, sides),
        geometry=replace(
            geometry(rows, columns, length, sides), setup=setup_for(rows, columns, length, sides)
        ),
        why_not=why_not,
        explain=usual.explain,
        vocabulary=vocabulary_for(made, winning, sides),
        levels=_levels(rows * columns),
        options=_options(rows, columns, length),
        settings=settings,
        build=tictactoe,
    )


def _levels(cells: int) -> tuple[Level, ...]:
    """The usual three levels, plus perfect play on small boards."""
    if cells > SMALL:
        return TEXTBOOK_LEVELS
    perfect = Level(
        "perfect", "searches the whole game", depth=cells, evaluation="classic", decided="plies"
    )
    return (*TEXTBOOK_LEVELS, perfect)


def _options(rows: int, columns: int, length: int) -> tuple[Option, ...]:
    """The options, each with the values that exist together with the others'."""
    of_rows, of_columns, of_length, first = OPTIONS
    least_rows = 1 if columns >= length else length
    least_columns = 1 if rows >= length else length
    return (
        replace(of_rows, available=range(least_rows, CELLS_LIMIT // columns + 1)),
        replace(of_columns, available=range(least_columns, CELLS_LIMIT // rows + 1)),
        replace(of_length, available=range(1, max(rows, columns) + 1)),
        first,
    )


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


GAME = tictactoe()
