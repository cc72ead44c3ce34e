"""Creates explanations: searches, then claims only what plain minimax and the rules confirm."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.messages import message
from kibitz.core.text import resolve_move
from kibitz.core.types import Move
from kibitz.engine.engine import Engine
from kibitz.engine.lines import Line
from kibitz.engine.position import Position
from kibitz.search.limits import Limit
from kibitz.teaching.explanations.board_marks import BoardMark, marks_of, named
from kibitz.teaching.explanations.claims import Claim, claim
from kibitz.teaching.explanations.comparing import at_common_depth, headline
from kibitz.teaching.explanations.explanation import Comparison, Explanation, terms_of
from kibitz.teaching.explanations.general_claims import decisive_claims, other_claims
from kibitz.teaching.explanations.material_claims import material_claims
from kibitz.teaching.explanations.plain_search import PlainSearch
from kibitz.teaching.explanations.sampled_claims import sampled_headline
from kibitz.teaching.explanations.study import Study, best_line, study_move
from kibitz.teaching.explanations.table_claims import superseded, table_claims, table_headline
from kibitz.teaching.explanations.term_claims import term_claims

_UNPROVEN = ("better_by", "equally_good", "sampled_better", "sampled_alike")


def explain(
    engine: Engine, plain: Engine, position: Position, move: Move | str | None, limit: Limit | None
) -> Explanation:
    """Explain why `move` is good or bad; the best move if None."""
    number = _read(engine, position, move)
    best = best_line(engine, position, limit)
    study = study_move(engine, plain, position, number, best, limit)
    return explained(study, study.own)


def compare(
    engine: Engine,
    plain: Engine,
    position: Position,
    mine: Move | str,
    yours: Move | str | None,
    limit: Limit | None,
) -> Comparison:
    """Compare two moves; `yours` is the engine's own move if None."""
    numbers = _read(engine, position, mine), _read(engine, position, yours)
    best = best_line(engine, position, limit)
    one, other = (study_move(engine, plain, position, number, best, limit) for number in numbers)
    if one.move == other.move:
        first = explained(one, one.own)
        same = claim(message("same_move", move=one.text), (one.text,))
        return Comparison(first, first, (same,))
    one, other = at_common_depth(one, other, PlainSearch(plain, position))
    difference = headline(one, other)
    if difference is None or difference.code in ("better_by", "equally_good"):
        difference = sampled_headline(one.own, other.own) or difference
    if difference is None or difference.code in _UNPROVEN:
        difference = table_headline(one, other) or difference
    if difference is None or difference.code in ("sampled_better", "sampled_alike"):
        shown = () if difference is None else (difference,)
        return Comparison(explained(one, one.own), explained(other, other.own), shown)
    # Show the lines behind the headline, so that their scores agree with it.
    first, second = (
        explained(study, study.own if study.plain_own is None else study.plain_own.line)
        for study in (one, other)
    )
    return Comparison(first, second, (difference,))


def explained(study: Study, line: Line) -> Explanation:
    """The explanation of a studied move, shown with `line`."""
    game, state = study.game, study.state
    marks = marks_of(game, state, study.move, "move")
    if len(line.moves) > 1 and study.outcome() is None:
        reply = line.moves[1]
        marks += [
            mark for mark in marks_of(game, study.after, reply, "reply") if mark.kind == "reply"
        ]
    claims = list(decisive_claims(study))
    claims += table_claims(study, {one.code for one in claims})
    for one, cells in _vocabulary_claims(study):
        claims.append(one)
        if cells:
            marks.append(BoardMark(one.code, cells))
    if game.vocabulary is not None:
        claims += material_claims(study, game.vocabulary)
    claims += term_claims(study)
    claims += other_claims(study)
    claims = [one for one in claims if one.code not in superseded(study)]
    terms = terms_of(game, state, study.after, study.side)
    return Explanation(study.text, line, tuple(claims), terms, tuple(marks))


def _vocabulary_claims(study: Study) -> Iterator[tuple[Claim, tuple[str, ...]]]:
    """The facts of the game's vocabulary about the move, each with its cells."""
    vocabulary = study.game.vocabulary
    if vocabulary is None:
        return
    for fact in vocabulary.facts(study.state, study.move):
        yield claim(fact.message, study.texts(*fact.then)), named(study.game, fact.cells)


def _read(engine: Engine, position: Position, move: Move | str | None) -> Move | None:
    """The number of the move to explain; raises an error for an invalid position or move."""
    engine.check_position(position)
    return (
        None if move is None else resolve_move(engine.game, position.state, move, position.earlier)
    )
