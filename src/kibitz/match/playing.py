"""Games of a match, played: a function of the specification and the game's number alone."""

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
from kibitz.match.adjudication import Adjudicator
from kibitz.match.contestant import Contestant
from kibitz.match.openings import Openings
from kibitz.match.pairing import Pairing, pairing
from kibitz.match.players import MatchPlayer, PlayerError, make_player
from kibitz.match.result import Result, lost_by
from kibitz.match.specification import Specification
from kibitz.session.game_line import GameLine

_kept = threading.local()  # the board of the match that this thread plays


def play_game(specification: Specification, number: int) -> Result:
    """Play one game, wherever this runs; what the match needs is kept for the next.

    A mistake in a user's rules comes back as a KibitzError, which every process can read.
    """
    try:
        if getattr(_kept, "specification", None) != specification:
            specification.check_files()
            _kept.board = MatchBoard(specification)
            _kept.board.prepare()
            _kept.specification = specification
        board: MatchBoard = _kept.board
        return board.play(number)
    except KibitzError:
        raise
    except Exception as problem:
        what = f"{type(problem).__name__}: {problem}"
        raise KibitzError("match_game_failed", number=number, problem=what) from None


class _Usage:
    """What the players have used in a game, by side."""

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
    """Plays the games of one match, one after the other, with the same players.

    `make` makes a player of a contestant; another function than the default can have it play in
    another process. KibitzError where a contestant cannot play this game.
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
        self._openings = Openings(
            self._game,
            plies=specification.opening_plies,
            balance=specification.balance,
            seed=specification.seed,
        )
        self._players: dict[tuple[int, int], MatchPlayer] = {}
        for index in range(len(self._contestants)):
            self._player(index, 0)  # which refuses what cannot play this game

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
        end = self._finish(line, used, self._seat(paired, number))
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
        """A contestant's player; one that has several seats has a player for each."""
        if (contestant, copy) not in self._players:
            made = self._make(self._contestants[contestant], self._game)
            self._players[contestant, copy] = made
        return self._players[contestant, copy]

    def _seat(self, paired: Pairing, number: int) -> list[MatchPlayer]:
        """Everybody in their seats, as if no game had been before."""
        seated = []
        for side, contestant in enumerate(paired.seats):
            player = self._player(contestant, paired.seats[:side].count(contestant))
            key = f"{self._specification.seed}/{number}/{side}"
            player.begin(random.Random(key).getrandbits(31))  # noqa: S311 - no secret
            seated.append(player)
        return seated

    def _finish(self, line: GameLine, used: _Usage, seated: list[MatchPlayer]) -> _End:
        """Play on from the opening to the end."""
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
            line.push(int(chosen.move))  # NumPy's are no numbers to a record
            outcome = line.outcome
            agreed = adjudicator.hear(side, chosen.line)
            if outcome is None and agreed is not None:
                return _End(agreed, "adjudication")
        problem = payoffs_problem(outcome.payoffs)
        if problem:
            raise ValueError(problem)
        return _End(tuple(map(int, outcome.payoffs)), outcome.reason)
