"""What a move wins and loses in pieces: plain minimax over the game's own count of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kibitz.core.messages import message
from kibitz.core.score import INFINITY, is_decided
from kibitz.core.types import Depth, Move, Score
from kibitz.core.vocabulary import Vocabulary
from kibitz.search.reference import Reference, Stopped
from kibitz.teaching.explanations.claims import Claim, claim
from kibitz.teaching.explanations.facts import depth_warrant
from kibitz.teaching.explanations.study import Study

# The side that a claim is against makes the last move: a piece is lost although the mover could
# still take back, and won although the others could.
LOSES_PLIES = 3
WINS_PLIES = 4
MOST_NODES = 6_000


def material_claims(study: Study, vocabulary: Vocabulary) -> Iterator[Claim]:
    """What the studied move wins, loses or exchanges, where the game counts pieces."""
    count = vocabulary.count
    if count is None or study.outcome() is not None:
        return
    before, at_once = (count(state, study.side) for state in (study.state, study.after))
    lost = _searched(study, vocabulary, LOSES_PLIES)
    if lost is None:
        return
    value, line = lost
    if value < before and len(line) > 1 and study.after.turn != study.side:
        replied = study.game.play(study.after, line[1])
        is_taken = any(True for _ in study.game.moves(replied)) and (
            count(replied, study.side) < at_once
        )
        if is_taken:
            texts = study.texts(*line[1:])
            said = message(
                "loses_pieces",
                pieces=before - value,
                what=_named(vocabulary, before - value),
                reply=texts[1],
                depth=LOSES_PLIES,
            )
            yield claim(said, texts, depth_warrant(LOSES_PLIES))
        return
    won = _searched(study, vocabulary, WINS_PLIES)
    if won is None:
        return
    value, line = won
    texts = study.texts(*line[1:])
    if value > before:
        said = message(
            "wins_pieces",
            pieces=value - before,
            what=_named(vocabulary, value - before),
            depth=WINS_PLIES,
        )
        yield claim(said, texts, depth_warrant(WINS_PLIES))
    elif value == before < at_once and len(line) > 1 and study.after.turn != study.side:
        replied = study.game.play(study.after, line[1])
        is_over = not any(True for _ in study.game.moves(replied))
        if not is_over and count(replied, study.side) == before:
            taken = at_once - before
            said = message(
                "exchanges",
                pieces=taken,
                what=_named(vocabulary, taken),
                reply=texts[1],
                depth=WINS_PLIES,
            )
            yield claim(said, texts, depth_warrant(WINS_PLIES))


def _searched(
    study: Study, vocabulary: Vocabulary, depth: Depth
) -> tuple[Score, list[Move]] | None:
    """The count after best play of so many plies, and that play; None where it is not known."""
    assert vocabulary.count is not None
    counted = replace(
        study.game, evaluate=vocabulary.count, margin=None, drawn=None, clocks=(), repeats=0
    )
    search = Reference(counted, study.side, is_stopped=lambda: search.nodes >= MOST_NODES)
    try:
        value, line = search.value(
            study.state, depth, -INFINITY, INFINITY, 0, excluded=study.others
        )
    except Stopped:
        return None
    return None if is_decided(value) else (value, line)


def _named(vocabulary: Vocabulary, pieces: int) -> str:
    one, several = vocabulary.pieces
    return f"a {one}" if pieces == 1 else f"{pieces} {several}"
