"""A session as text: a JSON document or a file format of the game."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from kibitz.core.contract import Game
from kibitz.core.errors import KibitzError, LevelError, LimitError, RecordError
from kibitz.core.outcome import Outcome
from kibitz.core.transcript import FileFormat, Transcript
from kibitz.engine.levels import level
from kibitz.games.registry import FORMATS, named, shipped
from kibitz.games.trust import NO_TRUST, Trust
from kibitz.session.history import History
from kibitz.session.negotiation import Ending
from kibitz.session.plain_text import FORMATS as PLAIN_FORMATS
from kibitz.session.plain_text import MOVES, POSITION, FindGame, format_plain, parse_plain
from kibitz.session.reading import MOST_MOVES, parse_document, read_record
from kibitz.session.seats import Seat
from kibitz.session.session_record import SessionRecord, write_record

JSON = "json"
ANY = "any"  # a format that is recognised by its content
_TAGS = re.compile(r'\ufeff?\s*\[\s*[A-Za-z]\w*\s*"')
_ENGINE = "Kibitz"  # the name of an engine whose seat has no name
_LEVEL = ", level "


def own_format(game: Game, name: str) -> FileFormat[Game] | None:
    """The file format of the game with this name, or None."""
    return next((found for found in game.formats if found.name == name.casefold()), None)


def require_format(game: Game | None, name: str) -> None:
    """Raise RecordError unless the format is JSON or a format of the game (None: of any game)."""
    own = FORMATS if game is None else [found.name for found in game.formats]
    known = [JSON, *own, *PLAIN_FORMATS]
    if not isinstance(name, str) or name.casefold() not in known:
        who = "Kibitz" if game is None else game.name
        works = f"its formats are {' or '.join(map(repr, known))}"
        raise RecordError("no_format", game=who, format=name, known=works)


def format_text(record: SessionRecord, name: str) -> str:
    """Write the record in the format `name`, or as JSON if there is no such format."""
    if name in PLAIN_FORMATS:
        return format_plain(record, name)
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
    if name in PLAIN_FORMATS and not is_document(text):
        return [parse_plain(text, game, source)]
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


def parse_any(
    text: str,
    game: Game | None,
    source: str,
    trust: Trust = NO_TRUST,
    find: FindGame = named,
) -> tuple[str, list[SessionRecord]]:
    """Parse all records in a text of any format; also returns the name of the format.

    `find(name, options)`: the game that a plain text names.
    """
    own = list(FORMATS) if game is None else [found.name for found in game.formats]
    if own and _TAGS.match(text):
        return own[0], parse_texts(text, own[0], game, source, trust)
    if text.lstrip("\ufeff \t\r\n")[:1] == "{":
        return JSON, parse_texts(text, JSON, game, source, trust)
    try:
        return _plain(parse_plain(text, game, source, find))
    except RecordError as problem:
        for name in own:
            with suppress(KibitzError):
                return name, _nonempty(parse_texts(text, name, game, source, trust))
            with suppress(KibitzError):
                return _plain(parse_plain(text, game or shipped(FORMATS[name]), source, find))
        raise problem from None


def _plain(record: SessionRecord) -> tuple[str, list[SessionRecord]]:
    return (MOVES if record.history.ply else POSITION), [record]


def _nonempty(records: list[SessionRecord]) -> list[SessionRecord]:
    """The records; RecordError if none of them has a move."""
    if not any(record.history.ply for record in records):
        raise RecordError("text_needs_game", source="This text")
    return records


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
