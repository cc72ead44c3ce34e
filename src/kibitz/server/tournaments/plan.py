"""The plan of a tournament, as it is stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kibitz.core.contract import Game
from kibitz.core.errors import LimitError
from kibitz.match.tournament import (
    GameKey,
    PlannedGame,
    is_over,
    planned_games,
    standings,
    winner,
)
from kibitz.server.http_errors import ConflictError
from kibitz.server.request_parsing import RequestParser
from kibitz.server.schema.command_schema import NewSession, SeatRequest
from kibitz.server.schema.tournament_schema import (
    ContestantFields,
    NewTournament,
    PlaceFields,
    TournamentDocument,
    TournamentGameFields,
)
from kibitz.server.store.models import TournamentGame
from kibitz.server.store.tournament_store import OVER, StoredTournament
from kibitz.session.session import Session
from kibitz.teaching.adaptive.adaptive_player import ADAPTIVE


def check_plan(plan: NewTournament, parser: RequestParser) -> Session:
    """Refuse a plan whose games cannot be played; the first game otherwise."""
    game = parser.game(plan.game, plan.options)
    if game.players != 2:
        raise ConflictError("tournament_players", game=plan.game, count=game.players)
    for contestant in plan.contestants:
        if contestant.level == ADAPTIVE:
            expected = "another level, because adaptive learns from one person"
            raise LimitError("bad_setting", name="level", value=ADAPTIVE, expected=expected)
        parser.seat(game, _seat(plan, plan.contestants.index(contestant)))
    return session_of(plan, PlannedGame(GameKey(0, 0, 0), 0, 1), parser)


def session_of(plan: NewTournament, game: PlannedGame, parser: RequestParser) -> Session:
    """The session of a game, which is not stored yet. Every game has a seed of its own."""
    seed = 10_000 * game.key.round + 100 * game.key.pairing + game.key.number
    seats = [_seat(plan, one, seed) for one in (game.first, game.second)]
    is_seeded = parser.game(plan.game, plan.options).is_seeded
    request = {
        "game": plan.game,
        "options": plan.options,
        "seed": game.key.round if is_seeded else None,
        "seats": seats,
        "clock": plan.clock,
        "takebacks": "never",
    }
    return parser.new_session(NewSession.model_validate(request))


def _seat(plan: NewTournament, number: int, seed: int | None = None) -> SeatRequest:
    contestant = plan.contestants[number]
    is_engine = contestant.kind == "engine"
    seat = {
        "kind": contestant.kind,
        "name": name_of(plan, number),
        "level": contestant.level,
        "seed": seed if is_engine and contestant.level else None,
    }
    return SeatRequest.model_validate(seat)


def name_of(plan: NewTournament, number: int) -> str:
    """The name of a contestant."""
    contestant = plan.contestants[number]
    if contestant.name:
        return contestant.name
    who = f"Level {contestant.level}" if contestant.level else contestant.kind.capitalize()
    return f"{who} #{number + 1}"


def results_of(games: Sequence[TournamentGame]) -> dict[GameKey, float]:
    """The results so far."""
    return {key_of(game): game.points for game in games if game.points is not None}


def key_of(game: TournamentGame) -> GameKey:
    """Where a game is in its tournament."""
    return GameKey(game.round, game.pairing, game.number)


def tournament_document(
    stored: StoredTournament, plan: NewTournament, game: Game | None, title: str
) -> TournamentDocument:
    """A tournament as JSON."""
    count = len(plan.contestants)
    results = results_of(stored.games)
    rows = {key_of(one): one for one in stored.games}
    planned = planned_games(plan.format, count, results)
    is_ended = stored.row.state == OVER and is_over(plan.format, count, results)
    return TournamentDocument(
        id=stored.row.id,
        version=stored.row.version,
        title=plan.title or title,
        game=plan.game,
        game_title=title,
        options=dict(plan.options if game is None else game.settings),
        format=plan.format,
        clock=plan.clock,
        state=stored.row.state,  # type: ignore[arg-type] # one of three
        contestants=[
            ContestantFields(
                number=number, kind=one.kind, name=name_of(plan, number), level=one.level
            )
            for number, one in enumerate(plan.contestants)
        ],
        games=[_game_fields(one, rows) for one in planned],
        standings=[
            PlaceFields(
                contestant=place.contestant,
                score=place.score,
                tie_break=place.tie_break,
                wins=place.wins,
                draws=place.draws,
                losses=place.losses,
            )
            for place in standings(plan.format, count, results)
        ],
        winner=winner(plan.format, count, results) if is_ended else None,
        played=len(results),
        total=None if plan.format == "knock-out" else len(planned),
    )


def _game_fields(game: PlannedGame, rows: Mapping[GameKey, TournamentGame]) -> TournamentGameFields:
    row = rows.get(game.key)
    points = None if row is None else row.points
    return TournamentGameFields(
        round=game.key.round,
        pairing=game.key.pairing,
        number=game.key.number,
        first=game.first,
        second=game.second,
        state="waiting" if row is None else "playing" if points is None else "over",
        session=None if row is None else row.session_id,
        points=points,
        reason="" if row is None else row.reason,
    )
