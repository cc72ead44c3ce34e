"""Smart Horses: knights jump around a board on which some squares are worth points, and every
square that a knight leaves is destroyed. The game ends when one knight, or every knight, is stuck;
the side with the most points wins.

`board` contains a drawing of the board; a move is the number of the square that the knight jumps
to.
"""

from __future__ import annotations

from dataclasses import replace

from kibitz.core.contract import Game, Option
from kibitz.core.geometry import Geometry, Piece, grid_cells
from kibitz.core.level import Level
from kibitz.core.notation import Notation
from kibitz.games.horses.board import SIZE, State, random_start, score_of, value_at
from kibitz.games.horses.classic import UNIT, classic
from kibitz.games.horses.notation import NAMES, format_move, parse_move, reasons
from kibitz.games.horses.positions import GONE, occupants_of, state_formatter, state_parser
from kibitz.games.horses.rules import rules_for
from kibitz.games.horses.rules_text import rules_text
from kibitz.games.horses.setup import setup_for
from kibitz.games.horses.strong import strong
from kibitz.games.horses.vocabulary import vocabulary_for

SIDES = ("white", "black", "red", "blue")
LETTERS = "WBRU"  # one per side; U is blue
LADDER = (0, 5, 7, 10, 13, 14, 15, 16, 21, 24)
LEVELS = (
    Level("beginner", "looks two moves ahead", depth=2, evaluation="classic", decided="evaluation"),
    Level("amateur", "looks four moves ahead", depth=4, evaluation="classic", decided="evaluation"),
    Level("expert", "looks six moves ahead", depth=6, evaluation="classic", decided="evaluation"),
)
OPTIONS = (
    Option(
        "players", 2, range(2, 5), "number of players, with one knight each", "Number of players"
    ),
    Option(
        "ending",
        "first",
        ("first", "both"),
        "whether the game ends when the first knight is stuck or when both are; "
        "with more than two players, always when all are",
        title="Game ends when",
        labels={"first": "One knight is stuck", "both": "Both knights are stuck"},
    ),
)

ENDINGS = ("the {side} knight is stuck", "both knights are stuck", "all knights are stuck")


def horses(players: int = 2, ending: str = "first") -> Game:
    """The game for `players`; with more than two, it ends when all are stuck."""
    if players > 2:
        ending = "both"
    sides = SIDES[:players]
    letters = list(LETTERS[:players])
    made = rules_for(players, ending == "first")
    evaluations = {"classic": classic(players, made)}
    if players == 2:
        evaluations = {"strong": strong(), **evaluations}
    usual = next(iter(evaluations.values()))

    def start(seed: int) -> State:
        return random_start(players, seed)

    def stuck(state: State) -> str:
        names = [side for number, side in enumerate(sides) if made.mobility(state, number) == 0]
        if len(names) == 1:
            return ENDINGS[0].format(side=names[0])
        return ENDINGS[1 if players == 2 else 2]

    return Game(
        "horses",
        start,
        made.moves,
        made.play,
        made.payoff,
        usual.evaluate,
        title="Smart Horses",
        rules=rules_text(sides, ending == "first"),
        sides=sides,
        evaluations=evaluations,
        mirrored=usual.mirrored,
        unit=UNIT,
        noisy=made.noisy,
        rank=value_at,
        margin=made.margin,
        notation=Notation(
            format_move=format_move,
            parse_move=parse_move,
            format_state=state_formatter(letters),
            parse_state=state_parser(letters, made),
        ),
        geometry=Geometry(
            cells=grid_cells(SIZE, SIZE, lambda row, column: NAMES[row * SIZE + column]),
            pieces=tuple(
                Piece(letter, f"{name} knight", side, colour=name, symbol="knight")
                for side, (letter, name) in enumerate(zip(letters, sides, strict=True))
            ),
            occupants=occupants_of(letters),
            blocked=(GONE,),
            files=tuple("abcdefgh"),
            ranks=tuple(str(SIZE - row) for row in range(SIZE)),
            caption=lambda state: ", ".join(
                f"{name} {score_of(state, side)}" for side, name in enumerate(sides)
            ),
            counts=lambda state: [{"points": score_of(state, side)} for side in range(players)],
            ending=stuck,
            setup=setup_for(sides, letters, made),
        ),
        explain=usual.explain,
        why_not=reasons(made),
        vocabulary=vocabulary_for(sides, made),
        levels=LEVELS,
        ladder=LADDER,
        options=_options(players),
        settings={"players": players, "ending": ending},
        build=horses,
    )


def _options(players: int) -> tuple[Option, ...]:
    """The options for `players`: with more than two, there is one ending."""
    of_players, ending = OPTIONS
    return (of_players, ending if players == 2 else replace(ending, available=("both",)))


GAME = horses()
