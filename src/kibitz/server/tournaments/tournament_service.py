"""Starts tournaments, begins their games as sessions, and records the results."""

from __future__ import annotations

import hashlib
import hmac
import json
import logging
from collections.abc import Callable

from kibitz.core.errors import KibitzError
from kibitz.match.tournament import DRAWN, LOST, WON, PlannedGame, is_over, planned_games
from kibitz.server.auth import SecretHasher, is_id, new_id
from kibitz.server.catalogue import Catalogue
from kibitz.server.http_errors import (
    ConflictError,
    MissingError,
    RetryError,
    SeatError,
    SecretError,
)
from kibitz.server.request_parsing import RequestParser
from kibitz.server.schema.tournament_schema import (
    NewTournament,
    TournamentDocument,
    TournamentSeat,
    TournamentSeats,
)
from kibitz.server.sessions.arrangement import Arrangement, people
from kibitz.server.sessions.service import SessionService
from kibitz.server.store.models import Session, Tournament
from kibitz.server.store.tournament_store import (
    OVER,
    RUNNING,
    STOPPED,
    Ending,
    StoredTournament,
    TournamentStore,
)
from kibitz.server.tournaments.plan import (
    check_plan,
    key_of,
    results_of,
    session_of,
    tournament_document,
)

LONGEST = 400  # plies after which a game between engines is a draw
_AT_ONCE = 3  # games between engines of one tournament
_ATTEMPTS = 20
_log = logging.getLogger(__name__)


