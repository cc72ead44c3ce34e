"""Connect Four.

`rules` contains the rules and a drawing of the board; the other modules contain the evaluation, the
notation, the geometry and the vocabulary.
"""

from __future__ import annotations

from dataclasses import replace

from kibitz.core.contract import Game, Option
from kibitz.core.errors import OptionError
from kibitz.core.level import TEXTBOOK_LEVELS
from kibitz.games.connect4.board import LENGTH, LETTERS, fours, geometry, symmetries
from kibitz.games.connect4.notation import notation_for, reasons
from kibitz.games.connect4.rules import COLUMNS, ROWS, START, State, rules_for
from kibitz.games.connect4.rules_text import rules_text
from kibitz.games.connect4.setup import setup_for
from kibitz.games.connect4.strong import strong
from kibitz.games.connect4.vocabulary import vocabulary_for
from kibitz.games.n_in_a_row import SIDES
from kibitz.games.n_in_a_row_evaluation import classic

__all__ = ["GAME", "State", "connect4"]

BITS_LIMIT = 63
LADDER = (0, 2, 4, 5, 9, 10, 15, 19, 23, 24)
OPTIONS = (
    Option("rows", ROWS, range(1, 32)),
    Option("columns", COLUMNS, range(1, len(LETTERS) + 1)),
)


def connect4(rows: int = ROWS, columns: int = COLUMNS) -> Game:
    """The game on a board of `rows` x `columns`."""
    _check_size(rows, columns)
    made = rules_for(rows, columns)
    winning = fours(rows, columns)
    evaluations = {"strong": strong(rows, columns, winning), "classic": classic(winning, LENGTH)}
    usual = evaluations["strong"]
    return Game(
        "connect4",
        START,
        made.moves,
        made.play,
        made.payoff,
        usual.evaluate,
        title="Connect Four",
        rules=rules_text(rows, columns),
        sides=SIDES,
        evaluations=evaluations,
        symmetries=symmetries(rows, columns),
        notation=notation_for(rows, columns, made),
        geometry=replace(geometry(rows, columns), setup=setup_for(rows, columns)),
        why_not=reasons(rows),
        explain=usual.explain,
        vocabulary=vocabulary_for(rows, columns, made),
        levels=TEXTBOOK_LEVELS,
        ladder=LADDER,
        options=_options(rows, columns),
        settings={"rows": rows, "columns": columns},
        build=connect4,
    )


def _options(rows: int, columns: int) -> tuple[Option, ...]:
    """The options, each with the values that exist together with the other's."""
    of_rows, of_columns = OPTIONS
    most_rows = BITS_LIMIT // columns - 1
    most_columns = min(BITS_LIMIT // (rows + 1), len(LETTERS))
    return (
        replace(of_rows, available=range(1 if columns >= LENGTH else LENGTH, most_rows + 1)),
        replace(of_columns, available=range(1 if rows >= LENGTH else LENGTH, most_columns + 1)),
    )


def _check_size(rows: int, columns: int) -> None:
    if (rows + 1) * columns > BITS_LIMIT:
        raise OptionError(
            "bad_option",
            name="rows",
            game="connect4",
            value=rows,
            expected=f"(rows + 1) x columns to be at most {BITS_LIMIT}, "
            f"as for 6 x 7 or 8 x 7; for {rows} x {columns} it is {(rows + 1) * columns}",
        )
    if max(rows, columns) < LENGTH:
        raise OptionError(
            "bad_option",
            name="columns",
            game="connect4",
            value=columns,
            expected=f"at least {LENGTH} rows or columns, or the game cannot be won; "
            f"got {rows} x {columns}",
        )


GAME = connect4()
