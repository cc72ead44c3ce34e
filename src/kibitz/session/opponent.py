"""The engine in a seat: plays with the seat's settings and manages its time on the clock."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from kibitz.core.contract import Game
from kibitz.core.level import Level
from kibitz.core.score import LOSS, WIN
from kibitz.engine.engine import Engine
from kibitz.engine.levels import level
from kibitz.engine.lines import Line
from kibitz.engine.player import Player
from kibitz.search.limits import DEFAULT_SECONDS, Limit
from kibitz.session.seats import Seat
from kibitz.session.session import Session

DEFAULT = Limit(time=DEFAULT_SECONDS)  # if there is neither a clock nor a limit in the seat
_MOVES_BEFORE_DRAWS = 10  # by each side before an unproven draw is accepted


class Opponent:
    """Plays one game with the settings of a seat: at its level, or by the engine with its limit.

    `wait`: whether to wait until the game is compiled, so that the seed reproduces the moves.
    """

    def __init__(self, game: Game, seat: Seat, *, wait: bool = False) -> None:
        self._game = game
        self._wait = wait
        self._seat = seat
        self._level = within(level(game, seat.level), seat.limit or Limit()) if seat.level else None
        self._player = None if self._level is None else self._make_player(self._level)
        self._engine = (
            Engine(
                game,
                search=seat.search,
                threads=seat.threads,
                memory=seat.memory,
                opponents=seat.opponents,
                wait=wait or None,
            )
            if self._player is None
            else self._player.engine
        )

    def _make_player(self, strength: Level) -> Player:
        seat = self._seat
        return Player(
            self._game,
            strength,
            seed=seat.seed,
            search=seat.search,
            threads=seat.threads,
            memory=seat.memory,
            opponents=seat.opponents,
            wait=self._wait,
        )

    def prepare(self) -> None:
        """Load the compiled game, or start compiling it, before the clock runs."""
        self._engine.warm_up()

    @property
    def is_provisional(self) -> bool:
        """Whether a search started now would be interpreted until the game is compiled."""
        self._engine.warm_up()
        return self._engine.is_provisional

    def play(self, session: Session) -> Line:
        """Choose a move and return its line; the session is not changed."""
        readings = session.readings
        share = None
        if session.clock is not None and readings is not None:
            share = session.clock.share(readings[session.turn])
        if self._level is None or self._player is None:
            limit = self._seat.limit or DEFAULT
            return self._engine.play(session, replace(limit, time=_least(limit.time, share)))
        if share is None or share >= (self._level.time or DEFAULT.time or share):
            return self._player.play(session)
        return self._make_player(within(self._level, Limit(time=share))).play(session)

    def accepts_draw(self, session: Session) -> bool:
        """Whether it accepts the draw offer in the session, or one from the side to move.

        It accepts if it is losing or the game is a certain draw. After ten moves by each side it
        also accepts if it is not ahead of the side that makes the offer. With more than two sides,
        it accepts only a certain draw, unless the offering side is to move.
        """
        line = self.play(session)
        if line.score == 0 and line.warrant.is_certain:
            return True
        is_offerers = all(o.side == session.turn for o in session.offers if o.kind == "draw")
        if not is_offerers and self._game.players > 2:
            return False
        if line.result in (WIN, LOSS):
            return (line.result == WIN) is is_offerers
        assert line.score is not None
        is_young = session.ply < _MOVES_BEFORE_DRAWS * self._game.players
        return not is_young and (line.score >= 0 if is_offerers else line.score <= 0)


def within(strength: Level, limit: Limit) -> Level:
    """The level, with its time, depth and nodes reduced to the limit."""
    return replace(
        strength,
        time=_least(strength.time, limit.time),
        depth=_least(strength.depth, limit.depth),
        nodes=_least(strength.nodes, limit.nodes),
        playouts=_least(strength.playouts, limit.nodes),
    )


_Number = TypeVar("_Number", int, float)


def _least(first: _Number | None, second: _Number | None) -> _Number | None:
    given = [value for value in (first, second) if value is not None]
    return min(given, default=None)
