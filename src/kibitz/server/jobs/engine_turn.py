"""What the engine in a seat does: it moves, answers, and learns from a game that is over."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from kibitz.core.errors import FinishedError
from kibitz.engine.levels import level
from kibitz.engine.lines import Line
from kibitz.engine.search_bounds import SearchBounds
from kibitz.server.compile_queue import CompileQueue
from kibitz.server.jobs.throttle import Throttle
from kibitz.server.schema.session_schema import thinking_fields
from kibitz.server.sessions import session_commands as commands
from kibitz.server.sessions.adaptive_seats import is_adaptive, learner, opponent_in, skill_after
from kibitz.server.sessions.loader import answering, waits_for_engine
from kibitz.server.sessions.service import SessionService
from kibitz.server.store.database import Database
from kibitz.server.store.event_store import add_event
from kibitz.server.store.models import Job
from kibitz.session.opponent import Opponent
from kibitz.session.seats import Seat
from kibitz.session.session import Session

_QUIET = 0.4  # seconds between two words about what an engine thinks


class EngineTurn:
    """Moves and answers for the engines in seats. `on_event` is told of what is written."""

    def __init__(
        self,
        sessions: SessionService,
        database: Database,
        on_event: Callable[[str], None],
        compiles: CompileQueue,
    ) -> None:
        self._sessions = sessions
        self._compiles = compiles
        self._database = database
        self._on_event = on_event

    def __call__(self, job: Job, bounds: SearchBounds) -> None:
        """Do what the engines of a session have to do next."""
        session = self._sessions.open(job.id)
        if not waits_for_engine(session):
            return
        bounds.on_lines = Throttle(lambda lines: self._tell(job, session.side, lines[0]), _QUIET)
        side, command = self._decide(session)
        if not bounds.is_stopped:
            with suppress(FinishedError):  # its time was up, which is noted by whoever looks next
                self._sessions.advance(job.id, job.version, command, side)

    def _decide(self, session: Session) -> tuple[int, commands.Command]:
        pupil = learner(session)
        if pupil is not None:
            self._compiles.require(session.game, waits=True)
            return pupil, commands.learn(skill_after(session, pupil))
        asked = answering(session)
        if asked is None:
            side = session.turn
            line = self._opponent(session, side).play(session)
            return side, commands.move(line.move, line)
        kind, side = asked
        if kind == "takeback":
            return side, commands.takeback("accept", None)
        is_accepted = self._opponent(session, side).accepts_draw(session)
        return side, commands.draw("accept" if is_accepted else "decline")

    def _opponent(self, session: Session, side: int) -> Opponent:
        seat = session.seats[side]
        require_seat(self._compiles, session, seat)
        if is_adaptive(seat):
            return opponent_in(session.game, seat)
        return Opponent(session.game, seat)

    def _tell(self, job: Job, side: str, line: Line) -> None:
        data = thinking_fields(job.version, side, line).model_dump_json()
        with self._database.noting() as transaction:
            add_event(transaction, job.id, "thinking", data)
        self._on_event(job.id)


def require_seat(compiles: CompileQueue, session: Session, seat: Seat) -> None:
    """See to it that the engine of a seat is compiled; until then it plays interpreted."""
    strength = level(session.game, seat.level) if seat.level and not is_adaptive(seat) else None
    if strength is None:
        compiles.require(session.game, seat.opponents)
    else:
        opponents = "paranoid" if strength.is_plain else seat.opponents
        is_plain = strength.is_plain
        compiles.require(session.game, opponents, strength.evaluation, is_plain=is_plain)
