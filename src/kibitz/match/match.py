"""A match: many games between contestants, which can be interrupted and continued."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import closing

from kibitz.core.contract import Game
from kibitz.core.errors import LimitError
from kibitz.games.game_ref import Playable
from kibitz.match.contestant import Contestant
from kibitz.match.match_record import MatchRecord
from kibitz.match.playing import MatchBoard
from kibitz.match.result import Result
from kibitz.match.runner import run_games
from kibitz.match.specification import MOST_PLIES, Specification, check_path, check_whole, specify
from kibitz.match.sprt import Claims
from kibitz.match.standings import Standings, standings
from kibitz.match.tally import Tally
from kibitz.match.worker_pool import WorkerPool, new_pool, require_one_pool

GAMES = 1000


class Match:
    """Plays contestants against each other.

    `game`: a game that Kibitz ships, or one from a file, so that other processes can load it.
    `players`: two or more contestants, each as text: a level ("5", "hard"), "random",
    "bot.py:choose", or settings of the engine such as "nodes=20000,killers=off". `games`: the
    number of games. `seed`: the seed of openings, start positions and random choices.
    `opening_plies`, `balance`: the number of random moves before a game, and by how many points
    they may favour a side; the defaults depend on the game. `plies`: longer games are draws.
    `adjudicate`: (points, moves), to end a game as won when both players evaluate the same side as
    ahead by this many points for this many moves in a row. `adjudicate_draws`: (points, moves), to
    end it as drawn when both evaluations stay within this many points of 0. `adjudicate_tables`:
    whether to end a game as soon as the endgame tables know its result. `sprt`: (elo0, elo1),
    to stop as soon as a sequential test decides between these two advantages of the first
    contestant. `record`: a file that stores every game; if it exists, the match continues from it.

    The settings and the number of a game determine its moves, unless a contestant has a time limit.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> match = Match("tictactoe", ["perfect", "random"], games=20)
    >>> with ThreadPoolExecutor(1) as executor:
    ...     played = [result.number for result in match.run(executor)]
    >>> len(played), match.standings.rows[0].losses
    (20, 0)
    """

    def __init__(
        self,
        game: Playable,
        players: Iterable[str],
        *,
        games: int = GAMES,
        seed: int = 0,
        opening_plies: int | None = None,
        balance: float | None = None,
        plies: int = MOST_PLIES,
        adjudicate: tuple[float, int] | None = None,
        adjudicate_draws: tuple[float, int] | None = None,
        adjudicate_tables: bool = False,
        sprt: tuple[float, float] | None = None,
        record: str | os.PathLike[str] | None = None,
    ) -> None:
        check_whole("games", games, 1)
        check_path("record", record, "a file")
        self.specification: Specification
        self.game: Game
        self.specification, self.game = specify(
            game,
            players,
            seed=seed,
            opening_plies=opening_plies,
            balance=balance,
            plies=plies,
            adjudicate=adjudicate,
            adjudicate_draws=adjudicate_draws,
            adjudicate_tables=adjudicate_tables,
        )
        self.contestants: tuple[Contestant, ...] = tuple(self.specification.contestants())
        self.games = games
        self._claims = _claims(sprt)
        if self._claims is not None and not self._new_tally().is_duel:
            expected = "no value unless two players meet in a game for two"
            raise LimitError("bad_setting", name="sprt", value=sprt, expected=expected)
        self._record = record
        self._tally = self._new_tally()
        self._board = MatchBoard(self.specification)

    def _new_tally(self) -> Tally:
        count, players = len(self.contestants), self.game.players
        return Tally(count, players, self.specification.seed, self._claims)

    @property
    def results(self) -> dict[int, Result]:
        """The finished games by their numbers."""
        return dict(self._tally.results)

    @property
    def played(self) -> int:
        """How many games are finished."""
        return len(self._tally.results)

    @property
    def is_over(self) -> bool:
        """Whether all games are finished or the sequential test has its verdict."""
        return self.played >= self.games or self._tally.is_decided

    @property
    def standings(self) -> Standings:
        """The standings after the finished games."""
        return standings(self._tally, self.contestants)

    @property
    def tally(self) -> Tally:
        """The scores so far."""
        return self._tally

    def prepare(self) -> None:
        """Compile what the contestants need; `run` does this too."""
        self._board.prepare()

    def run(
        self,
        executor: Executor | None = None,
        *,
        workers: int | None = None,
        cluster: str | None = None,
    ) -> Generator[Result, None, None]:
        """Play the missing games; yield each result as soon as it is in the record.

        The games are played by `workers` processes, one for each processor by default; by the Dask
        cluster at the address `cluster`; or by `executor`. An interrupted match continues when it
        is run again.
        """
        require_one_pool(executor, workers, cluster)
        record = None
        if self._record is not None:
            record = MatchRecord(self._record, self.specification.header(self.game))
        try:
            self._tally = self._known(record)
            if not self.is_over:
                yield from self._play(new_pool(executor, workers, cluster), record)
        finally:
            if record is not None:
                record.close()

    def _known(self, record: MatchRecord | None) -> Tally:
        """A tally of the recorded games; without a record, of the games played so far."""
        known = self._tally.results if record is None else record.results
        tally = self._new_tally()
        source = "This match" if self._record is None else repr(os.fspath(self._record))
        tally.restore((known[number] for number in known if number < self.games), source)
        return tally

    def _play(self, pool: WorkerPool, record: MatchRecord | None) -> Iterator[Result]:
        try:
            self.prepare()  # compile once here, not in all workers at the same time
            missing = (number for number in range(self.games) if number not in self._tally.results)
            with closing(run_games(self.specification, missing, pool)) as batches:
                for results in batches:
                    fresh = [one for one in results if self._tally.add(one)]
                    if record is not None:
                        record.append(fresh)
                    yield from fresh
                    if self._tally.is_decided:
                        return
        finally:
            pool.close()


def _claims(sprt: tuple[float, float] | None) -> Claims | None:
    if sprt is None:
        return None
    if not isinstance(sprt, tuple | list) or len(sprt) != 2:
        expected = "two numbers such as (0, 10)"
        raise LimitError("bad_setting", name="sprt", value=sprt, expected=expected)
    return Claims(*sprt)
