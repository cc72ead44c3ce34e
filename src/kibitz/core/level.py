"""Levels: how strongly an engine plays, one row of a table each."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, replace
from typing import Literal, TypeAlias

from kibitz.core.score import is_decided, plies_to_end
from kibitz.core.types import Depth, Score

# How a finished game is scored, in the view of the player who searches:
#   "remaining"   1,000,000 and a point for every ply of depth that is left, or the negative
#   "plies"       10, less the plies after the first move, or the negative
#   "evaluation"  what the game's evaluation says of it, wherever it ends
Decided: TypeAlias = Literal["remaining", "plies", "evaluation"]

WIN_BASE_SCORE = 1_000_000
STEPS = 10  # of the ladder
EFFORTS = 25  # rows of the dial that the steps of the ladder are taken from
WIN_IN_ONE = 10


@dataclass(frozen=True, slots=True)
class Level:
    """A strength that a person picks.

    A *plain* level is textbook minimax to a fixed depth. Any other is a step of the ladder: the
    engine's whole search within its limits, its judgement blurred.
    """

    name: str
    title: str = ""  # in words
    _: KW_ONLY
    is_plain: bool = True
    depth: Depth | None = None  # plies that are looked ahead
    nodes: int | None = None  # positions that are visited, at most
    time: float | None = None  # seconds
    evaluation: str = ""  # a name among the game's evaluations; its usual one otherwise
    decided: Decided = "remaining"
    ties: Literal["first", "last", "random"] = "first"  # which of equal moves is played
    exchange: int = 16  # plies of captures and the like that are followed after that
    lapses: float = 0.0  # the share of moves at which it looks a ply less far
    randomness: float = 0.0  # the share of moves that are drawn by lot
    pruning: bool = True
    book: bool = False  # plays its first moves from an opening book, where the game has one
    tables: bool = False  # asks tables of perfect play, where there are any
    perfect: bool = False  # plays by them alone, where they tell
    blur: float = 0.0  # how loosely moves are judged, in typical differences between quiet moves

    def value(self, score: Score) -> Score:
        """A score of the search as this level counts it.

        >>> from kibitz.core.score import WIN, decided
        >>> Level("medium", depth=3).value(decided(WIN, 1, 0))
        1000002
        >>> Level("perfect", depth=9, decided="plies").value(decided(WIN, 3, 0))
        8
        """
        if not is_decided(score):
            return score
        plies = plies_to_end(score)
        if self.decided == "plies":
            size = WIN_IN_ONE + 1 - plies
        else:
            size = WIN_BASE_SCORE + (self.depth or 0) - plies
        return size if score > 0 else -size


# The levels of most textbooks.
EASY_MEDIUM_HARD = (
    Level("easy", "looks one ply ahead", depth=1),
    Level("medium", "looks three plies ahead", depth=3),
    Level("hard", "looks five plies ahead", depth=5),
)

# The same, in games whose evaluation of the textbooks goes by this name.
TEXTBOOK_LEVELS = tuple(replace(level, evaluation="classic") for level in EASY_MEDIUM_HARD)