class TournamentService:
    """Creates, reads and advances tournaments. `on_event` is called after every stored step."""

    def __init__(
        self,
        store: TournamentStore,
        sessions: SessionService,
        parser: RequestParser,
        catalogue: Catalogue,
        hasher: SecretHasher,
        on_event: Callable[[str], None],
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._parser = parser
        self._catalogue = catalogue
        self._hasher = hasher
        self._on_event = on_event

    def create(self, plan: NewTournament, client: str, key: str | None) -> str:
        """Store a new tournament; return its id. A retry with the same key returns the first."""
        check_plan(plan, self._parser)
        text = plan.model_dump_json()
        key_hash = None if key is None else self._hasher.hash(f"tournament {client}\n{key}")
        tournament_id = new_id()
        if key_hash is not None:
            # The id is derived, so that two requests at the same time have the same one.
            tournament_id = hashlib.sha256(key_hash.encode()).hexdigest()[: len(tournament_id)]
        earlier = None if key_hash is None else self._store.id_of_key(key_hash)
        if earlier is None and self._store.add(tournament_id, text, client, key_hash):
            self.advance(tournament_id)
            return tournament_id
        stored = self._stored(earlier or tournament_id)
        if stored.row.plan != text:
            raise ConflictError("key_reused", key=key)
        return stored.row.id

    def secret(self, tournament_id: str, contestant: int | None) -> str:
        """The secret of a person, or of the creator of the tournament."""
        who = "creator" if contestant is None else str(contestant)
        return self._hasher.derived(f"tournament {tournament_id} {who}")

    def read(self, tournament_id: str) -> TournamentDocument:
        """A tournament as JSON."""
        return self._document(self._stored(tournament_id))

    def plan(self, tournament_id: str) -> NewTournament:
        """What was requested."""
        return _plan(self._stored(tournament_id).row)

    def seats(self, tournament_id: str, secret: str | None) -> TournamentSeats:
        """The seats that a secret opens: those of a person, or for its creator those of all."""
        stored = self._stored(tournament_id)
        plan = _plan(stored.row)
        who = self._who(stored, plan, secret)
        wanted = [
            number
            for number, one in enumerate(plan.contestants)
            if one.kind == "person" and who in (None, number)
        ]
        seats = [
            TournamentSeat(
                session=game.session_id,
                player=player,
                secret=self._seat_secret(game.session_id, player),
            )
            for game in stored.games
            for player, contestant in enumerate((game.first, game.second))
            if contestant in wanted
        ]
        return TournamentSeats(contestant=who, seats=seats)

    def stop(self, tournament_id: str, secret: str | None) -> TournamentDocument:
        """Stop a tournament; the results so far are kept."""
        for _ in range(_ATTEMPTS):
            stored = self._stored(tournament_id)
            if self._who(stored, _plan(stored.row), secret) is not None:
                raise SeatError("unknown_tournament_secret", tournament=tournament_id)
            if stored.row.state != RUNNING:
                return self._document(stored)
            unfinished = [game.session_id for game in stored.games if game.points is None]
            if self._store.end(stored.row, [], STOPPED, unfinished):
                self._on_event(tournament_id)
        raise ConflictError("session_busy")

    def poll(self) -> None:
        """Advance all running tournaments, after a restart too."""
        for tournament_id in self._store.running():
            try:
                self.advance(tournament_id)
            except RetryError:  # at a quota: a later poll goes on
                continue
            except KibitzError as problem:
                extra = {"tournament": tournament_id}
                _log.warning("a tournament does not go on: %s", problem, extra=extra)

    def advance(self, tournament_id: str) -> None:
        """Record the results of games that are over, and begin those that can be played.

        Each is a transaction that fails if another worker has advanced the tournament.
        """
        stored = self._store.read(tournament_id)
        if stored is None or stored.row.state != RUNNING:
            return
        plan = _plan(stored.row)
        endings = [ending for ending in map(self._ending, *_playing(stored)) if ending is not None]
        if endings:
            results = results_of(stored.games) | {one.key: one.points for one in endings}
            has_ended = is_over(plan.format, len(plan.contestants), results)
            dropped = [one.session_id for one in endings if one.reason == "length"]
            if not self._store.end(stored.row, endings, OVER if has_ended else RUNNING, dropped):
                return
            self._on_event(tournament_id)
        while self._begin_next(tournament_id, plan):
            self._on_event(tournament_id)

    def _ending(self, row: Session, game: PlannedGame) -> Ending | None:
        """The result of a game, if it is over or too long."""
        outcome = json.loads(row.document)["outcome"]
        if outcome is not None:
            points = {1: WON, 0: DRAWN, -1: LOST}[outcome["payoffs"][0]]
            return Ending(game.key, row.id, points, outcome["reason"])
        if row.size >= LONGEST:
            seats = json.loads(row.document)["seats"]
            if all(seat["kind"] == "engine" for seat in seats):
                return Ending(game.key, row.id, DRAWN, "length")
        return None

    def _begin_next(self, tournament_id: str, plan: NewTournament) -> bool:
        """Begin one more game; False if none can begin now."""
        stored = self._store.read(tournament_id)
        if stored is None or stored.row.state != RUNNING:
            return False
        game = _next_game(stored, plan)
        if game is None:
            return False
        session = session_of(plan, game, self._parser)
        session_id = new_id()
        secrets = {side: self._seat_secret(session_id, side) for side in people(session.seats)}
        arrangement = Arrangement(has_help=False, tournament=tournament_id)
        client = f"tournament {tournament_id}"  # which has quotas of its own
        added = self._sessions.prepared(session_id, session, arrangement, secrets, client)
        if not self._store.begin(stored.row, game, added):
            return False
        self._sessions.announce(added, session)
        return True

    def _seat_secret(self, session_id: str, side: int) -> str:
        return self._hasher.derived(f"tournament game {session_id} {side}")

    def _who(self, stored: StoredTournament, plan: NewTournament, secret: str | None) -> int | None:
        """The contestant whose secret this is; None for the creator."""
        if not secret:
            raise SecretError("no_tournament_secret")
        numbers = [n for n, one in enumerate(plan.contestants) if one.kind == "person"]
        for who in (None, *numbers):
            known = self.secret(stored.row.id, who)
            if hmac.compare_digest(known.encode(), secret.encode()):
                return who
        raise SeatError("unknown_tournament_secret", tournament=stored.row.id)

    def _stored(self, tournament_id: str) -> StoredTournament:
        found = self._store.read(tournament_id) if is_id(tournament_id) else None
        if found is None:
            raise MissingError("no_tournament")
        return found

    def _document(self, stored: StoredTournament) -> TournamentDocument:
        plan = _plan(stored.row)
        game = self._catalogue.game(plan.game, plan.options)
        return tournament_document(stored, plan, game, game.title or game.name)


def _plan(row: Tournament) -> NewTournament:
    return NewTournament.model_validate_json(row.plan)


def _playing(stored: StoredTournament) -> tuple[list[Session], list[PlannedGame]]:
    """The sessions of the games that are being played, and the games."""
    games = [game for game in stored.games if game.session_id in stored.sessions]
    return (
        [stored.sessions[game.session_id] for game in games],
        [PlannedGame(key_of(game), game.first, game.second) for game in games],
    )


def _next_game(stored: StoredTournament, plan: NewTournament) -> PlannedGame | None:
    """The next game that can begin.

    A person plays one game at a time, and engines among themselves a few.
    """
    kinds = [one.kind for one in plan.contestants]
    results = results_of(stored.games)
    _, playing = _playing(stored)
    taken = {game.key for game in playing} | set(results)
    busy = {one for game in playing for one in (game.first, game.second) if kinds[one] == "person"}
    engines = sum(kinds[game.first] == kinds[game.second] == "engine" for game in playing)
    for game in planned_games(plan.format, len(kinds), results):
        pair = {game.first, game.second}
        is_between_engines = all(kinds[one] == "engine" for one in pair)
        if game.key in taken or pair & busy or (is_between_engines and engines >= _AT_ONCE):
            continue
        return game
    return None
