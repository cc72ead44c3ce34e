"""Claims about the terms of the evaluation, for moves that do not decide the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.core.messages import message
from kibitz.core.types import Move
from kibitz.teaching.explanations.claims import Claim, claim, points
from kibitz.teaching.explanations.explanation import Term, terms_of
from kibitz.teaching.explanations.study import Study


def term_claims(study: Study) -> Iterator[Claim]:
    """A claim about the term of the evaluation that best play changes most."""
    own = study.plain_own
    if own is None or own.is_decided or own.is_draw:
        return
    change = largest_change(study, own.line.moves)
    # A term that falls is no reason for a move, unless the move is worse than another.
    if change is not None and (change.after > change.before or _is_worse(study)):
        before, after = points(change.before), points(change.after)
        sentence = (
            message("raises_term", term=change.name, before=before, after=after)
            if after > before
            else message("lowers_term", term=change.name, before=before, after=after)
        )
        yield claim(sentence, own.line.line)


def largest_change(study: Study, line: Sequence[Move]) -> Term | None:
    """The term that `line` raises most, or lowers most if none rises.

    For a move that is worse than another one, it is the term that falls most, if one falls.
    """
    end = study.state
    for move in line:
        end = study.game.play(end, move)
    changed = {
        term: points(term.after - term.before)
        for term in terms_of(study.game, study.state, end, study.side)
        if points(term.after - term.before) != 0
    }
    wanted = -1 if _is_worse(study) else 1
    candidates = [term for term in changed if changed[term] * wanted > 0] or [*changed]
    return max(candidates, key=lambda term: abs(changed[term]), default=None)


def _is_worse(study: Study) -> bool:
    """Whether plain minimax prefers another move to one that is not the engine's choice."""
    own, rest = study.plain_own, study.plain_rest
    return (
        not study.is_best
        and own is not None
        and rest is not None
        and own.line.score is not None
        and rest.line.score is not None
        and own.line.score < rest.line.score
    )
