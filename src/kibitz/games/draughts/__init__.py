"""Draughts and its relatives: Dame, checkers, shashki, damas and others. Men move diagonally
forwards and capture by jumping; captures are mandatory and continue as long as possible. Men become
kings on the last row. A side that cannot move has lost.

     8 |   b   b   b   b |
     7 | b   b   b   b   |
     6 |   b   b   b   b |
     5 | .   .   .   .   |
     4 |   .   .   .   . |
     3 | w   w   w   w   |
     2 |   w   w   w   w |
     1 | w   w   w   w   |
         a b c d e f g h

`variants.py` lists the variants, `board.py` describes the bitboards and `encoding.py` the encoding
of moves. A capture of several pieces is one move.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from kibitz.core.contract import Game
from kibitz.core.level import TEXTBOOK_LEVELS
from kibitz.core.messages import Message
from kibitz.core.notation import Notation
from kibitz.core.transcript import FileFormat
from kibitz.games.draughts import fen, notation, reasons
from kibitz.games.draughts.classic import UNIT, classic
from kibitz.games.draughts.geometry import geometry_of
from kibitz.games.draughts.kind import Kind, kind_of
from kibitz.games.draughts.options import OPTIONS, options_for, switch
from kibitz.games.draughts.rules_text import rules_text
from kibitz.games.draughts.setup import setup_for
from kibitz.games.draughts.state import State
from kibitz.games.draughts.strong import strong
from kibitz.games.draughts.transcripts import format_transcript, parse_transcripts
from kibitz.games.draughts.variants import STANDARD, VARIANTS, Variant, sized
from kibitz.games.draughts.vocabulary import vocabulary_for

LADDER = (0, 1, 4, 8, 10, 13, 15, 17, 20, 24)
LADDERS = {  # for the variants that are calibrated separately
    "english": (0, 3, 6, 9, 11, 13, 15, 17, 20, 24),
    "international": (0, 1, 4, 7, 9, 10, 13, 17, 19, 24),
    "italian": (0, 3, 7, 8, 10, 13, 15, 17, 20, 24),
}
CLOCKS = ("quiet", "ending", "road")


def draughts(
    variant: str = "german",
    size: int = 0,
    landing: str = STANDARD,
    majority: str = STANDARD,
    king_limit: str = STANDARD,
) -> Game:
    """The game under the rules of `variant`; the other options change its board or a rule.

    >>> draughts("russian").sides, draughts("english", size=6).initial().turn
    (('white', 'black'), 0)
    """
    row, switches = _configured(variant, size, landing, majority, king_limit)
    own_size = 0 if size == VARIANTS[variant].size else size
    settings = {"variant": variant, "size": own_size, **switches}
    return _game(kind_of(row), tuple(settings.items()))


def kind_for(game: Game) -> Kind | None:
    """The kind of draughts that `game` is; None for any other game.

    >>> kind_for(draughts("russian")) is kind_of(VARIANTS["russian"])
    True
    """
    if game.name != "draughts":
        return None
    variant, size, *switches = (game.settings.get(one.name, one.default) for one in OPTIONS)
    row, _ = _configured(str(variant), int(size), *map(str, switches))
    return kind_of(row)


def _configured(
    variant: str, size: int, landing: str, majority: str, king_limit: str
) -> tuple[Variant, dict[str, str]]:
    """The variant with these options, and the values of its switches."""
    chosen = (variant, size, landing, majority, king_limit)
    for option, value in zip(OPTIONS, chosen, strict=True):
        option.parse(value, "draughts")
    row = sized(variant, size)
    switches = {
        name: switch(row, name, value)
        for name, value in (
            ("landing", landing),
            ("majority", majority),
            ("king_limit", king_limit),
        )
    }
    if switches["landing"] != STANDARD:
        row = replace(row, landing="any" if landing == "any" else "behind")
    if switches["majority"] != STANDARD:
        row = replace(row, precedence="pieces" if majority == "yes" else "none")
    if switches["king_limit"] != STANDARD:
        row = replace(row, king_limit=3 if king_limit == "on" else 0)
    return row, switches


@lru_cache(maxsize=128)
def _game(kind: Kind, settings: tuple[tuple[str, int | str], ...]) -> Game:
    """The game of this kind; cached, so there is one object per set of rules."""
    variant, rules = kind.variant, kind.rules
    evaluations = {
        "strong": strong(kind.board, variant),
        "classic": classic(kind.board, variant),
    }
    usual = evaluations["strong"]
    has_clocks = variant.draws != "none"

    def format_move(state: State, move: int) -> str:
        return notation.format_move(kind, state, move)

    def parse_move(state: State, text: str) -> int:
        return notation.parse_move(kind, state, text)

    def format_state(state: State) -> str:
        return fen.format_fen(kind, state)

    def parse_state(text: str) -> State:
        return fen.parse_fen(kind, text)

    def why_not(state: State, move: int) -> Message | None:
        return reasons.why_not(kind, state, move)

    return Game(
        "draughts",
        rules.start,
        rules.moves,
        rules.play,
        rules.payoff,
        usual.evaluate,
        title=variant.title,
        family="Draughts / Checkers",
        rules=rules_text(kind),
        sides=variant.sides,
        evaluations=evaluations,
        unit=UNIT,
        clocks=CLOCKS if has_clocks else (),
        drawn=rules.drawn if has_clocks else None,
        repeats=variant.repeats,
        noisy=rules.noisy,
        notation=Notation(
            format_move=format_move,
            parse_move=parse_move,
            format_state=format_state,
            parse_state=parse_state,
        ),
        geometry=replace(geometry_of(kind), setup=setup_for(kind)),
        formats=(FileFormat("pdn", parse_transcripts, format_transcript),),
        explain=usual.explain,
        why_not=why_not,
        vocabulary=vocabulary_for(kind),
        levels=TEXTBOOK_LEVELS,
        ladder=LADDERS.get(variant.name, LADDER),
        options=options_for(variant),
        settings=dict(settings),
        build=draughts,
    )


GAME = draughts()
