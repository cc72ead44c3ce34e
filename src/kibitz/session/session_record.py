"""Writing a session as a JSON document; `kibitz.session.reading` reads it.

The document is one object. `format` and `version` identify it. `game` identifies the rules by name,
settings and version, and also by their file if Kibitz does not include them. `moves` is the tree:
`after` is the index of the preceding entry (-1 at the start), and `chosen` is true if redo plays
the move. `ply` is the number of chosen moves before the cursor.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from kibitz.core.contract import Game
from kibitz.core.errors import KibitzError, RecordError
from kibitz.core.text import format_state, parse_state
from kibitz.core.types import State
from kibitz.engine.lines import Line
from kibitz.games.game_ref import GameId, rules_file
from kibitz.session.history import History, HistoryNode
from kibitz.session.negotiation import Ending, Offer, Takebacks
from kibitz.session.seats import Seat

FORMAT = "kibitz-session"
VERSION = 1
LONGEST_LINE = 256  # saved moves of an engine's line, which is never longer


@dataclass(frozen=True, slots=True)
class SessionRecord:
    """The complete content of a session."""

    history: History
    seed: int | None
    seats: tuple[Seat, ...]
    takebacks: Takebacks
    offers: tuple[Offer, ...] = ()
    elapsed: float = 0.0  # seconds used in the turn at the cursor


def write_record(record: SessionRecord) -> dict[str, Any]:
    """The record as a JSON document."""
    history = record.history
    game, start = history.game, history.path[0]
    file = rules_file(game)
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": {
            **GameId.of(game).as_dict(),
            "file": "a program of its own" if file == "" else file,
        },
        "seed": record.seed,
        "start": _start(game, start.state, record.seed),
        "seats": [_seat(seat) for seat in record.seats],
        "takebacks": record.takebacks,
        "clock": None if history.clock is None else asdict(history.clock),
        "ending": _ending(game, start.ending),
        "moves": [_move(game, *entry) for entry in history.walk()],
        "ply": history.ply,
        "elapsed": record.elapsed,
        "offers": [_offer(game, offer) for offer in record.offers],
    }


def _start(game: Game, state: State, seed: int | None) -> str | None:
    """The start as text; None if the game has no text for it and it is the usual start."""
    is_own = state == game.initial(seed or 0)
    try:
        text = format_state(game, state)
        if parse_state(game, text) == state:
            return text
    except KibitzError:
        pass
    if not is_own:
        raise RecordError("record_without_text", game=game.name)
    return None


def _move(game: Game, after: int, node: HistoryNode, is_chosen: bool) -> dict[str, Any]:
    played = node.played
    assert played is not None
    return {
        "after": after,
        "chosen": is_chosen,
        "move": played.move,
        "side": played.side,
        "seconds": played.seconds,
        "evaluation": None if played.evaluation is None else _evaluation(played.evaluation),
        "clock": None if played.clock is None else list(played.clock),
        "ending": _ending(game, node.ending),
    }


def _evaluation(line: Line) -> dict[str, Any]:
    found = {**line.as_dict(), "seconds": line.seconds}
    if line.compiled:
        del found["compiled"]  # the default
    return {**found, "line": list(line.line[:LONGEST_LINE])}


def _ending(game: Game, ending: Ending | None) -> dict[str, Any] | None:
    if ending is None:
        return None
    side = None if ending.side is None else game.sides[ending.side]
    return {"reason": ending.reason, "side": side}


def _offer(game: Game, offer: Offer) -> dict[str, Any]:
    return {
        "kind": offer.kind,
        "side": game.sides[offer.side],
        "count": offer.count,
        "accepted": [game.sides[side] for side in sorted(offer.accepted)],
    }


def _seat(seat: Seat) -> dict[str, Any]:
    """A seat for JSON, without the search if the seat has no choice of it."""
    found = asdict(seat)
    if seat.search is None:
        del found["search"]
    return found
