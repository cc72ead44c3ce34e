"""The identity of a game, and a reference from which other processes load it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple, Self, TypeAlias

from kibitz.compiling.fingerprint import fingerprint
from kibitz.core.contract import Game, require_game
from kibitz.core.errors import KibitzError, OptionError
from kibitz.games.learned import judged, with_learned
from kibitz.games.registry import game as load_game
from kibitz.games.registry import (
    is_taken,
    load_file,
    named,
    names,
    shipped,
    source_of,
)

Settings: TypeAlias = tuple[tuple[str, int | str], ...]  # sorted by name

_PACKAGE = os.path.dirname(os.path.dirname(__file__))


class GameId(NamedTuple):
    """The name, settings and version of a game's rules, which records store and compare.

    >>> import kibitz
    >>> GameId.of(kibitz.game("tictactoe", rows=4)) == GameId.of(kibitz.game("tictactoe"))
    False
    """

    name: str
    settings: dict[str, int | str]
    version: int

    @classmethod
    def of(cls, game: Game) -> GameId:
        """The identity of `game`."""
        return cls(game.name, dict(game.settings), game.version)

    @classmethod
    def read(cls, name: str, settings: Mapping[str, int | str], version: int, game: Game) -> GameId:
        """The identity that a file for `game` stores.

        The file may spell out defaults that `game` omits from its settings.
        """
        usual = {option.name: option.default for option in game.options}
        own = {
            key: value
            for key, value in settings.items()
            if key in game.settings or value != usual.get(key)
        }
        return cls(name, own, version)

    def __str__(self) -> str:
        chosen = ", ".join(f"{name}={value}" for name, value in self.settings.items())
        return f"{self.name} ({chosen})" if chosen else self.name

    @property
    def key(self) -> tuple[str, Settings]:
        """The name and the settings without the version, as a dictionary key."""
        return self.name, tuple(sorted(self.settings.items()))

    def as_dict(self) -> dict[str, Any]:
        """The identity as session and match records store it."""
        return self._asdict()


class GameRef(NamedTuple):
    """How another process loads a game: a name or a file, with options and evaluation.

    A reference made from a game also has the version and the digest of its rules, and loads only
    those rules; without a version it loads any.

    >>> import kibitz
    >>> GameRef.of(kibitz.game("horses").judged_by("classic")).evaluation
    'classic'
    >>> GameRef("tictactoe").load()
    <Game 'tictactoe', rows=3, columns=3, length=3>
    """

    source: str  # the name of a shipped or installed game, or the absolute path of a Python file
    settings: Settings = ()
    evaluation: str = ""  # empty for the game's default
    version: int | None = None  # of the rules; None for any
    digest: str = ""  # of the code of a user's rules; see `own_digest`

    @classmethod
    def of(cls, game: Game) -> GameRef | None:
        """The reference to `game`; None unless `kibitz.game` loaded it and can load it again.

        The main script is never used, because running it twice may have side effects.
        """
        source = source_of(game)
        return None if source is None else _find(source, game)

    @classmethod
    def at(cls, source: str, game: Game) -> GameRef:
        """The reference to `game`, which was loaded from `source`, a name or a file path."""
        place = os.path.abspath(source) if source.endswith(".py") else source
        return cls(place, GameId.of(game).key[1], "", game.version, own_digest(game))

    @classmethod
    def parse(cls, values: Any) -> Self:
        """The reference read from JSON."""
        source, settings, *rest = values
        return cls(source, tuple((name, value) for name, value in settings), *rest)

    @property
    def file(self) -> str | None:
        """The file of a user's game; None for a shipped or installed one."""
        return self.source if self.source.endswith(".py") else None

    def load(self) -> Game:
        """Load the game, which runs its file; OptionError if its rules have changed."""
        load = named if self.file is None else load_file
        found = load(self.source, dict(self.settings))
        expected, loaded = (self.version, self.digest), (found.version, own_digest(found))
        if self.version is not None and loaded != expected:
            raise OptionError("game_changed", game=GameId.of(found), source=self.source)
        return judged(found, self.evaluation) if self.evaluation else found


