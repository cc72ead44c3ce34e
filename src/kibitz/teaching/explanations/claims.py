"""Claims: statements about a move, and the exact meaning of each.

A claim is a code with parameters, its sentence, and the line of play that shows it. The meanings
are defined so that the rules and plain minimax can decide whether a claim is true. A game defines
the codes of its own vocabulary next to its sentences.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kibitz.core.messages import Message
from kibitz.engine.lines import Warrant

PROVEN = Warrant("proven")
ROUNDED = 2  # decimals of points

# In all meanings, the mover is the side to move in the explained position, and plies are counted
# from there; the move itself is the first ply. "Plain minimax to n plies" plays the mover against
# all other sides, uses the game's evaluation and ignores repetition. For a compiled game it adds a
# quiescence search of at most 16 plies, in which a side with a quiet move may stand pat; a search
# of the piece count has no quiescence search. A claim of a forced end also holds under the
# session's repetition rule. Points are rounded to hundredths.
#
# In a game without an evaluation, Monte Carlo tree search compares the moves. "The score" of a move
# is its mean result in the playouts of that search, in percent: a win counts 1 and a draw 1/2. Two
# scores differ if their intervals at 95 % do not overlap.
MEANINGS: Mapping[str, str] = {
    "forced": "it is the only legal move",
    "wins_at_once": "the game is over after the move, and the mover's payoff is a win",
    "draws_at_once": "the game is over after the move, and the mover's payoff is a draw; `reason` "
    "is that of the outcome: rules, clock or repetition",
    "loses_at_once": "the game is over after the move, and the mover's payoff is a loss",
    "wins_in": "plain minimax of the move to `depth` plies is a win, `plies` from here",
    "loses_in": "two players: plain minimax of the move, and of the best of the other moves, to "
    "`depth` plies is a loss; that of the move is `plies` from here",
    "allows_win": "two players: plain minimax of the move to `depth` plies is a loss, `plies` from "
    "here; that of `other`, the best of the other moves, to the same depth is not",
    "can_be_beaten": "several players: plain minimax of the move to `depth` plies is a loss, "
    "`plies` from here, if all the others play against the mover",
    "draws": "two players: plain minimax of the move to `depth` plies is 0 whatever the evaluation",
    "holds_draw": "the same with several players, if all the others play against the mover",
    "only_winning_move": "plain minimax to `depth` plies of the move is a win within them, and "
    "that of the best of the other moves is not",
    "only_move_that_does_not_lose": "two players: plain minimax to `depth` plies of every other "
    "move is a loss within them, and that of the move is not",
    "only_safe_move": "the same with several players, if all the others play against the mover",
    "misses_win": "plain minimax to `depth` plies of `other` is a win, `plies` from here, and that "
    "of the move is not",
    "best_by": "plain minimax to `depth` plies of the move is `points` more than that of `other`, "
    "the best of the other moves; neither is a won or lost game",
    "worse_by": "plain minimax to `depth` plies of the move is `points` less than that of `other`, "
    "the best of the other moves; neither is a won or lost game",
    "sampled": "the score of the move is `percent`",
    "sampled_best": "the score of the move is `percent`; that of `other`, the best of the other "
    "moves, is `other_percent`, and differs",
    "sampled_worse": "the same, but `other` has the better score",
    "sampled_reply": "another player is to move after the move, and most of the search's playouts "
    "after it begin with `reply`",
    "forces_reply": "after the move the game goes on, another player is to move, and `reply` is "
    "the only legal move",
    "threatens_win": "two players: after the move the other is to move and has `replies` legal "
    "moves; after all but `answers` of them, at most half, the mover is to move and has a move "
    "that ends the game with a win",
    "best_reply": "another player is to move after the move, plain minimax of it to `depth` plies "
    "is not a won or lost game, and that of the move and `reply` to the same depth is the same",
    "raises_term": "the claim's line can be played and the game goes on after it; the term `term` "
    "of the evaluation is, for the mover, `before` before the line and `after` after it, which is "
    "more; no other term rises by more",
    "lowers_term": "the same, but `after` is less, and no other term falls by more",
    "wins_pieces": "in the game's count of pieces, plain minimax of the move to `depth` plies, "
    "ignoring clocks, is `pieces` more than the count before the move, and not a won or lost game",
    "loses_pieces": "in the game's count of pieces, plain minimax of the move to `depth` plies, "
    "ignoring clocks, is `pieces` less than the count before the move, and not a won or lost game; "
    "that of the move and `reply` to the same depth is the same, and `reply` lowers the count",
    "exchanges": "the move raises the count of pieces by `pieces`, and `reply` lowers it by as "
    "many; plain minimax over the count of the move, and of the move and `reply`, to `depth` "
    "plies, ignoring clocks, is the count before the move",
    # from endgame tables, if no clock can run out before the end that they give
    "table_wins": "the move wins by the endgame tables, `plies` from here",
    "table_draws": "the move draws by the endgame tables",
    "table_loses": "the move loses by the endgame tables, `plies` from here",
    "is_table_win": "the move wins by the endgame tables, which do not know the distance",
    "is_table_loss": "the move loses by the endgame tables, which do not know the distance",
    "only_win_there_is": "the move wins by the endgame tables, and no other move does",
    "only_drawing_move": "the move draws by the endgame tables, and every other move loses",
    "gives_win_away": "`other` wins by the endgame tables, `plies` from here, and the move does "
    "not",
    "gives_table_win_away": "`other` wins by the endgame tables, which do not know the distance, "
    "and the move does not",
    "gives_draw_away": "`other` draws by the endgame tables, and the move loses",
    "clock_decides": "the endgame tables know how the position after the move ends, but a clock "
    "may end the game first",
    # between two moves
    "table_tells_apart": "by the endgame tables, `better` has the result `good`, and `worse` has "
    "the worse result `bad`",
    "same_move": "both are the same move",
    "wins_where_other_does_not": "plain minimax to `depth` plies of `better` is a win, `plies` "
    "from here, and that of `worse` is not",
    "wins_sooner": "plain minimax to `depth` plies of both is a win, that of `better` `plies` from "
    "here and that of `worse` `other_plies`, which is later; the game has no margins",
    "loses_where_other_does_not": "plain minimax to `depth` plies of `worse` is a loss, `plies` "
    "from here, and that of `better` is not",
    "loses_sooner": "plain minimax to `depth` plies of both is a loss, that of `worse` `plies` "
    "from here and that of `better` `other_plies`, which is later; the game has no margins",
    "better_by": "plain minimax to `depth` plies of `better` is `points` more than that of "
    "`worse`; neither is a won or lost game",
    "equally_good": "plain minimax to `depth` plies of both is the same to the nearest hundredth, "
    "and not a won or lost game",
    "sampled_better": "the score of `better` is `percent`; that of `worse` is `other_percent`, and "
    "differs",
    "sampled_alike": "the scores of `one` and `other` are `percent` and `other_percent`, and do "
    "not differ",
    "both_win": "plain minimax to `depth` plies of both is a win; in a game without margins both "
    "are `plies` from here, and in a game with margins `plies` is None",
    "both_lose": "the same with a loss",
    "both_draw": "plain minimax to `depth` plies of both is 0 whatever the evaluation",
}


@dataclass(frozen=True, slots=True)
class Claim:
    """One true sentence about a move."""

    code: str
    params: Mapping[str, object]
    text: str
    line: tuple[str, ...]  # moves from the explained position that prove or show it
    warrant: Warrant

    def as_dict(self) -> dict[str, object]:
        """The claim for JSON."""
        return {
            "code": self.code,
            "params": dict(self.params),
            "text": self.text,
            "line": list(self.line),
            "warrant": str(self.warrant),
        }

    def __str__(self) -> str:
        return self.text


def claim(sentence: Message, line: tuple[str, ...], warrant: Warrant = PROVEN) -> Claim:
    """A claim with this sentence."""
    return Claim(sentence.code, sentence.params, sentence.text, line, warrant)


def points(difference: int | float) -> int | float:
    """Points rounded for a sentence: two decimals at most, without trailing zeros.

    >>> points(400.0), points(33.5714), points(0.5)
    (400, 33.57, 0.5)
    """
    rounded = round(difference, ROUNDED)
    return int(rounded) if rounded == int(rounded) else rounded


def in_points(difference: int | float) -> str:
    """A difference of points in words.

    >>> in_points(1), in_points(33.57)
    ('1 point', '33.57 points')
    """
    return "1 point" if difference == 1 else f"{difference} points"
