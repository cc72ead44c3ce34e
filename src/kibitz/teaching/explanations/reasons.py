"""Why a move is good or bad where nothing is decided: what it does to the evaluation's terms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.core.messages import message
from kibitz.core.types import Move
from kibitz.teaching.explanations.claims import Claim, claim, points
from kibitz.teaching.explanations.explanation import Term, terms_of
from kibitz.teaching.explanations.study import Study


def reason_claims(study: Study) -> Iterator[Claim]:
    """What the move is good for: the term of the evaluation that best play changes most."""
    own = study.plain_own
    if own is None or own.is_decided or own.is_draw:
        return
    change = largest_change(study, own.line.moves)
    if change is not None:
        before, after = points(change.before), points(change.after)
        said = (
            message("raises_term", term=change.name, before=before, after=after)
            if after > before
            else message("lowers_term", term=change.name, before=before, after=after)
        )
        yield claim(said, own.line.line)


def largest_change(study: Study, line: Sequence[Move]) -> Term | None:
    """The term that `line` changes most: raises for a good move, or lowers where none rises.

    For a move that is worse than another it is the other way round.
    """
    end = study.state
    for move in line:
        end = study.game.play(end, move)
    changed = {
        term: points(term.after - term.before)
        for term in terms_of(study.game, study.state, end, study.side)
        if points(term.after - term.before) != 0
    }
    own, rest = study.plain_own, study.plain_rest
    is_worse = (
        own is not None
        and rest is not None
        and own.line.score is not None
        and rest.line.score is not None
        and own.line.score < rest.line.score
    )
    wanted = -1 if is_worse else 1
    found = [term for term in changed if changed[term] * wanted > 0] or [*changed]
    return max(found, key=lambda term: abs(changed[term]), default=None)
