"""The session service: creates, reads and changes sessions."""

from __future__ import annotations

import hashlib
import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from kibitz.core.deadline import reading_within
from kibitz.core.errors import KibitzError
from kibitz.core.types import Side
from kibitz.server.auth import SecretHasher, is_id, new_id, new_secret
from kibitz.server.http_errors import (
    ConflictError,
    MissingError,
    SeatError,
    SecretError,
    VersionError,
)
from kibitz.server.schema.session_schema import RematchSeat
from kibitz.server.schema.update_schema import SessionMark
from kibitz.server.sessions.arrangement import Arrangement, people, read_arrangement
from kibitz.server.sessions.loader import SessionLoader, saved_session
from kibitz.server.sessions.rematches import next_side, rematch_session
from kibitz.server.sessions.seat_keys import SeatKeys
from kibitz.server.sessions.session_commands import Command, time_out
from kibitz.server.store import models
from kibitz.server.store.session_store import (
    AddedSession,
    Additions,
    IdempotencyKey,
    SavedSession,
    SessionStore,
)
from kibitz.session.session import Session

_ATTEMPTS = 20  # per change, if concurrent changes conflict with it
# `end_expired` runs in the thread that also renews leases, so its time is limited.
_LOAD_SECONDS = 3.0  # for one session
_BATCH_SECONDS = 1.0  # after which the remaining sessions wait for the next call
# Commands that would change a result, or who plays, in a game of a tournament.
_NOT_IN_TOURNAMENTS = frozenset({"undo", "redo", "takeback", "players", "rematch"})
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Credentials:
    """The headers of a command: a seat's secret, the expected version, an idempotency key."""

    secret: str | None = None
    version: int | None = None
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Stored:
    """The id, version and document of a session, for a response."""

    id: str
    version: int
    document: str


@dataclass(frozen=True, slots=True)
class Found:
    """A session's row, the secret's side, and the answer stored for the idempotency key."""

    row: models.Session
    side: Side | None
    answer: models.StoredResponse | None


