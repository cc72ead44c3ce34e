"""A session as text: a JSON document or a file format of the game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from kibitz.core.contract import Game
from kibitz.core.errors import KibitzError, LevelError, LimitError, RecordError
from kibitz.core.outcome import Outcome
from kibitz.core.transcript import FileFormat, Transcript
from kibitz.engine.levels import level
from kibitz.games.registry import FORMATS, shipped
from kibitz.games.trust import NO_TRUST, Trust
from kibitz.session.history import History
from kibitz.session.negotiation import Ending
from kibitz.session.reading import MOST_MOVES, parse_document, read_record
from kibitz.session.seats import Seat
from kibitz.session.session_record import SessionRecord, write_record

JSON = "json"
_ENGINE = "Kibitz"  # the name of an engine whose seat has no name
_LEVEL = ", level "


def own_format(game: Game, name: str) -> FileFormat[Game] | None:
    """The file format of the game with this name, or None."""
    return next((found for found in game.formats if found.name == name.casefold()), None)


def require_format(game: Game | None, name: str) -> None:
    """Raise RecordError unless the format is JSON or a format of the game (None: of any game)."""
    own = FORMATS if game is None else [found.name for found in game.formats]
    known = [JSON, *own]
    if not isinstance(name, str) or name.casefold() not in known:
        who = "Kibitz" if game is None else game.name
        works = f"its formats are {' or '.join(map(repr, known))}"
        raise RecordError("no_format", game=who, format=name, known=works)


def format_text(record: SessionRecord, name: str) -> str:
    """Write the record in the game's format `name`, or as JSON if there is no such format."""
    own = own_format(record.history.game, name)
    if own is not None:
        return own.format(_transcript(record))
    return document_text(write_record(record))


def document_text(document: Mapping[str, Any]) -> str:
    """The JSON text of a document, as stored in a file."""
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def parse_text(
    text: str, name: str, game: Game | None, source: str, trust: Trust = NO_TRUST
) -> SessionRecord:
    """Parse a text with a single record; raises RecordError with the reason if that fails."""
    found = parse_texts(text, name, game, source, trust)
    if len(found) != 1:
        count = f"expected one game in the file, got {len(found)}"
        raise RecordError("record_damaged", source=source, problem=count)
    return found[0]


def parse_texts(
    text: str, name: str, game: Game | None, source: str, trust: Trust = NO_TRUST
) -> list[SessionRecord]:
    """Parse all records in a text; file formats of games may contain several.

    JSON is recognised by its content, so that a renamed file can still be read.
    """
    rules = game
    if rules is None and name.casefold() in FORMATS:
        rules = shipped(FORMATS[name.casefold()])
    own = own_format(rules, name) if rules is not None else None
    if rules is None or own is None or is_document(text):
        return [read_record(parse_document(text, source), game, source, trust)]
    try:
        found = own.parse(text, rules)
    except KibitzError as problem:
        raise RecordError("record_damaged", source=source, problem=str(problem)) from None
    return [_record(one, game, source) for one in found]


def is_document(text: str) -> bool:
    """Whether a text is a JSON object."""
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False


def _transcript(record: SessionRecord) -> Transcript[Game]:
    """The moves up to the cursor, and the outcome there."""
    history = record.history
    played = [node.played.number for node in history.path[: history.ply + 1] if node.played]
    return Transcript(
        game=history.game,
        start=history.path[0].state,
        moves=tuple(played),
        outcome=history.outcome,
        names=tuple(map(_name, record.seats)),
        programs=frozenset(i for i, seat in enumerate(record.seats) if seat.kind == "engine"),
    )


def _record(found: Transcript[Game], game: Game | None, source: str) -> SessionRecord:
    rules = found.game
    if game is not None and dict(game.settings) != dict(rules.settings):
        raise RecordError(
            "record_other_rules",
            source=source,
            other=repr(rules),
            expected=repr(game),
            works="Load it with that game, or without naming a game",
        )
    if len(found.moves) > MOST_MOVES:
        problem = f"expected at most {MOST_MOVES} moves, got {len(found.moves)}"
        raise RecordError("record_damaged", source=source, problem=problem)
    history = History(rules, found.start)
    for number in found.moves:
        if history.outcome is not None:
            problem = f"moves continue after the end of the game ({history.outcome})"
            raise RecordError("record_damaged", source=source, problem=problem)
        history.add(number, None, None)
    if history.outcome is None and found.outcome is not None:
        history.here.ending = _ending(found.outcome)
    try:
        seats = tuple(
            _seat(rules, name) if side in found.programs else Seat(name=name)
            for side, name in enumerate(found.names)
        )
    except LimitError as problem:
        raise RecordError("record_damaged", source=source, problem=str(problem)) from None
    return SessionRecord(history=history, seed=None, seats=seats, takebacks="free")


def _name(seat: Seat) -> str:
    """The name of a player in a file; for an engine it includes the level."""
    if seat.kind == "person":
        return seat.name
    return (seat.name or _ENGINE) + (f"{_LEVEL}{seat.level}" if seat.level else "")


def _seat(game: Game, text: str) -> Seat:
    """The engine with this name; it plays at the level in the name if the game has it."""
    name, _, named = text.rpartition(_LEVEL)
    try:
        strength = level(game, named).name if name else ""
    except LevelError:
        strength = ""
    name = name if strength else text
    return Seat("engine", "" if name == _ENGINE else name, strength)


def _ending(outcome: Outcome) -> Ending:
    """The ending of a game that is not over by the rules."""
    if outcome.winner is None:
        return Ending("agreement")
    loser = next(i for i in range(len(outcome.sides)) if i != outcome.winner)
    return Ending("time" if outcome.reason == "time" else "resignation", loser)
