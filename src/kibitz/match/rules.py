"""Where a game's rules stand, so that every process can load them anew."""

from __future__ import annotations

import os
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias

from kibitz.core.contract import Game, require_game
from kibitz.core.errors import KibitzError, OptionError, RecordError
from kibitz.games.registry import game as load_game
from kibitz.games.registry import load_file, names, shipped


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a game, by name or by file.

    >>> find_rules("tictactoe").load()
    <Game 'tictactoe', rows=3, columns=3, length=3>
    """

    source: str  # a name that `kibitz games` lists, or the whole path of a Python file
    settings: tuple[tuple[str, int | str], ...] = ()

    def load(self) -> Game:
        """The game."""
        settings = dict(self.settings)
        if self.file is not None:
            return load_file(self.file, settings)
        return shipped(self.source, settings)

    @property
    def file(self) -> str | None:
        """The file of a game that Kibitz does not ship."""
        return self.source if self.source.endswith(".py") else None


Playable: TypeAlias = Game | Rules | str | os.PathLike[str]


def find_rules(game: Playable) -> Rules:
    """The rules of `game`: a name, a file, or a game that came from one of them."""
    if isinstance(game, Rules):
        return game
    if isinstance(game, str | os.PathLike):
        return rules_at(os.fspath(game), load_game(game))
    found = require_game(game, "a match")
    path = getattr(getattr(found.moves, "__code__", None), "co_filename", "")
    for source in (found.name, os.path.abspath(path)):
        if source not in names() and not (source.endswith(".py") and Path(source).is_file()):
            continue
        rules = Rules(source, _settings(found))
        try:
            loaded = rules.load()
        except KibitzError:
            continue
        if _is_same(loaded, found):
            return rules
    raise OptionError("match_needs_source", game=repr(found))


def rules_at(source: str, game: Game) -> Rules:
    """The rules of `game`, which was loaded from `source`: a name, or the path of a file."""
    whole = os.path.abspath(source) if source.endswith(".py") else source
    return Rules(whole, _settings(game))


def digest(path: str) -> str:
    """What changes when a file is edited."""
    try:
        return sha256(Path(path).read_bytes()).hexdigest()[:16]
    except OSError as problem:
        reason = problem.strerror or str(problem)
        raise RecordError("record_unreadable", source=repr(path), problem=reason) from None


def _settings(game: Game) -> tuple[tuple[str, int | str], ...]:
    return tuple(sorted(game.settings.items()))


def _is_same(one: Game, other: Game) -> bool:
    """Whether two games were made from the same text: loaded twice, they are two objects."""
    return (one.name, one.version, dict(one.settings), _code(one)) == (
        other.name,
        other.version,
        dict(other.settings),
        _code(other),
    )


def _code(game: Game) -> tuple[object, ...]:
    rules = (game.moves, game.play, game.payoff, game.evaluate)
    return tuple(getattr(rule, "__code__", rule) for rule in rules)
