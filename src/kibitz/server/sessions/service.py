"""The sessions of the server: begun, read, and changed by those who may."""

from __future__ import annotations

import hashlib
import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from kibitz.core.deadline import reading_within
from kibitz.core.errors import KibitzError
from kibitz.core.types import Side
from kibitz.server.auth import SecretHasher, is_name, new_name, new_secret
from kibitz.server.http_errors import (
    ConflictError,
    MissingError,
    SeatError,
    SecretError,
    VersionError,
)
from kibitz.server.sessions.loader import SessionLoader, saved
from kibitz.server.sessions.session_commands import Command, settle
from kibitz.server.store import models
from kibitz.server.store.session_store import Key, Saved, SessionStore
from kibitz.session.session import Session

_ATTEMPTS = 20  # at a change that others get ahead of
# Flags are noted in the thread that also renews leases, so that it must not be held up: seconds for
# reading one session, and after which the next ones have to wait.
_FLAG_SECONDS = 3.0
_FLAGS_SECONDS = 1.0
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Credentials:
    """What a request says about itself: a seat's secret, the version it expects, its key."""

    secret: str | None = None
    version: int | None = None
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Stored:
    """A session as it is answered."""

    version: int
    document: str


@dataclass(frozen=True, slots=True)
class Found:
    """A session that is there, the player whose secret was sent, what its key was answered."""

    row: models.Session
    side: Side | None
    answer: models.Answer | None


class SessionService:
    """Begins, reads and changes sessions. `on_change` is told of every change, once it is kept."""

    def __init__(
        self,
        store: SessionStore,
        loader: SessionLoader,
        hasher: SecretHasher,
        longest: int,
        on_change: Callable[[Saved], None],
    ) -> None:
        self._store = store
        self._loader = loader
        self._hasher = hasher
        self._longest = longest
        self._on_change = on_change

    def begin(self, session: Session, client: str = "") -> tuple[Stored, Mapping[Side, str]]:
        """Keep a new session; its document, and the secret of every person's seat."""
        session.pause(0)  # nobody's time runs before the first move
        people = [side for side, seat in enumerate(session.seats) if seat.kind == "person"]
        secrets = {side: new_secret() for side in people}
        first = saved(new_name(), 1, session, "begin", is_running=False, client=client)
        self._check_size(first)
        hashes = {self._hasher.hash(secret): side for side, secret in secrets.items()}
        self._store.add(first, session.game.name, hashes)
        self._loader.keep(first, session)
        self._on_change(first)
        return Stored(first.version, first.document), secrets

    def read(self, session_id: str) -> Stored:
        """A session as it is answered; a flag that has fallen is noted first."""
        row = self._row(session_id)
        return Stored(row.version, row.document)

    def open(self, session_id: str) -> Session:
        """A session to look at; changes of it are not kept."""
        return self._loader.open(self._row(session_id))

    def seat(self, session_id: str, secret: str | None) -> Side:
        """Whose seat a secret opens."""
        return _player(session_id, self._look(session_id, Credentials(secret)), secret)

    def change(self, session_id: str, command: Command, credentials: Credentials) -> Stored:
        """Have the holder of a seat's secret do something."""
        for _ in range(_ATTEMPTS):
            found = self._look(session_id, credentials)
            row, side = found.row, _player(session_id, found, credentials.secret)
            key = _key(command, side, credentials)
            if key is not None and found.answer is not None:
                return _again(row, found.answer, key)
            if credentials.version not in (None, row.version):
                expected = credentials.version
                raise VersionError("version_changed", version=row.version, expected=expected)
            changed = self._attempt(row, command, side, key)
            if changed is not None:
                return Stored(changed.version, changed.document)
        raise ConflictError("session_busy")

    def advance(self, session_id: str, version: int, command: Command, side: Side) -> bool:
        """Have an engine do something in this very version; False where there is a later one."""
        row = self._store.read(session_id)
        if row is None or row.version != version:
            return False
        return self._attempt(row, command, side, None, is_forced=True) is not None

    def settle(self) -> None:
        """Note the flags that have fallen, as many as a second allows.

        A session that cannot be read, or not in time, is not tried again: it would hold up the
        others. Its time is still up for whoever opens it.
        """
        self._store.set_future_back()
        began = time.monotonic()
        for session_id in self._store.due():
            row = self._store.read(session_id)
            if row is None:
                continue
            try:
                with reading_within(_FLAG_SECONDS):
                    self._settle(row)
            except KibitzError as problem:
                _log.warning("an end on time was not saved: %s", problem, extra={"session": row.id})
                self._store.forget_deadline(row.id, row.version)
            if time.monotonic() - began > _FLAGS_SECONDS:
                return

    def _row(self, session_id: str) -> models.Session:
        return self._look(session_id, Credentials()).row

    def _look(self, session_id: str, credentials: Credentials) -> Found:
        """A session and what a request may do with it; a flag that has fallen is noted first."""
        if not is_name(session_id):
            raise MissingError("no_session", id=session_id)
        secret = credentials.secret
        secret_hash = self._hasher.hash(secret) if secret else None
        looked = self._store.look(session_id, secret_hash, credentials.key)
        if looked.row is not None and self._settle(looked.row):
            looked = self._store.look(session_id, secret_hash, credentials.key)
        if looked.row is None:
            raise MissingError("no_session", id=session_id)
        return Found(looked.row, looked.player, looked.answer)

    def _settle(self, row: models.Session) -> bool:
        """Note that a flag has fallen; False where it has not."""
        if row.deadline is None or row.deadline > time.time():
            return False
        session = self._loader.open(row)
        turn, is_over = session.turn, session.outcome() is not None
        self._loader.keep(row, session)
        return is_over and self._attempt(row, settle(), turn, None) is not None

    def _attempt(
        self,
        row: models.Session,
        command: Command,
        side: Side,
        key: Key | None,
        *,
        is_forced: bool = False,
    ) -> Saved | None:
        """Do something to the session of `row`; None where somebody else was quicker."""
        session = self._loader.open(row)
        is_running = row.is_running or command.starts_clock
        try:
            command.act(session, side)
        except KibitzError:
            self._loader.keep(row, session)  # a refusal changes nothing
            raise
        changed = saved(
            row.id, row.version + 1, session, command.what, is_running=is_running, client=row.client
        )
        self._check_size(changed)
        if not self._store.replace(changed, key, is_forced=is_forced):
            return None
        self._loader.keep(changed, session)
        self._on_change(changed)
        return changed

    def _check_size(self, changed: Saved) -> None:
        if changed.size > self._longest:
            raise ConflictError("session_full", limit=self._longest)


def _player(session_id: str, found: Found, secret: str | None) -> Side:
    """Whose seat the secret of a request opens."""
    if not secret:
        raise SecretError("no_secret")
    if found.side is None:
        raise SeatError("unknown_secret", session=session_id)
    return found.side


def _key(command: Command, side: Side, credentials: Credentials) -> Key | None:
    if credentials.key is None:
        return None
    text = f"{command.what}\n{command.details}\n{side}"
    return Key(credentials.key, hashlib.sha256(text.encode()).hexdigest())


def _again(row: models.Session, answer: models.Answer, key: Key) -> Stored:
    """What was answered the first time; the session as it is where that is not kept any more."""
    if answer.fingerprint != key.fingerprint:
        raise ConflictError("key_reused", key=key.text)
    if not answer.document:
        return Stored(row.version, row.document)
    return Stored(answer.version, answer.document)
