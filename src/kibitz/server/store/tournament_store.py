"""Stores tournaments and their games. Every step is one transaction."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session as Transaction

from kibitz.match.tournament import GameKey, PlannedGame
from kibitz.server.http_errors import RateError
from kibitz.server.store.database import Database
from kibitz.server.store.event_store import add_event
from kibitz.server.store.job_store import drop_job
from kibitz.server.store.models import Session, Stream, Tournament, TournamentGame
from kibitz.server.store.session_store import AddedSession, SessionStore

RUNNING, OVER, STOPPED = "running", "over", "stopped"
_CLIENT_TOURNAMENTS = 4  # running ones, per client
_RETRY_SECONDS = 60


class StoredTournament(NamedTuple):
    """A tournament with its games, and the games' sessions that still exist, by id."""

    row: Tournament
    games: Sequence[TournamentGame]
    sessions: Mapping[str, Session]


class Ending(NamedTuple):
    """The result of a game."""

    key: GameKey
    session_id: str
    points: float
    reason: str


class TournamentStore:
    """Reads and writes tournaments."""

    def __init__(self, database: Database, sessions: SessionStore) -> None:
        self._database = database
        self._sessions = sessions

    def add(self, tournament_id: str, plan: str, client: str, key_hash: str | None) -> bool:
        """Store a new tournament; False if its idempotency key is taken."""
        now = time.time()
        try:
            with self._database.writing() as transaction:
                own = _running(transaction, client) if client else 0
                if own >= _CLIENT_TOURNAMENTS:
                    raise RateError("too_many_tournaments", count=own, seconds=_RETRY_SECONDS)
                transaction.add(Stream(id=tournament_id, last=0))
                transaction.flush()
                transaction.add(
                    Tournament(
                        id=tournament_id,
                        version=1,
                        state=RUNNING,
                        plan=plan,
                        client=client,
                        key_hash=key_hash,
                        created_at=now,
                        saved_at=now,
                    )
                )
                transaction.flush()
                add_event(transaction, tournament_id, "change", '{"version": 1}')
        except IntegrityError:
            return False
        return True

    def id_of_key(self, key_hash: str) -> str | None:
        """The tournament that a request with this key created."""
        with self._database.reading() as transaction:
            return transaction.scalar(select(Tournament.id).where(Tournament.key_hash == key_hash))

    def running(self) -> Sequence[str]:
        """The ids of the running tournaments."""
        with self._database.reading() as transaction:
            wanted = select(Tournament.id).where(Tournament.state == RUNNING)
            return transaction.scalars(wanted.order_by(Tournament.created_at)).all()

    def read(self, tournament_id: str) -> StoredTournament | None:
        """A tournament with everything that it needs."""
        with self._database.reading() as transaction:
            row = transaction.get(Tournament, tournament_id)
            if row is None:
                return None
            wanted = select(TournamentGame).where(TournamentGame.tournament_id == tournament_id)
            order = TournamentGame.round, TournamentGame.pairing, TournamentGame.number
            games = transaction.scalars(wanted.order_by(*order)).all()
            ids = [game.session_id for game in games if game.points is None]
            found = transaction.scalars(select(Session).where(Session.id.in_(ids))).all()
        return StoredTournament(row, games, {one.id: one for one in found})

    def end(
        self, row: Tournament, endings: Sequence[Ending], state: str, dropped: Sequence[str] = ()
    ) -> bool:
        """Store results and the state; False if the tournament has changed meanwhile.

        `dropped`: the sessions whose engines stop.
        """
        with self._database.writing() as transaction:
            if not self._raise(transaction, row, state):
                return False
            for ending in endings:
                game = transaction.get_one(TournamentGame, (row.id, *ending.key))
                if game.points is None:
                    game.points, game.reason = ending.points, ending.reason
            for session_id in dropped:
                drop_job(transaction, session_id)
        return True

    def begin(self, row: Tournament, game: PlannedGame, added: AddedSession) -> bool:
        """Store a game and its session; False if the tournament has changed meanwhile."""
        try:
            with self._database.writing() as transaction:
                if not self._raise(transaction, row, RUNNING):
                    return False
                self._sessions.add_within(transaction, added)
                earlier = transaction.get(TournamentGame, (row.id, *game.key))
                if earlier is not None:  # its session has expired without a result
                    earlier.session_id = added.saved.id
                    return True
                transaction.add(
                    TournamentGame(
                        tournament_id=row.id,
                        round=game.key.round,
                        pairing=game.key.pairing,
                        number=game.key.number,
                        first=game.first,
                        second=game.second,
                        session_id=added.saved.id,
                        points=None,
                        reason="",
                    )
                )
        except IntegrityError:
            return False
        return True

    def _raise(self, transaction: Transaction, row: Tournament, state: str) -> bool:
        """Raise the version from that of `row`, and record the event."""
        raised = (
            update(Tournament)
            .where(
                Tournament.id == row.id,
                Tournament.version == row.version,
                Tournament.state == RUNNING,
            )
            .values(version=row.version + 1, state=state, saved_at=time.time())
            .returning(Tournament.id)
            .execution_options(synchronize_session=False)
        )
        if transaction.scalar(raised) is None:
            return False
        add_event(transaction, row.id, "change", f'{{"version": {row.version + 1}}}')
        return True


def _running(transaction: Transaction, client: str) -> int:
    wanted = (
        select(func.count())
        .select_from(Tournament)
        .where(Tournament.client == client, Tournament.state == RUNNING)
    )
    return transaction.scalar(wanted) or 0
