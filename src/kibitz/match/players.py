"""Players: the objects that choose the moves of contestants, one class for each kind."""

from __future__ import annotations

import operator
import random
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from kibitz.core.contract import Game
from kibitz.core.errors import KibitzError, MoveError, OptionError, UnknownGameError
from kibitz.core.interrupts import reraise_user_interrupt
from kibitz.core.text import expected_moves, format_state, parse_move
from kibitz.core.types import Move
from kibitz.engine.engine import Engine
from kibitz.engine.levels import level
from kibitz.engine.lines import Line
from kibitz.engine.player import Player
from kibitz.engine.position import Snapshot
from kibitz.games.learned import judged
from kibitz.games.sources import load_source
from kibitz.match.contestant import Contestant
from kibitz.search.limits import Limit
from kibitz.session.opponent import within

_SHOWN = 200  # characters of an error message about a function
# Users' code shares the module `random` and standard output with the rest of the process, so only
# one thread at a time may run it. The lock is reentrant because a player may call another one.
_user_code_lock = threading.RLock()


class PlayerError(Exception):
    """A player raised an exception or returned no legal move, and so loses the game."""


class Chosen(NamedTuple):
    """A move, and the player's evaluation of it if it has one."""

    move: Move
    line: Line | None = None


class MatchPlayer(Protocol):
    """A contestant that plays one game after another."""

    def prepare(self) -> None:
        """Compile what the player needs."""

    def begin(self, seed: int) -> None:
        """Start a new game: discard the state of the last one and seed the random choices."""

    def choose(self, position: Snapshot) -> Chosen:
        """The player's move; raises PlayerError if there is none."""
        ...


def make_player(contestant: Contestant, game: Game) -> MatchPlayer:
    """The player for a contestant; raises KibitzError if `game` lacks its level or evaluation."""
    if contestant.evaluation:
        game = judged(game, contestant.evaluation)
    if contestant.kind == "random":
        return RandomPlayer(game, contestant)
    if contestant.kind == "function":
        return FunctionPlayer(game, contestant)
    if contestant.kind == "level":
        return LevelPlayer(game, contestant)
    return EnginePlayer(game, contestant)


class EnginePlayer:
    """The engine with its limits and settings; the transposition table is cleared for each game."""

    def __init__(self, game: Game, contestant: Contestant) -> None:
        self._engine = Engine(
            game,
            search=contestant.search,
            threads=contestant.threads,
            memory=contestant.memory,
            switches=contestant.own_switches,
            opponents=contestant.opponents,
        )
        self._limit: Limit = contestant.engine_limit
        self._is_warm = False

    def prepare(self) -> None:
        """Compile the search."""
        self._engine.prepare()

    def begin(self, seed: int) -> None:
        """Clear the transposition table."""
        if not self._is_warm:
            self._is_warm = True
            _warm_up(self._engine)
        self._engine.clear()

    def choose(self, position: Snapshot) -> Chosen:
        """The engine's best move."""
        line = self._engine.play(position, self._limit)
        return Chosen(line.moves[0], line)


class LevelPlayer:
    """A level of the game; a limit can only make it weaker."""

    def __init__(self, game: Game, contestant: Contestant) -> None:
        strength = within(level(game, contestant.level), contestant.limit)
        if contestant.evaluation:
            strength = replace(strength, evaluation=contestant.evaluation)
        self._seed = contestant.seed
        self._player = Player(
            game,
            strength,
            seed=contestant.seed,
            search=contestant.search,
            threads=contestant.threads,
            memory=contestant.memory,
            opponents=contestant.opponents,
        )
        self._is_warm = False

    def prepare(self) -> None:
        """Compile the search."""
        self._player.engine.prepare()

    def begin(self, seed: int) -> None:
        """Clear the engine; seed the level's errors with `seed` or the contestant's own seed."""
        if not self._is_warm:
            self._is_warm = True
            _warm_up(self._player.engine)
        self._player.engine.clear()
        self._player.seed = seed if self._seed is None else self._seed

    def choose(self, position: Snapshot) -> Chosen:
        """The move of this level."""
        line = self._player.play(position)
        return Chosen(line.moves[0], line)


def _warm_up(engine: Engine) -> None:
    """Search briefly, so that the set-up of the first search does not count as thinking time."""
    engine.play(Snapshot(engine.game.initial()), Limit(depth=1))


