"""Transcripts of draughts games as PDN files."""

from __future__ import annotations

from kibitz.core.contract import DRAW, LOSS, WIN, Game
from kibitz.core.outcome import Outcome
from kibitz.core.transcript import Transcript
from kibitz.games.draughts.pdn_reading import parse_games
from kibitz.games.draughts.pdn_records import Annotated, PdnGame, result_of
from kibitz.games.draughts.pdn_writing import format_pdn

_TERMINATION = "Termination"  # the tag for results not decided by the rules, e.g. resignation
_PROGRAM = "program"  # the value of the tags WhiteType and BlackType
_REASONS = ("resignation", "agreement", "time")
_WINNERS = {"1-0": "white", "0-1": "black"}


def parse_transcripts(text: str, game: Game) -> list[Transcript[Game]]:
    """The transcripts in a PDN file.

    >>> import kibitz
    >>> [one] = parse_transcripts('[White "Anna"] 1. 22-18 9-14 2. 18x9 *', kibitz.game("draughts"))
    >>> one.names, len(one.moves), one.outcome
    (('Anna', ''), 3, None)
    """
    return [
        Transcript(
            game=found.game,
            start=found.start,
            moves=tuple(one.move for one in found.moves),
            outcome=_outcome(found),
            names=tuple(found.tags.get(side.capitalize(), "") for side in found.game.sides),
            programs=frozenset(
                side
                for side, name in enumerate(found.game.sides)
                if found.tags.get(f"{name.capitalize()}Type") == _PROGRAM
            ),
        )
        for found in parse_games(text, game)
    ]


def format_transcript(transcript: Transcript[Game]) -> str:
    """A transcript as the text of a PDN file."""
    sides, outcome = transcript.game.sides, transcript.outcome
    tags = {
        side.capitalize(): name for side, name in zip(sides, transcript.names, strict=True) if name
    }
    tags |= {f"{sides[side].capitalize()}Type": _PROGRAM for side in transcript.programs}
    if outcome is not None and outcome.reason in _REASONS:
        tags[_TERMINATION] = outcome.reason
    moves = tuple(Annotated(move) for move in transcript.moves)
    return format_pdn([PdnGame(transcript.game, transcript.start, moves, result_of(outcome), tags)])


def _outcome(found: PdnGame) -> Outcome | None:
    """The outcome recorded in the file."""
    sides, reason = found.game.sides, found.tags.get(_TERMINATION, "")
    if found.result == "1/2-1/2":
        return Outcome((DRAW, DRAW), "agreement", sides)
    if found.result not in _WINNERS:
        return None
    winner = _WINNERS[found.result]
    payoffs = tuple(WIN if side == winner else LOSS for side in sides)
    return Outcome(payoffs, "time" if reason == "time" else "resignation", sides)
