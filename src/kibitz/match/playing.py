"""Plays the games of a match. The specification and a game's number determine its result."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from kibitz.core.contract import Game
from kibitz.core.errors import KibitzError
from kibitz.core.finished import require_unfinished
from kibitz.core.outcome import Outcome, payoffs_problem
from kibitz.core.score import DRAW
from kibitz.core.types import Payoff, Side
from kibitz.engine.knowledge import Knowledge, knowledge
from kibitz.match.adjudication import Adjudicator, table_payoffs
from kibitz.match.contestant import Contestant
from kibitz.match.openings import Openings
from kibitz.match.pairing import Pairing, pairing
from kibitz.match.players import MatchPlayer, PlayerError, make_player
from kibitz.match.result import Result, lost_by
from kibitz.match.specification import Specification
from kibitz.session.game_line import GameLine

_cache = threading.local()  # the board for the match that this thread is playing


def play_game(specification: Specification, number: int) -> Result:
    """Play one game, in any process; the board is cached for the next game.

    An error in a user's rules is raised as a KibitzError, which can be sent between processes.
    """
    try:
        if getattr(_cache, "specification", None) != specification:
            specification.check_files()
            _cache.board = MatchBoard(specification)
            _cache.board.prepare()
            _cache.specification = specification
        board: MatchBoard = _cache.board
        return board.play(number)
    except KibitzError:
        raise
    except Exception as problem:
        what = f"{type(problem).__name__}: {problem}"
        raise KibitzError("match_game_failed", number=number, problem=what) from None


class _Usage:
    """The turns, time and nodes of the players in a game, by side."""

    def __init__(self, players: int) -> None:
        self.turns = [0] * players
        self.seconds = [0.0] * players
        self.nodes = [0] * players


@dataclass(frozen=True, slots=True)
class _End:
    """How a game ended."""

    payoffs: tuple[Payoff, ...]
    reason: str
    problem: str = ""
    culprit: Side | None = None


class MatchBoard:
    """Plays the games of one match, one after another, with the same players.

    `make` creates the player for a contestant; by default the player runs in this process. Raises
    KibitzError if a contestant cannot play this game.
    """

    def __init__(
        self,
        specification: Specification,
        make: Callable[[Contestant, Game], MatchPlayer] = make_player,
    ) -> None:
        self._specification = specification
        self._make = make
        self._contestants = specification.contestants()
        self._game = specification.game.load()
        self._known: Knowledge | None = knowledge(self._game) if specification.tables else None
        self._openings = Openings(
            self._game,
            plies=specification.opening_plies,
            balance=specification.balance,
            seed=specification.seed,
        )
        self._players: dict[tuple[int, int], MatchPlayer] = {}
        for index in range(len(self._contestants)):
            self._player(index, 0)  # raises an error if it cannot play this game

    def prepare(self) -> None:
        """Compile what every contestant needs."""
        for player in self._players.values():
            player.prepare()

    def play(self, number: int) -> Result:
        """Play the game with this number."""
        game, specification = self._game, self._specification
        paired = pairing(len(self._contestants), game.players, specification.seed, number)
        opening = self._openings.opening(paired.opening)
        line = opening.line(game)
        require_unfinished(game, line.state, line.earlier)
        used = _Usage(game.players)
        end = self._finish(line, used, self._seated(paired, number))
        return Result(
            number=number,
            seats=paired.seats,
            opening=opening,
            moves=tuple(line.moves[len(opening.moves) :]),
            payoffs=end.payoffs,
            reason=end.reason,
            problem=end.problem,
            culprit=end.culprit,
            turns=tuple(used.turns),
            seconds=tuple(used.seconds),
            nodes=tuple(used.nodes),
        )

    def _player(self, contestant: int, copy: int) -> MatchPlayer:
        """A contestant's player; a contestant in several seats has one for each."""
        if (contestant, copy) not in self._players:
            made = self._make(self._contestants[contestant], self._game)
            self._players[contestant, copy] = made
        return self._players[contestant, copy]

    def _seated(self, paired: Pairing, number: int) -> list[MatchPlayer]:
        """The players of every side, ready for a new game."""
        seated = []
        for side, contestant in enumerate(paired.seats):
            player = self._player(contestant, paired.seats[:side].count(contestant))
            key = f"{self._specification.seed}/{number}/{side}"
            player.begin(random.Random(key).getrandbits(31))  # noqa: S311 - not a secret
            seated.append(player)
        return seated

    def _finish(self, line: GameLine, used: _Usage, seated: list[MatchPlayer]) -> _End:
        """Play from the opening to the end."""
        game, specification = self._game, self._specification
        adjudicator = Adjudicator(specification.wins, specification.draws)
        outcome: Outcome | None = None
        while outcome is None:
            if len(line.states) > specification.plies:
                return _End((DRAW,) * game.players, "length")
            position, side = line.position, line.turn
            began = time.perf_counter()
            try:
                chosen = seated[side].choose(position)
            except PlayerError as fault:
                return _End(lost_by(side, game.players), "error", str(fault), side)
            finally:
                used.turns[side] += 1
                used.seconds[side] += time.perf_counter() - began
            used.nodes[side] += 0 if chosen.line is None else chosen.line.nodes
            line.push(int(chosen.move))  # a record cannot store NumPy's integers
            outcome = line.outcome
            agreed = adjudicator.add(side, chosen.line)
            if self._known is not None and agreed is None:
                agreed = table_payoffs(self._known, line.state)
            if outcome is None and agreed is not None:
                return _End(agreed, "adjudication")
        problem = payoffs_problem(outcome.payoffs)
        if problem:
            raise ValueError(problem)
        return _End(tuple(map(int, outcome.payoffs)), outcome.reason)