class SessionService:
    """Creates, reads and changes sessions. `on_change` is called after every stored change."""

    def __init__(
        self,
        store: SessionStore,
        loader: SessionLoader,
        hasher: SecretHasher,
        longest: int,
        on_change: Callable[[SavedSession], None],
    ) -> None:
        self._store = store
        self._loader = loader
        self.keys = SeatKeys(hasher)
        self._longest = longest
        self._on_change = on_change

    def create(
        self, session: Session, client: str = "", arrangement: Arrangement | None = None
    ) -> tuple[Stored, Mapping[Side, str]]:
        """Store a new session; return its document and the secret of every person's seat."""
        secrets = {side: new_secret() for side in people(session.seats)}
        chosen = arrangement or Arrangement()
        added = self.prepared(new_id(), session, chosen, secrets, client)
        self._store.add(added)
        first = added.saved
        self.announce(added, session)
        return Stored(first.id, first.version, first.document), secrets

    def announce(self, added: AddedSession, session: Session) -> None:
        """Notify the other services of a new session that was stored."""
        self._loader.put_back(added.saved, session)
        self._on_change(added.saved)

    def prepared(
        self,
        session_id: str,
        session: Session,
        arrangement: Arrangement,
        secrets: Mapping[Side, str],
        client: str,
    ) -> AddedSession:
        """A new session, serialised."""
        session.pause(0)  # the clock starts with the first move
        first = saved_session(
            session_id,
            1,
            session,
            self._loader.label(session),
            "begin",
            arrangement,
            is_running=False,
            client=client,
        )
        self._check_size(first)
        hashes = {self.keys.hash(secret): side for side, secret in secrets.items()}
        return AddedSession(first, session.game.name, hashes)

    def read(self, session_id: str) -> Stored:
        """Read a session, after ending it if a player is out of time."""
        row = self._row(session_id)
        return Stored(row.id, row.version, row.document)

    def open(self, session_id: str) -> Session:
        """Load a session for reading; changes to it are not stored."""
        return self._loader.open(self._row(session_id))

    def open_for_help(self, session_id: str) -> Session:
        """Load a session for engine help; raises SeatError if that is not allowed during it."""
        row = self._row(session_id)
        session = self._loader.open(row)
        if not read_arrangement(row.arrangement).has_help and session.outcome() is None:
            raise SeatError("no_help")
        return session

    def arrangement(self, session_id: str) -> Arrangement:
        """What is arranged in a session besides its game."""
        return read_arrangement(self._row(session_id).arrangement)

    def seat(self, session_id: str, secret: str | None) -> Side:
        """The side that a secret belongs to."""
        return _require_side(session_id, self._lookup(session_id, Credentials(secret)), secret)

    def rematch_seat(self, session_id: str, secret: str | None) -> RematchSeat:
        """The seat that the holder of a secret has in the session of the rematch."""
        found = self._lookup(session_id, Credentials(secret))
        side = _require_side(session_id, found, secret)
        rematch = read_arrangement(found.row.arrangement).rematch
        if rematch is None or not rematch.session or side not in rematch.wanted:
            raise MissingError("no_rematch")
        assert secret is not None
        sides = self.open(session_id).game.sides
        after = next_side(side, len(sides))
        derived = self.keys.rematch(rematch.session, self.keys.hash(secret))
        return RematchSeat(session=rematch.session, player=after, side=sides[after], secret=derived)

    def new_secret(self, stored: Stored, side: Side) -> str | None:
        """The secret that a change of players gave to a seat; None if it is no longer valid."""
        secret = self.keys.new_seat(stored.id, stored.version, side)
        found = self._store.lookup(stored.id, self.keys.hash(secret), None)
        return None if found.player is None else secret

    def change(self, session_id: str, command: Command, credentials: Credentials) -> Stored:
        """Apply a command for the side that the secret belongs to."""
        for _ in range(_ATTEMPTS):
            found = self._lookup(session_id, credentials)
            row, side = found.row, _require_side(session_id, found, credentials.secret)
            key = _key(command, side, credentials)
            if key is not None and found.answer is not None:
                return _repeated_answer(row, found.answer, key)
            if credentials.version not in (None, row.version):
                expected = credentials.version
                raise VersionError("version_changed", version=row.version, expected=expected)
            changed = self._attempt(row, command, side, key, is_request=True)
            if changed is not None:
                return Stored(changed.id, changed.version, changed.document)
        raise ConflictError("session_busy")

    def advance(self, session_id: str, version: int, command: Command, side: Side) -> bool:
        """Apply an engine's command to this version; return False if the session has changed."""
        row = self._store.read(session_id)
        if row is None or row.version != version:
            return False
        return self._attempt(row, command, side, None, is_forced=True) is not None

    def end_expired(self) -> None:
        """End games in which a player is out of time, but stop after about a second.

        A session that takes too long to load is not retried here, since it would hold up the
        others. It is ended when a client next reads it.
        """
        self._store.fix_future_times()
        started = time.monotonic()
        for session_id in self._store.due():
            row = self._store.read(session_id)
            if row is None:
                continue
            try:
                with reading_within(_LOAD_SECONDS):
                    self._end_if_expired(row)
            except KibitzError as problem:
                _log.warning("a loss on time was not saved: %s", problem, extra={"session": row.id})
                self._store.clear_deadline(row.id, row.version)
            if time.monotonic() - started > _BATCH_SECONDS:
                return

    def _row(self, session_id: str) -> models.Session:
        return self._lookup(session_id, Credentials()).row

    def _lookup(self, session_id: str, credentials: Credentials) -> Found:
        """Look up a session and its credentials, after ending it if a player is out of time."""
        if not is_id(session_id):
            raise MissingError("no_session", id=session_id)
        secret = credentials.secret
        secret_hash = self.keys.hash(secret) if secret else None
        found = self._store.lookup(session_id, secret_hash, credentials.key)
        if found.row is not None and self._end_if_expired(found.row):
            found = self._store.lookup(session_id, secret_hash, credentials.key)
        if found.row is None:
            raise MissingError("no_session", id=session_id)
        return Found(found.row, found.player, found.answer)

    def _end_if_expired(self, row: models.Session) -> bool:
        """End the game if a player is out of time; return whether it was ended."""
        if row.deadline is None or row.deadline > time.time():
            return False
        session = self._loader.open(row)
        turn, is_over = session.turn, session.outcome() is not None
        self._loader.put_back(row, session)
        return is_over and self._attempt(row, time_out(), turn, None) is not None

    def _attempt(
        self,
        row: models.Session,
        command: Command,
        side: Side,
        key: IdempotencyKey | None,
        *,
        is_forced: bool = False,
        is_request: bool = False,
    ) -> SavedSession | None:
        """Apply a command to the session of `row`; None if it was changed concurrently."""
        session = self._loader.open(row)
        before, earlier = SessionMark.of(session), read_arrangement(row.arrangement)
        try:
            if is_request and command.is_for_people and session.seats[side].kind == "engine":
                raise SeatError("seat_of_engine", side=session.game.sides[side])
            if is_request and earlier.tournament and command.what.split()[0] in _NOT_IN_TOURNAMENTS:
                raise ConflictError("tournament_game")
            arrange = command.arrange
            arrangement = earlier if arrange is None else arrange(earlier, session, side)
            command.act(session, side)
        except KibitzError:
            self._loader.put_back(row, session)  # a refused command leaves it unchanged
            raise
        is_running = row.is_running or command.starts_clock
        if command.what == "prepare":
            arrangement = replace(arrangement, resumes=is_running)
            is_running = False
        elif earlier.is_preparing and not before.is_same_turn(session):
            if earlier.resumes and not is_running:
                is_running = True
                session.resume()
            arrangement = arrangement.prepared()
        if session.outcome() is None:
            arrangement = replace(arrangement, rematch=None)  # the game goes on after an undo
        following, arrangement = self._following(row, session, arrangement)
        changed = saved_session(
            row.id,
            row.version + 1,
            session,
            self._loader.label(session),
            command.what,
            arrangement,
            before,
            is_running=is_running,
            client=row.client,
        )
        self._check_size(changed)
        additions = Additions(self._new_seats(changed, command), following)
        if not self._store.replace(changed, key, additions, is_forced=is_forced):
            return None
        self._loader.put_back(changed, session)
        self._on_change(changed)
        if following is not None:
            self._on_change(following.saved)
        return changed

    def _new_seats(self, changed: SavedSession, command: Command) -> Mapping[str, Side]:
        """The hash of the secret that a command gives to a seat, and the player of that seat."""
        if command.seat is None:
            return {}
        secret = self.keys.new_seat(changed.id, changed.version, command.seat)
        return {self.keys.hash(secret): command.seat}

    def _following(
        self, row: models.Session, session: Session, arrangement: Arrangement
    ) -> tuple[AddedSession | None, Arrangement]:
        """The session of a rematch that everyone has just accepted, and the arrangement with it."""
        rematch = arrangement.rematch
        if rematch is None or not rematch.wanted or rematch.session or rematch.waiting(session):
            return None, arrangement
        session_id, count = new_id(), session.game.players
        secrets = {
            next_side(side, count): self.keys.rematch(session_id, secret_hash)
            for side, secret_hash in self._store.seats(row.id).items()
            if session.seats[side].kind == "person"
        }
        chosen = Arrangement(has_help=arrangement.has_help)
        added = self.prepared(session_id, rematch_session(session), chosen, secrets, row.client)
        return added, replace(arrangement, rematch=replace(rematch, session=session_id))

    def _check_size(self, changed: SavedSession) -> None:
        if changed.size > self._longest:
            raise ConflictError("session_full", limit=self._longest)


def _require_side(session_id: str, found: Found, secret: str | None) -> Side:
    """The side that a request's secret belongs to; raises an error if there is none."""
    if not secret:
        raise SecretError("no_secret")
    if found.side is None:
        raise SeatError("unknown_secret", session=session_id)
    return found.side


def _key(command: Command, side: Side, credentials: Credentials) -> IdempotencyKey | None:
    if credentials.key is None:
        return None
    text = f"{command.what}\n{command.details}\n{side}"
    return IdempotencyKey(credentials.key, hashlib.sha256(text.encode()).hexdigest())


def _repeated_answer(
    row: models.Session, answer: models.StoredResponse, key: IdempotencyKey
) -> Stored:
    """The original answer to a retried command, or the current session if it was deleted."""
    if answer.fingerprint != key.fingerprint:
        raise ConflictError("key_reused", key=key.text)
    if not answer.document:
        return Stored(row.id, row.version, row.document)
    return Stored(row.id, answer.version, answer.document)
