"""Self-play: many games of a game against itself, stored in a file from which it continues."""

from __future__ import annotations

import os
from collections.abc import Generator
from concurrent.futures import Executor
from contextlib import closing
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple

from kibitz.compiling.fingerprint import fingerprint
from kibitz.core.contract import Game, require_game
from kibitz.core.errors import KibitzError, OptionError
from kibitz.core.states import position_words
from kibitz.core.weights import WeightedRule
from kibitz.games.game_ref import GameId, GameRef, own_digest
from kibitz.match.runner import run_numbered
from kibitz.match.specification import check_path, check_whole
from kibitz.match.worker_pool import new_pool, require_one_pool
from kibitz.training.position_file import SelfPlayHeader, SelfPlayReader, SelfPlayWriter
from kibitz.training.position_records import PlayedGame
from kibitz.training.self_play_settings import SelfPlaySettings
from kibitz.training.self_player import SelfPlayer, require_trainable

GAMES = 10_000


class _Order(NamedTuple):
    """What a worker plays."""

    game: GameRef
    settings: SelfPlaySettings


class SelfPlay:
    """Games of a game against itself, in compiled code.

    `game`: a game that Kibitz ships, or one from a file, so that other processes can load it.
    `path`: the file of the games; if it exists, self-play continues from it. `games`: their number.
    `settings`: how they are played; with the same settings, the games are the same.

    >>> import tempfile, kibitz
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as executor:
    ...     found = SelfPlay(kibitz.game("tictactoe"), f"{folder}/games.kbz", games=3)
    ...     numbers = sorted(game.number for game in found.run(executor))
    ...     positions, _ = found.reader().positions()
    >>> numbers, positions.dtype.names[:3]
    ([0, 1, 2], ('position', 'move', 'score'))
    """

    def __init__(
        self,
        game: Game,
        path: str | os.PathLike[str],
        *,
        games: int = GAMES,
        settings: SelfPlaySettings | None = None,
    ) -> None:
        require_trainable(require_game(game, "self-play"))
        check_whole("games", games, 1)
        check_path("path", path, "a file")
        ref = GameRef.of(game)
        if ref is None:
            raise OptionError("match_needs_source", game=repr(game))
        self.game = game
        self.games = games
        self.path = path
        self.settings: SelfPlaySettings = settings or SelfPlaySettings()
        self._order = _Order(ref, self.settings)
        self._known: frozenset[int] = frozenset()
        self._fresh = 0
        self.positions: int = 0  # searched in the games of this run
        self.nodes: int = 0

    @property
    def played(self) -> int:
        """How many of the games are finished."""
        return sum(number < self.games for number in self._known) + self._fresh

    @property
    def header(self) -> SelfPlayHeader:
        """The first line of the file."""
        return SelfPlayHeader(
            game=GameId.of(self.game),
            digest=own_digest(self.game),
            evaluation=evaluation_digest(self.game),
            players=self.game.players,
            words=position_words(self.game),
            settings=self.settings,
        )

    def reader(self) -> SelfPlayReader:
        """The games in the file."""
        return SelfPlayReader(self.path)

    def run(
        self,
        executor: Executor | None = None,
        *,
        workers: int | None = None,
        cluster: str | None = None,
    ) -> Generator[PlayedGame, None, None]:
        """Play the missing games; yield each as soon as it is stored.

        The games are played by `workers` processes, one for each processor by default; by the Dask
        cluster at the address `cluster`; or by `executor`.
        """
        require_one_pool(executor, workers, cluster)
        writer = SelfPlayWriter(self.path, self.header)
        try:
            self._known, self._fresh = writer.numbers, 0
            missing = [number for number in range(self.games) if number not in self._known]
            if not missing:
                return
            SelfPlayer(self.game, self.settings)  # compile once here, not in all workers
            pool = new_pool(executor, workers, cluster)
            try:
                with closing(run_numbered(_play, self._order, missing, pool)) as batches:
                    for played in batches:
                        writer.append(played)
                        for game in played:
                            self._fresh += 1
                            self.positions += len(game.records)
                            self.nodes += game.nodes
                            yield game
            finally:
                pool.close()
        finally:
            writer.close()


@lru_cache(maxsize=4)
def _player(order: _Order) -> SelfPlayer:
    """The player of this process."""
    return SelfPlayer(order.game.load(), order.settings)


def _play(order: _Order, number: int) -> PlayedGame:
    """Play one game in a worker process."""
    try:
        return _player(order).play(number)
    except KibitzError:
        raise
    except Exception as problem:
        what = f"{type(problem).__name__}: {problem}"
        raise KibitzError("self_play_failed", number=number, problem=what) from problem


def evaluation_digest(game: Game) -> str:
    """A hash of the evaluation of `game` and of its weights."""
    rule: Any = game.evaluate
    function = rule.function if isinstance(rule, WeightedRule) else rule
    weights = "" if game.weights is None else game.weights.digest()
    return sha256(f"{fingerprint(function)} {weights}".encode()).hexdigest()[:16]
