"""The engine in a seat: it plays with the settings of the seat and within the clock."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from kibitz.core.contract import Game
from kibitz.core.level import Level
from kibitz.engine.engine import Engine
from kibitz.engine.levels import level
from kibitz.engine.lines import Line
from kibitz.engine.player import Player
from kibitz.search.limits import Limit
from kibitz.session.seats import Seat
from kibitz.session.session import Session

DEFAULT = Limit(time=1.0)  # without a limit of the seat or a clock
_MOVES_BEFORE_DRAWS = 10  # of every side, before an unproven draw is accepted


class Opponent:
    """Plays one game with the settings of a seat: at its level, or with the engine at its limit.

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
            threads=seat.threads,
            memory=seat.memory,
            opponents=seat.opponents,
            wait=self._wait,
        )

    def prepare(self) -> None:
        """Load the compiled game, or start compiling it, before the clock runs."""
        self._engine.warm_up()

    def play(self, session: Session) -> Line:
        """The move that it chooses, with its evaluation; the session is not changed."""
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
        """Whether it accepts a draw, offered as in the session or else by the side to move.

        It accepts if it is losing, if the game is a certain draw, and, after ten moves of every
        side, if its position is no better than that of the offering side. Of more than two sides,
        it accepts only a certain draw unless the offering side is to move.
        """
        line = self.play(session)
        if line.score == 0 and line.warrant.is_certain:
            return True
        is_offerers = all(o.side == session.turn for o in session.offers if o.kind == "draw")
        if not is_offerers and self._game.players > 2:
            return False
        if line.score is None:
            return (line.win_in is not None) is is_offerers
        is_young = session.ply < _MOVES_BEFORE_DRAWS * self._game.players
        return not is_young and (line.score >= 0 if is_offerers else line.score <= 0)


def within(strength: Level, limit: Limit) -> Level:
    """The level, its time, depth and nodes reduced to those of the limit."""
    return replace(
        strength,
        time=_least(strength.time, limit.time),
        depth=_least(strength.depth, limit.depth),
        nodes=_least(strength.nodes, limit.nodes),
    )


_Number = TypeVar("_Number", int, float)


def _least(first: _Number | None, second: _Number | None) -> _Number | None:
    given = [value for value in (first, second) if value is not None]
    return min(given, default=None)