class RandomPlayer:
    """Plays random legal moves."""

    def __init__(self, game: Game, contestant: Contestant) -> None:
        self._game = game
        self._seed = contestant.seed
        self._chance = random.Random(0)  # noqa: S311 - not a secret

    def prepare(self) -> None:
        """Do nothing: there is nothing to compile."""

    def begin(self, seed: int) -> None:
        """Seed the moves with `seed`, or with the contestant's own seed."""
        self._chance.seed(seed if self._seed is None else self._seed)

    def choose(self, position: Snapshot) -> Chosen:
        """A random legal move."""
        return Chosen(self._chance.choice(self._game.legal_moves(position.state, position.earlier)))


class FunctionPlayer:
    """A function in a user's file: (game, position) -> a move, as a number or as text."""

    def __init__(self, game: Game, contestant: Contestant) -> None:
        self._game = game
        self._choose = _load(contestant)
        self._seed = 0

    def prepare(self) -> None:
        """Do nothing: there is nothing to compile."""

    def begin(self, seed: int) -> None:
        """Store the seed of the function's random choices."""
        self._seed = seed

    def choose(self, position: Snapshot) -> Chosen:
        """The move that the function returns; raises PlayerError if it is not legal.

        The module `random` is seeded before each move, because other code in the process shares it.
        """
        with _running_user_code():
            state = random.getstate()
            random.seed(f"{self._seed}/{len(position.earlier)}")
            try:
                answer = self._choose(self._game, self._copy(position))
            except BaseException as problem:  # SystemExit and GeneratorExit count as errors
                reraise_user_interrupt(problem)
                raise PlayerError(_short(_error_text(problem))) from None
            finally:
                random.setstate(state)
            return Chosen(_legal(self._game, position, answer))

    def _copy(self, position: Snapshot) -> Snapshot:
        """The position, copied if the function could modify its state."""
        return position if self._game.has_integer_states() else deepcopy(position)


@contextmanager
def _running_user_code() -> Iterator[None]:
    """Run a user's code in one thread at a time, with its output on standard error."""
    with _user_code_lock, redirect_stdout(sys.stderr):
        yield


def _load(contestant: Contestant) -> Callable[[Game, Snapshot], Any]:
    path, name = contestant.file, contestant.function
    if not Path(path).is_file():
        raise OptionError("no_player_file", path=path)
    try:
        with _running_user_code():
            found: object = getattr(load_source(path), name, None)
    except KibitzError:
        raise
    except BaseException as problem:
        reraise_user_interrupt(problem)
        what = _short(_error_text(problem))
        raise UnknownGameError("game_file_broken", path=path, problem=what) from None
    if not callable(found):
        raise OptionError("no_player_function", path=path, name=name)
    return found


def _legal(game: Game, position: Snapshot, answer: object) -> Move:
    """The legal move that a function returned, as a number."""
    state = position.state
    if isinstance(answer, str):
        try:
            return parse_move(
                game,
                state,
                str.__str__(answer),  # a subclass may override __str__
                position.earlier,
            )
        except MoveError as problem:
            raise PlayerError(_short(str(problem))) from None
    number = _number(answer)
    if number is not None and number in game.legal_moves(state, position.earlier):
        return number
    expected = expected_moves(game, state, position.earlier)
    where = f"in position {format_state(game, state)!r}: {expected}"
    raise PlayerError(_short(f"No move {_answer_text(answer)} {where}."))


def _number(answer: Any) -> int | None:
    """Convert an answer, which may be a NumPy integer, to an int; None for anything else."""
    if isinstance(answer, bool):
        return None
    try:
        return int(operator.index(answer)) if hasattr(answer, "__index__") else None
    except BaseException as problem:
        reraise_user_interrupt(problem)
        what = f"a {type(answer).__name__} that is not a whole number ({_error_text(problem)})"
        raise PlayerError(_short(f"No move: {what}.")) from None


def _answer_text(answer: object) -> str:
    """An answer for an error message, even if its `repr` fails."""
    try:
        return repr(answer)
    except BaseException as problem:
        reraise_user_interrupt(problem)
        return f"of type {type(answer).__name__}, which cannot be shown,"


def _error_text(problem: BaseException) -> str:
    """The type and message of an exception, even if its `str` fails."""
    name = type(problem).__name__
    try:
        return f"{name}: {problem}"
    except BaseException as another:
        reraise_user_interrupt(another)
        return f"{name}, which cannot be shown"


def _short(text: str) -> str:
    """`text` cut to a maximum length and without lone surrogates."""
    text = text.encode("utf-8", "backslashreplace").decode()
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
