"""Players at the board: a contestant, ready to play, and what it does when it is its turn."""

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
from kibitz.games.sources import load_source
from kibitz.match.contestant import Contestant
from kibitz.search.limits import Limit
from kibitz.session.opponent import within

_SHOWN = 200  # characters of what a function did wrong
# Users' code shares the module `random` and standard output with the rest of the process, so one
# thread at a time runs it. The lock is reentrant: a player may ask another one.
_user_code_lock = threading.RLock()


class PlayerError(Exception):
    """A player raised an exception or gave no legal move, which loses the game."""


class Chosen(NamedTuple):
    """A move, and the player's evaluation of it where there is one."""

    move: Move
    line: Line | None = None


class MatchPlayer(Protocol):
    """A contestant at the board: it plays one game after the other."""

    def prepare(self) -> None:
        """Compile what it needs."""

    def begin(self, seed: int) -> None:
        """Forget the last game; in the next one chance follows from `seed`."""

    def choose(self, position: Snapshot) -> Chosen:
        """The move that it plays; PlayerError where it fails to."""


def make_player(contestant: Contestant, game: Game) -> MatchPlayer:
    """The contestant, ready to play `game`; KibitzError where the game lacks what it names."""
    if contestant.evaluation:
        game = game.judged_by(contestant.evaluation)
    if contestant.kind == "random":
        return RandomPlayer(game, contestant)
    if contestant.kind == "function":
        return FunctionPlayer(game, contestant)
    if contestant.kind == "level":
        return LevelPlayer(game, contestant)
    return EnginePlayer(game, contestant)


class EnginePlayer:
    """The engine with its limits and settings; its transposition table lasts for a game."""

    def __init__(self, game: Game, contestant: Contestant) -> None:
        self._engine = Engine(
            game,
            threads=contestant.threads,
            memory=contestant.memory,
            switches=contestant.switches,
            opponents=contestant.opponents,
        )
        self._limit: Limit = contestant.engine_limit
        self._is_warm = False

    def prepare(self) -> None:
        """Compile the search."""
        self._engine.prepare()

    def begin(self, seed: int) -> None:
        """Forget the last game."""
        if not self._is_warm:
            self._is_warm = True
            _warm_up(self._engine)
        self._engine.clear()

    def choose(self, position: Snapshot) -> Chosen:
        """The best move that it finds."""
        line = self._engine.play(position, self._limit)
        return Chosen(line.moves[0], line)


class LevelPlayer:
    """A level of the game; a limit can only lower it."""

    def __init__(self, game: Game, contestant: Contestant) -> None:
        strength = within(level(game, contestant.level), contestant.limit)
        if contestant.evaluation:
            strength = replace(strength, evaluation=contestant.evaluation)
        self._seed = contestant.seed
        self._player = Player(
            game,
            strength,
            seed=contestant.seed,
            threads=contestant.threads,
            memory=contestant.memory,
            opponents=contestant.opponents,
        )
        self._is_warm = False

    def prepare(self) -> None:
        """Compile the search."""
        self._player.engine.prepare()

    def begin(self, seed: int) -> None:
        """Forget the last game, and err as the seed says, unless the contestant has its own."""
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
    """Search a little: what an engine measures and loads in its first search is no thinking."""
    engine.play(Snapshot(engine.game.initial()), Limit(depth=1))


class RandomPlayer:
    """Any legal move."""

    def __init__(self, game: Game, contestant: Contestant) -> None:
        self._game = game
        self._seed = contestant.seed
        self._lot = random.Random(0)  # noqa: S311 - no secret

    def prepare(self) -> None:
        """Nothing to compile."""

    def begin(self, seed: int) -> None:
        """Draw from the seed again."""
        self._lot.seed(seed if self._seed is None else self._seed)

    def choose(self, position: Snapshot) -> Chosen:
        """A move by lot."""
        return Chosen(self._lot.choice(list(self._game.moves(position.state))))


class FunctionPlayer:
    """A function of a user's file: (game, position) -> a move, by number or as text."""

    def __init__(self, game: Game, contestant: Contestant) -> None:
        self._game = game
        self._choose = _load(contestant)
        self._seed = 0

    def prepare(self) -> None:
        """Nothing to compile."""

    def begin(self, seed: int) -> None:
        """Let what the function draws by lot follow from the seed."""
        self._seed = seed

    def choose(self, position: Snapshot) -> Chosen:
        """What the function answers, if it is legal.

        The module `random` is seeded for it, move by move: others in the process use it as well.
        """
        with _running_user_code():
            state = random.getstate()
            random.seed(f"{self._seed}/{len(position.earlier)}")
            try:
                answer = self._choose(self._game, self._own(position))
            except BaseException as problem:  # SystemExit and GeneratorExit are its errors, too
                reraise_user_interrupt(problem)
                raise PlayerError(_short(_named(problem))) from None
            finally:
                random.setstate(state)
            return Chosen(_legal(self._game, position, answer))

    def _own(self, position: Snapshot) -> Snapshot:
        """The position to do with as one likes: a state of Python objects may be changed."""
        return position if self._game.has_integer_states() else deepcopy(position)


@contextmanager
def _running_user_code() -> Iterator[None]:
    """Run a user's code in one thread at a time; what it prints goes to standard error."""
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
        what = _short(_named(problem))
        raise UnknownGameError("game_file_broken", path=path, problem=what) from None
    if not callable(found):
        raise OptionError("no_player_function", path=path, name=name)
    return found


def _legal(game: Game, position: Snapshot, answer: object) -> Move:
    """The legal move that a function's answer means."""
    state = position.state
    if isinstance(answer, str):
        try:
            return parse_move(game, state, str.__str__(answer))  # a subclass may do anything
        except MoveError as problem:
            raise PlayerError(_short(str(problem))) from None
    number = _number(answer)
    if number is not None and number in game.moves(state):
        return number
    where = f"in position {format_state(game, state)!r}: {expected_moves(game, state)}"
    raise PlayerError(_short(f"No move {_shown(answer)} {where}."))


def _number(answer: Any) -> int | None:
    """The whole number that an answer is; NumPy has such, too."""
    if isinstance(answer, bool):
        return None
    try:
        return int(operator.index(answer)) if hasattr(answer, "__index__") else None
    except BaseException as problem:
        reraise_user_interrupt(problem)
        what = f"a {type(answer).__name__} that is not a whole number ({_named(problem)})"
        raise PlayerError(_short(f"No move: {what}.")) from None


def _shown(answer: object) -> str:
    """An answer in an error message; a number may be too long for that, an object may refuse."""
    try:
        return repr(answer)
    except BaseException as problem:
        reraise_user_interrupt(problem)
        return f"of type {type(answer).__name__}, which cannot be shown,"


def _named(problem: BaseException) -> str:
    """An exception in words, also where it cannot be written out."""
    name = type(problem).__name__
    try:
        return f"{name}: {problem}"
    except BaseException as another:
        reraise_user_interrupt(another)
        return f"{name}, which cannot be shown"


def _short(text: str) -> str:
    """A text of bearable length that every file can hold."""
    text = text.encode("utf-8", "backslashreplace").decode()
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
