"""Sessions that take too long to read, or cannot be read at all, hold up nobody else."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from sqlalchemy import select, update

from kibitz.core.deadline import reading_within
from kibitz.core.errors import LimitError, RecordError
from kibitz.core.text import parse_move
from kibitz.games.registry import shipped
from kibitz.server.auth import SecretHasher
from kibitz.server.catalogue import Catalogue
from kibitz.server.sessions import session_commands as commands
from kibitz.server.sessions.loader import SessionLoader
from kibitz.server.sessions.service import Credentials, SessionService
from kibitz.server.store.database import Database
from kibitz.server.store.migrate import migrate
from kibitz.server.store.models import Session
from kibitz.server.store.quotas import Quotas
from kibitz.server.store.session_store import SessionStore
from kibitz.session.clock import TimeControl
from kibitz.session.session import Session as Playing
from tests.server.conftest import NewDatabase


@pytest.fixture
def database(new_database: NewDatabase) -> Iterator[Database]:
    found = Database(new_database())
    migrate(found)
    yield found
    found.close()


def sessions_with(database: Database, loader: SessionLoader) -> SessionService:
    quotas = Quotas(1000, 1000, 1000, 1000)
    return SessionService(
        SessionStore(database, quotas), loader, SecretHasher("k"), 1000, lambda _: None
    )


def begin(sessions: SessionService, game: str = "tictactoe", move: str = "4") -> str:
    """The name of a session with a clock in which a move was played."""
    stored, secrets = sessions.create(Playing(shipped(game), clock=TimeControl.parse("300")))
    name = stored.document.split('"id":"')[1][:24]
    sessions.change(name, commands.move(move), Credentials(secrets[0]))
    return name


def test_the_time_for_opening_a_session_is_bounded(database: Database) -> None:
    loader = SessionLoader(Catalogue(()), seconds=1e-9)
    sessions = sessions_with(database, loader)
    name = begin(sessions)
    loader.clear()
    with pytest.raises(RecordError, match="takes longer than"):
        sessions.open(name)


def test_a_session_that_cannot_be_read_does_not_hold_up_the_flags_of_others(
    database: Database,
) -> None:
    loader = SessionLoader(Catalogue(()))
    sessions = sessions_with(database, loader)
    damaged, other = begin(sessions), begin(sessions, "connect4", "d")
    loader.clear()
    late = time.time() - 400
    with database.writing() as transaction:
        transaction.execute(update(Session).values(deadline=late, saved_at=late - 1))
        row = transaction.get_one(Session, damaged)
        row.record = row.record.replace('"tictactoe"', '"gone"')  # a game that is not served now
    for _ in range(2):
        sessions.end_expired()
    with database.reading() as transaction:
        rows = {row.id: row for row in transaction.scalars(select(Session))}
    assert "time" in rows[other].document
    assert rows[other].version == 3
    assert [row.deadline for row in rows.values()] == [None, None]


def test_of_limits_inside_each_other_the_shorter_one_holds() -> None:
    game = shipped("tictactoe")
    with reading_within(1e-9), reading_within(60), pytest.raises(LimitError):
        parse_move(game, game.initial(), "4")
