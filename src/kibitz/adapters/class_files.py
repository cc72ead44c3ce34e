"""Adapts the class in a Python file."""

from __future__ import annotations

from kibitz.adapters.adapt import adapt
from kibitz.adapters.styles import STYLES, describe_missing
from kibitz.core.contract import Game
from kibitz.core.errors import UnknownGameError
from kibitz.games.sources import load_source


def adapted_file(place: str) -> Game:
    """The class in a Python file as a game: `FILE.py`, or `FILE.py:NAME` if it has several.

    If the file defines GAME, as in `GAME = kibitz.adapt(Board(8), players=...)`, that is the game.
    """
    path, colon, name = place.rpartition(":")
    if not colon or not path.endswith(".py"):
        path, name = place, ""
    module = load_source(path)
    own = getattr(module, "GAME", None)
    if isinstance(own, Game) and not name:
        return own
    classes = {
        key: value
        for key, value in vars(module).items()
        if isinstance(value, type) and value.__module__ == module.__name__
    }
    known = ", ".join(classes) or "none"
    if name:
        if name not in classes:
            raise UnknownGameError("no_such_class", name=name, path=path, known=known)
        return adapt(classes[name])
    fitting = {key: value for key, value in classes.items() if _distance(value) == 0}
    if not fitting:
        nearest = min(classes.values(), key=_distance, default=object)
        raise UnknownGameError("no_class", path=path, missing=describe_missing(nearest, STYLES))
    if len(fitting) > 1:
        example = next(iter(fitting))
        raise UnknownGameError(
            "several_classes", path=path, known=", ".join(fitting), example=example
        )
    return adapt(*fitting.values())


def _distance(kind: type) -> int:
    """How many methods a class lacks for the closest style; attributes may be set by `__init__`."""
    methods = [{*style.moves, *style.play} for style in STYLES]
    lacking = [style.missing(kind, {}) for style in STYLES]
    return min(
        len(names.intersection(missing)) for names, missing in zip(methods, lacking, strict=True)
    )
