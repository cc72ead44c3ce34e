"""Schema of sessions, with everything that a user interface needs."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, TypeAdapter

from kibitz.core.text import format_state
from kibitz.engine.lines import Line
from kibitz.server.game_files import GameLabel
from kibitz.server.schema.position_schema import PositionDocument, changed_cells, position_document
from kibitz.server.schema.shared_schema import LimitFields, LineFields, ResponseBody, line_fields
from kibitz.server.sessions.adaptive_seats import person_model_of
from kibitz.server.sessions.arrangement import Arrangement
from kibitz.session.history import Played
from kibitz.session.seats import Seat
from kibitz.session.session import Session
from kibitz.teaching.adaptive.person_model import format_person_model


class ReasonFields(ResponseBody):
    """A reason for the chosen strength."""

    code: str
    params: dict[str, Any]
    text: str


class AdaptiveFields(ResponseBody):
    """What an adaptive level has learned about its opponent."""

    strength: float = Field(description="its strength: a step of the ladder, with tenths")
    games: int = Field(description="number of games it has learned from")
    why: list[ReasonFields]
    learnt: bool = Field(description="whether this session is one of them")
    skill: str = Field(description="its memory; pass it to the seat of the next session")


class SeatFields(ResponseBody):
    """Who plays a side."""

    player: int
    side: str
    kind: Literal["person", "engine"]
    name: str
    title: str = Field(description="name to show")
    level: str
    limit: LimitFields | None
    adaptive: AdaptiveFields | None = Field(description="state of an adaptive level")


class PlayedFields(ResponseBody):
    """A move that was played."""

    move: str
    side: str
    seconds: float | None = Field(description="thinking time")
    evaluation: LineFields | None = Field(description="evaluation by the engine")
    clock: list[float] | None = Field(description="seconds that each player had left after it")


class ClockFields(ResponseBody):
    """The clock, which is stopped before the first move and after the last."""

    control: str = Field(description="seconds in total + for each move, and for one move")
    left: list[float] = Field(description="seconds that each player had left at `as_of`")
    running: bool = Field(
        description=("whether the clock of the side to move has been running since then")
    )
    as_of: float = Field(description="Unix time in seconds")


class OfferFields(ResponseBody):
    """An open draw offer or takeback request."""

    kind: Literal["draw", "takeback"]
    side: str
    count: int = Field(description="number of moves to take back")
    waiting: list[str] = Field(description="sides that have not answered")


class RematchFields(ResponseBody):
    """A rematch: an open offer, one that was declined, or the session that it began."""

    wanted: list[str] = Field(description="sides that have offered or accepted it")
    waiting: list[str] = Field(description="sides that have not answered the offer")
    declined: str | None = Field(description="side that declined the last offer")
    session: str | None = Field(description="the new session, once everyone has accepted")


class RulesFields(ResponseBody):
    """The game being played."""

    name: str
    title: str
    options: dict[str, int | str]
    sides: list[str]


class SessionDocument(PositionDocument):
    """A session."""

    id: str
    version: int = Field(description="increased by every change; also the ETag")
    game: RulesFields
    seed: int | None
    start: str = Field(description="first position")
    seats: list[SeatFields]
    ply: int
    history: list[PlayedFields] = Field(description="moves played so far")
    undone: list[str] = Field(description="moves that redo would play")
    last: list[int] = Field(description="cells that the last move changed")
    takebacks: Literal["free", "ask", "never"]
    offers: list[OfferFields]
    clock: ClockFields | None
    thinking: bool = Field(description="whether an engine has yet to move, answer or learn")
    help: bool = Field(description="whether engine help is allowed during the game")
    preparing: bool = Field(
        description="whether the game is being compiled while the engine to move searches slowly"
    )
    rematch: RematchFields | None


class SecretFields(ResponseBody):
    """The secret of a person's seat, shown only once. It is needed to play that side."""

    player: int
    side: str
    secret: str
    invitation: str = Field(description="link that opens the seat")


class CreatedSession(ResponseBody):
    """A new session, and the secrets of its seats."""

    session: SessionDocument
    secrets: list[SecretFields]


_SECRETS = TypeAdapter(list[SecretFields])


class ChangeFields(ResponseBody):
    """A change to a session, as an event of its stream."""

    version: int
    what: str
    ply: int
    move: str | None
    position: str
    side: str
    outcome: str | None
    left: list[float] | None


class ThinkingFields(ResponseBody):
    """An engine's best line so far, as an event of its session's stream."""

    version: int
    side: str
    line: LineFields


class SeatDocument(SeatFields):
    """The seat that a secret belongs to."""

    session: str
    ticket: str = Field(description="for event streams, so that others see that the player is here")


class RematchSeat(ResponseBody):
    """The seat of a player in a rematch, with its secret."""

    session: str
    player: int
    side: str
    secret: str


