"""Scores and their bands.

    -INFINITY … lost … -EVALUATION_LIMIT … evaluations … EVALUATION_LIMIT … won … INFINITY

A decided score orders wins and losses by margin, then by distance: a quicker win and a slower loss
score higher. A score is an int from one side's point of view. Its distance counts from the root
during the search, and from the node in the transposition table.

Wins and losses in endgame tables without distances have a band of their own, from EVALUATION_LIMIT
to TABLE_WON. They are ordered by their remoteness, a number that every move towards the end lowers.
"""

from __future__ import annotations

from kibitz.core.types import Payoff, Ply, Score

WIN: Payoff = 1
DRAW: Payoff = 0
LOSS: Payoff = -1

DECIDED = 10**12  # a win in 0 plies with no margin
PLIES = 1 << 13  # score per point of margin; more than the plies of the longest line
MARGIN_LIMIT = 1 << 24  # margins are clamped to this
EVALUATION_LIMIT = DECIDED - 10**6  # evaluations are clamped to this
TABLE_WON = DECIDED - 2 * 10**5  # a win in a table without distances, with remoteness 0
INFINITY = 2 * DECIDED  # beyond every score
UNKNOWN = 1 << 30  # a value that is missing from the endgame table
NO_DISTANCE = 1 << 20  # the value of a win in a table without distances, with remoteness 0
STAGE = 1 << 9  # remoteness per stage; the rest is the plies to the next stage


def decided(payoff: Payoff, plies: Ply, margin: int) -> Score:
    """The score of a game that ends in `plies` with `payoff` and `margin`.

    >>> decided(WIN, 3, 0) > decided(WIN, 5, 0) > 0 > decided(LOSS, 5, 0) > decided(LOSS, 3, 0)
    True
    >>> decided(WIN, 5, 10) > decided(WIN, 3, 2)
    True
    """
    size = DECIDED + min(abs(margin), MARGIN_LIMIT) * PLIES - plies
    if payoff > 0:
        return size
    if payoff < 0:
        return -size
    return 0


def decided_by_table(payoff: Payoff, plies: Ply, remoteness: int) -> Score:
    """The score of a position with this remoteness, reached after `plies` plies.

    >>> EVALUATION_LIMIT < decided_by_table(WIN, 3, 9 * STAGE) < decided_by_table(WIN, 3, 20)
    True
    >>> decided_by_table(WIN, 0, 0) < decided(WIN, 500, 0)
    True
    """
    size = TABLE_WON - remoteness - plies
    return size if payoff > 0 else -size


def clamp(evaluation: Score) -> Score:
    """`evaluation`, limited to the band of undecided games."""
    return max(-EVALUATION_LIMIT, min(EVALUATION_LIMIT, evaluation))


def is_decided(score: Score) -> bool:
    """Whether `score` is a win or a loss, not an evaluation."""
    return score > EVALUATION_LIMIT or score < -EVALUATION_LIMIT


def has_distance(score: Score) -> bool:
    """Whether the distance to the end of the game is known in a decided score."""
    return score > TABLE_WON or score < -TABLE_WON


def plies_to_end(score: Score) -> Ply:
    """The distance in a decided score: to the end of the game, or to the next stage.

    >>> plies_to_end(decided(WIN, 7, 3)), plies_to_end(decided(LOSS, 2, 0))
    (7, 2)
    >>> plies_to_end(decided_by_table(LOSS, 3, 9 * STAGE + 20))
    23
    """
    if has_distance(score):
        return (DECIDED - abs(score)) % PLIES
    return (TABLE_WON - abs(score)) % STAGE


def to_table(score: Score, ply: Ply) -> Score:
    """`score` with its plies counted from the node at `ply` instead of the root."""
    if score > EVALUATION_LIMIT:
        return score + ply
    if score < -EVALUATION_LIMIT:
        return score - ply
    return score


def from_table(score: Score, ply: Ply) -> Score:
    """The inverse of `to_table`."""
    if score > EVALUATION_LIMIT:
        return score - ply
    if score < -EVALUATION_LIMIT:
        return score + ply
    return score
