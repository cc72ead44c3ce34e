"""The job for engines in seats: move, answer an offer, or learn from a finished game."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from kibitz.core.errors import FinishedError
from kibitz.engine.levels import level
from kibitz.engine.lines import Line
from kibitz.engine.search_bounds import SearchBounds
from kibitz.server.compile_queue import CompileQueue, NotCompiledError
from kibitz.server.jobs.throttle import Throttle
from kibitz.server.schema.session_schema import thinking_fields
from kibitz.server.sessions import session_commands as commands
from kibitz.server.sessions.adaptive_seats import (
    adaptive_opponent,
    is_adaptive,
    pending_learner,
    updated_skill,
)
from kibitz.server.sessions.loader import needs_engine, pending_answer
from kibitz.server.sessions.service import SessionService
from kibitz.server.store.database import Database
from kibitz.server.store.event_store import add_event
from kibitz.server.store.models import Job
from kibitz.session.opponent import Opponent
from kibitz.session.seats import Seat
from kibitz.session.session import Session

_THROTTLE_SECONDS = 0.4  # minimum, between published lines of a search


class EngineTurn:
    """Runs the turns of engines in seats. `on_event` is called with the session id after events."""

    def __init__(
        self,
        sessions: SessionService,
        database: Database,
        on_event: Callable[[str], None],
        compile_queue: CompileQueue,
    ) -> None:
        self._sessions = sessions
        self._compile_queue = compile_queue
        self._database = database
        self._on_event = on_event

    def __call__(self, job: Job, bounds: SearchBounds) -> None:
        """Run the next engine turn of a session."""
        session = self._sessions.open(job.id)
        if not needs_engine(session) or self._begins_preparing(job, session):
            return
        bounds.on_lines = Throttle(
            lambda lines: self._publish(job, session.side, lines[0]), _THROTTLE_SECONDS
        )
        side, command = self._decide(session)
        if not bounds.is_stopped:
            with suppress(FinishedError):  # out of time; the next read of the session records that
                self._sessions.advance(job.id, job.version, command, side)

    def _begins_preparing(self, job: Job, session: Session) -> bool:
        """Announce that the game is being compiled for the engine to move, and stop the clock.

        False if it is compiled, or if that has been announced. Otherwise the session has changed,
        and so has the job, which begins again.
        """
        is_over = session.outcome() is not None
        if is_over or session.seats[session.turn].kind == "person":
            return False
        if self._sessions.arrangement(job.id).is_preparing:
            return False
        try:
            if not self._opponent(session, session.turn).is_provisional:
                return False
        except NotCompiledError:
            self._sessions.advance(job.id, job.version, commands.prepare(), session.turn)
            raise
        return self._sessions.advance(job.id, job.version, commands.prepare(), session.turn)

    def _decide(self, session: Session) -> tuple[int, commands.Command]:
        side = pending_learner(session)
        if side is not None:
            self._compile_queue.require(session.game, waits=True)
            return side, commands.learn(updated_skill(session, side))
        pending = pending_answer(session)
        if pending is None:
            side = session.turn
            line = self._opponent(session, side).play(session)
            return side, commands.move(line.move, line)
        kind, side = pending
        if kind == "takeback":
            return side, commands.takeback("accept", None)
        is_accepted = self._opponent(session, side).accepts_draw(session)
        return side, commands.draw("accept" if is_accepted else "decline")

    def _opponent(self, session: Session, side: int) -> Opponent:
        seat = session.seats[side]
        require_seat(self._compile_queue, session, seat)
        if is_adaptive(seat):
            return adaptive_opponent(session.game, seat)
        return Opponent(session.game, seat)

    def _publish(self, job: Job, side: str, line: Line) -> None:
        data = thinking_fields(job.version, side, line).model_dump_json()
        with self._database.writing_unsynced() as transaction:
            add_event(transaction, job.id, "thinking", data)
        self._on_event(job.id)


def require_seat(compile_queue: CompileQueue, session: Session, seat: Seat) -> None:
    """Order the compilation of a seat's engine, which runs interpreted until that is done.

    One with a node limit waits, so that its moves are reproducible: this raises NotCompiledError.
    """
    strength = level(session.game, seat.level) if seat.level and not is_adaptive(seat) else None
    if strength is None:
        waits = seat.limit is not None and seat.limit.nodes is not None
        compile_queue.require(session.game, seat.opponents, search=seat.search, waits=waits)
    else:
        opponents = "paranoid" if strength.is_plain else seat.opponents
        is_plain = strength.is_plain
        compile_queue.require(
            session.game,
            opponents,
            strength.evaluation,
            is_plain=is_plain,
            search=None if is_plain else seat.search,
        )
