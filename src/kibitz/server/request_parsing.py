"""Builds sessions and positions from request bodies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any

from kibitz.core.contract import Game
from kibitz.core.deadline import reading_within
from kibitz.core.errors import LimitError
from kibitz.engine.levels import level
from kibitz.search.limits import Limit
from kibitz.server.catalogue import Catalogue
from kibitz.server.game_files import GameLabel
from kibitz.server.http_errors import ConflictError, FieldError
from kibitz.server.schema.command_schema import ImportRequest, NewSession, SeatRequest
from kibitz.server.schema.shared_schema import LimitFields
from kibitz.server.schema.text_schema import TextRequest
from kibitz.server.sessions.adaptive_seats import carry_over, check_adaptive, person_model_of
from kibitz.server.sessions.arrangement import check_help
from kibitz.server.settings import Settings
from kibitz.session.clock import TimeControl
from kibitz.session.formats import ANY, JSON, is_document, require_format
from kibitz.session.negotiation import Takebacks
from kibitz.session.reading import parse_document
from kibitz.session.seats import Seat
from kibitz.session.session import Session
from kibitz.teaching.adaptive.adaptive_player import ADAPTIVE


class RequestParser:
    """Builds sessions from request bodies, within the server's limits."""

    def __init__(self, catalogue: Catalogue, settings: Settings) -> None:
        self._catalogue = catalogue
        self._settings = settings

    def label(self, game: Game) -> GameLabel:
        """What the server calls a game."""
        return self._catalogue.label(game)

    def game(self, name: str, options: Mapping[str, object]) -> Game:
        """A game of the server with these options."""
        return self._catalogue.game(name, options)

    def parse_limit(self, fields: LimitFields | None, seconds: float) -> Limit:
        """The requested limit, by default `seconds`, clamped to the server's limits."""
        return self.clamp(fields.limit() if fields is not None else Limit(time=seconds))

    def clamp(self, limit: Limit) -> Limit:
        """A limit, clamped to the server's limits."""
        settings = self._settings
        return Limit(
            time=min(limit.time or settings.search_seconds, settings.search_seconds),
            depth=min(limit.depth or settings.search_depth, settings.search_depth),
            nodes=min(limit.nodes or settings.search_nodes, settings.search_nodes),
        )

    def session_at(
        self,
        name: str,
        options: Mapping[str, object],
        position: str | None,
        seed: int | None,
        moves: Sequence[str],
    ) -> Session:
        """A temporary session at a position."""
        with self.reading():
            session = Session(self._catalogue.game(name, options), position, seed=seed or 0)
            for move in moves:
                session.push(move, seconds=0.0)
        return session

    def reading(self) -> AbstractContextManager[None]:
        """Limit the time spent on parsing positions, moves and records."""
        return reading_within(self._settings.reading_seconds)

    def session_after(self, session: Session, ply: int, moves: Sequence[str]) -> Session:
        """A temporary session after the first `ply` moves of another one, and then `moves`."""
        first = session.earlier[0] if session.ply else session.state
        with self.reading():
            after = Session(session.game, first, seed=session.seed)
            for move in (*session.line[:ply], *moves):
                after.push(move, seconds=0.0)
        return after

    def new_session(self, request: NewSession) -> Session:
        """A new session, not stored yet."""
        game = self._catalogue.game(request.game, request.options)
        seats = None if request.seats is None else [self.seat(game, seat) for seat in request.seats]
        session = Session(
            game,
            request.position,
            seed=request.seed,
            seats=seats,
            clock=None if request.clock is None else TimeControl.parse(request.clock),
            takebacks=request.takebacks or _default_takebacks(game, seats),
        )
        with self.reading():
            for move in request.moves:
                session.push(move, seconds=0.0)
        if len(session.line) > self._settings.longest:
            raise ConflictError("session_full", limit=self._settings.longest)
        check_adaptive(session)
        if not request.help:
            check_help(session.seats)
        session.to_json()  # refuses a start position that cannot be stored
        return session

    def seat(self, game: Game, request: SeatRequest) -> Seat:
        """A seat, with its engine within the server's limits."""
        return self._clamp_seat(
            game,
            Seat(
                kind=request.kind,
                name=request.name,
                level=request.level,
                seed=request.seed,
                limit=None if request.limit is None else request.limit.limit(),
                opponents=request.opponents,
                search=request.search,
                skill=carry_over(request.skill),
            ),
        )

    def _clamp_seat(self, game: Game, seat: Seat) -> Seat:
        """A seat with its engine's limit clamped; raises LevelError if the game lacks its level."""
        if seat.kind == "person":
            return seat
        is_adaptable = person_model_of(seat) is not None
        if seat.skill and not is_adaptable:
            expected = f"no value without the level {ADAPTIVE}"
            raise LimitError("bad_setting", name="skill", value="given", expected=expected)
        if seat.level and not is_adaptable:
            level(game, seat.level)
        limit = None if seat.limit is None else self.clamp(seat.limit)
        if limit is not None and seat.limit is not None and seat.limit.nodes is None:
            # A node limit would make the engine wait until the game is compiled. The server's own
            # limit of nodes applies to every search anyway.
            limit = replace(limit, nodes=None)
        return replace(seat, limit=limit, threads=1, memory=self._settings.search_memory)

    def import_session(self, request: ImportRequest) -> Session:
        """The session in a record or in the text of a file."""
        if (request.record is None) == (request.text is None):
            expected = "either a record or a text"
            raise FieldError("bad_field", where="record", value="missing", expected=expected)
        game = None if request.game is None else self._catalogue.game(request.game, request.options)
        with self.reading():
            if request.record is not None:
                session = self._from_record(request.record, game)
            else:
                session = self._from_text(request, game)
        if len(session.line) > self._settings.longest:  # also for formats other than JSON
            raise ConflictError("session_full", limit=self._settings.longest)
        for side, seat in enumerate(session.seats):
            session.sit(side, self._clamp_seat(session.game, seat))
        check_adaptive(session)
        return session

    def read_text(self, request: TextRequest) -> tuple[str, list[Session]]:
        """The format of a text, and the games in it."""
        game = None if request.game is None else self._catalogue.game(request.game, request.options)
        with self.reading():
            return self._read_any(request.text, game)

    def _read_any(self, text: str, game: Game | None) -> tuple[str, list[Session]]:
        if is_document(text):
            return JSON, [self._from_record(parse_document(text, "This text"), game)]
        return Session.read_any(text, game, self._catalogue.game)

    def _from_text(self, request: ImportRequest, game: Game | None) -> Session:
        text, name = request.text or "", request.format
        if name == ANY or request.number is not None:
            _, found = self._read_any(text, game)
            number = request.number or 1
            if number > len(found) or (request.number is None and len(found) > 1):
                expected = f"one of the {len(found)} games of the text"
                raise FieldError("bad_field", where="number", value=number, expected=expected)
            return found[number - 1]
        require_format(game, name)
        if name.casefold() != JSON and not is_document(text):
            return Session.from_text(text, name, game)
        return self._from_record(parse_document(text, "This text"), game)

    def _from_record(self, record: Any, game: Game | None) -> Session:
        if not isinstance(record, Mapping):
            return Session.from_json(record, game)  # raises RecordError
        moves = record.get("moves")
        if isinstance(moves, Sequence) and len(moves) > self._settings.longest:
            raise ConflictError("session_full", limit=self._settings.longest)
        served = self._catalogue.game_of(record)  # refuses any game file, even an unused one
        return Session.from_json(record, game or served)


def _default_takebacks(game: Game, seats: Sequence[Seat] | None) -> Takebacks:
    kinds = ["person"] * game.players if seats is None else [seat.kind for seat in seats]
    return "ask" if kinds.count("person") > 1 else "free"
