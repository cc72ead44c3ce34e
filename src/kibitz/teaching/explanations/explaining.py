"""How explanations are made: search, then say what plain minimax and the rules confirm."""

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
from kibitz.teaching.explanations.comparing import headline, seen_alike
from kibitz.teaching.explanations.explanation import Comparison, Explanation, terms_of
from kibitz.teaching.explanations.facts import decisive_claims, other_claims
from kibitz.teaching.explanations.material import material_claims
from kibitz.teaching.explanations.probe import Probe
from kibitz.teaching.explanations.reasons import reason_claims
from kibitz.teaching.explanations.study import Study, best_line, study
from kibitz.teaching.explanations.table_facts import outdone, table_claims, table_headline


def explain(
    engine: Engine, plain: Engine, position: Position, move: Move | str | None, limit: Limit | None
) -> Explanation:
    """Why `move`, or the best one if None."""
    number = _read(engine, position, move)
    best = best_line(engine, position, limit)
    found = study(engine, plain, position, number, best, limit)
    return explained(found, found.own)


def compare(
    engine: Engine,
    plain: Engine,
    position: Position,
    mine: Move | str,
    yours: Move | str | None,
    limit: Limit | None,
) -> Comparison:
    """Two moves side by side; `yours` is the engine's own if None."""
    numbers = _read(engine, position, mine), _read(engine, position, yours)
    best = best_line(engine, position, limit)
    one, other = (study(engine, plain, position, number, best, limit) for number in numbers)
    if one.move == other.move:
        first = explained(one, one.own)
        same = claim(message("same_move", move=one.text), (one.text,))
        return Comparison(first, first, (same,))
    one, other = seen_alike(one, other, Probe(plain, position))
    said = headline(one, other)
    if said is None or said.code in ("better_by", "equally_good"):
        said = table_headline(one, other) or said
    # The headline comes from these lines, so that their scores agree with it.
    first, second = (
        explained(
            found, found.own if said is None or found.plain_own is None else found.plain_own.line
        )
        for found in (one, other)
    )
    return Comparison(first, second, () if said is None else (said,))


def explained(found: Study, line: Line) -> Explanation:
    """What is to be said about a studied move, whose line is shown as `line`."""
    game, state = found.game, found.state
    marks = marks_of(game, state, found.move, "move")
    if len(line.moves) > 1 and found.outcome() is None:
        reply = line.moves[1]
        marks += [
            mark for mark in marks_of(game, found.after, reply, "reply") if mark.kind == "reply"
        ]
    claims = list(decisive_claims(found))
    claims += table_claims(found, {said.code for said in claims})
    for said, cells in _vocabulary_claims(found):
        claims.append(said)
        if cells:
            marks.append(BoardMark(said.code, cells))
    if game.vocabulary is not None:
        claims += material_claims(found, game.vocabulary)
    claims += reason_claims(found)
    claims += other_claims(found)
    claims = [said for said in claims if said.code not in outdone(found)]
    terms = terms_of(game, state, found.after, found.side)
    return Explanation(found.text, line, tuple(claims), terms, tuple(marks))


def _vocabulary_claims(found: Study) -> Iterator[tuple[Claim, tuple[str, ...]]]:
    """The game's own facts about the move, each with the cells that it is about."""
    vocabulary = found.game.vocabulary
    if vocabulary is None:
        return
    for fact in vocabulary.facts(found.state, found.move):
        yield claim(fact.message, found.texts(*fact.then)), named(found.game, fact.cells)


def _read(engine: Engine, position: Position, move: Move | str | None) -> Move | None:
    """The number of the move that is asked about; refuses bad positions and bad moves."""
    engine.check_position(position)
    return None if move is None else resolve_move(engine.game, position.state, move)
