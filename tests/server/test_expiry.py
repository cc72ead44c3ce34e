"""What is kept, for how long, and what a clock that is set back does to it."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from sqlalchemy import delete, func, select, text, update

from kibitz.server.auth import SecretHasher
from kibitz.server.catalogue import Catalogue
from kibitz.server.sessions import session_commands as commands
from kibitz.server.sessions.loader import SessionLoader
from kibitz.server.sessions.service import Credentials, SessionService
from kibitz.server.store.analysis_store import AnalysisStore
from kibitz.server.store.database import Database
from kibitz.server.store.event_store import EVENTS_KEPT, add_event
from kibitz.server.store.expiry import Expiry
from kibitz.server.store.migrate import migrate
from kibitz.server.store.models import Analysis, Base, Event, Job, Session, StoredResponse, Stream
from kibitz.server.store.quotas import Quotas
from kibitz.server.store.session_store import SessionStore
from kibitz.session.clock import TimeControl
from kibitz.session.session import Session as Playing
from tests.server.conftest import NewDatabase
from tests.server.live import Live
from tests.server.reading import following, of_kind

DAY = 86_400.0

QUOTAS = Quotas(1000, 1000, 1000, 1000)


@pytest.fixture
def database(new_database: NewDatabase) -> Iterator[Database]:
    found = Database(new_database())
    migrate(found)
    yield found
    found.close()


@pytest.fixture
def sessions(database: Database) -> SessionService:
    loader = SessionLoader(Catalogue(()))
    return SessionService(
        SessionStore(database, QUOTAS), loader, SecretHasher("k"), 1000, lambda _: None
    )


def begin(sessions: SessionService, clock: str | None = None) -> tuple[str, dict[int, str]]:
    """The name of a new session of Tic-tac-toe, and its secrets."""
    control = None if clock is None else TimeControl.parse(clock)
    game = Catalogue(()).game("tictactoe", {})
    stored, secrets = sessions.create(Playing(game, clock=control))
    return stored.document.split('"id":"')[1][:24], dict(secrets)


def play(
    sessions: SessionService, name: str, secret: str, move: str, key: str | None = None
) -> None:
    sessions.change(name, commands.move(move), Credentials(secret, key=key))


def age(database: Database, name: str, days: float) -> None:
    with database.writing() as transaction:
        changed = update(Session).where(Session.id == name)
        transaction.execute(changed.values(saved_at=time.time() - days * DAY))


def names(database: Database) -> set[str]:
    with database.reading() as transaction:
        return set(transaction.scalars(select(Session.id)))


def counts(database: Database) -> dict[str, int]:
    with database.reading() as transaction:
        return {
            table.name: transaction.scalar(select(func.count()).select_from(table)) or 0
            for table in Base.metadata.sorted_tables
        }


def test_sessions_without_a_change_expire_with_all_that_belongs_to_them(
    database: Database, sessions: SessionService
) -> None:
    before = counts(database)
    kept, old, unplayed, fresh = (begin(sessions) for _ in range(4))
    for name, secrets in (kept, old):
        play(sessions, name, secrets[0], "4", "key")
    with database.writing() as transaction:
        transaction.add(Job(id=old[0], kind="session", version=2, created_at=0.0))
    for (name, _), days in ((kept, 89), (old, 91), (unplayed, 1.1), (fresh, 0.9)):
        age(database, name, days)
    assert Expiry(database, 90.0, 1.0).run() == 2
    assert names(database) == {kept[0], fresh[0]}
    for name, _ in (kept, fresh):
        with database.writing() as transaction:
            transaction.execute(delete(Stream).where(Stream.id == name))
    assert counts(database) == before


def test_nothing_expires_where_the_days_are_none(
    database: Database, sessions: SessionService
) -> None:
    name, _ = begin(sessions)
    age(database, name, 10_000)
    assert Expiry(database, 0.0, 0.0).run() == 0
    assert Expiry(database, 90.0, 0.0).run() == 1


def test_many_sessions_expire_in_batches(database: Database) -> None:
    with database.writing() as transaction:
        transaction.add_all(Stream(id=str(number), last=0) for number in range(250))
        transaction.flush()
        plain: dict[str, Any] = {"game": "x", "version": 1, "record": "", "document": ""}
        transaction.add_all(
            Session(id=str(number), **plain, is_running=False, saved_at=0.0, created_at=0.0)
            for number in range(250)
        )
    assert Expiry(database, 90.0, 1.0).run() == 250
    assert names(database) == set()


def test_old_analyses_and_keys_are_forgotten(database: Database, sessions: SessionService) -> None:
    store = AnalysisStore(database, QUOTAS)
    for name in ("old", "new", "ahead"):
        store.add(name, "{}", "{}")
    name, secrets = begin(sessions)
    play(sessions, name, secrets[0], "4", "one")
    play(sessions, name, secrets[1], "0", "two")
    now = time.time()
    with database.writing() as transaction:
        for analysis, at in (("old", now - 4000), ("ahead", now + 9e8)):
            changed = update(Analysis).where(Analysis.id == analysis)
            transaction.execute(changed.values(created_at=at))
        changed_key = update(StoredResponse).where(StoredResponse.key == "one")
        transaction.execute(changed_key.values(created_at=now - 2 * DAY))
    assert Expiry(database, 90.0, 1.0).run() == 1
    with database.reading() as transaction:
        assert set(transaction.scalars(select(Analysis.id))) == {"new", "ahead"}
        assert transaction.scalars(select(StoredResponse.key)).all() == ["two"]
        assert transaction.get_one(Analysis, "ahead").created_at < now + 1000


def test_nothing_is_deleted_right_after_the_clock_has_jumped(
    database: Database, sessions: SessionService
) -> None:
    name, _ = begin(sessions)
    wall, steady = [time.time()], [0.0]
    expiry = Expiry(database, 90.0, 1.0, lambda: wall[0], lambda: steady[0])

    def later(wall_seconds: float, steady_seconds: float) -> int:
        wall[0] += wall_seconds
        steady[0] += steady_seconds
        return expiry.run()

    assert later(60, 60) == 0
    assert later(200 * DAY, 60) == 0
    assert later(60, 60) == 0
    assert later(-200 * DAY, 60) == 0  # set right again
    assert later(3700, 3700) == 0
    assert names(database) == {name}
    later(200 * DAY, 60)
    assert later(3700, 3700) == 1


def test_the_answers_that_a_session_keeps_for_retries_are_bounded(
    database: Database, sessions: SessionService
) -> None:
    name, secrets = begin(sessions)
    for number in range(150):
        credentials = Credentials(secrets[0], key=f"key {number}")
        sessions.change(name, commands.rename(f"name {number}"), credentials)
    with database.reading() as transaction:
        found = {row.key: row.document for row in transaction.scalars(select(StoredResponse))}
    assert len(found) == 128
    assert sum(bool(document) for document in found.values()) == 16
    # A retry is never done again: it is answered as before, or with the session as it is.
    version = sessions.read(name).version
    recent = sessions.change(
        name, commands.rename("name 148"), Credentials(secrets[0], key="key 148")
    )
    early = sessions.change(name, commands.rename("name 60"), Credentials(secrets[0], key="key 60"))
    assert (recent.version, early.version) == (version - 1, version)
    assert sessions.read(name).version == version


def test_the_events_that_a_stream_keeps_are_bounded(database: Database) -> None:
    with database.writing() as transaction:
        transaction.add(Stream(id="one", last=EVENTS_KEPT * 2 - 50))
        transaction.flush()
        for number in range(0, EVENTS_KEPT * 2 - 50, 10):
            transaction.add(Event(stream_id="one", number=number, kind="change", data=""))
    for _ in range(50):
        with database.writing_unsynced() as transaction:
            add_event(transaction, "one", "change", "")
    with database.reading() as transaction:
        first = transaction.scalar(select(func.min(Event.number)))
        last = transaction.scalar(select(func.max(Event.number)))
    assert (first, last) == (EVENTS_KEPT + 10, EVENTS_KEPT * 2)


def test_space_of_deleted_sessions_is_used_again_and_the_log_is_emptied(
    database: Database, sessions: SessionService
) -> None:
    if not database.is_sqlite:
        return
    path = str(database.url.database)
    sizes = []
    for _ in range(4):
        made = [begin(sessions)[0] for _ in range(40)]
        for name in made:
            age(database, name, 5)
        assert Expiry(database, 90.0, 1.0).run() == 40
        assert Expiry(database, 90.0, 1.0).run() == 0
        assert os.path.getsize(f"{path}-wal") < 50_000
        sizes.append(os.path.getsize(path))
    assert sizes[-1] <= sizes[0] * 1.2
    with database.engine.connect() as connection:
        assert connection.execute(text("PRAGMA busy_timeout")).scalar() == 4_000


def test_a_clock_that_is_set_back_neither_ends_a_game_nor_holds_it_up(
    database: Database, sessions: SessionService, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, secrets = begin(sessions, clock="60")
    play(sessions, name, secrets[0], "4")
    real = time.time()
    monkeypatch.setattr(time, "time", lambda: real - 7200)
    sessions.end_expired()
    assert '"outcome":null' in sessions.read(name).document
    with database.reading() as transaction:
        row = transaction.get_one(Session, name)
    assert row.saved_at == real - 7200
    assert row.deadline == pytest.approx(real - 7200 + 60, abs=5)
    # A minute later the flag falls, not two hours later.
    monkeypatch.setattr(time, "time", lambda: real - 7200 + 61)
    sessions.end_expired()
    assert "X wins on time" in sessions.read(name).document


def test_a_stream_ends_when_its_session_is_deleted(live: Live) -> None:
    table = live.begin("tictactoe")
    database = Database(live.database_url)
    with (
        httpx.Client(base_url=live.http.base_url, timeout=60) as http,
        following(http, table.path) as told,
    ):
        of_kind(told, "session")
        with database.writing() as transaction:
            transaction.execute(delete(Stream).where(Stream.id == table.id))
        assert [event.kind for event in told if event.kind] == []
    database.close()
    answer = live.http.get(table.path)
    assert (answer.status_code, answer.json()["code"]) == (404, "no_session")
    assert answer.json()["detail"] == "This game no longer exists. Start a new one."
    assert table.post("moves", {"move": "4"}).status_code == 404
    assert live.http.get(f"{table.path}/events").status_code == 404


def test_a_stream_that_missed_too_much_begins_with_the_whole_session(live: Live) -> None:
    table = live.begin("tictactoe")
    table.move("4", "X")
    database = Database(live.database_url)
    with database.writing() as transaction:
        jump = update(Stream).where(Stream.id == table.id).values(last=5000)
        transaction.execute(jump)
        transaction.add(Event(stream_id=table.id, number=5000, kind="change", data="{}"))
    database.close()
    for last, kind in ((3000, "session"), (6000, "session"), (4999, "change")):
        with (
            httpx.Client(base_url=live.http.base_url, timeout=60) as http,
            following(http, table.path, last) as told,
        ):
            assert next(event for event in told if event.kind).kind == kind
