"""Levels: how strongly an engine plays."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, replace
from typing import Literal, TypeAlias

from kibitz.core.score import is_decided, plies_to_end
from kibitz.core.types import Depth, Score

# How a finished game is scored, from the point of view of the searching side:
#   "remaining"   a win is 1,000,000 plus the remaining depth, a loss the negative of that
#   "plies"       a win is 10 minus the plies after the first move, a loss the negative of that
#   "evaluation"  the game's evaluation
Decided: TypeAlias = Literal["remaining", "plies", "evaluation"]

WIN_BASE_SCORE = 1_000_000
STEPS = 10  # on the ladder
EFFORTS = 25  # rows of the effort table; each step of the ladder uses one
WIN_IN_ONE = 10


@dataclass(frozen=True, slots=True)
class Level:
    """A playing strength that a user chooses.

    A *plain* level is textbook minimax to a fixed depth. All others search with the full engine
    within their limits; the weaker ones add random errors to the scores of moves.
    """

    name: str
    title: str = ""  # a description
    _: KW_ONLY
    is_plain: bool = True
    depth: Depth | None = None  # of the search, in plies
    nodes: int | None = None  # positions visited at most
    time: float | None = None  # seconds
    evaluation: str = ""  # the name of one of the game's evaluations; empty for `evaluate`
    decided: Decided = "remaining"
    ties: Literal["first", "last", "random"] = "first"  # which of several equal moves is played
    exchange: int = 16  # plies of quiescence search
    lapses: float = 0.0  # the share of moves searched one ply shallower
    randomness: float = 0.0  # the share of moves chosen at random
    pruning: bool = True
    book: bool = False  # plays from the opening book of the game, if it has one
    tables: bool = False  # probes the endgame tables of the game, if it has any
    perfect: bool = False  # plays from the endgame tables if they cover the position
    blur: float = 0.0  # random errors; 1.0 is a typical difference between quiet moves
    # For games that Monte Carlo tree search plays, instead of depth, nodes and blur:
    playouts: int | None = None
    noise: float = 0.0  # random errors; 1.0 is the whole difference between the moves

    def value(self, score: Score) -> Score:
        """A score of the search, converted to the scale of this level.

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


# The usual textbook levels.
EASY_MEDIUM_HARD = (
    Level("easy", "looks one move ahead", depth=1),
    Level("medium", "looks three moves ahead", depth=3),
    Level("hard", "looks five moves ahead", depth=5),
)

# The same with the evaluation "classic".
TEXTBOOK_LEVELS = tuple(replace(level, evaluation="classic") for level in EASY_MEDIUM_HARD)
