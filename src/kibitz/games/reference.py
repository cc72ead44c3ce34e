"""References to games: what another process needs to load the same game."""

from __future__ import annotations

from typing import NamedTuple

from kibitz.core.contract import Game
from kibitz.core.errors import KibitzError
from kibitz.games.registry import game as load_game
from kibitz.games.registry import source_of


class GameReference(NamedTuple):
    """A game by name or by file, with its options and what it is judged by."""

    source: str  # the name of a game that Kibitz ships, or the whole path of a Python file
    settings: tuple[tuple[str, int | str], ...] = ()
    evaluation: str = ""  # the game's usual one where empty

    def load(self) -> Game:
        """The game. Its file is run."""
        found = load_game(self.source, **dict(self.settings))
        return found.judged_by(self.evaluation) if self.evaluation else found


def reference_to(game: Game) -> GameReference | None:
    """How another process finds `game`; None where it was not loaded by its name or file.

    >>> import kibitz
    >>> reference_to(kibitz.game("horses").judged_by("classic")).evaluation
    'classic'
    """
    source = source_of(game)
    if source is None:
        return None
    usual = GameReference(source, tuple(sorted(game.settings.items())))
    try:
        loaded = usual.load()
    except KibitzError:  # its file was edited meanwhile, and is broken
        return None
    if loaded.evaluate is game.evaluate:
        return usual
    for name in loaded.evaluations:
        if loaded.judged_by(name).evaluate is game.evaluate:
            return usual._replace(evaluation=name)
    return None
