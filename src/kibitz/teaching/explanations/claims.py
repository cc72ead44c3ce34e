"""Claims: what is said about a move, and exactly what each of them means.

A claim is a code with parameters, its sentence, and the line of play that shows it. What it means
is defined here so that rules and plain minimax can decide whether it is true; a game defines the
codes of its own vocabulary beside its sentences.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kibitz.core.messages import Message
from kibitz.engine.lines import Warrant

PROVEN = Warrant("proven")
ROUNDED = 2  # decimals of points

# In all of them: the mover is who moves in the position explained, and plies count from there, the
# move itself the first. "Plain minimax to n plies" is the mover's against all others, by the game's
# evaluation, without repetition; the move itself is one of the n plies. Past the last ply the noisy
# moves of a compiled game are followed, 16 plies at most, and a side that has a quiet move may stop
# there; over the count of pieces nothing is followed. A claim of a forced end also holds under the
# session's repetition rule. Points are rounded to hundredths.
MEANINGS: Mapping[str, str] = {
    "forced": "it is the only legal move",
    "wins_at_once": "the game is over after the move, and the mover's payoff is a win",
    "draws_at_once": "the game is over after the move, and the mover's payoff is a draw; `reason` "
    "is the outcome's: rules, clock or repetition",
    "loses_at_once": "the game is over after the move, and the mover's payoff is a loss",
    "wins_in": "plain minimax of the move to `depth` plies is a win, `plies` from here",
    "loses_in": "two players: plain minimax of the move, and of the best of the other moves, to "
    "`depth` plies is a loss; that of the move comes `plies` from here",
    "allows_win": "two players: plain minimax of the move to `depth` plies is a loss, `plies` from "
    "here; that of `other`, the best of the other moves, to as many plies is not",
    "can_be_beaten": "several players: plain minimax of the move to `depth` plies is a loss, "
    "`plies` from here, where all the others play against the mover",
    "draws": "two players: plain minimax of the move to `depth` plies is 0 whatever the evaluation",
    "holds_draw": "the same with several players, where all the others play against the mover",
    "only_winning_move": "plain minimax to `depth` plies of the move is a win within them, and "
    "that of the best of the other moves is not",
    "only_move_that_does_not_lose": "two players: plain minimax to `depth` plies of every other "
    "move is a loss within them, and that of the move is not",
    "only_safe_move": "the same with several players, where all the others play against the mover",
    "misses_win": "plain minimax to `depth` plies of `other` is a win, `plies` from here, and that "
    "of the move is not",
    "best_by": "plain minimax to `depth` plies of the move is `points` more than that of `other`, "
    "the best of the other moves; neither is a won or lost game",
    "worse_by": "plain minimax to `depth` plies of the move is `points` less than that of `other`, "
    "the best of the other moves; neither is a won or lost game",
    "forces_reply": "after the move the game goes on, another player is to move, and `reply` is "
    "the only legal move",
    "threatens_win": "two players: after the move the other is to move and has `replies` legal "
    "moves; after all but `answers` of them, at most half, the mover is to move and has a move "
    "that ends the game with a win",
    "best_reply": "another player is to move after the move, plain minimax of it to `depth` plies "
    "is no won or lost game, and that of the move and `reply` to as many plies is the same",
    "raises_term": "the claim's line can be played and the game goes on after it; the term `term` "
    "of the evaluation is worth `before` to the mover before the line and `after`, more, after it; "
    "no other term rises by more",
    "lowers_term": "the same, where `after` is less and no other term falls by more",
    "wins_pieces": "in the game's count of pieces, plain minimax of the move to `depth` plies, "
    "clocks aside, is `pieces` more than the count before the move, and no won or lost game",
    "loses_pieces": "in the game's count of pieces, plain minimax of the move to `depth` plies, "
    "clocks aside, is `pieces` less than the count before the move, and no won or lost game; that "
    "of the move and `reply` to as many plies is the same, and `reply` lowers the count",
    "exchanges": "the move raises the count of pieces by `pieces`, `reply` lowers it by as many; "
    "plain minimax over the count of the move, and of the move and `reply`, to `depth` plies, "
    "clocks aside, is the count before the move",
    # by tables of perfect play, where no clock can run out before the end that they know
    "table_wins": "the tables have the move win, `plies` from here",
    "table_draws": "the tables have the move draw",
    "table_loses": "the tables have the move lose, `plies` from here",
    "only_win_there_is": "the tables have the move win, and no other one",
    "only_drawing_move": "the tables have the move draw, and every other one lose",
    "gives_win_away": "the tables have `other` win, `plies` from here, and the move not",
    "gives_draw_away": "the tables have `other` draw, and the move lose",
    "clock_decides": "the tables know an end of the position after the move, and a clock that runs "
    "may end the game before it",
    # between two moves
    "table_tells_apart": "the tables have `better` end as `good` says, and `worse` with a worse "
    "result, as `bad` says",
    "same_move": "both are the same move",
    "wins_where_other_does_not": "plain minimax to `depth` plies of `better` is a win, `plies` "
    "from here, and that of `worse` is not",
    "wins_sooner": "plain minimax to `depth` plies of both is a win, that of `better` `plies` from "
    "here and that of `worse` `other_plies`, which is later; the game knows no margins",
    "loses_where_other_does_not": "plain minimax to `depth` plies of `worse` is a loss, `plies` "
    "from here, and that of `better` is not",
    "loses_sooner": "plain minimax to `depth` plies of both is a loss, that of `worse` `plies` "
    "from here and that of `better` `other_plies`, which is later; the game knows no margins",
    "better_by": "plain minimax to `depth` plies of `better` is `points` more than that of "
    "`worse`; neither is a won or lost game",
    "equally_good": "plain minimax to `depth` plies of both is the same to the nearest hundredth, "
    "and no won or lost game",
    "both_win": "plain minimax to `depth` plies of both is a win; where the game knows no margins "
    "both come `plies` from here, where it does `plies` is None",
    "both_lose": "the same with a loss",
    "both_draw": "plain minimax to `depth` plies of both is 0 whatever the evaluation",
}


@dataclass(frozen=True, slots=True)
class Claim:
    """One true sentence about a move."""

    code: str
    params: Mapping[str, object]
    text: str
    line: tuple[str, ...]  # moves from the position explained that prove or show it
    warrant: Warrant

    def as_dict(self) -> dict[str, object]:
        """The claim as JSON sees it."""
        return {
            "code": self.code,
            "params": dict(self.params),
            "text": self.text,
            "line": list(self.line),
            "warrant": str(self.warrant),
        }

    def __str__(self) -> str:
        return self.text


def claim(said: Message, line: tuple[str, ...], warrant: Warrant = PROVEN) -> Claim:
    """The claim that says `said`."""
    return Claim(said.code, said.params, said.text, line, warrant)


def points(difference: int | float) -> int | float:
    """Points as they are said: two decimals at most, and none that say nothing.

    >>> points(400.0), points(33.5714), points(0.5)
    (400, 33.57, 0.5)
    """
    rounded = round(difference, ROUNDED)
    return int(rounded) if rounded == int(rounded) else rounded
