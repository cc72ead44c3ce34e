"""What the codes of a variant count: plies to the end of the game, or only to the next slice.

On 8x8 boards a code is the distance to the end. On larger boards it is the distance to the next
capture or promotion, which leads to another slice, so only the result is shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kibitz.core.contract import Game
from kibitz.core.score import NO_DISTANCE, STAGE
from kibitz.games.draughts import kind_for
from kibitz.games.draughts.kind import Kind

_LARGEST_BOARD = 8  # up to this size, distances count to the end of the game
_FEWER_MEN = 9  # stages per piece; a position with fewer pieces or men is at a lower stage


def counts_to_end(kind: Kind) -> bool:
    """Whether the codes of a variant's tables are distances to the end."""
    return kind.board.size <= _LARGEST_BOARD


def metric_of(game: Game) -> Mapping[str, object]:
    """What the codes of a game's tables count, as stored in the header of a table."""
    kind = kind_for(game)
    assert kind is not None
    return {"distance": "end" if counts_to_end(kind) else "slice"}


def keep_results(codes: Any) -> None:
    """Replace the codes of a solved slice by the least ones with the same results."""
    codes[:] = (codes > 0) * (2 - codes % 2)


def value_of(code: int, pieces: int, men: int, to_end: int) -> int:
    """The value of a code for the side to move, in a position with these pieces and men.

    >>> value_of(6, 4, 1, 1), value_of(5, 4, 1, 1), value_of(0, 4, 1, 0)
    (6, -5, 0)
    >>> value_of(6, 4, 1, 0) == NO_DISTANCE + 37 * STAGE + 5
    True
    """
    value = code
    if to_end == 0 and code != 0:
        value = NO_DISTANCE + (pieces * _FEWER_MEN + men) * STAGE + code - 1
    return -value if code & 1 else value
