"""Claims about pieces won and lost, by plain minimax over the game's count of pieces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kibitz.core.messages import message
from kibitz.core.score import INFINITY, is_decided
from kibitz.core.types import Depth, Move, Score
from kibitz.core.vocabulary import Vocabulary
from kibitz.search.reference import Reference, Stopped
from kibitz.teaching.explanations.claims import Claim, claim
from kibitz.teaching.explanations.general_claims import depth_warrant
from kibitz.teaching.explanations.study import Study

# The side that could refute a claim moves last: the mover may recapture before a piece counts as
# lost, and the other sides may recapture before it counts as won.
LOSES_PLIES = 3
WINS_PLIES = 4
MOST_NODES = 6_000


def material_claims(study: Study, vocabulary: Vocabulary) -> Iterator[Claim]:
    """Claims about pieces won, lost or exchanged by the studied move, if the game counts them."""
    count = vocabulary.count
    if count is None or study.outcome() is not None:
        return
    before, after = (count(state, study.side) for state in (study.state, study.after))
    lost = _searched(study, vocabulary, LOSES_PLIES)
    if lost is None:
        return
    value, line = lost
    if value < before and len(line) > 1 and study.after.turn != study.side:
        replied = study.game.play(study.after, line[1])
        is_taken = any(True for _ in study.game.moves(replied)) and (
            count(replied, study.side) < after
        )
        if is_taken:
            texts = study.texts(*line[1:])
            sentence = message(
                "loses_pieces",
                pieces=before - value,
                what=_named(vocabulary, before - value),
                reply=texts[1],
                depth=LOSES_PLIES,
            )
            yield claim(sentence, texts, depth_warrant(LOSES_PLIES))
        return
    won = _searched(study, vocabulary, WINS_PLIES)
    if won is None:
        return
    value, line = won
    texts = study.texts(*line[1:])
    if value > before:
        sentence = message(
            "wins_pieces",
            pieces=value - before,
            what=_named(vocabulary, value - before),
            depth=WINS_PLIES,
        )
        yield claim(sentence, texts, depth_warrant(WINS_PLIES))
    elif value == before < after and len(line) > 1 and study.after.turn != study.side:
        replied = study.game.play(study.after, line[1])
        is_over = not any(True for _ in study.game.moves(replied))
        if not is_over and count(replied, study.side) == before:
            taken = after - before
            sentence = message(
                "exchanges",
                pieces=taken,
                what=_named(vocabulary, taken),
                reply=texts[1],
                depth=WINS_PLIES,
            )
            yield claim(sentence, texts, depth_warrant(WINS_PLIES))


def _searched(
    study: Study, vocabulary: Vocabulary, depth: Depth
) -> tuple[Score, list[Move]] | None:
    """The count after `depth` plies of best play, and its line; None if it was not found."""
    assert vocabulary.count is not None
    counted = replace(study.game, evaluate=vocabulary.count, margin=None)
    if not study.game.forbids_repetition:
        counted = replace(counted, drawn=None, clocks=(), repeats=0)
    search = Reference(
        counted, study.side, earlier=study.earlier, is_stopped=lambda: search.nodes >= MOST_NODES
    )
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
