"""What tables of perfect play say of a move; the meaning of every code stands in `claims`."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.messages import Message, message
from kibitz.core.score import DRAW, LOSS, WIN
from kibitz.core.text import format_move
from kibitz.core.types import Move
from kibitz.engine.knowledge import worth
from kibitz.engine.lines import Warrant
from kibitz.tables.verdict import Verdict
from kibitz.teaching.explanations.claims import Claim, claim
from kibitz.teaching.explanations.study import Study

TABLE = Warrant("table")
# Claims of plain minimax about how the game ends with the move, or that no other move ends it so.
ENDS = {"wins_at_once", "draws_at_once", "loses_at_once", "wins_in", "loses_in", "allows_win"}
# Claims that look to some depth, which are of no use where the end is known.
LOOKS = {"best_by", "worse_by", "best_reply", "raises_term", "lowers_term"}
ONLY = {"only_winning_move", "only_move_that_does_not_lose"}


def table_claims(study: Study, said: set[str]) -> Iterator[Claim]:
    """What the tables add to what was `said`: how the game ends, and what the others would do."""
    own = study.verdicts.get(study.move)
    if own is None:
        if study.is_clocked:
            yield claim(message("clock_decides"), (study.text,), TABLE)
        return
    line = study.own.line
    if not said & (ENDS | {"draws"}):
        yield claim(_ending(own), line, TABLE)
    others = {move: found for move, found in study.verdicts.items() if move != study.move}
    best = _best(others)
    if best is None:
        return
    move, found = best
    other = format_move(study.game, study.state, move)
    if own.result < found.result and not said & {"allows_win", "misses_win"}:
        code = (
            message("gives_win_away", other=other, plies=found.plies)
            if found.result == WIN
            else message("gives_draw_away", other=other)
        )
        yield claim(code, (other,), TABLE)
    is_whole = all(one is not None for one in others.values())
    if is_whole and own.result > found.result and not said & ONLY:
        is_win = own.result == WIN
        code = message("only_win_there_is") if is_win else message("only_drawing_move")
        yield claim(code, line, TABLE)


def outdone(study: Study) -> set[str]:
    """The claims that what the tables know of the move makes idle."""
    own = study.verdicts.get(study.move)
    if own is None:
        return set()
    return LOOKS | {"misses_win"} if own.result == WIN else LOOKS


def _ending(found: Verdict) -> Message:
    if found.result == DRAW:
        return message("table_draws")
    if found.result == WIN:
        return message("table_wins", plies=found.plies)
    return message("table_loses", plies=found.plies)


def _best(verdicts: dict[Move, Verdict | None]) -> tuple[Move, Verdict] | None:
    known = [(move, found) for move, found in verdicts.items() if found is not None]
    return max(known, key=lambda one: worth(one[1]), default=None)


def table_headline(one: Study, other: Study) -> Claim | None:
    """How the tables tell two moves apart; None where they do not."""
    first, second = one.verdicts.get(one.move), other.verdicts.get(other.move)
    if first is None or second is None or first.result == second.result:
        return None
    if first.result < second.result:
        one, other, first, second = other, one, second, first
    said = message(
        "table_tells_apart", better=one.text, good=str(first), worse=other.text, bad=str(second)
    )
    return claim(said, one.own.line, TABLE)


def table_nudge(study: Study) -> Message | None:
    """What can be said of the position without giving a move away; None where nothing is known."""
    found = [verdict for verdict in study.verdicts.values() if verdict is not None]
    if not found or len(found) < len(study.verdicts):
        return None
    results = [verdict.result for verdict in found]
    best = max(results)
    if best == WIN:
        return message("nudge_win") if results.count(WIN) > 1 else message("nudge_sharp")
    if best == LOSS:
        return message("nudge_worse")
    return message("nudge_hold") if 2 * results.count(LOSS) > len(results) else None
