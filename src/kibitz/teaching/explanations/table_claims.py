"""Claims from endgame tables; `claims` defines the meaning of every code."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.messages import Message, message
from kibitz.core.score import DRAW, LOSS, WIN
from kibitz.core.text import format_move
from kibitz.core.types import Move
from kibitz.engine.lines import Warrant
from kibitz.tables.verdict import Verdict, worth
from kibitz.teaching.explanations.claims import Claim, claim
from kibitz.teaching.explanations.study import Study

TABLE = Warrant("table")
# Claims of plain minimax about how the game ends after the move.
ENDS = {"wins_at_once", "draws_at_once", "loses_at_once", "wins_in", "loses_in", "allows_win"}
# Claims to a limited depth, which are superfluous if the result is known.
LIMITED = {"best_by", "worse_by", "best_reply", "raises_term", "lowers_term"}
ONLY = {"only_winning_move", "only_move_that_does_not_lose"}


def table_claims(study: Study, claimed: set[str]) -> Iterator[Claim]:
    """Claims about how the game ends, and how the other moves end, unless already `claimed`."""
    own = study.verdicts.get(study.move)
    if own is None:
        if study.is_clocked:
            yield claim(message("clock_decides"), (study.text,), TABLE)
        return
    line = study.own.line
    if not claimed & (ENDS | {"draws"}):
        yield claim(_ending(own), line, TABLE)
    others = {move: verdict for move, verdict in study.verdicts.items() if move != study.move}
    best = _best(others)
    if best is None:
        return
    move, verdict = best
    other = format_move(study.game, study.state, move)
    if own.result < verdict.result and not claimed & {"allows_win", "misses_win"}:
        code = (
            _win_given_away(other, verdict)
            if verdict.result == WIN
            else message("gives_draw_away", other=other)
        )
        yield claim(code, (other,), TABLE)
    is_complete = all(one is not None for one in others.values())
    if is_complete and own.result > verdict.result and not claimed & ONLY:
        is_win = own.result == WIN
        code = message("only_win_there_is") if is_win else message("only_drawing_move")
        yield claim(code, line, TABLE)


def superseded(study: Study) -> set[str]:
    """The codes of claims that the tables make superfluous."""
    own = study.verdicts.get(study.move)
    if own is None:
        return set()
    return LIMITED | {"misses_win"} if own.result == WIN else LIMITED


def _ending(verdict: Verdict) -> Message:
    if verdict.result == DRAW:
        return message("table_draws")
    if verdict.result == WIN:
        if verdict.plies is None:
            return message("is_table_win")
        return message("table_wins", plies=verdict.plies)
    if verdict.plies is None:
        return message("is_table_loss")
    return message("table_loses", plies=verdict.plies)


def _win_given_away(other: str, verdict: Verdict) -> Message:
    if verdict.plies is None:
        return message("gives_table_win_away", other=other)
    return message("gives_win_away", other=other, plies=verdict.plies)


def _best(verdicts: dict[Move, Verdict | None]) -> tuple[Move, Verdict] | None:
    known = [(move, verdict) for move, verdict in verdicts.items() if verdict is not None]
    return max(known, key=lambda one: worth(one[1]), default=None)


def table_headline(one: Study, other: Study) -> Claim | None:
    """A claim about which of two moves is better by the tables; None if they do not decide it."""
    first, second = one.verdicts.get(one.move), other.verdicts.get(other.move)
    if first is None or second is None or first.result == second.result:
        return None
    if first.result < second.result:
        one, other, first, second = other, one, second, first
    sentence = message(
        "table_tells_apart", better=one.text, good=str(first), worse=other.text, bad=str(second)
    )
    return claim(sentence, one.own.line, TABLE)


def table_nudge(study: Study) -> Message | None:
    """A nudge from the results of all moves; None if the tables lack one or no nudge applies."""
    known = [verdict for verdict in study.verdicts.values() if verdict is not None]
    if not known or len(known) < len(study.verdicts):
        return None
    results = [verdict.result for verdict in known]
    best = max(results)
    if best == WIN:
        return message("nudge_win") if results.count(WIN) > 1 else message("nudge_sharp")
    if best == LOSS:
        return message("nudge_worse")
    return message("nudge_hold") if 2 * results.count(LOSS) > len(results) else None