class PresenceFields(ResponseBody):
    """Who follows a session, also as an event of its stream."""

    players: list[int] = Field(description="players whose pages are open")
    spectators: int = Field(description="number of spectators")


class ExportText(ResponseBody):
    """A session as the text of a file."""

    format: str
    text: str


def session_document(
    session_id: str,
    version: int,
    session: Session,
    label: GameLabel,
    arrangement: Arrangement,
    *,
    is_running: bool,
    is_thinking: bool,
    as_of: float,
) -> SessionDocument:
    """A session as JSON."""
    game, outcome = session.game, session.outcome()
    position = position_document(game, session.state, outcome, session.earlier)
    readings = session.readings
    return SessionDocument(
        **dict(position),
        id=session_id,
        version=version,
        game=RulesFields(
            name=label.name,
            title=label.title,
            options=dict(game.settings),
            sides=list(game.sides),
        ),
        seed=session.seed,
        start=_start(session),
        seats=[seat_fields(session, side) for side in range(game.players)],
        ply=session.ply,
        history=[_played(played) for played in session.history],
        undone=list(session.line[session.ply :]),
        last=changed_cells(game, session.earlier[-1], session.state) if session.ply else [],
        takebacks=session.takebacks,
        offers=[
            OfferFields(
                kind=offer.kind,
                side=game.sides[offer.side],
                count=offer.count,
                waiting=[game.sides[side] for side in offer.open_to(game.players)],
            )
            for offer in session.offers
        ],
        clock=None
        if session.clock is None or readings is None
        else ClockFields(
            control=str(session.clock),
            left=list(readings),
            running=is_running and outcome is None,
            as_of=as_of,
        ),
        thinking=is_thinking,
        help=arrangement.has_help,
        preparing=arrangement.is_preparing,
        rematch=_rematch(session, arrangement),
    )


def _rematch(session: Session, arrangement: Arrangement) -> RematchFields | None:
    rematch, sides = arrangement.rematch, session.game.sides
    if rematch is None:
        return None
    return RematchFields(
        wanted=[sides[side] for side in sorted(rematch.wanted)],
        waiting=[sides[side] for side in rematch.waiting(session)] if rematch.wanted else [],
        declined=None if rematch.declined is None else sides[rematch.declined],
        session=rematch.session or None,
    )


def created_session(document: str, secrets: list[SecretFields]) -> str:
    """A new session as JSON, as `CreatedSession` describes it; `document` is its JSON."""
    return f'{{"session":{document},"secrets":{_SECRETS.dump_json(secrets).decode()}}}'


def _start(session: Session) -> str:
    """The text of the starting position."""
    first = session.earlier[0] if session.ply else session.state
    return format_state(session.game, first)


def seat_fields(session: Session, side: int) -> SeatFields:
    """A seat as JSON."""
    seat = session.seats[side]
    return SeatFields(
        player=side,
        side=session.game.sides[side],
        kind=seat.kind,
        name=seat.name,
        title=seat.title,
        level=seat.level,
        limit=_limit(seat),
        adaptive=_adaptive(seat),
    )


def seat_document(session_id: str, session: Session, side: int, ticket: str) -> SeatDocument:
    """A seat and its session as JSON."""
    fields = dict(seat_fields(session, side))
    return SeatDocument(**fields, session=session_id, ticket=ticket)


def change_fields(version: int, what: str, session: Session) -> ChangeFields:
    """The latest change to a session as JSON."""
    outcome = session.outcome()
    return ChangeFields(
        version=version,
        what=what,
        ply=session.ply,
        move=session.moves[-1] if session.ply else None,
        position=session.position,
        side=session.side,
        outcome=None if outcome is None else str(outcome),
        left=None if session.readings is None else list(session.readings),
    )


def thinking_fields(version: int, side: str, line: Line) -> ThinkingFields:
    """An engine's best line so far as JSON."""
    return ThinkingFields(version=version, side=side, line=line_fields(line))


def _limit(seat: Seat) -> LimitFields | None:
    limit = seat.limit
    if limit is None:
        return None
    return LimitFields(time=limit.time, depth=limit.depth, nodes=limit.nodes)


def _adaptive(seat: Seat) -> AdaptiveFields | None:
    model = person_model_of(seat)
    if model is None:
        return None
    return AdaptiveFields(
        strength=round(model.standing.level, 1),
        games=model.standing.games,
        why=[
            ReasonFields(code=reason.code, params=dict(reason.params), text=str(reason))
            for reason in model.standing.why()
        ],
        learnt=model.is_learnt,
        skill=format_person_model(model),
    )


def _played(played: Played) -> PlayedFields:
    return PlayedFields(
        move=played.move,
        side=played.side,
        seconds=played.seconds,
        evaluation=None if played.evaluation is None else line_fields(played.evaluation),
        clock=None if played.clock is None else list(played.clock),
    )
