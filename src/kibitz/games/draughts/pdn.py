"""Reading and writing draughts games as PDN (Portable Draughts Notation 3.0), one or more per file.

`pdn_reading` describes the accepted input, `pdn_records` the contents of a file.
"""

from __future__ import annotations

from kibitz.core.contract import Game
from kibitz.games.draughts import GAME
from kibitz.games.draughts.pdn_reading import parse_games
from kibitz.games.draughts.pdn_records import Annotated, PdnError, PdnGame, result_of
from kibitz.games.draughts.pdn_writing import format_pdn

__all__ = ["Annotated", "PdnError", "PdnGame", "format_pdn", "parse_pdn", "result_of"]


def parse_pdn(text: str, game: Game = GAME) -> list[PdnGame]:
    """The games of a PDN file; `game` is used if the file does not name the variant.

    Raises PdnError, with the line number, if the text cannot be read or a move is illegal.

    >>> [one] = parse_pdn('[White "Anna"] 1. 22-18 9-14 2. 18x9 *')
    >>> one.tags, len(one.moves), one.result
    ({'White': 'Anna'}, 3, '*')
    """
    return parse_games(text, game)