Playable: TypeAlias = Game | GameRef | str | os.PathLike[str]


def find_game(game: Playable) -> GameRef:
    """The reference to a match's game, which may be a name, a file, or a game loaded from either.

    Raises OptionError if workers could not load the same rules.
    """
    if isinstance(game, GameRef):
        return game
    if isinstance(game, str | os.PathLike):
        return GameRef.at(os.fspath(game), load_game(game))
    found = require_game(game, "a match")
    for source in (found.name, os.path.abspath(_code_file(found)), source_of(found)):
        if source and (is_taken(source) or (source.endswith(".py") and Path(source).is_file())):
            ref = _find(source, found)
            if ref is not None and not ref.evaluation:  # match records store no evaluation
                return ref
    raise OptionError("match_needs_source", game=repr(found))


def changed_settings(game: Game) -> dict[str, int | str]:
    """The settings of `game` that differ from its defaults."""
    usual = {option.name: option.default for option in game.options}
    return {name: value for name, value in game.settings.items() if usual.get(name) != value}


def rules_file(game: Game) -> str | None:
    """The file that defines the rules of `game`; None for a game that needs no file.

    Empty if the rules have no file, such as rules typed into an interpreter.
    """
    if game.name in names() and type(shipped(game.name).initial()) is type(game.initial()):
        return None
    source = source_of(game)
    if source is not None:
        return os.path.realpath(source) if source.endswith(".py") else None
    path = _code_file(game)
    return "" if path.startswith(_PACKAGE) else path


def rules_digest(game: Game) -> str:
    """A hash of the code of the rules."""
    rules = (game.moves, game.play, game.payoff, game.symmetries)
    return sha256(
        "".join(fingerprint(rule) for rule in rules if rule is not None).encode()  # type: ignore[arg-type]  # plain functions, by the contract
    ).hexdigest()


def own_digest(game: Game) -> str:
    """A hash of the rules of a user's game; empty for shipped games, which have version numbers."""
    return "" if is_shipped(game) else rules_digest(game)[:16]


def is_shipped(game: Game) -> bool:
    """Whether Kibitz ships the rules; their version changes with their behaviour."""
    rules = (game.moves, game.play, game.payoff, game.symmetries)
    return all(
        rule is None or (getattr(rule, "__module__", None) or "").startswith("kibitz.games.")
        for rule in rules  # adapted classes have rules in kibitz.adapters
    )


def _find(source: str, game: Game) -> GameRef | None:
    """The reference to `game` if it can be loaded from `source`."""
    ref = GameRef.at(source, game)
    try:
        loaded = ref.load()
    except KibitzError:  # the file has been edited since, and no longer loads
        return None
    rules = ((loaded.moves, game.moves), (loaded.play, game.play), (loaded.payoff, game.payoff))
    if GameId.of(loaded) != GameId.of(game) or not all(_is_same(*pair) for pair in rules):
        return None
    if _is_same(loaded.evaluate, game.evaluate):
        return ref
    if any(name not in loaded.evaluations for name in game.evaluations):
        loaded = with_learned(loaded)
    for name in loaded.evaluations:
        if _is_same(loaded.judged_by(name).evaluate, game.evaluate):
            return ref._replace(evaluation=name)
    return None


def _is_same(one: object, other: object) -> bool:
    """Whether two functions have the same code; loading a file twice creates two objects."""
    one, other = getattr(one, "__func__", one), getattr(other, "__func__", other)
    if one is other:
        return True
    if not isinstance(one, FunctionType) or not isinstance(other, FunctionType):
        return False
    return fingerprint(one) == fingerprint(other)


def _code_file(game: Game) -> str:
    """The file of the rules' code; empty if Python does not know it."""
    path: str = getattr(getattr(game.moves, "__code__", None), "co_filename", "")
    return path
