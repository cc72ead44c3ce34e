"""Sessions and positions that a request describes, made of what it says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any

from kibitz.core.contract import Game
from kibitz.core.deadline import reading_within
from kibitz.core.errors import KibitzError, LimitError
from kibitz.core.messages import Message
from kibitz.core.text import parse_move
from kibitz.engine.levels import level
from kibitz.search.limits import Limit
from kibitz.server.catalogue import Catalogue
from kibitz.server.http_errors import ConflictError, FieldError
from kibitz.server.schema.command_schema import ImportRequest, NewSession, SeatRequest
from kibitz.server.schema.position_schema import PositionRequest, WhyNotRequest
from kibitz.server.schema.shared_schema import LimitFields
from kibitz.server.sessions.adaptive_seats import check_adaptive, handed_on, person_model_of
from kibitz.server.settings import Settings
from kibitz.session.clock import TimeControl
from kibitz.session.formats import JSON, is_document, require_format
from kibitz.session.negotiation import Takebacks
from kibitz.session.reading import parse_document
from kibitz.session.seats import Seat
from kibitz.session.session import Session
from kibitz.teaching.adaptive.adaptive_player import ADAPTIVE


class RequestParser:
    """Makes sessions of what clients describe, within the server's limits."""

    def __init__(self, catalogue: Catalogue, settings: Settings) -> None:
        self._catalogue = catalogue
        self._settings = settings

    def limit(self, asked: LimitFields | None, seconds: float) -> Limit:
        """The limit that was asked for, `seconds` where none was; never more than is allowed."""
        given = asked.limit() if asked is not None else Limit(time=seconds)
        return self.allowed(given)

    def allowed(self, given: Limit) -> Limit:
        """A limit, or what the server allows of it."""
        settings = self._settings
        return Limit(
            time=min(given.time or settings.search_seconds, settings.search_seconds),
            depth=min(given.depth or settings.search_depth, settings.search_depth),
            nodes=min(given.nodes or settings.search_nodes, settings.search_nodes),
        )

    def position(
        self,
        name: str,
        options: Mapping[str, object],
        position: str | None,
        seed: int | None,
        moves: Sequence[str],
    ) -> Session:
        """A session at a position, for looking at it."""
        with self._reading():
            session = Session(self._catalogue.game(name, options), position, seed=seed or 0)
            for move in moves:
                session.push(move, seconds=0.0)
        return session

    def _reading(self) -> AbstractContextManager[None]:
        """Bound the time in which positions, moves and records are read."""
        return reading_within(self._settings.reading_seconds)

    def of(self, asked: PositionRequest) -> Session:
        """A session at the position that is asked about."""
        return self.position(asked.game, asked.options, asked.position, asked.seed, asked.moves)

    def refusal(self, asked: WhyNotRequest) -> tuple[str, Message | None]:
        """The move as the game writes it, and why it is refused if it is."""
        session = self.of(asked)
        try:
            parse_move(session.game, session.state, asked.move)
            session.push(asked.move, seconds=0.0)
        except KibitzError as refusal:
            return asked.move, refusal.message
        return session.moves[-1], None

    def begin(self, asked: NewSession) -> Session:
        """A new session."""
        game = self._catalogue.game(asked.game, asked.options)
        seats = None if asked.seats is None else [self._seat(game, seat) for seat in asked.seats]
        session = Session(
            game,
            asked.position,
            seed=asked.seed,
            seats=seats,
            clock=None if asked.clock is None else TimeControl.parse(asked.clock),
            takebacks=asked.takebacks or _usual_takebacks(game, seats),
        )
        check_adaptive(session)
        session.to_json()  # refuses a start that could not be kept
        return session

    def _seat(self, game: Game, asked: SeatRequest) -> Seat:
        return self._allowed_seat(
            game,
            Seat(
                kind=asked.kind,
                name=asked.name,
                level=asked.level,
                seed=asked.seed,
                limit=None if asked.limit is None else asked.limit.limit(),
                opponents=asked.opponents,
                skill=handed_on(asked.skill),
            ),
        )

    def _allowed_seat(self, game: Game, seat: Seat) -> Seat:
        """A seat whose engine takes no more than the server gives; a level has to be the game's."""
        if seat.kind == "person":
            return seat
        is_adaptable = person_model_of(seat) is not None
        if seat.skill and not is_adaptable:
            expected = f"no value without the level {ADAPTIVE}"
            raise LimitError("bad_setting", name="skill", value="given", expected=expected)
        if seat.level and not is_adaptable:
            level(game, seat.level)
        limit = None if seat.limit is None else self.allowed(seat.limit)
        return replace(seat, limit=limit, threads=1, memory=self._settings.search_memory)

    def read(self, asked: ImportRequest) -> Session:
        """The session that a record or a text holds."""
        if (asked.record is None) == (asked.text is None):
            expected = "either a record or a text"
            raise FieldError("bad_field", where="record", value="missing", expected=expected)
        game = None if asked.game is None else self._catalogue.game(asked.game, asked.options)
        with self._reading():
            if asked.record is not None:
                session = self._of_record(asked.record, game)
            else:
                session = self._of_text(asked.text or "", asked.format, game)
        if len(session.line) > self._settings.longest:  # in a format of the game's own
            raise ConflictError("session_full", limit=self._settings.longest)
        for side, seat in enumerate(session.seats):
            session.sit(side, self._allowed_seat(session.game, seat))
        check_adaptive(session)
        return session

    def _of_text(self, text: str, name: str, game: Game | None) -> Session:
        require_format(game, name)
        if name.casefold() != JSON and not is_document(text):
            return Session.from_text(text, name, game)
        return self._of_record(parse_document(text, "This text"), game)

    def _of_record(self, record: Any, game: Game | None) -> Session:
        if not isinstance(record, Mapping):
            return Session.from_json(record, game)  # which refuses it
        moves = record.get("moves")
        if isinstance(moves, Sequence) and len(moves) > self._settings.longest:
            raise ConflictError("session_full", limit=self._settings.longest)
        served = self._catalogue.game_of(record)  # refuses a file, even one that is not needed
        return Session.from_json(record, game or served)


def _usual_takebacks(game: Game, seats: Sequence[Seat] | None) -> Takebacks:
    kinds = ["person"] * game.players if seats is None else [seat.kind for seat in seats]
    return "ask" if kinds.count("person") > 1 else "free"
