"""Tiles.

`rules` contains the rules and a drawing of the board; the other modules contain the evaluation, the
notation, the geometry and the vocabulary.
"""

from __future__ import annotations

from dataclasses import replace

from kibitz.core.contract import Game, Option
from kibitz.core.errors import OptionError
from kibitz.core.level import EASY_MEDIUM_HARD
from kibitz.games.tiles.board import FILES, SIDES, geometry
from kibitz.games.tiles.evaluation import evaluation_for
from kibitz.games.tiles.notation import notation_for, reasons
from kibitz.games.tiles.rules import COLUMNS, PLAYERS, ROWS, State, random_start, rules_for
from kibitz.games.tiles.rules_text import rules_text
from kibitz.games.tiles.setup import setup_for
from kibitz.games.tiles.vocabulary import vocabulary_for

__all__ = ["GAME", "State", "tiles"]

CELLS_LIMIT = 63
LADDER = (0, 4, 5, 7, 9, 10, 12, 14, 17, 24)
OPTIONS = (
    Option("rows", ROWS, range(1, CELLS_LIMIT + 1)),
    Option("columns", COLUMNS, range(1, len(FILES) + 1)),
    Option("players", PLAYERS, range(2, 5), "number of players", "Number of players"),
)
# Only the score counts, even in finished games, and the last of equally good moves is chosen.
LEVELS = tuple(replace(level, decided="evaluation", ties="last") for level in EASY_MEDIUM_HARD)


def tiles(rows: int = ROWS, columns: int = COLUMNS, players: int = PLAYERS) -> Game:
    """The game for `players` on a board of `rows` x `columns`."""
    _check_size(rows, columns, players)
    made = rules_for(rows, columns, players)
    usual = evaluation_for(players, made)

    def start(seed: int) -> State:
        return random_start(rows * columns, seed)

    return Game(
        "tiles",
        start,
        made.moves,
        made.play,
        made.payoff,
        usual.evaluate,
        title="Tiles",
        rules=rules_text(rows, columns, players),
        sides=SIDES[:players],
        mirrored=players == 2,
        rank=made.rank,
        margin=made.margin,
        notation=notation_for(rows, columns, players),
        geometry=replace(
            geometry(rows, columns, players, made), setup=setup_for(rows * columns, players)
        ),
        explain=usual.explain,
        why_not=reasons(rows, columns),
        vocabulary=vocabulary_for(rows, columns, players, made),
        levels=LEVELS,
        ladder=LADDER,
        options=_options(rows, columns, players),
        settings={"rows": rows, "columns": columns, "players": players},
        build=tiles,
    )


def _options(rows: int, columns: int, players: int) -> tuple[Option, ...]:
    """The options, each with the values that exist together with the others'."""
    of_rows, of_columns, of_players = OPTIONS
    most_columns = min(CELLS_LIMIT // rows, len(FILES))
    return (
        replace(of_rows, available=range(-(-players // columns), CELLS_LIMIT // columns + 1)),
        replace(of_columns, available=range(-(-players // rows), most_columns + 1)),
        replace(of_players, available=range(2, min(4, rows * columns) + 1)),
    )


def _check_size(rows: int, columns: int, players: int) -> None:
    cells = rows * columns
    if cells > CELLS_LIMIT:
        raise OptionError(
            "too_large",
            game="tiles",
            rows=rows,
            columns=columns,
            cells=cells,
            limit=CELLS_LIMIT,
            works="7 x 9",
        )
    if cells < players:
        raise OptionError(
            "bad_option",
            name="players",
            game="tiles",
            value=players,
            expected=f"at most {cells}, the number of tiles of a {rows} x {columns} board",
        )


GAME = tiles()
